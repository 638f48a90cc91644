// SPDX-License-Identifier: MIT
#include "research/share_matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>

namespace augmate {
namespace {

using nlohmann::json;

Error bad_line(const std::string& path, std::size_t line, const std::string& why) {
  return {ErrorCode::kCorrupt, fmt::format("{}: line {}: {}", path, line, why)};
}

Result<std::vector<json>> read_records(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in)
    return Error{ErrorCode::kIo,
                 fmt::format("cannot open '{}': {}", path, std::generic_category().message(errno))};
  std::vector<json> records;
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.empty()) continue;
    json record = json::parse(line, nullptr, false);
    if (!record.is_object())
      return bad_line(path, number, "no JSON object; give the record of a sweep (FILE.jsonl)");
    records.push_back(std::move(record));
  }
  if (in.bad()) return Error{ErrorCode::kIo, fmt::format("cannot read '{}'", path)};
  if (records.empty()) return Error{ErrorCode::kCorrupt, fmt::format("'{}' holds no ending", path)};
  return records;
}

std::string text_of(const json& record, const std::string& column) {
  const auto it = record.find(column);
  if (it == record.end() || it->is_null()) return "";
  return it->is_string() ? it->get<std::string>() : it->dump();
}

std::size_t distinct(const std::vector<json>& records, const std::string& column) {
  std::set<std::string> values;
  for (const json& record : records) values.insert(text_of(record, column));
  return values.size();
}

Result<void> keep_only(std::vector<json>& records, const std::vector<std::string>& only) {
  for (const std::string& condition : only) {
    const auto equals = condition.find('=');
    if (equals == std::string::npos)
      return Error{ErrorCode::kUsage,
                   fmt::format("'{}' is no condition; write COLUMN=VALUE", condition)};
    const std::string column = condition.substr(0, equals), value = condition.substr(equals + 1);
    records.erase(std::remove_if(records.begin(), records.end(),
                                 [&](const json& r) { return text_of(r, column) != value; }),
                  records.end());
    if (records.empty())
      return Error{ErrorCode::kUsage, fmt::format("no ending has {} = {}", column, value)};
  }
  return {};
}

// The number in a column, nothing where it is missing or null.
Result<std::optional<double>> share_in(const json& record, const std::string& column) {
  const auto it = record.find(column);
  if (it == record.end()) {
    return Error{ErrorCode::kUsage, fmt::format("there is no column '{}'", column)};
  }
  if (it->is_null()) return std::optional<double>();
  const double value = it->is_number() ? it->get<double>() : -1;
  if (!(value >= 0 && value <= 1))
    return Error{
        ErrorCode::kUsage,
        fmt::format("column '{}' holds {}, which is no share from 0 to 1", column, it->dump())};
  return std::optional(value);
}

// The column that tells the same with the sides exchanged.
std::string exchanged(std::string column) {
  const auto swap_words = [&](const std::string& a, const std::string& b) {
    const auto at_a = column.find(a), at_b = column.find(b);
    if (at_a != std::string::npos)
      column.replace(at_a, a.size(), b);
    else if (at_b != std::string::npos)
      column.replace(at_b, b.size(), a);
  };
  swap_words("white", "black");
  swap_words("wtm", "btm");
  return column;
}

Result<std::optional<double>> exchanged_share(const json& record, const std::string& column) {
  if (column != "white_score") return share_in(record, exchanged(column));
  auto white = share_in(record, column);
  if (white && *white) return std::optional(1 - **white);
  return white;
}

// The columns of a sweep that people look at, in words.
std::string in_words(const std::string& column) {
  static const std::map<std::string, std::string> kWords = {
      {"white", "White's men"},
      {"black", "Black's men"},
      {"white_wins_wtm", "White's wins among legal positions, White to move"},
      {"white_wins_btm", "White's wins among legal positions, Black to move"},
      {"black_wins_wtm", "Black's wins among legal positions, White to move"},
      {"black_wins_btm", "Black's wins among legal positions, Black to move"},
      {"white_wins_btm_of_placements", "White's wins among all placements, Black to move"},
      {"white_score", "White's mean result"},
      {"quiet_won", "won among quiet positions"}};
  const auto it = kWords.find(column);
  return it == kWords.end() ? column : it->second;
}

class Reader {
 public:
  Reader(const std::vector<json>& records, const MatrixQuestion& question)
      : records_(records), question_(question) {
    matrix_.row_label = in_words(question.rows);
    matrix_.column_label = in_words(question.columns);
    matrix_.subtitle = "Percent: " + in_words(question.value);
    for (const json& record : records) {
      enter(matrix_.rows, text_of(record, question.rows));
      enter(matrix_.columns, text_of(record, question.columns));
    }
  }

  Result<ShareMatrix> read() {
    for (const json& record : records_) {
      const std::pair key(text_of(record, question_.rows), text_of(record, question_.columns));
      if (!at_.emplace(key, &record).second)
        return Error{ErrorCode::kUsage,
                     fmt::format("there are several endings with {} = {} and {} = {}; choose some "
                                 "with --only",
                                 question_.rows, key.first, question_.columns, key.second)};
    }
    if (one_way()) add_other_ways();
    for (const std::string& row : matrix_.rows)
      for (const std::string& column : matrix_.columns) {
        auto value = value_at(row, column);
        if (!value) return value.error();
        matrix_.values.push_back(*value);
      }
    return std::move(matrix_);
  }

 private:
  static void enter(std::vector<std::string>& names, const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }

  const json* find(const std::string& row, const std::string& column) const {
    const auto it = at_.find({row, column});
    return it == at_.end() ? nullptr : it->second;
  }

  // Whether rows are White's and columns Black's men and no pair is there both ways.
  bool one_way() const {
    return question_.rows == "white" && question_.columns == "black" &&
           std::none_of(at_.begin(), at_.end(), [&](const auto& entry) {
             const auto& [row, column] = entry.first;
             return row != column && find(column, row) != nullptr;
           });
  }

  // Who has played only one of the colours gets the row or column of the other too, if it meets
  // one of the same kind there.
  void add_other_ways() {
    std::vector<std::string> both = matrix_.rows;
    for (const std::string& column : matrix_.columns) enter(both, column);
    const bool shared = std::any_of(matrix_.rows.begin(), matrix_.rows.end(), [&](const auto& row) {
      return std::find(matrix_.columns.begin(), matrix_.columns.end(), row) !=
             matrix_.columns.end();
    });
    if (!shared) return;
    exchange_ = true;
    matrix_.rows = matrix_.columns = both;
  }

  Result<std::optional<double>> value_at(const std::string& row, const std::string& column) const {
    if (const json* record = find(row, column)) return share_in(*record, question_.value);
    if (const json* other = exchange_ ? find(column, row) : nullptr)
      return exchanged_share(*other, question_.value);
    return std::optional<double>();
  }

  const std::vector<json>& records_;
  const MatrixQuestion& question_;
  ShareMatrix matrix_;
  std::map<std::pair<std::string, std::string>, const json*> at_;
  bool exchange_ = false;
};

}  // namespace

Result<ShareMatrix> read_share_matrix(const std::string& path, const MatrixQuestion& asked) {
  auto records = read_records(path);
  if (!records) return records.error();
  if (auto kept = keep_only(*records, asked.only); !kept) return kept.error();
  MatrixQuestion question = asked;
  if (question.rows.empty()) question.rows = "white";
  if (question.columns.empty())
    question.columns = distinct(*records, "black") > 1 ? "black" : "board";
  for (const std::string& column : {question.rows, question.columns, question.value})
    if (!records->front().contains(column))
      return Error{ErrorCode::kUsage, fmt::format("'{}' has no column '{}'", path, column)};
  auto matrix = Reader(*records, question).read();
  if (!matrix) return matrix.error().in(path);
  return matrix;
}

}  // namespace augmate
