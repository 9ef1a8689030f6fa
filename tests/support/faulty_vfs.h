/*
 * A VFS of SQLite with real files that fail on demand. It counts every call that could fail, and
 * fails the call that the plan names. Nothing is synced to the disk. Instead the VFS records the
 * contents at each sync, so that a simulated power cut can replace the files by contents that a
 * disk could have after it. Programs are linked with --wrap=fsync and --wrap=rename, because the
 * store itself syncs folders and renames files. For one thread.
 */
#ifndef TESTS_SUPPORT_FAULTY_VFS_H
#define TESTS_SUPPORT_FAULTY_VFS_H

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

/* Makes this VFS SQLite's default. */
void faulty_install(void);
/* Begins a plan; all existing files count as synced. */
void faulty_begin(FaultPlan plan);
/* Returns whether a call has failed. */
bool faulty_has_failed(void);
/* Ends the plan: no further call fails. */
void faulty_heal(void);
/* Simulates the state after a power cut. Each file has the contents of its last sync and a random
 * choice of the sectors written later. A new file may be missing, a deleted one may exist. No file
 * may be open. */
void faulty_crash(unsigned seed);

#endif
