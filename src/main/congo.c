#include <config.h>

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

#include "config/options.h"
#include "tui/app.h"
#include "tui/keys.h"

static void print_help(void) {
    char *help = options_help();
    fputs(help, stdout);
    free(help);
}

/* What was asked to be shown is lost if standard output cannot take it. */
static int show(OptionsWish wish) {
    if (wish == OPTIONS_HELP)
        print_help();
    else if (wish == OPTIONS_HELP_KEYS)
        keys_print(stdout);
    else
        puts("congo " PACKAGE_VERSION);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return EXIT_SUCCESS;
    perror("congo: standard output");
    return EXIT_FAILURE;
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
    return wish == OPTIONS_PLAY ? app_run(&settings) : show(wish);
}
