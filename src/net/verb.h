/*
 * The commands of the protocol: the format of each request, its help, and the format of the final
 * line of its reply. The server implements them.
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
    VERB_CLAIM,
    VERB_REMATCH,
    VERB_SAY,
    VERB_MUTE,
    VERB_UNMUTE,
    VERB_LIST,
    VERB_SUBSCRIBE,
    VERB_UNSUBSCRIBE,
    VERB_STATS,
    VERB_HELP,
    VERB_PING,
    VERB_QUIT,
    VERB_NONE
} Verb;
enum { VERB_COUNT = VERB_NONE };

struct LineFormat; /* net/line_format.h */

/* Returns the word of a verb: "MOVE". */
const char *verb_word(Verb verb);
/* Returns the arguments, for HELP: "<id> <ply> <move> [hash=]", or "". */
const char *verb_synopsis(Verb verb);
/* Returns one line of help without a full stop: "play a move". */
const char *verb_summary(Verb verb);

/* Returns what follows the word in a request, and in the final line of the reply. */
const struct LineFormat *verb_format(Verb verb);
const struct LineFormat *verb_success_format(Verb verb);
/* Returns the word of the final line: the verb's own, but "PONG" for PING and "BYE" for QUIT. */
const char *verb_success_word(Verb verb);

/* Finds a verb by its word, or by the word of its final line, in any case. Returns VERB_NONE if
 * there is none. */
Verb verb_find(const char *word, size_t length);
Verb verb_find_success(const char *word, size_t length);

#endif
