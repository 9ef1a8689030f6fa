#include <config.h>

#include "uci/protocol.h"

#include <stdbool.h>

#include "uci/input.h"
#include "uci/tournament.h"
#include "uci/uci.h"
#include "uci/words.h"

/* Looks at the first line that is not blank, and leaves it to be read. */
static bool is_tournament(Input *input) {
    InputStatus status;
    do {
        status = input_read(input);
    } while (status == INPUT_LINE && text_is_blank(input->text));
    if (status == INPUT_END)
        return false;
    input_unread(input);
    return status == INPUT_LINE && tournament_begins(input->text);
}

int protocol_run(void) {
    Input input = {.file = stdin};
    int status = is_tournament(&input) ? tournament_run(&input) : uci_run(&input);
    input_free(&input);
    return status;
}
