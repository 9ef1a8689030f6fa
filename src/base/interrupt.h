/* The signals that end a long command in order: INT, TERM and HUP. The first one sets a flag that
 * the command reads, the second one kills the program. */
#ifndef BASE_INTERRUPT_H
#define BASE_INTERRUPT_H

#include <stdatomic.h>
#include <stdbool.h>

/* Installs the handler. Signals that were ignored at the start (nohup) stay ignored. */
void interrupt_catch(void);

/* Returns the flag, which any thread may read. */
const atomic_bool *interrupt_flag(void);

/* Sets the flag without a signal: the command ends early for another reason. Thread-safe. */
void interrupt_raise(void);

/* Returns the number of the signal that has come, or 0. */
int interrupt_signal(void);

#endif
