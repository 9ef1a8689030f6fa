/* The line reader: the same bytes give the same lines, however they are cut into pieces. The first
 * byte chooses the pieces. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

#include "net/line.h"

enum { LIMIT = 16 };

/* Reads in pieces of `piece` bytes. Returns a hash of the results. */
static uint64_t read_in_pieces(const uint8_t *bytes, size_t length, size_t piece) {
    char memory[LIMIT + LINE_END_SIZE];
    LineReader reader;
    uint64_t hash = 1;
    line_reader_init(&reader, memory, LIMIT);
    while (length > 0) {
        size_t left = piece < length ? piece : length;
        const char *at = (const char *)bytes;
        bytes += left;
        length -= left;
        for (LineStatus status; (status = line_reader_next(&reader, &at, &left)) != LINE_NONE;) {
            hash = hash * 31 + (uint64_t)status;
            fuzz_require(reader.length <= LIMIT);
            for (size_t i = 0; status == LINE_READY && i <= reader.length; i++)
                hash = hash * 31 + (unsigned char)reader.bytes[i];
        }
        fuzz_require(left == 0);
    }
    return hash * 2 + line_reader_is_partial(&reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 1)
        fuzz_require(read_in_pieces(data + 1, size - 1, size) ==
                     read_in_pieces(data + 1, size - 1, 1 + data[0] % 40));
    return 0;
}
