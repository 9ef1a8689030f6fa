/*
 * Moves in any notation and position. The first byte chooses the variant; a FEN (or nothing, for
 * the start position) follows up to the first LF, then one move on each line. A move that was read
 * is legal, and each of its written forms reads back as the same move without deviations. It is
 * made, and the next line is a move of the other side.
 */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "fuzz.h"

#include "base/buffer.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/notation.h"

enum { LINE_SIZE = 256, STEPS_SIZE = 400 };

/* Returns the next line, cut to fit. */
static void take_line(const uint8_t **at, const uint8_t *end, char line[LINE_SIZE]) {
    const uint8_t *stop = *at < end ? memchr(*at, '\n', (size_t)(end - *at)) : NULL;
    size_t length = (size_t)((stop ? stop : end) - *at);
    size_t kept = length < LINE_SIZE - 1 ? length : LINE_SIZE - 1;
    memcpy(line, *at, kept);
    line[kept] = '\0';
    *at += length + (stop != NULL);
}

static void require_same(const Position *position, const char *text, Move move) {
    Move back;
    unsigned deviations;
    fuzz_require(notation_parse(position, text, &back, &deviations, NULL));
    fuzz_require(move_equal(back, move));
    fuzz_require(deviations == DEVIATION_NONE);
}

/* Writes the squares of a move with text before, between and after them. */
static void write_squares(Move move, const char *before, const char *between, const char *behind,
                          char text[STEPS_SIZE]) {
    Square landings[MOVE_JUMPS_MAX];
    char square[SQUARE_TEXT_SIZE];
    int count = move_landings(move, landings);
    int length = snprintf(text, STEPS_SIZE, "%s%s", before, square_write(move_from(move), square));
    for (int i = 0; i < count; i++)
        length += snprintf(text + length, STEPS_SIZE - (size_t)length, "%s%s", between,
                           square_write(landings[i], square));
    snprintf(text + length, STEPS_SIZE - (size_t)length, "%s", behind);
}

/* Writes the steps as the line interface does, each in parentheses, with an optional stop. */
static void write_steps(Move move, bool stops, char text[STEPS_SIZE]) {
    Square squares[MOVE_JUMPS_MAX + 2] = {move_from(move)};
    int count = move_landings(move, squares + 1), length = 0;
    if (stops) {
        squares[count + 1] = squares[count];
        count++;
    }
    for (int i = 0; i < count; i++) {
        char from[SQUARE_TEXT_SIZE], to[SQUARE_TEXT_SIZE];
        length +=
            snprintf(text + length, STEPS_SIZE - (size_t)length, "%s(%s,%s)", i > 0 ? " -> " : "",
                     square_write(squares[i], from), square_write(squares[i + 1], to));
    }
}

/* Skips text longer than any move, which is rejected. */
static void require_same_or_long(const Position *position, const char *text, Move move) {
    if (strlen(text) <= NOTATION_LONGEST)
        require_same(position, text, move);
}

static void check_forms(const Position *position, Move move) {
    char text[STEPS_SIZE];
    fuzz_require(notation_write(position, move, notation_congo, text) == strlen(text));
    fuzz_require(strlen(text) < NOTATION_SIZE);
    require_same(position, text, move);
    fuzz_require(coordinate_write(move, text) == strlen(text));
    require_same(position, text, move);
    if (move_is_stop(move))
        return;
    write_squares(move, "", position_captured(position, move) ? "x" : "-", "", text);
    require_same(position, text, move);
    if (position_captured(position, move)) {
        write_squares(move, "", "-", "x", text);
        require_same(position, text, move);
    }
    write_squares(move, "(", ",", ")", text);
    require_same_or_long(position, text, move);
    int most = move_jumps(move) > 0 ? 1 : 0;
    for (int stops = 0; stops <= most; stops++) {
        write_steps(move, stops, text);
        require_same_or_long(position, text, move);
    }
}

/* Checks that the fitting moves are legal, and that a move was read only if it is the only one. */
static void check_fits(const Position *position, const char *text, bool read, Move move) {
    NotationFits fits;
    Error error = {0};
    bool found = notation_find(position, text, &fits, &error);
    fuzz_require(found == (error.code == ERROR_NONE));
    if (!found) {
        fuzz_require(!read);
        return;
    }
    bool among = false;
    for (size_t i = 0; i < fits.count; i++) {
        fuzz_require(move_is_legal(position, fits.fit[i].move));
        among = among || move_equal(fits.fit[i].move, move);
    }
    fuzz_require(read == (fits.count == 1) && read == among);
}

/* Makes the move if the line has one. */
static void play(Position *position, const char *text) {
    Move move = MOVE_NONE;
    Error error = {0};
    bool read = notation_parse(position, text, &move, NULL, &error);
    fuzz_require(read == (error.code == ERROR_NONE) && read == (error.text[0] == '\0'));
    fuzz_require(read == !move_is_none(move));
    check_fits(position, text, read, move);
    if (!read)
        return;
    fuzz_require(move_is_legal(position, move));
    check_forms(position, move);
    position_make(position, move);
    fuzz_require(position_is_sound(position));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t variants = 0;
    while (variant_builtin(variants))
        variants++;
    if (size == 0)
        return 0;
    const uint8_t *end = data + size, *at = data + 1;
    const Variant *variant = variant_builtin(data[0] % variants);
    char line[LINE_SIZE];
    Position position;
    take_line(&at, end, line);
    position_start(&position, variant);
    if (line[0] && !fen_parse(line, variant, &position, NULL))
        return 0;
    while (at < end) {
        take_line(&at, end, line);
        play(&position, line);
    }
    return 0;
}
