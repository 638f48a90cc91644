// SPDX-License-Identifier: MIT
#include "cli/army_options.h"

#include <algorithm>
#include <filesystem>

#include "cli/report.h"
#include "research/army_list.h"
#include "rules/variant_file.h"

namespace augmate::cli {

std::string data_file(const std::string& name) {
  return (std::filesystem::path(default_variant_folder()) / name).string();
}

Result<std::vector<std::string>> armies_of(const std::string& option, const std::string& text,
                                           const Workshop& workshop) {
  auto lists = read_lists(data_file("lists.toml"));
  if (!lists) return in_file(lists.error());
  auto armies = expand_list(text, *lists, workshop);
  if (!armies) return armies.error().in(option);
  return armies;
}

Result<std::vector<Workshop>> workshops(const GameOptions& options, const std::string& boards) {
  std::vector<Workshop> all;
  for (std::size_t begin = 0; begin <= boards.size();) {
    const auto end = std::min(boards.find(',', begin), boards.size());
    GameOptions on_board = options;
    if (!boards.empty()) on_board.board = boards.substr(begin, end - begin);
    if (!boards.empty() && on_board.board.empty())
      return Error{ErrorCode::kUsage, "--boards: write sizes, as in 8x8,10x8"};
    auto workshop = open_workshop(on_board);
    if (!workshop) return workshop.error();
    const auto same = [&](const Workshop& w) { return w.rules.name == workshop->rules.name; };
    if (std::none_of(all.begin(), all.end(), same)) all.push_back(std::move(*workshop));
    begin = end + 1;
  }
  return all;
}

}  // namespace augmate::cli
