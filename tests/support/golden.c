#include <config.h>

#include "golden.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fake_terminal.h"
#include "term/cells.h"

enum { PATH_SIZE = 4096 };

void golden_read(char text[GOLDEN_SIZE]) {
    char *screen = screen_text_read();
    snprintf(text, GOLDEN_SIZE, "%s", screen);
    free(screen);
}

static bool read_golden(const char *path, char text[GOLDEN_SIZE]) {
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    size_t length = fread(text, 1, GOLDEN_SIZE - 1, file);
    text[length] = '\0';
    fclose(file);
    return true;
}

static const char *top_of(const char *variable) {
    const char *top = getenv(variable);
    return top == NULL ? "." : top;
}

/* Writes the screen to its golden file. */
static bool write_golden(const char *path, const char *found) {
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return false;
    fputs(found, file);
    return fclose(file) == 0;
}

void golden_check(const char *name, const char *found) {
    static char expected[GOLDEN_SIZE];
    char path[PATH_SIZE];
    const char *accepting = getenv("ACCEPT");
    snprintf(path, sizeof path, "%s/tests/board/golden/%s.txt", top_of("CONGO_SOURCE"), name);
    if (!read_golden(path, expected))
        expected[0] = '\0';
    if (strcmp(found, expected) == 0)
        return;
    if (accepting != NULL && *accepting != '\0' && write_golden(path, found)) {
        fprintf(stderr, "accepted: %s\n", name);
        return;
    }
    screen_text_compare(stderr, expected, found);
    fail_msg("the screen %s is not as expected: on the left what is expected, on the right what "
             "was found",
             name);
}
