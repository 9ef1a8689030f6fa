#include <config.h>

#include "tools/ending_survey.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "endings/ending_table.h"
#include "rules/movegen.h"

/* The values of a class, by side to move. */
typedef struct ClassValues {
    uint8_t *bytes[COLOR_COUNT];
} ClassValues;

static void values_free(ClassValues *values) {
    for (int side = WHITE; side <= BLACK; side++)
        free(values->bytes[side]);
    *values = (ClassValues){0};
}

static bool values_load(ClassValues *values, const Endings *endings, const EndingClass *class,
                        Error *error) {
    *values = (ClassValues){0};
    for (int side = WHITE; side <= BLACK; side++) {
        values->bytes[side] = endings_load(endings, class, (Color)side, error);
        if (!values->bytes[side]) {
            values_free(values);
            return false;
        }
    }
    return true;
}

/* Keeps the position with the fewest plies. */
static void offer(EndingExample *example, const Position *position, int plies) {
    if (example->plies == 0 || plies < example->plies)
        *example = (EndingExample){*position, plies};
}

/* ---- mutual zugzwang ---- */

static void survey_zugzwang(EndingSurvey *survey, const Position *position,
                            const EndingValue values[COLOR_COUNT], uint64_t weight) {
    int if_white_moves = values[WHITE].result, if_black_moves = -values[BLACK].result;
    if (if_white_moves >= if_black_moves)
        return;
    ZugzwangType type = if_black_moves - if_white_moves == 2 ? ZUGZWANG_FULL : ZUGZWANG_HALF;
    survey->zugzwangs[type] += weight;
    offer(&survey->zugzwang[type], position, values[WHITE].plies + values[BLACK].plies);
}

/* ---- the river ---- */

/* Returns whether every winning move of a position that is won in more than a ply lets a man drown.
 */
static bool is_sacrifice(const Endings *endings, const Position *position) {
    bool sacrifice = true;
    MoveList moves;
    movelist_init(&moves);
    movegen_distinct(position, &moves);
    for (size_t i = 0; i < moves.count && sacrifice; i++) {
        Position after = *position;
        EndingValue value;
        if (position_drowned(position, moves.moves[i]))
            continue;
        position_make(&after, moves.moves[i]);
        sacrifice = endings_probe(endings, &after, &value) && value.result != ENDING_LOSS;
    }
    movelist_free(&moves);
    return sacrifice;
}

static void survey_position(EndingSurvey *survey, const Endings *endings, const Position *position,
                            EndingValue value, uint64_t weight) {
    int result = value.result - ENDING_LOSS;
    survey->results[result] += weight;
    if (!position_endangered(position))
        return;
    survey->wading[result] += weight;
    if (value.result == ENDING_WIN && value.plies > 1 && is_sacrifice(endings, position)) {
        survey->sacrifices += weight;
        offer(&survey->sacrifice, position, value.plies);
    }
}

/* ---- classes ---- */

static void survey_number(EndingSurvey *survey, const Endings *endings, const Position *white,
                          const EndingValue values[COLOR_COUNT], uint64_t weight) {
    Position black = *white;
    black.side = BLACK;
    black.key = position_compute_key(&black);
    survey->placements += weight;
    survey_zugzwang(survey, white, values, weight);
    survey_position(survey, endings, white, values[WHITE], weight);
    survey_position(survey, endings, &black, values[BLACK], weight);
}

static void survey_values(EndingSurvey *survey, const Endings *endings, const Variant *variant,
                          const EndingClass *class, const ClassValues *wet,
                          const ClassValues *dry) {
    EndingRules rules;
    EndingIndex index;
    ending_rules_of(variant, &rules);
    ending_index_init(&index, class, &rules);
    for (uint32_t number = 0; number < index.size; number++) {
        Position position;
        EndingValue values[COLOR_COUNT];
        int weight = ending_index_position(&index, number, WHITE, variant, &position);
        if (weight == 0)
            continue;
        for (int side = WHITE; side <= BLACK; side++) {
            values[side] = ending_value(wet->bytes[side][number]);
            if (dry) {
                EndingValue other = ending_value(dry->bytes[side][number]);
                survey->changes[other.result - ENDING_LOSS][values[side].result - ENDING_LOSS] +=
                    (uint64_t)weight;
            }
        }
        survey_number(survey, endings, &position, values, (uint64_t)weight);
    }
}

/* Returns false if a table is missing or damaged. */
static bool survey_class(EndingSurvey *survey, const Endings *endings, const Endings *dry,
                         const Variant *variant, const EndingClass *class, Error *error) {
    ClassValues wet_values, dry_values = {0};
    if (!values_load(&wet_values, endings, class, error))
        return false;
    bool loaded = !dry || values_load(&dry_values, dry, class, error);
    if (loaded)
        survey_values(survey, endings, variant, class, &wet_values, dry ? &dry_values : NULL);
    values_free(&wet_values);
    values_free(&dry_values);
    return loaded;
}

/* ---- all classes ---- */

static void add_example(EndingExample *sum, const EndingExample *example) {
    if (example->plies > 0)
        offer(sum, &example->position, example->plies);
}

void ending_survey_add(EndingSurvey *sum, const EndingSurvey *class) {
    sum->placements += class->placements;
    sum->sacrifices += class->sacrifices;
    add_example(&sum->sacrifice, &class->sacrifice);
    for (int type = 0; type < ZUGZWANG_TYPES; type++) {
        sum->zugzwangs[type] += class->zugzwangs[type];
        add_example(&sum->zugzwang[type], &class->zugzwang[type]);
    }
    for (int i = 0; i < ENDING_RESULTS; i++) {
        sum->results[i] += class->results[i];
        sum->wading[i] += class->wading[i];
        for (int j = 0; j < ENDING_RESULTS; j++)
            sum->changes[i][j] += class->changes[i][j];
    }
}

typedef struct SurveyRun {
    const Endings *endings, *dry;
    const Variant *variant;
    EndingClass classes[ENDING_CLASSES_MAX];
    EndingSurvey *surveys; /* by class */
    pthread_mutex_t lock;  /* for the error */
    Error error;
} SurveyRun;

static void survey_part(void *context, int worker, size_t part) {
    SurveyRun *run = context;
    Error error;
    (void)worker;
    if (!survey_class(&run->surveys[part], run->endings, run->dry, run->variant,
                      &run->classes[part], &error)) {
        pthread_mutex_lock(&run->lock);
        run->error = error;
        pthread_mutex_unlock(&run->lock);
    }
}

EndingSurvey *ending_survey_all(const Endings *endings, const Endings *dry, const Variant *variant,
                                int men, int threads, Error *error) {
    SurveyRun run = {.endings = endings, .dry = dry, .variant = variant};
    size_t count = ending_class_list(variant, men, run.classes);
    run.surveys = memory_allocate(count * sizeof *run.surveys);
    pthread_mutex_init(&run.lock, NULL);
    parallel_for(threads, count, survey_part, &run);
    pthread_mutex_destroy(&run.lock);
    if (run.error.code == ERROR_NONE)
        return run.surveys;
    *error = run.error;
    free(run.surveys);
    return NULL;
}
