#include <config.h>

#include "play/puzzles/progress.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "play/storage.h"

#define BROKEN_SUFFIX ".broken"

enum { FILE_MODE = 0600, BROKEN_MAX = 100, SUFFIXED_PATH_SIZE = FILE_PATH_SIZE + 32 };

/* A file that is being read. */
typedef struct ProgressReader {
    const ProgressFile *file;
    void *context;
    Buffer kept;  /* the valid lines */
    int bad_line; /* number of the first invalid line, or 0 */
} ProgressReader;

static bool file_path(const ProgressFile *file, char path[FILE_PATH_SIZE], Error *error) {
    return storage_state_path(file->name, path, error) ||
           error_prefix(error, "%s: ", file->failure);
}

/* ---- reading ---- */

static bool read_line(ProgressReader *reader, const char *line) {
    ProgressEntry found = reader->file->read(reader->context, line);
    if (found == PROGRESS_KEPT) {
        buffer_add_string(&reader->kept, line);
        buffer_add_string(&reader->kept, "\n");
    }
    return found != PROGRESS_INVALID;
}

static void parse_lines(ProgressReader *reader, char *text, size_t length) {
    char *end = text + length;
    int number = 1;
    for (char *line = text; line < end; number++) {
        char *stop = memchr(line, '\n', (size_t)(end - line));
        if (!stop)
            stop = end;
        *stop = '\0';
        bool whole = strlen(line) == (size_t)(stop - line); /* no NUL */
        bool blank = whole && (line[0] == '#' || line[0] == '\0');
        if (!blank && !(whole && read_line(reader, line)) && reader->bad_line == 0)
            reader->bad_line = number;
        line = stop + 1;
    }
}

/* Returns NULL without an error if there is no file yet. */
static char *read_file(const char *path, size_t *length, Error *error) {
    struct stat status;
    if (stat(path, &status) != 0 && errno == ENOENT)
        return NULL;
    return file_read(path, length, error);
}

bool progress_file_read(const ProgressFile *file, void *context, Error *error) {
    char path[FILE_PATH_SIZE];
    size_t length;
    Error failure = {0};
    ProgressReader reader = {.file = file, .context = context};
    if (!file_path(file, path, error))
        return false;
    char *text = read_file(path, &length, &failure);
    if (text)
        parse_lines(&reader, text, length);
    free(text);
    buffer_free(&reader.kept);
    if (failure.code)
        return error_set(error, failure.code, "%s", failure.text);
    if (reader.bad_line)
        return error_set(error, ERROR_SYNTAX,
                         "%s:%d: expected %s; the other lines are used, and a copy of the file "
                         "will be kept as %s" BROKEN_SUFFIX,
                         path, reader.bad_line, file->entry, file->name);
    return true;
}

/* ---- writing ---- */

/* Saves a damaged file under an unused name. */
static bool set_aside(const char *path, const char *text, size_t length, Error *error) {
    char broken[SUFFIXED_PATH_SIZE];
    Error failure = {.code = ERROR_STATE};
    for (int i = 0; i < BROKEN_MAX && failure.code == ERROR_STATE; i++) {
        int size = snprintf(broken, sizeof broken, "%s" BROKEN_SUFFIX, path);
        if (i > 0)
            snprintf(broken + size, sizeof broken - (size_t)size, ".%d", i);
        if (file_write_atomic(broken, text, length, FILE_MODE, false, &failure))
            return true;
    }
    return error_set(error, failure.code, "%s", failure.text);
}

static bool change_locked(const ProgressFile *file, const char *path, void *context, Error *error) {
    ProgressReader reader = {.file = file, .context = context};
    Buffer before = {0}; /* parsing cuts the text into lines */
    size_t length = 0;
    Error failure = {0};
    char *text = read_file(path, &length, &failure);
    if (failure.code)
        return error_set(error, failure.code, "%s", failure.text);
    buffer_add_string(&reader.kept, file->headline);
    if (text) {
        buffer_add(&before, text, length);
        parse_lines(&reader, text, length);
    }
    file->add(context, &reader.kept);
    bool good =
        (reader.bad_line == 0 || set_aside(path, before.bytes, before.length, error)) &&
        file_write_atomic(path, reader.kept.bytes, reader.kept.length, FILE_MODE, true, error);
    free(text);
    buffer_free(&before);
    buffer_free(&reader.kept);
    return good;
}

bool progress_file_change(const ProgressFile *file, void *context, Error *error) {
    char path[FILE_PATH_SIZE];
    if (!file_path(file, path, error))
        return false;
    int lock = file_open_lock(path, error);
    bool changed = lock >= 0 && change_locked(file, path, context, error);
    if (lock >= 0)
        close(lock);
    return changed || error_prefix(error, "%s: ", file->change_failure);
}

/* ---- trained endings ---- */

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
