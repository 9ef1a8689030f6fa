#include <config.h>

#include "uci/perft_command.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "config/arguments.h"
#include "config/variantfile.h"
#include "rules/fen.h"
#include "uci/perft_divide.h"

typedef struct PerftOptions {
    int depth;
    int threads;
    bool divide;
    const char *fen;     /* NULL: the variant's start position */
    const char *variant; /* name or file */
    bool has_depth;
} PerftOptions;

/* ---- arguments ---------------------------------------------------------- */

static bool read_option(PerftOptions *options, int count, char *const arguments[], int *index,
                        Error *error) {
    char shown[QUOTE_SIZE];
    const char *option = arguments[*index];
    const char *value;
    if (strcmp(option, "--divide") == 0) {
        options->divide = true;
        return true;
    }
    if ((value = arguments_option_value("--variant", count, arguments, index))) {
        options->variant = value;
        return true;
    }
    if ((value = arguments_option_value("--threads", count, arguments, index)))
        return arguments_parse_integer("--threads", value, 1, PERFT_THREADS_MAX, &options->threads,
                                       error);
    if (strcmp(option, "--variant") == 0 || strcmp(option, "--threads") == 0)
        return error_set(error, ERROR_SYNTAX, "%s: expected a value after it", option);
    return error_set(error, ERROR_SYNTAX,
                     "unknown option %s: expected --variant, --divide or --threads",
                     text_quote(option, shown));
}

static bool read_operand(PerftOptions *options, const char *text, Error *error) {
    char shown[QUOTE_SIZE];
    if (!options->has_depth) {
        options->has_depth = true;
        return arguments_parse_integer("depth", text, 0, PERFT_DEPTH_MAX, &options->depth, error);
    }
    if (options->fen)
        return error_set(error, ERROR_SYNTAX,
                         "%s after the position: expected one depth and one position, the latter "
                         "in quotes if it has blanks",
                         text_quote(text, shown));
    options->fen = text;
    return true;
}

static bool read_arguments(PerftOptions *options, int count, char *const arguments[],
                           Error *error) {
    *options = (PerftOptions){.threads = 1, .variant = variant_default()->name};
    for (int i = 0; i < count; i++) {
        bool is_option = strncmp(arguments[i], "--", 2) == 0;
        if (is_option ? !read_option(options, count, arguments, &i, error)
                      : !read_operand(options, arguments[i], error))
            return false;
    }
    return options->has_depth || error_set(error, ERROR_SYNTAX, "expected a depth in plies");
}

/* ---- the count ---------------------------------------------------------- */

static bool count_and_print(const PerftOptions *options, Error *error) {
    Variant variant;
    Position position;
    PerftDivision division = {.leaves = 1};
    if (!variantfile_load(options->variant, &variant, error))
        return error_prefix(error, "--variant: ");
    if (!options->fen)
        position_start(&position, &variant);
    else if (!fen_parse(options->fen, &variant, &position, error))
        return false;
    if (options->depth > 0 &&
        !perft_divide(&position, options->depth, options->threads, NULL, &division, error))
        return false;
    Buffer text = {0};
    if (options->divide)
        perft_divide_write_moves(&division, &text);
    perft_divide_write_total(&division, &text);
    perft_divide_free(&division);
    fwrite(text.bytes, 1, text.length, stdout);
    buffer_free(&text);
    if (fflush(stdout) != 0)
        return error_set(error, ERROR_IO, "standard output: the counts cannot be written");
    return true;
}

int perft_command(int count, char *const arguments[]) {
    Error error = {0};
    PerftOptions options;
    int status = STATUS_OK;
    if (!read_arguments(&options, count, arguments, &error))
        status = STATUS_USAGE;
    else if (!count_and_print(&options, &error))
        status = STATUS_FAILED;
    if (status != STATUS_OK)
        fprintf(stderr, "congo-engine perft: %s\n", error.text);
    return status;
}
