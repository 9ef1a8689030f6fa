/* Output in whole lines, from any thread, written at once. */
#ifndef UCI_UCI_OUTPUT_H
#define UCI_UCI_OUTPUT_H

#include "base/buffer.h"
#include "base/compiler.h"

/* Writes a text and a line end. */
void uci_output_print(const char *format, ...) PRINTF_LIKE(1, 2);

/* Writes and frees a text of complete lines. */
void uci_output_print_buffer(Buffer *text);

#endif
