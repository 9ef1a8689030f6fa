#include <config.h>

#include "play/puzzles/training_find.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/number.h"
#include "base/random.h"
#include "config/ending_folders.h"
#include "endings/ending_absence.h"
#include "endings/ending_find.h"
#include "endings/ending_moves.h"

enum {
    PERSON = WHITE,
    MEN_LEAST = ENDING_MEN_MIN + 1,
    CLASSES_MAX = 2 * ENDING_CLASSES_MAX, /* of one number of men, both ways round */
    DULL_MAX = 500 /* drawn endings that are passed over because no move loses */
};

/* ---- the tables --------------------------------------------------------------------------- */

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

/* Adds a class and the one with exchanged colours, if that is another one. */
static size_t add_both(EndingClass class, EndingClass *list) {
    list[0] = class;
    list[1] = (EndingClass){{class.counts[BLACK], class.counts[WHITE]}};
    return ending_class_same(&list[0], &list[1]) ? 1 : 2;
}

static size_t list_classes(const Variant *variant, int men, EndingClass *list) {
    EndingClass canonical[ENDING_CLASSES_MAX];
    size_t count = 0, found = ending_class_list(variant, men, canonical);
    for (size_t i = 0; i < found; i++)
        count += add_both(canonical[i], &list[count]);
    return count;
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

/* ---- finding an ending -------------------------------------------------------------------- */

/* What a position is looked for with. */
typedef struct FindTaste {
    const Endings *endings;
    bool dull_allowed; /* drawn endings in which no move loses */
    int dull;          /* number of those that were passed over */
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
