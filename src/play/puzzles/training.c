#include <config.h>

#include "play/puzzles/training.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/memory.h"
#include "base/monotonic.h"
#include "base/number.h"
#include "base/random.h"
#include "base/text.h"
#include "config/ending_folders.h"
#include "endings/endings.h"
#include "play/session_setup.h"
#include "play/session_internal.h"
#include "rules/notation.h"

enum { TRAINING_MOVES_MAX = (ENDING_PLIES_MAX + 1) / 2 };

/* ---- requests ---- */

enum {
    MOVES_MIN = 2,    /* a win in one move is no task */
    HOLD_LONGER = 10, /* moves to hold beyond the least of a range without an end */
    TEXT_SIZE = 128
};

const TrainingLength training_lengths[TRAINING_LENGTHS] = {
    {"any", MOVES_MIN, TRAINING_MOVES_MAX},
    {"short", MOVES_MIN, 5},
    {"medium", 6, 12},
    {"long", 13, TRAINING_MOVES_MAX},
};

int training_request_length(const TrainingRequest *request) {
    for (int i = 0; i < TRAINING_LENGTHS; i++)
        if (training_lengths[i].moves_min == request->moves_min &&
            training_lengths[i].moves_max == request->moves_max)
            return i;
    return -1;
}

/* Returns the number of moves that the person has to make in a draw. */
static int training_request_hold_moves(const TrainingRequest *request) {
    return request->moves_max < TRAINING_MOVES_MAX ? request->moves_max
                                                   : request->moves_min + HOLD_LONGER;
}

/* ---- reading ---- */

static bool read_length(const char *word, TrainingRequest *request) {
    for (int i = 0; i < TRAINING_LENGTHS; i++) {
        if (!text_equal_ignore_case(word, training_lengths[i].name))
            continue;
        request->moves_min = training_lengths[i].moves_min;
        request->moves_max = training_lengths[i].moves_max;
        return true;
    }
    return false;
}

/* Reads "5-9". */
static bool read_range(const char *word, TrainingRequest *request) {
    char least[TEXT_SIZE];
    const char *dash = strchr(word, '-');
    if (dash == NULL)
        return false;
    snprintf(least, sizeof least, "%.*s", (int)(dash - word), word);
    return text_parse_number(least, 1, TRAINING_MOVES_MAX, &request->moves_min) &&
           text_parse_number(dash + 1, request->moves_min, TRAINING_MOVES_MAX, &request->moves_max);
}

static bool read_result(const char *word, TrainingRequest *request) {
    bool win = text_equal_ignore_case(word, "win"), draw = text_equal_ignore_case(word, "draw");
    if (win || draw)
        request->result = win ? ENDING_WIN : ENDING_DRAW;
    return win || draw;
}

static bool read_class(const char *word, const Variant *variant, TrainingRequest *request,
                       Error *error) {
    if (text_parse_number(word, ENDING_MEN_MIN + 1, ENDING_MEN_MAX, &request->men))
        return true;
    if (strchr(word, '_') == NULL)
        return error_set(error, ERROR_SYNTAX,
                         "expected an ending such as \"Lz_lp\", a number of pieces from %d to %d, "
                         "\"win\", \"draw\", \"short\", \"medium\", \"long\" or moves such as "
                         "\"5-9\", found \"%.40s\"",
                         ENDING_MEN_MIN + 1, ENDING_MEN_MAX, word);
    request->any_class = false;
    return ending_class_parse(word, variant, &request->class, error);
}

bool training_request_parse(const char *text, const Variant *variant, TrainingRequest *request,
                            Error *error) {
    char words[TEXT_SIZE], *rest;
    *request = (TrainingRequest){.any_class = true, .result = ENDING_WIN};
    read_length("any", request);
    if (!text_copy(words, sizeof words, text))
        return error_set(error, ERROR_RANGE, "the description of the ending is too long");
    for (char *word = strtok_r(words, " ,", &rest); word != NULL;
         word = strtok_r(NULL, " ,", &rest))
        if (!read_length(word, request) && !read_result(word, request) &&
            !read_range(word, request) && !read_class(word, variant, request, error))
            return false;
    return true;
}

/* ---- writing ---- */

static void write_pieces(const EndingClass *class, PawnFamily family, Color color, char *text) {
    static const char *const numbers[] = {"", "", "two ", "three "};
    int types = 0, written = 0;
    for (int type = LION + 1; type < PIECE_TYPE_COUNT; type++)
        types += ending_class_count(class, color, (PieceType)type) > 0;
    text_append(text, TRAINING_CLASS_SIZE, "lion");
    for (int type = LION + 1; type < PIECE_TYPE_COUNT; type++) {
        int count = ending_class_count(class, color, (PieceType)type);
        if (count == 0)
            continue;
        text_append(text, TRAINING_CLASS_SIZE, "%s%s%s%s", ++written == types ? " and " : ", ",
                    numbers[count], piece_type_name((PieceType)type, family), count > 1 ? "s" : "");
    }
}

char *training_class_write(const EndingClass *class, PawnFamily family,
                           char text[TRAINING_CLASS_SIZE]) {
    text[0] = '\0';
    write_pieces(class, family, WHITE, text);
    text_append(text, TRAINING_CLASS_SIZE, " against ");
    write_pieces(class, family, BLACK, text);
    return text;
}

/* ---- words for the person ---- */

static bool is_win(const TrainingView *view) {
    return view->request.result == ENDING_WIN;
}

static void add_plies(char *text, int plies) {
    if (plies == 0)
        text_append(text, TRAINING_WORDS_SIZE, "no ply");
    else
        text_append(text, TRAINING_WORDS_SIZE, "%d pl%s", plies, plies == 1 ? "y" : "ies");
}

/* ---- while the ending is played ---- */

char *training_words_task(const TrainingView *view, char text[TRAINING_TASK_SIZE]) {
    char sentence[ENDING_SENTENCE_SIZE];
    text[0] = '\0';
    if (view->task.state == TASK_TO_MOVE && is_win(view))
        snprintf(text, TRAINING_TASK_SIZE, "%s", ending_verdict_sentence(&view->verdict, sentence));
    else if (view->task.state == TASK_TO_MOVE)
        snprintf(text, TRAINING_TASK_SIZE, "Hold the draw for %d%s move%s.", view->moves_left,
                 view->plies > 0 ? " more" : "", text_plural((uint64_t)view->moves_left));
    return text;
}

const char *training_words_rule(const TrainingView *view) {
    return is_win(view)
               ? "A ply is a move of either side; each one beyond the fastest win is wasted."
               : "Each of your moves has to keep the draw.";
}

static void add_hint(const TrainingView *view, const Position *position, NotationStyle style,
                     char *text) {
    char square[SQUARE_TEXT_SIZE];
    Buffer move = {0};
    text_append(text, TRAINING_WORDS_SIZE, "White %s with ",
                is_win(view) ? "wins fastest" : "holds the draw");
    if (view->task.hint == TASK_HINT_MOVE) {
        describe_in_style(position, view->task.hint_move, style, &move);
        text_append(text, TRAINING_WORDS_SIZE, "%s.", move.bytes);
        buffer_free(&move);
        return;
    }
    text_append(text, TRAINING_WORDS_SIZE, "the %s on %s.",
                piece_type_name(move_piece(view->task.hint_move), view->pawns),
                square_write(move_from(view->task.hint_move), square));
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

static void add_to_move(const TrainingView *view, const Position *position, NotationStyle style,
                        char *text) {
    char class[TRAINING_CLASS_SIZE];
    if (view->task.hint != TASK_HINT_NONE)
        add_hint(view, position, style, text);
    else if (view->plies > 0)
        add_last_move(view, text);
    else
        text_append(text, TRAINING_WORDS_SIZE, "You have White: %s.",
                    training_class_write(&view->class, view->pawns, class));
}

/* ---- when it has ended ---- */

static void add_slip(const TrainingView *view, const Session *session, NotationStyle style,
                     char *text) {
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
    if (!move_is_none(view->task.answer)) {
        notation_write(session_position(session), view->task.answer, style, move);
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
    if (view->task.helped)
        text_append(text, TRAINING_WORDS_SIZE,
                    " A move was shown or taken back, so it does not count.");
}

char *training_words_comment(const TrainingView *view, const Session *session, NotationStyle style,
                             char text[TRAINING_WORDS_SIZE]) {
    text[0] = '\0';
    switch (view->task.state) {
    case TASK_TO_MOVE:
        add_to_move(view, session_position(session), style, text);
        break;
    case TASK_WAITING:
        text_append(text, TRAINING_WORDS_SIZE, "Black answers.");
        break;
    case TASK_FAILED:
        add_slip(view, session, style, text);
        break;
    case TASK_GIVEN_UP:
        text_append(text, TRAINING_WORDS_SIZE, "Given up. Take that back to try again.");
        break;
    case TASK_DRAWN:
        text_append(text, TRAINING_WORDS_SIZE,
                    "%s The ending was still won: the solved endings do not know this rule. Take "
                    "the last move back and try again.",
                    outcome_sentence(session_outcome(session)));
        break;
    case TASK_STUCK:
        text_append(text, TRAINING_WORDS_SIZE, "The file of this ending is damaged.");
        break;
    case TASK_SOLVED:
        add_solved(view, session, text);
        break;
    case TASK_UNJUDGED: /* not in training */
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

/* ---- finding an ending ---- */

enum {
    PERSON = WHITE,
    MEN_LEAST = ENDING_MEN_MIN + 1,
    CLASSES_MAX = 2 * ENDING_CLASSES_MAX, /* of one number of men, both ways round */
    DULL_MAX = 500 /* drawn endings that are passed over because no move loses */
};

/* ---- the tables ---- */

/* Opens the tables and checks that there are those of a number of men. */
static Endings *open_endings(const Settings *settings, int men, Error *error) {
    EndingFolders folders;
    Error fault = {0};
    if (!ending_folders_find(settings->endings, &folders, error))
        return NULL;
    Endings *endings = endings_open(folders.list, folders.count, &settings->variant, &fault);
    if (endings_men(endings) >= men)
        return endings;
    ending_absence_explain_men(folders.count > 0 ? endings : NULL, &fault, &settings->variant, men,
                               error);
    endings_close(endings);
    return NULL;
}

/* Lists each class and the one with exchanged colours, if that is another one. */
static size_t list_classes(const Variant *variant, int men, EndingClass *list) {
    EndingClass canonical[ENDING_CLASSES_MAX];
    size_t count = 0, found = ending_class_list(variant, men, canonical);
    for (size_t i = 0; i < found; i++) {
        EndingClass turned = {{canonical[i].counts[BLACK], canonical[i].counts[WHITE]}};
        list[count++] = canonical[i];
        if (!ending_class_same(&canonical[i], &turned))
            list[count++] = turned;
    }
    return count;
}

bool training_class_can_win(const EndingClass *class) {
    for (int type = LION + 1; type < PIECE_TYPE_COUNT; type++)
        if (ending_class_count(class, (Color)PERSON, (PieceType)type) > 0)
            return true;
    return false;
}

EndingClass *training_list_classes(const Settings *settings, size_t *count, Error *error) {
    Endings *endings = open_endings(settings, MEN_LEAST, error);
    if (endings == NULL)
        return NULL;
    int most = endings_men(endings);
    EndingClass *list = memory_resize(NULL, (size_t)most * CLASSES_MAX, sizeof *list);
    *count = 0;
    for (int men = MEN_LEAST; men <= most; men++)
        *count += list_classes(&settings->variant, men, &list[*count]);
    endings_close(endings);
    return list;
}

/* ---- the search ---- */

/* The state of a search for a position. */
typedef struct FindTaste {
    const Endings *endings;
    bool dull_allowed; /* drawn endings in which no move loses */
    int dull;          /* number of positions skipped */
} FindTaste;

/* Returns whether a side could not have come to the position: of the men that one turn leaves in
 * the river only the one that has just moved is still there. */
static bool is_crowded(const Position *position, Color color) {
    Bitboard deep = position->by_color[color] & variant_deep(position->variant);
    return (deep & (deep - 1)) != 0;
}

static bool can_lose(const Endings *endings, const Position *position) {
    EndingMoves list;
    if (!ending_moves_list(endings, position, &list))
        return false;
    bool loses = list.moves[list.count - 1].value.result == ENDING_LOSS;
    ending_moves_free(&list);
    return loses;
}

static bool accept_win(void *context, const Position *position) {
    (void)context;
    return !is_crowded(position, WHITE) && !is_crowded(position, BLACK);
}

static bool accept_draw(void *context, const Position *position) {
    FindTaste *taste = context;
    if (!accept_win(NULL, position))
        return false;
    return taste->dull_allowed || can_lose(taste->endings, position) || ++taste->dull > DULL_MAX;
}

/* Returns the most plies of a win that the limit of quiet plies leaves room for. */
static int plies_max(const TrainingEnding *ending) {
    int limit = ending->variant.quiet_plies;
    int most = 2 * ending->request.moves_max - 1;
    return limit > 0 ? min_int(most, limit) : most;
}

static bool find_in_class(TrainingEnding *ending, Error *error) {
    FindTaste taste = {ending->endings, false, 0};
    EndingQuery query = {.variant = &ending->variant,
                         .class = ending->class,
                         .side = (Color)PERSON,
                         .result = ending->request.result,
                         .plies_min = 2 * ending->request.moves_min - 1,
                         .plies_max = plies_max(ending),
                         .accept = ending->request.result == ENDING_WIN ? accept_win : accept_draw,
                         .context = &taste};
    return ending_find(ending->endings, &query, &ending->random, &ending->position, error);
}

/* Tries the classes in random order. */
static bool find_in_any(TrainingEnding *ending, int men, Error *error) {
    EndingClass list[CLASSES_MAX];
    size_t count = list_classes(&ending->variant, men, list);
    for (; count > 0; count--) {
        size_t i = random_below(&ending->random, count);
        ending->class = list[i];
        error_clear(error);
        if (find_in_class(ending, error) || error->code != ERROR_RANGE)
            return error->code == ERROR_NONE;
        list[i] = list[count - 1];
    }
    return false;
}

static bool report_none(const TrainingEnding *ending, Error *error) {
    const TrainingRequest *request = &ending->request;
    char class[TRAINING_CLASS_SIZE] = "any class";
    if (!request->any_class)
        training_class_write(&request->class, ending->variant.pawns, class);
    if (request->result == ENDING_DRAW)
        return error_set(error, ERROR_RANGE, "there is no drawn ending of %s with White to move",
                         class);
    if (request->moves_max == TRAINING_MOVES_MAX)
        return error_set(error, ERROR_RANGE,
                         "there is no ending of %s that White wins in %d moves or more", class,
                         request->moves_min);
    return error_set(error, ERROR_RANGE,
                     "there is no ending of %s that White wins in %d to %d moves", class,
                     request->moves_min, request->moves_max);
}

/* Returns the number of men that a request names; 0: any. */
static int men_of(const TrainingRequest *request) {
    return request->any_class ? request->men : ending_class_men(&request->class);
}

/* Returns whether the limit of quiet plies leaves room for the moves that are asked for. */
static bool check_limit(const TrainingEnding *ending, Error *error) {
    const TrainingRequest *request = &ending->request;
    if (request->result == ENDING_DRAW || 2 * request->moves_min - 1 <= plies_max(ending))
        return true;
    return error_set(error, ERROR_RANGE,
                     "a win in %d moves or more is not trained: the game is a draw after %d plies "
                     "in which nothing is captured or drowns and no pawn moves",
                     request->moves_min, ending->variant.quiet_plies);
}

static bool find_position(TrainingEnding *ending, Error *error) {
    const TrainingRequest *request = &ending->request;
    int men = men_of(request), most = endings_men(ending->endings);
    Error failure = {0};
    if (!check_limit(ending, error))
        return false;
    if (men == 0)
        men = MEN_LEAST + (int)random_below(&ending->random, (size_t)most - MEN_LEAST + 1);
    ending->class = request->class;
    if (request->any_class ? find_in_any(ending, men, &failure) : find_in_class(ending, &failure))
        return true;
    return failure.code == ERROR_RANGE ? report_none(ending, error)
                                       : error_set(error, failure.code, "%s", failure.text);
}

TrainingEnding *training_find(const Settings *settings, const TrainingRequest *request,
                              uint64_t seed, Error *error) {
    int men = men_of(request);
    Endings *endings = open_endings(settings, men > 0 ? men : MEN_LEAST, error);
    if (endings == NULL)
        return NULL;
    TrainingEnding *ending = memory_allocate(sizeof *ending);
    ending->request = *request;
    ending->variant = settings->variant;
    ending->endings = endings;
    ending->random = seed;
    if (find_position(ending, error) &&
        (endings_probe(endings, &ending->position, &ending->value) ||
         !endings_fault(endings, error)))
        return ending;
    training_ending_free(ending);
    return NULL;
}

void training_ending_free(TrainingEnding *ending) {
    if (ending)
        endings_close(ending->endings);
    free(ending);
}

typedef struct Training {
    SessionTask task;
    TrainingEnding *ending;
    TrainingKey key;
    TrainingScore score;
    size_t ply; /* the members below apply at this ply */
    int wasted, last_wasted;
    EndingValue now; /* for the side to move */
    bool unsaved;    /* the solution is not in the file yet */
} Training;

static const SessionTaskOps training_task_ops;

/* ---- the setup ---- */

static SessionTask *create_task(TrainingEnding *ending) {
    Training *training = memory_allocate(sizeof *training);
    TrainingKey *key = &training->key;
    EndingRules rules;
    training->task.ops = &training_task_ops;
    training->ending = ending;
    ending_rules_of(&ending->variant, &rules);
    ending_rules_name(&rules, key->rules);
    ending_class_name(&ending->class, rules.pawns, key->class);
    key->result = ending->request.result;
    return &training->task;
}

bool training_setup(const Settings *settings, TrainingEnding *ending, SessionSetup *setup,
                    Error *error) {
    char event[TRAINING_CLASS_SIZE + 16], class[TRAINING_CLASS_SIZE];
    if (!session_setup_defaults(settings, setup, error)) {
        training_ending_free(ending);
        return false;
    }
    training_class_write(&ending->class, ending->variant.pawns, class);
    snprintf(event, sizeof event, "Training: %s", class);
    setup->record = record_create(&ending->position);
    record_set_tag(setup->record, "Event", event);
    setup->task = create_task(ending);
    session_setup_defend(settings, WHITE, setup);
    return true;
}

uint64_t training_seed(const Settings *settings) {
    return settings->seed != 0 ? (uint64_t)settings->seed : (uint64_t)monotonic_us();
}

bool training_setup_from_settings(const Settings *settings, SessionSetup *setup, Error *error) {
    TrainingRequest request;
    if (!training_request_parse(settings->train, &settings->variant, &request, error))
        return error_prefix(error, "--train: ");
    TrainingEnding *ending = training_find(settings, &request, training_seed(settings), error);
    return ending && training_setup(settings, ending, setup, error);
}

/* ---- state ---- */

/* Returns NULL if the session is no training. */
static Training *training_of(const Session *session) {
    return (Training *)session_task_of(session, &training_task_ops);
}

/* Gets the value for the side to move of a position of the game. */
static bool value_at(const Session *session, size_t ply, EndingValue *value) {
    const Position *position = record_position_at(session_record(session), ply);
    if (!position_has_both_lions(position)) {
        *value = (EndingValue){ENDING_LOSS, 0};
        return true;
    }
    return endings_probe(training_of(session)->ending->endings, position, value);
}

/* Counts the plies that the person's moves took more than needed. The ending begins with one of
 * them, and they alternate with the defender's, which waste none. */
static bool count_wasted(const Session *session, Training *training) {
    size_t current = session_record(session)->current;
    training->wasted = training->last_wasted = 0;
    for (size_t ply = 0; ply < current; ply += 2) {
        EndingValue before, after;
        if (!value_at(session, ply, &before) || !value_at(session, ply + 1, &after))
            return false;
        if (training->ending->request.result != ENDING_WIN || after.result != ENDING_LOSS)
            continue;
        training->last_wasted = after.plies + 1 - before.plies;
        training->wasted += training->last_wasted;
    }
    return true;
}

static int moves_made(const Training *training) {
    return (int)(training->ply + 1) / 2;
}

/* Returns the state of an unfinished game. */
static TaskState open_state(const Session *session, const Training *training) {
    bool to_move = session_awaits_human(session);
    bool draw = training->ending->request.result == ENDING_DRAW;
    EndingResult for_defender = training->now.result; /* if it is not the person's turn */
    if (!to_move && (draw ? for_defender == ENDING_WIN : for_defender != ENDING_LOSS))
        return TASK_FAILED;
    if (draw && moves_made(training) >= training_request_hold_moves(&training->ending->request))
        return TASK_SOLVED;
    return to_move ? TASK_TO_MOVE : TASK_WAITING;
}

static TaskState current_state(const Session *session, const Training *training) {
    Outcome outcome = record_outcome(session_record(session));
    bool draw = training->ending->request.result == ENDING_DRAW;
    if (outcome.reason == REASON_RESIGNED)
        return TASK_GIVEN_UP;
    if (outcome.result == RESULT_OPEN)
        return open_state(session, training);
    if (outcome.result == RESULT_WHITE || (draw && outcome.result == RESULT_DRAW))
        return TASK_SOLVED;
    if (outcome.result == RESULT_DRAW && outcome.reason != REASON_BARE_LIONS)
        return TASK_DRAWN;
    return TASK_FAILED;
}

/* Finds the defender's best answer to a slip. */
static Move find_answer(const Session *session, const Training *training) {
    EndingMoves list;
    if (outcome_is_over(record_outcome(session_record(session))) ||
        !ending_moves_list(training->ending->endings, record_position(session_record(session)),
                           &list))
        return MOVE_NONE;
    Move answer = list.moves[0].move;
    ending_moves_free(&list);
    return answer;
}

static void enter_state(Session *session, TaskState state) {
    Training *training = training_of(session);
    if (state == TASK_SOLVED && !training->task.view.helped) {
        training_score_add(&training->score, training->wasted, training->ending->value.plies);
        training->unsaved = true;
    }
    session_task_enter(session, state);
    if (state == TASK_FAILED)
        training->task.view.answer = find_answer(session, training);
}

static void report_damage(Session *session) {
    Error error = {0};
    if (endings_fault(training_of(session)->ending->endings, &error))
        session_post_notice(session, error.text);
}

static void update(Session *session) {
    Training *training = training_of(session);
    size_t current = session_record(session)->current;
    bool valued = value_at(session, current, &training->now) && count_wasted(session, training);
    if (!valued) /* a table is damaged */
        report_damage(session);
    if (current < training->ply)
        training->task.view.helped = true;
    bool moved = current != training->ply;
    training->ply = current;
    TaskState state = valued ? current_state(session, training) : TASK_STUCK;
    if (moved || state != training->task.view.state) /* not only a jump */
        enter_state(session, state);
}

static void start(Session *session) {
    Training *training = training_of(session);
    Error error = {0};
    training->now = training->ending->value;
    if (!training_progress_read(&training->key, &training->score, &error))
        session_post_notice(session, error.text);
    session_task_enter(session, TASK_TO_MOVE);
}

static void save(Session *session) {
    Training *training = training_of(session);
    Error error = {0};
    if (!training->unsaved)
        return;
    training->unsaved = false;
    if (!training_progress_add(&training->key, training->wasted, training->ending->value.plies,
                               &error))
        session_post_notice(session, error.text);
}

/* ---- the defender ---- */

/* Returns how many of a thousand of the person's moves keep the draw after a defender's move. */
static int share_kept(const Training *training, const Position *position, Move move) {
    enum { WHOLE = 1000 };
    Position after = *position;
    EndingMoves list;
    size_t kept = 0;
    position_make(&after, move);
    if (position_outcome(&after).result != RESULT_OPEN ||
        !ending_moves_list(training->ending->endings, &after, &list))
        return WHOLE;
    while (kept < list.count && list.moves[kept].value.result != ENDING_LOSS)
        kept++;
    int share = list.count > 0 ? (int)(kept * WHOLE / list.count) : WHOLE;
    ending_moves_free(&list);
    return share;
}

/* Chooses the longest defence or, in a draw, a move after which the most moves lose; at random
 * among equals. */
static Move choose_defence(Training *training, const Position *position, const EndingMoves *list) {
    Move chosen = MOVE_NONE;
    int best = 0;
    size_t equals = 0;
    for (size_t i = 0; i < list->count; i++) {
        const EndingMove *move = &list->moves[i];
        if (move->value.result != list->value.result)
            break;
        int value = training->ending->request.result == ENDING_WIN
                        ? ending_value_rank(move->value)
                        : -share_kept(training, position, move->move);
        if (equals == 0 || value > best) {
            best = value;
            equals = 0;
        }
        if (value == best && random_below(&training->ending->random, ++equals) == 0)
            chosen = move->move;
    }
    return chosen;
}

static void defend(Session *session) {
    Training *training = training_of(session);
    const Position *position = record_position(session_record(session));
    EndingMoves list;
    Error error = {0};
    if (training->task.view.state != TASK_WAITING)
        return;
    if (!ending_moves_list(training->ending->endings, position, &list)) {
        report_damage(session);
        enter_state(session, TASK_STUCK);
        return;
    }
    Move move = choose_defence(training, position, &list);
    ending_moves_free(&list);
    if (!session_turn_play(session, move, monotonic_ms(), &error))
        session_post_notice(session, error.text);
}

/* ---- hints ---- */

static bool find_hint(Session *session, Move *move, Error *error) {
    EndingMoves list;
    if (!ending_moves_list(training_of(session)->ending->endings,
                           record_position(session_record(session)), &list))
        return error_set(error, ERROR_STATE, "the table of this ending cannot be read");
    *move = list.moves[0].move;
    ending_moves_free(&list);
    return true;
}

/* ---- the view ---- */

static int moves_left(const Training *training) {
    const TrainingRequest *request = &training->ending->request;
    if (request->result == ENDING_WIN)
        return (training->now.plies + 1) / 2;
    return training_request_hold_moves(request) - moves_made(training);
}

bool training_view(const Session *session, TrainingView *view) {
    const Training *training = training_of(session);
    if (!training)
        return false;
    const TrainingEnding *ending = training->ending;
    *view = (TrainingView){
        .task = training->task.view,
        .request = ending->request,
        .class = ending->class,
        .pawns = ending->variant.pawns,
        .seed = ending->random,
        .plies = (int)training->ply,
        .least_plies = ending->value.plies,
        .wasted = training->wasted,
        .last_wasted = training->last_wasted,
        .moves_left = moves_left(training),
        .now = training->now,
        .score = training->score,
    };
    if (training->task.view.state == TASK_TO_MOVE)
        ending_verdict(ending->endings, record_position_at(session_record(session), 0),
                       training->ply + 1, &view->verdict);
    return true;
}

/* The comment, and the score or the task. */
static void write_sentence(const Session *session, NotationStyle style,
                           char text[TASK_SENTENCE_SIZE]) {
    char comment[TRAINING_WORDS_SIZE], more[TRAINING_WORDS_SIZE] = "";
    TrainingView view = {0};
    training_view(session, &view);
    if (view.task.state == TASK_SOLVED)
        training_words_score(&view, more);
    else if (view.task.hint == TASK_HINT_NONE)
        training_words_task(&view, more);
    snprintf(text, TASK_SENTENCE_SIZE, "%s%s%s",
             training_words_comment(&view, session, style, comment), more[0] != '\0' ? " " : "",
             more);
    if (view.task.state == TASK_TO_MOVE && view.plies == 0 && view.task.hint == TASK_HINT_NONE)
        text_append(text, TASK_SENTENCE_SIZE, " %s", training_words_rule(&view));
}

/* ---- the task ---- */

static void free_training(SessionTask *task) {
    training_ending_free(((Training *)task)->ending);
    free(task);
}

static const SessionTaskOps training_task_ops = {
    .names = "endings in training",
    .analysis_refusal = "in training, an ending can be looked into once you have won or held it",
    .draw_refusal = "An ending in training is played out; no draw is agreed.",
    .start = start,
    .update = update,
    .defend = defend,
    .find_hint = find_hint,
    .write_sentence = write_sentence,
    .save = save,
    .free = free_training,
};
