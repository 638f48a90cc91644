// SPDX-License-Identifier: MIT
#include "tests/support/claims_file.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fstream>
#include <map>
#include <optional>

#include "tests/support/fairy_men.h"
#include "tests/support/games.h"

namespace augmate::test {
namespace {

using Row = std::map<std::string, std::string>;

// Fields of one line, where quotes may enclose commas and doubled quotes. No field holds a line
// end.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"')
      fields.back() += line[++i];
    else if (line[i] == '"')
      quoted = !quoted;
    else if (line[i] == ',' && !quoted)
      fields.emplace_back();
    else if (line[i] != '\r')
      fields.back() += line[i];
  }
  return fields;
}

std::vector<Row> rows_of(const std::string& path) {
  std::ifstream file(path);
  std::vector<Row> rows;
  std::string line;
  if (!std::getline(file, line)) return rows;
  const std::vector<std::string> names = fields_of(line);
  while (std::getline(file, line)) {
    const std::vector<std::string> fields = fields_of(line);
    Row row;
    for (std::size_t i = 0; i < names.size() && i < fields.size(); ++i) row[names[i]] = fields[i];
    rows.push_back(std::move(row));
  }
  return rows;
}

// Why a quantity is none of a mate table's maxima and counts.
std::optional<std::string> other_quantity(const Row& row) {
  const std::string& quantity = row.at("quantity");
  if (row.at("unit") == "verdict" || row.at("unit") == "pieces") return "a verdict in words";
  if (quantity.find("conversion") != std::string::npos ||
      quantity.find("capture") != std::string::npos ||
      quantity.find("win of rook") != std::string::npos)
    return "distance to conversion";
  if (quantity.find("DTZ") != std::string::npos &&
      row.at("note").find("here DTZ = DTM") == std::string::npos)
    return "distance to zeroing";
  if (quantity.find("stalemates") != std::string::npos ||
      quantity.find("checkmate positions") != std::string::npos ||
      quantity.find("unique legal") != std::string::npos)
    return "a count of its own kind";
  return std::nullopt;
}

// The notation of a man as the source names it; nothing for a name that is none.
std::optional<std::string> notation_of(std::string man) {
  if (man == "BN(compound)") return "BN";
  if (man == "K(non-royal Commoner, WF)") return "WF";
  man = man.substr(0, man.find(" ("));
  if (man == "Pao") return "mRcpR";
  if (man == "Vao") return "mBcpB";
  const bool plain =
      std::all_of(man.begin(), man.end(), [](unsigned char c) { return std::isalnum(c) != 0; });
  if (man == "P" || man == "Lion" || man == "Leo" || man == "Grasshopper" || man == "any" ||
      man == "pR" || !plain || man.empty() || !fairy_man(man))
    return std::nullopt;
  return man;
}

// The men besides the King; nothing where one has no notation or the royal is no King.
std::optional<std::vector<std::string>> men_of(const std::string& side) {
  std::vector<std::string> men;
  std::size_t begin = 0;
  while (begin <= side.size()) {
    const std::size_t end = std::min(side.find('+', begin), side.size());
    men.push_back(side.substr(begin, end - begin));
    begin = end + 1;
  }
  if (men.empty() || men.front() != "K") return std::nullopt;
  men.erase(men.begin());
  for (std::string& man : men) {
    const auto notation = notation_of(man);
    if (!notation) return std::nullopt;
    man = *notation;
  }
  return men;
}

// Gives the reason, or adds the claim to its ending.
std::optional<std::string> file_claim(const Row& row, std::vector<ClaimedEnding>& endings) {
  const std::string& board = row.at("board");
  const auto size = numbers_in(board);
  if (size.size() != 2 || board != std::to_string(size[0]) + "x" + std::to_string(size[1]))
    return "board " + board;
  ClaimedEnding e;
  e.files = static_cast<int>(size[0]);
  e.ranks = static_cast<int>(size[1]);
  if (e.files > kMaxBoardSide || e.ranks > kMaxBoardSide) return "a board beyond 16x16";
  if (!row.at("variant_rules").empty()) return "rules: " + row.at("variant_rules");
  if (const auto why = other_quantity(row)) return why;
  const auto white = men_of(row.at("white")), black = men_of(row.at("black"));
  if (!white || !black) return "men: " + row.at("white") + " v " + row.at("black");
  e.white = *white;
  e.black = *black;
  auto same = std::find_if(endings.begin(), endings.end(),
                           [&](const ClaimedEnding& o) { return o.name() == e.name(); });
  if (same == endings.end()) same = endings.insert(endings.end(), e);
  same->claims.push_back({row.at("id"), row.at("quantity"), row.at("value"), row.at("unit"),
                          row.at("stm"), row.at("note")});
  return std::nullopt;
}

}  // namespace

std::string ClaimedEnding::name() const {
  std::string text = std::to_string(files) + "x" + std::to_string(ranks) + " K";
  for (const auto& man : white) text += "+" + man;
  text += " v K";
  for (const auto& man : black) text += "+" + man;
  return text;
}

double ClaimedEnding::placements() const {
  return std::pow(static_cast<double>(files * ranks), men());
}

Claims read_claims(const std::string& path) {
  Claims claims;
  for (const Row& row : rows_of(path))
    if (const auto why = file_claim(row, claims.endings))
      claims.not_covered.emplace_back(row.at("id"), *why);
  return claims;
}

Claims read_claims() {
  Claims claims = read_claims(AUGMATE_SHARED_DIR "/claims.csv");
  return claims.endings.empty() ? read_claims(AUGMATE_SOURCE_DIR "/tests/data/claims.csv") : claims;
}

GameRules rules_of(const ClaimedEnding& ending) {
  Men men = {{'K', "K"}};
  for (const auto* side : {&ending.white, &ending.black})
    for (const std::string& man : *side)
      if (std::none_of(men.begin(), men.end(), [&](const auto& m) { return m.second == man; }))
        men.emplace_back(static_cast<char>('A' + static_cast<int>(men.size()) - 1), man);
  return plain_rules(ending.files, ending.ranks, men);
}

std::vector<std::uint64_t> numbers_in(const std::string& text) {
  std::vector<std::uint64_t> numbers;
  bool inside = false;
  for (const char c : text) {
    const bool digit = c >= '0' && c <= '9';
    if (digit && !inside) numbers.push_back(0);
    if (digit) numbers.back() = numbers.back() * 10 + static_cast<std::uint64_t>(c - '0');
    inside = digit;
  }
  return numbers;
}

}  // namespace augmate::test
