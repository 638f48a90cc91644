// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "gen/internal/check_parts.h"

namespace augmate::internal {
namespace {

class HeaderCheck {
 public:
  explicit HeaderCheck(const CheckedTable& table) : table_(table), info_(table.file().info()) {}

  Result<void> run(const ValueCounts& counts) {
    const PositionIndex& index = table_.index();
    if (info_.material != material_name(table_.game(), index.material()))
      return difference(fmt::format("the header says material {}", info_.material));
    if (info_.symmetries != static_cast<int>(index.symmetries().size()))
      return difference(fmt::format("the header says {} symmetries instead of {}", info_.symmetries,
                                    index.symmetries().size()));
    const std::size_t states = counts.size() > 1 ? counts.size() : 0;
    if (info_.states.size() != states)
      return difference(
          fmt::format("the header has statistics of {} states of the Jokers instead of {}",
                      info_.states.size(), states));
    for (const Side side : {Side::kWhite, Side::kBlack}) {
      std::vector<std::uint64_t> sum(std::size_t{1} << 16);
      for (std::size_t state = 0; state < counts.size(); ++state) {
        const auto& of_state = counts[state][augmate::index(side)];
        for (std::size_t v = 0; v < of_state.size(); ++v) sum[v] += of_state[v];
        if (states == 0) continue;
        where_ = fmt::format(" in state {}", state);
        if (auto fine = compare(side, info_.states[state][augmate::index(side)], of_state); !fine)
          return fine;
      }
      where_.clear();
      if (auto fine = compare(side, info_.sides[augmate::index(side)], sum); !fine) return fine;
    }
    return {};
  }

 private:
  Error difference(const std::string& what) const {
    return {ErrorCode::kMismatch,
            material_name(table_.game(), table_.index().material()) + ": " + what};
  }

  Result<void> count(Side side, const std::string& what, std::uint64_t stored,
                     std::uint64_t derived) const {
    if (stored == derived) return {};
    return difference(
        fmt::format("the header counts {} {} with {} to move{}, the positions give {}", stored,
                    what, side_text(side), where_, derived));
  }

  Result<void> compare(Side side, const SideStatistics& stored,
                       const std::vector<std::uint64_t>& counts) const {
    std::array<OutcomeStatistics, kOutcomes> derived;
    std::uint64_t legal = 0;
    for (std::size_t v = 0; v < counts.size();
         ++v) {  // packed values of an outcome ascend with plies
      if (counts[v] == 0) continue;
      const Value value = unpack(static_cast<PackedValue>(v));
      OutcomeStatistics& outcome = derived[static_cast<std::size_t>(value.outcome)];
      outcome.count += counts[v];
      if (value.plies != kNoDistance) outcome.histogram.emplace_back(value.plies, counts[v]);
      legal += counts[v];
    }
    for (std::size_t o = 0; o < derived.size(); ++o)
      if (auto fine = compare(side, static_cast<Outcome>(o), stored.outcomes[o], derived[o]); !fine)
        return fine;
    return count(side, "legal positions", stored.legal, legal);
  }

  Result<void> compare(Side side, Outcome outcome, const OutcomeStatistics& stored,
                       const OutcomeStatistics& derived) const {
    if (auto fine = count(side, fmt::format("'{}'", name(outcome)), stored.count, derived.count);
        !fine)
      return fine;
    for (std::size_t i = 0; i < std::max(stored.histogram.size(), derived.histogram.size()); ++i) {
      const auto at = [i](const OutcomeStatistics& s) {
        return i < s.histogram.size() ? s.histogram[i]
                                      : std::pair<int, std::uint64_t>{kNoDistance, 0};
      };
      if (at(stored) != at(derived))
        return difference(
            fmt::format("the header's histogram of '{}' with {} to move{} has {} in {} plies where "
                        "the positions "
                        "give {} in {}",
                        name(outcome), side_text(side), where_, at(stored).second, at(stored).first,
                        at(derived).second, at(derived).first));
    }
    return longest(side, outcome, stored);
  }

  // The position that is named for a maximum must have it. The value was re-derived before.
  Result<void> longest(Side side, Outcome outcome, const OutcomeStatistics& stored) const {
    if (stored.longest_fen.empty()) return {};
    const std::string place = fmt::format("the header's longest '{}' with {} to move, {}",
                                          name(outcome), side_text(side), stored.longest_fen);
    const auto position = parse_fen(table_.game(), stored.longest_fen);
    if (!position) return difference(place + ": " + position.error().message);
    if (auto why = why_illegal(table_.game(), *position)) return difference(place + ": " + *why);
    const auto entry = table_.index().find(*position);
    if (!entry || position->to_move != side) return difference(place + " is no such position");
    const PackedValue value = table_.stored(side, *entry);
    if (value != pack({outcome, stored.max_plies()}))
      return difference(fmt::format("{} is {}, not the maximum of {} plies", place,
                                    value_text(value), stored.max_plies()));
    return {};
  }

  const CheckedTable& table_;
  const TableInfo& info_;
  std::string where_;  // which state, for messages
};

}  // namespace

Result<void> check_header(const CheckedTable& table, const ValueCounts& counts) {
  return HeaderCheck(table).run(counts);
}

}  // namespace augmate::internal
