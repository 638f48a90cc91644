// SPDX-License-Identifier: MIT
#include "research/claims.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "gen/estimate.h"
#include "probe/probe.h"
#include "research/ending.h"
#include "research/generally_won.h"
#include "research/mine.h"
#include "research/number_text.h"
#include "research/orbit_counts.h"
#include "research/statistics_text.h"

namespace augmate {

// All that is asked of one ending; what is dear is found out when a claim asks for it.
struct ClaimJudge::Measured {
  std::shared_ptr<const Game> game;
  Material material;
  TableSet tables;
  Sides sides;  // by side to move, of the material asked for
  std::optional<Ending> loaded;
  std::optional<OrbitCounts> symmetric;
  std::array<std::vector<Value>, 2> symmetric_values;
  std::optional<GeneralShares> shares;  // of the claim in hand
  std::vector<std::string> passing;     // tables that are not to stay

  explicit Measured(const std::string& folder) : tables({folder}) {}

  const SideStatistics& of(Side side) const { return sides[index(side)]; }
  Result<void> load(int moves);
  Result<void> find_symmetric();
  Result<double> count(PositionClass positions, Side to_move, Counting counting, int plies);
  Result<double> stalemates(Side to_move, Counting counting);
  Result<double> sum(const Claim& claim, int plies);
  Result<double> share(const Claim& claim);
  Result<ClaimValue> truth(const Claim& claim);
  ClaimValue longest(const Claim& claim) const;
};

namespace {

constexpr int kAnyPlies = -2;

Outcome outcome_of(PositionClass positions) {
  return positions == PositionClass::kWin    ? Outcome::kWin
         : positions == PositionClass::kDraw ? Outcome::kDraw
                                             : Outcome::kLoss;
}

bool belongs(PositionClass positions, int plies, Value value) {
  if (positions == PositionClass::kLegal) return true;
  if (positions == PositionClass::kMate) return value == Value{Outcome::kLoss, 0};
  return value.outcome == outcome_of(positions) && (plies == kAnyPlies || value.plies == plies);
}

std::uint64_t whole_board(const SideStatistics& statistics, PositionClass positions, int plies) {
  if (positions == PositionClass::kLegal) return statistics.legal;
  const OutcomeStatistics& o = statistics.outcomes[static_cast<unsigned>(outcome_of(positions))];
  if (positions == PositionClass::kMate) plies = 0;
  if (plies == kAnyPlies) return o.count;
  for (const auto& [distance, count] : o.histogram)
    if (distance == plies) return count;
  return 0;
}

bool is_stalemate(const Game& game, const Position& position) {
  std::vector<Move> moves;
  legal_moves(game, position, moves);
  return moves.empty() && !in_check(game, position);
}

// Of movers: the sides that have the move.
std::vector<Side> sides_of(Movers movers) {
  if (movers == Movers::kBoth) return {Side::kWhite, Side::kBlack};
  return {movers == Movers::kWhite ? Side::kWhite : Side::kBlack};
}

bool equal(const Claim& claim, const ClaimValue& truth) {
  const auto* published = std::get_if<std::vector<double>>(&claim.value);
  const auto* numbers = std::get_if<std::vector<double>>(&truth);
  if (published == nullptr || numbers == nullptr) return claim.value == truth;
  // A rounding of 0.05 leaves 99.95 within 100.0.
  const double within = claim.within * (1 + 1e-9);
  return std::equal(published->begin(), published->end(), numbers->begin(), numbers->end(),
                    [&](double a, double b) { return std::abs(a - b) <= within; });
}

bool not_decidable(ErrorCode code) {
  return code == ErrorCode::kTooLarge || code == ErrorCode::kNotCovered;
}

}  // namespace

Result<void> ClaimJudge::Measured::load(int moves) {
  auto ending = Ending::load(game, material, tables, moves);
  if (!ending) return ending.error();
  loaded = std::move(*ending);
  return {};
}

Result<void> ClaimJudge::Measured::find_symmetric() {
  if (symmetric) return {};
  symmetric.emplace(game, material);
  if (!symmetric->defined())
    return Error{ErrorCode::kNotCovered,
                 "counts up to the board's symmetries need men that move alike in all directions"};
  const Prober prober(game, tables.folders());
  for (const Side side : {Side::kWhite, Side::kBlack})
    for (const Position& position : symmetric->fixed(side)) {
      const auto value = prober.probe(position);
      if (!value) return value.error();
      symmetric_values[index(side)].push_back(*value);
    }
  return {};
}

Result<double> ClaimJudge::Measured::stalemates(Side to_move, Counting counting) {
  if (auto ok = load(0); !ok) return ok.error();
  const Side stored = loaded->stored(to_move);
  std::uint64_t whole = 0, fixed = 0;
  for (std::uint64_t entry = 0; entry < loaded->index().entries(); ++entry)
    if (const auto position = loaded->position(stored, entry);
        position && is_stalemate(*game, *position))
      whole += static_cast<std::uint64_t>(loaded->index().weight(entry));
  if (counting == Counting::kBoard) return static_cast<double>(whole);
  for (const Position& position : symmetric->fixed(to_move)) fixed += is_stalemate(*game, position);
  return static_cast<double>(symmetric->orbits(whole, fixed));
}

Result<double> ClaimJudge::Measured::count(PositionClass positions, Side to_move, Counting counting,
                                           int plies) {
  if (counting != Counting::kBoard)
    if (auto ok = find_symmetric(); !ok) return ok.error();
  if (positions == PositionClass::kStalemate) return stalemates(to_move, counting);
  const std::uint64_t whole = whole_board(of(to_move), positions, plies);
  if (counting == Counting::kBoard) return static_cast<double>(whole);
  const auto& values = symmetric_values[index(to_move)];
  const auto fixed = std::count_if(values.begin(), values.end(),
                                   [&](Value v) { return belongs(positions, plies, v); });
  return static_cast<double>(symmetric->orbits(whole, static_cast<std::uint64_t>(fixed)));
}

// Of the sides that may be to move. Positions that a symmetry maps to themselves by exchanging
// alike men are not looked for when those are to count once: they are few.
Result<double> ClaimJudge::Measured::sum(const Claim& claim, int plies) {
  double all = 0;
  for (const Side side : sides_of(claim.to_move)) {
    const auto n = count(claim.positions, side, claim.counting, plies);
    if (!n) return n.error();
    all += *n;
  }
  const bool merged = claim.counting == Counting::kOrbitsAlike;
  return merged ? all / static_cast<double>(symmetric->orders_of_alike()) : all;
}

Result<double> ClaimJudge::Measured::share(const Claim& claim) {
  const auto part = sum(claim, kAnyPlies);
  if (!part) return part.error();
  double all = 0;
  for (const Side side : sides_of(claim.to_move)) {
    double placements = 1;
    for (int i = 0; i < material.count(); ++i) placements *= game->board().squares().count() - i;
    all += claim.of_placements ? placements : static_cast<double>(of(side).legal);
  }
  return 100 * *part / all;
}

// Where nobody wins there is no longest win, not one of 0 plies.
ClaimValue ClaimJudge::Measured::longest(const Claim& claim) const {
  const auto plies = [&](Side side, Outcome o) {
    return of(side).outcomes[static_cast<unsigned>(o)].max_plies();
  };
  int most = kNoDistance;
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    const bool asked = claim.to_move == Movers::kBoth ||
                       (claim.to_move == Movers::kWhite) == (side == Side::kWhite);
    if (!asked) continue;
    most = std::max(most, plies(side, Outcome::kWin));
    if (claim.quantity == Quantity::kLongestWon)
      most = std::max(most, plies(opponent(side), Outcome::kLoss));
    if (claim.quantity == Quantity::kLongest) most = std::max(most, plies(side, Outcome::kLoss));
  }
  if (most == kNoDistance) return ClaimValue(std::string("there is none"));
  return ClaimValue(
      std::vector<double>{static_cast<double>(claim.in_moves ? moves_of(most) : most)});
}

Result<ClaimValue> ClaimJudge::Measured::truth(const Claim& claim) {
  std::vector<double> numbers;
  const auto add = [&](Result<double> number) -> Result<void> {
    if (!number) return number.error();
    numbers.push_back(*number);
    return {};
  };
  switch (claim.quantity) {
    case Quantity::kLongestWin:
    case Quantity::kLongestWon:
    case Quantity::kLongest:
      return longest(claim);
    case Quantity::kWinDrawLoss:
      for (const auto c : {PositionClass::kWin, PositionClass::kDraw, PositionClass::kLoss}) {
        Claim one = claim;
        one.positions = c;
        if (auto ok = add(sum(one, kAnyPlies)); !ok) return ok.error();
      }
      break;
    case Quantity::kHistogram: {
      const auto plies = std::get<std::vector<double>>(claim.value).size();
      for (std::size_t n = 0; n < plies; ++n)
        if (auto ok = add(sum(claim, static_cast<int>(n))); !ok) return ok.error();
      break;
    }
    case Quantity::kCount:
      if (auto ok = add(sum(claim, kAnyPlies)); !ok) return ok.error();
      break;
    case Quantity::kShare:
      if (auto ok = add(share(claim)); !ok) return ok.error();
      break;
    case Quantity::kForcedMate:
    case Quantity::kVerdict: {
      if (auto ok = load(kMovesForShares); !ok) return ok.error();
      shares = general_shares(*loaded, {sides_of(claim.to_move)[0], kSharesSample});
      const GeneralVerdict verdict = shares->verdict();
      if (claim.quantity == Quantity::kForcedMate)
        return ClaimValue(verdict != GeneralVerdict::kDrawn);
      return ClaimValue(std::string(verdict == GeneralVerdict::kWon     ? "won"
                                    : verdict == GeneralVerdict::kDrawn ? "drawn"
                                                                        : "depends"));
    }
    case Quantity::kZugzwang: {
      if (auto ok = load(0); !ok) return ok.error();
      return ClaimValue(has_zugzwang(*loaded, sides_of(claim.to_move)[0]));
    }
  }
  return ClaimValue(std::move(numbers));
}

ClaimJudge::ClaimJudge(JudgeOptions options) : options_(std::move(options)) {}
ClaimJudge::~ClaimJudge() { forget(); }

void ClaimJudge::forget() {
  if (!measured_) return;
  const auto passing = std::move(measured_->passing);
  measured_.reset();
  std::error_code ignored;
  for (const std::string& path : passing) std::filesystem::remove(path, ignored);
}

Result<void> ClaimJudge::check_size(const std::shared_ptr<const Game>& game,
                                    const Material& material,
                                    const GenerateOptions& generate_options) const {
  const auto tables = estimate(game, material, generate_options);
  if (!tables) return tables.error();
  std::uint64_t positions = 0;
  for (const TableEstimate& table : *tables) positions += table.entries;
  if (options_.most_positions == 0 || positions <= options_.most_positions) return {};
  return Error{
      ErrorCode::kTooLarge,
      fmt::format("its tables of {} positions are more than asked for", grouped(positions))};
}

Result<void> ClaimJudge::measure(const Claim& claim) {
  const auto game = make_game(claim.game);
  if (!game) return game.error();
  const auto material = parse_material(**game, claim.ending);
  if (!material) return material.error();
  if (measured_ && (*game)->rules().name == measured_->game->rules().name &&
      *material == measured_->material)
    return {};
  forget();
  GenerateOptions generate_options;
  generate_options.folder = options_.folder;
  generate_options.profile = Profile::kFast;
  generate_options.threads = options_.threads;
  generate_options.progress = options_.progress;
  if (auto ok = check_size(*game, *material, generate_options); !ok) return ok;
  const auto made = generate(*game, *material, generate_options);
  if (!made) return made.error();
  auto measured = std::make_unique<Measured>(options_.folder);
  measured->game = *game;
  measured->material = *material;
  for (const GeneratedTable& t : *made)
    if (options_.most_kept > 0 && !t.kept && 2 * t.info.entries > options_.most_kept)
      measured->passing.push_back(t.path);
  const auto table = measured->tables.open(*game, *material);
  if (!table) return table.error();
  auto statistics = statistics_of(**game, **table);
  if (!statistics) return statistics.error();
  measured->sides = std::move(statistics->all);
  measured_ = std::move(measured);
  return {};
}

Result<Finding> ClaimJudge::decide(const Claim& claim) {
  if (!claim.undecided.empty()) return Finding{Judgement::kUndecided, {}, claim.undecided, {}};
  if (auto ok = measure(claim); !ok) return ok.error();
  measured_->shares.reset();
  auto truth = measured_->truth(claim);
  if (!truth) return truth.error();
  const auto judgement = equal(claim, *truth) ? Judgement::kHolds : Judgement::kFails;
  return Finding{judgement, std::move(*truth), "", measured_->shares};
}

Result<Finding> ClaimJudge::judge(const Claim& claim) {
  auto finding = decide(claim);
  if (finding) return finding;
  if (not_decidable(finding.error().code))
    return Finding{Judgement::kUndecided, {}, finding.error().message, {}};
  return in_file(with_game(finding.error(), claim.game).in(claim.place + ", " + claim.id));
}

std::vector<Claim> by_ending(std::vector<Claim> claims) {
  std::map<std::string, std::size_t> first;
  std::vector<std::vector<Claim>> endings;
  for (Claim& claim : claims) {
    const auto [at, is_new] = first.emplace(ending_text(claim), endings.size());
    if (is_new) endings.emplace_back();
    endings[at->second].push_back(std::move(claim));
  }
  claims.clear();
  for (auto& ending : endings) std::move(ending.begin(), ending.end(), std::back_inserter(claims));
  return claims;
}

}  // namespace augmate
