#include <config.h>

#include "cli/completion.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "cli/transition.h"
#include "rules/notation.h"

enum { MOVES_SHOWN_MAX = 500 };

void completion_add(CompletionList *completions, const char *text) {
    if (!text_equal_ignore_case_n(text, completions->word, strlen(completions->word)))
        return;
    completions->list =
        memory_resize(completions->list, completions->count + 1, sizeof *completions->list);
    completions->list[completions->count++] = memory_strdup(text);
}

void completion_free(CompletionList *completions) {
    for (size_t i = 0; i < completions->count; i++)
        free(completions->list[i]);
    free(completions->list);
}

void completion_moves(const Session *session, CompletionList *completions) {
    const Position *position = session_position(session);
    MoveList list;
    movelist_init(&list);
    movegen_some(position, MOVES_SHOWN_MAX, &list);
    for (size_t i = 0; i < list.count; i++) {
        char text[NOTATION_SIZE], squares[COORDINATE_SIZE];
        notation_write(position, list.moves[i], text);
        coordinate_write(list.moves[i], squares);
        completion_add(completions, text);
        completion_add(completions, squares);
    }
    movelist_free(&list);
}

static void add_squares(CompletionList *completions, Bitboard squares) {
    char name[SQUARE_TEXT_SIZE];
    while (squares != 0)
        completion_add(completions, square_write(bitboard_pop(&squares), name));
}

/* Makes the jumps between the squares. Returns false if one is not legal. */
static bool follow_jumps(Position *position, char *const squares[], int count) {
    for (int i = 0; i + 1 < count; i++) {
        Square from = square_parse(squares[i]), to = square_parse(squares[i + 1]);
        Bitboard captures;
        if (from == SQUARE_NONE || to == SQUARE_NONE)
            return false;
        movegen_steps(position, from, NULL, &captures);
        if (position_piece_at(position, from) != MONKEY || !bitboard_has(captures, to))
            return false;
        position_make_jump(position, from, to);
    }
    return true;
}

void completion_squares(const Session *session, char *const squares[], int count,
                        CompletionList *completions) {
    Position position = *session_position(session);
    BoardStepList steps;
    Bitboard origins = 0, targets;
    transition_list_steps(session, &steps);
    for (int i = 0; i < steps.count; i++)
        origins |= square_bit(steps.step[i].from);
    if (count == 0) {
        add_squares(completions, origins);
        return;
    }
    Square last = square_parse(squares[count - 1]);
    if (last == SQUARE_NONE || origins == 0)
        return;
    if (count == 1) {
        add_squares(completions,
                    bitboard_has(origins, last) ? transition_targets(session, last) : 0);
    } else if (follow_jumps(&position, squares, count)) {
        movegen_steps(&position, last, &targets, NULL);
        add_squares(completions, targets);
    }
}
