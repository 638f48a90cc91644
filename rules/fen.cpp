// SPDX-License-Identifier: MIT
// parse_fen and to_fen of rules/position.h.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "rules/position.h"

namespace augmate {
namespace {

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
    if (!kind && letter == 'P')
      return Error{ErrorCode::kNotCovered,
                   "FEN, " + place() + ": endings with pawns are not covered"};
    if (!kind)
      return unreadable(fmt::format("{}: {} has no men '{}'", place(), game_.rules().name, c));
    if (!game_.kinds()[static_cast<unsigned>(*kind)].steps[index(side)])
      return unreadable(fmt::format("{}: {} has no men '{}' in {}", place(),
                                    white ? "White" : "Black", letter, game_.rules().name));
    if (!board_.exists(square()))
      return Error{ErrorCode::kIllegal,
                   fmt::format("FEN, {}: '{}' stands on a missing square", place(), c)};
    if (position.count == kMaxMen)
      return Error{ErrorCode::kNotCovered,
                   fmt::format("FEN, {}: more than {} men are not covered", place(), kMaxMen)};
    position.add({*kind, side, square()});
    ++file_;
    return {};
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

// After the side to move: castling, en passant, what Jokers imitate, and two counters. The first
// three must be '-' where there are no pawns and no Jokers, and any may be left out.
Result<void> check_further_fields(const std::vector<std::string_view>& fields) {
  std::size_t i = 2;
  while (i < fields.size() && fields[i] == "-") ++i;
  const std::size_t dashes = i - 2;
  while (i < fields.size() && is_number(fields[i])) ++i;
  if (i == fields.size() && dashes <= 3 && i - 2 - dashes <= 2) return {};
  if (i == fields.size())
    return unreadable(fmt::format("field {}: there are more fields than a FEN has", i));
  const std::string_view field = fields[i];
  const auto place = fmt::format("field {}: '{}': ", i + 1, field);
  if (field.find_first_not_of("KQkq") == std::string_view::npos)
    return Error{ErrorCode::kNotCovered,
                 "FEN, " + place + "castling rights are not covered, write '-'"};
  if (field.find('=') != std::string_view::npos)
    return unreadable(place + "there are no Jokers in this game, write '-'");
  return unreadable(place + "neither '-' nor a counter (without pawns nothing is en passant)");
}

Result<void> check_royals(const Game& game, const Position& position) {
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    const auto royals = std::count_if(position.begin(), position.end(), [&](const Man& man) {
      return man.side == side && man.kind == game.royal(side);
    });
    if (royals != 1)
      return Error{ErrorCode::kIllegal,
                   fmt::format("FEN, field 1: {} has {} royal men ({}), each side has exactly one",
                               side == Side::kWhite ? "White" : "Black", royals,
                               game.kinds()[static_cast<unsigned>(game.royal(side))].letter)};
  }
  return {};
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
  if (auto ok = check_further_fields(fields); !ok) return ok.error();
  if (auto ok = check_royals(game, position); !ok) return ok.error();
  return position;
}

std::string to_fen(const Game& game, const Position& position) {
  const Board& board = game.board();
  std::string cells(static_cast<std::size_t>(board.size()), '*');
  for (Square s = 0; s < board.size(); ++s)
    if (board.open_when_empty(s)) cells[static_cast<unsigned>(s)] = ' ';
  for (const Man& man : position) {
    const char letter = game.kinds()[static_cast<unsigned>(man.kind)].letter;
    cells[static_cast<unsigned>(man.square)] =
        man.side == Side::kWhite ? letter : static_cast<char>(letter - 'A' + 'a');
  }
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
  return fen;
}

}  // namespace augmate
