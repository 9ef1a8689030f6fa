/*
 * The tables of solved endings of a variant, and looking positions up. A table is a file; a set of
 * them is opened once and probed by many threads at the same time.
 */
#ifndef ENDINGS_ENDINGS_H
#define ENDINGS_ENDINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "endings/ending_class.h"
#include "rules/move.h"
#include "rules/position.h"

typedef struct Endings Endings;

/*
 * Opens the tables of a variant that lie in one of the folders; NULL folders are skipped, and
 * earlier ones are preferred. A file that is damaged or of other rules is left out, and *error says
 * which and why; the rest is usable. Without files, or in a variant that forbids repetition, the
 * set is empty.
 */
Endings *endings_open(const char *const folders[], size_t folder_count, const Variant *variant,
                      Error *error);

void endings_close(Endings *endings); /* NULL is allowed */

/* Returns the largest number of men for which all tables, and those of fewer men, are there; 0:
 * none. NULL is allowed. */
int endings_men(const Endings *endings);

/* Returns whether a variant has the rules of the tables, so that its positions can be probed. */
bool endings_fit(const Endings *endings, const Variant *variant);

/*
 * Looks up a position with both lions and without an open capture, of a variant that fits. Returns
 * false if there is no table for it or the table is damaged; see endings_fault. Takes some 0.1 µs
 * if the block is in the cache.
 */
bool endings_probe(const Endings *endings, const Position *position, EndingValue *value);

/* Returns the class's values for a side to move, one byte for each number of its EndingIndex
 * (ending_table.h), owned by the caller. The class is canonical. Returns NULL with an error if
 * there is no such table or it is damaged. */
uint8_t *endings_load(const Endings *endings, const EndingClass *class, Color side, Error *error);

/* Returns whether a table was found to be damaged since the set was opened, and says which and how.
 */
bool endings_fault(const Endings *endings, Error *error);

/* ---- certainty of a win in a game ----
 * Checks that a win of the tables survives repetition and the limit of quiet plies, which the
 * tables leave out. A win is certain if it comes before the limit and no position that its next
 * occurrence would draw may lie on the way. The distance shrinks with every ply, so only positions
 * that are closer to the win matter. */

/* Reasons why a win is not certain. */
typedef enum EndingDoubt {
    ENDING_DOUBT_NONE,
    ENDING_DOUBT_QUIET,     /* the limit of quiet plies may make a draw first */
    ENDING_DOUBT_REPETITION /* so may a position that has come up twice */
} EndingDoubt;

/* The effect of a game on the wins that may follow it. */
typedef struct EndingCertainty {
    int men; /* of the last position: with fewer, no position of the game can come up again */
    /* By winner: plies of the longest win that repetition cannot spoil. It is the shortest win
     * among the positions that have come up twice. */
    int plies[COLOR_COUNT];
} EndingCertainty;

/* Looks at the positions of a game, at least one, of a variant that fits the endings. Takes time in
 * proportion to the plies since the last capture or drowning. */
void ending_certainty_init(EndingCertainty *certainty, const Endings *endings,
                           const Position *positions, size_t count);

/* Returns whether the value of a position, which is the last one of the game or follows it, holds
 * in the game. */
EndingDoubt ending_certainty_doubt(const EndingCertainty *certainty, const Position *position,
                                   EndingValue value);

/* Returns by how many plies a win from a position comes later than the limit of quiet plies, or 0.
 */
int ending_certainty_excess(const Position *position, EndingValue value);

/* ---- why a position has no value ---- */

/* Sets an error with the reason why a position, or one after a move of it, is in none of the
 * tables: its variant has none, it has too many pieces, a table is damaged, or there is none yet.
 * `endings` and `damage` come from endings_open; NULL is turned off. Returns false. */
bool ending_absence_explain(const Endings *endings, const Error *damage, const Position *position,
                            Error *error);

/* The same for all positions of a number of men. */
bool ending_absence_explain_men(const Endings *endings, const Error *damage, const Variant *variant,
                                int men, Error *error);

/* ---- values of moves and the best line ---- */

typedef struct EndingMove {
    Move move;
    EndingValue value; /* for the mover: a win in 1 captures the lion */
} EndingMove;

typedef struct EndingMoves {
    EndingMove *moves; /* owned; best first, equal ones in the order of movegen_all */
    size_t count;
    EndingValue value; /* of the position, for the side to move */
} EndingMoves;

/*
 * Values all legal moves of a position that is not over, which may be in the middle of a capture.
 * Returns false if one of them leads to a position without a table, or there are more than
 * ENDING_MOVES_MAX. Free with ending_moves_free.
 */
bool ending_moves_list(const Endings *endings, const Position *position, EndingMoves *list);

void ending_moves_free(EndingMoves *list);

/* Returns the value of a position, which may be in the middle of a capture. */
bool ending_moves_value(const Endings *endings, const Position *position, EndingValue *value);

/* Stores the best line of a won or lost position to its end, at most `size` moves. Returns their
 * number; 0 for a draw or without tables. */
int ending_moves_line(const Endings *endings, const Position *position, Move *line, int size);

/* ---- finding positions ---- */

typedef struct EndingQuery {
    const Variant *variant; /* of the tables */
    EndingClass class;      /* not necessarily canonical */
    Color side;             /* to move */
    EndingResult result;    /* for the side to move */
    int plies_min;          /* of a win or a loss; a draw has none */
    int plies_max;
    /* Returns whether a position will do; NULL: each does. */
    bool (*accept)(void *context, const Position *position);
    void *context;
} EndingQuery;

/*
 * Finds a position that the query describes, by numbers drawn from *random (base/random.h). Each of
 * them is equally probable, unless they are so rare that the next one after a random number is
 * taken. Takes some 20 ms for a class of 5 men, on any thread. Returns false with an error:
 * ERROR_RANGE if there is no such position, another code if the table is missing or damaged.
 */
bool ending_find(const Endings *endings, const EndingQuery *query, uint64_t *random,
                 Position *position, Error *error);

#endif
