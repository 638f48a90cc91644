// SPDX-License-Identifier: MIT
// BlockCoder: the codes of a block as bytes and back. SPEC.md fixes the bytes. A coder is made for
// one side of one file, is never changed, and serves any number of threads; blocks are independent
// of each other, so they are coded in any order and at the same time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace augmate {

using Code = std::uint16_t;               // a value's place in the dictionary of its side
inline constexpr Code kAnyCode = 0xFFFF;  // an impossible position: the coder chooses

class BlockCoder {
 public:
  virtual ~BlockCoder() = default;

  // Each kAnyCode is replaced by the code that decoding will give.
  virtual Result<std::string> encode(std::span<Code> codes) const = 0;
  // Takes any bytes. kCorrupt if they are not those of `codes.size()` codes of the dictionary.
  virtual Result<void> decode(std::string_view bytes, std::span<Code> codes) const = 0;
};

// Codes as bytes in one zstd frame. `values`: in the dictionary.
std::unique_ptr<const BlockCoder> zstd_coder(std::size_t values, int level);

}  // namespace augmate
