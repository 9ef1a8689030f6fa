#include <config.h>

#include "net/line_format.h"

#include <string.h>

#include "base/text.h"

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

static ProtocolError report_bad_value(const LineParser *parser, Field field, const char *end) {
    char excerpt[EXCERPT_SIZE];
    error_set(parser->error, ERROR_SYNTAX, "%s: expected %s, found \"%s\"",
              field_display_name(field), field_expected(field),
              text_excerpt(parser->at, (size_t)(end - parser->at), excerpt));
    return field_error(field);
}

static ProtocolError parse_value(LineParser *parser, Field field) {
    FieldExtent extent = field_extent(field);
    const char *end = extent == EXTENT_REST     ? parser->end
                      : extent == EXTENT_PHRASE ? phrase_end(parser->at, parser->end)
                                                : word_end(parser->at, parser->end);
    if (!field_read(field, parser->at, (size_t)(end - parser->at), parser->fields))
        return report_bad_value(parser, field, end);
    parser->at = end;
    return PROTO_ERR_NONE;
}

static ProtocolError parse_args(LineParser *parser) {
    for (const uint8_t *arg = parser->format->args; *arg; arg++) {
        Field field = (Field)*arg;
        FieldExtent extent = field_extent(field);
        if (extent != EXTENT_REST)
            skip_blanks(parser);
        else if (parser->at < parser->end && *parser->at == ' ')
            parser->at++; /* further blanks belong to the text */
        bool there =
            parser->at < parser->end && (extent == EXTENT_ANY_WORD || extent == EXTENT_REST ||
                                         key_length(parser->at, parser->end) == 0);
        if (!there && arg < parser->format->args + parser->format->required) {
            error_set(parser->error, ERROR_SYNTAX, "%s: expected %s, found nothing",
                      field_display_name(field), field_expected(field));
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
        if (text_matches(key, length, field_key((Field)*field)))
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
            error_set(parser->error, ERROR_SYNTAX, "%s= is given twice", field_key(field));
            status = PROTO_ERR_SYNTAX;
        } else {
            parser->at += length + 1;
            status = parse_value(parser, field);
        }
    }
    return status;
}

ProtocolError line_format_read(const LineFormat *format, LineStrictness strictness,
                               const char *text, size_t length, Fields *fields, Error *error) {
    LineParser parser = {format, strictness, text, text + length, fields, error};
    ProtocolError status = parse_args(&parser);
    return status == PROTO_ERR_NONE ? parse_keyed_values(&parser) : status;
}

void line_format_write(const LineFormat *format, const Fields *fields, LineWriter *writer) {
    char value[FIELD_VALUE_SIZE];
    const uint8_t *lists[] = {format->args, format->keys};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (const uint8_t *field = lists[i]; *field; field++) {
            if (!fields_has(fields, (Field)*field))
                continue;
            const char *key = field_key((Field)*field);
            size_t length = field_write((Field)*field, fields, value);
            line_writer_add(writer, " ", key || length > 0);
            line_writer_add_string(writer, key ? key : "");
            line_writer_add_string(writer, key ? "=" : "");
            line_writer_add(writer, value, length);
        }
}

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
