// SPDX-License-Identifier: MIT
#include "gen/generate.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <new>

#include "formats/journal.h"
#include "formats/loaded_tables.h"
#include "formats/rules_text.h"
#include "formats/table_set.h"
#include "gen/solved_ending.h"
#include "gen/version.h"
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
    if (auto present = keep(material, force); !present || *present)
      return present ? Result<void>() : Result<void>(present.error());
    if (auto ok = make_others(material); !ok) return ok;
    return solve(material, true);
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

  // Whether the table is there and good; notes it.
  Result<bool> keep(const Material& material, bool force) {
    GeneratedTable t;
    t.material = material_name(*game_, material);
    for (const GeneratedTable& done : tables_)
      if (done.material == t.material) return true;
    if (force) return false;
    auto open = set_.open(game_, material);
    if (!open) {
      if (open.error().code == ErrorCode::kMissingTable) return false;
      return open.error();
    }
    t.path = (*open)->file().path();
    t.kept = true;
    t.info = (*open)->file().info();
    tables_.push_back(std::move(t));
    return true;
  }

  // Large endings keep theirs on disk.
  Result<std::unique_ptr<Journal>> open_journal(const PositionIndex& index) {
    if (index.entries() < options_.journal_entries) return Journal::in_memory();
    auto path = path_of(index.material());
    path.replace_extension(".journal");
    auto journal = Journal::open(
        path.string(), std::string(kProgram) + '\n' + rules_text(*game_, index.material()));
    if (!journal) return journal;
    shown_.resumed_records = (*journal)->found().size();
    shown_.notice = (*journal)->started_anew_because();
    if (options_.progress) options_.progress(shown_);
    return journal;
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
    const auto journal = open_journal(*index);
    if (!journal) return journal.error();
    const auto ending =
        SolvedEnding::solve(*index, options_.folder, **journal, [&](const SolveProgress& p) {
          shown_.attacker = p.attacker;
          shown_.step = p.step;
          shown_.positions = p.positions;
          if (options_.progress) options_.progress(shown_);
        });
    if (!ending) return ending.error();
    const auto values = [&](Side side, std::uint64_t begin, std::span<PackedValue> out) {
      return (*ending)->values(side, begin, out);
    };
    if (auto done = finish(*index, (*ending)->statistics(), store, start, values); !done)
      return done;
    return (*journal)->remove();
  }

  Result<void> finish(const PositionIndex& index, std::vector<std::array<SideStatistics, 2>> states,
                      bool store, Clock::time_point start, const ValueSource& source) {
    GeneratedTable t;
    t.material = shown_.material;
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
      if (auto ok = write_table(t.path, t.info, source,
                                write_options(options_.profile, options_.sides, index));
          !ok)
        return ok;
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
                 material + " needs more memory than there is; see --estimate"};
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
    return Error{ErrorCode::kNotCovered,
                 "one side alone under a move-count rule: the other does not follow from it; store "
                 "both"};
  return guarded(material_name(*game, material), [&]() -> Result<std::vector<GeneratedTable>> {
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

namespace {

// Bytes while solving one placement: three sets and the ghosts, stamps, the other endings, the
// journal and one anchor square's values. The journal is what the other parts do not bound: a word
// of 64 positions appears in it once for each different distance in it; 1.5 bits a position is what
// orthodox endings need. With pawns the values of all placements stay in memory.
std::uint64_t memory_of(const PositionIndex& index, const SolverLayout& solver) {
  const Layout& l = solver.layout;
  const std::uint64_t row_bytes = static_cast<std::uint64_t>(l.row_words()) * 8;
  const std::uint64_t stored = solver.anchors * l.slot_rows(), all = l.rows();
  std::uint64_t bytes = (2 * stored + all) * row_bytes + 2 * (stored + all);
  const auto other = [&](const Layout& s) {
    return s.rows() * (static_cast<std::uint64_t>(s.row_words()) * (64 * 2 + 16) + 2);
  };
  for (std::size_t d = 0; d < l.dimensions.size(); ++d) bytes += other(l.without_outer(d));
  if (l.row_man) bytes += other(l.without_row_man());
  bytes += 3 * l.statics.size() * other(l);
  bytes += 2 * index.slab() * 3 / 16;
  bytes += index.places() * static_cast<std::uint64_t>(l.squares) * 2;
  if (index.pawns() > 0) bytes += 4 * index.entries();
  return bytes + (std::uint64_t{16} << 20);
}

Result<void> add_estimates(const std::shared_ptr<const Game>& game, const Material& asked,
                           bool force, const TableSet& set, std::vector<TableEstimate>& all) {
  const Material material = canonical(*game, asked).material;
  TableEstimate e;
  e.material = material_name(*game, material);
  for (const TableEstimate& done : all)
    if (done.material == e.material) return {};
  auto index = PositionIndex::create(game, material);
  if (!index) return index.error();
  e.entries = 2 * index->entries();
  e.present = !force && set.find(*game, material).has_value();
  if (!e.present) {
    for (const Material& m : materials_after_move(*game, material))
      if (auto ok = add_estimates(game, m, false, set, all); !ok) return ok;
    e.memory_bytes = memory_of(*index, solver_layout(*index, 0));
    e.disk_low_bytes = e.entries / 1000 + 4096;
    e.disk_high_bytes = e.entries / 3 + 4096;
  }
  all.push_back(std::move(e));
  return {};
}

}  // namespace

Result<std::vector<TableEstimate>> estimate(const std::shared_ptr<const Game>& game,
                                            const Material& material,
                                            const GenerateOptions& options) {
  std::vector<TableEstimate> all;
  const TableSet set({options.folder});
  if (auto ok = add_estimates(game, material, options.force, set, all); !ok) return ok.error();
  return all;
}

}  // namespace augmate
