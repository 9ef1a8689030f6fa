#include <config.h>

#include "endings/ending_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "base/buffer.h"
#include "base/file.h"
#include "base/memory.h"

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

/* ---- numbers ---- */

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
