#include <config.h>

#include "cli/line_review.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/text.h"
#include "cli/cli_game.h"
#include "play/puzzles/game_review.h"
#include "review/review_words.h"
#include "review/review.h"

typedef struct LineReview {
    GameReview game;
    char prompt[REVIEW_SENTENCE_SIZE + 8];
    MistakeList *mistakes; /* of the last exercises; NULL: none */
} LineReview;

static Session *game_on_board(void *context) {
    return ((Cli *)context)->session;
}

static void on_progress(void *context);

static void on_failed(void *context, const Error *error) {
    cli_say_error(context, error);
}

static LineReview *get_review(Cli *cli) {
    if (cli->review == NULL) {
        cli->review = memory_allocate(sizeof *cli->review);
        cli->review->game.listener =
            (GameReviewListener){game_on_board, on_progress, on_failed, cli};
    }
    return cli->review;
}

/* ---- what the review says ---- */

/* Prints what was wrong with a move: "3... Z-F3??  Blunder: C-B4 was better." */
static void say_move(Cli *cli, size_t ply) {
    const Record *record = session_record(cli->session);
    const Review *review = cli->review->game.review;
    const ReviewMove *judged = &review->moves[ply - 1];
    char number[RECORD_NUMBER_SIZE], move[NOTATION_SIZE], text[REVIEW_SENTENCE_SIZE];
    notation_write(record_position_at(record, ply - 1), record->plies[ply - 1].move,
                   cli->out.notation, move);
    review_words_move(review, record, ply, cli->out.notation, text);
    record_write_number(record, ply - 1, number);
    if (cli->settings.plain)
        cli_say(cli, "Move %d, %s: %s. %s", atoi(number), color_name(review_mover(record, ply)),
                move, text);
    else
        cli_say(cli, "%s %s%s  %s", number, move, review_words_sign(judged->mark), text);
    if (judged->mark >= REVIEW_INACCURACY && !move_is_none(judged->best))
        cli->presenter->named_move(&cli->out, record_position_at(record, ply - 1), judged->best);
}

static void say_summary(Cli *cli) {
    const Review *review = cli->review->game.review;
    char text[REVIEW_SENTENCE_SIZE];
    for (int color = 0; color < COLOR_COUNT; color++)
        if (review->sides[color].known) {
            review_words_side(review, (Color)color, text);
            cli_say(cli, "%s.", text);
        }
    if (review_words_turning_point(review, session_record(cli->session), cli->out.notation, text) >
        0)
        cli_say(cli, "%s", text);
}

static void say_moves(Cli *cli) {
    const Review *review = cli->review->game.review;
    for (size_t ply = 1; ply <= review->count; ply++)
        if (review->moves[ply - 1].known && review->moves[ply - 1].mark != REVIEW_NONE)
            say_move(cli, ply);
}

/* ---- running ---- */

static void on_progress(void *context) {
    Cli *cli = context;
    if (cli->review->game.running)
        return;
    say_moves(cli);
    say_summary(cli);
}

bool line_review_is_running(const Cli *cli) {
    return cli->review != NULL && cli->review->game.running;
}

const char *line_review_progress(const Cli *cli) {
    LineReview *state = cli->review;
    char text[REVIEW_SENTENCE_SIZE] = "Reviewing the game";
    if (state->game.review != NULL && !cli->settings.plain) /* read aloud, figures disturb */
        review_words_progress(state->game.review, text);
    snprintf(state->prompt, sizeof state->prompt, "%s ", text);
    return state->prompt;
}

bool line_review_stop(Cli *cli) {
    if (cli->review == NULL || !game_review_stop(&cli->review->game))
        return false;
    cli_say(cli, "The review is stopped; \"review\" goes on with it.");
    return true;
}

void line_review_forget(Cli *cli) {
    if (cli->review == NULL)
        return;
    line_review_stop(cli);
    game_review_forget(&cli->review->game);
}

static bool check_can_review(Cli *cli, Error *error) {
    MistakeView mistake;
    if (mistake_view(cli->session, &mistake))
        return error_set(error, ERROR_STATE,
                         "this is an exercise: \"mistakes end\" returns to the game");
    if (!game_review_check(cli->session, error))
        return false;
    return !session_can_pause(cli->session) || session_is_paused(cli->session) ||
           error_set(error, ERROR_STATE, "pause the game before you review it");
}

LineResult line_review(Cli *cli, const LineArguments *arguments, Error *error) {
    bool again = arguments->count > 0 && text_equal_ignore_case(arguments->word[0], "again");
    bool shows = arguments->count > 0 && text_equal_ignore_case(arguments->word[0], "show");
    if (arguments->count > 0 && !again && !shows)
        return LINE_RESULT_USAGE;
    if (!check_can_review(cli, error))
        return LINE_RESULT_ERROR;
    GameReview *game = &get_review(cli)->game;
    game_review_sync(game);
    bool complete = game->review != NULL && game->review->pass == REVIEW_DONE;
    if (!shows && (again || !complete))
        return cli_result(game_review_start(game, &cli->loop, &cli->settings, again, error));
    if (game->review == NULL)
        return cli_result(
            error_set(error, ERROR_STATE, "the game has not been reviewed: \"review\" does that"));
    say_moves(cli);
    say_summary(cli);
    return LINE_RESULT_OK;
}

/* ---- exercises ---- */

/* Lists the mistakes of the people at this terminal, or of both sides. */
static MistakeList *create_list(const Cli *cli, Error *error) {
    bool sides[COLOR_COUNT];
    for (int color = 0; color < COLOR_COUNT; color++)
        sides[color] = session_player(cli->session, (Color)color)->kind == PLAYER_HUMAN;
    if (!sides[WHITE] && !sides[BLACK])
        sides[WHITE] = sides[BLACK] = true;
    return mistake_list_create(session_record(cli->session), cli->review->game.review, sides,
                               error);
}

/* Keeps the game behind the exercises. */
static bool begin_exercises(Cli *cli, Error *error) {
    if (!check_can_review(cli, error))
        return false;
    LineReview *state = get_review(cli);
    game_review_sync(&state->game);
    if (state->game.review == NULL || state->game.review->pass != REVIEW_DONE)
        return error_set(error, ERROR_STATE, "review the game first: \"review\" does that");
    MistakeList *list = create_list(cli, error);
    if (list == NULL)
        return false;
    mistake_list_free(state->mistakes);
    state->mistakes = list;
    cli->suspended = cli->session;
    session_suspend(cli->suspended, true);
    return true;
}

/* Returns to the game; the exercise on the board ends. */
static void end_exercises(Cli *cli) {
    const MistakeList *list = cli->review->mistakes;
    cli_say(cli, "You found a better move for %zu of %zu mistakes.", mistake_list_solved(list),
            list->count);
    line_review_forget(cli);
    cli_game_return(cli);
}

static bool show_exercise(Cli *cli, size_t number, Error *error) {
    SessionSetup setup;
    MistakeList *list = cli->review->mistakes;
    if (number == 0)
        return error_set(error, ERROR_RANGE, "there is no mistake 0: the first one is 1");
    if (number > list->count)
        return error_set(error, ERROR_RANGE, "there is no mistake %zu: the last one is %zu", number,
                         list->count);
    return mistake_list_setup(list, number - 1, &cli->settings, &setup, error) &&
           cli_game_start(cli, &setup, error);
}

bool line_review_next(Cli *cli, Error *error) {
    const MistakeList *list = cli->review->mistakes;
    if (list->at + 1 < list->count)
        return show_exercise(cli, list->at + 2, error);
    end_exercises(cli);
    return true;
}

enum { HEADING_SIZE = 64 };

/* Notes the state of an exercise, and writes a heading for a new one. Does nothing in other tasks.
 */
static void note_exercise(Cli *cli, const TaskView *task, char heading[HEADING_SIZE]) {
    MistakeView view;
    heading[0] = '\0';
    if (!mistake_view(cli->session, &view))
        return;
    MistakeList *list = cli->review->mistakes;
    mistake_list_note(list, task);
    if (task->state == TASK_TO_MOVE && task->hint == TASK_HINT_NONE)
        snprintf(heading, HEADING_SIZE, "Mistake %zu of %zu. ", list->at + 1, list->count);
}

/* Names the moves of the sentence, too. */
void line_review_show_task(Cli *cli) {
    static const char undo[] = " Consult \"help undo\".", next[] = " Consult \"help next\".";
    static const char *const help[] = {
        [TASK_TO_MOVE] = "",    [TASK_FAILED] = undo, [TASK_DRAWN] = undo, [TASK_UNJUDGED] = undo,
        [TASK_GIVEN_UP] = undo, [TASK_STUCK] = next,  [TASK_SOLVED] = next};
    TaskView task;
    char heading[HEADING_SIZE], sentence[TASK_SENTENCE_SIZE];
    if (!session_task(cli->session, &task) || task.state == TASK_WAITING)
        return;
    note_exercise(cli, &task, heading);
    cli_say(cli, "%s%s%s", heading,
            session_task_sentence(cli->session, cli->out.notation, sentence), help[task.state]);
    Move named = task.hint == TASK_HINT_MOVE ? task.hint_move : task.answer;
    if (!move_is_none(named))
        cli->presenter->named_move(&cli->out, record_position(session_record(cli->session)), named);
}

LineResult line_review_mistakes(Cli *cli, const LineArguments *arguments, Error *error) {
    MistakeView view;
    bool exercises = mistake_view(cli->session, &view);
    bool ends = arguments->count > 0 && text_equal_ignore_case(arguments->word[0], "end");
    int number = 1;
    if (arguments->count > 0 && !ends &&
        !text_parse_number(arguments->word[0], 0, RECORD_PLIES_MAX, &number))
        return LINE_RESULT_USAGE;
    if (ends && !exercises)
        return cli_result(error_set(error, ERROR_STATE, "no exercise has begun"));
    if (ends) {
        end_exercises(cli);
        return LINE_RESULT_OK;
    }
    if (exercises && arguments->count == 0) {
        line_review_show_task(cli);
        return LINE_RESULT_OK;
    }
    if (!exercises && !begin_exercises(cli, error))
        return LINE_RESULT_ERROR;
    bool shown = show_exercise(cli, (size_t)number, error);
    if (!shown && !exercises) {
        session_suspend(cli->session, false);
        cli->suspended = NULL;
    }
    return cli_result(shown);
}

void line_review_complete_mistakes(const Cli *cli, const LineArguments *before,
                                   CompletionList *completions) {
    MistakeView view;
    if (before->count == 0 && mistake_view(cli->session, &view))
        completion_add(completions, "end");
}

/* ---- the end ---- */

void line_review_close(Cli *cli) {
    LineReview *state = cli->review;
    if (state == NULL)
        return;
    mistake_list_free(state->mistakes);
    game_review_close(&state->game);
    free(state);
    cli->review = NULL;
}
