// SPDX-License-Identifier: MIT
#include "gen/row_reader.h"

#include <algorithm>
#include <cstring>

#include "gen/internal/graph_reading.h"
#include "gen/internal/row_parts.h"

namespace augmate {

using internal::lane_bit;
using internal::RowProgram;
using internal::Word;

RowReader::RowReader(const Layout& layout) : parts_(std::make_unique<Parts>(layout)) {}

RowReader::~RowReader() = default;

void RowReader::ScratchDeleter::operator()(Scratch* s) const { delete s; }

std::uint64_t RowReader::size_bytes() const {
  std::uint64_t bytes = 0;
  for (const auto* all : {&parts_->programs, &parts_->imitations})
    for (const auto& of_side : *all)
      for (const auto& p : of_side)
        if (p) bytes += p->size_bytes();
  return bytes;
}

RowReader::ScratchPointer RowReader::make_scratch() const {
  const Layout& layout = parts_->tables.layout;
  ScratchPointer s(new Scratch);
  std::size_t buffers = 0, nodes = 0, walks = 0;
  for (const auto* all : {&parts_->programs, &parts_->imitations})
    for (const auto& of_side : *all)
      for (const auto& p : of_side) {
        if (!p) continue;
        buffers = std::max(buffers, static_cast<std::size_t>(p->buffers));
        nodes = std::max(nodes, p->nodes.size());
        walks = std::max(walks, p->walks.size());
      }
  const auto words = static_cast<std::size_t>(layout.row_words());
  const auto padded = static_cast<std::size_t>(layout.planes * parts_->tables.padded);
  s->fixed_moves.resize(walks * static_cast<std::size_t>(kMaxMen));
  s->dropped.resize(walks);
  for (auto* v : {&s->extra, &s->lane_source, &s->friends, &s->enemies}) v->resize(words);
  s->buffers.resize(std::max<std::size_t>(1, buffers) * words);
  s->filled.resize(nodes);
  for (auto* v : {&s->row_source, &s->plain, &s->captures, &s->both}) v->assign(padded, 0);
  s->fixed_at.fill(-1);
  return s;
}

bool RowReader::enter(std::uint64_t row, Scratch& s) const {
  const Layout& layout = parts_->tables.layout;
  return s.step_to(row, layout) || s.decode(row, layout);
}

void RowReader::free_positions(const Scratch& s, std::uint64_t* out) const {
  const internal::RowTables& tables = parts_->tables;
  const Layout& layout = tables.layout;
  const int n = layout.row_length;
  for (int w = 0; w < layout.planes; ++w) {
    const Word lanes = tables.lanes[static_cast<std::size_t>(w)] & ~s.occupied.word_at(w);
    Word* row = out + w * n;
    std::fill(row, row + n, 0);
    if (!layout.row_man) {
      row[0] = lanes;
      continue;
    }
    const Word* diagonal = tables.plane(tables.diagonal, w);
    (layout.game->board().squares() - s.occupied).for_each([&](Square r) {
      row[r] = lanes & ~diagonal[r];
    });
  }
}

// Lays out the moves of one side from the current row.
class RowReader::Reading {
 public:
  Reading(const Parts& parts, Scratch& scratch, Side mover, const ReadSource& source)
      : parts_(parts),
        tables_(parts.tables),
        layout_(parts.tables.layout),
        s_(scratch),
        source_(source),
        mover_(mover),
        after_(parts.tables.layout, scratch, mover),
        n_(layout_.row_length),
        words_(static_cast<std::size_t>(layout_.row_words())) {
    moves.planes = layout_.planes;
    moves.length = n_;
    moves.row_man = layout_.row_man.has_value();
    moves.padded = tables_.padded;
    moves.dropped = s_.dropped.data();
    moves.fixed_moves = s_.fixed_moves.data();
  }

  void lane_royal();
  void row_man();
  void fixed_men() {
    for (int i = 0; i < s_.fixed_men; ++i)
      if (s_.man(i).side == mover_) fixed_man(i);
  }
  // Whether something has been laid out.
  bool any() const {
    return moves.extra != nullptr || moves.lane_source != nullptr || moves.row_move_count > 0 ||
           moves.fixed_move_count > 0;
  }
  // Begins anew.
  void drop() {
    moves.extra = moves.lane_source = nullptr;
    moves.row_move_count = moves.fixed_move_count = 0;
  }

  internal::RowMoves moves;

 private:
  bool row_man_is(Side side) const { return layout_.row_man && layout_.row_man->side == side; }
  bool lane_is(Side side) const { return layout_.lane_side() == side; }
  // No move of the kind leads anywhere, though it may attack.
  bool nowhere(int kind) const { return !source_.takes_royal && after_.state_after(kind) < 0; }
  // The words ORed in as they are.
  Word* extra() {
    if (moves.extra == nullptr) std::fill(s_.extra.begin(), s_.extra.end(), 0);
    moves.extra = s_.extra.data();
    return s_.extra.data();
  }
  void by_graph(const RowProgram& program, int man) {
    const bool fresh = moves.extra == nullptr;
    if (!internal::read_by_graph(tables_, s_, mover_, source_, program, man, extra()) && fresh)
      moves.extra = nullptr;
  }
  const Word* after_capture(int kind, int victim) const;
  bool lane_captures(int kind, Word* to) const;
  void take_by_lane_royal(const RowProgram& p);
  void find_dropped(const RowProgram& p);
  void row_captures(const RowProgram& p, Square victim, const Word* from);
  void fixed_man(int man);
  void by_stops(const RowProgram& p, int man);
  void take_by_stops(const RowProgram& p, int man);
  bool blocked(const Word* path) const {
    for (int w = 0; w < layout_.planes; ++w)
      if ((path[w] & s_.occupied.word_at(w)) != 0) return true;
    return false;
  }
  // The row is somewhere in large sets: asks for it while the other moves are laid out.
  void add_fixed_move(const Word* row, const Word* path) {
    for (std::size_t w = 0; w < std::min<std::size_t>(words_, 64); w += 8)
      __builtin_prefetch(row + w);
    s_.fixed_moves[moves.fixed_move_count++] = {row, path};
  }
  SquareSet changed(const RowSet& set, int man, const SquareSet& reach) const;

  const Parts& parts_;
  const internal::RowTables& tables_;
  const Layout& layout_;
  Scratch& s_;
  const ReadSource& source_;
  Side mover_;
  internal::RowsAfter after_;
  int n_;
  std::size_t words_;
};

// The smaller ending's row after a capture of fixed man `victim` by the row man or the lane royal;
// null if there is none to read.
const Word* RowReader::Reading::after_capture(int kind, int victim) const {
  const auto& f = s_.man(victim);
  if (f.side == mover_) return nullptr;
  if (f.victim == kNoVictim) return source_.takes_royal ? tables_.all.data() : nullptr;
  const RowSet& set = source_.after[static_cast<std::size_t>(f.victim)];
  if (source_.takes_royal || set.layout == nullptr) return nullptr;
  return set.row(after_.elsewhere(set, kind, victim, -1, kNoSquare));
}

// ---- the lane royal ---------------------------------------------------------------------------

void RowReader::Reading::lane_royal() {
  if (!lane_is(mover_)) return;
  const int kind = layout_.game->royal(mover_);
  if (nowhere(kind)) return;
  const RowProgram& p = *parts_.program(mover_, kind, s_.state);
  if (!p.lane_leaper) return by_graph(p, internal::kLaneRoyal);
  const Word* own = source_.takes_royal ? nullptr : source_.set.row(after_.own_row(kind));
  Word* mixed = s_.lane_source.data();
  const bool captures = lane_captures(kind, mixed);
  if (!captures && own == nullptr) return;
  if (captures || !tables_.all_open) {
    if (!captures) std::fill(mixed, mixed + words_, 0);
    if (own != nullptr)
      for (int w = 0; w < layout_.planes; ++w)
        for (int i = w * n_; i < (w + 1) * n_; ++i)
          mixed[i] |= own[i] & tables_.open_lanes[static_cast<std::size_t>(w)];
    own = mixed;
  }
  moves.lane_source = own;
  for (int w = 0; w <= layout_.planes; ++w)
    moves.lane_moves[w] = p.lane_moves.data() + p.lane_first[w];
}

// The lanes of enemies' squares, from the endings after their capture; false if there are none,
// then `to` is left as it is.
bool RowReader::Reading::lane_captures(int kind, Word* to) const {
  bool some = false;
  const auto begin = [&] {
    if (!some) std::fill(to, to + words_, 0);
    some = true;
  };
  for (int i = 0; i < s_.fixed_men; ++i)
    if (const Word* from = after_capture(kind, i)) {
      begin();
      const Square q = s_.man(i).square;
      for (int k = q / 64 * n_; k < (q / 64 + 1) * n_; ++k) to[k] |= from[k] & lane_bit(q);
    }
  const RowSet& set = source_.after_row_man;
  if (!row_man_is(opponent(mover_)) || source_.takes_royal || set.layout == nullptr) return some;
  if (const Word* from = set.row(after_.own_row(kind))) {
    begin();
    for (int w = 0; w < layout_.planes; ++w) {
      const Word* diagonal = tables_.plane(tables_.diagonal, w);
      for (int r = 0; r < n_; ++r) to[w * n_ + r] |= from[w * 8] & diagonal[r];
    }
  }
  return some;
}

// ---- the row man ------------------------------------------------------------------------------

void RowReader::Reading::row_man() {
  if (!row_man_is(mover_)) return;
  const int kind = layout_.row_man->kind;
  const RowProgram* program = parts_.program(mover_, kind, s_.state);
  if (program == nullptr || nowhere(kind)) return;
  const RowProgram& p = *program;
  if (!p.by_walks) return by_graph(p, internal::kRowMan);
  const bool takes_lane = source_.takes_royal && lane_is(opponent(mover_));
  const Word* own = source_.takes_royal ? nullptr : source_.set.row(after_.own_row(kind));
  bool ready = false;
  const auto get_ready = [&] {
    if (!ready) find_dropped(p);
    ready = true;
  };
  for (int i = 0; i < s_.fixed_men; ++i)
    if (const Word* from = after_capture(kind, i)) {
      get_ready();
      row_captures(p, s_.man(i).square, from);
    }
  if (own == nullptr && !takes_lane) return;
  get_ready();
  if (takes_lane) {
    moves.row_source = tables_.plane(tables_.diagonal, 0);
  } else {
    for (int w = 0; w < layout_.planes; ++w) {
      Word* plane = tables_.plane(s_.row_source, w);
      std::memcpy(plane, own + w * n_, static_cast<std::size_t>(n_) * sizeof(Word));
      if (!tables_.all_open)
        layout_.game->board().vanishing().for_each([&](Square q) { plane[q] = 0; });
    }
    moves.row_source = tables_.plane(s_.row_source, 0);
  }
  const auto& list = takes_lane ? p.row_captures : p.row_moves;
  moves.row_moves = list.data();
  moves.row_move_count = list.size();
}

// For each walk the start squares from which a fixed man is in its way.
void RowReader::Reading::find_dropped(const RowProgram& p) {
  for (std::size_t k = 0; k < p.walks.size(); ++k) {
    const int before = p.walks[k].before;
    internal::DroppedWords& dropped = s_.dropped[k];
    if (before < 0) {
      dropped = {};
      continue;
    }
    dropped = s_.dropped[static_cast<std::size_t>(before)];
    const int shift = p.walks[static_cast<std::size_t>(before)].shift;
    if (layout_.planes == 1) {
      // What the shift carries over an edge meets start squares without that walk.
      const Word men = s_.occupied.word_at(0);
      dropped.bits[0] |= shift >= 0 ? men >> shift : men << -shift;
      continue;
    }
    for (int i = 0; i < s_.fixed_men; ++i)
      if (const Square from = s_.man(i).square - shift; from >= 0 && from < layout_.squares)
        dropped.bits[from / 64] |= lane_bit(from);
  }
}

void RowReader::Reading::row_captures(const RowProgram& p, Square victim, const Word* from) {
  for (std::size_t k = 0; k < p.walks.size(); ++k) {
    const Square start = victim - p.walks[k].shift;
    if (!p.walks[k].capture || start < 0 || start >= layout_.squares ||
        (s_.dropped[k].bits[start / 64] & lane_bit(start)) != 0)
      continue;
    const Word* mask = p.row_masks.data() + k * words_;
    for (int w = 0; w < layout_.planes; ++w)
      extra()[w * n_ + start] |= from[w * n_ + victim] & mask[w * n_ + start];
  }
}

// ---- the anchor, the outer men, static men ----------------------------------------------------

void RowReader::Reading::fixed_man(int man) {
  const auto& f = s_.man(man);
  const RowProgram* p = parts_.program(f.side, f.kind, s_.state);
  if (p == nullptr || nowhere(f.kind)) return;
  if (source_.takes_royal && p->by_walks) return take_by_stops(*p, man);
  if (!p->by_walks || f.is_static()) return by_graph(*p, man);
  by_stops(*p, man);
}

// Those of the squares `reach` from which on the man would be in a row that has something to read.
SquareSet RowReader::Reading::changed(const RowSet& set, int man, const SquareSet& reach) const {
  if (set.delta == nullptr) return reach;
  const auto& f = s_.man(man);
  std::uint64_t others = s_.outer_place;
  if (f.victim != kNoVictim) {
    int first = man;
    while (s_.man(first - 1).victim == f.victim) --first;
    others = layout_.place_without(static_cast<std::size_t>(f.victim), s_.outer_place,
                                   s_.outer.data() + (first - 1), man - first);
  }
  const Word* line = set.delta->line(f.victim, s_.slot, after_.state_after(f.kind), others);
  SquareSet result;
  for (int w = 0; w < layout_.planes; ++w) result.word_at(w) = reach.word_at(w) & line[w];
  return result;
}

void RowReader::Reading::by_stops(const RowProgram& p, int man) {
  const auto& f = s_.man(man);
  const auto from = static_cast<std::size_t>(f.square);
  const SquareSet moves_to = changed(source_.set, man, p.moves_to[from]);
  SquareSet row_man_on;
  if (row_man_is(opponent(mover_)) && source_.after_row_man.layout != nullptr)
    row_man_on = changed(source_.after_row_man, man, p.captures_to[from]);
  const bool captures = (p.captures_to[from] & s_.occupied).any();
  if (!moves_to.any() && !row_man_on.any() && !captures) return;
  const internal::RowsAfterMove row_after(after_, layout_, s_, man);
  for (std::size_t k = p.first_stop[from]; k < p.first_stop[from + 1]; ++k) {
    const RowProgram::Stop& stop = p.stops[k];
    const Word* path = stop.path < 0 ? nullptr : p.paths.data() + stop.path;
    const int there = s_.at(stop.to);
    if (there >= 0) {
      const auto& victim = s_.man(there);
      if (!stop.capture || victim.side == mover_ || victim.victim == kNoVictim) continue;
      const RowSet& set = source_.after[static_cast<std::size_t>(victim.victim)];
      if (set.layout == nullptr || (path != nullptr && blocked(path))) continue;
      if (const Word* row = set.row(after_.elsewhere(set, f.kind, there, man, stop.to)))
        add_fixed_move(row, path);
      continue;
    }
    const bool goes = stop.move && moves_to.test(stop.to);
    const bool takes = stop.capture && row_man_on.test(stop.to);
    if ((!goes && !takes) || (path != nullptr && blocked(path))) continue;
    const std::uint64_t after = row_after(stop.to);
    if (goes) add_fixed_move(source_.set.row(after), path);
    if (takes) {
      const Word* row = source_.after_row_man.row(after);
      for (int w = 0; w < layout_.planes; ++w)
        extra()[w * n_ + stop.to] |= row[w * 8] & (path != nullptr ? ~path[w] : ~Word{0});
    }
  }
}

// The lanes that the man attacks: the same in all words but those in which the row man stands on a
// path.
void RowReader::Reading::take_by_stops(const RowProgram& p, int man) {
  const auto from = static_cast<std::size_t>(s_.man(man).square);
  const std::size_t end = p.first_stop[from + 1];
  SquareSet attacked, in_the_way;
  const auto path_of = [&](const RowProgram::Stop& stop) {
    return stop.path < 0 ? nullptr : p.paths.data() + stop.path;
  };
  const auto takes_lane = [&](const RowProgram::Stop& stop) {
    return stop.capture && lane_is(opponent(mover_)) && s_.at(stop.to) < 0 &&
           (stop.path < 0 || !blocked(path_of(stop)));
  };
  for (std::size_t k = p.first_stop[from]; k < end; ++k) {
    const RowProgram::Stop& stop = p.stops[k];
    const Word* path = path_of(stop);
    if (takes_lane(stop)) {
      attacked.set(stop.to);
      for (int w = 0; path != nullptr && w < layout_.planes; ++w) in_the_way.word_at(w) |= path[w];
    } else if (const int there = s_.at(stop.to);
               stop.capture && there >= 0 && s_.man(there).victim == kNoVictim &&
               s_.man(there).side != mover_ && (path == nullptr || !blocked(path))) {
      add_fixed_move(tables_.all.data(), path);
    }
  }
  if (!attacked.any()) return;
  Word* to = extra();
  if (!layout_.row_man) in_the_way = {};
  const auto or_word = [&](int r, const SquareSet& lanes) {
    for (int w = 0; w < layout_.planes; ++w) to[w * n_ + r] |= lanes.word_at(w);
  };
  for (int r = 0; r < n_; ++r)
    if (!in_the_way.test(r)) or_word(r, attacked);
  in_the_way.for_each([&](Square r) {
    SquareSet left;
    for (std::size_t k = p.first_stop[from]; k < end; ++k) {
      const Word* path = path_of(p.stops[k]);
      if (takes_lane(p.stops[k]) && (path == nullptr || (path[r / 64] & lane_bit(r)) == 0))
        left.set(p.stops[k].to);
    }
    or_word(r, left);
  });
}

bool RowReader::read(Scratch& scratch, Side mover, const ReadSource& source,
                     const std::uint64_t* within, std::uint64_t* out) const {
  Reading reading(*parts_, scratch, mover, source);
  reading.lane_royal();
  reading.row_man();
  if (reading.any())
    for (int w = 0; w < reading.moves.planes * reading.moves.length; w += 8)
      __builtin_prefetch(within + w);
  reading.fixed_men();
  return reading.any() && parts_->kernel.read(reading.moves, within, out);
}

bool RowReader::exclude(Scratch& scratch, Side mover, const ReadSource& source,
                        std::uint64_t* positions) const {
  // The moves within the row first: they are at hand.
  Reading reading(*parts_, scratch, mover, source);
  reading.lane_royal();
  reading.row_man();
  if (reading.any() && !parts_->kernel.exclude(reading.moves, positions)) return false;
  reading.drop();
  reading.fixed_men();
  return parts_->kernel.exclude(reading.moves, positions);
}

void RowReader::takes(Scratch& scratch, Side mover, std::uint64_t* out) const {
  ReadSource royal;
  royal.takes_royal = true;
  Reading reading(*parts_, scratch, mover, royal);
  reading.lane_royal();
  reading.row_man();
  reading.fixed_men();
  parts_->kernel.read(reading.moves, nullptr, out);
}

}  // namespace augmate
