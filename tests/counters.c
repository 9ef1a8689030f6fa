/* Linked into programs built with --enable-coverage in place of raise() (ld's --wrap). Saves the
 * coverage data, which a program killed by a signal would lose. */
#include <config.h>

#include <signal.h>

/* From the compiler's library: write the data, adding to the file, and reset the counters. */
void __gcov_dump(void);
void __gcov_reset(void);

int __real_raise(int number);
int __wrap_raise(int number);

int __wrap_raise(int number) {
    __gcov_dump();
    __gcov_reset();
    return __real_raise(number);
}
