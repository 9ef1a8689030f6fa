#include <config.h>

#include "net/line_format.h"

#include <string.h>

#include "base/text.h"
#include "net/field.h"

/* Text that is being read. */
typedef struct LineParser {
    const LineFormat *form;
    LineStrictness reader;
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

/* The length of the key of a word that is key=value, 0 if it is none. */
static size_t key_length(const char *at, const char *end) {
    const char *letter = at;
    while (letter < end && is_letter(*letter))
        letter++;
    return letter < end && *letter == '=' ? (size_t)(letter - at) : 0;
}

/* Where a value with blanks ends: before the next key=value. */
static const char *phrase_end(const char *at, const char *end) {
    const char *last = word_end(at, end);
    for (const char *next = last; next < end && key_length(next, end) == 0;
         next = *next == ' ' ? next + 1 : word_end(next, end))
        if (*next != ' ')
            last = word_end(next, end);
    return last;
}

/* Where the value of a field ends that begins at the place of reading. */
static const char *value_end(const LineParser *parser, Field field) {
    if (field_takes_rest(field))
        return parser->end;
    return field_takes_blanks(field) ? phrase_end(parser->at, parser->end)
                                     : word_end(parser->at, parser->end);
}

static ProtocolError report_bad_value(const LineParser *parser, Field field, const char *end) {
    char excerpt[EXCERPT_SIZE];
    error_set(parser->error, ERROR_SYNTAX, "%s: expected %s, found \"%s\"",
              field_display_name(field), field_expected(field),
              text_excerpt(parser->at, (size_t)(end - parser->at), excerpt));
    return field_error(field);
}

static ProtocolError parse_value(LineParser *parser, Field field) {
    const char *end = value_end(parser, field);
    if (!field_read(field, parser->at, (size_t)(end - parser->at), parser->fields))
        return report_bad_value(parser, field, end);
    parser->at = end;
    return PROTO_ERR_NONE;
}

/* The fields that stand at their places. */
static ProtocolError parse_args(LineParser *parser) {
    for (const uint8_t *arg = parser->form->args; *arg; arg++) {
        Field field = (Field)*arg;
        if (!field_takes_rest(field))
            skip_blanks(parser);
        else if (parser->at < parser->end && *parser->at == ' ')
            parser->at++; /* the others belong to the text */
        bool there = parser->at < parser->end &&
                     (field_may_look_like_key(field) || key_length(parser->at, parser->end) == 0);
        if (!there && arg < parser->form->args + parser->form->required) {
            error_set(parser->error, ERROR_SYNTAX, "%s: expected %s, found nothing",
                      field_display_name(field), field_expected(field));
            return PROTO_ERR_SYNTAX;
        }
        if (!there)
            return PROTO_ERR_NONE;
        ProtocolError word = parse_value(parser, field);
        if (word != PROTO_ERR_NONE)
            return word;
    }
    return PROTO_ERR_NONE;
}

/* The field of a key, FIELD_NONE if the line has no such field. */
static Field find_key(const LineFormat *form, const char *key, size_t length) {
    for (const uint8_t *field = form->keys; *field; field++) {
        const char *known = field_key((Field)*field);
        if (text_matches(key, length, known))
            return (Field)*field;
    }
    return FIELD_NONE;
}

static bool is_ascii(const char *at, const char *end) {
    while (at < end && *at >= ' ' && *at <= '~')
        at++;
    return at == end;
}

/* What belongs to no field: in a request a mistake, unless it is a field of a newer protocol. */
static ProtocolError skip_unknown(LineParser *parser, bool keyed) {
    char excerpt[EXCERPT_SIZE];
    const char *begin = parser->at;
    parser->at = keyed ? phrase_end(begin, parser->end) : word_end(begin, parser->end);
    if (parser->reader == LINE_LENIENT || (keyed && is_ascii(begin, parser->at)))
        return PROTO_ERR_NONE;
    error_set(parser->error, ERROR_SYNTAX, "nothing more was expected here: \"%s\"",
              text_excerpt(begin, (size_t)(parser->at - begin), excerpt));
    return PROTO_ERR_SYNTAX;
}

/* The fields that are key=value. */
static ProtocolError parse_keyed_values(LineParser *parser) {
    ProtocolError word = PROTO_ERR_NONE;
    for (skip_blanks(parser); parser->at < parser->end && word == PROTO_ERR_NONE;
         skip_blanks(parser)) {
        size_t length = key_length(parser->at, parser->end);
        Field field = find_key(parser->form, parser->at, length);
        if (field == FIELD_NONE) {
            word = skip_unknown(parser, length > 0);
        } else if (fields_has(parser->fields, field) && parser->reader == LINE_STRICT) {
            error_set(parser->error, ERROR_SYNTAX, "%s= is there twice", field_key(field));
            word = PROTO_ERR_SYNTAX;
        } else {
            parser->at += length + 1;
            word = parse_value(parser, field);
        }
    }
    return word;
}

ProtocolError line_format_read(const LineFormat *form, LineStrictness reader, const char *text,
                               size_t length, Fields *fields, Error *error) {
    LineParser parser = {form, reader, text, text + length, fields, error};
    ProtocolError word = parse_args(&parser);
    return word == PROTO_ERR_NONE ? parse_keyed_values(&parser) : word;
}

void line_writer_add(LineWriter *line, const char *bytes, size_t length) {
    size_t room = line->size - line->length;
    if (length > room) {
        length = room;
        while (length > 0 && ((unsigned char)bytes[length] & 0xc0) == 0x80)
            length--;
        line->size = line->length + length; /* what follows a cut is left out, too */
    }
    memcpy(line->bytes + line->length, bytes, length);
    line->length += length;
}

void line_writer_add_string(LineWriter *line, const char *string) {
    line_writer_add(line, string, strlen(string));
}

size_t line_writer_finish(LineWriter *line) {
    memcpy(line->bytes + line->length, "\n", 2);
    return line->length + 1;
}

void line_format_write(const LineFormat *form, const Fields *fields, LineWriter *line) {
    char value[FIELD_VALUE_SIZE];
    const uint8_t *lists[] = {form->args, form->keys};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (const uint8_t *field = lists[i]; *field; field++) {
            if (!fields_has(fields, (Field)*field))
                continue;
            const char *key = field_key((Field)*field);
            size_t length = field_write((Field)*field, fields, value);
            line_writer_add(line, " ", key || length > 0);
            line_writer_add_string(line, key ? key : "");
            line_writer_add_string(line, key ? "=" : "");
            line_writer_add(line, value, length);
        }
}

/* Whether `tag` is one: 1 to TAG_MAX of A-Z a-z 0-9 _ -. */
static bool is_valid_tag(const char *tag, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (!is_letter(tag[i]) && !(tag[i] >= '0' && tag[i] <= '9') && tag[i] != '_' &&
            tag[i] != '-')
            return false;
    return length > 0 && length <= TAG_MAX;
}

bool line_format_read_tag(const char **text, size_t *length, char tag[TAG_MAX + 1]) {
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
