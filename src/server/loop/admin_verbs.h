/* Runs the verbs of the administrator's socket (config/admin_verbs.h) that need no job. */
#ifndef SERVER_LOOP_ADMIN_VERBS_H
#define SERVER_LOOP_ADMIN_VERBS_H

#include "base/buffer.h"
#include "config/admin_verbs.h"
#include "server/loop/loop.h"

/* Runs a verb and adds its answer, whose last line begins with "ok" or "failed". Changes
 * `arguments`. */
void admin_verb_run(Loop *loop, AdminVerb verb, char *arguments, Buffer *answer);

#endif
