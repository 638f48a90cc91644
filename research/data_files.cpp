// SPDX-License-Identifier: MIT
#include "research/data_files.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <set>

namespace augmate {
namespace {

Error bad(const std::string& place, const std::string& what) {
  return {ErrorCode::kBadNotation, place + ": " + what};
}

Result<toml::table> read_toml(const std::string& path) {
  if (!std::filesystem::is_regular_file(path))
    return Error{ErrorCode::kIo, path + ": there is no such file"};
  try {
    return toml::parse_file(path);
  } catch (const toml::parse_error& error) {
    return bad(fmt::format("{}, line {}", path, error.source().begin.line),
               std::string(error.description()));
  }
}

// One table of a file, whose keys are all asked for.
class Reader {
 public:
  Reader(const toml::table& table, std::string place) : table_(table), place_(std::move(place)) {}

  Result<void> only(std::initializer_list<std::string_view> keys) const {
    for (const auto& [key, value] : table_)
      if (std::find(keys.begin(), keys.end(), key.str()) == keys.end())
        return bad(place_, fmt::format("the key '{}' is unknown", key.str()));
    return {};
  }
  bool has(std::string_view key) const { return table_.contains(key); }
  template <class T>
  Result<T> get(std::string_view key, std::optional<T> otherwise = {}) const {
    if (!has(key) && otherwise) return std::move(*otherwise);
    if (const auto value = table_[key].template value_exact<T>()) return T{*value};
    return bad(place_, fmt::format("'{}' is missing or of the wrong type", key));
  }
  Result<double> number(std::string_view key) const {
    if (const auto value = table_[key].value<double>()) return *value;
    return bad(place_, fmt::format("'{}' is missing or no number", key));
  }
  Result<int> count(std::string_view key, int most) const {
    const auto value = table_[key].value_exact<std::int64_t>();
    if (value && *value >= 1 && *value <= most) return static_cast<int>(*value);
    return bad(place_, fmt::format("'{}' is to be a whole number from 1 to {}", key, most));
  }
  Result<std::vector<std::string>> texts(std::string_view key) const {
    const toml::array* array = table_[key].as_array();
    std::vector<std::string> all;
    for (std::size_t i = 0; array != nullptr && i < array->size(); ++i)
      if (const auto text = (*array)[i].value_exact<std::string>()) all.push_back(*text);
    if (array == nullptr || array->empty() || all.size() != array->size())
      return bad(place_, fmt::format("'{}' is to be a list of texts", key));
    return all;
  }
  Result<std::vector<Reader>> tables(std::string_view key) const {
    const toml::array* array = table_[key].as_array();
    if (array == nullptr || array->empty() || !array->is_homogeneous<toml::table>())
      return bad(place_, fmt::format("'{}' is to be a list of tables", key));
    std::vector<Reader> all;
    for (std::size_t i = 0; i < array->size(); ++i)
      all.emplace_back(*(*array)[i].as_table(), fmt::format("{}, {} {}", place_, key, i + 1));
    return all;
  }
  const std::string& place() const { return place_; }
  const toml::table& table() const { return table_; }

 private:
  const toml::table& table_;
  std::string place_;
};

// Calls read(name, reader) for each table of the file, in the order of its lines.
template <class Read>
Result<void> for_each_table(const std::string& path, Read&& read) {
  auto file = read_toml(path);
  if (!file) return file.error();
  std::vector<std::pair<toml::source_index, std::string>> order;
  for (const auto& [key, value] : *file) {
    if (!value.is_table()) return bad(path, fmt::format("'{}' is to be a table", key.str()));
    order.emplace_back(value.source().begin.line, key.str());
  }
  std::sort(order.begin(), order.end());
  for (const auto& [line, name] : order)
    if (auto ok =
            read(name, Reader(*(*file)[name].as_table(), fmt::format("{}, [{}]", path, name)));
        !ok)
      return ok;
  return {};
}

// Every choice of so many of the list's men, joined to `with`.
void add_choices(const std::vector<std::string>& from, std::size_t first, int choose,
                 const std::string& joined, const std::string& prefix,
                 std::vector<std::string>& out) {
  if (choose == 0) {
    out.push_back(prefix + joined);
    return;
  }
  for (std::size_t i = first; i < from.size(); ++i)
    add_choices(from, i + 1, choose - 1, joined.empty() ? from[i] : joined + '+' + from[i], prefix,
                out);
}

const NamedList* find_list(const std::vector<NamedList>& lists, const std::string& name) {
  const auto it =
      std::find_if(lists.begin(), lists.end(), [&](const NamedList& l) { return l.name == name; });
  return it == lists.end() ? nullptr : &*it;
}

Error no_list(const Reader& reader, const std::string& name) {
  return bad(reader.place(), fmt::format("there is no list '{}' before it", name));
}

Result<std::vector<std::string>> read_union(const Reader& reader,
                                            const std::vector<NamedList>& before) {
  auto names = reader.texts("lists");
  if (!names) return names.error();
  std::vector<std::string> all;
  for (const std::string& name : *names) {
    const NamedList* list = find_list(before, name);
    if (list == nullptr) return no_list(reader, name);
    for (const std::string& army : list->armies)
      if (std::find(all.begin(), all.end(), army) == all.end()) all.push_back(army);
  }
  return all;
}

Result<std::vector<std::string>> read_armies(const Reader& reader,
                                             const std::vector<NamedList>& before) {
  constexpr int kMostJoined = 12;
  if (auto ok = reader.only({"about", "men", "lists", "from", "choose", "with", "royal"}); !ok)
    return ok.error();
  if (reader.has("men")) return reader.texts("men");
  if (reader.has("lists")) return read_union(reader, before);
  auto from = reader.get<std::string>("from");
  if (!from) return from.error();
  const NamedList* list = find_list(before, *from);
  if (list == nullptr) return no_list(reader, *from);
  auto choose = reader.has("choose") ? reader.count("choose", kMostJoined) : Result<int>(1);
  if (!choose) return choose.error();
  auto with = reader.get<std::string>("with", "");
  if (!with) return with.error();
  auto royal = reader.get<bool>("royal", false);
  if (!royal) return royal.error();
  std::vector<std::string> all;
  add_choices(list->armies, 0, *choose, *with, *royal ? "royal:" : "", all);
  return all;
}

Result<std::vector<PublishedValues::Entry>> read_entries(const Reader& reader) {
  auto tables = reader.tables("values");
  if (!tables) return tables.error();
  std::vector<PublishedValues::Entry> entries;
  for (const Reader& entry : *tables) {
    if (auto ok = entry.only({"name", "value", "men"}); !ok) return ok.error();
    auto name = entry.get<std::string>("name");
    if (!name) return name.error();
    auto value = entry.number("value");
    if (!value) return value.error();
    auto men = entry.has("men") ? entry.texts("men")
                                : Result<std::vector<std::string>>(std::vector{*name});
    if (!men) return men.error();
    entries.push_back({std::move(*name), *value, std::move(*men)});
  }
  return entries;
}

Result<ArmyChoice::Slot> read_slot(const Reader& reader) {
  constexpr int kMost = 12;
  if (auto ok = reader.only({"name", "men", "holds", "bases"}); !ok) return ok.error();
  auto name = reader.get<std::string>("name");
  if (!name) return name.error();
  auto men = reader.count("men", kMost);
  if (!men) return men.error();
  auto holds = reader.count("holds", kMost);
  if (!holds) return holds.error();
  auto bases = reader.texts("bases");
  if (!bases) return bases.error();
  return ArmyChoice::Slot{std::move(*name), *men, *holds, std::move(*bases)};
}

Result<std::vector<std::vector<std::string>>> read_banned(const Reader& reader) {
  std::vector<std::vector<std::string>> banned;
  const toml::array* sets = reader.table()["banned"].as_array();
  for (std::size_t i = 0; sets != nullptr && i < sets->size(); ++i) {
    std::vector<std::string> set;
    const toml::array* names = (*sets)[i].as_array();
    for (std::size_t j = 0; names != nullptr && j < names->size(); ++j)
      if (const auto text = (*names)[j].value_exact<std::string>()) set.push_back(*text);
    if (names == nullptr || names->empty() || set.size() != names->size())
      return bad(reader.place(), "'banned' is to be a list of lists of texts");
    banned.push_back(std::move(set));
  }
  return banned;
}

Result<ArmyChoice> read_choice(const std::string& name, const Reader& reader) {
  if (auto ok = reader.only({"source", "stated", "board", "pool", "slots", "banned"}); !ok)
    return ok.error();
  ArmyChoice choice;
  choice.name = name;
  auto source = reader.get<std::string>("source");
  if (!source) return source.error();
  auto stated = reader.get<std::string>("stated", "");
  if (!stated) return stated.error();
  auto board = reader.get<std::string>("board");
  if (!board) return board.error();
  auto pool = reader.texts("pool");
  if (!pool) return pool.error();
  auto slots = reader.tables("slots");
  if (!slots) return slots.error();
  for (const Reader& one : *slots) {
    auto slot = read_slot(one);
    if (!slot) return slot.error();
    choice.slots.push_back(std::move(*slot));
  }
  auto banned = read_banned(reader);
  if (!banned) return banned.error();
  choice.source = std::move(*source);
  choice.stated = std::move(*stated);
  choice.board = std::move(*board);
  choice.pool = std::move(*pool);
  choice.banned = std::move(*banned);
  return choice;
}

}  // namespace

Result<std::vector<NamedList>> read_lists(const std::string& path) {
  std::vector<NamedList> lists;
  auto ok =
      for_each_table(path, [&](const std::string& name, const Reader& reader) -> Result<void> {
        auto about = reader.get<std::string>("about");
        if (!about) return about.error();
        auto armies = read_armies(reader, lists);
        if (!armies) return armies.error();
        lists.push_back({name, std::move(*about), std::move(*armies)});
        return {};
      });
  if (!ok) return ok.error();
  return lists;
}

const PublishedValues::Entry* PublishedValues::find(std::string_view man) const {
  const auto it = std::find_if(entries.begin(), entries.end(), [&](const Entry& e) {
    return std::find(e.men.begin(), e.men.end(), man) != e.men.end();
  });
  return it == entries.end() ? nullptr : &*it;
}

Result<std::vector<PublishedValues>> read_published_values(const std::string& path) {
  std::vector<PublishedValues> all;
  auto ok =
      for_each_table(path, [&](const std::string& name, const Reader& reader) -> Result<void> {
        if (auto known = reader.only({"source", "note", "unit", "values"}); !known) return known;
        auto source = reader.get<std::string>("source");
        if (!source) return source.error();
        auto note = reader.get<std::string>("note", "");
        if (!note) return note.error();
        auto unit = reader.get<std::string>("unit");
        if (!unit) return unit.error();
        auto entries = read_entries(reader);
        if (!entries) return entries.error();
        all.push_back(
            {name, std::move(*source), std::move(*note), std::move(*unit), std::move(*entries)});
        return {};
      });
  if (!ok) return ok.error();
  return all;
}

Result<std::vector<ArmyChoice>> read_army_choices(const std::string& path) {
  std::vector<ArmyChoice> all;
  auto ok =
      for_each_table(path, [&](const std::string& name, const Reader& reader) -> Result<void> {
        auto choice = read_choice(name, reader);
        if (!choice) return choice.error();
        all.push_back(std::move(*choice));
        return {};
      });
  if (!ok) return ok.error();
  return all;
}

}  // namespace augmate
