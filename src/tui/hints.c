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

static HintContext current_context(const App *app) {
    if (app->browsing)
        return HINT_BROWSING;
    if (outcome_is_over(app_outcome(app)))
        return HINT_OVER;
    if (app->session != NULL && session_can_pause(app->session))
        return session_is_paused(app->session) ? HINT_PAUSED : HINT_WATCHING;
    if (app->session == NULL || !session_awaits_human(app->session))
        return HINT_WAITING;
    if (app->selected == SQUARE_NONE)
        return HINT_TURN;
    return position_in_capture(app_position(app)) ? HINT_CAPTURE : HINT_SELECTED;
}

/* In a network game nothing is taken back, and nobody remote is made to move. */
static bool is_useful(const App *app, Action action, HintContext context) {
    if (!online_game_is_active(app))
        return true;
    if (action == ACTION_DRAW || action == ACTION_RESIGN)
        return context != HINT_OVER && (app_is_human(app, WHITE) || app_is_human(app, BLACK));
    if (action == ACTION_CANCEL)
        return session_thinking_purpose(app->session) == THINKING_MOVE;
    if (action == ACTION_ANALYSIS)
        return context == HINT_OVER || !online_game_has_seat(app);
    return (action != ACTION_UNDO && action != ACTION_REDO) || context == HINT_CAPTURE;
}

static const char *hint_word(Action action, HintContext context) {
    return action == ACTION_PAUSE && context == HINT_PAUSED ? "go on" : action_info(action)->hint;
}

/* Adds one, as long as there is room. */
static void add_hint(char text[VIEW_STATUS_SIZE], const char *key, const char *word) {
    size_t used = strlen(text);
    snprintf(text + used, VIEW_STATUS_SIZE - used, "%s %s  ", key, word);
}

void status_hints(const App *app, char text[VIEW_STATUS_SIZE]) {
    HintContext context = current_context(app);
    if (app->exercise != NULL) {
        exercise_hints(app, text);
        return;
    }
    unsigned contexts = context | (app->analysing ? HINT_ANALYSING : 0U) |
                        (online_game_is_active(app) ? HINT_NETWORK : 0U);
    text[0] = '\0';
    if (context == HINT_TURN && keymap_action(&app->keys, K_LEFT) == ACTION_LEFT)
        add_hint(text, "arrows", "move");
    for (size_t i = 0; i < sizeof hint_order / sizeof hint_order[0]; i++) {
        const ActionInfo *info = action_info(hint_order[i]);
        char key[KEY_NAME_SIZE];
        if ((info->contexts & contexts) != 0 && is_useful(app, hint_order[i], context) &&
            keymap_key_name(&app->keys, hint_order[i], key)[0] != '\0')
            add_hint(text, key, hint_word(hint_order[i], context));
    }
}
