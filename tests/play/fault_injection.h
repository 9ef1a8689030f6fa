/*
 * Calls of the system that fail when they are told to: the linker puts these between the program
 * and the C library (--wrap for each name in faulty_calls.c).
 */
#ifndef TESTS_PLAY_FAULT_INJECTION_H
#define TESTS_PLAY_FAULT_INJECTION_H

#include <stdbool.h>

/* From now on the number'th call, from 1, fails once with that errno; 0: none does. EINTR is for
 * calls that wait, and comes to no other. */
void fault_injection_plan(int number, int code);
/* The name of the call that failed since then; NULL: there were not so many. */
const char *fault_injection_failed_call(void);

#endif
