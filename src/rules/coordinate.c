#include <config.h>

#include "rules/coordinate.h"

#include <string.h>

#include "base/text.h"
#include "rules/movegen.h"

size_t coordinate_write(Move move, char text[COORDINATE_SIZE]) {
    Square landings[MOVE_JUMPS_MAX];
    int count = move_landings(move, landings);
    size_t length = 0;
    square_write(move_from(move), text);
    for (int i = 0; i < count; i++)
        square_write(landings[i], text + (length += 2));
    return length + 2;
}

void coordinate_add_square(Buffer *text, Square square) {
    char name[SQUARE_TEXT_SIZE];
    buffer_add_string(text, square_write(square, name));
}

void coordinate_add(Buffer *text, Move move) {
    char written[COORDINATE_SIZE];
    coordinate_write(move, written);
    buffer_add_string(text, written);
}

/* ---- steps ---- */

/* The part of a text that has not been read. */
typedef struct StepText {
    const char *at, *end;
} StepText;

static void skip_blanks(StepText *text) {
    while (text->at < text->end && text_is_space(*text->at))
        text->at++;
}

/* Takes a word and the blanks after it. Returns false if the text begins differently. */
static bool take(StepText *text, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(text->end - text->at) < length ||
        !text_equal_ignore_case_n(text->at, word, length))
        return false;
    text->at += length;
    skip_blanks(text);
    return true;
}

static bool take_square(StepText *text, Square *square) {
    *square = text->end - text->at >= 2 ? square_parse(text->at) : SQUARE_NONE;
    if (*square == SQUARE_NONE)
        return false;
    text->at += 2;
    skip_blanks(text);
    return true;
}

/* Takes "(d3, f5)" and adds its squares. Later steps begin where the step before them ended. */
static bool take_step(StepText *text, Square squares[STEP_SQUARES_MAX], int *count) {
    Square square;
    if (!take(text, "transitions"))
        take(text, "transition");
    if (!take(text, "(") || !take_square(text, &square) ||
        (*count > 0 && square != squares[*count - 1]))
        return false;
    if (*count == 0)
        squares[(*count)++] = square;
    int before = *count;
    while (take(text, ",")) {
        if (*count == STEP_SQUARES_MAX || !take_square(text, &square))
            return false;
        squares[(*count)++] = square;
    }
    return *count > before && take(text, ")");
}

int coordinate_read_steps(const char *text, size_t size, Square squares[STEP_SQUARES_MAX],
                          size_t *length) {
    StepText rest = {text, text + size};
    int count = 0;
    skip_blanks(&rest);
    if (!take_step(&rest, squares, &count))
        return 0;
    for (bool more = true; more;) {
        StepText next = rest;
        int next_count = count;
        bool arrow = take(&next, "->");
        more = take_step(&next, squares, &next_count);
        if (arrow && !more)
            return 0;
        if (more) {
            rest = next;
            count = next_count;
        }
    }
    *length = (size_t)(rest.at - text);
    return count;
}

/* ---- moves ---- */

/* A monkey's capture with these landings; MOVE_NONE if one of them is not a jump away. */
static Move monkey_chain(Square from, const Square *landings, size_t count) {
    if (count > MOVE_JUMPS_MAX)
        return MOVE_NONE;
    Move move = move_capture_start(from);
    for (size_t i = 0; i < count; from = landings[i++]) {
        int direction = move_jump_between(from, landings[i]);
        if (direction == DIRECTION_COUNT)
            return MOVE_NONE;
        move = move_with_jump(move, direction);
    }
    return move;
}

bool coordinate_find_move(const Position *position, Square from, const Square *landings,
                          size_t count, Move *move) {
    if (count == 0 || !bitboard_has(position->by_color[position->side], from))
        return false;
    PieceType type = position_piece_at(position, from);
    Move found = MOVE_NONE;
    if (type == MONKEY)
        found = monkey_chain(from, landings, count);
    if (move_is_none(found) && count == 1)
        found = move_plain(type, from, landings[0]);
    if (move_is_none(found) || !move_is_legal(position, found))
        return false;
    *move = found;
    return true;
}

bool coordinate_parse(const Position *position, const char *text, Move *move, Error *error) {
    char excerpt[EXCERPT_SIZE];
    Square squares[1 + MOVE_JUMPS_MAX];
    size_t count = 0;
    for (; *text && count < sizeof squares / sizeof *squares; count++) {
        squares[count] = square_parse(text + 2 * count);
        if (squares[count] == SQUARE_NONE)
            break;
    }
    if (count < 2 || text[2 * count] != '\0')
        return error_set(error, ERROR_SYNTAX, "\"%s\" is not a move; expected squares such as a2a3",
                         text_excerpt(text, strlen(text), excerpt));
    if (!coordinate_find_move(position, squares[0], squares + 1, count - 1, move))
        return error_set(error, ERROR_ILLEGAL, "%s is not a legal move here",
                         text_excerpt(text, strlen(text), excerpt));
    return true;
}
