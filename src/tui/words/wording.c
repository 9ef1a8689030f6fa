#include <config.h>

#include "tui/words/wording.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "play/player_name.h"

void wording_capitalise(char *at) {
    *at = (char)text_upper(*at);
}

void wording_add_piece(char *text, const Position *position, Square square, bool capital) {
    char name[SQUARE_TEXT_SIZE];
    size_t used = strlen(text);
    PieceType type = position_piece_at(position, square);
    text_append(text, VIEW_STATUS_SIZE, "%s %s", piece_type_name(type, position->variant->pawns),
                square_write(square, name));
    if (capital)
        wording_capitalise(text + used);
}

/* Returns what stands between the items of a list when `left` of them follow. */
static const char *separator(int left, const char *word) {
    if (left == 0)
        return "";
    return left > 1 ? ", " : word[0] == 'o' ? " or " : " and ";
}

/* Returns whether the squares hold at least two pieces, all of one type. */
static bool are_alike(const Position *position, Bitboard squares) {
    PieceType type = position_piece_at(position, bitboard_first(squares));
    return popcount64(squares) > 1 && (squares & ~position->by_type[type]) == 0;
}

void wording_add_pieces(char *text, const Position *position, Bitboard squares, bool capital) {
    if (are_alike(position, squares)) {
        size_t used = strlen(text);
        PieceType type = position_piece_at(position, bitboard_first(squares));
        text_append(text, VIEW_STATUS_SIZE, "%ss ",
                    piece_type_name(type, position->variant->pawns));
        if (capital)
            wording_capitalise(text + used);
        wording_add_squares(text, squares, "and");
        return;
    }
    for (int left = popcount64(squares) - 1; left >= 0; left--) {
        wording_add_piece(text, position, bitboard_pop(&squares), capital);
        text_append(text, VIEW_STATUS_SIZE, "%s", separator(left, "and"));
        capital = false;
    }
}

void wording_add_squares(char *text, Bitboard squares, const char *word) {
    char name[SQUARE_TEXT_SIZE];
    for (int left = popcount64(squares) - 1; left >= 0; left--)
        text_append(text, VIEW_STATUS_SIZE, "%s%s", square_write(bitboard_pop(&squares), name),
                    separator(left, word));
}

const char *wording_number(int number, char text[16]) {
    static const char *const numbers[] = {"no",   "one",    "two",   "three", "four",
                                          "five", "six",    "seven", "eight", "nine",
                                          "ten",  "eleven", "twelve"};
    if (number >= 0 && number < (int)(sizeof numbers / sizeof numbers[0]))
        return numbers[number];
    snprintf(text, 16, "%d", number);
    return text;
}

bool wording_you(const App *app, Color *color) {
    return app->session != NULL && player_name_you(app->session, color);
}

bool wording_is_you(const App *app, Color color) {
    Color you;
    return wording_you(app, &you) && you == color;
}

const char *wording_whose(const App *app, Color color) {
    if (wording_is_you(app, color))
        return "your";
    return color == WHITE ? "White's" : "Black's";
}

const char *wording_who(const App *app, Color color) {
    return wording_is_you(app, color) ? "you" : color_name(color);
}
