#include <config.h>

#include "play/puzzles/training_progress.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "play/puzzles/progress.h"

enum { FIELDS = 6, LINE_SIZE = 256 };

typedef struct TrainedEndings {
    const TrainingKey *key;
    TrainingScore score; /* of the key */
    int wasted, plies;   /* of an ending to be added */
} TrainedEndings;

/* Reads "RULES CLASS win|draw SOLVED WASTED PLIES". */
static bool parse_line(const char *line, TrainingKey *key, TrainingScore *score) {
    char copy[LINE_SIZE], *rest, *field[FIELDS];
    if (!text_copy(copy, sizeof copy, line))
        return false;
    char *word = strtok_r(copy, " ", &rest);
    for (int i = 0; i < FIELDS; i++, word = strtok_r(NULL, " ", &rest)) {
        if (word == NULL)
            return false;
        field[i] = word;
    }
    key->result = strcmp(field[2], "win") == 0 ? ENDING_WIN : ENDING_DRAW;
    return word == NULL && text_copy(key->rules, sizeof key->rules, field[0]) &&
           text_copy(key->class, sizeof key->class, field[1]) &&
           (key->result == ENDING_WIN || strcmp(field[2], "draw") == 0) &&
           text_parse_number(field[3], 1, INT_MAX - 1, &score->solved) &&
           text_parse_number(field[4], 0, INT_MAX - 1, &score->wasted) &&
           text_parse_number(field[5], 0, ENDING_PLIES_MAX, &score->plies);
}

static ProgressEntry read_trained(void *context, const char *line) {
    TrainedEndings *trained = context;
    TrainingKey key;
    TrainingScore score;
    if (!parse_line(line, &key, &score))
        return PROGRESS_INVALID;
    if (strcmp(key.rules, trained->key->rules) != 0 ||
        strcmp(key.class, trained->key->class) != 0 || key.result != trained->key->result)
        return PROGRESS_KEPT;
    trained->score = score;
    return PROGRESS_REPLACED;
}

void training_score_add(TrainingScore *score, int wasted, int plies) {
    bool best = score->solved == 0 || wasted < score->wasted ||
                (wasted == score->wasted && plies > score->plies);
    if (best)
        *score = (TrainingScore){score->solved, wasted, plies};
    score->solved++;
}

static void add_trained(void *context, Buffer *text) {
    TrainedEndings *trained = context;
    TrainingScore *score = &trained->score;
    char line[LINE_SIZE];
    training_score_add(score, trained->wasted, trained->plies);
    snprintf(line, sizeof line, "%s %s %s %d %d %d\n", trained->key->rules, trained->key->class,
             trained->key->result == ENDING_WIN ? "win" : "draw", score->solved, score->wasted,
             score->plies);
    buffer_add_string(text, line);
}

static const ProgressFile trained_file = {
    .name = "training",
    .headline = "# Congo: the endings that were won or held in training: rules, class, task, "
                "number, and the best one's wasted plies and length\n",
    .entry = "the result of an ending, such as \"pawns-bare-lions-draw Lz_lp win 3 0 21\"",
    .failure = "trained endings cannot be remembered",
    .change_failure = "the trained ending could not be remembered",
    .read = read_trained,
    .add = add_trained,
};

bool training_progress_read(const TrainingKey *key, TrainingScore *score, Error *error) {
    TrainedEndings trained = {.key = key};
    bool good = progress_file_read(&trained_file, &trained, error);
    *score = trained.score;
    return good;
}

bool training_progress_add(const TrainingKey *key, int wasted, int plies, Error *error) {
    TrainedEndings trained = {.key = key, .wasted = wasted, .plies = plies};
    return progress_file_change(&trained_file, &trained, error);
}
