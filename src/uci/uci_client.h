/* A client of the engine. Its functions are called on the thread that reads the input. */
#ifndef UCI_UCI_CLIENT_H
#define UCI_UCI_CLIENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "engine/engine.h"
#include "rules/record.h"
#include "uci/uci_endings.h"
#include "uci/uci_job.h"

/* Options. The value of each is a number: 0 or 1 for a check, the index of a word for a combo. A
 * button has none; the variant, its file and the endings have members of their own. */
typedef enum UciOption {
    UCI_HASH,
    UCI_CLEAR_HASH,
    UCI_THREADS,
    UCI_MULTIPV,
    UCI_PONDER,
    UCI_VARIANT,
    UCI_VARIANT_PATH,
    UCI_LEVEL,
    UCI_ADVISOR,
    UCI_SEED, /* 0: random */
    UCI_ENDINGS_PATH,
    UCI_OPTION_COUNT
} UciOption;

typedef struct UciClient {
    Engine *engine;       /* owned */
    Record *game;         /* owned: the position to search and the moves that led there */
    uint64_t seed;        /* of random choices */
    UciJob job;           /* perft or bench */
    Variant variant;      /* in play */
    Variant file_variant; /* read from a file; its name is empty if none was */
    UciEndings endings;
    bool debug; /* report more about searches */
    int value[UCI_OPTION_COUNT];
} UciClient;

/* Runs a command with the rest of its line, which it may modify. Fails without a change. */
typedef bool UciCommand(UciClient *client, char *arguments, Error *error);

/* Creates a client with the default options, a variant and a setting of the endings. Fails without
 * memory or a thread for the engine, or if the setting is not a folder. */
bool uci_client_open(UciClient *client, const Variant *variant, const char *endings, Error *error);
/* Stops a running search or job and frees the members. */
void uci_client_close(UciClient *client);

/* Begins a new game of the variant, and clears the hash table, whose scores hold under other rules.
 * Does nothing if the variant is in play. */
void uci_client_play_variant(UciClient *client, const Variant *variant);

/* Sets the start position of the variant and a new seed. */
void uci_client_new_game(UciClient *client);

/* Sets the seed to the value of the option, or to a random one if that is 0. */
void uci_client_reseed(UciClient *client);

/* Opens the endings of the variant for the engine, which is idle, unless they are open. Prints a
 * sentence if some are damaged. */
void uci_client_open_endings(UciClient *client);

/* Fails with ERROR_STATE while a search or a job runs. */
bool uci_client_is_idle(UciClient *client, Error *error);

/* Waits until all commands are answered. Stops a search, but lets a job finish. */
void uci_client_drain(UciClient *client);

#endif
