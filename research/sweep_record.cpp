// SPDX-License-Identifier: MIT
#include "research/sweep_record.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string_view>
#include <utility>

#include "formats/internal/atomic_file.h"

namespace augmate {
namespace {

using internal::system_error;

// Nobody waits for the other end of a pipe, nor reads a device that does not end.
Result<int> open_regular(const std::string& path, int flags) {
  const int descriptor = ::open(path.c_str(), flags | O_NONBLOCK | O_CLOEXEC, 0666);
  if (descriptor < 0) return system_error(errno, (flags & O_CREAT) != 0 ? "write" : "read", path);
  struct stat status {};
  if (::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode)) return descriptor;
  ::close(descriptor);
  return Error{ErrorCode::kIo, path + " is no regular file; name another one"};
}

Result<std::string> read_all(int descriptor, const std::string& path) {
  std::string text;
  std::array<char, 1 << 16> buffer{};
  for (;;) {
    const ssize_t n = ::read(descriptor, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return system_error(errno, "read", path);
    if (n == 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(n));
  }
}

// The rows of all whole lines.
Result<std::vector<SweepRow>> parse(const std::string& text, const std::string& path) {
  std::vector<SweepRow> rows;
  for (std::size_t begin = 0, end = 0; (end = text.find('\n', begin)) != std::string::npos;
       begin = end + 1) {
    auto row = row_from_json_line(text.substr(begin, end - begin));
    if (!row)
      return row.error().in(
          fmt::format("{}, line {} is no row of a sweep (name another file, or "
                      "remove the line)",
                      path, rows.size() + 1));
    rows.push_back(std::move(*row));
  }
  return rows;
}

// Whether a row that was not written to its end begins so.
bool may_be_torn(std::string_view tail) {
  const std::string row = to_json_line({});
  const std::string_view begin = std::string_view(row).substr(0, row.find(':'));
  return tail.substr(0, begin.size()) == begin.substr(0, tail.size());
}

}  // namespace

Result<std::unique_ptr<SweepRecord>> SweepRecord::open(const std::string& path) {
  const auto descriptor = open_regular(path, O_RDWR | O_CREAT | O_APPEND);
  if (!descriptor) return descriptor.error();
  std::unique_ptr<SweepRecord> record(new SweepRecord(path, *descriptor));
  if (::flock(*descriptor, LOCK_EX | LOCK_NB) != 0)
    return Error{ErrorCode::kUsage, path + ": another sweep is writing to it"};
  if (auto ok = record->read(); !ok) return ok.error();
  return record;
}

SweepRecord::~SweepRecord() { ::close(descriptor_); }

Result<void> SweepRecord::read() {
  auto text = read_all(descriptor_, path_);
  if (!text) return text.error();
  auto rows = parse(*text, path_);
  if (!rows) return rows.error();
  for (SweepRow& row : *rows) add(std::move(row));
  const std::size_t whole = text->rfind('\n') + 1;  // npos + 1 is 0
  if (whole == text->size()) return {};
  if (!may_be_torn(std::string_view(*text).substr(whole)))
    return Error{ErrorCode::kCorrupt,
                 path_ + ": its last line is no row of a sweep; name another file"};
  if (::ftruncate(descriptor_, static_cast<off_t>(whole)) != 0)
    return system_error(errno, "cut to its last whole line", path_);
  return {};
}

const SweepRow* SweepRecord::find(const std::string& key) const {
  const auto it = by_key_.find(key);
  return it == by_key_.end() ? nullptr : &rows_[it->second];
}

void SweepRecord::add(SweepRow row) {
  by_key_.emplace(row.key(), rows_.size());
  rows_.push_back(std::move(row));
}

Result<void> SweepRecord::append(const SweepRow& row) {
  const std::string line = to_json_line(row) + '\n';
  const ssize_t n = ::write(descriptor_, line.data(), line.size());
  if (n < 0) return system_error(errno, "write", path_);
  if (static_cast<std::size_t>(n) < line.size()) return system_error(ENOSPC, "write", path_);
  if (::fdatasync(descriptor_) != 0) return system_error(errno, "sync", path_);
  add(row);
  return {};
}

Result<std::vector<SweepRow>> read_record(const std::string& path) {
  const auto descriptor = open_regular(path, O_RDONLY);
  if (!descriptor) return descriptor.error();
  auto text = read_all(*descriptor, path);
  ::close(*descriptor);
  if (!text) return text.error();
  return parse(*text, path);
}

}  // namespace augmate
