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

static bool read_reason(const Reading *reading, const GameTag *tag, Reason *reason) {
    *reason = REASON_NONE;
    if (!tag || find_reason(tag->value, reason))
        return true;
    char excerpt[EXCERPT_SIZE];
    return reading_fail(reading, reading_place_of_tag(tag), ERROR_SYNTAX,
                        "the Reason tag: expected resigned, agreed, time or aborted, found \"%s\"",
                        text_excerpt(tag->value, strlen(tag->value), excerpt));
}

/* The moves have ended the game: result and reason must say the same. */
static bool check_ended(const Reading *reading, Result result, const GameTag *tag, Reason reason) {
    Outcome outcome = record_outcome(reading->record);
    if (result != outcome.result)
        return reading_fail(reading, reading->result.place, ERROR_STATE,
                            "the result is %s, but the moves say %s: %s", result_text(result),
                            result_text(outcome.result), outcome_sentence(outcome));
    if (reason != REASON_NONE && reason != outcome.reason)
        return reading_fail(reading, reading_place_of_tag(tag), ERROR_STATE,
                            "the Reason tag says %s, but: %s", tag->value,
                            outcome_sentence(outcome));
    return true;
}

/* The last position is open: how the game ended, if it did, is for the tags to say. */
static bool check_open(const Reading *reading, Result result, const GameTag *tag, Reason reason) {
    if (reason == REASON_NONE && result == RESULT_OPEN)
        return true;
    if (reason == REASON_NONE && reading->reader->foreign)
        reason = result == RESULT_DRAW ? REASON_AGREED : REASON_RESIGNED;
    if (reason == REASON_NONE)
        return reading_fail(
            reading, reading->result.place, ERROR_STATE,
            "the result is %s, but the moves leave the game open (*), and no Reason tag "
            "says why it ended",
            result_text(result));
    if (record_declare(reading->record, (Outcome){result, reason}, NULL))
        return true;
    return reading_fail(
        reading, reading_place_of_tag(tag), ERROR_STATE,
        "the Reason tag says %s, which does not go with the result %s after these moves",
        reason_word(reason), result_text(result));
}

/* Where a foreign text has no result after the moves, the tag says it; false if there is none. */
static bool take_result_of_tag(Reading *reading, const GameTag *tag) {
    Result result;
    if (!tag)
        return false;
    reading->result = (Word){reading_place_of_tag(tag), tag->value, strlen(tag->value)};
    return reading_find_result(reading->result, &result);
}

bool reading_check_result(Reading *reading) {
    Result result = RESULT_OPEN;
    Reason reason;
    const GameTag *tag = gametags_find(&reading->tags, "Result");
    if (!reading->ended && !take_result_of_tag(reading, tag))
        return true;
    reading_find_result(reading->result, &result);
    const GameTag *reason_tag = gametags_find(&reading->tags, "Reason");
    char excerpt[EXCERPT_SIZE];
    if (tag && !reading_word_is(reading->result, tag->value))
        return reading_fail(reading, reading->result.place, ERROR_STATE,
                            "the result after the moves is %s, but the Result tag says \"%s\"",
                            result_text(result),
                            text_excerpt(tag->value, strlen(tag->value), excerpt));
    if (!read_reason(reading, reason_tag, &reason))
        return false;
    return record_is_over(reading->record) ? check_ended(reading, result, reason_tag, reason)
                                           : check_open(reading, result, reason_tag, reason);
}
