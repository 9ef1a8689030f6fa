/* The words with which a server refuses, and what a client can do about each. */
#ifndef NET_ERRORWORD_H
#define NET_ERRORWORD_H

#include <stddef.h>

typedef enum ErrorWord {
    WORD_NONE,
    WORD_SYNTAX,
    WORD_TOOLONG,
    WORD_VERSION,
    WORD_BADARG,
    WORD_NOGAME,
    WORD_BADFEN,
    WORD_BADVARIANT,
    WORD_BADKEY,
    WORD_TAKEN,
    WORD_NOTSEATED,
    WORD_TURN,
    WORD_ILLEGAL,
    WORD_STALE,
    WORD_AHEAD,
    WORD_DESYNC,
    WORD_OVER,
    WORD_NOOFFER,
    WORD_LATE,
    WORD_RATE,
    WORD_BUSY,
    WORD_READONLY,
    WORD_FULL,
    WORD_INTERNAL,
    WORD_COUNT
} ErrorWord;

/* What helps after a refusal. */
typedef enum Retry {
    RETRY_NO,   /* nothing: the same line will never succeed */
    RETRY_SYNC, /* to ask for the state of the game, and decide again */
    RETRY_LATER /* to send the same line later */
} Retry;

/* "SYNTAX"; "" for WORD_NONE. */
const char *error_word_text(ErrorWord word);
Retry error_word_retry(ErrorWord word);

/* In any case; WORD_NONE if it is none. */
ErrorWord error_word_find(const char *text, size_t length);

#endif
