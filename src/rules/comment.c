#include <config.h>

#include "rules/sideline.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

typedef struct SidelineScanner {
    const char *text;
    size_t at;
    size_t length;
    Buffer *tidy;  /* NULL: only the length is wanted */
    bool separate; /* the next element follows a blank */
    SidelineFault *fault;
} SidelineScanner;

static bool fail(const SidelineScanner *scanner, size_t offset, const char *sentence) {
    if (scanner->fault)
        *scanner->fault = (SidelineFault){offset, sentence};
    return false;
}

static bool is_break(char c) {
    return c == '\n' || c == '\r';
}

/* Appends an element, or its first part. */
static void add(SidelineScanner *scanner, const char *bytes, size_t length) {
    if (!scanner->tidy)
        return;
    if (scanner->separate)
        buffer_add(scanner->tidy, " ", 1);
    buffer_add(scanner->tidy, bytes, length);
    scanner->separate = true;
}

/* --- comments --- */

static bool is_hex(char c) {
    return c != '\0' && strchr("0123456789abcdefABCDEF", c);
}

/* Returns the length of the escape that begins with this backslash; 0: it begins none. */
static size_t escape_length(const char *bytes, size_t left) {
    if (left > 1 && (bytes[1] == 'n' || bytes[1] == '\\'))
        return 2;
    return left > 3 && bytes[1] == 'x' && is_hex(bytes[2]) && is_hex(bytes[3]) &&
                   memcmp(bytes + 2, "00", 2) != 0
               ? 4
               : 0;
}

/* Copies a comment without the line breaks that a backslash joins. A backslash that begins no
 * escape becomes one, as does a brace in a comment without escapes. */
static void join_lines(const char *bytes, size_t length, bool escapes, Buffer *joined) {
    const char *end = bytes + length;
    for (size_t used; bytes < end; bytes += used) {
        size_t left = (size_t)(end - bytes);
        used = 1;
        if (!escapes && *bytes == '}') {
            buffer_add_string(joined, "\\x7d");
        } else if (is_break(*bytes)) {
            buffer_add(joined, "\n", 1);
        } else if (*bytes != '\\') {
            buffer_add(joined, bytes, 1);
        } else if (escapes && left > 1 && is_break(bytes[1])) {
            used = left > 2 && memcmp(bytes + 1, "\r\n", 2) == 0 ? 3 : 2;
        } else if (escapes && escape_length(bytes, left) > 0) {
            used = escape_length(bytes, left);
            buffer_add(joined, bytes, used);
        } else {
            buffer_add_string(joined, "\\\\");
        }
    }
}

/* Appends a comment in one line, with the blanks that gamecomment_read() keeps. */
static void add_joined(SidelineScanner *scanner, const char *text) {
    const char *gap = NULL;
    bool broken = false, begun = false;
    for (; *text; text++) {
        if (text_is_space(*text)) {
            gap = gap ? gap : text;
            broken |= is_break(*text);
            continue;
        }
        if (!begun)
            add(scanner, "{", 1);
        else if (gap && broken)
            buffer_add(scanner->tidy, " ", 1);
        else if (gap)
            buffer_add(scanner->tidy, gap, (size_t)(text - gap));
        begun = true;
        broken = false;
        gap = NULL;
        buffer_add(scanner->tidy, text, 1);
    }
    if (begun)
        buffer_add(scanner->tidy, "}", 1);
}

static void add_comment(SidelineScanner *scanner, const char *bytes, size_t length, bool escapes) {
    if (!scanner->tidy)
        return;
    Buffer joined = {0};
    join_lines(bytes, length, escapes, &joined);
    char *clean = text_sanitize(joined.bytes, joined.length, true);
    add_joined(scanner, clean);
    buffer_free(&joined);
    free(clean);
}

/* Reads "{...}". */
static bool read_comment(SidelineScanner *scanner) {
    const char *text = scanner->text + scanner->at + 1;
    const char *end = memchr(text, '}', scanner->length - scanner->at - 1);
    if (!end)
        return fail(scanner, scanner->at, "the comment that begins here has no end, '}'");
    size_t length = (size_t)(end - text);
    const char *nul = memchr(text, '\0', length);
    if (nul)
        return fail(scanner, (size_t)(nul - scanner->text), "a NUL byte; expected text");
    add_comment(scanner, text, length, true);
    scanner->at += length + 2;
    return true;
}

static size_t rest_of_line(const SidelineScanner *scanner) {
    size_t end = scanner->at;
    while (end < scanner->length && !is_break(scanner->text[end]))
        end++;
    return end - scanner->at;
}

/* Reads "; ..." up to the end of the line. */
static bool read_line_comment(SidelineScanner *scanner) {
    size_t length = rest_of_line(scanner);
    const char *nul = memchr(scanner->text + scanner->at, '\0', length);
    if (nul)
        return fail(scanner, (size_t)(nul - scanner->text), "a NUL byte; expected text");
    add_comment(scanner, scanner->text + scanner->at + 1, length - 1, false);
    scanner->at += length;
    return true;
}

/* --- words --- */

static bool ends_word(char c) {
    return text_is_space(c) || (c != '\0' && strchr("(){};[]", c));
}

/* Reads a move, a number or a glyph. */
static bool read_word(SidelineScanner *scanner) {
    static const char wrong[] = "in a variation: expected a move, a comment or ')'";
    const char *word = scanner->text + scanner->at;
    size_t left = scanner->length - scanner->at, length = 0;
    while (length < left && !ends_word(word[length])) {
        unsigned code;
        size_t unit = text_decode_utf8(word + length, left - length, &code);
        if (unit == 0 || text_is_control(code))
            return fail(scanner, scanner->at + length, wrong);
        length += unit;
    }
    if (length == 0 || length > SIDELINE_WORD_MAX || *word == '%')
        return fail(scanner, scanner->at, wrong);
    add(scanner, word, length);
    scanner->at += length;
    return true;
}

/* --- sidelines --- */

static bool begins_line(const SidelineScanner *scanner) {
    return scanner->at > 0 && is_break(scanner->text[scanner->at - 1]);
}

/* Reads the next element inside. */
static bool read_element(SidelineScanner *scanner, size_t *depth) {
    switch (scanner->text[scanner->at]) {
    case '(':
        ++*depth;
        add(scanner, "(", 1);
        scanner->separate = false;
        scanner->at++;
        return true;
    case ')':
        --*depth;
        scanner->separate = false;
        add(scanner, ")", 1);
        scanner->at++;
        return true;
    case '{':
        return read_comment(scanner);
    case ';':
        return read_line_comment(scanner);
    default:
        return read_word(scanner);
    }
}

/* Skips blanks, and lines that begin with '%'. */
static void skip_blanks(SidelineScanner *scanner) {
    for (; scanner->at < scanner->length; scanner->at++) {
        char c = scanner->text[scanner->at];
        if (c == '%' && begins_line(scanner))
            scanner->at += rest_of_line(scanner);
        else if (!text_is_space(c))
            return;
        if (scanner->at == scanner->length)
            return;
    }
}

size_t sideline_read(const char *text, size_t length, Buffer *tidy, SidelineFault *fault) {
    SidelineScanner scanner = {.text = text,
                               .length = length,
                               .tidy = tidy,
                               .separate = tidy && tidy->length > 0,
                               .fault = fault};
    size_t depth = 0;
    assert(length > 0 && *text == '(');
    do {
        if (!read_element(&scanner, &depth))
            return 0;
        if (depth > 0)
            skip_blanks(&scanner);
        /* Tags at the beginning of a line are those of the next game. */
        if (depth > 0 &&
            (scanner.at == length || (text[scanner.at] == '[' && begins_line(&scanner))))
            return fail(&scanner, 0, "the variation that begins here has no end, ')'");
    } while (depth > 0);
    return scanner.at;
}

char *sideline_tidy(const char *text) {
    Buffer tidy = {0};
    for (;;) {
        while (text_is_space(*text))
            text++;
        size_t length = *text == '(' ? sideline_read(text, strlen(text), &tidy, NULL) : 0;
        if (length == 0)
            break;
        text += length;
    }
    if (*text == '\0' && tidy.length > 0)
        return buffer_take(&tidy);
    buffer_free(&tidy);
    return NULL;
}

/* --- for a reader --- */

static int hex_value(char c) {
    return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
}

/* Reads a comment without its escapes and commands into *plain. Returns its length. */
static size_t read_plain(const char *tidy, Buffer *plain) {
    const char *at = tidy + 1;
    while (*at != '}') {
        size_t escape = *at == '\\' ? escape_length(at, 4) : 0;
        size_t command = strncmp(at, "[%", 2) == 0 ? strcspn(at, "]}") : 0;
        if (command > 0 && at[command] == ']') {
            at += command + 1;
            at += *at == ' ';
        } else if (escape == 4) {
            buffer_add(plain, (const char[]){(char)(16 * hex_value(at[2]) + hex_value(at[3]))}, 1);
            at += escape;
        } else if (escape == 2) {
            buffer_add_string(plain, at[1] == 'n' ? " " : "\\");
            at += escape;
        } else {
            buffer_add(plain, at++, 1);
        }
    }
    return (size_t)(at + 1 - tidy);
}

/* Appends a comment in braces, after a blank if there is one, or nothing if it has no text. Returns
 * its length in the tidy text. */
static size_t write_comment(const char *tidy, bool *blank, Buffer *text) {
    Buffer plain = {0};
    size_t length = read_plain(tidy, &plain);
    char *clean = text_sanitize(plain.bytes, plain.length, false);
    if (*clean) {
        buffer_add_string(text, *blank ? " {" : "{");
        buffer_add_string(text, clean);
        buffer_add_string(text, "}");
        *blank = false;
    }
    free(clean);
    buffer_free(&plain);
    return length;
}

void sideline_write_plain(const char *tidy, Buffer *text) {
    size_t depth = 0;
    bool blank = false; /* before the next element */
    for (size_t length; *tidy; tidy += length) {
        length = 1;
        if (*tidy == '{') {
            length = write_comment(tidy, &blank, text);
        } else if (*tidy == ' ') {
            blank = true;
        } else if (*tidy == '(' && depth++ == 0) {
            buffer_add_string(text, blank ? "\nInstead:" : "Instead:");
            blank = true;
        } else if (*tidy != ')' || --depth > 0) {
            buffer_add_string(text, blank && *tidy != ')' ? " " : "");
            buffer_add(text, tidy, 1);
            blank = false;
        }
    }
}
