/* d: shows the position. */
#include <config.h>

#include <inttypes.h>

#include "rules/buffer.h"
#include "rules/coordinate.h"
#include "rules/diagram.h"
#include "rules/fen.h"
#include "uci/output.h"
#include "uci/uci_client.h"

enum { MOVES_SHOWN_MAX = 500 };

static void add_moves(Buffer *text, const Record *game) {
    MoveList list;
    movelist_init(&list);
    bool all = record_is_over(game) || movegen_some(record_position(game), MOVES_SHOWN_MAX, &list);
    buffer_add_string(text, all ? "Legal moves:" : "Some of the legal moves:");
    for (size_t i = 0; i < list.count; i++) {
        char move[COORDINATE_SIZE];
        if (record_repetition_forbids(game, list.moves[i]))
            continue;
        coordinate_write(list.moves[i], move);
        buffer_add_format(text, " %s", move);
    }
    buffer_add_string(text, "\n");
    movelist_free(&list);
}

bool uci_d(UciClient *client, char *arguments, Error *error) {
    (void)arguments, (void)error;
    const Position *position = record_position(client->game);
    Buffer text = {0};
    char fen[FEN_SIZE];
    fen_write(position, fen);
    diagram_board(position, &text);
    buffer_add_format(&text, "\nVariant: %s\nFEN: %s\nKey: %016" PRIx64 "\n",
                      position->variant->name, fen, position->key);
    if (record_is_over(client->game))
        buffer_add_format(&text, "Result: %s\n", outcome_sentence(record_outcome(client->game)));
    add_moves(&text, client->game);
    uci_io_print_buffer(&text);
    return true;
}
