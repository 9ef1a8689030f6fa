/* position startpos|fen FEN [moves MOVE...] */
#include <config.h>

#include <string.h>

#include "rules/buffer.h"
#include "rules/clean.h"
#include "rules/coordinate.h"
#include "rules/fen.h"
#include "uci/uci_client.h"
#include "uci/words.h"

/* Joins the words up to "moves", which ends the position if it is there. */
static void read_fen_words(char **arguments, Buffer *fen, bool *has_moves) {
    const char *word;
    *has_moves = false;
    while (!*has_moves && (word = words_next(arguments))) {
        *has_moves = strcmp(word, "moves") == 0;
        if (!*has_moves) {
            buffer_add_string(fen, fen->length > 0 ? " " : "");
            buffer_add_string(fen, word);
        }
    }
}

static bool read_fen(const UciClient *client, char **arguments, Position *position, bool *has_moves,
                     Error *error) {
    Buffer fen = {0};
    read_fen_words(arguments, &fen, has_moves);
    bool read = fen.length > 0
                    ? fen_parse(fen.bytes, uci_client_variant(client), position, error)
                    : error_set(error, ERROR_SYNTAX, "expected a position after \"fen\"");
    buffer_free(&fen);
    return read;
}

static bool read_start(const UciClient *client, char **arguments, Position *position,
                       bool *has_moves, Error *error) {
    const char *word = words_next(arguments);
    position_start(position, uci_client_variant(client));
    *has_moves = word != NULL;
    return word == NULL || strcmp(word, "moves") == 0 ||
           error_set(error, ERROR_SYNTAX, "expected \"moves\" or nothing after \"startpos\"");
}

static bool play_moves(Record *game, char *arguments, Error *error) {
    const char *word;
    while ((word = words_next(&arguments))) {
        Move move;
        char excerpt[EXCERPT_SIZE];
        if (!coordinate_parse(record_position(game), word, &move, error) ||
            !record_play(game, move, -1, -1, error))
            return error_prefix(error, "move %zu, \"%s\": ", game->current + 1,
                                clean_excerpt(word, strlen(word), excerpt));
    }
    return true;
}

bool uci_position(UciClient *client, char *arguments, Error *error) {
    const char *kind = words_next(&arguments);
    Position position;
    bool has_moves;
    bool is_fen = kind != NULL && strcmp(kind, "fen") == 0;
    if (!is_fen && (kind == NULL || strcmp(kind, "startpos") != 0))
        return error_set(error, ERROR_SYNTAX, "expected \"startpos\" or \"fen\"");
    if (is_fen ? !read_fen(client, &arguments, &position, &has_moves, error)
               : !read_start(client, &arguments, &position, &has_moves, error))
        return false;
    Record *game = record_create(&position);
    if (has_moves && !play_moves(game, arguments, error)) {
        record_free(game);
        return false;
    }
    record_free(client->game);
    client->game = game;
    return true;
}
