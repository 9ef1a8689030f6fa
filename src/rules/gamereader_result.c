/* The result of a game in a file, and whether it is the one of the moves. */
#include <config.h>

#include <string.h>

#include "rules/clean.h"
#include "rules/gamereading.h"

static bool find_reason(const char *word, Reason *reason) {
    for (Reason i = REASON_NONE; i <= REASON_ABORTED; i++) {
        if (strcmp(word, reason_word(i)) == 0) {
            *reason = i;
            return true;
        }
    }
    return false;
}

static bool read_reason(const GameParse *parse, const GameTag *tag, Reason *reason) {
    *reason = REASON_NONE;
    if (!tag || find_reason(tag->value, reason))
        return true;
    char excerpt[EXCERPT_SIZE];
    return gameparse_error_at(
        parse, gametag_place(tag), ERROR_SYNTAX,
        "the Reason tag: expected resigned, agreed, time or aborted, found \"%s\"",
        text_excerpt(tag->value, strlen(tag->value), excerpt));
}

/* The moves have ended the game: result and reason must say the same. */
static bool check_ended(const GameParse *parse, Result result, const GameTag *tag, Reason reason) {
    Outcome outcome = record_outcome(parse->record);
    if (result != outcome.result)
        return gameparse_error_at(parse, parse->result.place, ERROR_STATE,
                                  "the result is %s, but the moves say %s: %s", result_text(result),
                                  result_text(outcome.result), outcome_sentence(outcome));
    if (reason != REASON_NONE && reason != outcome.reason)
        return gameparse_error_at(parse, gametag_place(tag), ERROR_STATE,
                                  "the Reason tag says %s, but: %s", tag->value,
                                  outcome_sentence(outcome));
    return true;
}

/* The last position is open: how the game ended, if it did, is for the tags to say. */
static bool check_open(const GameParse *parse, Result result, const GameTag *tag, Reason reason) {
    if (reason == REASON_NONE && result == RESULT_OPEN)
        return true;
    if (reason == REASON_NONE && parse->reader->foreign)
        reason = result == RESULT_DRAW ? REASON_AGREED : REASON_RESIGNED;
    if (reason == REASON_NONE)
        return gameparse_error_at(
            parse, parse->result.place, ERROR_STATE,
            "the result is %s, but the moves leave the game open (*), and no Reason tag "
            "says why it ended",
            result_text(result));
    if (record_declare(parse->record, (Outcome){result, reason}, NULL))
        return true;
    return gameparse_error_at(
        parse, gametag_place(tag), ERROR_STATE,
        "the Reason tag says %s, which does not go with the result %s after these moves",
        reason_word(reason), result_text(result));
}

/* Where a foreign text has no result after the moves, the tag says it; false if there is none. */
static bool take_result_of_tag(GameParse *parse, const GameTag *tag) {
    Result result;
    if (!tag)
        return false;
    parse->result = (GameToken){gametag_place(tag), tag->value, strlen(tag->value)};
    return gametoken_result(parse->result, &result);
}

bool gameparse_check_result(GameParse *parse) {
    Result result = RESULT_OPEN;
    Reason reason;
    const GameTag *tag = gametags_find(&parse->tags, "Result");
    if (!parse->ended && !take_result_of_tag(parse, tag))
        return true;
    gametoken_result(parse->result, &result);
    const GameTag *reason_tag = gametags_find(&parse->tags, "Reason");
    char excerpt[EXCERPT_SIZE];
    if (tag && !gametoken_is(parse->result, tag->value))
        return gameparse_error_at(
            parse, parse->result.place, ERROR_STATE,
            "the result after the moves is %s, but the Result tag says \"%s\"", result_text(result),
            text_excerpt(tag->value, strlen(tag->value), excerpt));
    if (!read_reason(parse, reason_tag, &reason))
        return false;
    return record_is_over(parse->record) ? check_ended(parse, result, reason_tag, reason)
                                         : check_open(parse, result, reason_tag, reason);
}
