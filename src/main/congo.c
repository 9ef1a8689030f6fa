#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int count, char **arguments) {
    if (count == 2 && strcmp(arguments[1], "--version") == 0) {
        puts("congo " PACKAGE_VERSION);
        return EXIT_SUCCESS;
    }
    if (count == 2 && strcmp(arguments[1], "--help") == 0) {
        puts("usage: congo [--help] [--version]");
        return EXIT_SUCCESS;
    }
    fputs("congo: expected --help or --version\n", stderr);
    return EXIT_FAILURE;
}
