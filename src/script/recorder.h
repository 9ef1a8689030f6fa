/*
 * Recording a run as a script. Every line is written at once, so that a crash loses nothing.
 * While a script is played, its lines are copied instead, with the screens as they are now.
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
 * Writes the head: the configuration file, the options of the command line (as main has them) and
 * the terminal, which must be open. Fails if a file that the game needs cannot become part of the
 * script.
 */
bool recorder_write_head(Recorder *recorder, const Settings *settings, int count,
                         char *const arguments[], Error *error);

/* To be called before the program handles the input. */
void recorder_on_input(Recorder *recorder, const App *app, const InputEvent *input);
void recorder_on_resize(Recorder *recorder);
/* Something happened without input, such as a computer's move: the next key must wait for it. */
void recorder_on_event(Recorder *recorder);

/* Writes a line of a script as it was read, and its block (NULL: none). */
void recorder_copy_line(Recorder *recorder, const char *source, const char *block);

#endif
