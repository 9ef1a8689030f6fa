#include <config.h>

#include "play/ending_verdict.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "endings/endings.h"

/* ---- the game so far ---- */

typedef struct EndingGame {
    const Position *positions;
    size_t count;
    EndingCertainty certainty;
} EndingGame;

static int count_same(const void *context, const Position *position, int limit) {
    const EndingGame *game = context;
    int found = 0;
    for (size_t i = 0; i < game->count && found < limit; i++)
        found += position_same(&game->positions[i], position) ? 1 : 0;
    return found;
}

/* ---- verdicts ---- */

static Result result_for(Color winner) {
    return winner == WHITE ? RESULT_WHITE : RESULT_BLACK;
}

static EndingVerdict verdict_of_move(const EndingGame *game, const EndingMove *move) {
    const Position *before = &game->positions[game->count - 1];
    Color mover = position_side(before);
    Position after = *before;
    position_make(&after, move->move);
    Outcome outcome = outcome_compute(&after, (GameHistory){count_same, game});
    if (outcome.result == RESULT_DRAW || (outcome.result == RESULT_OPEN && move->value.plies == 0))
        return (EndingVerdict){.result = RESULT_DRAW};
    if (outcome.result != RESULT_OPEN)
        return (EndingVerdict){.result = outcome.result, .plies = 1};
    Color winner = move->value.result == ENDING_WIN ? mover : color_other(mover);
    EndingValue left = {-move->value.result, move->value.plies - 1}; /* for the other side */
    int limit = before->variant->quiet_plies;
    return (EndingVerdict){.result = result_for(winner),
                           .plies = move->value.plies,
                           .doubt = ending_certainty_doubt(&game->certainty, &after, left),
                           .quiet_left = limit > 0 ? limit - after.quiet + 1 : 0};
}

/* Returns how good a verdict is for a side: certain wins before others, then draws, uncertain
 * losses and certain ones. */
static int grade_of(const EndingVerdict *verdict, Color side) {
    int certain = verdict->doubt == ENDING_DOUBT_NONE ? 2 : 1;
    if (verdict->result == RESULT_DRAW)
        return 0;
    return verdict->result == result_for(side) ? certain : -certain;
}

static void add_choices(const EndingGame *game, const EndingMoves *moves, EndingChoices *list) {
    Color mover = position_side(&game->positions[game->count - 1]);
    EndingVerdict *verdicts = memory_resize(NULL, moves->count, sizeof *verdicts);
    for (size_t i = 0; i < moves->count; i++)
        verdicts[i] = verdict_of_move(game, &moves->moves[i]);
    list->choices = memory_resize(NULL, moves->count, sizeof *list->choices);
    for (int grade = 2; grade >= -2; grade--) /* keeps the order of the tables within a grade */
        for (size_t i = 0; i < moves->count; i++)
            if (grade_of(&verdicts[i], mover) == grade)
                list->choices[list->count++] = (EndingChoice){moves->moves[i].move, verdicts[i]};
    free(verdicts);
}

bool ending_choices_list(const Endings *endings, const Position *positions, size_t count,
                         EndingChoices *list) {
    EndingGame game = {.positions = positions, .count = count};
    const Position *last = &positions[count - 1];
    EndingMoves moves;
    *list = (EndingChoices){0};
    /* The history of the last position does not include itself. */
    EndingGame before = {.positions = positions, .count = count - 1};
    if (popcount64(position_occupied(last)) > ENDING_MEN_MAX ||
        !endings_fit(endings, last->variant) ||
        outcome_is_over(outcome_compute(last, (GameHistory){count_same, &before})) ||
        !ending_moves_list(endings, last, &moves))
        return false;
    ending_certainty_init(&game.certainty, endings, positions, count);
    add_choices(&game, &moves, list);
    ending_moves_free(&moves);
    return true;
}

void ending_choices_free(EndingChoices *list) {
    free(list->choices);
    *list = (EndingChoices){0};
}

bool ending_verdict(const Endings *endings, const Position *positions, size_t count,
                    EndingVerdict *verdict) {
    EndingChoices list;
    if (!ending_choices_list(endings, positions, count, &list))
        return false;
    *verdict = list.choices[0].verdict;
    ending_choices_free(&list);
    return true;
}

/* ---- words ---- */

/* Returns the number of the winner's moves; 0 for a draw. */
static int winner_moves(const EndingVerdict *verdict) {
    return (verdict->plies + 1) / 2;
}

static const char *winner_name(const EndingVerdict *verdict) {
    return color_name(verdict->result == RESULT_WHITE ? WHITE : BLACK);
}

const char *ending_verdict_write(const EndingVerdict *verdict, EndingForm form,
                                 char text[ENDING_TEXT_SIZE]) {
    int moves = winner_moves(verdict);
    bool certain = verdict->doubt == ENDING_DOUBT_NONE;
    if (verdict->result == RESULT_DRAW)
        snprintf(text, ENDING_TEXT_SIZE, "Draw");
    else if (form == ENDING_SHORTEST)
        snprintf(text, ENDING_TEXT_SIZE, "%.1s#%d%s", winner_name(verdict), moves,
                 certain ? "" : "?");
    else
        snprintf(text, ENDING_TEXT_SIZE, "%s %s in %d%s%s", winner_name(verdict),
                 certain ? "wins" : "may win", moves, form == ENDING_LONG ? " move" : "",
                 form == ENDING_LONG ? text_plural((uint64_t)moves) : "");
    return text;
}

/* Writes "after 40 moves" or "after this move". */
static const char *when_drawn(const EndingVerdict *verdict, bool is_short, char text[32]) {
    int moves = verdict->quiet_left / 2;
    if (moves == 0)
        snprintf(text, 32, "after this move");
    else
        snprintf(text, 32, "after %d%s%s", moves, is_short ? "" : " move",
                 is_short ? "" : text_plural((uint64_t)moves));
    return text;
}

const char *ending_verdict_write_doubt(const EndingVerdict *verdict, char text[ENDING_DOUBT_SIZE]) {
    char when[32];
    text[0] = '\0';
    if (verdict->doubt == ENDING_DOUBT_QUIET)
        snprintf(text, ENDING_DOUBT_SIZE,
                 "It is a draw %s unless something is captured or drowns, or a pawn moves.",
                 when_drawn(verdict, false, when));
    else if (verdict->doubt == ENDING_DOUBT_REPETITION)
        snprintf(text, ENDING_DOUBT_SIZE,
                 "It is a draw if a position comes up for the third time.");
    return text;
}

const char *ending_verdict_sentence(const EndingVerdict *verdict, char text[ENDING_SENTENCE_SIZE]) {
    EndingVerdict by_tables = *verdict;
    char value[ENDING_TEXT_SIZE], when[32];
    by_tables.doubt = ENDING_DOUBT_NONE;
    ending_verdict_write(&by_tables, ENDING_LONG, value);
    if (verdict->doubt == ENDING_DOUBT_QUIET)
        snprintf(text, ENDING_SENTENCE_SIZE,
                 "%s, but it is a draw %s unless something is captured or drowns, or a pawn moves.",
                 value, when_drawn(verdict, true, when));
    else
        snprintf(text, ENDING_SENTENCE_SIZE, "%s%s.", value,
                 verdict->doubt == ENDING_DOUBT_REPETITION
                     ? " unless a position comes up for the third time"
                     : "");
    return text;
}

const char *ending_choice_write(const EndingChoice *choice, Color mover,
                                char text[ENDING_TEXT_SIZE]) {
    const EndingVerdict *verdict = &choice->verdict;
    bool certain = verdict->doubt == ENDING_DOUBT_NONE;
    bool wins = verdict->result == result_for(mover);
    if (verdict->result == RESULT_DRAW)
        snprintf(text, ENDING_TEXT_SIZE, "draw");
    else
        snprintf(text, ENDING_TEXT_SIZE, "%s%s in %d", certain ? "" : "may ",
                 wins      ? certain ? "wins" : "win"
                 : certain ? "loses"
                           : "lose",
                 winner_moves(verdict));
    return text;
}
