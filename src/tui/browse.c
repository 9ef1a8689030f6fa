#include <config.h>

#include "tui/browse.h"

#include <stdio.h>

#include "base/buffer.h"
#include "base/text.h"
#include "play/variation.h"
#include "review/review_store.h"
#include "rules/notation.h"
#include "rules/record_notes.h"
#include "tui/dialogs.h"
#include "tui/review/review_screen.h"

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
    app->browsing = ply != record->current;
    app->ply = ply;
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

/* Writes "Notes on 2... P:C4". */
static void write_notes_title(const Record *record, size_t ply, char title[VIEW_TITLE_SIZE]) {
    char number[VARIATION_NUMBER_SIZE], move[NOTATION_SIZE];
    if (ply == 0) {
        snprintf(title, VIEW_TITLE_SIZE, "Notes on the game");
        return;
    }
    variation_number(record, ply - 1, number);
    notation_write(record_position_at(record, ply - 1), record->plies[ply - 1].move, move);
    snprintf(title, VIEW_TITLE_SIZE, "Notes on ");
    text_append(title, VIEW_TITLE_SIZE, "%s %s%s", number, move,
                record_mark_text(record_mark(record, ply)));
}

void browse_write_notes(const App *app, Buffer *text) {
    const Record *record = app_record(app);
    if (record == NULL)
        return;
    if (review_screen_is_shown(app))
        review_write_other_notes(record, app_ply(app), text);
    else
        record_notes_write(record, app_ply(app), text);
}

void browse_show_notes(App *app) {
    char title[VIEW_TITLE_SIZE];
    Buffer text = {0}, notes = {0};
    review_screen_add_text(app, &text);
    browse_write_notes(app, &notes);
    if (notes.length > 0) {
        buffer_add_string(&text, text.length > 0 ? "\n\n" : "");
        buffer_add_string(&text, notes.bytes);
    }
    if (text.length > 0) {
        write_notes_title(app_record(app), app_ply(app), title);
        dialogs_show_message(app, title, text.bytes);
    } else {
        app_note(app, "Nothing is noted on this move.");
    }
    buffer_free(&notes);
    buffer_free(&text);
}
