// SPDX-License-Identifier: MIT
#include "gen/estimate.h"

#include "formats/loaded_tables.h"
#include "formats/table_set.h"
#include "gen/memory_plan.h"

namespace augmate {
namespace {

Result<void> add_estimates(const std::shared_ptr<const Game>& game, const Material& asked,
                           const GenerateOptions& options, bool force,
                           std::vector<TableEstimate>& all) {
  const Material material = canonical(*game, asked).material;
  TableEstimate e;
  e.material = material_name(*game, material);
  for (const TableEstimate& done : all)
    if (done.material == e.material) return {};
  auto index = PositionIndex::create(game, material);
  if (!index) return index.error();
  e.entries = 2 * index->entries();
  e.present = !force && TableSet({options.folder}).find(*game, material).has_value();
  if (!e.present) {
    for (const Material& m : materials_after_move(*game, material))
      if (auto ok = add_estimates(game, m, options, false, all); !ok) return ok;
    const auto memory = memory_plan(*index, options);
    if (!memory) return memory.error();
    e.memory_bytes = memory->expected_bytes;
    e.disk_low_bytes = e.entries / 1000 + 4096;
    e.disk_high_bytes = e.entries / 3 + 4096;
    e.temporary_bytes = memory->file_bytes;
    if (memory->in_files || index->entries() >= options.journal_entries)
      e.temporary_bytes += e.entries * 3 / 8 + e.disk_high_bytes;
  }
  all.push_back(std::move(e));
  return {};
}

}  // namespace

Result<std::vector<TableEstimate>> estimate(const std::shared_ptr<const Game>& game,
                                            const Material& material,
                                            const GenerateOptions& options) {
  std::vector<TableEstimate> all;
  if (auto ok = add_estimates(game, material, options, options.force, all); !ok) return ok.error();
  return all;
}

}  // namespace augmate
