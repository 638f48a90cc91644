// SPDX-License-Identifier: MIT
// Spill: where arrays lie for which a run has no memory: in nameless files, mapped. The system
// keeps their pages as long as it has room for them; the process counts those that it touched as
// its own until it puts them by, which loses nothing. Whoever goes through large arrays says so
// from time to time, and when the process has as much in memory as it may, all pages are put by.
//
// Example: a run that may take 64 MiB and has 30 MiB on its heap puts by when it has touched 30 MiB
// of files or somewhat less, and then reads on in pages that the system still has.
//
// Any thread may call anything, but nobody may use an array that another thread lets go.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace augmate {

class Spill {
 public:
  // `memory_bytes`: what the process may have in memory when it is time to put by. It will have
  // more by what is touched before the next question.
  Spill(std::string folder, std::uint64_t memory_bytes);
  ~Spill();
  Spill(const Spill&) = delete;
  Spill& operator=(const Spill&) = delete;

  // Zeroes. Throws std::bad_alloc, or std::system_error if the disk has no room for them (which is
  // found out here, not when a page is written).
  void* allocate(std::size_t bytes);
  void deallocate(void* p) noexcept;

  // Puts by if it is time to.
  void keep_within() const;
  void put_by() const;

 private:
  std::string folder_;
  std::uint64_t memory_bytes_, shared_before_;
  int statistics_;  // descriptor of /proc/self/statm; -1 where there is none
  mutable std::mutex mutex_;
  std::map<void*, std::size_t> arrays_;
  std::atomic<bool> any_{false};
};

// For a loop over rows: asks every few of them. One for each thread; null for no spill.
class SpillWatch {
 public:
  explicit SpillWatch(const Spill* spill) : spill_(spill) {}
  void passed() {
    if (spill_ != nullptr && ++rows_ % kRows == 0) spill_->keep_within();
  }

 private:
  static constexpr unsigned kRows = 16;
  const Spill* spill_;
  unsigned rows_ = 0;
};

}  // namespace augmate
