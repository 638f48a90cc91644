// SPDX-License-Identifier: MIT
// augmate.h: opening games and tables, kinds and squares, versions and words.
#include <memory>
#include <string>

#include "formats/table_file.h"
#include "probe/augmate.h"
#include "probe/internal/c_calls.h"
#include "rules/game_options.h"
#include "rules/variant_file.h"

using namespace augmate;
using namespace augmate::internal;

namespace {

// The options as far as the caller knows them.
Result<augmate_options> read_options(const augmate_options* given) {
  augmate_options options;
  augmate_default_options(&options);
  if (given == nullptr) return options;
  if (given->size < sizeof(augmate_options))
    return Error{ErrorCode::kUsage, "options.size is not set; call augmate_default_options first"};
  options = *given;
  if (options.folder_count > 0 && options.folders == nullptr)
    return Error{ErrorCode::kUsage, "options.folders is null, but options.folder_count is not 0"};
  for (std::size_t i = 0; i < options.folder_count; ++i)
    if (options.folders[i] == nullptr)
      return Error{ErrorCode::kUsage, "one of options.folders is null"};
  if (options.backing != AUGMATE_MAP && options.backing != AUGMATE_READ)
    return Error{ErrorCode::kUsage, "options.backing is neither AUGMATE_MAP nor AUGMATE_READ"};
  return options;
}

std::string variant_folder(const augmate_options& options) {
  return options.variant_folder == nullptr ? default_variant_folder() : options.variant_folder;
}

augmate_status open_variant(const VariantLibrary& library, const std::string& name,
                            const augmate_options& options, augmate_tables** out) {
  auto variant = library.load(name);
  if (!variant) return fail(variant.error());
  auto game = Game::create(std::move(variant->rules));
  if (!game) return fail(game.error());
  ProbeOptions probing;
  probing.cache_bytes = options.cache_bytes;
  probing.backing = options.backing == AUGMATE_MAP ? Backing::kMap : Backing::kRead;
  probing.preload = options.preload != 0;
  std::vector<std::string> folders(options.folders, options.folders + options.folder_count);
  *out = new augmate_tables{Prober(std::move(*game), std::move(folders), probing)};
  return AUGMATE_OK;
}

const Game& game_of(const augmate_tables* tables) { return tables->prober.game(); }

}  // namespace

extern "C" {

void augmate_default_options(augmate_options* options) {
  if (options == nullptr) return;
  *options = augmate_options{};
  options->size = sizeof(augmate_options);
  options->cache_bytes = ProbeOptions{}.cache_bytes;
}

const char* augmate_version(void) { return AUGMATE_VERSION; }
int augmate_file_version(void) { return static_cast<int>(table_format_version()); }

const char* augmate_status_text(augmate_status status) {
  constexpr const char* kTexts[] = {"fine",
                                    "a call that makes no sense",
                                    "unreadable text",
                                    "illegal position or move",
                                    "not covered",
                                    "missing table",
                                    "wrong game",
                                    "no table file",
                                    "newer format",
                                    "altered bytes",
                                    "missing bytes",
                                    "corrupt table",
                                    "not readable",
                                    "not enough memory",
                                    "too large",
                                    "contradicting tables",
                                    "the game is over",
                                    "internal error"};
  const auto i = static_cast<std::size_t>(status);
  return i < std::size(kTexts) ? kTexts[i] : "?";
}

const char* augmate_outcome_text(int outcome) {
  return outcome >= 0 && outcome < kOutcomes ? name(static_cast<Outcome>(outcome)) : "?";
}

augmate_status augmate_open(const char* variant, const augmate_options* options,
                            augmate_tables** out) {
  if (any_null(variant, out)) return null_pointer();
  return walled([&] {
    const auto read = read_options(options);
    if (!read) return fail(read.error());
    const auto found = find_variant(variant, variant_folder(*read));
    if (!found) return fail(found.error());
    return open_variant(found->library, found->name, *read, out);
  });
}

augmate_status augmate_open_ini(const char* text, const char* name, const augmate_options* options,
                                augmate_tables** out) {
  if (any_null(text, out)) return null_pointer();
  return walled([&] {
    const auto read = read_options(options);
    if (!read) return fail(read.error());
    auto library = VariantLibrary::open(variant_folder(*read));
    if (!library) return fail(library.error());
    const auto names = library->read_text(text, "the text");
    if (!names) return fail(names.error());
    if (name == nullptr && names->size() > 1)
      return fail(AUGMATE_USAGE, "the text has several variants, so one must be named");
    return open_variant(*library, name == nullptr ? names->front() : name, *read, out);
  });
}

void augmate_close(augmate_tables* tables) { delete tables; }

augmate_status augmate_add_table(augmate_tables* tables, const void* bytes, size_t size,
                                 const char* name) {
  if (any_null(tables, name) || (bytes == nullptr && size > 0)) return null_pointer();
  return walled([&] {
    const auto done = tables->prober.add({static_cast<const char*>(bytes), size}, name);
    return done ? AUGMATE_OK : fail(done.error());
  });
}

augmate_status augmate_covers(augmate_tables* tables, const char* material) {
  if (any_null(tables, material)) return null_pointer();
  return walled([&] {
    const auto men = parse_material(game_of(tables), material);
    if (!men) return fail(men.error());
    const auto covered = tables->prober.covers(*men);
    return covered ? AUGMATE_OK : fail(covered.error());
  });
}

int augmate_files(const augmate_tables* tables) {
  return tables == nullptr ? 0 : game_of(tables).board().files();
}

int augmate_ranks(const augmate_tables* tables) {
  return tables == nullptr ? 0 : game_of(tables).board().ranks();
}

int augmate_kinds(const augmate_tables* tables) {
  return tables == nullptr ? 0 : static_cast<int>(game_of(tables).kinds().size());
}

char augmate_kind_letter(const augmate_tables* tables, int kind) {
  return kind >= 0 && kind < augmate_kinds(tables) ? game_of(tables).kind(kind).letter : '\0';
}

int augmate_kind(const augmate_tables* tables, char letter) {
  return tables == nullptr ? AUGMATE_NONE : game_of(tables).kind_of(letter).value_or(AUGMATE_NONE);
}

int augmate_square(const augmate_tables* tables, const char* name) {
  if (any_null(tables, name)) return AUGMATE_NONE;
  return game_of(tables).board().find(name).value_or(AUGMATE_NONE);
}

augmate_status augmate_square_text(const augmate_tables* tables, int square, char* text,
                                   size_t size) {
  if (any_null(tables, text)) return null_pointer();
  return walled([&] {
    const Board& board = game_of(tables).board();
    if (square < 0 || square >= board.size()) return fail(AUGMATE_USAGE, "no square of the board");
    return write_text(board.name(square), text, size);
  });
}

}  // extern "C"
