#include <config.h>

#include "uci/uci_input.h"

#include <errno.h>
#include <string.h>

static UciInputStatus read_line(UciInput *input) {
    size_t length;
    while (!(input->text = line_buffer_next(&input->lines, &length)) && !input->lines.ended) {
        if (line_buffer_read(&input->lines, input->file) < 0 && errno != EINTR)
            line_buffer_add(&input->lines, "", 0);
    }
    if (!input->text)
        return UCI_INPUT_END;
    if (memchr(input->text, '\0', length < UCI_LINE_MAX ? length : UCI_LINE_MAX))
        return UCI_INPUT_BINARY;
    return length > UCI_LINE_MAX ? UCI_INPUT_TOO_LONG : UCI_INPUT_LINE;
}

UciInputStatus uci_input_read_line(UciInput *input) {
    if (!input->unread)
        input->status = read_line(input);
    input->unread = false;
    return input->status;
}

void uci_input_unread_line(UciInput *input) {
    input->unread = true;
}
