/* Which keys are of use at the moment. */
#include <config.h>

#include "tui/status.h"

#include <stdio.h>
#include <string.h>

#include "tui/networking.h"
#include "tui/study.h"

/* The most useful first: where the room is short, the last ones go. */
static const Action hint_order[] = {
    ACTION_SELECT,      ACTION_NEXT,    ACTION_ESCAPE,  ACTION_PAUSE,  ACTION_STEP,
    ACTION_CANCEL,      ACTION_UNDO,    ACTION_REDO,    ACTION_ADVICE, ACTION_TALK,
    ACTION_DRAW,        ACTION_RESIGN,  ACTION_FORWARD, ACTION_BACK,   ACTION_MORE_LINES,
    ACTION_FEWER_LINES, ACTION_START,   ACTION_END,     ACTION_HELP,   ACTION_QUIT,
    ACTION_COMMAND,     ACTION_NEW,     ACTION_SAVE,    ACTION_OPEN,   ACTION_ANALYSIS,
    ACTION_FLIP,        ACTION_ZOOM_IN, ACTION_GLYPHS,  ACTION_THEME,  ACTION_ZOOM_OUT,
    ACTION_TOUR,        ACTION_PUZZLE,  ACTION_LOBBY,   ACTION_ID,
};

static Moment current_moment(const App *app) {
    if (app->browsing)
        return MOMENT_BROWSING;
    if (outcome_is_over(app_outcome(app)))
        return MOMENT_OVER;
    if (app->session != NULL && session_can_pause(app->session))
        return session_is_paused(app->session) ? MOMENT_PAUSED : MOMENT_WATCHING;
    if (app->session == NULL || !session_awaits_human(app->session))
        return MOMENT_WAITING;
    if (app->selected == SQUARE_NONE)
        return MOMENT_TURN;
    return position_in_capture(app_position(app)) ? MOMENT_CAPTURE : MOMENT_SELECTED;
}

/* In a network game nothing is taken back, and nobody remote is made to move. */
static bool is_of_use(const App *app, Action action, Moment moment) {
    if (!networking_is_on(app))
        return true;
    if (action == ACTION_DRAW || action == ACTION_RESIGN)
        return moment != MOMENT_OVER && (app_is_human(app, WHITE) || app_is_human(app, BLACK));
    if (action == ACTION_CANCEL)
        return session_thinking_purpose(app->session) == THINKING_MOVE;
    if (action == ACTION_ANALYSIS)
        return moment == MOMENT_OVER || !networking_has_seat(app);
    return (action != ACTION_UNDO && action != ACTION_REDO) || moment == MOMENT_CAPTURE;
}

static const char *hint_word(Action action, Moment moment) {
    return action == ACTION_PAUSE && moment == MOMENT_PAUSED ? "go on" : action_info(action)->hint;
}

/* Adds one, as long as there is room. */
static void add_hint(char text[VIEW_STATUS_SIZE], const char *key, const char *word) {
    size_t used = strlen(text);
    snprintf(text + used, VIEW_STATUS_SIZE - used, "%s %s  ", key, word);
}

void status_hints(const App *app, char text[VIEW_STATUS_SIZE]) {
    Moment moment = current_moment(app);
    if (app->study != NULL) {
        study_hints(app, text);
        return;
    }
    unsigned moments = moment | (app->analysing ? MOMENT_ANALYSING : 0U) |
                       (networking_is_on(app) ? MOMENT_NETWORK : 0U);
    text[0] = '\0';
    if (moment == MOMENT_TURN && keymap_action(&app->keys, K_LEFT) == ACTION_LEFT)
        add_hint(text, "arrows", "move");
    for (size_t i = 0; i < sizeof hint_order / sizeof hint_order[0]; i++) {
        const ActionInfo *info = action_info(hint_order[i]);
        char key[KEY_NAME_SIZE];
        if ((info->moments & moments) != 0 && is_of_use(app, hint_order[i], moment) &&
            keymap_key(&app->keys, hint_order[i], key)[0] != '\0')
            add_hint(text, key, hint_word(hint_order[i], moment));
    }
}
