// SPDX-License-Identifier: MIT
// What the profiles mean, and what coders are told of the order of the entries.
#include <algorithm>

#include "formats/position_index.h"
#include "formats/table_file.h"
#include "rules/board.h"

namespace augmate {
namespace {

BlockShape shape_of(const PositionIndex& x) {
  BlockShape shape;
  shape.files = static_cast<std::uint32_t>(x.game().board().files());
  shape.squares = static_cast<std::uint32_t>(x.squares());
  for (auto g = x.groups().rbegin(); g != x.groups().rend(); ++g) shape.places.push_back(g->places);
  shape.places.push_back(x.anchors().size());
  shape.row_man = !x.groups().empty() && x.groups().back().men == 1;
  const Side side = x.lane_side();
  for (const MoveNode& node : x.game().moves(side, x.game().royal(side)).nodes)
    if (node.move)
      shape.lane_steps.push_back({static_cast<std::int8_t>(node.from_start.dx),
                                  static_cast<std::int8_t>(node.from_start.dy)});
  // A royal that slides: its nearest steps say most.
  const auto far = [](const std::array<std::int8_t, 2>& s) { return s[0] * s[0] + s[1] * s[1]; };
  std::stable_sort(shape.lane_steps.begin(), shape.lane_steps.end(),
                   [&](const auto& a, const auto& b) { return far(a) < far(b); });
  if (shape.lane_steps.size() > kMaxLaneSteps) shape.lane_steps.resize(kMaxLaneSteps);
  return shape;
}

// So many entries, or a little more or less so that a block holds whole ranks of the row man's
// board.
std::uint32_t near_to(std::uint32_t entries, const BlockShape& shape) {
  const std::uint32_t rank = shape.squares * shape.files;
  return rank > 2 * entries ? entries : std::max((entries + rank / 2) / rank, 1u) * rank;
}

}  // namespace

WriteOptions write_options(Profile profile, StoredSides sides, const PositionIndex& index) {
  WriteOptions options;
  options.sides = sides;
  options.shape = shape_of(index);
  options.lane_side = index.lane_side();
  switch (profile) {
    case Profile::kFast:
      options.level = 1;
      break;
    case Profile::kEngine:
      options.coder = CoderKind::kStatic;
      options.block_entries = near_to(2048, options.shape);
      options.zstd_block_entries = 8192;
      break;
    case Profile::kArchive:
      options.level = 19;
      options.coder = CoderKind::kMixing;
      options.zstd_block_entries = 1u << 20;
      options.block_entries = static_cast<std::uint32_t>(options.shape.whole_dimensions(1u << 20));
      break;
  }
  return options;
}

}  // namespace augmate
