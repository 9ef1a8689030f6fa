#include <config.h>

#include "endings/ending_table.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "base/buffer.h"
#include "base/file.h"
#include "base/memory.h"
#include "rules/tables.h"

/* ---- numbers of positions ---- */

/* The castles are three squares wide. A mirror image exchanges their outer files. */
enum {
    CASTLE_SIDE = 3,
    CASTLE_SQUARES = 9,
    OUTER_PLACEMENTS = 27, /* White's lion on the c file */
    MIRRORED_PLACEMENTS = 45
};

/* How a board is turned before its squares are numbered. */
typedef struct Turn {
    bool mirror;   /* file a becomes g */
    bool exchange; /* rank 1 becomes 7, and White's pieces Black's */
} Turn;

static int turned_number(Square square, Turn turn) {
    if (turn.exchange)
        square = square_exchange(square);
    return square_number(turn.mirror ? square_mirror(square) : square);
}

/* ---- the lions ---- */

/* The squares of the lions, numbered as by castle_index. */
typedef struct Lions {
    int white, black;
} Lions;

static bool lions_need_mirror(Lions lions) {
    int white_file = lions.white % CASTLE_SIDE;
    return white_file == 2 || (white_file == 1 && lions.black % CASTLE_SIDE == 2);
}

static int castle_mirror(int square) {
    return square + 2 - 2 * (square % CASTLE_SIDE);
}

/* Numbers a placement that does not need to be mirrored. */
static int lions_number(Lions lions) {
    int row = lions.white / CASTLE_SIDE;
    if (lions.white % CASTLE_SIDE == 0)
        return row * CASTLE_SQUARES + lions.black;
    return OUTER_PLACEMENTS + row * 6 + lions.black / CASTLE_SIDE * 2 + lions.black % CASTLE_SIDE;
}

static Lions lions_of_number(int number) {
    if (number < OUTER_PLACEMENTS)
        return (Lions){number / CASTLE_SQUARES * CASTLE_SIDE, number % CASTLE_SQUARES};
    number -= OUTER_PLACEMENTS;
    return (Lions){number / 6 * CASTLE_SIDE + 1, number % 6 / 2 * CASTLE_SIDE + number % 2};
}

int ending_index_lions(const EndingIndex *index, Square white, Square black, bool *mirror) {
    Lions lions = {castle_index(white, WHITE), castle_index(black, BLACK)};
    *mirror = index->mirrored && lions_need_mirror(lions);
    if (!index->mirrored)
        return lions.white * CASTLE_SQUARES + lions.black;
    if (*mirror)
        lions = (Lions){castle_mirror(lions.white), castle_mirror(lions.black)};
    return lions_number(lions);
}

/* Returns a square of a castle. */
static Square castle_square(int number, Color color) {
    return (Square)((number / CASTLE_SIDE + (color == WHITE ? 4 : 0)) * 8 + number % CASTLE_SIDE +
                    2);
}

void ending_index_lion_squares(const EndingIndex *index, int placement, Square *white,
                               Square *black) {
    Lions lions = index->mirrored ? lions_of_number(placement)
                                  : (Lions){placement / CASTLE_SQUARES, placement % CASTLE_SQUARES};
    *white = castle_square(lions.white, WHITE);
    *black = castle_square(lions.black, BLACK);
}

/* ---- the other pieces ---- */

static uint32_t choose(uint32_t of, int count) {
    switch (count) {
    case 1:
        return of;
    case 2:
        return of * (of - 1) / 2;
    default:
        return of * (of - 1) * (of - 2) / 6;
    }
}

void ending_index_init(EndingIndex *index, const EndingClass *class, const EndingRules *rules) {
    *index = (EndingIndex){.mirrored = ending_rules_mirror(rules)};
    index->lion_placements = index->mirrored ? MIRRORED_PLACEMENTS : LION_PLACEMENTS;
    index->size = (uint32_t)index->lion_placements;
    for (int color = WHITE; color <= BLACK; color++) {
        for (int type = LION + 1; type < PIECE_TYPE_COUNT; type++) {
            int count = ending_class_count(class, (Color)color, (PieceType)type);
            if (count == 0)
                continue;
            EndingGroup *group = &index->groups[index->group_count++];
            *group = (EndingGroup){(uint8_t)color, (uint8_t)type, (uint8_t)count,
                                   choose(SQUARE_COUNT, count)};
            index->size *= group->size;
        }
    }
}

/* Numbers a combination of squares, which are sorted here. */
static uint32_t combination_number(int squares[ENDING_PIECES_MAX], int count) {
    for (int i = 1; i < count; i++) {
        for (int j = i; j > 0 && squares[j] < squares[j - 1]; j--) {
            int square = squares[j];
            squares[j] = squares[j - 1];
            squares[j - 1] = square;
        }
    }
    uint32_t number = 0;
    for (int i = 0; i < count; i++)
        number += choose((uint32_t)squares[i], i + 1);
    return number;
}

/* Finds the squares of a combination, the largest first: the combinatorial number system (D. Knuth,
 * "The Art of Computer Programming", 7.2.1.3). */
static void combination_squares(uint32_t number, int squares[ENDING_PIECES_MAX], int count) {
    for (int i = count; i > 0; i--) {
        uint32_t square = 0;
        while (choose(square + 1, i) <= number)
            square++;
        squares[i - 1] = (int)square;
        number -= choose(square, i);
    }
}

static uint32_t number_turned(const EndingIndex *index, const Position *position, bool exchange) {
    Bitboard lions = position->by_type[LION];
    Square white = bitboard_first(lions & position->by_color[exchange ? BLACK : WHITE]);
    Square black = bitboard_first(lions & position->by_color[exchange ? WHITE : BLACK]);
    Turn turn = {.exchange = exchange};
    if (exchange) {
        white = square_exchange(white);
        black = square_exchange(black);
    }
    uint32_t number = (uint32_t)ending_index_lions(index, white, black, &turn.mirror);
    for (const EndingGroup *group = index->groups; group < index->groups + index->group_count;
         group++) {
        int squares[ENDING_PIECES_MAX], count = 0;
        Bitboard set = position->by_type[group->type] & position->by_color[group->color ^ exchange];
        for (; set; set &= set - 1)
            squares[count++] = turned_number(bitboard_first(set), turn);
        number = number * group->size + combination_number(squares, count);
    }
    return number;
}

uint32_t ending_index_of(const EndingIndex *index, const Position *position) {
    return number_turned(index, position, false);
}

uint32_t ending_index_of_exchanged(const EndingIndex *index, const Position *position) {
    return number_turned(index, position, true);
}

/* ---- positions of numbers ---- */

static bool add_piece(Position *position, Color color, PieceType type, Square square) {
    const Bitboard bit = square_bit(square);
    if ((position_occupied(position) & bit) || (type == PAWN && (last_rank(color) & bit)))
        return false;
    position->by_type[type] |= bit;
    position->by_color[color] |= bit;
    return true;
}

/* Adds the pieces besides the lions. Returns false if the number belongs to no position. */
static bool add_groups(const EndingIndex *index, uint32_t number, Position *position) {
    for (int i = index->group_count - 1; i >= 0; i--) {
        const EndingGroup *group = &index->groups[i];
        int squares[ENDING_PIECES_MAX];
        combination_squares(number % group->size, squares, group->count);
        number /= group->size;
        for (int j = 0; j < group->count; j++) {
            if (!add_piece(position, (Color)group->color, (PieceType)group->type,
                           square_from_number(squares[j])))
                return false;
        }
    }
    return true;
}

int ending_index_position(const EndingIndex *index, uint32_t number, Color side,
                          const Variant *variant, Position *position) {
    const uint32_t groups = index->size / (uint32_t)index->lion_placements;
    Square white, black;
    ending_index_lion_squares(index, (int)(number / groups), &white, &black);
    *position = (Position){
        .variant = variant,
        .side = (uint8_t)side,
        .jump_start = SQUARE_NONE,
        .jump_at = SQUARE_NONE,
    };
    add_piece(position, WHITE, LION, white);
    add_piece(position, BLACK, LION, black);
    if (!add_groups(index, number % groups, position))
        return 0;
    position->key = position_compute_key(position);
    return index->mirrored && (square_file(white) != 3 || square_file(black) != 3) ? 2 : 1;
}

/* ---- the cache of blocks, which any number of threads may use ---- */

enum {
    WAYS = 4,   /* blocks of a set */
    LOCKS = 64, /* a set belongs to the lock of its number */
    BLOCKS_IN_MIB = 1024 * 1024 / ENDING_BLOCK_SIZE
};

typedef struct CachedBlock {
    uint64_t key;   /* of the block, plus 1; 0: none */
    uint64_t stamp; /* time of the last use */
    uint8_t *bytes; /* owned; NULL until first used */
} CachedBlock;

typedef struct CacheSet {
    CachedBlock blocks[WAYS];
} CacheSet;

/* Guards the sets with its number, modulo LOCKS. */
typedef struct CacheLock {
    pthread_mutex_t mutex;
    ZSTD_DCtx *unpacker; /* NULL until first used */
    uint64_t time;
} CacheLock;

struct BlockCache {
    CacheLock locks[LOCKS];
    uint32_t set_count; /* a multiple of LOCKS */
    CacheSet *sets;
};

BlockCache *block_cache_create(int megabytes) {
    BlockCache *cache = memory_allocate(sizeof *cache);
    uint32_t sets = (uint32_t)megabytes * BLOCKS_IN_MIB / WAYS;
    cache->set_count = (sets + LOCKS - 1) / LOCKS * LOCKS;
    cache->sets = memory_allocate(cache->set_count * sizeof *cache->sets);
    for (int i = 0; i < LOCKS; i++)
        pthread_mutex_init(&cache->locks[i].mutex, NULL);
    return cache;
}

void block_cache_free(BlockCache *cache) {
    if (cache == NULL)
        return;
    for (uint32_t i = 0; i < cache->set_count; i++) {
        for (int j = 0; j < WAYS; j++)
            free(cache->sets[i].blocks[j].bytes);
    }
    for (int i = 0; i < LOCKS; i++) {
        ZSTD_freeDCtx(cache->locks[i].unpacker);
        pthread_mutex_destroy(&cache->locks[i].mutex);
    }
    free(cache->sets);
    free(cache);
}

/* Returns the block with a key, or else the one to replace. */
static CachedBlock *choose_block(CacheSet *set, uint64_t key) {
    CachedBlock *oldest = &set->blocks[0];
    for (int i = 0; i < WAYS; i++) {
        CachedBlock *block = &set->blocks[i];
        if (block->key == key)
            return block;
        if (block->stamp < oldest->stamp)
            oldest = block;
    }
    return oldest;
}

/* Unpacks a block of the file in the place of another. */
static bool fill(CachedBlock *block, CacheLock *lock, const EndingFile *file, uint32_t number,
                 Error *error) {
    block->key = 0;
    if (block->bytes == NULL)
        block->bytes = malloc(ENDING_BLOCK_SIZE);
    if (lock->unpacker == NULL)
        lock->unpacker = ZSTD_createDCtx();
    if (block->bytes == NULL || lock->unpacker == NULL)
        return error_set(error, ERROR_MEMORY, "no memory to read endings");
    return ending_file_read_block(file, number, lock->unpacker, block->bytes, error);
}

bool block_cache_get(BlockCache *cache, const EndingFile *file, uint32_t file_number, Color side,
                     uint32_t number, uint8_t *byte, Error *error) {
    uint32_t offset;
    const uint32_t block_number = ending_file_block(file, side, number, &offset);
    const uint64_t key = ((uint64_t)file_number << 32 | block_number) + 1;
    const uint64_t mixed = key * UINT64_C(0x9e3779b97f4a7c15);
    const uint32_t set = (uint32_t)(mixed >> 32) % cache->set_count;
    CacheLock *lock = &cache->locks[set % LOCKS];
    pthread_mutex_lock(&lock->mutex);
    CachedBlock *block = choose_block(&cache->sets[set], key);
    bool found = block->key == key || fill(block, lock, file, block_number, error);
    if (found) {
        block->key = key;
        block->stamp = ++lock->time;
        *byte = block->bytes[offset];
    }
    pthread_mutex_unlock(&lock->mutex);
    return found;
}

/* ---- files ---- */

static const char magic[8] = {'C', 'O', 'N', 'G', 'O', 'E', 'N', 'D'};

enum {
    COMPRESSION_LEVEL = 15,
    PREFIX_SIZE = 16, /* magic, version, length of the header */
    /* Class, islands, pawn family, bare lions, numbers of one side, size of a block, blocks. */
    FIXED_SIZE = ENDING_CLASS_NAME_SIZE + 8 + 1 + 1 + 3 * 4,
    HEADER_MAX = 1 << 20
};

struct EndingFile {
    char *path;
    uint8_t *bytes; /* mapped */
    size_t length;
    uint32_t size; /* numbers of one side */
    uint32_t side_blocks;
    size_t *starts; /* of the blocks; one more for the end */
};

static uint32_t count_side_blocks(uint32_t size) {
    return (size + ENDING_BLOCK_SIZE - 1) / ENDING_BLOCK_SIZE;
}

/* Returns the number of values in a block, counted from the first of its side. */
static uint32_t block_length(uint32_t size, uint32_t block) {
    uint32_t start = block * ENDING_BLOCK_SIZE;
    return size - start < ENDING_BLOCK_SIZE ? size - start : ENDING_BLOCK_SIZE;
}

/* ---- numbers in a file ---- */

static void add_number(Buffer *buffer, uint64_t number, int bytes) {
    for (int i = 0; i < bytes; i++) {
        char byte = (char)(number >> (8 * i) & 255);
        buffer_add(buffer, &byte, 1);
    }
}

static uint64_t get_number(const uint8_t *at, int bytes) {
    uint64_t number = 0;
    for (int i = 0; i < bytes; i++)
        number |= (uint64_t)at[i] << (8 * i);
    return number;
}

/* ---- writing ---- */

/* Appends a frame. Returns its length, or 0 with an error. */
static size_t add_frame(Buffer *file, ZSTD_CCtx *packer, const void *bytes, size_t length,
                        Error *error) {
    const size_t bound = ZSTD_compressBound(length);
    char *frame = memory_allocate(bound);
    size_t size = ZSTD_compress2(packer, frame, bound, bytes, length);
    if (ZSTD_isError(size)) {
        error_set(error, ERROR_MEMORY, "the values cannot be compressed: %s",
                  ZSTD_getErrorName(size));
        size = 0;
    } else {
        buffer_add(file, frame, size);
    }
    free(frame);
    return size;
}

/* Appends the fields of the header before the lengths of the blocks. */
static void add_fixed(Buffer *header, const EndingTable *table, const EndingRules *rules) {
    char name[ENDING_CLASS_NAME_SIZE] = "";
    ending_class_name(&table->class, rules->pawns, name);
    buffer_add(header, name, sizeof name);
    add_number(header, rules->islands, 8);
    add_number(header, rules->pawns, 1);
    add_number(header, rules->bare_lions, 1);
    add_number(header, table->index.size, 4);
    add_number(header, ENDING_BLOCK_SIZE, 4);
    add_number(header, 2 * (uint64_t)count_side_blocks(table->index.size), 4);
}

/* Appends the blocks of one side, and their lengths to the header. */
static bool add_side(Buffer *blocks, Buffer *header, ZSTD_CCtx *packer, const uint8_t *values,
                     uint32_t size, Error *error) {
    for (uint32_t block = 0; block < count_side_blocks(size); block++) {
        const uint8_t *start = values + (size_t)block * ENDING_BLOCK_SIZE;
        size_t length = add_frame(blocks, packer, start, block_length(size, block), error);
        if (length == 0)
            return false;
        add_number(header, length, 4);
    }
    return true;
}

bool ending_file_write(const char *path, const EndingTable *table, const EndingRules *rules,
                       Error *error) {
    const uint32_t size = table->index.size;
    Buffer header = {0}, frame = {0}, blocks = {0}, file = {0};
    ZSTD_CCtx *packer = ZSTD_createCCtx();
    if (packer == NULL)
        return error_set(error, ERROR_MEMORY, "no memory to compress endings");
    ZSTD_CCtx_setParameter(packer, ZSTD_c_compressionLevel, COMPRESSION_LEVEL);
    ZSTD_CCtx_setParameter(packer, ZSTD_c_checksumFlag, 1);
    add_fixed(&header, table, rules);
    bool written = add_side(&blocks, &header, packer, table->values[WHITE], size, error) &&
                   add_side(&blocks, &header, packer, table->values[BLACK], size, error) &&
                   add_frame(&frame, packer, header.bytes, header.length, error);
    ZSTD_freeCCtx(packer);
    if (written) {
        buffer_add(&file, magic, sizeof magic);
        add_number(&file, ENDING_FILE_VERSION, 4);
        add_number(&file, frame.length, 4);
        buffer_add(&file, frame.bytes, frame.length);
        buffer_add(&file, blocks.bytes, blocks.length);
        written = file_write_atomic(path, file.bytes, file.length, 0666, true, error);
    }
    buffer_free(&header);
    buffer_free(&frame);
    buffer_free(&blocks);
    buffer_free(&file);
    return written;
}

/* ---- opening ---- */

#define REMEDY "make it again with \"congo-engine endings build\""

static bool damaged(const char *path, const char *what, Error *error) {
    return error_set(error, ERROR_SYNTAX, "%s is damaged: %s; " REMEDY, path, what);
}

/* Maps a regular file. */
static bool map(EndingFile *file, Error *error) {
    struct stat status;
    int descriptor = open(file->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0 || fstat(descriptor, &status) != 0) {
        error_set(error, ERROR_IO, "%s: %s", file->path, strerror(errno));
        if (descriptor >= 0)
            close(descriptor);
        return false;
    }
    bool mapped = false;
    if (!S_ISREG(status.st_mode)) {
        error_set(error, ERROR_IO, "%s is not a regular file", file->path);
    } else if (status.st_size < PREFIX_SIZE) {
        damaged(file->path, "it is cut short", error);
    } else {
        void *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_SHARED, descriptor, 0);
        mapped = bytes != MAP_FAILED;
        if (mapped) {
            file->bytes = bytes;
            file->length = (size_t)status.st_size;
        } else {
            error_set(error, ERROR_IO, "%s: %s", file->path, strerror(errno));
        }
    }
    close(descriptor);
    return mapped;
}

/* Unpacks the header. Returns it, owned by the caller, or NULL with an error. *end: where the
 * blocks begin. */
static uint8_t *unpack_header(const EndingFile *file, size_t *length, size_t *end, Error *error) {
    const uint64_t version = get_number(file->bytes + sizeof magic, 4);
    const uint64_t packed = get_number(file->bytes + sizeof magic + 4, 4);
    uint8_t *header = NULL;
    if (memcmp(file->bytes, magic, sizeof magic) != 0) {
        error_set(error, ERROR_SYNTAX, "%s is not a file of endings; " REMEDY, file->path);
    } else if (version != ENDING_FILE_VERSION) {
        error_set(error, ERROR_UNSUPPORTED,
                  "%s is of version %u of the format, expected version %d; " REMEDY, file->path,
                  (unsigned)version, ENDING_FILE_VERSION);
    } else if (packed > file->length - PREFIX_SIZE) {
        damaged(file->path, "it is cut short", error);
    } else {
        unsigned long long size = ZSTD_getFrameContentSize(file->bytes + PREFIX_SIZE, packed);
        *end = PREFIX_SIZE + packed;
        if (size >= FIXED_SIZE && size <= HEADER_MAX) {
            header = memory_allocate((size_t)size);
            *length = ZSTD_decompress(header, (size_t)size, file->bytes + PREFIX_SIZE, packed);
            if (*length != size) {
                free(header);
                header = NULL;
            }
        }
        if (header == NULL)
            damaged(file->path, "its header is wrong", error);
    }
    return header;
}

/* Checks the fields before the lengths of the blocks. */
static bool check_fixed(const EndingFile *file, const uint8_t *header, const EndingTable *table,
                        const EndingRules *rules, Error *error) {
    Buffer expected = {0};
    add_fixed(&expected, table, rules);
    size_t same = 0;
    while (same < FIXED_SIZE && (uint8_t)expected.bytes[same] == header[same])
        same++;
    buffer_free(&expected);
    if (same == FIXED_SIZE)
        return true;
    const char *what = same < ENDING_CLASS_NAME_SIZE           ? "other pieces"
                       : same < ENDING_CLASS_NAME_SIZE + 8     ? "other islands"
                       : same < ENDING_CLASS_NAME_SIZE + 8 + 1 ? "other pawns"
                       : same < ENDING_CLASS_NAME_SIZE + 8 + 2 ? "another rule of bare lions"
                                                               : "other numbers of positions";
    char name[ENDING_CLASS_NAME_SIZE];
    return error_set(error, ERROR_UNSUPPORTED,
                     "%s is a file of other endings than %s, with %s; " REMEDY, file->path,
                     ending_class_name(&table->class, rules->pawns, name), what);
}

/* Finds where the blocks start. Their lengths must fill the file. */
static bool find_blocks(EndingFile *file, const uint8_t *header, size_t length, size_t start,
                        Error *error) {
    const uint32_t count = 2 * file->side_blocks;
    if (length != FIXED_SIZE + 4 * (size_t)count)
        return damaged(file->path, "its header is wrong", error);
    file->starts = memory_allocate((count + 1) * sizeof *file->starts);
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t packed = get_number(header + FIXED_SIZE + 4 * (size_t)i, 4);
        file->starts[i] = start;
        if (packed > file->length - start)
            return damaged(file->path, "it is cut short", error);
        start += (size_t)packed;
    }
    file->starts[count] = start;
    return start == file->length || damaged(file->path, "it is too long", error);
}

EndingFile *ending_file_open(const char *path, const EndingTable *table, const EndingRules *rules,
                             Error *error) {
    EndingFile *file = memory_allocate(sizeof *file);
    file->path = memory_strdup(path);
    file->size = table->index.size;
    file->side_blocks = count_side_blocks(file->size);
    uint8_t *header = NULL;
    size_t length = 0, end = 0;
    bool opened = map(file, error) &&
                  (header = unpack_header(file, &length, &end, error)) != NULL &&
                  check_fixed(file, header, table, rules, error) &&
                  find_blocks(file, header, length, end, error);
    free(header);
    if (!opened) {
        ending_file_close(file);
        return NULL;
    }
    return file;
}

void ending_file_close(EndingFile *file) {
    if (file == NULL)
        return;
    if (file->bytes != NULL)
        munmap(file->bytes, file->length);
    free(file->starts);
    free(file->path);
    free(file);
}

/* ---- reading ---- */

uint32_t ending_file_block(const EndingFile *file, Color side, uint32_t number, uint32_t *offset) {
    *offset = number % ENDING_BLOCK_SIZE;
    return (side == WHITE ? 0 : file->side_blocks) + number / ENDING_BLOCK_SIZE;
}

bool ending_file_read_block(const EndingFile *file, uint32_t block, ZSTD_DCtx *unpacker,
                            uint8_t bytes[ENDING_BLOCK_SIZE], Error *error) {
    const uint8_t *frame = file->bytes + file->starts[block];
    const size_t packed = file->starts[block + 1] - file->starts[block];
    const size_t expected = block_length(file->size, block % file->side_blocks);
    size_t length = unpacker == NULL
                        ? ZSTD_decompress(bytes, expected, frame, packed)
                        : ZSTD_decompressDCtx(unpacker, bytes, expected, frame, packed);
    return length == expected || damaged(file->path, "the checksum of a block is wrong", error);
}

uint8_t *ending_file_read_side(const EndingFile *file, Color side, Error *error) {
    const uint32_t first = side == WHITE ? 0 : file->side_blocks;
    /* Whole blocks, of which the last may be shorter. */
    uint8_t *values = malloc((size_t)file->side_blocks * ENDING_BLOCK_SIZE);
    ZSTD_DCtx *unpacker = ZSTD_createDCtx();
    bool done =
        values != NULL || error_set(error, ERROR_MEMORY, "%s: no memory to read it", file->path);
    for (uint32_t i = 0; i < file->side_blocks && done; i++)
        done = ending_file_read_block(file, first + i, unpacker,
                                      values + (size_t)i * ENDING_BLOCK_SIZE, error);
    ZSTD_freeDCtx(unpacker);
    if (!done) {
        free(values);
        return NULL;
    }
    return values;
}

/* ---- the tables of a variant ---- */

static EndingClass exchange(const EndingClass *class) {
    return (EndingClass){{class->counts[BLACK], class->counts[WHITE]}};
}

static unsigned first_slot(const EndingClass *class) {
    uint64_t mixed = class->counts[WHITE] * UINT64_C(0x9e3779b97f4a7c15) ^
                     class->counts[BLACK] * UINT64_C(0xc2b2ae3d27d4eb4f);
    return (unsigned)((mixed ^ mixed >> 32) % ENDING_TABLE_SLOTS);
}

static void insert(EndingTables *tables, const EndingClass *class, int entry) {
    unsigned slot = first_slot(class);
    while (tables->slots[slot])
        slot = (slot + 1) % ENDING_TABLE_SLOTS;
    tables->slots[slot] = (uint16_t)entry;
}

void ending_tables_init(EndingTables *tables, const Variant *variant, int men) {
    EndingClass classes[ENDING_CLASSES_MAX];
    *tables = (EndingTables){.tables = memory_allocate(ENDING_TABLES_MAX * sizeof(EndingTable))};
    ending_rules_of(variant, &tables->rules);
    for (int n = ENDING_MEN_MIN; n <= men; n++) {
        size_t count = ending_class_list(variant, n, classes);
        for (size_t i = 0; i < count; i++) {
            assert(tables->count < ENDING_TABLES_MAX);
            EndingTable *table = &tables->tables[tables->count++];
            table->class = classes[i];
            ending_index_init(&table->index, &table->class, &tables->rules);
            EndingClass exchanged = exchange(&table->class);
            insert(tables, &table->class, 2 * tables->count - 1);
            if (!ending_class_same(&exchanged, &table->class))
                insert(tables, &exchanged, 2 * tables->count);
        }
    }
}

void ending_tables_free(EndingTables *tables) {
    for (int i = 0; i < tables->count; i++) {
        free(tables->tables[i].values[WHITE]);
        free(tables->tables[i].values[BLACK]);
    }
    free(tables->tables);
    *tables = (EndingTables){0};
}

EndingTable *ending_tables_find(const EndingTables *tables, const EndingClass *class,
                                bool *exchanged) {
    for (unsigned slot = first_slot(class); tables->slots[slot];
         slot = (slot + 1) % ENDING_TABLE_SLOTS) {
        EndingTable *table = &tables->tables[(tables->slots[slot] - 1) / 2];
        *exchanged = tables->slots[slot] % 2 == 0;
        const Color white = *exchanged ? BLACK : WHITE;
        if (class->counts[white] == table->class.counts[WHITE] &&
            class->counts[color_other(white)] == table->class.counts[BLACK])
            return table;
    }
    return NULL;
}

EndingPlace ending_tables_place(const EndingTables *tables, const Position *position) {
    const EndingClass class = ending_class_of(position);
    const Color side = position_side(position);
    bool exchanged;
    EndingTable *table = ending_tables_find(tables, &class, &exchanged);
    if (table == NULL)
        return (EndingPlace){NULL, side, 0};
    if (exchanged)
        return (EndingPlace){table, color_other(side),
                             ending_index_of_exchanged(&table->index, position)};
    return (EndingPlace){table, side, ending_index_of(&table->index, position)};
}
