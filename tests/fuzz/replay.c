/* Runs a harness over each of the files named as arguments. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

/* Returns the bytes in a block of their exact size, so that a sanitizer finds every overrun. */
static uint8_t *read_whole(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        return NULL;
    long end = ftell(file);
    *size = end > 0 ? (size_t)end : 0;
    uint8_t *bytes = malloc(*size ? *size : 1);
    rewind(file);
    bool read = bytes && fread(bytes, 1, *size, file) == *size;
    fclose(file);
    if (read)
        return bytes;
    free(bytes);
    return NULL;
}

int main(int count, char **arguments) {
    for (int i = 1; i < count; i++) {
        size_t size;
        uint8_t *bytes = read_whole(arguments[i], &size);
        if (!bytes) {
            perror(arguments[i]);
            return EXIT_FAILURE;
        }
        LLVMFuzzerTestOneInput(bytes, size);
        free(bytes);
    }
    printf("%d inputs\n", count - 1);
    return EXIT_SUCCESS;
}
