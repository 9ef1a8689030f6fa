#include <config.h>

#include "tui/app_game.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "play/player.h"
#include "term/terminal.h"
#include "tui/animation.h"
#include "tui/browse.h"
#include "tui/choices.h"
#include "tui/feature.h"
#include "tui/narration.h"
#include "tui/premove.h"
#include "tui/status.h"

/* ---- events of the session ---- */

/* Announces the last move, unless it is your own and something was said since, or what has the
 * board in place of the game judges it. */
static void announce_move(App *app) {
    const Record *record = session_record(app->session);
    if (record->current != app->announced_ply + 1)
        return;
    const Position *before = record_position_at(record, record->current - 1);
    Color mover = position_side(before);
    char text[VIEW_STATUS_SIZE];
    bool said = app->message[0] != '\0' || app_is_suspended(app);
    if (!app_is_human(app, mover) || !said) {
        narration_announcement(app, text);
        if (uv_now(&app->loop) >= app->message_until)
            app_note(app, "%s", text);
    }
    if (app_is_human(app, mover))
        return;
    if (app->settings.bell && app_is_human(app, color_other(mover)))
        terminal_bell();
}

static void on_position(App *app) {
    const Record *record = session_record(app->session);
    announce_move(app);
    app->announced_ply = record->current;
    premove_on_position(app);
    if (app->board.browsing && app->board.ply > record->count)
        app->board.browsing = false;
    browse_update_analysis(app);
}

/* The sentence about a draw that a computer declines names no player in the manual's form. */
static void show_notice(App *app) {
    Error notice;
    Color computer = app_is_human(app, WHITE) ? BLACK : WHITE;
    if (session_notice_is_draw_declined(app->session)) {
        app_notify(app, "%s declines the draw.", color_name(computer));
        return;
    }
    error_set(&notice, ERROR_STATE, "%s", session_notice(app->session));
    app_notify_error(app, &notice);
}

/* Says what the event means, unless a feature has said it. */
static void announce_event(App *app, SessionEvent event) {
    char text[VIEW_STATUS_SIZE], key[KEY_NAME_SIZE];
    Color by;
    switch (event) {
    case SESSION_ADVICE:
        if (move_is_none(session_advice(app->session)))
            break;
        status_advice(app, text);
        app_note(app, "%s", text);
        break;
    case SESSION_STATE:
        if (session_draw_offered(app->session, &by))
            app_note(app, "%s offers a draw: %s accepts it; a move declines it.", color_name(by),
                     action_key_name(app, ACTION_DRAW, key));
        break;
    case SESSION_OVER:
        narration_outcome(app, text);
        app_note(app, "%s", text);
        break;
    case SESSION_NOTICE:
        show_notice(app);
        break;
    default:
        break;
    }
}

void app_on_session_event(void *context, Session *session, SessionEvent event) {
    App *app = context;
    bool on_board = session == app->session, said = false;
    if (on_board && event == SESSION_POSITION)
        on_position(app);
    FOR_FEATURES_WITH(app, on_event, feature)
        said |= feature->on_event(app, session, event);
    if (!on_board)
        return;
    if (!said)
        announce_event(app, event);
    if (event == SESSION_STATE)
        browse_update_analysis(app);
    if (app->observer != NULL && event != SESSION_THINKING && event != SESSION_CLOCK)
        app->observer->on_event(app->observer->context);
    app_invalidate(app);
}

void app_save_game(App *app) {
    if (app_game(app) != NULL)
        session_autosave(app_game(app), NULL);
}

/* ---- starting a game ---- */

static void turn_board(App *app, bool flipped) {
    app->board.flipped = flipped;
    app->board.cursor = flipped ? D6 : D2;
}

void app_reset_board(App *app) {
    app->board.selected = SQUARE_NONE;
    app->board.followed_advice = MOVE_NONE;
    app->message[0] = '\0';
    app->board.synced.new_game = true;
    animation_stop(app);
    app_invalidate(app);
}

void app_suspend_game(App *app, const char *by) {
    app->suspended = (Suspended){
        .by = by,
        .session = app->session,
        .flipped = app->board.flipped,
        .browsing = app->board.browsing,
        .analysing = app->analysing,
        .ply = app->board.ply,
        .cursor = app->board.cursor,
    };
    app->session = NULL;
    app->board.browsing = app->analysing = false;
    if (app->suspended.session != NULL) {
        session_stop_analysis(app->suspended.session);
        session_suspend(app->suspended.session, true);
    }
    app_reset_board(app);
}

void app_resume_game(App *app) {
    const Suspended game = app->suspended;
    app->suspended = (Suspended){0};
    app->session = game.session;
    app->board.flipped = game.flipped;
    app->board.cursor = game.cursor;
    if (app->session != NULL) {
        app->announced_ply = session_record(app->session)->current;
        app->board.browsing = game.browsing;
        app->board.ply = game.ply;
        app->analysing = game.analysing;
        session_suspend(app->session, false);
        browse_update_analysis(app);
    }
    app_reset_board(app);
}

void app_show_preview(App *app, const SessionSetup *setup) {
    for (int color = 0; color < COLOR_COUNT; color++) {
        player_name_in_setup(setup, (Color)color, PLAYER_NAME_FULL, app->player_name[color].full);
        player_name_in_setup(setup, (Color)color, PLAYER_NAME_SHORT, app->player_name[color].brief);
    }
    record_free(app->preview);
    app->preview = setup->record;
    turn_board(app, setup->player[BLACK].kind == PLAYER_HUMAN &&
                        setup->player[WHITE].kind != PLAYER_HUMAN);
    app_invalidate(app);
}

bool app_start_game(App *app, SessionSetup *setup, Error *error) {
    Session *session = session_create(&app->loop, setup, app_on_session_event, app, error);
    if (session == NULL)
        return false;
    FOR_FEATURES_WITH(app, before_game, feature)
        feature->before_game(app);
    Session *before = app->session;
    app->session = session;
    if (before != NULL)
        session_free(before, NULL, NULL);
    record_free(app->preview);
    app->preview = NULL;
    app->board.browsing = false;
    app->analysing = false;
    app->board.followed_advice = MOVE_NONE;
    premove_cancel(app);
    app->message[0] = '\0';
    app->announced_ply = session_record(session)->current;
    animation_stop(app);
    app->board.synced.new_game = true;
    FOR_FEATURES_WITH(app, after_game, feature)
        feature->after_game(app);
    turn_board(app, app_is_human(app, BLACK) && !app_is_human(app, WHITE));
    app_invalidate(app);
    return true;
}

bool app_start_game_from(App *app, const Settings *settings, Error *error) {
    SessionSetup setup;
    return session_setup_from_settings(settings, &setup, error) &&
           app_start_game(app, &setup, error);
}

bool app_start_chosen_game(App *app, const Settings *settings, bool random_sides, Error *error) {
    if (!app_start_game_from(app, settings, error))
        return false;
    app->settings = *settings;
    choices_keep_game(app, random_sides);
    return true;
}

void app_start_game_of(App *app, PlayerControl white, PlayerControl black) {
    Settings *settings = memory_allocate(sizeof *settings);
    Error error = {0};
    *settings = app->settings;
    settings->player[WHITE].control = white;
    settings->player[BLACK].control = black;
    settings->player[WHITE].level = settings->player[BLACK].level = 0;
    settings->load_path[0] = '\0';
    snprintf(settings->game, sizeof settings->game, "standard");
    if (!app_start_chosen_game(app, settings, false, &error))
        app_notify_error(app, &error);
    free(settings);
}
