#include <config.h>

#include "tui/words/narration.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "rules/movegen.h"
#include "tui/selection.h"
#include "tui/words/wording.h"

enum { NOTICE_PLIES = 40 }; /* quiet plies left from which a draw is announced */

/* --- moves --- */

/* Adds "Black's pawn" or "Your pawn". */
static void add_mover(char *text, const App *app, const Position *before, Move move) {
    size_t used = strlen(text);
    text_append(text, VIEW_STATUS_SIZE, "%s %s", wording_whose(app, position_side(before)),
                wording_piece_name(move_piece(move), before->variant->pawns));
    wording_capitalise(text + used);
}

/* Adds "your elephant on e5". */
static void add_victim(char *text, const App *app, const Position *before, Square square) {
    char name[SQUARE_TEXT_SIZE];
    text_append(text, VIEW_STATUS_SIZE, "%s %s on %s",
                wording_whose(app, color_other(position_side(before))),
                wording_piece_name(position_piece_at(before, square), before->variant->pawns),
                square_write(square, name));
}

/* Adds " took your elephant on e5", " took two pieces: ..." or " moved to e5". */
static void add_deed(char *text, const App *app, const Position *before, Move move) {
    char name[SQUARE_TEXT_SIZE], number[16];
    Bitboard captured = position_captured(before, move);
    int count = popcount64(captured);
    if (move_is_stop(move)) {
        text_append(text, VIEW_STATUS_SIZE, " stopped on %s", square_write(move_to(move), name));
    } else if (count == 0) {
        text_append(text, VIEW_STATUS_SIZE, " moved to %s", square_write(move_to(move), name));
    } else if (count == 1) {
        text_append(text, VIEW_STATUS_SIZE, " took ");
        add_victim(text, app, before, bitboard_first(captured));
    } else {
        text_append(text, VIEW_STATUS_SIZE, " took %s pieces: ", wording_number(count, number));
        wording_add_pieces(text, before, captured, false);
    }
}

/* Adds " and became a superpawn" or " and drowned", if it is so. */
static void add_fate(char *text, const Position *before, Move move, Bitboard drowned) {
    Position after = *before;
    Square to = move_to(move);
    position_make(&after, move);
    PieceType became = position_piece_at(&after, to);
    if (bitboard_has(drowned, to))
        text_append(text, VIEW_STATUS_SIZE, " and drowned");
    else if (became != move_piece(move) && became != PIECE_NONE)
        text_append(text, VIEW_STATUS_SIZE, " and became a %s",
                    wording_piece_name(became, before->variant->pawns));
}

/* Adds " Your elephant c4 and pawn d4 drowned." for the pieces that the move left in the river. */
static void add_drowned(char *text, const App *app, const Position *before, Move move) {
    Bitboard drowned = position_drowned(before, move) & ~square_bit(move_to(move));
    if (drowned == 0)
        return;
    size_t used = strlen(text) + 1;
    text_append(text, VIEW_STATUS_SIZE, " %s ", wording_whose(app, position_side(before)));
    wording_capitalise(text + used);
    wording_add_pieces(text, before, drowned, false);
    text_append(text, VIEW_STATUS_SIZE, " drowned.");
}

void narration_move(const App *app, size_t ply, char text[VIEW_STATUS_SIZE]) {
    const Record *record = app_record(app);
    text[0] = '\0';
    if (ply == 0) {
        snprintf(text, VIEW_STATUS_SIZE, "Start of the game.");
        return;
    }
    const Position *before = record_position_at(record, ply - 1);
    Move move = record->plies[ply - 1].move;
    add_mover(text, app, before, move);
    add_deed(text, app, before, move);
    add_fate(text, before, move, position_drowned(before, move));
    text_append(text, VIEW_STATUS_SIZE, ".");
    add_drowned(text, app, before, move);
}

/* --- warnings --- */

static void add_drowning(char *text, const Position *position) {
    Bitboard drowning = selection_drowning(position);
    int count = popcount64(drowning);
    if (count == 0)
        return;
    text_append(text, VIEW_STATUS_SIZE, "  ! ");
    if (count <= 2)
        wording_add_pieces(text, position, drowning, true);
    else
        wording_add_squares(text, drowning, "and");
    text_append(text, VIEW_STATUS_SIZE,
                count == 1 ? " drowns unless it leaves the river."
                           : " drown unless they leave the river.");
}

void narration_add_warnings(char *text, const App *app, const Position *position) {
    Color side = position_side(position);
    Color you;
    if (position_lions_face(position, NULL))
        text_append(text, VIEW_STATUS_SIZE, "  ! The lions face each other: %s can win.",
                    wording_who(app, side));
    if (!wording_you(app, &you) || you == side)
        add_drowning(text, position);
}

void narration_announcement(const App *app, char text[VIEW_STATUS_SIZE]) {
    const Record *record = app_record(app);
    size_t ply = record->current;
    narration_move(app, ply, text);
    if (ply > 1 && wording_is_you(app, position_side(record_position_at(record, ply - 2))))
        add_drowned(text, app, record_position_at(record, ply - 2), record->plies[ply - 2].move);
    if (!outcome_is_over(app_outcome(app)))
        narration_add_warnings(text, app, record_position(record));
}

/* --- advice --- */

/* Adds "jumps to d3, then to f5, and takes two pieces". */
static void add_jumps(char *text, const Position *position, Move move) {
    Square landing[MOVE_JUMPS_MAX];
    char name[SQUARE_TEXT_SIZE], number[16];
    int jumps = move_landings(move, landing);
    Bitboard captured = position_captured(position, move);
    text_append(text, VIEW_STATUS_SIZE, "jumps");
    for (int i = 0; i < jumps; i++)
        text_append(text, VIEW_STATUS_SIZE, "%s to %s", i == 0 ? "" : ", then",
                    square_write(landing[i], name));
    if (jumps == 1) {
        text_append(text, VIEW_STATUS_SIZE, " and takes the ");
        wording_add_piece(text, position, bitboard_first(captured), false);
    } else {
        text_append(text, VIEW_STATUS_SIZE, " and takes %s pieces", wording_number(jumps, number));
    }
}

void narration_advice(const Position *position, Move move, char text[VIEW_STATUS_SIZE]) {
    PawnFamily pawns = position->variant->pawns;
    char from[SQUARE_TEXT_SIZE], to[SQUARE_TEXT_SIZE];
    Bitboard captured = position_captured(position, move);
    snprintf(text, VIEW_STATUS_SIZE, "%s %s ", wording_piece_name(move_piece(move), pawns),
             square_write(move_from(move), from));
    square_write(move_to(move), to);
    if (move_jumps(move) > 0)
        add_jumps(text, position, move);
    else if (move_is_stop(move))
        text_append(text, VIEW_STATUS_SIZE, "stops there");
    else if (captured != 0)
        text_append(text, VIEW_STATUS_SIZE, "takes the %s on %s",
                    wording_piece_name(position_piece_at(position, move_to(move)), pawns), to);
    else
        text_append(text, VIEW_STATUS_SIZE, "moves to %s", to);
    if ((captured & position_pieces(position, color_other(position_side(position)), LION)) != 0)
        text_append(text, VIEW_STATUS_SIZE, " and wins");
}

/* --- the end of the game --- */

static Color winner_of(Outcome outcome) {
    return outcome.result == RESULT_WHITE ? WHITE : BLACK;
}

const char *narration_result(const App *app) {
    Outcome outcome = app_outcome(app);
    Color you;
    if (outcome.result == RESULT_OPEN)
        return outcome_is_over(outcome) ? "The game is over" : "The game goes on";
    if (outcome.result == RESULT_DRAW)
        return "Draw";
    if (wording_you(app, &you))
        return you == winner_of(outcome) ? "You win" : "You lose";
    return winner_of(outcome) == WHITE ? "White wins" : "Black wins";
}

/* Adds "your monkey took the lion on d6". */
static void add_lion_taken(char *text, const App *app) {
    const Record *record = app_record(app);
    if (record->current == 0)
        return;
    const Position *before = record_position_at(record, record->current - 1);
    Move move = record->plies[record->current - 1].move;
    Color loser = color_other(position_side(before));
    Bitboard lion = position_captured(before, move) & position_pieces(before, loser, LION);
    char name[SQUARE_TEXT_SIZE];
    Color you;
    if (lion != 0)
        text_append(text, VIEW_STATUS_SIZE, "%s %s took %s lion on %s",
                    wording_you(app, &you) ? wording_whose(app, color_other(loser)) : "the",
                    wording_piece_name(move_piece(move), before->variant->pawns),
                    wording_is_you(app, loser) ? "your"
                    : move_piece(move) == LION ? "the other"
                                               : "the",
                    square_write(bitboard_first(lion), name));
}

static void add_reason_of_draw(char *text, const App *app, Reason reason) {
    int plies = app_record(app)->variant.quiet_plies;
    if (reason == REASON_REPETITION)
        text_append(text, VIEW_STATUS_SIZE, "the position came up for the third time");
    else if (reason == REASON_QUIET)
        text_append(text, VIEW_STATUS_SIZE,
                    "nothing was captured or drowned, and no pawn moved, in %d moves each",
                    plies / 2);
    else if (reason == REASON_BARE_LIONS)
        text_append(text, VIEW_STATUS_SIZE, "only the two lions are left");
    else if (reason == REASON_AGREED)
        text_append(text, VIEW_STATUS_SIZE, "both sides agreed");
}

void narration_reason(const App *app, char text[VIEW_STATUS_SIZE]) {
    Outcome outcome = app_outcome(app);
    text[0] = '\0';
    if (outcome.result == RESULT_DRAW) {
        add_reason_of_draw(text, app, outcome.reason);
        return;
    }
    Color loser = color_other(winner_of(outcome));
    bool you_lost = wording_is_you(app, loser);
    if (outcome.reason == REASON_LION)
        add_lion_taken(text, app);
    else if (outcome.reason == REASON_NO_MOVES)
        text_append(text, VIEW_STATUS_SIZE, "%s no move left",
                    you_lost         ? "you have"
                    : loser == WHITE ? "White has"
                                     : "Black has");
    else if (outcome.reason == REASON_RESIGNED)
        text_append(text, VIEW_STATUS_SIZE, "%s resigned", wording_who(app, loser));
    else if (outcome.reason == REASON_TIME)
        text_append(text, VIEW_STATUS_SIZE, "%s time is up", wording_whose(app, loser));
    else if (outcome.reason == REASON_ABORTED)
        text_append(text, VIEW_STATUS_SIZE, "it was ended without a result");
}

void narration_outcome(const App *app, char text[VIEW_STATUS_SIZE]) {
    char reason[VIEW_STATUS_SIZE];
    narration_reason(app, reason);
    snprintf(text, VIEW_STATUS_SIZE, "%s%s", narration_result(app), reason[0] != '\0' ? ": " : "");
    text_append(text, VIEW_STATUS_SIZE, "%s.", reason);
}

void narration_notice(const Position *position, char text[VIEW_NOTICE_SIZE]) {
    int left = position->variant->quiet_plies - position->quiet;
    text[0] = '\0';
    if (position->variant->quiet_plies == 0 || left > NOTICE_PLIES || left <= 0)
        return;
    if (left <= 2)
        snprintf(text, VIEW_NOTICE_SIZE,
                 "Draw after %s unless something is captured or drowns, or "
                 "a pawn moves",
                 left == 1 ? "this move" : "two more moves");
    else
        snprintf(text, VIEW_NOTICE_SIZE,
                 "Draw in %d moves each unless something is captured or drowns, or a pawn moves",
                 (left + 1) / 2);
}
