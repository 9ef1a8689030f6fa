/* A game in a simulated world whose store is shared with another server, of which the tests make
 * the changes. White and a spectator are connected here, Black there. Include cmocka.h before it.
 */
#ifndef TESTS_SUPPORT_SHARED_FIXTURE_H
#define TESTS_SUPPORT_SHARED_FIXTURE_H

#include "game_fixture.h"

int set_up_shared(void **state);

/* White creates a game with these fields of NEW, and a spectator watches it. */
void create_game(const char *fields);
/* Black, too, takes a seat of it. */
void start_shared_game(const char *fields);

/* ---- the other server ---- */

/* Return the game's id and its stored form. */
uint64_t number(void);
StoreGame *stored(void);

/* Changes the game, and lets this server get the news unless they are held. */
void change_elsewhere(StoreRequest request);
void take_seat_elsewhere(Color color, const char *key, const char *name);
void arrive_elsewhere(Role role);
void leave_elsewhere(Role role);
void move_elsewhere(const char *path);
void move_and_end_elsewhere(const char *path, StoreEnd end);
void draw_elsewhere(StoreOffer state, Color by, uint32_t ply, uint32_t decline_ply);
void end_elsewhere(Result result, Reason reason, Color by);
void rematch_elsewhere(StoreOffer state, Color by);
void release_news(void);

/* ---- this server ---- */

void discard_all(void);
void expect_field(const Peer *peer, const char *key, const char *value);
/* White and the spectator receive the event. */
void expect_event(const char *word, const char *rest);
void expect_no_events(void);
CoreStats stats(void);

#endif
