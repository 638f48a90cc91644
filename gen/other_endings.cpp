// SPDX-License-Identifier: MIT
#include "gen/other_endings.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "rules/move_generator.h"

namespace augmate {
namespace {

class Builder {
 public:
  Builder(const Layout& layout, TableShelf& shelf, Spill* spill)
      : layout_(layout), game_(*layout.game), shelf_(shelf), spill_(spill) {}

  Result<OtherEndings> build() {
    for (std::size_t d = 0; d < layout_.dimensions.size(); ++d)
      result_.after[d] = load(layout_.without_outer(d), layout_.dimensions[d].side, {});
    if (layout_.row_man)
      result_.after_row_man = load(layout_.without_row_man(), layout_.row_man->side, {});
    for (std::size_t i = 0; i < layout_.statics.size(); ++i) {
      result_.after[kStaticVictim + i] =
          load(layout_.without_static(i), layout_.statics[i].side, {});
      add_pawn_moves(static_cast<int>(i));
    }
    if (error_) return *error_;
    return std::move(result_);
  }

 private:
  // After an error nothing more is loaded.
  std::unique_ptr<SmallerTable> load(const Layout& layout, Side to_move,
                                     const SmallerTable::Trace& trace) {
    if (!error_)
      if (auto done = bring(layout, to_move, trace); !done) error_ = done.error();
    if (error_) return nullptr;
    return std::make_unique<SmallerTable>(
        SmallerTable::load(layout, to_move, trace, shelf_.values(), spill_));
  }

  Result<void> bring(const Layout& layout, Side to_move, const SmallerTable::Trace& trace) {
    Position men = position_of(layout);
    const Material material = material_of(game_, men);
    if (shelf_.jokers()) return shelf_.bring_for_jokers(material_of(game_, position_of(layout_)));
    std::vector<TableShelf::Wish> wishes{{material, to_move}};
    if (trace.passed.any()) add_replies(layout, material, to_move, wishes);
    return shelf_.bring(wishes);
  }

  // Whoever may take in passing may also do something else: all that one move leads to.
  void add_replies(const Layout& layout, const Material& material, Side mover,
                   std::vector<TableShelf::Wish>& wishes) const {
    const Side then = opponent(mover);
    const bool promotes = may_promote(layout, mover);
    for (const Material& m : materials_after_move(game_, material))
      if (promotes || m.men[index(mover)] == material.men[index(mover)])
        wishes.push_back({m, then});
  }

  // Calls f(pawn's number, node, square) for the walks of the side's pawns.
  template <class F>
  void each_pawn_walk(const Layout& layout, Side side, F&& f) const {
    for (std::size_t i = 0; i < layout.statics.size(); ++i) {
      const Man& pawn = layout.statics[i];
      if (pawn.side != side || !game_.kind(pawn.kind).pawn) continue;
      for (const MoveNode& n : game_.moves(side, pawn.kind).nodes)
        if (n.valid_from.test(pawn.square)) f(i, n, game_.board().step(pawn.square, n.from_start));
    }
  }

  bool may_promote(const Layout& layout, Side side) const {
    bool found = false;
    each_pawn_walk(layout, side, [&](std::size_t i, const MoveNode&, Square to) {
      for (const Promotion& p : game_.kind(layout.statics[i].kind).pawn->promotions)
        found = found || p.rank == game_.own_rank(side, to);
    });
    return found;
  }

  // Whether a pawn of the side could ever take what passed there.
  bool may_take_on(const Layout& layout, Side side, const SquareSet& passed) const {
    bool found = false;
    each_pawn_walk(layout, side, [&](std::size_t, const MoveNode& n, Square to) {
      found = found || (n.capture && passed.test(to));
    });
    return found;
  }

  // The men of a layout; only static ones stand on squares.
  Position position_of(const Layout& layout) const {
    Position p;
    for (const Side side : {Side::kWhite, Side::kBlack})
      p.add({game_.royal(side), side, kNoSquare});
    for (const auto& d : layout.dimensions)
      for (int i = 0; i < d.men; ++i) p.add({d.kind, d.side, kNoSquare});
    if (layout.row_man) p.add({layout.row_man->kind, layout.row_man->side, kNoSquare});
    for (const Man& m : layout.statics) p.add(m);
    return p;
  }

  void add_pawn_moves(int man) {
    const Man& pawn = layout_.statics[static_cast<std::size_t>(man)];
    for (const MoveNode& n : game_.moves(pawn.side, pawn.kind).nodes) {
      if (!n.valid_from.test(pawn.square)) continue;
      const Square to = game_.board().step(pawn.square, n.from_start);
      const auto there = std::find_if(layout_.statics.begin(), layout_.statics.end(),
                                      [&](const Man& m) { return m.square == to; });
      if (there == layout_.statics.end()) {
        if (n.move)
          add_stops(man, {pawn.square, to, -1, kNoSquare, n.multi_step}, kNoVictim, layout_);
        if (n.capture) add_piece_captures(man, to);
      } else if (n.capture && there->side != pawn.side) {
        const auto number = there - layout_.statics.begin();
        add_stops(man, {pawn.square, to}, kStaticVictim + static_cast<int>(number), layout_);
      }
    }
  }

  void add_piece_captures(int man, Square to) {
    const Man& pawn = layout_.statics[static_cast<std::size_t>(man)];
    for (std::size_t d = 0; d < layout_.dimensions.size(); ++d)
      if (layout_.dimensions[d].side != pawn.side)
        add_stops(man, {pawn.square, to}, static_cast<int>(d), layout_.without_outer(d));
    if (layout_.row_man && layout_.row_man->side != pawn.side)
      add_stops(man, {pawn.square, to}, kRowManVictim, layout_.without_row_man());
  }

  // The move to each of what the pawn may be there.
  void add_stops(int man, const Move& move, int victim, const Layout& after) {
    const Man& pawn = layout_.statics[static_cast<std::size_t>(man)];
    const PawnRule& rule = *game_.kind(pawn.kind).pawn;
    bool stays = game_.may_stand(pawn.side, pawn.kind).test(move.to);
    for (const Promotion& p : rule.promotions) {
      if (p.rank != game_.own_rank(pawn.side, move.to)) continue;
      stays = stays && !p.forced;
      for (const int kind : p.kinds)
        if (may_promote_to(pawn.side, kind)) add_stop(man, move, victim, after, kind);
    }
    if (stays) add_stop(man, move, victim, after, pawn.kind);
  }

  bool may_promote_to(Side side, int kind) const {
    const int most = game_.kind(kind).most;
    int have = 0;
    for (const auto& d : layout_.dimensions)
      if (d.side == side && d.kind == kind) have += d.men;
    have += layout_.row_man && layout_.row_man->side == side && layout_.row_man->kind == kind;
    return most == 0 || have < most;
  }

  void add_stop(int man, const Move& move, int victim, const Layout& after, int kind) {
    for (std::size_t i = 0; i < kinds_.size(); ++i) {
      const auto& m = result_.pawn_moves[i];
      if (m.man == man && m.to == move.to && m.victim == victim && kinds_[i] == kind) return;
    }
    const Man& pawn = layout_.statics[static_cast<std::size_t>(man)];
    Layout layout = after;
    layout.statics[static_cast<std::size_t>(man)] = {kind, pawn.side, move.to};
    if (victim >= kStaticVictim)
      layout = layout.without_static(static_cast<std::size_t>(victim - kStaticVictim));
    SmallerTable::Trace trace;
    if (move.multi_step && kind == pawn.kind && game_.kind(pawn.kind).pawn->en_passant) {
      const SquareSet passed = passed_squares(game_, move);
      if (may_take_on(layout, opponent(pawn.side), passed)) {
        trace.passed = passed;
        trace.passer = move.to;
      }
    }
    trace.promoted = pawn.side;
    trace.joker_made = kind != pawn.kind && game_.kind(kind).joker;
    result_.pawn_moves.push_back({man, move.to, victim, load(layout, opponent(pawn.side), trace)});
    kinds_.push_back(kind);
  }

  const Layout& layout_;
  const Game& game_;
  TableShelf& shelf_;
  Spill* spill_;
  OtherEndings result_;
  std::optional<Error> error_;
  std::vector<int> kinds_;  // what the pawn is after each of the pawn moves
};

}  // namespace

Result<OtherEndings> other_endings(const Layout& layout, TableShelf& shelf, Spill* spill) {
  return Builder(layout, shelf, spill).build();
}

}  // namespace augmate
