#include <config.h>

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

#include "config/options.h"

static int print_help(void) {
    char *help = options_help();
    fputs(help, stdout);
    free(help);
    return EXIT_SUCCESS;
}

int main(int count, char **arguments) {
    static Settings settings;
    OptionsWish wish;
    Error error;
    setlocale(LC_ALL, "");
    if (!options_parse(count, arguments, &settings, &wish, &error)) {
        fprintf(stderr, "congo: %s\n", error.text);
        return EXIT_FAILURE;
    }
    if (wish == OPTIONS_HELP)
        return print_help();
    if (wish == OPTIONS_VERSION)
        puts("congo " PACKAGE_VERSION);
    return EXIT_SUCCESS;
}
