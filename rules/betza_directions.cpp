// SPDX-License-Identifier: MIT
// Direction letters. The eight steps of an oblique atom carry labels: which half plane a step lies
// in and along which axis its longer side runs. All dialects name steps by such labels, for the
// other atoms too (where two labels share a step); they differ in how letters pair up and in what
// a pair or a single letter selects.
#include <algorithm>
#include <array>
#include <cstdlib>

#include "rules/internal/betza_terms.h"

namespace augmate::betza {
namespace {

constexpr std::array<Offset, 8> kLabels = {
    {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};

constexpr char kHalf = 'h';

bool is_vertical(char c) { return c == 'f' || c == 'b' || c == 'v'; }
bool is_horizontal(char c) { return c == 'l' || c == 'r' || c == 's'; }
bool is_axis(char c) { return c == 'v' || c == 's'; }
bool perpendicular(char x, char y) {
  return (is_vertical(x) && is_horizontal(y)) || (is_horizontal(x) && is_vertical(y));
}

// The half plane that one of f b l r names; none for the others.
bool in_half(char c, Offset p) {
  switch (c) {
    case 'f':
      return p.dy > 0;
    case 'b':
      return p.dy < 0;
    case 'r':
      return p.dx > 0;
    case 'l':
      return p.dx < 0;
    default:
      return false;
  }
}

bool lies_along(char c, Offset p) {
  const bool vertical = std::abs(p.dy) > std::abs(p.dx);
  if (c == 'v') return vertical;
  if (c == 's') return !vertical;
  return is_vertical(c) == vertical && in_half(c, p);
}

// hr: the four steps of a pinwheel that turns to the right; hl its mirror image.
bool has_hand(char c, Offset p) {
  const bool right = (std::abs(p.dy) > std::abs(p.dx)) == ((p.dx > 0) == (p.dy > 0));
  return c == (right ? 'r' : 'l');
}

// Two letters (a single one stands doubled) on a label.
bool selects(char x, char y, Offset label) {
  if (x == kHalf) return (y == 'r' || y == 'l') && has_hand(y, label);
  if (y == kHalf) return in_half(x, label);
  if (x == y) return lies_along(x, label);
  return perpendicular(x, y) && in_half(x, label) && lies_along(y, label);
}

Offset scaled(Offset label, int a, int b) {
  const auto one = [a, b](int v) { return (v < 0 ? -1 : 1) * (std::abs(v) == 2 ? a : b); };
  return {one(label.dx), one(label.dy)};
}

Offset times(Offset unit, int n) { return {unit.dx * n, unit.dy * n}; }

void add_unique(std::vector<Offset>& steps, Offset step) {
  if (std::find(steps.begin(), steps.end(), step) == steps.end()) steps.push_back(step);
}

struct Token {
  char x = 0, y = 0;
  int column = 0;
  bool pair = false;
};

// Takes letters two at a time where `may_pair` allows it.
template <class MayPair>
std::vector<Token> tokens(const std::vector<Letter>& letters, MayPair may_pair) {
  std::vector<Token> result;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const char x = letters[i].c;
    const bool pair = i + 1 < letters.size() && may_pair(x, letters[i + 1].c);
    result.push_back({x, pair ? letters[i + 1].c : x, letters[i].column, pair});
    if (pair) ++i;
  }
  return result;
}

std::string quoted(const Token& t) {
  return t.pair ? std::string{'\'', t.x, t.y, '\''} : std::string{'\'', t.x, '\''};
}

Error ambiguous(const Token& t, const std::string& remedy) {
  return error_at(t.column, quoted(t) + " is read differently by different programs; " + remedy);
}

Error selects_nothing(const Token& t) {
  return error_at(t.column, quoted(t) + " selects no step of this atom");
}

using Steps = Result<std::vector<Offset>>;

Steps orthogonal_steps(int a, const std::vector<Letter>& letters) {
  std::vector<Offset> steps;
  for (const Letter& letter : letters) {
    if (letter.c == kHalf) return selects_nothing({kHalf, kHalf, letter.column});
    for (std::size_t k = 0; k < kWheel.size(); k += 2)
      if (lies_along(letter.c, kWheel[k])) add_unique(steps, times(kWheel[k], a));
  }
  return steps;
}

// Default and diagram dialect: perpendicular letters intersect. `any_number` lets more than two
// letters do so ("rlb" = both backward diagonals), as Betza writes on K; on one atom alone other
// programs split them into pairs.
Steps diagonal_steps(int a, const std::vector<Letter>& letters, bool any_number) {
  bool vertical = false, horizontal = false;
  for (const Letter& letter : letters) {
    const Token token{letter.c, letter.c, letter.column};
    if (letter.c == kHalf) return selects_nothing(token);
    if (is_axis(letter.c) && letters.size() > 1)
      return ambiguous(
          token, "on diagonal steps 'v' and 's' stand alone (for sideways and back write rlbK)");
    vertical |= is_vertical(letter.c);
    horizontal |= is_horizontal(letter.c);
  }
  if (vertical && horizontal && letters.size() > 2 && !any_number)
    return ambiguous({letters[2].c, letters[2].c, letters[2].column},
                     "write at most two letters on a diagonal atom");
  const auto named = [&letters](Offset p, bool (*of_axis)(char)) {
    return std::any_of(letters.begin(), letters.end(), [&](const Letter& letter) {
      return of_axis(letter.c) && (is_axis(letter.c) || in_half(letter.c, p));
    });
  };
  std::vector<Offset> steps;
  for (std::size_t k = 1; k < kWheel.size(); k += 2)
    if ((!vertical || named(kWheel[k], is_vertical)) &&
        (!horizontal || named(kWheel[k], is_horizontal)))
      steps.push_back(times(kWheel[k], a));
  return steps;
}

// XBoard on diagonal atoms: perpendicular letters pair up and intersect, v and s are empty sets,
// and an empty whole means every step.
Steps xboard_diagonal_steps(int a, const std::vector<Letter>& letters) {
  std::vector<Offset> steps;
  const Token* idle = nullptr;
  const std::vector<Token> parts = tokens(letters, perpendicular);
  for (const Token& t : parts) {
    bool any = false;
    for (std::size_t k = 1; k < kWheel.size(); k += 2)
      if (in_half(t.x, kWheel[k]) && in_half(t.y, kWheel[k])) {
        any = true;
        add_unique(steps, times(kWheel[k], a));
      }
    if (t.x == kHalf) return selects_nothing(t);
    if (!any) idle = &t;
  }
  if (steps.empty()) return all_steps(a, a);
  if (idle != nullptr) return selects_nothing(*idle);
  return steps;
}

// Oblique atoms in the default, XBoard and diagram dialects.
Steps oblique_steps(int a, int b, const std::vector<Letter>& letters, Dialect dialect) {
  if (letters[0].c == kHalf && letters.size() > 2)
    return error_at(letters[2].column, "nothing may follow 'hr' or 'hl'");
  const std::vector<Token> parts = tokens(letters, [](char x, char y) {
    return y == kHalf || x == kHalf || x == y || (!is_axis(x) && perpendicular(x, y));
  });
  std::vector<Offset> steps;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Token& t = parts[i];
    if (t.pair && is_axis(t.x)) return selects_nothing(t);
    if (dialect != Dialect::kXboard && is_axis(t.x) && i + 1 < parts.size() &&
        perpendicular(t.x, parts[i + 1].x))
      return ambiguous({t.x, parts[i + 1].x, t.column, true}, "put the 's' or 'v' last");
    if (t.x == kHalf && (i > 0 || (t.y != 'r' && t.y != 'l'))) return selects_nothing(t);
    for (const Offset label : kLabels)
      if (selects(t.x, t.y, label)) add_unique(steps, scaled(label, a, b));
  }
  return steps;
}

// Fairy-Stockfish on every atom but single orthogonal ones: labels, also where two share a step.
Steps fsf_steps(const Atom& atom, const std::vector<Letter>& letters) {
  const std::vector<Token> parts = tokens(letters, [](char x, char y) {
    const bool halves = (x == kHalf) != (y == kHalf);
    return x == y || perpendicular(x, y) || halves;
  });
  std::vector<Offset> steps;
  for (const Token& t : parts) {
    bool any = false;
    for (const auto& [a, b] : atom.pairs)
      for (const Offset label : kLabels)
        if (selects(t.x, t.y, label)) {
          any = true;
          add_unique(steps, scaled(label, a, b));
        }
    if (!any) return selects_nothing(t);
  }
  return steps;
}

// The turns that letters select where all eight directions are of one kind: a letter alone is one
// of the four straight ones, a perpendicular pair the diagonal ones between.
Result<std::uint8_t> wheel(const std::vector<Letter>& letters, Dialect dialect) {
  const std::vector<Token> parts = tokens(
      letters, [](char x, char y) { return x == y || (!is_axis(x) && perpendicular(x, y)); });
  std::uint8_t turns = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Token& t = parts[i];
    if (t.x == kHalf && dialect != Dialect::kXboard)
      return error_at(t.column, "'h' is read differently by different programs here");
    if (dialect == Dialect::kXboard && t.pair && t.x == t.y && i + 1 < parts.size() &&
        perpendicular(t.x, parts[i + 1].x))
      return error_at(parts[i + 1].column,
                      "XBoard pairs this letter with the doubled one before it");
    const auto half = [](char c, Offset p) { return is_axis(c) || in_half(c, p); };
    for (std::size_t k = 0; k < kWheel.size(); ++k) {
      const bool diagonal = k % 2 == 1;
      const bool named = t.x == t.y ? !diagonal && lies_along(t.x, kWheel[k])
                                    : diagonal && half(t.x, kWheel[k]) && half(t.y, kWheel[k]);
      if (named || t.x == kHalf) turns |= static_cast<std::uint8_t>(1u << k);
    }
  }
  return turns;
}

// K and Q.
Steps royal_wheel_steps(const std::vector<Letter>& letters, Dialect dialect) {
  if (dialect == Dialect::kDiagram)
    return error_at(letters[0].column,
                    "directions on K and Q are read differently by different programs; write W and "
                    "F (or R and B) with their own");
  std::vector<Offset> steps;
  if (dialect == Dialect::kXboard) {
    const Result<std::uint8_t> turns = wheel(letters, dialect);
    if (!turns) return turns.error();
    for (std::size_t k = 0; k < kWheel.size(); ++k)
      if ((*turns >> k) & 1) steps.push_back(kWheel[k]);
    return steps;
  }
  for (const Letter& letter : letters)
    if (letter.c == kHalf)
      return ambiguous({kHalf, kHalf, letter.column}, "write fsWfF for the forward half of K");
  const Steps straight = orthogonal_steps(1, letters);
  if (!straight) return straight.error();
  const Steps diagonal = diagonal_steps(1, letters, true);
  if (!diagonal) return diagonal.error();
  steps = *straight;
  steps.insert(steps.end(), diagonal->begin(), diagonal->end());
  return steps;
}

}  // namespace

Error error_at(int column, const std::string& why) {
  return {ErrorCode::kBadNotation, "column " + std::to_string(column) + ": " + why};
}

std::vector<Offset> all_steps(int a, int b) {
  std::vector<Offset> steps;
  if (a != b && b != 0) {
    for (const Offset label : kLabels) steps.push_back(scaled(label, a, b));
  } else {
    for (std::size_t k = b == 0 ? 0 : 1; k < kWheel.size(); k += 2)
      steps.push_back(times(kWheel[k], a));
  }
  return steps;
}

Result<std::vector<Offset>> directed_steps(const Atom& atom, const std::vector<Letter>& letters,
                                           Dialect dialect) {
  if (letters.empty()) {
    std::vector<Offset> steps;
    for (const auto& [a, b] : atom.pairs)
      for (const Offset step : all_steps(a, b)) steps.push_back(step);
    return steps;
  }
  const bool orthogonal = !atom.is_royal_wheel() && atom.b() == 0;
  if (orthogonal) return orthogonal_steps(atom.a(), letters);
  if (dialect == Dialect::kFsf) return fsf_steps(atom, letters);
  if (atom.is_royal_wheel()) return royal_wheel_steps(letters, dialect);
  if (atom.oblique()) return oblique_steps(atom.a(), atom.b(), letters, dialect);
  if (dialect == Dialect::kXboard) return xboard_diagonal_steps(atom.a(), letters);
  return diagonal_steps(atom.a(), letters, false);
}

Result<std::uint8_t> directed_turns(const std::vector<Letter>& letters, Dialect dialect) {
  for (const Letter& letter : letters)
    if (letter.c == kHalf) return error_at(letter.column, "'h' has no meaning on a later leg");
  return wheel(letters, dialect);
}

int wheel_index(Offset step) {
  const int length = std::max(std::abs(step.dx), std::abs(step.dy));
  for (std::size_t k = 0; k < kWheel.size(); ++k)
    if (times(kWheel[k], length) == step) return static_cast<int>(k);
  return -1;
}

}  // namespace augmate::betza
