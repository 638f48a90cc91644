// SPDX-License-Identifier: MIT
// augmate.h: positions, values and moves.
#include <algorithm>
#include <array>
#include <string>

#include "probe/augmate.h"
#include "probe/internal/c_calls.h"

using namespace augmate;
using namespace augmate::internal;

namespace {

const Game& game_of(const augmate_tables* tables) { return tables->prober.game(); }

augmate_value write_value(Value value) {
  return {static_cast<std::int32_t>(value.outcome), value.plies};
}

augmate_status answer(const Result<Value>& value, augmate_value* out) {
  if (!value) return fail(value.error());
  *out = write_value(*value);
  return AUGMATE_OK;
}
augmate_status answer(const Result<Outcome>& outcome, int* out) {
  if (!outcome) return fail(outcome.error());
  *out = static_cast<int>(*outcome);
  return AUGMATE_OK;
}

// `ask`: of a Position.
template <class Out, class Ask>
augmate_status about(const augmate_tables* tables, const augmate_position* position, Out* out,
                     Ask&& ask) {
  if (any_null(tables, position, out)) return null_pointer();
  return walled([&] {
    const auto read = read_position(game_of(tables), *position);
    return read ? ask(*read) : fail(read.error());
  });
}

const EndingReader& ending_of(const augmate_ending* ending) {
  return *reinterpret_cast<const EndingReader*>(ending);
}

// `ask`: of the squares and the side.
template <class Out, class Ask>
augmate_status about(const augmate_ending* ending, const std::uint8_t* squares, int to_move,
                     Out* out, Ask&& ask) {
  if (any_null(ending, squares, out)) return null_pointer();
  if (to_move != AUGMATE_WHITE && to_move != AUGMATE_BLACK)
    return fail(AUGMATE_USAGE, "no side to move");
  return walled([&] {
    const EndingReader& opened = ending_of(ending);
    const int count = opened.material().count(), size = opened.table().index().squares();
    std::array<Square, kMaxMen> read;
    for (int i = 0; i < count; ++i) {
      if (squares[i] >= size) return fail(AUGMATE_ILLEGAL, "a man off the board");
      read[static_cast<unsigned>(i)] = squares[i];
    }
    return answer(ask(opened, read.data(), static_cast<Side>(to_move)), out);
  });
}

}  // namespace

extern "C" {

augmate_status augmate_read_fen(const augmate_tables* tables, const char* fen,
                                augmate_position* out) {
  if (any_null(tables, fen, out)) return null_pointer();
  return walled([&] {
    const auto position = parse_fen(game_of(tables), fen);
    if (!position) return fail(position.error());
    *out = write_position(*position);
    return AUGMATE_OK;
  });
}

augmate_status augmate_write_fen(const augmate_tables* tables, const augmate_position* position,
                                 char* text, size_t size) {
  return about(tables, position, text, [&](const Position& p) {
    return write_text(to_fen(game_of(tables), p), text, size);
  });
}

augmate_status augmate_set_men(const augmate_tables* tables, const char* letters,
                               const int* squares, int to_move, augmate_position* out) {
  if (any_null(tables, letters, squares, out)) return null_pointer();
  return walled([&] {
    Position p;
    for (const char* letter = letters; *letter != '\0'; ++letter) {
      const bool white = *letter >= 'A' && *letter <= 'Z', black = *letter >= 'a' && *letter <= 'z';
      const auto kind =
          game_of(tables).kind_of(black ? static_cast<char>(*letter - 'a' + 'A') : *letter);
      if (!(white || black) || !kind)
        return fail(AUGMATE_BAD_NOTATION, std::string("no man has the letter '") + *letter + "'");
      const int square = squares[letter - letters];
      if (p.count == kMaxMen || square < 0 || square >= kMaxSquares)
        return fail(AUGMATE_ILLEGAL, "too many men, or one off the board");
      p.add({*kind, white ? Side::kWhite : Side::kBlack, square});
    }
    augmate_position made = write_position(p);
    made.to_move = to_move;
    const auto fine = read_position(game_of(tables), made);
    if (!fine) return fail(fine.error());
    *out = made;
    return AUGMATE_OK;
  });
}

augmate_status augmate_probe(augmate_tables* tables, const augmate_position* position,
                             augmate_value* out) {
  return about(tables, position, out,
               [&](const Position& p) { return answer(tables->prober.probe(p), out); });
}

augmate_status augmate_probe_fen(augmate_tables* tables, const char* fen, augmate_value* out) {
  if (any_null(tables, fen, out)) return null_pointer();
  return walled([&] {
    const auto position = parse_fen(game_of(tables), fen);
    return position ? answer(tables->prober.probe(*position), out) : fail(position.error());
  });
}

augmate_status augmate_probe_outcome(augmate_tables* tables, const augmate_position* position,
                                     int* out) {
  return about(tables, position, out,
               [&](const Position& p) { return answer(tables->prober.outcome(p), out); });
}

augmate_status augmate_probe_unchecked(augmate_tables* tables, const augmate_position* position,
                                       augmate_value* out) {
  return about(tables, position, out,
               [&](const Position& p) { return answer(tables->prober.probe_unchecked(p), out); });
}

augmate_status augmate_outcome_unchecked(augmate_tables* tables, const augmate_position* position,
                                         int* out) {
  return about(tables, position, out,
               [&](const Position& p) { return answer(tables->prober.outcome_unchecked(p), out); });
}

augmate_status augmate_moves(augmate_tables* tables, const augmate_position* position,
                             augmate_move* moves, size_t capacity, size_t* count) {
  if (moves == nullptr && capacity > 0) return null_pointer();
  return about(tables, position, count, [&](const Position& p) {
    const auto value = tables->prober.probe(p);
    if (!value) return fail(value.error());
    const auto scored = tables->prober.moves(p);
    if (!scored) return fail(scored.error());
    for (std::size_t i = 0; i < std::min(capacity, scored->size()); ++i)
      moves[i] = write_move((*scored)[i], *value);
    *count = scored->size();
    return AUGMATE_OK;
  });
}

augmate_status augmate_best_move(augmate_tables* tables, const augmate_position* position,
                                 augmate_move* out) {
  return about(tables, position, out, [&](const Position& p) {
    const auto value = tables->prober.probe(p);
    if (!value) return fail(value.error());
    const auto best = tables->prober.best(p);
    if (!best) return fail(best.error());
    if (best->empty()) return fail(AUGMATE_GAME_OVER, "the game is over: there is no move");
    *out = write_move({best->front(), *value}, *value);
    return AUGMATE_OK;
  });
}

augmate_status augmate_play(const augmate_tables* tables, const augmate_position* position,
                            const augmate_move* move, augmate_position* out) {
  if (move == nullptr) return null_pointer();
  return about(tables, position, out, [&](const Position& p) {
    const Game& game = game_of(tables);
    if (const auto why = why_illegal(game, p)) return fail(AUGMATE_ILLEGAL, *why);
    std::vector<Move> legal;
    legal_moves(game, p, legal);
    for (const Move& m : legal)
      if (m.from == move->from && m.to == move->to && m.promotion == move->promotion) {
        *out = write_position(after(game, p, m));
        return AUGMATE_OK;
      }
    return fail(AUGMATE_ILLEGAL, "no legal move");
  });
}

augmate_status augmate_move_text(const augmate_tables* tables, const augmate_move* move, char* text,
                                 size_t size) {
  if (any_null(tables, move, text)) return null_pointer();
  return walled([&] {
    const Game& game = game_of(tables);
    const auto off = [&](int square) { return square < 0 || square >= game.board().size(); };
    const int kinds = static_cast<int>(game.kinds().size());
    if (off(move->from) || off(move->to) || move->promotion < AUGMATE_NONE ||
        move->promotion >= kinds)
      return fail(AUGMATE_USAGE, "a move off the board, or to a kind that is none");
    Move m;
    m.from = move->from;
    m.to = move->to;
    m.promotion = move->promotion;
    return write_text(to_text(game, m), text, size);
  });
}

augmate_status augmate_open_ending(augmate_tables* tables, const char* material,
                                   const augmate_ending** out) {
  if (any_null(tables, material, out)) return null_pointer();
  return walled([&] {
    const auto men = parse_material(game_of(tables), material);
    if (!men) return fail(men.error());
    const auto ending = tables->prober.ending(*men);
    if (!ending) return fail(ending.error());
    *out = reinterpret_cast<const augmate_ending*>(*ending);
    return AUGMATE_OK;
  });
}

augmate_status augmate_ending_probe_unchecked(const augmate_ending* ending, const uint8_t* squares,
                                              int to_move, augmate_value* out) {
  return about(
      ending, squares, to_move, out,
      [](const EndingReader& e, const Square* s, Side side) { return e.probe_unchecked(s, side); });
}

augmate_status augmate_ending_outcome_unchecked(const augmate_ending* ending,
                                                const uint8_t* squares, int to_move, int* out) {
  return about(ending, squares, to_move, out,
               [](const EndingReader& e, const Square* s, Side side) {
                 return e.outcome_unchecked(s, side);
               });
}

augmate_status augmate_ending_bytes(const augmate_ending* ending, uint64_t* preloaded,
                                    uint64_t* outcomes, uint64_t* file) {
  if (ending == nullptr) return null_pointer();
  return walled([&] {
    const EndingReader& e = ending_of(ending);
    if (outcomes != nullptr) {
      const auto bytes = e.outcome_bytes();
      if (!bytes) return fail(bytes.error());
      *outcomes = *bytes;
    }
    if (preloaded != nullptr) *preloaded = e.preloaded_bytes();
    if (file != nullptr) *file = e.table().file().size_bytes();
    return AUGMATE_OK;
  });
}

}  // extern "C"
