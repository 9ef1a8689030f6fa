#include <config.h>

#include "uci/game_text.h"

#include <string.h>

#include "rules/buffer.h"
#include "rules/clean.h"
#include "rules/coordinate.h"
#include "rules/fen.h"
#include "uci/words.h"

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
    Move move;
    return (coordinate_parse(record_position(game), word, &move, error) &&
            record_play(game, move, -1, -1, error)) ||
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
