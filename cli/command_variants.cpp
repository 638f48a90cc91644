// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/pawn_text.h"
#include "cli/report.h"
#include "rules/position.h"

namespace augmate::cli {
namespace {

Result<int> list_variants() {
  const std::string folder = default_variant_folder();
  auto library = VariantLibrary::open(folder);
  if (!library) return in_file(library.error());
  std::size_t width = 0;
  for (const std::string& name : library->names()) width = std::max(width, name.size());
  for (const std::string& name : library->names()) {
    const auto variant = library->load(name);
    if (!variant && variant.error().code != ErrorCode::kNotCovered) return in_file(variant.error());
    fmt::print(
        "{:{}}  {}\n", name, width,
        variant ? variant->description : "not covered; 'augmate variants " + name + "' says why");
  }
  fmt::print("\n'augmate variants NAME' explains one. The files are in {}\n", folder);
  return kDone;
}

const char* direction_name(Direction d) {
  constexpr const char* kNames[] = {"north", "east", "south", "west"};
  return kNames[static_cast<unsigned>(d)];
}

std::string moves_text(const Kind& kind) {
  if (kind.steps[0] && kind.steps[1])
    return kind.notation[0] == kind.notation[1]
               ? kind.notation[0]
               : fmt::format("White {}, Black {}", kind.notation[0], kind.notation[1]);
  return kind.steps[0] ? "White only: " + kind.notation[0] : "Black only: " + kind.notation[1];
}

void print_men(const GameRules& rules) {
  std::size_t width = 0;
  for (const Kind& kind : rules.kinds) width = std::max(width, kind.name.size());
  for (std::size_t i = 0; i < rules.kinds.size(); ++i) {
    const Kind& kind = rules.kinds[i];
    const int index = static_cast<int>(i);
    const bool white = rules.royal[0] == index, black = rules.royal[1] == index;
    fmt::print("  {}  {:{}}  {}{}\n", kind.letter, kind.name, width, moves_text(kind),
               white && black ? "  (royal)"
               : white        ? "  (White's royal)"
               : black        ? "  (Black's royal)"
                              : "");
  }
}

// "Q 9, R 6": a number of each kind that has one.
template <class F>
std::string numbers_text(const GameRules& rules, F&& number) {
  std::string text;
  for (const Kind& kind : rules.kinds)
    if (const int n = number(kind); n > 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", kind.letter, n);
  return text;
}

void print_pawns(const GameRules& rules) {
  for (const Kind& kind : rules.kinds)
    if (kind.pawn) fmt::print("Pawn {}: {}\n", kind.letter, pawn_text(rules, *kind.pawn));
  if (const auto most = numbers_text(rules, [](const Kind& k) { return k.most; }); !most.empty())
    fmt::print("Promotion only to what a side has fewer of: {}\n", most);
}

void print_outcomes(const GameRules& rules) {
  fmt::print("Stalemate is a {} for the side that cannot move\n", name(rules.stalemate));
  if (rules.bare_royal)
    fmt::print("A side with nothing but its royal man has a {} at once{}\n",
               name(*rules.bare_royal),
               *rules.bare_royal == Outcome::kDraw ? "" : ", but two such sides a draw");
  if (rules.bare_royals_draw) fmt::print("The two royal men alone are a draw at once\n");
  if (rules.perpetual_check_wins) fmt::print("Perpetual check wins\n");
  if (rules.points_settle) {
    fmt::print("Infinite play: {} or more points ahead are an advantage, else it is a draw\n",
               rules.points_ahead);
    fmt::print("Points: {}\n", numbers_text(rules, [](const Kind& k) { return k.points; }));
    std::string heavy;
    for (const Kind& kind : rules.kinds)
      if (kind.heavy) heavy += kind.letter;
    if (!heavy.empty())
      fmt::print("A Joker counts one more if the opponent has more of {} than of other men\n",
                 heavy);
  }
}

void print_variant(const Variant& variant, const Game& game) {
  const GameRules& rules = game.rules();
  fmt::print("{}: {}\n", rules.name, variant.description);
  if (!variant.limits.empty()) fmt::print("Limits: {}\n", variant.limits);
  fmt::print("\nBoard: {}x{}, {} squares{}\n", rules.board.files(), rules.board.ranks(),
             rules.board.squares().count(),
             rules.board.vanishing().any() ? " ('*': exists only while a man stands there)" : "");
  fmt::print("{}\n", draw(game, Position{}));
  fmt::print("Men (letter, name, moves as the file writes them; 'augmate moves' draws one)\n");
  print_men(rules);
  fmt::print("\nWhite looks {}, Black {}\n", direction_name(rules.forward[0]),
             direction_name(rules.forward[1]));
  if (rules.camp_rule) fmt::print("Camp rule: no step or leap leads from one camp into another\n");
  print_pawns(rules);
  print_outcomes(rules);
  if (rules.move_rule > 0)
    fmt::print("{}-move rule: not part of the values; 'stats' says where a mate takes longer\n",
               rules.move_rule);
  fmt::print("File: {}\n", variant.file);
}

Result<int> explain_variant(const std::string& variant_name) {
  auto variants = find_variant(variant_name);
  if (!variants) return variants.error();
  auto variant = variants->library.load(variants->name);
  if (!variant)
    return variant.error().code == ErrorCode::kUsage ? variant.error() : in_file(variant.error());
  auto game = Game::create(variant->rules);
  if (!game) return in_file(game.error().in(variant->file));
  print_variant(*variant, **game);
  return kDone;
}

}  // namespace

void add_variants(CLI::App& program, Run& run) {
  auto name = std::make_shared<std::string>();
  CLI::App* command =
      program.add_subcommand("variants", "List the shipped variants, or explain one");
  command->add_option("NAME", *name, "Name of a variant, or FILE.ini, or FILE.ini:NAME");
  command->footer(
      "A variant file is INI text with the keys of Fairy-Stockfish's variants.ini and some more;\n"
      "docs/variants.md lists them.");
  command->callback([&run, name] {
    run = [name] { return name->empty() ? list_variants() : explain_variant(*name); };
  });
}

}  // namespace augmate::cli
