// SPDX-License-Identifier: MIT
// The codes of a block as bytes, the lower ones of all codes first, in one zstd frame.
#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>

#include "formats/block_coder.h"

namespace augmate {
namespace {

// Contexts cost more to make than a block to code.
struct FreeContext {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};
ZSTD_CCtx* compression_context() {
  thread_local const std::unique_ptr<ZSTD_CCtx, FreeContext> context{ZSTD_createCCtx()};
  return context.get();
}
ZSTD_DCtx* decompression_context() {
  thread_local const std::unique_ptr<ZSTD_DCtx, FreeContext> context{ZSTD_createDCtx()};
  return context.get();
}

// An impossible position takes the code before it, those at the start the first that follows.
void fill(std::span<Code> codes) {
  const auto first = std::find_if(codes.begin(), codes.end(), [](Code c) { return c != kAnyCode; });
  Code last = first == codes.end() ? Code{0} : *first;
  for (Code& c : codes) {
    if (c == kAnyCode) c = last;
    last = c;
  }
}

class ZstdCoder final : public BlockCoder {
 public:
  ZstdCoder(std::size_t values, int level) : values_(values), level_(level) {}

  CoderKind kind() const override { return CoderKind::kZstd; }

  Result<std::string> encode(std::uint64_t, std::span<Code> codes,
                             std::span<const Code>) const override {
    fill(codes);
    const std::size_t n = codes.size();
    std::string bytes(code_bytes(n), '\0');
    for (std::size_t i = 0; i < n; ++i) bytes[i] = static_cast<char>(codes[i]);
    if (wide())
      for (std::size_t i = 0; i < n; ++i) bytes[n + i] = static_cast<char>(codes[i] >> 8);
    std::string frame(ZSTD_compressBound(bytes.size()), '\0');
    ZSTD_CCtx* context = compression_context();
    if (context == nullptr) return Error{ErrorCode::kNoMemory, "no memory to compress"};
    const std::size_t size =
        ZSTD_compressCCtx(context, frame.data(), frame.size(), bytes.data(), bytes.size(), level_);
    if (ZSTD_isError(size))
      return Error{ErrorCode::kNoMemory, fmt::format("zstd: {}", ZSTD_getErrorName(size))};
    frame.resize(size);
    frame.shrink_to_fit();  // a batch of blocks is kept
    return frame;
  }

  using BlockCoder::decode;
  Result<void> decode(std::string_view frame, std::uint64_t, std::span<const Code>,
                      std::span<Code> codes, std::size_t) const override {
    const std::size_t n = codes.size();
    if (ZSTD_findFrameCompressedSize(frame.data(), frame.size()) != frame.size() ||
        ZSTD_getFrameContentSize(frame.data(), frame.size()) != code_bytes(n))
      return Error{ErrorCode::kCorrupt, fmt::format("no zstd frame of {} bytes", code_bytes(n))};
    ZSTD_DCtx* context = decompression_context();
    if (context == nullptr) return Error{ErrorCode::kNoMemory, "no memory to decompress"};
    std::string bytes(code_bytes(n), '\0');
    const std::size_t size =
        ZSTD_decompressDCtx(context, bytes.data(), bytes.size(), frame.data(), frame.size());
    if (ZSTD_isError(size) || size != bytes.size())
      return Error{ErrorCode::kCorrupt, "the zstd frame does not decompress"};
    return unpack_codes(bytes, codes);
  }

 private:
  bool wide() const { return values_ > 256; }
  std::size_t code_bytes(std::size_t n) const { return wide() ? 2 * n : n; }

  Result<void> unpack_codes(std::string_view bytes, std::span<Code> codes) const {
    const std::size_t n = codes.size();
    const auto byte = [&](std::size_t i) {
      return static_cast<unsigned>(static_cast<unsigned char>(bytes[i]));
    };
    for (std::size_t i = 0; i < n; ++i)
      codes[i] = static_cast<Code>(wide() ? byte(i) | byte(n + i) << 8 : byte(i));
    const auto largest = std::max_element(codes.begin(), codes.end());
    if (largest != codes.end() && *largest >= values_)
      return Error{ErrorCode::kCorrupt, fmt::format("code {} outside the dictionary", *largest)};
    return {};
  }

  std::size_t values_;
  int level_;
};

}  // namespace

std::unique_ptr<const BlockCoder> zstd_coder(std::size_t values, int level) {
  return std::make_unique<ZstdCoder>(values, level);
}

}  // namespace augmate
