/* Kills servers under load, with SIGKILL and at random moments, and checks what is left: nothing
 * acknowledged is missing, nothing is stored twice, nobody has a seat without a right to it, and
 * all watchers have seen the same moves, on every server. Failures fail the test. */
#ifndef TESTS_SUPPORT_KILLS_H
#define TESTS_SUPPORT_KILLS_H

#include "load.h"

typedef struct KillsSetup {
    unsigned servers;
    const char *database;
    long server_kills;   /* of a random congod, whose clients go to others and to it */
    long claim_kills;    /* of the only congod, among claims that a minute was waited for */
    long server_pauses;  /* of a random congod, which the others take for dead, and which goes on */
    long database_kills; /* of the database, which is there again afterwards */
    void (*kill_database)(Load *load);
    void (*change_database)(const char *sql); /* of planted faults */
    bool has_checksums;                       /* the database's rows, and they are verified */
} KillsSetup;

/* Returns the number of kills that the environment asks for by a name, or a default. */
long kills_wanted(const char *variable, long usual);

void kills_run(const KillsSetup *setup);
/* Kills a server whose clients go nowhere, until the others say that they are away. */
void kills_end_presence(const KillsSetup *setup);
/* Plants faults in the database, and fails unless each is found. */
void kills_find_plants(const KillsSetup *setup);
/* Plays until a reply is unexpected, because the caller has planted a fault, and fails unless the
 * reply contains a text. */
void kills_find_unexpected(const KillsSetup *setup, const char *expected);

#endif
