#include <config.h>

#include "tui/review/review_screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/memory.h"
#include "base/text.h"
#include "board/painter.h"
#include "engine/chance.h"
#include "play/puzzles/game_review.h"
#include "play/variation.h"
#include "review/review.h"
#include "review/review_notes.h"
#include "review/review_store.h"
#include "review/review_words.h"
#include "tui/browse.h"
#include "tui/dialogs.h"
#include "tui/status.h"

enum { RIGHT_SIZE = 48, NOTES_MARK_MISTAKE = 2, NOTES_MARK_BLUNDER = 4 };

typedef struct ReviewScreen {
    GameReview game;
    /* What the panel shows. */
    ViewReview view;
    char right[2][RIGHT_SIZE];
    char sentence[VIEW_STATUS_SIZE];
    char line[VARIATION_SIZE];
    Buffer notes; /* on the move shown */
} ReviewScreen;

static ReviewScreen *review_of(const App *app) {
    return app_state(app, &review_feature);
}

/* ---- the game ---- */

static Session *game_on_board(void *context) {
    return app_game(context);
}

static void on_progress(void *context);

static void on_failed(void *context, const Error *error) {
    app_notify_error(context, error);
}

/* Until a game is reviewed, or has scores, there is no listener and nothing to do. */
static bool is_used(const App *app) {
    return review_of(app)->game.listener.game != NULL;
}

static void use(App *app) {
    review_of(app)->game.listener =
        (GameReviewListener){game_on_board, on_progress, on_failed, app};
}

/* Drops a review whose game has changed, and takes over the one that a record has. */
static void follow_position(App *app) {
    const Session *session = app_game(app);
    if (!is_used(app) && session != NULL && game_review_is_stored(session_record(session)))
        use(app);
    if (is_used(app))
        game_review_sync(&review_of(app)->game);
}

static void forget(App *app) {
    game_review_forget(&review_of(app)->game);
}

static void close_review(App *app) {
    game_review_close(&review_of(app)->game);
}

const Review *review_screen_review(const App *app) {
    return review_of(app)->game.review;
}

/* Returns the review of the game on the board, or NULL. */
static const Review *shown_review(const App *app) {
    return !app_is_suspended(app) ? review_screen_review(app) : NULL;
}

/* ---- the mistakes ---- */

/* Other people's files have marks without a review. */
static ViewMark mark_at(const App *app, size_t ply) {
    const Review *review = shown_review(app);
    ReviewMark mark = REVIEW_NONE;
    if (review != NULL && review->moves[ply - 1].known)
        mark = review->moves[ply - 1].mark;
    else if (record_mark(app_record(app), ply) == NOTES_MARK_MISTAKE)
        mark = REVIEW_MISTAKE;
    else if (record_mark(app_record(app), ply) == NOTES_MARK_BLUNDER)
        mark = REVIEW_BLUNDER;
    return mark == REVIEW_BLUNDER   ? VIEW_MARK_BLUNDER
           : mark == REVIEW_MISTAKE ? VIEW_MARK_MISTAKE
                                    : VIEW_MARK_NONE;
}

/* Returns the ply of the next mistake or blunder after `ply` (1) or before it (-1), or 0. */
static size_t find_mistake(const App *app, size_t ply, int direction) {
    size_t count = app_record(app)->count;
    for (size_t i = ply + (size_t)direction; i >= 1 && i <= count; i += (size_t)direction)
        if (mark_at(app, i) != VIEW_MARK_NONE)
            return i;
    return 0;
}

/* Shows the position after the next (1) or previous (-1) mistake or blunder. */
static void go_to_mistake(App *app, int direction) {
    char key[KEY_NAME_SIZE];
    size_t ply = find_mistake(app, app_ply(app), direction);
    if (ply > 0)
        browse_to(app, ply);
    else if (shown_review(app) == NULL)
        app_note(app, "The game has not been reviewed: %s does that.",
                 action_key_name(app, ACTION_REVIEW, key));
    else
        app_note(app, direction > 0 ? "There is no mistake after this move."
                                    : "There is no mistake before this move.");
}

/* ---- running ---- */

/* Says what to do with a review that is complete. */
static void announce(App *app) {
    char text[VIEW_STATUS_SIZE];
    action_expand_keys(
        app,
        features_allow(app, ACTION_MISTAKES)
            ? "Reviewed: {prev-mistake} and {next-mistake} go from mistake to mistake; "
              "{mistakes} makes exercises."
        : find_mistake(app, 0, 1) != 0
            ? "Reviewed: {prev-mistake} and {next-mistake} go from mistake to mistake."
            : "Reviewed: there was no mistake in this game.",
        text, sizeof text);
    app_note(app, "%s", text);
}

static void on_progress(void *context) {
    App *app = context;
    bool complete = !review_of(app)->game.running;
    if (complete && !app_is_suspended(app))
        announce(app);
    if (complete && app->observer != NULL)
        app->observer->on_event(app->observer->context);
    app_invalidate(app);
}

static void start_or_notify(App *app) {
    Error error = {0};
    char key[KEY_NAME_SIZE];
    if (game_review_start(&review_of(app)->game, &app->loop, &app->settings, false, &error))
        app_note(app, "The game is being reviewed; you can browse it meanwhile. %s stops that.",
                 action_key_name(app, ACTION_REVIEW, key));
    else
        app_notify_error(app, &error);
}

static void start_confirmed(Dialog *dialog, void *context) {
    App *app = context;
    dialog_close(dialog);
    follow_position(app);
    if (!review_of(app)->game.running && !app_is_suspended(app))
        start_or_notify(app);
}

/* Returns whether the game may be reviewed now. If not, says why. */
static bool check_can_review(App *app) {
    Error error = {0};
    char key[KEY_NAME_SIZE];
    if (!game_review_check(app->session, &error))
        app_notify_error(app, &error);
    else if (session_can_pause(app->session) && !session_is_paused(app->session))
        app_notify(app, "Two computers are playing: pause them with %s to review the game.",
                   action_key_name(app, ACTION_PAUSE, key));
    else
        return true;
    return false;
}

static bool is_running(const App *app) {
    return review_of(app)->game.running;
}

/* Stops the review. Returns false if none runs. */
static bool stop(App *app) {
    char key[KEY_NAME_SIZE];
    if (!is_running(app))
        return false;
    game_review_stop(&review_of(app)->game);
    app_note(app, "The review is stopped; %s goes on with it.",
             action_key_name(app, ACTION_REVIEW, key));
    return true;
}

/* Shows the turning point, or else the first mistake. */
static void show_result(App *app) {
    size_t ply = review_of(app)->game.review->turning_point;
    if (ply == 0)
        ply = find_mistake(app, 0, 1);
    if (ply > 0)
        browse_to(app, ply);
    else
        announce(app);
}

/* Starts the review of the game, stops it, or goes on with it; shows where a complete one begins to
 * be of interest. Asks first if the game is not over. */
static void run(App *app) {
    use(app);
    follow_position(app);
    const Review *review = review_screen_review(app);
    if (stop(app))
        return;
    if (review != NULL && review->pass == REVIEW_DONE)
        show_result(app);
    else if (!check_can_review(app))
        return;
    else if (outcome_is_over(session_outcome(app->session)))
        start_or_notify(app);
    else
        dialogs_confirm(app, "Review",
                        "The game is not over. A review tells both sides what was best. Review it "
                        "as far as it has come?",
                        "Review", start_confirmed, NULL);
}

/* ---- the position shown ---- */

/* Returns whether the review has its panel: while it runs, and for a game that is over or browsed.
 */
static bool is_shown(const App *app) {
    const ReviewScreen *screen = review_of(app);
    if (app_is_suspended(app))
        return false;
    bool ready =
        screen->game.review != NULL && (app->board.browsing || outcome_is_over(app_outcome(app)));
    return screen->game.running || ready;
}

/* Returns what the review knows of the move before the position shown, or NULL. */
static const ReviewMove *shown_move(const App *app) {
    const Review *review = shown_review(app);
    size_t ply = app_ply(app);
    bool known = is_shown(app) && review != NULL && ply > 0 && ply <= review->count &&
                 review->moves[ply - 1].known;
    return known ? &review->moves[ply - 1] : NULL;
}

/* ---- the panel ---- */

static ViewMark view_mark_at(void *context, size_t ply) {
    return mark_at(context, ply);
}

/* Writes the accuracy of both sides, or how far the review is. */
static void write_right(ReviewScreen *screen) {
    const Review *review = screen->game.review;
    screen->right[0][0] = screen->right[1][0] = '\0';
    if (review == NULL)
        return;
    if (screen->game.running) {
        char left[TEXT_DURATION_SIZE];
        snprintf(screen->right[1], RIGHT_SIZE, "%zu/%zu", review->done, review->count + 1);
        text_copy(screen->right[0], RIGHT_SIZE, screen->right[1]);
        text_write_duration(review->left_ms, left);
        if (review->left_ms >= 0)
            text_append(screen->right[0], RIGHT_SIZE, ", %s left", left);
    } else if (review->sides[WHITE].known && review->sides[BLACK].known) {
        int white = (int)(review->sides[WHITE].accuracy + 0.5);
        int black = (int)(review->sides[BLACK].accuracy + 0.5);
        snprintf(screen->right[0], RIGHT_SIZE, "White %d %%, Black %d %%", white, black);
        snprintf(screen->right[1], RIGHT_SIZE, "W %d %%, B %d %%", white, black);
    }
}

/* Appends " 1 blunder, 2 mistakes." or " no mistakes." */
static void add_marks(char *text, const ReviewSide *side) {
    static const char *const words[REVIEW_MARK_COUNT][2] = {
        [REVIEW_INACCURACY] = {"inaccuracy", "inaccuracies"},
        [REVIEW_MISTAKE] = {"mistake", "mistakes"},
        [REVIEW_BLUNDER] = {"blunder", "blunders"}};
    bool first = true;
    for (int mark = REVIEW_BLUNDER; mark >= REVIEW_INACCURACY; mark--) {
        size_t count = side->marks[mark];
        if (count > 0)
            text_append(text, VIEW_STATUS_SIZE, "%s %zu %s", first ? "" : ",", count,
                        words[mark][count > 1]);
        first = first && count == 0;
    }
    text_append(text, VIEW_STATUS_SIZE, first ? " no mistakes." : ".");
}

static void add_line(char *text, const char *line) {
    if (line[0] != '\0')
        text_append(text, VIEW_STATUS_SIZE, "%s%s", text[0] != '\0' ? "\n" : "", line);
}

/* Writes about the game: how far the review is, or where it turned and what both sides did. The
 * panel cuts the end; without it, the status line has room for short sentences only. */
static void write_summary(const App *app, ReviewScreen *screen) {
    const Review *review = screen->game.review;
    char text[REVIEW_SENTENCE_SIZE], side[VIEW_STATUS_SIZE];
    bool first = app->screen.layout.review.height > 0;
    if (screen->game.running) {
        review_words_progress(review, text);
        text_append(screen->sentence, sizeof screen->sentence, "%s.", text);
        return;
    }
    review_words_turning_point(review, app_record(app), app_notation(app), text);
    add_line(screen->sentence, first ? text : "");
    for (int color = 0; color < COLOR_COUNT; color++) {
        if (!review->sides[color].known)
            continue;
        snprintf(side, sizeof side, "%s:", color_name((Color)color));
        add_marks(side, &review->sides[color]);
        add_line(screen->sentence, side);
    }
    add_line(screen->sentence, first ? "" : text);
}

/* Writes the best move in the place of a move without a mark. */
static void write_good_move(const App *app, const ReviewMove *move, char *text) {
    const Record *record = app_record(app);
    size_t ply = app_ply(app);
    char best[NOTATION_SIZE];
    if (move_is_none(move->best))
        return;
    notation_write(record_position_at(record, ply - 1), move->best, app_notation(app), best);
    if (move_equal(move->best, record->plies[ply - 1].move))
        text_append(text, VIEW_STATUS_SIZE, "This was the best move.");
    else
        text_append(text, VIEW_STATUS_SIZE, "A good move; the computer prefers %s.", best);
}

/* Writes the better moves with their numbers: "7.G-C5 P-BB5 8.Z:C4". */
static void write_line(const App *app, const ReviewLine *better, char text[VARIATION_SIZE]) {
    const Record *record = app_record(app);
    size_t ply = app_ply(app) - 1;
    SearchSnapshot *snapshot = memory_allocate(sizeof *snapshot);
    SearchLine *line = &snapshot->info.lines[0];
    snapshot->ply = ply;
    snapshot->position = *record_position_at(record, ply);
    snapshot->info.line_count = 1;
    line->length = better->length;
    memcpy(line->pv, better->moves, (size_t)line->length * sizeof *line->pv);
    variation_write(record, snapshot,
                    (VariationOptions){
                        .count = REVIEW_LINE_MAX, .numbered = true, .notation = app_notation(app)},
                    text);
    free(snapshot);
}

/* Writes what the review says about the move before the position shown. */
static void write_move(const App *app, const ReviewMove *move, ReviewScreen *screen) {
    char text[REVIEW_SENTENCE_SIZE];
    if (move->mark == REVIEW_NONE) {
        write_good_move(app, move, screen->sentence);
        return;
    }
    review_words_move(screen->game.review, app_record(app), app_ply(app), app_notation(app), text);
    text_append(screen->sentence, sizeof screen->sentence, "%s", text);
    const ReviewLine *better = &screen->game.review->positions[app_ply(app) - 1].line;
    if (move->mark >= REVIEW_INACCURACY && better->length > 1)
        write_line(app, better, screen->line);
}

static void write_texts(const App *app, ReviewScreen *screen) {
    const ReviewMove *move = shown_move(app);
    bool ends = !app->board.browsing || app_ply(app) == 0;
    screen->sentence[0] = screen->line[0] = '\0';
    write_right(screen);
    if (screen->game.review == NULL)
        text_append(screen->sentence, sizeof screen->sentence, "The review begins.");
    else if (ends || move == NULL)
        write_summary(app, screen);
    else
        write_move(app, move, screen);
}

/* Appends the whole text of the panel; nothing if it is not shown. */
static void add_text(App *app, Buffer *text) {
    ReviewScreen *screen = review_of(app);
    if (!is_shown(app))
        return;
    write_texts(app, screen);
    buffer_add_string(text, screen->sentence);
    if (screen->line[0] != '\0') {
        buffer_add_string(text, text->length > 0 ? "\n\n" : "");
        buffer_add_string(text, screen->line);
    }
}

/* ---- the notes ---- */

/* Writes "Notes on 2... P:C4". */
static void write_notes_title(const Record *record, size_t ply, NotationStyle style,
                              char title[VIEW_TITLE_SIZE]) {
    char number[RECORD_NUMBER_SIZE], move[NOTATION_SIZE];
    if (ply == 0) {
        snprintf(title, VIEW_TITLE_SIZE, "Notes on the game");
        return;
    }
    record_write_number(record, ply - 1, number);
    notation_write(record_position_at(record, ply - 1), record->plies[ply - 1].move, style, move);
    snprintf(title, VIEW_TITLE_SIZE, "Notes on ");
    text_append(title, VIEW_TITLE_SIZE, "%s %s%s", number, move,
                record_mark_text(record_mark(record, ply)));
}

/* Appends what is noted on the move shown, as lines, without what the panel says. */
static void write_notes(const App *app, Buffer *text) {
    const Record *record = app_record(app);
    if (record == NULL)
        return;
    if (is_shown(app))
        review_write_other_notes(record, app_ply(app), app_notation(app), text);
    else
        review_notes_write(record, app_ply(app), app_notation(app), text);
}

/* Shows that, and all that the review says of the move, in a box. */
static void show_notes(App *app) {
    char title[VIEW_TITLE_SIZE];
    Buffer text = {0}, notes = {0};
    add_text(app, &text);
    write_notes(app, &notes);
    if (notes.length > 0) {
        buffer_add_string(&text, text.length > 0 ? "\n\n" : "");
        buffer_add_string(&text, notes.bytes);
    }
    if (text.length > 0) {
        write_notes_title(app_record(app), app_ply(app), app_notation(app), title);
        app_show_message(app, title, text.bytes);
    } else {
        app_note(app, "Nothing is noted on this move.");
    }
    buffer_free(&notes);
    buffer_free(&text);
}

/* ---- the view ---- */

/* White's share of the bar is White's winning chance, by the review or else by the search there. */
static bool white_share_at(void *context, size_t ply, double *share) {
    const App *app = context;
    const Review *review = shown_review(app);
    Score score;
    if (review != NULL && ply <= review->count && review->positions[ply].known)
        score = review->positions[ply].score;
    else if (!session_score_at(app->session, ply, &score))
        return false;
    *share = win_probability(score);
    return true;
}

static void fill_panel(App *app, View *view) {
    ReviewScreen *screen = review_of(app);
    write_texts(app, screen);
    screen->view = (ViewReview){
        .title = "Review",
        .right = {screen->right[0], screen->right[1]},
        .sentence = screen->sentence,
        .line = screen->line,
        .mark_at = view_mark_at,
        .context = app,
    };
    view->review = &screen->view;
    view->scored = true;
    const ReviewMove *move = shown_move(app);
    if (view->advice == 0 && move != NULL && move->mark >= REVIEW_INACCURACY)
        view->advice = move_squares(move->best);
}

static void fill_view(App *app, View *view) {
    ReviewScreen *screen = review_of(app);
    if (app->session != NULL) {
        view->white_share_at = white_share_at;
        view->share_context = app;
        if (is_shown(app))
            fill_panel(app, view);
    }
    buffer_clear(&screen->notes);
    write_notes(app, &screen->notes);
    view->notes = screen->notes.length > 0 ? screen->notes.bytes : NULL;
    action_key_name(app, ACTION_READ, view->notes_key);
}

/* Names the key that shows the notes where they have no panel, if there is room. */
static void add_notes_offer(char *text, const App *app, const View *view) {
    char key[KEY_NAME_SIZE];
    size_t used = strlen(text);
    if (app->screen.layout.notes.height > 0 || view->notes == NULL)
        return;
    text_append(text, VIEW_STATUS_SIZE, "%s shows the notes. ",
                action_key_name(app, ACTION_READ, key));
    if (!painter_status_fits(&app->screen, text))
        text[used] = '\0';
}

/* Appends the sentence of the panel if it has no room on the screen. */
static bool status(const App *app, StatusPart part, const View *view, char text[VIEW_STATUS_SIZE]) {
    const ReviewScreen *screen = review_of(app);
    if (part == STATUS_GAME && app->board.browsing)
        add_notes_offer(text, app, view);
    if (part != STATUS_LINE || !is_shown(app) || app->board.selected != SQUARE_NONE ||
        app->screen.layout.review.height > 0 || screen->sentence[0] == '\0')
        return false;
    size_t from = strlen(text);
    text_append(text, VIEW_STATUS_SIZE, "%s", screen->sentence);
    for (char *at = strchr(text + from, '\n'); at != NULL; at = strchr(at, '\n'))
        *at = ' '; /* the panel has lines */
    return true;
}

/* ---- keys and hints ---- */

static bool run_action(App *app, Action action) {
    return action == ACTION_CANCEL && stop(app);
}

static bool allows(const App *app, Action action) {
    size_t ply = app_ply(app);
    switch (action) {
    case ACTION_REVIEW:
        return app_record(app)->count > 0 && (!is_shown(app) || is_running(app));
    case ACTION_NEXT_MISTAKE:
        return find_mistake(app, ply, 1) != 0;
    case ACTION_PREVIOUS_MISTAKE:
        return find_mistake(app, ply, -1) != 0;
    case ACTION_READ:
        return record_notes_exist(app_record(app), ply);
    default:
        return true;
    }
}

static bool hints(const App *app, View *view) {
    static const HintCandidate list[] = {{"rematch", ACTION_RESIGN},
                                         {"decline", ACTION_DRAW},
                                         {"stop", ACTION_REVIEW},
                                         {"mistake", ACTION_NEXT_MISTAKE},
                                         {"previous", ACTION_PREVIOUS_MISTAKE},
                                         {"exercises", ACTION_MISTAKES},
                                         {"back", ACTION_BACK},
                                         {"forward", ACTION_FORWARD},
                                         {"new game", ACTION_NEW},
                                         {"save", ACTION_SAVE},
                                         {0}};
    bool analyses = app->analysing && app->board.selected == SQUARE_NONE;
    if (app->session == NULL || analyses || !is_shown(app))
        return false;
    hints_add_list(app, view, list);
    return true;
}

static void free_notes(App *app) {
    buffer_free(&review_of(app)->notes);
}

static const FeatureAction actions[] = {
    {ACTION_REVIEW, .run = run},
    {ACTION_PREVIOUS_MISTAKE, .run_with = go_to_mistake, .argument = -1},
    {ACTION_NEXT_MISTAKE, .run_with = go_to_mistake, .argument = 1},
    {ACTION_READ, .run = show_notes},
    {.action = ACTION_NONE},
};

const Feature review_feature = {
    .state_size = sizeof(ReviewScreen),
    .actions = actions,
    .run_action = run_action,
    .before_game = forget,
    .close = close_review,
    .free = free_notes,
    .sync = follow_position,
    .fill_view = fill_view,
    .status = status,
    .hints = hints,
    .allows = allows,
};
