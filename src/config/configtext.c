#include <config.h>

#include "config/configtext.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/text.h"

/*
 * libconfig 1.5 silently truncates numbers to 32 bits. It accepts unterminated comments, strings of
 * several lines and the escape \x00, and rejects a comment at the end of the file. Of a text
 * without quotes or a missing bracket it only says that there is a syntax error, somewhere behind.
 * The text is prepared to avoid all of these.
 */

enum {
    NESTING_MAX = 32,
    NAME_SIZE = 40,
    WRONG_SIZE = 320,
    CURLY_SIZE = 3 /* bytes of a typographic quote */
};

static const char word_ends[] = " \t\r\n;,=)]}\"#{[(";

/* An open bracket and the setting whose value it begins. */
typedef struct Bracket {
    char mark;
    int line;
    char name[NAME_SIZE];
} Bracket;

typedef struct Reader {
    const char *at;
    int line;
    Bracket open[NESTING_MAX]; /* outermost first */
    int depth;
    char name[NAME_SIZE];   /* the last one in the innermost bracket */
    bool after_equals;      /* a value follows */
    char wrong[WRONG_SIZE]; /* a sentence; "" if nothing is wrong */
    Buffer out;
} Reader;

static bool is_comment(const char *text) {
    return text[0] == '#' || (text[0] == '/' && (text[1] == '/' || text[1] == '*'));
}

/* ---- what stands where ---- */

/* Returns whether the innermost bracket is one of these marks. */
static bool is_inside(const Reader *reader, const char *marks) {
    return reader->depth > 0 && strchr(marks, reader->open[reader->depth - 1].mark);
}

/* Writes the dotted path of the setting that is being read. */
static void write_path(const Reader *reader, char path[WRONG_SIZE]) {
    path[0] = '\0';
    for (int i = 0; i <= reader->depth; i++) {
        const char *name = i < reader->depth ? reader->open[i].name : reader->name;
        if (*name)
            text_append(path, WRONG_SIZE / 2, "%s%s", path[0] ? "." : "", name);
    }
}

/* Returns the length of a number or a switch at the start of a word. */
static size_t bare_value_length(const char *word, size_t length) {
    static const char digits[] = "0123456789";
    size_t sign = word[0] == '-' || word[0] == '+', end = sign;
    if (text_matches(word, length, "true") || text_matches(word, length, "false"))
        return length;
    if (word[end] == '0' && (word[end + 1] == 'x' || word[end + 1] == 'X')) {
        end += 2 + strspn(word + end + 2, "0123456789abcdefABCDEF");
    } else {
        end += strspn(word + end, "0123456789.");
        if (end > sign && (word[end] == 'e' || word[end] == 'E')) {
            size_t exponent = end + 1;
            end = exponent + (word[exponent] == '-' || word[exponent] == '+');
            end += strspn(word + end, digits);
        }
    }
    return end > sign ? end + strspn(word + end, "L") : 0;
}

/* Checks that there is a value after "=", and that a text has quotes. */
static void check_quotes(Reader *reader) {
    const char *text = reader->at;
    char path[WRONG_SIZE], word[EXCERPT_SIZE];
    size_t length = strcspn(text, word_ends), blanks = strspn(text + length, " \t");
    bool names = length > 0 && text[length + blanks] == '='; /* the next setting */
    bool missing = reader->after_equals && (names || strchr(";,}])", text[0]));
    write_path(reader, path);
    if (missing)
        snprintf(reader->wrong, WRONG_SIZE, "%.150s: there is no value after the =", path);
    if (missing || !path[0] || length == 0 || bare_value_length(text, length) == length ||
        (!reader->after_equals && (names || !is_inside(reader, "[("))))
        return; /* libconfig reports anything else */
    bool curly = strncmp(text, "\xE2\x80", 2) == 0 && length >= 2 * CURLY_SIZE;
    bool single = length > 1 && text[0] == '\'' && text[length - 1] == '\'';
    size_t quote = curly ? CURLY_SIZE : single;
    text_excerpt(text + quote, length - 2 * quote, word);
    bool number = strchr("+-0123456789", text[0]) != NULL;
    snprintf(reader->wrong, WRONG_SIZE,
             number ? "%.150s: %s is not a number; a text needs double quotes: \"%s\""
                    : "%.150s: %s needs double quotes: \"%s\"",
             path, word, word);
}

static void open_bracket(Reader *reader) {
    if (reader->depth == NESTING_MAX) {
        snprintf(reader->wrong, WRONG_SIZE, "expected at most %d brackets inside each other",
                 NESTING_MAX);
        return;
    }
    Bracket *bracket = &reader->open[reader->depth++];
    bracket->mark = reader->at[0];
    bracket->line = reader->line;
    memcpy(bracket->name, reader->name, NAME_SIZE);
    reader->name[0] = '\0';
}

static void close_bracket(Reader *reader) {
    static const char opening[] = "{[(", closing[] = "}])";
    char mark = reader->at[0], opened = opening[strchr(closing, mark) - closing];
    if (!is_inside(reader, (char[]){opened, '\0'}))
        snprintf(reader->wrong, WRONG_SIZE, "this %c closes nothing: there is no %c before it",
                 mark, opened);
    else
        memcpy(reader->name, reader->open[--reader->depth].name, NAME_SIZE);
}

/* Checks that the token at hand may stand here, and notes what it opens, closes or names. */
static void check_token(Reader *reader, size_t length) {
    const char *text = reader->at;
    if (text_is_space(text[0]) || is_comment(text))
        return;
    check_quotes(reader);
    if (text[0] == '{' && is_inside(reader, "[")) {
        char path[WRONG_SIZE];
        write_path(reader, path);
        snprintf(reader->wrong, WRONG_SIZE,
                 "%.150s: a list of groups stands in parentheses: ( { ... }, { ... } )", path);
    }
    if (reader->wrong[0])
        return;
    if (isalpha((unsigned char)text[0]) && !reader->after_equals)
        snprintf(reader->name, NAME_SIZE, "%.*s", (int)length, text);
    reader->after_equals = text[0] == '=' || text[0] == ':';
    if (strchr("{[(", text[0]))
        open_bracket(reader);
    else if (strchr("}])", text[0]))
        close_bracket(reader);
}

/* ---- tokens ---- */

/* Returns the length of the string at hand, or 0 if something is wrong. */
static size_t string_length(Reader *reader) {
    const char *text = reader->at, *wrong = NULL;
    size_t i = 1;
    while (text[i] && text[i] != '"' && text[i] != '\n' && !wrong) {
        if (strncmp(&text[i], "\\x00", 4) == 0 || strncmp(&text[i], "\\X00", 4) == 0)
            wrong = "a text cannot contain the byte \\x00";
        i += text[i] == '\\' && (text[i + 1] == '"' || text[i + 1] == '\\') ? 2 : 1;
    }
    if (!wrong && text[i] != '"')
        wrong = "the text that begins here has no closing quote on its line";
    if (!wrong)
        return i + 1;
    text_copy(reader->wrong, WRONG_SIZE, wrong);
    return 0;
}

static size_t comment_length(Reader *reader) {
    const char *end = reader->at[1] == '*' ? strstr(reader->at + 2, "*/") : NULL;
    if (reader->at[0] == '#' || reader->at[1] == '/')
        return strcspn(reader->at, "\n");
    if (end)
        return (size_t)(end + 2 - reader->at);
    text_copy(reader->wrong, WRONG_SIZE, "the comment that begins here has no end: */ is missing");
    return 0;
}

/* Appends the number at hand, a whole number with a 64-bit suffix. Returns its length. */
static size_t add_number(Reader *reader) {
    const char *text = reader->at;
    char *end = (char *)text + 1 + strspn(text + 1, "0123456789");
    if (*end && strchr(".eE", *end)) {
        end += strspn(end, "0123456789.eE+-");
        buffer_add(&reader->out, text, (size_t)(end - text));
        return (size_t)(end - text);
    }
    bool hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    buffer_add_format(&reader->out, "%lldL", strtoll(text, &end, hexadecimal ? 16 : 10));
    return (size_t)(end - text) + strspn(end, "L");
}

/* Appends the next token. Returns its length, or 0 if something is wrong. */
static size_t add_token(Reader *reader) {
    const char *text = reader->at;
    size_t length = 1;
    if (is_comment(text)) {
        length = comment_length(reader);
    } else if (text[0] == '"') {
        length = string_length(reader);
    } else if (isalpha((unsigned char)text[0]) || text[0] == '*') {
        while (isalnum((unsigned char)text[length]) ||
               (text[length] && strchr("-_*", text[length])))
            length++;
    } else if (isdigit((unsigned char)text[text[0] == '+' || text[0] == '-'])) {
        return add_number(reader);
    }
    buffer_add(&reader->out, text, length);
    return length;
}

static void check_end(Reader *reader) {
    if (reader->depth == 0)
        return;
    const Bracket *bracket = &reader->open[reader->depth - 1];
    reader->line = bracket->line;
    snprintf(reader->wrong, WRONG_SIZE, "%s%sthe %c that begins here is not closed", bracket->name,
             bracket->name[0] ? ": " : "", bracket->mark);
}

char *configtext_prepare(const char *text, const char *shown, Error *error) {
    Reader reader = {.at = text, .line = 1};
    while (*reader.at && !reader.wrong[0]) {
        size_t length = add_token(&reader);
        if (!reader.wrong[0])
            check_token(&reader, length);
        for (; length > 0 && !reader.wrong[0]; length--)
            reader.line += *reader.at++ == '\n';
    }
    if (!reader.wrong[0])
        check_end(&reader);
    if (reader.wrong[0]) {
        error_set(error, ERROR_SYNTAX, "%s:%d: %s", shown, reader.line, reader.wrong);
        buffer_free(&reader.out);
        return NULL;
    }
    if (reader.out.length > 0 && reader.out.bytes[reader.out.length - 1] != '\n')
        buffer_add_string(&reader.out, "\n");
    return buffer_take(&reader.out);
}
