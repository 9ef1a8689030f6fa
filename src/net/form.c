#include <config.h>

#include "net/form.h"

#include <string.h>

#include "net/text.h"
#include "net/value.h"
#include "rules/clean.h"

/* Text that is being read. */
typedef struct Reading {
    const Form *form;
    FormReader reader;
    const char *at;
    const char *end;
    Fields *fields;
    Error *error;
} Reading;

static bool is_letter(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

static void skip_blanks(Reading *reading) {
    while (reading->at < reading->end && *reading->at == ' ')
        reading->at++;
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
static const char *spaced_end(const char *at, const char *end) {
    const char *last = word_end(at, end);
    for (const char *next = last; next < end && key_length(next, end) == 0;
         next = *next == ' ' ? next + 1 : word_end(next, end))
        if (*next != ' ')
            last = word_end(next, end);
    return last;
}

/* Where the value of a field ends that begins at the place of reading. */
static const char *value_end(const Reading *reading, Field field) {
    if (value_takes_rest(field))
        return reading->end;
    return value_takes_blanks(field) ? spaced_end(reading->at, reading->end)
                                     : word_end(reading->at, reading->end);
}

static ErrorWord refuse(const Reading *reading, Field field, const char *end) {
    char excerpt[EXCERPT_SIZE];
    error_set(reading->error, ERROR_SYNTAX, "%s: expected %s, found \"%s\"", value_name(field),
              value_expected(field),
              text_excerpt(reading->at, (size_t)(end - reading->at), excerpt));
    return value_refusal(field);
}

static ErrorWord read_value(Reading *reading, Field field) {
    const char *end = value_end(reading, field);
    if (!value_read(field, reading->at, (size_t)(end - reading->at), reading->fields))
        return refuse(reading, field, end);
    reading->at = end;
    return WORD_NONE;
}

/* The fields that stand at their places. */
static ErrorWord read_places(Reading *reading) {
    for (const uint8_t *place = reading->form->places; *place; place++) {
        Field field = (Field)*place;
        if (!value_takes_rest(field))
            skip_blanks(reading);
        else if (reading->at < reading->end && *reading->at == ' ')
            reading->at++; /* the others belong to the text */
        bool there = reading->at < reading->end &&
                     (value_may_look_like_key(field) || key_length(reading->at, reading->end) == 0);
        if (!there && place < reading->form->places + reading->form->required) {
            error_set(reading->error, ERROR_SYNTAX, "%s: expected %s, found nothing",
                      value_name(field), value_expected(field));
            return WORD_SYNTAX;
        }
        if (!there)
            return WORD_NONE;
        ErrorWord word = read_value(reading, field);
        if (word != WORD_NONE)
            return word;
    }
    return WORD_NONE;
}

/* The field of a key, FIELD_NONE if the line has no such field. */
static Field find_key(const Form *form, const char *key, size_t length) {
    for (const uint8_t *field = form->keys; *field; field++) {
        const char *known = value_key((Field)*field);
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
static ErrorWord skip_words(Reading *reading, bool keyed) {
    char excerpt[EXCERPT_SIZE];
    const char *begin = reading->at;
    reading->at = keyed ? spaced_end(begin, reading->end) : word_end(begin, reading->end);
    if (reading->reader == FORM_LENIENT || (keyed && is_ascii(begin, reading->at)))
        return WORD_NONE;
    error_set(reading->error, ERROR_SYNTAX, "nothing more was expected here: \"%s\"",
              text_excerpt(begin, (size_t)(reading->at - begin), excerpt));
    return WORD_SYNTAX;
}

/* The fields that are key=value. */
static ErrorWord read_keys(Reading *reading) {
    ErrorWord word = WORD_NONE;
    for (skip_blanks(reading); reading->at < reading->end && word == WORD_NONE;
         skip_blanks(reading)) {
        size_t length = key_length(reading->at, reading->end);
        Field field = find_key(reading->form, reading->at, length);
        if (field == FIELD_NONE) {
            word = skip_words(reading, length > 0);
        } else if (fields_has(reading->fields, field) && reading->reader == FORM_STRICT) {
            error_set(reading->error, ERROR_SYNTAX, "%s= is there twice", value_key(field));
            word = WORD_SYNTAX;
        } else {
            reading->at += length + 1;
            word = read_value(reading, field);
        }
    }
    return word;
}

ErrorWord form_read(const Form *form, FormReader reader, const char *text, size_t length,
                    Fields *fields, Error *error) {
    Reading reading = {form, reader, text, text + length, fields, error};
    ErrorWord word = read_places(&reading);
    return word == WORD_NONE ? read_keys(&reading) : word;
}

void line_write(LineWriter *line, const char *bytes, size_t length) {
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

void line_write_string(LineWriter *line, const char *string) {
    line_write(line, string, strlen(string));
}

size_t line_finish(LineWriter *line) {
    memcpy(line->bytes + line->length, "\n", 2);
    return line->length + 1;
}

void form_write(const Form *form, const Fields *fields, LineWriter *line) {
    char value[VALUE_SIZE];
    const uint8_t *lists[] = {form->places, form->keys};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (const uint8_t *field = lists[i]; *field; field++) {
            if (!fields_has(fields, (Field)*field))
                continue;
            const char *key = value_key((Field)*field);
            size_t length = value_write((Field)*field, fields, value);
            line_write(line, " ", key || length > 0);
            line_write_string(line, key ? key : "");
            line_write_string(line, key ? "=" : "");
            line_write(line, value, length);
        }
}

/* Whether `tag` is one: 1 to TAG_MAX of A-Z a-z 0-9 _ -. */
static bool tag_is_good(const char *tag, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (!is_letter(tag[i]) && !(tag[i] >= '0' && tag[i] <= '9') && tag[i] != '_' &&
            tag[i] != '-')
            return false;
    return length > 0 && length <= TAG_MAX;
}

bool tag_read(const char **text, size_t *length, char tag[TAG_MAX + 1]) {
    tag[0] = '\0';
    if (*length == 0 || **text != '@')
        return true;
    const char *begin = *text + 1, *end = *text + *length;
    const char *blank = word_end(begin, end);
    size_t size = (size_t)(blank - begin);
    if (!tag_is_good(begin, size))
        return false;
    memcpy(tag, begin, size);
    tag[size] = '\0';
    *text = blank;
    *length = (size_t)(end - blank);
    return true;
}
