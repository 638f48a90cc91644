// SPDX-License-Identifier: MIT
#include "gen/internal/graph_reading.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace augmate::internal {
namespace {

// The parts that differ by which man moves.
struct GraphReading {
  const RowTables& tables;
  const Layout& layout;
  RowReader::Scratch& s;
  const ReadSource& source;
  const RowsAfter after;
  Side mover;
  Word* out;
  int n;  // words of a plane
  int planes;
  bool added = false;
  const RowKernel& kernel = row_kernel();

  // n is a multiple of eight throughout.
  static void copy(Word* to, const Word* x, int n_words) {
    std::memcpy(to, x, static_cast<std::size_t>(n_words) * sizeof(Word));
  }
  static void zero(Word* to, int n_words) {
    std::memset(to, 0, static_cast<std::size_t>(n_words) * sizeof(Word));
  }
  void or_ones(Word* to, Word lanes, int n_words) const {
    kernel.or_lanes(to, tables.all.data(), lanes, n_words);
  }
  bool row_man_is(Side side) const { return layout.row_man && layout.row_man->side == side; }
  bool lane_is(Side side) const { return layout.lane_side() == side; }
  Word* buffer(const RowProgram::Node& node) const {
    return s.buffers.data() +
           static_cast<std::size_t>(node.buffer) * static_cast<std::size_t>(n * planes);
  }

  // ORs the followers' vectors into `to`; what was there is overwritten unless it is already the
  // only follower's own. False if all are zero.
  bool gather(const RowProgram& p, const std::vector<int>& list, Word* to) const {
    bool some = false;
    for (int f : list) {
      if (!s.filled[static_cast<std::size_t>(f)]) continue;
      const Word* from = buffer(p.nodes[static_cast<std::size_t>(f)]);
      if (some)
        kernel.or_row(to, from, n * planes);
      else if (from != to)
        copy(to, from, n * planes);
      some = true;
    }
    return some;
  }

  void finish(const RowProgram::Node& node, std::size_t number, bool some) {
    s.filled[number] = some && !node.direct;
    if (!some) return;
    if (node.direct) {
      added = true;
    } else if (node.root) {
      kernel.or_row(out, buffer(node), n * planes);
      added = true;
    }
  }

  // ORs what a static man's stops on c are worth: rows of other layouts, where they have changed.
  // The row man's square being c is what `victim` kRowManVictim means; then only word c counts.
  bool static_stops(int man, Square c, int victim, int victim_man, Word* to, bool filled) const {
    const auto& f = s.man(man);
    bool some = false;
    for (const StaticMove& m : source.static_moves) {
      if (m.man != f.victim - kStaticVictim || m.to != c || m.victim != victim) continue;
      const Word* from = m.set.row(after.elsewhere(m.set, f.kind, victim_man, man, c));
      if (from == nullptr) continue;
      if (victim == kRowManVictim) {
        if (!filled && !some) zero(to, n * planes);
        for (int w = 0; w < planes; ++w) to[w * n + c] |= from[w * 8];
      } else {
        or_or_copy(to, from, filled || some);
      }
      some = true;
    }
    return some;
  }

  // ---- the anchor and the outer men: one start square -------------------------------------------

  bool outer_occupied(const RowProgram& p, const RowProgram::Node& node, int man, Square c,
                      int there) {
    const auto& f = s.man(there);
    if (node.direct && (f.side == mover || !node.capture)) return false;
    if (f.side == mover) return gather(p, node.on_friend, buffer(node));
    bool some = !node.direct && gather(p, node.on_enemy, buffer(node));
    if (!node.capture) return some;
    Word* to = node.direct ? out : buffer(node);
    const bool filled = some || node.direct;
    if (source.takes_royal) {
      if (f.victim != kNoVictim) return some;
      or_or_set_ones(to, filled);
      return true;
    }
    if (f.victim == kNoVictim) return some;
    if (s.man(man).is_static()) return static_stops(man, c, f.victim, there, to, filled) || some;
    const RowSet& set = source.after[static_cast<std::size_t>(f.victim)];
    if (set.layout == nullptr) return some;
    const Word* from = set.row(after.elsewhere(set, s.man(man).kind, there, man, c));
    if (from == nullptr) return some;
    or_or_copy(to, from, filled);
    return true;
  }

  void or_or_copy(Word* to, const Word* from, bool filled) const {
    if (filled)
      kernel.or_row(to, from, n * planes);
    else
      copy(to, from, n * planes);
  }
  void or_or_set_ones(Word* to, bool filled) const {
    if (!filled) zero(to, n * planes);
    or_ones(to, ~Word{0}, n * planes);
  }

  // Word c and lane c of V come from what may follow on the row man's or the lane royal's square.
  void outer_hurdles(Word* to, Square c, bool friends, bool enemies) const {
    const Word* of_side[2] = {enemies ? s.enemies.data() : nullptr,
                              friends ? s.friends.data() : nullptr};
    if (layout.row_man) {
      if (const Word* from = of_side[row_man_is(mover)])
        for (int w = 0; w < planes; ++w) to[w * n + c] |= from[w * n + c];
    }
    if (const Word* from = of_side[lane_is(mover)]) {
      Word* plane = to + c / 64 * n;
      const Word keep = layout.row_man ? plane[c] : 0;
      kernel.or_lanes(plane, from + c / 64 * n, lane_bit(c), n);
      if (layout.row_man) plane[c] = keep;
    }
  }

  bool outer_free(const RowProgram& p, const RowProgram::Node& node, int man, Square c) {
    const bool open = layout.game->board().open_when_empty(c);
    Word* to = node.direct ? out : buffer(node);
    const bool friends = !node.on_friend.empty() && gather(p, node.on_friend, s.friends.data());
    const bool enemies = !node.on_enemy.empty() && gather(p, node.on_enemy, s.enemies.data());
    bool some = !node.direct && open && gather(p, node.on_empty, to);
    if (some) {
      if (layout.row_man)
        for (int w = 0; w < planes; ++w) to[w * n + c] = 0;
      kernel.and_lanes(to + c / 64 * n, ~lane_bit(c), n);
    }
    bool filled = some || node.direct;
    const bool is_static = s.man(man).is_static();
    if (node.move && open && !source.takes_royal) {
      if (is_static) {
        if (static_stops(man, c, kNoVictim, -1, to, filled)) some = filled = true;
      } else if (const Word* from = source.set.row(after.after_move(man, c))) {
        or_or_copy(to, from, filled);
        some = filled = true;
      }
    }
    const auto need_filled = [&] {
      if (!filled) zero(to, n * planes);
      some = filled = true;
    };
    if (friends || enemies) {
      need_filled();
      outer_hurdles(to, c, friends, enemies);
    }
    if (!node.capture) return some;
    if (source.takes_royal) {
      if (lane_is(opponent(mover))) {
        need_filled();
        or_ones(to + c / 64 * n, lane_bit(c), n);
      }
    } else if (row_man_is(opponent(mover)) && is_static) {
      if (static_stops(man, c, kRowManVictim, -1, to, filled)) some = true;
    } else if (row_man_is(opponent(mover)) && source.after_row_man.layout != nullptr) {
      if (const Word* from = source.after_row_man.row(
              after.elsewhere(source.after_row_man, s.man(man).kind, -1, man, c))) {
        need_filled();
        for (int w = 0; w < planes; ++w) to[w * n + c] |= from[w * 8];
      }
    }
    return some;
  }

  void read_fixed(const RowProgram& p, int man) {
    const auto& f = s.man(man);
    for (std::size_t i = 0; i < p.nodes.size(); ++i) {
      const RowProgram::Node& node = p.nodes[i];
      bool some = false;
      if (node.valid_from.test(f.square)) {
        const Square c = f.square + node.shift;
        const int there = node.through_hole ? -1 : s.fixed_at[static_cast<std::size_t>(c)];
        if (node.through_hole)
          some = gather(p, node.on_empty, buffer(node));
        else if (there >= 0)
          some = outer_occupied(p, node, man, c, there);
        else
          some = outer_free(p, node, man, c);
      }
      finish(node, i, some);
    }
  }

  // ---- the row man and the lane royal: sources along the row ------------------------------------

  Word* plane_of(std::vector<Word>& v, int w) const { return tables.plane(v, w); }

  // The set's own row, for stops on empty squares. False if there is nothing to read.
  bool load_plain(int kind) const {
    const Word* own = source.takes_royal ? nullptr : source.set.row(after.own_row(kind));
    if (own == nullptr) {
      for (int w = 0; w < planes; ++w) zero(plane_of(s.plain, w), n);
      return false;
    }
    for (int w = 0; w < planes; ++w) copy(plane_of(s.plain, w), own + w * n, n);
    return true;
  }

  // The smaller ending's row after a capture of fixed man `victim` by the row man or the lane
  // royal; null if there is none to read.
  const Word* after_capture(int kind, int victim) const {
    const auto& f = s.man(victim);
    if (f.victim == kNoVictim || source.takes_royal) return nullptr;
    const RowSet& set = source.after[static_cast<std::size_t>(f.victim)];
    if (set.layout == nullptr) return nullptr;
    return set.row(after.elsewhere(set, kind, victim, -1, kNoSquare));
  }

  void combine() const {
    for (int w = 0; w < planes; ++w) {
      copy(plane_of(s.both, w), plane_of(s.plain, w), n);
      kernel.or_row(plane_of(s.both, w), plane_of(s.captures, w), n);
    }
  }

  bool load_row_sources(int kind) const {
    bool some = load_plain(kind);
    const Board& board = layout.game->board();
    if (some)
      board.vanishing().for_each([&](Square q) {
        for (int w = 0; w < planes; ++w) plane_of(s.plain, w)[q] = 0;
      });
    for (int w = 0; w < planes; ++w) zero(plane_of(s.captures, w), n);
    for (int i = 0; i < s.fixed_men; ++i) {
      const auto& f = s.man(i);
      if (f.side == mover) continue;
      const Word* ending = after_capture(kind, i);
      const bool royal = source.takes_royal && f.victim == kNoVictim;
      if (ending == nullptr && !royal) continue;
      for (int w = 0; w < planes; ++w)
        plane_of(s.captures, w)[f.square] = royal ? ~Word{0} : ending[w * n + f.square];
      some = true;
    }
    if (source.takes_royal && lane_is(opponent(mover))) {
      for (int w = 0; w < planes; ++w)
        kernel.or_row(plane_of(s.captures, w), tables.plane(tables.diagonal, w), n);
      some = true;
    }
    if (some) combine();
    return some;
  }

  std::vector<Word>& stops(const RowProgram::Node& node) const {
    return !node.capture ? s.plain : !node.move ? s.captures : s.both;
  }

  // What may follow on a node's square, for men whose start square runs along.
  struct Followers {
    Word* to;  // what follows where it is empty, else zero, and room for the rest
    bool friends, enemies, walks;
  };
  Followers gather_all(const RowProgram& p, const RowProgram::Node& node) const {
    Followers f{node.direct ? out : buffer(node), false, false, false};
    f.friends = !node.on_friend.empty() && gather(p, node.on_friend, s.friends.data());
    f.enemies = !node.on_enemy.empty() && gather(p, node.on_enemy, s.enemies.data());
    f.walks = !node.direct && gather(p, node.on_empty, f.to);
    if (!f.walks && !node.direct) zero(f.to, n * planes);
    return f;
  }
  // By whether the man on the square is the mover's.
  std::array<const Word*, 2> of_side(const Followers& f) const {
    return {f.enemies ? s.enemies.data() : nullptr, f.friends ? s.friends.data() : nullptr};
  }

  bool row_node(const RowProgram& p, std::size_t number) {
    const RowProgram::Node& node = p.nodes[number];
    const Word* valid = p.row_valid.data() + number * static_cast<std::size_t>(n);
    const Word* open = p.row_open.data() + number * static_cast<std::size_t>(n);
    const Followers follow = gather_all(p, node);
    for (int w = 0; w < planes; ++w) {
      Word* to = follow.to + w * n;
      if (node.through_hole) {
        kernel.and_row(to, valid, n);
      } else if (follow.walks) {
        kernel.and_row(to, open, n);
        kernel.and_not_row(to, tables.plane(tables.diagonal, w) + node.shift, n);
      }
    }
    if (node.through_hole) return follow.walks;
    if (follow.walks)
      for (int i = 0; i < s.fixed_men; ++i) {
        const Square from = s.man(i).square - node.shift;
        if (from >= 0 && from < layout.squares)
          for (int w = 0; w < planes; ++w) follow.to[w * n + from] = 0;
      }
    row_hurdles(node, follow, valid);
    if (node.move || node.capture)
      for (int w = 0; w < planes; ++w)
        kernel.or_masked(follow.to + w * n, plane_of(stops(node), w) + node.shift, valid, ~Word{0},
                         n);
    return true;
  }

  void row_hurdles(const RowProgram::Node& node, const Followers& follow, const Word* valid) const {
    Word* to = follow.to;
    if (const Word* from = of_side(follow)[lane_is(mover)])
      for (int w = 0; w < planes; ++w)
        for_each_on_diagonal(w, node.shift, [&](int r, Word lane) {
          to[w * n + r] |= from[w * n + r] & lane & valid[r];
        });
    for (int i = 0; i < s.fixed_men; ++i) {
      const auto& f = s.man(i);
      const Square start = f.square - node.shift;
      const Word* from = of_side(follow)[f.side == mover];
      if (from == nullptr || start < 0 || start >= layout.squares || valid[start] == 0) continue;
      for (int w = 0; w < planes; ++w) to[w * n + start] = from[w * n + start];
    }
  }
  // The words of a plane in which a man `shift` squares further stands on a lane of the plane.
  template <class F>
  void for_each_on_diagonal(int w, int shift, F&& f) const {
    const int first = std::max(0, 64 * w - shift);
    const int last = std::min(layout.squares, 64 * w + 64 - shift);
    for (int r = first; r < last; ++r)
      if (r + shift < layout.squares) f(r, lane_bit(r + shift));
  }

  void read_row_man(const RowProgram& p) {
    if (!load_row_sources(layout.row_man->kind)) return;
    for (std::size_t i = 0; i < p.nodes.size(); ++i) finish(p.nodes[i], i, row_node(p, i));
  }

  bool load_lane_sources(int kind) const {
    bool some = load_plain(kind);
    for (int w = 0; w < planes; ++w) {
      kernel.and_lanes(plane_of(s.plain, w), tables.open_lanes[static_cast<std::size_t>(w)], n);
      zero(plane_of(s.captures, w), n);
    }
    for (int i = 0; i < s.fixed_men; ++i) {
      const auto& f = s.man(i);
      if (f.side == mover) continue;
      const int w = f.square / 64;
      if (source.takes_royal && f.victim == kNoVictim) {
        or_ones(plane_of(s.captures, w), lane_bit(f.square), n);
        some = true;
      } else if (const Word* ending = after_capture(kind, i)) {
        kernel.or_lanes(plane_of(s.captures, w), ending + w * n, lane_bit(f.square), n);
        some = true;
      }
    }
    if (row_man_is(opponent(mover)) && !source.takes_royal &&
        source.after_row_man.layout != nullptr) {
      const RowSet& set = source.after_row_man;
      if (const Word* from = set.row(after.elsewhere(set, kind, -1, -1, kNoSquare))) {
        for (int w = 0; w < planes; ++w)
          kernel.or_lanes(plane_of(s.captures, w), tables.plane(tables.diagonal, w), from[w * 8],
                          n);
        some = true;
      }
    }
    if (some) combine();
    return some;
  }

  // to[w] |= (the lanes of x moved down by `shift`) & mask: bit l of the result is bit l + shift.
  void or_shifted(Word* to, std::vector<Word>& x, int shift, const Word* mask) const {
    const int words = shift >= 0 ? shift / 64 : -((-shift + 63) / 64);
    const int bits = shift - words * 64;  // 0 to 63
    const auto from_plane = [&](int w, int from, int down) {
      if (from >= 0 && from < planes)
        kernel.or_shifted(to + w * n, plane_of(x, from), down, mask[w], n);
    };
    for (int w = 0; w < planes; ++w) {
      if (mask[w] == 0) continue;
      from_plane(w, w + words, bits);
      if (bits != 0) from_plane(w, w + words + 1, bits - 64);
    }
  }

  bool lane_node(const RowProgram& p, std::size_t number) {
    const RowProgram::Node& node = p.nodes[number];
    const Word* valid = p.lane_valid.data() + number * static_cast<std::size_t>(planes);
    const Word* open = p.lane_open.data() + number * static_cast<std::size_t>(planes);
    const Followers follow = gather_all(p, node);
    for (int w = 0; w < planes; ++w) {
      Word* to = follow.to + w * n;
      if (node.through_hole) {
        kernel.and_lanes(to, valid[w], n);
      } else if (follow.walks) {
        Word mask = open[w];
        for (int i = 0; i < s.fixed_men; ++i) {
          const Square from = s.man(i).square - node.shift;
          if (from >= 0 && from / 64 == w) mask &= ~lane_bit(from);
        }
        kernel.and_lanes(to, mask, n);
        kernel.and_not_row(to, tables.plane(tables.diagonal, w) - node.shift, n);
      }
    }
    if (node.through_hole) return follow.walks;
    lane_hurdles(node, follow, valid);
    if (node.move || node.capture) or_shifted(follow.to, stops(node), node.shift, valid);
    return true;
  }

  void lane_hurdles(const RowProgram::Node& node, const Followers& follow,
                    const Word* valid) const {
    Word* to = follow.to;
    if (const Word* from = layout.row_man ? of_side(follow)[row_man_is(mover)] : nullptr)
      for (int w = 0; w < planes; ++w)
        kernel.or_masked(to + w * n, from + w * n, tables.plane(tables.diagonal, w) - node.shift,
                         valid[w], n);
    for (int i = 0; i < s.fixed_men; ++i) {
      const auto& f = s.man(i);
      const Square start = f.square - node.shift;
      const Word* from = of_side(follow)[f.side == mover];
      if (from == nullptr || start < 0 || start >= layout.squares) continue;
      const int w = start / 64;
      if ((valid[w] & lane_bit(start)) == 0) continue;
      kernel.or_lanes(to + w * n, from + w * n, lane_bit(start), n);
    }
  }

  void read_lane_royal(const RowProgram& p) {
    if (!load_lane_sources(layout.game->royal(layout.lane_side()))) return;
    for (std::size_t i = 0; i < p.nodes.size(); ++i) finish(p.nodes[i], i, lane_node(p, i));
  }
};

}  // namespace

bool read_by_graph(const RowTables& tables, RowReader::Scratch& scratch, Side mover,
                   const ReadSource& source, const RowProgram& program, int man, Word* out) {
  const Layout& layout = tables.layout;
  GraphReading reading{
      tables, layout, scratch,           source,       RowsAfter(layout, scratch, mover),
      mover,  out,    layout.row_length, layout.planes};
  if (man == kRowMan)
    reading.read_row_man(program);
  else if (man == kLaneRoyal)
    reading.read_lane_royal(program);
  else
    reading.read_fixed(program, man);
  return reading.added;
}

}  // namespace augmate::internal
