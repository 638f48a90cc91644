// SPDX-License-Identifier: MIT
// parse_fen and to_fen of rules/position.h.
//
// After the side to move come, each optional and in this order: an orthodox castling field, which
// may only be '-'; the en-passant squares or '-'; what Jokers imitate or '-'; two counters. The
// fields that say something differ in shape ("e3", "J=K", "17"), so that no '-' can shift what
// another means.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "rules/move_generator.h"
#include "rules/position.h"

namespace augmate {
namespace {

constexpr const char* side_name(Side side) { return side == Side::kWhite ? "White" : "Black"; }

char letter_of(const Game& game, int kind, Side side) {
  const char letter = game.kind(kind).letter;
  return side == Side::kWhite ? letter : static_cast<char>(letter - 'A' + 'a');
}

Error unreadable(const std::string& message) {
  return {ErrorCode::kBadNotation, "FEN, " + message};
}

// Reads the placement, rank by rank from the top.
class PlacementReader {
 public:
  PlacementReader(const Game& game, std::string_view text)
      : game_(game), board_(game.board()), text_(text), rank_(board_.ranks() - 1) {}

  Result<void> read(Position& position) {
    if (const auto rows = 1 + std::count(text_.begin(), text_.end(), '/'); rows != board_.ranks())
      return unreadable(fmt::format("field 1: {} ranks, the board has {}", rows, board_.ranks()));
    for (; at_ < text_.size(); ++at_)
      if (auto ok = read_character(position); !ok) return ok;
    return end_rank();
  }

 private:
  // "rank 7, column 12 (square c7)"
  std::string place() const {
    return fmt::format("rank {}, column {} (square {})", board_.first_rank() + rank_, at_ + 1,
                       board_.name(square()));
  }
  Square square() const { return board_.at(file_, rank_); }

  Result<void> read_character(Position& position) {
    const char c = text_[at_];
    if (c == '/') {
      if (auto ok = end_rank(); !ok) return ok;
      --rank_;
      file_ = 0;
      return {};
    }
    if (c >= '1' && c <= '9') return read_run();
    if (file_ >= board_.files()) return too_long();
    if (c == '*') {
      if (board_.open_when_empty(square()))
        return unreadable(place() + ": '*' stands for a missing square, and this one exists");
      ++file_;
      return {};
    }
    return read_man(position, c);
  }

  Result<void> read_run() {
    std::size_t end = at_;
    int run = 0;
    for (; end < text_.size() && text_[end] >= '0' && text_[end] <= '9'; ++end)
      run = std::min(run * 10 + (text_[end] - '0'), kMaxSquares);
    if (file_ + run > board_.files()) return too_long();
    for (int i = 0; i < run; ++i, ++file_)
      if (!board_.open_when_empty(square()))
        return unreadable(
            fmt::format("{}: {} is written '*'", place(),
                        board_.exists(square()) ? "an empty brouhaha square" : "a missing square"));
    at_ = end - 1;
    return {};
  }

  Result<void> read_man(Position& position, char c) {
    const bool white = c >= 'A' && c <= 'Z';
    if (!white && !(c >= 'a' && c <= 'z'))
      return unreadable(fmt::format("{}: '{}' is no letter, number, '*' or '/'", place(), c));
    const Side side = white ? Side::kWhite : Side::kBlack;
    const char letter = white ? c : static_cast<char>(c - 'a' + 'A');
    const auto kind = game_.kind_of(letter);
    if (!kind)
      return unreadable(fmt::format("{}: {} has no men '{}'", place(), game_.rules().name, c));
    if (!game_.kind(*kind).steps[index(side)])
      return unreadable(fmt::format("{}: {} has no men '{}' in {}", place(), side_name(side),
                                    letter, game_.rules().name));
    if (!board_.exists(square()))
      return Error{ErrorCode::kIllegal,
                   fmt::format("FEN, {}: '{}' stands on a missing square", place(), c)};
    if (!game_.may_stand(side, *kind).test(square()))
      return Error{ErrorCode::kIllegal,
                   fmt::format("FEN, {}: {}", place(), no_pawn_there(side, *kind))};
    if (position.count == kMaxMen)
      return Error{ErrorCode::kNotCovered,
                   fmt::format("FEN, {}: more than {} men are not covered", place(), kMaxMen)};
    position.add({*kind, side, square()});
    ++file_;
    return {};
  }

  std::string no_pawn_there(Side side, int kind) const {
    if (board_.vanishing().test(square())) return "no pawn may stand on a brouhaha square";
    const PawnRule& rule = *game_.kind(kind).pawn;
    return fmt::format("{}'s {} may stand on its own ranks {} to {} only, this is rank {}",
                       side_name(side), game_.kind(kind).name, rule.first_rank, rule.last_rank,
                       game_.own_rank(side, square()));
  }

  Result<void> too_long() const {
    return unreadable(fmt::format("rank {}, column {}: more than {} squares",
                                  board_.first_rank() + rank_, at_ + 1, board_.files()));
  }
  Result<void> end_rank() const {
    if (file_ == board_.files()) return {};
    return unreadable(fmt::format("rank {}, column {}: {} squares, the board has {} files",
                                  board_.first_rank() + rank_, at_ + 1, file_, board_.files()));
  }

  const Game& game_;
  const Board& board_;
  std::string_view text_;
  std::size_t at_ = 0;
  int rank_ = 0, file_ = 0;
};

std::vector<std::string_view> split_fields(std::string_view text) {
  std::vector<std::string_view> fields;
  for (std::size_t at = 0;
       (at = text.find_first_not_of(" \t\r\n", at)) != std::string_view::npos;) {
    const auto end = std::min(text.find_first_of(" \t\r\n", at), text.size());
    fields.push_back(text.substr(at, end - at));
    at = end;
  }
  return fields;
}

bool is_number(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::vector<std::string_view> split_list(std::string_view text) {
  std::vector<std::string_view> items;
  for (std::size_t at = 0; at <= text.size();) {
    const auto end = std::min(text.find(',', at), text.size());
    items.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return items;
}

// A pawn that may have gone several squares in the last move: where it stands, and what it passed.
struct Passer {
  Square square = kNoSquare;
  SquareSet passed;
};

// All such pawns: those of the side that moved last, for each square that they can have come from.
std::vector<Passer> possible_passers(const Game& game, const Position& position) {
  std::vector<Passer> all;
  const Side side = opponent(position.to_move);
  SquareSet occupied;
  for (const Man& m : position) occupied.set(m.square);
  for (const Man& m : position) {
    if (m.side != side || !game.kind(m.kind).pawn || !game.kind(m.kind).pawn->en_passant) continue;
    for (const MoveNode& node : game.moves(side, m.kind).nodes) {
      if (!node.multi_step) continue;
      const Square from = game.board().step(m.square, {-node.from_start.dx, -node.from_start.dy});
      if (from == kNoSquare || !node.valid_from.test(from)) continue;
      if (!game.may_stand(side, m.kind).test(from)) continue;
      const SquareSet passed = passed_squares(game, {from, m.square});
      SquareSet way = passed;
      way.set(from);
      if (!(way & occupied).any()) all.push_back({m.square, passed});
    }
  }
  return all;
}

// Whether the side's Joker can imitate the kind: the opponent has just moved such a man, or, where
// the opponent is to move, had moved it before its last one may have been captured.
bool may_imitate(const Game& game, const Position& position, Side side, int kind) {
  const Side other = opponent(side);
  const auto has = [&](int k) {
    return std::any_of(position.begin(), position.end(),
                       [&](const Man& m) { return m.side == other && m.kind == k; });
  };
  if (game.kind(kind).joker) return false;
  // The other side's Joker may have moved, as any man of this side, even one that it has just
  // taken.
  const bool may_have_joker =
      std::any_of(game.kinds().begin(), game.kinds().end(),
                  [&](const Kind& k) { return k.joker && k.steps[index(other)]; });
  if (position.to_move == side ? has_joker(game, position, other) : may_have_joker) return true;
  if (!game.kind(kind).steps[index(other)]) return false;
  if (position.to_move != side || has(kind)) return true;
  if (!game.kind(kind).pawn) return false;
  // A pawn that promoted has moved as a pawn.
  const auto& promotions = game.kind(kind).pawn->promotions;
  return std::any_of(promotions.begin(), promotions.end(), [&](const Promotion& p) {
    return std::any_of(p.kinds.begin(), p.kinds.end(), has);
  });
}

// What follows the side to move.
class FurtherFields {
 public:
  FurtherFields(const Game& game, std::vector<std::string_view> fields, Position& position)
      : game_(game), fields_(std::move(fields)), position_(position) {}

  Result<void> read() {
    for (; at_ < fields_.size() && !is_number(fields_[at_]); ++at_)
      if (auto ok = read_field(fields_[at_]); !ok) return ok;
    for (std::size_t counters = 0; at_ < fields_.size(); ++at_) {
      if (!is_number(fields_[at_]) || ++counters > 2) return too_many();
      const bool counted = fields_[at_].find_first_not_of('0') != std::string_view::npos;
      if (counters == 1 && counted && game_.rules().exact_move_rule > 0)
        return Error{
            ErrorCode::kNotCovered,
            "FEN, " + place() +
                "under a move-count rule only positions with no moves counted are covered"};
    }
    return {};
  }

 private:
  enum Slot { kCastling, kPassed, kJokers, kNone };

  std::string place() const { return fmt::format("field {}: '{}': ", at_ + 1, fields_[at_]); }
  Error too_many() const {
    return unreadable(fmt::format("field {}: there are more fields than a FEN has", at_ + 1));
  }

  Result<void> read_field(std::string_view field) {
    if (field == "-") {
      if (next_ == kNone) return too_many();
      next_ = static_cast<Slot>(next_ + 1);
      return {};
    }
    if (field.find_first_not_of("KQkq") == std::string_view::npos)
      return Error{ErrorCode::kNotCovered,
                   "FEN, " + place() + "castling rights are not covered, write '-'"};
    const bool jokers = field.find('=') != std::string_view::npos;
    if (!jokers && (field[0] < 'a' || field[0] > 'p'))
      return unreadable(place() +
                        "neither en-passant squares, nor what a Joker imitates, nor '-', nor "
                        "a counter");
    const Slot slot = jokers ? kJokers : kPassed;
    if (next_ > slot)
      return unreadable(place() + "the order is en-passant squares, what Jokers imitate, counters");
    next_ = static_cast<Slot>(slot + 1);
    return jokers ? read_jokers(field) : read_passed(field);
  }

  // "e3", "e3,e4", and where several pawns can have passed there the pawn as well: "e3:e4".
  Result<void> read_passed(std::string_view field) {
    if (std::none_of(game_.kinds().begin(), game_.kinds().end(),
                     [](const Kind& k) { return k.pawn && k.pawn->en_passant; }))
      return unreadable(place() + "nothing is taken in passing in this game, write '-'");
    const auto colon = field.find(':');
    SquareSet passed;
    for (const auto name : split_list(field.substr(0, colon))) {
      const auto square = game_.board().find(name);
      if (!square) return unreadable(fmt::format("{}the board has no square '{}'", place(), name));
      if (passed.test(*square)) return unreadable(fmt::format("{}{} twice", place(), name));
      passed.set(*square);
    }
    std::optional<Square> pawn;
    if (colon != std::string_view::npos) {
      pawn = game_.board().find(field.substr(colon + 1));
      if (!pawn)
        return unreadable(
            fmt::format("{}the board has no square '{}'", place(), field.substr(colon + 1)));
    }
    return set_passed(passed, pawn);
  }

  Result<void> set_passed(const SquareSet& passed, std::optional<Square> pawn) {
    auto passers = possible_passers(game_, position_);
    std::erase_if(passers, [&](const Passer& p) {
      return p.passed != passed || (pawn && p.square != *pawn);
    });
    if (passers.empty())
      return Error{ErrorCode::kIllegal,
                   fmt::format("FEN, {}no pawn of {} can have passed just there in one move",
                               place(), side_name(opponent(position_.to_move)))};
    if (passers.size() > 1)
      return unreadable(fmt::format(
          "{}the pawns on {} and {} can have passed there; add the one that did, "
          "as in '{}:{}'",
          place(), game_.board().name(passers[0].square), game_.board().name(passers[1].square),
          fields_[at_], game_.board().name(passers[0].square)));
    position_.passed = passed;
    position_.passer = passers[0].square;
    return {};
  }

  Result<void> read_jokers(std::string_view field) {
    for (const auto item : split_list(field))
      if (auto ok = read_joker(item); !ok) return ok;
    return {};
  }

  Result<void> read_joker(std::string_view item) {
    const auto wrong = [&](const std::string& message) {
      return unreadable(fmt::format("{}{}", place(), message));
    };
    if (item.size() != 3 || item[1] != '=')
      return wrong(
          fmt::format("'{}': write the Joker, '=' and the kind that it imitates, as in J=K", item));
    const bool black = item[0] >= 'a' && item[0] <= 'z';
    const Side side = black ? Side::kBlack : Side::kWhite;
    const auto joker = game_.kind_of(black ? static_cast<char>(item[0] - 'a' + 'A') : item[0]);
    if (!joker || !game_.kind(*joker).joker)
      return wrong(fmt::format("{} has no Joker '{}'", game_.rules().name, item[0]));
    if (!has_joker(game_, position_, side))
      return Error{ErrorCode::kIllegal,
                   fmt::format("FEN, {}{} has no Joker on the board", place(), side_name(side))};
    const auto kind = game_.kind_of(item[2]);
    if (!kind) return wrong(fmt::format("{} has no men '{}'", game_.rules().name, item[2]));
    if (!may_imitate(game_, position_, side, *kind))
      return Error{ErrorCode::kIllegal,
                   fmt::format("FEN, {}{} cannot have moved a '{}' last, so no Joker imitates that",
                               place(), side_name(opponent(side)), item[2])};
    if (position_.imitates[index(side)] >= 0)
      return wrong(fmt::format("{}'s Joker is given twice", side_name(side)));
    position_.imitates[index(side)] = *kind;
    return {};
  }

  const Game& game_;
  std::vector<std::string_view> fields_;
  Position& position_;
  std::size_t at_ = 2;
  Slot next_ = kCastling;
};

Result<void> check_royals(const Game& game, const Position& position) {
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    const auto royals = std::count_if(position.begin(), position.end(), [&](const Man& man) {
      return man.side == side && man.kind == game.royal(side);
    });
    if (royals != 1)
      return Error{ErrorCode::kIllegal,
                   fmt::format("FEN, field 1: {} has {} royal men ({}), each side has exactly one",
                               side_name(side), royals, game.kind(game.royal(side)).letter)};
  }
  return {};
}

std::string passed_text(const Game& game, const Position& position) {
  if (!position.passed.any()) return "";
  std::string text;
  position.passed.for_each(
      [&](Square s) { text += (text.empty() ? "" : ",") + game.board().name(s); });
  const auto passers = possible_passers(game, position);
  const bool several = std::count_if(passers.begin(), passers.end(), [&](const Passer& p) {
                         return p.passed == position.passed;
                       }) > 1;
  return several ? text + ":" + game.board().name(position.passer) : text;
}

std::string jokers_text(const Game& game, const Position& position) {
  std::string text;
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    const int imitated = position.imitates[index(side)];
    const auto* joker = std::find_if(position.begin(), position.end(), [&](const Man& m) {
      return m.side == side && game.kind(m.kind).joker;
    });
    if (imitated < 0 || joker == position.end()) continue;
    if (!text.empty()) text += ',';
    text += letter_of(game, joker->kind, side);
    text += '=';
    text += game.kind(imitated).letter;
  }
  return text;
}

std::string further_fields(const Game& game, const Position& position) {
  const std::string passed = passed_text(game, position), jokers = jokers_text(game, position);
  if (jokers.empty()) return passed.empty() ? "" : " " + passed;
  return " " + (passed.empty() ? "-" : passed) + " " + jokers;
}

}  // namespace

Result<Position> parse_fen(const Game& game, std::string_view fen) {
  const auto fields = split_fields(fen);
  if (fields.empty()) return unreadable("field 1: it is empty");
  Position position;
  if (auto ok = PlacementReader(game, fields[0]).read(position); !ok) return ok.error();
  if (fields.size() < 2)
    return unreadable("field 2: the side to move is missing, write 'w' or 'b'");
  if (fields[1] != "w" && fields[1] != "b")
    return unreadable(fmt::format("field 2: '{}' is no side to move, write 'w' or 'b'", fields[1]));
  position.to_move = fields[1] == "w" ? Side::kWhite : Side::kBlack;
  if (auto ok = check_royals(game, position); !ok) return ok.error();
  if (auto ok = FurtherFields(game, fields, position).read(); !ok) return ok.error();
  return position;
}

std::string to_fen(const Game& game, const Position& position) {
  const Board& board = game.board();
  std::string cells(static_cast<std::size_t>(board.size()), '*');
  for (Square s = 0; s < board.size(); ++s)
    if (board.open_when_empty(s)) cells[static_cast<unsigned>(s)] = ' ';
  for (const Man& man : position)
    cells[static_cast<unsigned>(man.square)] = letter_of(game, man.kind, man.side);
  std::string fen;
  for (int rank = board.ranks() - 1; rank >= 0; --rank) {
    int run = 0;
    const auto end_run = [&] {
      if (run > 0) fen += std::to_string(run);
      run = 0;
    };
    for (int file = 0; file < board.files(); ++file) {
      const char c = cells[static_cast<unsigned>(board.at(file, rank))];
      if (c == ' ') {
        ++run;
        continue;
      }
      end_run();
      fen += c;
    }
    end_run();
    fen += rank > 0 ? '/' : ' ';
  }
  fen += position.to_move == Side::kWhite ? 'w' : 'b';
  return fen + further_fields(game, position);
}

}  // namespace augmate
