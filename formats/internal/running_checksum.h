// SPDX-License-Identifier: MIT
// RunningChecksum: XXH3 (64 bits) of bytes that come piece by piece; the same as of all at once.
#pragma once

#include <xxhash.h>

#include <cstdint>
#include <memory>
#include <new>

namespace augmate::internal {

class RunningChecksum {
 public:
  // Throws std::bad_alloc.
  explicit RunningChecksum(std::uint64_t seed = 0) : state_(XXH3_createState(), XXH3_freeState) {
    if (!state_) throw std::bad_alloc();
    XXH3_64bits_reset_withSeed(state_.get(), seed);
  }
  template <class Bytes>
  void add(const Bytes& bytes) {
    XXH3_64bits_update(state_.get(), bytes.data(), bytes.size());
  }
  std::uint64_t value() const { return XXH3_64bits_digest(state_.get()); }

 private:
  std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state_;
};

}  // namespace augmate::internal
