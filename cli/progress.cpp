// SPDX-License-Identifier: MIT
#include "cli/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

namespace augmate::cli {
namespace {

constexpr auto kRedraw = std::chrono::milliseconds(100);
constexpr auto kPlainLine = std::chrono::seconds(5);
constexpr int kBarWidth = 24;

}  // namespace

Progress::Progress() : terminal_(isatty(STDERR_FILENO) != 0) {}

// Whether to show something now; work on another thing starts the clock anew.
bool Progress::due(const std::string& what) {
  const auto now = Clock::now();
  if (what != what_) {
    clear();
    what_ = what;
    started_ = now;
    shown_ = terminal_ ? now - kRedraw : now;
  }
  const auto wait = terminal_ ? Clock::duration(kRedraw) : Clock::duration(kPlainLine);
  if (now - shown_ < wait) return false;
  shown_ = now;
  return true;
}

void Progress::show(const std::string& what, const std::string& stage, std::uint64_t done,
                    std::uint64_t all) {
  if (!due(what)) return;
  const double share = all == 0 ? 0 : std::min(1.0, static_cast<double>(done) / static_cast<double>(all));
  const double seconds = std::chrono::duration<double>(shown_ - started_).count();
  // Positions that stay undecided are never counted, so that the work may well end earlier.
  const std::string left =
      share > 0 && seconds > 1 ? "at most " + duration_text(seconds * (1 - share) / share) + " left" : "";
  const std::string text = fmt::format("{}  {}  {} of {} positions  {}", what, stage, grouped(done),
                                       grouped(all), left);
  if (!terminal_) {
    fmt::print(stderr, "{}\n", text);
    return;
  }
  const auto filled = static_cast<std::size_t>(share * kBarWidth);
  std::string bar(filled, '#');
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

std::string duration_text(double seconds) {
  const auto s = static_cast<long long>(seconds + 0.5);
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{} min {:02} s", s / 60, s % 60);
  return fmt::format("{} h {:02} min", s / 3600, s / 60 % 60);
}

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (auto at = static_cast<int>(text.size()) - 3; at > 0; at -= 3)
    text.insert(static_cast<std::size_t>(at), 1, ',');
  return text;
}

std::string size_text(std::uint64_t bytes) {
  constexpr const char* kUnits[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"};
  double value = static_cast<double>(bytes);
  int unit = 0;
  for (; value >= 1024 && unit < 5; ++unit) value /= 1024;
  return unit == 0 ? fmt::format("{} bytes", bytes) : fmt::format("{:.1f} {}", value, kUnits[unit]);
}

}  // namespace augmate::cli
