#include <config.h>

#include "rules/games/gamereader.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/text.h"
#include "rules/fen.h"
#include "rules/comment.h"
#include "rules/games/gametags.h"
#include "rules/notation.h"

typedef struct GameToken {
    GamePlace place;
    const char *bytes; /* in the reader's text */
    size_t length;
} GameToken;

typedef enum GameElement {
    ELEMENT_MOVE,         /* a word that should be a move */
    ELEMENT_NUMBER,       /* a move's number, dots, or both */
    ELEMENT_RESULT,       /* "1-0"; the token is a result_text() */
    ELEMENT_COMMENT,      /* the text between two braces */
    ELEMENT_LINE_COMMENT, /* the text after ';' */
    ELEMENT_ANNOTATION,   /* "!?", "$14" */
    ELEMENT_VARIATION,    /* "(2. D3)" */
    ELEMENT_END,          /* of the text, or before the next tags: the result is missing */
    ELEMENT_NONE          /* none of these: an error, which gamescan_reject() explains */
} GameElement;

/* ---- bytes ---- */

static bool gamescan_at_end(const GameReader *reader) {
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

/* Returns the number of bytes up to the end of the line. */
static size_t gamescan_rest_of_line(const GameReader *reader) {
    size_t length = 0;
    while (reader->at.offset + length < reader->length &&
           !gamescan_is_break(reader->text[reader->at.offset + length]))
        length++;
    return length;
}

/* Returns whether the next byte may begin the tags of another game. */
static bool gamescan_at_tags(const GameReader *reader) {
    return gamescan_peek(reader) == '[' && reader->at.column == 1;
}

/* ---- faults ---- */

/* Reports the fault with its place. */
static void report(const GameReader *reader, GameRemark remark, GamePlace place, Error *error) {
    error_prefix(error, "%s:%zu:%zu: ", reader->name, place.line, place.column);
    if (reader->on_remark)
        reader->on_remark(reader->remark_context, remark, place, error->text);
}

/* The same for an error without a place. */
static bool gamescan_fail_with(GameFaults *faults, GamePlace place, const Error *error) {
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

/* Reports a slip: an error for a strict reader. */
static void PRINTF_LIKE(3, 4)
    gamescan_slip(GameFaults *faults, GamePlace place, const char *format, ...) {
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

/* ---- words ---- */

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

static bool gamescan_token_is(GameToken token, const char *text) {
    return token.length == strlen(text) && memcmp(token.bytes, text, token.length) == 0;
}

static bool gamescan_token_result(GameToken token, Result *result) {
    if (token.length == 0 || !strchr("*01", token.bytes[0]))
        return false;
    for (*result = RESULT_OPEN; *result <= RESULT_DRAW; ++*result)
        if (gamescan_token_is(token, result_text(*result)))
            return true;
    return false;
}

/* Splits ELEMENT_NUMBER; *number is -1 without digits. */
static void gamescan_number(GameToken token, long *number, size_t *dots) {
    enum { NUMBER_LARGEST = 1000000 };
    MoveNumber read = notation_number(token.bytes, token.length);
    *dots = read.dots;
    *number = read.digits > 0 ? 0 : -1;
    for (size_t i = 0; i < read.digits && *number < NUMBER_LARGEST; i++)
        *number = *number * 10 + (token.bytes[i] - '0');
}

static bool is_annotation(GameToken word) {
    for (size_t i = 0; i < word.length; i++)
        if (word.bytes[i] != '!' && word.bytes[i] != '?')
            return false;
    return true;
}

/* ---- elements ---- */

/* Takes a token and the bytes before and after it. */
static GameToken take(GameReader *reader, size_t before, size_t length, size_t after) {
    gamescan_advance(reader, before);
    GameToken token = {reader->at, reader->text + reader->at.offset, length};
    gamescan_advance(reader, length + after);
    return token;
}

/* Takes a comment if one is next. */
static bool gamescan_comment(GameReader *reader, GameElement *element, GameToken *token) {
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

/* Finds the kind of a word, and its length. A number with dots ends before a move without a blank.
 * */
static GameElement classify_word(const GameReader *reader, GameToken *token) {
    Result result;
    MoveNumber number = notation_number(token->bytes, reader->length - reader->at.offset);
    token->length = number.length;
    if (number.dots > 0)
        return ELEMENT_NUMBER;
    token->length = word_length(reader);
    return token->length == 0                       ? ELEMENT_NONE
           : gamescan_token_result(*token, &result) ? ELEMENT_RESULT
           : number.length == token->length         ? ELEMENT_NUMBER
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

static size_t variation_length(const GameReader *reader, VariationFault *fault) {
    return variation_read(reader->text + reader->at.offset, reader->length - reader->at.offset,
                          NULL, fault);
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

/* Returns the glyph of a RecordPly that marks mean, "!?", or that a word ends with, "D3!?"; 0 if
 * there are none. More than two marks mean the first two. */
static unsigned char gamescan_mark(GameToken token) {
    char marks[3] = "";
    size_t first = token.length, count = 0;
    while (first > 0 && strchr("#+!?", token.bytes[first - 1]))
        first--;
    for (; first < token.length && count < 2; first++)
        if (strchr("!?", token.bytes[first]))
            marks[count++] = token.bytes[first];
    unsigned char glyph = RECORD_MARK_MAX;
    while (glyph > 0 && strcmp(record_mark_text(glyph), marks) != 0)
        glyph--;
    return glyph;
}

/* Returns the glyph that ELEMENT_ANNOTATION means, or 0 for a number that a RecordPly does not
 * have. */
static unsigned char gamescan_glyph(GameToken token) {
    if (token.bytes[0] != '$')
        return gamescan_mark(token);
    unsigned number = 0;
    for (size_t i = 1; i < token.length && number <= UCHAR_MAX; i++)
        number = number * 10 + (unsigned)(token.bytes[i] - '0');
    return number <= UCHAR_MAX ? (unsigned char)number : 0;
}

/* ---- notes and boards in a foreign text ---- */

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

/* Takes the next element. Nothing is taken at ELEMENT_END and ELEMENT_NONE. */
static GameElement gamescan_next(GameReader *reader, GameToken *token) {
    GameElement element;
    gamescan_skip_blanks(reader);
    if (gamescan_comment(reader, &element, token))
        return element;
    if (gamescan_at_end(reader) || gamescan_at_tags(reader))
        return ELEMENT_END;
    return next_element(reader, token);
}

static bool reject_parenthesis(GameFaults *faults) {
    VariationFault fault;
    GameReader at = *faults->reader;
    if (!at_variation(&at))
        return gamescan_fail(faults, at.at, ERROR_SYNTAX,
                             "expected a move, a comment or the result, found '('");
    variation_length(&at, &fault);
    gamescan_advance(&at, fault.offset);
    return gamescan_fail(faults, at.at, ERROR_SYNTAX, "%s", fault.sentence);
}

/* Reports why the next bytes are no element. Returns false. */
static bool gamescan_reject(GameFaults *faults) {
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

/* ---- words as moves ----
 * A word that deviates from the notation is reported, and the words that follow settle an
 * ambiguous one. */

enum {
    WORD_SIZE = NOTATION_LONGEST + 2, /* a longer word is not a move, nor is its start */
    NESTING_MAX = 100,                /* ambiguous words that are tried together */
    BUDGET_PER_MOVE = 8,              /* a game that is read pays for trying moves in it */
    BUDGET_MAX = 1000000
};

/* The number of plies that can be read after a move. */
typedef struct Reach {
    size_t plies;   /* SIZE_MAX: to its end */
    GameToken stop; /* the word that does not fit */
} Reach;

static const char *copy_word(GameToken word, char text[WORD_SIZE]) {
    size_t length = word.length < WORD_SIZE ? word.length : WORD_SIZE - 1;
    memcpy(text, word.bytes, length);
    text[length] = '\0';
    return text;
}

/* ---- numbers ---- */

/* Checks a number, or dots, before the next move of the record. */
static void gamemoves_check_number(GameFaults *faults, const Record *record, GameToken token) {
    char excerpt[EXCERPT_SIZE];
    long number;
    size_t dots;
    gamescan_number(token, &number, &dots);
    bool black = position_side(record_position(record)) == BLACK;
    bool black_began = position_side(record_position_at(record, 0)) == BLACK;
    size_t right = (record->count + black_began) / 2 + 1;
    if ((number < 0 || (size_t)number == right) && (black || dots <= 1))
        return;
    text_excerpt(token.bytes, token.length, excerpt);
    const char *right_dots = black ? "..." : ".";
    if (faults->strict)
        gamescan_slip(faults, token.place, "expected %zu%s, found %s", right, right_dots, excerpt);
    else
        gamescan_slip(faults, token.place, "the number %s is read as %zu%s", excerpt, right,
                      right_dots);
}

/* ---- ambiguous words ---- */

static Reach find_reach(GameReader *reader, Record *record, int nesting);

/* Returns how far the game can be read after one of the fitting moves. Restores the record. */
static Reach try_move(GameReader *reader, Record *record, Move move, int nesting) {
    size_t ply = record->current;
    GameReader ahead = *reader;
    ahead.on_remark = NULL;
    Reach reach = {.plies = ply};
    if (record_play_legal(record, move, -1, -1, NULL))
        reach = find_reach(&ahead, record, nesting + 1);
    reader->budget = ahead.budget;
    record_go_to(record, ply);
    record_truncate(record);
    return reach;
}

/* Returns whether the game may end here with that result. */
static bool may_end(const Record *record, GameToken token) {
    Result result;
    return !record_is_over(record) ||
           (gamescan_token_result(token, &result) && record_outcome(record).result == result);
}

/* Returns the longest legal continuation of the candidates of an ambiguous word. */
static Reach best_reach(GameReader *reader, Record *record, const NotationFits *fits, int nesting) {
    Reach best = try_move(reader, record, fits->fit[0].move, nesting);
    for (size_t i = 1; i < fits->count && best.plies < SIZE_MAX; i++) {
        Reach reach = try_move(reader, record, fits->fit[i].move, nesting);
        best = reach.plies > best.plies ? reach : best;
    }
    return best;
}

/* Plays the words that follow as far as they fit. An ambiguous one means the move that goes
 * furthest. */
static Reach find_reach(GameReader *reader, Record *record, int nesting) {
    GameToken token;
    for (;;) {
        char text[WORD_SIZE];
        NotationFits fits;
        GameElement element = gamescan_next(reader, &token);
        if (element == ELEMENT_END)
            return (Reach){SIZE_MAX, token};
        if (element == ELEMENT_RESULT)
            return (Reach){may_end(record, token) ? SIZE_MAX : record->count, token};
        if (element == ELEMENT_NONE)
            return (Reach){record->count, token};
        if (element != ELEMENT_MOVE)
            continue;
        if (reader->budget == 0 || nesting > NESTING_MAX) {
            reader->budget = 0;
            return (Reach){record->count, token};
        }
        reader->budget--;
        if (!record_find_moves(record, copy_word(token, text), &fits, NULL))
            return (Reach){record->count, token};
        if (fits.count > 1)
            return best_reach(reader, record, &fits, nesting);
        if (!record_play_legal(record, fits.fit[0].move, -1, -1, NULL))
            return (Reach){record->count, token};
    }
}

/* Reports the reading of a word. `why` explains it, or is empty. */
static void report_slip(GameFaults *faults, const Record *record, GameToken word, Move move,
                        const char *why) {
    char right[NOTATION_SIZE], found[WORD_SIZE];
    notation_write(record_position(record), move, notation_congo, right);
    copy_word(word, found);
    if (faults->strict)
        gamescan_slip(faults, word.place, "expected %s, found %s%s", right, found, why);
    else
        gamescan_slip(faults, word.place, "\"%s\" is read as %s%s", found, right, why);
}

/* Reports that the game continues after only one of the moves, with the word that rules out the
 * last other. */
static void report_settled(GameFaults *faults, const Record *record, GameToken word,
                           const NotationFits *fits, size_t chosen, GameToken stop) {
    char excerpt[EXCERPT_SIZE];
    Buffer why = {0};
    text_excerpt(stop.bytes, stop.length, excerpt);
    buffer_add_format(&why, ": what follows, up to \"%s\" in line %zu, rules out ", excerpt,
                      stop.place.line);
    for (size_t i = 0, listed = 0; i < fits->count; i++) {
        char move[NOTATION_SIZE];
        if (i == chosen)
            continue;
        notation_write(record_position(record), fits->fit[i].move, notation_congo, move);
        buffer_add_format(&why, "%s%s", listed++ > 0 ? ", " : "", move);
    }
    report_slip(faults, record, word, fits->fit[chosen].move, why.bytes);
    buffer_free(&why);
}

/* Chooses the move with the longest legal continuation. Returns false if the search exceeded its
 * budget. */
static bool settle(GameFaults *faults, Record *record, GameToken word, const char *text,
                   const NotationFits *fits, size_t *chosen) {
    GameReader *reader = faults->reader;
    Reach best = {.plies = 0}, next = {.plies = 0};
    for (size_t i = 0; i < fits->count; i++) {
        Reach reach = try_move(reader, record, fits->fit[i].move, 0);
        if (reach.plies > best.plies) {
            next = best;
            best = reach;
            *chosen = i;
        } else if (reach.plies > next.plies) {
            next = reach;
        }
    }
    if (reader->budget > 0 && best.plies > next.plies) {
        report_settled(faults, record, word, fits, *chosen, next.stop);
        return true;
    }
    Error error = {0};
    Move move;
    notation_choose(record_position(record), text, fits, notation_congo, &move, NULL, &error);
    gamescan_fail_with(faults, word.place, &error);
    return reader->budget > 0;
}

/*
 * Finds the move that a word means at the end of the record; the reader is behind the word. Returns
 * false if reading cannot continue. A word that stays ambiguous is an error, but its first move is
 * taken if the words that follow were tried, so that they are checked too.
 */
static bool gamemoves_read(GameFaults *faults, Record *record, GameToken word, Move *move) {
    GameReader *reader = faults->reader;
    char text[WORD_SIZE];
    NotationFits fits;
    Error error = {0};
    size_t chosen = 0;
    copy_word(word, text);
    if (!record_find_moves(record, text, &fits, &error))
        return gamescan_fail_with(faults, word.place, &error);
    if (fits.count > 1 && !settle(faults, record, word, text, &fits, &chosen))
        return false;
    *move = fits.fit[chosen].move;
    if (fits.count == 1 && fits.fit[0].deviations)
        report_slip(faults, record, word, *move, "");
    if (reader->budget < BUDGET_MAX)
        reader->budget += BUDGET_PER_MOVE;
    return true;
}

enum { BUDGET_INITIAL = 20000 }; /* moves */

typedef struct GameParse {
    GameReader *reader;
    GameFaults faults;
    GameTags tags;
    Record *record; /* NULL until the tags are read */
    /* Since the last move: */
    Buffer comment;
    Buffer variations;
    CommentCommands commands;
    unsigned char glyphs[RECORD_GLYPHS_MAX + 1];
    bool ended; /* the result was read */
    GameToken result;
    Error doubt; /* the first contradiction in how the game ended, and its place */
    GamePlace doubt_place;
} GameParse;

static GamePlace tag_place(const GameTag *tag) {
    return (GamePlace){0, tag->line, tag->column};
}

/* ---- notes on a move ---- */

static const CommentCommands no_commands = {.used = -1, .clock = -1};

static void keep_comment(GameParse *parse, GameElement element, GameToken token) {
    bool after_move = parse->record && parse->record->count > 0;
    if (element == ELEMENT_LINE_COMMENT)
        comment_read_line(token.bytes, token.length, &parse->comment);
    else
        comment_read(token.bytes, token.length, after_move, &parse->comment, &parse->commands);
}

/* Keeps a glyph of the last move, if it has one more. 0 is none. */
static void keep_glyph(GameParse *parse, unsigned char glyph) {
    size_t count = strlen((const char *)parse->glyphs);
    if (count < RECORD_GLYPHS_MAX && !memchr(parse->glyphs, glyph, count))
        parse->glyphs[count] = glyph;
}

static bool keep_variation(GameParse *parse, GameToken token) {
    if (parse->record->count == 0)
        return gamescan_fail(
            &parse->faults, token.place, ERROR_SYNTAX,
            "a variation before the first move; it belongs behind the move that it "
            "replaces");
    variation_read(token.bytes, token.length, &parse->variations, NULL);
    return true;
}

/* Reads the comments that are next. */
static void read_comments(GameParse *parse) {
    GameElement element;
    GameToken token;
    gamescan_skip_blanks(parse->reader);
    while (gamescan_comment(parse->reader, &element, &token)) {
        keep_comment(parse, element, token);
        gamescan_skip_blanks(parse->reader);
    }
}

static bool attach_comment(GameParse *parse) {
    if (parse->comment.length == 0)
        return true;
    if (memchr(parse->comment.bytes, '\0', parse->comment.length))
        return gamescan_fail(&parse->faults, parse->reader->at, ERROR_SYNTAX,
                             "the comment before this has a NUL byte");
    record_set_comment(parse->record, parse->record->count, parse->comment.bytes);
    return true;
}

/* Gives the last move, or the start, what was read since. */
static bool attach_notes(GameParse *parse) {
    Record *record = parse->record;
    if (!attach_comment(parse))
        return false;
    record_set_score(record, record->count, &parse->commands.score);
    if (record->count > 0) {
        record_set_times(record, record->count, parse->commands.used, parse->commands.clock);
        record_set_glyphs(record, record->count, parse->glyphs);
        record_set_variations(record, record->count, parse->variations.bytes);
    }
    buffer_clear(&parse->comment);
    buffer_clear(&parse->variations);
    parse->commands = no_commands;
    memset(parse->glyphs, 0, sizeof parse->glyphs);
    return true;
}

/* ---- tags and start ---- */

static bool read_tags(GameParse *parse) {
    for (;;) {
        read_comments(parse);
        if (gamescan_peek(parse->reader) != '[')
            return true;
        if (!gametags_read(&parse->faults, &parse->tags))
            return false;
    }
}

static bool keep_tags(GameParse *parse) {
    for (size_t i = 0; i < parse->tags.count; i++) {
        const GameTag *tag = &parse->tags.tags[i];
        const char *unknown = gametags_unknown(tag->name);
        if (record_tag_is_reserved(tag->name) || (unknown && strcmp(tag->value, unknown) == 0))
            continue;
        if (!record_set_tag(parse->record, tag->name, tag->value))
            return gamescan_fail(&parse->faults, tag_place(tag), ERROR_RANGE,
                                 "a game has at most %d tags", RECORD_TAGS_MAX);
    }
    return true;
}

static bool begin_record(GameParse *parse) {
    Variant variant;
    Position start;
    const GameTag *wrong_tag;
    Error error = {0};
    if (!gametags_read_variant(&parse->tags, &variant, &wrong_tag, &error))
        return gamescan_fail_with(&parse->faults, tag_place(wrong_tag), &error);
    const Position *default_start =
        gametags_find(&parse->tags, "Variant") ? NULL : parse->reader->start;
    if (default_start)
        variant = *default_start->variant;
    const GameTag *fen = gametags_find(&parse->tags, "FEN");
    if (!fen && default_start) {
        start = *default_start;
    } else if (!fen) {
        position_start(&start, &variant);
    } else if (!fen_parse(fen->value, &variant, &start, &error)) {
        error_prefix(&error, "the FEN tag: ");
        return gamescan_fail_with(&parse->faults, tag_place(fen), &error);
    }
    parse->record = record_create(&start);
    parse->reader->half_moves = position_side(&start) == BLACK;
    return keep_tags(parse);
}

/* ---- moves ---- */

static bool play(GameParse *parse, GameToken word) {
    Move move;
    Error error = {0};
    if (!gamemoves_read(&parse->faults, parse->record, word, &move) || !attach_notes(parse))
        return false;
    keep_glyph(parse, gamescan_mark(word));
    return record_play_legal(parse->record, move, -1, -1, &error) ||
           gamescan_fail_with(&parse->faults, word.place, &error);
}

/* Returns whether a game may do without a result. A text that holds nothing else is no game. */
static bool may_end_here(const GameParse *parse) {
    if (parse->reader->foreign)
        return true;
    return !parse->faults.strict && parse->tags.count + parse->record->count > 0;
}

static bool read_moves(GameParse *parse) {
    for (;;) {
        GameToken token;
        GameElement element = gamescan_next(parse->reader, &token);
        switch (element) {
        case ELEMENT_MOVE:
            if (!play(parse, token))
                return false;
            break;
        case ELEMENT_NUMBER:
            gamemoves_check_number(&parse->faults, parse->record, token);
            break;
        case ELEMENT_COMMENT:
        case ELEMENT_LINE_COMMENT:
            keep_comment(parse, element, token);
            break;
        case ELEMENT_ANNOTATION:
            keep_glyph(parse, gamescan_glyph(token));
            break;
        case ELEMENT_VARIATION:
            if (!keep_variation(parse, token))
                return false;
            break;
        case ELEMENT_RESULT:
            parse->ended = true;
            parse->result = token;
            return true;
        case ELEMENT_END:
            return may_end_here(parse) || gamescan_reject(&parse->faults);
        case ELEMENT_NONE:
            return gamescan_reject(&parse->faults);
        }
    }
}

/* ---- the result ---- */

/* Keeps the first thing that contradicts how the game ended. */
static void PRINTF_LIKE(3, 4) doubt(GameParse *parse, GamePlace place, const char *format, ...) {
    if (parse->doubt.code != ERROR_NONE)
        return;
    va_list arguments;
    va_start(arguments, format);
    format_error(&parse->doubt, ERROR_STATE, format, arguments);
    va_end(arguments);
    parse->doubt_place = place;
}

/* Reports what was in doubt: an error for a strict reader, else a slip that says, unless it is
 * said, how the game was taken to have ended. */
static void report_doubt(GameParse *parse) {
    Outcome outcome = record_outcome(parse->record);
    const Error *why = &parse->doubt;
    if (why->code == ERROR_NONE)
        return;
    if (parse->faults.strict)
        gamescan_fail_with(&parse->faults, parse->doubt_place, why);
    else if (why->text[strlen(why->text) - 1] == '.')
        gamescan_slip(&parse->faults, parse->doubt_place, "%s", why->text);
    else if (outcome_is_over(outcome))
        gamescan_slip(&parse->faults, parse->doubt_place, "%s; read as %s: %s", why->text,
                      result_text(outcome.result), outcome_sentence(outcome));
    else
        gamescan_slip(&parse->faults, parse->doubt_place, "%s; read as %s", why->text,
                      result_text(outcome.result));
}

static bool find_reason(const char *word, Reason *reason) {
    for (*reason = REASON_NONE; *reason <= REASON_ABORTED; ++*reason)
        if (strcmp(word, reason_word(*reason)) == 0)
            return true;
    return false;
}

static bool read_reason(GameParse *parse, const GameTag *tag, Reason *reason) {
    *reason = REASON_NONE;
    if (!tag || find_reason(tag->value, reason))
        return true;
    char excerpt[EXCERPT_SIZE];
    return gamescan_fail(&parse->faults, tag_place(tag), ERROR_SYNTAX,
                         "the Reason tag: expected resigned, agreed, time or aborted, found \"%s\"",
                         text_excerpt(tag->value, strlen(tag->value), excerpt));
}

/* Finds the result that the text states: the one after the moves, or the tag's if that is missing
 * or "*". Returns false if it states none. */
static bool find_result(GameParse *parse, Result *result) {
    const GameTag *tag = gametags_find(&parse->tags, "Result");
    GameToken token = {.length = 0};
    Result of_tag;
    if (tag)
        token = (GameToken){tag_place(tag), tag->value, strlen(tag->value)};
    bool tagged = gamescan_token_result(token, &of_tag);
    *result = RESULT_OPEN;
    if (parse->ended)
        gamescan_token_result(parse->result, result);
    else
        parse->result = token;
    if (tagged && *result == RESULT_OPEN)
        *result = of_tag;
    return parse->ended || tagged;
}

/* Notes where the result is missing, or stated in two ways. */
static void doubt_statement(GameParse *parse) {
    const GameTag *tag = gametags_find(&parse->tags, "Result");
    char found[EXCERPT_SIZE], excerpt[EXCERPT_SIZE];
    if (!parse->ended && !parse->reader->foreign)
        doubt(parse, parse->reader->at, "there is no result after the moves");
    else if (parse->ended && tag && !gamescan_token_is(parse->result, tag->value))
        doubt(parse, parse->result.place,
              "the result after the moves is %s, but the Result tag says \"%s\"",
              text_excerpt(parse->result.bytes, parse->result.length, found),
              text_excerpt(tag->value, strlen(tag->value), excerpt));
}

/* Checks result and reason against moves that have ended the game. */
static void check_ended(GameParse *parse, Result result, const GameTag *tag, Reason reason) {
    Outcome outcome = record_outcome(parse->record);
    if (result != outcome.result)
        doubt(parse, parse->result.place, "the result is %s, but the moves say %s: %s",
              result_text(result), result_text(outcome.result), outcome_sentence(outcome));
    if (reason != REASON_NONE && reason != outcome.reason)
        doubt(parse, tag_place(tag), "the Reason tag says %s, but: %s", tag->value,
              outcome_sentence(outcome));
}

/* Declares the end of a game that the moves leave open, if its result and reason say that it ended.
 * Without a reason that goes with the result, the loser resigned or a draw was agreed. */
static void check_open(GameParse *parse, Result result, const GameTag *tag, Reason reason) {
    if (reason != REASON_NONE && record_declare(parse->record, (Outcome){result, reason}, NULL))
        return;
    if (reason != REASON_NONE)
        doubt(parse, tag_place(tag),
              "the Reason tag says %s, which does not go with the result %s after these moves",
              reason_word(reason), result_text(result));
    else if (result != RESULT_OPEN && !parse->reader->foreign)
        doubt(parse, parse->result.place,
              "the result is %s, but the moves leave the game open (*), and no Reason or "
              "Termination tag says why it ended",
              result_text(result));
    reason = result == RESULT_DRAW ? REASON_AGREED : REASON_RESIGNED;
    if (result != RESULT_OPEN)
        record_declare(parse->record, (Outcome){result, reason}, NULL);
}

/* Checks the Termination tag against the end of the game. Does not keep one that is wrong, or that
 * says no more than the result. */
static void check_termination(GameParse *parse, const GameTag *tag) {
    Outcome outcome = record_outcome(parse->record);
    if (!tag)
        return;
    bool agrees = gametags_termination_agrees(tag->value, outcome);
    if (!agrees)
        doubt(parse, tag_place(tag), "the Termination tag says %s, but: %s", tag->value,
              outcome_sentence(outcome));
    if (!agrees || strcmp(tag->value, gametags_termination(outcome)) == 0)
        record_set_tag(parse->record, tag->name, NULL);
}

static void check_result(GameParse *parse) {
    Result result;
    Reason reason;
    const GameTag *reason_tag = gametags_find(&parse->tags, "Reason");
    const GameTag *termination = gametags_find(&parse->tags, "Termination");
    if (!read_reason(parse, reason_tag, &reason))
        return;
    doubt_statement(parse);
    if (!find_result(parse, &result))
        result = record_outcome(parse->record).result;
    Reason implied = REASON_NONE; /* by the Termination tag */
    if (termination && !gametags_read_termination(termination->value, result, &implied))
        doubt(parse, tag_place(termination),
              "the Termination tag says %s, which does not go with the result %s",
              termination->value, result_text(result));
    if (record_is_over(parse->record))
        check_ended(parse, result, reason_tag, reason);
    else
        check_open(parse, result, reason_tag ? reason_tag : termination,
                   reason == REASON_NONE ? implied : reason);
    check_termination(parse, termination);
    report_doubt(parse);
}

/* ---- the complete game ---- */

/* Reads the comments after the result, which belong to the game that has just ended. */
static bool read_end(GameParse *parse) {
    read_comments(parse);
    return gamescan_peek(parse->reader) != '{' ? attach_notes(parse)
                                               : gamescan_reject(&parse->faults);
}

static void begin_game(GameReader *reader) {
    reader->game++;
    reader->deviations = 0;
    reader->half_moves = 0;
}

static void leave_failed(GameReader *reader, bool whole) {
    reader->failed = reader->at;
    reader->failed_whole = whole;
    reader->at.offset = reader->length;
}

Record *gamereader_next(GameReader *reader, bool strict, Error *error) {
    Error first = {0};
    GameParse parse = {
        .reader = reader, .faults = {reader, strict, false, &first}, .commands = no_commands};
    begin_game(reader);
    bool whole =
        read_tags(&parse) && begin_record(&parse) && read_moves(&parse) && read_end(&parse);
    if (whole)
        check_result(&parse);
    reader->cut_off = !parse.ended;
    gametags_free(&parse.tags);
    buffer_free(&parse.comment);
    buffer_free(&parse.variations);
    if (!parse.faults.wrong)
        return parse.record;
    record_free(parse.record);
    leave_failed(reader, whole);
    if (error)
        *error = first;
    return NULL;
}

void gamereader_init(GameReader *reader, const char *name, const char *text, size_t length) {
    *reader = (GameReader){
        .name = name, .text = text, .length = length, .at = {0, 1, 1}, .budget = BUDGET_INITIAL};
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        reader->at.offset = 3;
}

bool gamereader_more(GameReader *reader) {
    reader->half_moves = 0;
    gamescan_skip_blanks(reader);
    return !gamescan_at_end(reader);
}

static void skip_line(GameReader *reader) {
    gamescan_advance(reader, gamescan_rest_of_line(reader));
    size_t line = reader->at.line;
    while (!gamescan_at_end(reader) && reader->at.line == line)
        gamescan_advance(reader, 1);
}

bool gamereader_recover(GameReader *reader) {
    bool after_empty = false;
    reader->at = reader->failed;
    if (reader->failed_whole)
        return gamereader_more(reader);
    if (gamescan_at_tags(reader))
        return true;
    skip_line(reader);
    while (!gamescan_at_end(reader) && !(after_empty && gamescan_peek(reader) == '[')) {
        after_empty = gamescan_rest_of_line(reader) == 0;
        skip_line(reader);
    }
    return !gamescan_at_end(reader);
}

/* ---- skipping ---- */

static char *copy_tag(const GameTags *tags, const char *name, const char *otherwise) {
    const GameTag *tag = gametags_find(tags, name);
    const char *value = tag && tag->value[0] ? tag->value : otherwise;
    return text_sanitize(value, strlen(value), false);
}

bool gamereader_skip(GameReader *reader, GameSummary *summary) {
    Error ignored = {0};
    GameParse parse = {.reader = reader, .faults = {reader, false, false, &ignored}};
    begin_game(reader);
    GameElement element = read_tags(&parse) ? ELEMENT_COMMENT : ELEMENT_NONE;
    while (element != ELEMENT_RESULT && element != ELEMENT_END && element != ELEMENT_NONE)
        element = gamescan_next(reader, &parse.result);
    parse.ended = element == ELEMENT_RESULT;
    if (element == ELEMENT_NONE)
        leave_failed(reader, false);
    else
        read_comments(&parse);
    if (summary) {
        *summary = (GameSummary){
            .white = copy_tag(&parse.tags, "White", "?"),
            .black = copy_tag(&parse.tags, "Black", "?"),
            .variant = copy_tag(&parse.tags, "Variant", variant_default()->name),
            .plies = reader->half_moves,
        };
        find_result(&parse, &summary->result);
    }
    gametags_free(&parse.tags);
    buffer_free(&parse.comment);
    return element != ELEMENT_NONE;
}

void gamereader_free_summary(GameSummary *summary) {
    free(summary->white);
    free(summary->black);
    free(summary->variant);
    *summary = (GameSummary){0};
}
