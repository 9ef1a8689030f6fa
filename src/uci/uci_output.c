#include <config.h>

#include "uci/uci_output.h"

#include <stdarg.h>
#include <stdio.h>

void uci_output_print(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    flockfile(stdout);
    vprintf(format, arguments);
    putchar('\n');
    fflush(stdout);
    funlockfile(stdout);
    va_end(arguments);
}

void uci_output_print_buffer(Buffer *text) {
    flockfile(stdout);
    fwrite(text->bytes, 1, text->length, stdout);
    fflush(stdout);
    funlockfile(stdout);
    buffer_free(text);
}
