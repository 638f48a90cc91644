// SPDX-License-Identifier: MIT
#include "formats/mapped_array.h"

#include <sys/mman.h>

#include <new>

namespace augmate {

MappedBytes::MappedBytes(std::size_t bytes, Spill* spill) : spill_(spill) {
  if (spill == nullptr) {
    map(bytes, MAP_NORESERVE);
  } else if (bytes > 0) {
    data_ = spill->allocate(bytes);
    bytes_ = bytes;
  }
}

MappedBytes MappedBytes::promised(std::size_t bytes) {
  MappedBytes result;
  result.map(bytes, 0);
  return result;
}

void MappedBytes::map(std::size_t bytes, int flags) {
  if (bytes == 0) return;
  void* const mapped =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  data_ = mapped;
  bytes_ = bytes;
}

void MappedBytes::want_large_pages() {
#ifdef MADV_HUGEPAGE
  if (data_ != nullptr && spill_ == nullptr)
    static_cast<void>(::madvise(data_, bytes_, MADV_HUGEPAGE));
#endif
}

MappedBytes::~MappedBytes() {
  if (data_ == nullptr) return;
  if (spill_ != nullptr)
    spill_->deallocate(data_);
  else
    ::munmap(data_, bytes_);
}

}  // namespace augmate
