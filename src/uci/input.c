#include <config.h>

#include "uci/input.h"

#include <stdlib.h>

#include "rules/memory.h"

enum { FIRST_CAPACITY = 256 };

static void input_put(Input *input, size_t place, char byte) {
    if (place >= input->capacity) {
        input->capacity = input->capacity > 0 ? input->capacity * 2 : FIRST_CAPACITY;
        input->text = memory_resize(input->text, input->capacity, 1);
    }
    input->text[place] = byte;
}

static InputStatus read_line(Input *input) {
    size_t length = 0;
    bool binary = false;
    int byte = getc(input->file);
    if (byte == EOF)
        return INPUT_END;
    for (; byte != '\n' && byte != EOF; byte = getc(input->file)) {
        binary = binary || byte == '\0';
        if (length <= INPUT_LINE_MAX)
            input_put(input, length++, (char)byte);
    }
    if (binary)
        return INPUT_BINARY;
    if (length > INPUT_LINE_MAX)
        return INPUT_TOO_LONG;
    input_put(input, length, '\0');
    return INPUT_LINE;
}

InputStatus input_read(Input *input) {
    if (!input->again)
        input->last = read_line(input);
    input->again = false;
    return input->last;
}

void input_unread(Input *input) {
    input->again = true;
}

void input_free(Input *input) {
    free(input->text);
    input->text = NULL;
    input->capacity = 0;
}
