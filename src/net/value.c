#include <config.h>

#include "net/value.h"

#include "net/value_type.h"

static const char *const seat_words[] = {"w", "b", "none", "any", NULL};
static const char *const side_words[] = {"w", "b", "-", NULL};
static const char *const action_words[] = {"offer", "accept", "decline", NULL};
static const char *const choice_words[] = {"open", "live", NULL};
static const char *const retry_words[] = {"no", "sync", "later", NULL};

#define AT(name)   offsetof(Fields, name)
#define TEXT(name) .offset = offsetof(Fields, name), .size = sizeof((Fields){0}.name)
#define SEATS      "w, b, none or any"
#define SIDES      "w, b or -"

static const ValueRow rows[FIELD_END] = {
    [FIELD_PROTOCOL] = {.name = "protocol",
                        .type = &valuetype_protocol,
                        AT(protocol),
                        .refusal = WORD_VERSION},
    [FIELD_STANDARD] = {.name = "start position",
                        .type = &valuetype_standard,
                        .expected = "standard"},
    [FIELD_ID] = {.name = "id", .type = &valuetype_id},
    [FIELD_PLY_AT] = {.name = "ply", .type = &valuetype_number, AT(ply)},
    [FIELD_MOVE] = {.name = "move", .type = &valuetype_move, TEXT(move)},
    [FIELD_SEAT_AT] = {.name = "seat",
                       .type = &valuetype_choice,
                       AT(seat),
                       .words = seat_words,
                       .expected = SEATS},
    [FIELD_SIDE_AT] = {.name = "side",
                       .type = &valuetype_choice,
                       AT(seat),
                       .words = side_words,
                       .expected = SIDES},
    [FIELD_ACTION] = {.name = "action",
                      .type = &valuetype_choice,
                      AT(action),
                      .words = action_words,
                      .expected = "offer, accept or decline"},
    [FIELD_CHOICE] = {.name = "choice",
                      .type = &valuetype_choice,
                      AT(choice),
                      .words = choice_words,
                      .expected = "open or live"},
    [FIELD_SQUARE] = {.name = "square", .type = &valuetype_square},
    [FIELD_TOPIC] = {.name = "topic", .type = &valuetype_topic},
    [FIELD_PROGRAM] = {.name = "program", .type = &valuetype_word, TEXT(program)},
    [FIELD_SPEAKER] = {.name = "speaker", .type = &valuetype_speaker, TEXT(name)},
    [FIELD_WHY] = {.name = "why", .type = &valuetype_why, TEXT(text)},
    [FIELD_ECHO] = {.name = "text", .type = &valuetype_echo, TEXT(text)},
    [FIELD_TEXT] = {.name = "text", .type = &valuetype_text, TEXT(text)},
    [FIELD_CLIENT] = {.key = "client", .type = &valuetype_why, TEXT(program)},
    [FIELD_MAXLINE] = {.key = "maxline", .type = &valuetype_number, AT(maxline)},
    [FIELD_VARIANTS] = {.key = "variants", .type = &valuetype_word, TEXT(text)},
    [FIELD_VARIANT] = {.key = "variant",
                       .type = &valuetype_word,
                       TEXT(variant),
                       .refusal = WORD_BADVARIANT},
    [FIELD_SEAT] = {.key = "seat",
                    .type = &valuetype_choice,
                    AT(seat),
                    .words = seat_words,
                    .expected = SEATS},
    [FIELD_KEY] = {.key = "key", .type = &valuetype_key, .refusal = WORD_BADKEY},
    [FIELD_NAME] = {.key = "name", .type = &valuetype_name, TEXT(name)},
    [FIELD_PRIVATE] = {.key = "private", .type = &valuetype_flag},
    [FIELD_CLOCK] = {.key = "clock", .type = &valuetype_clock},
    [FIELD_PLY] = {.key = "ply", .type = &valuetype_number, AT(ply)},
    [FIELD_FIRST] = {.key = "first", .type = &valuetype_fen, TEXT(first)},
    [FIELD_FEN] = {.key = "fen", .type = &valuetype_fen, TEXT(fen), .refusal = WORD_BADFEN},
    [FIELD_HASH] = {.key = "hash", .type = &valuetype_hash},
    [FIELD_FROM] = {.key = "from", .type = &valuetype_number, AT(from)},
    [FIELD_LIMIT] = {.key = "limit", .type = &valuetype_number, AT(limit)},
    [FIELD_NEXT] = {.key = "next", .type = &valuetype_number, AT(next)},
    [FIELD_AMOUNT] = {.key = "count", .type = &valuetype_number, AT(count)},
    [FIELD_MORE] = {.key = "more", .type = &valuetype_flag},
    [FIELD_BY] =
        {.key = "by", .type = &valuetype_choice, AT(by), .words = side_words, .expected = SIDES},
    [FIELD_MS] = {.key = "ms", .type = &valuetype_ms, AT(used_ms)},
    [FIELD_WMS] = {.key = "wms", .type = &valuetype_ms, AT(left_ms[WHITE])},
    [FIELD_BMS] = {.key = "bms", .type = &valuetype_ms, AT(left_ms[BLACK])},
    [FIELD_TURN] = {.key = "turn",
                    .type = &valuetype_choice,
                    AT(turn),
                    .words = side_words,
                    .expected = SIDES},
    [FIELD_WHITE] = {.key = "w", .type = &valuetype_name, TEXT(player[WHITE])},
    [FIELD_BLACK] = {.key = "b", .type = &valuetype_name, TEXT(player[BLACK])},
    [FIELD_WON] = {.key = "won", .type = &valuetype_flag},
    [FIELD_BON] = {.key = "bon", .type = &valuetype_flag},
    [FIELD_OFFER] = {.key = "offer",
                     .type = &valuetype_choice,
                     AT(offer),
                     .words = side_words,
                     .expected = SIDES},
    [FIELD_RESULT] = {.key = "result", .type = &valuetype_result},
    [FIELD_REASON] = {.key = "reason", .type = &valuetype_reason},
    [FIELD_DUP] = {.key = "dup", .type = &valuetype_flag},
    [FIELD_WAIT] = {.key = "wait", .type = &valuetype_number, AT(wait_ms)},
    [FIELD_RETRY] = {.key = "retry",
                     .type = &valuetype_choice,
                     AT(retry),
                     .words = retry_words,
                     .expected = "no, sync or later"},
    [FIELD_RETRY_IN] = {.key = "retry", .type = &valuetype_number, AT(retry_seconds)},
    [FIELD_MSG] = {.key = "msg", .type = &valuetype_text, TEXT(text)},
};

const char *value_key(Field field) {
    return rows[field].key;
}

const char *value_name(Field field) {
    return rows[field].key ? rows[field].key : rows[field].name;
}

bool value_takes_blanks(Field field) {
    return rows[field].type->takes == TAKES_BLANKS;
}

bool value_takes_rest(Field field) {
    return rows[field].type->takes == TAKES_REST;
}

bool value_may_look_like_key(Field field) {
    return rows[field].type->takes == TAKES_REST || rows[field].type->takes == TAKES_ANY_WORD;
}

bool value_read(Field field, const char *text, size_t length, Fields *fields) {
    const ValueRow *row = &rows[field];
    if (!row->type->read(row, text, length, fields))
        return false;
    if (row->type != &valuetype_flag || text[0] == '1')
        fields_set(fields, field);
    return true;
}

ErrorWord value_refusal(Field field) {
    return rows[field].refusal == WORD_NONE ? WORD_BADARG : rows[field].refusal;
}

const char *value_expected(Field field) {
    return rows[field].expected ? rows[field].expected : rows[field].type->expected;
}

size_t value_write(Field field, const Fields *fields, char text[VALUE_SIZE]) {
    const ValueRow *row = &rows[field];
    return row->type->write(row, fields, text);
}
