#include <config.h>

#include "rules/games/gamereader.h"

#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/text.h"
#include "rules/fen.h"
#include "rules/games/gamecomment.h"
#include "rules/games/gamemoves.h"
#include "rules/games/gamescan.h"
#include "rules/games/gametags.h"
#include "rules/sideline.h"

enum { EFFORT_INITIAL = 20000 }; /* moves */

typedef struct GameParse {
    GameReader *reader;
    GameFaults faults;
    GameTags tags;
    Record *record; /* NULL until the tags are read */
    /* Since the last move: */
    Buffer comment;
    Buffer variations;
    GameCommands commands;
    unsigned char glyphs[RECORD_GLYPHS_MAX + 1];
    bool ended; /* the result was read */
    GameToken result;
} GameParse;

static GamePlace tag_place(const GameTag *tag) {
    return (GamePlace){0, tag->line, tag->column};
}

/* --- notes on a move --- */

static const GameCommands no_commands = {.used = -1, .clock = -1};

static void keep_comment(GameParse *parse, GameElement element, GameToken token) {
    bool after_move = parse->record && parse->record->count > 0;
    if (element == ELEMENT_LINE_COMMENT)
        gamecomment_read_line(token.bytes, token.length, &parse->comment);
    else
        gamecomment_read(token.bytes, token.length, after_move, &parse->comment, &parse->commands);
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
    sideline_read(token.bytes, token.length, &parse->variations, NULL);
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

/* --- tags and start --- */

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
        if (record_tag_is_reserved(tag->name))
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

/* --- moves --- */

static bool play(GameParse *parse, GameToken word) {
    Move move;
    Error error = {0};
    if (!gamemoves_read(&parse->faults, parse->record, word, &move) || !attach_notes(parse))
        return false;
    keep_glyph(parse, gamescan_mark(word));
    return record_play_legal(parse->record, move, -1, -1, &error) ||
           gamescan_fail_with(&parse->faults, word.place, &error);
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
            return true;
        case ELEMENT_NONE:
            return gamescan_reject(&parse->faults);
        }
    }
}

/* --- the result --- */

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

/* Checks result and reason against moves that have ended the game. */
static bool check_ended(GameParse *parse, Result result, const GameTag *tag, Reason reason) {
    Outcome outcome = record_outcome(parse->record);
    if (result != outcome.result)
        return gamescan_fail(&parse->faults, parse->result.place, ERROR_STATE,
                             "the result is %s, but the moves say %s: %s", result_text(result),
                             result_text(outcome.result), outcome_sentence(outcome));
    if (reason != REASON_NONE && reason != outcome.reason)
        return gamescan_fail(&parse->faults, tag_place(tag), ERROR_STATE,
                             "the Reason tag says %s, but: %s", tag->value,
                             outcome_sentence(outcome));
    return true;
}

/* Declares the end of a game that the moves leave open, if its result and reason say that it ended.
 */
static bool check_open(GameParse *parse, Result result, const GameTag *tag, Reason reason) {
    if (reason == REASON_NONE && result == RESULT_OPEN)
        return true;
    if (reason == REASON_NONE && parse->reader->foreign)
        reason = result == RESULT_DRAW ? REASON_AGREED : REASON_RESIGNED;
    if (reason == REASON_NONE)
        return gamescan_fail(
            &parse->faults, parse->result.place, ERROR_STATE,
            "the result is %s, but the moves leave the game open (*), and no Reason or "
            "Termination tag says why it ended",
            result_text(result));
    if (record_declare(parse->record, (Outcome){result, reason}, NULL))
        return true;
    return gamescan_fail(
        &parse->faults, tag_place(tag), ERROR_STATE,
        "the Reason tag says %s, which does not go with the result %s after these moves",
        reason_word(reason), result_text(result));
}

/* Takes the result of a foreign text from its tag. Returns false if there is none. */
static bool take_result_of_tag(GameParse *parse, const GameTag *tag) {
    Result result;
    if (!tag)
        return false;
    parse->result = (GameToken){tag_place(tag), tag->value, strlen(tag->value)};
    return gamescan_token_result(parse->result, &result);
}

/* Finds the reason that the Termination tag implies. */
static bool read_termination(GameParse *parse, const GameTag *tag, Result result, Reason *reason) {
    *reason = REASON_NONE;
    if (!tag || gametags_read_termination(tag->value, result, reason))
        return true;
    return gamescan_fail(&parse->faults, tag_place(tag), ERROR_STATE,
                         "the Termination tag says %s, which does not go with the result %s",
                         tag->value, result_text(result));
}

/* Checks the Termination tag against the end of the game. */
static bool check_termination(GameParse *parse, const GameTag *tag) {
    Outcome outcome = record_outcome(parse->record);
    if (!tag || gametags_termination_agrees(tag->value, outcome))
        return true;
    return gamescan_fail(&parse->faults, tag_place(tag), ERROR_STATE,
                         "the Termination tag says %s, but: %s", tag->value,
                         outcome_sentence(outcome));
}

static bool check_result(GameParse *parse) {
    Result result = RESULT_OPEN;
    Reason reason, implied;
    const GameTag *tag = gametags_find(&parse->tags, "Result");
    if (!parse->ended && !take_result_of_tag(parse, tag))
        return true;
    gamescan_token_result(parse->result, &result);
    const GameTag *reason_tag = gametags_find(&parse->tags, "Reason");
    const GameTag *termination = gametags_find(&parse->tags, "Termination");
    char excerpt[EXCERPT_SIZE];
    if (tag && !gamescan_token_is(parse->result, tag->value))
        return gamescan_fail(&parse->faults, parse->result.place, ERROR_STATE,
                             "the result after the moves is %s, but the Result tag says \"%s\"",
                             result_text(result),
                             text_excerpt(tag->value, strlen(tag->value), excerpt));
    if (!read_reason(parse, reason_tag, &reason) ||
        !read_termination(parse, termination, result, &implied))
        return false;
    if (record_is_over(parse->record))
        return check_ended(parse, result, reason_tag, reason) &&
               check_termination(parse, termination);
    return check_open(parse, result, reason_tag ? reason_tag : termination,
                      reason == REASON_NONE ? implied : reason) &&
           check_termination(parse, termination);
}

/* --- the complete game --- */

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
        .name = name, .text = text, .length = length, .at = {0, 1, 1}, .effort = EFFORT_INITIAL};
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

/* --- skipping --- */

static char *copy_tag(const GameTags *tags, const char *name, const char *otherwise) {
    const GameTag *tag = gametags_find(tags, name);
    const char *value = tag && tag->value[0] ? tag->value : otherwise;
    return text_sanitize(value, strlen(value), false);
}

static void summarize(const GameParse *parse, GameSummary *summary) {
    *summary = (GameSummary){.white = copy_tag(&parse->tags, "White", "?"),
                             .black = copy_tag(&parse->tags, "Black", "?"),
                             .variant = copy_tag(&parse->tags, "Variant", variant_default()->name),
                             .plies = parse->reader->half_moves};
    if (parse->ended)
        gamescan_token_result(parse->result, &summary->result);
}

bool gamereader_skip(GameReader *reader, GameSummary *summary) {
    Error ignored = {0};
    GameParse parse = {.reader = reader, .faults = {reader, false, false, &ignored}};
    begin_game(reader);
    for (bool going_on = read_tags(&parse); going_on;) {
        GameElement element = gamescan_next(reader, &parse.result);
        parse.ended = element == ELEMENT_RESULT;
        going_on = element != ELEMENT_RESULT && element != ELEMENT_NONE;
    }
    if (parse.ended)
        read_comments(&parse);
    else
        leave_failed(reader, false);
    if (summary)
        summarize(&parse, summary);
    gametags_free(&parse.tags);
    buffer_free(&parse.comment);
    return parse.ended;
}

void gamereader_free_summary(GameSummary *summary) {
    free(summary->white);
    free(summary->black);
    free(summary->variant);
    *summary = (GameSummary){0};
}
