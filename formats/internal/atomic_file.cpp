// SPDX-License-Identifier: MIT
#include "formats/internal/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

namespace augmate::internal {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 20;

// Another name for each writer, so that two of the same target never share a temporary.
std::string temporary_name(const std::string& path) {
  static std::atomic<unsigned> counter{0};
  return fmt::format("{}.{}-{}.part", path, ::getpid(), counter.fetch_add(1));
}

std::string folder_of(const std::string& path) {
  const auto slash = path.find_last_of('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

}  // namespace

Error system_error(int errno_value, const std::string& action, const std::string& path) {
  const bool full = errno_value == ENOSPC || errno_value == EDQUOT || errno_value == EFBIG;
  return {full ? ErrorCode::kNoSpace : ErrorCode::kIo,
          fmt::format("cannot {} '{}': {}", action, path,
                      std::generic_category().message(errno_value))};
}

Result<std::unique_ptr<AtomicFile>> AtomicFile::create(const std::string& path) {
  std::string temporary = temporary_name(path);
  const int descriptor = ::open(temporary.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0) return system_error(errno, "create", temporary);
  return std::unique_ptr<AtomicFile>(new AtomicFile(path, std::move(temporary), descriptor));
}

AtomicFile::AtomicFile(std::string path, std::string temporary, int descriptor)
    : path_(std::move(path)), temporary_(std::move(temporary)), descriptor_(descriptor) {
  buffer_.reserve(kBufferBytes);
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

Result<void> AtomicFile::append(std::string_view bytes) {
  buffer_.append(bytes);
  if (buffer_.size() >= kBufferBytes) return flush();
  return {};
}

Result<void> AtomicFile::flush() {
  if (auto done = write_at(flushed_, buffer_); !done) return done;
  flushed_ += buffer_.size();
  buffer_.clear();
  return {};
}

Result<void> AtomicFile::overwrite(std::uint64_t offset, std::string_view bytes) {
  if (auto done = flush(); !done) return done;
  return write_at(offset, bytes);
}

Result<std::string> AtomicFile::read_back(std::uint64_t offset, std::size_t size) {
  if (auto done = flush(); !done) return done.error();
  std::string bytes(size, '\0');
  for (std::size_t got = 0; got < size;) {
    const ssize_t n =
        ::pread(descriptor_, bytes.data() + got, size - got, static_cast<off_t>(offset + got));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return system_error(n < 0 ? errno : EIO, "read back", temporary_);
    got += static_cast<std::size_t>(n);
  }
  return bytes;
}

Result<void> AtomicFile::write_at(std::uint64_t offset, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return system_error(n < 0 ? errno : ENOSPC, "write", temporary_);
    bytes.remove_prefix(static_cast<std::size_t>(n));
    offset += static_cast<std::uint64_t>(n);
  }
  return {};
}

Result<std::string> AtomicFile::hand_over() {
  if (auto done = flush(); !done) return done.error();
  return temporary_;
}

Result<void> AtomicFile::commit() {
  if (auto done = flush(); !done) return done;
  if (::fsync(descriptor_) != 0) return system_error(errno, "sync", temporary_);
  if (::close(std::exchange(descriptor_, -1)) != 0) return system_error(errno, "close", temporary_);
  if (::rename(temporary_.c_str(), path_.c_str()) != 0)
    return system_error(errno, "rename to", path_);
  temporary_.clear();
  return sync_folder();
}

// Some file systems cannot sync a folder and say EINVAL; the rename is as durable as they make it.
Result<void> AtomicFile::sync_folder() const {
  const std::string folder = folder_of(path_);
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return system_error(errno, "open the folder", folder);
  const int failure = ::fsync(descriptor) == 0 ? 0 : errno;
  ::close(descriptor);
  if (failure != 0 && failure != EINVAL) return system_error(failure, "sync the folder", folder);
  return {};
}

Result<void> write_file(const std::string& path, std::string_view bytes) {
  auto file = AtomicFile::create(path);
  if (!file) return file.error();
  if (auto done = (*file)->append(bytes); !done) return done;
  return (*file)->commit();
}

}  // namespace augmate::internal
