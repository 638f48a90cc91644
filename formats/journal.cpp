// SPDX-License-Identifier: MIT
#include "formats/journal.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <numeric>
#include <utility>

#include "formats/internal/atomic_file.h"
#include "formats/internal/bytes.h"
#include "formats/internal/running_checksum.h"

namespace augmate {
namespace {

using internal::system_error;

constexpr std::string_view kMagic = "\211AUGJRNL";
constexpr std::uint32_t kVersion = 3;
constexpr std::size_t kHeadBytes = 32;  // of a record

std::string head_of(std::string_view work) {
  std::string head(kMagic);
  internal::put<std::uint32_t>(head, kVersion);
  internal::put<std::uint32_t>(head, static_cast<std::uint32_t>(work.size()));
  head += work;
  internal::put<std::uint64_t>(head, XXH3_64bits(head.data(), head.size()));
  return head;
}

Journal::Bytes bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::uint64_t size_of(std::span<const Journal::Bytes> parts) {
  return std::accumulate(parts.begin(), parts.end(), std::uint64_t{0},
                         [](std::uint64_t sum, Journal::Bytes part) { return sum + part.size(); });
}

std::string record_head(const JournalKey& key, std::span<const Journal::Bytes> parts,
                        std::uint64_t offset) {
  std::string head;
  internal::put<std::uint64_t>(head, size_of(parts));
  for (const auto byte : {static_cast<std::uint8_t>(key.kind), key.side, key.outcome, key.mover})
    head += static_cast<char>(byte);
  internal::put<std::uint16_t>(head, key.step);
  internal::put<std::uint16_t>(head, key.unit);
  internal::put<std::uint64_t>(head, key.number);
  internal::RunningChecksum sum(XXH3_64bits_withSeed(head.data(), head.size(), offset));
  for (const Journal::Bytes part : parts) sum.add(part);
  internal::put<std::uint64_t>(head, sum.value());
  return head;
}

struct RecordHead {
  std::uint64_t size = 0;
  JournalKey key;
};

RecordHead parse_head(std::string_view bytes) {
  internal::ByteReader reader(bytes);
  RecordHead head;
  head.size = *reader.take<std::uint64_t>();
  head.key.kind = static_cast<JournalKey::Kind>(*reader.take<std::uint8_t>());
  head.key.side = *reader.take<std::uint8_t>();
  head.key.outcome = *reader.take<std::uint8_t>();
  head.key.mover = *reader.take<std::uint8_t>();
  head.key.step = *reader.take<std::uint16_t>();
  head.key.unit = *reader.take<std::uint16_t>();
  head.key.number = *reader.take<std::uint64_t>();
  return head;
}

// False if the file ends before.
Result<bool> read_at(int descriptor, const std::string& path, std::uint64_t at, char* to,
                     std::size_t size) {
  while (size > 0) {
    const ssize_t n = ::pread(descriptor, to, size, static_cast<off_t>(at));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return system_error(errno, "read", path);
    if (n == 0) return false;
    to += n;
    at += static_cast<std::uint64_t>(n);
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

// The file, open and locked, and still under its name: the run that held it may just have removed
// it.
Result<int> open_locked(const std::string& path) {
  for (;;) {
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0) return system_error(errno, "open", path);
    struct stat status {};
    int failure = 0;
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 || ::fstat(descriptor, &status) != 0)
      failure = errno;
    if (failure == 0 && status.st_nlink > 0) return descriptor;
    ::close(descriptor);
    if (failure == EWOULDBLOCK)
      return Error{ErrorCode::kIo, "'" + path +
                                       "' is held by another run that makes this table; wait for "
                                       "it, or give another folder with --tables"};
    if (failure != 0) return system_error(failure, "lock", path);
  }
}

}  // namespace

std::unique_ptr<Journal> Journal::in_memory() { return std::unique_ptr<Journal>(new Journal); }

Result<std::unique_ptr<Journal>> Journal::open(const std::string& path, std::string_view work) {
  const auto descriptor = open_locked(path);
  if (!descriptor) return descriptor.error();
  std::unique_ptr<Journal> journal(new Journal);
  journal->path_ = path;
  journal->descriptor_ = *descriptor;
  const std::string head = head_of(work);
  std::string there(head.size(), '\0');
  const auto complete = read_at(*descriptor, path, 0, there.data(), there.size());
  if (!complete) return complete.error();
  if (*complete && there == head) {
    journal->end_ = head.size();
    if (auto done = journal->scan(); !done) return done.error();
  } else {
    if (there[0] != '\0')
      journal->started_anew_because_ =
          there.compare(0, kMagic.size(), kMagic) == 0
              ? "'" + path + "' is of other work or of another version; it is started anew"
              : "'" + path + "' is no journal; it is started anew";
    if (auto done = journal->start(head); !done) return done.error();
  }
  return journal;
}

Journal::~Journal() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<void> Journal::start(std::string_view head) {
  if (auto done = cut(0); !done) return done;
  const Bytes bytes = bytes_of(head);
  if (auto done = write(0, {&bytes, 1}); !done) return done;
  end_ = head.size();
  return {};
}

// Finds the whole records and cuts off what stands behind them.
Result<void> Journal::scan() {
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0) return system_error(errno, "examine", path_);
  const auto file = static_cast<std::uint64_t>(status.st_size);
  std::vector<std::uint8_t> buffer;
  while (end_ + kHeadBytes <= file) {
    std::string head(kHeadBytes, '\0');
    const auto complete = read_at(descriptor_, path_, end_, head.data(), head.size());
    if (!complete) return complete.error();
    const RecordHead parsed = parse_head(head);
    if (!*complete || parsed.size > file - end_ - kHeadBytes) break;
    const Record record{parsed.key, end_ + kHeadBytes, parsed.size};
    const auto bytes = read(record, 0, record.size, buffer);
    if (!bytes) return bytes.error();
    if (record_head(record.key, {&*bytes, 1}, end_) != head) break;
    found_.push_back(record);
    end_ = record.at + record.size;
  }
  return end_ == file ? Result<void>() : cut(end_);
}

Result<void> Journal::cut(std::uint64_t end) {
  while (::ftruncate(descriptor_, static_cast<off_t>(end)) != 0)
    if (errno != EINTR) return system_error(errno, "shorten", path_);
  end_ = end;
  return {};
}

Result<void> Journal::write(std::uint64_t at, std::span<const Bytes> parts) {
  std::vector<iovec> vectors;
  for (const Bytes part : parts)
    if (!part.empty()) vectors.push_back({const_cast<std::uint8_t*>(part.data()), part.size()});
  for (iovec *next = vectors.data(), *end = next + vectors.size(); next != end;) {
    const auto count = static_cast<int>(std::min<std::ptrdiff_t>(end - next, IOV_MAX));
    const ssize_t n = ::pwritev(descriptor_, next, count, static_cast<off_t>(at));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return system_error(n < 0 ? errno : ENOSPC, "write", path_);
    at += static_cast<std::uint64_t>(n);
    auto written = static_cast<std::size_t>(n);
    for (; next != end && written >= next->iov_len; ++next) written -= next->iov_len;
    if (written == 0) continue;
    next->iov_base = static_cast<std::uint8_t*>(next->iov_base) + written;
    next->iov_len -= written;
  }
  return {};
}

Result<std::optional<Journal::Record>> Journal::take(const JournalKey& key) {
  if (next_ == found_.size()) return std::optional<Record>();
  if (found_[next_].key == key) return std::optional<Record>(found_[next_++]);
  if (auto done = cut(found_[next_].at - kHeadBytes); !done) return done.error();
  found_.resize(next_);
  return std::optional<Record>();
}

Result<Journal::Record> Journal::append(const JournalKey& key, std::span<const Bytes> parts) {
  const std::uint64_t size = size_of(parts);
  if (descriptor_ < 0) {
    std::uint64_t at = memory_.size();
    if (free_.empty()) {
      memory_.emplace_back();
    } else {
      at = free_.back();
      free_.pop_back();
    }
    std::vector<std::uint8_t>& bytes = memory_[at];
    bytes.reserve(size);
    for (const Bytes part : parts) bytes.insert(bytes.end(), part.begin(), part.end());
    end_ += size;
    return Record{key, at, size};
  }
  const std::string head = record_head(key, parts, end_);
  const Record record{key, end_ + kHeadBytes, size};
  std::vector<Bytes> all{bytes_of(head)};
  all.insert(all.end(), parts.begin(), parts.end());
  if (auto done = write(end_, all); !done) return done.error();
  end_ = record.at + record.size;
  return record;
}

Result<Journal::Bytes> Journal::read(const Record& record, std::uint64_t begin, std::uint64_t end,
                                     std::vector<std::uint8_t>& buffer) const {
  if (descriptor_ < 0) return Bytes(memory_[record.at]).subspan(begin, end - begin);
  buffer.resize(end - begin);
  const auto complete = read_at(descriptor_, path_, record.at + begin,
                                reinterpret_cast<char*>(buffer.data()), buffer.size());
  if (!complete) return complete.error();
  if (!*complete)
    return Error{ErrorCode::kTruncated, "'" + path_ + "' was cut while it was in use"};
  return Bytes(buffer);
}

void Journal::forget(const Record& record) {
  if (descriptor_ >= 0) return;
  end_ -= memory_[record.at].size();
  memory_[record.at] = {};
  free_.push_back(record.at);
}

Result<void> Journal::remove() {
  if (descriptor_ < 0) return {};
  if (::unlink(path_.c_str()) != 0 && errno != ENOENT) return system_error(errno, "remove", path_);
  return {};
}

}  // namespace augmate
