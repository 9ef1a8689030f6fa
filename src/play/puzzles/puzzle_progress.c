#include <config.h>

#include "play/puzzles/puzzle_progress.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/file.h"
#include "play/puzzles/puzzle.h"
#include "play/storage.h"
#include "rules/fen.h"

#define FILE_NAME     "puzzles"
#define BROKEN_SUFFIX ".broken"

enum { FILE_MODE = 0600, BROKEN_MAX = 100, SUFFIXED_PATH_SIZE = FILE_PATH_SIZE + 32 };

static const char headline[] = "# Congo: the puzzles that were solved, by their positions\n";

static bool file_path(char path[FILE_PATH_SIZE], Error *error) {
    return storage_state_path(FILE_NAME, path, error) ||
           error_prefix(error, "solved puzzles cannot be remembered: ");
}

/* ---- reading ------------------------------------------------------------------------------ */

typedef struct SolvedFile {
    PuzzleProgress *progress;
    Buffer kept;  /* the valid lines */
    int bad_line; /* number of the first invalid line, or 0 */
} SolvedFile;

static int number_of(const char *fen) {
    for (int number = 1; number <= puzzle_count(); number++)
        if (strcmp(puzzle_get(number)->fen, fen) == 0)
            return number;
    return 0;
}

/* Returns false if the line is not a position. A position that is not in the set is kept. */
static bool add_line(SolvedFile *solved, const char *line) {
    int number = number_of(line);
    Position position;
    if (number == 0 && !fen_parse(line, variant_find("congo"), &position, NULL))
        return false;
    if (number > 0 && solved->progress->done[number])
        return true;
    if (number > 0) {
        solved->progress->done[number] = true;
        solved->progress->solved++;
    }
    buffer_add_string(&solved->kept, line);
    buffer_add_string(&solved->kept, "\n");
    return true;
}

static void parse_lines(SolvedFile *solved, char *text, size_t length) {
    char *end = text + length;
    int number = 1;
    for (char *line = text; line < end; number++) {
        char *stop = memchr(line, '\n', (size_t)(end - line));
        if (!stop)
            stop = end;
        *stop = '\0';
        bool whole = strlen(line) == (size_t)(stop - line); /* no NUL */
        bool blank = whole && (line[0] == '#' || line[0] == '\0');
        if (!blank && !(whole && add_line(solved, line)) && solved->bad_line == 0)
            solved->bad_line = number;
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

bool puzzle_progress_read(PuzzleProgress *progress, Error *error) {
    char path[FILE_PATH_SIZE];
    size_t length;
    Error failure = {0};
    SolvedFile solved = {.progress = progress};
    *progress = (PuzzleProgress){.count = puzzle_count()};
    if (!file_path(path, error))
        return false;
    char *text = read_file(path, &length, &failure);
    if (text)
        parse_lines(&solved, text, length);
    free(text);
    buffer_free(&solved.kept);
    if (failure.code)
        return error_set(error, failure.code, "%s", failure.text);
    if (solved.bad_line)
        return error_set(error, ERROR_SYNTAX,
                         "%s:%d: expected a position as FEN; the other lines are used, and a copy "
                         "of the file will be kept as " FILE_NAME BROKEN_SUFFIX,
                         path, solved.bad_line);
    return true;
}

/* ---- writing ------------------------------------------------------------------------------ */

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

/* Adds a puzzle to the file, which is locked. */
static bool add_locked(const char *path, int number, Error *error) {
    PuzzleProgress progress = {.count = puzzle_count()};
    SolvedFile solved = {.progress = &progress};
    Buffer before = {0}; /* parsing cuts the text into lines */
    size_t length = 0;
    Error failure = {0};
    char *text = read_file(path, &length, &failure);
    if (failure.code)
        return error_set(error, failure.code, "%s", failure.text);
    buffer_add_string(&solved.kept, headline);
    if (text) {
        buffer_add(&before, text, length);
        parse_lines(&solved, text, length);
    }
    add_line(&solved, puzzle_get(number)->fen);
    bool good =
        (solved.bad_line == 0 || set_aside(path, before.bytes, before.length, error)) &&
        file_write_atomic(path, solved.kept.bytes, solved.kept.length, FILE_MODE, true, error);
    free(text);
    buffer_free(&before);
    buffer_free(&solved.kept);
    return good;
}

bool puzzle_progress_add(int number, Error *error) {
    char path[FILE_PATH_SIZE];
    if (!file_path(path, error))
        return false;
    int lock = file_open_lock(path, error);
    bool added = lock >= 0 && add_locked(path, number, error);
    if (lock >= 0)
        close(lock);
    return added || error_prefix(error, "the solved puzzle could not be remembered: ");
}
