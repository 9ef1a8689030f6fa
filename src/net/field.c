#include <config.h>

#include "net/field.h"

#include "net/field_type.h"

static const char *const seat_words[] = {"w", "b", "none", "any", NULL};
static const char *const side_words[] = {"w", "b", "-", NULL};
static const char *const action_words[] = {"offer", "accept", "decline", NULL};
static const char *const choice_words[] = {"open", "live", NULL};
static const char *const retry_words[] = {"no", "sync", "later", NULL};

#define MEMBER(name)      offsetof(Fields, name)
#define TEXT_MEMBER(name) .offset = offsetof(Fields, name), .size = sizeof((Fields){0}.name)
#define SEAT_CHOICES      "w, b, none or any"
#define SIDE_CHOICES      "w, b or -"

static const FieldRow rows[FIELD_END] = {
    [FIELD_PROTOCOL] = {.name = "protocol",
                        .type = &field_type_protocol,
                        MEMBER(protocol),
                        .error = PROTO_ERR_VERSION},
    [FIELD_STANDARD] = {.name = "start position",
                        .type = &field_type_standard,
                        .expected = "standard"},
    [FIELD_ID] = {.name = "id", .type = &field_type_id},
    [FIELD_PLY_ARG] = {.name = "ply", .type = &field_type_number, MEMBER(ply)},
    [FIELD_MOVE] = {.name = "move", .type = &field_type_move, TEXT_MEMBER(move)},
    [FIELD_SEAT_ARG] = {.name = "seat",
                        .type = &field_type_choice,
                        MEMBER(seat),
                        .words = seat_words,
                        .expected = SEAT_CHOICES},
    [FIELD_SIDE_ARG] = {.name = "side",
                        .type = &field_type_choice,
                        MEMBER(seat),
                        .words = side_words,
                        .expected = SIDE_CHOICES},
    [FIELD_ACTION] = {.name = "action",
                      .type = &field_type_choice,
                      MEMBER(action),
                      .words = action_words,
                      .expected = "offer, accept or decline"},
    [FIELD_CHOICE] = {.name = "choice",
                      .type = &field_type_choice,
                      MEMBER(choice),
                      .words = choice_words,
                      .expected = "open or live"},
    [FIELD_SQUARE] = {.name = "square", .type = &field_type_square},
    [FIELD_TOPIC] = {.name = "topic", .type = &field_type_topic},
    [FIELD_PROGRAM] = {.name = "program", .type = &field_type_word, TEXT_MEMBER(program)},
    [FIELD_SPEAKER] = {.name = "speaker", .type = &field_type_speaker, TEXT_MEMBER(name)},
    [FIELD_BYE_REASON] = {.name = "why", .type = &field_type_phrase, TEXT_MEMBER(text)},
    [FIELD_ECHO] = {.name = "text", .type = &field_type_echo, TEXT_MEMBER(text)},
    [FIELD_TEXT] = {.name = "text", .type = &field_type_text, TEXT_MEMBER(text)},
    [FIELD_CLIENT] = {.key = "client", .type = &field_type_phrase, TEXT_MEMBER(program)},
    [FIELD_MAXLINE] = {.key = "maxline", .type = &field_type_number, MEMBER(maxline)},
    [FIELD_VARIANTS] = {.key = "variants", .type = &field_type_word, TEXT_MEMBER(text)},
    [FIELD_VARIANT] = {.key = "variant",
                       .type = &field_type_word,
                       TEXT_MEMBER(variant),
                       .error = PROTO_ERR_BADVARIANT},
    [FIELD_SEAT] = {.key = "seat",
                    .type = &field_type_choice,
                    MEMBER(seat),
                    .words = seat_words,
                    .expected = SEAT_CHOICES},
    [FIELD_KEY] = {.key = "key", .type = &field_type_key, .error = PROTO_ERR_BADKEY},
    [FIELD_NAME] = {.key = "name", .type = &field_type_name, TEXT_MEMBER(name)},
    [FIELD_PRIVATE] = {.key = "private", .type = &field_type_flag},
    [FIELD_CLOCK] = {.key = "clock", .type = &field_type_clock},
    [FIELD_PLY] = {.key = "ply", .type = &field_type_number, MEMBER(ply)},
    [FIELD_FIRST] = {.key = "first", .type = &field_type_fen, TEXT_MEMBER(first)},
    [FIELD_FEN] = {.key = "fen",
                   .type = &field_type_fen,
                   TEXT_MEMBER(fen),
                   .error = PROTO_ERR_BADFEN},
    [FIELD_HASH] = {.key = "hash", .type = &field_type_hash},
    [FIELD_FROM] = {.key = "from", .type = &field_type_number, MEMBER(from)},
    [FIELD_LIMIT] = {.key = "limit", .type = &field_type_number, MEMBER(limit)},
    [FIELD_NEXT] = {.key = "next", .type = &field_type_number, MEMBER(next)},
    [FIELD_AMOUNT] = {.key = "count", .type = &field_type_number, MEMBER(count)},
    [FIELD_MORE] = {.key = "more", .type = &field_type_flag},
    [FIELD_BY] = {.key = "by",
                  .type = &field_type_choice,
                  MEMBER(by),
                  .words = side_words,
                  .expected = SIDE_CHOICES},
    [FIELD_USED_MS] = {.key = "ms", .type = &field_type_ms, MEMBER(used_ms)},
    [FIELD_WMS] = {.key = "wms", .type = &field_type_ms, MEMBER(left_ms[WHITE])},
    [FIELD_BMS] = {.key = "bms", .type = &field_type_ms, MEMBER(left_ms[BLACK])},
    [FIELD_TURN] = {.key = "turn",
                    .type = &field_type_choice,
                    MEMBER(turn),
                    .words = side_words,
                    .expected = SIDE_CHOICES},
    [FIELD_WHITE] = {.key = "w", .type = &field_type_name, TEXT_MEMBER(player[WHITE])},
    [FIELD_BLACK] = {.key = "b", .type = &field_type_name, TEXT_MEMBER(player[BLACK])},
    [FIELD_WHITE_ONLINE] = {.key = "won", .type = &field_type_flag},
    [FIELD_BLACK_ONLINE] = {.key = "bon", .type = &field_type_flag},
    [FIELD_OFFER] = {.key = "offer",
                     .type = &field_type_choice,
                     MEMBER(offer),
                     .words = side_words,
                     .expected = SIDE_CHOICES},
    [FIELD_RESULT] = {.key = "result", .type = &field_type_result},
    [FIELD_REASON] = {.key = "reason", .type = &field_type_reason},
    [FIELD_DUP] = {.key = "dup", .type = &field_type_flag},
    [FIELD_WAIT] = {.key = "wait", .type = &field_type_number, MEMBER(wait_ms)},
    [FIELD_RETRY] = {.key = "retry",
                     .type = &field_type_choice,
                     MEMBER(retry),
                     .words = retry_words,
                     .expected = "no, sync or later"},
    [FIELD_RETRY_IN] = {.key = "retry", .type = &field_type_number, MEMBER(retry_seconds)},
    [FIELD_MSG] = {.key = "msg", .type = &field_type_text, TEXT_MEMBER(text)},
};

const char *field_key(Field field) {
    return rows[field].key;
}

const char *field_display_name(Field field) {
    return rows[field].key ? rows[field].key : rows[field].name;
}

bool field_takes_blanks(Field field) {
    return rows[field].type->takes == TAKES_BLANKS;
}

bool field_takes_rest(Field field) {
    return rows[field].type->takes == TAKES_REST;
}

bool field_may_look_like_key(Field field) {
    return rows[field].type->takes == TAKES_REST || rows[field].type->takes == TAKES_ANY_WORD;
}

bool field_read(Field field, const char *text, size_t length, Fields *fields) {
    const FieldRow *row = &rows[field];
    if (!row->type->read(row, text, length, fields))
        return false;
    if (row->type != &field_type_flag || text[0] == '1')
        fields_set(fields, field);
    return true;
}

ProtocolError field_error(Field field) {
    return rows[field].error == PROTO_ERR_NONE ? PROTO_ERR_BADARG : rows[field].error;
}

const char *field_expected(Field field) {
    return rows[field].expected ? rows[field].expected : rows[field].type->expected;
}

size_t field_write(Field field, const Fields *fields, char text[FIELD_VALUE_SIZE]) {
    const FieldRow *row = &rows[field];
    return row->type->write(row, fields, text);
}
