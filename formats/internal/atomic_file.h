// SPDX-License-Identifier: MIT
// AtomicFile: a file that appears under its name complete or not at all. Bytes go to a temporary
// file beside the target; commit() syncs it, renames it and syncs the folder. Unless committed, the
// temporary is removed. One owner, one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace augmate::internal {

// kNoSpace where errno says that the disk, the quota or the file size limit is reached, else kIo.
Error system_error(int errno_value, const std::string& action, const std::string& path);

class AtomicFile {
 public:
  static Result<std::unique_ptr<AtomicFile>> create(const std::string& path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  Result<void> append(std::string_view bytes);
  // Replaces bytes already appended.
  Result<void> overwrite(std::uint64_t offset, std::string_view bytes);
  // Bytes already appended, which must be there.
  Result<std::string> read_back(std::uint64_t offset, std::size_t size);
  // Flushes, and gives the temporary's name to a library that writes files by name. From then on
  // the bytes are the library's; it must have closed the file before commit().
  Result<std::string> hand_over();
  Result<void> commit();
  std::uint64_t size_bytes() const { return flushed_ + buffer_.size(); }

 private:
  AtomicFile(std::string path, std::string temporary, int descriptor);
  Result<void> flush();
  Result<void> write_at(std::uint64_t offset, std::string_view bytes);
  Result<void> sync_folder() const;

  std::string path_, temporary_;
  int descriptor_ = -1;
  std::string buffer_;
  std::uint64_t flushed_ = 0;
};

// A file of these bytes.
Result<void> write_file(const std::string& path, std::string_view bytes);

}  // namespace augmate::internal
