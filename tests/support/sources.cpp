// SPDX-License-Identifier: MIT
#include "tests/support/sources.h"

#include "tests/support/temporary_folder.h"

namespace augmate::test {
namespace {

struct InMemory {
  std::string bytes;
  std::shared_ptr<const TableFile> file;
};

}  // namespace

Result<std::shared_ptr<const TableFile>> open_from(From from, const std::string& path) {
  if (from != From::kMemory)
    return TableFile::open(path, from == From::kMap ? Backing::kMap : Backing::kRead);
  auto kept = std::make_shared<InMemory>();
  kept->bytes = read_file(path);
  auto opened = TableFile::open(ByteSource::over(kept->bytes), path);
  if (!opened) return opened.error();
  kept->file = std::move(*opened);
  return std::shared_ptr<const TableFile>(kept, kept->file.get());
}

}  // namespace augmate::test
