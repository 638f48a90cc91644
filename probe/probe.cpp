// SPDX-License-Identifier: MIT
#include "probe/probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "formats/table_set.h"
#include "formats/value_by_moves.h"
#include "probe/internal/block_cache.h"

namespace augmate {
namespace {

// What the position says beside the men: who passed which squares, what Jokers imitate. Text is
// checked when it is read; a position may come from elsewhere.
std::optional<std::string> why_impossible(const Game& game, const Position& p) {
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    const int kind = p.imitates[index(side)];
    if (kind == -1) continue;
    if (kind < 0 || kind >= static_cast<int>(game.kinds().size()) || game.kind(kind).joker)
      return "a Joker imitates what is no kind of men";
    if (!has_joker(game, p, side)) return "a Joker that is not there imitates something";
  }
  if (!p.passed.any()) return std::nullopt;
  const bool pawn = std::any_of(p.begin(), p.end(), [&](const Man& m) {
    return m.square == p.passer && m.side != p.to_move && game.kind(m.kind).pawn &&
           game.kind(m.kind).pawn->en_passant;
  });
  return pawn ? std::nullopt
              : std::optional<std::string>(
                    "there is no pawn that passed squares where it can be taken");
}

}  // namespace

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
  std::optional<Error> refusal(const Position& position) const;
  Result<Value> look_up(const Position& position);
  Result<Value> by_moves(const Position& position, const std::vector<Move>& moves);
  Result<Value> stored(const OpenTable& table, const OpenTable::Place& place);
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

std::optional<Error> Prober::Impl::refusal(const Position& position) const {
  auto why = why_impossible(*game, position);
  if (!why) why = why_illegal(*game, position);
  if (!why) return std::nullopt;
  return Error{ErrorCode::kIllegal, std::move(*why)};
}

Result<Value> Prober::Impl::look_up(const Position& position) {
  const Material material = material_of(*game, position);
  if (const auto ended = ended_by_material(*game, material, position.to_move)) return *ended;
  const auto opened = table(material);
  if (!opened) return opened.error();
  const auto place = (*opened)->place(position);
  std::vector<Move> moves;
  if (!place || position.passed.any()) legal_moves(*game, position, moves);
  if (!place || can_take_in_passing(moves)) return by_moves(position, moves);
  return stored(**opened, *place);
}

Result<Value> Prober::Impl::by_moves(const Position& position, const std::vector<Move>& moves) {
  std::optional<Error> failed;
  const auto value = value_by_moves(
      *game, position, settlement_of(*game, material_of(*game, position), position.to_move), moves,
      [&](const Position& next) -> std::optional<Value> {
        const auto found = look_up(next);
        if (found) return *found;
        failed = found.error();
        return std::nullopt;
      });
  if (!value) return *failed;
  return *value;
}

Result<Value> Prober::Impl::stored(const OpenTable& table, const OpenTable::Place& place) {
  const std::uint64_t per_block = table.file().block_entries();
  const auto block = cache.get(table.file(), place.side, place.entry / per_block);
  if (!block) return block.error();
  const PackedValue packed = (**block)[place.entry % per_block];
  if (packed == kDontCare)
    return Error{ErrorCode::kCorrupt, fmt::format("table file '{}' says that no position of this "
                                                  "side to move is legal, but one is",
                                                  table.file().path())};
  return unpack(packed);
}

Result<Value> Prober::Impl::value_of(const Position& position) {
  if (auto refused = refusal(position)) return *refused;
  return look_up(position);
}

Result<std::vector<ScoredMove>> Prober::Impl::scored_moves(const Position& position) {
  if (game->rules().exact_move_rule > 0)
    return Error{
        ErrorCode::kNotCovered,
        "tables under a move-count rule hold positions with no moves counted; the values after a "
        "move are not in them"};
  const Material material = material_of(*game, position);
  std::vector<ScoredMove> scored;
  if (ended_by_material(*game, material, position.to_move)) return scored;
  const Outcome infinite = infinite_play(*game, material, position.to_move);
  std::vector<Move> moves;
  legal_moves(*game, position, moves);
  for (const Move& move : moves) {
    const Position next = after(*game, position, move);
    const auto value = look_up(next);
    if (!value) return value.error();
    scored.push_back(
        {move, before_move(*value, infinite, infinite_after(*game, infinite, move, next))});
    if (keeps_checking(*game, position, next, *value)) scored.back().value.plies = 0;
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

// Each move brings the distance down by one or leads to where there is none, so the line ends.
Result<std::vector<Move>> Prober::Impl::line(Position position, Value value) {
  std::vector<Move> line;
  for (int left = value.plies; left > 0; --left) {
    const auto best = best_moves(position, value);
    if (!best) return best.error();
    if (best->empty()) return contradiction(position, value);
    line.push_back(best->front());
    position = after(*game, position, best->front());
    const auto next = look_up(position);
    if (!next) return next.error();
    value = *next;
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
  if (auto refused = impl_->refusal(position)) return *refused;
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
