// SPDX-License-Identifier: MIT
#include "formats/byte_source.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "formats/internal/atomic_file.h"

namespace augmate {
namespace {

Error ends_before(std::uint64_t offset, std::uint64_t size) {
  return {ErrorCode::kTruncated,
          fmt::format("it ends before the {} bytes at byte {}", size, offset)};
}

bool within(std::uint64_t offset, std::uint64_t size, std::uint64_t all) {
  return offset <= all && size <= all - offset;
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;

  int number() const { return number_; }

 private:
  int number_;
};

class MemorySource : public ByteSource {
 public:
  explicit MemorySource(std::string_view bytes) : ByteSource(bytes.size()), bytes_(bytes) {}

  Result<std::string_view> read(std::uint64_t offset, std::uint64_t size,
                                std::string& /*scratch*/) const override {
    if (!within(offset, size, bytes_.size())) return ends_before(offset, size);
    return bytes_.substr(offset, size);
  }

 private:
  std::string_view bytes_;
};

class ReadSource : public ByteSource {
 public:
  ReadSource(std::string path, Descriptor descriptor, std::uint64_t size)
      : ByteSource(size), path_(std::move(path)), descriptor_(std::move(descriptor)) {}

  Result<std::string_view> read(std::uint64_t offset, std::uint64_t size,
                                std::string& scratch) const override {
    if (!within(offset, size, size_bytes())) return ends_before(offset, size);
    scratch.resize(size);
    std::size_t done = 0;
    while (done < size) {
      const ssize_t n = ::pread(descriptor_.number(), scratch.data() + done, size - done,
                                static_cast<off_t>(offset + done));
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return internal::system_error(errno, "read", path_);
      if (n == 0) return ends_before(offset, size);
      done += static_cast<std::size_t>(n);
    }
    return std::string_view(scratch);
  }

 private:
  std::string path_;
  Descriptor descriptor_;
};

class MapSource : public ByteSource {
 public:
  MapSource(std::string path, Descriptor descriptor, std::uint64_t size, const char* bytes)
      : ByteSource(size),
        path_(std::move(path)),
        descriptor_(std::move(descriptor)),
        bytes_(bytes) {}
  ~MapSource() override { ::munmap(const_cast<char*>(bytes_), size_bytes()); }

  Result<std::string_view> read(std::uint64_t offset, std::uint64_t size,
                                std::string& /*scratch*/) const override {
    if (!within(offset, size, size_bytes())) return ends_before(offset, size);
    struct stat status {};
    if (::fstat(descriptor_.number(), &status) != 0)
      return internal::system_error(errno, "inspect", path_);
    if (!within(offset, size, static_cast<std::uint64_t>(status.st_size)))
      return ends_before(offset, size);
    return std::string_view(bytes_ + offset, size);
  }

 private:
  std::string path_;
  Descriptor descriptor_;
  const char* bytes_;
};

Result<std::unique_ptr<const ByteSource>> map(const std::string& path, Descriptor descriptor,
                                              std::uint64_t size) {
  void* bytes = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor.number(), 0);
  if (bytes == MAP_FAILED) return internal::system_error(errno, "map", path);
  return std::unique_ptr<const ByteSource>(
      new MapSource(path, std::move(descriptor), size, static_cast<const char*>(bytes)));
}

}  // namespace

Result<std::unique_ptr<const ByteSource>> ByteSource::open(const std::string& path,
                                                           Backing backing) {
  // Not blocking: a pipe of the name must not hold the reader up before it is refused.
  Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (descriptor.number() < 0 && errno == ENOENT)
    return Error{ErrorCode::kMissingTable, fmt::format("no table file '{}'", path)};
  if (descriptor.number() < 0) return internal::system_error(errno, "open", path);
  struct stat status {};
  if (::fstat(descriptor.number(), &status) != 0)
    return internal::system_error(errno, "inspect", path);
  if (!S_ISREG(status.st_mode))
    return Error{ErrorCode::kIo, fmt::format("'{}' is not a regular file", path)};
  const auto size = static_cast<std::uint64_t>(status.st_size);
  // An empty file cannot be mapped, nor need it be.
  if (backing == Backing::kMap && size > 0) return map(path, std::move(descriptor), size);
  return std::unique_ptr<const ByteSource>(new ReadSource(path, std::move(descriptor), size));
}

std::unique_ptr<const ByteSource> ByteSource::over(std::string_view bytes) {
  return std::make_unique<MemorySource>(bytes);
}

}  // namespace augmate
