#include <config.h>

#include "play/puzzles/training_request.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

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

int training_request_hold_moves(const TrainingRequest *request) {
    return request->moves_max < TRAINING_MOVES_MAX ? request->moves_max
                                                   : request->moves_min + HOLD_LONGER;
}

/* ---- reading ------------------------------------------------------------------------------ */

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

/* ---- writing ------------------------------------------------------------------------------ */

char *training_request_write(const TrainingRequest *request, PawnFamily family,
                             char text[TRAINING_REQUEST_SIZE]) {
    char class[ENDING_CLASS_NAME_SIZE] = "any";
    int length = training_request_length(request);
    if (!request->any_class)
        ending_class_name(&request->class, family, class);
    else if (request->men != 0)
        snprintf(class, sizeof class, "%d", request->men);
    snprintf(text, TRAINING_REQUEST_SIZE, "%s %s ", class,
             request->result == ENDING_WIN ? "win" : "draw");
    if (length >= 0)
        text_append(text, TRAINING_REQUEST_SIZE, "%s", training_lengths[length].name);
    else
        text_append(text, TRAINING_REQUEST_SIZE, "%d-%d", request->moves_min, request->moves_max);
    return text;
}

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
