#include <config.h>

#include "server/store/store.h"

#include <stdlib.h>

void store_game_free(StoreGame *game) {
    if (!game)
        return;
    free(game->moves);
    free(game);
}

void store_completion_free(StoreCompletion *completion) {
    store_game_free(completion->game);
    free(completion->ids);
    free(completion->news);
    free(completion->text);
    completion->game = NULL;
    completion->ids = NULL;
    completion->id_count = 0;
    completion->news = NULL;
    completion->text = NULL;
}
