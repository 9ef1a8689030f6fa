#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int count, char **arguments) {
    if (count == 2 && strcmp(arguments[1], "--version") == 0) {
        puts("congo-engine " PACKAGE_VERSION);
        return EXIT_SUCCESS;
    }
    if (count == 2 && strcmp(arguments[1], "--help") == 0) {
        puts("usage: congo-engine [--help] [--version]");
        return EXIT_SUCCESS;
    }
    fputs("congo-engine: expected --help or --version\n", stderr);
    return EXIT_FAILURE;
}
