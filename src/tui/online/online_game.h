/*
 * A network game on the board: its sentences and questions, and what of it is painted. What the
 * game does is the session's business (play/network.h).
 */
#ifndef TUI_ONLINE_ONLINE_GAME_H
#define TUI_ONLINE_ONLINE_GAME_H

#include "tui/app.h"

/* Whether the game on the board is a network game. */
bool online_game_is_active(const App *app);
/* ... and somebody here has a seat in it. */
bool online_game_has_seat(const App *app);
/* ... and the connection to its server is lost, but will be made again. */
bool online_game_is_reconnecting(const App *app);
/* ... and that matters: the game goes on, or something is not acknowledged yet. */
bool online_game_is_offline(const App *app);
/* Whether a game (NULL: none) is a network game in which somebody here has a seat. */
bool online_game_is_player(const Session *session);

/* --- hearing --- */

/* A game begins on the board. */
void online_game_begin(App *app);
void online_game_on_change(App *app);
void online_game_on_talk(App *app);
/* Hears the game that waits while a tour or a puzzle has the board. */
void online_game_on_background_event(App *app, const Session *session, SessionEvent event);
/* Once a second while the connection is lost: false when it is there. */
bool online_game_tick(App *app);

/* A key was pressed: somebody is here who would not like to wait for the connection. */
void online_game_retry_now(App *app);

/* --- sentences; each returns text --- */

/* What comes before all else in the status line, with a blank behind it: that there is no
 * connection, or nobody to play against; "": nothing. */
const char *online_game_status(const App *app, char text[VIEW_STATUS_SIZE]);
/* That a draw is offered, and what can be done. */
const char *online_game_describe_offer(const App *app, Color by, char text[VIEW_STATUS_SIZE]);

/* --- what actions do --- */

void online_game_open_talk(App *app);
/* Copies the game's id to the clipboard, and says so. */
void online_game_show_id(App *app);
void online_game_confirm_abort(App *app);
/* Asks the player of that side about the other side's offer. */
void online_game_answer_draw(App *app, Color color);
/* Whether the game can still be ended without a result. */
bool online_game_can_abort(const App *app);
/* Says why nobody here can move in the position shown. */
void online_game_explain_no_move(App *app);

/* What is painted beside the board. */
void online_game_fill_view(const App *app, View *view);

#endif
