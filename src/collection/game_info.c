#include <config.h>

#include "collection/game_info.h"

#include <stdlib.h>

UserResult game_info_user_result(const GameInfo *info) {
    Result result = info->outcome.result;
    if (!info->has_user || result == RESULT_OPEN)
        return USER_NO_RESULT;
    if (result == RESULT_DRAW)
        return USER_DREW;
    return (result == RESULT_WHITE) == (info->user == WHITE) ? USER_WON : USER_LOST;
}

bool game_info_position(const GameInfo *info, Position *position) {
    return info->variant != NULL && info->fen[0] != '\0' &&
           fen_parse(info->fen, info->variant, position, NULL);
}

void game_info_free(GameInfo *info) {
    free(info->path);
    for (int color = 0; color < COLOR_COUNT; color++)
        free(info->name[color]);
    free(info->server);
    free(info->id);
    free(info->problem);
    *info = (GameInfo){0};
}
