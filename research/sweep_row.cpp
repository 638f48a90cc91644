// SPDX-License-Identifier: MIT
#include "research/sweep_row.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "formats/rules_text.h"

namespace augmate {
namespace {

using Json = nlohmann::ordered_json;
using Type = Hdf5Column::Type;

constexpr std::size_t at(Outcome o) { return static_cast<std::size_t>(o); }

double share(std::uint64_t count, std::uint64_t of) {
  return of == 0 ? 0 : static_cast<double>(count) / static_cast<double>(of);
}

// Calls visit(name, meaning, value) for each stored column, and derived(name, meaning, function)
// for those that follow from them. Row is SweepRow or const SweepRow.
template <class Row, class Visit, class Derived>
void for_each_column(Row& row, Visit&& visit, Derived&& derived) {
  visit("game", "variant and changes to it", row.game);
  visit("board", "files x ranks, and what is peculiar", row.board);
  visit("white", "White's men but the game's own royal, - for none", row.white);
  visit("black", "Black's men but the game's own royal, - for none", row.black);
  visit("ending", "material in letters", row.ending);
  visit("rules", "hash of what the rules mean for the ending", row.rules);
  visit("placements", "ways to put the men on different permitted squares, alike men once",
        row.placements);
  for (unsigned side = 0; side < 2; ++side) {
    auto& s = row.sides[side];
    const std::string prefix = side == 0 ? "wtm_" : "btm_";
    const std::string who = side == 0 ? "White" : "Black";
    const auto count = [&](const char* name, const std::string& meaning, auto& value) {
      visit((prefix + name).c_str(), (meaning + ", " + who + " to move").c_str(), value);
    };
    count("legal", "legal positions", s.legal);
    for (int o = kOutcomes - 1; o >= 0; --o) {
      const char* outcome = name(static_cast<Outcome>(o));
      count(outcome, std::string("positions that are a ") + outcome + " for the side to move",
            s.counts[static_cast<std::size_t>(o)]);
    }
    count("max_win_plies", "most plies to a forced win by mate", s.max_win_plies);
    count("max_loss_plies", "most plies to a forced loss by mate", s.max_loss_plies);
    count("longest_win_fen", "a position that attains it", s.longest_win_fen);
    count("longest_loss_fen", "a position that attains it", s.longest_loss_fen);
  }
  const auto wins = [](augmate::Side to_move, augmate::Side winner) {
    return [=](const SweepRow& r) { return std::optional<double>(r.won_share(to_move, winner)); };
  };
  constexpr auto kWhite = augmate::Side::kWhite, kBlack = augmate::Side::kBlack;
  derived("white_wins_wtm", "White's wins / wtm_legal", wins(kWhite, kWhite));
  derived("white_wins_btm", "White's wins / btm_legal", wins(kBlack, kWhite));
  derived("black_wins_wtm", "Black's wins / wtm_legal", wins(kWhite, kBlack));
  derived("black_wins_btm", "Black's wins / btm_legal", wins(kBlack, kBlack));
  derived("white_wins_btm_of_placements", "White's wins with Black to move / placements",
          [](const SweepRow& r) { return r.won_of_placements(); });
  derived("white_score", "mean result of White: win 1, draw 1/2; mean of the two sides to move",
          [](const SweepRow& r) { return std::optional<double>(r.white_score()); });
  visit("verdict", "generally won or drawn, for the strong side to move", row.verdict);
  visit("strong_side", "the side of the verdict", row.strong_side);
  visit("quiet_won", "won positions / quiet ones, the strong side to move", row.quiet_won);
  visit("fortress", "positions not won / quiet ones", row.fortress);
  visit("quiet_lost", "lost positions / quiet ones", row.quiet_lost);
  visit("seconds", "wall time of solving", row.seconds);
}

// The types of the columns' values.
constexpr Type type_of(const std::string&) { return Type::kText; }
constexpr Type type_of(double) { return Type::kReal; }
constexpr Type type_of(const std::optional<double>&) { return Type::kReal; }
constexpr Type type_of(std::uint64_t) { return Type::kInteger; }
constexpr Type type_of(int) { return Type::kInteger; }
constexpr Type type_of(const std::optional<std::uint64_t>&) { return Type::kInteger; }

Hdf5Cell cell_of(const std::string& text) { return text; }
Hdf5Cell cell_of(double number) { return number; }
Hdf5Cell cell_of(std::uint64_t count) { return static_cast<std::int64_t>(count); }
Hdf5Cell cell_of(int plies) {
  return plies == kNoDistance ? Hdf5Cell() : Hdf5Cell(std::int64_t{plies});
}
template <class Number>
Hdf5Cell cell_of(const std::optional<Number>& number) {
  return number ? cell_of(*number) : Hdf5Cell();
}

Json json_of(const Hdf5Cell& cell) {
  struct {
    Json operator()(std::monostate) const { return nullptr; }
    Json operator()(std::int64_t n) const { return n; }
    Json operator()(double n) const { return n; }
    Json operator()(const std::string& s) const { return s; }
  } to_json;
  return std::visit(to_json, cell);
}

bool read(const Json& json, std::string& value) {
  if (json.is_string()) value = json.get<std::string>();
  return json.is_string();
}
bool read(const Json& json, double& value) {
  if (json.is_number()) value = json.get<double>();
  return json.is_number();
}
bool read(const Json& json, std::uint64_t& value) {
  if (json.is_number_unsigned()) value = json.get<std::uint64_t>();
  return json.is_number_unsigned();
}
bool read(const Json& json, int& value) {
  value = kNoDistance;
  if (json.is_number_unsigned() && json.get<std::uint64_t>() <= kMaxPlies) value = json.get<int>();
  return json.is_null() || value != kNoDistance;
}
template <class Number>
bool read(const Json& json, std::optional<Number>& value) {
  value.reset();
  if (Number number{}; read(json, number)) value = number;
  return json.is_null() || value.has_value();
}

std::string csv_text(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

std::string csv_of(const Hdf5Cell& cell) {
  struct {
    std::string operator()(std::monostate) const { return ""; }
    std::string operator()(std::int64_t n) const { return std::to_string(n); }
    std::string operator()(double n) const { return fmt::format("{}", n); }
    std::string operator()(const std::string& s) const { return csv_text(s); }
  } to_csv;
  return std::visit(to_csv, cell);
}

// Men whose kinds may stand on nested sets of squares are put down one after the other, those with
// the fewest squares first; where the sets only overlap there is no such product.
std::optional<std::uint64_t> placements_of(const Game& game, const Material& material) {
  std::vector<SquareSet> sets;
  std::uint64_t orders = 1;  // of alike men
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    const auto& men = material.men[index(side)];
    for (std::size_t i = 0; i < men.size(); ++i) {
      sets.push_back(game.may_stand(side, men[i]));
      orders *= static_cast<std::uint64_t>(
          std::count(men.begin(), men.begin() + static_cast<std::ptrdiff_t>(i) + 1, men[i]));
    }
  }
  std::stable_sort(sets.begin(), sets.end(),
                   [](const SquareSet& a, const SquareSet& b) { return a.count() < b.count(); });
  std::uint64_t ways = 1;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    if (i > 0 && (sets[i - 1] - sets[i]).any()) return std::nullopt;
    const int free = sets[i].count() - static_cast<int>(i);
    ways *= static_cast<std::uint64_t>(std::max(0, free));
  }
  return ways / orders;
}

bool adds_up(const SweepRow::Side& side) {
  std::uint64_t left = side.legal;
  for (const std::uint64_t count : side.counts) {
    if (count > left) return false;
    left -= count;
  }
  return left == 0;
}

}  // namespace

double SweepRow::won_share(augmate::Side to_move, augmate::Side winner) const {
  const Side& side = sides[index(to_move)];
  const bool own = to_move == winner;
  return share(side.counts[at(own ? Outcome::kWin : Outcome::kLoss)] +
                   side.counts[at(own ? Outcome::kWinPerpetual : Outcome::kLossPerpetual)],
               side.legal);
}

double SweepRow::white_score() const {
  constexpr std::array<double, kOutcomes> kWorth = {0, 0, 0.25, 0.5, 0.75, 1, 1};
  double sum = 0;
  for (unsigned side = 0; side < 2; ++side) {
    double mean = 0;
    for (std::size_t o = 0; o < kOutcomes; ++o)
      mean += kWorth[o] * share(sides[side].counts[o], sides[side].legal);
    sum += side == 0 ? mean : 1 - mean;
  }
  return sum / 2;
}

std::optional<double> SweepRow::won_of_placements() const {
  if (!placements) return std::nullopt;
  const Side& btm = sides[1];
  return share(btm.counts[at(Outcome::kLoss)] + btm.counts[at(Outcome::kLossPerpetual)],
               *placements);
}

SweepRow begin_row(const Workshop& workshop, const Army& white, const Army& black,
                   const ArmyEnding& ending) {
  SweepRow row;
  row.game = workshop.rules.name;
  row.board = board_text(workshop.rules.board);
  row.white = white.text;
  row.black = black.text;
  row.ending = material_name(*ending.game, ending.material);
  row.rules = fmt::format("{:016x}", rules_hash(*ending.game, ending.material));
  bool joker = false;
  for (const auto& men : ending.material.men)
    for (const int k : men) joker = joker || ending.game->kind(k).joker;
  if (!joker) row.placements = placements_of(*ending.game, ending.material);
  return row;
}

void set_statistics(SweepRow& row, const Sides& sides) {
  for (unsigned s = 0; s < 2; ++s) {
    SweepRow::Side& side = row.sides[s];
    side.legal = sides[s].legal;
    for (std::size_t o = 0; o < kOutcomes; ++o) side.counts[o] = sides[s].outcomes[o].count;
    const OutcomeStatistics& win = sides[s].outcomes[at(Outcome::kWin)];
    const OutcomeStatistics& loss = sides[s].outcomes[at(Outcome::kLoss)];
    side.max_win_plies = win.max_plies();
    side.max_loss_plies = loss.max_plies();
    side.longest_win_fen = win.longest_fen;
    side.longest_loss_fen = loss.longest_fen;
  }
}

void set_general(SweepRow& row, const GeneralShares& shares) {
  row.verdict = name(shares.verdict());
  row.strong_side = shares.strong == Side::kWhite ? "White" : "Black";
  row.quiet_won = shares.share(shares.quiet_won);
  row.fortress = shares.share(shares.fortress);
  row.quiet_lost = shares.share(shares.quiet_lost);
}

std::vector<Hdf5Column> sweep_columns() {
  std::vector<Hdf5Column> columns;
  const SweepRow row;
  for_each_column(
      row,
      [&](const char* name, const char* meaning, const auto& value) {
        columns.push_back({name, type_of(value), meaning});
      },
      [&](const char* name, const char* meaning, const auto&) {
        columns.push_back({name, Type::kReal, meaning});
      });
  return columns;
}

Hdf5Row cells_of(const SweepRow& row) {
  Hdf5Row cells;
  for_each_column(
      row, [&](const char*, const char*, const auto& value) { cells.push_back(cell_of(value)); },
      [&](const char*, const char*, const auto& function) {
        const auto value = function(row);
        cells.push_back(value ? Hdf5Cell(*value) : Hdf5Cell());
      });
  return cells;
}

std::string to_json_line(const SweepRow& row) {
  Json json;
  const auto columns = sweep_columns();
  const Hdf5Row cells = cells_of(row);
  for (std::size_t i = 0; i < columns.size(); ++i) json[columns[i].name] = json_of(cells[i]);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<SweepRow> row_from_json_line(const std::string& line) {
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object()) return Error{ErrorCode::kCorrupt, "not a JSON object"};
  SweepRow row;
  std::string wrong;
  for_each_column(
      row,
      [&](const char* name, const char*, auto& value) {
        const auto found = json.find(name);
        if (wrong.empty() && (found == json.end() || !read(*found, value))) wrong = name;
      },
      [](const char*, const char*, const auto&) {});
  if (!wrong.empty())
    return Error{ErrorCode::kCorrupt, "'" + wrong + "' is missing or of the wrong type"};
  if (!std::all_of(row.sides.begin(), row.sides.end(), adds_up))
    return Error{ErrorCode::kCorrupt, "its outcomes do not add up to its legal positions"};
  return row;
}

std::string to_csv(const std::vector<SweepRow>& rows) {
  std::string text;
  for (const Hdf5Column& column : sweep_columns()) text += (text.empty() ? "" : ",") + column.name;
  text += '\n';
  for (const SweepRow& row : rows) {
    std::string line;
    for (const Hdf5Cell& cell : cells_of(row)) line += csv_of(cell) + ',';
    line.back() = '\n';
    text += line;
  }
  return text;
}

}  // namespace augmate
