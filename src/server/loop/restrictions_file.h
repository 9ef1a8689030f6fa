/* The file with the bans and mutes, a line for each, so that they survive a restart. */
#ifndef SERVER_LOOP_RESTRICTIONS_FILE_H
#define SERVER_LOOP_RESTRICTIONS_FILE_H

#include <stdbool.h>

#include "base/error.h"
#include "server/loop/loop.h"

/* Reads the file into the core. A missing one has none. */
bool restrictions_file_read(Loop *loop, Error *error);

/* Writes it if restrictions have changed. */
bool restrictions_file_update(Loop *loop, Error *error);

#endif
