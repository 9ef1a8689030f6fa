#include <config.h>

#include "random.h"

#include <stdbool.h>
#include <string.h>

#include "net/protocol.h"
#include "rules/movegen.h"

uint64_t random_next(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (*state ^ *state >> 29) * UINT64_C(0xbf58476d1ce4e5b9) >> 7;
}

size_t random_below(uint64_t *state, size_t limit) {
    return (size_t)(random_next(state) % limit);
}

/* Writes random words of up to `most` bytes; names are not only ASCII. */
static void random_words(uint64_t *state, char *text, size_t most, bool blanks, bool utf8) {
    static const char *const plain[] = {"a", "Z", "0", "/", "=", "x", "1", "."};
    static const char *const wide[] = {"é", "€", "𝄞", "o", "ß", "-", "=", "獅"};
    size_t length = 0, wanted = 1 + random_below(state, most);
    text[0] = '\0';
    while (true) {
        const char *piece = (utf8 ? wide : plain)[random_below(state, 8)];
        if (blanks && length > 0 && text[length - 1] != ' ' && random_below(state, 6) == 0)
            piece = " ";
        if (length + strlen(piece) > wanted)
            break;
        strcpy(text + length, piece);
        length += strlen(piece);
    }
    while (length > 0 && text[length - 1] == ' ')
        text[--length] = '\0';
}

static void random_position(uint64_t *state, Position *position) {
    const Variant *variant = variant_builtin(random_below(state, 7));
    *position = (Position){0};
    char fen[FEN_SIZE];
    strcpy(fen, variant->start);
    strcat(fen, "/w/-1");
    fen_parse(fen, variant, position, NULL);
}

static void random_game(uint64_t *state, Fields *fields) {
    Position position;
    MoveList moves;
    random_position(state, &position);
    fen_write(&position, fields->first);
    movelist_init(&moves);
    for (size_t i = random_below(state, 30); i > 0; i--) {
        moves.count = 0;
        movegen_all(&position, &moves);
        if (moves.count == 0)
            break;
        Move move = moves.moves[random_below(state, moves.count)];
        coordinate_write(move, fields->move);
        position_make(&position, move);
    }
    movelist_free(&moves);
    if (!fields->move[0])
        strcpy(fields->move, "f5d3b1");
    fen_write(&position, fields->fen);
    fields->hash = fen_hash_position(&position);
    strcpy(fields->variant, position.variant->name);
}

static void random_identity(uint64_t *state, Fields *fields) {
    uint8_t bytes[16];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)random_next(state);
    fields->id = game_id_from_number(random_next(state));
    fields->game = game_id_from_number(random_next(state));
    seat_key_from_bytes(bytes, &fields->key);
    seat_key_from_bytes(bytes, &fields->invite);
    random_words(state, fields->name, NAME_MAX_BYTES, true, true);
    random_words(state, fields->player[WHITE], NAME_MAX_BYTES, true, true);
    random_words(state, fields->player[BLACK], NAME_MAX_BYTES, true, true);
    strcpy(fields->program, random_below(state, 2) ? "congod/0.1.0" : "x");
    strcpy(fields->features, random_below(state, 2) ? "rematch,claim" : "x");
    random_words(state, fields->text, LINE_CLIENT_MAX, false, false);
}

static uint32_t random_number(uint64_t *state) {
    return (uint32_t)(random_next(state) >> random_below(state, 33));
}

static void random_numbers(uint64_t *state, Fields *fields) {
    uint32_t *const numbers[] = {&fields->maxline, &fields->ply,          &fields->from,
                                 &fields->limit,   &fields->next,         &fields->count,
                                 &fields->wait_ms, &fields->retry_seconds};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        *numbers[i] = random_number(state);
    fields->protocol = PROTOCOL_VERSION;
    fields->claim_minutes = 1 + (uint32_t)random_below(state, CLAIM_MINUTES_MAX);
    fields->away_ms = (int64_t)(random_next(state) >> 1 >> random_below(state, 60));
    fields->used_ms = (int64_t)(random_next(state) >> 1 >> random_below(state, 60));
    fields->left_ms[WHITE] = (int64_t)(random_next(state) >> 1 >> random_below(state, 60));
    fields->left_ms[BLACK] = (int64_t)(random_next(state) >> 1 >> random_below(state, 60));
    fields->clock = (GameClock){1 + (uint32_t)random_below(state, CLOCK_SECONDS_MAX),
                                (uint32_t)random_below(state, CLOCK_INCREMENT_MAX + 1)};
}

static void random_choices(uint64_t *state, Fields *fields) {
    fields->seat = (Seat)random_below(state, 2);
    fields->by = (Seat)random_below(state, 2);
    fields->turn = (Seat)random_below(state, 2);
    fields->offer = (Seat)random_below(state, 3);
    fields->rematch = (Seat)random_below(state, 3);
    fields->action = (DrawAction)random_below(state, 3);
    fields->choice = (ListChoice)random_below(state, 2);
    fields->square = square_at((int)random_below(state, 7), 1 + (int)random_below(state, 7));
    fields->topic = (Verb)random_below(state, VERB_COUNT);
    fields->retry = (Retry)random_below(state, 3);
    fields->result = (Result)random_below(state, 4);
    fields->reason = (Reason)(1 + random_below(state, REASON_ABORTED));
}

void random_fields(uint64_t *state, Fields *fields) {
    *fields = (Fields){0};
    random_game(state, fields);
    random_identity(state, fields);
    random_numbers(state, fields);
    random_choices(state, fields);
    for (int field = FIELD_NONE + 1; field < FIELD_END; field++)
        if (field < FIELD_CLIENT || random_below(state, 3) > 0)
            fields_set(fields, (Field)field);
}
