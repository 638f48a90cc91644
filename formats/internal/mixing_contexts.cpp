// SPDX-License-Identifier: MIT
#include "formats/internal/mixing_contexts.h"

#include <algorithm>

namespace augmate::internal {
namespace {

std::uint64_t mix(std::uint64_t h, std::uint64_t x) {
  h = (h ^ x) * 0xD6E8FEB86659FD93u;
  return h ^ h >> 29;
}

}  // namespace

MixingContexts::MixingContexts(const Lattice& lattice, std::span<const Code> block,
                               std::span<const Code> other, std::span<const std::uint16_t> ranks)
    : lattice_(lattice),
      block_(block),
      other_(other),
      ranks_(ranks),
      files_(static_cast<int>(lattice.files)),
      board_ranks_(static_cast<int>(lattice.squares / lattice.files)) {}

MixingContexts::Rows MixingContexts::rows_of(std::size_t dimension, std::size_t row) const {
  if (dimension >= lattice_.places.size()) return {};
  std::uint64_t stride = 1;
  for (std::size_t d = 0; d < dimension; ++d) stride *= lattice_.places[d];
  const std::uint64_t place = coordinate_[dimension], w = lattice_.files;
  const auto back = [&](std::uint64_t places, bool there) -> const Code* {
    if (!there || places * stride > row) return nullptr;
    return block_.data() + (row - places * stride) * lattice_.squares;
  };
  const bool left = place % w > 0, down = place >= w;
  return {back(1, left), back(w, down), back(w + 1, left && down),
          back(w - 1, down && place % w + 1 < w)};
}

void MixingContexts::start_row(std::size_t row) {
  row_ = row;
  std::uint64_t rest = row;
  for (std::size_t d = 0; d < coordinate_.size(); ++d) {
    const std::uint64_t places = d < lattice_.places.size() ? lattice_.places[d] : 1;
    coordinate_[d] = rest % places;
    rest /= places;
  }
  near_ = rows_of(0, row);
  far_ = rows_of(1, row);
  outer_ = nullptr;
  if (lattice_.places.size() < 3 || coordinate_[2] == 0) return;
  const std::uint64_t stride = lattice_.places[0] * lattice_.places[1];
  if (stride <= row) outer_ = block_.data() + (row - stride) * lattice_.squares;
}

// The code of a row so many files and ranks beside the lane.
std::uint32_t MixingContexts::at(const Code* row, int files, int ranks) const {
  if (row == nullptr) return kNone;
  const int file = file_ + files, rank = rank_ + ranks;
  if (file < 0 || file >= files_ || rank < 0 || rank >= board_ranks_) return kOff;
  const auto lane = static_cast<std::size_t>(rank * files_ + file);
  // The last row of a block may be cut off.
  return row + lane < block_.data() + block_.size() ? row[lane] : kOff;
}

void MixingContexts::add(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d) {
  const std::uint64_t h = mix(mix((count_ + 1) * 0x9E3779B97F4A7C15u, a << 32 | b), c << 32 | d);
  hashes_[count_++] = static_cast<std::uint32_t>(h ^ h >> 32);
}

void MixingContexts::add_own() {
  const Code* own = block_.data() + row_ * lattice_.squares;
  const std::uint64_t left = at(own, -1, 0), down = at(own, 0, -1);
  const std::uint64_t nl = at(near_.left, 0, 0), nd = at(near_.down, 0, 0);
  const std::uint64_t nld = at(near_.left_down, 0, 0), nrd = at(near_.right_down, 0, 0);
  const std::uint64_t fl = at(far_.left, 0, 0), fd = at(far_.down, 0, 0);
  const std::uint64_t fld = at(far_.left_down, 0, 0), frd = at(far_.right_down, 0, 0);
  nearest_ = {static_cast<std::uint32_t>(left), static_cast<std::uint32_t>(down),
              static_cast<std::uint32_t>(nl), static_cast<std::uint32_t>(nd)};
  add(left, down, at(own, -1, -1));
  add(left, nl, at(near_.left, -1, 0));
  add(down, nd, at(near_.down, 0, -1));
  add(nl, nd, nld);
  add(fl, fd, fld);
  add(fl, nl, left);
  add(fd, nd, down);
  add(fl, left, at(far_.left, -1, 0));
  add(fd, down, at(far_.down, 0, -1));
  add(nld, left, nrd);
  add(fld, down, frd);
  for (const Code* row :
       {near_.left, near_.down, far_.left, far_.down, near_.left_down, far_.left_down})
    add(at(row, 0, 0), at(row, 1, 0), at(row, 0, 1));
  add(left << 17 | nl, down << 17 | nd, fl, fd);
  add(at(outer_, 0, 0), left, nl);
  add(at(own, -2, 0), left, at(own, 0, -2), down);
  add(at(own, -1, 0), at(own, 0, -1), at(own, -1, -1), at(own, 1, -1));
  add(at(near_.left, 1, 1), at(near_.down, 1, 1), left, down);
  add(nl, fl, nd, fd);
}

// How the men stand to each other, and where.
void MixingContexts::add_places() {
  const auto w = static_cast<std::int64_t>(lattice_.files);
  const auto apart = [&](std::uint64_t place) {
    const auto p = static_cast<std::int64_t>(place % lattice_.squares);
    return static_cast<std::uint64_t>((rank_ - p / w + 16) * 64 + file_ - p % w + 16);
  };
  const std::uint64_t near = apart(coordinate_[0]), far = apart(coordinate_[1]);
  add(near, far);
  add(near, coordinate_[2], lane_);
  add(far, coordinate_[2], lane_);
}

// What the rules say, and the other side's code.
void MixingContexts::add_facts(std::size_t entry, const EntryFacts& facts, Code expected) {
  const std::uint64_t left = nearest_[0], down = nearest_[1], nl = nearest_[2], nd = nearest_[3];
  add(expected, facts.captures);
  add(expected, facts.captures, left, nl);
  add(facts.captures, facts.situation);
  add(expected, facts.situation, left, nl);
  add(expected, facts.situation, down, nd);
  add(expected, entry < other_.size() ? other_[entry] : kNone);
}

std::span<const std::uint32_t> MixingContexts::of(std::size_t entry, const EntryFacts& facts,
                                                  Code expected) {
  const std::size_t row = entry / lattice_.squares;
  if (row != row_) start_row(row);
  lane_ = entry % lattice_.squares;
  file_ = static_cast<int>(lane_) % files_;
  rank_ = static_cast<int>(lane_) / files_;
  count_ = 0;
  add_own();
  add_places();
  add_facts(entry, facts, expected);
  return std::span<const std::uint32_t>(hashes_).first(count_);
}

std::span<const std::uint32_t> MixingContexts::around(const EntryFacts& facts) {
  const auto& [left, down, near_left, near_down] = nearest_;
  std::uint64_t sum = 0, known = 0, least = 0xFFFF;
  for (const std::uint32_t code : nearest_) {
    if (code >= ranks_.size()) continue;
    sum += ranks_[code];
    least = std::min<std::uint64_t>(least, ranks_[code]);
    ++known;
  }
  count_ = 0;
  add(0);
  add(left);
  add(down);
  add(near_left);
  add(near_down);
  add(left, near_left);
  add(down, near_down);
  add(facts.captures, facts.situation % 2);
  add(known > 0 ? sum / known : 0xFFFF, known);
  add(least);
  add(at(far_.left, 0, 0), at(far_.down, 0, 0));
  add(coordinate_[0] % lattice_.squares, lane_);
  return std::span<const std::uint32_t>(hashes_).first(count_);
}

std::size_t MixingContexts::agreeing(Code code) const {
  std::size_t bits = 0;
  for (std::size_t i = 0; i < nearest_.size(); ++i) bits |= std::size_t{nearest_[i] == code} << i;
  return bits;
}

}  // namespace augmate::internal
