// SPDX-License-Identifier: MIT
#include "research/generally_won.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "research/number_text.h"

namespace augmate {
namespace {

std::uint64_t wins(const SideStatistics& statistics) {
  std::uint64_t sum = 0;
  for (int o = 0; o < kOutcomes; ++o)
    if (is_win(static_cast<Outcome>(o))) sum += statistics.outcomes[static_cast<unsigned>(o)].count;
  return sum;
}

double win_share(const SideStatistics& statistics) {
  return statistics.legal == 0
             ? 0
             : static_cast<double>(wins(statistics)) / static_cast<double>(statistics.legal);
}

// The side has no man that could fall.
bool bare(const Position& position, Side side) {
  return std::count_if(position.begin(), position.end(),
                       [&](const Man& m) { return m.side == side; }) == 1;
}

// The i-th of a sequence that spreads over [0, entries) evenly: multiples of the golden section.
std::uint64_t spread(std::uint64_t i, std::uint64_t entries) {
  const std::uint64_t fraction = i * 0x9E3779B97F4A7C15u;
  return static_cast<std::uint64_t>((static_cast<__uint128_t>(fraction) * entries) >> 64);
}

}  // namespace

bool Tactics::tactical(const Position& position, Outcome outcome) {
  if (is_win(outcome)) return takes(position, Outcome::kWinPerpetual, kSavingMoves);
  const auto not_lost = static_cast<Outcome>(static_cast<int>(Outcome::kLossPerpetual) + 1);
  return loses(position, not_lost, kSavingMoves);
}

bool Tactics::takes(const Position& position, Outcome kept, int moves_left) {
  if (bare(position, opponent(position.to_move))) return false;
  const std::vector<Move> moves = legal(position);
  for (const bool capture : {true, false}) {
    if (!capture && moves_left == 1) break;
    for (const Move& move : moves) {
      if (move.capture() != capture) continue;
      const Position next = after(game_, position, move);
      if (opposite(reader_.value_of(next).outcome) < kept) continue;
      if (capture || loses(next, kept, moves_left - 1)) return true;
    }
  }
  return false;
}

bool Tactics::loses(const Position& position, Outcome kept, int moves_left) {
  if (bare(position, position.to_move)) return false;
  const Outcome own = reader_.value_of(position).outcome;
  bool any = false;
  for (const Move& move : legal(position)) {
    const Position next = after(game_, position, move);
    if (opposite(reader_.value_of(next).outcome) < own) continue;
    if (!takes(next, kept, moves_left)) return false;
    any = true;
  }
  return any;
}

std::vector<Move> Tactics::legal(const Position& position) const {
  std::vector<Move> moves;
  legal_moves(game_, position, moves);
  return moves;
}

const char* name(GeneralVerdict verdict) {
  switch (verdict) {
    case GeneralVerdict::kWon:
      return "generally won";
    case GeneralVerdict::kDrawn:
      return "generally drawn";
    case GeneralVerdict::kDepends:
      break;
  }
  return "depends on the position";
}

double GeneralShares::share(std::uint64_t of_quiet) const {
  return quiet() == 0 ? 0 : static_cast<double>(of_quiet) / static_cast<double>(quiet());
}

GeneralVerdict GeneralShares::verdict() const {
  const double all = legal == 0 ? 0 : static_cast<double>(won) / static_cast<double>(legal);
  const double s = quiet() == 0 ? all : share(quiet_won);
  return s >= kGenerallyWon     ? GeneralVerdict::kWon
         : s <= kGenerallyDrawn ? GeneralVerdict::kDrawn
                                : GeneralVerdict::kDepends;
}

GeneralShares general_shares(const Ending& ending, const ShareOptions& options) {
  const auto& sides = ending.table().file().info().sides;
  const auto of = [&](Side asked) -> const SideStatistics& {
    return sides[index(ending.stored(asked))];
  };
  GeneralShares shares;
  shares.strong = options.strong.value_or(
      win_share(of(Side::kBlack)) > win_share(of(Side::kWhite)) ? Side::kBlack : Side::kWhite);
  shares.legal = of(shares.strong).legal;
  shares.won = wins(of(shares.strong));
  const Side strong = ending.stored(shares.strong);
  const std::uint64_t entries = ending.index().entries();
  shares.exact = entries <= options.entries;
  Tactics tactics(ending);
  for (std::uint64_t i = 0; i < std::min(entries, options.entries); ++i) {
    const std::uint64_t entry = shares.exact ? i : spread(i, entries);
    const auto position = ending.position(strong, entry);
    if (!position) continue;
    ++shares.looked_at;
    const Outcome outcome = ending.value(strong, entry).outcome;
    std::uint64_t& kind = tactics.tactical(*position, outcome) ? shares.tactical
                          : is_win(outcome)                    ? shares.quiet_won
                          : is_loss(outcome)                   ? shares.quiet_lost
                                                               : shares.fortress;
    kind += static_cast<std::uint64_t>(ending.index().weight(entry));
  }
  return shares;
}

std::string to_text(const GeneralShares& s) {
  const auto percent = [](double share) { return fmt::format("{:.2f} %", 100 * share); };
  const char* strong = s.strong == Side::kWhite ? "White" : "Black";
  const double all = s.legal == 0 ? 0 : static_cast<double>(s.won) / static_cast<double>(s.legal);
  std::string text = fmt::format(
      "{}, for {} with the move\n"
      "  {} of all {} legal positions are won\n",
      name(s.verdict()), strong, percent(all), grouped(s.legal));
  const auto every = s.quiet() + s.tactical;
  const double tactical =
      every == 0 ? 0 : static_cast<double>(s.tactical) / static_cast<double>(every);
  text += fmt::format(
      "  {} are tactical: a man falls within {} moves\n"
      "  of the other, quiet ones {} are won, {} fortresses, {} lost\n",
      percent(tactical), kSavingMoves, percent(s.share(s.quiet_won)), percent(s.share(s.fortress)),
      percent(s.share(s.quiet_lost)));
  text += s.exact ? "  exact: all positions were looked at\n"
                  : fmt::format("  tactical and quiet by a sample of {} positions\n",
                                grouped(s.looked_at));
  return text;
}

nlohmann::ordered_json to_json(const GeneralShares& s) {
  return {{"strong_side", s.strong == Side::kWhite ? "white" : "black"},
          {"verdict", name(s.verdict())},
          {"legal", s.legal},
          {"won", s.won},
          {"exact", s.exact},
          {"looked_at", s.looked_at},
          {"tactical", s.tactical},
          {"quiet", s.quiet()},
          {"quiet_won", s.quiet_won},
          {"fortress", s.fortress},
          {"quiet_lost", s.quiet_lost}};
}

}  // namespace augmate
