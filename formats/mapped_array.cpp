// SPDX-License-Identifier: MIT
#include "formats/mapped_array.h"

#include <sys/mman.h>

#include <new>

namespace augmate {

MappedBytes::MappedBytes(std::size_t bytes, Spill* spill) : bytes_(bytes), spill_(spill) {
  if (bytes == 0) return;
  if (spill != nullptr) {
    data_ = spill->allocate(bytes);
    return;
  }
  data_ = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (data_ == MAP_FAILED) {
    data_ = nullptr;
    throw std::bad_alloc();
  }
}

MappedBytes::~MappedBytes() {
  if (data_ == nullptr) return;
  if (spill_ != nullptr)
    spill_->deallocate(data_);
  else
    ::munmap(data_, bytes_);
}

}  // namespace augmate
