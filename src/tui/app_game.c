/* The program's game: starting one, and hearing what its session tells. */
#include <config.h>

#include "tui/animation.h"
#include "tui/app_state.h"
#include "tui/board.h"
#include "tui/browse.h"
#include "tui/networking.h"
#include "tui/painter.h"
#include "tui/recording.h"
#include "tui/status.h"
#include "tui/study.h"
#include "tui/terminal.h"

/* --- asking it --- */

const Record *app_record(const App *app) {
    return app->session != NULL ? session_record(app->session) : app->preview;
}

size_t app_ply(const App *app) {
    const Record *record = app_record(app);
    if (record == NULL)
        return 0;
    return app->browsing ? app->ply : record->current;
}

const Position *app_position(const App *app) {
    const Record *record = app_record(app);
    if (record == NULL)
        return NULL;
    if (app->browsing || app->session == NULL)
        return record_position_at(record, app_ply(app));
    return session_position(app->session);
}

Outcome app_outcome(const App *app) {
    const Record *record = app_record(app);
    if (app->session != NULL)
        return session_outcome(app->session);
    return record != NULL ? record_outcome(record) : (Outcome){RESULT_OPEN, REASON_NONE};
}

bool app_is_human(const App *app, Color color) {
    return app->session != NULL && session_player(app->session, color)->kind == PLAYER_HUMAN;
}

bool app_has_unfinished_game(const App *app) {
    const Session *game = exercise_waiting_game(app);
    return game != NULL && (session_record(game)->count > 0 || online_game_is_player(game)) &&
           !outcome_is_over(session_outcome(game));
}

/* --- hearing it --- */

/* The move that led to the current position, if a computer has just made it. */
static void announce_move(App *app) {
    const Record *record = session_record(app->session);
    if (record->current != app->announced_ply + 1)
        return;
    const Position *before = record_position_at(record, record->current - 1);
    Color mover = position_side(before);
    if (app_is_human(app, mover))
        return;
    char text[VIEW_STATUS_SIZE];
    status_announcement(app, text);
    app_note(app, "%s", text);
    animation_start(app, before, record->plies[record->current - 1].move);
    if (app->settings.bell && app_is_human(app, color_other(mover)))
        terminal_bell();
}

static void on_position(App *app) {
    const Record *record = session_record(app->session);
    announce_move(app);
    app->announced_ply = record->current;
    if (app->browsing && app->ply > record->count)
        app->browsing = false;
    browse_update_analysis(app);
}

static void on_advice(App *app) {
    char text[VIEW_STATUS_SIZE];
    if (move_is_none(session_advice(app->session)))
        return;
    /* As much of the reason as there is room for. */
    int plies = PV_MAX;
    do
        status_advice(app, plies, text);
    while (!painter_status_fits(text) && --plies >= -1);
    app_note(app, "%s", text);
}

static void on_state(App *app) {
    Color by;
    char key[KEY_NAME_SIZE];
    if (online_game_is_active(app) && session_draw_offered(app->session, &by))
        app_note(app, "%s", online_game_describe_offer(app, by, (char[VIEW_STATUS_SIZE]){0}));
    else if (session_draw_offered(app->session, &by))
        app_note(app, "%s offers a draw: %s accepts it; a move declines it.", color_name(by),
                 keymap_key_name(&app->keys, ACTION_DRAW, key));
    browse_update_analysis(app);
}

void app_on_session_event(void *context, Session *session, SessionEvent event) {
    App *app = context;
    Error trouble;
    if (session != app->session) { /* of a game that has been left, or that waits */
        online_game_on_background_event(app, session, event);
        return;
    }
    switch (event) {
    case SESSION_POSITION:
        on_position(app);
        break;
    case SESSION_ADVICE:
        on_advice(app);
        break;
    case SESSION_STATE:
        on_state(app);
        break;
    case SESSION_OVER:
        if (app->exercise != NULL)
            break; /* which says what came of it */
        app_note(app, "%s", outcome_sentence(session_outcome(session)));
        break;
    case SESSION_NOTICE:
        error_set(&trouble, ERROR_STATE, "%s", session_notice(session));
        if (!online_game_is_reconnecting(app)) /* which the status line tells by itself */
            app_notify_error(app, &trouble);
        break;
    case SESSION_PUZZLE:
        if (app->exercise != NULL && app->exercise->kind->on_puzzle_event != NULL)
            app->exercise->kind->on_puzzle_event(app);
        break;
    case SESSION_NETWORK:
        online_game_on_change(app);
        break;
    case SESSION_TALK:
        online_game_on_talk(app);
        break;
    case SESSION_THINKING:
    case SESSION_CLOCK:
        break;
    }
    if (event != SESSION_THINKING && event != SESSION_CLOCK)
        recorder_on_event(app);
    app_invalidate(app);
}

/* --- keeping and ending it --- */

void app_games_save(App *app) {
    if (exercise_waiting_game(app) != NULL)
        session_autosave(exercise_waiting_game(app), NULL);
}

void app_games_end(App *app) {
    if (app->exercise != NULL)
        exercise_end(app);
    if (app->session != NULL)
        session_free(app->session, NULL, NULL);
    app->session = NULL;
}

/* --- starting it --- */

/* A human who has Black alone looks from Black's side. */
static void orient_board(App *app) {
    app->flipped = app_is_human(app, BLACK) && !app_is_human(app, WHITE);
    app->cursor = app->flipped ? D6 : D2;
}

bool app_game_start(App *app, SessionSetup *setup, Error *error) {
    Session *session = session_create(&app->loop, setup, app_on_session_event, app, error);
    if (session == NULL)
        return false;
    if (app->exercise != NULL)
        exercise_end(app);
    Session *before = app->session;
    app->session = session;
    if (before != NULL)
        session_free(before, NULL, NULL);
    record_free(app->preview);
    app->preview = NULL;
    app->browsing = false;
    app->analysing = false;
    app->followed_advice = MOVE_NONE;
    app->message[0] = '\0';
    app->announced_ply = session_record(session)->current;
    animation_stop(app);
    app->synced.new_game = true;
    online_game_begin(app);
    orient_board(app);
    app_invalidate(app);
    return true;
}
