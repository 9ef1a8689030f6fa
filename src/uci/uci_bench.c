/* bench [DEPTH [THREADS [HASH]]] */
#include <config.h>

#include "engine/engine.h"
#include "rules/memory.h"
#include "uci/bench.h"
#include "uci/uci_client.h"
#include "uci/words.h"

static bool bench_work(UciJob *job, Buffer *text, Error *error) {
    return bench_run(job->context, &job->cancelled, text, error);
}

/* A word that is not there leaves the standard value. */
static bool read_number(char **arguments, const char *name, int least, int most, int *number,
                        Error *error) {
    const char *word = text_next_word(arguments);
    int64_t value = *number;
    if (word && !text_parse_integer(name, word, least, most, &value, error))
        return false;
    *number = (int)value;
    return true;
}

bool uci_bench(UciClient *client, char *arguments, Error *error) {
    BenchOptions options = bench_defaults;
    if (!uci_client_is_idle(client, error) ||
        !read_number(&arguments, "depth", 1, SEARCH_DEPTH_MAX, &options.depth, error) ||
        !read_number(&arguments, "threads", 1, ENGINE_THREADS_MAX, &options.threads, error) ||
        !read_number(&arguments, "hash", HASH_MB_MIN, HASH_MB_MAX, &options.hash_mb, error))
        return false;
    BenchOptions *context = memory_allocate(sizeof *context);
    *context = options;
    return uci_job_start(&client->job, "bench", bench_work, context, error);
}
