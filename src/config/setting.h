/*
 * A setting: a value of a configuration file, an option of a command, or both. Each is a row of
 * table.c, from which come its default, its reading, its messages, the help, the completions of the
 * shells and the tests of the manual.
 */
#ifndef CONFIG_SETTING_H
#define CONFIG_SETTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/error.h"

typedef enum SettingKind {
    SETTING_NUMBER,   /* int, int64_t or uint64_t, by its size, within min..max */
    SETTING_SWITCH,   /* bool */
    SETTING_WORD,     /* an enumeration: the index of one of `words` */
    SETTING_TEXT,     /* char[size]: printable UTF-8 */
    SETTING_ARGUMENT, /* const char *: an argument, borrowed */
    SETTING_OPERANDS, /* Operands: all arguments by position */
    SETTING_PARSED,   /* what parse() makes of a text */
    SETTING_LIST      /* several texts: parse() adds one; the member is their number, an int */
} SettingKind;

enum {
    SETTING_NOT_EMPTY = 1, /* a text of at least one byte */
    SETTING_HOST = 2,      /* a text without blanks */
    SETTING_FILE = 4,
    SETTING_VARIANT = 8,        /* a variant's name, or a path relative to the configuration file */
    SETTING_OPERAND = 16,       /* an argument by position */
    SETTING_PER_ENGINE = 32,    /* --name, --name1 and --name2, for both engines or one */
    SETTING_REQUEST = 64,       /* --help and the like: only shows something */
    SETTING_NOT_IN_SCRIPT = 128 /* an option for the command line only */
};

typedef struct Setting Setting;

/* Stores a text. The sentence of an error does not name the setting. */
typedef bool SettingParser(const Setting *setting, const char *text, void *values, Error *error);

struct Setting {
    const char *name;  /* the option without its dashes; NULL: in the file only */
    const char *path;  /* in the file, "search.depth"; NULL: on the command line only */
    const char *help;  /* one line */
    const char *value; /* stands for the value in the help; NULL: derived; "": takes none */
    const char *form;  /* what is expected; NULL: derived from the kind, the range or the words */
    const char *implied_value; /* of an option without one; NULL: it needs one */
    char letter;               /* of the short option; NUL: none */
    SettingKind kind;
    unsigned flags;
    size_t offset, size;      /* of the member; size 0: nothing is stored */
    int64_t min, max;         /* of a number */
    int64_t default_number;   /* of a number, switch or word */
    const char *default_text; /* of the other kinds, a list's divided by ", "; NULL: zero bytes */
    const char *const *words; /* ends with NULL */
    SettingParser *parse;
};

/* Returns whether the setting is an option, and whether it takes a value. */
bool setting_is_option(const Setting *setting);
bool setting_takes_value(const Setting *setting);

/* Returns the member of the setting in the values that it belongs to. */
void *setting_member(const Setting *setting, void *values);

void setting_store_default(const Setting *setting, void *values);

/* Stores a value from a text, as on the command line. Leaves the values alone on failure; the error
 * does not name the setting. Adds to a list. */
bool setting_store_text(const Setting *setting, const char *text, void *values, Error *error);

/* Stores a number, or the word that reads like it. Returns false and leaves the values alone if the
 * setting does not take it. */
bool setting_store_number(const Setting *setting, int64_t number, void *values);

/* Writes what is expected, such as "a whole number from 0 to 100"; switches read differently in a
 * file. */
void setting_write_form(const Setting *setting, bool in_file, Buffer *text);

/* Writes what stands for the value in the help, such as "PLIES", "on|off" or "1..10". */
void setting_write_value(const Setting *setting, Buffer *text);

/* Writes the default as the command line has it; nothing if there is none, or a
 * number out of its range that stands for none. */
void setting_write_default(const Setting *setting, Buffer *text);

/* "expected FORM, found FOUND". Always returns false. */
bool setting_report_expected(const Setting *setting, const char *found, Error *error);

#endif
