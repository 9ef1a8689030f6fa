#include <config.h>

#include "rules/outcome.h"

#include <stdio.h>

#include "rules/movegen.h"
#include "rules/position.h"

const char *result_text(Result result) {
    static const char *const texts[] = {"*", "1-0", "0-1", "1/2-1/2"};
    return texts[result];
}

const char *reason_word(Reason reason) {
    static const char *const words[] = {"",      "lion",       "no-moves", "repetition",
                                        "quiet", "bare-lions", "resigned", "agreed",
                                        "time",  "aborted"};
    return words[reason];
}

const char *outcome_sentence(Outcome outcome) {
    static const struct {
        const char *white, *black, *draw;
    } sentences[] = {
        [REASON_NONE] = {"White won.", "Black won.", "The game is a draw."},
        [REASON_LION] = {"White captured the lion and won.", "Black captured the lion and won.",
                         ""},
        [REASON_NO_MOVES] = {"Black has no legal move; White won.",
                             "White has no legal move; Black won.", ""},
        [REASON_REPETITION] = {"", "", "A draw, as the same position came up for the third time."},
        [REASON_QUIET] = {"", "",
                          "A draw, as for too long nothing was captured or drowned and no pawn "
                          "moved."},
        [REASON_BARE_LIONS] = {"", "", "A draw, as only the two lions are left."},
        [REASON_RESIGNED] = {"Black resigned; White won.", "White resigned; Black won.", ""},
        [REASON_AGREED] = {"", "", "A draw by agreement."},
        [REASON_TIME] = {"Black ran out of time; White won.", "White ran out of time; Black won.",
                         ""},
        [REASON_ABORTED] = {"", "", ""},
    };
    switch (outcome.result) {
    case RESULT_WHITE:
        return sentences[outcome.reason].white;
    case RESULT_BLACK:
        return sentences[outcome.reason].black;
    case RESULT_DRAW:
        return sentences[outcome.reason].draw;
    case RESULT_OPEN:
        break;
    }
    return outcome.reason == REASON_ABORTED ? "The game was aborted." : "The game is in progress.";
}

int outcome_announced_plies(const Position *position) {
    enum { ANNOUNCED = 40 };
    int limit = position->variant->quiet_plies, left = limit - position->quiet;
    return limit > 0 && left > 0 && left <= ANNOUNCED ? left : 0;
}

void outcome_write_notice(const Position *position, char text[OUTCOME_NOTICE_SIZE]) {
    static const char condition[] = "unless something is captured or drowns, or a pawn moves";
    int left = outcome_announced_plies(position);
    text[0] = '\0';
    if (left == 1 || left == 2)
        snprintf(text, OUTCOME_NOTICE_SIZE, "Draw after %s %s",
                 left == 1 ? "this move" : "two more moves", condition);
    else if (left > 0)
        snprintf(text, OUTCOME_NOTICE_SIZE, "Draw in %d moves each %s", (left + 1) / 2, condition);
}

bool outcome_repeats(const Position *position, Move move, GameHistory history) {
    Position after = *position;
    position_make(&after, move);
    return history.count(history.game, &after, 1) > 0;
}

bool outcome_forbids(const Position *position, Move move, GameHistory history) {
    return position->variant->repetition == REPETITION_ILLEGAL &&
           outcome_repeats(position, move, history);
}

/* Returns whether the side to move has legal moves, but each of them repeats a position. A capture
 * cannot, and fewer than MOVELIST_INLINE moves capture nothing: a monkey's many paths need no
 * listing. */
static bool every_move_repeats(const Position *position, GameHistory history) {
    MoveList list;
    movelist_init(&list);
    movegen_some(position, MOVELIST_INLINE, &list);
    bool repeats = list.count > 0;
    for (size_t i = 0; i < list.count && repeats; i++)
        repeats = outcome_repeats(position, list.moves[i], history);
    movelist_free(&list);
    return repeats;
}

Outcome outcome_compute(const Position *position, GameHistory history) {
    Repetition repetition = position->variant->repetition;
    Outcome outcome = position_outcome(position);
    if (outcome.result != RESULT_OPEN && outcome.reason != REASON_QUIET)
        return outcome;
    if (repetition == REPETITION_ILLEGAL && every_move_repeats(position, history))
        return (Outcome){position_side(position) == WHITE ? RESULT_BLACK : RESULT_WHITE,
                         REASON_NO_MOVES};
    if (outcome.result == RESULT_OPEN && repetition == REPETITION_DRAW &&
        history.count(history.game, position, 2) == 2)
        return (Outcome){RESULT_DRAW, REASON_REPETITION};
    return outcome;
}
