// SPDX-License-Identifier: MIT
#include "gen/smaller_table.h"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "base/check.h"
#include "gen/team.h"

namespace augmate {
namespace {

// Looking up the values of a word's positions costs as much as a half-step's work on so many words.
constexpr std::uint64_t kLookUpCost = 16;
// Bytes of streams to go through for which a team is worth starting.
constexpr std::size_t kWorthATeam = std::size_t{1} << 17;

// Where the men of a layout stand in the order of the stored table's index.
class Renaming {
 public:
  Renaming(const Layout& layout, const LoadedTables& tables) {
    std::vector<Man> places;  // layout order: anchor, outer men, row man, lane royal, static men
    const auto add = [&](Side side, int kind) { places.push_back({kind, side, kNoSquare}); };
    add(layout.anchor_side, layout.game->royal(layout.anchor_side));
    for (const auto& d : layout.dimensions)
      for (int i = 0; i < d.men; ++i) add(d.side, d.kind);
    if (layout.row_man) add(layout.row_man->side, layout.row_man->kind);
    add(layout.lane_side(), layout.game->royal(layout.lane_side()));
    for (const Man& m : layout.statics) add(m.side, m.kind);

    Position men;
    for (const Man& m : places) men.add(m);
    material_ = material_of(*layout.game, men);
    canonical_ = canonical(*layout.game, material_);
    table_ = tables.find(material_);
    AUGMATE_CHECK(table_ != nullptr);
    if (canonical_.swapped)
      for (Man& m : places) m.side = opponent(m.side);
    match(places);
  }

  std::uint64_t index_of(const Square* layout_order, int state) const {
    std::array<Square, kMaxMen> squares;
    for (std::size_t i = 0; i < from_.size(); ++i) {
      const Square s = layout_order[from_[i]];
      squares[i] = canonical_.swapped ? canonical_.map[static_cast<std::size_t>(s)] : s;
    }
    return table_->index.index_of(squares.data(), state);
  }
  const Material& material() const { return material_; }
  const MappedArray<PackedValue>& values(Side to_move) const {
    return table_->values[index(canonical_.swapped ? opponent(to_move) : to_move)];
  }
  // The table's number of a state, -1 if it has none.
  int find_state(PositionIndex::State state) const {
    if (canonical_.swapped) std::swap(state[0], state[1]);
    return table_->index.find_state(state);
  }

 private:
  void match(const std::vector<Man>& places) {
    const PositionIndex& x = table_->index;
    std::vector<bool> used(places.size(), false);
    const auto take = [&](Side side, int kind) {
      std::size_t i = 0;
      while (i < places.size() && (used[i] || places[i].side != side || places[i].kind != kind))
        ++i;
      AUGMATE_CHECK(i < places.size());
      used[i] = true;
      from_.push_back(i);
    };
    const auto take_groups = [&](const std::vector<PositionIndex::Group>& groups) {
      for (const auto& g : groups)
        for (int i = 0; i < g.men; ++i) take(g.side, g.kind);
    };
    take_groups(x.pawn_groups());
    take(x.anchor_side(), x.game().royal(x.anchor_side()));
    take_groups(x.groups());
    take(x.lane_side(), x.game().royal(x.lane_side()));
  }

  Material material_;
  Canonical canonical_;
  const LoadedTables::Table* table_ = nullptr;
  std::vector<std::size_t> from_;
};

// Expands one row of a layout at a time.
class Expansion {
 public:
  Expansion(const Layout& layout, Side to_move, const SmallerTable::Trace& trace,
            const LoadedTables& tables)
      : layout_(layout),
        to_move_(to_move),
        trace_(trace),
        tables_(tables),
        renaming_(layout, tables),
        values_(renaming_.values(to_move)),
        reader_(layout) {
    for (const Layout::State& s : layout.states)
      state_numbers_.push_back(renaming_.find_state(s.imitates));
  }

  const Material& material() const { return renaming_.material(); }

  struct Worker {
    RowReader::ScratchPointer scratch;
    std::vector<std::uint64_t> takes, legal;
    std::vector<PackedValue> values;  // 64 for each word, set where legal
  };
  Worker worker() const {
    const auto words = static_cast<std::size_t>(layout_.row_words());
    return {reader_.make_scratch(), std::vector<std::uint64_t>(words),
            std::vector<std::uint64_t>(words), std::vector<PackedValue>(words * 64)};
  }

  // Finds the row's legal positions and their values, and those in check if `checked` is given;
  // false if men overlap.
  bool row(std::uint64_t row, Worker& w, std::uint64_t* checked) const {
    if (!reader_.enter(row, *w.scratch)) return false;
    const auto words = static_cast<std::size_t>(layout_.row_words());
    reader_.free_positions(*w.scratch, w.legal.data());
    take(to_move_, w);
    for (std::size_t i = 0; i < words; ++i) w.legal[i] &= ~w.takes[i];
    if (checked != nullptr) {
      take(opponent(to_move_), w);
      for (std::size_t i = 0; i < words; ++i) checked[i] = w.legal[i] & w.takes[i];
    }
    look_up(row, w.legal.data(), w.values.data());
    return true;
  }

 private:
  void take(Side attacker, Worker& w) const { reader_.takes(*w.scratch, attacker, w.takes.data()); }

  void look_up(std::uint64_t row, const std::uint64_t* legal, PackedValue* values) const {
    std::array<Square, kMaxMen> squares{};
    squares[0] =
        layout_.slots[static_cast<std::size_t>(layout_.squares_of(row, squares.data() + 1))];
    auto lane = static_cast<unsigned>(1 + layout_.outer_men());
    const unsigned row_man = lane;
    if (layout_.row_man) ++lane;
    for (std::size_t i = 0; i < layout_.statics.size(); ++i)
      squares[lane + 1 + i] = layout_.statics[i].square;
    const int state = state_numbers_[static_cast<std::size_t>(layout_.state_of(row))];
    const bool stored = state >= 0 && !trace_.passed.any();
    for (int w = 0; w < layout_.row_words(); ++w) {
      squares[row_man] = w % layout_.row_length;
      for (std::uint64_t bits = legal[w]; bits != 0; bits &= bits - 1) {
        const int bit = std::countr_zero(bits);
        squares[lane] = w / layout_.row_length * 64 + bit;
        PackedValue& value = values[w * 64 + bit];
        value = stored ? values_[renaming_.index_of(squares.data(), state)]
                       : pack(tables_.value_of(position(row, squares.data())));
      }
    }
  }

  Position position(std::uint64_t row, const Square* squares) const {
    Position p;
    p.to_move = to_move_;
    p.imitates = layout_.states[static_cast<std::size_t>(layout_.state_of(row))].imitates;
    p.passed = trace_.passed;
    p.passer = trace_.passer;
    p.add({layout_.game->royal(layout_.anchor_side), layout_.anchor_side, *squares++});
    for (const auto& d : layout_.dimensions)
      for (int i = 0; i < d.men; ++i) p.add({d.kind, d.side, *squares++});
    if (layout_.row_man) p.add({layout_.row_man->kind, layout_.row_man->side, *squares++});
    p.add({layout_.game->royal(layout_.lane_side()), layout_.lane_side(), *squares});
    for (const Man& m : layout_.statics) p.add(m);
    return p;
  }

  const Layout& layout_;
  const Side to_move_;
  const SmallerTable::Trace& trace_;
  const LoadedTables& tables_;
  const Renaming renaming_;
  const MappedArray<PackedValue>& values_;
  const RowReader reader_;
  std::vector<int> state_numbers_;
};

// Sorts positions by value into row streams. For one thread.
class Sorter {
 public:
  explicit Sorter(std::size_t row_words) : row_words_(row_words), number_(1u << 16, -1) {}

  void add(std::uint64_t row, const std::uint64_t* legal, const PackedValue* values) {
    for (std::size_t w = 0; w < row_words_; ++w)
      for (std::uint64_t bits = legal[w]; bits != 0; bits &= bits - 1) {
        const auto bit = static_cast<unsigned>(std::countr_zero(bits));
        words_of(values[w * 64 + bit])[w] |= std::uint64_t{1} << bit;
      }
    for (std::size_t i = 0; i < streams_.size(); ++i) {
      std::uint64_t* words = words_.data() + i * row_words_;
      if (streams_[i].second.append(row, words, static_cast<int>(row_words_)))
        std::fill(words, words + row_words_, 0);
    }
  }
  std::vector<std::pair<PackedValue, RowStream>>& streams() { return streams_; }

 private:
  std::uint64_t* words_of(PackedValue value) {
    std::int32_t& number = number_[value];
    if (number < 0) {
      number = static_cast<std::int32_t>(streams_.size());
      streams_.emplace_back(value, RowStream());
      words_.resize(streams_.size() * row_words_, 0);
    }
    return words_.data() + static_cast<std::size_t>(number) * row_words_;
  }

  std::size_t row_words_;
  std::vector<std::int32_t> number_;  // by value
  std::vector<std::uint64_t> words_;  // of the present row, by number
  std::vector<std::pair<PackedValue, RowStream>> streams_;
};

// The states as they are after the move: a side whose Joker is gone remembers nothing, a new Joker
// imitates the opponent's royal.
void settle_states(Layout& layout, const SmallerTable::Trace& trace) {
  std::array<bool, 2> has{};
  const auto note = [&](Side side, int kind) {
    has[index(side)] = has[index(side)] || layout.game->kind(kind).joker;
  };
  for (const auto& d : layout.dimensions) note(d.side, d.kind);
  if (layout.row_man) note(layout.row_man->side, layout.row_man->kind);
  for (const Man& m : layout.statics) note(m.side, m.kind);
  for (Layout::State& s : layout.states) {
    for (unsigned side = 0; side < 2; ++side)
      if (!has[side]) s.imitates[side] = -1;
    if (trace.joker_made)
      s.imitates[index(trace.promoted)] = layout.game->royal(opponent(trace.promoted));
  }
  layout.complete();
}

}  // namespace

SmallerTable SmallerTable::load(const Layout& layout, Side to_move, const Trace& trace,
                                const LoadedTables& tables, Spill* spill) {
  SmallerTable t;
  t.layout_ = layout;
  t.spill_ = spill;
  settle_states(t.layout_, trace);
  t.to_move_ = to_move;
  const auto words = static_cast<std::uint64_t>(layout.row_words());
  const bool checks = layout.game->rules().perpetual_check_wins;
  t.rows_ = AlignedWords(layout.rows() * words, spill);
  if (checks) t.checked_ = AlignedWords(layout.rows() * words, spill);
  const Expansion expansion(t.layout_, to_move, trace, tables);
  for (const Side side : {Side::kWhite, Side::kBlack})
    t.infinite_[index(side)] = infinite_play(*layout.game, expansion.material(), side);
  const auto rows = static_cast<std::int64_t>(layout.rows());
  StreamsByValue by_value;
  const int team = team_for(layout.rows() * words * kLookUpCost);
  t.parts_ = team;
#pragma omp parallel default(none) shared(t, expansion, tables, rows, words, checks, by_value) \
    num_threads(team)
  {
    SpillWatch watch(tables.spill());
    auto worker = expansion.worker();
    Sorter sorter(words);
#pragma omp for schedule(dynamic, 16)
    for (std::int64_t i = 0; i < rows; ++i) {
      const auto row = static_cast<std::uint64_t>(i);
      if (expansion.row(row, worker, checks ? t.checked_.data() + row * words : nullptr))
        sorter.add(row, worker.legal.data(), worker.values.data());
      watch.passed();
    }
#pragma omp critical
    for (auto& [value, stream] : sorter.streams()) {
      auto& parts = by_value[value];
      parts.resize(static_cast<std::size_t>(t.parts_));
      parts[static_cast<std::size_t>(thread_number())] = std::move(stream);
    }
  }
  t.gather(std::move(by_value));
  return t;
}

void SmallerTable::gather(StreamsByValue by_value) {
  std::size_t size = 0;
  for (const auto& [value, parts] : by_value)
    for (const RowStream& s : parts) size += s.bytes().size();
  streams_ = AlignedArray<std::uint8_t>(size, spill_);
  std::uint8_t* to = streams_.data();
  for (auto& [value, parts] : by_value) {
    Positions& positions = positions_.emplace_back();
    positions.value = unpack(value);
    for (RowStream& s : parts) {
      std::uint8_t* begin = to;
      to = std::copy(s.bytes().begin(), s.bytes().end(), to);
      positions.parts.push_back({begin, to});
      s = {};
      if (spill_ != nullptr) spill_->keep_within();
    }
  }
}

template <class F>
void SmallerTable::each_row(const std::vector<const Positions*>& which, const F& f) const {
  std::size_t size = 0;
  for (const Positions* p : which)
    for (const RowStream::Bytes part : p->parts) size += part.size();
  [[maybe_unused]] const int team = size < kWorthATeam ? 1 : parts_;
#pragma omp parallel for default(none) shared(which, f) num_threads(team) schedule(static, 1)
  for (int part = 0; part < parts_; ++part) {
    SpillWatch watch(spill_);
    for (const Positions* p : which)
      for (RowStreamReader reader(p->parts[static_cast<std::size_t>(part)], layout_.row_words());
           reader.next(); watch.passed())
        f(reader);
  }
}

void SmallerTable::set_positions(const std::function<bool(Value)>& fit) {
  const auto words = static_cast<std::uint64_t>(layout_.row_words());
  SpillWatch watch(spill_);
  for (std::uint64_t at = 0; at < rows_.size(); at += words, watch.passed())
    std::fill_n(rows_.data() + at, words, 0);
  std::vector<const Positions*> which;
  for (const Positions& p : positions_)
    if (fit(p.value)) which.push_back(&p);
  each_row(which, [&](const RowStreamReader& reader) {
    reader.for_each_word([&](int w, std::uint64_t bits) {
      rows_[reader.row() * words + static_cast<unsigned>(w)] |= bits;
    });
  });
  all_legal_ = false;
}

void SmallerTable::select(const std::function<bool(Value)>& fits, bool checked) {
  set_positions(fits);
  if (!checked) return;
  const auto words = static_cast<std::uint64_t>(layout_.row_words());
  SpillWatch watch(spill_);
  for (std::uint64_t at = 0; at < rows_.size(); at += words, watch.passed())
    for (std::uint64_t w = at; w < at + words; ++w) rows_[w] &= checked_[w];
}

void SmallerTable::start(Side attacker, Outcome outcome) {
  grows_ = to_move_ != attacker;
  const bool settled = infinite_[index(attacker)] >= outcome;
  if (grows_ || !all_legal_) set_positions([&](Value) { return !grows_; });
  if (delta_)
    delta_->clear();
  else
    delta_ = std::make_unique<Delta>(layout_, opponent(to_move_), spill_);
  events_.clear();
  next_ = 0;
  for (const Positions& p : positions_) {
    const Outcome reached = grows_ ? opposite(p.value.outcome) : p.value.outcome;
    if (reached < outcome) continue;
    events_.push_back({reached == outcome && !settled ? std::max<int>(p.value.plies, 0) : 0, &p});
  }
  std::stable_sort(events_.begin(), events_.end(),
                   [](const Event& a, const Event& b) { return a.step < b.step; });
}

bool SmallerTable::advance(int step) {
  const auto words = static_cast<std::uint64_t>(layout_.row_words());
  delta_->clear();
  std::vector<const Positions*> which;
  for (; next_ < events_.size() && events_[next_].step == step; ++next_)
    which.push_back(events_[next_].positions);
  if (which.empty()) return false;
  all_legal_ = false;
  each_row(which, [&](const RowStreamReader& reader) {
    std::uint64_t* changed = delta_->add(reader.row());
    reader.for_each_word([&](int w, std::uint64_t bits) {
      std::uint64_t& word = rows_[reader.row() * words + static_cast<unsigned>(w)];
      word = grows_ ? word | bits : word & ~bits;
      changed[w] |= bits;
    });
  });
  return !delta_->empty();
}

}  // namespace augmate
