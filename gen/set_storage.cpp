// SPDX-License-Identifier: MIT
#include "gen/set_storage.h"

namespace augmate {

void* SetStorage::allocate(std::size_t bytes) {
  MappedBytes mapped(bytes, folder_);
  void* p = mapped.data();
  mappings_.emplace(p, Mapping{std::move(mapped), bytes});
  return p;
}

void SetStorage::put_by() const {
  for (const auto& [p, mapping] : mappings_) mapping.bytes.give_back(0, mapping.size);
}

}  // namespace augmate
