#include <config.h>

#include "states.h"

#include <string.h>

#include "rules/bitboard.h"

/* Squares of every kind: grass, castle, beside walls, river, and with pieces in the opening. */
static const Square seen[] = {A1, B1, C1, E1, A4, C4, D4, E4, B2, C5, D6, E5, F3, G7};

static Bitboard some_squares(size_t first, size_t step) {
    Bitboard squares = 0;
    for (size_t i = first; i < sizeof seen / sizeof seen[0]; i += step)
        squares |= square_bit(seen[i]);
    return squares;
}

static void put_nothing(View *view) {
    (void)view;
}

static void put_selection(View *view) {
    view->selected = F3;
    view->cursor = G5;
    view->targets = square_bit(G5) | square_bit(G1) | square_bit(D2);
    view->captures = square_bit(E5);
    view->drowning = square_bit(D4);
    view->last_move = square_bit(D6) | square_bit(C5);
    view->advice = square_bit(E2) | square_bit(E3);
}

static void put_captures(View *view) {
    view->captures = BOARD_MASK;
    view->cursor = E5;
}

static void put_targets(View *view) {
    view->targets = BOARD_MASK;
    view->cursor = D2;
}

static void put_drowning(View *view) {
    view->drowning = BOARD_MASK;
    view->cursor = D4;
}

static void put_last_move(View *view) {
    view->last_move = BOARD_MASK;
    view->selected = C1;
    view->cursor = C1;
}

static void put_advice(View *view) {
    view->advice = BOARD_MASK;
    view->cursor = E1;
}

static void put_premove(View *view) {
    view->premove = BOARD_MASK;
}

static void put_attacks(View *view) {
    view->attacked = BOARD_MASK;
    view->threatened = some_squares(0, 2);
    view->cursor = B2;
}

static void put_flash(View *view) {
    view->flash = BOARD_MASK;
}

static void put_sinking(View *view) {
    view->sinking = BOARD_MASK;
    view->sink_percent = 40;
    view->ripple_percent = 50;
}

static void put_lions(View *view) {
    view->lions_line = square_bit(D1) | square_bit(D2) | square_bit(D3) | square_bit(D4) |
                       square_bit(D5) | square_bit(D6) | square_bit(D7);
}

static void put_chain(View *view) {
    view->chain = (ViewChain){.count = 3,
                              .square = {A3, C3, E5},
                              .taken_count = 2,
                              .taken_square = {B3, D4},
                              .taken_type = {ELEPHANT, PAWN}};
    view->cursor = E5;
}

static void put_sprite(View *view) {
    static const ViewSprite sprite = {.type = ELEPHANT, .color = BLACK, .y = 21, .x = 33};
    view->sprite = &sprite;
}

const BoardState board_states[] = {
    {"plain", put_nothing},   {"selection", put_selection}, {"captures", put_captures},
    {"targets", put_targets}, {"drowning", put_drowning},   {"last", put_last_move},
    {"advice", put_advice},   {"premove", put_premove},     {"attacks", put_attacks},
    {"flash", put_flash},     {"sinking", put_sinking},     {"lions", put_lions},
    {"chain", put_chain},     {"sprite", put_sprite},
};
const int board_state_count = sizeof board_states / sizeof board_states[0];

void board_state_put(View *view, const BoardState *state) {
    view->cursor = A7;
    view->selected = SQUARE_NONE;
    view->targets = view->captures = view->last_move = view->drowning = view->lions_line = 0;
    view->advice = view->premove = view->attacked = view->threatened = 0;
    view->flash = view->sinking = 0;
    memset(&view->chain, 0, sizeof view->chain);
    view->sprite = NULL;
    state->put(view);
}
