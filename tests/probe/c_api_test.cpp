// SPDX-License-Identifier: MIT
// augmate.h from the shared library: answers as the Prober gives them, each error with its own
// status, over mapped files, files read by pieces and memory, and from many threads.
#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <filesystem>
#include <thread>

#include "gen/generate.h"
#include "probe/augmate.h"
#include "probe/augmate.hpp"
#include "probe/probe.h"
#include "rules/game_options.h"
#include "tests/support/games.h"
#include "tests/support/temporary_folder.h"

namespace augmate::test {
namespace {

enum class From { kMap, kRead, kMemory };

constexpr const char* kSmall =
    "[small:chess]\nmaxFile = d\nmaxRank = 5\npromotionRegionWhite = *5\n"
    "promotionRegionBlack = *1\ndoubleStepRegionWhite = *2\ndoubleStepRegionBlack = *4\n"
    "promotionPieceTypes = r\n";

// Tables made once for all tests.
class Made {
 public:
  explicit Made(const std::string& variant, const std::vector<std::string>& endings) {
    GameOptions options;
    options.variant = variant;
    game_ = *make_game(options);
    for (const std::string& men : endings) {
      GenerateOptions making;
      making.folder = folder_.path();
      making.threads = 1;
      const auto made = generate(game_, material(*game_, men), making);
      EXPECT_TRUE(made) << made.error().message;
    }
  }
  const std::shared_ptr<const Game>& game() const { return game_; }
  const TemporaryFolder& folder() const { return folder_; }

 private:
  std::shared_ptr<const Game> game_;
  TemporaryFolder folder_;
};

const Made& chess() {
  static const Made made("chess", {"KRvK", "KPvK"});
  return made;
}
struct Close {
  void operator()(augmate_tables* tables) const { augmate_close(tables); }
};
using Opened = std::unique_ptr<augmate_tables, Close>;

Opened open(const char* variant, const std::string& folder, From from = From::kMap,
            std::vector<std::string>* kept = nullptr, bool preload = false) {
  augmate_options options;
  augmate_default_options(&options);
  const char* folders[] = {folder.c_str()};
  options.folders = folders;
  options.folder_count = from == From::kMemory ? 0 : 1;
  options.backing = from == From::kRead ? AUGMATE_READ : AUGMATE_MAP;
  options.preload = preload ? 1 : 0;
  augmate_tables* tables = nullptr;
  EXPECT_EQ(augmate_open(variant, &options, &tables), AUGMATE_OK) << augmate_error();
  if (from == From::kMemory)
    for (const auto& file : std::filesystem::directory_iterator(folder))
      kept->push_back(read_file(file.path().string()));
  if (from == From::kMemory)
    for (const std::string& bytes : *kept) {
      EXPECT_EQ(augmate_add_table(tables, bytes.data(), bytes.size(), "a table"), AUGMATE_OK);
    }
  return Opened(tables);
}

augmate_position fen(const Opened& tables, const char* text) {
  augmate_position position{};
  EXPECT_EQ(augmate_read_fen(tables.get(), text, &position), AUGMATE_OK) << augmate_error();
  return position;
}

// What the Prober says of the position.
void expect_as_prober(const Opened& tables, const Prober& prober, const char* text) {
  SCOPED_TRACE(text);
  const Position p = *parse_fen(prober.game(), text);
  const augmate_position position = fen(tables, text);
  const Value expected = *prober.probe(p);
  augmate_value value{}, by_fen{}, unchecked{};
  int outcome = -1, quick = -1;
  ASSERT_EQ(augmate_probe(tables.get(), &position, &value), AUGMATE_OK) << augmate_error();
  ASSERT_EQ(augmate_probe_fen(tables.get(), text, &by_fen), AUGMATE_OK);
  ASSERT_EQ(augmate_probe_unchecked(tables.get(), &position, &unchecked), AUGMATE_OK);
  ASSERT_EQ(augmate_probe_outcome(tables.get(), &position, &outcome), AUGMATE_OK);
  ASSERT_EQ(augmate_outcome_unchecked(tables.get(), &position, &quick), AUGMATE_OK);
  for (const augmate_value& v : {value, by_fen, unchecked}) {
    EXPECT_EQ(v.outcome, static_cast<int>(expected.outcome));
    EXPECT_EQ(v.plies, expected.plies);
  }
  EXPECT_EQ(outcome, value.outcome);
  EXPECT_EQ(quick, value.outcome);
  const auto scored = *prober.moves(p);
  std::vector<augmate_move> moves(300);
  std::size_t count = 0;
  ASSERT_EQ(augmate_moves(tables.get(), &position, moves.data(), moves.size(), &count), AUGMATE_OK);
  ASSERT_EQ(count, scored.size());
  const auto best = *prober.best(p);
  for (std::size_t i = 0; i < count; ++i) {
    EXPECT_EQ(moves[i].from, scored[i].move.from);
    EXPECT_EQ(moves[i].to, scored[i].move.to);
    EXPECT_EQ(moves[i].promotion, scored[i].move.promotion);
    EXPECT_EQ(moves[i].value.plies, scored[i].value.plies);
    EXPECT_EQ(moves[i].best == 1,
              std::find(best.begin(), best.end(), scored[i].move) != best.end());
    augmate_position next{};
    ASSERT_EQ(augmate_play(tables.get(), &position, &moves[i], &next), AUGMATE_OK);
    char written[AUGMATE_TEXT];
    ASSERT_EQ(augmate_write_fen(tables.get(), &next, written, sizeof written), AUGMATE_OK);
    EXPECT_EQ(written, to_fen(prober.game(), after(prober.game(), p, scored[i].move)));
  }
}

class CApi : public ::testing::TestWithParam<From> {};
INSTANTIATE_TEST_SUITE_P(All, CApi, ::testing::Values(From::kMap, From::kRead, From::kMemory));

TEST_P(CApi, AnswersAsTheProberDoes) {
  std::vector<std::string> kept;
  const Opened tables = open("chess", chess().folder().path(), GetParam(), &kept);
  const Prober prober(chess().game(), {chess().folder().path()});
  for (const char* text :
       {"8/8/8/8/8/2k5/8/K6R w", "8/8/8/8/8/2k5/8/K6R b", "8/8/8/8/8/2K5/8/k6r b",  // colours
        "8/2P5/8/8/8/8/k7/2K5 w", "8/8/8/8/8/8/k7/2K5 w", "8/8/8/8/4p3/8/k7/2K5 b",
        "K7/8/8/8/8/8/p1k5/8 b"})
    expect_as_prober(tables, prober, text);
}

// Every position of KRvK, through the ending by squares too.
TEST_P(CApi, AnEndingBySquares) {
  std::vector<std::string> kept;
  for (const bool preload : {false, true}) {
    kept.clear();
    const Opened tables = open("chess", chess().folder().path(), GetParam(), &kept, preload);
    const Prober prober(chess().game(), {chess().folder().path()});
    const augmate_ending* white = nullptr;
    const augmate_ending* black = nullptr;
    ASSERT_EQ(augmate_open_ending(tables.get(), "KRvK", &white), AUGMATE_OK);
    ASSERT_EQ(augmate_open_ending(tables.get(), "KvKR", &black), AUGMATE_OK);
    std::uint64_t preloaded = 1, outcomes = 0, file = 0;
    ASSERT_EQ(augmate_ending_bytes(white, &preloaded, &outcomes, &file), AUGMATE_OK);
    EXPECT_EQ(preloaded > 0, preload);
    EXPECT_GT(outcomes, 0u);
    EXPECT_GT(file, 0u);
    const Game& game = *chess().game();
    int seen = 0;
    for (int i = 0; i < 64 * 64 * 64; i += 7) {
      const int k = i % 64, r = i / 64 % 64, other = i / 4096;
      Position p;
      p.add({game.royal(Side::kWhite), Side::kWhite, k});
      p.add({*game.kind_of('R'), Side::kWhite, r});
      p.add({game.royal(Side::kBlack), Side::kBlack, other});
      p.to_move = i % 2 == 0 ? Side::kWhite : Side::kBlack;
      if (why_illegal(game, p)) continue;
      ++seen;
      const Value expected = *prober.probe(p);
      const auto squares = [&](int a, int b, int c) {
        return std::array<std::uint8_t, 3>{static_cast<std::uint8_t>(a),
                                           static_cast<std::uint8_t>(b),
                                           static_cast<std::uint8_t>(c)};
      };
      augmate_value value{};
      int outcome = -1;
      const int side = i % 2;
      ASSERT_EQ(augmate_ending_probe_unchecked(white, squares(k, r, other).data(), side, &value),
                AUGMATE_OK);
      ASSERT_EQ(
          augmate_ending_outcome_unchecked(white, squares(k, r, other).data(), side, &outcome),
          AUGMATE_OK);
      EXPECT_EQ(value.plies, expected.plies);
      EXPECT_EQ(value.outcome, static_cast<int>(expected.outcome));
      EXPECT_EQ(outcome, value.outcome);
      // The same with colours exchanged and the board turned upside down.
      ASSERT_EQ(augmate_ending_probe_unchecked(black, squares(other ^ 56, k ^ 56, r ^ 56).data(),
                                               1 - side, &value),
                AUGMATE_OK);
      EXPECT_EQ(value.plies, expected.plies);
    }
    EXPECT_GT(seen, 10'000);
  }
}

TEST(CApiErrors, EachHasItsOwnStatus) {
  const Opened tables = open("chess", chess().folder().path());
  augmate_value value{77, 77};
  const auto probe = [&](const char* text) {
    return augmate_probe_fen(tables.get(), text, &value);
  };
  EXPECT_EQ(probe("8/8/8 w"), AUGMATE_BAD_NOTATION);
  EXPECT_NE(std::strlen(augmate_error()), 0u);
  EXPECT_EQ(probe("8/8/8/8/8/2k5/8/K1R5 w"), AUGMATE_ILLEGAL);
  EXPECT_NE(std::string(augmate_error()).find("check"), std::string::npos) << augmate_error();
  EXPECT_EQ(probe("8/8/8/8/8/2k5/8/KBN5 w"), AUGMATE_MISSING_TABLE);
  EXPECT_NE(std::string(augmate_error()).find("augmate gen KBNvK"), std::string::npos);
  EXPECT_EQ(probe(nullptr), AUGMATE_USAGE);
  EXPECT_EQ(value.plies, 77);  // nothing is written but with AUGMATE_OK
  EXPECT_EQ(augmate_covers(tables.get(), "KRvK"), AUGMATE_OK);
  EXPECT_EQ(augmate_covers(tables.get(), "KvKR"), AUGMATE_OK);
  EXPECT_EQ(augmate_covers(tables.get(), "KBNvK"), AUGMATE_MISSING_TABLE);
  EXPECT_EQ(augmate_covers(tables.get(), "KXvK"), AUGMATE_BAD_NOTATION);
  EXPECT_EQ(augmate_covers(tables.get(), "KRRRRRRRRvK"), AUGMATE_NOT_COVERED);
  augmate_move move{};
  const augmate_position mated = fen(tables, "k1K5/8/8/8/8/8/8/R7 b");
  EXPECT_EQ(augmate_best_move(tables.get(), &mated, &move), AUGMATE_GAME_OVER);
  EXPECT_EQ(augmate_add_table(tables.get(), "text", 4, "t"), AUGMATE_NOT_A_TABLE);
  const std::string text(100, 'x');
  EXPECT_EQ(augmate_add_table(tables.get(), text.data(), text.size(), "t"), AUGMATE_NOT_A_TABLE);
  EXPECT_STREQ(augmate_status_text(AUGMATE_MISSING_TABLE), "missing table");
  EXPECT_STREQ(augmate_outcome_text(AUGMATE_WIN_PERPETUAL), "win_perpetual");
  EXPECT_STREQ(augmate_outcome_text(99), "?");
}

TEST(CApiErrors, OpeningAGame) {
  augmate_tables* tables = nullptr;
  augmate_options options;
  augmate_default_options(&options);
  EXPECT_EQ(augmate_open("no-such-game", &options, &tables), AUGMATE_USAGE);
  EXPECT_EQ(augmate_open("/no/such/file.ini", &options, &tables), AUGMATE_IO) << augmate_error();
  EXPECT_EQ(augmate_open(nullptr, &options, &tables), AUGMATE_USAGE);
  EXPECT_EQ(augmate_open_ini("[a:chess]\nno key\n", nullptr, &options, &tables),
            AUGMATE_BAD_NOTATION);
  EXPECT_EQ(augmate_open_ini("[a:chess]\n[b:chess]\n", nullptr, &options, &tables), AUGMATE_USAGE);
  EXPECT_EQ(augmate_open_ini("[a:chess]\n[b:chess]\n", "b", &options, &tables), AUGMATE_OK);
  augmate_close(tables);
  tables = nullptr;
  options.cache_bytes = ~std::uint64_t{0};
  EXPECT_EQ(augmate_open("chess", &options, &tables), AUGMATE_NO_MEMORY);
  augmate_default_options(&options);
  options.size = 3;
  EXPECT_EQ(augmate_open("chess", &options, &tables), AUGMATE_USAGE);
  augmate_default_options(&options);
  options.folder_count = 1;
  EXPECT_EQ(augmate_open("chess", &options, &tables), AUGMATE_USAGE);
  options.folder_count = 0;
  options.variant_folder = "/no/such/folder";
  EXPECT_EQ(augmate_open("chess", &options, &tables), AUGMATE_IO);
  EXPECT_EQ(tables, nullptr);
  augmate_close(nullptr);
}

TEST(CApiErrors, DamagedFiles) {
  const TemporaryFolder folder;
  const Prober prober(chess().game(), {});
  const std::string name = stored_file_name(*chess().game(), material(*chess().game(), "KRvK"));
  const std::string good = read_file(chess().folder().file(name));
  const auto status_with = [&](const std::string& bytes) {
    write_file(folder.file(name), bytes);
    const Opened tables = open("chess", folder.path());
    augmate_value value{};
    return augmate_probe_fen(tables.get(), "8/8/8/8/8/2k5/8/K6R w", &value);
  };
  EXPECT_EQ(status_with(good), AUGMATE_OK);
  EXPECT_EQ(status_with(good.substr(0, good.size() / 2)), AUGMATE_TRUNCATED);
  EXPECT_EQ(status_with(good + "x"), AUGMATE_CORRUPT);
  std::string bad = good;
  bad[0] = 'x';
  EXPECT_EQ(status_with(bad), AUGMATE_NOT_A_TABLE);
  bad = good;
  bad[100] = static_cast<char>(bad[100] ^ 1);
  EXPECT_EQ(status_with(bad), AUGMATE_BAD_CHECKSUM);
  // The table of another ending under this one's name.
  const std::string other = stored_file_name(*chess().game(), material(*chess().game(), "KPvK"));
  EXPECT_EQ(status_with(read_file(chess().folder().file(other))), AUGMATE_WRONG_GAME);
  EXPECT_EQ(status_with(""), AUGMATE_TRUNCATED);
}

TEST(CApiErrors, PositionsOutOfRange) {
  const Opened tables = open("chess", chess().folder().path());
  const augmate_position good = fen(tables, "8/8/8/8/8/2k5/8/K6R w");
  augmate_value value{};
  const auto status = [&](const augmate_position& p) {
    const augmate_status checked = augmate_probe(tables.get(), &p, &value);
    EXPECT_EQ(augmate_probe_unchecked(tables.get(), &p, &value), checked);
    return checked;
  };
  EXPECT_EQ(status(good), AUGMATE_OK);
  augmate_position p = good;
  p.count = 9;
  EXPECT_EQ(status(p), AUGMATE_ILLEGAL);
  p.count = -1;
  EXPECT_EQ(status(p), AUGMATE_ILLEGAL);
  p = good;
  p.to_move = 2;
  EXPECT_EQ(status(p), AUGMATE_ILLEGAL);
  p = good;
  p.men[1].kind = 200;
  EXPECT_EQ(status(p), AUGMATE_ILLEGAL);
  p = good;
  p.men[1].square = 64;
  EXPECT_EQ(status(p), AUGMATE_ILLEGAL);
  p = good;
  p.men[0].kind = p.men[1].kind = p.men[2].kind;
  p.imitates[0] = 100;
  EXPECT_EQ(status(p), AUGMATE_ILLEGAL);
  p = good;
  p.passer = 1000;
  EXPECT_EQ(status(p), AUGMATE_ILLEGAL);
  const augmate_ending* ending = nullptr;
  ASSERT_EQ(augmate_open_ending(tables.get(), "KRvK", &ending), AUGMATE_OK);
  const std::uint8_t off[] = {0, 64, 3};
  EXPECT_EQ(augmate_ending_probe_unchecked(ending, off, 0, &value), AUGMATE_ILLEGAL);
  EXPECT_EQ(augmate_ending_probe_unchecked(ending, off, 5, &value), AUGMATE_USAGE);
  char text[4];
  EXPECT_EQ(augmate_write_fen(tables.get(), &good, text, sizeof text), AUGMATE_USAGE);
}

TEST(CApi, MenByLettersAndNumbers) {
  const Opened tables = open("chess", chess().folder().path());
  EXPECT_EQ(augmate_files(tables.get()), 8);
  EXPECT_EQ(augmate_ranks(tables.get()), 8);
  EXPECT_EQ(augmate_square(tables.get(), "c4"), 26);
  EXPECT_EQ(augmate_square(tables.get(), "i9"), AUGMATE_NONE);
  for (int k = 0; k < augmate_kinds(tables.get()); ++k)
    EXPECT_EQ(augmate_kind(tables.get(), augmate_kind_letter(tables.get(), k)), k);
  EXPECT_EQ(augmate_kind(tables.get(), '?'), AUGMATE_NONE);
  EXPECT_EQ(augmate_kind_letter(tables.get(), 99), '\0');
  const int squares[] = {18, 0, 7};
  augmate_position p{};
  ASSERT_EQ(augmate_set_men(tables.get(), "kKR", squares, AUGMATE_WHITE, &p), AUGMATE_OK);
  char text[AUGMATE_TEXT];
  ASSERT_EQ(augmate_write_fen(tables.get(), &p, text, sizeof text), AUGMATE_OK);
  EXPECT_EQ(std::string(text).substr(0, 25), "8/8/8/8/8/2k5/8/K6R w");
  EXPECT_EQ(augmate_set_men(tables.get(), "kK?", squares, 0, &p), AUGMATE_BAD_NOTATION);
  EXPECT_EQ(augmate_set_men(tables.get(), "kkR", squares, 0, &p), AUGMATE_ILLEGAL);
}

// A game of one's own from text, with its table from memory, through the C++ header; a right to
// take in passing, which no table stores.
TEST(CppHeader, AGameOfOnesOwn) {
  const TemporaryFolder folder;
  write_file(folder.file("small.ini"), kSmall);
  const Made made(folder.file("small.ini"), {"KPvKP"});
  TableOptions options;
  options.folders = {made.folder().path()};
  const auto tables = Tables::open_ini(kSmall, "", options);
  ASSERT_TRUE(tables) << tables.error;
  EXPECT_TRUE(tables->covers("KPvKP"));
  EXPECT_FALSE(tables->covers("KPPvKP"));
  const Prober prober(made.game(), {made.folder().path()});
  for (const char* text :
       {"k3/4/2Pp/4/K3 w", "k3/3p/4/2P1/K3 w", "k3/4/1pP1/4/3K w b4", "k3/4/1pP1/4/3K w - b4"}) {
    const auto expected = parse_fen(*made.game(), text);
    const auto position = tables->position(text);
    ASSERT_EQ(static_cast<bool>(position), static_cast<bool>(expected)) << text;
    if (!position) continue;
    const auto value = tables->probe(*position);
    const auto by_prober = prober.probe(*expected);
    ASSERT_EQ(static_cast<bool>(value), static_cast<bool>(by_prober)) << text << value.error;
    if (!value) continue;
    EXPECT_EQ(value->plies, by_prober->plies) << text;
    EXPECT_EQ(*tables->outcome(*position), value->outcome) << text;
    const auto moves = tables->moves(*position);
    ASSERT_TRUE(moves) << moves.error;
    EXPECT_EQ(moves->size(), prober.moves(*expected)->size());
  }
  EXPECT_EQ(Tables::open("no-such-game").status, AUGMATE_USAGE);
}

TEST(CApi, ServesManyThreads) {
  augmate_options options;
  augmate_default_options(&options);
  const std::string folder = chess().folder().path();
  const char* folders[] = {folder.c_str()};
  options.folders = folders;
  options.folder_count = 1;
  options.cache_bytes = 3 * 4096;  // pages come and go
  augmate_tables* raw = nullptr;
  ASSERT_EQ(augmate_open("chess", &options, &raw), AUGMATE_OK);
  const Opened tables(raw);
  const Prober prober(chess().game(), {folder});
  std::vector<std::pair<augmate_position, Value>> positions;
  const auto order = *PositionIndex::create(chess().game(), material(*chess().game(), "KRvK"));
  for (std::uint64_t i = 0; i < order.entries(); i += 97) {
    const Position p = order.position(i, i % 2 == 0 ? Side::kWhite : Side::kBlack);
    if (why_illegal(*chess().game(), p)) continue;
    augmate_position q{};
    ASSERT_EQ(augmate_read_fen(raw, to_fen(*chess().game(), p).c_str(), &q), AUGMATE_OK);
    positions.emplace_back(q, *prober.probe(p));
  }
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (std::size_t i = t; i < positions.size(); i += 3) {
        augmate_value value{};
        int outcome = -1;
        const bool fine =
            augmate_probe_unchecked(raw, &positions[i].first, &value) == AUGMATE_OK &&
            augmate_outcome_unchecked(raw, &positions[i].first, &outcome) == AUGMATE_OK &&
            value.plies == positions[i].second.plies && outcome == value.outcome;
        // Errors are each thread's own.
        augmate_value none{};
        const std::string bad = "8/8/" + std::to_string(t);
        if (augmate_probe_fen(raw, bad.c_str(), &none) != AUGMATE_BAD_NOTATION || !fine) ++wrong;
      }
    });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace augmate::test
