// SPDX-License-Identifier: MIT
// Progress of long work on standard error: a bar that is drawn anew when that is a terminal, else a
// plain line every few seconds.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace augmate::cli {

class Progress {
 public:
  Progress();
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // What is worked on ("KCvK"), the stage ("White wins, 12 plies"), and how much of it is done.
  void show(const std::string& what, const std::string& stage, std::uint64_t done, std::uint64_t all);
  // Takes the bar off the terminal, before other text is written.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  bool due(const std::string& what);

  bool terminal_;
  bool drawn_ = false;
  std::string what_;
  Clock::time_point started_, shown_;
};

// "12 s", "3 min 05 s", "2 h 10 min".
std::string duration_text(double seconds);
// "1,234,567".
std::string grouped(std::uint64_t number);
// "12.3 MiB".
std::string size_text(std::uint64_t bytes);

}  // namespace augmate::cli
