#include <config.h>

#include "play/puzzles/training_words.h"

#include <stdio.h>

#include "base/text.h"
#include "rules/notation.h"

static bool is_win(const TrainingView *view) {
    return view->request.result == ENDING_WIN;
}

static void add_plies(char *text, int plies) {
    if (plies == 0)
        text_append(text, TRAINING_WORDS_SIZE, "no ply");
    else
        text_append(text, TRAINING_WORDS_SIZE, "%d pl%s", plies, plies == 1 ? "y" : "ies");
}

/* ---- while the ending is played ----------------------------------------------------------- */

char *training_words_task(const TrainingView *view, char text[TRAINING_TASK_SIZE]) {
    char sentence[ENDING_SENTENCE_SIZE];
    text[0] = '\0';
    if (view->state == TRAINING_TO_MOVE && is_win(view))
        snprintf(text, TRAINING_TASK_SIZE, "%s", ending_verdict_sentence(&view->verdict, sentence));
    else if (view->state == TRAINING_TO_MOVE)
        snprintf(text, TRAINING_TASK_SIZE, "Hold the draw for %d%s move%s.", view->moves_left,
                 view->plies > 0 ? " more" : "", text_plural((uint64_t)view->moves_left));
    return text;
}

static void add_hint(const TrainingView *view, const Position *position, char *text) {
    char move[NOTATION_SIZE], square[SQUARE_TEXT_SIZE];
    text_append(text, TRAINING_WORDS_SIZE, "White %s with ",
                is_win(view) ? "wins fastest" : "holds the draw");
    if (view->hint == TRAINING_HINT_MOVE) {
        notation_write(position, view->hint_move, move);
        text_append(text, TRAINING_WORDS_SIZE, "%s.", move);
        return;
    }
    text_append(text, TRAINING_WORDS_SIZE, "the %s on %s.",
                piece_type_name(move_piece(view->hint_move), view->pawns),
                square_write(move_from(view->hint_move), square));
}

static void add_last_move(const TrainingView *view, char *text) {
    if (!is_win(view)) {
        text_append(text, TRAINING_WORDS_SIZE, "That holds.");
    } else if (view->last_wasted == 0) {
        text_append(text, TRAINING_WORDS_SIZE, "No other move wins faster.");
    } else {
        text_append(text, TRAINING_WORDS_SIZE, "That wins too, but ");
        add_plies(text, view->last_wasted);
        text_append(text, TRAINING_WORDS_SIZE, " later than the best move.");
    }
}

static void add_to_move(const TrainingView *view, const Position *position, char *text) {
    char class[TRAINING_CLASS_SIZE];
    if (view->hint != TRAINING_HINT_NONE)
        add_hint(view, position, text);
    else if (view->plies > 0)
        add_last_move(view, text);
    else
        text_append(text, TRAINING_WORDS_SIZE, "You have White: %s.",
                    training_class_write(&view->class, view->pawns, class));
}

/* ---- when it has ended -------------------------------------------------------------------- */

static void add_slip(const TrainingView *view, const Session *session, char *text) {
    Outcome outcome = session_outcome(session);
    char move[NOTATION_SIZE];
    bool lost = outcome.result == RESULT_BLACK || view->now.result == ENDING_WIN;
    text_append(text, TRAINING_WORDS_SIZE,
                "That gives the %s away: ", is_win(view) ? "win" : "draw");
    if (outcome_is_over(outcome))
        text_append(text, TRAINING_WORDS_SIZE, "the game is over.");
    else if (lost)
        text_append(text, TRAINING_WORDS_SIZE, "Black wins in %d move%s now",
                    (view->now.plies + 1) / 2, text_plural((uint64_t)(view->now.plies + 1) / 2));
    else
        text_append(text, TRAINING_WORDS_SIZE, "it is a draw now");
    if (!move_is_none(view->answer)) {
        notation_write(session_position(session), view->answer, move);
        text_append(text, TRAINING_WORDS_SIZE, ", with %s.", move);
    }
    text_append(text, TRAINING_WORDS_SIZE, " Take it back and try again.");
}

static void add_solved(const TrainingView *view, const Session *session, char *text) {
    Outcome outcome = session_outcome(session);
    if (is_win(view)) {
        text_append(text, TRAINING_WORDS_SIZE, "Won in %d plies, ", view->plies);
        if (view->wasted == 0) {
            text_append(text, TRAINING_WORDS_SIZE, "the fewest possible.");
        } else {
            text_append(text, TRAINING_WORDS_SIZE,
                        "where %d are the fewest possible: ", view->least_plies);
            add_plies(text, view->wasted);
            text_append(text, TRAINING_WORDS_SIZE, " wasted.");
        }
    } else if (outcome.result == RESULT_WHITE) {
        text_append(text, TRAINING_WORDS_SIZE, "Won.");
    } else if (outcome_is_over(outcome)) {
        text_append(text, TRAINING_WORDS_SIZE, "Held. %s", outcome_sentence(outcome));
    } else {
        int moves = (view->plies + 1) / 2;
        text_append(text, TRAINING_WORDS_SIZE, "You have held the draw for %d move%s.", moves,
                    text_plural((uint64_t)moves));
    }
    if (view->helped)
        text_append(text, TRAINING_WORDS_SIZE,
                    " A move was shown or taken back, so it does not count.");
}

char *training_words_comment(const TrainingView *view, const Session *session,
                             char text[TRAINING_WORDS_SIZE]) {
    text[0] = '\0';
    switch (view->state) {
    case TRAINING_TO_MOVE:
        add_to_move(view, session_position(session), text);
        break;
    case TRAINING_DEFENDING:
        text_append(text, TRAINING_WORDS_SIZE, "Black answers.");
        break;
    case TRAINING_SLIPPED:
        add_slip(view, session, text);
        break;
    case TRAINING_GIVEN_UP:
        text_append(text, TRAINING_WORDS_SIZE, "Given up. Take that back to try again.");
        break;
    case TRAINING_DRAWN:
        text_append(text, TRAINING_WORDS_SIZE,
                    "%s The ending was still won: the solved endings do not know this rule. Take "
                    "the last move back and try again.",
                    outcome_sentence(session_outcome(session)));
        break;
    case TRAINING_STUCK:
        text_append(text, TRAINING_WORDS_SIZE, "The file of this ending is damaged.");
        break;
    case TRAINING_SOLVED:
        add_solved(view, session, text);
        break;
    }
    return text;
}

char *training_words_score(const TrainingView *view, char text[TRAINING_WORDS_SIZE]) {
    const TrainingScore *score = &view->score;
    text[0] = '\0';
    if (score->solved == 0)
        return text;
    text_append(text, TRAINING_WORDS_SIZE, "You have %s %d ending%s of this class",
                is_win(view) ? "won" : "held", score->solved, text_plural((uint64_t)score->solved));
    if (is_win(view)) {
        text_append(text, TRAINING_WORDS_SIZE, ", %s",
                    score->solved == 1 ? "with " : "the best one with ");
        add_plies(text, score->wasted);
        text_append(text, TRAINING_WORDS_SIZE, " wasted");
    }
    text_append(text, TRAINING_WORDS_SIZE, ".");
    return text;
}
