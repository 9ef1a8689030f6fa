#include <config.h>

#include "uci/uci_client.h"

#include <string.h>
#include <time.h>

#include "base/random.h"
#include "uci/uci_options.h"
#include "uci/uci_output.h"

bool uci_client_open(UciClient *client, const Variant *variant, const char *endings, Error *error) {
    *client = (UciClient){.engine = NULL, .variant = *variant};
    if (!uci_endings_set(&client->endings, endings, error))
        return error_prefix(error, "--endings: ");
    if (!variant_find(variant->name))
        client->file_variant = *variant;
    uci_options_reset(client->value);
    client->engine = engine_create(client->value[UCI_HASH], client->value[UCI_THREADS], error);
    if (client->engine == NULL) {
        uci_endings_free(&client->endings);
        return false;
    }
    uci_client_new_game(client);
    return true;
}

void uci_client_close(UciClient *client) {
    uci_job_cancel(&client->job);
    uci_job_wait(&client->job);
    engine_free(client->engine);
    uci_endings_free(&client->endings);
    record_free(client->game);
}

void uci_client_play_variant(UciClient *client, const Variant *variant) {
    if (strcmp(variant->name, client->variant.name) == 0 &&
        variant_same_rules(variant, &client->variant))
        return;
    client->variant = *variant;
    engine_new_game(client->engine);
    uci_client_new_game(client);
}

void uci_client_reseed(UciClient *client) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t source = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    if (client->value[UCI_SEED] > 0)
        source = (uint64_t)client->value[UCI_SEED];
    client->seed = random_next(&source); /* mixes the bits: the upper half is used as well */
}

void uci_client_new_game(UciClient *client) {
    Position start;
    position_start(&start, &client->variant);
    record_free(client->game);
    client->game = record_create(&start);
    uci_client_reseed(client);
}

void uci_client_open_endings(UciClient *client) {
    Error error = {0};
    if (!uci_endings_open(&client->endings, client->engine, &client->variant, &error))
        uci_output_print("info string %s", error.text);
}

bool uci_client_is_idle(UciClient *client, Error *error) {
    if (engine_is_searching(client->engine))
        return error_set(error, ERROR_STATE, "a search is running: stop it first");
    return !atomic_load(&client->job.running) ||
           error_set(error, ERROR_STATE, "%s is running: stop it first", client->job.name);
}

void uci_client_drain(UciClient *client) {
    engine_stop(client->engine);
    engine_wait(client->engine);
    uci_job_wait(&client->job);
}
