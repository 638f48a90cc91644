// SPDX-License-Identifier: MIT
#include "formats/spill.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <system_error>
#include <utility>

namespace augmate {
namespace {

constexpr std::uint64_t kLeastBytes = std::uint64_t{4} << 20;  // that are worth putting by

struct Resident {
  std::uint64_t all = 0, shared = 0;  // bytes; shared: of files
};

// Of this process now; zeroes where the system does not tell.
Resident resident(int statistics) {
  std::array<char, 128> text{};
  if (statistics < 0 || ::pread(statistics, text.data(), text.size() - 1, 0) <= 0) return {};
  unsigned long long size = 0, all = 0, shared = 0;
  if (std::sscanf(text.data(), "%llu %llu %llu", &size, &all, &shared) != 3) return {};
  const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  return {all * page, shared * page};
}

// A file without a name, of that many bytes that the disk has room for.
int nameless_file(const std::string& folder, std::size_t bytes) {
  const auto fail = [&](int error) {
    throw std::system_error(error, std::generic_category(),
                            "a file of " + std::to_string(bytes >> 20) + " MiB in " + folder);
  };
  std::string name = folder + "/augmate-sets-XXXXXX";
  const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor < 0) fail(errno);
  ::unlink(name.c_str());
  if (const int error = ::posix_fallocate(descriptor, 0, static_cast<off_t>(bytes)); error != 0) {
    ::close(descriptor);
    fail(error);
  }
  return descriptor;
}

}  // namespace

Spill::Spill(std::string folder, std::uint64_t memory_bytes)
    : folder_(std::move(folder)),
      memory_bytes_(memory_bytes),
      statistics_(::open("/proc/self/statm", O_RDONLY | O_CLOEXEC)) {
  shared_before_ = resident(statistics_).shared;
}

Spill::~Spill() {
  for (const auto& [p, bytes] : arrays_) ::munmap(p, bytes);
  if (statistics_ >= 0) ::close(statistics_);
}

void* Spill::allocate(std::size_t bytes) {
  const int descriptor = nameless_file(folder_, bytes);
  void* p = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  ::close(descriptor);
  if (p == MAP_FAILED) throw std::bad_alloc();
  const std::lock_guard lock(mutex_);
  arrays_.emplace(p, bytes);
  any_ = true;
  return p;
}

void Spill::deallocate(void* p) noexcept {
  const std::lock_guard lock(mutex_);
  const auto it = arrays_.find(p);
  ::munmap(p, it->second);
  arrays_.erase(it);
  any_ = !arrays_.empty();
}

void Spill::keep_within() const {
  if (!any_) return;
  const Resident now = resident(statistics_);
  if (now.all > memory_bytes_ && now.shared > shared_before_ + kLeastBytes) put_by();
}

void Spill::put_by() const {
  const std::lock_guard lock(mutex_);
  for (const auto& [p, bytes] : arrays_) ::madvise(p, bytes, MADV_DONTNEED);
}

}  // namespace augmate
