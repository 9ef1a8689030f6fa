#include <config.h>

#include "net/protocol.h"

#include "net/field_type.h"

static const char *const seat_words[] = {"w", "b", "none", "any", NULL};
static const char *const side_words[] = {"w", "b", "-", NULL};
static const char *const action_words[] = {"offer", "accept", "decline", NULL};
static const char *const list_words[] = {"open", "live", NULL};
static const char *const retry_words[] = {"no", "sync", "later", NULL};
static const char *const standard_words[] = {"standard", NULL};
static const char *const flag_words[] = {"0", "1", NULL};

static const char *topic_word(unsigned verb) {
    return verb < VERB_COUNT ? verb_word((Verb)verb) : NULL;
}

static const char *result_word(unsigned result) {
    return result <= RESULT_DRAW ? result_text((Result)result) : NULL;
}

static const char *reason_text(unsigned reason) {
    return reason <= REASON_ABORTED ? reason_word((Reason)reason) : NULL;
}

#define MEMBER(name) .offset = offsetof(Fields, name), .size = sizeof((Fields){0}.name)

#define NUMBER(name)  .type = &field_type_number, MEMBER(name), .expected = "a number"
#define TIME_MS(name) .type = &field_type_number, MEMBER(name), .expected = "milliseconds"
#define SEAT_CHOICE(name)                                                                          \
    .type = &field_type_choice, MEMBER(name), .words = seat_words, .expected = "w, b, none or any"
#define SIDE_CHOICE(name)                                                                          \
    .type = &field_type_choice, MEMBER(name), .words = side_words, .expected = "w, b or -"
#define FLAG .type = &field_type_choice, .words = flag_words, .expected = "0 or 1"
#define KEY(name)                                                                                  \
    .type = &field_type_base32, MEMBER(name), .error = PROTO_ERR_BADKEY,                           \
    .expected = "26 letters and digits (not U)"
#define WORD(name) .type = &field_type_ascii, MEMBER(name), .expected = "a short word"
#define PHRASE(name)                                                                               \
    .type = &field_type_ascii, MEMBER(name), .extent = EXTENT_PHRASE, .expected = "a few words"
#define FEN(name)                                                                                  \
    .type = &field_type_ascii, MEMBER(name), .extent = EXTENT_PHRASE, .expected = "a FEN"
#define UTF8_TEXT .type = &field_type_utf8, MEMBER(text), .extent = EXTENT_REST, .expected = "text"
#define PLAYER_NAME(name)                                                                          \
    .type = &field_type_utf8, MEMBER(name), .is_name = true, .extent = EXTENT_PHRASE,              \
    .expected = "a name of at most 48 bytes"

static const FieldRow rows[FIELD_END] = {
    [FIELD_PROTOCOL] = {.name = "protocol",
                        .type = &field_type_number,
                        MEMBER(protocol),
                        .prefix = "congo/",
                        .expected = "congo/1",
                        .error = PROTO_ERR_VERSION},
    [FIELD_STANDARD] = {.name = "start position",
                        .type = &field_type_choice,
                        .words = standard_words,
                        .expected = "standard"},
    [FIELD_ID] = {.name = "id",
                  .type = &field_type_base32,
                  MEMBER(id),
                  .expected = "10 letters and digits, the id of a game"},
    [FIELD_PLY_ARG] = {.name = "ply", NUMBER(ply)},
    [FIELD_MOVE] = {.name = "move",
                    .type = &field_type_move,
                    MEMBER(move),
                    .extent = EXTENT_PHRASE,
                    .expected = "squares, such as b2b3"},
    [FIELD_SEAT_ARG] = {.name = "seat", SEAT_CHOICE(seat)},
    [FIELD_SIDE_ARG] = {.name = "side", SIDE_CHOICE(seat)},
    [FIELD_ACTION] = {.name = "action",
                      .type = &field_type_choice,
                      MEMBER(action),
                      .words = action_words,
                      .expected = "offer, accept or decline"},
    [FIELD_CHOICE] = {.name = "choice",
                      .type = &field_type_choice,
                      MEMBER(choice),
                      .words = list_words,
                      .expected = "open or live"},
    [FIELD_SQUARE] = {.name = "square",
                      .type = &field_type_square,
                      MEMBER(square),
                      .expected = "a square from a1 to g7"},
    [FIELD_TOPIC] = {.name = "topic",
                     .type = &field_type_choice,
                     MEMBER(topic),
                     .word_of = topic_word,
                     .expected = "a command"},
    [FIELD_PROGRAM] = {.name = "program", WORD(program)},
    [FIELD_SPEAKER] = {.name = "speaker",
                       .type = &field_type_utf8,
                       MEMBER(name),
                       .is_name = true,
                       .has_colon = true,
                       .extent = EXTENT_ANY_WORD,
                       .expected = "a name and a colon"},
    [FIELD_BYE_REASON] = {.name = "why", PHRASE(text)},
    [FIELD_ECHO] = {.name = "text",
                    .type = &field_type_ascii,
                    MEMBER(text),
                    .extent = EXTENT_REST,
                    .expected = "printable ASCII"},
    [FIELD_TEXT] = {.name = "text", UTF8_TEXT},
    [FIELD_CLIENT] = {.key = "client", PHRASE(program)},
    [FIELD_MAXLINE] = {.key = "maxline", NUMBER(maxline)},
    [FIELD_VARIANTS] = {.key = "variants", WORD(text)},
    [FIELD_FEATURES] = {.key = "features", WORD(features)},
    [FIELD_VARIANT] = {.key = "variant", WORD(variant), .error = PROTO_ERR_BADVARIANT},
    [FIELD_SEAT] = {.key = "seat", SEAT_CHOICE(seat)},
    [FIELD_KEY] = {.key = "key", KEY(key)},
    [FIELD_NAME] = {.key = "name", PLAYER_NAME(name)},
    [FIELD_PRIVATE] = {.key = "private", FLAG},
    [FIELD_INVITE] = {.key = "invite", KEY(invite)},
    [FIELD_CLOCK] = {.key = "clock",
                     .type = &field_type_clock,
                     MEMBER(clock),
                     .expected = "seconds and increment, such as 300+5"},
    [FIELD_PER_MOVE] = {.key = "permove", FLAG},
    [FIELD_CLAIM] = {.key = "claim",
                     .type = &field_type_number,
                     MEMBER(claim_minutes),
                     .least = 1,
                     .most = CLAIM_MINUTES_MAX,
                     .expected = "minutes from 1 to 43200"},
    [FIELD_PLY] = {.key = "ply", NUMBER(ply)},
    [FIELD_FIRST] = {.key = "first", FEN(first)},
    [FIELD_FEN] = {.key = "fen", FEN(fen), .error = PROTO_ERR_BADFEN},
    [FIELD_HASH] = {.key = "hash",
                    .type = &field_type_hash,
                    MEMBER(hash),
                    .expected = "16 hexadecimal digits"},
    [FIELD_FROM] = {.key = "from", NUMBER(from)},
    [FIELD_LIMIT] = {.key = "limit", NUMBER(limit)},
    [FIELD_NEXT] = {.key = "next", NUMBER(next)},
    [FIELD_AMOUNT] = {.key = "count", NUMBER(count)},
    [FIELD_MORE] = {.key = "more", FLAG},
    [FIELD_BY] = {.key = "by", SIDE_CHOICE(by)},
    [FIELD_USED_MS] = {.key = "ms", TIME_MS(used_ms)},
    [FIELD_WMS] = {.key = "wms", TIME_MS(left_ms[WHITE])},
    [FIELD_BMS] = {.key = "bms", TIME_MS(left_ms[BLACK])},
    [FIELD_TURN] = {.key = "turn", SIDE_CHOICE(turn)},
    [FIELD_WHITE] = {.key = "w", PLAYER_NAME(player[WHITE])},
    [FIELD_BLACK] = {.key = "b", PLAYER_NAME(player[BLACK])},
    [FIELD_WHITE_ONLINE] = {.key = "won", FLAG},
    [FIELD_BLACK_ONLINE] = {.key = "bon", FLAG},
    [FIELD_KEPT] = {.key = "kept", FLAG},
    [FIELD_AWAY] = {.key = "away", TIME_MS(away_ms)},
    [FIELD_OFFER] = {.key = "offer", SIDE_CHOICE(offer)},
    [FIELD_REMATCH] = {.key = "rematch", SIDE_CHOICE(rematch)},
    [FIELD_GAME] = {.key = "game",
                    .type = &field_type_base32,
                    MEMBER(game),
                    .expected = "10 letters and digits, the id of a game"},
    [FIELD_RESULT] = {.key = "result",
                      .type = &field_type_choice,
                      MEMBER(result),
                      .word_of = result_word,
                      .expected = "*, 1-0, 0-1 or 1/2-1/2"},
    [FIELD_REASON] = {.key = "reason",
                      .type = &field_type_choice,
                      MEMBER(reason),
                      .word_of = reason_text,
                      .expected = "a reason such as lion"},
    [FIELD_DUP] = {.key = "dup", FLAG},
    [FIELD_WAIT] = {.key = "wait", NUMBER(wait_ms)},
    [FIELD_RETRY] = {.key = "retry",
                     .type = &field_type_choice,
                     MEMBER(retry),
                     .words = retry_words,
                     .expected = "no, sync or later"},
    [FIELD_RETRY_IN] = {.key = "retry", NUMBER(retry_seconds)},
    [FIELD_MSG] = {.key = "msg", UTF8_TEXT},
};

const char *field_key(Field field) {
    return rows[field].key;
}

const char *field_display_name(Field field) {
    return rows[field].key ? rows[field].key : rows[field].name;
}

FieldExtent field_extent(Field field) {
    return rows[field].extent;
}

bool field_read(Field field, const char *text, size_t length, Fields *fields) {
    const FieldRow *row = &rows[field];
    if (!row->type->read(row, text, length, fields))
        return false;
    if (row->words != flag_words || text[0] == '1')
        fields_set(fields, field);
    return true;
}

ProtocolError field_error(Field field) {
    return rows[field].error == PROTO_ERR_NONE ? PROTO_ERR_BADARG : rows[field].error;
}

const char *field_expected(Field field) {
    return rows[field].expected;
}

size_t field_write(Field field, const Fields *fields, char text[FIELD_VALUE_SIZE]) {
    return rows[field].type->write(&rows[field], fields, text);
}
