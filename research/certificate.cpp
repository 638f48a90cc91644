// SPDX-License-Identifier: MIT
#include "research/certificate.h"

#include <xxhash.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

#include "formats/rules_text.h"
#include "formats/table_set.h"
#include "probe/probe.h"
#include "research/ending.h"

namespace augmate {
namespace {

const OutcomeStatistics& of(const SideStatistics& statistics, Outcome outcome) {
  return statistics.outcomes[static_cast<unsigned>(outcome)];
}

// Every ending that play leads to once, what moves lead to before what they come from.
void chain(const Game& game, const Material& material, std::vector<Material>& all) {
  const Material stored = canonical(game, material).material;
  if (std::find(all.begin(), all.end(), stored) != all.end()) return;
  if (!ended_by_material(game, stored, Side::kWhite))
    for (const Material& next : materials_after_move(game, stored)) chain(game, next, all);
  all.push_back(stored);
}

Result<std::uint64_t> checksum_of_values(const Ending& ending) {
  const std::unique_ptr<XXH64_state_t, XXH_errorcode (*)(XXH64_state_t*)> state(XXH64_createState(),
                                                                                XXH64_freeState);
  if (!state) return Error{ErrorCode::kNoMemory, "out of memory"};
  XXH64_reset(state.get(), 0);
  for (const Side side : {Side::kWhite, Side::kBlack})
    for (std::uint64_t entry = 0; entry < ending.index().entries(); ++entry) {
      const PackedValue value =
          ending.position(side, entry) ? pack(ending.value(side, entry)) : kDontCare;
      const unsigned char bytes[] = {static_cast<unsigned char>(value & 0xFF),
                                     static_cast<unsigned char>(value >> 8)};
      XXH64_update(state.get(), bytes, sizeof bytes);
    }
  return XXH64_digest(state.get());
}

// The longest win of the two sides, and best play from it.
Result<void> add_line(Certificate& c, const TableSet& tables) {
  const OutcomeStatistics& white = of(c.sides[0], Outcome::kWin);
  const OutcomeStatistics& black = of(c.sides[1], Outcome::kWin);
  c.line_fen = white.max_plies() >= black.max_plies() ? white.longest_fen : black.longest_fen;
  if (c.line_fen.empty()) return {};
  auto position = parse_fen(*c.game, c.line_fen);
  if (!position) return position.error();
  const auto line = Prober(c.game, tables.folders()).line(*position);
  if (!line) return line.error();
  for (const Move& move : *line) c.line.push_back(to_text(*c.game, move));
  return {};
}

Result<void> check_all(Certificate& c, const TableSet& tables, const CertificateOptions& how) {
  std::vector<Material> all;
  chain(*c.game, c.material, all);
  for (const Material& material : all) {
    CheckOptions check;
    check.threads = how.threads;
    check.progress = [&](std::uint64_t done, std::uint64_t positions) {
      if (how.checking) how.checking(material_name(*c.game, material), done, positions);
    };
    auto report = check_table(c.game, material, tables, check);
    if (!report) return report.error();
    c.checks.push_back(std::move(*report));
  }
  return {};
}

Result<void> add_table(Certificate& c, const TableSet& tables) {
  const auto ending = Ending::load(c.game, c.material, tables, kMovesForShares);
  if (!ending) return ending.error();
  auto statistics = statistics_of(*c.game, ending->table());
  if (!statistics) return statistics.error();
  c.sides = std::move(statistics->all);
  c.shares = general_shares(*ending);
  const auto values = checksum_of_values(*ending);
  if (!values) return values.error();
  c.values_checksum = *values;
  const TableFile& file = ending->table().file();
  c.file = std::filesystem::path(file.path()).filename().string();
  c.program = file.info().program;
  c.entries = file.info().entries;
  c.symmetries = file.info().symmetries;
  c.size_bytes = file.size_bytes();
  c.file_checksum = file.checksum();
  c.rules_text = rules_text(*c.game, ending->index().material());
  return {};
}

}  // namespace

Result<Certificate> certify(const GameOptions& options, const std::string& ending,
                            const CertificateOptions& how) {
  Certificate c;
  auto game = make_game(options);
  if (!game) return game.error();
  auto material = parse_material(**game, ending);
  if (!material) return material.error();
  c.game = *game;
  c.material = std::move(*material);
  c.command = "gen " + material_name(*c.game, c.material) + command_words(options);
  GenerateOptions generate_options;
  generate_options.folder = how.folder;
  generate_options.threads = how.threads;
  generate_options.progress = how.generating;
  if (auto made = generate(c.game, c.material, generate_options); !made) return made.error();
  const TableSet tables({how.folder});
  if (auto ok = check_all(c, tables, how); !ok) return ok.error();
  if (auto ok = add_table(c, tables); !ok) return ok.error();
  if (auto ok = add_line(c, tables); !ok) return ok.error();
  return c;
}

}  // namespace augmate
