// SPDX-License-Identifier: MIT
#include "probe/ending_reader.h"

#include <fmt/format.h>

#include <atomic>
#include <mutex>
#include <utility>
#include <vector>

#include "probe/internal/outcome_rows.h"
#include "probe/internal/page_cache.h"

namespace augmate {

using internal::CodeWidth;
using internal::LargeArray;
using internal::OutcomeRows;
using internal::PageCache;

namespace {

// For each man as the index takes them (pawns, anchor, groups, lane) its place in the material as
// it was asked for.
std::vector<std::uint8_t> order_of_men(const PositionIndex& index, const Material& asked,
                                       bool swapped) {
  std::vector<std::uint8_t> order;
  const auto take = [&](Side stored, int kind) {
    const Side side = swapped ? opponent(stored) : stored;
    const auto& men = asked.men[augmate::index(side)];
    const std::size_t before = side == Side::kWhite ? 0 : asked.men[0].size();
    for (std::size_t i = 0; i < men.size(); ++i)
      if (men[i] == kind) order.push_back(static_cast<std::uint8_t>(before + i));
  };
  for (const auto& g : index.pawn_groups()) take(g.side, g.kind);
  take(index.anchor_side(), index.game().royal(index.anchor_side()));
  for (const auto& g : index.groups()) take(g.side, g.kind);
  take(index.lane_side(), index.game().royal(index.lane_side()));
  return order;
}

}  // namespace

struct EndingReader::Impl {
  std::shared_ptr<const OpenTable> table;
  Material material;
  PageCache& cache;
  bool swapped = false;
  std::vector<std::uint8_t> order;
  std::array<std::uint8_t, kMaxSquares> map{};  // where squares go as they are stored
  std::uint64_t entries = 0;
  struct Stored {      // of one side to move
    bool held = true;  // not left out of the file
    std::span<const PackedValue> dictionary;
    CodeWidth width;
    std::vector<PageCache::Slot> slots;  // by page
    LargeArray preloaded;                // codes packed as in pages
  };
  std::array<Stored, 2> sides;
  std::mutex mutex;  // held while the rows are made
  std::unique_ptr<const std::array<OutcomeRows, 2>> made_rows;
  std::atomic<const std::array<OutcomeRows, 2>*> rows = nullptr;

  Impl(std::shared_ptr<const OpenTable> t, Material m, PageCache& c);
  Place stored_place(const Square* squares, Side to_move, int state) const;
  std::optional<Code> known_code(const Stored& stored, std::uint64_t entry) const;
  Result<Code> decode(const Place& place);
  Result<void> preload(Side side);
  Result<const std::array<OutcomeRows, 2>*> outcome_rows();
  Error nowhere() const;
};

EndingReader::Impl::Impl(std::shared_ptr<const OpenTable> t, Material m, PageCache& c)
    : table(std::move(t)), material(std::move(m)), cache(c) {
  const Canonical& canonical = table->canonical();
  swapped = canonical.swapped;
  order = order_of_men(table->index(), material, swapped);
  for (std::size_t s = 0; s < map.size(); ++s)
    map[s] = static_cast<std::uint8_t>(s < canonical.map.size() ? canonical.map[s]
                                                                : static_cast<Square>(s));
  entries = table->index().entries();
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    Stored& stored = sides[index(side)];
    stored.held = table->file().holds(side);
    stored.dictionary = table->file().dictionary(side);
    stored.width = CodeWidth::of(stored.dictionary.size());
    const std::uint64_t page = PageCache::codes_in_page(stored.width);
    stored.slots = std::vector<PageCache::Slot>((entries - 1) / page + 1);
  }
}

Error EndingReader::Impl::nowhere() const {
  return {ErrorCode::kIllegal, fmt::format("the squares are no position of {}",
                                           material_name(table->index().game(), material))};
}

inline EndingReader::Place EndingReader::Impl::stored_place(const Square* squares, Side to_move,
                                                            int state) const {
  std::array<Square, kMaxMen> stored;
  for (std::size_t i = 0; i < order.size(); ++i)
    stored[i] = map[static_cast<std::uint8_t>(squares[order[i]])];
  return Place{swapped ? opponent(to_move) : to_move,
               table->index().index_of(stored.data(), state)};
}

// The code, if it is decoded.
inline std::optional<Code> EndingReader::Impl::known_code(const Stored& stored,
                                                          std::uint64_t entry) const {
  if (stored.preloaded.size() > 0)
    return stored.width.code(stored.preloaded[stored.width.word(entry)], entry);
  return cache.find(stored.slots[PageCache::page_of(entry, stored.width)], stored.width, entry);
}

// Reads the blocks that the page has a part of, and keeps every page that they hold in full.
Result<Code> EndingReader::Impl::decode(const Place& place) {
  const TableFile& file = table->file();
  Stored& stored = sides[index(place.side)];
  const std::uint64_t block = file.block_entries();
  const std::uint64_t page = PageCache::codes_in_page(stored.width);
  const std::uint64_t page_end = std::min(place.entry / page * page + page, entries);
  const std::uint64_t begin = place.entry / page * page / block * block;
  std::vector<Code> codes;
  for (std::uint64_t b = begin / block; b * block < page_end; ++b) {
    auto more = file.read_codes(place.side, b, page_end - b * block);
    if (!more) return more.error();
    if (codes.empty())
      codes = std::move(*more);
    else
      codes.insert(codes.end(), more->begin(), more->end());
  }
  const std::uint64_t end = begin + codes.size();
  const std::span<const Code> all(codes);
  for (std::uint64_t p = (begin + page - 1) / page; p * page < end; ++p) {
    const std::uint64_t to = std::min(p * page + page, entries);
    if (to > end) break;
    cache.insert(stored.slots[p], stored.width, all.subspan(p * page - begin, to - p * page));
  }
  return codes[place.entry - begin];
}

Result<void> EndingReader::Impl::preload(Side side) {
  const TableFile& file = table->file();
  Stored& stored = sides[index(side)];
  LargeArray words(stored.width.word(entries - 1) + 1);
  std::vector<Code> codes;  // of whole words, but for the last
  std::uint64_t next = 0;
  for (std::uint64_t b = 0; b < file.blocks(); ++b) {
    const auto more = file.read_codes(side, b);
    if (!more) return more.error();
    codes.insert(codes.end(), more->begin(), more->end());
    const std::size_t in_word = std::size_t{1} << stored.width.shift;
    const std::size_t whole =
        b + 1 == file.blocks() ? codes.size() : codes.size() / in_word * in_word;
    for (std::size_t i = 0; i < whole; i += in_word) words[next++] = stored.width.pack(codes, i);
    codes.erase(codes.begin(), codes.begin() + static_cast<std::ptrdiff_t>(whole));
  }
  stored.preloaded = std::move(words);
  return {};
}

Result<const std::array<OutcomeRows, 2>*> EndingReader::Impl::outcome_rows() {
  if (const auto* known = rows.load(std::memory_order_acquire)) return known;
  const std::lock_guard lock(mutex);
  if (made_rows) return made_rows.get();
  auto made = std::make_unique<std::array<OutcomeRows, 2>>();
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    if (!table->file().holds(side)) continue;
    auto built = OutcomeRows::build(table->file(), side,
                                    static_cast<std::uint64_t>(table->index().squares()));
    if (!built) return built.error();
    (*made)[index(side)] = std::move(*built);
  }
  made_rows = std::move(made);
  rows.store(made_rows.get(), std::memory_order_release);
  return made_rows.get();
}

EndingReader::EndingReader(std::shared_ptr<const OpenTable> table, Material material,
                           PageCache& cache)
    : impl_(std::make_unique<Impl>(std::move(table), std::move(material), cache)) {}
EndingReader::~EndingReader() = default;

const Material& EndingReader::material() const { return impl_->material; }
const OpenTable& EndingReader::table() const { return *impl_->table; }

std::optional<EndingReader::Place> EndingReader::place(const Square* squares, Side to_move,
                                                       std::array<int, 2> imitates) const {
  const PositionIndex& order = impl_->table->index();
  if (order.states().size() == 1) return impl_->stored_place(squares, to_move, 0);  // no Jokers
  if (impl_->swapped) std::swap(imitates[0], imitates[1]);
  const int state = order.find_state(imitates);
  if (state < 0) return std::nullopt;
  return impl_->stored_place(squares, to_move, state);
}

Result<Value> EndingReader::value_at(const Place& place) const {
  const Impl::Stored& stored = impl_->sides[index(place.side)];
  if (place.entry < impl_->entries)
    if (const auto code = impl_->known_code(stored, place.entry))
      return unpack(stored.dictionary[*code]);
  return decoded_value(place);
}

// What is not known yet, or has no value. Apart from value_at(), whose registers it would take.
[[gnu::noinline]] Result<Value> EndingReader::decoded_value(const Place& place) const {
  const Impl::Stored& stored = impl_->sides[index(place.side)];
  if (place.entry >= impl_->entries) return impl_->nowhere();
  if (!stored.held) return left_out();
  if (stored.dictionary.empty()) return no_legal_position();
  const auto code = impl_->decode(place);
  if (!code) return code.error();
  return unpack(stored.dictionary[*code]);
}

Result<Outcome> EndingReader::outcome_at(const Place& place) const {
  if (place.entry >= impl_->entries) return impl_->nowhere();
  const auto rows = impl_->outcome_rows();
  if (!rows) return rows.error();
  const OutcomeRows& side = (**rows)[index(place.side)];
  if (!impl_->table->file().holds(place.side)) return left_out();
  if (!side.any()) return no_legal_position();
  return side.get(place.entry);
}

Error EndingReader::left_out() const {
  return {ErrorCode::kNotCovered,
          fmt::format("table file '{}' leaves this side to move out; a Prober finds its values by "
                      "the moves",
                      impl_->table->file().path())};
}

Error EndingReader::no_legal_position() const {
  return {ErrorCode::kCorrupt, fmt::format("table file '{}' says that no position of this side to "
                                           "move is legal, but one is",
                                           impl_->table->file().path())};
}

Result<Value> EndingReader::probe_unchecked(const Square* squares, Side to_move,
                                            std::array<int, 2> imitates) const {
  const auto at = place(squares, to_move, imitates);
  if (!at) return not_stored();
  return value_at(*at);
}

Result<Outcome> EndingReader::outcome_unchecked(const Square* squares, Side to_move,
                                                std::array<int, 2> imitates) const {
  const auto at = place(squares, to_move, imitates);
  if (!at) return not_stored();
  return outcome_at(*at);
}

Error EndingReader::not_stored() const {
  return {ErrorCode::kNotCovered, "a Joker imitates a kind that is gone; no table stores that"};
}

Result<void> EndingReader::preload() {
  for (const Side side : {Side::kWhite, Side::kBlack})
    if (!impl_->sides[index(side)].dictionary.empty())
      if (auto done = impl_->preload(side); !done) return done;
  return {};
}

std::uint64_t EndingReader::preloaded_bytes() const {
  return impl_->sides[0].preloaded.size_bytes() + impl_->sides[1].preloaded.size_bytes();
}

Result<std::uint64_t> EndingReader::outcome_bytes() const {
  const auto rows = impl_->outcome_rows();
  if (!rows) return rows.error();
  return (**rows)[0].size_bytes() + (**rows)[1].size_bytes();
}

}  // namespace augmate
