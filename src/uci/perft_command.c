#include <config.h>

#include "uci/perft_command.h"

#include <stdio.h>
#include <string.h>

#include "config/variantfile.h"
#include "config/wording.h"
#include "rules/fen.h"
#include "uci/arguments.h"
#include "uci/division.h"
#include "uci/perft_pool.h"

enum { PERFT_DEPTH_MAX = 50 };

/* What the arguments ask for. */
typedef struct PerftWish {
    int depth;
    int threads;
    bool divide;
    const char *fen;     /* NULL: the variant's start position */
    const char *variant; /* name or file */
    bool has_depth;
} PerftWish;

/* ---- arguments ---------------------------------------------------------- */

static bool read_option(PerftWish *wish, int count, char *const arguments[], int *index,
                        Error *error) {
    char shown[QUOTE_SIZE];
    const char *option = arguments[*index];
    const char *value;
    if (strcmp(option, "--divide") == 0) {
        wish->divide = true;
        return true;
    }
    if ((value = arguments_value("--variant", count, arguments, index))) {
        wish->variant = value;
        return true;
    }
    if ((value = arguments_value("--threads", count, arguments, index)))
        return arguments_number("--threads", value, 1, PERFT_THREADS_MAX, &wish->threads, error);
    if (strcmp(option, "--variant") == 0 || strcmp(option, "--threads") == 0)
        return error_set(error, ERROR_SYNTAX, "%s: expected a value after it", option);
    return error_set(error, ERROR_SYNTAX,
                     "unknown option %s: expected --variant, --divide or --threads",
                     text_quote(option, shown));
}

static bool read_operand(PerftWish *wish, const char *text, Error *error) {
    char shown[QUOTE_SIZE];
    if (!wish->has_depth) {
        wish->has_depth = true;
        return arguments_number("depth", text, 0, PERFT_DEPTH_MAX, &wish->depth, error);
    }
    if (wish->fen)
        return error_set(error, ERROR_SYNTAX,
                         "%s after the position: expected one depth and one position, the latter "
                         "in quotes if it has blanks",
                         text_quote(text, shown));
    wish->fen = text;
    return true;
}

static bool read_arguments(PerftWish *wish, int count, char *const arguments[], Error *error) {
    *wish = (PerftWish){.threads = 1, .variant = variant_default()->name};
    for (int i = 0; i < count; i++) {
        bool is_option = strncmp(arguments[i], "--", 2) == 0;
        if (is_option ? !read_option(wish, count, arguments, &i, error)
                      : !read_operand(wish, arguments[i], error))
            return false;
    }
    return wish->has_depth || error_set(error, ERROR_SYNTAX, "expected a depth in plies");
}

/* ---- the count ---------------------------------------------------------- */

static bool count_and_print(const PerftWish *wish, Error *error) {
    Variant variant;
    Position position;
    PerftDivision division = {.leaves = 1};
    if (!variantfile_read(wish->variant, &variant, error))
        return error_prefix(error, "--variant: ");
    if (!wish->fen)
        position_start(&position, &variant);
    else if (!fen_parse(wish->fen, &variant, &position, error))
        return false;
    if (wish->depth > 0 &&
        !perft_divide(&position, wish->depth, wish->threads, NULL, &division, error))
        return false;
    Buffer text = {0};
    if (wish->divide)
        division_write_moves(&division, &text);
    division_write_sum(&division, &text);
    perft_division_free(&division);
    fwrite(text.bytes, 1, text.length, stdout);
    buffer_free(&text);
    if (fflush(stdout) != 0)
        return error_set(error, ERROR_IO, "standard output: the counts cannot be written");
    return true;
}

int perft_command(int count, char *const arguments[]) {
    Error error = {0};
    PerftWish wish;
    int status = STATUS_DONE;
    if (!read_arguments(&wish, count, arguments, &error))
        status = STATUS_USAGE;
    else if (!count_and_print(&wish, &error))
        status = STATUS_FAILED;
    if (status != STATUS_DONE)
        fprintf(stderr, "congo-engine perft: %s\n", error.text);
    return status;
}
