// SPDX-License-Identifier: MIT
#include "gen/generate.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#include <chrono>
#include <filesystem>
#include <new>

#include "formats/rules_text.h"
#include "formats/table_set.h"
#include "gen/distances.h"
#include "gen/retrograde.h"
#include "gen/version.h"

namespace augmate {
namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The materials that one capture leads to: each side's kinds once.
struct Capture {
  Side victim;
  int kind;
  Material after;
};
std::vector<Capture> captures_of(const Material& material) {
  std::vector<Capture> all;
  for (Side side : {Side::kWhite, Side::kBlack}) {
    const auto& men = material.men[index(side)];
    for (std::size_t i = 1; i < men.size(); ++i) {
      if (i > 1 && men[i] == men[i - 1]) continue;
      Capture c{side, men[i], material};
      auto& rest = c.after.men[index(side)];
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      all.push_back(std::move(c));
    }
  }
  return all;
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
    for (const Capture& c : captures_of(material))
      if (auto ok = make(c.after, false); !ok) return ok;
    return solve(material, true);
  }

  Result<void> make_smaller_and_solve(const Material& asked) {
    const Material material = canonical(*game_, asked).material;
    for (const Capture& c : captures_of(material))
      if (auto ok = make(c.after, false); !ok) return ok;
    return solve(material, false);
  }

  std::vector<GeneratedTable>& tables() { return tables_; }

 private:
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

  Result<std::unique_ptr<SmallerTable>> load(const Layout& layout, Side victim,
                                             const Material& after) const {
    auto open = set_.open(game_, after);
    if (!open) return open.error();
    auto table = SmallerTable::load(layout, victim, (*open)->canonical(), (*open)->index(),
                                    (*open)->file());
    if (!table) return table.error();
    return std::make_unique<SmallerTable>(std::move(*table));
  }

  Result<Retrograde::Smaller> load_smaller(const Material& material, const Layout& layout) const {
    Retrograde::Smaller smaller;
    for (const Capture& c : captures_of(material)) {
      for (std::size_t d = 0; d < layout.dimensions.size(); ++d) {
        if (layout.dimensions[d].side != c.victim || layout.dimensions[d].kind != c.kind) continue;
        auto table = load(layout.without_outer(d), c.victim, c.after);
        if (!table) return table.error();
        smaller.outer[d] = std::move(*table);
      }
      if (layout.row_man && layout.row_man->side == c.victim && layout.row_man->kind == c.kind) {
        auto table = load(layout.without_row_man(), c.victim, c.after);
        if (!table) return table.error();
        smaller.row_man = std::move(*table);
      }
    }
    return smaller;
  }

  Result<void> solve(const Material& material, bool store) {
    const auto start = std::chrono::steady_clock::now();
    auto index = PositionIndex::create(game_, material);
    if (!index) return index.error();
    const SolverLayout layout = solver_layout(*index);
    auto smaller = load_smaller(material, layout.layout);
    if (!smaller) return smaller.error();
    Retrograde retrograde(*index, layout, std::move(*smaller));

    GenerateProgress shown;
    shown.material = material_name(*game_, material);
    shown.entries = 2 * index->entries();
    std::uint64_t before = 0;
    std::array<RunJournal, 2> journals;
    for (Side attacker : {Side::kWhite, Side::kBlack}) {
      auto journal = retrograde.run(attacker, [&](const SolveProgress& p) {
        shown.attacker = attacker;
        shown.step = p.step;
        shown.positions = before + p.positions;
        if (options_.progress) options_.progress(shown);
      });
      if (!journal) return journal.error();
      before = shown.positions;
      journals[augmate::index(attacker)] = std::move(*journal);
    }

    GeneratedTable t;
    t.material = shown.material;
    Distances distances(*index, layout, retrograde, journals);
    t.info.game = game_->rules().name;
    t.info.material = t.material;
    t.info.rules_text = rules_text(*game_, material);
    t.info.entries = index->entries();
    t.info.symmetries = static_cast<int>(index->symmetries().size());
    t.info.program = kProgram;
    t.info.sides = distances.statistics();
    t.solve_seconds = seconds_since(start);
    if (store) {
      const auto write_start = std::chrono::steady_clock::now();
      shown.writing = true;
      if (options_.progress) options_.progress(shown);
      t.path = (std::filesystem::path(options_.folder) / table_file_name(*game_, material)).string();
      auto ok = write_table(
          t.path, t.info,
          [&](Side side, std::uint64_t begin, std::span<PackedValue> out) {
            distances.values(side, begin, out);
          },
          options_.write);
      if (!ok) return ok;
      t.write_seconds = seconds_since(write_start);
    }
    tables_.push_back(std::move(t));
    return {};
  }

  std::shared_ptr<const Game> game_;
  const GenerateOptions& options_;
  TableSet set_;
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
    return Error{ErrorCode::kNoMemory, material + " needs more memory than there is; see --estimate"};
  }
}

}  // namespace

Result<std::vector<GeneratedTable>> generate(const std::shared_ptr<const Game>& game,
                                             const Material& material,
                                             const GenerateOptions& options) {
  if (auto ok = prepare(options); !ok) return ok.error();
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
    if (auto ok = generator.make_smaller_and_solve(material); !ok) return ok.error();
    return std::move(generator.tables().back());
  });
}

namespace {

// Bytes while solving: three sets and the ghosts, stamps, the smaller tables, the journal and one
// anchor square's values. The journal is what the other parts do not bound: a word of 64 positions
// appears in it once for each different distance in it; 1.5 bits a position is what orthodox
// endings need.
std::uint64_t memory_of(const PositionIndex& index, const SolverLayout& solver) {
  const Layout& l = solver.layout;
  const std::uint64_t row_bytes = static_cast<std::uint64_t>(l.row_words()) * 8;
  const std::uint64_t stored = solver.anchors * l.outer_places, all = l.rows();
  std::uint64_t bytes = (2 * stored + all) * row_bytes + 2 * (stored + all);
  const auto smaller = [&](const Layout& s) {
    return s.rows() * (static_cast<std::uint64_t>(s.row_words()) * (64 * 2 + 16) + 2);
  };
  for (std::size_t d = 0; d < l.dimensions.size(); ++d) bytes += smaller(l.without_outer(d));
  if (l.row_man) bytes += smaller(l.without_row_man());
  bytes += 2 * index.entries() * 3 / 16;
  bytes += index.places() * static_cast<std::uint64_t>(l.squares) * 2;
  return bytes + (std::uint64_t{16} << 20);
}

Result<void> add_estimates(const std::shared_ptr<const Game>& game, const Material& asked, bool force,
                           const TableSet& set, std::vector<TableEstimate>& all) {
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
    for (const Capture& c : captures_of(material))
      if (auto ok = add_estimates(game, c.after, false, set, all); !ok) return ok;
    e.memory_bytes = memory_of(*index, solver_layout(*index));
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
