/* A network game on the board: its sentences and questions, and its part of the view. What the game
 * does is the session's business; see play/network.h. */
#ifndef TUI_ONLINE_ONLINE_GAME_H
#define TUI_ONLINE_ONLINE_GAME_H

#include "tui/app.h"

/* --- state --- */

/* Returns whether the game on the board is a network game. */
bool online_game_is_active(const App *app);
/* Returns whether somebody at this terminal has a seat in it. */
bool online_game_has_seat(const App *app);
/* Returns whether its connection is lost and will be restored. */
bool online_game_is_reconnecting(const App *app);
/* Returns whether that matters: the game goes on, or something is not confirmed yet. */
bool online_game_is_offline(const App *app);
/* Returns whether somebody at this terminal has a seat in a game, which may be NULL. */
bool online_game_is_player(const Session *session);
/* Returns whether the game on the board can still be ended without a result. */
bool online_game_can_abort(const App *app);

/* --- events --- */

/* To be called when a game begins on the board. */
void online_game_begin(App *app);
void online_game_on_change(App *app);
void online_game_on_talk(App *app);
/* Handles the events of a session that is not on the board. */
void online_game_on_background_event(App *app, const Session *session, SessionEvent event);
/* To be called once a second. Returns whether the connection is lost. */
bool online_game_tick(App *app);
/* Retries a lost connection at once, as the user is present. */
void online_game_retry_now(App *app);

/* --- sentences; each returns its buffer --- */

/* Writes what the status line begins with, and a blank: that the connection is lost, or that a seat
 * is free. Writes "" otherwise. */
const char *online_game_status(const App *app, char text[VIEW_STATUS_SIZE]);
/* Writes that a side offers a draw, and how to answer. */
const char *online_game_describe_offer(const App *app, Color by, char text[VIEW_STATUS_SIZE]);

/* --- actions --- */

void online_game_open_talk(App *app);
/* Copies the id of the game to the clipboard, and shows it. */
void online_game_show_id(App *app);
/* Aborts the game, after asking. */
void online_game_confirm_abort(App *app);
/* Asks the player of a side about the other side's offer of a draw. */
void online_game_answer_draw(App *app, Color color);
/* Says why nobody at this terminal can move in the position shown. */
void online_game_explain_no_move(App *app);

/* Fills the part of the view that shows a network game. */
void online_game_fill_view(const App *app, View *view);

#endif
