#include <config.h>

#include "base/text.h"

#include <stdarg.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

/* ---- ASCII ---- */

int text_lower(int c) {
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

int text_upper(int c) {
    return c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c;
}

bool text_equal_ignore_case(const char *a, const char *b) {
    return text_equal_ignore_case_n(a, b, SIZE_MAX);
}

bool text_equal_ignore_case_n(const char *a, const char *b, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (text_lower(a[i]) != text_lower(b[i]))
            return false;
        if (a[i] == '\0')
            return true;
    }
    return true;
}

bool text_contains_ignore_case(const char *text, const char *word, size_t length) {
    bool found = text_equal_ignore_case_n(text, word, length);
    while (!found && *text != '\0')
        found = text_equal_ignore_case_n(++text, word, length);
    return found;
}

bool text_matches(const char *text, size_t length, const char *word) {
    return strlen(word) == length && text_equal_ignore_case_n(word, text, length);
}

size_t text_mark_length(const char *text) {
    static const char mark[] = "\xEF\xBB\xBF";
    size_t length = strlen(mark);
    return strncmp(text, mark, length) == 0 ? length : 0;
}

bool text_ends_with(const char *text, const char *ending) {
    size_t length = strlen(text), tail = strlen(ending);
    return length >= tail && strcmp(text + length - tail, ending) == 0;
}

int text_find_word(const char *const *words, const char *text) {
    for (int i = 0; words[i]; i++)
        if (text_equal_ignore_case(words[i], text))
            return i;
    return -1;
}

bool text_copy(char *to, size_t size, const char *text) {
    size_t length = strlen(text);
    if (length >= size)
        return false;
    memcpy(to, text, length + 1);
    return true;
}

void text_append(char *text, size_t size, const char *format, ...) {
    size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, size - used, format, arguments);
    va_end(arguments);
}

/* ---- UTF-8 ---- */

size_t text_decode_utf8(const char *text, size_t length, unsigned *code) {
    const unsigned char *bytes = (const unsigned char *)text;
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned first = bytes[0];
    if (first < 0x80) {
        *code = first;
        return 1;
    }
    size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc0 || first > 0xf7 || size > length)
        return 0;
    unsigned value = first & (0x7fU >> size);
    for (size_t i = 1; i < size; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
        value = value << 6 | (bytes[i] & 0x3f);
    }
    if (value < least[size] || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff))
        return 0;
    *code = value;
    return size;
}

bool text_is_control(unsigned code) {
    return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

/* Returns the length of the first character, 0 if malformed, and whether it is printable. */
static size_t decode_printable(const char *text, bool *printable) {
    unsigned code;
    size_t length = text_decode_utf8(text, UTF8_MAX, &code);
    *printable = length > 0 && !text_is_control(code);
    return length;
}

bool text_is_printable(const char *text) {
    bool printable = true;
    while (*text && printable)
        text += decode_printable(text, &printable);
    return printable;
}

/* ---- sanitizing ---- */

char *text_sanitize(const char *bytes, size_t length, bool lines) {
    Buffer text = {0};
    for (size_t i = 0; i < length;) {
        unsigned code = 0;
        size_t size = text_decode_utf8(bytes + i, length - i, &code);
        bool latin1 = size == 0;
        if (latin1) {
            code = (unsigned char)bytes[i];
            size = 1;
        }
        bool layout = lines && (code == '\n' || code == '\t');
        if (text_is_control(code) && !layout)
            buffer_add(&text, " ", 1);
        else if (latin1)
            buffer_add(&text,
                       (const char[]){(char)(0xc0 | code >> 6), (char)(0x80 | (code & 0x3f))}, 2);
        else
            buffer_add(&text, bytes + i, size);
        i += size;
    }
    return buffer_take(&text);
}

/* Control characters, direction marks and Unicode line ends. */
static bool is_unsafe(unsigned code) {
    return text_is_control(code) || code == 0x61c || code == 0x200e || code == 0x200f ||
           (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) ||
           code == 0xfeff;
}

/* Returns the length of the run of printable ASCII at the start: usually the whole text. */
static size_t count_plain(const char *bytes, size_t length) {
    size_t count = 0;
    while (count < length && bytes[count] >= ' ' && bytes[count] <= '~')
        count++;
    return count;
}

size_t text_sanitize_into(const char *bytes, size_t length, char *text, size_t size) {
    size_t written = 0;
    for (size_t i = 0; i < length;) {
        unsigned code = ' ';
        size_t room = size - 1 - written;
        size_t taken = count_plain(bytes + i, length - i < room ? length - i : room);
        if (taken == 0)
            taken = text_decode_utf8(bytes + i, length - i, &code);
        const char *from = taken == 0 ? "?" : is_unsafe(code) ? " " : bytes + i;
        size_t given = from == bytes + i ? taken : 1;
        if (given > room)
            break;
        memcpy(text + written, from, given);
        written += given;
        i += taken > 0 ? taken : 1;
    }
    text[written] = '\0';
    return written;
}

/* ---- quoting in messages ---- */

char *text_excerpt(const char *bytes, size_t length, char excerpt[EXCERPT_SIZE]) {
    const size_t room = EXCERPT_SIZE - sizeof "...";
    size_t shown = length < room ? length : room;
    for (size_t i = 0; i < shown; i++)
        excerpt[i] = (char)(bytes[i] >= ' ' && bytes[i] <= '~' ? bytes[i] : '?');
    memcpy(excerpt + shown, length > room ? "..." : "", length > room ? 4 : 1);
    return excerpt;
}

/* Copies at most `room` bytes, with '?' for unprintable ones. Returns the number of bytes written
 * and sets *rest to what did not fit. */
static size_t copy_printable(char *to, size_t room, const char *text, const char **rest) {
    size_t used = 0;
    while (*text) {
        bool printable;
        size_t length = decode_printable(text, &printable);
        size_t needed = printable ? length : 1;
        if (used + needed > room)
            break;
        memcpy(to + used, printable ? text : "?", needed);
        used += needed;
        text += length ? length : 1;
    }
    *rest = text;
    return used;
}

static bool is_whole_number(const char *text) {
    text += *text == '-';
    size_t digits = strspn(text, "0123456789");
    return digits > 0 && digits < 20 && !text[digits];
}

const char *text_quote_value(const char *value, char quoted[QUOTE_SIZE]) {
    if (!is_whole_number(value))
        return text_quote(value, quoted);
    text_copy(quoted, QUOTE_SIZE, value);
    return quoted;
}

const char *text_quote(const char *value, char quoted[QUOTE_SIZE]) {
    const char *rest;
    const size_t around = sizeof "\"...\"";
    quoted[0] = '"';
    size_t used = 1 + copy_printable(quoted + 1, QUOTE_SIZE - around, value, &rest);
    snprintf(quoted + used, QUOTE_SIZE - used, "%s\"", *rest ? "..." : "");
    return quoted;
}

const char *text_shorten_path(const char *path, char shown[SHORT_PATH_SIZE]) {
    static const char dots[] = "...";
    size_t length = strlen(path);
    size_t used = 0;
    if (length >= SHORT_PATH_SIZE) {
        path += length - (SHORT_PATH_SIZE - sizeof dots);
        used = sizeof dots - 1;
        memcpy(shown, dots, used);
    }
    const char *rest;
    used += copy_printable(shown + used, SHORT_PATH_SIZE - 1 - used, path, &rest);
    shown[used] = '\0';
    return shown;
}

/* ---- words and numbers of a line ---- */

static const char blank_chars[] = " \t\r\v\f";

char *text_next_word(char **rest) {
    char *word = *rest + strspn(*rest, blank_chars);
    size_t length = strcspn(word, blank_chars);
    if (length == 0)
        return NULL;
    *rest = word + length;
    if (**rest != '\0')
        *(*rest)++ = '\0';
    return word;
}

bool text_is_blank(const char *text) {
    return text[strspn(text, blank_chars)] == '\0';
}

void text_replace(char *text, size_t length, char from, char to) {
    for (size_t i = 0; i < length; i++)
        if (text[i] == from)
            text[i] = to;
}

char *text_trim(char *text) {
    text += strspn(text, blank_chars);
    size_t length = strlen(text);
    while (length > 0 && strchr(blank_chars, text[length - 1]))
        length--;
    text[length] = '\0';
    return text;
}

bool text_parse_number(const char *text, int least, int most, int *number) {
    char *end;
    long value = strtol(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || value < least || value > most)
        return false;
    *number = (int)value;
    return true;
}

bool text_parse_clamped(const char *name, const char *word, int64_t least, int64_t most,
                        int64_t *number, Error *error) {
    if (word == NULL)
        return error_set(error, ERROR_SYNTAX, "%s: expected a whole number after it", name);
    bool negative = *word == '-';
    const char *digits = word + (*word == '-' || *word == '+');
    if (*digits == '\0' || digits[strspn(digits, "0123456789")] != '\0') {
        char excerpt[EXCERPT_SIZE];
        return error_set(error, ERROR_SYNTAX, "%s: expected a whole number, found \"%s\"", name,
                         text_excerpt(word, strlen(word), excerpt));
    }
    int64_t value = 0;
    for (; *digits != '\0' && value < INT64_MAX; digits++) {
        int digit = *digits - '0';
        value = value > (INT64_MAX - digit) / 10 ? INT64_MAX : value * 10 + digit;
    }
    if (negative)
        value = -value;
    *number = value < least ? least : value > most ? most : value;
    return true;
}

static int hex_digit(char c) {
    static const char digits[] = "0123456789abcdef";
    const char *digit = c ? strchr(digits, text_lower((unsigned char)c)) : NULL;
    return digit ? (int)(digit - digits) : -1;
}

bool text_parse_hex(const char *text, uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        while (i > 0 && (*text == ':' || *text == ' '))
            text++;
        int high = hex_digit(text[0]), low = high < 0 ? -1 : hex_digit(text[1]);
        if (low < 0)
            return false;
        bytes[i] = (uint8_t)(high << 4 | low);
        text += 2;
    }
    return *text == '\0';
}

const char *text_number_word(int number, char text[TEXT_NUMBER_SIZE]) {
    static const char *const words[] = {"no",    "one",   "two",  "three", "four",   "five",  "six",
                                        "seven", "eight", "nine", "ten",   "eleven", "twelve"};
    if (number >= 0 && number < (int)(sizeof words / sizeof words[0]))
        return words[number];
    snprintf(text, TEXT_NUMBER_SIZE, "%d", number);
    return text;
}

/* ---- layout ---- */

size_t text_count_characters(const char *bytes, size_t length) {
    size_t count = 0, size;
    unsigned code;
    for (size_t at = 0; at < length; at += size, count++)
        if ((size = text_decode_utf8(bytes + at, length - at, &code)) == 0)
            size = 1;
    return count;
}

void text_add_wrapped(Buffer *lines, const char *text, size_t indent, size_t columns) {
    size_t used = 0;
    while (*text) {
        size_t length = strcspn(text, " \t\n"), width = text_count_characters(text, length);
        if (length > 0 && used > 0 && used + 1 + width > columns) {
            buffer_add(lines, "\n", 1);
            used = 0;
        }
        if (length > 0) {
            size_t blanks = used > 0 ? 1 : indent;
            buffer_add_format(lines, "%*s", (int)blanks, "");
            buffer_add(lines, text, length);
            used += blanks + width;
        }
        text += length;
        if (*text == '\n') {
            buffer_add(lines, "\n", 1);
            used = 0;
        }
        text += *text != '\0';
    }
    buffer_add(lines, "\n", 1);
}

void text_write_seconds(int64_t seconds, char text[TEXT_SECONDS_SIZE]) {
    if (seconds >= 3600)
        snprintf(text, TEXT_SECONDS_SIZE, "%" PRId64 ":%02" PRId64 ":%02" PRId64, seconds / 3600,
                 seconds / 60 % 60, seconds % 60);
    else
        snprintf(text, TEXT_SECONDS_SIZE, "%" PRId64 ":%02" PRId64, seconds / 60, seconds % 60);
}

typedef struct TimeUnit {
    int64_t seconds;
    const char *name;
} TimeUnit;

static const TimeUnit units[] = {{86400, "day"}, {3600, "hour"}, {60, "minute"}, {1, "second"}};

static void write_count(int64_t count, const char *unit, char text[TEXT_DURATION_SIZE]) {
    snprintf(text, TEXT_DURATION_SIZE, "%" PRId64 " %s%s", count, unit,
             text_plural((uint64_t)count));
}

void text_write_duration(int64_t ms, char text[TEXT_DURATION_SIZE]) {
    const int64_t seconds = ms > 0 ? (ms - 1) / 1000 + 1 : 0;
    const TimeUnit *unit = units;
    while (seconds < 2 * unit->seconds && unit->seconds > 1)
        unit++;
    write_count((seconds + unit->seconds / 2) / unit->seconds, unit->name, text);
}

int64_t text_write_exact_duration(int64_t seconds, char text[TEXT_DURATION_SIZE]) {
    const TimeUnit *unit = units;
    while (seconds % unit->seconds != 0)
        unit++;
    write_count(seconds / unit->seconds, unit->name, text);
    return unit->seconds;
}

/* ---- "did you mean" ---- */

enum { DISTANCE_LENGTH = 63 };

/* Returns how many letters have to be changed, added, left out or swapped with their neighbour to
 * turn one text into the other, ignoring case. Only the first DISTANCE_LENGTH bytes count. */
static int edit_distance(const char *a, const char *b) {
    int rows[3][DISTANCE_LENGTH + 1];
    int columns = (int)strnlen(b, DISTANCE_LENGTH), lines = (int)strnlen(a, DISTANCE_LENGTH);
    for (int j = 0; j <= columns; j++)
        rows[0][j] = j;
    for (int i = 1; i <= lines; i++) {
        int *row = rows[i % 3];
        const int *above = rows[(i + 2) % 3], *second = rows[(i + 1) % 3];
        row[0] = i;
        for (int j = 1; j <= columns; j++) {
            int last_a = text_lower(a[i - 1]), last_b = text_lower(b[j - 1]);
            row[j] = min_int(above[j - 1] + (last_a != last_b), min_int(row[j - 1], above[j]) + 1);
            if (i > 1 && j > 1 && last_a == text_lower(b[j - 2]) && text_lower(a[i - 2]) == last_b)
                row[j] = min_int(row[j], second[j - 2] + 1);
        }
    }
    return rows[lines % 3][columns];
}

/* Returns edit_distance, or 1 for the beginning of a name, or -1 if the texts are not close: a
 * third of the letters may differ. */
static int close_distance(const char *given, const char *known) {
    enum { BEGINNING = 3 };
    int length = (int)strlen(given), distance = edit_distance(given, known);
    if (distance > 1 && length >= BEGINNING &&
        text_equal_ignore_case_n(given, known, (size_t)length))
        return 1;
    return distance <= (length + 1) / 3 ? distance : -1;
}

static const char *last_part(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}

void text_suggest(Suggestion *suggestion, const char *known) {
    const char *given = suggestion->given;
    int whole = close_distance(given, known);
    int part = close_distance(last_part(given), last_part(known));
    /* Doubled, so that a name in the wrong group (1) is closer than a wrong letter (2). */
    int distance = whole >= 0 ? 2 * whole : INT_MAX;
    if (part >= 0 && whole != 0)
        distance = min_int(distance, 2 * part + 1);
    if (distance < suggestion->distance) {
        suggestion->distance = distance;
        suggestion->known = known;
    }
}

const char *text_suggestion(const Suggestion *suggestion, const char *before,
                            char text[SUGGESTION_SIZE]) {
    text[0] = '\0';
    if (suggestion->known[0] != '\0')
        snprintf(text, SUGGESTION_SIZE, ", the closest is %s%s", before, suggestion->known);
    return text;
}
