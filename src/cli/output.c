#include <config.h>

#include "cli/output.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"

NotationStyle output_style(Notation notation) {
    return (NotationStyle){.notation = notation, .ascii = true};
}

void output_init(Output *output, int file) {
    *output = (Output){.file = file, .newlines = 2};
}

void output_free(Output *output) {
    buffer_free(&output->text);
}

/* Counts the newlines of the text from `start` on. */
static void count_newlines(Output *output, size_t start) {
    size_t end = output->text.length;
    while (end > start && output->text.bytes[end - 1] == '\n')
        end--;
    output->newlines = (end > start ? 0 : output->newlines) + (int)(output->text.length - end);
}

void output_text(Output *output, const char *text) {
    size_t start = output->text.length;
    buffer_add_string(&output->text, text);
    count_newlines(output, start);
}

void output_print(Output *output, const char *format, ...) {
    size_t start = output->text.length;
    va_list arguments;
    va_start(arguments, format);
    buffer_add_arguments(&output->text, format, arguments);
    va_end(arguments);
    count_newlines(output, start);
}

void output_wrapped(Output *output, const char *text) {
    enum { COLUMNS = 78, INDENT = 4 };
    Buffer lines = {0};
    text_add_wrapped(&lines, text, INDENT, COLUMNS);
    output_text(output, lines.bytes);
    buffer_free(&lines);
}

void output_blank_line(Output *output) {
    while (output->newlines < 2)
        output_text(output, "\n");
}

void output_set_line_start(Output *output) {
    output->newlines = 1;
}

void output_discard(Output *output) {
    buffer_clear(&output->text);
}

bool output_is_pending(const Output *output) {
    return output->text.length > 0;
}

bool output_flush(Output *output, Error *error) {
    if (!output->failed && !file_write_all(output->file, output->text.bytes, output->text.length)) {
        output->failed = true;
        error_set(error, errno == EPIPE ? ERROR_PIPE : ERROR_IO, "standard output: %s",
                  strerror(errno));
    }
    buffer_clear(&output->text);
    return !output->failed;
}

bool output_write(Buffer *text, Error *error) {
    bool written = file_print(stdout, "standard output", text->bytes, text->length, error);
    buffer_free(text);
    return written;
}
