/*
 * Typing at a terminal: line editing, history and completion by GNU readline on the event loop. The
 * line being typed is hidden while something is printed, and shown again below it. There is one
 * editor for the one terminal.
 */
#ifndef CLI_EDITOR_H
#define CLI_EDITOR_H

#include <stdbool.h>
#include <stddef.h>

/* The words that complete a typed prefix. Starts as {.word = PREFIX}. */
typedef struct CompletionList {
    const char *word; /* borrowed */
    bool files;       /* file names are completed as well */
    char **list;      /* owned, as are its strings */
    size_t count;
} CompletionList;

/* Adds the text if it begins with the prefix, ignoring case. */
void completion_add(CompletionList *completions, const char *text);

typedef struct EditorListener {
    /* Called when a line was entered, which the listener frees, or with NULL at the end of the
     * input (Ctrl-D). The prompt is gone and the cursor is at the start of a line. */
    void (*on_line)(void *context, char *line);
    /* Adds the completions of a word. `before` is the line up to that word. */
    void (*on_complete)(void *context, const char *before, CompletionList *completions);
    void *context;
} EditorListener;

/* Sets the terminal up. `bell` allows the terminal's bell. */
void editor_open(const EditorListener *listener, bool bell);
/* Restores the terminal. The line being typed is lost. */
void editor_close(void);

/* Shows the prompt, and the line being typed behind it. */
void editor_show(const char *prompt);
/* Erases both, or moves to the next line where the terminal cannot erase. */
void editor_hide(void);
bool editor_can_erase(void);
/* Drops the line being typed, which stays visible, and moves to the next line. */
void editor_discard_line(void);
/* Reads the keys that were typed, and calls the listener. */
void editor_read(void);
/* Adapts to a new size of the terminal. */
void editor_resize(void);
/* Resets the terminal before the program is stopped, and restores it afterwards. */
void editor_suspend(bool suspend);

/* Reads the history from a file and appends every entered line to it. If the file cannot be used,
 * the history lasts as long as the program. */
void editor_open_history(const char *path);

#endif
