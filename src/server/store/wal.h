/* The log of SQLite (FILE-wal): whether a damaged place hides transactions that were committed.
 * https://www.sqlite.org/fileformat2.html#walformat describes the file. */
#ifndef SERVER_STORE_WAL_H
#define SERVER_STORE_WAL_H

#include <stddef.h>
#include <stdint.h>

/*
 * SQLite reads a log up to the first frame that is not valid, which is how it finds the end of what
 * was written before the power failed. If a later transaction follows the one with that frame, then
 * that one had been synced, and the frame is damaged. Returns the number of transactions behind a
 * damaged place for which there is such proof, or 0. The last transaction of a log, which may not
 * have been acknowledged, is never among them. `page_size`, in bytes, is used if the log's header
 * is damaged.
 */
size_t wal_count_hidden(const uint8_t *log, size_t size, size_t page_size);

#endif
