// SPDX-License-Identifier: MIT
#include "research/mine.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "rules/move_generator.h"

namespace augmate {
namespace {

class Miner {
 public:
  Miner(const Ending& ending, const MineOptions& options)
      : ending_(ending), options_(options), reader_(ending.reader()), tactics_(ending) {
    if (options.ore == Ore::kExceptions) shares_ = general_shares(ending);
  }

  void run(const std::function<bool(const Find&)>& found) {
    for (const Side asked : {Side::kWhite, Side::kBlack}) {
      if (!wanted(asked)) continue;
      const Side side = ending_.stored(asked);
      for (std::uint64_t entry = 0; entry < ending_.index().entries(); ++entry) {
        const Value value = ending_.value(side, entry);
        if (!promising(side, entry, value)) continue;
        const auto position = ending_.position(side, entry);
        if (!position) continue;
        Find find;
        find.value = value;
        if (!complete(*position, entry, find)) continue;
        find.images = ending_.images(*position, entry);
        if (find.images == 0) continue;
        find.position = ending_.asked(*position);
        if (!found(find)) return;
      }
    }
  }

 private:
  bool wanted(Side asked) const {
    if (options_.ore == Ore::kZugzwang) return asked == Side::kWhite;
    if (options_.ore == Ore::kExceptions && asked != shares_.strong) return false;
    return !options_.to_move || *options_.to_move == asked;
  }

  // By the stored values alone, which an impossible position has too.
  bool promising(Side side, std::uint64_t entry, Value value) const {
    const bool decided = value.outcome == Outcome::kWin || value.outcome == Outcome::kLoss;
    switch (options_.ore) {
      case Ore::kPlies:
        return decided && value.plies == options_.plies;
      case Ore::kLongest:
        return decided && value.plies == longest(side, value.outcome);
      case Ore::kOnlyMove:
        return value.outcome == Outcome::kWin;
      case Ore::kZugzwang:
        return value.outcome < opposite(ending_.value(opponent(side), entry).outcome);
      case Ore::kExceptions:
        return shares_.verdict() == GeneralVerdict::kWon     ? !is_win(value.outcome)
               : shares_.verdict() == GeneralVerdict::kDrawn ? is_win(value.outcome)
                                                             : false;
    }
    return false;
  }

  int longest(Side side, Outcome outcome) const {
    return ending_.table()
        .file()
        .info()
        .sides[index(side)]
        .outcomes[static_cast<unsigned>(outcome)]
        .max_plies();
  }

  // What only the position itself tells.
  bool complete(const Position& position, std::uint64_t entry, Find& find) {
    if (options_.ore == Ore::kOnlyMove) return find_only_move(position, find);
    if (options_.ore == Ore::kExceptions) return !tactics_.tactical(position, find.value.outcome);
    if (options_.ore != Ore::kZugzwang) return true;
    const Side other = opponent(position.to_move);
    if (!ending_.position(other, entry)) return false;
    find.if_other = ending_.value(other, entry);
    return true;
  }

  bool find_only_move(const Position& position, Find& find) {
    legal_moves(ending_.game(), position, moves_);
    for (const Move& move : moves_) {
      const Position next = after(ending_.game(), position, move);
      if (opposite(reader_.value_of(next).outcome) != find.value.outcome) continue;
      if (find.only) return false;
      find.only = asked(move);
    }
    return find.only.has_value();
  }

  Move asked(Move move) const {
    const Canonical& canonical = ending_.table().canonical();
    if (!canonical.swapped) return move;
    for (Square* square : {&move.from, &move.to, &move.taken})
      if (*square != kNoSquare)
        *square = static_cast<Square>(
            std::find(canonical.map.begin(), canonical.map.end(), *square) - canonical.map.begin());
    return move;
  }

  const Ending& ending_;
  const MineOptions& options_;
  LoadedTables::Reader reader_;
  Tactics tactics_;
  GeneralShares shares_;
  std::vector<Move> moves_;
};

}  // namespace

int moves_to_load(Ore ore) {
  return ore == Ore::kExceptions ? kMovesForShares : ore == Ore::kOnlyMove ? 2 : 0;
}

void mine(const Ending& ending, const MineOptions& options,
          const std::function<bool(const Find&)>& found) {
  Miner(ending, options).run(found);
}

bool has_zugzwang(const Ending& ending, Side side) {
  bool has = false;
  mine(ending, {Ore::kZugzwang, 0, {}}, [&](const Find& find) {
    const Outcome if_other = side == Side::kWhite ? find.if_other->outcome : find.value.outcome;
    has = if_other == Outcome::kLoss;
    return !has;
  });
  return has;
}

}  // namespace augmate
