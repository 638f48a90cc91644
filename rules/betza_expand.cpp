// SPDX-License-Identifier: MIT
// Terms to walks. Walks that agree on the leg and on the direction in which it was entered share
// their nodes, so that the graph stays small however many legs a move has.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <tuple>

#include "base/check.h"
#include "rules/internal/betza_terms.h"

namespace augmate::betza {
namespace {

Offset sum(Offset a, Offset b) { return {a.dx + b.dx, a.dy + b.dy}; }
Offset difference(Offset a, Offset b) { return {a.dx - b.dx, a.dy - b.dy}; }
Offset half_way(Offset s) { return {s.dx / 2, s.dy / 2}; }
Offset turned_right(Offset s) { return {s.dy, -s.dx}; }
Offset turned_left(Offset s) { return {-s.dy, s.dx}; }
int dot(Offset a, Offset b) { return a.dx * b.dx + a.dy * b.dy; }

// The squares that a lame leap passes, as steps; the last one lands.
std::vector<Offset> lame_steps(Way way, Offset step) {
  if (way == Way::kLame) return {half_way(step), difference(step, half_way(step))};
  const Offset diagonal{step.dx < 0 ? -1 : 1, step.dy < 0 ? -1 : 1};
  const int run = std::min(std::abs(step.dx), std::abs(step.dy));
  std::vector<Offset> steps{difference(step, {diagonal.dx * run, diagonal.dy * run})};
  steps.insert(steps.end(), static_cast<std::size_t>(run), diagonal);
  return steps;
}

class Expansion {
 public:
  explicit Expansion(const Term& term) : term_(term) {}

  Result<StepGraph> run() {
    for (const std::string& word : term_.words) add_word(word);
    if (!term_.legs.empty()) add_first_leg();
    if (error_) return *error_;
    return graph_;
  }

 private:
  using Links = std::vector<int>;

  int add(Offset step) {
    graph_.nodes.push_back({step, false, false, false, {}, {}, {}, {}});
    return static_cast<int>(graph_.nodes.size()) - 1;
  }
  StepNode& node(int n) { return graph_.nodes[static_cast<std::size_t>(n)]; }
  void set_stop(int n, const Leg& leg) {
    node(n).move = leg.move;
    node(n).capture = leg.capture;
    node(n).initial = leg.initial && (leg.move || leg.capture);
  }
  void on_hurdle(int n, int next, const Leg& leg) {
    node(n).on_friend = node(n).on_enemy = {next};
    if (leg.walls_are_hurdles) node(n).on_hole = {next};
  }

  void add_first_leg() {
    const Leg& leg = term_.legs[0];
    if (leg.way == Way::kCircular) return add_circles(leg);
    for (const Offset step : leg.steps) {
      if (leg.way == Way::kCrooked) {
        graph_.roots.push_back(zigzag(leg, step, turned_left(step)));
        graph_.roots.push_back(zigzag(leg, step, turned_right(step)));
      } else {
        graph_.roots.push_back(enter(0, step));
      }
    }
  }

  // The node of the first square of a leg entered with this step.
  int enter(std::size_t leg_number, Offset step) {
    const auto key = std::tuple{leg_number, step.dx, step.dy};
    if (const auto found = entered_.find(key); found != entered_.end()) return found->second;
    const Leg& leg = term_.legs[leg_number];
    const int n =
        leg_number + 1 < term_.legs.size() ? passing_leg(leg_number, step) : last_leg(leg, step);
    return entered_[key] = n;
  }

  // A leg after which another one follows.
  int passing_leg(std::size_t leg_number, Offset step) {
    const Leg& leg = term_.legs[leg_number];
    const Leg& next = term_.legs[leg_number + 1];
    Links turns;
    for (const Offset s : continuations(next, step)) turns.push_back(enter(leg_number + 1, s));
    if (turns.empty() && !error_)
      error_ = error_at(next.column, "this leg has no step in a direction that its letters name");
    int after = -1;
    for (int i = 0; i < std::max(leg.limit, 1); ++i) {
      const int n = add(step);
      set_stop(n, leg);
      if (leg.over_men) node(n).on_friend = node(n).on_enemy = turns;
      if (leg.over_empty) node(n).on_empty = turns;
      if (leg.limit == kUnlimited) node(n).on_empty.push_back(n);
      if (after >= 0) node(n).on_empty.push_back(after);
      after = n;
    }
    return after;
  }

  int last_leg(const Leg& leg, Offset step) {
    switch (leg.way) {
      case Way::kPlain:
        return ride(leg, {step}, leg.limit);
      case Way::kLame:
      case Way::kLameStraight:
        return ride(leg, lame_steps(leg.way, step), leg.limit);
      case Way::kMustJump: {
        const int hurdle = add(half_way(step));
        on_hurdle(hurdle, ride(leg, {difference(step, half_way(step))}, 1), leg);
        return hurdle;
      }
      case Way::kSki: {
        const int first = ride(leg, {sum(step, step)}, 1);
        node(first).on_empty = {ride(leg, {step}, leg.limit)};
        return first;
      }
      case Way::kHop:
      case Way::kGrasshop: {
        const int hurdle = add(step);
        node(hurdle).on_empty = {hurdle};
        on_hurdle(hurdle, ride(leg, {step}, leg.way == Way::kHop ? kUnlimited : 1), leg);
        return hurdle;
      }
      case Way::kCrooked:
      case Way::kCircular:
        break;
    }
    AUGMATE_CHECK(false);
  }

  // Repeats a list of steps, all but the last of which only pass.
  int ride(const Leg& leg, const std::vector<Offset>& steps, int limit) {
    int after = -1;
    for (int i = 0; i < std::max(limit, 1); ++i) {
      const int landing = add(steps.back());
      set_stop(landing, leg);
      int first = landing;
      for (std::size_t k = steps.size() - 1; k-- > 0;) {
        const int pass = add(steps[k]);
        node(pass).on_empty = {first};
        first = pass;
      }
      if (limit == kUnlimited) node(landing).on_empty = {first};
      if (after >= 0) node(landing).on_empty = {after};
      after = first;
    }
    return after;
  }

  // Two steps by turns.
  int zigzag(const Leg& leg, Offset even, Offset odd) {
    if (leg.limit == kUnlimited) {
      const int a = add(even), b = add(odd);
      node(a).on_empty = {b};
      node(b).on_empty = {a};
      set_stop(a, leg);
      set_stop(b, leg);
      return a;
    }
    int after = -1;
    for (int i = leg.limit; i-- > 0;) {
      const int n = add(i % 2 == 0 ? even : odd);
      set_stop(n, leg);
      if (after >= 0) node(n).on_empty = {after};
      after = n;
    }
    return after;
  }

  // Leg steps are in wheel order, so that the neighbour is the next direction.
  void add_circles(const Leg& leg) {
    const std::size_t n = leg.steps.size();
    for (const std::size_t turn : {std::size_t{1}, n - 1}) {
      if (leg.limit == kUnlimited) {
        const int base = static_cast<int>(graph_.nodes.size());
        for (std::size_t k = 0; k < n; ++k) {
          const int here = add(leg.steps[k]);
          set_stop(here, leg);
          node(here).on_empty = {base + static_cast<int>((k + turn) % n)};
          graph_.roots.push_back(here);
        }
        continue;
      }
      for (std::size_t k = 0; k < n; ++k) {
        int after = -1;
        for (std::size_t i = static_cast<std::size_t>(leg.limit); i-- > 0;) {
          const int here = add(leg.steps[(k + i * turn) % n]);
          set_stop(here, leg);
          if (after >= 0) node(here).on_empty = {after};
          after = here;
        }
        graph_.roots.push_back(after);
      }
    }
  }

  // Where a later leg may go from the direction of the leg before.
  static std::vector<Offset> continuations(const Leg& leg, Offset heading) {
    std::vector<Offset> result;
    if (leg.outward) {
      for (const Offset s : leg.steps)
        if (dot(s, heading) > 0 && !more_outward_exists(leg, s, heading)) result.push_back(s);
      return result;
    }
    const int from = wheel_index(heading);
    std::uint8_t missing = leg.turns;
    for (const Offset s : leg.steps) {
      const int to = wheel_index(s);
      if (from < 0 || to < 0) continue;
      const int turn = (to - from + 8) % 8;
      if (((leg.turns >> turn) & 1) == 0) continue;
      result.push_back(s);
      missing &= static_cast<std::uint8_t>(~(1u << turn));
    }
    return missing == 0 ? result : std::vector<Offset>{};
  }
  static bool more_outward_exists(const Leg& leg, Offset s, Offset heading) {
    // cos² of the angle to the heading, times |heading|², compared without division.
    return std::any_of(leg.steps.begin(), leg.steps.end(), [&](Offset other) {
      const int a = dot(other, heading), b = dot(s, heading);
      return a > 0 && a * a * dot(s, s) > b * b * dot(other, other);
    });
  }

  // A word of W and F steps in each octant: one orthogonal direction and one diagonal next to it.
  void add_word(const std::string& word) {
    for (int k = 0; k < 8; k += 2)
      for (const int side : {1, 7}) {
        const Offset w = kWheel[static_cast<std::size_t>(k)];
        const Offset f = kWheel[static_cast<std::size_t>((k + side) % 8)];
        int after = -1;
        for (std::size_t i = word.size(); i-- > 0;) {
          const int n = add(word[i] == 'W' ? w : f);
          if (after >= 0) {
            node(n).on_empty = {after};
          } else {
            node(n).move = term_.move;
            node(n).capture = term_.capture;
          }
          after = n;
        }
        graph_.roots.push_back(after);
      }
  }

  const Term& term_;
  StepGraph graph_;
  std::map<std::tuple<std::size_t, int, int>, int> entered_;
  std::optional<Error> error_;
};

}  // namespace

Result<StepGraph> expand(const Term& term) { return Expansion(term).run(); }

}  // namespace augmate::betza
