// SPDX-License-Identifier: MIT
#include "research/sweep.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <utility>

#include "formats/internal/atomic_file.h"
#include "formats/position_index.h"
#include "formats/statistics.h"
#include "research/ending.h"
#include "research/generally_won.h"
#include "research/sweep_record.h"

namespace augmate {
namespace {

namespace fs = std::filesystem;
using internal::system_error;

// The folder of tables that nobody keeps: beside the record, where the next run finds those of one
// that was killed; else a temporary one. A file in it says that a sweep made it.
class PassingFolder {
 public:
  // `record` is locked: no other sweep has its folder.
  static Result<std::unique_ptr<PassingFolder>> make(const std::string& record) {
    auto path = record.empty() ? temporary() : beside(record);
    if (!path) return path.error();
    std::unique_ptr<PassingFolder> folder(new PassingFolder(std::move(*path)));
    if (!std::ofstream(fs::path(folder->path_) / kMark))
      return system_error(errno, "write in", folder->path_);
    return folder;
  }
  ~PassingFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  PassingFolder(const PassingFolder&) = delete;
  PassingFolder& operator=(const PassingFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  static constexpr const char* kMark = "passing-tables-of-a-sweep";

  explicit PassingFolder(std::string path) : path_(std::move(path)) {}

  static Result<std::string> temporary() {
    std::error_code code;
    std::string path = (fs::temp_directory_path(code) / "augmate-sweep-XXXXXX").string();
    if (code || ::mkdtemp(path.data()) == nullptr)
      return system_error(code ? code.value() : errno, "make", path);
    return path;
  }

  static Result<std::string> beside(const std::string& record) {
    std::string path = record + ".tables";
    std::error_code code;
    if (fs::create_directory(path, code)) return path;
    if (code) return system_error(code.value(), "make", path);
    // A sweep may have been killed before it wrote the mark.
    if (fs::is_symlink(path, code) ||
        (!fs::exists(fs::path(path) / kMark, code) && !fs::is_empty(path, code)))
      return Error{ErrorCode::kIo,
                   path +
                       ": no sweep made this folder, and one needs the name for tables; move "
                       "it, or name another record with --out"};
    return path;
  }

  std::string path_;
};

struct Pair {
  const Workshop* workshop;
  const Army *white, *black;
};

class Sweep {
 public:
  Sweep(const SweepPlan& plan, const SweepOptions& options) : plan_(plan), options_(options) {
    gen_.folder = options.tables;
    gen_.threads = options.threads;
    gen_.progress = options.progress;
  }

  Result<std::vector<SweepRow>> run() {
    if (auto ok = parse(); !ok) return ok.error();
    if (!options_.record.empty()) {
      auto record = SweepRecord::open(options_.record);
      if (!record) return record.error();
      record_ = std::move(*record);
    }
    if (options_.tables.empty()) {
      auto folder = PassingFolder::make(options_.record);
      if (!folder) return folder.error();
      passing_ = std::move(*folder);
      gen_.folder = passing_->path();
    }
    std::vector<SweepRow> rows;
    for (const Pair& pair : pairs_) {
      ++begun_;
      if (auto ok = add(pair, rows); !ok)
        return ok.error().in(board_text(pair.workshop->rules.board));
    }
    return rows;
  }

 private:
  // All armies, before anything is solved.
  Result<void> parse() {
    const std::vector<std::string> bare{"-"};
    const auto& black = plan_.black.empty() ? bare : plan_.black;
    for (const Workshop& workshop : plan_.boards) {
      if (options_.general && workshop.rules.exact_move_rule > 0)
        return Error{ErrorCode::kNotCovered,
                     "a verdict needs values after moves, which tables under a move-count rule do "
                     "not hold; solve with --no-verdict"};
      const auto whites = armies(workshop, plan_.white);
      if (!whites) return whites.error();
      const auto blacks = armies(workshop, black);
      if (!blacks) return blacks.error();
      for (const Army* w : *whites)
        for (const Army* b : *blacks)
          if (plan_.against_itself || w->text != b->text) add_pair({&workshop, w, b});
    }
    return {};
  }

  void add_pair(const Pair& pair) {
    pairs_.push_back(pair);
    most_men_ =
        std::max(most_men_, static_cast<int>(pair.white->men.size() + pair.black->men.size()) + 2);
  }

  Result<std::vector<const Army*>> armies(const Workshop& workshop,
                                          const std::vector<std::string>& texts) {
    std::vector<const Army*> all;
    for (const std::string& text : texts) {
      auto army = parse_army(workshop, text);
      if (!army) return army.error();
      armies_.push_back(std::make_unique<Army>(std::move(*army)));
      all.push_back(armies_.back().get());
    }
    return all;
  }

  // Whether the ending stands for another one of the sweep that came before it.
  bool mirrored(const Pair& pair, const ArmyEnding& ending) {
    const auto key = [&](const std::string& white, const std::string& black) {
      return std::pair{pair.workshop, white + " v " + black};
    };
    seen_.insert(key(pair.white->text, pair.black->text));
    if (pair.white->text == pair.black->text ||
        seen_.count(key(pair.black->text, pair.white->text)) == 0)
      return false;
    const Material turned{{ending.material.men[1], ending.material.men[0]}};
    return canonical(*ending.game, ending.material).material ==
           canonical(*ending.game, turned).material;
  }

  Result<void> add(const Pair& pair, std::vector<SweepRow>& rows) {
    auto ending = make_ending(pair.workshop->rules, *pair.white, *pair.black);
    if (!ending) return ending.error();
    if (mirrored(pair, *ending)) return {};
    SweepRow row = begin_row(*pair.workshop, *pair.white, *pair.black, *ending);
    if (const SweepRow* known = record_ ? record_->find(row.key()) : nullptr) {
      if (options_.general && known->verdict.empty())
        return Error{ErrorCode::kUsage,
                     fmt::format("{} v {}: its row in {} has no verdict; go on with --no-verdict, "
                                 "or name another file with --out",
                                 row.white, row.black, options_.record)};
      row = *known;
    } else {
      if (auto ok = solve(*ending, row); !ok)
        return ok.error().in(fmt::format("{} v {}", row.white, row.black));
      if (record_)
        if (auto ok = record_->append(row); !ok) return ok;
    }
    if (options_.on_row) options_.on_row(row, begun_, pairs_.size());
    rows.push_back(std::move(row));
    return {};
  }

  Result<void> solve(const ArmyEnding& ending, SweepRow& row) {
    auto table = solved(ending);
    if (!table) return table.error();
    auto sides =
        turned_back(*ending.game, canonical(*ending.game, ending.material), table->info.sides);
    if (!sides) return sides.error();
    set_statistics(row, *sides);
    row.seconds = table->solve_seconds;
    if (!options_.general) return {};
    auto loaded =
        Ending::load(ending.game, ending.material, TableSet({gen_.folder}), kMovesForShares);
    if (!loaded) return loaded.error();
    set_general(row, general_shares(*loaded));
    if (options_.tables.empty() && ending.material.count() == most_men_) remove(table->path);
    return {};
  }

  static void remove(const std::string& path) {
    std::error_code ignored;
    fs::remove(path, ignored);
  }

  Result<GeneratedTable> solved(const ArmyEnding& ending) {
    if (options_.tables.empty() && !options_.general)
      return solve_only(ending.game, ending.material, gen_);
    auto tables = generate(ending.game, ending.material, gen_);
    if (!tables) return tables.error();
    return std::move(tables->back());
  }

  const SweepPlan& plan_;
  const SweepOptions& options_;
  GenerateOptions gen_;
  std::unique_ptr<SweepRecord> record_;
  std::unique_ptr<PassingFolder> passing_;  // goes before the record's lock does
  std::vector<std::unique_ptr<Army>> armies_;
  std::vector<Pair> pairs_;
  std::set<std::pair<const Workshop*, std::string>> seen_;
  std::size_t begun_ = 0;
  int most_men_ = 0;  // of an ending: no other one leads to its table
};

}  // namespace

Result<std::vector<SweepRow>> sweep(const SweepPlan& plan, const SweepOptions& options) {
  return Sweep(plan, options).run();
}

}  // namespace augmate
