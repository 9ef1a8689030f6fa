/* Runs the verbs of the administrator's socket (config/admin_verbs.h) that need no job. */
#ifndef SERVER_LOOP_ADMIN_VERBS_H
#define SERVER_LOOP_ADMIN_VERBS_H

#include <stdbool.h>

#include "base/buffer.h"
#include "config/admin_verbs.h"
#include "net/identity.h"
#include "server/loop/loop.h"

/* What the other servers are to be told. */
typedef struct AdminNews {
    Buffer line;      /* empty: nothing */
    const char *done; /* in a word or two; static */
} AdminNews;

/* Runs a verb, adds its answer, whose last line begins with "ok" or "failed", and what the other
 * servers are to be told. Changes `arguments`. */
void admin_verb_run(Loop *loop, AdminVerb verb, char *arguments, Buffer *answer, AdminNews *news);

/* Reads the arguments of a verb for one stored game, or adds the answer that says what is wrong. */
bool admin_verb_read_game(char *arguments, GameId *id, Buffer *answer);

#endif
