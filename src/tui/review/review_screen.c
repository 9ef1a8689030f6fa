#include <config.h>

#include "tui/review/review_screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "play/puzzles/game_review.h"
#include "play/variation.h"
#include "review/review_words.h"
#include "review/review.h"
#include "tui/selection.h"
#include "tui/dialogs.h"

enum { RIGHT_SIZE = 48, NOTES_MARK_MISTAKE = 2, NOTES_MARK_BLUNDER = 4 };

typedef struct ReviewScreen {
    GameReview game;
    /* What the panel shows. */
    ViewReview view;
    char right[2][RIGHT_SIZE];
    char sentence[VIEW_STATUS_SIZE];
    char line[VARIATION_SIZE];
} ReviewScreen;

/* --- the game --- */

static Session *game_on_board(void *context) {
    return app_game(context);
}

static void on_progress(void *context);

static void on_failed(void *context, const Error *error) {
    app_notify_error(context, error);
}

static ReviewScreen *screen_of(App *app) {
    if (app->review == NULL) {
        app->review = memory_allocate(sizeof *app->review);
        app->review->game.listener =
            (GameReviewListener){game_on_board, on_progress, on_failed, app};
    }
    return app->review;
}

void review_screen_sync(App *app) {
    const Session *session = app_game(app);
    if (app->review != NULL || (session != NULL && game_review_is_stored(session_record(session))))
        game_review_sync(&screen_of(app)->game);
}

void review_screen_forget(App *app) {
    if (app->review != NULL)
        game_review_forget(&app->review->game);
}

void review_screen_close(App *app) {
    if (app->review == NULL)
        return;
    game_review_close(&app->review->game);
    free(app->review);
    app->review = NULL;
}

const Review *review_screen_review(const App *app) {
    return app->review != NULL ? app->review->game.review : NULL;
}

/* Returns the review of the game on the board, or NULL. */
static const Review *shown_review(const App *app) {
    return app->exercise == NULL ? review_screen_review(app) : NULL;
}

/* --- the mistakes --- */

/* Other people's files have marks without a review. */
static ViewBadness badness_at(const App *app, size_t ply) {
    const Review *review = shown_review(app);
    ReviewMark mark = REVIEW_NONE;
    if (review != NULL && review->moves[ply - 1].known)
        mark = review->moves[ply - 1].mark;
    else if (record_mark(app_record(app), ply) == NOTES_MARK_MISTAKE)
        mark = REVIEW_MISTAKE;
    else if (record_mark(app_record(app), ply) == NOTES_MARK_BLUNDER)
        mark = REVIEW_BLUNDER;
    return mark == REVIEW_BLUNDER   ? BADNESS_BLUNDER
           : mark == REVIEW_MISTAKE ? BADNESS_MISTAKE
                                    : BADNESS_NONE;
}

size_t review_screen_find_mistake(const App *app, size_t ply, int direction) {
    size_t count = app_record(app)->count;
    for (size_t i = ply + (size_t)direction; i >= 1 && i <= count; i += (size_t)direction)
        if (badness_at(app, i) != BADNESS_NONE)
            return i;
    return 0;
}

void review_screen_go_to_mistake(App *app, int direction) {
    char key[KEY_NAME_SIZE];
    size_t ply = review_screen_find_mistake(app, app_ply(app), direction);
    if (ply > 0)
        browse_to(app, ply);
    else if (shown_review(app) == NULL)
        app_note(app, "The game has not been reviewed: %s does that.",
                 keymap_key_name(&app->keymap, ACTION_REVIEW, key));
    else
        app_note(app, direction > 0 ? "There is no mistake after this move."
                                    : "There is no mistake before this move.");
}

/* --- running --- */

/* Says what to do with a review that is complete. */
static void announce(App *app) {
    char text[VIEW_STATUS_SIZE];
    bool bad = review_screen_find_mistake(app, 0, 1) != 0;
    keymap_expand(&app->keymap,
                  bad ? "Reviewed: {prev-mistake} and {next-mistake} go from mistake to mistake, "
                        "{mistakes} makes exercises."
                      : "Reviewed: there was no mistake in this game.",
                  text, sizeof text);
    app_note(app, "%s", text);
}

static void on_progress(void *context) {
    App *app = context;
    bool complete = !app->review->game.running;
    if (complete && app->exercise == NULL)
        announce(app);
    if (complete && app->observer != NULL)
        app->observer->on_event(app->observer->context);
    app_invalidate(app);
}

static void start_or_notify(App *app) {
    Error error = {0};
    char key[KEY_NAME_SIZE];
    if (game_review_start(&screen_of(app)->game, &app->loop, &app->settings, false, &error))
        app_note(app, "The game is being reviewed; you can browse it meanwhile. %s stops that.",
                 keymap_key_name(&app->keymap, ACTION_REVIEW, key));
    else
        app_notify_error(app, &error);
}

static void start_confirmed(Dialog *dialog, void *context) {
    App *app = context;
    dialog_close(dialog);
    review_screen_sync(app);
    if (!app->review->game.running && app->exercise == NULL)
        start_or_notify(app);
}

/* Returns whether the game may be reviewed now. If not, says why. */
static bool check_can_review(App *app) {
    Error error = {0};
    char key[KEY_NAME_SIZE];
    if (!game_review_check(app->session, &error))
        app_notify_error(app, &error);
    else if (session_can_pause(app->session) && !session_is_paused(app->session))
        app_notify(app,
                   "Two computers are playing: press %s to pause the game before you review it.",
                   keymap_key_name(&app->keymap, ACTION_PAUSE, key));
    else
        return true;
    return false;
}

bool review_screen_is_running(const App *app) {
    return app->review != NULL && app->review->game.running;
}

bool review_screen_stop(App *app) {
    char key[KEY_NAME_SIZE];
    if (!review_screen_is_running(app))
        return false;
    game_review_stop(&app->review->game);
    app_note(app, "The review is stopped; %s goes on with it.",
             keymap_key_name(&app->keymap, ACTION_REVIEW, key));
    return true;
}

/* Shows the turning point, or else the first mistake. */
static void show_result(App *app) {
    size_t ply = app->review->game.review->turning_point;
    if (ply == 0)
        ply = review_screen_find_mistake(app, 0, 1);
    if (ply > 0)
        browse_to(app, ply);
    else
        announce(app);
}

void review_screen_run(App *app) {
    const ReviewScreen *screen = screen_of(app);
    review_screen_sync(app);
    const Review *review = screen->game.review;
    if (review_screen_stop(app))
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

/* --- the position shown --- */

bool review_screen_score_at(const App *app, size_t ply, Score *white_score) {
    const Review *review = shown_review(app);
    if (review == NULL || ply > review->count || !review->positions[ply].known)
        return false;
    *white_score = review->positions[ply].score;
    return true;
}

bool review_screen_is_shown(const App *app) {
    const ReviewScreen *screen = app->review;
    if (app->exercise != NULL || screen == NULL)
        return false;
    bool ready =
        screen->game.review != NULL && (app->board.browsing || outcome_is_over(app_outcome(app)));
    return screen->game.running || ready;
}

/* Returns what the review knows of the move before the position shown, or NULL. */
static const ReviewMove *shown_move(const App *app) {
    const Review *review = shown_review(app);
    size_t ply = app_ply(app);
    bool known = review_screen_is_shown(app) && review != NULL && ply > 0 && ply <= review->count &&
                 review->moves[ply - 1].known;
    return known ? &review->moves[ply - 1] : NULL;
}

Move review_screen_better_move(const App *app) {
    const ReviewMove *move = shown_move(app);
    return move != NULL && move->mark >= REVIEW_INACCURACY ? move->best : MOVE_NONE;
}

/* --- the panel --- */

static ViewBadness view_badness_at(void *context, size_t ply) {
    return badness_at(context, ply);
}

/* Writes the accuracy of both sides, or how far the review is. */
static void write_right(ReviewScreen *screen) {
    const Review *review = screen->game.review;
    screen->right[0][0] = screen->right[1][0] = '\0';
    if (review == NULL)
        return;
    if (screen->game.running) {
        size_t done = review->done;
        snprintf(screen->right[1], RIGHT_SIZE, "%zu/%zu", done, review->count + 1);
        text_copy(screen->right[0], RIGHT_SIZE, screen->right[1]);
        if (review->left_ms >= 0)
            text_append(screen->right[0], RIGHT_SIZE, ", %lld s left",
                        (long long)(review->left_ms + 999) / 1000);
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

/* Writes about the game: how far the review is, or what both sides did. */
static void write_summary(const App *app, ReviewScreen *screen) {
    const Review *review = screen->game.review;
    char text[REVIEW_SENTENCE_SIZE];
    if (screen->game.running) {
        review_words_progress(review, text);
        text_append(screen->sentence, sizeof screen->sentence, "%s.", text);
        return;
    }
    for (int color = 0; color < COLOR_COUNT; color++) {
        if (!review->sides[color].known)
            continue;
        text_append(screen->sentence, sizeof screen->sentence,
                    "%s%s:", screen->sentence[0] != '\0' ? "\n" : "", color_name((Color)color));
        add_marks(screen->sentence, &review->sides[color]);
    }
    review_words_turning_point(review, app_record(app), text);
    text_append(screen->sentence, sizeof screen->sentence, "%s%s",
                screen->sentence[0] != '\0' ? "\n" : "", text);
}

/* Writes the best move in the place of a move without a mark. */
static void write_good_move(const App *app, const ReviewMove *move, char *text) {
    const Record *record = app_record(app);
    size_t ply = app_ply(app);
    char best[NOTATION_SIZE];
    if (move_is_none(move->best))
        return;
    notation_write(record_position_at(record, ply - 1), move->best, best);
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
                    (VariationOptions){.count = REVIEW_LINE_MAX, .numbered = true}, text);
    free(snapshot);
}

/* Writes what the review says about the move before the position shown. */
static void write_move(const App *app, const ReviewMove *move, ReviewScreen *screen) {
    char text[REVIEW_SENTENCE_SIZE];
    if (move->mark == REVIEW_NONE) {
        write_good_move(app, move, screen->sentence);
        return;
    }
    review_words_move(screen->game.review, app_record(app), app_ply(app), text);
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

void review_screen_fill_view(App *app, View *view) {
    ReviewScreen *screen = app->review;
    if (!review_screen_is_shown(app))
        return;
    write_texts(app, screen);
    screen->view = (ViewReview){
        .title = "Review",
        .right = {screen->right[0], screen->right[1]},
        .sentence = screen->sentence,
        .line = screen->line,
        .badness_at = view_badness_at,
        .context = app,
    };
    view->review = &screen->view;
}

void review_screen_add_text(App *app, Buffer *text) {
    ReviewScreen *screen = app->review;
    if (!review_screen_is_shown(app))
        return;
    write_texts(app, screen);
    buffer_add_string(text, screen->sentence);
    if (screen->line[0] != '\0') {
        buffer_add_string(text, text->length > 0 ? "\n\n" : "");
        buffer_add_string(text, screen->line);
    }
}

bool review_screen_status(const App *app, char text[VIEW_STATUS_SIZE]) {
    if (!review_screen_is_shown(app) || app->board.selected != SQUARE_NONE ||
        app->screen.layout.review.height > 0 || app->review->sentence[0] == '\0')
        return false;
    size_t from = strlen(text);
    text_append(text, VIEW_STATUS_SIZE, "%s", app->review->sentence);
    for (char *at = strchr(text + from, '\n'); at != NULL; at = strchr(at, '\n'))
        *at = ' '; /* the panel has lines */
    return true;
}
