/* Only in programs built with --enable-coverage, which are linked so that a call of raise() comes
 * here (ld's --wrap): one who dies of a signal, as the game does when its terminal is gone, would
 * take along the record of the lines it has run. */
#include <config.h>

#include <signal.h>

/* Of the compiler's library: writes the record, adding to what is there, and begins another. */
void __gcov_dump(void);
void __gcov_reset(void);

int __real_raise(int number);
int __wrap_raise(int number);

int __wrap_raise(int number) {
    __gcov_dump();
    __gcov_reset();
    return __real_raise(number);
}
