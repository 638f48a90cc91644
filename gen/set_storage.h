// SPDX-License-Identifier: MIT
// SetStorage: where the sets of positions lie that do not fit in the memory that a run may use: in
// nameless files beside the tables, mapped. A half-step goes through them in the order of their
// rows, and puts by what it has passed, so that the system reads ahead, writes behind, and keeps of
// them what there is room for. The steps are the same, and so are the tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "formats/mapped_array.h"

namespace augmate {

class SetStorage {
 public:
  SetStorage(std::string folder, std::uint64_t memory_bytes)
      : folder_(std::move(folder)), memory_bytes_(memory_bytes) {}

  void* allocate(std::size_t bytes);
  void deallocate(void* p) { mappings_.erase(p); }
  // Called when so many bytes of sets were passed since the last time, from any thread while none
  // allocates. Nothing that the sets hold is lost.
  void put_by() const;
  std::uint64_t memory_bytes() const { return memory_bytes_; }

 private:
  struct Mapping {
    MappedBytes bytes;
    std::size_t size = 0;
  };
  std::string folder_;
  std::uint64_t memory_bytes_;
  std::map<void*, Mapping> mappings_;
};

}  // namespace augmate
