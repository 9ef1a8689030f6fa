#include <config.h>

#include "dialogue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "pipe.h"
#include "rules/fen.h"
#include "rules/notation.h"
#include "rules/record.h"

enum { PLIES_MAX = 150 };

static const char board_start[] = "\n 7   ";

static void add(Dialogue *dialogue, const char *command, const char *answer) {
    buffer_add_string(&dialogue->commands, command);
    buffer_add_string(&dialogue->commands, "\n");
    dialogue->answers[dialogue->count++] = memory_strdup(answer);
}

static Record *start(void) {
    Position position;
    position_start(&position, variant_default());
    return record_create(&position);
}

/* Writes a command such as "move a2 a3", with all squares of a capture. */
static void write_squares(Move move, char *text, size_t size) {
    Square landings[MOVE_JUMPS_MAX];
    char name[SQUARE_TEXT_SIZE];
    int count = move_landings(move, landings);
    size_t used = (size_t)snprintf(text, size, "move %s", square_write(move_from(move), name));
    for (int i = 0; i < count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, " %s", square_write(landings[i], name));
    if (count == 1 && move_jumps(move) == 1 && used < size) /* stop after a single jump */
        snprintf(text + used, size - used, " %s", square_write(landings[0], name));
}

static void add_move(Dialogue *dialogue, Record *record, uint64_t *state) {
    char text[NOTATION_SIZE];
    MoveList list;
    movelist_init(&list);
    record_moves(record, &list);
    Move move = list.moves[random_below(state, list.count)];
    uint64_t form = random_below(state, 3);
    if (form == 0)
        notation_write(record_position(record), move, notation_congo, text);
    else if (form == 1)
        coordinate_write(move, text);
    else
        write_squares(move, text, sizeof text);
    add(dialogue, text, "\n transition");
    record_play(record, move, -1, -1, NULL);
    movelist_free(&list);
}

static void add_fen(Dialogue *dialogue, const Record *record) {
    char fen[FEN_SIZE], answer[FEN_SIZE + 2];
    fen_write(record_position(record), fen);
    snprintf(answer, sizeof answer, " %s\n", fen);
    add(dialogue, "fen", answer);
}

static void add_random_command(Dialogue *dialogue, Record *record, uint64_t *state) {
    bool white = position_side(record_position(record)) == WHITE;
    switch (random_below(state, 8)) {
    case 0:
        add_fen(dialogue, record);
        break;
    case 1:
        add(dialogue, "show board", board_start);
        break;
    case 2:
        add(dialogue, "show players", white ? "\n * white " : "\n   white ");
        break;
    case 3:
        add(dialogue, "show moves", "\n (");
        break;
    case 4:
        add(dialogue, "undo",
            record_undo(record) ? board_start : " This is the start of the game.\n");
        break;
    default:
        add_move(dialogue, record, state);
        break;
    }
}

void dialogue_make(Dialogue *dialogue, size_t count, uint64_t seed) {
    Record *record = start();
    *dialogue = (Dialogue){.answers = memory_resize(NULL, count, sizeof *dialogue->answers)};
    while (dialogue->count < count) {
        if (!record_is_over(record) && record->current < PLIES_MAX) {
            add_random_command(dialogue, record, &seed);
            continue;
        }
        add(dialogue, "new", board_start);
        record_free(record);
        record = start();
    }
    record_free(record);
}

void dialogue_free(Dialogue *dialogue) {
    for (size_t i = 0; i < dialogue->count; i++)
        free(dialogue->answers[i]);
    free(dialogue->answers);
    buffer_free(&dialogue->commands);
}

bool dialogue_check(const Dialogue *dialogue, const Buffer *output, Error *error) {
    Exchange exchange = {.rest = output->bytes != NULL ? output->bytes : ""};
    const char *command = dialogue->commands.bytes;
    for (size_t i = 0; i < dialogue->count; i++) {
        size_t length = strcspn(command, "\n");
        if (!exchange_next(&exchange))
            return error_set(error, ERROR_STATE, "command %zu, \"%.*s\", has no answer", i + 1,
                             (int)length, command);
        const char *expected = dialogue->answers[i];
        if (exchange.line_length != length || memcmp(exchange.line, command, length) != 0 ||
            strncmp(exchange.answer, expected, strlen(expected)) != 0)
            return error_set(error, ERROR_STATE,
                             "command %zu, \"%.*s\": expected \"%s\", found \"%.*s\" and \"%.40s\"",
                             i + 1, (int)length, command, expected, (int)exchange.line_length,
                             exchange.line, exchange.answer);
        command += length + 1;
    }
    return true;
}
