// SPDX-License-Identifier: MIT
// ByteSource: where a table's bytes are. Three of them: a file mapped into memory, a file read
// piece by piece, bytes that the program has in memory already. Readers of tables know this
// interface alone, and the same tests run over all three. Any number of threads may read one.
//
// A file that becomes shorter while it is open: the pieces read answer kTruncated, always. With a
// mapping the system ends a process that touches a page behind the new end (SIGBUS), so each read
// first asks the file for its length, and answers kTruncated too. What that cannot guard is the
// time between this question and the caller's last look at the bytes, some microseconds a block; a
// program that must outlive even that reads by pieces. augmate's own writers never shorten a file:
// they rename a new one into place, and whoever has the old one open keeps it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace augmate {

enum class Backing {
  kMap,   // the file mapped into memory: nothing is copied
  kRead,  // pread: each read copies, and nothing can go wrong behind its back
};

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  // A regular file. kMissingTable where there is none, kIo.
  static Result<std::unique_ptr<const ByteSource>> open(const std::string& path, Backing backing);
  // Bytes that the caller keeps, unchanged, as long as the source lives.
  static std::unique_ptr<const ByteSource> over(std::string_view bytes);

  std::uint64_t size_bytes() const { return size_bytes_; }  // when it was opened

  // The bytes [offset, offset + size): where they are, or copied to `scratch`. Valid until the
  // source or `scratch` changes. kTruncated where it ends before, kIo.
  virtual Result<std::string_view> read(std::uint64_t offset, std::uint64_t size,
                                        std::string& scratch) const = 0;

 protected:
  explicit ByteSource(std::uint64_t size_bytes) : size_bytes_(size_bytes) {}

 private:
  std::uint64_t size_bytes_;
};

}  // namespace augmate
