/*
 * Typing at a terminal: line editing, history and completion by GNU readline, on the event loop. A
 * line being typed is put away while something is printed, and shown again below it. There is one
 * terminal, hence one editor.
 */
#ifndef CLI_EDITOR_H
#define CLI_EDITOR_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/completion.h"

typedef struct EditorListener {
    /* A line was entered; it is the listener's to free. NULL: the end of input (Ctrl-D). The prompt
     * is gone then, and the cursor stands at the beginning of a line. */
    void (*line)(void *context, char *line);
    /* What can stand in the place of a word: `before` is the line up to it. */
    void (*complete)(void *context, const char *before, const char *word,
                     CompletionList *completions);
    void *context;
} EditorListener;

/* `bell`: it may ring. */
void editor_open(const EditorListener *listener, bool bell);
/* Puts the terminal back as it was, and keeps what was typed out of sight. */
void editor_close(void);

/* Shows the prompt and what has been typed behind it, where that is not to be seen already. */
void editor_show(const char *prompt);
/* Takes prompt and line off the screen, or, where the terminal cannot do that, goes to the line
 * below. */
void editor_hide(void);
/* Gives up what has been typed, which stays to be seen; the cursor is on the next line. */
void editor_discard_line(void);
/* Reads the keys that have come; the listener hears of it. */
void editor_read(void);
/* The window has another size. */
void editor_resize(void);
/* Around a stop of the program. */
void editor_suspend(bool suspend);

/* The history: read from a file, to which every line entered is added. Without a file it lasts as
 * long as the program. */
void editor_open_history(const char *path);

#endif
