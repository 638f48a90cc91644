// SPDX-License-Identifier: MIT
#include "rules/data_folder.h"

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace augmate {

namespace fs = std::filesystem;

std::string data_folder(const std::string& name) {
  std::string variable = "AUGMATE_";
  for (const char c : name)
    variable += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  if (const char* folder = std::getenv(variable.c_str()); folder != nullptr && *folder != '\0')
    return folder;
  std::error_code code;
  const fs::path program = fs::read_symlink("/proc/self/exe", code);
  const fs::path installed = fs::path(AUGMATE_INSTALL_DATA) / name;
  const fs::path candidates[] = {program.parent_path().parent_path() / "share" / "augmate" / name,
                                 fs::path(AUGMATE_SOURCE_DATA) / name, installed};
  for (const fs::path& folder : candidates)
    if (fs::is_directory(folder, code)) return folder.string();
  return installed.string();
}

}  // namespace augmate
