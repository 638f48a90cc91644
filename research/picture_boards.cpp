// SPDX-License-Identifier: MIT
// Boards: a map of numbers, and diagrams of positions.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

#include "research/picture.h"
#include "research/svg.h"

namespace augmate {
namespace {

using namespace svg;

// Where a board's squares are.
struct Place {
  const Board& board;
  double left, top, cell;
  double x(Square s) const { return left + board.file(s) * cell; }
  double y(Square s) const { return top + (board.ranks() - 1 - board.rank(s)) * cell; }
  double width() const { return board.files() * cell; }
  double height() const { return board.ranks() * cell; }
};

// Room for the numbers of ranks, left of a board.
double rank_room(const Board& board, double size) {
  double room = 0;
  for (int r = 0; r < board.ranks(); ++r)
    room = std::max(room, text_width(board.name(board.at(0, r)).substr(1), size));
  return room + 8;
}

void label_board(pugi::xml_node node, const Place& at, double size) {
  for (int r = 0; r < at.board.ranks(); ++r) {
    const Square s = at.board.at(0, r);
    text(node, at.left - 6, at.y(s) + at.cell / 2 + size * 0.36, at.board.name(s).substr(1), "soft",
         size, Anchor::kEnd);
  }
  for (int f = 0; f < at.board.files(); ++f)
    text(node, at.left + (f + 0.5) * at.cell, at.top + at.height() + size + 4,
         at.board.name(at.board.at(f, 0)).substr(0, 1), "soft", size, Anchor::kMiddle);
}

struct Extent {
  double least = 0, most = 0;
  bool empty = true;
  double share(double value) const { return most > least ? (value - least) / (most - least) : 0.5; }
};

Extent extent_of(const std::vector<std::optional<double>>& values) {
  Extent e;
  for (const auto& value : values) {
    if (!value) continue;
    e.least = e.empty ? *value : std::min(e.least, *value);
    e.most = e.empty ? *value : std::max(e.most, *value);
    e.empty = false;
  }
  return e;
}

// Colours from the least number, below, to the greatest.
void draw_key(pugi::xml_node node, double x, double y, double height, const Extent& extent,
              const BoardMap& map) {
  constexpr int kSteps = 50;
  constexpr double kKeyWidth = 16;
  for (int i = 0; i < kSteps; ++i) {
    pugi::xml_node step = rect(node, x, y + height * (kSteps - 1 - i) / kSteps, kKeyWidth,
                               height / kSteps + 0.5, "key");
    set(step, "fill", scale_colour((i + 0.5) / kSteps));
  }
  const double range = extent.most - extent.least;
  const double step = std::max(round_step(range, 5), std::pow(10, -map.decimals));
  for (double value = std::ceil(extent.least / step) * step; value <= extent.most + step * 1e-9;
       value += step) {
    const double middle = y + height * (1 - extent.share(value));
    line(node, x + kKeyWidth, middle, x + kKeyWidth + 4, middle, "axis");
    text(node, x + kKeyWidth + 8, middle + 4, fmt::format("{:.{}f}", value, map.decimals), "soft",
         12);
  }
  text(node, x, y - 10, map.unit, "soft", 12);
}

void draw_number(pugi::xml_node node, const Place& at, Square s, double value, double share,
                 const BoardMap& map, double size) {
  pugi::xml_node mark = rect(node, at.x(s), at.y(s), at.cell, at.cell, "cell");
  set(mark, "fill", scale_colour(share));
  set(mark, "data-square", map.board->name(s));
  set(mark, "data-value", fmt::format("{}", value));
  const std::string figures = fmt::format("{:.{}f}", value, map.decimals);
  tooltip(mark, fmt::format("{}: {} {}", map.board->name(s), figures, map.unit));
  text(node, at.x(s) + at.cell / 2, at.y(s) + at.cell / 2 + size * 0.36, figures,
       text_style_on(share), size, Anchor::kMiddle);
}

std::string man_text(const Game& game, const Man& man) {
  const char letter = game.kind(man.kind).letter;
  return std::string(1, man.side == Side::kWhite
                            ? letter
                            : static_cast<char>(std::tolower(static_cast<unsigned char>(letter))));
}

void draw_squares(pugi::xml_node node, const Place& at) {
  at.board.squares().for_each([&](Square s) {
    const bool dark = (at.board.file(s) + at.board.rank(s)) % 2 == 0;
    if (at.board.vanishing().test(s))
      rect(node, at.x(s) + 1, at.y(s) + 1, at.cell - 2, at.cell - 2, "dashed");
    else
      rect(node, at.x(s), at.y(s), at.cell, at.cell, dark ? "dark-square" : "light-square");
  });
}

void draw_men(pugi::xml_node node, const Place& at, const Game& game, const Position& position) {
  for (const Man& man : position) {
    const bool white = man.side == Side::kWhite;
    const double x = at.x(man.square) + at.cell / 2, y = at.y(man.square) + at.cell / 2;
    pugi::xml_node disc = circle(node, x, y, at.cell * 0.4, white ? "white-man" : "black-man");
    set(disc, "data-square", at.board.name(man.square));
    set(disc, "data-man", man_text(game, man));
    tooltip(disc, fmt::format("{} {} on {}", white ? "White" : "Black", game.kind(man.kind).name,
                              at.board.name(man.square)));
    const double size = at.cell * 0.5;
    text(node, x, y + size * 0.36, std::string(1, game.kind(man.kind).letter),
         white ? "dark bold" : "bright bold", size, Anchor::kMiddle);
  }
}

}  // namespace

std::string board_map_picture(const BoardMap& map) {
  const Board& board = *map.board;
  const Extent extent = extent_of(map.values);
  std::size_t longest = 1;
  for (const auto& value : map.values)
    if (value) longest = std::max(longest, fmt::format("{:.{}f}", *value, map.decimals).size());
  const double cell = std::clamp(640.0 / std::max(board.files(), board.ranks()),
                                 24 + 3.0 * static_cast<double>(longest), 64.0);
  const double figures = std::min(14.0, cell * 0.9 / (0.66 * static_cast<double>(longest)));
  const double left = kMargin + rank_room(board, 12), key_room = 110;
  const double width = std::max(left + board.files() * cell + key_room, 420.0);
  Svg svg(map.title,
          fmt::format("{} A board of {} files and {} ranks with a number on each square, "
                      "from {:.{}f} to {:.{}f} {}.",
                      map.subtitle, board.files(), board.ranks(), extent.least, map.decimals,
                      extent.most, map.decimals, map.unit));
  const double top = svg.heading(width, map.subtitle) + 22;
  const Place at{board, left, top, cell};
  pugi::xml_node squares = group(svg.root());
  board.squares().for_each([&](Square s) {
    const auto& value = map.values[static_cast<std::size_t>(s)];
    if (value) {
      draw_number(squares, at, s, *value, extent.share(*value), map, figures);
      return;
    }
    set(rect(squares, at.x(s), at.y(s), cell, cell, "none"), "data-square", board.name(s));
    text(squares, at.x(s) + cell / 2, at.y(s) + cell / 2 + 4, "–", "soft", 12, Anchor::kMiddle);
  });
  label_board(svg.root(), at, 12);
  if (!extent.empty && extent.most > extent.least)
    draw_key(svg.root(), left + at.width() + 20, top, std::min(at.height(), 240.0), extent, map);
  return svg.text(width, std::max(top + at.height(), top + 40) + 40);
}

std::string boards_picture(const std::string& title, const Game& game,
                           const std::vector<Diagram>& diagrams) {
  const Board& board = game.board();
  const double cell = std::clamp(272.0 / std::max(board.files(), board.ranks()), 22.0, 34.0);
  const double left = rank_room(board, 11);
  const double block = std::max(left + board.files() * cell, 230.0);
  const auto columns = std::clamp<std::size_t>(diagrams.size(), 1, block > 330 ? 2 : 3);
  const double width =
      2 * kMargin + static_cast<double>(columns) * block + static_cast<double>(columns - 1) * 28;
  std::string description = fmt::format("{} positions.", diagrams.size());
  std::set<std::string> kinds;
  for (const Diagram& d : diagrams) {
    description +=
        fmt::format(" {}{}{}.", d.caption, d.caption.empty() ? "" : ": ", to_fen(game, d.position));
    for (const Man& man : d.position)
      kinds.insert(fmt::format("{} {}", game.kind(man.kind).letter, game.kind(man.kind).name));
  }
  Svg svg(title, description);
  std::string legend;
  for (const std::string& kind : kinds) legend += (legend.empty() ? "" : ", ") + kind;
  double y = svg.heading(width, legend);
  for (std::size_t i = 0; i < diagrams.size(); i += columns) {
    double bottom = y;
    for (std::size_t j = i; j < std::min(i + columns, diagrams.size()); ++j) {
      const Diagram& d = diagrams[j];
      const double x = kMargin + static_cast<double>(j - i) * (block + 28);
      const Place at{board, x + left, y + 10, cell};
      const std::string fen = to_fen(game, d.position);
      pugi::xml_node node = group(svg.root());
      set(node, "data-fen", fen);
      draw_squares(node, at);
      rect(node, at.left, at.top, at.width(), at.height(), "edge");
      draw_men(node, at, game, d.position);
      label_board(node, at, 11);
      double below = at.top + at.height() + 38;
      const std::string who =
          d.position.to_move == Side::kWhite ? "White to move" : "Black to move";
      std::vector<std::string> captions = broken(d.caption, block - left, 13);
      captions.insert(captions.begin(), who);
      for (const std::string& part : captions) {
        text(node, at.left, below, part, "ink", 13);
        below += 18;
      }
      for (const std::string& part : broken(fen, block - left, 11)) {
        text(node, at.left, below, part, "soft mono", 10.5);
        below += 14;
      }
      bottom = std::max(bottom, below);
    }
    y = bottom + 14;
  }
  return svg.text(width, y + 4);
}

}  // namespace augmate
