#include <config.h>

#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>

void fuzz_fail(const char *file, int line, const char *condition) {
    fprintf(stderr, "%s:%d: it does not hold that %s\n", file, line, condition);
    abort();
}
