// SPDX-License-Identifier: MIT
#include "cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "research/number_text.h"

namespace augmate::cli {
namespace {

constexpr auto kRedraw = std::chrono::milliseconds(100);
constexpr auto kPlainLine = std::chrono::seconds(5);
constexpr int kBarWidth = 24;

}  // namespace

Progress::Progress() : terminal_(isatty(STDERR_FILENO) != 0) {}

double Progress::seconds() const {
  return std::chrono::duration<double>(Clock::now() - began_).count();
}

void Progress::enter(const std::string& stage) {
  if (stage == stage_) return;
  stage_ = stage;
  began_ = Clock::now();
  if (shown_ == Clock::time_point()) shown_ = began_;
}

void Progress::show(const std::string& stage, const std::string& detail,
                    std::optional<double> seconds_left) {
  enter(stage);
  draw(detail, seconds_left);
}

void Progress::show_share(const std::string& stage, std::uint64_t done, std::uint64_t all) {
  enter(stage);
  std::optional<double> left;
  if (done > 0)
    left = seconds() * static_cast<double>(all - std::min(done, all)) / static_cast<double>(done);
  draw(fmt::format("{} of {} positions", grouped(done), grouped(all)), left);
}

void Progress::draw(const std::string& detail, std::optional<double> seconds_left) {
  const auto now = Clock::now();
  if (now - shown_ < (terminal_ ? Clock::duration(kRedraw) : Clock::duration(kPlainLine))) return;
  shown_ = now;
  const std::string text =
      fmt::format("{}  {}{}", stage_, detail,
                  seconds_left ? "  about " + duration_text(*seconds_left) + " left" : "");
  if (!terminal_) {
    fmt::print(stderr, "{}\n", text);
    return;
  }
  const double share = seconds_left ? seconds() / std::max(seconds() + *seconds_left, 1e-9) : 0;
  std::string bar(static_cast<std::size_t>(share * kBarWidth), '#');
  bar.resize(kBarWidth, '.');
  fmt::print(stderr, "\r\033[K[{}] {}", bar, text);
  std::fflush(stderr);
  drawn_ = true;
}

void Progress::clear() {
  if (!drawn_) return;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
  drawn_ = false;
}

void TimeLeft::step(std::uint64_t positions) {
  samples_.push_back({positions, std::chrono::steady_clock::now()});
  if (samples_.size() > 2 * kHalf + 1) samples_.pop_front();
}

std::optional<double> TimeLeft::seconds() const {
  if (samples_.size() < 2 * kHalf + 1) return std::nullopt;
  const Sample &first = samples_[0], &middle = samples_[kHalf], &last = samples_[2 * kHalf];
  const auto older = static_cast<double>(middle.positions - first.positions);
  const auto newer = static_cast<double>(last.positions - middle.positions);
  if (newer < 1) return 0;
  if (newer >= older) return std::nullopt;
  const double halves = std::log(newer) / std::log(older / newer);
  return halves * std::chrono::duration<double>(last.at - middle.at).count();
}

}  // namespace augmate::cli
