// SPDX-License-Identifier: MIT
#include "formats/mapped_array.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <new>
#include <system_error>

namespace augmate {
namespace {

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

MappedBytes::MappedBytes(std::size_t bytes, const std::string& folder)
    : bytes_(bytes), in_file_(!folder.empty()) {
  if (bytes == 0) return;
  const int descriptor = in_file_ ? nameless_file(folder, bytes) : -1;
  const int flags = in_file_ ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  data_ = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, descriptor, 0);
  if (descriptor >= 0) ::close(descriptor);
  if (data_ == MAP_FAILED) {
    data_ = nullptr;
    throw std::bad_alloc();
  }
}

MappedBytes::~MappedBytes() {
  if (data_ != nullptr) ::munmap(data_, bytes_);
}

void MappedBytes::give_back(std::size_t begin, std::size_t end) const {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  begin = (begin + page - 1) / page * page;
  end = end == bytes_ ? end : end / page * page;
  if (data_ == nullptr || begin >= end) return;
  ::madvise(static_cast<char*>(data_) + begin, end - begin, MADV_DONTNEED);
}

}  // namespace augmate
