// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gen/internal/check_parts.h"

namespace augmate::internal {
namespace {

class HeaderCheck {
 public:
  HeaderCheck(const Game& game, const TableFamily& family)
      : game_(game), family_(family), info_(family.main().table->file().info()) {}

  Result<void> run(const ValueCounts& counts) const {
    const PositionIndex& index = family_.index();
    if (info_.material != material_name(game_, index.material()))
      return difference(fmt::format("the header says material {}", info_.material));
    if (info_.symmetries != static_cast<int>(index.symmetries().size()))
      return difference(fmt::format("the header says {} symmetries instead of {}", info_.symmetries,
                                    index.symmetries().size()));
    for (const Side side : {Side::kWhite, Side::kBlack})
      if (auto fine = compare(side, counts[augmate::index(side)]); !fine) return fine;
    return {};
  }

 private:
  Error difference(const std::string& what) const {
    return {ErrorCode::kMismatch, material_name(game_, family_.index().material()) + ": " + what};
  }

  Result<void> count(Side side, const std::string& what, std::uint64_t stored,
                     std::uint64_t derived) const {
    if (stored == derived) return {};
    return difference(fmt::format("the header counts {} {} with {} to move, the positions give {}",
                                  stored, what, side_text(side), derived));
  }

  Result<void> compare(Side side, const std::vector<std::uint64_t>& counts) const {
    std::uint64_t legal = 0;
    for (int o = 0; o < kOutcomes; ++o) {
      const auto outcome = static_cast<Outcome>(o);
      OutcomeStatistics derived;
      for (int plies = kNoDistance; plies <= kMaxPlies; ++plies) {
        const std::uint64_t n = counts[pack({outcome, plies})];
        derived.count += n;
        if (n > 0 && plies != kNoDistance) derived.histogram.emplace_back(plies, n);
      }
      legal += derived.count;
      if (auto fine = compare(side, outcome, derived); !fine) return fine;
    }
    return count(side, "legal positions", info_.sides[augmate::index(side)].legal, legal);
  }

  Result<void> compare(Side side, Outcome outcome, const OutcomeStatistics& derived) const {
    const OutcomeStatistics& stored =
        info_.sides[augmate::index(side)].outcomes[static_cast<std::size_t>(outcome)];
    if (auto fine = count(side, fmt::format("'{}'", name(outcome)), stored.count, derived.count);
        !fine)
      return fine;
    for (std::size_t i = 0; i < std::max(stored.histogram.size(), derived.histogram.size()); ++i) {
      const auto at = [i](const OutcomeStatistics& s) {
        return i < s.histogram.size() ? s.histogram[i]
                                      : std::pair<int, std::uint64_t>{kNoDistance, 0};
      };
      if (at(stored) != at(derived))
        return difference(fmt::format(
            "the header's histogram of '{}' with {} to move has {} in {} plies where the positions "
            "give {} in {}",
            name(outcome), side_text(side), at(stored).second, at(stored).first, at(derived).second,
            at(derived).first));
    }
    return longest(side, outcome, stored);
  }

  // The position that is named for a maximum must have it. The value was re-derived before.
  Result<void> longest(Side side, Outcome outcome, const OutcomeStatistics& stored) const {
    if (stored.longest_fen.empty()) return {};
    const std::string place = fmt::format("the header's longest '{}' with {} to move, {}",
                                          name(outcome), side_text(side), stored.longest_fen);
    const auto position = parse_fen(game_, stored.longest_fen);
    if (!position) return difference(place + ": " + position.error().message);
    if (auto why = why_illegal(game_, *position)) return difference(place + ": " + *why);
    const auto entry = family_.index().find(*position);
    if (!entry || position->to_move != side) return difference(place + " is no such position");
    const PackedValue value = family_.main().values[augmate::index(side)][*entry];
    if (value != pack({outcome, stored.max_plies()}))
      return difference(fmt::format("{} is {}, not the maximum of {} plies", place,
                                    value_text(value), stored.max_plies()));
    return {};
  }

  const Game& game_;
  const TableFamily& family_;
  const TableInfo& info_;
};

}  // namespace

const char* side_text(Side side) { return side == Side::kWhite ? "white" : "black"; }

std::string value_text(PackedValue packed) {
  if (packed == kDontCare) return "nothing";
  const Value v = unpack(packed);
  if (v.plies == kNoDistance) return name(v.outcome);
  return fmt::format("{} in {} {}", name(v.outcome), v.plies, v.plies == 1 ? "ply" : "plies");
}

Result<void> check_header(const Game& game, const TableFamily& family, const ValueCounts& counts) {
  return HeaderCheck(game, family).run(counts);
}

}  // namespace augmate::internal
