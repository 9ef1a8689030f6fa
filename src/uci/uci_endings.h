/* The solved endings that a client's searches use: those of the variant in play. */
#ifndef UCI_UCI_ENDINGS_H
#define UCI_UCI_ENDINGS_H

#include <stdbool.h>

#include "base/error.h"
#include "endings/endings.h"
#include "engine/engine.h"
#include "rules/variant.h"

/* Starts as {0}. */
typedef struct UciEndings {
    char *setting;      /* owned; for ending_folders_find */
    Endings *endings;   /* owned; NULL: none */
    Variant variant;    /* they were opened for */
    bool stale;         /* the setting has changed since */
    bool fault_printed; /* of the open endings */
} UciEndings;

void uci_endings_free(UciEndings *endings);

/* Changes the setting. Fails without a change if it is not a folder. */
bool uci_endings_set(UciEndings *endings, const char *setting, Error *error);

/* Opens the endings of a variant, if they are not open, and hands them to an engine that does not
 * search. Returns false with a sentence if tables are left out because they are damaged. */
bool uci_endings_open(UciEndings *endings, Engine *engine, const Variant *variant, Error *error);

/* Returns true with a sentence, once, if a table was found to be damaged since it was opened. */
bool uci_endings_find_fault(UciEndings *endings, Error *error);

#endif
