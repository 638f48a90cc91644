// SPDX-License-Identifier: MIT
#include "probe/probe.h"

#include <fmt/format.h>

#include <map>
#include <mutex>
#include <utility>

#include "formats/table_set.h"
#include "probe/internal/block_cache.h"

namespace augmate {

struct Prober::Impl {
  using MaterialKey = std::array<std::vector<int>, 2>;

  std::shared_ptr<const Game> game;
  TableSet tables;
  std::mutex mutex;  // guards `open`
  std::map<MaterialKey, std::shared_ptr<const OpenTable>> open;
  internal::BlockCache cache;  // after `open`: its blocks' tables outlive it

  Impl(std::shared_ptr<const Game> g, std::vector<std::string> folders, std::uint64_t cache_bytes)
      : game(std::move(g)), tables(std::move(folders)), cache(cache_bytes) {}

  Result<std::shared_ptr<const OpenTable>> table(const Material& material);
  Result<Value> look_up(const Position& position);
  Result<Value> value_of(const Position& position);
  Result<std::vector<ScoredMove>> scored_moves(const Position& position);
  Result<std::vector<Move>> best_moves(const Position& position, Value value);
  Result<std::vector<Move>> line(Position position, Value value);
  Error contradiction(const Position& position, Value value) const;
};

// Only tables that open are remembered, so that one generated later is found.
Result<std::shared_ptr<const OpenTable>> Prober::Impl::table(const Material& material) {
  const std::lock_guard lock(mutex);
  const auto known = open.find(material.men);
  if (known != open.end()) return known->second;
  auto opened = tables.open(game, material);
  if (opened) open.emplace(material.men, *opened);
  return opened;
}

Result<Value> Prober::Impl::look_up(const Position& position) {
  const auto opened = table(material_of(*game, position));
  if (!opened) return opened.error();
  const OpenTable& stored = **opened;
  const auto place = stored.place(position);
  if (!place) return Error{ErrorCode::kNotCovered, "the position is not of the table's material"};
  const std::uint64_t per_block = stored.file().block_entries();
  const auto block = cache.get(stored.file(), place->side, place->entry / per_block);
  if (!block) return block.error();
  const PackedValue packed = (**block)[place->entry % per_block];
  if (packed == kDontCare)
    return Error{ErrorCode::kCorrupt, fmt::format("table file '{}' says that no position of this "
                                                  "side to move is legal, but one is",
                                                  stored.file().path())};
  return unpack(packed);
}

Result<Value> Prober::Impl::value_of(const Position& position) {
  if (auto why = why_illegal(*game, position)) return Error{ErrorCode::kIllegal, std::move(*why)};
  return look_up(position);
}

Result<std::vector<ScoredMove>> Prober::Impl::scored_moves(const Position& position) {
  std::vector<Move> moves;
  legal_moves(*game, position, moves);
  std::vector<ScoredMove> scored;
  scored.reserve(moves.size());
  for (const Move& move : moves) {
    const auto value = look_up(after(*game, position, move));
    if (!value) return value.error();
    scored.push_back({move, before_move(*value)});
  }
  return scored;
}

Error Prober::Impl::contradiction(const Position& position, Value value) const {
  return {ErrorCode::kMismatch,
          fmt::format("the tables contradict each other: no move keeps the stored value ({}, {} "
                      "plies) of {}; run augmate check",
                      name(value.outcome), value.plies, to_fen(*game, position))};
}

Result<std::vector<Move>> Prober::Impl::best_moves(const Position& position, Value value) {
  const auto scored = scored_moves(position);
  if (!scored) return scored.error();
  std::vector<Move> best;
  for (const ScoredMove& s : *scored)
    if (s.value == value) best.push_back(s.move);
  if (best.empty() && !scored->empty()) return contradiction(position, value);
  return best;
}

// Each move brings the distance down by one, so the line ends.
Result<std::vector<Move>> Prober::Impl::line(Position position, Value value) {
  std::vector<Move> line;
  for (; value.plies > 0; value = {opposite(value.outcome), value.plies - 1}) {
    const auto best = best_moves(position, value);
    if (!best) return best.error();
    if (best->empty()) return contradiction(position, value);
    line.push_back(best->front());
    position = after(*game, position, best->front());
  }
  return line;
}

Prober::Prober(std::shared_ptr<const Game> game, std::vector<std::string> folders,
               const ProbeOptions& options)
    : impl_(std::make_unique<Impl>(std::move(game), std::move(folders), options.cache_bytes)) {}
Prober::~Prober() = default;
Prober::Prober(Prober&&) noexcept = default;
Prober& Prober::operator=(Prober&&) noexcept = default;

const Game& Prober::game() const { return *impl_->game; }

Result<Value> Prober::probe(const Position& position) const { return impl_->value_of(position); }

Result<std::vector<ScoredMove>> Prober::moves(const Position& position) const {
  if (auto why = why_illegal(game(), position)) return Error{ErrorCode::kIllegal, std::move(*why)};
  return impl_->scored_moves(position);
}

Result<std::vector<Move>> Prober::best(const Position& position) const {
  const auto value = impl_->value_of(position);
  if (!value) return value.error();
  return impl_->best_moves(position, *value);
}

Result<std::vector<Move>> Prober::line(const Position& position) const {
  const auto value = impl_->value_of(position);
  if (!value) return value.error();
  return impl_->line(position, *value);
}

}  // namespace augmate
