// SPDX-License-Identifier: MIT
#include "formats/table_set.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "formats/rules_text.h"

namespace augmate {
namespace {

Error wrong_game(const TableFile& file, const std::string& what) {
  return {ErrorCode::kWrongGame,
          fmt::format("table file '{}' is of another game: {}", file.path(), what)};
}

Error missing(const TableSet& set, const Game& game, const Material& material) {
  const std::string name = material_name(game, material);
  return {ErrorCode::kMissingTable,
          fmt::format("no table for {}: '{}' is not in '{}'; make it with: augmate gen {}", name,
                      stored_file_name(game, material), fmt::join(set.folders(), "', '"), name)};
}

// The file's own rules text is what counts, not its name: a renamed file must not answer for
// another game. The order of the positions must also be the same as that of the game in the text.
Result<void> check_rules(const TableFile& file, const PositionIndex& index) {
  const auto own = parse_rules_text(file.info().rules_text);
  if (!own) return own.error().in(fmt::format("table file '{}'", file.path()));
  const std::uint64_t stored = rules_hash(*own->game, own->material);
  const std::uint64_t wanted = rules_hash(index.game(), index.material());
  if (stored != wanted)
    return wrong_game(file, fmt::format("{} of {}, whose rules hash to {:016x} instead of {:016x}",
                                        file.info().material, file.info().game, stored, wanted));
  const auto own_index = PositionIndex::create(own->game, own->material);
  if (!own_index) return own_index.error();
  if (own_index->anchor_side() != index.anchor_side() ||
      own_index->symmetries() != index.symmetries() ||
      own_index->states().size() != index.states().size())
    return wrong_game(file, "its positions stand in another order");
  if (file.info().entries != index.entries())
    return Error{ErrorCode::kCorrupt,
                 fmt::format("table file '{}' has {} entries a side instead of {}", file.path(),
                             file.info().entries, index.entries())};
  return {};
}

}  // namespace

std::optional<OpenTable::Place> OpenTable::place(const Position& position) const {
  const Position stored = canonical_.apply(position);
  const auto entry = index_.find(stored);
  if (!entry || !file_->holds(stored.to_move)) return std::nullopt;
  return Place{stored.to_move, *entry};
}

std::string stored_file_name(const Game& game, const Material& material) {
  return table_file_name(game, canonical(game, material).material);
}

Result<void> TableSet::add(std::string_view bytes, const std::string& name) {
  auto file = TableFile::open(ByteSource::over(bytes), name);
  if (!file) return file.error();
  const auto own = parse_rules_text((*file)->info().rules_text);
  if (!own) return own.error().in(fmt::format("table file '{}'", name));
  in_memory_[table_file_name(*own->game, own->material)] = std::move(*file);
  return {};
}

std::optional<std::string> TableSet::find(const Game& game, const Material& material) const {
  const std::string name = stored_file_name(game, material);
  if (const auto it = in_memory_.find(name); it != in_memory_.end()) return it->second->path();
  for (const std::string& folder : folders_) {
    const std::filesystem::path path = std::filesystem::path(folder) / name;
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored)) return path.string();
  }
  return std::nullopt;
}

Result<std::shared_ptr<const TableFile>> TableSet::open_file(const Game& game,
                                                             const Material& material) const {
  const auto known = in_memory_.find(stored_file_name(game, material));
  if (known != in_memory_.end()) return known->second;
  const auto path = find(game, material);
  if (!path) return missing(*this, game, material);
  return TableFile::open(*path, backing_);
}

Result<std::shared_ptr<const OpenTable>> TableSet::open(const std::shared_ptr<const Game>& game,
                                                        const Material& material) const {
  auto file = open_file(*game, material);
  if (!file) return file.error();
  Canonical stored = canonical(*game, material);
  auto index = PositionIndex::create(game, stored.material);
  if (!index) return index.error();
  if (auto fine = check_rules(**file, *index); !fine) return fine.error();
  return std::make_shared<const OpenTable>(std::move(*file), std::move(*index), std::move(stored));
}

}  // namespace augmate
