/* System calls that fail on request. The linker puts them between the program and the C library
 * (--wrap for each name in fault_injection.c). */
#ifndef TESTS_PLAY_FAULT_INJECTION_H
#define TESTS_PLAY_FAULT_INJECTION_H

#include <stdbool.h>

/* Makes the call with this number, from 1, fail once with an errno; with number 0 no call fails.
 * EINTR applies only to calls that wait. */
void fault_injection_plan(int number, int code);
/* Returns the name of the call that failed, or NULL if there were fewer calls. */
const char *fault_injection_failed_call(void);

#endif
