// SPDX-License-Identifier: MIT
// Retrograde: solves one ending, or one placement of its pawns, side by side and outcome by
// outcome.
//
// Whatever a game's outcomes, each that is better for a side than infinite play must be forced:
// that side *attacks*, the other defends, and the distance is the attacker's to make short and the
// defender's to make long. In a game of win, draw and loss that is one *run* for each side; a game
// of five outcomes has one for each outcome above infinite play, best first, and each run starts
// from the sets that the better one left: what is better counts as reached at 0.
//
// Two sets are kept over all positions (layout.h), and what the last half-steps added (delta.h):
//   not_won    the attacker to move: legal and the outcome not (yet) forced     only shrinks
//   undecided  the defender to move: legal and not (yet) lost                   only shrinks
//   won, lost  what left them in the last half-step
//
// Step 0 finds the mates: the defender has no move into a legal position and the attacker could
// take the royal. No move and no check is stalemate, which is worth what the rules say. Step n then
// reads only the sets of step n - 1:
//   defender   candidates = undecided  & OR over moves ( won     after the move )
//              lost in n  = candidates & NOT OR over moves ( not_won after the move )
//   attacker   won in n   = not_won    & OR over moves ( lost    after the move )
// An attacker's position with a move into an older lost one is won already, and a defender's
// without a move into what was won last has the same moves to live on as before, so the deltas
// suffice; most candidates have a saving move, and the reader stops when it has found one for each.
// Both results are applied together, so that distances do not depend on order or threads.
//
// A position where the royal can be taken is in neither set: it never counts as won or lost, a move
// into it is no legal move. Captures, promotions and pawn moves read other endings' sets at the
// same step. A run ends when a step adds nothing and no other ending has a distance still to come.
//
// Perpetual check as a win is a run between mate and draw, whose step 0 for the attacker is the
// greatest set P of positions, neither side in check, in which some check leaves only replies into
// P or into a mating win: start from all positions and take away until nothing changes.
//
// An exact move-count rule is a dimension of the state too: the plies left before the draw. A move
// without capture leads to the layer below, a capture or pawn move to other endings, which are
// stored with all plies left; in the lowest layer nothing can be forced any more but what is mate
// already.
//
// What each half-step adds goes to the journal (half_step.h), from which the distances are rebuilt:
// no position has a counter or a distance while solving. It is applied from there, so that a run
// that goes on with a journal does the same as one that makes it. Memory: 2 bits a position of one
// side to move, the anchor's ghost slots of one of the sets, the other endings' sets, and what one
// unit of a half-step adds.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "base/result.h"
#include "formats/position_index.h"
#include "formats/table_file.h"
#include "gen/aligned_words.h"
#include "gen/delta.h"
#include "gen/half_step.h"
#include "gen/layout.h"
#include "gen/row_reader.h"
#include "gen/row_stream.h"
#include "gen/smaller_table.h"

namespace augmate {

namespace internal {
struct RowKernel;
class RowMap;
}  // namespace internal

// What a placement's runs found: by side to move and value what was added, from which distances
// and statistics follow.
struct Solved {
  std::vector<HalfStep> half_steps;
  // Legal positions by state and side to move, weighted by the anchor's orbit, twins not yet
  // divided out.
  std::vector<std::array<std::uint64_t, 2>> legal;
};

// Shown while solving.
struct SolveProgress {
  Side attacker = Side::kWhite;
  int step = 0;
  std::uint64_t positions = 0;  // decided so far in this run, index entries
};

// The endings that moves lead to.
struct OtherEndings {
  std::array<std::unique_ptr<SmallerTable>, 2 * kMaxMen> after;  // by victim (ReadSource)
  std::unique_ptr<SmallerTable> after_row_man;
  struct PawnMove {
    int man = 0;
    Square to = kNoSquare;
    int victim = kNoVictim;
    std::unique_ptr<SmallerTable> table;
  };
  std::vector<PawnMove> pawn_moves;

  template <class F>
  void for_each(F&& f) {
    for (auto& t : after)
      if (t) f(*t);
    if (after_row_man) f(*after_row_man);
    for (auto& m : pawn_moves) f(*m.table);
  }
};

class Retrograde {
 public:
  // `index` gives the symmetries that make the ghosts; it must outlive this.
  // `spill`: where the sets lie, null for memory.
  Retrograde(const PositionIndex& index, const SolverLayout& layout, OtherEndings others,
             Spill* spill);

  // Solves for both sides, each outcome that can be forced, best first. Lets go of the other
  // endings.
  Result<Solved> solve(const HalfStepJournal& journal,
                       const std::function<void(const SolveProgress&)>& progress);

  // Legal positions of the side to move in a row, row_words() words.
  void legal_positions(std::uint64_t row, Side to_move, RowReader::Scratch& scratch,
                       std::uint64_t* out) const;
  const RowReader& reader() const { return reader_; }
  const SolverLayout& layout() const { return solver_; }
  const ChunkPlan& plan() const { return plan_; }

 private:
  using Words = std::vector<std::uint64_t>;
  using Chunks = std::vector<RowStream>;  // of consecutive chunks
  using ChunkStep = std::function<Chunks(ChunkRange chunks)>;
  // Leaves in `out` (zero before or not) the row's words; false if there are none.
  using RowStep =
      std::function<bool(std::uint64_t row, RowReader::Scratch& scratch, std::uint64_t* out)>;
  struct Ghost {
    std::uint64_t slot;
    // From the stored anchor square's positions to the ghost's: where a square goes, and a row.
    std::vector<Square> squares;
    std::shared_ptr<const internal::RowMap> map;
  };
  struct Sets {
    Side attacker = Side::kWhite;
    AlignedWords not_won, undecided;
  };
  // Positions without moves.
  struct Stuck {
    Chunks mates, stalemates;  // the defender to move
    Chunks attacker_stalemates;
  };

  void find_ghosts();
  // `room`: sets that are needed no more, to be overwritten.
  Sets initial_sets(Side attacker, Sets room) const;
  Stuck find_stuck(Sets& sets);
  Chunks stuck_rows(const AlignedWords& legal_after, AlignedWords& candidates,
                    const AlignedWords& other, Side mover, bool in_check, bool remove) const;
  Chunks perpetual_positions(const Sets& sets);
  Result<void> run(Side attacker);
  Result<void> force(Sets& sets, Outcome outcome, const ChunkStep& won, const ChunkStep& lost);
  Result<HalfStep> half_step(const Sets& sets, Outcome outcome, Side mover, int step,
                             const ChunkStep& find) const;
  Result<bool> carry_in(Sets& sets, HalfStep half_step);
  void count_legal(const Sets& sets);
  ReadSource source(const AlignedWords& set, Side mover) const;
  ReadSource changes(Side mover) const;
  ChunkRange all_chunks() const { return {0, plan_.chunks()}; }
  template <class Choose>
  Chunks each_row(ChunkRange chunks, const Choose& choose, const RowStep& f) const;
  Chunks each_row(ChunkRange chunks, const RowStep& f) const;
  Chunks each_changed_row(ChunkRange chunks, Side mover, const ReadSource& changes,
                          const RowStep& f) const;
  Chunks attacker_step(const Sets& sets, ChunkRange chunks) const;
  Chunks defender_step(const Sets& sets, ChunkRange chunks) const;
  std::uint64_t apply(Sets& sets, const std::vector<RowStream::Bytes>& chunks, bool attacker,
                      std::vector<Tally>& tallies) const;
  std::uint64_t count(std::uint64_t row, const std::uint64_t* words,
                      std::vector<Tally>& tallies) const;
  void settle(Sets& sets, bool attacker, const RowStreamReader& found) const;
  // The attacker's men include the anchor, so that rows with it in a ghost slot are read.
  bool anchor_attacks(const Sets& sets) const { return layout_.anchor_side == sets.attacker; }
  template <class F>
  void for_each_image(std::uint64_t row, F&& f) const;
  void fill_ghosts(AlignedWords& set) const;
  AlignedWords empty_set(std::uint64_t rows) const {
    return AlignedWords(rows * static_cast<std::uint64_t>(words_), spill_);
  }

  const PositionIndex& index_;
  SolverLayout solver_;
  const Layout& layout_;
  const ChunkPlan plan_;
  RowReader reader_;
  OtherEndings others_;
  Spill* spill_;
  const internal::RowKernel& kernel_;
  std::uint64_t rows_;                      // without ghosts
  int words_;                               // a row
  std::vector<std::vector<Ghost>> ghosts_;  // by anchor number

  // While solving.
  const HalfStepJournal* journal_ = nullptr;
  const std::function<void(const SolveProgress&)>* progress_ = nullptr;
  SolveProgress shown_;
  Solved solved_;
  Sets room_;                         // the last run's sets
  std::vector<std::uint8_t> buffer_;  // of what is read back from the journal
  // What the last half-step added, by the side whose moves lead there: won for the defender, lost
  // for the attacker.
  std::array<std::unique_ptr<Delta>, 2> changed_;
};

}  // namespace augmate
