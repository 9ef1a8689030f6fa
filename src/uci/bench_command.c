#include <config.h>

#include "uci/bench_command.h"

#include <stdio.h>
#include <string.h>

#include "config/wording.h"
#include "engine/engine.h"
#include "uci/arguments.h"
#include "uci/bench.h"

static bool read_argument(BenchOptions *options, int count, char *const arguments[], int *index,
                          Error *error) {
    char shown[QUOTE_SIZE];
    const char *argument = arguments[*index];
    const char *value;
    if (strcmp(argument, "--timed") == 0) {
        options->timed = true;
        return true;
    }
    if ((value = arguments_option_value("--threads", count, arguments, index)))
        return arguments_parse_integer("--threads", value, 1, ENGINE_THREADS_MAX, &options->threads,
                                       error);
    if ((value = arguments_option_value("--hash", count, arguments, index)))
        return arguments_parse_integer("--hash", value, HASH_MB_MIN, HASH_MB_MAX, &options->hash_mb,
                                       error);
    if (strcmp(argument, "--threads") == 0 || strcmp(argument, "--hash") == 0)
        return error_set(error, ERROR_SYNTAX, "%s: expected a value after it", argument);
    if (strncmp(argument, "--", 2) == 0)
        return error_set(error, ERROR_SYNTAX,
                         "unknown option %s: expected --threads, --hash or --timed",
                         text_quote(argument, shown));
    return arguments_parse_integer("depth", argument, 1, SEARCH_DEPTH_MAX, &options->depth, error);
}

static bool read_arguments(BenchOptions *options, int count, char *const arguments[],
                           Error *error) {
    *options = bench_defaults;
    for (int i = 0; i < count; i++) {
        if (!read_argument(options, count, arguments, &i, error))
            return false;
    }
    return true;
}

static bool run_and_print(const BenchOptions *options, Error *error) {
    Buffer text = {0};
    bool done = bench_run(options, NULL, &text, error);
    if (done)
        fwrite(text.bytes, 1, text.length, stdout);
    buffer_free(&text);
    if (done && (fflush(stdout) != 0 || ferror(stdout)))
        return error_set(error, ERROR_IO, "standard output: the figures cannot be written");
    return done;
}

int bench_command(int count, char *const arguments[]) {
    Error error = {0};
    BenchOptions options;
    int status = STATUS_OK;
    if (!read_arguments(&options, count, arguments, &error))
        status = STATUS_USAGE;
    else if (!run_and_print(&options, &error))
        status = STATUS_FAILED;
    if (status != STATUS_OK)
        fprintf(stderr, "congo-engine bench: %s\n", error.text);
    return status;
}
