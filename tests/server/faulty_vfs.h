/*
 * Files of SQLite that fail on demand. They are real files; every call that could fail is counted,
 * and the one that a plan names fails. Nothing is ever synced to the disk: what a sync would have
 * made safe is remembered, so that a power cut can be played: then the files become what a disk
 * could show after it. A program that uses it is linked with --wrap=fsync, because folders are
 * synced by the store itself. For one thread.
 */
#ifndef TESTS_SERVER_FAULTY_VFS_H
#define TESTS_SERVER_FAULTY_VFS_H

#include <stdbool.h>

typedef enum Fault {
    FAULT_NONE,
    FAULT_IO,    /* the call fails with its I/O error, having done nothing */
    FAULT_FULL,  /* a write finds no room; other calls succeed */
    FAULT_SHORT, /* a write does half of it and finds no room; other calls succeed */
    FAULT_CUT    /* this call and all after it fail: the power is gone */
} Fault;

typedef struct FaultPlan {
    Fault fault;
    unsigned call; /* which one fails, from 1, of those that the fault can meet */
    bool lasting;  /* all after it fail, too */
    bool no_syncs; /* the disk only says that it has synced */
} FaultPlan;

/* SQLite uses these files from now on. */
void faulty_install(void);
/* Starts to count, with all files as safe as they are. */
void faulty_begin(FaultPlan plan);
/* Whether the plan has come true. */
bool faulty_has_failed(void);
/* No fault any more. */
void faulty_heal(void);
/*
 * The power comes back. Each file is as it was when it was last synced, with some of what was
 * written since, by the sector, as chance wants it; a file that was made may be gone, one that was
 * deleted may be back. No file is open.
 */
void faulty_crash(unsigned seed);

#endif
