// SPDX-License-Identifier: MIT
// Svg: a picture as an SVG document, and what all pictures of augmate have in common.
//
// Colours are classes of one style sheet with a light and a dark set, of which a viewer takes the
// one that fits the page around the picture (prefers-color-scheme); fills that carry a number come
// from a scale that reads on both. Each picture has a title and a description for who cannot see
// it, and its marks carry the numbers that they show in data-* attributes. No fonts are embedded:
// widths of texts are estimates that are rather too wide. Coordinates are CSS pixels.
#pragma once

#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace augmate::svg {

enum class Anchor { kStart, kMiddle, kEnd };

class Svg {
 public:
  Svg(const std::string& title, const std::string& description);

  // Parts are drawn in the order in which they are added.
  pugi::xml_node root() { return root_; }
  // Title and subtitle at the top, broken to fit `width`; gives the y below them.
  double heading(double width, const std::string& subtitle);
  // The document; the paper behind everything gets this size.
  std::string text(double width, double height);

 private:
  pugi::xml_document document_;
  pugi::xml_node root_, paper_;
  std::string title_;
};

inline constexpr double kMargin = 24;

// With two decimals at most.
std::string number(double value);
void set(pugi::xml_node node, const char* attribute, const std::string& value);
void set(pugi::xml_node node, const char* attribute, double value);

pugi::xml_node group(pugi::xml_node parent, const char* style = "");
pugi::xml_node rect(pugi::xml_node parent, double x, double y, double width, double height,
                    const char* style);
pugi::xml_node line(pugi::xml_node parent, double x1, double y1, double x2, double y2,
                    const char* style);
pugi::xml_node circle(pugi::xml_node parent, double x, double y, double radius, const char* style);
// y is that of the base line.
pugi::xml_node text(pugi::xml_node parent, double x, double y, const std::string& content,
                    const char* style, double size, Anchor anchor = Anchor::kStart);
// What a mark says when pointed at.
void tooltip(pugi::xml_node mark, const std::string& content);

// How wide a text is at most, about.
double text_width(std::string_view content, double size);
// Lines no wider than `width`, broken at spaces and after slashes, else anywhere.
std::vector<std::string> broken(const std::string& content, double width, double size);

// Round numbers 0, step, 2 step, ... that cover 0 to `largest` with at most `most` steps.
double round_step(double largest, int most);

// The scale of numbers, 0 to 1, dark to bright: "#440154" ... (the stops of the viridis map of
// matplotlib, which is in the public domain), and whether dark or bright text reads on it.
std::string scale_colour(double share);
const char* text_style_on(double share);

}  // namespace augmate::svg
