#include <config.h>

#include "net/value.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "net/text.h"

typedef struct Row Row;
typedef bool Reader(const Row *row, const char *text, size_t length, Fields *fields);
typedef size_t Writer(const Row *row, const Fields *fields, char text[VALUE_SIZE]);

/* What a kind of values has in common. */
typedef struct Type {
    Reader *read;
    Writer *write;
    const char *expected;
    enum { TAKES_WORD, TAKES_ANY_WORD, TAKES_BLANKS, TAKES_REST } takes;
} Type;

struct Row {
    const char *key;  /* of key=value, else NULL */
    const char *name; /* if it has no key */
    const Type *type;
    size_t offset;            /* of the member in Fields */
    size_t size;              /* of a text with its NUL */
    const char *const *words; /* of a choice; the values are their places in the list */
    const char *expected;     /* if the type's does not say it */
    ErrorWord refusal;        /* WORD_NONE: BADARG */
};

static char *member(const Row *row, Fields *fields) {
    return (char *)fields + row->offset;
}

static const char *member_of(const Row *row, const Fields *fields) {
    return (const char *)fields + row->offset;
}

/* ---- numbers ---- */

static bool read_digits(const char *text, size_t length, uint64_t most, uint64_t *value) {
    *value = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned digit = (unsigned)(unsigned char)text[i] - '0';
        if (digit > 9 || *value > (most - digit) / 10)
            return false;
        *value = *value * 10 + digit;
    }
    return length > 0;
}

static bool read_number(const Row *row, const char *text, size_t length, Fields *fields) {
    uint64_t value;
    if (!read_digits(text, length, UINT32_MAX, &value))
        return false;
    uint32_t number = (uint32_t)value;
    memcpy(member(row, fields), &number, sizeof number);
    return true;
}

static size_t write_number(const Row *row, const Fields *fields, char text[VALUE_SIZE]) {
    uint32_t number;
    memcpy(&number, member_of(row, fields), sizeof number);
    return (size_t)snprintf(text, VALUE_SIZE, "%" PRIu32, number);
}

static const Type type_number = {read_number, write_number, "a number", TAKES_WORD};

static bool read_ms(const Row *row, const char *text, size_t length, Fields *fields) {
    uint64_t value;
    if (!read_digits(text, length, INT64_MAX, &value))
        return false;
    int64_t time = (int64_t)value;
    memcpy(member(row, fields), &time, sizeof time);
    return true;
}

static size_t write_ms(const Row *row, const Fields *fields, char text[VALUE_SIZE]) {
    int64_t time;
    memcpy(&time, member_of(row, fields), sizeof time);
    return (size_t)snprintf(text, VALUE_SIZE, "%" PRId64, time < 0 ? 0 : time);
}

static const Type type_ms = {read_ms, write_ms, "milliseconds", TAKES_WORD};

static bool read_clock(const Row *row, const char *text, size_t length, Fields *fields) {
    (void)row;
    uint64_t seconds, increment = 0;
    const char *plus = memchr(text, '+', length);
    size_t first = plus ? (size_t)(plus - text) : length;
    if (!read_digits(text, first, CLOCK_SECONDS_MAX, &seconds) || seconds == 0)
        return false;
    if (plus && !read_digits(plus + 1, length - first - 1, CLOCK_INCREMENT_MAX, &increment))
        return false;
    fields->clock = (GameClock){(uint32_t)seconds, (uint32_t)increment};
    return true;
}

static size_t write_clock(const Row *row, const Fields *fields, char text[VALUE_SIZE]) {
    (void)row;
    return (size_t)snprintf(text, VALUE_SIZE, "%" PRIu32 "+%" PRIu32, fields->clock.seconds,
                            fields->clock.increment);
}

static const Type type_clock = {read_clock, write_clock, "seconds and increment, such as 300+5",
                                TAKES_WORD};

static bool read_hash(const Row *row, const char *text, size_t length, Fields *fields) {
    static const char digits[] = "0123456789abcdef";
    (void)row;
    uint64_t hash = 0;
    for (size_t i = 0; i < length; i++) {
        char letter = (char)(text[i] >= 'A' && text[i] <= 'F' ? text[i] | 0x20 : text[i]);
        const char *digit = letter ? strchr(digits, letter) : NULL;
        if (!digit)
            return false;
        hash = hash << 4 | (uint64_t)(digit - digits);
    }
    fields->hash = hash;
    return length == FEN_HASH_LENGTH;
}

static size_t write_hash(const Row *row, const Fields *fields, char text[VALUE_SIZE]) {
    (void)row;
    return (size_t)snprintf(text, VALUE_SIZE, "%016" PRIx64, fields->hash);
}

static const Type type_hash = {read_hash, write_hash, "16 hexadecimal digits", TAKES_WORD};

/* ---- one of some words ---- */

static const char *const seat_words[] = {"w", "b", "none", "any", NULL};
static const char *const side_words[] = {"w", "b", "-", NULL};
static const char *const action_words[] = {"offer", "accept", "decline", NULL};
static const char *const choice_words[] = {"open", "live", NULL};
static const char *const retry_words[] = {"no", "sync", "later", NULL};
static const char *const result_words[] = {"*", "1-0", "0-1", "1/2-1/2", NULL};
static const char *const reason_words[] = {"",      "lion",       "no-moves", "repetition",
                                           "quiet", "bare-lions", "resigned", "agreed",
                                           "time",  "aborted",    NULL};

_Static_assert(sizeof(Seat) == sizeof(unsigned) && sizeof(Result) == sizeof(unsigned) &&
                   sizeof(Verb) == sizeof(unsigned),
               "the members of choices are read and written as unsigned");

/* The place of the text in the list, or that of its end. */
static unsigned find_word(const char *const *words, const char *text, size_t length) {
    unsigned i = 0;
    while (words[i] && (strlen(words[i]) != length || strncasecmp(words[i], text, length) != 0))
        i++;
    return i;
}

static bool read_choice(const Row *row, const char *text, size_t length, Fields *fields) {
    unsigned value = find_word(row->words, text, length);
    if (length == 0 || !row->words[value])
        return false;
    memcpy(member(row, fields), &value, sizeof value);
    return true;
}

static size_t write_choice(const Row *row, const Fields *fields, char text[VALUE_SIZE]) {
    unsigned value;
    memcpy(&value, member_of(row, fields), sizeof value);
    return (size_t)snprintf(text, VALUE_SIZE, "%s", row->words[value]);
}

static const Type type_choice = {read_choice, write_choice, NULL, TAKES_WORD};

/* A field that is only there or not. */
static bool read_standard(const Row *row, const char *text, size_t length, Fields *fields) {
    (void)fields;
    return strlen(row->expected) == length && strncasecmp(row->expected, text, length) == 0;
}

static size_t write_standard(const Row *row, const Fields *fields, char text[VALUE_SIZE]) {
    (void)fields;
    return (size_t)snprintf(text, VALUE_SIZE, "%s", row->expected);
}

static const Type type_standard = {read_standard, write_standard, NULL, TAKES_WORD};

static bool read_flag(const Row *row, const char *text, size_t length, Fields *fields) {
    (void)row, (void)fields;
    return length == 1 && (text[0] == '0' || text[0] == '1');
}

static size_t write_flag(const Row *row, const Fields *fields, char text[VALUE_SIZE]) {
    (void)row, (void)fields;
    return (size_t)snprintf(text, VALUE_SIZE, "1");
}

static const Type type_flag = {read_flag, write_flag, "0 or 1", TAKES_WORD};

static const char protocol_name[] = "congo/";

static bool read_protocol(const Row *row, const char *text, size_t length, Fields *fields) {
    size_t name = strlen(protocol_name);
    return length > name && strncasecmp(text, protocol_name, name) == 0 &&
           read_number(row, text + name, length - name, fields);
}

static size_t write_protocol(const Row *row, const Fields *fields, char text[VALUE_SIZE]) {
    (void)row;
    return (size_t)snprintf(text, VALUE_SIZE, "%s%" PRIu32, protocol_name, fields->protocol);
}

static const Type type_protocol = {read_protocol, write_protocol, "congo/1", TAKES_WORD};

static bool read_topic(const Row *row, const char *text, size_t length, Fields *fields) {
    (void)row;
    Verb verb = verb_find(text, length);
    if (verb != VERB_NONE)
        fields->topic = verb;
    return verb != VERB_NONE;
}

static size_t write_topic(const Row *row, const Fields *fields, char text[VALUE_SIZE]) {
    (void)row;
    return (size_t)snprintf(text, VALUE_SIZE, "%s", verb_word(fields->topic));
}

static const Type type_topic = {read_topic, write_topic, "a command", TAKES_WORD};

/* ---- games ---- */

static bool read_id(const Row *row, const char *text, size_t length, Fields *fields) {
    (void)row;
    return game_id_parse(text, length, &fields->id);
}

static size_t write_id(const Row *row, const Fields *fields, char text[VALUE_SIZE]) {
    (void)row;
    return (size_t)snprintf(text, VALUE_SIZE, "%s", fields->id.text);
}

static const Type type_id = {read_id, write_id, "10 letters and digits, the id of a game",
                             TAKES_WORD};

static bool read_key(const Row *row, const char *text, size_t length, Fields *fields) {
    (void)row;
    return seat_key_parse(text, length, &fields->key);
}

static size_t write_key(const Row *row, const Fields *fields, char text[VALUE_SIZE]) {
    (void)row;
    return (size_t)snprintf(text, VALUE_SIZE, "%s", fields->key.text);
}

static const Type type_key = {read_key, write_key,
                              "26 letters and digits (not U), the key of a seat", TAKES_WORD};

static bool read_square(const Row *row, const char *text, size_t length, Fields *fields) {
    (void)row;
    Square square = length == 2 ? square_parse(text) : SQUARE_NONE;
    if (square != SQUARE_NONE)
        fields->square = square;
    return square != SQUARE_NONE;
}

static size_t write_square(const Row *row, const Fields *fields, char text[VALUE_SIZE]) {
    (void)row;
    square_write(fields->square, text);
    return 2;
}

static const Type type_square = {read_square, write_square, "a square from a1 to g7", TAKES_WORD};

/* People may part the squares with blanks or hyphens. */
static bool read_move(const Row *row, const char *text, size_t length, Fields *fields) {
    (void)row;
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
    memcpy(fields->move, move, sizeof move);
    return written >= 4;
}

/* ---- text ---- */

/* Printable ASCII; without blanks for values that take none, which end at the first one. */
static bool read_ascii(const Row *row, const char *text, size_t length, Fields *fields) {
    if (length >= row->size)
        return false;
    for (size_t i = 0; i < length; i++)
        if (text[i] < ' ' || text[i] > '~')
            return false;
    memcpy(member(row, fields), text, length);
    member(row, fields)[length] = '\0';
    return true;
}

/* What a caller put there by mistake does not become a line of its own. */
static size_t write_ascii(const Row *row, const Fields *fields, char text[VALUE_SIZE]) {
    const char *from = member_of(row, fields);
    char least = row->type->takes == TAKES_WORD ? '!' : ' ';
    size_t length = 0;
    for (; length < row->size - 1 && from[length]; length++)
        text[length] = from[length];
    for (size_t i = 0; i < length; i++)
        if (text[i] < least || text[i] > '~')
            text[i] = '?';
    text[length] = '\0';
    return length;
}

static const Type type_move = {read_move, write_ascii, "squares, such as b2b3", TAKES_BLANKS};
static const Type type_word = {read_ascii, write_ascii, "a short word", TAKES_WORD};
static const Type type_fen = {read_ascii, write_ascii, "a FEN", TAKES_BLANKS};
static const Type type_why = {read_ascii, write_ascii, "a few words", TAKES_BLANKS};
static const Type type_echo = {read_ascii, write_ascii, "printable ASCII", TAKES_REST};

/* Blanks at the end mean nothing. */
static bool read_text(const Row *row, const char *text, size_t length, Fields *fields) {
    size_t end = text_filter(text, length, member(row, fields), row->size);
    while (end > 0 && member(row, fields)[end - 1] == ' ')
        end--;
    member(row, fields)[end] = '\0';
    return true;
}

static size_t write_text(const Row *row, const Fields *fields, char text[VALUE_SIZE]) {
    const char *from = member_of(row, fields);
    return text_filter(from, strlen(from), text, VALUE_SIZE);
}

static const Type type_text = {read_text, write_text, "text", TAKES_REST};

/* In a name a '_' stands for a blank; blanks around it do not belong to it. */
static bool read_name(const Row *row, const char *text, size_t length, Fields *fields) {
    char name[LINE_SERVER_MAX + 1];
    size_t end = text_filter(text, length, name, sizeof name), begin = 0;
    for (size_t i = 0; i < end; i++)
        if (name[i] == '_')
            name[i] = ' ';
    while (begin < end && name[begin] == ' ')
        begin++;
    while (end > begin && name[end - 1] == ' ')
        end--;
    if (end - begin >= row->size)
        return false;
    memcpy(member(row, fields), name + begin, end - begin);
    member(row, fields)[end - begin] = '\0';
    return true;
}

static size_t write_name(const Row *row, const Fields *fields, char text[VALUE_SIZE]) {
    size_t length = write_text(row, fields, text);
    for (size_t i = 0; i < length; i++)
        if (text[i] == ' ')
            text[i] = '_';
    return length;
}

static const Type type_name = {read_name, write_name, "a name of at most 48 bytes", TAKES_BLANKS};

/* A name with a colon after it. */
static bool read_speaker(const Row *row, const char *text, size_t length, Fields *fields) {
    return length > 0 && text[length - 1] == ':' && read_name(row, text, length - 1, fields);
}

static size_t write_speaker(const Row *row, const Fields *fields, char text[VALUE_SIZE]) {
    size_t length = write_name(row, fields, text);
    text[length] = ':';
    text[length + 1] = '\0';
    return length + 1;
}

static const Type type_speaker = {read_speaker, write_speaker, "a name and a colon",
                                  TAKES_ANY_WORD};

/* ---- the fields ---- */

#define AT(name)   offsetof(Fields, name)
#define TEXT(name) .offset = offsetof(Fields, name), .size = sizeof((Fields){0}.name)
#define SEATS      "w, b, none or any"
#define SIDES      "w, b or -"

static const Row rows[FIELD_END] = {
    [FIELD_PROTOCOL] = {.name = "protocol",
                        .type = &type_protocol,
                        AT(protocol),
                        .refusal = WORD_VERSION},
    [FIELD_STANDARD] = {.name = "start position", .type = &type_standard, .expected = "standard"},
    [FIELD_ID] = {.name = "id", .type = &type_id},
    [FIELD_PLY_AT] = {.name = "ply", .type = &type_number, AT(ply)},
    [FIELD_MOVE] = {.name = "move", .type = &type_move, TEXT(move)},
    [FIELD_SEAT_AT] =
        {.name = "seat", .type = &type_choice, AT(seat), .words = seat_words, .expected = SEATS},
    [FIELD_SIDE_AT] =
        {.name = "side", .type = &type_choice, AT(seat), .words = side_words, .expected = SIDES},
    [FIELD_ACTION] = {.name = "action",
                      .type = &type_choice,
                      AT(action),
                      .words = action_words,
                      .expected = "offer, accept or decline"},
    [FIELD_CHOICE] = {.name = "choice",
                      .type = &type_choice,
                      AT(choice),
                      .words = choice_words,
                      .expected = "open or live"},
    [FIELD_SQUARE] = {.name = "square", .type = &type_square},
    [FIELD_TOPIC] = {.name = "topic", .type = &type_topic},
    [FIELD_PROGRAM] = {.name = "program", .type = &type_word, TEXT(program)},
    [FIELD_SPEAKER] = {.name = "speaker", .type = &type_speaker, TEXT(name)},
    [FIELD_WHY] = {.name = "why", .type = &type_why, TEXT(text)},
    [FIELD_ECHO] = {.name = "text", .type = &type_echo, TEXT(text)},
    [FIELD_TEXT] = {.name = "text", .type = &type_text, TEXT(text)},
    [FIELD_CLIENT] = {.key = "client", .type = &type_why, TEXT(program)},
    [FIELD_MAXLINE] = {.key = "maxline", .type = &type_number, AT(maxline)},
    [FIELD_VARIANTS] = {.key = "variants", .type = &type_word, TEXT(text)},
    [FIELD_VARIANT] = {.key = "variant",
                       .type = &type_word,
                       TEXT(variant),
                       .refusal = WORD_BADVARIANT},
    [FIELD_SEAT] =
        {.key = "seat", .type = &type_choice, AT(seat), .words = seat_words, .expected = SEATS},
    [FIELD_KEY] = {.key = "key", .type = &type_key, .refusal = WORD_BADKEY},
    [FIELD_NAME] = {.key = "name", .type = &type_name, TEXT(name)},
    [FIELD_PRIVATE] = {.key = "private", .type = &type_flag},
    [FIELD_CLOCK] = {.key = "clock", .type = &type_clock},
    [FIELD_PLY] = {.key = "ply", .type = &type_number, AT(ply)},
    [FIELD_FIRST] = {.key = "first", .type = &type_fen, TEXT(first)},
    [FIELD_FEN] = {.key = "fen", .type = &type_fen, TEXT(fen), .refusal = WORD_BADFEN},
    [FIELD_HASH] = {.key = "hash", .type = &type_hash},
    [FIELD_FROM] = {.key = "from", .type = &type_number, AT(from)},
    [FIELD_LIMIT] = {.key = "limit", .type = &type_number, AT(limit)},
    [FIELD_NEXT] = {.key = "next", .type = &type_number, AT(next)},
    [FIELD_AMOUNT] = {.key = "count", .type = &type_number, AT(count)},
    [FIELD_MORE] = {.key = "more", .type = &type_flag},
    [FIELD_BY] =
        {.key = "by", .type = &type_choice, AT(by), .words = side_words, .expected = SIDES},
    [FIELD_MS] = {.key = "ms", .type = &type_ms, AT(used_ms)},
    [FIELD_WMS] = {.key = "wms", .type = &type_ms, AT(left_ms[WHITE])},
    [FIELD_BMS] = {.key = "bms", .type = &type_ms, AT(left_ms[BLACK])},
    [FIELD_TURN] =
        {.key = "turn", .type = &type_choice, AT(turn), .words = side_words, .expected = SIDES},
    [FIELD_WHITE] = {.key = "w", .type = &type_name, TEXT(player[WHITE])},
    [FIELD_BLACK] = {.key = "b", .type = &type_name, TEXT(player[BLACK])},
    [FIELD_WON] = {.key = "won", .type = &type_flag},
    [FIELD_BON] = {.key = "bon", .type = &type_flag},
    [FIELD_OFFER] =
        {.key = "offer", .type = &type_choice, AT(offer), .words = side_words, .expected = SIDES},
    [FIELD_RESULT] = {.key = "result",
                      .type = &type_choice,
                      AT(result),
                      .words = result_words,
                      .expected = "*, 1-0, 0-1 or 1/2-1/2"},
    [FIELD_REASON] = {.key = "reason",
                      .type = &type_choice,
                      AT(reason),
                      .words = reason_words,
                      .expected = "a reason such as lion"},
    [FIELD_DUP] = {.key = "dup", .type = &type_flag},
    [FIELD_WAIT] = {.key = "wait", .type = &type_number, AT(wait_ms)},
    [FIELD_RETRY] = {.key = "retry",
                     .type = &type_choice,
                     AT(retry),
                     .words = retry_words,
                     .expected = "no, sync or later"},
    [FIELD_RETRY_IN] = {.key = "retry", .type = &type_number, AT(retry_seconds)},
    [FIELD_MSG] = {.key = "msg", .type = &type_text, TEXT(text)},
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
    const Row *row = &rows[field];
    if (!row->type->read(row, text, length, fields))
        return false;
    if (row->type != &type_flag || text[0] == '1')
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
    const Row *row = &rows[field];
    return row->type->write(row, fields, text);
}
