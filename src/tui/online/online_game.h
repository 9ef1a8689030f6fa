/* A network game on the board: its sentences and questions, and its part of the view. The session
 * implements the game itself; see play/online/network.h. */
#ifndef TUI_ONLINE_ONLINE_GAME_H
#define TUI_ONLINE_ONLINE_GAME_H

#include "tui/app.h"

/* A rematch of the network game on the board that is over: offered and answered by one key, and
 * opened when both players want it. Spectators are asked whether they follow. */

/* Returns the state of the rematch; REMATCH_NONE also if there can be none. */
RematchState rematch_state(const App *app);

/* Returns whether rematch_run() does something: the user can offer or accept a rematch, or go to
 * the one that was made. */
bool rematch_is_possible(const App *app);

/* Offers a rematch, accepts the opponent's offer, or opens the rematch that was made. */
void rematch_run(App *app);

/* Declines the opponent's offer, or withdraws the user's. */
void rematch_decline(App *app);

/* Writes who offers or has declined a rematch, or that it was made, and with `keys` how to answer;
 * "" if nothing was said. Returns `text`. */
const char *rematch_describe(const App *app, bool keys, char text[VIEW_STATUS_SIZE]);

/* The talk of a network game: a window with what was said, and a line to say something. */

/* Writes a line such as "Ada: hello", with runs of blanks collapsed into one. Returns `text`. */
const char *talk_format(const TalkLine *line, char text[VIEW_TALK_SIZE]);

/* --- state --- */

/* Returns whether the game on the board is a network game. */
bool online_game_is_active(const App *app);

/* Returns whether its connection is lost and the client tries to restore it. */
bool online_game_is_reconnecting(const App *app);

/* Returns whether it is reconnecting while the game is open or a move is unconfirmed. */
bool online_game_is_offline(const App *app);

/* Returns whether somebody at this terminal has a seat in the game of a session (NULL: false). */
bool online_game_is_player(const Session *session);

/* Returns whether the game on the board can still be ended without a result. */
bool online_game_can_abort(const App *app);

/* Returns whether the user can claim it now. */
bool online_game_can_claim(const App *app);

/* --- events --- */

/* Called when a game begins on the board. */
void online_game_begin(App *app);

/* Called when the game of a session leaves the board: the user's own server is not needed if it is
 * over. */
void online_game_leave(App *app, const Session *before);

/* Called when the state of the connection or of the seats has changed. */
void online_game_on_change(App *app);

/* Announces new lines of talk. */
void online_game_on_talk(App *app);

/* Handles the events of a session that is not on the board. */
void online_game_on_background_event(App *app, const Session *session, SessionEvent event);

/* Returns whether what the screen says about the game changes with the time. */
bool online_game_depends_on_time(const App *app);

/* Retries a lost connection at once, as the user is present. */
void online_game_retry_now(App *app);

/* --- sentences; each returns its buffer --- */

/* Writes the beginning of the status line, with a blank after it, if the game cannot simply go on:
 * the connection is lost, the server does not answer or takes no moves, a seat is free, or the
 * opponent is away in a game that can be claimed. "" otherwise. */
const char *online_game_status(const App *app, char text[VIEW_STATUS_SIZE]);

/* Writes that a side offers a draw, and how to answer. */
const char *online_game_describe_offer(const App *app, Color by, char text[VIEW_STATUS_SIZE]);

/* --- actions --- */

void online_game_open_talk(App *app);

/* Shows the id of the game, or the invitation to it, and copies the id to the clipboard. */
void online_game_show_id(App *app);

/* Aborts the game, after asking. */
void online_game_confirm_abort(App *app);

/* Claims the game against an opponent who has been away for too long, after asking. */
void online_game_confirm_claim(App *app);

/* Asks the player of a side about the other side's offer of a draw. */
void online_game_answer_draw(App *app, Color color);

/* Says why nobody at this terminal can move in the position shown. */
void online_game_explain_no_move(App *app);

/* Fills the part of the view that shows a network game. */
void online_game_fill_view(const App *app, View *view);

#endif
