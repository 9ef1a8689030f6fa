/* The game on the board: how it starts, gives way to something else, and what its events do. */
#ifndef TUI_APP_GAME_H
#define TUI_APP_GAME_H

#include "tui/app.h"

/* Shows a game that can be resumed as it will look. Takes over the record of the setup. */
void app_show_preview(App *app, const SessionSetup *setup);

/* Starts a game in place of the current one, which stays autosaved if it has not ended. Takes over
 * the setup. */
bool app_start_game(App *app, SessionSetup *setup, Error *error);
/* Starts a new game with the given settings. */
bool app_start_game_from(App *app, const Settings *settings, Error *error);
/* Starts a game of the user's choice, whose settings are the app's from now on, and keeps it as the
 * last kind of game; see choices.h. */
bool app_start_chosen_game(App *app, const Settings *settings, bool random_sides, Error *error);
/* Starts such a game of these players in the last variant, from its first position. Computers play
 * at the level of the settings. Errors are shown. */
void app_start_game_of(App *app, PlayerControl white, PlayerControl black);

/* Takes the game off the board, which is then free for a session of something else: `by` is its
 * name, such as "the tour". */
void app_suspend_game(App *app, const char *by);
/* Puts the game back on the board. The other session must have been freed. */
void app_resume_game(App *app);

/* Forgets what was chosen on the board, as another session has it now. */
void app_reset_board(App *app);

/* Autosaves the game now. */
void app_save_game(App *app);
/* Handles the events of a session; `context` is the App. */
SessionListener app_on_session_event;

#endif
