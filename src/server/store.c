#include <config.h>

#include "server/store.h"

#include <stdlib.h>

void storegame_free(StoreGame *game) {
    if (!game)
        return;
    free(game->moves);
    free(game);
}

void storecompletion_free(StoreCompletion *completion) {
    storegame_free(completion->game);
    free(completion->ids);
    free(completion->text);
    completion->game = NULL;
    completion->ids = NULL;
    completion->id_count = 0;
    completion->text = NULL;
}
