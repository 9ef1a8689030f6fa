#include <config.h>

#include "endings/ending_moves.h"

#include <stdlib.h>

#include "base/memory.h"
#include "rules/movegen.h"

/* Values a legal move for the mover. A move is a whole turn, so no capture is open after it. */
static bool value_move(const Endings *endings, const Position *position, Move move,
                       EndingValue *value) {
    Position after = *position;
    position_make(&after, move);
    if (!position_has_both_lions(&after)) {
        *value = (EndingValue){ENDING_WIN, 1};
        return true;
    }
    if (!endings_probe(endings, &after, value))
        return false;
    *value = ending_value_before(*value);
    return true;
}

/* Inserts a move behind those that are as good, so that equal ones keep their order. */
static void insert(EndingMoves *list, EndingMove entry) {
    size_t at = list->count++;
    for (; at > 0; at--) {
        if (ending_value_rank(list->moves[at - 1].value) >= ending_value_rank(entry.value))
            break;
        list->moves[at] = list->moves[at - 1];
    }
    list->moves[at] = entry;
}

bool ending_moves_list(const Endings *endings, const Position *position, EndingMoves *list) {
    MoveList legal;
    *list = (EndingMoves){0};
    movelist_init(&legal);
    bool valued = movegen_some(position, ENDING_MOVES_MAX, &legal) && legal.count > 0;
    if (valued)
        list->moves = memory_resize(NULL, legal.count, sizeof *list->moves);
    for (size_t i = 0; i < legal.count && valued; i++) {
        EndingMove entry = {.move = legal.moves[i]};
        valued = value_move(endings, position, entry.move, &entry.value);
        if (valued)
            insert(list, entry);
    }
    movelist_free(&legal);
    if (valued)
        list->value = list->moves[0].value;
    else
        ending_moves_free(list);
    return valued;
}

void ending_moves_free(EndingMoves *list) {
    free(list->moves);
    *list = (EndingMoves){0};
}

bool ending_moves_value(const Endings *endings, const Position *position, EndingValue *value) {
    EndingMoves list;
    if (!position_in_capture(position))
        return endings_probe(endings, position, value);
    if (!ending_moves_list(endings, position, &list))
        return false;
    *value = list.value;
    ending_moves_free(&list);
    return true;
}

/* Returns false at the end of the game, in a draw and without tables. */
static bool find_best(const Endings *endings, const Position *position, Move *best) {
    EndingMoves list;
    if (!ending_moves_list(endings, position, &list))
        return false;
    bool decided = list.value.result != ENDING_DRAW;
    *best = list.moves[0].move;
    ending_moves_free(&list);
    return decided;
}

int ending_moves_line(const Endings *endings, const Position *position, Move *line, int size) {
    Position at = *position;
    int count = 0;
    while (count < size && find_best(endings, &at, &line[count]))
        position_make(&at, line[count++]);
    return count;
}
