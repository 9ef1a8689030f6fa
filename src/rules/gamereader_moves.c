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

static bool ends_word(char c) {
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
static Word take_word(GameReader *reader) {
    Word word = {reader->at, reader->text + reader->at.offset, parenthesis_length(reader)};
    bool whole = word.length > 0;
    while (!whole && reader->at.offset + word.length < reader->length &&
           !ends_word(word.bytes[word.length]) &&
           (word.length == 0 || (word.bytes[0] != '*' && word.bytes[word.length] != '*')))
        word.length++;
    gamescan_advance(reader, word.length);
    return word;
}

bool reading_word_is(Word word, const char *text) {
    return word.length == strlen(text) && memcmp(word.bytes, text, word.length) == 0;
}

bool reading_find_result(Word word, Result *result) {
    for (Result i = RESULT_OPEN; i <= RESULT_DRAW; i++) {
        if (reading_word_is(word, result_text(i))) {
            *result = i;
            return true;
        }
    }
    return false;
}

/* --- moves --- */

static void drop_bytes(Word *word, size_t count) {
    word->bytes += count;
    word->length -= count;
    word->place.column += count;
}

/* Takes dots off the front of the word, "." or the one character for three, and counts them. */
static size_t take_dots(Word *word) {
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
static bool take_number(Reading *reading, Word *word) {
    Word rest = *word;
    size_t number = 0;
    while (rest.length > 0 && rest.bytes[0] >= '0' && rest.bytes[0] <= '9') {
        number = number < NUMBER_LARGEST ? number * 10 + (size_t)(rest.bytes[0] - '0') : number;
        drop_bytes(&rest, 1);
    }
    bool digits = rest.length < word->length;
    size_t dots = take_dots(&rest);
    if (dots == 0 && (!digits || rest.length > 0))
        return true; /* no number, or part of a move */
    const Record *record = reading->record;
    bool black = position_side(record_position(record)) == BLACK;
    bool black_began = position_side(record_position_at(record, 0)) == BLACK;
    size_t right = (record->count + black_began) / 2 + 1;
    bool wrong = (digits && number != right) || (!black && dots > 1);
    if (wrong && reading->strict) {
        char excerpt[EXCERPT_SIZE];
        return reading_fail(reading, word->place, ERROR_SYNTAX, "expected %zu%s, found %s", right,
                            black ? "..." : ".", text_excerpt(word->bytes, word->length, excerpt));
    }
    reading->slipped |= wrong;
    *word = rest;
    return true;
}

static bool play_word(Reading *reading, Word word) {
    char text[WORD_SIZE];
    size_t length = word.length < WORD_SIZE ? word.length : WORD_SIZE - 1;
    memcpy(text, word.bytes, length);
    text[length] = '\0';
    Move move;
    unsigned slips;
    Record *record = reading->record;
    if (!record_parse_move(record, text, &move, &slips, reading->error))
        return reading_blame(reading, word.place);
    if (slips && reading->strict) {
        char right[NOTATION_SIZE];
        notation_write(record_position(record), move, right);
        return reading_fail(reading, word.place, ERROR_SYNTAX, "expected %s, found %s", right,
                            text);
    }
    reading->reader->slips += slips || reading->slipped;
    reading->slipped = false;
    if (!reading_keep_comment(reading))
        return false;
    return record_play(record, move, -1, -1, reading->error) || reading_blame(reading, word.place);
}

static bool is_judgement(Word word) {
    for (size_t i = 0; i < word.length; i++)
        if (word.bytes[i] != '!' && word.bytes[i] != '?')
            return false;
    return true;
}

static bool read_word(Reading *reading) {
    Word word = take_word(reading->reader);
    Result result;
    if (reading_find_result(word, &result)) {
        reading->ended = true;
        reading->result = word;
        return true;
    }
    if (!take_number(reading, &word))
        return false;
    return is_judgement(word) || play_word(reading, word);
}

/* Skips a judgement by number, "$14". */
static bool skip_glyph(Reading *reading) {
    GameReader *reader = reading->reader;
    GamePlace place = reader->at;
    gamescan_advance(reader, 1);
    size_t digits = 0;
    for (; gamescan_peek(reader) >= '0' && gamescan_peek(reader) <= '9'; digits++)
        gamescan_advance(reader, 1);
    return digits > 0 || reading_fail(reading, place, ERROR_SYNTAX, "expected a number after '$'");
}

static bool refuse_byte(const Reading *reading) {
    const GameReader *reader = reading->reader;
    GamePlace place = reader->at;
    char c = gamescan_peek(reader);
    if (gamescan_at_end(reader))
        return reading_fail(reading, place, ERROR_SYNTAX,
                            "the text ends before the result of the game, such as 1-0 or *");
    if (c == '(')
        return reading_fail(reading, place, ERROR_UNSUPPORTED,
                            "a variation, which is not supported; expected a move or the result");
    if (c == '[')
        return reading_fail(reading, place, ERROR_SYNTAX,
                            "expected the result of the game before the next tags");
    if (c == '\0')
        return reading_fail(reading, place, ERROR_SYNTAX, "a NUL byte; expected text");
    return reading_fail(reading, place, ERROR_SYNTAX,
                        "expected a move, a comment or the result, found '%c'", c);
}

static bool may_end_here(const GameReader *reader) {
    return reader->foreign && (gamescan_at_end(reader) || gamescan_at_tags(reader));
}

bool reading_moves(Reading *reading) {
    while (!reading->ended) {
        bool taken;
        gamescan_skip_blanks(reading->reader);
        if (!reading_comment(reading, &taken))
            return false;
        if (taken)
            continue;
        if (may_end_here(reading->reader))
            return true;
        bool word =
            !ends_word(gamescan_peek(reading->reader)) || parenthesis_length(reading->reader) > 0;
        bool read = gamescan_peek(reading->reader) == '$' ? skip_glyph(reading)
                    : word                                ? read_word(reading)
                                                          : refuse_byte(reading);
        if (!read)
            return false;
    }
    return true;
}
