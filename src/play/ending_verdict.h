/*
 * The verdict of the solved endings on a position of a game: who wins, in how many moves, and
 * whether the win survives the limit of quiet plies and repetition, which no table includes.
 */
#ifndef PLAY_ENDING_VERDICT_H
#define PLAY_ENDING_VERDICT_H

#include <stdbool.h>
#include <stddef.h>

#include "endings/endings.h"
#include "rules/move.h"
#include "rules/outcome.h"
#include "rules/position.h"

typedef struct EndingVerdict {
    Result result; /* with best play by both sides; never RESULT_OPEN */
    int plies;     /* to the capture of the lion, which is the last ply; 0 for a draw */
    EndingDoubt doubt;
    int quiet_left; /* with ENDING_DOUBT_QUIET: plies left before the limit */
} EndingVerdict;

typedef struct EndingChoice {
    Move move;
    EndingVerdict verdict; /* `plies` and `quiet_left` count from before the move */
} EndingChoice;

typedef struct EndingChoices {
    EndingChoice *choices; /* owned; all legal moves, the best for the mover first */
    size_t count;
} EndingChoices;

/*
 * Values every legal move of a position: the last one of a game, which may be in the middle of a
 * capture. The earlier positions matter for repetition. The first choice has the verdict of the
 * position. Returns false without choices if the game is over, or if a position after a move is in
 * no table. NULL is allowed for `endings`. Free with ending_choices_free.
 */
bool ending_choices_list(const Endings *endings, const Position *positions, size_t count,
                         EndingChoices *list);
void ending_choices_free(EndingChoices *list);

/* Gets the verdict of the position alone. Returns false like ending_choices_list. */
bool ending_verdict(const Endings *endings, const Position *positions, size_t count,
                    EndingVerdict *verdict);

/* Writes "White wins in 12 moves", "White may win in 61 moves" or "Draw"; without the unit if
 * short; shortest: "W#12", "W#61?". */
typedef enum EndingForm { ENDING_LONG, ENDING_SHORT, ENDING_SHORTEST } EndingForm;
enum { ENDING_TEXT_SIZE = 32 };
const char *ending_verdict_write(const EndingVerdict *verdict, EndingForm form,
                                 char text[ENDING_TEXT_SIZE]);

/* Writes why the win is not certain, as a sentence: "It is a draw after 40 moves unless something
 * is captured or drowns, or a pawn moves."; "" if it is. */
enum { ENDING_DOUBT_SIZE = 128 };
const char *ending_verdict_write_doubt(const EndingVerdict *verdict, char text[ENDING_DOUBT_SIZE]);

/* Writes both as one sentence: "White wins in 61 moves, but it is a draw after 40 unless something
 * is captured or drowns, or a pawn moves." */
enum { ENDING_SENTENCE_SIZE = ENDING_TEXT_SIZE + ENDING_DOUBT_SIZE };
const char *ending_verdict_sentence(const EndingVerdict *verdict, char text[ENDING_SENTENCE_SIZE]);

/* Writes the value of a move for the side that makes it: "wins in 12", "may win in 61", "draw",
 * "loses in 5". */
const char *ending_choice_write(const EndingChoice *choice, Color mover,
                                char text[ENDING_TEXT_SIZE]);

#endif
