// SPDX-License-Identifier: MIT
// Runs killed with SIGKILL: each next one goes on, and the finished file is that of a run that
// nothing stopped, byte for byte. Kills are spread over the run by the length of its journal, the
// writing of the table included, each a random moment after a length that is further on than where
// the run before was killed: so each restart must make progress to get there.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <random>
#include <regex>
#include <thread>

#include "tests/support/temporary_folder.h"

namespace augmate::test {
namespace {

namespace fs = std::filesystem;

class Run {
 public:
  Run(const std::vector<std::string>& arguments, const std::string& output) {
    pid_ = ::fork();
    if (pid_ != 0) return;
    std::vector<char*> argv;
    for (const std::string& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
    argv.push_back(nullptr);
    if (std::freopen(output.c_str(), "w", stdout) == nullptr) ::_exit(126);
    ::execv(AUGMATE_BINARY, argv.data());
    ::_exit(127);
  }
  bool running() {
    if (!ended_ && ::waitpid(pid_, &status_, WNOHANG) == pid_) ended_ = true;
    return !ended_;
  }
  void kill() { ::kill(pid_, SIGKILL); }
  int wait() {
    while (running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return status_;
  }

 private:
  pid_t pid_ = -1;
  bool ended_ = false;
  int status_ = 0;
};

// Looks at a run so often that kills come when they are meant to, and no oftener.
void look_away() { std::this_thread::sleep_for(std::chrono::microseconds(200)); }

// The only file in the folder whose name ends so; empty if there is none.
fs::path file_ending(const std::string& folder, const std::string& prefix,
                     const std::string& ending) {
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(prefix) && name.ends_with(ending)) return entry.path();
  }
  return {};
}

std::uintmax_t journal_bytes(const std::string& folder, const std::string& material) {
  const fs::path path = file_ending(folder, material + "-", ".journal");
  std::error_code gone;
  const auto size = path.empty() ? 0 : fs::file_size(path, gone);
  return gone ? 0 : size;
}

void kill_ten_times(const std::string& material, const std::vector<std::string>& game) {
  const TemporaryFolder whole, cut, output;
  const auto arguments = [&](const std::string& folder) {
    std::vector<std::string> all{"augmate",   "gen", material,   "--journal",
                                 "--threads", "1",   "--tables", folder};
    all.insert(all.end(), game.begin(), game.end());
    return all;
  };
  Run unstopped(arguments(whole.path()), output.file("unstopped"));
  std::uintmax_t length = 0;
  for (; unstopped.running(); look_away())
    length = std::max(length, journal_bytes(whole.path(), material));
  ASSERT_EQ(unstopped.wait(), 0);
  ASSERT_GT(length, 0u);
  std::mt19937 random(20261130);
  int kills = 0;
  for (std::uintmax_t i = 0; i < 10; ++i) {
    Run run(arguments(cut.path()), output.file("cut"));
    while (run.running() && journal_bytes(cut.path(), material) < length * (2 * i + 1) / 21)
      look_away();
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 3000));
    run.kill();
    if (WIFSIGNALED(run.wait())) ++kills;
  }
  EXPECT_GE(kills, 9);  // the last may come too late
  Run last(arguments(cut.path()), output.file("last"));
  ASSERT_EQ(last.wait(), 0);
  if (kills == 10) {
    EXPECT_NE(read_file(output.file("last")).find("records of an earlier run"), std::string::npos);
  }
  EXPECT_EQ(read_file(file_ending(whole.path(), material + "-", ".augmate").string()),
            read_file(file_ending(cut.path(), material + "-", ".augmate").string()));
  for (const std::string& name : cut.names())
    EXPECT_TRUE(name.ends_with(".augmate")) << name << " was left behind";
}

std::string without_seconds(const std::string& rows) {
  return std::regex_replace(rows, std::regex("(\"seconds\":|,)[0-9.e-]+(\\}?\n)"), "$1T$2");
}

// A sweep killed ten times at random moments: the record and the CSV file are those of a sweep that
// nothing stopped, but for the time that each row took.
void kill_sweeps() {
  const TemporaryFolder whole, cut, output;
  const auto arguments = [&](const TemporaryFolder& folder) {
    return std::vector<std::string>{"augmate",   "sweep",
                                    "--pieces",  "rook+x",
                                    "--boards",  "6x6,7x6",
                                    "--threads", "1",
                                    "--out",     folder.file("f.jsonl"),
                                    "--out",     folder.file("f.csv")};
  };
  const auto start = std::chrono::steady_clock::now();
  Run unstopped(arguments(whole), output.file("unstopped"));
  ASSERT_EQ(unstopped.wait(), 0);
  const auto time = std::chrono::duration_cast<std::chrono::microseconds>(
      std::chrono::steady_clock::now() - start);
  std::mt19937 random(20261201);
  int kills = 0;
  for (int i = 0; i < 10; ++i) {
    Run run(arguments(cut), output.file("cut"));
    std::this_thread::sleep_for(std::chrono::microseconds(random() % (time.count() / 5)));
    run.kill();
    if (WIFSIGNALED(run.wait())) ++kills;
  }
  EXPECT_GE(kills, 5);  // those that come later find it done
  Run last(arguments(cut), output.file("last"));
  ASSERT_EQ(last.wait(), 0);
  for (const char* file : {"f.jsonl", "f.csv"})
    EXPECT_EQ(without_seconds(read_file(whole.file(file))),
              without_seconds(read_file(cut.file(file))));
  EXPECT_EQ(cut.names(), whole.names());
}

TEST(Resume, Sweeps) { kill_sweeps(); }
// A trained coder; the others without training, which each restart would repeat.
TEST(Resume, AnEndingWithoutPawns) { kill_ten_times("KBNvK", {"--board", "9x8"}); }
TEST(Resume, AnEndingWithPawns) { kill_ten_times("KRPvK", {"--profile", "fast"}); }
TEST(Resume, Jokers) {
  kill_ten_times("KJvK", {"--variant", "grand-apothecary-modern", "--profile", "fast"});
}
TEST(Resume, PerpetualCheck) {
  kill_ten_times("KRvKR", {"--variant", "perpetual-check-wins", "--profile", "fast"});
}
TEST(Resume, MoveRule) { kill_ten_times("KRvK", {"--move-rule", "20", "--profile", "fast"}); }

}  // namespace
}  // namespace augmate::test
