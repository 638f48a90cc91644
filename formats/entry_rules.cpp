// SPDX-License-Identifier: MIT
#include "formats/entry_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "formats/rules_text.h"
#include "formats/table_file.h"
#include "formats/value_by_moves.h"
#include "rules/move_generator.h"

namespace augmate {
namespace {

class RulesOfEntries final : public EntryRules {
 public:
  explicit RulesOfEntries(PositionIndex index) : index_(std::move(index)) {
    for (const Side side : {Side::kWhite, Side::kBlack})
      settled_[augmate::index(side)] = settlement_of(index_.game(), index_.material(), side);
  }

  void look(Side side, std::uint64_t begin, std::span<const std::uint16_t> other,
            std::span<EntryFacts> out) const override;

 private:
  friend class Look;
  PositionIndex index_;
  std::array<Settlement, 2> settled_;
};

std::uint32_t mixed(std::uint64_t h, std::uint64_t x) {
  h = (h ^ x) * 0xD6E8FEB86659FD93u;
  h ^= h >> 29;
  h *= 0x9E3779B97F4A7C15u;
  return static_cast<std::uint32_t>(h >> 32);
}

class Look {
 public:
  Look(const RulesOfEntries& rules, Side side, std::uint64_t begin,
       std::span<const std::uint16_t> other)
      : x_(rules.index_),
        game_(x_.game()),
        settled_(rules.settled_[index(side)]),
        side_(side),
        begin_(begin),
        other_(other) {
          one_state_ = x_.states().size() == 1;
        }

  EntryFacts at(std::uint64_t entry) {
    EntryFacts facts;
    std::array<Square, kMaxMen> squares{};
    x_.squares_of(entry, squares.data());
    SquareSet used;
    for (int i = 0; i < x_.men(); ++i) {
      if (used.test(squares[i])) { facts.possible = false; return facts; }
      used.set(squares[i]);
    }
    const Position position = x_.position(entry, side_);
    facts.possible = !why_illegal(game_, position);
    if (!facts.possible) return facts;
    if (settled_.ended) {
      facts.bound = pack(*settled_.ended);
      facts.complete = true;
      return facts;
    }
    for (const Symmetry& g : x_.symmetries()) {
      if (x_.pawns() == 0 && g.map[squares[0]] != squares[0]) continue;
      std::array<Square, kMaxMen> image;
      for (int i = 0; i < x_.men(); ++i) image[i] = g.map[squares[i]];
      const auto twin = x_.index_of(image.data(), x_.state_of(entry));
      if (twin < entry && twin >= begin_) { facts.twin = std::uint32_t(entry - twin); return facts; }
    }
    legal_moves(game_, position, moves_);
    const bool check = in_check(game_, position);
    facts.situation = static_cast<std::uint16_t>(std::min<std::size_t>(moves_.size(), 31) * 2 + check);
    if (moves_.empty()) {
      facts.bound = pack(check ? Value{Outcome::kLoss, 0} : settled_.stalemate);
      facts.complete = true;
      return facts;
    }
    const int state = x_.state_of(entry);
    BestValue best(settled_.infinite);
    facts.complete = true;
    for (const Move& move : moves_) {
      if (move.capture() || move.promotion >= 0) {
        facts.complete = false;
        const Position next = after(game_, position, move);
        std::uint32_t h = 1;
        for (const Man& m : next)
          h += mixed(m.kind * 2 + static_cast<int>(m.side), m.square + 1);
        facts.captures += h | 1;
        continue;
      }
      if (other_.empty()) { facts.complete = false; continue; }
      const auto next_value = value_after(position, squares, state, move);
      if (!next_value) { facts.complete = false; continue; }
      best.add(unpack(*next_value), settled_.infinite);
    }
    if (best.any()) facts.bound = pack(best.value());
    return facts;
  }

  std::optional<std::uint16_t> value_after(const Position& position, std::array<Square, kMaxMen> squares, int state,
                            const Move& move) {
    for (int i = 0; i < x_.men(); ++i)
      if (squares[i] == move.from) squares[i] = move.to;
    if (move.multi_step || !one_state_) {
      const Position next = after(game_, position, move);
      if (next.passed.any()) return {};
      state = x_.find_state(next.imitates);
      if (state < 0) return {};
    }
    const std::uint64_t entry = x_.index_of(squares.data(), state);
    if (entry < begin_ || entry - begin_ >= other_.size()) return {};
    return other_[entry - begin_];
  }

 private:
  const PositionIndex& x_;
  const Game& game_;
  const Settlement& settled_;
  Side side_;
  std::uint64_t begin_;
  std::span<const std::uint16_t> other_;
  bool one_state_;
  std::vector<Move> moves_;
};

void RulesOfEntries::look(Side side, std::uint64_t begin, std::span<const std::uint16_t> other,
                          std::span<EntryFacts> out) const {
  Look look(*this, side, begin, other);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = look.at(begin + i);
}

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
  return std::unique_ptr<const EntryRules>(std::make_unique<RulesOfEntries>(std::move(*index)));
}

}  // namespace augmate
