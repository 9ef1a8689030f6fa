#include <config.h>

#include "uci/uci_endings_list.h"

#include "endings/ending_absence.h"
#include "endings/ending_moves.h"
#include "rules/coordinate.h"
#include "uci/uci_output.h"

/* Adds "win plies 23", "loss plies 12" or "draw". */
static void add_value(Buffer *text, EndingValue value) {
    static const char *const words[] = {"loss", "draw", "win"};
    buffer_add_string(text, words[value.result - ENDING_LOSS]);
    if (value.result != ENDING_DRAW)
        buffer_add_format(text, " plies %d", value.plies);
}

static void print_list(const EndingMoves *list) {
    Buffer text = {0};
    buffer_add_string(&text, "ending ");
    add_value(&text, list->value);
    buffer_add_format(&text, " moves %zu\n", list->count);
    for (size_t i = 0; i < list->count; i++) {
        buffer_add_string(&text, "ending move ");
        coordinate_add(&text, list->moves[i].move);
        buffer_add_string(&text, " ");
        add_value(&text, list->moves[i].value);
        buffer_add_string(&text, "\n");
    }
    uci_output_print_buffer(&text);
}

bool uci_endings_list(UciClient *client, char *arguments, Error *error) {
    const Position *position = record_position(client->game);
    const Error no_damage = {0}; /* it was reported when the endings were opened */
    EndingMoves list;
    (void)arguments;
    if (!uci_client_is_idle(client, error))
        return false;
    if (record_is_over(client->game))
        return error_set(error, ERROR_STATE, "the game is over");
    uci_client_open_endings(client);
    const Endings *endings = client->endings.endings;
    if (!endings_fit(endings, position->variant) || !ending_moves_list(endings, position, &list))
        return ending_absence_explain(endings, &no_damage, position, error);
    print_list(&list);
    ending_moves_free(&list);
    return true;
}
