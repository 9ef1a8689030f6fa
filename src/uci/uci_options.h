/* The options of the engine protocol. */
#ifndef UCI_UCI_OPTIONS_H
#define UCI_UCI_OPTIONS_H

/* Each has a number as its value: a check's 0 or 1, the place of a combo's word. */
typedef enum UciOption {
    UCI_HASH,
    UCI_THREADS,
    UCI_MULTIPV,
    UCI_PONDER,
    UCI_VARIANT,
    UCI_LEVEL,
    UCI_ADVISOR,
    UCI_SEED, /* 0: another one each time */
    UCI_OPTION_COUNT
} UciOption;

void uci_options_reset(int value[UCI_OPTION_COUNT]);

/* Prints the lines with which the options are declared. */
void uci_options_print(void);

#endif
