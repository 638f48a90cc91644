// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "research/claims.h"
#include "research/number_text.h"

namespace augmate {
namespace {

const char* mover(Movers movers) {
  return movers == Movers::kWhite   ? "White to move"
         : movers == Movers::kBlack ? "Black to move"
                                    : "either side to move";
}

const char* class_text(PositionClass positions) {
  switch (positions) {
    case PositionClass::kWin:
      return "won";
    case PositionClass::kDraw:
      return "drawn";
    case PositionClass::kLoss:
      return "lost";
    case PositionClass::kLegal:
      return "legal";
    case PositionClass::kMate:
      return "mate";
    case PositionClass::kStalemate:
      return "stalemate";
  }
  return "";
}

const char* counting_text(Counting counting) {
  switch (counting) {
    case Counting::kBoard:
      return ", whole board";
    case Counting::kOrbits:
      return ", up to symmetry";
    case Counting::kOrbitsAlike:
      return ", up to symmetry, alike men once";
  }
  return "";
}

// Whole numbers in groups, others with two decimals.
std::string number_text(double number) {
  const double whole = std::round(number);
  if (std::abs(number - whole) < 1e-6) return grouped(static_cast<std::uint64_t>(whole));
  return fmt::format("{:.2f}", number);
}

std::string numbers_text(const Claim& claim, const std::vector<double>& numbers) {
  const auto text = [](double n) { return number_text(n); };
  std::vector<std::string> texts(numbers.size());
  std::transform(numbers.begin(), numbers.end(), texts.begin(), text);
  if (!claim.undecided.empty()) return fmt::format("{}", fmt::join(texts, " / "));
  switch (claim.quantity) {
    case Quantity::kLongestWin:
    case Quantity::kLongestWon:
    case Quantity::kLongest:
      return texts.front() + (claim.in_moves ? (numbers.front() == 1 ? " move" : " moves")
                                             : (numbers.front() == 1 ? " ply" : " plies"));
    case Quantity::kWinDrawLoss:
      return fmt::format("{}", fmt::join(texts, " / "));
    case Quantity::kShare:
      return fmt::format("{:.2f} %", numbers.front());
    default:
      return fmt::format("{}", fmt::join(texts, " "));
  }
}

// A cell of a Markdown table: in one line, its bars no borders.
std::string cell(const std::string& text) {
  std::string escaped;
  for (const char c : text)
    if (c == '|')
      escaped += "\\|";
    else
      escaped += c == '\n' || c == '\r' ? ' ' : c;
  return escaped;
}

}  // namespace

const char* name(Judgement judgement) {
  return judgement == Judgement::kHolds   ? "holds"
         : judgement == Judgement::kFails ? "does not hold"
                                          : "not decided";
}

std::string ending_text(const Claim& claim) {
  const GameOptions& game = claim.game;
  std::vector<std::string> details;
  if (game.variant != "chess") details.push_back(game.variant);
  for (const std::string& piece : game.pieces) details.push_back(piece);
  for (const std::string& piece : game.white) details.push_back("White " + piece);
  for (const std::string& piece : game.black) details.push_back("Black " + piece);
  if (!game.royal.empty()) details.push_back("royal " + game.royal);
  if (!game.stalemate.empty()) details.push_back("stalemate " + game.stalemate);
  if (!game.holes.empty()) details.push_back("without " + game.holes);
  std::string text = claim.ending;
  if (!game.board.empty()) text += " on " + game.board;
  return details.empty() ? text : fmt::format("{} ({})", text, fmt::join(details, "; "));
}

std::string quantity_text(const Claim& claim) {
  if (!claim.undecided.empty()) return claim.statement;
  const auto winner = claim.to_move == Movers::kBlack ? "Black" : "White";
  switch (claim.quantity) {
    case Quantity::kLongestWin:
      return fmt::format("longest win, {}", mover(claim.to_move));
    case Quantity::kLongestWon:
      return fmt::format("longest win of {}, either side to move", winner);
    case Quantity::kLongest:
      return fmt::format("longest win or loss, {}", mover(claim.to_move));
    case Quantity::kWinDrawLoss:
      return fmt::format("wins / draws / losses, {}{}", mover(claim.to_move),
                         counting_text(claim.counting));
    case Quantity::kHistogram:
      return fmt::format("{} positions by plies from 0, {}{}", class_text(claim.positions),
                         mover(claim.to_move), counting_text(claim.counting));
    case Quantity::kCount:
      return fmt::format("{} positions, {}{}", class_text(claim.positions), mover(claim.to_move),
                         counting_text(claim.counting));
    case Quantity::kShare:
      return fmt::format(
          "share {}, {}, of {}", class_text(claim.positions), mover(claim.to_move),
          claim.of_placements ? "all placements on different squares" : "the legal positions");
    case Quantity::kForcedMate:
      return fmt::format("{} can force mate", winner);
    case Quantity::kVerdict:
      return fmt::format("general verdict for {}", winner);
    case Quantity::kZugzwang:
      return fmt::format("there are positions that {} wins only if the other side is to move",
                         winner);
  }
  return "";
}

std::string value_text(const Claim& claim, const ClaimValue& value) {
  if (const bool* truth = std::get_if<bool>(&value)) return *truth ? "yes" : "no";
  if (const auto* word = std::get_if<std::string>(&value)) return *word;
  return numbers_text(claim, std::get<std::vector<double>>(value));
}

std::string finding_text(const Claim& claim, const Finding& finding) {
  if (finding.judgement == Judgement::kHolds) return name(finding.judgement);
  if (finding.judgement == Judgement::kUndecided)
    return fmt::format("{}: {}", name(finding.judgement), finding.why);
  return fmt::format("{}: {}{}", name(finding.judgement), value_text(claim, finding.truth),
                     claim.known_false.empty() ? "" : fmt::format(" ({})", claim.known_false));
}

std::string markdown_head() {
  return "| Claim | Ending | Statement | Published | Result | Source "
         "|\n|---|---|---|---|---|---|\n";
}

std::string markdown_row(const Claim& claim, const Finding& finding) {
  const std::string source =
      claim.url.empty() ? claim.source : fmt::format("[{}]({})", claim.source, claim.url);
  return fmt::format("| {} | {} | {} | {} | {} | {} |", cell(claim.id), cell(ending_text(claim)),
                     cell(quantity_text(claim)), cell(value_text(claim, claim.value)),
                     cell(finding_text(claim, finding)), cell(source));
}

}  // namespace augmate
