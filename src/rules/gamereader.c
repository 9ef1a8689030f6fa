#include <config.h>

#include "rules/gamefile.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/buffer.h"
#include "rules/clean.h"
#include "rules/fen.h"
#include "rules/gamecomment.h"
#include "rules/gametags.h"
#include "rules/notation.h"

enum {
    TAGS_MAX = RECORD_TAGS_MAX + 20, /* with those that are not the record's */
    WORD_SIZE = 160,                 /* more than any move needs */
    NUMBER_LARGEST = 1000000
};

/* A word of the moves. */
typedef struct Word {
    GamePlace place;
    const char *bytes; /* in the reader's text */
    size_t length;
} Word;

/* A game being read. */
typedef struct Reading {
    GameReader *reader;
    bool strict;
    Error *error;
    GameTags tags;
    Record *record; /* NULL before the moves */
    Buffer comment; /* since the last move */
    MoveTimes times;
    bool slipped; /* the number before the next move is wrong */
    bool ended;   /* by its result */
    Word result;
} Reading;

/* --- the text --- */

void gamereader_init(GameReader *reader, const char *name, const char *text, size_t length) {
    *reader = (GameReader){.name = name, .text = text, .length = length, .at = {0, 1, 1}};
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        reader->at.offset = 3;
}

static bool at_end(const GameReader *reader) {
    return reader->at.offset == reader->length;
}

/* The byte at hand; NUL at the end. */
static char peek(const GameReader *reader) {
    return at_end(reader) ? '\0' : reader->text[reader->at.offset];
}

static void advance(GameReader *reader, size_t bytes) {
    for (; bytes > 0; bytes--) {
        char c = reader->text[reader->at.offset++];
        if (c == '\n' || (c == '\r' && peek(reader) != '\n')) {
            reader->at.line++;
            reader->at.column = 1;
        } else {
            reader->at.column++;
        }
    }
}

static bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_break(char c) {
    return c == '\n' || c == '\r';
}

static size_t rest_of_line(const GameReader *reader) {
    size_t length = 0;
    while (reader->at.offset + length < reader->length &&
           !is_break(reader->text[reader->at.offset + length]))
        length++;
    return length;
}

/* Skips blanks and lines that begin with '%'. */
static void skip_blanks(GameReader *reader) {
    while (!at_end(reader)) {
        if (is_blank(peek(reader)))
            advance(reader, 1);
        else if (peek(reader) == '%' && reader->at.column == 1)
            advance(reader, rest_of_line(reader));
        else
            break;
    }
}

bool gamereader_more(GameReader *reader) {
    skip_blanks(reader);
    return !at_end(reader);
}

static GamePlace place_of(const GameReader *reader) {
    return reader->at;
}

/* Puts the place before the sentence that the error holds; always false. */
static bool blame(const Reading *reading, GamePlace place) {
    return error_prefix(reading->error, "%s:%zu:%zu: ", reading->reader->name, place.line,
                        place.column);
}

static bool fail(const Reading *reading, GamePlace place, ErrorCode code, const char *format, ...)
    PRINTF_LIKE(4, 5);

static bool fail(const Reading *reading, GamePlace place, ErrorCode code, const char *format, ...) {
    char sentence[sizeof reading->error->text];
    va_list arguments;
    va_start(arguments, format);
    if (vsnprintf(sentence, sizeof sentence, format, arguments) < 0)
        sentence[0] = '\0';
    va_end(arguments);
    error_set(reading->error, code, "%s", sentence);
    return blame(reading, place);
}

/* --- comments --- */

static void add_line_comment(Reading *reading) {
    GameReader *reader = reading->reader;
    advance(reader, 1);
    size_t length = rest_of_line(reader);
    const char *raw = reader->text + reader->at.offset;
    gamecomment_read_line(raw, length, &reading->comment);
    advance(reader, length);
}

static bool add_brace_comment(Reading *reading) {
    GameReader *reader = reading->reader;
    GamePlace place = place_of(reader);
    advance(reader, 1);
    const char *raw = reader->text + reader->at.offset;
    const char *end = memchr(raw, '}', reader->length - reader->at.offset);
    if (!end)
        return fail(reading, place, ERROR_SYNTAX, "the comment that begins here has no end, '}'");
    bool after_move = reading->record && reading->record->count > 0;
    gamecomment_read(raw, (size_t)(end - raw), &reading->comment,
                     after_move ? &reading->times : NULL);
    advance(reader, (size_t)(end - raw) + 1);
    return true;
}

/* Reads a comment if there is one; false if it is broken. */
static bool take_comment(Reading *reading, bool *taken) {
    *taken = true;
    if (peek(reading->reader) == '{')
        return add_brace_comment(reading);
    if (peek(reading->reader) == ';')
        add_line_comment(reading);
    else
        *taken = false;
    return true;
}

/* Gives the comment to the last move. */
static bool keep_comment(Reading *reading) {
    Record *record = reading->record;
    if (reading->comment.length > 0) {
        if (memchr(reading->comment.bytes, '\0', reading->comment.length))
            return fail(reading, place_of(reading->reader), ERROR_SYNTAX,
                        "the comment before this has a NUL byte");
        record_set_comment(record, record->count, reading->comment.bytes);
    }
    if (record->count > 0)
        record_set_times(record, record->count, reading->times.used, reading->times.clock);
    buffer_clear(&reading->comment);
    reading->times = (MoveTimes){-1, -1};
    return true;
}

/* --- tags --- */

static bool is_name(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

static bool read_tag_name(Reading *reading, Buffer *name) {
    GameReader *reader = reading->reader;
    while (is_name(peek(reader))) {
        buffer_add(name, &reader->text[reader->at.offset], 1);
        advance(reader, 1);
    }
    if (name->length == 0 || name->length > RECORD_TAG_NAME_MAX)
        return fail(reading, place_of(reader), ERROR_SYNTAX,
                    "expected a tag's name of 1 to %d letters, digits and '_'",
                    RECORD_TAG_NAME_MAX);
    return true;
}

static bool read_tag_value(Reading *reading, Buffer *value) {
    GameReader *reader = reading->reader;
    GamePlace place = place_of(reader);
    if (peek(reader) != '"')
        return fail(reading, place, ERROR_SYNTAX, "expected the tag's value in quotes");
    advance(reader, 1);
    for (; peek(reader) != '"'; advance(reader, 1)) {
        if (peek(reader) == '\\') {
            const char *next = reader->text + reader->at.offset + 1;
            if (reader->at.offset + 1 < reader->length && (*next == '"' || *next == '\\'))
                advance(reader, 1);
        }
        if (peek(reader) == '\0' || is_break(peek(reader)))
            return fail(reading, place, ERROR_SYNTAX,
                        "the value that begins here has no closing quote in its line");
        buffer_add(value, &reader->text[reader->at.offset], 1);
    }
    advance(reader, 1);
    return true;
}

static bool keep_tag(Reading *reading, GameTag tag) {
    GamePlace place = {0, tag.line, tag.column};
    if (gametags_find(&reading->tags, tag.name)) {
        fail(reading, place, ERROR_SYNTAX, "the tag %s is given twice", tag.name);
    } else if (reading->tags.count == TAGS_MAX) {
        fail(reading, place, ERROR_RANGE, "a game has at most %d tags", RECORD_TAGS_MAX);
    } else {
        gametags_add(&reading->tags, tag);
        return true;
    }
    free(tag.name);
    free(tag.value);
    return false;
}

static bool read_tag(Reading *reading) {
    GameReader *reader = reading->reader;
    GamePlace place = place_of(reader);
    Buffer name = {0}, value = {0};
    advance(reader, 1);
    skip_blanks(reader);
    bool good = read_tag_name(reading, &name);
    skip_blanks(reader);
    good = good && read_tag_value(reading, &value);
    skip_blanks(reader);
    if (good && peek(reader) != ']')
        good = fail(reading, place_of(reader), ERROR_SYNTAX, "expected ']' after the tag's value");
    if (!good) {
        buffer_free(&name);
        buffer_free(&value);
        return false;
    }
    advance(reader, 1);
    return keep_tag(reading,
                    (GameTag){buffer_take(&name), buffer_take(&value), place.line, place.column});
}

static bool read_tags(Reading *reading) {
    for (;;) {
        bool taken;
        skip_blanks(reading->reader);
        if (!take_comment(reading, &taken))
            return false;
        if (taken)
            continue;
        if (peek(reading->reader) != '[')
            return true;
        if (!read_tag(reading))
            return false;
    }
}

/* --- the start --- */

static GamePlace place_of_tag(const GameTag *tag) {
    return (GamePlace){0, tag->line, tag->column};
}

static bool keep_tags(Reading *reading) {
    for (size_t i = 0; i < reading->tags.count; i++) {
        const GameTag *tag = &reading->tags.tags[i];
        if (record_tag_is_reserved(tag->name))
            continue;
        if (!record_set_tag(reading->record, tag->name, tag->value))
            return fail(reading, place_of_tag(tag), ERROR_RANGE, "a game has at most %d tags",
                        RECORD_TAGS_MAX);
    }
    return true;
}

static bool begin_record(Reading *reading) {
    Variant variant;
    Position start;
    const GameTag *blamed;
    if (!gametags_read_variant(&reading->tags, &variant, &blamed, reading->error))
        return blame(reading, place_of_tag(blamed));
    const Position *usual =
        gametags_find(&reading->tags, "Variant") ? NULL : reading->reader->start;
    if (usual)
        variant = *usual->variant;
    const GameTag *fen = gametags_find(&reading->tags, "FEN");
    if (!fen && usual) {
        start = *usual;
    } else if (!fen) {
        position_start(&start, &variant);
    } else if (!fen_parse(fen->value, &variant, &start, reading->error)) {
        error_prefix(reading->error, "the FEN tag: ");
        return blame(reading, place_of_tag(fen));
    }
    reading->record = record_create(&start);
    return keep_tags(reading);
}

/* --- words --- */

static bool ends_word(char c) {
    return c == '\0' || is_blank(c) || strchr("{};()[]<>$", c);
}

/* The length of a move in parentheses at hand, in a foreign text; 0 if there is none. */
static size_t parenthesis_length(const GameReader *reader) {
    if (!reader->foreign || peek(reader) != '(')
        return 0;
    size_t line = rest_of_line(reader);
    const char *open = reader->text + reader->at.offset;
    const char *close = memchr(open, ')', line);
    return close ? (size_t)(close - open) + 1 : 0;
}

/* Takes the word at hand; "*" is always one of its own. */
static Word take_word(GameReader *reader) {
    Word word = {place_of(reader), reader->text + reader->at.offset, parenthesis_length(reader)};
    bool whole = word.length > 0;
    while (!whole && reader->at.offset + word.length < reader->length &&
           !ends_word(word.bytes[word.length]) &&
           (word.length == 0 || (word.bytes[0] != '*' && word.bytes[word.length] != '*')))
        word.length++;
    advance(reader, word.length);
    return word;
}

static bool word_is(Word word, const char *text) {
    return word.length == strlen(text) && memcmp(word.bytes, text, word.length) == 0;
}

static bool find_result(Word word, Result *result) {
    for (Result i = RESULT_OPEN; i <= RESULT_DRAW; i++) {
        if (word_is(word, result_text(i))) {
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
        return fail(reading, word->place, ERROR_SYNTAX, "expected %zu%s, found %s", right,
                    black ? "..." : ".", clean_excerpt(word->bytes, word->length, excerpt));
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
        return blame(reading, word.place);
    if (slips && reading->strict) {
        char right[NOTATION_SIZE];
        notation_write(record_position(record), move, right);
        return fail(reading, word.place, ERROR_SYNTAX, "expected %s, found %s", right, text);
    }
    reading->reader->slips += slips || reading->slipped;
    reading->slipped = false;
    if (!keep_comment(reading))
        return false;
    return record_play(record, move, -1, -1, reading->error) || blame(reading, word.place);
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
    if (find_result(word, &result)) {
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
    GamePlace place = place_of(reader);
    advance(reader, 1);
    size_t digits = 0;
    for (; peek(reader) >= '0' && peek(reader) <= '9'; digits++)
        advance(reader, 1);
    return digits > 0 || fail(reading, place, ERROR_SYNTAX, "expected a number after '$'");
}

static bool refuse_byte(const Reading *reading) {
    const GameReader *reader = reading->reader;
    GamePlace place = place_of(reader);
    char c = peek(reader);
    if (at_end(reader))
        return fail(reading, place, ERROR_SYNTAX,
                    "the text ends before the result of the game, such as 1-0 or *");
    if (c == '(')
        return fail(reading, place, ERROR_UNSUPPORTED,
                    "a variation, which is not supported; expected a move or the result");
    if (c == '[')
        return fail(reading, place, ERROR_SYNTAX,
                    "expected the result of the game before the next tags");
    if (c == '\0')
        return fail(reading, place, ERROR_SYNTAX, "a NUL byte; expected text");
    return fail(reading, place, ERROR_SYNTAX,
                "expected a move, a comment or the result, found '%c'", c);
}

/* Whether the tags of another game may begin here. */
static bool at_tags(const GameReader *reader) {
    return peek(reader) == '[' && reader->at.column == 1;
}

static bool may_end_here(const GameReader *reader) {
    return reader->foreign && (at_end(reader) || at_tags(reader));
}

static bool read_moves(Reading *reading) {
    while (!reading->ended) {
        bool taken;
        skip_blanks(reading->reader);
        if (!take_comment(reading, &taken))
            return false;
        if (taken)
            continue;
        if (may_end_here(reading->reader))
            return true;
        bool word = !ends_word(peek(reading->reader)) || parenthesis_length(reading->reader) > 0;
        bool read = peek(reading->reader) == '$' ? skip_glyph(reading)
                    : word                       ? read_word(reading)
                                                 : refuse_byte(reading);
        if (!read)
            return false;
    }
    return true;
}

/* Comments after the result are about the game that has just ended. */
static bool read_last_comments(Reading *reading) {
    bool taken = true;
    while (taken) {
        skip_blanks(reading->reader);
        if (!take_comment(reading, &taken))
            return false;
    }
    return keep_comment(reading);
}

/* --- the end --- */

static bool find_reason(const char *word, Reason *reason) {
    for (Reason i = REASON_NONE; i <= REASON_ABORTED; i++) {
        if (strcmp(word, reason_word(i)) == 0) {
            *reason = i;
            return true;
        }
    }
    return false;
}

static bool read_reason(const Reading *reading, const GameTag *tag, Reason *reason) {
    *reason = REASON_NONE;
    if (!tag || find_reason(tag->value, reason))
        return true;
    char excerpt[EXCERPT_SIZE];
    return fail(reading, place_of_tag(tag), ERROR_SYNTAX,
                "the Reason tag: expected resigned, agreed, time or aborted, found \"%s\"",
                clean_excerpt(tag->value, strlen(tag->value), excerpt));
}

/* The moves have ended the game: result and reason must say the same. */
static bool check_ended(const Reading *reading, Result result, const GameTag *tag, Reason reason) {
    Outcome outcome = record_outcome(reading->record);
    if (result != outcome.result)
        return fail(reading, reading->result.place, ERROR_STATE,
                    "the result is %s, but the moves say %s: %s", result_text(result),
                    result_text(outcome.result), outcome_sentence(outcome));
    if (reason != REASON_NONE && reason != outcome.reason)
        return fail(reading, place_of_tag(tag), ERROR_STATE, "the Reason tag says %s, but: %s",
                    tag->value, outcome_sentence(outcome));
    return true;
}

/* The last position is open: how the game ended, if it did, is for the tags to say. */
static bool check_open(const Reading *reading, Result result, const GameTag *tag, Reason reason) {
    if (reason == REASON_NONE && result == RESULT_OPEN)
        return true;
    if (reason == REASON_NONE && reading->reader->foreign)
        reason = result == RESULT_DRAW ? REASON_AGREED : REASON_RESIGNED;
    if (reason == REASON_NONE)
        return fail(reading, reading->result.place, ERROR_STATE,
                    "the result is %s, but the moves leave the game open (*), and no Reason tag "
                    "says why it ended",
                    result_text(result));
    if (record_declare(reading->record, (Outcome){result, reason}, NULL))
        return true;
    return fail(reading, place_of_tag(tag), ERROR_STATE,
                "the Reason tag says %s, which does not go with the result %s after these moves",
                reason_word(reason), result_text(result));
}

/* Where a foreign text has no result after the moves, the tag says it; false if there is none. */
static bool take_result_of_tag(Reading *reading, const GameTag *tag) {
    Result result;
    if (!tag)
        return false;
    reading->result = (Word){place_of_tag(tag), tag->value, strlen(tag->value)};
    return find_result(reading->result, &result);
}

static bool check_result(Reading *reading) {
    Result result = RESULT_OPEN;
    Reason reason;
    const GameTag *tag = gametags_find(&reading->tags, "Result");
    if (!reading->ended && !take_result_of_tag(reading, tag))
        return true;
    find_result(reading->result, &result);
    const GameTag *reason_tag = gametags_find(&reading->tags, "Reason");
    char excerpt[EXCERPT_SIZE];
    if (tag && !word_is(reading->result, tag->value))
        return fail(reading, reading->result.place, ERROR_STATE,
                    "the result after the moves is %s, but the Result tag says \"%s\"",
                    result_text(result), clean_excerpt(tag->value, strlen(tag->value), excerpt));
    if (!read_reason(reading, reason_tag, &reason))
        return false;
    return record_is_over(reading->record) ? check_ended(reading, result, reason_tag, reason)
                                           : check_open(reading, result, reason_tag, reason);
}

Record *gamereader_next(GameReader *reader, bool strict, Error *error) {
    Error unheard = {0};
    Reading reading = {
        .reader = reader, .strict = strict, .error = error ? error : &unheard, .times = {-1, -1}};
    reader->game++;
    reader->slips = 0;
    bool read = read_tags(&reading) && begin_record(&reading) && read_moves(&reading) &&
                read_last_comments(&reading) && check_result(&reading);
    gametags_free(&reading.tags);
    buffer_free(&reading.comment);
    if (read)
        return reading.record;
    record_free(reading.record);
    reader->failed = reader->at;
    reader->at.offset = reader->length;
    return NULL;
}

static void skip_line(GameReader *reader) {
    advance(reader, rest_of_line(reader));
    size_t line = reader->at.line;
    while (!at_end(reader) && reader->at.line == line)
        advance(reader, 1);
}

bool gamereader_recover(GameReader *reader) {
    bool after_empty = false;
    reader->at = reader->failed;
    if (at_tags(reader))
        return true;
    skip_line(reader);
    while (!at_end(reader) && !(after_empty && peek(reader) == '[')) {
        after_empty = rest_of_line(reader) == 0;
        skip_line(reader);
    }
    return !at_end(reader);
}
