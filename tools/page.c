#include <config.h>

#include "tools/page.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "rules/notation.h"

/* ---- blocks ---- */

/* Returns what follows ".\" KIND: " in a line, or NULL if it begins differently. */
static const char *block_arguments(const char *line, const char *kind) {
    static const char mark[] = ".\\\" ";
    size_t length = strlen(kind);
    if (strncmp(line, mark, sizeof mark - 1) != 0)
        return NULL;
    line += sizeof mark - 1;
    return strncmp(line, kind, length) == 0 && strncmp(line + length, ": ", 2) == 0
               ? line + length + 2
               : NULL;
}

static bool is_end(const char *arguments) {
    return strncmp(arguments, "end\n", 4) == 0;
}

/* Returns the end of a line, after its newline. */
static const char *line_end(const char *line) {
    return line + strcspn(line, "\n") + (line[strcspn(line, "\n")] != '\0');
}

/* Returns the line that ends the block before it, or NULL. */
static const char *block_end(const char *line, const char *kind) {
    while (*line) {
        const char *arguments = block_arguments(line, kind);
        if (arguments)
            return is_end(arguments) ? line : NULL;
        line = line_end(line);
    }
    return NULL;
}

/* Copies the page with its blocks written anew. */
static bool copy_page(FILE *out, const char *page, const char *kind, PageBlockWriter *write,
                      void *context, Error *error) {
    for (const char *line = page; *line;) {
        const char *end = line_end(line), *arguments = block_arguments(line, kind);
        fwrite(line, 1, (size_t)(end - line), out);
        if (arguments && !is_end(arguments)) {
            const char *last = block_end(end, kind);
            if (!last)
                return error_set(error, ERROR_SYNTAX, "a block has no end");
            if (write(context, out, arguments, error))
                end = last;
            else if (error->code != ERROR_NONE)
                return false;
        }
        line = end;
    }
    return true;
}

bool page_rewrite(const char *path, const char *output, const char *kind, PageBlockWriter *write,
                  void *context, Error *error) {
    char *text, *written = NULL;
    size_t length, size;
    if (!(text = file_read(path, &length, error)))
        return false;
    FILE *out = open_memstream(&written, &size);
    bool good = out && copy_page(out, text, kind, write, context, error);
    good = out && fclose(out) == 0 && good;
    free(text);
    if (good)
        good = file_write_atomic(output ? output : path, written, size, 0666, true, error);
    free(written);
    return good;
}

/* ---- text ---- */

const char *page_number(uint64_t value, char text[PAGE_NUMBER_SIZE]) {
    char digits[PAGE_NUMBER_SIZE];
    int length = snprintf(digits, sizeof digits, "%" PRIu64, value);
    char *end = text;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            *end++ = ',';
        *end++ = digits[i];
    }
    *end = '\0';
    return text;
}

void page_cell(FILE *out, const char *text, int width) {
    fputs(" Ta ", out);
    for (int i = (int)strlen(text); i < width; i++)
        fputs("\\0", out);
    fputs(text, out);
}

void page_cell_number(FILE *out, uint64_t value, int width) {
    char text[PAGE_NUMBER_SIZE];
    page_cell(out, page_number(value, text), width);
}

int page_move(FILE *out, const Position *position, Move move) {
    char text[NOTATION_SIZE];
    notation_write(position, move, notation_congo, text);
    for (const char *c = text; *c; c++)
        fputs(*c == '-' ? "\\-" : (char[]){*c, '\0'}, out);
    return (int)strlen(text);
}
