/* SPDX-License-Identifier: MIT */
/*
 * What an engine does with tables: plays a position out, both sides by the tables, and prints each
 * move with the distance that is left.
 *
 *   play_out VARIANT FOLDER FEN
 *   play_out chess tables "8/8/8/8/8/2k5/8/K1Q5 w"
 *
 * Exit status 0 when the game was played to its end, 1 when it cannot be, 2 for wrong usage.
 */
#include <augmate.h>
#include <stdio.h>

static int failed(const char* what) {
  fprintf(stderr, "%s: %s\n", what, augmate_error());
  return 1;
}

/* Plays on until the outcome is reached. Where it has no distance, as in a draw, there is nothing
 * to play for. */
static int play(augmate_tables* tables, augmate_position position) {
  for (int ply = 1;; ++ply) {
    augmate_value value;
    if (augmate_probe(tables, &position, &value) != AUGMATE_OK) return failed("probe");
    if (value.plies <= 0) {
      printf("%s\n", augmate_outcome_text(value.outcome));
      return 0;
    }
    augmate_move move;
    if (augmate_best_move(tables, &position, &move) != AUGMATE_OK) return failed("best move");
    char text[AUGMATE_TEXT];
    if (augmate_move_text(tables, &move, text, sizeof text) != AUGMATE_OK) return failed("move");
    printf("%3d. %-8s %s in %d plies\n", ply, text, augmate_outcome_text(value.outcome),
           value.plies);
    if (augmate_play(tables, &position, &move, &position) != AUGMATE_OK) return failed("play");
  }
}

int main(int argc, char** argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: play_out VARIANT FOLDER FEN\n");
    return 2;
  }
  augmate_options options;
  augmate_default_options(&options);
  const char* folders[] = {argv[2]};
  options.folders = folders;
  options.folder_count = 1;
  augmate_tables* tables = NULL;
  if (augmate_open(argv[1], &options, &tables) != AUGMATE_OK) return failed(argv[1]);
  augmate_position position;
  const int status = augmate_read_fen(tables, argv[3], &position) == AUGMATE_OK
                         ? play(tables, position)
                         : failed("FEN");
  augmate_close(tables);
  return status;
}
