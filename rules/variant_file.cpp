// SPDX-License-Identifier: MIT
#include "rules/variant_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "rules/data_folder.h"
#include "rules/internal/did_you_mean.h"
#include "rules/internal/variant_builder.h"

namespace augmate {
namespace {

namespace fs = std::filesystem;

constexpr const char* kKindsFile = "kinds.ini";

Result<std::string> read_whole(const std::string& path) {
  std::error_code code;
  if (fs::is_directory(path, code))
    return Error{ErrorCode::kIo, path + ": is a folder, not a variant file"};
  std::ifstream in(path, std::ios::binary);
  if (!in) return Error{ErrorCode::kIo, path + ": there is no such file, or it cannot be read"};
  std::ostringstream text;
  text << in.rdbuf();
  if (in.bad()) return Error{ErrorCode::kIo, path + ": reading failed"};
  return text.str();
}

std::string place_of(const std::string& file, int line) {
  return fmt::format("{}, line {}", file, line);
}

// Adds a section's settings; a key that an ancestor set keeps its place in the order.
void merge(const IniSection& section, const std::string& file, int depth,
           std::vector<internal::Setting>& settings) {
  for (const IniEntry& entry : section.entries) {
    internal::Setting setting{entry.key, entry.value, place_of(file, entry.line), depth};
    const auto it = std::find_if(settings.begin(), settings.end(),
                                 [&](const auto& s) { return s.key == entry.key; });
    if (it == settings.end())
      settings.push_back(std::move(setting));
    else
      *it = std::move(setting);
  }
}

}  // namespace

Result<VariantLibrary> VariantLibrary::open(const std::string& folder) {
  VariantLibrary library;
  const std::string kinds = (fs::path(folder) / kKindsFile).string();
  if (auto ok = library.read_kinds(kinds); !ok)
    return ok.error().in("the folder of shipped variants (AUGMATE_VARIANTS names another)");
  std::error_code code;
  std::vector<std::string> files;
  for (fs::directory_iterator it(folder, code), end; !code && it != end; it.increment(code))
    if (it->path().extension() == ".ini" && it->path().filename() != kKindsFile)
      files.push_back(it->path().string());
  if (code) return Error{ErrorCode::kIo, folder + ": " + code.message()};
  // A parent must be known before its children: chess first, the others by name.
  std::sort(files.begin(), files.end(), [](const std::string& a, const std::string& b) {
    const bool a_chess = fs::path(a).stem() == "chess", b_chess = fs::path(b).stem() == "chess";
    return a_chess != b_chess ? a_chess : a < b;
  });
  for (const std::string& file : files)
    if (auto names = library.read_file(file); !names) return names.error();
  return library;
}

Result<void> VariantLibrary::read_kinds(const std::string& path) {
  auto text = read_whole(path);
  if (!text) return text.error();
  auto sections = parse_ini(*text);
  if (!sections) return sections.error().in(path);
  for (const IniSection& section : *sections) {
    if (section.name != "kinds" && section.name != "predefined")
      return Error{ErrorCode::kBadNotation,
                   place_of(path, section.line) + ": the sections are [kinds] and [predefined]"};
    for (const IniEntry& entry : section.entries) {
      if (section.name == "predefined")
        predefined_.emplace_back(entry.key, entry.value);
      else if (auto ok = kinds_.add(entry.key, entry.value); !ok)
        return ok.error().in(place_of(path, entry.line));
    }
  }
  return {};
}

Result<std::vector<std::string>> VariantLibrary::read_file(const std::string& path) {
  auto text = read_whole(path);
  if (!text) return text.error();
  return read_text(*text, path);
}

Result<std::vector<std::string>> VariantLibrary::read_text(std::string_view text,
                                                           const std::string& file) {
  auto sections = parse_ini(text);
  if (!sections) return sections.error().in(file);
  if (sections->empty())
    return Error{ErrorCode::kBadNotation, file + ": no section [name], so no variant"};
  std::vector<std::string> added;
  for (IniSection& section : *sections) {
    const auto place = place_of(file, section.line);
    if (const Entry* twin = find(section.name); twin != nullptr)
      return Error{ErrorCode::kBadNotation,
                   fmt::format("{}: there is a variant '{}' already, in {}", place, section.name,
                               place_of(twin->file, twin->section.line))};
    const bool orphan = !section.parent.empty() && find(section.parent) == nullptr;
    added.push_back(section.name);
    entries_.push_back({std::move(section), file, orphan});
  }
  return added;
}

const VariantLibrary::Entry* VariantLibrary::find(std::string_view name) const {
  const auto it = std::find_if(entries_.begin(), entries_.end(),
                               [&](const Entry& e) { return e.section.name == name; });
  return it == entries_.end() ? nullptr : &*it;
}

std::vector<std::string> VariantLibrary::names() const {
  std::vector<std::string> names;
  for (const Entry& e : entries_) names.push_back(e.section.name);
  return names;
}

Result<Variant> VariantLibrary::load(std::string_view name) const {
  std::vector<const Entry*> chain;
  for (const Entry* e = find(name); e != nullptr; e = find(e->section.parent)) {
    chain.push_back(e);
    if (e->orphan)
      return Error{
          ErrorCode::kBadNotation,
          fmt::format("{}: the parent '{}' of '{}' is not known (it must be a shipped variant "
                      "or stand earlier in the file){}",
                      place_of(e->file, e->section.line), e->section.parent, e->section.name,
                      internal::did_you_mean(e->section.parent, names()))};
    if (e->section.parent.empty()) break;
  }
  if (chain.empty())
    return Error{ErrorCode::kUsage,
                 fmt::format("there is no variant '{}'{} ('augmate variants' lists them)", name,
                             internal::did_you_mean(name, names()))};
  std::reverse(chain.begin(), chain.end());
  internal::BuildContext context{
      std::string(name), {}, kinds_, &predefined_, static_cast<int>(chain.size()) - 1, {}};
  for (std::size_t i = 0; i < chain.size(); ++i)
    merge(chain[i]->section, chain[i]->file, static_cast<int>(i), context.settings);
  auto variant = internal::build_variant(std::move(context));
  if (!variant) return variant.error().in(fmt::format("variant '{}'", name));
  variant->file = chain.back()->file;
  if (variant->description.empty())
    variant->description = chain.back()->section.parent.empty()
                               ? "no description"
                               : "as " + chain.back()->section.parent + ", with changes";
  return variant;
}

std::string default_variant_folder() { return data_folder("variants"); }

}  // namespace augmate
