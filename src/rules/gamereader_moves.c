/* The moves of a game in a file, word by word. */
#include <config.h>

#include <string.h>

#include "rules/clean.h"
#include "rules/gamereading.h"
#include "rules/gamescan.h"
#include "rules/notation.h"

enum {
    WORD_SIZE = NOTATION_LONGEST + 2, /* a word cut to this is no move either */
    NUMBER_LARGEST = 1000000
};

/* --- words --- */

static bool ends_token(char c) {
    return c == '\0' || gamescan_is_blank(c) || strchr("{};()[]<>$", c);
}

/* The length of a move in parentheses at hand, in a foreign text; 0 if there is none. */
static size_t parenthesis_length(const GameReader *reader) {
    if (!reader->foreign || gamescan_peek(reader) != '(')
        return 0;
    size_t line = gamescan_rest_of_line(reader);
    const char *open = reader->text + reader->at.offset;
    const char *close = memchr(open, ')', line);
    return close ? (size_t)(close - open) + 1 : 0;
}

/* Takes the word at hand; "*" is always one of its own. */
static GameToken take_token(GameReader *reader) {
    GameToken word = {reader->at, reader->text + reader->at.offset, parenthesis_length(reader)};
    bool whole = word.length > 0;
    while (!whole && reader->at.offset + word.length < reader->length &&
           !ends_token(word.bytes[word.length]) &&
           (word.length == 0 || (word.bytes[0] != '*' && word.bytes[word.length] != '*')))
        word.length++;
    gamescan_advance(reader, word.length);
    return word;
}

bool gametoken_is(GameToken word, const char *text) {
    return word.length == strlen(text) && memcmp(word.bytes, text, word.length) == 0;
}

bool gametoken_result(GameToken word, Result *result) {
    for (Result i = RESULT_OPEN; i <= RESULT_DRAW; i++) {
        if (gametoken_is(word, result_text(i))) {
            *result = i;
            return true;
        }
    }
    return false;
}

/* --- moves --- */

static void drop_bytes(GameToken *word, size_t count) {
    word->bytes += count;
    word->length -= count;
    word->place.column += count;
}

/* Takes dots off the front of the word, "." or the one character for three, and counts them. */
static size_t take_dots(GameToken *word) {
    static const char ellipsis[] = "\xe2\x80\xa6";
    for (size_t dots = 0;;) {
        if (word->length > 0 && word->bytes[0] == '.') {
            drop_bytes(word, 1);
            dots++;
        } else if (word->length >= 3 && memcmp(word->bytes, ellipsis, 3) == 0) {
            drop_bytes(word, 3);
            dots += 3;
        } else {
            return dots;
        }
    }
}

/* Takes a move's number and its dots off the front of the word. A wrong one is a slip of the move.
 */
static bool take_number(GameParse *parse, GameToken *word) {
    GameToken rest = *word;
    size_t number = 0;
    while (rest.length > 0 && rest.bytes[0] >= '0' && rest.bytes[0] <= '9') {
        number = number < NUMBER_LARGEST ? number * 10 + (size_t)(rest.bytes[0] - '0') : number;
        drop_bytes(&rest, 1);
    }
    bool digits = rest.length < word->length;
    size_t dots = take_dots(&rest);
    if (dots == 0 && (!digits || rest.length > 0))
        return true; /* no number, or part of a move */
    const Record *record = parse->record;
    bool black = position_side(record_position(record)) == BLACK;
    bool black_began = position_side(record_position_at(record, 0)) == BLACK;
    size_t right = (record->count + black_began) / 2 + 1;
    bool wrong = (digits && number != right) || (!black && dots > 1);
    if (wrong && parse->strict) {
        char excerpt[EXCERPT_SIZE];
        return gameparse_error_at(parse, word->place, ERROR_SYNTAX, "expected %zu%s, found %s",
                                  right, black ? "..." : ".",
                                  text_excerpt(word->bytes, word->length, excerpt));
    }
    parse->number_deviates |= wrong;
    *word = rest;
    return true;
}

static bool play_token(GameParse *parse, GameToken word) {
    char text[WORD_SIZE];
    size_t length = word.length < WORD_SIZE ? word.length : WORD_SIZE - 1;
    memcpy(text, word.bytes, length);
    text[length] = '\0';
    Move move;
    unsigned deviations;
    Record *record = parse->record;
    if (!record_parse_move(record, text, &move, &deviations, parse->error))
        return gameparse_locate_error(parse, word.place);
    if (deviations && parse->strict) {
        char right[NOTATION_SIZE];
        notation_write(record_position(record), move, right);
        return gameparse_error_at(parse, word.place, ERROR_SYNTAX, "expected %s, found %s", right,
                                  text);
    }
    parse->reader->deviations += deviations || parse->number_deviates;
    parse->number_deviates = false;
    if (!gameparse_attach_comment(parse))
        return false;
    return record_play(record, move, -1, -1, parse->error) ||
           gameparse_locate_error(parse, word.place);
}

static bool is_annotation(GameToken word) {
    for (size_t i = 0; i < word.length; i++)
        if (word.bytes[i] != '!' && word.bytes[i] != '?')
            return false;
    return true;
}

static bool read_token(GameParse *parse) {
    GameToken word = take_token(parse->reader);
    Result result;
    if (gametoken_result(word, &result)) {
        parse->ended = true;
        parse->result = word;
        return true;
    }
    if (!take_number(parse, &word))
        return false;
    return is_annotation(word) || play_token(parse, word);
}

/* Skips a judgement by number, "$14". */
static bool skip_nag(GameParse *parse) {
    GameReader *reader = parse->reader;
    GamePlace place = reader->at;
    gamescan_advance(reader, 1);
    size_t digits = 0;
    for (; gamescan_peek(reader) >= '0' && gamescan_peek(reader) <= '9'; digits++)
        gamescan_advance(reader, 1);
    return digits > 0 ||
           gameparse_error_at(parse, place, ERROR_SYNTAX, "expected a number after '$'");
}

static bool reject_byte(const GameParse *parse) {
    const GameReader *reader = parse->reader;
    GamePlace place = reader->at;
    char c = gamescan_peek(reader);
    if (gamescan_at_end(reader))
        return gameparse_error_at(parse, place, ERROR_SYNTAX,
                                  "the text ends before the result of the game, such as 1-0 or *");
    if (c == '(')
        return gameparse_error_at(
            parse, place, ERROR_UNSUPPORTED,
            "a variation, which is not supported; expected a move or the result");
    if (c == '[')
        return gameparse_error_at(parse, place, ERROR_SYNTAX,
                                  "expected the result of the game before the next tags");
    if (c == '\0')
        return gameparse_error_at(parse, place, ERROR_SYNTAX, "a NUL byte; expected text");
    return gameparse_error_at(parse, place, ERROR_SYNTAX,
                              "expected a move, a comment or the result, found '%c'", c);
}

static bool may_end_here(const GameReader *reader) {
    return reader->foreign && (gamescan_at_end(reader) || gamescan_at_tags(reader));
}

bool gameparse_moves(GameParse *parse) {
    while (!parse->ended) {
        bool taken;
        gamescan_skip_blanks(parse->reader);
        if (!gameparse_comment(parse, &taken))
            return false;
        if (taken)
            continue;
        if (may_end_here(parse->reader))
            return true;
        bool word =
            !ends_token(gamescan_peek(parse->reader)) || parenthesis_length(parse->reader) > 0;
        bool read = gamescan_peek(parse->reader) == '$' ? skip_nag(parse)
                    : word                              ? read_token(parse)
                                                        : reject_byte(parse);
        if (!read)
            return false;
    }
    return true;
}
