#include <config.h>

#include "tui/shell.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "board/pieces.h"
#include "term/terminal.h"
#include "tui/app_loop.h"
#include "tui/app_screen.h"
#include "tui/browse.h"
#include "tui/choices.h"
#include "tui/dialogs.h"
#include "tui/help.h"
#include "tui/move_entry.h"
#include "tui/narration.h"
#include "tui/selection.h"

/* Shows the error of an action that was not done. */
static void report_result(App *app, bool done, const Error *error) {
    if (!done)
        app_notify_error(app, error);
}

/* ---- the game ---- */

/* Says what was taken back, if a human plays, and moves the cursor to where it began. */
static void show_undo(App *app, size_t ply_before) {
    const Record *record = session_record(app->session);
    char text[VIEW_STATUS_SIZE], key[KEY_NAME_SIZE];
    if (record->current >= ply_before || (!app_is_human(app, WHITE) && !app_is_human(app, BLACK)))
        return;
    app->board.cursor = move_from(record->plies[record->current].move);
    narration_undo(app, ply_before, text);
    app_note(app, "%s %s plays %s again.", text, action_key_name(app, ACTION_REDO, key),
             ply_before - record->current == 1 ? "it" : "them");
}

static void act_undo(App *app) {
    Error error = {0};
    size_t ply_before = session_record(app->session)->current;
    browse_end(app);
    report_result(app, session_undo(app->session, &error), &error);
    show_undo(app, ply_before);
}

static void act_redo(App *app) {
    Error error = {0};
    browse_end(app);
    report_result(app, session_redo(app->session, &error), &error);
}

static void act_advice(App *app) {
    Error error = {0};
    char key[KEY_NAME_SIZE];
    browse_end(app);
    if (!move_is_none(session_advice(app->session)))
        selection_follow_advice(app, session_advice(app->session));
    else if (!outcome_is_over(app_outcome(app)) && !session_awaits_human(app->session))
        app_note(app, "Advice is given when it is your turn.");
    else if (session_start_advice(app->session, &error))
        app_note(app, "Working out advice; %s shows the best move so far.",
                 action_key_name(app, ACTION_CANCEL, key));
    else
        app_notify_error(app, &error);
}

static void act_pause(App *app) {
    Error error = {0};
    report_result(app, session_pause(app->session, !session_is_paused(app->session), &error),
                  &error);
}

static void act_step(App *app) {
    Error error = {0};
    browse_end(app);
    report_result(app, session_single_step(app->session, &error), &error);
}

static void act_resign(App *app) {
    Color color;
    if (outcome_is_over(app_outcome(app)))
        narration_notify_outcome(app);
    else if (app_find_human(app, &color))
        dialogs_resign(app, color, NULL, NULL);
}

static void act_draw(App *app) {
    Error error = {0};
    Color color, by;
    if (!app_find_human(app, &color))
        return;
    if (session_draw_offered(app->session, &by) && app_is_human(app, color_other(by)))
        color = color_other(by);
    report_result(app, session_draw(app->session, color, &error), &error);
}

static void start_analysis(App *app) {
    Error error = {0};
    char key[KEY_NAME_SIZE];
    if (session_can_pause(app->session) && !session_is_paused(app->session)) {
        app_notify(app, "Two computers are playing: pause them with %s to analyse the game.",
                   action_key_name(app, ACTION_PAUSE, key));
    } else if (session_thinking_purpose(app->session) == THINKING_MOVE) {
        app->analysing = true;
        app_note(app, "The analysis begins when the computer has moved.");
    } else {
        app->analysing =
            session_start_analysis(app->session, app_ply(app), app->settings.lines, &error);
        report_result(app, app->analysing, &error);
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
    report_result(app, session_stop_search(app->session, &error), &error);
}

/* Makes a game of two computers faster or slower by one step. */
static void change_pace(App *app, int faster) {
    static const int steps[] = {10000, 5000, 3000, 2000, 1000, 500, 250, 100};
    enum { STEP_COUNT = sizeof steps / sizeof steps[0], SHOWN_MS = 1500 };
    int64_t pace_ms = session_pace(app->session);
    char watch[KEY_NAME_SIZE], zoom[KEY_NAME_SIZE];
    int step = 0;
    if (outcome_is_over(app_outcome(app))) {
        app_note(app, "The game is over. %s: watch another; %s: %s board.",
                 action_key_name(app, ACTION_WATCH, watch),
                 action_key_name(app, faster > 0 ? ACTION_ZOOM_IN : ACTION_ZOOM_OUT, zoom),
                 faster > 0 ? "larger" : "smaller");
        return;
    }
    while (step < STEP_COUNT - 1 && steps[step] > pace_ms)
        step++;
    step += faster > 0 && steps[step] <= pace_ms ? 1 : faster < 0 ? -1 : 0;
    if (step < 0 || step >= STEP_COUNT) {
        app_note(app, step < 0 ? "The game cannot go slower." : "The game cannot go faster.");
    } else {
        session_set_pace(app->session, steps[step]);
        app->settings.pace_ms = steps[step];
        app_note(app, "A move every %g %s.", steps[step] / 1000.0,
                 steps[step] == 1000 ? "second" : "seconds");
    }
    app->message_until = uv_now(&app->loop) + SHOWN_MS;
}

static void change_lines(App *app, int by) {
    if (app_is_watching(app)) {
        change_pace(app, by);
        return;
    }
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
                 action_key_name(app, ACTION_ANALYSIS, key), lines, unit);
}

/* ---- the display ---- */

static void act_flip(App *app) {
    app->board.flipped = !app->board.flipped;
}

/* Says what the set is, and what of it squares of this size show on this terminal. */
static void act_glyphs(App *app) {
    static const char *const names[] = {
        [GLYPHS_AUTO] = "drawn animals, or letters on a small board",
        [GLYPHS_LETTERS] = "letters",
        [GLYPHS_ANIMALS] = "animals as emoji, drawn on large squares",
        [GLYPHS_DRAWN] = "drawn animals, where the board is large enough",
        [GLYPHS_QUADRANTS] = "animals drawn in quadrants",
        [GLYPHS_SEXTANTS] = "animals drawn in sextants",
        [GLYPHS_OCTANTS] = "animals drawn in octants",
    };
    app->settings.glyphs = (GlyphSet)((app->settings.glyphs + 1) % GLYPHS_COUNT);
    choices_keep(app, "glyphs");
    SquareSize square = app->screen.layout.square_size;
    GlyphSet shown = pieces_supported_set(app->settings.glyphs, square.x, square.y);
    if (shown == app->settings.glyphs)
        app_note(app, "Pieces: %s.", names[shown]);
    else
        app_note(app, "Pieces: %s (here %s).", names[app->settings.glyphs], glyph_set_names[shown]);
}

static void act_theme(App *app) {
    app->settings.theme = (ThemeId)((app->settings.theme + 1) % THEME_COUNT);
    choices_keep(app, "theme");
    app_note(app, "Theme: %s.", theme_names[app->settings.theme]);
}

/* Makes the board one step larger or smaller, if there is room. */
static void zoom_by(App *app, int steps) {
    Zoom wanted = app->settings.zoom, before = app->screen.layout.zoom;
    int zoom = (int)before + steps;
    if (zoom > ZOOM_AUTO && zoom < ZOOM_COUNT) {
        app->settings.zoom = (Zoom)zoom;
        app_arrange(app);
    }
    if (app->screen.layout.zoom != before) {
        choices_keep(app, "zoom");
        return;
    }
    app->settings.zoom = wanted;
    app_note(app,
             steps > 0 ? "There is no room for a larger board." : "There is no smaller board.");
}

static void act_zoom_auto(App *app) {
    app->settings.zoom = ZOOM_AUTO;
    choices_keep(app, "zoom");
}

static void act_panels(App *app) {
    static const char *const names[] = {
        [PANELS_AUTO] = "where they matter",
        [PANELS_FULL] = "always, as soon as they are known",
        [PANELS_NONE] = "only those of an analysis",
    };
    app->settings.panels = (PanelMode)((app->settings.panels + 1) % PANELS_COUNT);
    choices_keep(app, "panels");
    app_note(app, "Scores, thoughts and endings: %s.", names[app->settings.panels]);
}

static void act_bell(App *app) {
    app->settings.bell = !app->settings.bell;
    choices_keep(app, "bell");
    app_note(app,
             app->settings.bell ? "The bell rings when it is your turn." : "The bell is silent.");
}

static void act_animations(App *app) {
    app->settings.animations = !app->settings.animations;
    choices_keep(app, "animations");
    app_note(app, app->settings.animations ? "Moves are animated." : "Moves are not animated.");
}

/* ---- the program ---- */

static void act_help(App *app) {
    help_open(app, NULL);
}

static void quit(Dialog *dialog, void *context) {
    dialog_close(dialog);
    app_quit(context);
}

/* Asks if a game is in progress. */
static void act_quit(App *app) {
    const char *question = NULL;
    char loss[ERROR_SENTENCE_SIZE], text[ERROR_SENTENCE_SIZE + 32];
    if (!app_has_unfinished_game(app)) {
        app_quit(app);
        return;
    }
    if (dialogs_describe_loss(app, loss)) {
        snprintf(text, sizeof text, "The game is not over. %s", loss);
        question = text;
    }
    FOR_FEATURES_WITH(app, quit_question, feature)
        if (question == NULL)
            question = feature->quit_question(app);
    if (question == NULL)
        question = "The game is not over. It is kept and offered at the next start.";
    dialogs_confirm(app, "Quit", question, "Quit", quit, NULL);
}

static void act_redraw(App *app) {
    (void)app;
    terminal_redraw();
}

/* Stops the whole job, as Ctrl-Z does in the shell: also a script that started the program. */
static void act_suspend(App *app) {
    (void)app;
    kill(0, SIGTSTP);
}

static const FeatureAction actions[] = {
    {ACTION_LEFT, .run_with = selection_move_cursor, .argument = ACTION_LEFT},
    {ACTION_DOWN, .run_with = selection_move_cursor, .argument = ACTION_DOWN},
    {ACTION_UP, .run_with = selection_move_cursor, .argument = ACTION_UP},
    {ACTION_RIGHT, .run_with = selection_move_cursor, .argument = ACTION_RIGHT},
    {ACTION_UP_LEFT, .run_with = selection_move_cursor, .argument = ACTION_UP_LEFT},
    {ACTION_UP_RIGHT, .run_with = selection_move_cursor, .argument = ACTION_UP_RIGHT},
    {ACTION_DOWN_LEFT, .run_with = selection_move_cursor, .argument = ACTION_DOWN_LEFT},
    {ACTION_DOWN_RIGHT, .run_with = selection_move_cursor, .argument = ACTION_DOWN_RIGHT},
    {ACTION_NEXT, .run_with = selection_cycle, .argument = 1},
    {ACTION_PREVIOUS, .run_with = selection_cycle, .argument = -1},
    {ACTION_SELECT, .run = selection_enter},
    {ACTION_ESCAPE, .run = selection_escape},
    {ACTION_UNDO, .run = act_undo},
    {ACTION_REDO, .run = act_redo},
    {ACTION_ADVICE, .run = act_advice},
    {ACTION_CANCEL, .run = act_cancel},
    {ACTION_PAUSE, .run = act_pause},
    {ACTION_STEP, .run = act_step},
    {ACTION_RESIGN, .run = act_resign},
    {ACTION_DRAW, .run = act_draw},
    {ACTION_ANALYSIS, .run = act_analysis},
    {ACTION_MORE_LINES, .run_with = change_lines, .argument = 1},
    {ACTION_FEWER_LINES, .run_with = change_lines, .argument = -1},
    {ACTION_BACK, .run_with = browse_step, .argument = -1},
    {ACTION_FORWARD, .run_with = browse_step, .argument = 1},
    {ACTION_START, .run = browse_start},
    {ACTION_END, .run = browse_end},
    {ACTION_FLIP, .run = act_flip},
    {ACTION_GLYPHS, .run = act_glyphs},
    {ACTION_THEME, .run = act_theme},
    {ACTION_ZOOM_IN, .run_with = zoom_by, .argument = 1},
    {ACTION_ZOOM_OUT, .run_with = zoom_by, .argument = -1},
    {ACTION_ZOOM_AUTO, .run = act_zoom_auto},
    {ACTION_PANELS, .run = act_panels},
    {ACTION_BELL, .run = act_bell},
    {ACTION_ANIMATIONS, .run = act_animations},
    {ACTION_FORGET_CHOICES, .run = choices_forget},
    {ACTION_HELP, .run = act_help},
    {ACTION_QUIT, .run = act_quit},
    {ACTION_REDRAW, .run = act_redraw},
    {ACTION_SUSPEND, .run = act_suspend},
    {.action = ACTION_NONE},
};

/* ---- commands that take an argument ---- */

static bool run_lines(App *app, const char *number, Error *error) {
    if (!settings_set(&app->settings, "lines", number, error))
        return error_prefix(error, "lines: ");
    browse_update_analysis(app);
    return true;
}

/* Reads a move's number in the list: "20" is after White's 20th move, "20b" or "20..." after
 * Black's, 0 the start. Returns false if it is no such number. */
static bool read_move_number(const Record *record, const char *text, size_t *ply) {
    char *end;
    size_t leading = record_move_number(record, 0) == record_move_number(record, 1) ? 0 : 1;
    if (text[0] < '0' || text[0] > '9')
        return false;
    unsigned long number = strtoul(text, &end, 10);
    bool black = strcmp(end, "...") == 0 || text_equal_ignore_case(end, "b");
    if (!black && *end != '\0' && strcmp(end, ".") != 0 && !text_equal_ignore_case(end, "w"))
        return false;
    if (number > record->count)
        return false;
    *ply = number == 0 ? 0 : 2 * number - 1 + black - leading;
    return *ply <= record->count;
}

static bool run_go(App *app, const char *text, Error *error) {
    const Record *record = session_record(app->session);
    char last[RECORD_NUMBER_SIZE];
    size_t ply;
    if (read_move_number(record, text, &ply)) {
        browse_to(app, ply);
        return true;
    }
    if (record->count == 0)
        return error_set(error, ERROR_RANGE, "no move has been made yet, so there is none to show");
    record_write_number(record, record->count - 1, last);
    if (strstr(last, "...") == NULL)
        last[strlen(last) - 1] = '\0';
    return error_set(error, ERROR_RANGE,
                     "the list of moves has no \"%.20s\"; it goes from 0, the start, to %s%s", text,
                     last, record->count > 1 ? ", and 1b is after Black's first move" : "");
}

static bool run_help(App *app, const char *page, Error *error) {
    if (help_open(app, page))
        return true;
    return error_set(error, ERROR_RANGE, "the help has no page \"%s\"; help alone lists the pages",
                     page);
}

/* Makes a move as the line interface does: by the squares of one step, or as a text. */
static bool run_squares(App *app, const char *text, Error *error) {
    if (strlen(text) < 5 || text[2] != ' ')
        return move_entry_text(app, text, error);
    Square from = square_parse(text), to = square_parse(text + 2 + strspn(text + 2, " "));
    if (from == SQUARE_NONE || to == SQUARE_NONE)
        return error_set(error, ERROR_SYNTAX, "expected two squares after move, such as b2 b3");
    move_entry_step(app, from, to);
    return true;
}

/* Of a setting that a running program does not change. */
static bool run_at_start(App *app, const char *value, Error *error) {
    (void)app;
    (void)value;
    return error_set(error, ERROR_STATE,
                     "this is set in congo.conf, or by the option of that name at the next start");
}

/* Those without a function set the setting of their name. */
static const FeatureCommand commands[] = {
    {.name = "theme"},
    {.name = "glyphs"},
    {.name = "notation", .help = "how moves are written"},
    {.name = "zoom", .help = "the size of a square, or auto for the largest that fits"},
    {.name = "panels"},
    {.name = "bell"},
    {.name = "animations"},
    {"move", run_squares, false, NULL, "make a move, such as move d2 d3"},
    {"lines", run_lines, true, NULL, "the number of lines that an analysis shows"},
    {"go", run_go, true, NULL, "show the position after a move of the list, such as go 20"},
    {"help", run_help, false, NULL, NULL},
    {.name = "name", .help = "your name, from the next game on"},
    {.name = "ponder", .help = "think in your time, from the next game on"},
    {.name = "threads", .help = "processors to think with, from the next game on; 0: all"},
    {.name = "hash", .help = "MiB to remember positions in, from the next game on"},
    {.name = "keep-games", .help = "days to keep games that are over, or always, or none"},
    {"colors", run_at_start, false, NULL, "the number of colours; set in congo.conf"},
    {"charset", run_at_start, false, NULL, "characters to draw with; set in congo.conf"},
    {"mouse", run_at_start, false, NULL, "whether the mouse is used; set in congo.conf"},
    {"keys", run_at_start, false, NULL, "which key does what; set in congo.conf"},
    {0},
};

const Feature shell_feature = {.actions = actions, .commands = commands};
