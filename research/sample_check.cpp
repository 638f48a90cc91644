// SPDX-License-Identifier: MIT
#include "research/sample_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include "formats/value_by_moves.h"
#include "gen/team.h"
#include "probe/probe.h"
#include "rules/move_generator.h"

namespace augmate {
namespace {

constexpr std::size_t kAtOnce = 4096;              // positions between two calls of progress
constexpr std::uint64_t kTriesInVain = 1'000'000;  // without a legal position: there is none

struct Drawn {
  EndingReader::Place place;
  Position position;
};

// What became of one position.
struct Comparison {
  Error error;  // if `failed`
  bool failed = false;
  std::size_t moves = 0;
};

class SampleChecker {
 public:
  SampleChecker(const Prober& prober, const EndingReader& ending, const SampleOptions& options)
      : prober_(prober), ending_(ending), options_(options), random_(options.seed) {
    for (const Side side : {Side::kWhite, Side::kBlack}) {
      settled_[index(side)] = settlement_of(prober.game(), ending.material(), side);
      if (ending.table().file().holds(side)) sides_.push_back(side);
    }
  }

  Result<SampleReport> run();

 private:
  Result<std::vector<Drawn>> draw(std::size_t count);
  Comparison compare(const Drawn& drawn) const;
  std::vector<Comparison> compare_all(const std::vector<Drawn>& drawn) const;

  const Prober& prober_;
  const EndingReader& ending_;
  const SampleOptions& options_;
  std::mt19937_64 random_;
  std::vector<Side> sides_;
  std::array<Settlement, 2> settled_;
};

Result<std::vector<Drawn>> SampleChecker::draw(std::size_t count) {
  const PositionIndex& order = ending_.table().index();
  std::uniform_int_distribution<std::uint64_t> any(0, sides_.size() * order.entries() - 1);
  std::vector<Drawn> drawn;
  for (std::uint64_t in_vain = 0; drawn.size() < count; ++in_vain) {
    if (in_vain == kTriesInVain)
      return Error{ErrorCode::kNotCovered, "hardly a position of the table is legal"};
    const std::uint64_t number = any(random_);
    const Side side = sides_[number % sides_.size()];
    const std::uint64_t entry = number / sides_.size();
    const Position position = order.position(entry, side);
    if (why_illegal(prober_.game(), position)) continue;
    drawn.push_back({{side, entry}, position});
    in_vain = 0;
  }
  return drawn;
}

Comparison SampleChecker::compare(const Drawn& drawn) const {
  const auto stored = ending_.value_at(drawn.place);
  if (!stored) return {stored.error(), true};
  std::vector<Move> moves;
  legal_moves(prober_.game(), drawn.position, moves);
  Comparison made;
  made.moves = moves.size();
  const auto derived =
      value_by_moves(prober_.game(), drawn.position, settled_[index(drawn.place.side)], moves,
                     [&](const Position& next) -> std::optional<Value> {
                       const auto value = prober_.probe_unchecked(next);
                       if (value) return *value;
                       made.error = value.error();
                       return std::nullopt;
                     });
  made.failed = !derived || *derived != *stored;
  if (derived && made.failed)
    made.error = {
        ErrorCode::kMismatch,
        fmt::format("{}, {}: stored {}, re-derived {}",
                    material_name(prober_.game(), ending_.material()),
                    to_fen(prober_.game(), drawn.position), to_text(*stored), to_text(*derived))};
  return made;
}

std::vector<Comparison> SampleChecker::compare_all(const std::vector<Drawn>& drawn) const {
  std::vector<Comparison> all(drawn.size());
  const auto count = static_cast<std::int64_t>(drawn.size());
  [[maybe_unused]] const int threads = options_.threads > 0 ? options_.threads : largest_team();
#pragma omp parallel for schedule(dynamic, 16) default(none) shared(all, drawn, count) \
    num_threads(threads)
  for (std::int64_t i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    all[at] = compare(drawn[at]);
  }
  return all;
}

Result<SampleReport> SampleChecker::run() {
  SampleReport report;
  report.material = material_name(prober_.game(), ending_.material());
  report.path = ending_.table().file().path();
  report.compared = {};
  for (std::uint64_t done = 0; done < options_.positions;) {
    const auto drawn = draw(std::min<std::uint64_t>(kAtOnce, options_.positions - done));
    if (!drawn) return drawn.error();
    const std::vector<Comparison> all = compare_all(*drawn);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].failed) return all[i].error;
      ++report.compared[index((*drawn)[i].place.side)];
      report.moves += all[i].moves;
    }
    done += all.size();
    if (options_.progress) options_.progress(done, options_.positions);
  }
  return report;
}

}  // namespace

Result<SampleReport> check_sample(const std::shared_ptr<const Game>& game, const Material& material,
                                  const std::string& folder, const SampleOptions& options) {
  if (game->rules().exact_move_rule > 0)
    return Error{ErrorCode::kNotCovered,
                 "under an exact move-count rule values depend on the moves counted; check the "
                 "table without --sample"};
  const Prober prober(game, {folder});
  const auto ending = prober.ending(canonical(*game, material).material);
  if (!ending) return ending.error();
  return SampleChecker(prober, **ending, options).run();
}

}  // namespace augmate
