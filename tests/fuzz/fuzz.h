/*
 * Fuzzing harnesses. Each fuzz_THING.c defines LLVMFuzzerTestOneInput, which feeds the bytes to the
 * program and checks its invariants. "make fuzz" links the harnesses with libFuzzer; "make check"
 * runs each over its corpus with the main of replay.c.
 */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Aborts with the caller's line unless the condition holds. */
#define fuzz_require(condition) ((condition) ? (void)0 : fuzz_fail(__FILE__, __LINE__, #condition))
_Noreturn void fuzz_fail(const char *file, int line, const char *condition);

#endif
