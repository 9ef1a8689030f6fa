#include <config.h>

#include "cli/completion.h"

#include <stdlib.h>
#include <string.h>

#include "cli/steps.h"
#include "rules/ascii.h"
#include "rules/memory.h"
#include "rules/notation.h"

enum { MOVES_SHOWN_MAX = 500 };

void candidates_add(Candidates *candidates, const char *text) {
    if (!text_equal_ignore_case_n(text, candidates->word, strlen(candidates->word)))
        return;
    candidates->list =
        memory_resize(candidates->list, candidates->count + 1, sizeof *candidates->list);
    candidates->list[candidates->count++] = memory_strdup(text);
}

void candidates_free(Candidates *candidates) {
    for (size_t i = 0; i < candidates->count; i++)
        free(candidates->list[i]);
    free(candidates->list);
}

void complete_moves(const Session *session, Candidates *candidates) {
    const Position *position = session_position(session);
    MoveList list;
    movelist_init(&list);
    movegen_some(position, MOVES_SHOWN_MAX, &list);
    for (size_t i = 0; i < list.count; i++) {
        char text[NOTATION_SIZE], squares[COORDINATE_SIZE];
        notation_write(position, list.moves[i], text);
        coordinate_write(list.moves[i], squares);
        candidates_add(candidates, text);
        candidates_add(candidates, squares);
    }
    movelist_free(&list);
}

static void add_squares(Candidates *candidates, Bitboard squares) {
    char name[SQUARE_TEXT_SIZE];
    while (squares != 0)
        candidates_add(candidates, square_write(bitboard_pop(&squares), name));
}

/* Follows the squares typed; false when they lead nowhere. */
static bool jump_along(Position *position, char *const squares[], int count) {
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

void complete_squares(const Session *session, char *const squares[], int count,
                      Candidates *candidates) {
    Position position = *session_position(session);
    StepList steps;
    Bitboard origins = 0, targets;
    steps_list(session, &steps);
    for (int i = 0; i < steps.count; i++)
        origins |= square_bit(steps.step[i].from);
    if (count == 0) {
        add_squares(candidates, origins);
        return;
    }
    Square last = square_parse(squares[count - 1]);
    if (last == SQUARE_NONE || origins == 0)
        return;
    if (count == 1) {
        add_squares(candidates, bitboard_has(origins, last) ? steps_from(session, last) : 0);
    } else if (jump_along(&position, squares, count)) {
        movegen_steps(&position, last, &targets, NULL);
        add_squares(candidates, targets);
    }
}
