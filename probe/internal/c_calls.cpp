// SPDX-License-Identifier: MIT
#include "probe/internal/c_calls.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace augmate::internal {
namespace {

// A buffer of fixed size: keeping a message must not fail itself.
thread_local std::array<char, 1024> message_of_thread{};

Error out_of_range(const char* what) {
  return {ErrorCode::kIllegal, std::string("the position has ") + what};
}

bool is_kind(const Game& game, int kind) {
  return kind >= 0 && kind < static_cast<int>(game.kinds().size());
}

}  // namespace

augmate_status status_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::kUsage:
      return AUGMATE_USAGE;
    case ErrorCode::kBadNotation:
      return AUGMATE_BAD_NOTATION;
    case ErrorCode::kIllegal:
      return AUGMATE_ILLEGAL;
    case ErrorCode::kNotCovered:
      return AUGMATE_NOT_COVERED;
    case ErrorCode::kMissingTable:
      return AUGMATE_MISSING_TABLE;
    case ErrorCode::kBadMagic:
      return AUGMATE_NOT_A_TABLE;
    case ErrorCode::kBadVersion:
      return AUGMATE_BAD_VERSION;
    case ErrorCode::kWrongGame:
      return AUGMATE_WRONG_GAME;
    case ErrorCode::kBadChecksum:
      return AUGMATE_BAD_CHECKSUM;
    case ErrorCode::kTruncated:
      return AUGMATE_TRUNCATED;
    case ErrorCode::kCorrupt:
      return AUGMATE_CORRUPT;
    case ErrorCode::kIo:
    case ErrorCode::kNoSpace:
      return AUGMATE_IO;
    case ErrorCode::kNoMemory:
      return AUGMATE_NO_MEMORY;
    case ErrorCode::kTooLarge:
      return AUGMATE_TOO_LARGE;
    case ErrorCode::kMismatch:
      return AUGMATE_MISMATCH;
  }
  return AUGMATE_INTERNAL;
}

augmate_status fail(augmate_status status, std::string_view message) noexcept {
  const std::size_t size = std::min(message.size(), message_of_thread.size() - 1);
  std::memcpy(message_of_thread.data(), message.data(), size);
  message_of_thread[size] = '\0';
  return status;
}

augmate_status fail(const Error& error) noexcept {
  return fail(status_of(error.code), error.message);
}

augmate_status write_text(std::string_view from, char* text, std::size_t size) noexcept {
  if (from.size() >= size) return fail(AUGMATE_USAGE, "the text does not fit into the room for it");
  std::memcpy(text, from.data(), from.size());
  text[from.size()] = '\0';
  return AUGMATE_OK;
}

Result<Position> read_position(const Game& game, const augmate_position& position) {
  if (position.count < 2 || position.count > kMaxMen)
    return out_of_range("too few or too many men");
  if (position.to_move != AUGMATE_WHITE && position.to_move != AUGMATE_BLACK)
    return out_of_range("no side to move");
  Position p;
  p.to_move = static_cast<Side>(position.to_move);
  std::array<int, 2> royals{};
  for (int i = 0; i < position.count; ++i) {
    const augmate_man& m = position.men[i];
    if (!is_kind(game, m.kind) || m.side > AUGMATE_BLACK)
      return out_of_range("a man of no kind or no side");
    if (m.square >= game.board().size() || !game.board().exists(m.square))
      return out_of_range("a man off the board");
    const Side side = static_cast<Side>(m.side);
    royals[m.side] += m.kind == game.royal(side) ? 1 : 0;
    p.add({m.kind, side, m.square});
  }
  if (royals[0] != 1 || royals[1] != 1)
    return Error{ErrorCode::kIllegal, "each side needs exactly one royal piece"};
  for (std::size_t side = 0; side < 2; ++side) {
    p.imitates[side] = position.imitates[side];
    if (p.imitates[side] != AUGMATE_NONE &&
        (!is_kind(game, p.imitates[side]) || game.kind(p.imitates[side]).joker))
      return out_of_range("a Joker that imitates what is no kind of men");
  }
  if (position.passer != AUGMATE_NONE &&
      (position.passer < 0 || position.passer >= game.board().size()))
    return out_of_range("a passed pawn off the board");
  p.passer = position.passer;
  for (int i = 0; i < SquareSet::kWords; ++i) p.passed.word_at(i) = position.passed[i];
  if ((p.passed - game.board().squares()).any())
    return out_of_range("passed squares off the board");
  return p;
}

augmate_position write_position(const Position& position) {
  augmate_position p{};
  p.count = position.count;
  p.to_move = static_cast<std::int32_t>(position.to_move);
  for (int i = 0; i < position.count; ++i) {
    const Man& m = position.men[static_cast<unsigned>(i)];
    p.men[i] = {static_cast<std::uint8_t>(m.kind), static_cast<std::uint8_t>(m.side),
                static_cast<std::uint16_t>(m.square)};
  }
  for (std::size_t side = 0; side < 2; ++side)
    p.imitates[side] = static_cast<std::int16_t>(position.imitates[side]);
  p.passer = static_cast<std::int16_t>(position.passer);
  for (int i = 0; i < SquareSet::kWords; ++i) p.passed[i] = position.passed.word_at(i);
  return p;
}

augmate_move write_move(const ScoredMove& scored, Value value) {
  const Move& m = scored.move;
  return {static_cast<std::int16_t>(m.from),
          static_cast<std::int16_t>(m.to),
          static_cast<std::int16_t>(m.promotion),
          static_cast<std::int16_t>(m.taken),
          {static_cast<std::int32_t>(scored.value.outcome), scored.value.plies},
          scored.value == value ? 1 : 0};
}

}  // namespace augmate::internal

extern "C" const char* augmate_error(void) { return augmate::internal::message_of_thread.data(); }
