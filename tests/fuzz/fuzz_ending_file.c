/*
 * Files of solved endings. A file that is refused comes with a sentence that names it; one that is
 * opened is read the same by sides, by blocks and through the cache. The first byte chooses the
 * class, and whether the rest is the file, or the content of its header, after its length in two
 * bytes, and the blocks: checksums would stop nearly everything else.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "fuzz.h"
#include "temp_file.h"

#include "endings/ending_table.h"

enum { BITS_CLASS = 3, BIT_HEADER = 4, PREFIX_SIZE = 16, FILE_MAX = 1 << 20 };

static const char *const class_names[] = {"L_l", "Lz_l", "Lp_l", "Lcc_l"};

static const EndingTable *table_of(const EndingTables *tables, const char *name) {
    EndingClass class;
    bool exchanged;
    fuzz_require(ending_class_parse(name, variant_default(), &class, NULL));
    return ending_tables_find(tables, &class, &exchanged);
}

static void put_number(uint8_t *at, size_t number) {
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(number >> (8 * i));
}

/* Packs a header as a writer does, and appends the blocks. Returns the length of the file. */
static size_t pack(const uint8_t *data, size_t size, uint8_t file[FILE_MAX]) {
    size_t header = data[0] + ((size_t)data[1] << 8);
    data += 2;
    size -= 2;
    header = header < size ? header : size;
    ZSTD_CCtx *packer = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(packer, ZSTD_c_checksumFlag, 1);
    size_t packed =
        ZSTD_compress2(packer, file + PREFIX_SIZE, FILE_MAX - PREFIX_SIZE, data, header);
    ZSTD_freeCCtx(packer);
    fuzz_require(!ZSTD_isError(packed) && PREFIX_SIZE + packed + size - header < FILE_MAX);
    memcpy(file, "CONGOEND", 8);
    put_number(file + 8, ENDING_FILE_VERSION);
    put_number(file + 12, packed);
    memcpy(file + PREFIX_SIZE + packed, data + header, size - header);
    return PREFIX_SIZE + packed + size - header;
}

static void check_sentence(const Error *error, const char *path) {
    fuzz_require(error->code != ERROR_NONE);
    fuzz_require(strncmp(error->text, path, strlen(path)) == 0 && error->text[strlen(path)]);
}

/* Checks a block against the values of its side; NULL: a block of the side is damaged. Returns
 * whether it can be read. */
static bool check_block(const EndingFile *file, const char *path, BlockCache *cache, Color side,
                        uint32_t number, uint32_t size, const uint8_t *values) {
    uint8_t bytes[ENDING_BLOCK_SIZE], byte;
    uint32_t offset, last = number + ENDING_BLOCK_SIZE < size ? number + ENDING_BLOCK_SIZE : size;
    Error error = {0};
    bool read = ending_file_read_block(file, ending_file_block(file, side, number, &offset), NULL,
                                       bytes, &error);
    bool cached = block_cache_get(cache, file, 0, side, number, &byte, &error);
    fuzz_require(offset == 0 && read == cached);
    if (!read) {
        check_sentence(&error, path);
        return false;
    }
    fuzz_require(byte == bytes[0]);
    fuzz_require(block_cache_get(cache, file, 0, side, last - 1, &byte, &error));
    fuzz_require(byte == bytes[last - 1 - number]);
    fuzz_require(!values || memcmp(values + number, bytes, last - number) == 0);
    return true;
}

static void check_side(const EndingFile *file, const char *path, Color side, uint32_t size) {
    Error error = {0};
    BlockCache *cache = block_cache_create(1);
    uint8_t *values = ending_file_read_side(file, side, &error);
    bool all = true;
    if (!values)
        check_sentence(&error, path);
    for (uint32_t number = 0; number < size; number += ENDING_BLOCK_SIZE)
        all &= check_block(file, path, cache, side, number, size, values);
    fuzz_require(all == (values != NULL));
    free(values);
    block_cache_free(cache);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static EndingTables tables;
    static uint8_t bytes[FILE_MAX];
    if (tables.count == 0)
        ending_tables_init(&tables, variant_default(), 4);
    if (size == 0 || size > FILE_MAX / 2)
        return 0;
    const EndingTable *table = table_of(&tables, class_names[data[0] & BITS_CLASS]);
    const char *path = data[0] & BIT_HEADER && size > 2
                           ? temp_file_write(bytes, pack(data + 1, size - 1, bytes))
                           : temp_file_write(data + 1, size - 1);
    Error error = {0};
    EndingFile *file = ending_file_open(path, table, &tables.rules, &error);
    if (!file) {
        check_sentence(&error, path);
        return 0;
    }
    for (int side = WHITE; side <= BLACK; side++)
        check_side(file, path, (Color)side, table->index.size);
    ending_file_close(file);
    return 0;
}
