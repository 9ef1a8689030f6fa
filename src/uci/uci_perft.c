/* go perft DEPTH */
#include <config.h>

#include "rules/memory.h"
#include "uci/division.h"
#include "uci/perft_pool.h"
#include "uci/uci_client.h"

typedef struct PerftJob {
    Position position;
    int depth;
    int threads;
} PerftJob;

static bool perft_work(UciJob *job, Buffer *text, Error *error) {
    const PerftJob *count = job->context;
    PerftDivision division;
    if (!perft_divide(&count->position, count->depth, count->threads, &job->cancelled, &division,
                      error))
        return false;
    perft_divide_write_moves(&division, text);
    perft_divide_write_total(&division, text);
    perft_divide_free(&division);
    return true;
}

/* The game, which owns the variant that its positions borrow, may be gone before the count is. */
bool uci_perft(UciClient *client, int depth, Error *error) {
    PerftJob *count = memory_allocate(sizeof *count);
    *count = (PerftJob){*record_position(client->game), depth, client->value[UCI_THREADS]};
    count->position.variant = uci_client_variant(client);
    return uci_job_start(&client->job, "perft", perft_work, count, error);
}
