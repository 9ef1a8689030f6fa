#include <config.h>

#include "tui/browse.h"

/* Returns whether the engine is free for analysis: moves and advice come first. */
static bool engine_is_free(const App *app) {
    ThinkingPurpose purpose = session_thinking_purpose(app->session);
    if (purpose == THINKING_MOVE || purpose == THINKING_ADVICE)
        return false;
    return outcome_is_over(session_outcome(app->session)) || session_awaits_human(app->session) ||
           session_is_paused(app->session);
}

void browse_update_analysis(App *app) {
    if (!app->analysing || app->session == NULL)
        return;
    /* Without a new analysis, the old one must not run on for another position. */
    if (!engine_is_free(app) ||
        !session_start_analysis(app->session, app_ply(app), app->settings.lines, NULL))
        session_stop_analysis(app->session);
}

void browse_to(App *app, size_t ply) {
    const Record *record = app_record(app);
    if (record == NULL || ply > record->count)
        return;
    app->board.browsing = ply != record->current;
    app->board.ply = ply;
    browse_update_analysis(app);
    app_invalidate(app);
}

void browse_step(App *app, int direction) {
    const Record *record = app_record(app);
    size_t ply = app_ply(app);
    if (direction < 0 && ply == 0)
        app_note(app, "This is the start of the game.");
    else if (direction > 0 && (record == NULL || ply >= record->count))
        app_note(app, "This is the last position of the game.");
    else
        browse_to(app, direction < 0 ? ply - 1 : ply + 1);
}

void browse_start(App *app) {
    browse_to(app, 0);
}

void browse_end(App *app) {
    const Record *record = app_record(app);
    if (record != NULL)
        browse_to(app, record->current);
}
