/*
 * Records a run as a script. Every line is flushed at once, so that a crash loses nothing. While a
 * script is played, its lines are copied instead, with the current screens in place of the old
 * ones.
 */
#ifndef SCRIPT_RECORDER_H
#define SCRIPT_RECORDER_H

#include "term/input.h"
#include "tui/app.h"

typedef struct Recorder Recorder;

/* Returns NULL with an error if the file cannot be written. */
Recorder *recorder_create(const char *path, Error *error);
/* Returns false with an error if the file was not written to its end. `recorder` may be NULL. */
bool recorder_close(Recorder *recorder, Error *error);

/*
 * Writes the head: the configuration file, the options of the command line (`arguments` of main)
 * and the terminal, which must be open. Returns false with an error if a file that the game needs
 * cannot be included in the script.
 */
bool recorder_write_head(Recorder *recorder, const Settings *settings, int count,
                         char *const arguments[], Error *error);

/* Records input. Must be called before the program handles it. */
void recorder_on_input(Recorder *recorder, App *app, const InputEvent *input);
/* Records the new size of the screen. */
void recorder_on_resize(Recorder *recorder);
/* Notes an event without input, such as a computer's move: the next recorded input waits for it. */
void recorder_on_event(Recorder *recorder);

/* Copies a line of a script unchanged, and writes its block (NULL: none). */
void recorder_copy_line(Recorder *recorder, const char *source, const char *block);

#endif
