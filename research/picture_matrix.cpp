// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "research/picture.h"
#include "research/svg.h"

namespace augmate {
namespace {

using namespace svg;

constexpr double kLabel = 12;

double widest(const std::vector<std::string>& texts) {
  double width = 0;
  for (const std::string& t : texts) width = std::max(width, text_width(t, kLabel));
  return width;
}

struct Layout {
  double left, top, cell_width, cell_height;
  bool figures;  // cells are large enough for them
};

void draw_cell(pugi::xml_node node, const Layout& at, const ShareMatrix& m, std::size_t row,
               std::size_t column) {
  const auto& value = m.values[row * m.columns.size() + column];
  const double x = at.left + static_cast<double>(column) * at.cell_width;
  const double y = at.top + static_cast<double>(row) * at.cell_height;
  pugi::xml_node mark =
      rect(node, x + 0.5, y + 0.5, at.cell_width - 1, at.cell_height - 1, value ? "cell" : "none");
  set(mark, "data-row", m.rows[row]);
  set(mark, "data-column", m.columns[column]);
  if (!value) return;
  set(mark, "fill", scale_colour(*value));
  set(mark, "data-value", fmt::format("{}", *value));
  tooltip(mark, fmt::format("{}, {}: {:.2f} %", m.rows[row], m.columns[column], 100 * *value));
  if (at.figures)
    text(node, x + at.cell_width / 2, y + at.cell_height / 2 + 4,
         fmt::format("{:.1f}", 100 * *value), text_style_on(*value), 12, Anchor::kMiddle);
}

void draw_labels(pugi::xml_node node, const Layout& at, const ShareMatrix& m, bool turned) {
  for (std::size_t r = 0; r < m.rows.size(); ++r)
    text(node, at.left - 8, at.top + (static_cast<double>(r) + 0.5) * at.cell_height + 4, m.rows[r],
         "ink", kLabel, Anchor::kEnd);
  for (std::size_t c = 0; c < m.columns.size(); ++c) {
    const double x = at.left + (static_cast<double>(c) + 0.5) * at.cell_width;
    pugi::xml_node label = text(node, turned ? x + 4 : x, at.top - 8, m.columns[c], "ink", kLabel,
                                turned ? Anchor::kStart : Anchor::kMiddle);
    if (turned)
      set(label, "transform", fmt::format("rotate(-90 {} {})", number(x + 4), number(at.top - 8)));
  }
}

// The scale from 0 to 100 %.
void draw_key(pugi::xml_node node, double x, double y, double width) {
  constexpr int kSteps = 50;
  for (int i = 0; i < kSteps; ++i)
    set(rect(node, x + width * i / kSteps, y, width / kSteps + 0.5, 12, "key"), "fill",
        scale_colour((i + 0.5) / kSteps));
  for (int i = 0; i <= 4; ++i)
    text(node, x + width * i / 4, y + 28, fmt::format("{} %", 25 * i), "soft", kLabel,
         Anchor::kMiddle);
}

}  // namespace

std::string share_matrix_picture(const ShareMatrix& m) {
  Layout at{};
  const bool small = m.columns.size() > 40;
  at.cell_width = small ? 14 : 46;
  at.cell_height = m.rows.size() > 40 && small ? 14 : 28;
  at.figures = !small;
  const bool turned = widest(m.columns) > at.cell_width - 4;
  const std::string row_label = m.row_label + " ↓", column_label = m.column_label + " →";
  at.left = kMargin + std::max(widest(m.rows), text_width(row_label, kLabel)) + 12;
  const double across = at.cell_width * static_cast<double>(m.columns.size());
  const double width = std::max(
      {at.left + across + kMargin, at.left + text_width(column_label, kLabel) + kMargin, 480.0});
  Svg svg(m.title,
          fmt::format("{} {} rows ({}) and {} columns ({}) of shares in percent.", m.subtitle,
                      m.rows.size(), m.row_label, m.columns.size(), m.column_label));
  double y = svg.heading(width, m.subtitle);
  const double key = std::min(220.0, width - 2 * kMargin - 30);
  draw_key(svg.root(), kMargin + 16, y + 4, key);
  y += 58;
  text(svg.root(), at.left, y, column_label, "soft", kLabel);
  at.top = y + 8 + (turned ? widest(m.columns) : kLabel) + 10;
  text(svg.root(), at.left - 8, at.top - 8, row_label, "soft", kLabel, Anchor::kEnd);
  pugi::xml_node cells = group(svg.root());
  for (std::size_t r = 0; r < m.rows.size(); ++r)
    for (std::size_t c = 0; c < m.columns.size(); ++c) draw_cell(cells, at, m, r, c);
  draw_labels(svg.root(), at, m, turned);
  return svg.text(width, at.top + at.cell_height * static_cast<double>(m.rows.size()) + kMargin);
}

}  // namespace augmate
