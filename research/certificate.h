// SPDX-License-Identifier: MIT
// A certificate: what augmate says of an ending, on one page, with all that a stranger needs to
// make it again and compare: the game and each man's decoded moves, the rules as the table file
// states them, counts with their denominators, the longest positions with a whole optimal line,
// histograms, checksums, and what was checked and how.
//
// Two checksums: the table file's own, which changes with the compression and the variant's name;
// and one of the values alone, XXH64 over the 16-bit values (formats/SPEC.md) of White to move,
// then Black, in the order of the index, little-endian, 0xFFFF where the position is not legal.
// Whoever solves the ending and numbers its positions as formats/position_index.h does gets the
// same.
//
// Making one makes the tables that are missing and re-derives every position of the ending's table,
// and of each that play leads to, with the forward move generator (gen/check.h): a chain in which
// nothing is taken on trust but the rules.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/result.h"
#include "formats/statistics.h"
#include "gen/check.h"
#include "gen/generate.h"
#include "research/generally_won.h"
#include "rules/game_options.h"

namespace augmate {

struct CertificateOptions {
  std::string folder = "tables";
  int threads = 0;
  std::function<void(const GenerateProgress&)> generating;
  std::function<void(const std::string& material, std::uint64_t done, std::uint64_t all)> checking;
};

struct Certificate {
  std::shared_ptr<const Game> game;
  Material material;
  std::string command;  // that makes the table, without the program's name
  std::string rules_text;
  Sides sides;  // by side to move
  GeneralShares shares;
  std::string line_fen;           // the longest win, nothing where there is none
  std::vector<std::string> line;  // moves
  std::string file, program;
  std::uint64_t entries = 0, size_bytes = 0, file_checksum = 0, values_checksum = 0;
  int symmetries = 1;
  std::vector<CheckReport> checks;  // the smallest table first
};

// kMismatch if a table turns out wrong.
Result<Certificate> certify(const GameOptions& options, const std::string& ending,
                            const CertificateOptions& how);

// "King and Champion v King on 12x8: ...": the statement.
std::string statement(const Certificate& certificate);
std::string to_text(const Certificate& certificate);
nlohmann::ordered_json to_json(const Certificate& certificate);

}  // namespace augmate
