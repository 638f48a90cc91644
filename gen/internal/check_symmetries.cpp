// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "gen/internal/check_parts.h"
#include "rules/move_generator.h"

namespace augmate::internal {
namespace {

constexpr std::uint64_t kSamples = 1000;  // of each table

// The legal moves of the position are those of the turned one, turned.
bool same_moves(const Game& game, const Position& position, const Position& turned,
                const std::vector<Square>& map) {
  const bool legal = !why_illegal(game, position);
  if (legal != !why_illegal(game, turned)) return false;
  if (!legal) return true;
  std::vector<Move> here, there;
  legal_moves(game, position, here);
  legal_moves(game, turned, there);
  for (Move& m : here) {
    m.from = map[static_cast<std::size_t>(m.from)];
    m.to = map[static_cast<std::size_t>(m.to)];
    if (m.capture()) m.taken = map[static_cast<std::size_t>(m.taken)];
  }
  std::sort(here.begin(), here.end());
  return here == there;
}

Position turned(const Position& position, const std::vector<Square>& map) {
  Position p = position;
  for (int i = 0; i < p.count; ++i) {
    Square& s = p.men[static_cast<std::size_t>(i)].square;
    s = map[static_cast<std::size_t>(s)];
  }
  return p;
}

// Turns sample positions of a table by its symmetries, and by the exchange of colours that leads to
// it from the material asked for. Returns the number of positions.
Result<std::uint64_t> check_table_symmetries(const Game& game, const PositionIndex& index) {
  const Material& stored = index.material();
  const Canonical from_swapped = canonical(game, {{stored.men[1], stored.men[0]}});
  const std::uint64_t stride = std::max<std::uint64_t>(1, index.entries() / kSamples);
  std::uint64_t looked_at = 0;
  for (std::uint64_t entry = 0; entry < index.entries(); entry += stride)
    for (const Side side : {Side::kWhite, Side::kBlack}) {
      // A step of one more square each time, so that the lane royal does not stay on one file.
      const Position p = index.position((entry + entry / stride) % index.entries(), side);
      ++looked_at;
      bool same = true;
      for (const Symmetry& g : index.symmetries())
        same = same && same_moves(game, p, turned(p, g.map), g.map);
      if (from_swapped.swapped)
        same = same && same_moves(game, p, from_swapped.apply(p), from_swapped.map);
      if (!same)
        return Error{ErrorCode::kMismatch,
                     fmt::format("{}: a symmetry of the table does not keep the moves of {}",
                                 material_name(game, stored), to_fen(game, p))};
    }
  return looked_at;
}

}  // namespace

Result<std::uint64_t> check_symmetries(const CheckedTable& table) {
  std::uint64_t looked_at = 0;
  for (const auto& t : table.tables().tables()) {
    const auto more = check_table_symmetries(table.game(), t->index);
    if (!more) return more;
    looked_at += *more;
  }
  return looked_at;
}

}  // namespace augmate::internal
