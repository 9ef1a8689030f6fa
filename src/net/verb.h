/* The commands of the protocol, as a table from which requests, HELP and the manual page come. */
#ifndef NET_VERB_H
#define NET_VERB_H

#include <stddef.h>

typedef enum Verb {
    VERB_HELLO,
    VERB_NEW,
    VERB_JOIN,
    VERB_WATCH,
    VERB_UNWATCH,
    VERB_GET,
    VERB_MOVES,
    VERB_LEGAL,
    VERB_BOARD,
    VERB_EXPORT,
    VERB_MOVE,
    VERB_RESIGN,
    VERB_DRAW,
    VERB_ABORT,
    VERB_SAY,
    VERB_LIST,
    VERB_STATS,
    VERB_HELP,
    VERB_PING,
    VERB_QUIT,
    VERB_NONE
} Verb;
enum { VERB_COUNT = VERB_NONE };

/* "MOVE" */
const char *verb_word(Verb verb);
/* What follows the word: "<id> <ply> <move> [hash=]"; "" for nothing. */
const char *verb_synopsis(Verb verb);
/* One line for a person, without a full stop: "play a move". */
const char *verb_summary(Verb verb);

/* In any case; VERB_NONE if it is none. */
Verb verb_find(const char *word, size_t length);

#endif
