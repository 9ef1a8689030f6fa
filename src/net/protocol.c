#include <config.h>

#include "net/protocol.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/lookalike.h"
#include "base/text.h"

enum { FIELD_VALUE_SIZE = LINE_CLIENT_MAX + 2, FIELD_KEY_SIZE = 16 /* " key=" */ };

/* Extent of a value in a line. */
typedef enum FieldExtent {
    EXTENT_WORD,     /* to the next blank */
    EXTENT_ANY_WORD, /* to the next blank; a positional value may look like key=value */
    EXTENT_PHRASE,   /* to the next key=value */
    EXTENT_REST      /* to the end of the line */
} FieldExtent;

enum { LINE_FORMAT_ARGS = 4, LINE_FORMAT_KEYS = 24 };

/* Lists of Field in the order of writing, each ended by FIELD_NONE. */
typedef struct LineFormat {
    uint8_t required; /* number of positional fields that must be present */
    uint8_t args[LINE_FORMAT_ARGS];
    uint8_t keys[LINE_FORMAT_KEYS];
} LineFormat;

/* A strict server reports every mistake; a lenient client accepts additions of newer servers. */
typedef enum LineStrictness { LINE_STRICT, LINE_LENIENT } LineStrictness;

typedef struct FieldRow FieldRow;

typedef struct FieldType {
    bool (*read)(const FieldRow *row, const char *text, size_t length, Fields *fields);
    size_t (*write)(const FieldRow *row, const Fields *fields, char text[FIELD_VALUE_SIZE]);
} FieldType;

/* A row of the table of fields. */
struct FieldRow {
    const char *key;  /* of key=value, or NULL for a positional field ... */
    const char *name; /* ... which has a name for messages */
    const FieldType *type;
    size_t offset, size; /* of the member in Fields; size 0: only the presence counts */
    FieldExtent extent;
    const char *expected;                   /* for messages: "a number" */
    ProtocolError error;                    /* for an invalid value; PROTO_ERR_NONE: BADARG */
    const char *prefix;                     /* of a number, or NULL */
    uint32_t least, most;                   /* of a number; most 0: whatever its member holds */
    const char *const *words;               /* of a choice, ended by NULL, or else ... */
    const char *(*word_of)(unsigned value); /* ... a function that ends its words with NULL */
    bool is_name, has_colon;                /* of a UTF-8 text: '_' stands for a blank; "Ada:" */
};

/* ---- types of fields: parsers and writers of their text ---- */

static char *member(const FieldRow *row, Fields *fields) {
    return (char *)fields + row->offset;
}

static const char *const_member(const FieldRow *row, const Fields *fields) {
    return (const char *)fields + row->offset;
}

static size_t write_string(const char *from, char *text) {
    return (size_t)(stpcpy(text, from) - text);
}

/* ---- numbers ---- */

static bool parse_digits(const char *text, size_t length, uint64_t most, uint64_t *value) {
    *value = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned digit = (unsigned)(unsigned char)text[i] - '0';
        if (digit > 9 || *value > (most - digit) / 10)
            return false;
        *value = *value * 10 + digit;
    }
    return length > 0;
}

static bool read_number(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    size_t skipped = row->prefix ? strlen(row->prefix) : 0;
    bool is_wide = row->size == sizeof(uint64_t);
    uint64_t value, most = row->most ? row->most : is_wide ? INT64_MAX : UINT32_MAX;
    if (length < skipped || (skipped && !text_equal_ignore_case_n(text, row->prefix, skipped)) ||
        !parse_digits(text + skipped, length - skipped, most, &value) || value < row->least)
        return false;
    uint32_t narrow = (uint32_t)value;
    memcpy(member(row, fields), is_wide ? (const void *)&value : &narrow, row->size);
    return true;
}

static size_t write_number(const FieldRow *row, const Fields *fields, char text[FIELD_VALUE_SIZE]) {
    int64_t value;
    uint32_t narrow;
    char digits[20];
    size_t first = sizeof digits, length = write_string(row->prefix ? row->prefix : "", text);
    if (row->size == sizeof value) {
        memcpy(&value, const_member(row, fields), sizeof value);
    } else {
        memcpy(&narrow, const_member(row, fields), sizeof narrow);
        value = narrow;
    }
    for (uint64_t left = value < 0 ? 0 : (uint64_t)value; left > 0 || first == sizeof digits;
         left /= 10)
        digits[--first] = (char)('0' + left % 10);
    memcpy(text + length, digits + first, sizeof digits - first);
    return length + sizeof digits - first;
}

static const FieldType field_type_number = {read_number, write_number};

/* "300+5" or "300". */
static bool read_clock(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    uint64_t seconds, increment = 0;
    const char *plus = memchr(text, '+', length);
    size_t first = plus ? (size_t)(plus - text) : length;
    if (!parse_digits(text, first, CLOCK_SECONDS_MAX, &seconds) || seconds == 0)
        return false;
    if (plus && !parse_digits(plus + 1, length - first - 1, CLOCK_INCREMENT_MAX, &increment))
        return false;
    GameClock clock = {(uint32_t)seconds, (uint32_t)increment};
    memcpy(member(row, fields), &clock, sizeof clock);
    return true;
}

static size_t write_clock(const FieldRow *row, const Fields *fields, char text[FIELD_VALUE_SIZE]) {
    GameClock clock;
    memcpy(&clock, const_member(row, fields), sizeof clock);
    return (size_t)snprintf(text, FIELD_VALUE_SIZE, "%" PRIu32 "+%" PRIu32, clock.seconds,
                            clock.increment);
}

static const FieldType field_type_clock = {read_clock, write_clock};

static const char hex_digits[] = "0123456789abcdef";

static bool read_hash(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    uint64_t hash = 0;
    for (size_t i = 0; i < length; i++) {
        const char *digit = text[i] ? strchr(hex_digits, text_lower((unsigned char)text[i])) : NULL;
        if (!digit)
            return false;
        hash = hash << 4 | (uint64_t)(digit - hex_digits);
    }
    memcpy(member(row, fields), &hash, sizeof hash);
    return length == FEN_HASH_LENGTH;
}

static size_t write_hash(const FieldRow *row, const Fields *fields, char text[FIELD_VALUE_SIZE]) {
    uint64_t hash;
    memcpy(&hash, const_member(row, fields), sizeof hash);
    for (size_t i = FEN_HASH_LENGTH; i-- > 0; hash >>= 4)
        text[i] = hex_digits[hash & 15];
    return FEN_HASH_LENGTH;
}

static const FieldType field_type_hash = {read_hash, write_hash};

/* ---- words ---- */

_Static_assert(sizeof(Seat) == sizeof(unsigned) && sizeof(DrawAction) == sizeof(unsigned) &&
                   sizeof(ListChoice) == sizeof(unsigned) && sizeof(Retry) == sizeof(unsigned) &&
                   sizeof(Verb) == sizeof(unsigned) && sizeof(Result) == sizeof(unsigned) &&
                   sizeof(Reason) == sizeof(unsigned),
               "the members of choices are read and written as unsigned");

static const char *choice_word(const FieldRow *row, unsigned value) {
    return row->words ? row->words[value] : row->word_of(value);
}

static bool read_choice(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    unsigned value = 0;
    while (choice_word(row, value) && !text_matches(text, length, choice_word(row, value)))
        value++;
    if (length == 0 || !choice_word(row, value))
        return false;
    memcpy(member(row, fields), &value, row->size);
    return true;
}

/* A choice without a member is written as its last word. */
static size_t write_choice(const FieldRow *row, const Fields *fields, char text[FIELD_VALUE_SIZE]) {
    unsigned value = 0;
    memcpy(&value, const_member(row, fields), row->size);
    while (row->size == 0 && choice_word(row, value + 1))
        value++;
    return write_string(choice_word(row, value), text);
}

static const FieldType field_type_choice = {read_choice, write_choice};

static bool read_base32(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    return base32_parse(text, length, member(row, fields), row->size - 1);
}

static bool read_square(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    Square square = length == 2 ? square_parse(text) : SQUARE_NONE;
    if (square == SQUARE_NONE)
        return false;
    memcpy(member(row, fields), &square, sizeof square);
    return true;
}

static size_t write_square(const FieldRow *row, const Fields *fields, char text[FIELD_VALUE_SIZE]) {
    Square square;
    memcpy(&square, const_member(row, fields), sizeof square);
    square_write(square, text);
    return 2;
}

static const FieldType field_type_square = {read_square, write_square};

/* ---- text ---- */

static bool read_ascii(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    if (length >= row->size)
        return false;
    for (size_t i = 0; i < length; i++)
        if (text[i] < ' ' || text[i] > '~')
            return false;
    memcpy(member(row, fields), text, length);
    member(row, fields)[length] = '\0';
    return true;
}

/* Replaces bytes that would break the line by '?'. */
static size_t write_ascii(const FieldRow *row, const Fields *fields, char text[FIELD_VALUE_SIZE]) {
    const char *from = const_member(row, fields);
    char least = row->extent == EXTENT_WORD ? '!' : ' ';
    size_t length = 0;
    for (; length < row->size - 1 && from[length]; length++)
        text[length] = from[length] < least || from[length] > '~' ? '?' : from[length];
    text[length] = '\0';
    return length;
}

static const FieldType field_type_ascii = {read_ascii, write_ascii};
static const FieldType field_type_base32 = {read_base32, write_ascii};

/* The squares may be separated by blanks or hyphens. */
static bool read_move(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    char move[COORDINATE_SIZE] = "";
    size_t written = 0;
    for (size_t i = 0; i < length;) {
        if (written > 0 && (text[i] == ' ' || text[i] == '-')) {
            i++;
            continue;
        }
        Square square = length - i >= 2 ? square_parse(text + i) : SQUARE_NONE;
        if (square == SQUARE_NONE || written >= 2 * (1 + MOVE_JUMPS_MAX))
            return false;
        square_write(square, move + written);
        written += 2;
        i += 2;
    }
    memcpy(member(row, fields), move, sizeof move);
    return written >= 4;
}

static const FieldType field_type_move = {read_move, write_ascii};

/* Trims a name at both ends, and rejects one that does not fit. Trims other text at its end, and
 * cuts it to fit. */
static bool read_utf8(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    char clean[LINE_SERVER_MAX + 1];
    size_t begin = 0;
    if (row->has_colon && (length == 0 || text[--length] != ':'))
        return false;
    size_t end = text_sanitize_into(text, length, clean, row->is_name ? sizeof clean : row->size);
    if (row->is_name) {
        end = lookalike_clean(clean);
        text_replace(clean, end, '_', ' ');
    }
    while (row->is_name && begin < end && clean[begin] == ' ')
        begin++;
    while (end > begin && clean[end - 1] == ' ')
        end--;
    if (end - begin >= row->size)
        return false;
    memcpy(member(row, fields), clean + begin, end - begin);
    member(row, fields)[end - begin] = '\0';
    return true;
}

static size_t write_utf8(const FieldRow *row, const Fields *fields, char text[FIELD_VALUE_SIZE]) {
    const char *from = const_member(row, fields);
    size_t length = text_sanitize_into(from, strlen(from), text, FIELD_VALUE_SIZE - 1);
    if (row->is_name) {
        length = lookalike_clean(text);
        text_replace(text, length, ' ', '_');
    }
    if (row->has_colon)
        memcpy(text + length++, ":", 2);
    return length;
}

static const FieldType field_type_utf8 = {read_utf8, write_utf8};

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

#define NUMBER(name) .type = &field_type_number, MEMBER(name), .expected = "a number"

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

/* Returns the name of a field in messages: its key, or "ply". */
static const char *field_display_name(Field field) {
    return rows[field].key ? rows[field].key : rows[field].name;
}

/* ---- the format of a line after its first word: positional fields, then key=value fields ----
 * One parser and one writer serve all lines. */

typedef struct LineParser {
    const LineFormat *format;
    LineStrictness strictness;
    const char *at;
    const char *end;
    Fields *fields;
    Error *error;
} LineParser;

static bool is_letter(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

static void skip_blanks(LineParser *parser) {
    while (parser->at < parser->end && *parser->at == ' ')
        parser->at++;
}

static const char *word_end(const char *at, const char *end) {
    const char *blank = at < end ? memchr(at, ' ', (size_t)(end - at)) : NULL;
    return blank ? blank : end;
}

/* Returns the length of the key if a word is a key=value, else 0. */
static size_t key_length(const char *at, const char *end) {
    const char *letter = at;
    while (letter < end && is_letter(*letter))
        letter++;
    return letter < end && *letter == '=' ? (size_t)(letter - at) : 0;
}

/* Returns the end of a value with blanks: before the next key=value. */
static const char *phrase_end(const char *at, const char *end) {
    const char *last = word_end(at, end);
    for (const char *next = last; next < end && key_length(next, end) == 0;
         next = *next == ' ' ? next + 1 : word_end(next, end))
        if (*next != ' ')
            last = word_end(next, end);
    return last;
}

/* A flag of 0 is valid, and not set. */
static ProtocolError parse_value(LineParser *parser, Field field) {
    const FieldRow *row = &rows[field];
    const char *end = row->extent == EXTENT_REST     ? parser->end
                      : row->extent == EXTENT_PHRASE ? phrase_end(parser->at, parser->end)
                                                     : word_end(parser->at, parser->end);
    size_t length = (size_t)(end - parser->at);
    if (!row->type->read(row, parser->at, length, parser->fields)) {
        char excerpt[EXCERPT_SIZE];
        error_set(parser->error, ERROR_SYNTAX, "%s: expected %s, found \"%s\"",
                  field_display_name(field), row->expected,
                  text_excerpt(parser->at, length, excerpt));
        return row->error == PROTO_ERR_NONE ? PROTO_ERR_BADARG : row->error;
    }
    if (row->words != flag_words || parser->at[0] == '1')
        fields_set(parser->fields, field);
    parser->at = end;
    return PROTO_ERR_NONE;
}

static ProtocolError parse_args(LineParser *parser) {
    for (const uint8_t *arg = parser->format->args; *arg; arg++) {
        Field field = (Field)*arg;
        FieldExtent extent = rows[field].extent;
        if (extent != EXTENT_REST)
            skip_blanks(parser);
        else if (parser->at < parser->end && *parser->at == ' ')
            parser->at++; /* further blanks belong to the text */
        bool there =
            parser->at < parser->end && (extent == EXTENT_ANY_WORD || extent == EXTENT_REST ||
                                         key_length(parser->at, parser->end) == 0);
        if (!there && arg < parser->format->args + parser->format->required) {
            error_set(parser->error, ERROR_SYNTAX, "%s: expected %s, found nothing",
                      field_display_name(field), rows[field].expected);
            return PROTO_ERR_SYNTAX;
        }
        if (!there)
            return PROTO_ERR_NONE;
        ProtocolError status = parse_value(parser, field);
        if (status != PROTO_ERR_NONE)
            return status;
    }
    return PROTO_ERR_NONE;
}

static Field find_key(const LineFormat *format, const char *key, size_t length) {
    for (const uint8_t *field = format->keys; *field; field++)
        if (text_matches(key, length, rows[*field].key))
            return (Field)*field;
    return FIELD_NONE;
}

static bool is_ascii(const char *at, const char *end) {
    while (at < end && *at >= ' ' && *at <= '~')
        at++;
    return at == end;
}

/* Skips an unknown word or key=value. In strict mode this is an error, except for a key=value,
 * which may be of a newer protocol. */
static ProtocolError skip_unknown(LineParser *parser, bool keyed) {
    char excerpt[EXCERPT_SIZE];
    const char *begin = parser->at;
    parser->at = keyed ? phrase_end(begin, parser->end) : word_end(begin, parser->end);
    if (parser->strictness == LINE_LENIENT || (keyed && is_ascii(begin, parser->at)))
        return PROTO_ERR_NONE;
    error_set(parser->error, ERROR_SYNTAX, "unexpected text at the end of the line: \"%s\"",
              text_excerpt(begin, (size_t)(parser->at - begin), excerpt));
    return PROTO_ERR_SYNTAX;
}

static ProtocolError parse_keyed_values(LineParser *parser) {
    ProtocolError status = PROTO_ERR_NONE;
    for (skip_blanks(parser); parser->at < parser->end && status == PROTO_ERR_NONE;
         skip_blanks(parser)) {
        size_t length = key_length(parser->at, parser->end);
        Field field = find_key(parser->format, parser->at, length);
        if (field == FIELD_NONE) {
            status = skip_unknown(parser, length > 0);
        } else if (fields_has(parser->fields, field) && parser->strictness == LINE_STRICT) {
            error_set(parser->error, ERROR_SYNTAX, "%s= is given twice", rows[field].key);
            status = PROTO_ERR_SYNTAX;
        } else {
            parser->at += length + 1;
            status = parse_value(parser, field);
        }
    }
    return status;
}

/*
 * Reads the fields of a line into *fields, which is empty. Unknown keys are skipped, and extra
 * words too in lenient mode. On failure returns the protocol error and sets `error`.
 */
static ProtocolError line_format_read(const LineFormat *format, LineStrictness strictness,
                                      const char *text, size_t length, Fields *fields,
                                      Error *error) {
    LineParser parser = {format, strictness, text, text + length, fields, error};
    ProtocolError status = parse_args(&parser);
    return status == PROTO_ERR_NONE ? parse_keyed_values(&parser) : status;
}

/* Writes the fields that are set, each after a blank. */
static void line_format_write(const LineFormat *format, const Fields *fields, LineWriter *writer) {
    char text[FIELD_KEY_SIZE + FIELD_VALUE_SIZE];
    const uint8_t *lists[] = {format->args, format->keys};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (const uint8_t *field = lists[i]; *field; field++) {
            if (!fields_has(fields, (Field)*field))
                continue;
            const FieldRow *row = &rows[*field];
            size_t begin = write_string(" ", text);
            if (row->key)
                begin = (size_t)(stpcpy(stpcpy(text + begin, row->key), "=") - text);
            size_t length = row->type->write(row, fields, text + begin);
            if (row->key || length > 0)
                line_writer_add(writer, text, begin + length);
        }
}

static bool is_valid_tag(const char *tag, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (!is_letter(tag[i]) && !(tag[i] >= '0' && tag[i] <= '9') && tag[i] != '_' &&
            tag[i] != '-')
            return false;
    return length > 0 && length <= TAG_MAX;
}

/* If the text begins with "@tag", stores the tag and moves *text and *length past it. Returns false
 * if the tag is not 1 to TAG_MAX letters, digits, '_' and '-'. */
static bool line_format_read_tag(const char **text, size_t *length, char tag[TAG_MAX + 1]) {
    tag[0] = '\0';
    if (*length == 0 || **text != '@')
        return true;
    const char *begin = *text + 1, *end = *text + *length;
    const char *blank = word_end(begin, end);
    size_t size = (size_t)(blank - begin);
    if (!is_valid_tag(begin, size))
        return false;
    memcpy(tag, begin, size);
    tag[size] = '\0';
    *text = blank;
    *length = (size_t)(end - blank);
    return true;
}

/* ---- the commands ----
 * A row has the format of a request, its help, and the format of the final line of its reply. */

typedef struct VerbRow {
    const char *word;
    const char *synopsis;
    const char *summary;
    LineFormat format;
    const char *success_word; /* NULL: the same word */
    LineFormat success;
} VerbRow;

static const VerbRow verbs_table[VERB_COUNT] = {
    [VERB_HELLO] = {.word = "HELLO",
                    .synopsis = "congo/1 [client=<program>]",
                    .summary = "state the protocol version (optional)",
                    .format = {1, {FIELD_PROTOCOL}, {FIELD_CLIENT}},
                    .success = {1,
                                {FIELD_PROTOCOL},
                                {FIELD_MAXLINE, FIELD_VARIANTS, FIELD_FEATURES}}},
    [VERB_NEW] =
        {.word = "NEW",
         .synopsis =
             "standard|fen=<FEN> [variant=<name>] [seat=w|b|none] [key=<key>] [name=<name>] "
             "[private=1] [invite=<key>] [clock=<seconds>+<increment>] [permove=1] "
             "[claim=<minutes>]",
         .summary = "create a game",
         .format = {0,
                    {FIELD_STANDARD},
                    {FIELD_FEN, FIELD_VARIANT, FIELD_SEAT, FIELD_KEY, FIELD_PRIVATE, FIELD_INVITE,
                     FIELD_CLOCK, FIELD_PER_MOVE, FIELD_CLAIM, FIELD_NAME}},
         .success = {1, {FIELD_ID}, {FIELD_SEAT, FIELD_KEY, FIELD_PLY, FIELD_FEN, FIELD_DUP}}},
    [VERB_JOIN] = {.word = "JOIN",
                   .synopsis = "<id> w|b|any [key=<key>] [invite=<key>] [name=<name>]",
                   .summary = "take a seat, or return to it",
                   .format = {2, {FIELD_ID, FIELD_SEAT_ARG}, {FIELD_KEY, FIELD_INVITE, FIELD_NAME}},
                   .success = {1,
                               {FIELD_ID},
                               {FIELD_SEAT, FIELD_KEY, FIELD_PLY, FIELD_FEN, FIELD_HASH}}},
    [VERB_WATCH] = {.word = "WATCH",
                    .synopsis = "<id> [from=<ply>] [name=<name>]",
                    .summary = "follow a game",
                    .format = {1, {FIELD_ID}, {FIELD_FROM, FIELD_NAME}},
                    .success = {1, {FIELD_ID}, {FIELD_PLY}}},
    [VERB_UNWATCH] = {.word = "UNWATCH",
                      .synopsis = "<id>",
                      .summary = "stop following a game",
                      .format = {1, {FIELD_ID}, {0}},
                      .success = {1, {FIELD_ID}, {0}}},
    [VERB_GET] = {.word = "GET",
                  .synopsis = "<id>",
                  .summary = "show the state of a game",
                  .format = {1, {FIELD_ID}, {0}},
                  .success = {1, {FIELD_ID}, {0}}},
    [VERB_MOVES] = {.word = "MOVES",
                    .synopsis = "<id> [from=<ply>] [limit=<number>]",
                    .summary = "list the moves of a game",
                    .format = {1, {FIELD_ID}, {FIELD_FROM, FIELD_LIMIT}},
                    .success = {1, {FIELD_ID}, {FIELD_NEXT}}},
    [VERB_LEGAL] = {.word = "LEGAL",
                    .synopsis = "<id> [<square>] [limit=<number>]",
                    .summary = "list the legal moves",
                    .format = {1, {FIELD_ID, FIELD_SQUARE}, {FIELD_LIMIT}},
                    .success = {1, {FIELD_ID}, {FIELD_AMOUNT, FIELD_MORE}}},
    [VERB_BOARD] = {.word = "BOARD",
                    .synopsis = "<id>",
                    .summary = "draw the board",
                    .format = {1, {FIELD_ID}, {0}},
                    .success = {0, {FIELD_ID}, {0}}},
    [VERB_EXPORT] = {.word = "EXPORT",
                     .synopsis = "<id>",
                     .summary = "write the game as a file",
                     .format = {1, {FIELD_ID}, {0}},
                     .success = {0, {FIELD_ID}, {0}}},
    [VERB_MOVE] = {.word = "MOVE",
                   .synopsis = "<id> <ply> <move> [hash=<hash>]",
                   .summary = "play a move",
                   .format = {3, {FIELD_ID, FIELD_PLY_ARG, FIELD_MOVE}, {FIELD_HASH}},
                   .success = {2,
                               {FIELD_ID, FIELD_PLY_ARG},
                               {FIELD_NEXT, FIELD_FEN, FIELD_HASH, FIELD_WMS, FIELD_BMS,
                                FIELD_RESULT, FIELD_REASON, FIELD_DUP}}},
    [VERB_RESIGN] = {.word = "RESIGN",
                     .synopsis = "<id> <ply>",
                     .summary = "resign",
                     .format = {2, {FIELD_ID, FIELD_PLY_ARG}, {0}},
                     .success = {2,
                                 {FIELD_ID, FIELD_PLY_ARG},
                                 {FIELD_RESULT, FIELD_REASON, FIELD_DUP}}},
    [VERB_DRAW] = {.word = "DRAW",
                   .synopsis = "<id> <ply> offer|accept|decline",
                   .summary = "offer or answer a draw",
                   .format = {3, {FIELD_ID, FIELD_PLY_ARG, FIELD_ACTION}, {0}},
                   .success = {3,
                               {FIELD_ID, FIELD_PLY_ARG, FIELD_ACTION},
                               {FIELD_RESULT, FIELD_REASON, FIELD_DUP}}},
    [VERB_ABORT] = {.word = "ABORT",
                    .synopsis = "<id> <ply>",
                    .summary = "end a game in which a side has not moved yet",
                    .format = {2, {FIELD_ID, FIELD_PLY_ARG}, {0}},
                    .success = {2,
                                {FIELD_ID, FIELD_PLY_ARG},
                                {FIELD_RESULT, FIELD_REASON, FIELD_DUP}}},
    [VERB_CLAIM] = {.word = "CLAIM",
                    .synopsis = "<id> <ply>",
                    .summary = "win against a player who has been away too long",
                    .format = {2, {FIELD_ID, FIELD_PLY_ARG}, {0}},
                    .success = {2,
                                {FIELD_ID, FIELD_PLY_ARG},
                                {FIELD_RESULT, FIELD_REASON, FIELD_DUP}}},
    [VERB_REMATCH] = {.word = "REMATCH",
                      .synopsis = "<id> offer|accept|decline",
                      .summary = "offer or answer another game with colors swapped",
                      .format = {2, {FIELD_ID, FIELD_ACTION}, {0}},
                      .success = {2,
                                  {FIELD_ID, FIELD_ACTION},
                                  {FIELD_GAME, FIELD_SEAT, FIELD_DUP}}},
    [VERB_SAY] = {.word = "SAY",
                  .synopsis = "<id> <text>",
                  .summary = "talk to everyone in a game",
                  .format = {2, {FIELD_ID, FIELD_TEXT}, {0}},
                  .success = {0, {FIELD_ID}, {0}}},
    [VERB_MUTE] = {.word = "MUTE",
                   .synopsis = "<id> [w|b|-]",
                   .summary = "hear no more of a player, of spectators (-), or of anybody",
                   .format = {1, {FIELD_ID, FIELD_SIDE_ARG}, {0}},
                   .success = {1, {FIELD_ID, FIELD_SIDE_ARG}, {0}}},
    [VERB_UNMUTE] = {.word = "UNMUTE",
                     .synopsis = "<id> [w|b|-]",
                     .summary = "hear them again",
                     .format = {1, {FIELD_ID, FIELD_SIDE_ARG}, {0}},
                     .success = {1, {FIELD_ID, FIELD_SIDE_ARG}, {0}}},
    [VERB_LIST] = {.word = "LIST",
                   .synopsis = "[open|live] [from=<number>] [limit=<number>]",
                   .summary = "list the games on the server",
                   .format = {0, {FIELD_CHOICE}, {FIELD_FROM, FIELD_LIMIT}},
                   .success = {0, {0}, {FIELD_NEXT}}},
    [VERB_SUBSCRIBE] = {.word = "SUBSCRIBE",
                        .synopsis = "[open|live]",
                        .summary = "list the games and be told of changes",
                        .format = {0, {FIELD_CHOICE}, {0}},
                        .success = {0, {FIELD_CHOICE}, {0}}},
    [VERB_UNSUBSCRIBE] = {.word = "UNSUBSCRIBE",
                          .synopsis = "",
                          .summary = "be told no more of changes of the list",
                          .format = {0, {0}, {0}},
                          .success = {0, {0}, {0}}},
    [VERB_STATS] = {.word = "STATS",
                    .synopsis = "",
                    .summary = "show the server's statistics",
                    .format = {0, {0}, {0}},
                    .success = {0, {0}, {0}}},
    [VERB_HELP] = {.word = "HELP",
                   .synopsis = "[<command>]",
                   .summary = "this help",
                   .format = {0, {FIELD_TOPIC}, {0}},
                   .success = {0, {0}, {0}}},
    [VERB_PING] = {.word = "PING",
                   .synopsis = "[<text>]",
                   .summary = "check the connection",
                   .format = {0, {FIELD_ECHO}, {0}},
                   .success_word = "PONG",
                   .success = {0, {FIELD_ECHO}, {0}}},
    [VERB_QUIT] = {.word = "QUIT",
                   .synopsis = "",
                   .summary = "close the connection",
                   .format = {0, {0}, {0}},
                   .success_word = "BYE",
                   .success = {0, {0}, {0}}},
};

const char *verb_word(Verb verb) {
    return verbs_table[verb].word;
}

const char *verb_synopsis(Verb verb) {
    return verbs_table[verb].synopsis;
}

const char *verb_summary(Verb verb) {
    return verbs_table[verb].summary;
}

/* Returns the word of the final line: the verb's own, but "PONG" for PING and "BYE" for QUIT. */
static const char *verb_success_word(Verb verb) {
    return verbs_table[verb].success_word ? verbs_table[verb].success_word : verbs_table[verb].word;
}

/* Finds a verb by its word in any case. Returns VERB_NONE if there is none. */
static Verb find_by_word(const char *(*word_of)(Verb verb), const char *word, size_t length) {
    int verb = 0;
    while (verb < VERB_COUNT && !text_matches(word, length, word_of((Verb)verb)))
        verb++;
    return (Verb)verb;
}

/* ---- lines of a client ---- */

Request request_for_game(Verb verb, const GameId *id) {
    Request request = {.verb = verb, .fields.id = *id};
    fields_set(&request.fields, FIELD_ID);
    return request;
}

/* Checks rules that the format of a verb does not express. */
static ProtocolError check_fields(const Request *request, Error *error) {
    const Fields *fields = &request->fields;
    bool standard = fields_has(fields, FIELD_STANDARD), fen = fields_has(fields, FIELD_FEN);
    if (request->verb == VERB_HELLO && fields->protocol != PROTOCOL_VERSION) {
        error_set(error, ERROR_UNSUPPORTED, "this server supports congo/%d only", PROTOCOL_VERSION);
        return PROTO_ERR_VERSION;
    }
    if (request->verb == VERB_NEW && standard == fen) {
        error_set(error, ERROR_SYNTAX, "expected either \"standard\" or fen=, found %s",
                  standard ? "both" : "neither");
        return PROTO_ERR_SYNTAX;
    }
    if (request->verb == VERB_SAY && !fields->text[0]) {
        error_set(error, ERROR_SYNTAX, "text: expected text, found no printable characters");
        return PROTO_ERR_SYNTAX;
    }
    if (fields_has(fields, FIELD_SEAT) && fields->seat == SEAT_ANY) {
        error_set(error, ERROR_SYNTAX, "seat: expected w, b or none, found \"any\"");
        return PROTO_ERR_BADARG;
    }
    if (fields_has(fields, FIELD_SEAT_ARG) && fields->seat == SEAT_NONE) {
        error_set(error, ERROR_SYNTAX, "seat: expected w, b or any, found \"none\"");
        return PROTO_ERR_BADARG;
    }
    return PROTO_ERR_NONE;
}

static void trim(const char **line, size_t *length) {
    while (*length > 0 && **line == ' ')
        ++*line, --*length;
    while (*length > 0 && (*line)[*length - 1] == ' ')
        --*length;
}

ProtocolError request_parse(const char *line, size_t length, Request *request, Error *error) {
    char excerpt[EXCERPT_SIZE];
    request->verb = VERB_NONE;
    request->fields = (Fields){0};
    trim(&line, &length);
    if (!line_format_read_tag(&line, &length, request->tag)) {
        error_set(error, ERROR_SYNTAX,
                  "expected a tag of 1 to %d letters, digits, '_' and '-' after the '@'", TAG_MAX);
        return PROTO_ERR_SYNTAX;
    }
    trim(&line, &length);
    if (length == 0 && !request->tag[0])
        return PROTO_ERR_NONE;
    const char *blank = length > 0 ? memchr(line, ' ', length) : NULL;
    size_t size = blank ? (size_t)(blank - line) : length;
    Verb verb = find_by_word(verb_word, line, size);
    if (verb == VERB_NONE) {
        error_set(error, ERROR_SYNTAX, "\"%s\" is not a command; HELP lists them",
                  text_excerpt(line, size, excerpt));
        return PROTO_ERR_SYNTAX;
    }
    ProtocolError status = line_format_read(&verbs_table[verb].format, LINE_STRICT, line + size,
                                            length - size, &request->fields, error);
    request->verb = verb;
    return status == PROTO_ERR_NONE ? check_fields(request, error) : status;
}

void request_read_tag(const char *line, size_t length, char tag[TAG_MAX + 1]) {
    trim(&line, &length);
    if (!line_format_read_tag(&line, &length, tag))
        tag[0] = '\0';
}

static bool begins_with(const char *text, size_t length, const char *word) {
    size_t size = strlen(word);
    return length >= size && text_matches(text, size, word);
}

/* The line is a method, a target that is a path, "*" or an address, and the version. */
bool request_is_http(const char *line, size_t length) {
    static const char *const targets[] = {"/", "*", "http://", "https://"};
    size_t at = 0;
    while (at < length &&
           ((line[at] >= 'A' && line[at] <= 'Z') || (line[at] >= 'a' && line[at] <= 'z')))
        at++;
    if (at == 0 || at == length || line[at] != ' ')
        return false;
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
        if (begins_with(line + at + 1, length - at - 1, targets[i]))
            return true;
    for (; at < length; at++)
        if (begins_with(line + at, length - at, " HTTP/"))
            return true;
    return false;
}

size_t request_write(const Request *request, char line[REQUEST_LINE_SIZE]) {
    LineWriter writer = {line, 0, LINE_CLIENT_MAX};
    if (request->tag[0]) {
        line_writer_add(&writer, "@", 1);
        line_writer_add_string(&writer, request->tag);
        line_writer_add(&writer, " ", 1);
    }
    line_writer_add_string(&writer, verb_word(request->verb));
    line_format_write(&verbs_table[request->verb].format, &request->fields, &writer);
    return line_writer_finish(&writer);
}

/* ---- errors, and what a client can do about each ---- */

typedef struct ProtocolErrorRow {
    const char *text;
    Retry retry;
} ProtocolErrorRow;

static const ProtocolErrorRow errors_table[PROTO_ERR_COUNT] = {
    [PROTO_ERR_NONE] = {"", RETRY_NO},
    [PROTO_ERR_SYNTAX] = {"SYNTAX", RETRY_NO},
    [PROTO_ERR_TOOLONG] = {"TOOLONG", RETRY_NO},
    [PROTO_ERR_VERSION] = {"VERSION", RETRY_NO},
    [PROTO_ERR_BADARG] = {"BADARG", RETRY_NO},
    [PROTO_ERR_NOGAME] = {"NOGAME", RETRY_NO},
    [PROTO_ERR_BADFEN] = {"BADFEN", RETRY_NO},
    [PROTO_ERR_BADVARIANT] = {"BADVARIANT", RETRY_NO},
    [PROTO_ERR_BADKEY] = {"BADKEY", RETRY_NO},
    [PROTO_ERR_TAKEN] = {"TAKEN", RETRY_NO},
    [PROTO_ERR_NOTSEATED] = {"NOTSEATED", RETRY_NO},
    [PROTO_ERR_TURN] = {"TURN", RETRY_SYNC},
    [PROTO_ERR_ILLEGAL] = {"ILLEGAL", RETRY_SYNC},
    [PROTO_ERR_STALE] = {"STALE", RETRY_SYNC},
    [PROTO_ERR_AHEAD] = {"AHEAD", RETRY_SYNC},
    [PROTO_ERR_DESYNC] = {"DESYNC", RETRY_SYNC},
    [PROTO_ERR_OVER] = {"OVER", RETRY_SYNC},
    [PROTO_ERR_NOOFFER] = {"NOOFFER", RETRY_SYNC},
    [PROTO_ERR_LATE] = {"LATE", RETRY_SYNC},
    [PROTO_ERR_RATE] = {"RATE", RETRY_LATER},
    [PROTO_ERR_BUSY] = {"BUSY", RETRY_LATER},
    [PROTO_ERR_READONLY] = {"READONLY", RETRY_LATER},
    [PROTO_ERR_FULL] = {"FULL", RETRY_LATER},
    [PROTO_ERR_INTERNAL] = {"INTERNAL", RETRY_LATER},
};

const char *protocol_error_text(ProtocolError error) {
    return errors_table[error].text;
}

/* Finds an error by its word in any case. Returns PROTO_ERR_NONE if there is none. */
static ProtocolError find_error(const char *text, size_t length) {
    for (int error = PROTO_ERR_NONE + 1; error < PROTO_ERR_COUNT; error++)
        if (text_matches(text, length, errors_table[error].text))
            return (ProtocolError)error;
    return PROTO_ERR_NONE;
}

/* ---- lines of a server: replies and events ---- */

typedef struct MessageRow {
    MessageKind kind;
    const char *word; /* "": the text follows at once; NULL: the word of a protocol error */
    LineFormat format;
} MessageRow;

#define OUTCOME_FIELDS FIELD_RESULT, FIELD_REASON

#define LISTED_GAME_FIELDS                                                                         \
    FIELD_VARIANT, FIELD_WHITE, FIELD_BLACK, FIELD_PLY, FIELD_CLOCK, FIELD_PER_MOVE, FIELD_CLAIM

/* Without the final lines of replies, which are in the table of verbs. */
static const MessageRow messages_table[] = {
    [DATA_GAME] = {MESSAGE_DATA,
                   "GAME",
                   {1, {FIELD_ID}, {FIELD_VARIANT,      FIELD_FIRST,   FIELD_FEN,
                                    FIELD_HASH,         FIELD_PLY,     FIELD_TURN,
                                    FIELD_WHITE,        FIELD_BLACK,   FIELD_WHITE_ONLINE,
                                    FIELD_BLACK_ONLINE, FIELD_KEPT,    FIELD_CLOCK,
                                    FIELD_PER_MOVE,     FIELD_CLAIM,   FIELD_WMS,
                                    FIELD_BMS,          FIELD_AWAY,    FIELD_OFFER,
                                    OUTCOME_FIELDS,     FIELD_REMATCH, FIELD_GAME}}},
    [DATA_MOVE] = {MESSAGE_DATA,
                   "MOVE",
                   {3, {FIELD_ID, FIELD_PLY_ARG, FIELD_MOVE}, {FIELD_BY, FIELD_USED_MS}}},
    [DATA_LEGAL] = {MESSAGE_DATA, "LEGAL", {0, {FIELD_ECHO}, {0}}},
    [DATA_LIST] = {MESSAGE_DATA, "LIST", {1, {FIELD_ID}, {LISTED_GAME_FIELDS}}},
    [DATA_STAT] = {MESSAGE_DATA, "STAT", {0, {FIELD_ECHO}, {0}}},
    [DATA_TEXT] = {MESSAGE_DATA, "", {0, {FIELD_TEXT}, {0}}},
    [EVENT_HELLO] = {MESSAGE_EVENT, "HELLO", {1, {FIELD_PROTOCOL, FIELD_PROGRAM}, {FIELD_MAXLINE}}},
    [EVENT_MOVE] = {MESSAGE_EVENT,
                    "MOVE",
                    {3,
                     {FIELD_ID, FIELD_PLY_ARG, FIELD_MOVE},
                     {FIELD_BY, FIELD_NEXT, FIELD_FEN, FIELD_HASH, FIELD_WMS, FIELD_BMS}}},
    [EVENT_JOIN] = {MESSAGE_EVENT, "JOIN", {2, {FIELD_ID, FIELD_SIDE_ARG}, {FIELD_NAME}}},
    [EVENT_LEAVE] = {MESSAGE_EVENT, "LEAVE", {2, {FIELD_ID, FIELD_SIDE_ARG}, {0}}},
    [EVENT_OFFER] = {MESSAGE_EVENT, "OFFER", {2, {FIELD_ID, FIELD_SIDE_ARG}, {0}}},
    [EVENT_DECLINE] = {MESSAGE_EVENT, "DECLINE", {2, {FIELD_ID, FIELD_SIDE_ARG}, {0}}},
    [EVENT_SAY] = {MESSAGE_EVENT,
                   "SAY",
                   {3, {FIELD_ID, FIELD_SIDE_ARG, FIELD_SPEAKER, FIELD_TEXT}, {0}}},
    [EVENT_END] = {MESSAGE_EVENT, "END", {1, {FIELD_ID}, {OUTCOME_FIELDS}}},
    [EVENT_REMATCH] = {MESSAGE_EVENT,
                       "REMATCH",
                       {3, {FIELD_ID, FIELD_SIDE_ARG, FIELD_ACTION}, {FIELD_GAME}}},
    [EVENT_REPLACED] = {MESSAGE_EVENT, "REPLACED", {1, {FIELD_ID}, {0}}},
    [EVENT_LIST] = {MESSAGE_EVENT, "LIST", {1, {FIELD_ID}, {LISTED_GAME_FIELDS}}},
    [EVENT_UNLIST] = {MESSAGE_EVENT, "UNLIST", {1, {FIELD_ID}, {0}}},
    [EVENT_RELIST] = {MESSAGE_EVENT, "RELIST", {0, {0}, {0}}},
    [EVENT_READONLY] = {MESSAGE_EVENT, "READONLY", {0, {0}, {0}}},
    [EVENT_WRITABLE] = {MESSAGE_EVENT, "WRITABLE", {0, {0}, {0}}},
    [EVENT_NOTICE] = {MESSAGE_EVENT, "NOTICE", {0, {FIELD_TEXT}, {0}}},
    [EVENT_OUTAGE] = {MESSAGE_EVENT, "OUTAGE", {0, {0}, {0}}},
    [EVENT_RECOVERED] = {MESSAGE_EVENT, "RECOVERED", {0, {0}, {0}}},
    [EVENT_PING] = {MESSAGE_EVENT, "PING", {0, {FIELD_ECHO}, {0}}},
    [EVENT_BYE] = {MESSAGE_EVENT, "BYE", {0, {FIELD_BYE_REASON}, {FIELD_RETRY_IN}}},
    [COMMENT_TEXT] = {MESSAGE_COMMENT, "", {0, {FIELD_TEXT}, {0}}},
    [MESSAGE_REJECTED] =
        {MESSAGE_ERROR,
         NULL,
         {0, {0}, {FIELD_NEXT, FIELD_HASH, FIELD_RESULT, FIELD_WAIT, FIELD_RETRY, FIELD_MSG}}},
    [MESSAGE_UNKNOWN] = {MESSAGE_EVENT, NULL, {0, {0}, {0}}},
};

static bool is_success(MessageType type) {
    return (int)type < VERB_COUNT;
}

static const LineFormat *format_of(MessageType type) {
    return is_success(type) ? &verbs_table[type].success : &messages_table[type].format;
}

static const char *word_of(const Message *message) {
    if (is_success(message->type))
        return verb_success_word((Verb)message->type);
    const char *word = messages_table[message->type].word;
    return word ? word : protocol_error_text(message->error);
}

void message_start(Message *message, MessageType type, const char *tag) {
    message->kind = is_success(type) ? MESSAGE_OK : messages_table[type].kind;
    message->type = type;
    text_copy(message->tag, sizeof message->tag, tag ? tag : "");
    message->error = PROTO_ERR_NONE;
    message->fields = (Fields){0};
}

void message_set_error(Message *message, const char *tag, ProtocolError error, const char *format,
                       ...) {
    message_start(message, MESSAGE_REJECTED, tag);
    message->error = error;
    message->fields.retry = errors_table[error].retry;
    fields_set(&message->fields, FIELD_RETRY);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message->fields.text, sizeof message->fields.text, format, arguments);
    va_end(arguments);
    fields_set(&message->fields, FIELD_MSG);
}

size_t message_write(const Message *message, char line[MESSAGE_LINE_SIZE]) {
    char kind = (char)(is_success(message->type) ? MESSAGE_OK : messages_table[message->type].kind);
    LineWriter writer = {line, 0, LINE_SERVER_MAX};
    line_writer_add(&writer, &kind, 1);
    if (message->tag[0]) {
        line_writer_add(&writer, "@", 1);
        line_writer_add_string(&writer, message->tag);
        if (kind != MESSAGE_COMMENT)
            line_writer_add(&writer, " ", 1);
    }
    line_writer_add_string(&writer, word_of(message));
    line_format_write(format_of(message->type), &message->fields, &writer);
    return line_writer_finish(&writer);
}

static MessageType find_type(MessageKind kind, const char *word, size_t length) {
    if (kind == MESSAGE_ERROR)
        return MESSAGE_REJECTED;
    if (kind == MESSAGE_COMMENT)
        return COMMENT_TEXT;
    if (kind == MESSAGE_OK) {
        Verb verb = find_by_word(verb_success_word, word, length);
        return verb == VERB_NONE ? MESSAGE_UNKNOWN : message_success(verb);
    }
    int type = VERB_COUNT;
    while (type < COMMENT_TEXT && (messages_table[type].kind != kind ||
                                   !text_matches(word, length, messages_table[type].word)))
        type++;
    return type < COMMENT_TEXT ? (MessageType)type : MESSAGE_UNKNOWN;
}

bool message_parse(const char *line, size_t length, Message *message, Error *error) {
    char excerpt[EXCERPT_SIZE];
    const char *kind = length > 0 && line[0] ? strchr("+-=!#", line[0]) : NULL;
    message_start(message, MESSAGE_UNKNOWN, NULL);
    if (!kind)
        return error_set(error, ERROR_SYNTAX,
                         "expected a line that begins with one of \"+-=!#\", found \"%s\"",
                         text_excerpt(line, length, excerpt));
    message->kind = (MessageKind)*kind;
    line++, length--;
    if (!line_format_read_tag(&line, &length, message->tag))
        return error_set(error, ERROR_SYNTAX, "expected a tag, found \"%s\"",
                         text_excerpt(line, length, excerpt));
    if (message->tag[0] && length > 0 && *kind != MESSAGE_COMMENT)
        line++, length--;
    const char *blank = length > 0 ? memchr(line, ' ', length) : NULL;
    size_t size = blank ? (size_t)(blank - line) : length;
    message->type = find_type(message->kind, line, size);
    if (message->type == MESSAGE_REJECTED)
        message->error = find_error(line, size);
    if (message->type == COMMENT_TEXT)
        size = 0;
    return line_format_read(format_of(message->type), LINE_LENIENT, line + size, length - size,
                            &message->fields, error) == PROTO_ERR_NONE;
}
