// SPDX-License-Identifier: MIT
#include "tests/support/raw_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>

namespace augmate::test {

ValueSource RawTable::source() const {
  return [this](Side side, std::uint64_t begin, std::span<PackedValue> out) -> Result<void> {
    std::copy_n(values[index(side)].begin() + static_cast<std::ptrdiff_t>(begin), out.size(),
                out.begin());
    return {};
  };
}

TableInfo raw_info(std::uint64_t entries) {
  TableInfo info;
  info.game = "test";
  info.material = "KCvK";
  info.rules_text = "rules = 1\n";
  info.entries = entries;
  info.symmetries = 4;
  info.program = "test 1";
  return info;
}

void count_values(RawTable& table) {
  for (std::size_t side = 0; side < 2; ++side) {
    std::map<PackedValue, std::uint64_t> counts;
    for (const PackedValue v : table.values[side])
      if (v != kDontCare) ++counts[v];
    SideStatistics& s = table.info.sides[side] = {};
    for (const auto& [packed, count] : counts) {
      const Value v = unpack(packed);
      OutcomeStatistics& outcome = s.outcomes[static_cast<unsigned>(v.outcome)];
      s.legal += count;
      outcome.count += count;
      if (v.plies != kNoDistance) outcome.histogram.emplace_back(v.plies, count);
    }
  }
}

RawTable random_table(std::uint64_t entries, int distinct, unsigned seed) {
  RawTable table;
  table.info = raw_info(entries);
  std::mt19937 random(seed);
  for (auto& values : table.values)
    for (std::uint64_t i = 0; i < entries; ++i) {
      if (random() % 10 == 0) {
        values.push_back(kDontCare);
        continue;
      }
      // Each value once, then small ones more often.
      const int top = i < static_cast<std::uint64_t>(distinct)
                          ? distinct
                          : 1 + static_cast<int>(random() % static_cast<unsigned>(distinct));
      const int number = i < static_cast<std::uint64_t>(distinct)
                             ? static_cast<int>(i)
                             : static_cast<int>(random() % static_cast<unsigned>(top));
      values.push_back(number == 0 ? pack({Outcome::kDraw, kNoDistance})
                                   : pack({number % 2 ? Outcome::kWin : Outcome::kLoss, number}));
    }
  count_values(table);
  return table;
}

void write_raw(const RawTable& table, const std::string& path, std::uint32_t block_entries) {
  WriteOptions options;
  options.block_entries = block_entries;
  const auto done = write_table(path, table.info, table.source(), options);
  if (done) return;
  std::fprintf(stderr, "%s\n", done.error().message.c_str());
  std::abort();
}

Result<std::vector<PackedValue>> all_values(const TableFile& file, Side side) {
  std::vector<PackedValue> all;
  for (std::uint64_t b = 0; b < file.blocks(); ++b) {
    const auto block = file.read_block(side, b);
    if (!block) return block.error();
    all.insert(all.end(), block->begin(), block->end());
  }
  return all;
}

RawTable specification_example() {
  RawTable table;
  table.info = raw_info(6);
  const PackedValue draw = pack({Outcome::kDraw, kNoDistance});
  table.values[0] = {kDontCare, pack({Outcome::kWin, 1}), pack({Outcome::kWin, 3}),
                     kDontCare, pack({Outcome::kWin, 3}), pack({Outcome::kWin, 3})};
  table.values[1] = {draw, draw, kDontCare, draw, draw, draw};
  count_values(table);
  return table;
}

std::string hex_dump(std::string_view bytes) {
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += 16) {
    std::string hex, characters;
    for (const char c : bytes.substr(at, 16)) {
      hex += fmt::format("{:02x} ", static_cast<unsigned char>(c));
      characters += c >= ' ' && c <= '~' ? c : '.';
    }
    text += fmt::format("{:04x}  {:<48} {}\n", at, hex, characters);
  }
  return text;
}

}  // namespace augmate::test
