// SPDX-License-Identifier: MIT
#include "formats/loaded_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <new>

#include "base/check.h"

namespace augmate {
namespace {

// Values for which a team of threads is worth starting.
constexpr std::size_t kWorthATeam = std::size_t{1} << 18;

// One well mixed number for each kind of each side.
std::uint64_t man_key(Side side, int kind) {
  std::uint64_t x = (static_cast<std::uint64_t>(kind) * 2 + index(side) + 1) * 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

void sort_men(const Game& game, Side side, std::vector<int>& men) {
  std::sort(men.begin(), men.end(), [&](int a, int b) {
    return std::pair(a != game.royal(side), a) < std::pair(b != game.royal(side), b);
  });
}

}  // namespace

std::uint64_t material_key(const Material& material) {
  std::uint64_t sum = 0;
  for (const Side side : {Side::kWhite, Side::kBlack})
    for (const int kind : material.men[index(side)]) sum += man_key(side, kind);
  return sum;
}

std::uint64_t material_key(const Position& position) {
  std::uint64_t sum = 0;
  for (const Man& m : position) sum += man_key(m.side, m.kind);
  return sum;
}

std::vector<Material> materials_after_move(const Game& game, const Material& material) {
  std::vector<Material> all;
  const auto add = [&](Material m) {
    for (const Side side : {Side::kWhite, Side::kBlack}) sort_men(game, side, m.men[index(side)]);
    if (!(m == material) && std::find(all.begin(), all.end(), m) == all.end())
      all.push_back(std::move(m));
  };
  // The material, and it less one man of the side that does not move.
  const auto captures = [&](const Material& from, Side mover) {
    add(from);
    auto& men = from.men[index(opponent(mover))];
    for (std::size_t i = 1; i < men.size(); ++i) {
      Material m = from;
      auto& rest = m.men[index(opponent(mover))];
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      add(std::move(m));
    }
  };
  for (const Side mover : {Side::kWhite, Side::kBlack}) {
    captures(material, mover);
    const auto& men = material.men[index(mover)];
    for (std::size_t i = 1; i < men.size(); ++i) {
      if (!game.kind(men[i]).pawn) continue;
      for (const Promotion& p : game.kind(men[i]).pawn->promotions)
        for (const int kind : p.kinds) {
          const auto have = std::count(men.begin(), men.end(), kind);
          if (game.kind(kind).most > 0 && have >= game.kind(kind).most) continue;
          Material m = material;
          m.men[index(mover)][i] = kind;
          captures(m, mover);
        }
    }
  }
  return all;
}

std::vector<Man> men_in_order(const PositionIndex& x) {
  std::vector<Man> men;
  const auto add = [&](const std::vector<PositionIndex::Group>& groups) {
    for (const auto& g : groups)
      men.insert(men.end(), static_cast<std::size_t>(g.men), Man{g.kind, g.side, kNoSquare});
  };
  add(x.pawn_groups());
  men.push_back({x.game().royal(x.anchor_side()), x.anchor_side(), kNoSquare});
  add(x.groups());
  men.push_back({x.game().royal(x.lane_side()), x.lane_side(), kNoSquare});
  return men;
}

void LoadedTables::enter(const Material& material, Table* table) {
  Entry e;
  e.table = table;
  e.canonical = canonical(*game_, material);
  e.men = men_in_order(table->index);
  if (e.canonical.swapped)
    for (Man& m : e.men) m.side = opponent(m.side);
  entries_.insert_or_assign(material_key(material), std::move(e));
}

Result<void> LoadedTables::load(const TableSet& set, const Material& material,
                                std::optional<Side> to_move) try {
  const Canonical stored = canonical(*game_, material);
  const auto known = entries_.find(material_key(stored.material));
  Table* table = known == entries_.end() ? nullptr : known->second.table;
  std::shared_ptr<const OpenTable> open;
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    if (to_move && side != (stored.swapped ? opponent(*to_move) : *to_move)) continue;
    if (table != nullptr && !table->values[index(side)].empty()) continue;
    if (!open) {
      auto opened = set.open(game_, stored.material);
      if (!opened) return opened.error();
      open = std::move(*opened);
    }
    if (table == nullptr) table = &add(open->index());
    auto ok =
        open->file().holds(side) ? read(*open, *table, side) : rebuild(set, *open, *table, side);
    if (!ok) {
      drop([&](const Table& t) { return &t == table; });
      return ok;
    }
  }
  enter(material, table);
  return {};
} catch (const std::bad_alloc&) {
  return Error{ErrorCode::kNoMemory,
               material_name(*game_, material) + ": its values need more memory than there is"};
}

Result<MappedArray<PackedValue>> LoadedTables::room_within_limit(const TableFile& file) const {
  const std::uint64_t bytes = file.info().entries * sizeof(PackedValue);
  const std::uint64_t used = memory_bytes();
  if (limit_bytes_ != 0 && bytes + used > limit_bytes_)
    return Error{ErrorCode::kNoMemory,
                 fmt::format("the values of '{}' need {} MiB, {} MiB are left", file.path(),
                             bytes >> 20, (limit_bytes_ - std::min(used, limit_bytes_)) >> 20)};
  return room_for(file.info().entries);
}

Result<void> LoadedTables::read(const OpenTable& open, Table& table, Side side) {
  const TableFile& file = open.file();
  auto values = room_within_limit(file);
  if (!values) return values.error();
  const auto blocks = static_cast<std::int64_t>(file.blocks());
  std::int64_t first_bad = blocks;
  std::optional<Error> error;  // of that block
#pragma omp parallel for default(none) shared(file, side, values, blocks, first_bad, error) \
    schedule(dynamic, 1) if (values->size() >= kWorthATeam)
  for (std::int64_t b = 0; b < blocks; ++b) {
    const auto number = static_cast<std::uint64_t>(b);
    const auto block = file.read_block(side, number);
    if (block) {
      std::copy(block->begin(), block->end(), values->data() + number * file.block_entries());
      if (spill_ != nullptr) spill_->keep_within();
    } else {
#pragma omp critical
      if (b < first_bad) {
        first_bad = b;
        error = block.error();
      }
    }
  }
  if (error) return *error;
  table.values[index(side)] = std::move(*values);
  return {};
}

// The values of a side that the file leaves out, each from those after its moves. Until they are
// there a look-up that comes to one of them, by way of a capture in passing, follows it further.
Result<void> LoadedTables::rebuild(const TableSet& set, const OpenTable& open, Table& table,
                                   Side side) {
  const Material material = table.index.material();
  if (auto ok = load(set, material, opponent(side)); !ok) return ok;
  if (auto ok = load_after_moves(set, material); !ok) return ok;
  auto room = room_within_limit(open.file());
  if (!room) return room.error();
  MappedArray<PackedValue>& values = *room;
  const auto squares = static_cast<std::size_t>(table.index.squares());
  const auto rows = static_cast<std::int64_t>(values.size() / squares);
  std::atomic<bool> fine{true};
#pragma omp parallel default(none) shared(table, side, values, squares, rows, fine)
  {
    Reader reader(*this);
    SpillWatch watch(spill_);
#pragma omp for schedule(dynamic, 64)
    for (std::int64_t row = 0; row < rows; ++row) {
      const std::size_t begin = static_cast<std::size_t>(row) * squares;
      if (!reader.rebuild(table.index, side, begin, {values.data() + begin, squares})) fine = false;
      watch.passed();
    }
  }
  if (!fine) return Error{ErrorCode::kNoMemory, "no memory to rebuild a side's values"};
  table.values[index(side)] = std::move(values);
  return {};
}

bool LoadedTables::Reader::rebuild(const PositionIndex& x, Side side, std::uint64_t begin,
                                   std::span<PackedValue> out) try {
  for (std::size_t i = 0; i < out.size(); ++i) {
    const Position position = x.position(begin + i, side);
    out[i] = why_illegal(*tables_->game_, position) ? kDontCare : pack(by_moves(position));
  }
  return true;
} catch (const std::bad_alloc&) {
  return false;
}

MappedArray<PackedValue> LoadedTables::room_for(std::uint64_t entries) const {
  std::uint64_t bytes = entries * sizeof(PackedValue);
  for (const auto& t : tables_)
    for (const auto& values : t->values)
      if (!values.in_file()) bytes += values.size() * sizeof(PackedValue);
  return MappedArray<PackedValue>(entries, bytes > spill_limit_bytes_ ? spill_ : nullptr);
}

void LoadedTables::drop(const std::function<bool(const Table&)>& condition) {
  for (std::size_t i = 0; i < tables_.size();) {
    if (!condition(*tables_[i])) {
      ++i;
      continue;
    }
    std::erase_if(entries_, [&](const auto& e) { return e.second.table == tables_[i].get(); });
    tables_.erase(tables_.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

Result<void> LoadedTables::load_after_moves(const TableSet& set, const Material& material) {
  const bool jokers = std::any_of(game_->kinds().begin(), game_->kinds().end(),
                                  [](const Kind& k) { return k.joker; });
  std::vector<Material> done{material};
  for (std::size_t i = 0; i < done.size(); ++i) {
    if (i > 0)
      if (auto ok = load(set, done[i]); !ok) return ok;
    if ((i > 0 && !jokers) || ended_by_material(*game_, done[i], Side::kWhite)) continue;
    for (Material& next : materials_after_move(*game_, done[i]))
      if (std::find(done.begin(), done.end(), next) == done.end()) done.push_back(std::move(next));
  }
  return {};
}

LoadedTables::Table& LoadedTables::add(PositionIndex index) {
  const Material material = index.material();
  tables_.push_back(std::make_unique<Table>(Table{std::move(index), {}}));
  enter(material, tables_.back().get());
  return *tables_.back();
}

const LoadedTables::Table* LoadedTables::find(const Material& material) const {
  const auto it = entries_.find(material_key(canonical(*game_, material).material));
  return it == entries_.end() ? nullptr : it->second.table;
}

std::uint64_t LoadedTables::memory_bytes() const {
  std::uint64_t bytes = 0;
  for (const auto& t : tables_)
    bytes += (t->values[0].size() + t->values[1].size()) * sizeof(PackedValue);
  return bytes;
}

LoadedTables::Renaming LoadedTables::rename(const Position& position) const {
  const auto it = entries_.find(material_key(position));
  AUGMATE_CHECK(it != entries_.end());
  const Entry& e = it->second;
  Renaming r;
  r.table = e.table;
  r.canonical = &e.canonical;
  unsigned used = 0;
  for (std::size_t i = 0; i < e.men.size(); ++i)
    for (unsigned j = 0; j < static_cast<unsigned>(position.count); ++j) {
      const Man& m = position.men[j];
      if ((used >> j & 1) != 0 || m.kind != e.men[i].kind || m.side != e.men[i].side) continue;
      used |= 1u << j;
      r.from[i] = static_cast<std::uint8_t>(j);
      break;
    }
  return r;
}

const LoadedTables::Renaming& LoadedTables::Reader::renaming_of(const Position& position) {
  // Exact: at most 26 kinds of two sides are six bits a man.
  static_assert(kMaxMen * 6 <= 64);
  std::uint64_t key = 0;
  for (const Man& m : position)
    key = key << 6 | (static_cast<std::uint64_t>(m.kind) * 2 + index(m.side) + 1);
  if (last_ != nullptr && key == last_key_) return *last_;
  auto it = known_.find(key);
  if (it == known_.end()) it = known_.emplace(key, tables_->rename(position)).first;
  last_key_ = key;
  last_ = &it->second;
  return *last_;
}

std::optional<LoadedTables::Reader::Place> LoadedTables::Reader::find(const Position& position) {
  const Renaming& r = renaming_of(position);
  const bool swapped = r.canonical->swapped;
  const PositionIndex& x = r.table->index;
  int state = 0;  // without Jokers there is one
  if (x.states().size() > 1)
    state = x.find_state(swapped ? PositionIndex::State{position.imitates[1], position.imitates[0]}
                                 : position.imitates);
  const Side stored_side = swapped ? opponent(position.to_move) : position.to_move;
  if (state < 0 || r.table->values[index(stored_side)].empty()) return std::nullopt;
  if (position.passed.any()) {
    std::vector<Move> moves;
    legal_moves(*tables_->game_, position, moves);
    if (can_take_in_passing(moves)) return std::nullopt;
  }
  std::array<Square, kMaxMen> squares;
  for (unsigned i = 0; i < static_cast<unsigned>(position.count); ++i) {
    const Square s = position.men[r.from[i]].square;
    squares[i] = swapped ? r.canonical->map[static_cast<std::size_t>(s)] : s;
  }
  return Place{r.table, stored_side, x.index_of(squares.data(), state)};
}

Value LoadedTables::Reader::value_of(const Position& position) {
  const auto place = find(position);
  return place ? unpack(place->table->values[index(place->side)][place->entry])
               : by_moves(position);
}

Value LoadedTables::Reader::by_moves(const Position& position) {
  const Game& game = *tables_->game_;
  std::vector<Move> moves;
  legal_moves(game, position, moves);
  return *value_by_moves(game, position,
                         settlement_of(game, material_of(game, position), position.to_move), moves,
                         [&](const Position& next) { return std::optional(value_of(next)); });
}

}  // namespace augmate
