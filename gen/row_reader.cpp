// SPDX-License-Identifier: MIT
#include "gen/row_reader.h"

#include <algorithm>
#include <cstring>

#include "base/check.h"

// One copy of the hot function a instruction set, chosen when the program starts; all compute the
// same bits. Sanitizers cannot instrument such functions' resolvers.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(AUGMATE_NO_MULTIVERSION)
#define AUGMATE_MULTIVERSION __attribute__((target_clones("avx512f", "avx2", "default"), flatten))
#else
#define AUGMATE_MULTIVERSION
#endif

namespace augmate {
namespace {

using Word = std::uint64_t;
// Eight words, loaded and stored at any address.
typedef Word Vector __attribute__((vector_size(64), aligned(8), may_alias));

#define AUGMATE_INLINE inline __attribute__((always_inline))

AUGMATE_INLINE Vector& at(Word* p) { return *reinterpret_cast<Vector*>(p); }
AUGMATE_INLINE const Vector& at(const Word* p) { return *reinterpret_cast<const Vector*>(p); }

// n is a multiple of eight throughout.
AUGMATE_INLINE void copy(Word* out, const Word* x, int n) {
  for (int i = 0; i < n; i += 8) at(out + i) = at(x + i);
}
AUGMATE_INLINE void zero(Word* out, int n) { std::memset(out, 0, static_cast<std::size_t>(n) * 8); }
AUGMATE_INLINE void or_in(Word* out, const Word* x, int n) {
  for (int i = 0; i < n; i += 8) at(out + i) |= at(x + i);
}
AUGMATE_INLINE void or_masked(Word* out, const Word* x, Word mask, int n) {
  for (int i = 0; i < n; i += 8) at(out + i) |= at(x + i) & mask;
}
AUGMATE_INLINE void or_masked(Word* out, const Word* x, const Word* mask, int n) {
  for (int i = 0; i < n; i += 8) at(out + i) |= at(x + i) & at(mask + i);
}
AUGMATE_INLINE void and_word(Word* out, Word mask, int n) {
  for (int i = 0; i < n; i += 8) at(out + i) &= mask;
}
AUGMATE_INLINE void or_word(Word* out, Word mask, int n) {
  for (int i = 0; i < n; i += 8) at(out + i) |= mask;
}
AUGMATE_INLINE bool any(const Word* x, int n) {
  Vector sum = at(x);
  for (int i = 8; i < n; i += 8) sum |= at(x + i);
  Word w = 0;
  for (int i = 0; i < 8; ++i) w |= sum[i];
  return w != 0;
}

Word lane_bit(Square s) { return Word{1} << (s & 63); }

int round_up(int n) { return (n + 7) / 8 * 8; }

}  // namespace

// A move graph made ready for reading rows.
struct RowReader::Program {
  struct Node {
    SquareSet valid_from;
    int shift = 0;  // of the square number from the start
    bool move = false, capture = false, through_hole = false;
    bool root = false;
    bool direct = false;  // a root that nothing else leads to and nothing follows: needs no buffer
    int buffer = -1;
    std::vector<int> on_empty, on_friend, on_enemy;
  };
  std::vector<Node> nodes;
  int buffers = 0;
  // For a row man: by node, ~0 for start squares where the node is valid, and where its square is
  // open when empty. row_length words each.
  std::vector<Word> row_valid, row_open;
  // For a lane royal: the same as lane masks, `planes` words each.
  std::vector<Word> lane_valid, lane_open;
};

class RowReader::Scratch {
 public:
  struct Fixed {
    Square square = kNoSquare;
    Side side = Side::kWhite;
    int kind = 0;
    int victim = kNoVictim;  // its name when captured; the anchor has none
    bool is_static() const { return victim >= kStaticVictim; }
  };
  std::uint64_t row = 0;
  int slot = 0, state = 0;
  std::uint64_t outer_place = 0;
  std::array<Fixed, kMaxMen> fixed;
  int fixed_men = 0;
  std::array<Square, kMaxMen> outer;  // squares of the outer men, in the order of the dimensions
  std::array<std::int8_t, kMaxSquares> fixed_at;

  std::vector<Word> buffers;
  std::vector<std::uint8_t> filled;  // by node of the current program: V is not zero
  std::vector<Word> friends, enemies;
  std::vector<Word> plain, captures, both;  // sources of row man and lane royal, with margins
};

namespace {

// Gives each node a buffer for its V; a node whose only follower is used by nobody else takes over
// that follower's, so that a ray runs in one buffer.
template <class Program>
void assign_buffers(Program& program) {
  std::vector<int> uses(program.nodes.size(), 0);
  for (const auto& n : program.nodes)
    for (const auto* list : {&n.on_empty, &n.on_friend, &n.on_enemy})
      for (int f : *list) ++uses[static_cast<std::size_t>(f)];
  std::vector<int> free_buffers;
  std::vector<int> left = uses;
  for (std::size_t i = 0; i < program.nodes.size(); ++i) {
    auto& n = program.nodes[i];
    const bool only_empty = n.on_friend.empty() && n.on_enemy.empty();
    n.direct = n.root && uses[i] == 0 && only_empty && n.on_empty.empty();
    if (n.direct) continue;
    if (only_empty && n.on_empty.size() == 1 &&
        uses[static_cast<std::size_t>(n.on_empty[0])] == 1) {
      n.buffer = program.nodes[static_cast<std::size_t>(n.on_empty[0])].buffer;
    } else {
      if (free_buffers.empty()) free_buffers.push_back(program.buffers++);
      n.buffer = free_buffers.back();
      free_buffers.pop_back();
      for (const auto* list : {&n.on_empty, &n.on_friend, &n.on_enemy})
        for (int f : *list)
          if (--left[static_cast<std::size_t>(f)] == 0)
            free_buffers.push_back(program.nodes[static_cast<std::size_t>(f)].buffer);
    }
    if (uses[i] == 0) free_buffers.push_back(n.buffer);
  }
}

}  // namespace

RowReader::RowReader(const Layout& layout) : layout_(layout) {
  const Board& board = layout_.game->board();
  const int squares = layout_.squares;
  margin_ = round_up(squares);
  padded_ = layout_.row_length + 2 * margin_;
  lanes_.assign(static_cast<std::size_t>(layout_.planes), 0);
  open_lanes_ = lanes_;
  diagonal_.assign(static_cast<std::size_t>(layout_.planes * padded_), 0);
  board.squares().for_each([&](Square s) {
    lanes_[static_cast<std::size_t>(s / 64)] |= lane_bit(s);
    if (board.open_when_empty(s)) open_lanes_[static_cast<std::size_t>(s / 64)] |= lane_bit(s);
  });
  if (layout_.row_man)
    for (Square s = 0; s < squares; ++s)
      diagonal_[static_cast<std::size_t>(s / 64 * padded_ + margin_ + s)] = lane_bit(s);

  const Game& game = *layout_.game;
  const bool jokers = layout_.jokers[0] || layout_.jokers[1];
  for (Side side : {Side::kWhite, Side::kBlack})
    for (std::size_t kind = 0; kind < game.kinds().size(); ++kind) {
      programs_[index(side)].push_back(make_program(game.moves(side, static_cast<int>(kind))));
      imitations_[index(side)].push_back(
          jokers ? make_program(game.imitation(side, static_cast<int>(kind))) : nullptr);
    }
}

std::unique_ptr<RowReader::Program> RowReader::make_program(const MoveGraph& graph) const {
  const Board& board = layout_.game->board();
  auto program = std::make_unique<Program>();
  for (const MoveNode& n : graph.nodes) {
    Program::Node node;
    node.valid_from = n.valid_from;
    node.shift = n.from_start.dx + n.from_start.dy * board.files();
    node.move = n.move;
    node.capture = n.capture;
    node.through_hole = n.through_hole;
    node.on_empty = n.on_empty;
    node.on_friend = n.on_friend;
    node.on_enemy = n.on_enemy;
    program->nodes.push_back(std::move(node));
    std::vector<Word> row(static_cast<std::size_t>(layout_.row_length), 0), row_open = row;
    std::vector<Word> lane(static_cast<std::size_t>(layout_.planes), 0), lane_open = lane;
    n.valid_from.for_each([&](Square s) {
      const bool open = n.through_hole || board.open_when_empty(board.step(s, n.from_start));
      if (layout_.row_man) {
        row[static_cast<std::size_t>(s)] = ~Word{0};
        if (open) row_open[static_cast<std::size_t>(s)] = ~Word{0};
      }
      lane[static_cast<std::size_t>(s / 64)] |= lane_bit(s);
      if (open) lane_open[static_cast<std::size_t>(s / 64)] |= lane_bit(s);
    });
    const auto append = [](std::vector<Word>& to, const std::vector<Word>& from) {
      to.insert(to.end(), from.begin(), from.end());
    };
    append(program->row_valid, row);
    append(program->row_open, row_open);
    append(program->lane_valid, lane);
    append(program->lane_open, lane_open);
  }
  for (int r : graph.roots) program->nodes[static_cast<std::size_t>(r)].root = true;
  assign_buffers(*program);
  return program;
}

RowReader::~RowReader() = default;

void RowReader::ScratchDeleter::operator()(Scratch* s) const { delete s; }

const RowReader::Program* RowReader::program(Side side, int kind, int state) const {
  if (!layout_.game->kind(kind).joker)
    return programs_[index(side)][static_cast<std::size_t>(kind)].get();
  const int imitated = layout_.states[static_cast<std::size_t>(state)].imitates[index(side)];
  return imitated < 0 ? nullptr
                      : imitations_[index(side)][static_cast<std::size_t>(imitated)].get();
}

RowReader::ScratchPointer RowReader::make_scratch() const {
  ScratchPointer s(new Scratch);
  std::size_t buffers = 0, nodes = 0;
  for (const auto* programs : {&programs_[0], &programs_[1], &imitations_[0], &imitations_[1]})
    for (const auto& p : *programs) {
      if (!p) continue;
      buffers = std::max(buffers, static_cast<std::size_t>(p->buffers));
      nodes = std::max(nodes, p->nodes.size());
    }
  const auto words = static_cast<std::size_t>(layout_.row_words());
  s->buffers.resize(std::max<std::size_t>(1, buffers) * words);
  s->filled.resize(nodes);
  s->friends.resize(words);
  s->enemies.resize(words);
  for (auto* v : {&s->plain, &s->captures, &s->both})
    v->assign(static_cast<std::size_t>(layout_.planes * padded_), 0);
  s->fixed_at.fill(-1);
  return s;
}

bool RowReader::enter(std::uint64_t row, Scratch& s) const {
  for (int i = 0; i < s.fixed_men; ++i)
    s.fixed_at[static_cast<std::size_t>(s.fixed[static_cast<unsigned>(i)].square)] = -1;
  s.row = row;
  s.slot = layout_.squares_of(row, s.outer.data());
  s.state = layout_.state_of(row);
  s.outer_place = row % layout_.outer_places;
  s.fixed_men = 0;
  bool fits = true;
  const auto place = [&](Square square, Side side, int kind, int victim) {
    std::int8_t& here = s.fixed_at[static_cast<std::size_t>(square)];
    fits = fits && here < 0 && layout_.game->board().exists(square);
    here = static_cast<std::int8_t>(s.fixed_men);
    s.fixed[static_cast<unsigned>(s.fixed_men++)] = {square, side, kind, victim};
  };
  place(layout_.slots[static_cast<std::size_t>(s.slot)], layout_.anchor_side,
        layout_.game->royal(layout_.anchor_side), kNoVictim);
  std::size_t next = 0;
  for (std::size_t d = 0; d < layout_.dimensions.size(); ++d)
    for (int i = 0; i < layout_.dimensions[d].men; ++i)
      place(s.outer[next++], layout_.dimensions[d].side, layout_.dimensions[d].kind,
            static_cast<int>(d));
  for (std::size_t i = 0; i < layout_.statics.size(); ++i)
    place(layout_.statics[i].square, layout_.statics[i].side, layout_.statics[i].kind,
          kStaticVictim + static_cast<int>(i));
  return fits;
}

void RowReader::free_positions(const Scratch& s, std::uint64_t* out) const {
  const int n = layout_.row_length;
  for (int w = 0; w < layout_.planes; ++w) {
    Word lanes = lanes_[static_cast<std::size_t>(w)];
    for (int i = 0; i < s.fixed_men; ++i) {
      const Square q = s.fixed[static_cast<unsigned>(i)].square;
      if (q / 64 == w) lanes &= ~lane_bit(q);
    }
    Word* row = out + w * n;
    zero(row, n);
    const Word* diagonal = diagonal_.data() + w * padded_ + margin_;
    for (int r = 0; r < layout_.row_squares(); ++r) {
      const bool here = !layout_.row_man || (layout_.game->board().exists(r) &&
                                             s.fixed_at[static_cast<std::size_t>(r)] < 0);
      if (here) row[r] = lanes & ~diagonal[r];
    }
  }
}

// One call of read(): the parts that differ by which man moves.
struct RowReader::Reading {
  const RowReader& reader;
  const Layout& layout;
  Scratch& s;
  const ReadSource& source;
  Side mover;
  Word* out;
  int n;  // words of a plane
  int planes;
  bool added = false;

  AUGMATE_INLINE bool fresh(const RowSet& set, std::uint64_t row) const {
    return source.changed_at < 0 || set.stamps[row] == source.changed_at;
  }
  AUGMATE_INLINE bool row_man_is(Side side) const {
    return layout.row_man && layout.row_man->side == side;
  }
  AUGMATE_INLINE bool lane_is(Side side) const { return layout.lane_side() == side; }
  AUGMATE_INLINE Word* buffer(const Program::Node& node) const {
    return s.buffers.data() +
           static_cast<std::size_t>(node.buffer) * static_cast<std::size_t>(n * planes);
  }

  // ORs the followers' vectors into `to`; what was there is overwritten unless it is already the
  // only follower's own. False if all are zero.
  AUGMATE_INLINE bool gather(const Program& p, const std::vector<int>& list, Word* to) const {
    bool some = false;
    for (int f : list) {
      if (!s.filled[static_cast<std::size_t>(f)]) continue;
      const Word* from = buffer(p.nodes[static_cast<std::size_t>(f)]);
      if (some)
        or_in(to, from, n * planes);
      else if (from != to)
        copy(to, from, n * planes);
      some = true;
    }
    return some;
  }

  AUGMATE_INLINE void finish(const Program::Node& node, std::size_t number, bool some) {
    s.filled[number] = some && !node.direct;
    if (!some) return;
    if (node.direct) {
      added = true;
    } else if (node.root) {
      or_in(out, buffer(node), n * planes);
      added = true;
    }
  }

  // The row of another layout's set after the fixed man `mover_man` (-1: the row man or the lane
  // royal) of a kind went to `to` and the fixed man `victim` (-1: none of the fixed) was captured.
  std::uint64_t row_elsewhere(const RowSet& after, int kind, int victim, int mover_man,
                              Square to) const {
    std::array<Square, kMaxMen> outer;
    int k = 0, slot = s.slot;
    for (int i = 0; i < s.fixed_men; ++i) {
      const auto& f = s.fixed[static_cast<unsigned>(i)];
      if (i == victim || f.is_static()) continue;
      const Square q = i == mover_man ? to : f.square;
      if (i == 0)
        slot = after.layout->slot_of[static_cast<std::size_t>(q)];
      else
        outer[static_cast<unsigned>(k++)] = q;
    }
    return after.layout->row_of(slot, layout.state_after(s.state, mover, kind), outer.data());
  }

  // By how much the row's number changes when a man of the kind moves, because a Joker notes it.
  std::uint64_t state_shift(int kind) const {
    const int next = layout.state_after(s.state, mover, kind);
    return (static_cast<std::uint64_t>(next) - static_cast<std::uint64_t>(s.state)) *
           layout.outer_places;
  }

  // The row of this ending after the fixed man went to c.
  std::uint64_t row_after_move(int man, Square c) const {
    const auto& f = s.fixed[static_cast<unsigned>(man)];
    const std::uint64_t row = s.row + (layout.states.size() > 1 ? state_shift(f.kind) : 0);
    if (f.victim == kNoVictim)
      return row + (static_cast<std::uint64_t>(layout.slot_of[static_cast<std::size_t>(c)]) -
                    static_cast<std::uint64_t>(s.slot)) *
                       layout.slot_rows();
    const auto& d = layout.dimensions[static_cast<std::size_t>(f.victim)];
    if (d.men == 1)
      return row +
             (static_cast<std::uint64_t>(c) - static_cast<std::uint64_t>(f.square)) * d.stride;
    std::array<Square, kMaxMen> before, now;
    int k = 0;
    for (int i = 1; i < s.fixed_men; ++i) {
      const auto& twin = s.fixed[static_cast<unsigned>(i)];
      if (twin.victim != f.victim) continue;
      before[static_cast<unsigned>(k)] = twin.square;
      now[static_cast<unsigned>(k++)] = i == man ? c : twin.square;
    }
    sort_squares(now.data(), k);
    return row +
           (PositionIndex::place_of(now.data(), k) - PositionIndex::place_of(before.data(), k)) *
               d.stride;
  }

  // ORs what a static man's stops on c are worth: rows of other layouts, where they have changed.
  // The row man's square being c is what `victim` kRowManVictim means; then only word c counts.
  AUGMATE_INLINE bool static_stops(int man, Square c, int victim, int victim_man, Word* to,
                                   bool filled) const {
    const auto& f = s.fixed[static_cast<unsigned>(man)];
    bool some = false;
    for (const StaticMove& m : source.static_moves) {
      if (m.man != f.victim - kStaticVictim || m.to != c || m.victim != victim) continue;
      const std::uint64_t row = row_elsewhere(m.set, f.kind, victim_man, man, c);
      if (!fresh(m.set, row)) continue;
      const Word* from = m.set.row(row);
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

  AUGMATE_INLINE bool outer_occupied(const Program& p, const Program::Node& node, int man, Square c,
                                     int there) {
    const auto& f = s.fixed[static_cast<unsigned>(there)];
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
    if (s.fixed[static_cast<unsigned>(man)].is_static())
      return static_stops(man, c, f.victim, there, to, filled) || some;
    const RowSet& after = source.after[static_cast<std::size_t>(f.victim)];
    if (after.layout == nullptr) return some;
    const std::uint64_t row =
        row_elsewhere(after, s.fixed[static_cast<unsigned>(man)].kind, there, man, c);
    if (!fresh(after, row)) return some;
    or_or_copy(to, after.row(row), filled);
    return true;
  }

  AUGMATE_INLINE void or_or_copy(Word* to, const Word* from, bool filled) const {
    if (filled)
      or_in(to, from, n * planes);
    else
      copy(to, from, n * planes);
  }
  AUGMATE_INLINE void or_or_set_ones(Word* to, bool filled) const {
    if (!filled) zero(to, n * planes);
    or_word(to, ~Word{0}, n * planes);
  }

  // Word c and lane c of V come from what may follow on the row man's or the lane royal's square.
  AUGMATE_INLINE void outer_hurdles(Word* to, Square c, bool friends, bool enemies) const {
    const Word* of_side[2] = {enemies ? s.enemies.data() : nullptr,
                              friends ? s.friends.data() : nullptr};
    if (layout.row_man) {
      if (const Word* from = of_side[row_man_is(mover)])
        for (int w = 0; w < planes; ++w) to[w * n + c] |= from[w * n + c];
    }
    if (const Word* from = of_side[lane_is(mover)]) {
      Word* plane = to + c / 64 * n;
      const Word keep = layout.row_man ? plane[c] : 0;
      or_masked(plane, from + c / 64 * n, lane_bit(c), n);
      if (layout.row_man) plane[c] = keep;
    }
  }

  AUGMATE_INLINE bool outer_free(const Program& p, const Program::Node& node, int man, Square c) {
    const bool open = layout.game->board().open_when_empty(c);
    Word* to = node.direct ? out : buffer(node);
    const bool friends = !node.on_friend.empty() && gather(p, node.on_friend, s.friends.data());
    const bool enemies = !node.on_enemy.empty() && gather(p, node.on_enemy, s.enemies.data());
    bool some = !node.direct && open && gather(p, node.on_empty, to);
    if (some) {
      if (layout.row_man)
        for (int w = 0; w < planes; ++w) to[w * n + c] = 0;
      and_word(to + c / 64 * n, ~lane_bit(c), n);
    }
    bool filled = some || node.direct;
    const bool is_static = s.fixed[static_cast<unsigned>(man)].is_static();
    if (node.move && open && !source.takes_royal) {
      if (is_static) {
        if (static_stops(man, c, kNoVictim, -1, to, filled)) some = filled = true;
      } else if (const std::uint64_t row = row_after_move(man, c); fresh(source.set, row)) {
        or_or_copy(to, source.set.row(row), filled);
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
        or_word(to + c / 64 * n, lane_bit(c), n);
      }
    } else if (row_man_is(opponent(mover)) && is_static) {
      if (static_stops(man, c, kRowManVictim, -1, to, filled)) some = true;
    } else if (row_man_is(opponent(mover)) && source.after_row_man.layout != nullptr) {
      const std::uint64_t row =
          row_elsewhere(source.after_row_man, s.fixed[static_cast<unsigned>(man)].kind, -1, man, c);
      if (fresh(source.after_row_man, row)) {
        const Word* from = source.after_row_man.row(row);
        need_filled();
        for (int w = 0; w < planes; ++w) to[w * n + c] |= from[w * 8];
      }
    }
    return some;
  }

  AUGMATE_INLINE void read_outer(int man) {
    const auto& f = s.fixed[static_cast<unsigned>(man)];
    const Program* program = reader.program(f.side, f.kind, s.state);
    if (program == nullptr) return;
    const Program& p = *program;
    for (std::size_t i = 0; i < p.nodes.size(); ++i) {
      const Program::Node& node = p.nodes[i];
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

  // ---- the row man and the lane royal: sources along the row
  // -------------------------------------

  AUGMATE_INLINE Word* plane_of(std::vector<Word>& v, int w) const {
    return v.data() + w * reader.padded_ + reader.margin_;
  }

  // The set's own row, for stops on empty squares. False if there is nothing to read.
  AUGMATE_INLINE bool load_plain(int kind) const {
    const std::uint64_t row = s.row + (layout.states.size() > 1 ? state_shift(kind) : 0);
    if (source.takes_royal || !fresh(source.set, row)) {
      for (int w = 0; w < planes; ++w) zero(plane_of(s.plain, w), n);
      return false;
    }
    const Word* own = source.set.row(row);
    for (int w = 0; w < planes; ++w) copy(plane_of(s.plain, w), own + w * n, n);
    return true;
  }

  // The smaller ending's row after a capture of fixed man `victim` by the row man or the lane
  // royal; null if there is none to read.
  const Word* after_capture(int kind, int victim) const {
    const auto& f = s.fixed[static_cast<unsigned>(victim)];
    if (f.victim == kNoVictim || source.takes_royal) return nullptr;
    const RowSet& after = source.after[static_cast<std::size_t>(f.victim)];
    if (after.layout == nullptr) return nullptr;
    const std::uint64_t row = row_elsewhere(after, kind, victim, -1, kNoSquare);
    return fresh(after, row) ? after.row(row) : nullptr;
  }

  AUGMATE_INLINE void combine() const {
    for (int w = 0; w < planes; ++w) {
      copy(plane_of(s.both, w), plane_of(s.plain, w), n);
      or_in(plane_of(s.both, w), plane_of(s.captures, w), n);
    }
  }

  AUGMATE_INLINE bool load_row_sources(int kind) const {
    bool some = load_plain(kind);
    const Board& board = layout.game->board();
    if (some)
      board.vanishing().for_each([&](Square q) {
        for (int w = 0; w < planes; ++w) plane_of(s.plain, w)[q] = 0;
      });
    for (int w = 0; w < planes; ++w) zero(plane_of(s.captures, w), n);
    for (int i = 0; i < s.fixed_men; ++i) {
      const auto& f = s.fixed[static_cast<unsigned>(i)];
      if (f.side == mover) continue;
      const Word* after = after_capture(kind, i);
      const bool royal = source.takes_royal && f.victim == kNoVictim;
      if (after == nullptr && !royal) continue;
      for (int w = 0; w < planes; ++w)
        plane_of(s.captures, w)[f.square] = royal ? ~Word{0} : after[w * n + f.square];
      some = true;
    }
    if (source.takes_royal && lane_is(opponent(mover))) {
      for (int w = 0; w < planes; ++w)
        or_in(plane_of(s.captures, w),
              reader.diagonal_.data() + w * reader.padded_ + reader.margin_, n);
      some = true;
    }
    if (some) combine();
    return some;
  }

  AUGMATE_INLINE std::vector<Word>& stops(const Program::Node& node) const {
    return !node.capture ? s.plain : !node.move ? s.captures : s.both;
  }

  AUGMATE_INLINE bool row_node(const Program& p, std::size_t number) {
    const Program::Node& node = p.nodes[number];
    const Word* valid = p.row_valid.data() + number * static_cast<std::size_t>(n);
    const Word* open = p.row_open.data() + number * static_cast<std::size_t>(n);
    Word* to = node.direct ? out : buffer(node);
    const bool friends = !node.on_friend.empty() && gather(p, node.on_friend, s.friends.data());
    const bool enemies = !node.on_enemy.empty() && gather(p, node.on_enemy, s.enemies.data());
    const bool walks = !node.direct && gather(p, node.on_empty, to);
    if (!walks && !node.direct) zero(to, n * planes);
    if (node.through_hole) {
      for (int w = 0; w < planes; ++w)
        for (int i = 0; i < n; i += 8) at(to + w * n + i) &= at(valid + i);
      return walks;
    }
    if (walks) {
      for (int w = 0; w < planes; ++w) {
        const Word* diagonal =
            reader.diagonal_.data() + w * reader.padded_ + reader.margin_ + node.shift;
        for (int i = 0; i < n; i += 8) at(to + w * n + i) &= at(open + i) & ~at(diagonal + i);
      }
      for (int i = 0; i < s.fixed_men; ++i) {
        const Square from = s.fixed[static_cast<unsigned>(i)].square - node.shift;
        if (from >= 0 && from < layout.squares)
          for (int w = 0; w < planes; ++w) to[w * n + from] = 0;
      }
    }
    if (friends || enemies) row_hurdles(node, to, valid, friends, enemies);
    if (node.move || node.capture)
      for (int w = 0; w < planes; ++w)
        or_masked(to + w * n, plane_of(stops(node), w) + node.shift, valid, n);
    return true;
  }

  AUGMATE_INLINE void row_hurdles(const Program::Node& node, Word* to, const Word* valid,
                                  bool friends, bool enemies) const {
    const Word* of_side[2] = {enemies ? s.enemies.data() : nullptr,
                              friends ? s.friends.data() : nullptr};
    if (const Word* from = of_side[lane_is(mover)])
      for (int w = 0; w < planes; ++w) {
        const Word* diagonal =
            reader.diagonal_.data() + w * reader.padded_ + reader.margin_ + node.shift;
        for (int i = 0; i < n; i += 8)
          at(to + w * n + i) |= at(from + w * n + i) & at(diagonal + i) & at(valid + i);
      }
    for (int i = 0; i < s.fixed_men; ++i) {
      const auto& f = s.fixed[static_cast<unsigned>(i)];
      const Square start = f.square - node.shift;
      const Word* from = of_side[f.side == mover];
      if (from == nullptr || start < 0 || start >= layout.squares || valid[start] == 0) continue;
      for (int w = 0; w < planes; ++w) to[w * n + start] = from[w * n + start];
    }
  }

  AUGMATE_INLINE void read_row_man() {
    const Program* program = reader.program(layout.row_man->side, layout.row_man->kind, s.state);
    if (program == nullptr || !load_row_sources(layout.row_man->kind)) return;
    const Program& p = *program;
    for (std::size_t i = 0; i < p.nodes.size(); ++i) finish(p.nodes[i], i, row_node(p, i));
  }

  AUGMATE_INLINE bool load_lane_sources(int kind) const {
    bool some = load_plain(kind);
    for (int w = 0; w < planes; ++w) {
      and_word(plane_of(s.plain, w), reader.open_lanes_[static_cast<std::size_t>(w)], n);
      zero(plane_of(s.captures, w), n);
    }
    for (int i = 0; i < s.fixed_men; ++i) {
      const auto& f = s.fixed[static_cast<unsigned>(i)];
      if (f.side == mover) continue;
      const int w = f.square / 64;
      if (source.takes_royal && f.victim == kNoVictim) {
        or_word(plane_of(s.captures, w), lane_bit(f.square), n);
        some = true;
      } else if (const Word* after = after_capture(kind, i)) {
        or_masked(plane_of(s.captures, w), after + w * n, lane_bit(f.square), n);
        some = true;
      }
    }
    if (row_man_is(opponent(mover)) && !source.takes_royal &&
        source.after_row_man.layout != nullptr) {
      const RowSet& after = source.after_row_man;
      const std::uint64_t row = row_elsewhere(after, kind, -1, -1, kNoSquare);
      if (fresh(after, row)) {
        for (int w = 0; w < planes; ++w)
          or_masked(plane_of(s.captures, w),
                    reader.diagonal_.data() + w * reader.padded_ + reader.margin_,
                    after.row(row)[w * 8], n);
        some = true;
      }
    }
    if (some) combine();
    return some;
  }

  // out[w] |= (the lanes of x moved down by `shift`) & mask: bit l of the result is bit l + shift.
  AUGMATE_INLINE void or_shifted(Word* to, std::vector<Word>& x, int shift,
                                 const Word* mask) const {
    const int words = shift >= 0 ? shift / 64 : -((-shift + 63) / 64);
    const int bits = shift - words * 64;  // 0 to 63
    for (int w = 0; w < planes; ++w) {
      if (mask[w] == 0) continue;
      const int low = w + words, high = low + 1;
      const bool has_low = low >= 0 && low < planes,
                 has_high = bits != 0 && high >= 0 && high < planes;
      Word* plane = to + w * n;
      const Word m = mask[w];
      if (has_low && has_high) {
        const Word *a = plane_of(x, low), *b = plane_of(x, high);
        for (int i = 0; i < n; i += 8)
          at(plane + i) |= ((at(a + i) >> bits) | (at(b + i) << (64 - bits))) & m;
      } else if (has_low) {
        const Word* a = plane_of(x, low);
        for (int i = 0; i < n; i += 8) at(plane + i) |= (at(a + i) >> bits) & m;
      } else if (has_high) {
        const Word* b = plane_of(x, high);
        for (int i = 0; i < n; i += 8) at(plane + i) |= (at(b + i) << (64 - bits)) & m;
      }
    }
  }

  AUGMATE_INLINE bool lane_node(const Program& p, std::size_t number) {
    const Program::Node& node = p.nodes[number];
    const Word* valid = p.lane_valid.data() + number * static_cast<std::size_t>(planes);
    const Word* open = p.lane_open.data() + number * static_cast<std::size_t>(planes);
    Word* to = node.direct ? out : buffer(node);
    const bool friends = !node.on_friend.empty() && gather(p, node.on_friend, s.friends.data());
    const bool enemies = !node.on_enemy.empty() && gather(p, node.on_enemy, s.enemies.data());
    const bool walks = !node.direct && gather(p, node.on_empty, to);
    if (!walks && !node.direct) zero(to, n * planes);
    if (node.through_hole) {
      for (int w = 0; w < planes; ++w) and_word(to + w * n, valid[w], n);
      return walks;
    }
    if (walks) {
      for (int w = 0; w < planes; ++w) {
        Word mask = open[w];
        for (int i = 0; i < s.fixed_men; ++i) {
          const Square from = s.fixed[static_cast<unsigned>(i)].square - node.shift;
          if (from >= 0 && from / 64 == w) mask &= ~lane_bit(from);
        }
        const Word* diagonal =
            reader.diagonal_.data() + w * reader.padded_ + reader.margin_ - node.shift;
        for (int i = 0; i < n; i += 8) at(to + w * n + i) &= ~at(diagonal + i) & mask;
      }
    }
    if (friends || enemies) lane_hurdles(node, to, valid, friends, enemies);
    if (node.move || node.capture) or_shifted(to, stops(node), node.shift, valid);
    return true;
  }

  AUGMATE_INLINE void lane_hurdles(const Program::Node& node, Word* to, const Word* valid,
                                   bool friends, bool enemies) const {
    const Word* of_side[2] = {enemies ? s.enemies.data() : nullptr,
                              friends ? s.friends.data() : nullptr};
    if (layout.row_man) {
      if (const Word* from = of_side[row_man_is(mover)])
        for (int w = 0; w < planes; ++w) {
          const Word* diagonal =
              reader.diagonal_.data() + w * reader.padded_ + reader.margin_ - node.shift;
          for (int i = 0; i < n; i += 8)
            at(to + w * n + i) |= at(from + w * n + i) & at(diagonal + i) & valid[w];
        }
    }
    for (int i = 0; i < s.fixed_men; ++i) {
      const auto& f = s.fixed[static_cast<unsigned>(i)];
      const Square start = f.square - node.shift;
      const Word* from = of_side[f.side == mover];
      if (from == nullptr || start < 0 || start >= layout.squares) continue;
      const int w = start / 64;
      if ((valid[w] & lane_bit(start)) == 0) continue;
      or_masked(to + w * n, from + w * n, lane_bit(start), n);
    }
  }

  AUGMATE_INLINE void read_lane_royal() {
    const int kind = layout.game->royal(layout.lane_side());
    if (!load_lane_sources(kind)) return;
    const Program& p = *reader.program(layout.lane_side(), kind, s.state);
    for (std::size_t i = 0; i < p.nodes.size(); ++i) finish(p.nodes[i], i, lane_node(p, i));
  }
};

namespace {
template <class Reading>
AUGMATE_MULTIVERSION void run_reading(Reading& r) {
  for (int i = 0; i < r.s.fixed_men; ++i)
    if (r.s.fixed[static_cast<unsigned>(i)].side == r.mover) r.read_outer(i);
  if (r.row_man_is(r.mover)) r.read_row_man();
  if (r.lane_is(r.mover)) r.read_lane_royal();
}
}  // namespace

bool RowReader::read(Scratch& scratch, Side mover, const ReadSource& source,
                     std::uint64_t* out) const {
  Reading reading{*this, layout_, scratch, source, mover, out, layout_.row_length, layout_.planes};
  run_reading(reading);
  return reading.added;
}

bool RowReader::any_source_changed(const Scratch& s, Side mover, const ReadSource& source) const {
  // Which squares men can reach at all, whatever stands between: the rows found are a superset of
  // those that the reading would use.
  const auto changed = [&](const RowSet& set, std::uint64_t row) {
    return set.stamps[row] == source.changed_at;
  };
  Scratch& scratch = const_cast<Scratch&>(s);
  const Reading r{*this,         layout_, scratch, source, mover, nullptr, layout_.row_length,
                  layout_.planes};
  const auto along = [&](int kind) {  // the row man's or the lane royal's moves
    if (changed(source.set, s.row + (layout_.states.size() > 1 ? r.state_shift(kind) : 0)))
      return true;
    for (int i = 0; i < s.fixed_men; ++i)
      if (s.fixed[static_cast<unsigned>(i)].side != mover && r.after_capture(kind, i) != nullptr)
        return true;
    return source.after_row_man.layout != nullptr && r.row_man_is(opponent(mover)) &&
           changed(source.after_row_man,
                   r.row_elsewhere(source.after_row_man, kind, -1, -1, kNoSquare));
  };
  if (r.row_man_is(mover) && program(mover, layout_.row_man->kind, s.state) != nullptr &&
      along(layout_.row_man->kind))
    return true;
  if (r.lane_is(mover) && along(layout_.game->royal(mover))) return true;

  for (int man = 0; man < s.fixed_men; ++man) {
    const auto& f = s.fixed[static_cast<unsigned>(man)];
    if (f.side != mover) continue;
    if (f.is_static()) {
      for (const StaticMove& m : source.static_moves) {
        if (m.man != f.victim - kStaticVictim) continue;
        const int there = s.fixed_at[static_cast<std::size_t>(m.to)];
        // A capture of a fixed man needs that man on the square; any other stop needs no fixed man.
        const int victim = there >= 0 ? s.fixed[static_cast<unsigned>(there)].victim : kNoVictim;
        if (m.victim >= 0 ? victim != m.victim : there >= 0) continue;
        if (changed(m.set, r.row_elsewhere(m.set, f.kind, m.victim >= 0 ? there : -1, man, m.to)))
          return true;
      }
      continue;
    }
    const Program* p = program(f.side, f.kind, s.state);
    if (p == nullptr) continue;
    for (const Program::Node& node : p->nodes) {
      if (!(node.move || node.capture) || !node.valid_from.test(f.square)) continue;
      const Square c = f.square + node.shift;
      const int there = s.fixed_at[static_cast<std::size_t>(c)];
      if (there < 0) {
        if (node.move && changed(source.set, r.row_after_move(man, c))) return true;
        if (node.capture && r.row_man_is(opponent(mover)) &&
            source.after_row_man.layout != nullptr &&
            changed(source.after_row_man,
                    r.row_elsewhere(source.after_row_man, f.kind, -1, man, c)))
          return true;
      } else if (node.capture) {
        const auto& victim = s.fixed[static_cast<unsigned>(there)];
        if (victim.side == mover || victim.victim == kNoVictim) continue;
        const RowSet& after = source.after[static_cast<std::size_t>(victim.victim)];
        if (after.layout != nullptr &&
            changed(after, r.row_elsewhere(after, f.kind, there, man, c)))
          return true;
      }
    }
  }
  return false;
}

}  // namespace augmate
