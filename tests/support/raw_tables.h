// SPDX-License-Identifier: MIT
// Tables of arbitrary values, without a game behind them, to test the file format alone.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/table_file.h"

namespace augmate::test {

struct RawTable {
  TableInfo info;
  std::array<std::vector<PackedValue>, 2> values;

  ValueSource source() const;
};

TableInfo raw_info(std::uint64_t entries);
// Makes the statistics those of the values, each counted once.
void count_values(RawTable& table);
// `distinct` values a side, small ones more often, one entry in ten without a value.
RawTable random_table(std::uint64_t entries, int distinct, unsigned seed);
void write_raw(const RawTable& table, const std::string& path, std::uint32_t block_entries);
Result<std::vector<PackedValue>> all_values(const TableFile& file, Side side);

RawTable specification_example();
// Sixteen bytes a line as "offset  bytes  characters".
std::string hex_dump(std::string_view bytes);

}  // namespace augmate::test
