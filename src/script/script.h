/*
 * Scripts: keys for the program to press by itself, and what its screen must then show, line by
 * line. congo-script(5) describes the language; here it is read and checked as far as no keys and
 * no screen are needed for that.
 */
#ifndef SCRIPT_SCRIPT_H
#define SCRIPT_SCRIPT_H

#include <stddef.h>

#include "base/error.h"
#include "base/text.h"
#include "config/options.h"

typedef enum ScriptVerb {
    SCRIPT_OPTION, /* text: an option of the command line */
    SCRIPT_FILE,   /* text: a name; block: what is in the file */
    SCRIPT_SIZE,   /* number: columns, lines */
    SCRIPT_KEYS,   /* text: names of keys, separated by blanks */
    SCRIPT_TYPE,   /* text: to type at once */
    SCRIPT_PASTE,  /* text: to paste; or, if it is "", the block without its last line end */
    SCRIPT_CLICK,  /* number: column, line, both from 1 */
    SCRIPT_WHEEL,  /* text: "up" or "down" */
    SCRIPT_WAIT,   /* text: to be seen */
    SCRIPT_GONE,   /* text: no longer to be seen */
    SCRIPT_SCREEN,
    SCRIPT_COLORS,
    SCRIPT_MASK,     /* text: an extended regular expression */
    SCRIPT_PATIENCE, /* number: seconds */
    SCRIPT_STAY,
    SCRIPT_VERBS
} ScriptVerb;

enum {
    SCRIPT_SIZE_MAX = 16 * 1024 * 1024, /* bytes of a script */
    SCRIPT_SIDE_MAX = 1000              /* columns or lines of a screen */
};

typedef struct ScriptLine {
    ScriptVerb verb;
    int line;      /* its number in the file, from 1 */
    char *source;  /* as it was read: from the end of the one before, comments included */
    char *text;    /* after the verb, without blanks around it; "": nothing */
    char *block;   /* the lines below it that begin with '|', without that, each with its line end;
                      NULL: none */
    int number[2]; /* see ScriptVerb */
} ScriptLine;

typedef struct Script {
    char shown[SHORT_PATH_SIZE]; /* the file's name in sentences */
    ScriptLine *lines;
    size_t count;
    char *rest; /* comments after the last line */
} Script;

/* NULL with an error that names the file and the line. The caller frees it with script_free. */
Script *script_read(const char *path, Error *error);
/* Does nothing to NULL. */
void script_free(Script *script);

/* The first line of that verb at or after a number; NULL: there is none. */
const ScriptLine *script_find_line(const Script *script, ScriptVerb verb, size_t from);

/* The options that a script gives, in an array that the caller frees before the script. */
OptionLine *script_options(const Script *script, size_t *count);

/* Puts the place of a line before an error's sentence. Always returns false. */
bool script_error_at(const Script *script, const ScriptLine *line, Error *error);

/* The verb's word. */
const char *script_verb_name(ScriptVerb verb);

#endif
