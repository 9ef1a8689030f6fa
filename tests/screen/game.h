/*
 * The game in a pseudo-terminal, with a folder of its own below the current one, which is HOME. It
 * contains "state", the user's folder for the program, and "work", its working folder. Standard
 * error is appended to the file "stderr".
 */
#ifndef TESTS_SCREEN_GAME_H
#define TESTS_SCREEN_GAME_H

#include "pty.h"

enum { GAME_PATH_SIZE = 1024 };

/* Creates the folder, or empties it. A failed test leaves it behind. */
void game_make_folder(const char *name);
void game_remove_folder(void);

/* Returns the path of a name in the folder, in one of several static buffers. */
const char *game_path(const char *name);
/* Makes a file in the folder. */
void game_write(const char *name, const char *text);

/* Starts the game at 80x24. The environment consists of the given NAME=value words, TERM and
 * LC_ALL among them, the folders, and the options of sanitizers. */
void game_start(Pty *pty, const char *environment, const char *arguments);
/* Starts a shell command, in which $CONGO is the program. */
void game_start_command(Pty *pty, const char *environment, const char *command);

enum { GAME_TIMEOUT_S = 60 }; /* seconds; only a failing test waits that long */

void game_type(Pty *pty, const char *text);
/* Prints how the game ended, or that it runs, what it wrote to standard error, and its last output.
 */
void game_describe(const Pty *pty);

/* Waits until the output since pty_forget() contains a text; fails the test on timeout. */
void game_expect(Pty *pty, const char *text);
/* Waits until the game has ended; fails the test on timeout, or if that is another status. */
void game_expect_end(Pty *pty, int status);
/* Redraws the screen until it contains a text in one piece: curses may write only the changes. */
void game_expect_redrawn(Pty *pty, const char *text);

#endif
