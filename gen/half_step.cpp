// SPDX-License-Identifier: MIT
#include "gen/half_step.h"

#include <algorithm>
#include <cstring>

namespace augmate {
namespace {

constexpr std::uint64_t kChunkRows = 64, kParts = 64, kMaxChunkRows = 1024;
constexpr std::uint64_t kUnitWords = std::uint64_t{1} << 21;

std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

}  // namespace

ChunkPlan::ChunkPlan(const Layout& layout, std::uint64_t anchors)
    : rows_(anchors * layout.slot_rows()),
      group_slots_(divide_up(kChunkRows, layout.slot_rows())),
      group_rows_(group_slots_ * layout.slot_rows()),
      groups_(divide_up(anchors, group_slots_)),
      parts_(group_slots_ > 1 ? 1
                              : std::max(std::min(kParts, divide_up(group_rows_, kChunkRows)),
                                         divide_up(group_rows_, kMaxChunkRows))),
      part_rows_(divide_up(group_rows_, parts_)),
      unit_groups_(std::max<std::uint64_t>(
          1, kUnitWords / (group_rows_ * static_cast<std::uint64_t>(layout.row_words())))) {}

ChunkRange ChunkPlan::unit(std::uint64_t number) const {
  return {number * unit_groups_ * parts_, std::min((number + 1) * unit_groups_, groups_) * parts_};
}

std::uint64_t ChunkPlan::begin_row(std::uint64_t chunk) const {
  const std::uint64_t group = chunk / parts_;
  return std::min(rows_, std::min(group * group_rows_ + chunk % parts_ * part_rows_,
                                  (group + 1) * group_rows_));
}

bool HalfStep::empty() const {
  return std::all_of(units.begin(), units.end(), [](const Unit& u) { return u.record.size == 0; });
}

namespace {

constexpr std::uint64_t kEndBytes = sizeof(std::uint32_t);

void put_end(std::uint8_t* to, std::uint32_t end) {
  for (unsigned i = 0; i < kEndBytes; ++i) to[i] = static_cast<std::uint8_t>(end >> (8 * i));
}

std::uint32_t get_end(const std::uint8_t* from) {
  std::uint32_t end = 0;
  for (unsigned i = 0; i < kEndBytes; ++i) end |= std::uint32_t{from[i]} << (8 * i);
  return end;
}

}  // namespace

Result<std::optional<HalfStep::Unit>> HalfStepJournal::take(JournalKey key) const {
  key.number = placement_;
  const auto record = journal_.take(key);
  if (!record) return record.error();
  if (!*record) return std::optional<HalfStep::Unit>();
  HalfStep::Unit unit{**record, {}};
  if (unit.record.size > 0) {
    const ChunkRange chunks = plan_.unit(key.unit);
    const std::uint64_t count = chunks.end - chunks.begin;
    std::vector<std::uint8_t> buffer;
    const auto bytes = journal_.read(unit.record, 0, count * kEndBytes, buffer);
    if (!bytes) return bytes.error();
    for (std::uint64_t i = 0; i < count; ++i)
      unit.ends.push_back(get_end(bytes->data() + i * kEndBytes));
  }
  return std::optional(std::move(unit));
}

Result<HalfStep::Unit> HalfStepJournal::append(JournalKey key,
                                               const std::vector<RowStream>& chunks) const {
  key.number = placement_;
  std::uint64_t size = 0;
  for (const RowStream& c : chunks) size += c.bytes().size();
  if (size > ~std::uint32_t{0})
    return Error{ErrorCode::kTooLarge, "a half-step of over 4 GiB in one unit"};
  HalfStep::Unit unit;
  std::vector<std::uint8_t> ends;
  std::vector<Bytes> parts;
  if (size > 0) {
    ends.resize(chunks.size() * kEndBytes);
    parts.push_back(ends);
    std::uint32_t end = 0;
    for (const RowStream& c : chunks) {
      end += static_cast<std::uint32_t>(c.bytes().size());
      put_end(ends.data() + unit.ends.size() * kEndBytes, end);
      unit.ends.push_back(end);
      parts.push_back(c.bytes());
    }
  }
  const auto record = journal_.append(key, parts);
  if (!record) return record.error();
  unit.record = *record;
  return unit;
}

Result<std::vector<RowStream::Bytes>> HalfStepJournal::read(
    const HalfStep& half_step, ChunkRange chunks, std::vector<std::uint8_t>& buffer) const {
  const std::uint64_t number = plan_.unit_of(chunks.begin);
  const HalfStep::Unit& unit = half_step.units[number];
  std::vector<Bytes> streams;
  if (unit.ends.empty()) return streams;
  const std::uint64_t first = chunks.begin - plan_.unit(number).begin;
  const std::uint64_t last = first + chunks.end - chunks.begin;
  const std::uint64_t base = unit.ends.size() * kEndBytes;
  std::uint64_t begin = first == 0 ? 0 : unit.ends[first - 1];
  const std::uint64_t from = begin;
  const auto bytes = journal_.read(unit.record, base + begin, base + unit.ends[last - 1], buffer);
  if (!bytes) return bytes.error();
  for (std::uint64_t i = first; i < last; begin = unit.ends[i++])
    streams.push_back(bytes->subspan(begin - from, unit.ends[i] - begin));
  return streams;
}

void HalfStepJournal::forget(const HalfStep& half_step) const {
  for (const HalfStep::Unit& u : half_step.units) journal_.forget(u.record);
}

}  // namespace augmate
