// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "research/number_text.h"
#include "research/picture.h"
#include "research/svg.h"

namespace augmate {
namespace {

using namespace svg;

constexpr double kWidth = 900, kPlotHeight = 230, kTick = 12;

const OutcomeStatistics& of(const SideStatistics& s, Outcome o) {
  return s.outcomes[static_cast<unsigned>(o)];
}

// The distances that occur on one side to move, and how bars are laid out over them.
struct Range {
  int first = 0, last = 0, step = 1;  // every distance is first + i * step
  std::uint64_t highest = 0;          // positions of one distance, all outcomes
  bool empty = true;
};

Range range_of(const SideStatistics& s) {
  std::map<int, std::uint64_t> sums;
  for (const auto& outcome : s.outcomes)
    for (const auto& [plies, count] : outcome.histogram) sums[plies] += count;
  Range r;
  if (sums.empty()) return r;
  r.empty = false;
  r.first = sums.begin()->first;
  r.last = sums.rbegin()->first;
  r.step = 0;
  for (const auto& [plies, count] : sums) {
    r.step = std::gcd(r.step, plies - r.first);
    r.highest = std::max(r.highest, count);
  }
  r.step = std::max(r.step, 1);
  return r;
}

std::string percent_text(std::uint64_t count, std::uint64_t of) {
  const double percent = 100 * static_cast<double>(count) / static_cast<double>(of);
  return percent < 0.005 ? "under 0.01 %" : fmt::format("{:.2f} %", percent);
}

class Panel {
 public:
  Panel(pugi::xml_node parent, Side side, const SideStatistics& statistics)
      : node_(group(parent)), side_(side), statistics_(statistics), range_(range_of(statistics)) {}

  // Draws from y on; gives the y below.
  double draw(double y) {
    y = draw_legend(y + 20);
    if (range_.empty) return y + 8;
    y_step_ = std::max(1.0, round_step(static_cast<double>(range_.highest), 5));
    y_top_ = y_step_ * std::ceil(static_cast<double>(range_.highest) / y_step_);
    left_ = kMargin + text_width(grouped(static_cast<std::uint64_t>(y_top_)), kTick) + 10;
    slots_ = (range_.last - range_.first) / range_.step + 1;
    slot_ = std::min((kWidth - kMargin - left_) / slots_, 60.0);
    base_ = y + 44 + kPlotHeight;
    text(node_, kMargin, y + 28, "positions", "soft", kTick);
    draw_y_axis();
    for (const Outcome outcome : kBestFirst) draw_bars(outcome);
    draw_x_axis();
    return base_ + 52;
  }

 private:
  double draw_legend(double y) {
    const std::string who = side_ == Side::kWhite ? "White to move" : "Black to move";
    text(node_, kMargin, y, who, "ink bold", 15);
    text(node_, kMargin + text_width(who, 15) + 16, y,
         fmt::format("{} legal positions", grouped(statistics_.legal)), "soft", 13);
    for (const Outcome outcome : kBestFirst) {
      const OutcomeStatistics& o = of(statistics_, outcome);
      if (o.count == 0) continue;
      y += 20;
      pugi::xml_node mark = rect(node_, kMargin, y - 10, 12, 12, name(outcome));
      set(mark, "data-outcome", std::string(name(outcome)));
      set(mark, "data-count", std::to_string(o.count));
      std::string word = name(outcome);
      std::replace(word.begin(), word.end(), '_', ' ');
      std::string words = fmt::format("{}: {} ({})", word, grouped(o.count),
                                      percent_text(o.count, statistics_.legal));
      words += o.histogram.empty() ? ", no distance" : ", longest " + plies_text(o.max_plies());
      text(node_, kMargin + 20, y, words, "ink", 13);
    }
    return y;
  }

  double y_of(double positions) const { return base_ - kPlotHeight * positions / y_top_; }
  double x_of(int plies) const {  // of the middle of a bar
    return left_ + (static_cast<double>((plies - range_.first) / range_.step) + 0.5) * slot_;
  }

  void draw_y_axis() {
    for (int i = 0; i * y_step_ <= y_top_ * (1 + 1e-9); ++i) {
      const double positions = i * y_step_;
      if (i > 0)
        line(node_, left_, y_of(positions), left_ + slots_ * slot_, y_of(positions), "grid");
      text(node_, left_ - 6, y_of(positions) + 4, grouped(static_cast<std::uint64_t>(positions)),
           "soft", kTick, Anchor::kEnd);
    }
  }

  void draw_bars(Outcome outcome) {
    const double width = slot_ > 4 ? slot_ * 0.82 : slot_;
    for (const auto& [plies, count] : of(statistics_, outcome).histogram) {
      std::uint64_t& below = stacked_[plies];
      const double top = y_of(static_cast<double>(below + count));
      pugi::xml_node bar = rect(node_, x_of(plies) - width / 2, top, width,
                                y_of(static_cast<double>(below)) - top, name(outcome));
      set(bar, "data-side", std::string(side_ == Side::kWhite ? "white" : "black"));
      set(bar, "data-outcome", std::string(name(outcome)));
      set(bar, "data-plies", std::to_string(plies));
      set(bar, "data-positions", std::to_string(count));
      tooltip(bar,
              fmt::format("{} in {} plies: {} positions", name(outcome), plies, grouped(count)));
      below += count;
    }
  }

  void draw_x_axis() {
    line(node_, left_, base_, left_ + slots_ * slot_, base_, "axis");
    // Every n-th distance, so that the numbers stand apart.
    const double room = text_width(std::to_string(range_.last), kTick) + 12;
    const int most = std::max(1, static_cast<int>(slots_ * slot_ / room));
    const int every = std::max(1, static_cast<int>(round_step(slots_, most)));
    for (int i = 0; i < slots_; i += every) {
      const int plies = range_.first + i * range_.step;
      line(node_, x_of(plies), base_, x_of(plies), base_ + 4, "axis");
      text(node_, x_of(plies), base_ + 18, std::to_string(plies), "soft", kTick, Anchor::kMiddle);
    }
    text(node_, left_, base_ + 38, "plies to the outcome (moves of one side each)", "soft", kTick);
  }

  pugi::xml_node node_;
  Side side_;
  const SideStatistics& statistics_;
  Range range_;
  double left_ = 0, base_ = 0, slot_ = 0, y_step_ = 1, y_top_ = 1;
  int slots_ = 1;
  std::map<int, std::uint64_t> stacked_;
};

}  // namespace

std::string histogram_picture(const std::string& title, const Sides& sides) {
  std::string description = "Numbers of legal positions by their distance in plies.";
  for (const Side side : {Side::kWhite, Side::kBlack})
    for (const Outcome outcome : kBestFirst)
      if (const OutcomeStatistics& o = of(sides[index(side)], outcome); o.count > 0)
        description += fmt::format(
            " {} to move: {} positions are {}{}.", side == Side::kWhite ? "White" : "Black",
            grouped(o.count), name(outcome),
            o.histogram.empty() ? std::string()
                                : fmt::format(", the longest in {} plies", o.max_plies()));
  Svg svg(title, description);
  double y = svg.heading(kWidth, "Legal positions of the whole board by distance under best play");
  for (const Side side : {Side::kWhite, Side::kBlack})
    y = Panel(svg.root(), side, sides[index(side)]).draw(y);
  return svg.text(kWidth, y + 8);
}

}  // namespace augmate
