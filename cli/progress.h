// SPDX-License-Identifier: MIT
// Progress of long work on standard error: a bar that is drawn anew when that is a terminal, else a
// plain line every few seconds.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

namespace augmate::cli {

class Progress {
 public:
  Progress();
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // One stage of the work ("KCvK  White wins"), a detail, the seconds that the stage may still
  // take.
  void show(const std::string& stage, const std::string& detail,
            std::optional<double> seconds_left);
  // A stage of which a known share is done.
  void show_share(const std::string& stage, std::uint64_t done, std::uint64_t all);
  // Takes the bar off the terminal, before other text is written.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  void enter(const std::string& stage);
  double seconds() const;  // since the stage began
  void draw(const std::string& detail, std::optional<double> seconds_left);

  bool terminal_;
  bool drawn_ = false;
  std::string stage_;
  Clock::time_point began_, shown_;
};

// How long a solving run may still take. Nobody knows how many half-steps it has; but the positions
// that they add fall off, for most endings faster than a geometric series. So the last steps are
// cut into two halves, the factor between what the halves added is taken to go on, and the run to
// end when a half would add less than one position. That is rather too long than too short.
class TimeLeft {
 public:
  // After each half-step: the positions decided so far.
  void step(std::uint64_t positions);
  void restart() { samples_.clear(); }
  std::optional<double> seconds() const;  // nothing while additions do not fall

 private:
  static constexpr std::size_t kHalf = 6;  // steps
  struct Sample {
    std::uint64_t positions;
    std::chrono::steady_clock::time_point at;
  };
  std::deque<Sample> samples_;
};

}  // namespace augmate::cli
