/* What each action does. */
#include <config.h>

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "board/painter.h"
#include "rules/fen.h"
#include "term/terminal.h"
#include "tui/app.h"
#include "tui/browse.h"
#include "tui/command_line.h"
#include "tui/dialogs.h"
#include "tui/help.h"
#include "tui/learn/exercise.h"
#include "tui/learn/puzzle_screen.h"
#include "tui/learn/tour.h"
#include "tui/online/lobby_screen.h"
#include "tui/online/online_game.h"
#include "tui/selection.h"

static void report(App *app, bool done, const Error *error) {
    if (!done)
        app_notify_error(app, error);
}

/* --- the board --- */

static void act_left(App *app) {
    selection_move_cursor(app, -1, 0);
}

static void act_down(App *app) {
    selection_move_cursor(app, 0, 1);
}

static void act_up(App *app) {
    selection_move_cursor(app, 0, -1);
}

static void act_right(App *app) {
    selection_move_cursor(app, 1, 0);
}

static void act_up_left(App *app) {
    selection_move_cursor(app, -1, -1);
}

static void act_up_right(App *app) {
    selection_move_cursor(app, 1, -1);
}

static void act_down_left(App *app) {
    selection_move_cursor(app, -1, 1);
}

static void act_down_right(App *app) {
    selection_move_cursor(app, 1, 1);
}

static void act_next(App *app) {
    selection_cycle(app, 1);
}

static void act_previous(App *app) {
    selection_cycle(app, -1);
}

/* --- the game --- */

static void act_undo(App *app) {
    Error error = {0};
    browse_end(app);
    report(app, session_undo(app->session, &error), &error);
}

static void act_redo(App *app) {
    Error error = {0};
    browse_end(app);
    report(app, session_redo(app->session, &error), &error);
}

static void act_advice(App *app) {
    Error error = {0};
    char key[KEY_NAME_SIZE];
    browse_end(app);
    if (!move_is_none(session_advice(app->session)))
        selection_follow_advice(app, session_advice(app->session));
    else if (session_start_advice(app->session, &error))
        app_note(app, "Working out advice; %s takes the best move so far.",
                 keymap_key_name(&app->keys, ACTION_CANCEL, key));
    else
        app_notify_error(app, &error);
}

static void act_pause(App *app) {
    Error error = {0};
    report(app, session_pause(app->session, !session_is_paused(app->session), &error), &error);
}

static void act_step(App *app) {
    Error error = {0};
    browse_end(app);
    report(app, session_single_step(app->session, &error), &error);
}

/* The human who resigns or offers: the one to move if both are at this terminal. */
static bool find_human(App *app, Color *color) {
    *color = position_side(session_position(app->session));
    if (!app_is_human(app, *color))
        *color = color_other(*color);
    if (app_is_human(app, *color))
        return true;
    if (online_game_is_active(app))
        app_notify(app, "You are only watching this game.");
    else
        app_notify(app, "Two computers are playing: nobody here can resign or offer a draw.");
    return false;
}

static void act_resign(App *app) {
    Color color;
    if (outcome_is_over(app_outcome(app)))
        app_notify(app, "%s", outcome_sentence(app_outcome(app)));
    else if (find_human(app, &color))
        dialogs_resign(app, color);
}

static void act_draw(App *app) {
    Error error = {0};
    Color color, by;
    if (!find_human(app, &color))
        return;
    bool offered = session_draw_offered(app->session, &by);
    if (online_game_is_active(app) && offered && by != color) {
        online_game_answer_draw(app, color);
        return;
    }
    if (offered && app_is_human(app, color_other(by)))
        color = color_other(by);
    report(app, session_draw(app->session, color, &error), &error);
}

static void start_analysis(App *app) {
    Error error = {0};
    char key[KEY_NAME_SIZE];
    if (session_can_pause(app->session) && !session_is_paused(app->session)) {
        app_notify(app,
                   "Two computers are playing: %s pauses the game, so that it can be analysed.",
                   keymap_key_name(&app->keys, ACTION_PAUSE, key));
    } else if (session_thinking_purpose(app->session) == THINKING_MOVE) {
        app->analysing = true;
        app_note(app, "The computer is thinking about its move: the analysis begins after that.");
    } else {
        app->analysing =
            session_start_analysis(app->session, app_ply(app), app->settings.lines, &error);
        report(app, app->analysing, &error);
    }
}

static void act_analysis(App *app) {
    if (!app->analysing) {
        start_analysis(app);
        return;
    }
    app->analysing = false;
    session_stop_analysis(app->session);
    app_note(app, "The analysis is off.");
}

static void act_cancel(App *app) {
    Error error = {0};
    if (session_thinking_purpose(app->session) == THINKING_ANALYSIS) {
        act_analysis(app);
        return;
    }
    report(app, session_stop_search(app->session, &error), &error);
}

static void change_lines(App *app, int by) {
    int lines = app->settings.lines + by;
    char key[KEY_NAME_SIZE];
    if (lines < 1 || lines > MULTIPV_MAX) {
        app_note(app, "An analysis shows 1 to %d lines.", MULTIPV_MAX);
        return;
    }
    app->settings.lines = lines;
    browse_update_analysis(app);
    const char *unit = lines == 1 ? "line" : "lines";
    if (app->analysing)
        app_note(app, "The analysis shows %d %s.", lines, unit);
    else
        app_note(app, "An analysis (%s) will show %d %s.",
                 keymap_key_name(&app->keys, ACTION_ANALYSIS, key), lines, unit);
}

static void act_more_lines(App *app) {
    change_lines(app, 1);
}

static void act_fewer_lines(App *app) {
    change_lines(app, -1);
}

static void act_command(App *app) {
    command_line_open(app, "");
}

/* --- earlier positions --- */

static void act_back(App *app) {
    browse_step(app, -1);
}

static void act_forward(App *app) {
    browse_step(app, 1);
}

/* --- files --- */

static void act_new(App *app) {
    new_game_open(app, "");
}

static void act_fen(App *app) {
    char fen[FEN_SIZE];
    fen_write(app_position(app), fen);
    terminal_copy(fen);
    app_notify(app, "%s", fen);
}

/* --- network games --- */

static void act_abort(App *app) {
    Color color;
    if (outcome_is_over(app_outcome(app)))
        app_notify(app, "%s", outcome_sentence(app_outcome(app)));
    else if (!online_game_is_active(app))
        app_notify(app, "Only a network game can be aborted.");
    else if (find_human(app, &color))
        online_game_confirm_abort(app);
}

/* --- learning --- */

static void act_read(App *app) {
    app_note(app, "There is nothing to read except in the tour and in puzzles.");
}

/* --- looks --- */

static void act_flip(App *app) {
    app->flipped = !app->flipped;
}

static void act_glyphs(App *app) {
    static const char *const names[] = {
        [GLYPHS_LETTERS] = "letters",
        [GLYPHS_ANIMALS] = "animals, where the board is large enough and has colours",
        [GLYPHS_DRAWN] = "drawn animals, where the board is large enough",
    };
    app->settings.glyphs = (GlyphSet)((app->settings.glyphs + 1) % GLYPHS_COUNT);
    app_note(app, "Pieces: %s.", names[app->settings.glyphs]);
}

static void act_theme(App *app) {
    app->settings.theme = (ThemeId)((app->settings.theme + 1) % THEME_COUNT);
    app_note(app, "Theme: %s.", theme_names[app->settings.theme]);
}

/* Asks for a board one step larger or smaller than it is; the painter knows whether there is room.
 */
static void zoom_by(App *app, int steps) {
    int before = painter_zoom();
    app->settings.zoom = before + steps;
    if (app->settings.zoom >= 1 && app->settings.zoom <= 5)
        app_draw(app);
    if (painter_zoom() != before)
        return;
    app->settings.zoom = before;
    app_note(app,
             steps > 0 ? "There is no room for a larger board." : "There is no smaller board.");
}

static void act_zoom_in(App *app) {
    zoom_by(app, 1);
}

static void act_zoom_out(App *app) {
    zoom_by(app, -1);
}

static void act_zoom_auto(App *app) {
    app->settings.zoom = 0;
}

/* --- the program --- */

static void act_help(App *app) {
    help_open(app, NULL);
}

static void act_redraw(App *app) {
    (void)app;
    terminal_redraw();
}

/* The whole job stops, as with the terminal's own key: a script that started the program stops too.
 */
static void act_suspend(App *app) {
    (void)app;
    kill(0, SIGTSTP);
}

static void (*const handlers[ACTION_COUNT])(App *app) = {
    [ACTION_LEFT] = act_left,
    [ACTION_DOWN] = act_down,
    [ACTION_UP] = act_up,
    [ACTION_RIGHT] = act_right,
    [ACTION_UP_LEFT] = act_up_left,
    [ACTION_UP_RIGHT] = act_up_right,
    [ACTION_DOWN_LEFT] = act_down_left,
    [ACTION_DOWN_RIGHT] = act_down_right,
    [ACTION_NEXT] = act_next,
    [ACTION_PREVIOUS] = act_previous,
    [ACTION_SELECT] = selection_enter,
    [ACTION_ESCAPE] = selection_escape,
    [ACTION_UNDO] = act_undo,
    [ACTION_REDO] = act_redo,
    [ACTION_ADVICE] = act_advice,
    [ACTION_CANCEL] = act_cancel,
    [ACTION_PAUSE] = act_pause,
    [ACTION_STEP] = act_step,
    [ACTION_BACK] = act_back,
    [ACTION_FORWARD] = act_forward,
    [ACTION_START] = browse_start,
    [ACTION_END] = browse_end,
    [ACTION_NEW] = act_new,
    [ACTION_OPEN] = file_dialogs_open,
    [ACTION_SAVE] = file_dialogs_save,
    [ACTION_FEN] = act_fen,
    [ACTION_LOBBY] = lobby_screen_open,
    [ACTION_TALK] = online_game_open_talk,
    [ACTION_ID] = online_game_show_id,
    [ACTION_ABORT] = act_abort,
    [ACTION_TOUR] = tour_open,
    [ACTION_PUZZLE] = puzzle_screen_open,
    [ACTION_READ] = act_read,
    [ACTION_FLIP] = act_flip,
    [ACTION_GLYPHS] = act_glyphs,
    [ACTION_THEME] = act_theme,
    [ACTION_ZOOM_IN] = act_zoom_in,
    [ACTION_ZOOM_OUT] = act_zoom_out,
    [ACTION_ZOOM_AUTO] = act_zoom_auto,
    [ACTION_ANALYSIS] = act_analysis,
    [ACTION_MORE_LINES] = act_more_lines,
    [ACTION_FEWER_LINES] = act_fewer_lines,
    [ACTION_COMMAND] = act_command,
    [ACTION_RESIGN] = act_resign,
    [ACTION_DRAW] = act_draw,
    [ACTION_HELP] = act_help,
    [ACTION_QUIT] = dialogs_quit,
    [ACTION_REDRAW] = act_redraw,
    [ACTION_SUSPEND] = act_suspend,
};

void action_run_in_game(App *app, Action action) {
    bool always = action == ACTION_REDRAW || action == ACTION_SUSPEND || action == ACTION_QUIT;
    if (app->session != NULL || always)
        handlers[action](app);
    app_invalidate(app);
}

void action_run(App *app, Action action) {
    if (app->exercise != NULL)
        exercise_run_action(app, action);
    else
        action_run_in_game(app, action);
    app_invalidate(app);
}
