/* Reads scripts: lines that press keys and state what the screen must show; see congo-script(5).
 * replay_create() checks the names of keys and the regular expressions. */
#ifndef SCRIPT_SCRIPT_H
#define SCRIPT_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/text.h"
#include "config/options.h"
#include "config/settings.h"

typedef enum ScriptVerb {
    SCRIPT_OPTION,   /* text: an option of the command line */
    SCRIPT_FILE,     /* text: a name; block: the contents */
    SCRIPT_SIZE,     /* number: columns, lines */
    SCRIPT_KEYS,     /* text: names of keys, separated by blanks */
    SCRIPT_TYPE,     /* text: to type at once */
    SCRIPT_PASTE,    /* text: to paste; if "", the block without its last newline */
    SCRIPT_CLICK,    /* number: column, line, both from 1 */
    SCRIPT_RIGHT,    /* the same */
    SCRIPT_DRAG,     /* the same */
    SCRIPT_DROP,     /* the same */
    SCRIPT_WHEEL,    /* text: "up" or "down" */
    SCRIPT_WAIT,     /* text: that must appear */
    SCRIPT_GONE,     /* text: that must disappear */
    SCRIPT_SCREEN,   /* block: the expected screen */
    SCRIPT_COLORS,   /* block: the expected colours */
    SCRIPT_MASK,     /* text: an extended regular expression */
    SCRIPT_PATIENCE, /* number: seconds */
    SCRIPT_STAY,     /* hands over to the keyboard */
    SCRIPT_VERBS
} ScriptVerb;

enum {
    SCRIPT_SIZE_MAX = 16 * 1024 * 1024, /* bytes of a script */
    SCRIPT_SIDE_MAX = 1000              /* columns or lines of a screen */
};

typedef struct ScriptLine {
    ScriptVerb verb;
    int line;      /* number in the file, from 1 */
    char *source;  /* as read, with the comments before it */
    char *text;    /* after the verb, without surrounding blanks; may be "" */
    char *block;   /* the lines with '|' below it, without the '|', each with a newline, or NULL */
    int number[2]; /* see ScriptVerb */
} ScriptLine;

typedef struct Script {
    char shown[SHORT_PATH_SIZE]; /* name of the file in messages */
    ScriptLine *lines;
    size_t count;
    char *rest; /* comments after the last line */
} Script;

/* Returns a script, owned by the caller, or NULL with an error that names file and line. */
Script *script_read(const char *path, Error *error);

/* `script` may be NULL. */
void script_free(Script *script);

/* Returns the first line of a verb from the index `from` on, or NULL. */
const ScriptLine *script_find_line(const Script *script, ScriptVerb verb, size_t from);

/* Returns the options of a script. The caller frees the array, which borrows from the script. */
OptionLine *script_options(const Script *script, size_t *count);

/* Prefixes the sentence of an error with file and line. Always returns false. */
bool script_error_at(const Script *script, const ScriptLine *line, Error *error);

const char *script_verb_name(ScriptVerb verb);

/* A temporary folder in which a script is played or recorded. It isolates the run from the user's
 * files. */

/* Creates the folder and moves the program's state folder into it. With a script (NULL: none), the
 * folder is also the working and home folder and contains the files of the script. Returns false
 * with an error on failure. */
bool sandbox_enter(const Script *script, Error *error);

/* Resolves a path against the original working folder. Returns false if the result is too long. */
bool sandbox_outside_path(const char *path, char outside[SETTING_PATH_SIZE]);

/* Removes the folder, if there is one. */
void sandbox_leave(void);

#endif
