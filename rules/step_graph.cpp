// SPDX-License-Identifier: MIT
#include "rules/step_graph.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace augmate {
namespace {

constexpr std::size_t kMaxNodes = 65535;
constexpr int kMaxStep = kMaxBoardSide - 1;  // a longer step leaves every board

using Links = std::vector<int>;

// The four lists of a node with the letters that stand for them in text.
struct LinkField {
  char letter;
  Links StepNode::*list;
};
constexpr LinkField kLinkFields[] = {{'e', &StepNode::on_empty},
                                     {'f', &StepNode::on_friend},
                                     {'x', &StepNode::on_enemy},
                                     {'h', &StepNode::on_hole}};

Links ranked(const Links& links, const std::vector<int>& rank) {
  Links result;
  for (int n : links) result.push_back(rank[static_cast<std::size_t>(n)]);
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

std::vector<int> reachable(const StepGraph& graph) {
  std::vector<char> seen(graph.nodes.size());
  std::vector<int> order;
  const auto visit = [&](const Links& links) {
    for (int n : links)
      if (!std::exchange(seen[static_cast<std::size_t>(n)], 1)) order.push_back(n);
  };
  visit(graph.roots);
  for (std::size_t i = 0; i < order.size(); ++i)
    for (const LinkField& field : kLinkFields)
      visit(graph.nodes[static_cast<std::size_t>(order[i])].*field.list);
  return order;
}

// Numbers equal keys alike, in the keys' order. Returns how many different ones there are.
template <class Key>
int number(const std::vector<int>& nodes, const std::vector<Key>& keys, std::vector<int>& rank) {
  std::map<Key, int> ranks;
  for (const Key& key : keys) ranks.emplace(key, 0);
  int next = 0;
  for (auto& [key, r] : ranks) r = next++;
  for (std::size_t i = 0; i < nodes.size(); ++i)
    rank[static_cast<std::size_t>(nodes[i])] = ranks.at(keys[i]);
  return next;
}

// Partition refinement: nodes start apart by what they do themselves and part further by the ranks
// of what follows. A rank depends on the walks alone, never on how the input was numbered, so the
// final ranks are both the merged classes and their canonical order.
std::vector<int> refine(const StepGraph& graph, const std::vector<int>& nodes) {
  std::vector<int> rank(graph.nodes.size());
  std::vector<std::tuple<Offset, bool, bool, bool>> own;
  for (int n : nodes) {
    const StepNode& node = graph.nodes[static_cast<std::size_t>(n)];
    own.emplace_back(node.step, node.move, node.capture, node.initial);
  }
  for (int before = 0, classes = number(nodes, own, rank); classes != before;) {
    std::vector<std::tuple<int, Links, Links, Links, Links>> keys;
    for (int n : nodes) {
      const StepNode& node = graph.nodes[static_cast<std::size_t>(n)];
      keys.emplace_back(rank[static_cast<std::size_t>(n)], ranked(node.on_empty, rank),
                        ranked(node.on_friend, rank), ranked(node.on_enemy, rank),
                        ranked(node.on_hole, rank));
    }
    before = classes;
    classes = number(nodes, keys, rank);
  }
  return rank;
}

void append_indices(std::string& text, const Links& links) {
  for (std::size_t i = 0; i < links.size(); ++i) {
    if (i > 0) text += ',';
    text += std::to_string(links[i]);
  }
}

// Reads the text form. `fail` keeps the first error; every reader returns false after one.
class TextReader {
 public:
  explicit TextReader(std::string_view text) : text_(text) {}

  Result<StepGraph> run() {
    if (!read_all()) return *error_;
    return graph_;
  }

 private:
  bool at(char c) const { return pos_ < text_.size() && text_[pos_] == c; }
  bool take(char c) { return at(c) && ++pos_ > 0; }
  bool expect(char c) { return take(c) || fail(std::string("'") + c + "' is expected here"); }
  bool fail(const std::string& why) {
    if (!error_)
      error_ = Error{ErrorCode::kBadNotation,
                     "decoded steps, column " + std::to_string(pos_ + 1) + ": " + why};
    return false;
  }

  // Plain decimal without sign tricks or leading zeros, so that each graph has one spelling.
  bool read_number(int limit, int& value) {
    const std::size_t start = pos_;
    value = 0;
    while (pos_ < text_.size() && text_[pos_] >= '0' && text_[pos_] <= '9' && value <= limit)
      value = value * 10 + (text_[pos_++] - '0');
    const std::size_t digits = pos_ - start;
    if (digits > 0 && value <= limit && (digits == 1 || text_[start] != '0')) return true;
    pos_ = start;
    return fail("a number from 0 to " + std::to_string(limit) + " is expected here");
  }
  bool read_signed(int& value) {
    const std::size_t start = pos_;
    const bool negative = take('-');
    if (!read_number(kMaxStep, value)) return false;
    if (!negative) return true;
    if (value == 0) {
      pos_ = start;
      return fail("-0 is not a number");
    }
    value = -value;
    return true;
  }
  bool read_indices(Links& links) {
    do {
      int n = 0;
      positions_.push_back(pos_);
      if (!read_number(static_cast<int>(kMaxNodes) - 1, n)) return false;
      links.push_back(n);
      highest_.push_back(n);
    } while (take(','));
    return true;
  }
  bool read_node() {
    if (graph_.nodes.size() == kMaxNodes) return fail("more than 65,535 steps");
    StepNode node;
    const std::size_t start = pos_;
    if (!read_signed(node.step.dx) || !expect(',') || !read_signed(node.step.dy)) return false;
    if (node.step == Offset{}) {
      pos_ = start;
      return fail("a step of 0,0 leads nowhere");
    }
    node.move = take('m');
    node.capture = take('c');
    node.initial = take('i');
    for (const LinkField& field : kLinkFields)
      if (at(' ') && pos_ + 1 < text_.size() && text_[pos_ + 1] == field.letter) {
        pos_ += 2;
        if (!read_indices(node.*field.list)) return false;
      }
    graph_.nodes.push_back(std::move(node));
    return true;
  }
  bool read_all() {
    if (text_ == "-") return true;
    if (!read_indices(graph_.roots) || !expect(';')) return false;
    do {
      if (!read_node()) return false;
    } while (take(';'));
    if (pos_ < text_.size())
      return fail("';', a flag of m c i or a list of e f x h is expected here");
    for (std::size_t i = 0; i < highest_.size(); ++i)
      if (highest_[i] >= static_cast<int>(graph_.nodes.size())) {
        pos_ = positions_[i];
        return fail("there is no step number " + std::to_string(highest_[i]));
      }
    return true;
  }

  std::string_view text_;
  std::size_t pos_ = 0;
  StepGraph graph_;
  // Every index read and where, to be tested once the number of nodes is known.
  std::vector<int> highest_;
  std::vector<std::size_t> positions_;
  std::optional<Error> error_;
};

}  // namespace

void StepGraph::unite(const StepGraph& other) {
  const int shift = static_cast<int>(nodes.size());
  const auto append_shifted = [shift](const Links& from, Links& to) {
    for (const int n : from) to.push_back(n + shift);
  };
  const StepGraph added = other;  // `other` may be *this
  for (const StepNode& node : added.nodes) {
    StepNode copy{node.step, node.move, node.capture, node.initial, {}, {}, {}, {}};
    for (const LinkField& field : kLinkFields) append_shifted(node.*field.list, copy.*field.list);
    nodes.push_back(std::move(copy));
  }
  append_shifted(added.roots, roots);
}

StepGraph normalized(const StepGraph& graph) {
  const std::vector<int> nodes = reachable(graph);
  const std::vector<int> rank = refine(graph, nodes);
  StepGraph result;
  for (int n : nodes)
    result.nodes.resize(std::max(result.nodes.size(),
                                 static_cast<std::size_t>(rank[static_cast<std::size_t>(n)]) + 1));
  for (int n : nodes) {
    const StepNode& node = graph.nodes[static_cast<std::size_t>(n)];
    StepNode& merged = result.nodes[static_cast<std::size_t>(rank[static_cast<std::size_t>(n)])];
    merged = {node.step, node.move, node.capture, node.initial, {}, {}, {}, {}};
    for (const LinkField& field : kLinkFields) merged.*field.list = ranked(node.*field.list, rank);
  }
  result.roots = ranked(graph.roots, rank);
  return result;
}

std::string to_text(const StepGraph& graph) {
  if (graph.roots.empty()) return "-";
  std::string text;
  append_indices(text, graph.roots);
  for (const StepNode& node : graph.nodes) {
    text += ';' + std::to_string(node.step.dx) + ',' + std::to_string(node.step.dy);
    if (node.move) text += 'm';
    if (node.capture) text += 'c';
    if (node.initial) text += 'i';
    for (const LinkField& field : kLinkFields) {
      if ((node.*field.list).empty()) continue;
      text += {' ', field.letter};
      append_indices(text, node.*field.list);
    }
  }
  return text;
}

Result<StepGraph> step_graph_from_text(std::string_view text) { return TextReader(text).run(); }

}  // namespace augmate
