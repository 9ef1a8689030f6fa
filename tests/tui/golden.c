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

enum { PATH_SIZE = 4096 };

void golden_read(int lines, char text[GOLDEN_SIZE]) {
    size_t length = 0;
    for (int y = 0; y < lines; y++)
        length +=
            (size_t)snprintf(text + length, GOLDEN_SIZE - length, "%s\n", fake_terminal_line(y));
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

void golden_check(const char *name, const char *found) {
    static char expected[GOLDEN_SIZE];
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/tests/tui/golden/%s.txt", top_of("CONGO_SOURCE"), name);
    if (read_golden(path, expected) && strcmp(found, expected) == 0)
        return;
    snprintf(path, sizeof path, "%s/tests/tui/golden-%s.txt", top_of("CONGO_BUILD"), name);
    FILE *file = fopen(path, "w");
    if (file != NULL) {
        fputs(found, file);
        fclose(file);
    }
    fail_msg("the screen %s is not as expected; it is in %s", name, path);
}
