// SPDX-License-Identifier: MIT
#include "gen/placement_record.h"

#include <zstd.h>

#include <string>
#include <type_traits>

namespace augmate {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr int kLevel = 1;
constexpr std::uint64_t kLengthsBytes = 24;  // of the three parts, at the front

void put(Bytes& out, std::uint64_t value) {
  for (unsigned i = 0; i < 8; ++i) out.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

class Reader {
 public:
  explicit Reader(Journal::Bytes bytes) : bytes_(bytes) {}
  // A record is what encode() made: the journal's checksum says so.
  std::uint64_t take() {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < 8; ++i) value |= std::uint64_t{bytes_[i]} << (8 * i);
    bytes_ = bytes_.subspan(8);
    return value;
  }
  bool at_end() const { return bytes_.empty(); }

 private:
  Journal::Bytes bytes_;
};

Bytes encode_solved(const Solved& solved) {
  Bytes out;
  put(out, solved.legal.size());
  for (const auto& state : solved.legal)
    for (const std::uint64_t n : state) put(out, n);
  for (const HalfStep& h : solved.half_steps) {
    put(out, index(h.to_move));
    put(out, pack(h.value));
    for (const Tally& t : h.tallies)
      for (const std::uint64_t n : {t.positions, t.row, t.bits, static_cast<std::uint64_t>(t.word)})
        put(out, n);
  }
  return out;
}

// Lower bytes first, then the upper ones, which are nearly all alike.
Result<Bytes> compress(const std::vector<PackedValue>& values) {
  Bytes plain(2 * values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    plain[i] = static_cast<std::uint8_t>(values[i]);
    plain[values.size() + i] = static_cast<std::uint8_t>(values[i] >> 8);
  }
  Bytes packed(ZSTD_compressBound(plain.size()));
  const std::size_t size =
      ZSTD_compress(packed.data(), packed.size(), plain.data(), plain.size(), kLevel);
  if (ZSTD_isError(size))
    return Error{ErrorCode::kNoMemory, std::string("zstd: ") + ZSTD_getErrorName(size)};
  packed.resize(size);
  return packed;
}

Result<std::vector<PackedValue>> decompress(Journal::Bytes packed, std::uint64_t entries) {
  Bytes plain(2 * entries);
  const std::size_t size =
      ZSTD_decompress(plain.data(), plain.size(), packed.data(), packed.size());
  if (size != plain.size())
    return Error{ErrorCode::kCorrupt,
                 "a placement in the journal does not unpack; remove the journal and start again"};
  std::vector<PackedValue> values(entries);
  for (std::size_t i = 0; i < entries; ++i)
    values[i] = static_cast<PackedValue>(plain[i] | plain[entries + i] << 8);
  return values;
}

}  // namespace

Result<std::vector<std::uint8_t>> PlacementRecord::encode(
    const Solved& solved, const std::array<std::vector<PackedValue>, 2>& values) {
  std::array<Bytes, 3> parts{encode_solved(solved), {}, {}};
  for (std::size_t side = 0; side < 2; ++side) {
    auto packed = compress(values[side]);
    if (!packed) return packed.error();
    parts[1 + side] = std::move(*packed);
  }
  Bytes out;
  for (const Bytes& p : parts) put(out, p.size());
  for (const Bytes& p : parts) out.insert(out.end(), p.begin(), p.end());
  return out;
}

Result<Solved> PlacementRecord::solved() const {
  Bytes buffer;
  auto bytes = journal_.read(record_, 0, kLengthsBytes, buffer);
  if (!bytes) return bytes.error();
  const std::uint64_t size = Reader(*bytes).take();
  bytes = journal_.read(record_, kLengthsBytes, kLengthsBytes + size, buffer);
  if (!bytes) return bytes.error();
  Reader reader(*bytes);
  Solved solved;
  solved.legal.resize(reader.take());
  for (auto& state : solved.legal)
    for (std::uint64_t& n : state) n = reader.take();
  while (!reader.at_end()) {
    HalfStep h;
    h.to_move = static_cast<Side>(reader.take());
    h.value = unpack(static_cast<PackedValue>(reader.take()));
    h.tallies.resize(solved.legal.size());
    for (Tally& t : h.tallies) {
      t.positions = reader.take();
      t.row = reader.take();
      t.bits = reader.take();
      t.word = static_cast<int>(reader.take());
    }
    solved.half_steps.push_back(std::move(h));
  }
  return solved;
}

Result<std::vector<PackedValue>> PlacementRecord::values(Side side) const {
  Bytes buffer;
  auto bytes = journal_.read(record_, 0, kLengthsBytes, buffer);
  if (!bytes) return bytes.error();
  Reader lengths(*bytes);
  std::uint64_t begin = kLengthsBytes + lengths.take();
  std::uint64_t end = begin + lengths.take();
  if (side == Side::kBlack) {
    begin = end;
    end += lengths.take();
  }
  bytes = journal_.read(record_, begin, end, buffer);
  if (!bytes) return bytes.error();
  return decompress(*bytes, entries_);
}

}  // namespace augmate
