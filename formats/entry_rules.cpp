// SPDX-License-Identifier: MIT
#include "formats/entry_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "formats/position_index.h"
#include "formats/rules_text.h"
#include "formats/table_file.h"
#include "formats/value_by_moves.h"
#include "rules/move_generator.h"

namespace augmate {
namespace {

using Squares = std::array<Square, kMaxMen>;  // in the order of the index

constexpr std::size_t kMostMoves = 31;

// The upper half of a product that depends on all bits.
std::uint32_t mixed(std::uint64_t h, std::uint64_t x) {
  h = (h ^ x) * 0xD6E8FEB86659FD93u;
  h = (h ^ h >> 29) * 0x9E3779B97F4A7C15u;
  return static_cast<std::uint32_t>(h >> 32);
}

// The men and their squares in any order; never 0.
std::uint32_t hash_of(const Position& position) {
  std::uint32_t sum = 1;
  for (const Man& m : position)
    sum += mixed(static_cast<std::uint64_t>(m.kind) * 2 + index(m.side),
                 static_cast<std::uint64_t>(m.square) + 1);
  return sum | 1;
}

// Entries of one block and side to move, one after the other.
class Look {
 public:
  Look(const PositionIndex& x, Side side, std::uint64_t begin, std::span<const std::uint16_t> other)
      : x_(x),
        game_(x.game()),
        settled_(settlement_of(x.game(), x.material(), side)),
        side_(side),
        begin_(begin),
        other_(other) {}

  EntryFacts at(std::uint64_t entry) {
    EntryFacts facts;
    Squares squares{};
    x_.squares_of(entry, squares.data());
    const Position position = x_.position(entry, side_);
    facts.possible = apart(squares) && !why_illegal(game_, position);
    if (!facts.possible) return facts;
    facts.twin = twin_of(entry, squares);
    if (facts.twin == 0) look_at_moves(position, squares, x_.state_of(entry), facts);
    return facts;
  }

 private:
  // Most impossible entries are found so.
  bool apart(const Squares& squares) const {
    SquareSet taken;
    for (std::size_t i = 0; i < men(); ++i) {
      if (taken.test(squares[i])) return false;
      taken.set(squares[i]);
    }
    return true;
  }

  // How far back the first of the symmetric entries stands, if it is in the block.
  std::uint32_t twin_of(std::uint64_t entry, const Squares& squares) const {
    std::uint64_t first = entry;
    for (const Symmetry& g : x_.symmetries()) {
      const auto map = [&](std::size_t man) {
        return g.map[static_cast<std::size_t>(squares[man])];
      };
      if (x_.pawns() == 0 && map(0) != squares[0]) continue;  // leads back to the entry itself
      Squares image{};
      for (std::size_t i = 0; i < men(); ++i) image[i] = map(i);
      const std::uint64_t twin = x_.index_of(image.data(), x_.state_of(entry));
      if (twin >= begin_) first = std::min(first, twin);
    }
    return static_cast<std::uint32_t>(entry - first);
  }

  void look_at_moves(const Position& position, const Squares& squares, int state,
                     EntryFacts& facts) {
    facts.complete = true;
    if (settled_.ended) {
      facts.bound = pack(*settled_.ended);
      return;
    }
    legal_moves(game_, position, moves_);
    const bool check = in_check(game_, position);
    facts.situation = static_cast<std::uint16_t>(std::min(moves_.size(), kMostMoves) * 2 +
                                                 static_cast<std::size_t>(check));
    if (moves_.empty()) {
      facts.bound = pack(check ? Value{Outcome::kLoss, 0} : settled_.stalemate);
      return;
    }
    BestValue best(settled_.infinite);
    for (const Move& move : moves_) {
      const bool leaves = move.capture() || move.promotion >= 0;
      if (leaves) facts.captures += hash_of(after(game_, position, move));
      const auto value =
          leaves || other_.empty() ? std::nullopt : value_after(position, squares, state, move);
      if (value)
        best.add(unpack(*value), settled_.infinite);
      else
        facts.complete = false;
    }
    if (best.any()) facts.bound = pack(best.value());
  }

  // After a move to an entry of the block.
  std::optional<std::uint16_t> value_after(const Position& position, Squares squares, int state,
                                           const Move& move) const {
    std::replace(squares.begin(), squares.begin() + static_cast<std::ptrdiff_t>(men()), move.from,
                 move.to);
    if (move.multi_step || x_.states().size() > 1) {
      const Position next = after(game_, position, move);
      state = x_.find_state(next.imitates);
      if (next.passed.any() || state < 0) return std::nullopt;
    }
    const std::uint64_t entry = x_.index_of(squares.data(), state);
    if (entry < begin_ || entry - begin_ >= other_.size()) return std::nullopt;
    return other_[entry - begin_];
  }

  std::size_t men() const { return static_cast<std::size_t>(x_.men()); }

  const PositionIndex& x_;
  const Game& game_;
  const Settlement settled_;
  Side side_;
  std::uint64_t begin_;
  std::span<const std::uint16_t> other_;
  std::vector<Move> moves_;
};

class IndexedRules final : public EntryRules {
 public:
  explicit IndexedRules(PositionIndex index) : index_(std::move(index)) {}

  void look(Side side, std::uint64_t begin, std::span<const std::uint16_t> other,
            std::uint64_t first, std::span<EntryFacts> out) const override {
    Look look(index_, side, begin, other);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = look.at(first + i);
  }

 private:
  PositionIndex index_;
};

Error unusable(const std::string& why) {
  return {ErrorCode::kCorrupt, "rules that do not fit the blocks: " + why};
}

}  // namespace

Result<std::unique_ptr<const EntryRules>> entry_rules(std::string_view rules_text,
                                                      std::uint64_t entries) {
  const auto own = parse_rules_text(rules_text);
  if (!own) return unusable(own.error().message);
  auto index = PositionIndex::create(own->game, own->material);
  if (!index) return unusable(index.error().message);
  if (index->entries() != entries)
    return unusable(fmt::format("{} entries a side instead of {}", index->entries(), entries));
  return std::unique_ptr<const EntryRules>(std::make_unique<IndexedRules>(std::move(*index)));
}

}  // namespace augmate
