// SPDX-License-Identifier: MIT
#include "gen/estimate.h"

#include <algorithm>

#include "formats/loaded_tables.h"
#include "formats/table_set.h"
#include "gen/memory_plan.h"
#include "rules/settlement.h"

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
    const bool ended = ended_by_material(*game, material, Side::kWhite).has_value();
    for (const Material& m :
         ended ? std::vector<Material>() : materials_after_move(*game, material))
      if (auto ok = add_estimates(game, m, options, false, all); !ok) return ok;
    const MemoryPlan memory = memory_plan(*index, options);
    e.memory_bytes = memory.expected_bytes;
    e.least_memory_bytes = memory.least_bytes;
    e.disk_low_bytes = e.entries / 1000 + 4096;
    e.disk_high_bytes = e.entries / 3 + 4096;
    e.temporary_bytes = memory.file_bytes;
    if (memory.in_files || index->entries() >= options.journal_entries)
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

Result<void> check_memory(std::span<const TableEstimate> tables, const GenerateOptions& options) {
  const auto most = std::max_element(tables.begin(), tables.end(),
                                     [](const TableEstimate& a, const TableEstimate& b) {
                                       return a.least_memory_bytes < b.least_memory_bytes;
                                     });
  if (options.memory_bytes == 0 || most == tables.end() ||
      most->least_memory_bytes <= options.memory_bytes)
    return {};
  return needs_memory(most->material, most->least_memory_bytes);
}

}  // namespace augmate
