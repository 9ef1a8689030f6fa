#include <config.h>

#include "rules/gamereader.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/text.h"
#include "rules/fen.h"
#include "rules/gamecomment.h"
#include "rules/gamescan.h"
#include "rules/gametags.h"
#include "rules/notation.h"

typedef struct GameToken {
    GamePlace place;
    const char *bytes; /* in the reader's text */
    size_t length;
} GameToken;

typedef struct GameParse {
    GameReader *reader;
    bool strict;
    Error *error;
    GameTags tags;
    Record *record; /* NULL until the tags are read */
    Buffer comment; /* since the last move */
    MoveTimes times;
    bool number_deviates; /* the number before the next move is wrong */
    bool ended;           /* the result was read */
    GameToken result;
} GameParse;

/* --- errors --- */

static GamePlace tag_place(const GameTag *tag) {
    return (GamePlace){0, tag->line, tag->column};
}

static bool locate_error(const GameParse *parse, GamePlace place) {
    return error_prefix(parse->error, "%s:%zu:%zu: ", parse->reader->name, place.line,
                        place.column);
}

static bool PRINTF_LIKE(4, 5)
    error_at(const GameParse *parse, GamePlace place, ErrorCode code, const char *format, ...) {
    char sentence[sizeof parse->error->text];
    va_list arguments;
    va_start(arguments, format);
    /* NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized): wrong for a static function */
    if (vsnprintf(sentence, sizeof sentence, format, arguments) < 0)
        sentence[0] = '\0';
    va_end(arguments);
    error_set(parse->error, code, "%s", sentence);
    return locate_error(parse, place);
}

/* --- comments --- */

static void add_line_comment(GameParse *parse) {
    GameReader *reader = parse->reader;
    gamescan_advance(reader, 1);
    size_t length = gamescan_rest_of_line(reader);
    const char *raw = reader->text + reader->at.offset;
    gamecomment_read_line(raw, length, &parse->comment);
    gamescan_advance(reader, length);
}

static bool add_brace_comment(GameParse *parse) {
    GameReader *reader = parse->reader;
    GamePlace place = reader->at;
    gamescan_advance(reader, 1);
    const char *raw = reader->text + reader->at.offset;
    const char *end = memchr(raw, '}', reader->length - reader->at.offset);
    if (!end)
        return error_at(parse, place, ERROR_SYNTAX, "the comment that begins here has no end, '}'");
    bool after_move = parse->record && parse->record->count > 0;
    gamecomment_read(raw, (size_t)(end - raw), &parse->comment, after_move ? &parse->times : NULL);
    gamescan_advance(reader, (size_t)(end - raw) + 1);
    return true;
}

static bool read_comment(GameParse *parse, bool *taken) {
    *taken = true;
    if (gamescan_peek(parse->reader) == '{')
        return add_brace_comment(parse);
    if (gamescan_peek(parse->reader) == ';')
        add_line_comment(parse);
    else
        *taken = false;
    return true;
}

static bool attach_comment(GameParse *parse) {
    Record *record = parse->record;
    if (parse->comment.length > 0) {
        if (memchr(parse->comment.bytes, '\0', parse->comment.length))
            return error_at(parse, parse->reader->at, ERROR_SYNTAX,
                            "the comment before this has a NUL byte");
        record_set_comment(record, record->count, parse->comment.bytes);
    }
    if (record->count > 0)
        record_set_times(record, record->count, parse->times.used, parse->times.clock);
    buffer_clear(&parse->comment);
    parse->times = (MoveTimes){-1, -1};
    return true;
}

/* --- tags --- */

enum { TAGS_MAX = RECORD_TAGS_MAX + 20 }; /* with those that a record does not keep */

static bool is_name(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

static bool read_tag_name(GameParse *parse, Buffer *name) {
    GameReader *reader = parse->reader;
    while (is_name(gamescan_peek(reader))) {
        buffer_add(name, &reader->text[reader->at.offset], 1);
        gamescan_advance(reader, 1);
    }
    if (name->length == 0 || name->length > RECORD_TAG_NAME_MAX)
        return error_at(parse, reader->at, ERROR_SYNTAX,
                        "expected a tag's name of 1 to %d letters, digits and '_'",
                        RECORD_TAG_NAME_MAX);
    return true;
}

static bool read_tag_value(GameParse *parse, Buffer *value) {
    GameReader *reader = parse->reader;
    GamePlace place = reader->at;
    if (gamescan_peek(reader) != '"')
        return error_at(parse, place, ERROR_SYNTAX, "expected the tag's value in quotes");
    gamescan_advance(reader, 1);
    for (; gamescan_peek(reader) != '"'; gamescan_advance(reader, 1)) {
        if (gamescan_peek(reader) == '\\') {
            const char *next = reader->text + reader->at.offset + 1;
            if (reader->at.offset + 1 < reader->length && (*next == '"' || *next == '\\'))
                gamescan_advance(reader, 1);
        }
        if (gamescan_peek(reader) == '\0' || gamescan_is_break(gamescan_peek(reader)))
            return error_at(parse, place, ERROR_SYNTAX,
                            "the value that begins here has no closing quote in its line");
        buffer_add(value, &reader->text[reader->at.offset], 1);
    }
    gamescan_advance(reader, 1);
    return true;
}

static bool keep_tag(GameParse *parse, GameTag tag) {
    GamePlace place = tag_place(&tag);
    if (gametags_find(&parse->tags, tag.name)) {
        error_at(parse, place, ERROR_SYNTAX, "the tag %s is given twice", tag.name);
    } else if (parse->tags.count == TAGS_MAX) {
        error_at(parse, place, ERROR_RANGE, "a game has at most %d tags", RECORD_TAGS_MAX);
    } else {
        gametags_add(&parse->tags, tag);
        return true;
    }
    free(tag.name);
    free(tag.value);
    return false;
}

static bool read_tag(GameParse *parse) {
    GameReader *reader = parse->reader;
    GamePlace place = reader->at;
    Buffer name = {0}, value = {0};
    gamescan_advance(reader, 1);
    gamescan_skip_blanks(reader);
    bool good = read_tag_name(parse, &name);
    gamescan_skip_blanks(reader);
    good = good && read_tag_value(parse, &value);
    gamescan_skip_blanks(reader);
    if (good && gamescan_peek(reader) != ']')
        good = error_at(parse, reader->at, ERROR_SYNTAX, "expected ']' after the tag's value");
    if (!good) {
        buffer_free(&name);
        buffer_free(&value);
        return false;
    }
    gamescan_advance(reader, 1);
    return keep_tag(parse,
                    (GameTag){buffer_take(&name), buffer_take(&value), place.line, place.column});
}

static bool read_tags(GameParse *parse) {
    for (;;) {
        bool taken;
        gamescan_skip_blanks(parse->reader);
        if (!read_comment(parse, &taken))
            return false;
        if (taken)
            continue;
        if (gamescan_peek(parse->reader) != '[')
            return true;
        if (!read_tag(parse))
            return false;
    }
}

/* --- the start --- */

static bool keep_tags(GameParse *parse) {
    for (size_t i = 0; i < parse->tags.count; i++) {
        const GameTag *tag = &parse->tags.tags[i];
        if (record_tag_is_reserved(tag->name))
            continue;
        if (!record_set_tag(parse->record, tag->name, tag->value))
            return error_at(parse, tag_place(tag), ERROR_RANGE, "a game has at most %d tags",
                            RECORD_TAGS_MAX);
    }
    return true;
}

static bool begin_record(GameParse *parse) {
    Variant variant;
    Position start;
    const GameTag *wrong_tag;
    if (!gametags_read_variant(&parse->tags, &variant, &wrong_tag, parse->error))
        return locate_error(parse, tag_place(wrong_tag));
    const Position *default_start =
        gametags_find(&parse->tags, "Variant") ? NULL : parse->reader->start;
    if (default_start)
        variant = *default_start->variant;
    const GameTag *fen = gametags_find(&parse->tags, "FEN");
    if (!fen && default_start) {
        start = *default_start;
    } else if (!fen) {
        position_start(&start, &variant);
    } else if (!fen_parse(fen->value, &variant, &start, parse->error)) {
        error_prefix(parse->error, "the FEN tag: ");
        return locate_error(parse, tag_place(fen));
    }
    parse->record = record_create(&start);
    return keep_tags(parse);
}

/* --- words --- */

enum {
    WORD_SIZE = NOTATION_LONGEST + 2, /* a longer word is not a move, nor is its start */
    NUMBER_LARGEST = 1000000
};

static bool ends_token(char c) {
    return c == '\0' || text_is_space(c) || strchr("{};()[]<>$", c);
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

/* Takes the next word. "*" is always a word of its own. */
static GameToken take_token(GameReader *reader) {
    GameToken word = {reader->at, reader->text + reader->at.offset, steps_length(reader)};
    bool whole = word.length > 0;
    while (!whole && reader->at.offset + word.length < reader->length &&
           !ends_token(word.bytes[word.length]) &&
           (word.length == 0 || (word.bytes[0] != '*' && word.bytes[word.length] != '*')))
        word.length++;
    gamescan_advance(reader, word.length);
    return word;
}

static bool token_is(GameToken word, const char *text) {
    return word.length == strlen(text) && memcmp(word.bytes, text, word.length) == 0;
}

static bool token_result(GameToken word, Result *result) {
    for (*result = RESULT_OPEN; *result <= RESULT_DRAW; ++*result)
        if (token_is(word, result_text(*result)))
            return true;
    return false;
}

/* --- moves --- */

static void drop_bytes(GameToken *word, size_t count) {
    word->bytes += count;
    word->length -= count;
    word->place.column += count;
}

/* Removes leading dots from the word and counts them. An ellipsis character is three. */
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

/* Removes a leading move number with its dots from the word. A wrong one counts as a deviation of
 * the move. */
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
        return true; /* no number, or digits that belong to the move */
    const Record *record = parse->record;
    bool black = position_side(record_position(record)) == BLACK;
    bool black_began = position_side(record_position_at(record, 0)) == BLACK;
    size_t right = (record->count + black_began) / 2 + 1;
    bool wrong = (digits && number != right) || (!black && dots > 1);
    if (wrong && parse->strict) {
        char excerpt[EXCERPT_SIZE];
        return error_at(parse, word->place, ERROR_SYNTAX, "expected %zu%s, found %s", right,
                        black ? "..." : ".", text_excerpt(word->bytes, word->length, excerpt));
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
        return locate_error(parse, word.place);
    if (deviations && parse->strict) {
        char right[NOTATION_SIZE];
        notation_write(record_position(record), move, right);
        return error_at(parse, word.place, ERROR_SYNTAX, "expected %s, found %s", right, text);
    }
    parse->reader->deviations += deviations || parse->number_deviates;
    parse->number_deviates = false;
    if (!attach_comment(parse))
        return false;
    return record_play_legal(record, move, -1, -1, parse->error) || locate_error(parse, word.place);
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
    if (token_result(word, &result)) {
        parse->ended = true;
        parse->result = word;
        return true;
    }
    if (!take_number(parse, &word))
        return false;
    return is_annotation(word) || play_token(parse, word);
}

/* Skips a numeric annotation glyph, "$14". */
static bool skip_nag(GameParse *parse) {
    GameReader *reader = parse->reader;
    GamePlace place = reader->at;
    gamescan_advance(reader, 1);
    size_t digits = 0;
    for (; gamescan_peek(reader) >= '0' && gamescan_peek(reader) <= '9'; digits++)
        gamescan_advance(reader, 1);
    return digits > 0 || error_at(parse, place, ERROR_SYNTAX, "expected a number after '$'");
}

static bool reject_byte(const GameParse *parse) {
    const GameReader *reader = parse->reader;
    GamePlace place = reader->at;
    char c = gamescan_peek(reader);
    if (gamescan_at_end(reader))
        return error_at(parse, place, ERROR_SYNTAX,
                        "the text ends before the result of the game, such as 1-0 or *");
    if (c == '(')
        return error_at(parse, place, ERROR_UNSUPPORTED,
                        "a variation, which is not supported; expected a move or the result");
    if (c == '[')
        return error_at(parse, place, ERROR_SYNTAX,
                        "expected the result of the game before the next tags");
    if (c == '\0')
        return error_at(parse, place, ERROR_SYNTAX, "a NUL byte; expected text");
    return error_at(parse, place, ERROR_SYNTAX,
                    "expected a move, a comment or the result, found '%c'", c);
}

static bool may_end_here(const GameReader *reader) {
    return reader->foreign && (gamescan_at_end(reader) || gamescan_at_tags(reader));
}

static bool read_moves(GameParse *parse) {
    while (!parse->ended) {
        bool taken;
        gamescan_skip_blanks(parse->reader);
        if (!read_comment(parse, &taken))
            return false;
        if (taken)
            continue;
        if (may_end_here(parse->reader))
            return true;
        bool word = !ends_token(gamescan_peek(parse->reader)) || steps_length(parse->reader) > 0;
        bool read = gamescan_peek(parse->reader) == '$' ? skip_nag(parse)
                    : word                              ? read_token(parse)
                                                        : reject_byte(parse);
        if (!read)
            return false;
    }
    return true;
}

/* --- the result --- */

static bool find_reason(const char *word, Reason *reason) {
    for (*reason = REASON_NONE; *reason <= REASON_ABORTED; ++*reason)
        if (strcmp(word, reason_word(*reason)) == 0)
            return true;
    return false;
}

static bool read_reason(const GameParse *parse, const GameTag *tag, Reason *reason) {
    *reason = REASON_NONE;
    if (!tag || find_reason(tag->value, reason))
        return true;
    char excerpt[EXCERPT_SIZE];
    return error_at(parse, tag_place(tag), ERROR_SYNTAX,
                    "the Reason tag: expected resigned, agreed, time or aborted, found \"%s\"",
                    text_excerpt(tag->value, strlen(tag->value), excerpt));
}

/* Checks result and reason against moves that have ended the game. */
static bool check_ended(const GameParse *parse, Result result, const GameTag *tag, Reason reason) {
    Outcome outcome = record_outcome(parse->record);
    if (result != outcome.result)
        return error_at(parse, parse->result.place, ERROR_STATE,
                        "the result is %s, but the moves say %s: %s", result_text(result),
                        result_text(outcome.result), outcome_sentence(outcome));
    if (reason != REASON_NONE && reason != outcome.reason)
        return error_at(parse, tag_place(tag), ERROR_STATE, "the Reason tag says %s, but: %s",
                        tag->value, outcome_sentence(outcome));
    return true;
}

/* Declares the end of a game that the moves leave open, if its result and reason say that it ended.
 */
static bool check_open(const GameParse *parse, Result result, const GameTag *tag, Reason reason) {
    if (reason == REASON_NONE && result == RESULT_OPEN)
        return true;
    if (reason == REASON_NONE && parse->reader->foreign)
        reason = result == RESULT_DRAW ? REASON_AGREED : REASON_RESIGNED;
    if (reason == REASON_NONE)
        return error_at(
            parse, parse->result.place, ERROR_STATE,
            "the result is %s, but the moves leave the game open (*), and no Reason tag "
            "says why it ended",
            result_text(result));
    if (record_declare(parse->record, (Outcome){result, reason}, NULL))
        return true;
    return error_at(
        parse, tag_place(tag), ERROR_STATE,
        "the Reason tag says %s, which does not go with the result %s after these moves",
        reason_word(reason), result_text(result));
}

/* Takes the result of a foreign text from its tag. Returns false if there is none. */
static bool take_result_of_tag(GameParse *parse, const GameTag *tag) {
    Result result;
    if (!tag)
        return false;
    parse->result = (GameToken){tag_place(tag), tag->value, strlen(tag->value)};
    return token_result(parse->result, &result);
}

static bool check_result(GameParse *parse) {
    Result result = RESULT_OPEN;
    Reason reason;
    const GameTag *tag = gametags_find(&parse->tags, "Result");
    if (!parse->ended && !take_result_of_tag(parse, tag))
        return true;
    token_result(parse->result, &result);
    const GameTag *reason_tag = gametags_find(&parse->tags, "Reason");
    char excerpt[EXCERPT_SIZE];
    if (tag && !token_is(parse->result, tag->value))
        return error_at(parse, parse->result.place, ERROR_STATE,
                        "the result after the moves is %s, but the Result tag says \"%s\"",
                        result_text(result), text_excerpt(tag->value, strlen(tag->value), excerpt));
    if (!read_reason(parse, reason_tag, &reason))
        return false;
    return record_is_over(parse->record) ? check_ended(parse, result, reason_tag, reason)
                                         : check_open(parse, result, reason_tag, reason);
}

/* --- the complete game --- */

/* Comments after the result belong to the game that has just ended. */
static bool read_last_comments(GameParse *parse) {
    bool taken = true;
    while (taken) {
        gamescan_skip_blanks(parse->reader);
        if (!read_comment(parse, &taken))
            return false;
    }
    return attach_comment(parse);
}

Record *gamereader_next(GameReader *reader, bool strict, Error *error) {
    Error ignored = {0};
    GameParse parse = {
        .reader = reader, .strict = strict, .error = error ? error : &ignored, .times = {-1, -1}};
    reader->game++;
    reader->deviations = 0;
    bool read = read_tags(&parse) && begin_record(&parse) && read_moves(&parse) &&
                read_last_comments(&parse) && check_result(&parse);
    gametags_free(&parse.tags);
    buffer_free(&parse.comment);
    if (read)
        return parse.record;
    record_free(parse.record);
    reader->failed = reader->at;
    reader->at.offset = reader->length;
    return NULL;
}

void gamereader_init(GameReader *reader, const char *name, const char *text, size_t length) {
    *reader = (GameReader){.name = name, .text = text, .length = length, .at = {0, 1, 1}};
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        reader->at.offset = 3;
}

bool gamereader_more(GameReader *reader) {
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
    if (gamescan_at_tags(reader))
        return true;
    skip_line(reader);
    while (!gamescan_at_end(reader) && !(after_empty && gamescan_peek(reader) == '[')) {
        after_empty = gamescan_rest_of_line(reader) == 0;
        skip_line(reader);
    }
    return !gamescan_at_end(reader);
}
