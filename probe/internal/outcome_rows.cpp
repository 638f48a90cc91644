// SPDX-License-Identifier: MIT
#include "probe/internal/outcome_rows.h"

#include <fmt/format.h>

#include <bit>
#include <string>
#include <unordered_map>
#include <utility>

namespace augmate::internal {
namespace {

// Bits that so many numbers from 0 on need.
unsigned width_of(std::size_t numbers) {
  return static_cast<unsigned>(std::bit_width(numbers - 1));
}

// Distinct rows as texts of one byte an outcome, numbered as they come up.
class RowNumbers {
 public:
  void add(const std::string& row) {
    const auto [it, fresh] = known_.try_emplace(row, distinct_.size());
    if (fresh) distinct_.push_back(&it->first);
    numbers_.push_back(it->second);
  }
  const std::vector<const std::string*>& distinct() const { return distinct_; }
  PackedNumbers packed() const {
    PackedNumbers packed(numbers_.size(), width_of(distinct_.size()));
    for (std::size_t i = 0; i < numbers_.size(); ++i) packed.set(i, numbers_[i]);
    return packed;
  }

 private:
  std::unordered_map<std::string, std::size_t> known_;
  std::vector<const std::string*> distinct_;  // a map's keys stay where they are
  std::vector<std::size_t> numbers_;
};

PackedNumbers pack_rows(const RowNumbers& rows, std::uint64_t row, unsigned bits) {
  PackedNumbers packed(rows.distinct().size() * row, bits);
  std::uint64_t i = 0;
  for (const std::string* text : rows.distinct())
    for (const char place : *text) packed.set(i++, static_cast<unsigned char>(place));
  return packed;
}

}  // namespace

Result<OutcomeRows> OutcomeRows::build(const TableFile& file, Side side, std::uint64_t row) {
  OutcomeRows rows;
  rows.row_ = row;
  std::array<std::size_t, kOutcomes + 1> places;
  places.fill(kOutcomes);
  for (int o = 0; o < kOutcomes; ++o) {
    const auto i = static_cast<std::size_t>(o);
    if (file.info().sides[index(side)].outcomes[i].count == 0) continue;
    places[i] = rows.outcomes_.size();
    rows.outcomes_.push_back(static_cast<Outcome>(o));
  }
  if (rows.outcomes_.size() <= 1) return rows;
  RowNumbers numbers;
  std::string text;
  for (std::uint64_t b = 0; b < file.blocks(); ++b) {
    const auto values = file.read_block(side, b);
    if (!values) return values.error();
    for (const PackedValue value : *values) {
      const std::size_t place = places[value & 7];
      if (place == kOutcomes)
        return Error{
            ErrorCode::kCorrupt,
            fmt::format("table file '{}' has an outcome that its statistics lack", file.path())};
      text.push_back(static_cast<char>(place));
      if (text.size() < row) continue;
      numbers.add(text);
      text.clear();
    }
  }
  rows.row_numbers_ = numbers.packed();
  rows.distinct_ = pack_rows(numbers, row, width_of(rows.outcomes_.size()));
  return rows;
}

}  // namespace augmate::internal
