/*
 * The file of a table. It begins with eight bytes, "CONGOEND", the version and the length of the
 * header, both of four bytes. The header and the blocks that follow are frames of zstd, each with a
 * checksum of its content. The header holds the class, the rules, the numbers of positions and
 * blocks, and the length of each block. A block holds the values of ENDING_BLOCK_SIZE consecutive
 * numbers, White's blocks before Black's. All numbers are little-endian.
 */
#ifndef ENDINGS_ENDING_FILE_H
#define ENDINGS_ENDING_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "endings/ending_table.h"

enum { ENDING_BLOCK_SIZE = 32768, ENDING_FILE_VERSION = 1 };

/* The end of a file's name, which begins with its class. */
#define ENDING_FILE_SUFFIX ".ending"

/* Writes a table, whose values are in memory, atomically. */
bool ending_file_write(const char *path, const EndingTable *table, const EndingRules *rules,
                       Error *error);

/* A file that is mapped into memory. */
typedef struct EndingFile EndingFile;

/* Opens the file of a table and checks everything but the blocks. Returns NULL with an error that
 * begins with the path: ERROR_IO if it cannot be read, ERROR_SYNTAX if it is damaged,
 * ERROR_UNSUPPORTED if it is of another version, class or rules. */
EndingFile *ending_file_open(const char *path, const EndingTable *table, const EndingRules *rules,
                             Error *error);
void ending_file_close(EndingFile *file); /* NULL is allowed */

/* Returns the number of the block with a value, and of the value in it. */
uint32_t ending_file_block(const EndingFile *file, Color side, uint32_t number, uint32_t *offset);

/* Unpacks frames. One for each thread. */
typedef struct ZSTD_DCtx_s ZSTD_DCtx;

/* Unpacks a block. Fails with ERROR_SYNTAX if it is damaged, and *bytes is then not set. Any number
 * of threads may call it, each with an unpacker of its own, which may be NULL: then one is made for
 * the call. */
bool ending_file_read_block(const EndingFile *file, uint32_t block, ZSTD_DCtx *unpacker,
                            uint8_t bytes[ENDING_BLOCK_SIZE], Error *error);

/* Returns all values for a side to move, owned by the caller, or NULL with an error. */
uint8_t *ending_file_read_side(const EndingFile *file, Color side, Error *error);

#endif
