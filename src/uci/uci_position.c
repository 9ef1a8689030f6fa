#include <config.h>

#include "uci/uci_position.h"

#include <string.h>

#include "base/buffer.h"
#include "base/text.h"
#include "rules/fen.h"

static bool read_startpos(const UciClient *client, char **arguments, Position *position,
                          bool *has_moves, Error *error) {
    const char *word = text_next_word(arguments);
    position_start(position, &client->variant);
    *has_moves = word != NULL;
    return word == NULL || strcmp(word, "moves") == 0 ||
           error_set(error, ERROR_SYNTAX, "expected \"moves\" or nothing after \"startpos\"");
}

static bool read_position(const UciClient *client, char **arguments, Position *position,
                          bool *has_moves, Error *error) {
    const char *word = text_next_word(arguments);
    if (word != NULL && strcmp(word, "startpos") == 0)
        return read_startpos(client, arguments, position, has_moves, error);
    if (word != NULL && strcmp(word, "fen") == 0)
        return uci_position_read_fen(&client->variant, arguments, position, has_moves, error);
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

bool uci_position_read_fen(const Variant *variant, char **rest, Position *position, bool *has_moves,
                           Error *error) {
    const char *word;
    Buffer fen = {0};
    *has_moves = false;
    while (!*has_moves && (word = text_next_word(rest))) {
        *has_moves = strcmp(word, "moves") == 0;
        if (*has_moves)
            break;
        buffer_add_string(&fen, fen.length > 0 ? " " : "");
        buffer_add_string(&fen, word);
    }
    bool read = fen.length > 0 ? fen_parse(fen.bytes, variant, position, error)
                               : error_set(error, ERROR_SYNTAX, "expected a position");
    buffer_free(&fen);
    return read;
}

static bool play_move(Record *game, const char *word, Error *error) {
    char excerpt[EXCERPT_SIZE];
    return record_play_coordinates(game, word, -1, -1, error) ||
           error_prefix(error, "move %zu, \"%s\": ", game->current + 1,
                        text_excerpt(word, strlen(word), excerpt));
}

bool uci_position_play_moves(Record *game, char *moves, Error *error) {
    size_t before = game->current;
    const char *word;
    while ((word = text_next_word(&moves))) {
        if (!play_move(game, word, error)) {
            record_go_to(game, before);
            record_truncate(game);
            return false;
        }
    }
    return true;
}
