// SPDX-License-Identifier: MIT
#include "research/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <sstream>
#include <utility>

namespace augmate::svg {
namespace {

// Light first; the dark set repeats what differs.
constexpr const char* kStyle = R"(
text { font-family: system-ui, "Segoe UI", "Helvetica Neue", "DejaVu Sans", Arial, sans-serif; }
.mono { font-family: ui-monospace, "DejaVu Sans Mono", Consolas, monospace; }
.bold { font-weight: 600; }
.paper { fill: #ffffff; }
.ink { fill: #1b1e24; }
.soft { fill: #5b6470; }
.axis { stroke: #5b6470; stroke-width: 1; }
.grid { stroke: #dfe3e8; stroke-width: 1; }
.edge { fill: none; stroke: #5b6470; stroke-width: 1; }
.dashed { fill: none; stroke: #5b6470; stroke-width: 1; stroke-dasharray: 3 3; }
.none { fill: #e9ecf0; }
.none, .cell, .key, .light-square, .dark-square { shape-rendering: crispEdges; }
.bright { fill: #ffffff; }
.dark { fill: #14161a; }
.win { fill: #2166ac; }
.win_perpetual { fill: #1b9e8a; }
.advantage { fill: #74a9d8; }
.draw { fill: #9aa1ab; }
.disadvantage { fill: #f0b27a; }
.loss_perpetual { fill: #b8860b; }
.loss { fill: #c8501e; }
.light-square { fill: #f1ece1; }
.dark-square { fill: #c9bba3; }
.white-man { fill: #ffffff; stroke: #1b1e24; stroke-width: 1.5; }
.black-man { fill: #1b1e24; stroke: #1b1e24; stroke-width: 1.5; }
@media (prefers-color-scheme: dark) {
  .paper { fill: #15181d; }
  .ink { fill: #e8ebef; }
  .soft { fill: #a3acb8; }
  .axis { stroke: #a3acb8; }
  .grid { stroke: #2f353e; }
  .edge { stroke: #a3acb8; }
  .dashed { stroke: #a3acb8; }
  .none { fill: #2a2f37; }
  .win { fill: #5aa2e0; }
  .win_perpetual { fill: #3cc4ae; }
  .advantage { fill: #9cc7ec; }
  .draw { fill: #7d8590; }
  .disadvantage { fill: #f3c394; }
  .loss_perpetual { fill: #d8aa3c; }
  .loss { fill: #ec7a45; }
  .light-square { fill: #8f8674; }
  .dark-square { fill: #665d4d; }
  .black-man { stroke: #a3acb8; }
}
)";

constexpr double kTitleSize = 20, kSubtitleSize = 13, kLineHeight = 1.4;

void write_lines(pugi::xml_node parent, double& y, double width, const std::string& content,
                 const char* style, double size) {
  for (const std::string& part : broken(content, width - 2 * kMargin, size)) {
    y += size * kLineHeight;
    text(parent, kMargin, y - size * 0.4, part, style, size);
  }
}

}  // namespace

Svg::Svg(const std::string& title, const std::string& description) : title_(title) {
  root_ = document_.append_child("svg");
  set(root_, "xmlns", "http://www.w3.org/2000/svg");
  set(root_, "role", "img");
  set(root_, "aria-labelledby", "title desc");
  pugi::xml_node node = root_.append_child("title");
  set(node, "id", "title");
  node.text().set(title.c_str());
  node = root_.append_child("desc");
  set(node, "id", "desc");
  node.text().set(description.c_str());
  root_.append_child("style").text().set(kStyle);
  paper_ = rect(root_, 0, 0, 0, 0, "paper");
}

double Svg::heading(double width, const std::string& subtitle) {
  double y = kMargin - 4;
  write_lines(root_, y, width, title_, "ink bold", kTitleSize);
  write_lines(root_, y, width, subtitle, "soft", kSubtitleSize);
  return y + 8;
}

std::string Svg::text(double width, double height) {
  for (pugi::xml_node node : {root_, paper_}) {
    node.remove_attribute("width");
    node.remove_attribute("height");
    set(node, "width", width);
    set(node, "height", height);
  }
  set(root_, "viewBox", fmt::format("0 0 {} {}", number(width), number(height)));
  std::ostringstream out;
  document_.save(out, " ", pugi::format_indent, pugi::encoding_utf8);
  return out.str();
}

std::string number(double value) {
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

void set(pugi::xml_node node, const char* attribute, const std::string& value) {
  node.append_attribute(attribute) = value.c_str();
}
void set(pugi::xml_node node, const char* attribute, double value) {
  set(node, attribute, number(value));
}

pugi::xml_node group(pugi::xml_node parent, const char* style) {
  pugi::xml_node node = parent.append_child("g");
  if (*style != '\0') set(node, "class", std::string(style));
  return node;
}

namespace {

pugi::xml_node shape(pugi::xml_node parent, const char* name,
                     std::initializer_list<std::pair<const char*, double>> sizes,
                     const char* style) {
  pugi::xml_node node = parent.append_child(name);
  for (const auto& [attribute, value] : sizes) set(node, attribute, value);
  set(node, "class", std::string(style));
  return node;
}

}  // namespace

pugi::xml_node rect(pugi::xml_node parent, double x, double y, double width, double height,
                    const char* style) {
  return shape(parent, "rect", {{"x", x}, {"y", y}, {"width", width}, {"height", height}}, style);
}

pugi::xml_node line(pugi::xml_node parent, double x1, double y1, double x2, double y2,
                    const char* style) {
  return shape(parent, "line", {{"x1", x1}, {"y1", y1}, {"x2", x2}, {"y2", y2}}, style);
}

pugi::xml_node circle(pugi::xml_node parent, double x, double y, double radius, const char* style) {
  return shape(parent, "circle", {{"cx", x}, {"cy", y}, {"r", radius}}, style);
}

pugi::xml_node text(pugi::xml_node parent, double x, double y, const std::string& content,
                    const char* style, double size, Anchor anchor) {
  pugi::xml_node node = parent.append_child("text");
  set(node, "x", x);
  set(node, "y", y);
  set(node, "font-size", size);
  if (anchor != Anchor::kStart)
    set(node, "text-anchor", std::string(anchor == Anchor::kMiddle ? "middle" : "end"));
  set(node, "class", std::string(style));
  node.text().set(content.c_str());
  return node;
}

void tooltip(pugi::xml_node mark, const std::string& content) {
  mark.append_child("title").text().set(content.c_str());
}

double text_width(std::string_view content, double size) {
  double ems = 0;
  for (const char c : content) {
    if ((static_cast<unsigned char>(c) & 0xC0) == 0x80) continue;  // inside one character of UTF-8
    const bool narrow = std::string_view(" .,:;'|!iIjl/()[]").find(c) != std::string_view::npos;
    const bool wide = c == 'm' || c == 'w' || (c >= 'A' && c <= 'Z' && c != 'I');
    ems += narrow ? 0.38 : wide ? 0.78 : 0.63;
  }
  return ems * size;
}

std::vector<std::string> broken(const std::string& content, double width, double size) {
  std::vector<std::string> lines;
  std::string line;
  std::size_t at = 0;
  while (at < content.size()) {
    std::size_t end = content.find_first_of(" /", at);
    end = end == std::string::npos ? content.size() : end + 1;
    std::string word = content.substr(at, end - at);
    at = end;
    if (!line.empty() && text_width(line + word, size) > width) {
      lines.push_back(std::move(line));
      line.clear();
    }
    while (text_width(word, size) > width && word.size() > 1) {
      std::size_t fits = 1;
      while (fits + 1 < word.size() && text_width(word.substr(0, fits + 1), size) <= width) ++fits;
      lines.push_back(word.substr(0, fits));
      word.erase(0, fits);
    }
    line += word;
  }
  if (!line.empty()) lines.push_back(std::move(line));
  return lines;
}

double round_step(double largest, int most) {
  if (largest <= 0) return 1;
  const double least = largest / most;
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= least * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

std::string scale_colour(double share) {
  constexpr std::array<std::array<double, 3>, 5> kStops = {{{0x44, 0x01, 0x54},
                                                            {0x3b, 0x52, 0x8b},
                                                            {0x21, 0x91, 0x8c},
                                                            {0x5e, 0xc9, 0x62},
                                                            {0xfd, 0xe7, 0x25}}};
  const double at = std::clamp(share, 0.0, 1.0) * (kStops.size() - 1);
  const auto below = std::min(static_cast<std::size_t>(at), kStops.size() - 2);
  const double part = at - static_cast<double>(below);
  std::string text = "#";
  for (std::size_t c = 0; c < 3; ++c)
    text += fmt::format("{:02x}", static_cast<int>(std::lround(kStops[below][c] * (1 - part) +
                                                               kStops[below + 1][c] * part)));
  return text;
}

const char* text_style_on(double share) { return share < 0.45 ? "bright" : "dark"; }

}  // namespace augmate::svg
