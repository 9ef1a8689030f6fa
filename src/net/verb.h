/*
 * The commands of the protocol: one table says of each what follows its word, what HELP tells about
 * it, and how the last line of its reply looks. What it does is the server's (command.c there).
 */
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

struct LineFormat; /* net/form.h */

/* "MOVE" */
const char *verb_word(Verb verb);
/* What follows the word: "<id> <ply> <move> [hash=]"; "" for nothing. */
const char *verb_synopsis(Verb verb);
/* One line for a person, without a full stop: "play a move". */
const char *verb_summary(Verb verb);

/* What follows the word in a request, and in the last line of the reply. */
const struct LineFormat *verb_format(Verb verb);
const struct LineFormat *verb_success_format(Verb verb);
/* The word of that line, which only for a few is not the verb's own: PING's is "PONG". */
const char *verb_success_word(Verb verb);

/* In any case; VERB_NONE if it is none. */
Verb verb_find(const char *word, size_t length);
Verb verb_find_success(const char *word, size_t length); /* by the word of the last line */

#endif
