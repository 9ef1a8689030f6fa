/*
 * A recording: what is done in this run, written as a script while it is done, so that a crash
 * loses nothing. When a script is played meanwhile, it is that script with the screens as they are
 * now.
 */
#ifndef SCRIPT_RECORDER_H
#define SCRIPT_RECORDER_H

#include "term/input.h"
#include "tui/app.h"

typedef struct Recorder Recorder;

/* NULL with an error when the file cannot be written. */
Recorder *recorder_create(const char *path, Error *error);
/* False with an error when the file was not written to its end. Does nothing to NULL. */
bool recorder_close(Recorder *recorder, Error *error);

/* What all begins with: the arguments of the command line, as main has them, the configuration
 * file, the terminal. The terminal is open. False with an error when the script cannot have a file
 * that the game needs. */
bool recorder_begin(App *app, int count, char *const arguments[], Error *error);

/* Before the input is heard. */
void recorder_on_input(App *app, const InputEvent *input);
/* The screen has another size now. */
void recorder_on_resize(App *app);
/* Something happened by itself, such as a computer's move: the next key comes after it. */
void recorder_on_event(App *app);

/* Adds a line of a script as it was read, and what stands below it (NULL: nothing). */
void recorder_copy_line(Recorder *recorder, const char *source, const char *block);

#endif
