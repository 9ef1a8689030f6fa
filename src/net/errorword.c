#include <config.h>

#include "net/errorword.h"

#include "net/text.h"

typedef struct WordRow {
    const char *text;
    Retry retry;
    const char *summary;
} WordRow;

static const WordRow rows[WORD_COUNT] = {
    [WORD_NONE] = {"", RETRY_NO, ""},
    [WORD_SYNTAX] = {"SYNTAX", RETRY_NO, "the line is no command"},
    [WORD_TOOLONG] = {"TOOLONG", RETRY_NO, "the line is too long"},
    [WORD_VERSION] = {"VERSION", RETRY_NO,
                      "the server does not speak this version of the protocol"},
    [WORD_BADARG] = {"BADARG", RETRY_NO, "a field has a value that it cannot have"},
    [WORD_NOGAME] = {"NOGAME", RETRY_NO, "there is no game of that id"},
    [WORD_BADFEN] = {"BADFEN", RETRY_NO, "the FEN is no position from which a game can start"},
    [WORD_BADVARIANT] = {"BADVARIANT", RETRY_NO, "the server does not know the variant"},
    [WORD_BADKEY] = {"BADKEY", RETRY_NO, "the text is no key of a seat"},
    [WORD_TAKEN] = {"TAKEN", RETRY_NO, "the seat belongs to somebody else"},
    [WORD_NOTSEATED] = {"NOTSEATED", RETRY_NO, "only a player of the game can do this"},
    [WORD_TURN] = {"TURN", RETRY_SYNC, "it is the other side's turn"},
    [WORD_ILLEGAL] = {"ILLEGAL", RETRY_SYNC, "the move is not legal"},
    [WORD_STALE] = {"STALE", RETRY_SYNC, "another move was played at this ply"},
    [WORD_AHEAD] = {"AHEAD", RETRY_SYNC, "the game has not come to this ply yet"},
    [WORD_DESYNC] = {"DESYNC", RETRY_SYNC,
                     "the move leads to another position than the client expects"},
    [WORD_OVER] = {"OVER", RETRY_SYNC, "the game is over"},
    [WORD_NOOFFER] = {"NOOFFER", RETRY_SYNC, "no draw is offered"},
    [WORD_LATE] = {"LATE", RETRY_SYNC, "both sides have moved, and the game cannot be aborted"},
    [WORD_RATE] = {"RATE", RETRY_LATER, "too many in too short a time"},
    [WORD_BUSY] = {"BUSY", RETRY_LATER, "the server has too much to do"},
    [WORD_READONLY] = {"READONLY", RETRY_LATER, "the server can store nothing now"},
    [WORD_FULL] = {"FULL", RETRY_LATER, "the server has no room for more"},
    [WORD_INTERNAL] = {"INTERNAL", RETRY_LATER, "the server made a mistake"},
};

const char *error_word_text(ErrorWord word) {
    return rows[word].text;
}

const char *error_word_summary(ErrorWord word) {
    return rows[word].summary;
}

Retry error_word_retry(ErrorWord word) {
    return rows[word].retry;
}

ErrorWord error_word_find(const char *text, size_t length) {
    for (int word = WORD_NONE + 1; word < WORD_COUNT; word++)
        if (text_is(text, length, rows[word].text))
            return (ErrorWord)word;
    return WORD_NONE;
}
