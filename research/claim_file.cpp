// SPDX-License-Identifier: MIT
#include "research/claim_file.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "rules/data_folder.h"

namespace augmate {
namespace {

namespace fs = std::filesystem;

template <class T>
using Names = std::vector<std::pair<const char*, T>>;

const Names<Quantity> kQuantities = {
    {"longest win", Quantity::kLongestWin},
    {"longest won", Quantity::kLongestWon},
    {"longest", Quantity::kLongest},
    {"wins, draws, losses", Quantity::kWinDrawLoss},
    {"histogram", Quantity::kHistogram},
    {"count", Quantity::kCount},
    {"share", Quantity::kShare},
    {"can force mate", Quantity::kForcedMate},
    {"verdict", Quantity::kVerdict},
    {"has zugzwang", Quantity::kZugzwang},
};
const Names<PositionClass> kClasses = {
    {"won", PositionClass::kWin},    {"drawn", PositionClass::kDraw},
    {"lost", PositionClass::kLoss},  {"legal", PositionClass::kLegal},
    {"mates", PositionClass::kMate}, {"stalemates", PositionClass::kStalemate},
};
const Names<Counting> kCountings = {
    {"board", Counting::kBoard},
    {"orbits", Counting::kOrbits},
    {"orbits, alike men once", Counting::kOrbitsAlike},
};
const Names<Movers> kMovers = {
    {"white", Movers::kWhite}, {"black", Movers::kBlack}, {"both", Movers::kBoth}};
const Names<bool> kUnits = {{"plies", false}, {"moves", true}};
const Names<bool> kDenominators = {{"legal", false}, {"placements", true}};

constexpr double kMostClaimed = 9007199254740992;  // 2^53: up to it a double counts

// One table of the file and what has been read of it.
class Reader {
 public:
  Reader(const std::string& path, const toml::table& table)
      : path_(path), table_(table), line_(table.source().begin.line) {}

  std::string place() const { return fmt::format("{}, line {}", path_, line_); }

  Error error(const std::string& what) const {
    return {ErrorCode::kCorrupt, fmt::format("{}: {}", place(), what)};
  }

  Result<void> text(const char* key, std::string& out, bool required = false) {
    const toml::node* node = get(key);
    if (node == nullptr)
      return required ? Result<void>(error(fmt::format("'{}' is missing", key))) : Result<void>();
    const auto value = node->value_exact<std::string>();
    if (!value) return error(fmt::format("'{}' must be a text", key));
    out = *value;
    return {};
  }

  template <class T>
  Result<void> word(const char* key, const Names<T>& names, T& out, bool required = false) {
    std::string value;
    if (auto ok = text(key, value, required); !ok) return ok;
    if (value.empty() && !required) return {};
    for (const auto& [word, meaning] : names)
      if (value == word) {
        out = meaning;
        return {};
      }
    std::string known;
    for (const auto& [word, meaning] : names) known += fmt::format(" '{}'", word);
    return error(fmt::format("'{}' is '{}'; known are{}", key, value, known));
  }

  Result<void> texts(const char* key, std::vector<std::string>& out) {
    const toml::node* node = get(key);
    if (node == nullptr) return {};
    const toml::array* array = node->as_array();
    if (array == nullptr) return error(fmt::format("'{}' must be a list of texts", key));
    for (const toml::node& item : *array) {
      const auto value = item.value_exact<std::string>();
      if (!value) return error(fmt::format("'{}' must be a list of texts", key));
      out.push_back(*value);
    }
    return {};
  }

  Result<void> number(const char* key, double& out) {
    const toml::node* node = get(key);
    if (node == nullptr) return {};
    const auto value = node->value<double>();
    if (!value || !(*value >= 0) || !std::isfinite(*value))
      return error(fmt::format("'{}' must be a number from 0", key));
    out = *value;
    return {};
  }

  Result<void> integer(const char* key, std::optional<int>& out) {
    const toml::node* node = get(key);
    if (node == nullptr) return {};
    const auto value = node->value_exact<std::int64_t>();
    if (!value || *value < std::numeric_limits<int>::min() ||
        *value > std::numeric_limits<int>::max())
      return error(fmt::format("'{}' must be a whole number", key));
    out = static_cast<int>(*value);
    return {};
  }

  bool has(const char* key) const { return table_.contains(key); }

  Result<void> claimed(ClaimValue& out) {
    const toml::node* node = get("value");
    if (node == nullptr) return error("'value' is missing");
    std::vector<double> numbers;
    if (const auto truth = node->value_exact<bool>()) {
      out = *truth;
    } else if (const auto word = node->value_exact<std::string>()) {
      out = *word;
    } else if (const toml::array* array = node->as_array(); array != nullptr && !array->empty()) {
      for (const toml::node& item : *array) {
        const auto number = item.value<double>();
        if (!number) return error("'value' must be a list of numbers");
        numbers.push_back(*number);
      }
      out = std::move(numbers);
    } else if (const auto number = node->value<double>()) {
      out = std::vector<double>{*number};
    } else {
      return error("'value' must be a number, a list of numbers, a text, true or false");
    }
    if (const auto* all = std::get_if<std::vector<double>>(&out);
        all != nullptr && std::any_of(all->begin(), all->end(),
                                      [](double n) { return !(n >= 0 && n <= kMostClaimed); }))
      return error(fmt::format("'value' must be from 0 to {:.0f}", kMostClaimed));
    return {};
  }

  // Nothing is skipped: a key that nobody asked for is a mistake.
  Result<void> all_known() const {
    for (const auto& [key, node] : table_)
      if (known_.count(std::string(key.str())) == 0)
        return error(fmt::format("there is no key '{}'", std::string(key.str())));
    return {};
  }

 private:
  const toml::node* get(const char* key) {
    known_.insert(key);
    return table_.get(key);
  }

  const std::string& path_;
  const toml::table& table_;
  std::uint32_t line_;
  std::set<std::string> known_;
};

Result<void> read_game(Reader& reader, GameOptions& game) {
  for (const auto& [key, text] : {std::pair{"variant", &game.variant},
                                  {"board", &game.board},
                                  {"holes", &game.holes},
                                  {"brouhaha", &game.brouhaha},
                                  {"royal", &game.royal},
                                  {"stalemate", &game.stalemate},
                                  {"bare-king", &game.bare_king},
                                  {"perpetual-check", &game.perpetual_check}})
    if (auto ok = reader.text(key, *text); !ok) return ok;
  for (const auto& [key, list] :
       {std::pair{"piece", &game.pieces}, {"white", &game.white}, {"black", &game.black}})
    if (auto ok = reader.texts(key, *list); !ok) return ok;
  return reader.integer("first-rank", game.first_rank);
}

// What a value of the quantity is.
Result<void> check_value(const Reader& reader, const Claim& claim) {
  const bool words = claim.quantity == Quantity::kVerdict;
  const bool truth =
      claim.quantity == Quantity::kForcedMate || claim.quantity == Quantity::kZugzwang;
  const auto* numbers = std::get_if<std::vector<double>>(&claim.value);
  if (truth && !std::holds_alternative<bool>(claim.value))
    return reader.error("'value' must be true or false");
  if (words) {
    const auto* word = std::get_if<std::string>(&claim.value);
    if (word == nullptr || (*word != "won" && *word != "drawn" && *word != "depends"))
      return reader.error("'value' must be 'won', 'drawn' or 'depends'");
  }
  if (truth || words)
    return claim.to_move == Movers::kBoth
               ? reader.error("'to-move' must be 'white' or 'black', the side it is said of")
               : Result<void>();
  if (numbers == nullptr) return reader.error("'value' must be a number");
  if (claim.quantity != Quantity::kShare &&
      std::any_of(numbers->begin(), numbers->end(), [](double n) { return n != std::floor(n); }))
    return reader.error("'value' must be whole: it counts");
  if (claim.quantity == Quantity::kHistogram)
    return reader.has("positions") ? Result<void>() : reader.error("'positions' is missing");
  if (claim.quantity == Quantity::kWinDrawLoss)
    return numbers->size() == 3
               ? Result<void>()
               : reader.error("'value' must be three numbers: wins, draws, losses");
  return numbers->size() == 1 ? Result<void>() : reader.error("'value' must be one number");
}

Result<void> read_statement(Reader& reader, Claim& claim) {
  if (auto ok = reader.text("undecided", claim.undecided); !ok) return ok;
  if (auto ok = reader.text("known-false", claim.known_false); !ok) return ok;
  if (auto ok = reader.text("note", claim.note); !ok) return ok;
  if (auto ok = reader.text("ending", claim.ending, true); !ok) return ok;
  if (auto ok = read_game(reader, claim.game); !ok) return ok;
  if (auto ok = reader.text("quantity", claim.statement, true); !ok) return ok;
  if (!claim.undecided.empty())
    return reader.claimed(claim.value);  // any words may be its quantity
  if (auto ok = reader.word("quantity", kQuantities, claim.quantity, true); !ok) return ok;
  if (auto ok = reader.word("positions", kClasses, claim.positions); !ok) return ok;
  if (auto ok = reader.word("counting", kCountings, claim.counting); !ok) return ok;
  if (auto ok = reader.word("to-move", kMovers, claim.to_move); !ok) return ok;
  if (auto ok = reader.word("unit", kUnits, claim.in_moves); !ok) return ok;
  if (auto ok = reader.word("of", kDenominators, claim.of_placements); !ok) return ok;
  if (auto ok = reader.number("within", claim.within); !ok) return ok;
  if (auto ok = reader.claimed(claim.value); !ok) return ok;
  return check_value(reader, claim);
}

struct Source {
  std::string text, url;
};

Result<Claim> read_claim(const std::string& path, const toml::table& table,
                         const std::vector<std::pair<std::string, Source>>& sources) {
  Reader reader(path, table);
  Claim claim;
  claim.place = reader.place();
  std::string source;
  if (auto ok = reader.text("id", claim.id, true); !ok) return ok.error();
  if (auto ok = reader.text("source", source, true); !ok) return ok.error();
  if (auto ok = read_statement(reader, claim); !ok) return ok.error();
  if (auto ok = reader.all_known(); !ok) return ok.error();
  const auto found = std::find_if(sources.begin(), sources.end(),
                                  [&](const auto& s) { return s.first == source; });
  if (found == sources.end())
    return reader.error(fmt::format("the file has no [sources.{}]", source));
  claim.source = found->second.text;
  claim.url = found->second.url;
  return claim;
}

Result<std::vector<std::pair<std::string, Source>>> read_sources(const std::string& path,
                                                                 const toml::table& file) {
  std::vector<std::pair<std::string, Source>> sources;
  const toml::table* tables = file["sources"].as_table();
  if (tables == nullptr) return Error{ErrorCode::kCorrupt, path + ": there are no [sources.NAME]"};
  for (const auto& [key, node] : *tables) {
    const toml::table* table = node.as_table();
    if (table == nullptr)
      return Error{ErrorCode::kCorrupt, path + ": 'sources' must hold tables [sources.NAME]"};
    Reader reader(path, *table);
    Source source;
    if (auto ok = reader.text("text", source.text, true); !ok) return ok.error();
    if (auto ok = reader.text("url", source.url); !ok) return ok.error();
    if (auto ok = reader.all_known(); !ok) return ok.error();
    sources.emplace_back(key.str(), std::move(source));
  }
  return sources;
}

Result<toml::table> parse(const std::string& path) try {
  std::error_code code;
  std::ifstream in(path, std::ios::binary);
  if (!in || fs::is_directory(path, code))
    return Error{ErrorCode::kIo, path + ": there is no such file, or it cannot be read"};
  return toml::parse(in, path);
} catch (const toml::parse_error& error) {
  return Error{ErrorCode::kCorrupt, fmt::format("{}, line {}: {}", path, error.source().begin.line,
                                                std::string(error.description()))};
}

}  // namespace

Result<std::vector<Claim>> read_claims(const std::string& path) {
  const auto file = parse(path);
  if (!file) return file.error();
  const auto sources = read_sources(path, *file);
  if (!sources) return sources.error();
  for (const auto& [key, node] : *file)
    if (key.str() != "sources" && key.str() != "claim")
      return Error{ErrorCode::kCorrupt,
                   fmt::format("{}, line {}: there is no key '{}'", path, node.source().begin.line,
                               std::string(key.str()))};
  std::vector<Claim> claims;
  const toml::array* tables = file->get_as<toml::array>("claim");
  if (tables == nullptr) return Error{ErrorCode::kCorrupt, path + ": there are no [[claim]]"};
  for (const toml::node& node : *tables) {
    if (!node.is_table())
      return Error{ErrorCode::kCorrupt, path + ": 'claim' must hold tables [[claim]]"};
    auto claim = read_claim(path, *node.as_table(), *sources);
    if (!claim) return claim.error();
    claims.push_back(std::move(*claim));
  }
  return claims;
}

Result<std::vector<Claim>> read_claims(const std::vector<std::string>& paths) {
  std::vector<Claim> all;
  std::map<std::string, std::string> places;  // by id
  for (const std::string& path : paths) {
    auto claims = read_claims(path);
    if (!claims) return claims;
    for (Claim& claim : *claims) {
      const auto [first, is_new] = places.emplace(claim.id, claim.place);
      if (!is_new)
        return Error{ErrorCode::kCorrupt, fmt::format("{}: the id '{}' is that of the claim in {}",
                                                      claim.place, claim.id, first->second)};
      all.push_back(std::move(claim));
    }
  }
  return all;
}

Result<std::vector<std::string>> shipped_claim_files() {
  const std::string folder = data_folder("claims");
  std::vector<std::string> files;
  std::error_code code;
  for (fs::directory_iterator it(folder, code), end; !code && it != end; it.increment(code))
    if (it->path().extension() == ".toml") files.push_back(it->path().string());
  if (files.empty())
    return Error{ErrorCode::kIo, folder +
                                     ": there are no claims (*.toml); name files, or set "
                                     "AUGMATE_CLAIMS to their folder"};
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace augmate
