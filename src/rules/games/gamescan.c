#include <config.h>

#include "rules/games/gamescan.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "rules/notation.h"
#include "rules/sideline.h"

/* --- bytes --- */

bool gamescan_at_end(const GameReader *reader) {
    return reader->at.offset == reader->length;
}

char gamescan_peek(const GameReader *reader) {
    return gamescan_at_end(reader) ? '\0' : reader->text[reader->at.offset];
}

void gamescan_advance(GameReader *reader, size_t bytes) {
    for (; bytes > 0; bytes--) {
        char c = reader->text[reader->at.offset++];
        if (c == '\n' || (c == '\r' && gamescan_peek(reader) != '\n')) {
            reader->at.line++;
            reader->at.column = 1;
        } else {
            reader->at.column++;
        }
    }
}

bool gamescan_is_break(char c) {
    return c == '\n' || c == '\r';
}

size_t gamescan_rest_of_line(const GameReader *reader) {
    size_t length = 0;
    while (reader->at.offset + length < reader->length &&
           !gamescan_is_break(reader->text[reader->at.offset + length]))
        length++;
    return length;
}

bool gamescan_at_tags(const GameReader *reader) {
    return gamescan_peek(reader) == '[' && reader->at.column == 1;
}

/* --- faults --- */

/* Says where the fault is, and tells it. */
static void report(const GameReader *reader, GameRemark remark, GamePlace place, Error *error) {
    error_prefix(error, "%s:%zu:%zu: ", reader->name, place.line, place.column);
    if (reader->on_remark)
        reader->on_remark(reader->remark_context, remark, place, error->text);
}

bool gamescan_fail_with(GameFaults *faults, GamePlace place, const Error *error) {
    Error located = *error;
    report(faults->reader, REMARK_ERROR, place, &located);
    if (!faults->wrong)
        *faults->first = located;
    faults->wrong = true;
    return false;
}

/* NOLINTBEGIN(clang-analyzer-valist.Uninitialized): wrong for static functions */
PRINTF_LIKE(3, 0)
static void format_error(Error *error, ErrorCode code, const char *format, va_list arguments) {
    char sentence[sizeof error->text];
    if (vsnprintf(sentence, sizeof sentence, format, arguments) < 0)
        sentence[0] = '\0';
    error_set(error, code, "%s", sentence);
}
/* NOLINTEND(clang-analyzer-valist.Uninitialized) */

bool gamescan_fail(GameFaults *faults, GamePlace place, ErrorCode code, const char *format, ...) {
    Error error = {0};
    va_list arguments;
    va_start(arguments, format);
    format_error(&error, code, format, arguments);
    va_end(arguments);
    return gamescan_fail_with(faults, place, &error);
}

void gamescan_slip(GameFaults *faults, GamePlace place, const char *format, ...) {
    Error error = {0};
    va_list arguments;
    va_start(arguments, format);
    format_error(&error, ERROR_SYNTAX, format, arguments);
    va_end(arguments);
    faults->reader->deviations++;
    if (faults->strict)
        gamescan_fail_with(faults, place, &error);
    else
        report(faults->reader, REMARK_SLIP, place, &error);
}

/* --- words --- */

static bool ends_token(char c) {
    static const bool ends[256] = {
        ['\0'] = true, ['\t'] = true, ['\n'] = true, ['\v'] = true, ['\f'] = true, ['\r'] = true,
        [' '] = true,  ['{'] = true,  ['}'] = true,  [';'] = true,  ['('] = true,  [')'] = true,
        ['['] = true,  [']'] = true,  ['<'] = true,  ['>'] = true,  ['$'] = true,
    };
    return ends[(unsigned char)c];
}

/* Returns the length of the steps of a move in a foreign text, such as "(b1,d3) -> (d3,f5)", or 0
 * if there are none next. */
static size_t steps_length(const GameReader *reader) {
    Square squares[STEP_SQUARES_MAX];
    size_t length, rest = reader->length - reader->at.offset;
    return reader->foreign && coordinate_read_steps(reader->text + reader->at.offset, rest, squares,
                                                    &length) > 0
               ? length
               : 0;
}

/* The length of the next word. "*" is always a word of its own. */
static size_t word_length(const GameReader *reader) {
    const char *word = reader->text + reader->at.offset;
    size_t left = reader->length - reader->at.offset, length = steps_length(reader);
    if (length > 0)
        return length;
    if (left > 0 && word[0] == '*')
        return 1;
    while (length < left && !ends_token(word[length]) && word[length] != '*')
        length++;
    return length;
}

/* The length of a number with its dots, of dots alone, or of digits that are the whole word; 0 if
 * the word begins with none of them. An ellipsis character is three dots. */
static size_t number_length(const char *word, size_t length, size_t *digits, size_t *dots) {
    static const char ellipsis[] = "\xe2\x80\xa6";
    size_t used = 0;
    *dots = 0;
    while (used < length && word[used] >= '0' && word[used] <= '9')
        used++;
    *digits = used;
    for (;;) {
        size_t dot = used < length && word[used] == '.'                            ? 1
                     : length - used >= 3 && memcmp(word + used, ellipsis, 3) == 0 ? 3
                                                                                   : 0;
        if (dot == 0)
            break;
        used += dot;
        *dots += dot;
    }
    return *dots > 0 || used == length ? used : 0;
}

bool gamescan_token_is(GameToken token, const char *text) {
    return token.length == strlen(text) && memcmp(token.bytes, text, token.length) == 0;
}

bool gamescan_token_result(GameToken token, Result *result) {
    if (token.length == 0 || !strchr("*01", token.bytes[0]))
        return false;
    for (*result = RESULT_OPEN; *result <= RESULT_DRAW; ++*result)
        if (gamescan_token_is(token, result_text(*result)))
            return true;
    return false;
}

void gamescan_number(GameToken token, long *number, size_t *dots) {
    enum { NUMBER_LARGEST = 1000000 };
    size_t digits;
    number_length(token.bytes, token.length, &digits, dots);
    *number = digits > 0 ? 0 : -1;
    for (size_t i = 0; i < digits && *number < NUMBER_LARGEST; i++)
        *number = *number * 10 + (token.bytes[i] - '0');
}

static bool is_annotation(GameToken word) {
    for (size_t i = 0; i < word.length; i++)
        if (word.bytes[i] != '!' && word.bytes[i] != '?')
            return false;
    return true;
}

/* --- elements --- */

/* Takes a token and the bytes before and after it. */
static GameToken take(GameReader *reader, size_t before, size_t length, size_t after) {
    gamescan_advance(reader, before);
    GameToken token = {reader->at, reader->text + reader->at.offset, length};
    gamescan_advance(reader, length + after);
    return token;
}

bool gamescan_comment(GameReader *reader, GameElement *element, GameToken *token) {
    const char *at = reader->text + reader->at.offset;
    size_t left = reader->length - reader->at.offset;
    if (left > 0 && *at == ';') {
        *token = take(reader, 1, gamescan_rest_of_line(reader) - 1, 0);
        *element = ELEMENT_LINE_COMMENT;
        return true;
    }
    const char *end = left > 0 && *at == '{' ? memchr(at, '}', left) : NULL;
    if (!end)
        return false;
    *token = take(reader, 1, (size_t)(end - at) - 1, 1);
    *element = ELEMENT_COMMENT;
    return true;
}

/* The length of a numeric annotation glyph, "$14"; 0 if there is none. */
static size_t glyph_length(const GameReader *reader) {
    const char *at = reader->text + reader->at.offset;
    size_t left = reader->length - reader->at.offset, length = 1;
    while (length < left && at[length] >= '0' && at[length] <= '9')
        length++;
    return left > 0 && at[0] == '$' && length > 1 ? length : 0;
}

/* Finds what a word is, and its length. A number with dots ends before a move without a blank. */
static GameElement classify_word(const GameReader *reader, GameToken *token) {
    size_t digits, dots;
    Result result;
    token->length = number_length(token->bytes, reader->length - reader->at.offset, &digits, &dots);
    if (dots > 0)
        return ELEMENT_NUMBER;
    token->length = word_length(reader);
    return token->length == 0                       ? ELEMENT_NONE
           : gamescan_token_result(*token, &result) ? ELEMENT_RESULT
           : digits == token->length                ? ELEMENT_NUMBER
           : is_annotation(*token)                  ? ELEMENT_ANNOTATION
                                                    : ELEMENT_MOVE;
}

static GameElement next_word(GameReader *reader, GameToken *token) {
    *token = (GameToken){reader->at, reader->text + reader->at.offset, 0};
    GameElement element = classify_word(reader, token);
    size_t length = token->length;
    if (reader->foreign) {
        gamescan_advance(reader, length); /* steps may be in several lines */
    } else {
        reader->at.offset += length;
        reader->at.column += length;
    }
    reader->half_moves += element == ELEMENT_MOVE;
    return element;
}

/* Returns whether a word has the form of a move, in either family of pawns. */
static bool looks_like_move(GameToken word) {
    char text[NOTATION_LONGEST + 1];
    static const PawnFamily families[] = {PAWNS_CONGO, PAWNS_MEGA};
    if (word.length >= sizeof text || memchr(word.bytes, '\0', word.length))
        return false;
    memcpy(text, word.bytes, word.length);
    text[word.length] = '\0';
    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++) {
        Variant variant = *variant_default();
        variant.pawns = families[i];
        Position start;
        NotationFits fits;
        position_start(&start, &variant);
        if (notation_find(&start, text, &fits, NULL))
            return true;
    }
    return false;
}

/* Returns whether a parenthesis of a foreign text begins with a move, with or without a number. */
static bool parenthesis_has_moves(const GameReader *reader) {
    GameReader inside = *reader;
    GameToken token;
    gamescan_advance(&inside, 1);
    for (;;) {
        while (text_is_space(gamescan_peek(&inside)))
            gamescan_advance(&inside, 1);
        GameElement element = next_word(&inside, &token);
        if (element != ELEMENT_NUMBER)
            return element == ELEMENT_MOVE && looks_like_move(token);
    }
}

/* In a foreign text, what stands in parentheses may also be the steps of a move, or prose. */
static bool at_variation(const GameReader *reader) {
    return gamescan_peek(reader) == '(' &&
           (!reader->foreign || (steps_length(reader) == 0 && parenthesis_has_moves(reader)));
}

static size_t variation_length(const GameReader *reader, SidelineFault *fault) {
    return sideline_read(reader->text + reader->at.offset, reader->length - reader->at.offset, NULL,
                         fault);
}

/* Takes a glyph, a variation or a word. */
static GameElement next_element(GameReader *reader, GameToken *token) {
    size_t length = glyph_length(reader);
    if (length > 0) {
        *token = take(reader, 0, length, 0);
        return ELEMENT_ANNOTATION;
    }
    if (!at_variation(reader))
        return next_word(reader, token);
    length = variation_length(reader, NULL);
    if (length == 0)
        return ELEMENT_NONE;
    *token = take(reader, 0, length, 0);
    return ELEMENT_VARIATION;
}

unsigned char gamescan_mark(GameToken token) {
    char marks[3] = "";
    size_t first = token.length, count = 0;
    while (first > 0 && strchr("#!?", token.bytes[first - 1]))
        first--;
    for (; first < token.length && count < 2; first++)
        if (token.bytes[first] != '#')
            marks[count++] = token.bytes[first];
    unsigned char glyph = RECORD_MARK_MAX;
    while (glyph > 0 && strcmp(record_mark_text(glyph), marks) != 0)
        glyph--;
    return glyph;
}

unsigned char gamescan_glyph(GameToken token) {
    if (token.bytes[0] != '$')
        return gamescan_mark(token);
    unsigned number = 0;
    for (size_t i = 1; i < token.length && number <= UCHAR_MAX; i++)
        number = number * 10 + (unsigned)(token.bytes[i] - '0');
    return number <= UCHAR_MAX ? (unsigned char)number : 0;
}

/* --- notes and boards in a foreign text --- */

/* Returns whether a line begins with a tag; "[1]" and "[see below](...)" are not. */
static bool at_tag(const GameReader *reader) {
    const char *at = reader->text + reader->at.offset;
    const char *end = at + gamescan_rest_of_line(reader);
    if (at == end || *at++ != '[')
        return false;
    while (at < end && *at != '"' && *at != ']' && *at != '(')
        at++;
    return at < end && *at == '"';
}

static bool is_due(const GameReader *reader, GameToken token) {
    long number;
    size_t dots;
    gamescan_number(token, &number, &dots);
    return dots > 0 && number > 0 && (size_t)number == reader->half_moves / 2 + 1;
}

/* Returns whether the rest of the line holds no moves. A line of moves begins with the number that
 * is due, or with any number and a move, or consists of moves. */
static bool at_note(const GameReader *reader) {
    GameReader line = *reader;
    size_t words = 0, results = 0;
    bool numbered = false;
    char first = gamescan_peek(reader);
    if (first == '{' || first == ';' || at_tag(reader) || at_variation(reader))
        return false;
    line.length = line.at.offset + gamescan_rest_of_line(reader);
    for (;;) {
        GameToken token;
        while (!gamescan_at_end(&line) && text_is_space(gamescan_peek(&line)))
            gamescan_advance(&line, 1);
        char c = gamescan_peek(&line);
        if (gamescan_at_end(&line) || c == '{' || c == ';' || at_variation(&line))
            return words + results == 0 || results > 1;
        GameElement element = next_element(&line, &token);
        if (element == ELEMENT_NONE || (element == ELEMENT_MOVE && !looks_like_move(token)))
            return true;
        if (element == ELEMENT_MOVE && numbered)
            return false;
        numbered = element == ELEMENT_NUMBER && words == 0;
        if (numbered && is_due(reader, token))
            return false;
        words += element == ELEMENT_MOVE;
        results += element == ELEMENT_RESULT;
    }
}

/* Skips the rest of a line without moves. Returns false if there are some. */
static bool skip_note(GameReader *reader) {
    if (reader->moves_line == reader->at.line)
        return false;
    if (!at_note(reader)) {
        reader->moves_line = reader->at.line;
        return false;
    }
    if (reader->on_remark)
        reader->on_remark(reader->remark_context, REMARK_NOTE, reader->at, "");
    gamescan_advance(reader, gamescan_rest_of_line(reader));
    return true;
}

void gamescan_skip_blanks(GameReader *reader) {
    while (!gamescan_at_end(reader)) {
        if (text_is_space(gamescan_peek(reader)))
            gamescan_advance(reader, 1);
        else if (gamescan_peek(reader) == '%' && reader->at.column == 1)
            gamescan_advance(reader, gamescan_rest_of_line(reader));
        else if (!reader->foreign || !skip_note(reader))
            break;
    }
}

GameElement gamescan_next(GameReader *reader, GameToken *token) {
    GameElement element;
    gamescan_skip_blanks(reader);
    if (gamescan_comment(reader, &element, token))
        return element;
    if (reader->foreign && (gamescan_at_end(reader) || gamescan_at_tags(reader)))
        return ELEMENT_END;
    return next_element(reader, token);
}

static bool reject_parenthesis(GameFaults *faults) {
    SidelineFault fault;
    GameReader at = *faults->reader;
    if (!at_variation(&at))
        return gamescan_fail(faults, at.at, ERROR_SYNTAX,
                             "expected a move, a comment or the result, found '('");
    variation_length(&at, &fault);
    gamescan_advance(&at, fault.offset);
    return gamescan_fail(faults, at.at, ERROR_SYNTAX, "%s", fault.sentence);
}

bool gamescan_reject(GameFaults *faults) {
    const GameReader *reader = faults->reader;
    GamePlace place = reader->at;
    char c = gamescan_peek(reader);
    if (gamescan_at_end(reader))
        return gamescan_fail(faults, place, ERROR_SYNTAX,
                             "the text ends before the result of the game, such as 1-0 or *");
    switch (c) {
    case '{':
        return gamescan_fail(faults, place, ERROR_SYNTAX,
                             "the comment that begins here has no end, '}'");
    case '$':
        return gamescan_fail(faults, place, ERROR_SYNTAX, "expected a number after '$'");
    case '(':
        return reject_parenthesis(faults);
    case ')':
        return gamescan_fail(faults, place, ERROR_SYNTAX, "a ')' without a '(' before it");
    case '[':
        return gamescan_fail(faults, place, ERROR_SYNTAX,
                             "expected the result of the game before the next tags");
    case '\0':
        return gamescan_fail(faults, place, ERROR_SYNTAX, "a NUL byte; expected text");
    default:
        return gamescan_fail(faults, place, ERROR_SYNTAX,
                             "expected a move, a comment or the result, found '%c'", c);
    }
}
