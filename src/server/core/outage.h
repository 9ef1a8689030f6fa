/*
 * Whether the database answers. The core asks it a small question again and again, and a shared
 * store reads the service time on the connection on which it hears of other servers; the database
 * answers while both do. Everything that depends on that asks here: the answer to PING, whether
 * newcomers are greeted, !OUTAGE, !RECOVERED and !BYE, systemd's watchdog and the metrics.
 *
 * The times are those of the owner's monotonic clock (core_watch()): the core's own clock stands
 * still while a shared database is away.
 */
#ifndef SERVER_CORE_OUTAGE_H
#define SERVER_CORE_OUTAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "server/core/pending.h"

#define OUTAGE_REASON "the server cannot reach its database" /* of a BYE */

typedef enum OutageState {
    OUTAGE_NONE,
    OUTAGE_TOLD, /* everybody knows, and newcomers are refused */
    OUTAGE_LEFT  /* all clients were sent to other servers */
} OutageState;

typedef struct Outage {
    OutageState state;
    bool asking;              /* a question is not answered yet */
    int64_t now_ms;           /* at the last core_watch(); 0: there was none */
    int64_t asked_ms;         /* the last question, ... */
    int64_t answered_ms;      /* ... the last answer, ... */
    int64_t heard_ms;         /* ... and the last reading of the time of a shared store */
    int64_t stalled_until_ms; /* lines received before this may have come during a stall */
} Outage;

/* Called with the answer to a question. */
CompletionHandler outage_answered;

/* Called after each reading of the service time. */
void outage_on_time(Core *core);

/* Returns whether a line that was received at a time may have waited, in this server or before it
 * was read, until its client was gone. */
bool outage_is_late(const Core *core, int64_t received_ms);

#endif
