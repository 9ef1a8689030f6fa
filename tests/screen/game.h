/*
 * The game in a pseudo-terminal, with a folder of its own below the current one. In it are "state"
 * and "config", which the program takes for the user's, and "work", its current folder; what it
 * says on standard error is added to "stderr".
 */
#ifndef TESTS_SCREEN_GAME_H
#define TESTS_SCREEN_GAME_H

#include "pty.h"

enum { GAME_PATH_SIZE = 1024 };

/* Made empty, whatever there was. A test that fails leaves it. */
void game_make_folder(const char *name);
void game_remove_folder(void);

/* The path of a name in the folder; one of several static texts. */
const char *game_path(const char *name);
/* Makes a file there. */
void game_write(const char *name, const char *text);

/* Starts it at 80x24. The environment is NAME=value words, TERM and LC_ALL among them; there is
 * nothing else in it but the folders and what sanitizers read. */
void cli_game_start(Pty *pty, const char *environment, const char *arguments);
/* The same by a command for the shell, in which $CONGO is the program. */
void cli_game_start_from_settings(Pty *pty, const char *environment, const char *command);

enum { GAME_TIMEOUT_S = 60 }; /* seconds; only a test that fails ever waits that long */

void game_type(Pty *pty, const char *text);
/* Waits until the text was in the output since pty_forget, or the test fails. */
void game_sees(Pty *pty, const char *text);
/* Curses writes only what changes: so that a text is seen as a whole, all is drawn anew, until it
 * is there. */
void game_sees_drawn_anew(Pty *pty, const char *text);

#endif
