#include <config.h>

#include "tui/games/openings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "rules/notation.h"
#include "tui/games/file_dialogs.h"
#include "tui/games/games_screen.h"
#include "tui/learn/exercise.h"
#include "tui/narration.h"
#include "tui/review/candidate_list.h"
#include "tui/browse.h"
#include "tui/status.h"

enum { SUMMARY_SIZE = 48, REMARK_SIZE = ERROR_SENTENCE_SIZE + SHORT_PATH_SIZE };

typedef struct Openings {
    bool from_file; /* the games of the file opened last, not those of this machine */
    GameTree *tree; /* NULL while the games are read, and if they cannot be */
    Error error;
    size_t damaged;
    GameTreeNode node; /* of the position looked up: */
    struct {
        size_t ply;
        uint64_t key;
        bool known;
    } at;
    char summary[2][SUMMARY_SIZE];
    char remark[REMARK_SIZE];
    ViewCandidates view;
} Openings;

static const ExerciseOps openings_ops;

static Openings *openings_of(const App *app) {
    return exercise_of(app) != NULL && exercise_of(app)->ops == &openings_ops
               ? exercise_of(app)->data
               : NULL;
}

/* ---- looking up ---- */

static void follow_position(App *app) {
    Openings *openings = openings_of(app);
    if (openings == NULL || app->session == NULL)
        return;
    const Position *position = app_position(app);
    bool same =
        openings->at.known && openings->at.ply == app_ply(app) && openings->at.key == position->key;
    if (same || openings->tree == NULL)
        return;
    game_tree_free_node(&openings->node);
    game_tree_look_up(openings->tree, position, &openings->node);
    openings->at.known = true;
    openings->at.ply = app_ply(app);
    openings->at.key = position->key;
    candidate_list_update(app, false, openings->node.move_count);
}

static void forget(Openings *openings) {
    game_tree_free_node(&openings->node);
    openings->node = (GameTreeNode){0};
    openings->at.known = false;
}

static void on_read(App *app, void *context, GamesRead *read) {
    Openings *openings = context;
    (void)app;
    openings->tree = read->tree;
    openings->damaged = read->damaged;
    openings->error = read->error;
    read->tree = NULL;
}

static void read_games(App *app, Openings *openings) {
    GamesRequest request = {.path = openings->from_file ? file_dialogs_paths(app)->opened : NULL,
                            .tree = true,
                            .handler = on_read,
                            .context = openings};
    games_reader_stop(app, openings);
    game_tree_free(openings->tree);
    openings->tree = NULL;
    forget(openings);
    candidate_list_update(app, false, 0);
    games_reader_start(app, &request);
}

/* ---- the list ---- */

static size_t count_moves(const App *app) {
    return openings_of(app)->node.move_count;
}

static Move move_of(const App *app, size_t index) {
    return openings_of(app)->node.moves[index].move;
}

/* Goes to the next position of the game if the move leads there, or makes it on the board. */
static void play(App *app) {
    const Record *record = app_record(app);
    size_t ply = app_ply(app);
    Error error = {0};
    if (count_moves(app) == 0)
        return;
    Move move = move_of(app, candidate_list(app)->moves.selected);
    if (ply < record->count && move_equal(record->plies[ply].move, move)) {
        browse_step(app, 1);
        return;
    }
    app->board.browsing = false;
    if (!session_go_to_ply(app->session, ply, &error) ||
        !session_submit(app->session, move, &error))
        app_notify_error(app, &error);
}

static const CandidateSource openings_source = {
    .move_at = move_of,
    .play = play,
    .step = browse_step,
    .close = exercise_leave,
};

/* ---- the exercise: a session in which both sides are moved ---- */

static void check_move(App *app, Move move) {
    (void)move;
    exercise_of(app)->ply = session_record(app->session)->current;
}

static void switch_games(App *app) {
    Openings *openings = openings_of(app);
    if (file_dialogs_paths(app)->opened[0] == '\0') {
        app_note(app,
                 "These are your games. Open a file of games, and its openings are shown too.");
        return;
    }
    openings->from_file = !openings->from_file;
    read_games(app, openings);
}

static bool run_action(App *app, Action action) {
    switch (action) {
    case ACTION_OPENINGS:
        switch_games(app);
        return true;
    case ACTION_BACK:
    case ACTION_UNDO:
        browse_step(app, -1);
        return true;
    case ACTION_FORWARD:
    case ACTION_REDO:
        browse_step(app, 1);
        return true;
    case ACTION_START:
        browse_start(app);
        return true;
    case ACTION_END:
        browse_end(app);
        return true;
    default:
        return false;
    }
}

static void show_help(App *app) {
    app_note(app, "The openings give no advice: they show what was played.");
}

static void leave(App *app) {
    Openings *openings = exercise_of(app)->data;
    games_reader_stop(app, openings);
    candidate_list_close(app);
    game_tree_free(openings->tree);
    forget(openings);
    free(openings);
}

static const ExerciseOps openings_ops = {
    .name = "the openings",
    .without_text = true,
    .check_move = check_move,
    .run_action = run_action,
    .show_help = show_help,
    .leave = leave,
};

/* ---- opening ---- */

/* Shows the openings from the position on the board. */
static void open_openings(App *app) {
    Error error = {0};
    if (app_is_network_player(app->session) && !outcome_is_over(app_outcome(app))) {
        app_notify(app, "A network game is played without looking openings up.");
        return;
    }
    Record *record = record_clone(app_record(app)); /* moves can be tried in it */
    record_go_to(record, app_ply(app));
    if (record->current == record->count)
        record_truncate(record); /* a resigned game can be continued here */
    Openings *openings = memory_allocate(sizeof *openings);
    openings->from_file =
        file_dialogs_paths(app)->opened[0] != '\0' &&
        strcmp(file_dialogs_paths(app)->opened, file_dialogs_paths(app)->save) == 0;
    exercise_begin(app, &openings_ops, openings);
    if (!exercise_set_position(app, record, &error)) {
        exercise_leave(app);
        app_notify_error(app, &error);
        return;
    }
    app->board.flipped = app->suspended.flipped;
    app->board.cursor = app->suspended.cursor;
    candidate_list_open(app, &openings_source, 0);
    read_games(app, openings);
}

/* ---- the view ---- */

/* Returns a share of the games with a result in percent. */
static int percent(const GameTreeCount *count, size_t part) {
    size_t all = count->white + count->draws + count->black;
    return all == 0 ? 0 : (int)((100 * part + all / 2) / all);
}

static void move_at(void *context, size_t index, ViewCandidate *shown) {
    const App *app = context;
    const GameTreeMove *move = &openings_of(app)->node.moves[index];
    const GameTreeCount *count = &move->count;
    shown->piece = move_piece(move->move);
    notation_write(app_position(app), move->move, app_notation(app), shown->notation);
    snprintf(shown->value, sizeof shown->value, "%zu", count->games);
    snprintf(shown->short_value, sizeof shown->short_value, "%zu", count->games);
    shown->good = false;
    shown->has_shares = count->white + count->draws + count->black > 0;
    shown->white = percent(count, count->white);
    shown->black = percent(count, count->black);
}

static void write_summary(Openings *openings) {
    size_t games = openings->node.count.games;
    openings->summary[0][0] = openings->summary[1][0] = '\0';
    if (openings->tree == NULL)
        return;
    snprintf(openings->summary[0], SUMMARY_SIZE, "%zu game%s", games, text_plural(games));
    snprintf(openings->summary[1], SUMMARY_SIZE, "%zu", games);
}

/* Says whose games these are, and what the numbers mean. */
static void write_remark(const App *app, Openings *openings) {
    char path[SHORT_PATH_SIZE] = "", text[ERROR_SENTENCE_SIZE];
    char *remark = openings->remark;
    size_t done, total;
    if (openings->from_file)
        text_shorten_path(file_base_name(file_dialogs_paths(app)->opened), path);
    snprintf(remark, REMARK_SIZE, "%s", openings->from_file ? path : "My games");
    if (openings->error.code != ERROR_NONE)
        snprintf(remark, REMARK_SIZE, "%s", error_sentence(&openings->error, text));
    else if (games_reader_progress(app, openings, &done, &total) && total > 0)
        text_append(remark, REMARK_SIZE, ": reading, %d %%.",
                    (int)(100.0 * (double)done / (double)total));
    else if (openings->tree == NULL)
        text_append(remark, REMARK_SIZE, ": reading.");
    else if (openings->node.move_count == 0)
        text_append(remark, REMARK_SIZE, ": nothing was played from here.");
    else
        text_append(remark, REMARK_SIZE, ": draws are shaded.");
    if (openings->tree != NULL && openings->damaged > 0)
        text_append(remark, REMARK_SIZE, " %zu damaged game%s left out.", openings->damaged,
                    openings->damaged == 1 ? " is" : "s are");
}

static void fill_view(App *app, View *view) {
    Openings *openings = openings_of(app);
    if (openings == NULL || app->session == NULL)
        return;
    write_summary(openings);
    write_remark(app, openings);
    openings->view = (ViewCandidates){
        .title = "Openings",
        .summary = {openings->summary[0], openings->summary[1], ""},
        .remark = openings->remark,
        .played = true,
        .list = candidate_list(app)->moves,
        .pawns = app_position(app)->variant->pawns,
        .animals = app->settings.glyphs == GLYPHS_ANIMALS,
        .move_at = move_at,
        .context = app,
    };
    view->candidates = &openings->view;
}

/* Adds "played in 12 games: White won 6, Black 4, 2 draws". */
static void add_count(const GameTreeCount *count, char text[VIEW_STATUS_SIZE]) {
    text_append(text, VIEW_STATUS_SIZE, "played in %zu game%s", count->games,
                text_plural(count->games));
    if (count->white + count->draws + count->black > 0)
        text_append(text, VIEW_STATUS_SIZE, ": White won %zu, Black %zu, %zu draw%s", count->white,
                    count->black, count->draws, text_plural(count->draws));
    text_append(text, VIEW_STATUS_SIZE, ".");
}

/* Adds "1/8 P-DD3: 12 games, White 6, Black 4." where there is no room for the list. */
static void add_brief(const App *app, const GameTreeMove *move, char text[VIEW_STATUS_SIZE]) {
    char notation[NOTATION_SIZE];
    const GameTreeCount *count = &move->count;
    notation_write(app_position(app), move->move, app_notation(app), notation);
    text_append(text, VIEW_STATUS_SIZE, "%zu/%zu %s: %zu game%s, White %zu, Black %zu.",
                candidate_list(app)->moves.selected + 1, count_moves(app), notation, count->games,
                text_plural(count->games), count->white, count->black);
}

static bool status(const App *app, StatusPart part, const View *view, char text[VIEW_STATUS_SIZE]) {
    const Openings *openings = openings_of(app);
    char move[VIEW_STATUS_SIZE];
    (void)view;
    if (openings == NULL || part != STATUS_LINE)
        return false;
    if (openings->node.move_count == 0) {
        text_append(text, VIEW_STATUS_SIZE, "%s", openings->remark);
        return true;
    }
    const GameTreeMove *selected = &openings->node.moves[candidate_list(app)->moves.selected];
    if (app->screen.panels.candidates.moves.area.height == 0) {
        add_brief(app, selected, text);
        return true;
    }
    narration_advice(app_position(app), selected->move, move);
    wording_capitalise(move);
    text_append(text, VIEW_STATUS_SIZE, "%s, ", move);
    add_count(&selected->count, text);
    return true;
}

/* ---- the feature ---- */

static bool hints(const App *app, View *view) {
    static const HintCandidate list[] = {{"play", ACTION_SELECT},    {"close", ACTION_ESCAPE},
                                         {"next", ACTION_DOWN},      {"back", ACTION_BACK},
                                         {"games", ACTION_OPENINGS}, {0}};
    if (openings_of(app) == NULL)
        return false;
    if (app->session != NULL)
        hints_add_list(app, view, list);
    return true;
}

static bool allows(const App *app, Action action) {
    bool in_list = action == ACTION_SELECT || action == ACTION_DOWN;
    if (in_list && openings_of(app) != NULL && count_moves(app) == 0)
        return false;
    return action != ACTION_OPENINGS || file_dialogs_paths(app)->opened[0] != '\0';
}

static const FeatureAction actions[] = {{ACTION_OPENINGS, .run = open_openings},
                                        {.action = ACTION_NONE}};

const Feature openings_feature = {
    .actions = actions,
    .sync = follow_position,
    .fill_view = fill_view,
    .status = status,
    .hints = hints,
    .allows = allows,
};
