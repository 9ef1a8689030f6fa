/*
 * A setting: a value of a configuration file, an option of a command, or both. Each is a row of
 * table.c. The row provides its default, parser, messages, help and shell completions; tests
 * compare it with the manual.
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
    SETTING_ARGUMENT, /* const char *: the argument, borrowed */
    SETTING_OPERANDS, /* Operands: all positional arguments */
    SETTING_PARSED,   /* parse() stores the text */
    SETTING_LIST      /* parse() adds a text; the member begins with the count, an int */
} SettingKind;

/* Where a value comes from, later ones win over earlier ones. */
typedef enum SettingSource {
    SOURCE_DEFAULT,
    SOURCE_CHOICE, /* chosen in the game, in this run or one before */
    SOURCE_FILE,
    SOURCE_OPTION
} SettingSource;

enum {
    SETTING_NOT_EMPTY = 1, /* a text of at least one byte */
    SETTING_HOST = 2,      /* a text without blanks except after commas */
    SETTING_FILE = 4,
    SETTING_VARIANT = 8,     /* a variant's name, or a path relative to the configuration file */
    SETTING_OPERAND = 16,    /* a positional argument */
    SETTING_PER_ENGINE = 32, /* --name, --name1 and --name2, for both engines or one */
    SETTING_REQUEST = 64,    /* --help and the like: prints and exits */
    SETTING_NOT_IN_SCRIPT = 128,       /* rejected in a script */
    SETTING_CHOICE = 256,              /* kept for the next run if it is chosen in the game */
    SETTING_REQUEST_OF_SETTINGS = 512, /* a request that reads the other options, too */
    SETTING_FOLDER = 1024 /* one of `words`, or a folder relative to the configuration file */
};

typedef struct Setting Setting;

/* Parses and stores a text. The error does not name the setting. */
typedef bool SettingParser(const Setting *setting, const char *text, void *values, Error *error);

/* Appends the value in the form that the parser accepts. Returns false if it has none. */
typedef bool SettingPrinter(const Setting *setting, const void *values, Buffer *text);

struct Setting {
    const char *name;          /* the option without its dashes; NULL: in the file only */
    const char *path;          /* in the file, "search.depth"; NULL: on the command line only */
    const char *help;          /* one line */
    const char *value;         /* placeholder in the help; NULL: derived; "": takes no value */
    const char *form;          /* expected form; NULL: derived from the kind, range or words */
    const char *implied_value; /* without a value on the command line; NULL: value required */
    char letter;               /* of the short option; NUL: none */
    SettingKind kind;
    unsigned flags;
    size_t offset, size;    /* of the member; size 0: nothing is stored */
    int64_t min, max;       /* of a number */
    int64_t default_number; /* of a number, switch or word */
    const char
        *default_text; /* of the other kinds; a list is separated by ", "; NULL: zero bytes */
    const char *const *words; /* ends with NULL */
    SettingParser *parse;     /* of a word: reads a text that is none of the words */
    SettingPrinter *print;    /* of a parsed choice */
};

/* Returns whether the setting is an option, and whether it takes a value. */
bool setting_is_option(const Setting *setting);
bool setting_takes_value(const Setting *setting);

/* Return the member of the setting in the values that it belongs to. */
void *setting_member(const Setting *setting, void *values);
const void *setting_value(const Setting *setting, const void *values);

void setting_store_default(const Setting *setting, void *values);

/* Stores a value from a text as on the command line, or adds it to a list. Leaves the values alone
 * on failure; the error does not name the setting. */
bool setting_store_text(const Setting *setting, const char *text, void *values, Error *error);

/* Stores a number, or the word that is spelled like it. Returns false and leaves the values alone
 * if the setting does not accept it. */
bool setting_store_number(const Setting *setting, int64_t number, void *values);

/* Appends the expected form, such as "a whole number from 0 to 100". That of a switch differs in a
 * file. */
void setting_write_form(const Setting *setting, bool in_file, Buffer *text);

/* Appends the placeholder of the value in the help, such as "PLIES", "on|off" or "1..10". */
void setting_write_value(const Setting *setting, Buffer *text);

/* Appends the default as on the command line. Appends nothing if there is no default, or if it is a
 * number outside the range, which means "unset". */
void setting_write_default(const Setting *setting, Buffer *text);

/* Reports "expected FORM, found FOUND". Always returns false. */
bool setting_report_expected(const Setting *setting, const char *found, Error *error);

#endif
