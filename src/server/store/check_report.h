/* The report of a STORE_CHECK. */
#ifndef SERVER_STORE_CHECK_REPORT_H
#define SERVER_STORE_CHECK_REPORT_H

#include "base/buffer.h"
#include "server/store/store.h"

/* Starts as {0}. */
typedef struct StoreCheckReport {
    StoreTotals totals;
    Buffer text; /* a line for each fault, up to a limit */
} StoreCheckReport;

/* Adds a fault of a game or of "the file". */
void check_report_add(StoreCheckReport *report, const char *name, const char *what);

/* Adds a game: the completion of a LOAD. Replays it, and adds its fault if it has one. */
void check_report_add_game(StoreCheckReport *report, const StoreCompletion *loaded);

/* Moves the report into the completion of the check. */
void check_report_take(StoreCheckReport *report, StoreCompletion *completion);

void check_report_free(StoreCheckReport *report);

#endif
