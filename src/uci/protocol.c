#include <config.h>

#include "uci/protocol.h"

#include <stdbool.h>

#include "uci/input.h"
#include "uci/tournament.h"
#include "uci/uci.h"
#include "uci/words.h"

/* Looks at the first line that is not blank, and leaves it to be read. */
static bool is_wits_protocol(UciInput *input) {
    UciInputStatus status;
    do {
        status = uci_io_read_line(input);
    } while (status == UCI_INPUT_LINE && text_is_blank(input->text));
    if (status == UCI_INPUT_END)
        return false;
    uci_io_unread_line(input);
    return status == UCI_INPUT_LINE && wits_protocol_detect(input->text);
}

int uci_serve(void) {
    UciInput input = {.file = stdin};
    int status = is_wits_protocol(&input) ? wits_protocol_run(&input) : uci_run(&input);
    uci_io_free(&input);
    return status;
}
