#include <config.h>

#include "games.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/memory.h"
#include "rules/fen.h"

Record *games_from_fen(const char *fen, const Variant *variant) {
    Position position;
    Error error = {0};
    if (!fen_parse(fen, variant, &position, &error))
        fail_msg("%s: %s", fen, error.text);
    return record_create(&position);
}

Record *games_start(const char *variant_name) {
    Position position;
    position_start(&position, variant_find(variant_name));
    return record_create(&position);
}

void games_play(Record *record, const char *moves) {
    char word[128];
    while (games_next_move(&moves, word, sizeof word)) {
        Move move;
        Error error = {0};
        if (!record_parse_move(record, word, &move, NULL, &error) ||
            !record_play(record, move, -1, -1, &error))
            fail_msg("ply %zu: %s", record->current + 1, error.text);
    }
}

Move games_random_move(const Record *record, uint64_t *state) {
    MoveList list;
    movelist_init(&list);
    record_moves(record, &list);
    if (random_below(state, 3) == 0) {
        size_t captures = 0;
        for (size_t i = 0; i < list.count; i++)
            if (position_captured(record_position(record), list.moves[i]))
                list.moves[captures++] = list.moves[i];
        if (captures > 0)
            list.count = captures;
    }
    Move move = list.count > 0 ? list.moves[random_below(state, list.count)] : MOVE_NONE;
    movelist_free(&list);
    return move;
}

void games_play_random(Record *record, size_t plies, uint64_t *state) {
    for (size_t i = 0; i < plies; i++) {
        Move move = games_random_move(record, state);
        if (move_is_none(move))
            return;
        Error error = {0};
        if (!record_play(record, move, -1, -1, &error))
            fail_msg("ply %zu: %s", record->current + 1, error.text);
    }
}

char *games_read_data(const char *name, size_t *length) {
    const char *source = getenv("CONGO_SOURCE");
    char path[4096];
    snprintf(path, sizeof path, "%s/tests/data/%s", source ? source : ".", name);
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("%s cannot be opened", path);
    char *text = memory_allocate(1 << 20);
    *length = fread(text, 1, (1 << 20) - 1, file);
    fclose(file);
    return text;
}

bool games_next_word(const char **text, char *word, size_t size) {
    *text += strspn(*text, " \n");
    size_t length = strcspn(*text, " \n");
    size_t kept = length < size ? length : size - 1;
    memcpy(word, *text, kept);
    word[kept] = '\0';
    *text += length;
    return length > 0;
}

bool games_next_move(const char **text, char *word, size_t size) {
    while (games_next_word(text, word, size))
        if (word[strspn(word, "0123456789.")] != '\0')
            return true;
    return false;
}
