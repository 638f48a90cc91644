// SPDX-License-Identifier: MIT
// A table file opened in each of the ways that there are.
#pragma once

#include <memory>
#include <string>

#include "formats/table_file.h"

namespace augmate::test {

enum class From { kMap, kRead, kMemory };
inline constexpr From kAllSources[] = {From::kMap, From::kRead, From::kMemory};

Result<std::shared_ptr<const TableFile>> open_from(From from, const std::string& path);

}  // namespace augmate::test
