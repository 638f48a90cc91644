// SPDX-License-Identifier: MIT
// Text to terms. The grammar is in docs/notation.md. `fail` keeps the first error; every reader
// returns false after one.
#include <algorithm>
#include <array>
#include <optional>

#include "rules/internal/betza_terms.h"

namespace augmate::betza {
namespace {

constexpr std::size_t kMaxLength = 1000;
constexpr std::size_t kMostLegs = 6;  // walks multiply with each leg
constexpr int kMaxCoordinate = kMaxBoardSide - 1;
constexpr std::string_view kDirections = "fblrvsh";
constexpr std::string_view kPaths = "paths:";
// XBoard stops reading modifiers at the first one out of this order.
constexpr std::string_view kXboardOrder = "mcepgynj";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_direction(char c) { return kDirections.find(c) != std::string_view::npos; }

// The modifiers before one leg: direction letters in order, the others by the column they stand in.
struct Modifiers {
  int column = 0;
  std::vector<Letter> directions;
  std::array<int, 26> columns{};  // 0: absent

  int& column_of(char c) { return columns[static_cast<std::size_t>(c - 'a')]; }
  int column_of(char c) const { return columns[static_cast<std::size_t>(c - 'a')]; }
  bool has(char c) const { return column_of(c) != 0; }
};

std::string_view accepted_modifiers(Dialect dialect) {
  switch (dialect) {
    case Dialect::kXboard:
      return "mceinjpgya";
    case Dialect::kFsf:
      return "mceinpg";
    default:
      return "mceinjpgzqya";
  }
}

const char* program(Dialect dialect) {
  switch (dialect) {
    case Dialect::kXboard:
      return "XBoard";
    case Dialect::kFsf:
      return "Fairy-Stockfish";
    case Dialect::kDiagram:
      return "the diagram dialect";
    default:
      return "the default dialect";
  }
}

// Why a letter that some dialect knows is refused in all of them.
const char* refused_everywhere(char c) {
  switch (c) {
    case 'd':
      return "'d' (capture of own men) is not supported";
    case 'u':
      return "'u' (unloading a captured man) is not supported";
    case 'x':
      return "'x' (lending moves to another man) is not supported";
    case 'o':
      return "'o' (a board that wraps around) is not supported";
    case 't':
      return "'t' is supported only in front of '[' in the default dialect";
    case 'O':
      return "'O' (castling) is not supported: no castling in endings";
    case 'U':
      return "'U' (universal leaper) is not supported";
    case '@':
      return "'@' (drops) is not supported";
    default:
      return nullptr;
  }
}

struct AtomSteps {
  char letter;
  int a, b;
  bool rides;
};
constexpr AtomSteps kAtoms[] = {{'W', 1, 0, false}, {'F', 1, 1, false}, {'D', 2, 0, false},
                                {'N', 2, 1, false}, {'A', 2, 2, false}, {'H', 3, 0, false},
                                {'C', 3, 1, false}, {'Z', 3, 2, false}, {'G', 3, 3, false},
                                {'L', 3, 1, false}, {'J', 3, 2, false}, {'R', 1, 0, true},
                                {'B', 1, 1, true},  {'K', 1, 0, false}, {'Q', 1, 0, true}};

class Parser {
 public:
  Parser(std::string_view text, Dialect dialect) : text_(text), dialect_(dialect) {}

  Result<std::vector<Term>> run() {
    if (!read_piece()) return *error_;
    return terms_;
  }

 private:
  bool is(Dialect d) const { return dialect_ == d; }
  bool at_end() const { return pos_ >= text_.size(); }
  char peek(std::size_t ahead = 0) const {
    return pos_ + ahead < text_.size() ? text_[pos_ + ahead] : '\0';
  }
  int column() const { return static_cast<int>(pos_) + 1; }
  bool fail(int column, const std::string& why) {
    if (!error_) error_ = error_at(column, why);
    return false;
  }
  bool fail(const Error& error) {
    if (!error_) error_ = error;
    return false;
  }
  bool fail_unknown() {
    if (at_end()) return fail(column(), "the notation ends where an atom is expected");
    if (const char* why = refused_everywhere(peek())) return fail(column(), why);
    return fail(column(), std::string("'") + peek() + "' is not known to " + program(dialect_));
  }

  // --- piece := term+, in the default dialect with spaces or '+' between terms

  bool read_piece() {
    if (text_.size() > kMaxLength) return fail(static_cast<int>(kMaxLength) + 1, "too long");
    bool term_due = true;
    for (;;) {
      while (is(Dialect::kBetza) && peek() == ' ') ++pos_;
      if (at_end() && !term_due) return true;
      if (is(Dialect::kBetza) && peek() == '+' && !term_due) {
        ++pos_;
        term_due = true;
        continue;
      }
      if (!read_term()) return false;
      term_due = false;
    }
  }

  bool starts_group() const {
    return pos_ == 0 || text_[pos_ - 1] == ' ' || text_[pos_ - 1] == '+';
  }
  bool ends_group() const { return at_end() || peek() == ' ' || peek() == '+'; }

  bool read_term() {
    const bool alone = starts_group();
    if (is(Dialect::kBetza) && paths_ahead()) return read_paths();
    std::vector<Modifiers> modifiers;
    if (!read_modifiers(modifiers)) return false;
    const bool brackets = is(Dialect::kBetza) || is(Dialect::kDiagram);
    if (brackets && peek() == '[') return read_bracket(modifiers, false);
    if (is(Dialect::kBetza) && peek() == 't' && peek(1) == '[')
      return read_bracket(modifiers, true);
    if (brackets && text_.substr(pos_, 4) == "(az)") return read_zigzag(modifiers);
    Atom atom;
    if (!read_atom(atom)) return false;
    if (is(Dialect::kBetza) && peek() == '-') {
      if (!alone) return fail(column(), "put a chain beside other atoms into brackets: [W-F]");
      return read_chain(modifiers, atom);
    }
    Term term;
    if (!(modifiers.size() == 1 ? single_leg(modifiers[0], atom, term)
                                : again_legs(modifiers, atom, term)))
      return false;
    terms_.push_back(std::move(term));
    return true;
  }

  // --- modifiers

  // One entry for each leg of a chain of 'a'; stops at the first other character.
  bool read_modifiers(std::vector<Modifiers>& legs) {
    legs.assign(1, Modifiers{});
    legs.back().column = column();
    while (is_lower(peek()) && !(is(Dialect::kBetza) && peek() == 't' && peek(1) == '[')) {
      const char c = peek();
      if (is_direction(c)) {
        if (!direction_fits(legs.back(), c)) return false;
        legs.back().directions.push_back({c, column()});
      } else if (!modifier_fits(legs.back(), c)) {
        return false;
      } else if (c == 'a') {
        if (legs.size() == kMostLegs) return fail(column(), "more than six legs are not supported");
        legs.emplace_back().column = column() + 1;
      } else {
        legs.back().column_of(c) = column();
      }
      ++pos_;
    }
    return true;
  }
  bool direction_fits(const Modifiers& leg, char c) {
    const std::string letter = std::string("direction '") + c + "' ";
    if (!leg.directions.empty() && leg.directions.back().column + 1 != column())
      return fail(column(), letter + "must stand beside the other direction letters of its atom");
    if (is(Dialect::kBetza) || is(Dialect::kFsf)) return true;
    for (char other = 'a'; other <= 'z'; ++other)
      if (other != 'i' && leg.has(other))
        return fail(column(), letter + "must stand before '" + other + "': " + program(dialect_) +
                                  (is(Dialect::kXboard) ? " ignores it here"
                                                        : " does not say what it means here"));
    return true;
  }
  bool modifier_fits(const Modifiers& leg, char c) {
    if (accepted_modifiers(dialect_).find(c) == std::string_view::npos) {
      if (std::string_view("zqyaj").find(c) == std::string_view::npos) return fail_unknown();
      return fail(column(), std::string("'") + c + "' is ignored by " + program(dialect_));
    }
    if (leg.has(c)) return fail(column(), std::string("'") + c + "' stands twice");
    if (!is(Dialect::kXboard) || c == 'a') return true;
    if (c == 'i' && (!leg.directions.empty() || any_of(leg, kXboardOrder)))
      return fail(column(), "'i' must come first for XBoard");
    const std::size_t rank = c == 'i' ? 0 : kXboardOrder.find(c);
    for (std::size_t later = rank + 1; c != 'i' && later < kXboardOrder.size(); ++later)
      if (leg.has(kXboardOrder[later]))
        return fail(column(),
                    std::string("XBoard ignores '") + c + "' after '" + kXboardOrder[later] + "'");
    return true;
  }
  static bool any_of(const Modifiers& leg, std::string_view letters) {
    return std::any_of(letters.begin(), letters.end(), [&](char c) { return leg.has(c); });
  }
  // Refuses all modifiers of the leg but those listed; directions are not among them.
  bool only(const Modifiers& leg, std::string_view allowed, const std::string& where) {
    for (char c = 'a'; c <= 'z'; ++c)
      if (leg.has(c) && allowed.find(c) == std::string_view::npos)
        return fail(leg.column_of(c), std::string("'") + c + "' is not supported " + where);
    return true;
  }

  // --- atoms

  bool read_atom(Atom& atom) {
    atom.column = column();
    if (is(Dialect::kBetza) && peek() == '(') {
      if (!read_coordinates(atom)) return false;
    } else if (!read_atom_letter(atom)) {
      return false;
    }
    return read_range(atom);
  }
  bool read_atom_letter(Atom& atom) {
    const auto* found = std::find_if(std::begin(kAtoms), std::end(kAtoms),
                                     [this](const AtomSteps& a) { return a.letter == peek(); });
    if (is_digit(peek())) return fail(column(), "a number must follow an atom");
    if (found == std::end(kAtoms)) return fail_unknown();
    atom.letter = found->letter;
    atom.limit = found->rides ? kUnlimited : 1;
    int a = found->a, b = found->b;
    if (atom.letter == 'L' || atom.letter == 'J') {
      if (is(Dialect::kDiagram))
        return fail(column(),
                    "L and J are read differently by different programs; write C (camel) "
                    "or Z (zebra)");
      if (is(Dialect::kXboard)) b = 3 - b;  // camel and zebra are the other way round there
    }
    ++pos_;
    if ((is(Dialect::kBetza) || is(Dialect::kDiagram)) && (peek() == 'X' || peek() == 'Y'))
      if (!lengthen(atom.letter, a, b)) return false;
    atom.pairs = {{a, b}};
    if (atom.letter == 'K' || atom.letter == 'Q') atom.pairs.emplace_back(1, 1);
    return true;
  }
  // X adds 3 to the longer side, Y adds 2 to both.
  bool lengthen(char letter, int& a, int& b) {
    const bool x = peek() == 'X';
    if (std::string_view(x ? "WFDNAHCZG" : "DNACZ").find(letter) == std::string_view::npos)
      return fail(column(), std::string("no atom ") + letter + peek());
    a += x ? 3 : 2;
    if (!x) b += 2;
    ++pos_;
    return true;
  }
  bool read_coordinates(Atom& atom) {
    ++pos_;
    int x = 0, y = 0;
    const int start = column();
    if (!read_coordinate(x)) return false;
    if (peek() != ',') return fail(column(), "',' is expected between coordinates");
    ++pos_;
    if (!read_coordinate(y)) return false;
    if (peek() != ')') return fail(column(), "')' is expected after the coordinates");
    ++pos_;
    if (x == 0 && y == 0) return fail(start, "a step of (0,0) leads nowhere");
    atom.letter = '(';
    atom.pairs = {{std::max(x, y), std::min(x, y)}};
    return true;
  }
  bool read_coordinate(int& value) {
    const int start = column();
    if (!is_digit(peek())) return fail(start, "a coordinate is expected");
    while (is_digit(peek()) && value <= kMaxCoordinate) value = value * 10 + (text_[pos_++] - '0');
    return value <= kMaxCoordinate || fail(start, "a coordinate is at most 15");
  }

  // Digits, or the letter again: how many steps in a line.
  bool read_range(Atom& atom) {
    const int start = column();
    const std::size_t length = pos_ + 1 - static_cast<std::size_t>(atom.column);
    if (atom.letter == '(' && text_.substr(pos_, length) == text_.substr(pos_ - length, length))
      return fail(start, "these coordinates stand twice; for a rider write 0 after them");
    if (is_digit(peek())) {
      const bool zero = peek() == '0';
      atom.limit = text_[pos_++] - '0';
      if (is_digit(peek()) && !zero && !is(Dialect::kFsf))
        atom.limit = atom.limit * 10 + (text_[pos_++] - '0');
      if (is_digit(peek()))
        return fail(column(), is(Dialect::kFsf)
                                  ? "Fairy-Stockfish reads one digit and ignores this one"
                                  : "a range is 0 (no limit) or 1 to 99");
      atom.has_range = true;
    } else if (peek() == atom.letter && !is(Dialect::kXboard) && is_letter_of_leaper(atom)) {
      ++pos_;
      atom.limit = kUnlimited;
      atom.has_range = true;
      if (is_digit(peek()))
        return fail(column(), "a doubled letter takes no range; programs read this differently");
    } else if (peek() == atom.letter && atom.letter != '(' && !is(Dialect::kXboard)) {
      return fail(start, "this atom stands twice");
    }
    if (is(Dialect::kFsf) && atom.has_range && (atom.a() > 2 || (atom.a() == 2 && atom.b() != 1)))
      return fail(start, "Fairy-Stockfish makes no moves for riders other than W, F, K and N");
    return true;
  }
  static bool is_letter_of_leaper(const Atom& atom) {
    return std::string_view("RBQ(").find(atom.letter) == std::string_view::npos;
  }

  // --- one leg

  // m, c, e and i. No letter means move and capture.
  bool read_stops(const Modifiers& m, Leg& leg) {
    if (m.has('e') && !m.has('c'))
      return fail(m.column_of('e'), "'e' without 'c' (moves only by en passant) is not supported");
    leg.move = m.has('m') || !m.has('c');
    leg.capture = m.has('c') || !m.has('m');
    leg.initial = m.has('i');
    return true;
  }
  bool read_steps(const Modifiers& m, const Atom& atom, Leg& leg) {
    Result<std::vector<Offset>> steps = directed_steps(atom, m.directions, dialect_);
    if (!steps) return fail(steps.error());
    leg.steps = std::move(*steps);
    return true;
  }

  bool single_leg(const Modifiers& m, const Atom& atom, Term& term) {
    Leg leg;
    leg.column = m.column;
    leg.limit = atom.limit;
    if (m.has('y')) return fail(m.column_of('y'), "'y' needs a further leg: 'a' must follow");
    if (!read_stops(m, leg) || !read_way(m, atom, leg) || !read_steps(m, atom, leg)) return false;
    term.legs = {std::move(leg)};
    return true;
  }

  bool read_way(const Modifiers& m, const Atom& atom, Leg& leg) {
    char way = 0;
    for (const char c : std::string_view("njpgzq")) {
      if (!m.has(c)) continue;
      if (way != 0)
        return fail(m.column_of(c),
                    std::string("'") + c + "' and '" + way + "' do not go together");
      way = c;
    }
    switch (way) {
      case 'n':
        return read_lame(m.column_of(way), atom, leg);
      case 'j':
        return read_jump(m.column_of(way), atom, leg);
      case 'p':
      case 'g':
        return read_hop(way, m.column_of(way), atom, leg);
      case 'z':
      case 'q':
        return read_bend(way, m, atom, leg);
      default:
        return true;
    }
  }
  bool read_lame(int at, const Atom& atom, Leg& leg) {
    leg.way = Way::kLame;
    if (is(Dialect::kFsf) && atom.has_range)
      return fail(at, "Fairy-Stockfish ignores 'n' on riders");
    if (!atom.is_royal_wheel() && atom.a() == 2) return true;
    if (!atom.is_royal_wheel() && atom.a() == 3 && atom.b() == 2) {
      if (is(Dialect::kFsf)) leg.way = Way::kLameStraight;
      if (is(Dialect::kFsf) || is(Dialect::kXboard)) return true;
      return fail(at,
                  "'n' on a zebra is read differently by different programs; write "
                  "paths:WFF, or [W-fsF-fF]");
    }
    return fail(at, "'n' (lame) is supported on N, A and D only");
  }
  bool read_jump(int at, const Atom& atom, Leg& leg) {
    const bool slides = atom.a() == 1;
    if (!slides) {
      leg.way = Way::kMustJump;
      leg.walls_are_hurdles = is(Dialect::kXboard);
      if (atom.a() == 2 && atom.b() != 1 && atom.limit == 1) return true;
      return fail(at, "'j' (must jump) is supported on D and A only");
    }
    leg.way = Way::kSki;
    if (is(Dialect::kBetza))
      return fail(at,
                  "'j' on W, F and sliders is read differently by different programs; for a "
                  "skipped first square write [D?fR] or [A?fB]");
    return leg.limit == kUnlimited || fail(at, "'j' on W and F needs a slider without limit");
  }
  bool read_hop(char way, int at, const Atom& atom, Leg& leg) {
    leg.way = way == 'p' ? Way::kHop : Way::kGrasshop;
    leg.walls_are_hurdles = is(Dialect::kFsf);
    if (is(Dialect::kFsf) && atom.a() != 1)
      return fail(at, std::string("'") + way + "' is supported on R, B and Q only in this dialect");
    return leg.limit == kUnlimited ||
           fail(at, std::string("'") + way + "' (hop) needs a rider without limit, as R or W0");
  }
  bool read_bend(char way, const Modifiers& m, const Atom& atom, Leg& leg) {
    const int at = m.column_of(way);
    if (!m.directions.empty())
      return fail(m.directions[0].column,
                  std::string("directions with '") + way + "' are not supported");
    if (way == 'q') {
      leg.way = Way::kCircular;
      if (!atom.has_range) leg.limit = kUnlimited;
      return atom.oblique() || fail(at, "'q' (circular) is supported on oblique atoms only, as N");
    }
    leg.way = Way::kCrooked;
    if (atom.is_royal_wheel() || atom.oblique())
      return fail(at, "'z' (crooked) is supported on R and B only");
    return leg.limit != 1 || fail(at, "'z' (crooked) needs a rider, as R or F0");
  }

  // "(az)N": steps at right angles by turns.
  bool read_zigzag(const std::vector<Modifiers>& modifiers) {
    const Modifiers& m = modifiers.back();
    if (modifiers.size() > 1) return fail(m.column, "'a' is not supported in front of (az)");
    if (!m.directions.empty())
      return fail(m.directions[0].column, "directions with (az) are not supported");
    pos_ += 4;
    Atom atom;
    Leg leg;
    if (!read_atom(atom) || !only(m, "mci", "with (az)") || !read_stops(m, leg)) return false;
    if (!atom.oblique() || atom.has_range)
      return fail(atom.column, "(az) is supported in front of an oblique atom without range, as N");
    leg.limit = kUnlimited;
    leg.way = Way::kCrooked;
    if (!read_steps(m, atom, leg)) return false;
    terms_.push_back({{std::move(leg)}, {}, true, true});
    return true;
  }

  // --- several legs

  // Legs joined by 'a': all take steps of the atom's length; 'y' and 'g' toggle leaper and slider.
  bool again_legs(const std::vector<Modifiers>& modifiers, const Atom& atom, Term& term) {
    int limit = atom.limit;
    for (std::size_t i = 0; i < modifiers.size(); ++i) {
      const Modifiers& m = modifiers[i];
      const bool last = i + 1 == modifiers.size();
      Leg leg;
      leg.column = m.directions.empty() ? m.column : m.directions[0].column;
      leg.limit = limit;
      if (i > 0 && m.has('i')) return fail(m.column_of('i'), "'i' on a later leg is not supported");
      if (!(i == 0 ? read_steps(m, atom, leg) : read_turn(m, atom, leg))) return false;
      if (!(last ? last_again_leg(m, atom, leg) : passing_again_leg(m, leg, limit))) return false;
      leg.initial = modifiers[0].has('i');
      term.legs.push_back(std::move(leg));
    }
    return true;
  }
  bool last_again_leg(const Modifiers& m, const Atom& atom, Leg& leg) {
    return only(m, "mcepgi", "on the last of several legs") && read_stops(m, leg) &&
           read_way(m, atom, leg);
  }
  bool passing_again_leg(const Modifiers& m, Leg& leg, int& limit) {
    if (m.has('c'))
      return fail(m.column_of('c'), "captures on the way ('c' before 'a') are not supported");
    if (!only(m, "mpgyi", "on a leg that goes on")) return false;
    const bool toggles = m.has('y') || m.has('g');
    if (toggles && limit > 1)
      return fail(m.column_of(m.has('y') ? 'y' : 'g'), "a limited range cannot be toggled");
    if (m.has('p') && m.has('g')) return fail(m.column_of('g'), "'p' and 'g' do not go together");
    if (m.has('y') && (m.has('m') || m.has('p') || m.has('g')))
      return fail(m.column_of('y'), "'y' stands alone on its leg");
    leg.over_men = m.has('p') || m.has('g');
    leg.over_empty = m.has('m') || !leg.over_men;
    if (toggles) limit = limit == kUnlimited ? 1 : kUnlimited;
    return true;
  }
  // A later leg of the same length: on the wheel any of the eight directions.
  bool read_turn(const Modifiers& m, const Atom& atom, Leg& leg) {
    if (!turn_letters(m, leg)) return false;
    if (atom.oblique()) {
      leg.steps = all_steps(atom.a(), atom.b());
      return leg.outward || fail(leg.column, "an oblique leg can only go on straight: write 'f'");
    }
    for (const Offset unit : kWheel) leg.steps.push_back({unit.dx * atom.a(), unit.dy * atom.a()});
    // Without letters: not straight back, and only right angles for atoms of four directions.
    if (m.directions.empty()) leg.turns = atom.is_royal_wheel() ? 0b11101111 : 0b01000101;
    return true;
  }
  bool turn_letters(const Modifiers& m, Leg& leg) {
    const Result<std::uint8_t> turns = directed_turns(m.directions, dialect_);
    if (!turns) return fail(turns.error());
    leg.turns = *turns;
    leg.outward = *turns == 1;
    return true;
  }

  // [leg?leg-leg] or t[ABC].
  bool read_bracket(const std::vector<Modifiers>& modifiers, bool with_t) {
    const Modifiers& m = modifiers.back();
    if (modifiers.size() > 1) return fail(m.column, "'a' is not supported in front of brackets");
    if (!m.directions.empty())
      return fail(m.directions[0].column, "put directions on the first leg inside the brackets");
    if (!only(m, "mci", "in front of brackets")) return false;
    const int open = column() + (with_t ? 1 : 0);
    pos_ += with_t ? 2 : 1;
    Term term;
    for (bool more = true; more;)
      if (!(with_t ? read_plain_leg(open, term, more) : read_linked_leg(open, term, more)))
        return false;
    if (term.legs.size() < 2) return fail(open, "brackets need two legs or more");
    if (is_digit(peek())) return fail(column(), "a range after brackets is not supported");
    return finish_sequence(m, term);
  }
  // A leg and the link or bracket after it.
  bool read_linked_leg(int open, Term& term, bool& more) {
    std::vector<Modifiers> own;
    Atom atom;
    if (!at_end() && !(read_modifiers(own) && read_atom(atom))) return false;
    if (at_end()) return fail(open, "this bracket is never closed");
    more = peek() != ']';
    if (!bracket_leg(own, atom, peek(), term)) return false;
    ++pos_;
    return true;
  }
  // An atom inside t[..], with the bracket after it if it is the last.
  bool read_plain_leg(int open, Term& term, bool& more) {
    if (is_lower(peek()))
      return fail(column(), "t[..] takes atoms only; write [F?fsR] for directions");
    Atom atom;
    if (!at_end() && !read_atom(atom)) return false;
    if (at_end()) return fail(open, "this bracket is never closed");
    if (atom.has_range)
      return fail(atom.column, "t[..] takes plain atoms; write [F?fF?fsR] for repeated steps");
    more = peek() != ']';
    if (!more) ++pos_;
    return sequence_leg(Modifiers{}, atom, more ? '?' : ']', term);
  }
  bool bracket_leg(const std::vector<Modifiers>& own, const Atom& atom, char link, Term& term) {
    if (own.size() > 1) return fail(own[1].column - 1, "'a' is not supported inside brackets");
    if (link != '?' && link != '-' && link != ']')
      return fail(column(), "'?', '-' or ']' is expected after a leg");
    return sequence_leg(own[0], atom, link, term);
  }
  // W-F: legs that must all be made, outward unless letters say otherwise.
  bool read_chain(const std::vector<Modifiers>& modifiers, const Atom& first) {
    std::vector<Modifiers> own = modifiers;
    Atom atom = first;
    Term term;
    for (;;) {
      const bool more = peek() == '-';
      if (!ends_group() && !more)
        return fail(column(), "put a chain beside other atoms into brackets: [W-F]");
      if (!bracket_leg(own, atom, more ? '-' : ']', term)) return false;
      if (!more) break;
      ++pos_;
      atom = Atom{};
      if (!read_modifiers(own) || !read_atom(atom)) return false;
    }
    return finish_sequence(Modifiers{}, term);
  }
  bool sequence_leg(const Modifiers& m, const Atom& atom, char link, Term& term) {
    Leg leg;
    leg.column = m.directions.empty() ? atom.column : m.directions[0].column;
    leg.limit = atom.limit;
    if (!only(m, "mc", "on a leg of several") || !read_stops(m, leg)) return false;
    if (link != ']' && m.has('c'))
      return fail(m.column_of('c'),
                  "captures on the way ('c' on a leg that goes on) are not supported");
    if (link == '-' && m.has('m')) return fail(m.column_of('m'), "this leg cannot end the move");
    if (link == '-') leg.move = leg.capture = false;
    if (term.legs.empty()) {
      if (!read_steps(m, atom, leg)) return false;
    } else {
      if (!turn_letters(m, leg)) return false;
      leg.outward |= m.directions.empty();
      for (const auto& [a, b] : atom.pairs)
        for (const Offset step : all_steps(a, b)) leg.steps.push_back(step);
    }
    term.legs.push_back(std::move(leg));
    return true;
  }
  // Applies m, c and i in front of the brackets to every way to stop.
  bool finish_sequence(const Modifiers& m, Term& term) {
    for (Leg& leg : term.legs) {
      leg.move = leg.move && (m.has('m') || !m.has('c'));
      leg.capture = leg.capture && (m.has('c') || !m.has('m'));
      leg.initial = m.has('i');
    }
    terms_.push_back(std::move(term));
    return true;
  }

  // --- paths := ('m' | 'c')? 'paths:' word (',' word)*      word := ('W' | 'F')+

  bool paths_ahead() const {
    const bool limited = peek() == 'm' || peek() == 'c';
    return text_.substr(pos_ + (limited ? 1 : 0), kPaths.size()) == kPaths;
  }
  bool read_paths() {
    Term term;
    term.move = peek() != 'c';
    term.capture = peek() != 'm';
    pos_ += kPaths.size() + (term.move && term.capture ? 0 : 1);
    for (;;) {
      const std::size_t start = pos_;
      while (peek() == 'W' || peek() == 'F') ++pos_;
      if (pos_ == start) return fail(column(), "a word of W and F steps is expected");
      term.words.emplace_back(text_.substr(start, pos_ - start));
      if (peek() != ',') break;
      ++pos_;
    }
    if (!ends_group())
      return fail(column(),
                  "a word is of W and F steps; ',' separates words, a space or '+' terms");
    terms_.push_back(std::move(term));
    return true;
  }

  std::string_view text_;
  Dialect dialect_;
  std::size_t pos_ = 0;
  std::vector<Term> terms_;
  std::optional<Error> error_;
};

}  // namespace

Result<std::vector<Term>> parse_terms(std::string_view text, Dialect dialect) {
  return Parser(text, dialect).run();
}

}  // namespace augmate::betza
