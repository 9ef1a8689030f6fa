/* Lines of output, from any thread: each is written at once and whole. */
#ifndef UCI_UCI_OUTPUT_H
#define UCI_UCI_OUTPUT_H

#include "base/buffer.h"
#include "base/compiler.h"

/* Writes a text and the end of its last line. */
void uci_output_print(const char *format, ...) PRINTF_LIKE(1, 2);

/* Writes and frees the text, which ends with the end of a line. */
void uci_output_print_buffer(Buffer *text);

#endif
