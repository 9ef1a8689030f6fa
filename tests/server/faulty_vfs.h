/* Files of SQLite that fail on demand. They are real files. Every call that could fail is counted,
 * and the one that a plan names fails. Nothing is ever synced to the disk. What a sync would have
 * secured is remembered, so that a power cut can be simulated: it turns the files into what a disk
 * could contain after it. A program that uses this is linked with --wrap=fsync, because the store
 * itself syncs folders. For one thread. */
#ifndef TESTS_SERVER_FAULTY_VFS_H
#define TESTS_SERVER_FAULTY_VFS_H

#include <stdbool.h>

typedef enum Fault {
    FAULT_NONE,
    FAULT_IO,    /* the call fails with an I/O error and does nothing */
    FAULT_FULL,  /* a write fails with a full disk; other calls succeed */
    FAULT_SHORT, /* a write does half of its work and fails with a full disk; others succeed */
    FAULT_CUT    /* this call and all after it fail: a power cut */
} Fault;

typedef struct FaultPlan {
    Fault fault;
    unsigned call; /* the call that fails, from 1, of those that the fault concerns */
    bool lasting;  /* all later calls fail too */
    bool no_syncs; /* the disk only pretends to sync */
} FaultPlan;

/* Makes these files SQLite's default. */
void faulty_install(void);
/* Begins a plan, and takes all files as synced. */
void faulty_begin(FaultPlan plan);
/* Returns whether a call has failed. */
bool faulty_has_failed(void);
/* Ends the plan: no further call fails. */
void faulty_heal(void);
/* Restores the power. Each file has the contents of its last sync, and of later writes a random
 * choice of sectors. A new file may be missing, a deleted one may exist. No file is open. */
void faulty_crash(unsigned seed);

#endif
