// SPDX-License-Identifier: MIT
#include "gen/generate.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <new>
#include <system_error>

#include "base/heap.h"
#include "formats/journal.h"
#include "formats/loaded_tables.h"
#include "formats/rules_text.h"
#include "formats/table_set.h"
#include "gen/estimate.h"
#include "gen/memory_plan.h"
#include "gen/solved_table.h"
#include "gen/version.h"
#include "gen/write_log.h"
#include "rules/settlement.h"

namespace augmate {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Makes one chain of tables.
class Generator {
 public:
  Generator(std::shared_ptr<const Game> game, const GenerateOptions& options)
      : game_(std::move(game)), options_(options), set_({options.folder}) {}

  Result<void> make(const Material& asked, bool force) {
    const Material material = canonical(*game_, asked).material;
    if (is_done(material)) return {};
    if (auto ok = make_others(material); !ok) return ok;
    const auto kept = force ? Result<bool>(false) : keep(material);
    if (!kept) return kept.error();
    return *kept ? Result<void>() : solve(material, true);
  }

  Result<void> make_others_and_solve(const Material& asked) {
    const Material material = canonical(*game_, asked).material;
    if (auto ok = make_others(material); !ok) return ok;
    return solve(material, false);
  }

  std::vector<GeneratedTable>& tables() { return tables_; }

 private:
  Result<void> make_others(const Material& material) {
    if (ended(material)) return {};
    for (const Material& m : materials_after_move(*game_, material))
      if (auto ok = make(m, false); !ok) return ok;
    return {};
  }

  bool ended(const Material& material) const {
    return ended_by_material(*game_, material, Side::kWhite).has_value();
  }

  bool is_done(const Material& material) const {
    const std::string name = material_name(*game_, material);
    return std::any_of(tables_.begin(), tables_.end(),
                       [&](const GeneratedTable& t) { return t.material == name; });
  }

  // Whether the table is there and good; notes it.
  Result<bool> keep(const Material& material) {
    auto open = set_.open(game_, material);
    if (!open) {
      if (open.error().code == ErrorCode::kMissingTable) return false;
      return open.error();
    }
    GeneratedTable t;
    t.material = material_name(*game_, material);
    t.path = (*open)->file().path();
    t.kept = true;
    t.info = (*open)->file().info();
    tables_.push_back(std::move(t));
    drop_journal((*open)->index().material());
    return true;
  }

  // Large endings keep theirs on disk. One that is there is gone on with, whatever made it.
  Result<std::unique_ptr<Journal>> open_journal(const PositionIndex& index, bool in_files) {
    std::error_code code;
    if (!in_files && index.entries() < options_.journal_entries &&
        !std::filesystem::exists(journal_path(index.material()), code))
      return Journal::in_memory();
    auto journal = lock_journal(index.material());
    if (!journal) return journal;
    remove_leftovers(index.material());
    shown_.resumed_records = (*journal)->found().size();
    shown_.notice = (*journal)->started_anew_because();
    if (options_.progress) options_.progress(shown_);
    return journal;
  }

  std::filesystem::path journal_path(const Material& material) const {
    return path_of(material).replace_extension(".journal");
  }
  Result<std::unique_ptr<Journal>> lock_journal(const Material& material) const {
    return Journal::open(journal_path(material).string(),
                         std::string(kProgram) + '\n' + rules_text(*game_, material));
  }

  // Of a run that was killed when its table was there already; another run's is locked and stays.
  void drop_journal(const Material& material) const {
    std::error_code code;
    if (!std::filesystem::exists(journal_path(material), code)) return;
    if (const auto journal = lock_journal(material)) {
      remove_leftovers(material);
      static_cast<void>((*journal)->remove());
    }
  }

  // Temporary files of runs that were killed while they wrote the table. The lock on the journal
  // says that no other run writes it now.
  void remove_leftovers(const Material& material) const {
    const std::string prefix = path_of(material).filename().string() + '.';
    std::error_code code;
    for (const auto& entry : std::filesystem::directory_iterator(options_.folder, code)) {
      const std::string name = entry.path().filename().string();
      if (name.starts_with(prefix) && name.ends_with(".part"))
        std::filesystem::remove(entry.path(), code);
    }
  }

  std::filesystem::path path_of(const Material& material) const {
    return std::filesystem::path(options_.folder) / table_file_name(*game_, material);
  }

  Result<void> solve(const Material& material, bool store) {
    const auto start = Clock::now();
    const auto index = PositionIndex::create(game_, material);
    if (!index) return index.error();
    shown_ = {};
    shown_.material = material_name(*game_, material);
    shown_.entries = 2 * index->entries();
    give_back_free_memory();  // of the table before
    const MemoryPlan memory = memory_plan(*index, options_);
    if (options_.memory_bytes > 0 && options_.memory_bytes < memory.least_bytes)
      return needs_memory(shown_.material, memory.least_bytes);
    const auto journal = open_journal(*index, memory.in_files);
    if (!journal) return journal.error();
    const auto ending =
        SolvedTable::solve(*index, options_.folder, **journal, memory, [&](const SolveProgress& p) {
          shown_.attacker = p.attacker;
          shown_.step = p.step;
          shown_.positions = p.positions;
          if (options_.progress) options_.progress(shown_);
        });
    if (!ending) return ending.error();
    give_back_free_memory();
    const auto values = [&](Side side, std::uint64_t begin, std::span<PackedValue> out) {
      return (*ending)->values(side, begin, out);
    };
    WriteLog log(**journal, static_cast<std::uint16_t>(options_.profile),
                 static_cast<std::uint16_t>(options_.sides));
    if (auto done = finish(*index, (*ending)->statistics(), store, start, values,
                           (*journal)->on_disk() ? &log : nullptr);
        !done)
      return done;
    return (*journal)->remove();
  }

  Result<void> finish(const PositionIndex& index, std::vector<std::array<SideStatistics, 2>> states,
                      bool store, Clock::time_point start, const ValueSource& source,
                      BlockLog* log) {
    GeneratedTable t;
    t.material = shown_.material;
    t.resumed_records = shown_.resumed_records;
    t.info.game = game_->rules().name;
    t.info.material = t.material;
    t.info.rules_text = rules_text(*game_, index.material());
    t.info.entries = index.entries();
    t.info.symmetries = static_cast<int>(index.symmetries().size());
    t.info.program = kProgram;
    t.info.sides = sum_of(states);
    if (states.size() > 1) t.info.states = std::move(states);
    t.solve_seconds = seconds_since(start);
    if (store) {
      const auto write_start = Clock::now();
      shown_.writing = true;
      if (options_.progress) options_.progress(shown_);
      t.path = path_of(index.material()).string();
      WriteOptions write = write_options(options_.profile, options_.sides, index);
      write.log = log;
      if (auto ok = write_table(t.path, t.info, source, write); !ok) return ok;
      t.write_seconds = seconds_since(write_start);
    }
    tables_.push_back(std::move(t));
    return {};
  }

  std::shared_ptr<const Game> game_;
  const GenerateOptions& options_;
  TableSet set_;
  GenerateProgress shown_;
  std::vector<GeneratedTable> tables_;
};

Result<void> prepare(const GenerateOptions& options) {
  give_back_large_blocks();
#ifdef _OPENMP
  if (options.threads > 0) omp_set_num_threads(options.threads);
#endif
  std::error_code code;
  std::filesystem::create_directories(options.folder, code);
  if (code)
    return Error{ErrorCode::kIo, options.folder + ": cannot be made: " + code.message() +
                                     "; name a folder that can be written with --tables"};
  return {};
}

// Runs f, turning a failed allocation into an error.
template <class F>
auto guarded(const std::string& material, F&& f) -> decltype(f()) {
  try {
    return f();
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::kNoMemory,
                 material + " needs more memory than there is; see --estimate and --memory"};
  } catch (const std::system_error& e) {
    return Error{ErrorCode::kNoSpace, material + " needs " + e.what()};
  }
}

}  // namespace

Result<std::vector<GeneratedTable>> generate(const std::shared_ptr<const Game>& game,
                                             const Material& material,
                                             const GenerateOptions& options) {
  if (auto ok = prepare(options); !ok) return ok.error();
  if (game->rules().exact_move_rule > 0 && game->rules().perpetual_check_wins)
    return Error{
        ErrorCode::kNotCovered,
        "a move-count rule where perpetual check wins: no check goes on for ever under it"};
  if (game->rules().exact_move_rule > 0 && options.sides == StoredSides::kSmaller)
    return Error{ErrorCode::kUsage,
                 "one side alone under a move-count rule: the other does not follow from it; store "
                 "both"};
  return guarded(material_name(*game, material), [&]() -> Result<std::vector<GeneratedTable>> {
    if (options.memory_bytes > 0) {  // before anything is made
      const auto tables = estimate(game, material, options);
      if (!tables) return tables.error();
      if (auto ok = check_memory(*tables, options); !ok) return ok.error();
    }
    Generator generator(game, options);
    if (auto ok = generator.make(material, options.force); !ok) return ok.error();
    return std::move(generator.tables());
  });
}

Result<GeneratedTable> solve_only(const std::shared_ptr<const Game>& game, const Material& material,
                                  const GenerateOptions& options) {
  if (auto ok = prepare(options); !ok) return ok.error();
  return guarded(material_name(*game, material), [&]() -> Result<GeneratedTable> {
    Generator generator(game, options);
    if (auto ok = generator.make_others_and_solve(material); !ok) return ok.error();
    return std::move(generator.tables().back());
  });
}

}  // namespace augmate
