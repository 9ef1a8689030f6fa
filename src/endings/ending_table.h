/* The tables of one set of rules: the numbers of the positions, the table of each class with the
 * values that are in memory, the files of the tables, and a cache of their blocks. */
#ifndef ENDINGS_ENDING_TABLE_H
#define ENDINGS_ENDING_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "endings/ending_class.h"

/* ---- numbers of positions ----
 * Numbers the positions of a canonical class: the value of position number i with White to move is
 * byte i of White's part of the table, and likewise for Black. Mirror images have the same number,
 * if the islands are their own mirror image, and so have exchanged pieces of one type and colour.
 * Some numbers belong to no position, because two pieces would stand on one square or a pawn on its
 * last rank. */

enum { LION_PLACEMENTS = 81 }; /* 9 squares of each castle */

/* Pieces of one type and colour. */
typedef struct EndingGroup {
    uint8_t color; /* Color */
    uint8_t type;  /* PieceType */
    uint8_t count;
    uint32_t size; /* placements of the group: combinations of the 49 squares */
} EndingGroup;

typedef struct EndingIndex {
    bool mirrored;       /* mirror images share a number */
    int lion_placements; /* that are told apart: 45 if mirrored, else LION_PLACEMENTS */
    int group_count;
    EndingGroup groups[ENDING_PIECES_MAX]; /* White's first; the last one varies fastest */
    uint32_t size;                         /* numbers of one side to move */
} EndingIndex;

void ending_index_init(EndingIndex *index, const EndingClass *class, const EndingRules *rules);

/* Returns the number of a position of the class. */
uint32_t ending_index_of(const EndingIndex *index, const Position *position);

/* The same for a position of the class with exchanged colours. */
uint32_t ending_index_of_exchanged(const EndingIndex *index, const Position *position);

/* Numbers the squares of the lions, which stand in their castles. *mirror: the other pieces of the
 * position with this number are mirrored. */
int ending_index_lions(const EndingIndex *index, Square white, Square black, bool *mirror);

/* Finds the squares of a placement of the lions, below index->lion_placements. */
void ending_index_lion_squares(const EndingIndex *index, int placement, Square *white,
                               Square *black);

/*
 * Sets up position `number` of the class with `side` to move, in a variant with the rules of the
 * index. Returns the number of placements that it stands for: 2 with its mirror image, 1 if both
 * lions are on the d file, where mirror images have numbers of their own, or without mirror images;
 * 0 if the number belongs to no position.
 */
int ending_index_position(const EndingIndex *index, uint32_t number, Color side,
                          const Variant *variant, Position *position);

/* ---- tables in memory ---- */

typedef struct EndingTable {
    EndingClass class;
    EndingIndex index;
    uint8_t *values[COLOR_COUNT]; /* by side to move and number; owned; NULL: not in memory */
} EndingTable;

enum {
    ENDING_TABLES_MAX = 1024,
    ENDING_TABLE_SLOTS =
        4096 /* a power of two, at least twice the classes with exchanged colours */
};

typedef struct EndingTables {
    EndingRules rules;
    EndingTable *tables; /* owned; by number of men, then in the order of ending_class_list */
    int count;
    /* An open hash table of the classes and of those with exchanged colours: 2 * table + exchanged
     * + 1, or 0. */
    uint16_t slots[ENDING_TABLE_SLOTS];
} EndingTables;

/* Lists the classes of a variant up to a number of men, without values. */
void ending_tables_init(EndingTables *tables, const Variant *variant, int men);

void ending_tables_free(EndingTables *tables);

/* Returns the table of a class, or NULL if there is none. *exchanged: the table has the colours
 * exchanged. */
EndingTable *ending_tables_find(const EndingTables *tables, const EndingClass *class,
                                bool *exchanged);

/* The place of a position's value. */
typedef struct EndingPlace {
    EndingTable *table; /* NULL: nowhere */
    Color side;
    uint32_t number;
} EndingPlace;

/* The position has both lions and no open capture. */
EndingPlace ending_tables_place(const EndingTables *tables, const Position *position);

/* ---- files ----
 * The file of a table. It begins with eight bytes, "CONGOEND", the version and the length of the
 * header, both of four bytes. The header and the blocks that follow are frames of zstd, each with a
 * checksum of its content. The header holds the class, the rules, the numbers of positions and
 * blocks, and the length of each block. A block holds the values of ENDING_BLOCK_SIZE consecutive
 * numbers, White's blocks before Black's. All numbers are little-endian. */

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

/* ---- the cache of blocks, which any number of threads may use ---- */

typedef struct BlockCache BlockCache;

/* Creates a cache of at most `megabytes` MiB, which it takes as blocks come. */
BlockCache *block_cache_create(int megabytes);

void block_cache_free(BlockCache *cache); /* NULL is allowed */

/* Gets a value of a file, which the cache knows by its number. Unpacks the block if need be; fails
 * if it is damaged or memory runs out. */
bool block_cache_get(BlockCache *cache, const EndingFile *file, uint32_t file_number, Color side,
                     uint32_t number, uint8_t *byte, Error *error);

#endif
