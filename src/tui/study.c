#include <config.h>

#include "tui/study.h"

#include <stdio.h>
#include <stdlib.h>

#include "rules/memory.h"
#include "tui/animation.h"
#include "tui/board.h"
#include "tui/browse.h"
#include "tui/dialogs.h"
#include "tui/painter.h"

enum { ANSWER_MS = 600 }; /* the learner's own move is seen for that long before the answer */

/* --- the game that waits --- */

Session *study_game(const App *app) {
    return app->study != NULL ? app->study->game : app->session;
}

static void put_game_aside(App *app) {
    Study *study = app->study;
    study->game = app->session;
    study->flipped = app->flipped;
    study->browsing = app->browsing;
    study->analysing = app->analysing;
    study->game_ply = app->ply;
    study->cursor = app->cursor;
    app->session = NULL;
    app->browsing = app->analysing = false;
    if (study->game == NULL)
        return;
    session_stop_analysis(study->game);
    session_suspend(study->game, true);
}

static void take_up_game(App *app) {
    const Study *study = app->study;
    app->session = study->game;
    app->flipped = study->flipped;
    app->cursor = study->cursor;
    if (app->session == NULL)
        return;
    app->seen_ply = session_record(app->session)->current;
    app->browsing = study->browsing;
    app->ply = study->game_ply;
    app->analysing = study->analysing;
    session_suspend(app->session, false);
    browse_analyse(app);
}

/* --- from beginning to end --- */

/* The board as it is for another session. */
static void clear_board(App *app) {
    app->selected = SQUARE_NONE;
    app->plan = MOVE_NONE;
    app->message[0] = '\0';
    app->synced.anew = true;
    animation_stop(app);
    app_touch(app);
}

void study_begin(App *app, const StudyKind *kind, void *data) {
    if (app->study != NULL)
        study_end(app);
    Study *study = memory_allocate(sizeof *study);
    study->kind = kind;
    study->data = data;
    study->answer = MOVE_NONE;
    study->reminder = "";
    study->goes_on = "goes on";
    study->lesson = (ViewLesson){study->title, study->progress, study->text,
                                 study->task,  study->remark,   study->key};
    app->study = study;
    put_game_aside(app);
    clear_board(app);
}

static void drop_session(App *app) {
    uv_timer_stop(&app->answer);
    if (app->session != NULL)
        session_free(app->session, NULL, NULL);
    app->session = NULL;
}

void study_end(App *app) {
    Study *study = app->study;
    study->kind->leave(app);
    drop_session(app);
    take_up_game(app);
    app->study = NULL;
    free(study);
    clear_board(app);
}

void study_leave(App *app) {
    study_end(app);
    if (app->session == NULL)
        app_begin(app);
}

/* Two persons at one board: the study makes the moves of the other side. */
static void set_up(const App *app, SessionSetup *setup, Record *record) {
    static const SessionPlayer person = {.kind = PLAYER_HUMAN, .advisor = ADVISOR_RANDOM};
    *setup = (SessionSetup){.player = {person, person},
                            .record = record,
                            .level = app->settings.level,
                            .threads = 1,
                            .hash_mb = HASH_MB_MIN,
                            .clock_left_ms = {-1, -1},
                            .open_capture = MOVE_NONE};
}

bool study_play(App *app, SessionSetup *setup, Error *error) {
    Study *study = app->study;
    drop_session(app);
    app->session = session_create(&app->loop, setup, app_hear_session, app, error);
    if (app->session == NULL)
        return false;
    const Record *record = session_record(app->session);
    study->ply = app->seen_ply = record->current;
    study->text[0] = study->task[0] = study->remark[0] = study->key[0] = '\0';
    app->flipped = position_side(record_position(record)) == BLACK;
    app->cursor = app->flipped ? D6 : D2;
    clear_board(app);
    return true;
}

bool study_set(App *app, Record *record, Error *error) {
    SessionSetup setup;
    set_up(app, &setup, record);
    return study_play(app, &setup, error);
}

/* --- texts --- */

static void go_on_from_box(Dialog *dialog, void *context) {
    App *app = context;
    dialog_close(dialog);
    if (app->study != NULL && app->study->phase == STUDY_READING)
        app->study->kind->go_on(app);
}

/* Where it does not fit beside the board: what is new of it. */
void study_read(App *app) {
    const Study *study = app->study;
    char text[STUDY_TEXT_SIZE + STUDY_LINE_SIZE + 8];
    const char *task = study->task[0] != '\0' ? "\n\n> " : "";
    Dialog *dialog = dialog_create(study->title, app);
    snprintf(text, sizeof text, "%s%s%s", study->remark[0] != '\0' ? study->remark : study->text,
             task, study->task);
    dialog_add_text(dialog, text);
    dialog_add_button(dialog, study->phase == STUDY_READING ? "Go on" : "To the board",
                      go_on_from_box);
    dialog_read_first(dialog);
    app_push(app, dialog_layer(dialog));
}

void study_go_on(App *app, StudyPhase phase) {
    Study *study = app->study;
    char key[KEY_NAME_SIZE];
    study->phase = phase;
    if (phase == STUDY_READING)
        snprintf(study->key, sizeof study->key, "%s %s.",
                 keymap_key(&app->keys, ACTION_SELECT, key), study->goes_on);
    else
        study->key[0] = '\0';
    app_touch(app);
}

void study_show(App *app, StudyPhase phase) {
    study_go_on(app, phase);
    app_draw(app); /* so that it is known whether there is room */
    if (phase != STUDY_WAITING && !painter_lesson_fits())
        study_read(app);
}

/* --- moves --- */

static void go_back(App *app, size_t ply) {
    while (session_record(app->session)->current > ply && session_undo(app->session, NULL))
        app->seen_ply = session_record(app->session)->current;
    app->study->ply = ply;
    clear_board(app);
}

void study_refuse(App *app, const char *remark) {
    Study *study = app->study;
    app->cursor = move_from(session_record(app->session)->plies[study->ply].move);
    go_back(app, study->ply);
    snprintf(study->remark, sizeof study->remark, "%s", remark);
    study_show(app, STUDY_TRYING);
}

static void make_answer(uv_timer_t *timer) {
    App *app = timer->data;
    Study *study = app->study;
    Error error = {0};
    const Position before = *session_position(app->session);
    if (!session_submit(app->session, study->answer, &error)) {
        app_tell_error(app, &error);
        return;
    }
    animation_start(app, &before, study->answer);
    study->ply = session_record(app->session)->current;
    study->kind->answered(app);
    app_touch(app);
}

void study_answer(App *app, Move move) {
    app->study->answer = move;
    uv_update_time(&app->loop); /* the timer counts from the loop's time, which may be old */
    uv_timer_start(&app->answer, make_answer, ANSWER_MS, 0);
    study_show(app, STUDY_WAITING);
}

void study_point(App *app, Move move) {
    app->study->remark[0] = '\0';
    while (session_undo_jump(app->session, NULL))
        continue;
    board_sync(app);
    board_take_up(app, move);
}

void study_follow(App *app) {
    Study *study = app->study;
    if (study == NULL || study->phase != STUDY_TRYING || app->session == NULL)
        return;
    const Record *record = session_record(app->session);
    if (record->current <= study->ply)
        return;
    study->remark[0] = '\0';
    study->kind->judge(app, record->plies[study->ply].move);
}

bool study_awaits_move(App *app) {
    if (app->study == NULL || app->study->phase == STUDY_TRYING)
        return true;
    app_note(app, "%s", study_status(app));
    return false;
}

const char *study_status(const App *app) {
    if (app->study == NULL || app->study->phase == STUDY_TRYING)
        return "";
    return app->study->phase == STUDY_READING ? app->study->key : "The other side answers...";
}

const char *study_reminder(const App *app) {
    return app->study != NULL ? app->study->reminder : "";
}
