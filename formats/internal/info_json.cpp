// SPDX-License-Identifier: MIT
// TableInfo as JSON and back. Reading accepts any text; unknown keys are ignored, so that later
// writers may add some.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "formats/internal/table_layout.h"

namespace augmate::internal {
namespace {

using nlohmann::json;

constexpr int kMaxDepth = 8;  // states, state, side, outcomes, outcome, histogram, pair: 7 are used

json to_json(const OutcomeStatistics& s) {
  json out = {{"count", s.count}, {"histogram", json::array()}};
  for (const auto& [plies, count] : s.histogram)
    out["histogram"].push_back(json::array({plies, count}));
  if (!s.longest_fen.empty()) out["longest_fen"] = s.longest_fen;
  return out;
}

json to_json(const SideStatistics& s) {
  json outcomes = json::object();
  for (int o = 0; o < kOutcomes; ++o) {
    const OutcomeStatistics& outcome = s.outcomes[static_cast<unsigned>(o)];
    if (outcome != OutcomeStatistics{}) outcomes[name(static_cast<Outcome>(o))] = to_json(outcome);
  }
  return {{"legal", s.legal}, {"outcomes", std::move(outcomes)}};
}

json to_json(const std::array<SideStatistics, 2>& sides) {
  return {{side_name(Side::kWhite), to_json(sides[0])},
          {side_name(Side::kBlack), to_json(sides[1])}};
}

// Reads members of JSON objects; keeps the name of the first one that is absent or of another type.
class MemberReader {
 public:
  const json* member(const json& object, const std::string& key, bool required = true) {
    const auto it = object.is_object() ? object.find(key) : object.end();
    if (object.is_object() && it != object.end()) return &*it;
    if (required) fail(key);
    return nullptr;
  }
  std::string text(const json& object, const std::string& key, bool required = true) {
    const json* found = member(object, key, required);
    if (found == nullptr) return {};
    if (!found->is_string()) return fail(key), std::string{};
    return found->get<std::string>();
  }
  std::uint64_t number(const json& object, const std::string& key) {
    const json* found = member(object, key);
    if (found == nullptr) return 0;
    if (!found->is_number_unsigned()) return fail(key), 0;
    return found->get<std::uint64_t>();
  }
  void fail(const std::string& key) {
    if (!failed_) failed_ = key;
  }
  const std::optional<std::string>& failed() const { return failed_; }

 private:
  std::optional<std::string> failed_;
};

std::vector<std::pair<int, std::uint64_t>> read_histogram(MemberReader& in, const json& object) {
  std::vector<std::pair<int, std::uint64_t>> out;
  const json* list = in.member(object, "histogram");
  if (list == nullptr) return out;
  if (!list->is_array()) return in.fail("histogram"), out;
  for (const json& pair : *list) {
    const bool numbers = pair.is_array() && pair.size() == 2 && pair[0].is_number_unsigned() &&
                         pair[1].is_number_unsigned();
    const std::uint64_t plies = numbers ? pair[0].get<std::uint64_t>() : 0;
    if (!numbers || plies > static_cast<std::uint64_t>(kMaxPlies) ||
        (!out.empty() && static_cast<int>(plies) <= out.back().first))
      return in.fail("histogram"), out;
    out.emplace_back(static_cast<int>(plies), pair[1].get<std::uint64_t>());
  }
  return out;
}

SideStatistics read_side(MemberReader& in, const json& sides, const char* side) {
  SideStatistics out;
  const json* object = in.member(sides, side);
  if (object == nullptr) return out;
  out.legal = in.number(*object, "legal");
  const json* outcomes = in.member(*object, "outcomes");
  if (outcomes == nullptr) return out;
  if (!outcomes->is_object()) return in.fail("outcomes"), out;
  for (int o = 0; o < kOutcomes; ++o) {
    const json* stored = in.member(*outcomes, name(static_cast<Outcome>(o)), false);
    if (stored == nullptr) continue;
    OutcomeStatistics& s = out.outcomes[static_cast<unsigned>(o)];
    s.count = in.number(*stored, "count");
    s.histogram = read_histogram(in, *stored);
    s.longest_fen = in.text(*stored, "longest_fen", false);
  }
  return out;
}

std::array<SideStatistics, 2> read_sides(MemberReader& in, const json& sides) {
  return {read_side(in, sides, side_name(Side::kWhite)),
          read_side(in, sides, side_name(Side::kBlack))};
}

}  // namespace

std::string encode_info(const TableInfo& info) {
  json out = {
      {"game", info.game},        {"material", info.material},     {"program", info.program},
      {"rules", info.rules_text}, {"symmetries", info.symmetries}, {"sides", to_json(info.sides)}};
  for (const auto& state : info.states) out["states"].push_back(to_json(state));
  return out.dump(-1, ' ', false, json::error_handler_t::replace);
}

Result<TableInfo> decode_info(std::string_view text) {
  // Values nested too deep are dropped while parsing, so that hostile text cannot make a deep tree.
  const auto shallow = [](int depth, json::parse_event_t, json&) { return depth <= kMaxDepth; };
  const json root = json::parse(text.begin(), text.end(), shallow, false);
  if (root.is_discarded()) return Error{ErrorCode::kCorrupt, "the information is no JSON"};
  MemberReader in;
  TableInfo info;
  info.game = in.text(root, "game");
  info.material = in.text(root, "material");
  info.program = in.text(root, "program");
  info.rules_text = in.text(root, "rules");
  const std::uint64_t symmetries = in.number(root, "symmetries");
  if (symmetries < 1 || symmetries > 8) in.fail("symmetries");
  info.symmetries = static_cast<int>(symmetries & 0xF);
  if (const json* sides = in.member(root, "sides"); sides != nullptr)
    info.sides = read_sides(in, *sides);
  if (const json* states = in.member(root, "states", false); states != nullptr) {
    if (!states->is_array()) in.fail("states");
    for (const json& state : *states) info.states.push_back(read_sides(in, state));
  }
  if (in.failed())
    return Error{ErrorCode::kCorrupt,
                 fmt::format("the information lacks a usable '{}'", *in.failed())};
  return info;
}

}  // namespace augmate::internal
