// SPDX-License-Identifier: MIT
#include "tests/support/solved.h"

#include <cstdlib>
#include <filesystem>
#include <string>

#include "gen/generate.h"

namespace augmate::test {
namespace {

struct Folder {
  std::string path;
  Folder() {
    path = (std::filesystem::temp_directory_path() / "augmate-test-XXXXXX").string();
    if (mkdtemp(path.data()) == nullptr) std::abort();
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
};

}  // namespace

const std::string& table_folder() {
  static const Folder folder;
  return folder.path;
}

Result<Solved> Solved::solve(const std::shared_ptr<const Game>& game, const Material& material) {
  GenerateOptions options;
  options.folder = table_folder();
  options.threads = 1;
  options.profile = Profile::kFast;
  const auto made = generate(game, material, options);
  if (!made) return made.error();
  const auto table = TableSet({table_folder()}).open(game, material);
  if (!table) return table.error();
  Solved solved;
  solved.game_ = game;
  solved.table_ = *table;
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    auto& values = solved.values_[index(side)];
    for (std::uint64_t b = 0; b < solved.table_->file().blocks(); ++b) {
      const auto block = solved.table_->file().read_block(side, b);
      if (!block) return block.error();
      values.insert(values.end(), block->begin(), block->end());
    }
  }
  return solved;
}

Value Solved::value(const Position& position) const {
  auto place = table_->place(position);
  if (!place)  // in the colours of the file, as its own examples are
    if (const auto entry = table_->index().find(position))
      place = OpenTable::Place{position.to_move, *entry};
  if (!place) return {Outcome::kDraw, -2};  // another material: equal to no value
  return unpack(values_[index(place->side)][place->entry]);
}

const SideStatistics& Solved::statistics(Side to_move, std::array<int, 2> imitates) const {
  const bool swapped = table_->canonical().swapped;
  if (swapped) std::swap(imitates[0], imitates[1]);
  const Side stored = swapped ? opponent(to_move) : to_move;
  const TableInfo& info = table_->file().info();
  if (info.states.empty()) return info.sides[index(stored)];
  return info.states.at(
      static_cast<std::size_t>(table_->index().find_state(imitates)))[index(stored)];
}

}  // namespace augmate::test
