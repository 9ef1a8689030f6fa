#include <config.h>

#include "tools/sample.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rules/fen.h"
#include "tools/variants.h"

enum { FIELD_FEN, FIELD_VARIANT, FIELD_QUIET, FIELD_RESULT, FIELD_SCORE, FIELD_GAME, FIELD_COUNT };

void sample_write(const Sample *sample, Buffer *text) {
    char fen[FEN_SIZE];
    fen_write(&sample->position, fen);
    buffer_add_format(text, "%s;%s;%" PRId32 ";%s;%d;%" PRIu32 "\n", fen,
                      sample->position.variant->name, sample->position.quiet,
                      result_text(sample->result), sample->score, sample->game);
}

/* Splits the line at its semicolons. */
static bool split(char *line, char *fields[FIELD_COUNT], Error *error) {
    line[strcspn(line, "\r\n")] = '\0';
    for (int i = 0; i < FIELD_COUNT; i++) {
        char *end = strchr(line, ';');
        fields[i] = line;
        if ((end == NULL) != (i == FIELD_COUNT - 1)) {
            error_set(error, ERROR_SYNTAX,
                      "expected FEN;variant;quiet plies;result;score;game, found another number of "
                      "fields");
            return false; /* stated here for static analysis, which does not know error_set */
        }
        if (end) {
            *end = '\0';
            line = end + 1;
        }
    }
    return true;
}

static bool read_result(const char *text, Result *result, Error *error) {
    static const Result results[] = {RESULT_WHITE, RESULT_DRAW, RESULT_BLACK};
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++) {
        if (strcmp(text, result_text(results[i])) == 0) {
            *result = results[i];
            return true;
        }
    }
    return error_set(error, ERROR_SYNTAX, "result: expected 1-0, 0-1 or 1/2-1/2, found \"%s\"",
                     text);
}

static bool read_number(const char *what, const char *text, long min, long max, long *number,
                        Error *error) {
    char *end;
    *number = strtol(text, &end, 10);
    return (end != text && *end == '\0' && *number >= min && *number <= max) ||
           error_set(error, ERROR_RANGE, "%s: expected a number from %ld to %ld, found \"%s\"",
                     what, min, max, text);
}

bool sample_read(const char *line, Sample *sample, Error *error) {
    char text[SAMPLE_LINE_SIZE];
    char *fields[FIELD_COUNT];
    long quiet = 0, score = 0, game = 0;
    if (strlen(line) >= sizeof text)
        return error_set(error, ERROR_SYNTAX, "the line is too long");
    strcpy(text, line);
    if (!split(text, fields, error))
        return false;
    const Variant *variant = variants_find(fields[FIELD_VARIANT]);
    if (!variant)
        return error_set(error, ERROR_SYNTAX, "variant: there is none of the name \"%s\"",
                         fields[FIELD_VARIANT]);
    if (!fen_parse(fields[FIELD_FEN], variant, &sample->position, error) ||
        !read_number("quiet plies", fields[FIELD_QUIET], 0, VARIANT_QUIET_MAX, &quiet, error) ||
        !read_result(fields[FIELD_RESULT], &sample->result, error) ||
        !read_number("score", fields[FIELD_SCORE], -SCORE_WIN, SCORE_WIN, &score, error) ||
        !read_number("game", fields[FIELD_GAME], 0, INT32_MAX, &game, error))
        return false;
    sample->position.quiet = (int32_t)quiet;
    sample->score = (Score)score;
    sample->game = (uint32_t)game;
    return true;
}
