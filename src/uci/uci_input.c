#include <config.h>

#include "uci/uci_input.h"

#include <stdlib.h>

#include "base/memory.h"

enum { FIRST_CAPACITY = 256 };

static void put_byte(UciInput *input, size_t place, char byte) {
    if (place >= input->capacity) {
        input->capacity = input->capacity > 0 ? input->capacity * 2 : FIRST_CAPACITY;
        input->text = memory_resize(input->text, input->capacity, 1);
    }
    input->text[place] = byte;
}

static UciInputStatus read_line(UciInput *input) {
    size_t length = 0;
    bool binary = false;
    int byte = getc(input->file);
    if (byte == EOF)
        return UCI_INPUT_END;
    for (; byte != '\n' && byte != EOF; byte = getc(input->file)) {
        binary = binary || byte == '\0';
        if (length <= UCI_LINE_MAX)
            put_byte(input, length++, (char)byte);
    }
    if (binary)
        return UCI_INPUT_BINARY;
    if (length > UCI_LINE_MAX)
        return UCI_INPUT_TOO_LONG;
    put_byte(input, length, '\0');
    return UCI_INPUT_LINE;
}

UciInputStatus uci_input_read_line(UciInput *input) {
    if (!input->unread)
        input->last = read_line(input);
    input->unread = false;
    return input->last;
}

void uci_input_unread_line(UciInput *input) {
    input->unread = true;
}

void uci_input_free(UciInput *input) {
    free(input->text);
    input->text = NULL;
    input->capacity = 0;
}
