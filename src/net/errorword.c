#include <config.h>

#include "net/errorword.h"

#include "net/text.h"

typedef struct WordRow {
    const char *text;
    Retry retry;
} WordRow;

static const WordRow rows[WORD_COUNT] = {
    [WORD_NONE] = {"", RETRY_NO},
    [WORD_SYNTAX] = {"SYNTAX", RETRY_NO},
    [WORD_TOOLONG] = {"TOOLONG", RETRY_NO},
    [WORD_VERSION] = {"VERSION", RETRY_NO},
    [WORD_BADARG] = {"BADARG", RETRY_NO},
    [WORD_NOGAME] = {"NOGAME", RETRY_NO},
    [WORD_BADFEN] = {"BADFEN", RETRY_NO},
    [WORD_BADVARIANT] = {"BADVARIANT", RETRY_NO},
    [WORD_BADKEY] = {"BADKEY", RETRY_NO},
    [WORD_TAKEN] = {"TAKEN", RETRY_NO},
    [WORD_NOTSEATED] = {"NOTSEATED", RETRY_NO},
    [WORD_TURN] = {"TURN", RETRY_SYNC},
    [WORD_ILLEGAL] = {"ILLEGAL", RETRY_SYNC},
    [WORD_STALE] = {"STALE", RETRY_SYNC},
    [WORD_AHEAD] = {"AHEAD", RETRY_SYNC},
    [WORD_DESYNC] = {"DESYNC", RETRY_SYNC},
    [WORD_OVER] = {"OVER", RETRY_SYNC},
    [WORD_NOOFFER] = {"NOOFFER", RETRY_SYNC},
    [WORD_LATE] = {"LATE", RETRY_SYNC},
    [WORD_RATE] = {"RATE", RETRY_LATER},
    [WORD_BUSY] = {"BUSY", RETRY_LATER},
    [WORD_READONLY] = {"READONLY", RETRY_LATER},
    [WORD_FULL] = {"FULL", RETRY_LATER},
    [WORD_INTERNAL] = {"INTERNAL", RETRY_LATER},
};

const char *error_word_text(ErrorWord word) {
    return rows[word].text;
}

Retry error_word_retry(ErrorWord word) {
    return rows[word].retry;
}

ErrorWord error_word_find(const char *text, size_t length) {
    for (int word = WORD_NONE + 1; word < WORD_COUNT; word++)
        if (text_matches(text, length, rows[word].text))
            return (ErrorWord)word;
    return WORD_NONE;
}
