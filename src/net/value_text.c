#include <config.h>

#include "net/value_type.h"

#include <string.h>

#include "net/text.h"

/* Printable ASCII; without blanks for values that take none, which end at the first one. */
static bool read_ascii(const ValueRow *row, const char *text, size_t length, Fields *fields) {
    if (length >= row->size)
        return false;
    for (size_t i = 0; i < length; i++)
        if (text[i] < ' ' || text[i] > '~')
            return false;
    memcpy(value_member(row, fields), text, length);
    value_member(row, fields)[length] = '\0';
    return true;
}

/* What a caller put there by mistake does not become a line of its own. */
static size_t write_ascii(const ValueRow *row, const Fields *fields, char text[VALUE_SIZE]) {
    const char *from = value_member_of(row, fields);
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

/* People may part the squares with blanks or hyphens. */
static bool read_move(const ValueRow *row, const char *text, size_t length, Fields *fields) {
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

const ValueType valuetype_move = {read_move, write_ascii, "squares, such as b2b3", TAKES_BLANKS};
const ValueType valuetype_word = {read_ascii, write_ascii, "a short word", TAKES_WORD};
const ValueType valuetype_fen = {read_ascii, write_ascii, "a FEN", TAKES_BLANKS};
const ValueType valuetype_why = {read_ascii, write_ascii, "a few words", TAKES_BLANKS};
const ValueType valuetype_echo = {read_ascii, write_ascii, "printable ASCII", TAKES_REST};

/* Blanks at the end mean nothing. */
static bool read_text(const ValueRow *row, const char *text, size_t length, Fields *fields) {
    size_t end = text_sanitize_into(text, length, value_member(row, fields), row->size);
    while (end > 0 && value_member(row, fields)[end - 1] == ' ')
        end--;
    value_member(row, fields)[end] = '\0';
    return true;
}

static size_t write_text(const ValueRow *row, const Fields *fields, char text[VALUE_SIZE]) {
    const char *from = value_member_of(row, fields);
    return text_sanitize_into(from, strlen(from), text, VALUE_SIZE);
}

const ValueType valuetype_text = {read_text, write_text, "text", TAKES_REST};

/* In a name a '_' stands for a blank; blanks around it do not belong to it. */
static bool read_name(const ValueRow *row, const char *text, size_t length, Fields *fields) {
    char name[LINE_SERVER_MAX + 1];
    size_t end = text_sanitize_into(text, length, name, sizeof name), begin = 0;
    for (size_t i = 0; i < end; i++)
        if (name[i] == '_')
            name[i] = ' ';
    while (begin < end && name[begin] == ' ')
        begin++;
    while (end > begin && name[end - 1] == ' ')
        end--;
    if (end - begin >= row->size)
        return false;
    memcpy(value_member(row, fields), name + begin, end - begin);
    value_member(row, fields)[end - begin] = '\0';
    return true;
}

static size_t write_name(const ValueRow *row, const Fields *fields, char text[VALUE_SIZE]) {
    size_t length = write_text(row, fields, text);
    for (size_t i = 0; i < length; i++)
        if (text[i] == ' ')
            text[i] = '_';
    return length;
}

const ValueType valuetype_name = {read_name, write_name, "a name of at most 48 bytes",
                                  TAKES_BLANKS};

/* A name with a colon after it. */
static bool read_speaker(const ValueRow *row, const char *text, size_t length, Fields *fields) {
    return length > 0 && text[length - 1] == ':' && read_name(row, text, length - 1, fields);
}

static size_t write_speaker(const ValueRow *row, const Fields *fields, char text[VALUE_SIZE]) {
    size_t length = write_name(row, fields, text);
    text[length] = ':';
    text[length + 1] = '\0';
    return length + 1;
}

const ValueType valuetype_speaker = {read_speaker, write_speaker, "a name and a colon",
                                     TAKES_ANY_WORD};
