/* position startpos|fen FEN [moves MOVE...] */
#include <config.h>

#include <string.h>

#include "uci/game_text.h"
#include "uci/uci_client.h"
#include "uci/words.h"

static bool read_startpos(const UciClient *client, char **arguments, Position *position,
                          bool *has_moves, Error *error) {
    const char *word = text_next_word(arguments);
    position_start(position, uci_client_variant(client));
    *has_moves = word != NULL;
    return word == NULL || strcmp(word, "moves") == 0 ||
           error_set(error, ERROR_SYNTAX, "expected \"moves\" or nothing after \"startpos\"");
}

static bool read_position(const UciClient *client, char **arguments, Position *position,
                          bool *has_moves, Error *error) {
    const char *kind = text_next_word(arguments);
    if (kind != NULL && strcmp(kind, "startpos") == 0)
        return read_startpos(client, arguments, position, has_moves, error);
    if (kind != NULL && strcmp(kind, "fen") == 0)
        return uci_position_read_fen(uci_client_variant(client), arguments, position, has_moves,
                                     error);
    return error_set(error, ERROR_SYNTAX, "expected \"startpos\" or \"fen\"");
}

bool uci_position(UciClient *client, char *arguments, Error *error) {
    Position position;
    bool has_moves = false;
    if (!read_position(client, &arguments, &position, &has_moves, error))
        return false;
    Record *game = record_create(&position);
    if (has_moves && !uci_position_play_moves(game, arguments, error)) {
        record_free(game);
        return false;
    }
    record_free(client->game);
    client->game = game;
    return true;
}
