/*
 * A network game on the board: its sentences and questions, and what of it is painted. What the
 * game does is the session's business (play/network.h).
 */
#ifndef TUI_NETWORKING_H
#define TUI_NETWORKING_H

#include "tui/app_state.h"

/* Whether the game on the board is a network game. */
bool networking_is_on(const App *app);
/* ... and somebody here has a seat in it. */
bool networking_has_seat(const App *app);
/* ... and the connection to its server is lost, but will be made again. */
bool networking_is_reconnecting(const App *app);
/* ... and that matters: the game goes on, or something is not acknowledged yet. */
bool networking_is_offline(const App *app);
/* Whether a game (NULL: none) is a network game in which somebody here has a seat. */
bool networking_is_player(const Session *session);

/* --- hearing --- */

/* A game begins on the board. */
void networking_begin(App *app);
void networking_hear(App *app);
void networking_hear_talk(App *app);
/* Hears the game that waits while a tour or a puzzle has the board. */
void networking_hear_aside(App *app, const Session *session, SessionEvent event);
/* Once a second while the connection is lost: false when it is there. */
bool networking_beat(App *app);

/* A key was pressed: somebody is here who would not like to wait for the connection. */
void networking_hurry(App *app);

/* --- sentences; each returns text --- */

/* What comes before all else in the status line, with a blank behind it: that there is no
 * connection, or nobody to play against; "": nothing. */
const char *networking_state(const App *app, char text[VIEW_STATUS_SIZE]);
/* That a draw is offered, and what can be done. */
const char *networking_offer(const App *app, Color by, char text[VIEW_STATUS_SIZE]);

/* --- what actions do --- */

void networking_talk(App *app);
/* Copies the game's id to the clipboard, and says so. */
void networking_show_id(App *app);
void networking_ask_to_abort(App *app);
/* Asks the player of that side about the other side's offer. */
void networking_answer_draw(App *app, Color color);
/* Whether the game can still be ended without a result. */
bool networking_can_abort(const App *app);
/* Says why nobody here can move in the position shown. */
void networking_refuse_move(App *app);

/* What is painted beside the board. */
void networking_fill(const App *app, View *view);

#endif
