#include <config.h>

#include "play/online/lobby_game.h"

#include <string.h>

LobbyGame lobby_game_from_fields(const Fields *fields) {
    static const Field names[] = {FIELD_WHITE, FIELD_BLACK};
    LobbyGame game = {.id = fields->id,
                      .ply = fields->ply,
                      .clock = fields->clock,
                      .per_move = fields_has(fields, FIELD_PER_MOVE),
                      .claim_minutes = fields->claim_minutes};
    strcpy(game.variant, fields->variant);
    for (int color = 0; color < COLOR_COUNT; color++) {
        game.taken[color] = fields_has(fields, names[color]);
        strcpy(game.player[color], fields->player[color]);
    }
    return game;
}
