// SPDX-License-Identifier: MIT
#include "formats/square_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/check.h"
#include "rules/move_generator.h"

namespace augmate {
namespace {

constexpr std::uint64_t kCacheBytes = std::uint64_t{64} << 20;   // of one side to move
constexpr std::uint64_t kRebuiltBytes = std::uint64_t{1} << 30;  // in memory

std::vector<SquareGrid::Axis> make_axes(const Game& game, const Material& material) {
  std::vector<SquareGrid::Axis> axes;
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    const auto& men = material.men[index(side)];
    for (std::size_t i = 0; i < men.size(); ++i) {
      const auto alike = std::count(men.begin(), men.end(), men[i]);
      const auto before =
          std::count(men.begin(), men.begin() + static_cast<std::ptrdiff_t>(i), men[i]);
      SquareGrid::Axis axis{side, men[i], alike > 1 ? static_cast<int>(before) + 1 : 0, ""};
      axis.name =
          fmt::format("{}_{}{}", side == Side::kWhite ? "white" : "black", game.kind(men[i]).letter,
                      alike > 1 ? fmt::format("_{}", axis.twin) : "");
      axes.push_back(std::move(axis));
    }
  }
  return axes;
}

// The axis of each man of the table's index, whose colours may be the other ones.
std::vector<int> match_men(const OpenTable& table, const std::vector<SquareGrid::Axis>& axes) {
  std::vector<int> axis_of_man;
  std::vector<bool> used(axes.size(), false);
  for (const Man& man : men_in_order(table.index())) {
    const Side side = table.canonical().swapped ? opponent(man.side) : man.side;
    std::size_t i = 0;
    while (i < axes.size() && (used[i] || axes[i].side != side || axes[i].kind != man.kind)) ++i;
    AUGMATE_CHECK(i < axes.size());
    used[i] = true;
    axis_of_man.push_back(static_cast<int>(i));
  }
  return axis_of_man;
}

}  // namespace

SquareGrid::SquareGrid(std::shared_ptr<const Game> game, const Material& material,
                       std::shared_ptr<const OpenTable> table)
    : game_(std::move(game)),
      table_(std::move(table)),
      axes_(make_axes(*game_, material)),
      states_(table_->index().states()),
      symmetries_(symmetries_of(*game_, material)),
      axis_of_man_(match_men(*table_, axes_)) {
  storage_order_ = axis_of_man_;
  if (table_->canonical().swapped)
    for (PositionIndex::State& state : states_) std::swap(state[0], state[1]);
  for (const Axis& axis : axes_) {
    position_.add({axis.kind, axis.side, kNoSquare});
    orders_ *= std::max(axis.twin, 1);
  }
  const std::uint64_t block_bytes = table_->file().block_entries() * sizeof(PackedValue);
  const std::uint64_t slots =
      std::clamp<std::uint64_t>(kCacheBytes / block_bytes, 1, table_->file().blocks());
  for (auto& side : cache_) side.resize(slots);
}

Result<SquareGrid> SquareGrid::open(std::shared_ptr<const Game> game, const Material& material,
                                    const TableSet& tables) {
  auto table = tables.open(game, material);
  if (!table) return table.error();
  SquareGrid grid(std::move(game), material, std::move(*table));
  if (auto ok = grid.rebuild(material, tables); !ok) return ok.error();
  return grid;
}

Result<void> SquareGrid::rebuild(const Material& material, const TableSet& tables) try {
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    if (table_->file().holds(side)) continue;
    rebuilt_ = std::make_unique<LoadedTables>(game_);
    std::error_code none;  // then all in memory
    const auto folder = std::filesystem::temp_directory_path(none);
    if (!none) {
      spill_ = std::make_unique<Spill>(folder.string(), kRebuiltBytes);
      rebuilt_->spill_to(*spill_, kRebuiltBytes);
    }
    const Side asked = table_->canonical().swapped ? opponent(side) : side;
    if (auto ok = rebuilt_->load(tables, material, asked); !ok) return ok;
    rebuilt_values_[index(side)] = rebuilt_->find(material)->values[index(side)].data();
    rebuilt_->drop([&](const auto& t) { return &t != rebuilt_->find(material); });
  }
  return {};
} catch (const std::system_error& e) {
  return Error{ErrorCode::kNoSpace, fmt::format("the values that '{}' leaves out need room: {}",
                                                table_->file().path(), e.what())};
}

// Whether the men may stand so at all.
bool SquareGrid::place_men(Side to_move, const Square* point) {
  SquareSet taken;
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    const Square s = point[i];
    if (taken.test(s) || !game_->board().exists(s) ||
        !game_->may_stand(axes_[i].side, axes_[i].kind).test(s))
      return false;
    taken.set(s);
    position_.men[i].square = s;
  }
  position_.to_move = to_move;
  return true;
}

Position SquareGrid::position(Side to_move, int state, const Square* point) const {
  Position p = position_;
  for (std::size_t i = 0; i < axes_.size(); ++i) p.men[i].square = point[i];
  p.to_move = to_move;
  p.imitates = states_[static_cast<std::size_t>(state)];
  return p;
}

Result<std::optional<Value>> SquareGrid::value(Side to_move, int state, const Square* point) {
  if (!place_men(to_move, point)) return std::optional<Value>();
  position_.imitates = states_[static_cast<std::size_t>(state)];
  if (attacks_royal(*game_, position_, to_move)) return std::optional<Value>();
  const bool swapped = table_->canonical().swapped;
  std::array<Square, kMaxMen> men{};
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    const Square s = point[axis_of_man_[i]];
    men[i] = swapped ? table_->canonical().map[static_cast<std::size_t>(s)] : s;
  }
  const std::uint64_t entry = table_->index().index_of(men.data(), state);
  const auto packed = stored(swapped ? opponent(to_move) : to_move, entry);
  if (!packed) return packed.error();
  if (*packed == kDontCare)
    return Error{ErrorCode::kCorrupt,
                 fmt::format("table file '{}' has no value for the legal position {}; run augmate "
                             "check",
                             table_->file().path(), to_fen(*game_, position_))};
  return std::optional(unpack(*packed));
}

Result<PackedValue> SquareGrid::stored(Side side, std::uint64_t entry) {
  if (const PackedValue* rebuilt = rebuilt_values_[index(side)]) return rebuilt[entry];
  const std::uint64_t per_block = table_->file().block_entries();
  const auto values = block(side, entry / per_block);
  if (!values) return values.error();
  return (**values)[entry % per_block];
}

Result<const SquareGrid::Block*> SquareGrid::block(Side side, std::uint64_t number) {
  auto& slots = cache_[index(side)];
  Slot& slot = slots[number % slots.size()];
  if (slot.block != number) {
    auto read = table_->file().read_block(side, number);
    if (!read) return read.error();
    slot.values = std::move(*read);
    slot.block = number;
  }
  return &slot.values;
}

std::vector<Square> orbit_squares(const Board& board, const std::vector<Symmetry>& symmetries) {
  std::vector<Square> lowest;
  board.squares().for_each([&](Square s) {
    if (std::all_of(symmetries.begin(), symmetries.end(),
                    [&](const Symmetry& g) { return g.map[static_cast<std::size_t>(s)] >= s; }))
      lowest.push_back(s);
  });
  return lowest;
}

}  // namespace augmate
