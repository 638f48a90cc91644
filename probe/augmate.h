/* SPDX-License-Identifier: MIT */
/*
 * augmate.h: the C interface of libaugmate. It opens distance-to-mate tables of one game and
 * answers for positions; it makes none. C11 and C++.
 *
 *   augmate_options options;
 *   augmate_default_options(&options);
 *   const char* folders[] = {"tables"};
 *   options.folders = folders;
 *   options.folder_count = 1;
 *   augmate_tables* tables;
 *   if (augmate_open("chess", &options, &tables) != AUGMATE_OK) puts(augmate_error());
 *
 * Units. Squares are rank * files + file, both from 0 at White's lower left, holes included.
 * Distances are plies, moves of one side. Outcomes and values are those of the side to move.
 *
 * Errors. Every function that can fail returns an augmate_status; augmate_error() then tells what,
 * where and what to do, for the calling thread, until its next failing call. Results are written
 * only on AUGMATE_OK. No exception leaves the library, and it never ends the process, prints, or
 * changes signals or locale; broken invariants of its own, which no input can cause, abort.
 *
 * Ownership. What the caller passes is read during the call only, but for augmate_add_table. What
 * the library gives out is the caller's memory, but for augmate_open*, undone by augmate_close, and
 * augmate_ending, which lives as long as its augmate_tables.
 *
 * Threads. Any number of threads may use one augmate_tables, or several, at the same time; reading
 * what is open and decoded takes no lock. augmate_close is for when no thread uses it any more.
 *
 * Versions. The library's version is MAJOR.MINOR.PATCH. A program built against MAJOR.MINOR runs
 * with every library of the same MAJOR and an equal or higher MINOR (while MAJOR is 0, of the same
 * MINOR): functions, structures and numbers are added, not changed; the soname is
 * libaugmate.so.MAJOR (libaugmate.so.0.MINOR). augmate_options alone may grow, which is what its
 * `size` is for. Table files carry a format version of their own; a library reads version
 * augmate_file_version() alone, and says AUGMATE_BAD_VERSION to others (make those tables anew).
 */
#ifndef AUGMATE_H
#define AUGMATE_H

#include <stddef.h>
#include <stdint.h>

#define AUGMATE_VERSION_MAJOR 0
#define AUGMATE_VERSION_MINOR 1
#define AUGMATE_VERSION_PATCH 0

#define AUGMATE_API __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

typedef enum augmate_status {
  AUGMATE_OK = 0,
  AUGMATE_USAGE = 1,         /* the call makes no sense: a null pointer, an unknown variant */
  AUGMATE_BAD_NOTATION = 2,  /* a FEN, material or variant file that cannot be read */
  AUGMATE_ILLEGAL = 3,       /* a position or a move that the rules exclude */
  AUGMATE_NOT_COVERED = 4,   /* a rule or a question beyond what tables are made for */
  AUGMATE_MISSING_TABLE = 5, /* no table for the material */
  AUGMATE_WRONG_GAME = 6,    /* a table of other rules under the name that was looked for */
  AUGMATE_NOT_A_TABLE = 7,   /* a file that is no table */
  AUGMATE_BAD_VERSION = 8,   /* a table of another version of the format */
  AUGMATE_BAD_CHECKSUM = 9,  /* altered bytes */
  AUGMATE_TRUNCATED = 10,    /* missing bytes */
  AUGMATE_CORRUPT = 11,      /* bytes that pass the checksum and break the format */
  AUGMATE_IO = 12,           /* the system refused to open or read */
  AUGMATE_NO_MEMORY = 13,    /* more memory than there is */
  AUGMATE_TOO_LARGE = 14,    /* beyond a limit: men, board */
  AUGMATE_MISMATCH = 15,     /* tables that contradict each other */
  AUGMATE_GAME_OVER = 16,    /* no move to give */
  AUGMATE_INTERNAL = 17      /* an error of the library */
} augmate_status;

typedef enum augmate_outcome { /* of the side to move, worst to best */
                               AUGMATE_LOSS = 0,
                               AUGMATE_LOSS_PERPETUAL = 1,
                               AUGMATE_DISADVANTAGE = 2,
                               AUGMATE_DRAW = 3,
                               AUGMATE_ADVANTAGE = 4,
                               AUGMATE_WIN_PERPETUAL = 5,
                               AUGMATE_WIN = 6
} augmate_outcome;

enum { AUGMATE_WHITE = 0, AUGMATE_BLACK = 1 };
enum { AUGMATE_NONE = -1 }; /* no square, no kind, no distance */
enum { AUGMATE_MAX_MEN = 8, AUGMATE_MAX_SQUARES = 256, AUGMATE_TEXT = 256 };

typedef struct augmate_tables augmate_tables; /* a game and its tables */
typedef struct augmate_ending augmate_ending; /* one table, opened */

/* Where the bytes of a file are. A file that is cut short while it is open is AUGMATE_TRUNCATED
 * either way; but between the test of a mapped file's length and the reading of a block lie some
 * microseconds in which cutting it still ends the process (SIGBUS). Reading by pieces has no such
 * gap. Files replaced by renaming, as augmate does it, are safe with both. */
typedef enum augmate_backing {
  AUGMATE_MAP = 0, /* mapped into memory */
  AUGMATE_READ = 1 /* read piece by piece */
} augmate_backing;

typedef struct augmate_options {
  size_t size;                /* of this structure, as the caller knows it */
  const char* const* folders; /* searched for tables in this order */
  size_t folder_count;
  augmate_backing backing;
  uint64_t cache_bytes; /* of decoded blocks, for all tables together; at least one page */
  int preload;          /* not 0: decode each table in full when it is opened, beside the cache */
  const char* variant_folder; /* of the shipped games; NULL: $AUGMATE_VARIANTS, or where the library
                                 was installed */
} augmate_options;

/* No folders, mapped files, 64 MiB, nothing preloaded. */
AUGMATE_API void augmate_default_options(augmate_options* options);

/* The library's version, "0.1.0"; the newest version of table files that it reads. */
AUGMATE_API const char* augmate_version(void);
AUGMATE_API int augmate_file_version(void);

/* What the calling thread's last failing call says. Never NULL. */
AUGMATE_API const char* augmate_error(void);
/* "missing table": the status in words. */
AUGMATE_API const char* augmate_status_text(augmate_status status);
/* "win_perpetual": as the augmate program writes it; "?" for another number. */
AUGMATE_API const char* augmate_outcome_text(int outcome);

/* Opens a game: "NAME" of a shipped variant, "FILE.ini" with one variant, or "FILE.ini:NAME". */
AUGMATE_API augmate_status augmate_open(const char* variant, const augmate_options* options,
                                        augmate_tables** out);
/* The same from the text of a variant file; `name` may be NULL if it has one variant. */
AUGMATE_API augmate_status augmate_open_ini(const char* text, const char* name,
                                            const augmate_options* options, augmate_tables** out);
AUGMATE_API void augmate_close(augmate_tables* tables); /* NULL is fine */

/* A table in memory, found before those in folders, whatever it is called. `name` is for errors.
 * The bytes stay the caller's and must not change before augmate_close. */
AUGMATE_API augmate_status augmate_add_table(augmate_tables* tables, const void* bytes, size_t size,
                                             const char* name);

/* AUGMATE_OK if positions of the material ("KBNvK") can be asked for: it has a table that opens, or
 * ends the game. Otherwise why not. The table is opened once and kept. */
AUGMATE_API augmate_status augmate_covers(augmate_tables* tables, const char* material);

/* --- The game ------------------------------------------------------------------------------- */

AUGMATE_API int augmate_files(const augmate_tables* tables);
AUGMATE_API int augmate_ranks(const augmate_tables* tables);
/* Kinds of men are numbered from 0. The letter is a capital one, 0 for another number; the number
 * is AUGMATE_NONE for another letter. */
AUGMATE_API int augmate_kinds(const augmate_tables* tables);
AUGMATE_API char augmate_kind_letter(const augmate_tables* tables, int kind);
AUGMATE_API int augmate_kind(const augmate_tables* tables, char letter);
/* "c4" to its number and back; AUGMATE_NONE for what is no square. */
AUGMATE_API int augmate_square(const augmate_tables* tables, const char* name);
AUGMATE_API augmate_status augmate_square_text(const augmate_tables* tables, int square, char* text,
                                               size_t size);

/* --- Positions ------------------------------------------------------------------------------- */

typedef struct augmate_man {
  uint8_t kind; /* its number */
  uint8_t side; /* AUGMATE_WHITE, AUGMATE_BLACK */
  uint16_t square;
} augmate_man;

typedef struct augmate_position {
  augmate_man men[AUGMATE_MAX_MEN]; /* in any order */
  int32_t count;
  int32_t to_move;
  int16_t imitates[2]; /* the kind that each side's Joker imitates, or AUGMATE_NONE */
  int16_t passer;      /* where the pawn stands that can be taken in passing, or AUGMATE_NONE */
  uint16_t reserved;   /* 0 */
  uint64_t passed[4];  /* the squares that it passed: bit s % 64 of word s / 64 */
} augmate_position;

AUGMATE_API augmate_status augmate_read_fen(const augmate_tables* tables, const char* fen,
                                            augmate_position* out);
/* `size` bytes at `text`, AUGMATE_USAGE if they are too few. */
AUGMATE_API augmate_status augmate_write_fen(const augmate_tables* tables,
                                             const augmate_position* position, char* text,
                                             size_t size);
/* From a letter for each man ("KBNk", capitals White) and their squares. */
AUGMATE_API augmate_status augmate_set_men(const augmate_tables* tables, const char* letters,
                                           const int* squares, int to_move, augmate_position* out);

/* --- Questions ------------------------------------------------------------------------------- */

typedef struct augmate_value {
  int32_t outcome; /* augmate_outcome */
  int32_t plies; /* to it under best play; AUGMATE_NONE where infinite play decides, as in a draw */
} augmate_value;

typedef struct augmate_move {
  int16_t from, to;
  int16_t promotion;   /* the kind that a pawn becomes, or AUGMATE_NONE */
  int16_t taken;       /* where the captured man stood, or AUGMATE_NONE */
  augmate_value value; /* for the side that makes the move, counted from before it */
  int32_t best;        /* 1 if it keeps the position's value, else 0 */
} augmate_move;

/* The value of a position, tested for being legal (AUGMATE_ILLEGAL says why it is not). */
AUGMATE_API augmate_status augmate_probe(augmate_tables* tables, const augmate_position* position,
                                         augmate_value* out);
AUGMATE_API augmate_status augmate_probe_fen(augmate_tables* tables, const char* fen,
                                             augmate_value* out);
/* The outcome alone, an augmate_outcome: from a smaller structure, made when an ending is first
 * asked so. */
AUGMATE_API augmate_status augmate_probe_outcome(augmate_tables* tables,
                                                 const augmate_position* position, int* out);

/* The same of a position that the caller knows to be legal, one reached by legal moves for
 * instance: faster, nothing is tested but that numbers are in range. Of an illegal position they
 * say something, or fail. */
AUGMATE_API augmate_status augmate_probe_unchecked(augmate_tables* tables,
                                                   const augmate_position* position,
                                                   augmate_value* out);
AUGMATE_API augmate_status augmate_outcome_unchecked(augmate_tables* tables,
                                                     const augmate_position* position, int* out);

/* Each legal move with its value, sorted by from, to, promotion. `*count` is how many there are; at
 * most `capacity` are written. None (and AUGMATE_OK) when the game is over. */
AUGMATE_API augmate_status augmate_moves(augmate_tables* tables, const augmate_position* position,
                                         augmate_move* moves, size_t capacity, size_t* count);
/* The first of the best moves; AUGMATE_GAME_OVER when there is none. */
AUGMATE_API augmate_status augmate_best_move(augmate_tables* tables,
                                             const augmate_position* position, augmate_move* out);
/* The position after a legal move, of which from, to and promotion count; AUGMATE_ILLEGAL for
 * another. `out` may be `position`. */
AUGMATE_API augmate_status augmate_play(const augmate_tables* tables,
                                        const augmate_position* position, const augmate_move* move,
                                        augmate_position* out);
/* "c4e6", "c7c8=Q". */
AUGMATE_API augmate_status augmate_move_text(const augmate_tables* tables, const augmate_move* move,
                                             char* text, size_t size);

/* --- One ending, as fast as it goes ---------------------------------------------------------- */

/* Opens the table of a material that does not end the game. */
AUGMATE_API augmate_status augmate_open_ending(augmate_tables* tables, const char* material,
                                               const augmate_ending** out);
/* `squares`: of the men as the material names them, "KBNvK": White's King, Bishop, Knight, Black's
 * King. The order is White's royal, White's men in the order of the kinds, then Black's likewise,
 * whatever the order of the letters was. The caller vouches for the position: legal, all squares on
 * the board, nothing to be taken in passing, no Joker. Of others the answer is some value or a
 * status, and nothing worse. */
AUGMATE_API augmate_status augmate_ending_probe_unchecked(const augmate_ending* ending,
                                                          const uint8_t* squares, int to_move,
                                                          augmate_value* out);
AUGMATE_API augmate_status augmate_ending_outcome_unchecked(const augmate_ending* ending,
                                                            const uint8_t* squares, int to_move,
                                                            int* out);
/* Bytes of the table decoded (0 if it is not preloaded), of its outcomes alone (made if need be),
 * of its file. Each pointer may be NULL. */
AUGMATE_API augmate_status augmate_ending_bytes(const augmate_ending* ending, uint64_t* preloaded,
                                                uint64_t* outcomes, uint64_t* file);

#ifdef __cplusplus
}
#endif

#endif
