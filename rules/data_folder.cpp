// SPDX-License-Identifier: MIT
#include "rules/data_folder.h"

#include <dlfcn.h>

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <vector>

namespace augmate {

namespace fs = std::filesystem;

namespace {

// The program, or the shared library that this is a part of.
fs::path file_of_this_code() {
  Dl_info info{};
  const void* here = reinterpret_cast<const void*>(&file_of_this_code);
  if (::dladdr(here, &info) == 0 || info.dli_fname == nullptr) return {};
  std::error_code code;
  return fs::canonical(info.dli_fname, code);
}

}  // namespace

std::string data_folder(const std::string& name) {
  std::string variable = "AUGMATE_";
  for (const char c : name)
    variable += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  if (const char* folder = std::getenv(variable.c_str()); folder != nullptr && *folder != '\0')
    return folder;
  std::error_code code;
  std::vector<fs::path> candidates;
  for (const fs::path& file : {fs::read_symlink("/proc/self/exe", code), file_of_this_code()})
    for (fs::path above = file.parent_path(); above.has_relative_path();
         above = above.parent_path())
      candidates.push_back(above / "share" / "augmate" / name);
  candidates.push_back(fs::path(AUGMATE_SOURCE_DATA) / name);
  for (const fs::path& folder : candidates)
    if (fs::is_directory(folder, code)) return folder.string();
  return (fs::path(AUGMATE_INSTALL_DATA) / name).string();
}

}  // namespace augmate
