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
#include "probe/internal/men_map.h"
#include "probe/internal/page_cache.h"

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
  bool preload;
  internal::PageCache cache;
  std::mutex mutex;  // guards `tables` and `endings`
  TableSet tables;
  std::map<MaterialKey, std::unique_ptr<const EndingReader>> endings;
  internal::MenMap men;

  Impl(std::shared_ptr<const Game> g, std::vector<std::string> folders, const ProbeOptions& options)
      : game(std::move(g)),
        preload(options.preload),
        cache(options.cache_bytes),
        tables(std::move(folders), options.backing) {}

  Result<const EndingReader*> ending(const Material& material);
  Result<const internal::MenFound*> find(const Position& position);
  std::optional<Error> refusal(const Position& position) const;
  template <class T, class Read, class Convert>
  Result<T> look_up(const Position& position, Read&& read, Convert&& convert);
  Result<Value> look_up(const Position& position);
  Result<Outcome> look_up_outcome(const Position& position);
  Result<Value> by_moves(const Position& position, const std::vector<Move>& moves);
  Result<Value> value_of(const Position& position);
  Result<std::vector<ScoredMove>> scored_moves(const Position& position);
  Result<std::vector<Move>> best_moves(const Position& position, Value value);
  Result<std::vector<Move>> line(Position position, Value value);
  Error contradiction(const Position& position, Value value) const;
};

// Only tables that open are remembered, so that one generated later is found.
Result<const EndingReader*> Prober::Impl::ending(const Material& material) {
  const std::lock_guard lock(mutex);
  const auto known = endings.find(material.men);
  if (known != endings.end()) return known->second.get();
  auto opened = tables.open(game, material);
  if (!opened) return opened.error();
  auto made = std::make_unique<EndingReader>(std::move(*opened), material, cache);
  if (preload)
    if (auto done = made->preload(); !done) return done.error();
  return endings.emplace(material.men, std::move(made)).first->second.get();
}

Result<const internal::MenFound*> Prober::Impl::find(const Position& position) {
  if (const internal::MenFound* known = men.find(position)) return known;
  const Material material = material_of(*game, position);
  internal::MenFound found;
  for (const Side side : {Side::kWhite, Side::kBlack})
    found.ended[index(side)] = ended_by_material(*game, material, side);
  if (!found.ended[0] || !found.ended[1]) {
    const auto opened = ending(material);
    if (!opened) return opened.error();
    found.ending = *opened;
  }
  return men.add(position, material, std::move(found));
}

std::optional<Error> Prober::Impl::refusal(const Position& position) const {
  auto why = why_impossible(*game, position);
  if (!why) why = why_illegal(*game, position);
  if (!why) return std::nullopt;
  return Error{ErrorCode::kIllegal, std::move(*why)};
}

// `read`: from an EndingReader and a place; `convert`: from a Value.
template <class T, class Read, class Convert>
Result<T> Prober::Impl::look_up(const Position& position, Read&& read, Convert&& convert) {
  const auto found = find(position);
  if (!found) return found.error();
  if (const auto& ended = (*found)->ended[index(position.to_move)]) return convert(*ended);
  std::array<Square, kMaxMen> squares;
  (*found)->squares_of(position, squares.data());
  const EndingReader& ending = *(*found)->ending;
  const auto place = ending.place(squares.data(), position.to_move, position.imitates);
  const bool stored = place && ending.table().file().holds(place->side);
  if (stored && !position.passed.any()) return read(ending, *place);
  std::vector<Move> moves;
  legal_moves(*game, position, moves);
  if (stored && !can_take_in_passing(moves)) return read(ending, *place);
  const auto value = by_moves(position, moves);
  if (!value) return value.error();
  return convert(*value);
}

Result<Value> Prober::Impl::look_up(const Position& position) {
  return look_up<Value>(
      position,
      [](const EndingReader& ending, const EndingReader::Place& place) {
        return ending.value_at(place);
      },
      [](const Value& value) { return value; });
}

Result<Outcome> Prober::Impl::look_up_outcome(const Position& position) {
  return look_up<Outcome>(
      position,
      [](const EndingReader& ending, const EndingReader::Place& place) {
        return ending.outcome_at(place);
      },
      [](const Value& value) { return value.outcome; });
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
    : impl_(std::make_unique<Impl>(std::move(game), std::move(folders), options)) {}
Prober::~Prober() = default;
Prober::Prober(Prober&&) noexcept = default;
Prober& Prober::operator=(Prober&&) noexcept = default;

const Game& Prober::game() const { return *impl_->game; }

Result<void> Prober::add(std::string_view bytes, const std::string& name) {
  const std::lock_guard lock(impl_->mutex);
  return impl_->tables.add(bytes, name);
}

Result<void> Prober::covers(const Material& material) const {
  const Game& game = *impl_->game;
  if (ended_by_material(game, material, Side::kWhite) &&
      ended_by_material(game, material, Side::kBlack))
    return {};
  const auto found = impl_->ending(material);
  if (!found) return found.error();
  return {};
}

Result<const EndingReader*> Prober::ending(const Material& material) const {
  if (ended_by_material(*impl_->game, material, Side::kWhite))
    return Error{ErrorCode::kNotCovered,
                 material_name(*impl_->game, material) + " ends the game, so it has no table"};
  return impl_->ending(material);
}

Result<Value> Prober::probe(const Position& position) const { return impl_->value_of(position); }

Result<Outcome> Prober::outcome(const Position& position) const {
  if (auto refused = impl_->refusal(position)) return *refused;
  return impl_->look_up_outcome(position);
}

Result<Value> Prober::probe_unchecked(const Position& position) const {
  return impl_->look_up(position);
}

Result<Outcome> Prober::outcome_unchecked(const Position& position) const {
  return impl_->look_up_outcome(position);
}

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
