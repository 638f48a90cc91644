// SPDX-License-Identifier: MIT
// augmate.hpp: augmate.h for C++17 and later. Nothing but thin inline functions over the C
// functions, so that it fits any compiler and any build of the library; what the C header says of
// units, threads and versions holds. Nothing here throws but std::bad_alloc for its own strings.
//
//   augmate::TableOptions options;
//   options.folders = {"tables"};
//   auto tables = augmate::Tables::open("chess", options);
//   if (!tables) std::cerr << tables.error << '\n';
//   auto value = tables->probe("8/8/8/8/8/2k5/8/K1Q5 w - - 0 1");
//   if (value) std::cout << augmate_outcome_text(value->outcome) << ' ' << value->plies << '\n';
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "augmate.h"

namespace augmate {

// What a call gave, or why it did not.
template <class T>
struct Answer {
  augmate_status status = AUGMATE_OK;
  std::string error;       // empty when all is well
  std::optional<T> value;  // there when all is well

  explicit operator bool() const { return value.has_value(); }
  T& operator*() { return *value; }
  const T& operator*() const { return *value; }
  T* operator->() { return &*value; }
  const T* operator->() const { return &*value; }
};

struct TableOptions {
  std::vector<std::string> folders;
  augmate_backing backing = AUGMATE_MAP;
  std::uint64_t cache_bytes = std::uint64_t{64} << 20;
  bool preload = false;
  std::string variant_folder;  // empty: where the library finds it
};

class Tables {
 public:
  // "NAME", "FILE.ini" or "FILE.ini:NAME".
  static Answer<Tables> open(const std::string& variant, const TableOptions& options = {}) {
    return opened(options, [&](const augmate_options& o, augmate_tables** out) {
      return augmate_open(variant.c_str(), &o, out);
    });
  }
  // From the text of a variant file; an empty name where it has one variant.
  static Answer<Tables> open_ini(const std::string& text, const std::string& name,
                                 const TableOptions& options = {}) {
    return opened(options, [&](const augmate_options& o, augmate_tables** out) {
      return augmate_open_ini(text.c_str(), name.empty() ? nullptr : name.c_str(), &o, out);
    });
  }

  augmate_tables* get() const { return tables_.get(); }  // for the C functions

  // `bytes` must live, unchanged, as long as this does.
  augmate_status add(const void* bytes, std::size_t size, const std::string& name) {
    return augmate_add_table(get(), bytes, size, name.c_str());
  }
  bool covers(const std::string& material) const {
    return augmate_covers(get(), material.c_str()) == AUGMATE_OK;
  }

  Answer<augmate_position> position(const std::string& fen) const {
    return answer<augmate_position>(
        [&](augmate_position* out) { return augmate_read_fen(get(), fen.c_str(), out); });
  }
  Answer<augmate_value> probe(const augmate_position& position) const {
    return answer<augmate_value>(
        [&](augmate_value* out) { return augmate_probe(get(), &position, out); });
  }
  Answer<augmate_value> probe(const std::string& fen) const {
    return answer<augmate_value>(
        [&](augmate_value* out) { return augmate_probe_fen(get(), fen.c_str(), out); });
  }
  Answer<augmate_value> probe_unchecked(const augmate_position& position) const {
    return answer<augmate_value>(
        [&](augmate_value* out) { return augmate_probe_unchecked(get(), &position, out); });
  }
  Answer<int> outcome(const augmate_position& position) const {
    return answer<int>([&](int* out) { return augmate_probe_outcome(get(), &position, out); });
  }
  Answer<augmate_move> best_move(const augmate_position& position) const {
    return answer<augmate_move>(
        [&](augmate_move* out) { return augmate_best_move(get(), &position, out); });
  }
  Answer<std::vector<augmate_move>> moves(const augmate_position& position) const {
    return answer<std::vector<augmate_move>>([&](std::vector<augmate_move>* out) {
      std::size_t count = 0;
      augmate_status status = augmate_moves(get(), &position, nullptr, 0, &count);
      out->resize(count);
      if (status == AUGMATE_OK)
        status = augmate_moves(get(), &position, out->data(), out->size(), &count);
      return status;
    });
  }
  Answer<augmate_position> play(const augmate_position& position, const augmate_move& move) const {
    return answer<augmate_position>(
        [&](augmate_position* out) { return augmate_play(get(), &position, &move, out); });
  }
  std::string text(const augmate_move& move) const {
    char text[AUGMATE_TEXT];
    return augmate_move_text(get(), &move, text, sizeof text) == AUGMATE_OK ? text : "";
  }

 private:
  struct Close {
    void operator()(augmate_tables* tables) const { augmate_close(tables); }
  };
  explicit Tables(augmate_tables* tables) : tables_(tables) {}

  template <class T, class Call>
  static Answer<T> answer(Call&& call) {
    T value{};
    const augmate_status status = call(&value);
    if (status != AUGMATE_OK) return {status, augmate_error(), std::nullopt};
    return {status, {}, std::move(value)};
  }

  template <class Open>
  static Answer<Tables> opened(const TableOptions& options, Open&& open) {
    std::vector<const char*> folders;
    for (const std::string& folder : options.folders) folders.push_back(folder.c_str());
    augmate_options plain;
    augmate_default_options(&plain);
    plain.folders = folders.data();
    plain.folder_count = folders.size();
    plain.backing = options.backing;
    plain.cache_bytes = options.cache_bytes;
    plain.preload = options.preload ? 1 : 0;
    if (!options.variant_folder.empty()) plain.variant_folder = options.variant_folder.c_str();
    augmate_tables* tables = nullptr;
    const augmate_status status = open(plain, &tables);
    if (status != AUGMATE_OK) return {status, augmate_error(), std::nullopt};
    return {status, {}, Tables(tables)};
  }

  std::unique_ptr<augmate_tables, Close> tables_;
};

}  // namespace augmate
