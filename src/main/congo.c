#include <config.h>

#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "config/options.h"
#include "tui/app.h"
#include "tui/keys.h"

/* Where a standard file is closed, the next one to be opened would take its place, and be taken for
 * the terminal. Nothing can be written to what stands there instead, so that this is noticed. */
static void fill_standard_files(void) {
    int file;
    do
        file = open("/dev/null", O_RDONLY);
    while (file >= 0 && file <= STDERR_FILENO);
    if (file >= 0)
        close(file);
}

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
    fill_standard_files();
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow any more is told of like a full disk */
    setlocale(LC_ALL, "");
    if (!options_parse(count, arguments, &settings, &wish, &error)) {
        fprintf(stderr, "congo: %s\n", error.text);
        return EXIT_FAILURE;
    }
    return wish == OPTIONS_PLAY ? app_run(&settings) : show(wish);
}
