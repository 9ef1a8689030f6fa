#include <config.h>

#include "views.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "play/clock.h"
#include "play/variation.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/notation.h"

/* A view with the values that it borrows. */
typedef struct OwnedView {
    View view; /* first, because callers have a pointer to it */
    Record *record;
    ViewThinking thinking;
    size_t thinking_ply;
    Score thinking_score; /* from White's view */
    bool scored;
} OwnedView;

static const ViewHint hints[VIEW_HINTS_MAX] = {{0, "Enter", "select"}, {1, "Tab", "next"},
                                               {2, "u", "undo"},       {3, "a", "advice"},
                                               {4, "n", "new game"},   {5, "?", "help"}};

static bool play_all(Record *record, const char *moves, Error *error) {
    char *copy = memory_strdup(moves);
    bool ok = true;
    for (char *text = strtok(copy, " "); ok && text != NULL; text = strtok(NULL, " ")) {
        Move move;
        ok = record_parse_move(record, text, &move, NULL, error) &&
             record_play(record, move, -1, -1, error);
    }
    free(copy);
    return ok;
}

/* Gives the score of view_think, or a made-up one after view_score. */
static bool known_share(void *context, size_t ply, double *share) {
    const OwnedView *owned = context;
    bool thought_about = owned->view.thinking != NULL && owned->thinking_ply == ply;
    Score score = (Score)ply * 9 * ((ply / 7) % 2 != 0 ? 1 : -1) + (Score)(ply % 5) * 30;
    if (thought_about)
        score = owned->thinking_score;
    *share = 0.5 + 0.48 * tanh(score / 500.0);
    return thought_about || owned->scored;
}

View *view_create(const char *variant_name, const char *fen, const char *moves, Error *error) {
    const Variant *variant = variant_find(variant_name);
    Position start;
    if (variant == NULL) {
        error_set(error, ERROR_RANGE, "there is no variant %s", variant_name);
        return NULL;
    }
    if (fen == NULL)
        position_start(&start, variant);
    else if (!fen_parse(fen, variant, &start, error))
        return NULL;
    OwnedView *owned = memory_allocate(sizeof *owned);
    View *view = &owned->view;
    owned->record = record_create(&start);
    if (!play_all(owned->record, moves, error)) {
        view_free(view);
        return NULL;
    }
    view->record = owned->record;
    view->white_share_at = known_share;
    view->share_context = owned;
    view->cursor = D3;
    view->theme = THEME_DARK;
    for (int panel = 0; panel < VIEW_PANEL_COUNT; panel++)
        view->title_action[panel] = VIEW_ACTION_NONE;
    view->hint_count = VIEW_HINTS_MAX;
    memcpy(view->hint, hints, sizeof hints);
    view->player[WHITE].name = "hi";
    view->player[BLACK].name = "ai/negamax";
    view_show_ply(view, owned->record->current);
    return view;
}

Screen view_paint(const View *view) {
    Screen screen = painter_arrange(view);
    painter_paint(view, &screen);
    return screen;
}

void view_free(View *view) {
    record_free(((OwnedView *)view)->record);
    free(view);
}

void view_lengthen(View *view, int plies) {
    Record *record = ((OwnedView *)view)->record;
    uint64_t seed = 7;
    for (int i = 0; i < plies; i++) {
        MoveList list;
        movelist_init(&list);
        record_moves(record, &list);
        if (list.count > 0) {
            seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            record_play(record, list.moves[(seed >> 33) % list.count], -1, -1, NULL);
        }
        movelist_free(&list);
    }
    view_show_ply(view, record->current);
}

void view_show_ply(View *view, size_t ply) {
    const Record *record = view->record;
    Bitboard line = 0;
    view->ply = ply;
    view->browsing = ply != record->current;
    view->position = record_position_at(record, ply);
    view->outcome = record_outcome_at(record, ply);
    view->last_move = ply > 0 ? move_squares(record->plies[ply - 1].move) : 0;
    view->drowning = position_endangered(view->position);
    view->lions_line =
        position_lions_face(view->position, &line) ? line | view->position->by_type[LION] : 0;
    view_select(view, SQUARE_NONE);
    view_describe(view);
}

void view_select(View *view, Square square) {
    Bitboard targets;
    view->selected = square;
    view->targets = view->captures = 0;
    if (square == SQUARE_NONE)
        return;
    movegen_steps(view->position, square, &targets, &view->captures);
    view->targets = targets & ~view->captures;
}

void view_advise(View *view, const char *text) {
    Move move;
    if (notation_parse(view->position, text, &move, NULL, NULL))
        view->advice = move_squares(move);
}

void view_think(View *view, const char *moves) {
    OwnedView *owned = (OwnedView *)view;
    ViewVariation *variation = &owned->thinking.variation[0];
    SearchSnapshot thought = {.ply = view->ply, .position = *view->position};
    SearchLine *line = &thought.info.lines[0];
    Position position = *view->position;
    char *copy = memory_strdup(moves);
    for (char *text = strtok(copy, " "); text != NULL; text = strtok(NULL, " "))
        if (notation_parse(&position, text, &line->pv[line->length], NULL, NULL))
            position_make(&position, line->pv[line->length++]);
    free(copy);
    variation_write(view->record, &thought, (VariationOptions){.count = PV_MAX, .numbered = true},
                    variation->moves);
    owned->thinking_score = position_side(view->position) == WHITE ? 34 : -34;
    view_set_score(variation, owned->thinking_score);
    owned->thinking.depth = 9;
    owned->thinking.nps = 1234567;
    owned->thinking.variation_count = 1;
    owned->thinking_ply = view->ply;
    view->thinking = &owned->thinking;
    strcpy(view->thinking_title, "Thinking");
}

void view_word_thoughts(View *view, const char *score, const char *moves) {
    ViewThinking *thinking = &((OwnedView *)view)->thinking;
    thinking->in_words = true;
    snprintf(thinking->variation[0].long_score, VIEW_SCORE_SIZE, "%s", score);
    snprintf(thinking->variation[0].short_score, VIEW_SCORE_SIZE, "%s", score);
    snprintf(thinking->variation[0].moves, VIEW_MOVES_SIZE, "%s", moves);
}

void view_set_score(ViewVariation *variation, Score white_score) {
    variation_write_score(white_score, false, variation->long_score, VIEW_SCORE_SIZE);
    variation_write_score(white_score, true, variation->short_score, VIEW_SCORE_SIZE);
}

void view_score(View *view) {
    ((OwnedView *)view)->scored = true;
    view->scored = true;
}

void view_clock(View *view, int64_t white_ms, int64_t black_ms) {
    clock_write(white_ms, view->player[WHITE].clock);
    clock_write(black_ms, view->player[BLACK].clock);
}

void view_describe(View *view) {
    char square[SQUARE_TEXT_SIZE];
    PieceType type = position_piece_at(view->position, view->cursor);
    Bitboard drowning = view->drowning;
    square_write(view->cursor, square);
    int length;
    if (type == PIECE_NONE) {
        length = snprintf(view->status, VIEW_STATUS_SIZE, "%s, empty.", square);
    } else {
        const char *name = piece_type_name(type, view->position->variant->pawns);
        Bitboard targets, captures;
        movegen_steps(view->position, view->cursor, &targets, &captures);
        length = snprintf(view->status, VIEW_STATUS_SIZE, "%c%s %s: %d moves, %d captures.",
                          toupper((unsigned char)name[0]), name + 1, square, popcount64(targets),
                          popcount64(captures));
    }
    if (drowning != 0)
        snprintf(view->status + length, VIEW_STATUS_SIZE - (size_t)length,
                 "  ! Pawn %s may drown: leave the river.",
                 square_write(bitboard_first(drowning), square));
}
