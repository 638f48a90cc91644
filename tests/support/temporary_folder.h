// SPDX-License-Identifier: MIT
// A folder of its own for a test, removed with all its contents at the end; and whole files.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace augmate::test {

class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string path() const { return path_.string(); }
  std::string file(std::string_view name) const { return (path_ / name).string(); }
  std::vector<std::string> names() const;  // of what is in it, sorted

 private:
  std::filesystem::path path_;
};

std::string read_file(const std::string& path);
void write_file(const std::string& path, std::string_view bytes);

}  // namespace augmate::test
