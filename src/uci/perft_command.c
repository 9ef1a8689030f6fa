#include <config.h>

#include "uci/perft_command.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/settings.h"
#include "config/wording.h"
#include "rules/fen.h"
#include "rules/notation.h"
#include "uci/perft_pool.h"

enum { STATUS_DONE = 0, STATUS_FAILED = 1, STATUS_USAGE = 2 };
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

static bool read_number(const char *what, const char *text, int least, int most, int *number,
                        Error *error) {
    char shown[SHOWN_SIZE];
    char *end;
    long value = strtol(text, &end, 10);
    if (end == text || *end != '\0' || value < least || value > most)
        return error_set(error, ERROR_RANGE, "%s: expected a whole number from %d to %d, found %s",
                         what, least, most, wording_show(text, shown));
    *number = (int)value;
    return true;
}

/* The value of an option, behind its '=' or in the next argument. */
static const char *option_value(const char *name, int count, char *const arguments[], int *index) {
    const char *argument = arguments[*index];
    size_t length = strlen(name);
    if (strncmp(argument, name, length) != 0)
        return NULL;
    if (argument[length] == '=')
        return argument + length + 1;
    if (argument[length] != '\0' || *index + 1 == count)
        return NULL;
    return arguments[++*index];
}

static bool read_option(PerftWish *wish, int count, char *const arguments[], int *index,
                        Error *error) {
    char shown[SHOWN_SIZE];
    const char *option = arguments[*index];
    const char *value;
    if (strcmp(option, "--divide") == 0) {
        wish->divide = true;
        return true;
    }
    if ((value = option_value("--variant", count, arguments, index))) {
        wish->variant = value;
        return true;
    }
    if ((value = option_value("--threads", count, arguments, index)))
        return read_number("--threads", value, 1, PERFT_THREADS_MAX, &wish->threads, error);
    if (strcmp(option, "--variant") == 0 || strcmp(option, "--threads") == 0)
        return error_set(error, ERROR_SYNTAX, "%s: expected a value after it", option);
    return error_set(error, ERROR_SYNTAX,
                     "unknown option %s: expected --variant, --divide or --threads",
                     wording_show_quoted(option, shown));
}

static bool read_operand(PerftWish *wish, const char *text, Error *error) {
    char shown[SHOWN_SIZE];
    if (!wish->has_depth) {
        wish->has_depth = true;
        return read_number("depth", text, 0, PERFT_DEPTH_MAX, &wish->depth, error);
    }
    if (wish->fen)
        return error_set(error, ERROR_SYNTAX,
                         "%s after the position: expected one depth and one position, the latter "
                         "in quotes if it has blanks",
                         wording_show_quoted(text, shown));
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

static void print_division(const PerftDivision *division) {
    for (size_t i = 0; i < division->count; i++) {
        char text[COORDINATE_SIZE];
        coordinate_write(division->moves[i].move, text);
        printf("%s: %" PRIu64 "\n", text, division->moves[i].leaves);
    }
}

static bool count_and_print(const PerftWish *wish, Error *error) {
    Variant variant;
    Position position;
    PerftDivision division = {.leaves = 1};
    if (!settings_read_variant(wish->variant, &variant, error))
        return false;
    if (!wish->fen)
        position_start(&position, &variant);
    else if (!fen_parse(wish->fen, &variant, &position, error))
        return false;
    if (wish->depth > 0 && !perft_divide(&position, wish->depth, wish->threads, &division, error))
        return false;
    if (wish->divide)
        print_division(&division);
    printf("Nodes searched: %" PRIu64 "\n", division.leaves);
    perft_division_free(&division);
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
