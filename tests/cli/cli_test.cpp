// SPDX-License-Identifier: MIT
// Transcripts: each file of tests/cli/transcripts is a shell session with the built program, run in
// an empty folder of its own. Lines:
//
//   # comment
//   $ command      run by /bin/sh; AUGMATE_TABLES and AUGMATE_VARIANTS are not set
//   = 2            the exit status, where it is not 0
//   ! text         a line of standard error
//   text           a line of standard output
//
// What differs from run to run is replaced: seconds by T, hashes of rules by HASH, sizes of memory
// and files by SIZE, the numbers of temporary files by NUMBER,
// the source folder by SOURCE; lines of progress are left out. AUGMATE_UPDATE=1
// writes the files anew; read the difference before committing it.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const std::string kSource = AUGMATE_SOURCE_DIR;
const fs::path kTranscripts = fs::path(kSource) / "tests" / "cli" / "transcripts";

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void write_file(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string normalized(std::string text) {
  text = std::regex_replace(text, std::regex("[0-9]+\\.[0-9]+ s\\b"), "T s");
  text = std::regex_replace(text, std::regex("\\b[0-9a-f]{16}\\b"), "HASH");
  text = std::regex_replace(text, std::regex("[0-9]+\\.[0-9]+ [KMG]iB\\b"), "SIZE");
  text = std::regex_replace(text, std::regex("\\.[0-9]+-[0-9]+\\.part\\b"), ".NUMBER.part");
  for (std::size_t at = 0; (at = text.find(kSource, at)) != std::string::npos;)
    text.replace(at, kSource.size(), "SOURCE");
  return text;
}

// What long work says on the way, which a slow machine sees more of.
bool is_progress(const std::string& line) {
  constexpr const char* kStages[] = {"  White's wins  ", "  Black's wins  ", "  writing  ",
                                     "  checking  "};
  return std::any_of(std::begin(kStages), std::end(kStages),
                     [&](const char* stage) { return line.find(stage) != std::string::npos; });
}

// A folder for one transcript, removed at the end; the streams are kept beside it.
class Session {
 public:
  explicit Session(const std::string& name)
      : base_(fs::temp_directory_path() /
              ("augmate_cli_" + name + "_" + std::to_string(getpid()))) {
    fs::create_directories(base_ / "work");
  }
  ~Session() {
    std::error_code ignored;
    fs::remove_all(base_, ignored);
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // The transcript lines that the command gives.
  std::string run(const std::string& command) const {
    write_file(base_ / "command", command + "\n");
    const std::string line = "cd '" + (base_ / "work").string() +
                             "' && unset AUGMATE_TABLES AUGMATE_VARIANTS && PATH='" +
                             fs::path(AUGMATE_BINARY).parent_path().string() +
                             "':\"$PATH\" /bin/sh ../command >../out 2>../err";
    const int status = std::system(line.c_str());
    std::string text;
    for (const std::string& l : lines_of(normalized(read_file(base_ / "out")))) text += l + "\n";
    for (const std::string& l : lines_of(normalized(read_file(base_ / "err"))))
      if (!is_progress(l)) text += "! " + l + "\n";
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (code != 0) text += "= " + std::to_string(code) + "\n";
    return text;
  }

 private:
  fs::path base_;
};

std::string replay(const std::string& transcript, const std::string& name) {
  const Session session(name);
  std::string text;
  for (const std::string& line : lines_of(transcript)) {
    if (line.starts_with("#")) text += line + "\n";
    if (line.starts_with("$ ")) text += line + "\n" + session.run(line.substr(2));
  }
  return text;
}

std::vector<std::string> transcripts() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(kTranscripts))
    if (entry.path().extension() == ".txt") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

class Transcript : public testing::TestWithParam<std::string> {};

TEST_P(Transcript, IsWhatTheProgramDoes) {
  const fs::path path = kTranscripts / (GetParam() + ".txt");
  const std::string expected = read_file(path);
  const std::string got = replay(expected, GetParam());
  if (std::getenv("AUGMATE_UPDATE") != nullptr)
    write_file(path, got);
  else
    EXPECT_EQ(got, expected);
}

INSTANTIATE_TEST_SUITE_P(Cli, Transcript, testing::ValuesIn(transcripts()),
                         [](const auto& transcript) { return transcript.param; });

}  // namespace
