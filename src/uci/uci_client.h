/*
 * One client of the engine, and what its commands do. Every command gets the rest of its line,
 * which it may cut up; one that cannot be done changes nothing and fills the error, from which the
 * client gets one line. They are called on the thread that reads the input.
 */
#ifndef UCI_UCI_CLIENT_H
#define UCI_UCI_CLIENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "engine/engine.h"
#include "rules/record.h"
#include "uci/uci_job.h"
#include "uci/uci_options.h"

typedef struct UciClient {
    Engine *engine; /* owned */
    Record *game;   /* owned: what the next search is for, with the moves that led there */
    uint64_t seed;  /* of what is chosen by chance */
    UciJob job;     /* perft, bench */
    int value[UCI_OPTION_COUNT];
} UciClient;

/* A client at the standard settings. False when there is no memory or thread for an engine. */
bool uci_client_open(UciClient *client, Error *error);
/* Ends what runs, without another word of a search. */
void uci_client_close(UciClient *client);

/* The variant that is played. */
const Variant *uci_client_variant(const UciClient *client);

/* Begins a game at the start position of the variant. */
void uci_client_new_game(UciClient *client);

/* Gives the weak levels a new seed, so that they do not play the same game every time, unless the
 * client has set one. */
void uci_client_reseed(UciClient *client);

/* Fails (ERROR_STATE) while a search, a count or a benchmark runs. */
bool uci_client_is_idle(UciClient *client, Error *error);

/* Waits for the answers that are owed: a search is stopped, a count or benchmark goes on to its
 * end. */
void uci_client_drain(UciClient *client);

/* Asks what runs to end. */
void uci_client_stop(UciClient *client);

typedef bool UciCommand(UciClient *client, char *arguments, Error *error);

UciCommand uci_setoption; /* uci_options.c */
UciCommand uci_position;  /* uci_position.c */
UciCommand uci_go;        /* uci_go.c */
UciCommand uci_d;         /* uci_show.c */
UciCommand uci_eval;      /* uci_eval.c */
UciCommand uci_bench;     /* uci_bench.c */

/* Counts the moves of the game's position to a depth: uci_perft.c. */
bool uci_perft(UciClient *client, int depth, Error *error);

#endif
