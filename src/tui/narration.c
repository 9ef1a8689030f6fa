#include <config.h>

#include "tui/narration.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "board/painter.h"
#include "play/player.h"
#include "rules/movegen.h"

/* ---- parts of sentences ---- */

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

/* Squares in the order in which they are named. */
typedef struct SquareList {
    int count;
    Square square[SQUARE_COUNT];
} SquareList;

static SquareList list_squares(Bitboard squares) {
    SquareList list = {0};
    while (squares != 0)
        list.square[list.count++] = bitboard_pop(&squares);
    return list;
}

/* Lists the squares of the pieces that a move takes, those of a monkey in the order of its jumps.
 */
static SquareList list_captured(const Position *before, Move move) {
    SquareList list = {0};
    Square landing[MOVE_JUMPS_MAX], from = move_from(move);
    int jumps = move_landings(move, landing);
    if (move_jumps(move) == 0)
        return list_squares(position_captured(before, move));
    for (int i = 0; i < jumps; i++) {
        list.square[list.count++] = square_between(from, landing[i]);
        from = landing[i];
    }
    return list;
}

static void add_square_list(char *text, const SquareList *list, const char *word) {
    char name[SQUARE_TEXT_SIZE];
    for (int i = 0; i < list->count; i++)
        text_append(text, VIEW_STATUS_SIZE, "%s%s", square_write(list->square[i], name),
                    separator(list->count - 1 - i, word));
}

/* Returns whether the squares hold at least two pieces, all of one type. */
static bool are_alike(const Position *position, const SquareList *list) {
    for (int i = 1; i < list->count; i++)
        if (position_piece_at(position, list->square[i]) !=
            position_piece_at(position, list->square[0]))
            return false;
    return list->count > 1;
}

static void add_piece_list(char *text, const Position *position, const SquareList *list,
                           bool capital) {
    if (are_alike(position, list)) {
        size_t used = strlen(text);
        PieceType type = position_piece_at(position, list->square[0]);
        text_append(text, VIEW_STATUS_SIZE, "%ss ",
                    piece_type_name(type, position->variant->pawns));
        if (capital)
            wording_capitalise(text + used);
        add_square_list(text, list, "and");
        return;
    }
    for (int i = 0; i < list->count; i++) {
        wording_add_piece(text, position, list->square[i], capital && i == 0);
        text_append(text, VIEW_STATUS_SIZE, "%s", separator(list->count - 1 - i, "and"));
    }
}

void wording_add_pieces(char *text, const Position *position, Bitboard squares, bool capital) {
    SquareList list = list_squares(squares);
    add_piece_list(text, position, &list, capital);
}

void wording_add_squares(char *text, Bitboard squares, const char *word) {
    SquareList list = list_squares(squares);
    add_square_list(text, &list, word);
}

bool wording_you(const App *app, Color *color) {
    return app->session != NULL && player_name_you(app->session, color);
}

static bool wording_is_you(const App *app, Color color) {
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

/* ---- a piece or a square, explained to a beginner in a sentence or two ---- */

/* By type; `mega` is for the mega pawn family if it has another piece of that type. */
static const struct {
    const char *text, *mega;
} about_pieces[PIECE_TYPE_COUNT] = {
    [LION] = {"Lion: one step in any direction, inside its castle. Lose it and the game is lost.",
              NULL},
    [ZEBRA] = {"Zebra: two squares straight and one to the side, over anything.", NULL},
    [ELEPHANT] = {"Elephant: one or two squares straight; the longer move leaps over anything.",
                  NULL},
    [GIRAFFE] = {"Giraffe: leaps exactly two squares in any direction. It may also make a single "
                 "step, which takes nothing.",
                 NULL},
    [CROCODILE] = {"Crocodile: one step in any direction; slides straight to the river, and along "
                   "it. It never drowns.",
                   NULL},
    [MONKEY] = {"Monkey: one step in any direction. It takes a neighbour by jumping over it, and "
                "may jump on from there.",
                NULL},
    [PAWN] = {"Pawn: one step forward, straight or diagonally. Beyond the river it may also go "
              "straight back, one or two squares.",
              "Pawn: one step forward, straight or diagonally. Beyond the river also one step "
              "sideways."},
    [SUPERPAWN] =
        {"Superpawn (S): one step forward or sideways, or one or two squares back, where it "
         "takes nothing.",
         "Megapawn (Q): moves or leaps to any square at most two squares away."},
    [ELEPHANTE] = {"Elephante: as far forward as the way is free, one or two squares sideways, one "
                   "back.",
                   NULL},
};

const char *about_square(const Position *position, Square square) {
    const Variant *variant = position->variant;
    PieceType type = position_piece_at(position, square);
    if (type != PIECE_NONE && variant->pawns == PAWNS_MEGA && about_pieces[type].mega != NULL)
        return about_pieces[type].mega;
    if (type != PIECE_NONE)
        return about_pieces[type].text;
    if (bitboard_has(variant->islands, square))
        return "An island in the river: nothing drowns here.";
    if (bitboard_has(RIVER_MASK, square))
        return "The river: a piece that ends two of its side's turns in a row here drowns. A "
               "crocodile does not.";
    if (bitboard_has(WHITE_CASTLE | BLACK_CASTLE, square))
        return "A castle: the lion inside never leaves it. All other pieces come and go.";
    return "";
}

/* ---- the game ---- */

enum {
    EXPECTED_MOVES = 8, /* told at most of a variation */
    /* Scores, of which 100 are worth a pawn. */
    EVEN_BELOW = 30,
    A_BIT_BELOW = 120,
    FAR_AHEAD_FROM = 400
};

/* ---- moves ---- */

/* Adds "Black's pawn" or "Your pawn". */
static void add_mover(char *text, const App *app, const Position *before, Move move) {
    size_t used = strlen(text);
    text_append(text, VIEW_STATUS_SIZE, "%s %s", wording_whose(app, position_side(before)),
                piece_type_name(move_piece(move), before->variant->pawns));
    wording_capitalise(text + used);
}

/* Adds "your elephant on e5". */
static void add_victim(char *text, const App *app, const Position *before, Square square) {
    char name[SQUARE_TEXT_SIZE];
    text_append(text, VIEW_STATUS_SIZE, "%s %s on %s",
                wording_whose(app, color_other(position_side(before))),
                piece_type_name(position_piece_at(before, square), before->variant->pawns),
                square_write(square, name));
}

/* Adds " took your elephant on e5", " took two pieces: ..." or " moved to e5". */
static void add_action(char *text, const App *app, const Position *before, Move move, bool names) {
    char name[SQUARE_TEXT_SIZE], number[16];
    SquareList captured = list_captured(before, move);
    int count = captured.count;
    if (move_is_stop(move)) {
        text_append(text, VIEW_STATUS_SIZE, " stopped on %s", square_write(move_to(move), name));
    } else if (count == 0) {
        text_append(text, VIEW_STATUS_SIZE, " moved to %s", square_write(move_to(move), name));
    } else if (count == 1) {
        text_append(text, VIEW_STATUS_SIZE, " took ");
        add_victim(text, app, before, captured.square[0]);
    } else {
        text_append(text, VIEW_STATUS_SIZE, " took %s pieces%s", text_number_word(count, number),
                    names ? ": " : "");
        if (names)
            add_piece_list(text, before, &captured, false);
    }
}

/* Adds " and landed on d3" for a monkey's capture, " and became a superpawn (S)" or " and drowned";
 * `full`: with the landing and the letter. */
static void add_consequence(char *text, const Position *before, Move move, bool full) {
    Position after = *before;
    Square to = move_to(move);
    char name[SQUARE_TEXT_SIZE];
    PawnFamily family = before->variant->pawns;
    bool jumps = move_jumps(move) > 0;
    position_make(&after, move);
    PieceType became = position_piece_at(&after, to);
    if (bitboard_has(position_drowned(before, move), to)) {
        text_append(text, VIEW_STATUS_SIZE, " and drowned%s%s", jumps ? " on " : "",
                    jumps ? square_write(to, name) : "");
    } else if (full && move_jumps(move) == 1) {
        text_append(text, VIEW_STATUS_SIZE, " and landed on %s", square_write(to, name));
    } else if (became != move_piece(move) && became != PIECE_NONE) {
        text_append(text, VIEW_STATUS_SIZE, " and became a %s", piece_type_name(became, family));
        if (full)
            text_append(text, VIEW_STATUS_SIZE, " (%c)", piece_type_letter(became, family));
    }
}

/* Separates a sentence from the one before it. */
static void begin_sentence(char *text) {
    if (text[0] != '\0')
        text_append(text, VIEW_STATUS_SIZE, " ");
}

/* Returns the board after the move, on which nothing has drowned yet. Its key is wrong. */
static Position with_piece_moved(const Position *before, Move move) {
    Position moved = *before;
    Bitboard from = square_bit(move_from(move)), to = square_bit(move_to(move));
    Color side = position_side(before);
    for (int type = 0; type < PIECE_TYPE_COUNT; type++)
        moved.by_type[type] &= ~(from | to);
    moved.by_type[move_piece(move)] |= to;
    moved.by_color[side] = (moved.by_color[side] & ~from) | to;
    moved.by_color[color_other(side)] &= ~to;
    return moved;
}

/* Adds "Your elephant c4 and pawn d4 drowned." for some of the pieces that the move drowned. */
static void add_drowned(char *text, const App *app, const Position *before, Move move,
                        Bitboard squares) {
    Position moved = with_piece_moved(before, move);
    Bitboard drowned = position_drowned(before, move) & squares;
    if (drowned == 0)
        return;
    begin_sentence(text);
    size_t used = strlen(text);
    text_append(text, VIEW_STATUS_SIZE, "%s ", wording_whose(app, position_side(before)));
    wording_capitalise(text + used);
    wording_add_pieces(text, &moved, drowned, false);
    text_append(text, VIEW_STATUS_SIZE, " drowned.");
}

/* Levels of detail of a move, the most detailed first. */
typedef enum DetailLevel {
    DETAIL_ALL,
    DETAIL_NO_LANDING, /* of a monkey that took a single piece, nor a new superpawn's letter */
    DETAIL_NO_NAMES,   /* of the pieces that a monkey took in one turn */
    DETAIL_EVENTS,     /* nothing of a move that only went to a square */
    DETAIL_COUNT
} DetailLevel;

/* Returns whether the moved piece only went to a square. */
static bool is_uneventful(const Position *before, Move move) {
    return position_captured(before, move) == 0 && !move_promotes(before, move) &&
           !bitboard_has(position_drowned(before, move), move_to(move));
}

/* Adds the sentences about a move. */
static void add_made_move(char *text, const App *app, size_t ply, DetailLevel detail) {
    const Record *record = app_record(app);
    const Position *before = record_position_at(record, ply - 1);
    Move move = record->plies[ply - 1].move;
    Bitboard others = ~square_bit(move_to(move));
    bool says_more = text[0] != '\0' || (position_drowned(before, move) & others) != 0;
    if (detail != DETAIL_EVENTS || !says_more || !is_uneventful(before, move)) {
        begin_sentence(text);
        add_mover(text, app, before, move);
        add_action(text, app, before, move, detail < DETAIL_NO_NAMES);
        add_consequence(text, before, move, detail == DETAIL_ALL);
        text_append(text, VIEW_STATUS_SIZE, ".");
    }
    add_drowned(text, app, before, move, others);
}

void narration_move(const App *app, size_t ply, char text[VIEW_STATUS_SIZE]) {
    text[0] = '\0';
    if (ply == 0)
        snprintf(text, VIEW_STATUS_SIZE, "Start of the game.");
    else
        add_made_move(text, app, ply, DETAIL_ALL);
}

/* ---- warnings ---- */

static void add_drowning(char *text, const Position *position) {
    Bitboard drowning = position_drowning(position);
    int count = popcount64(drowning);
    if (count == 0)
        return;
    text_append(text, VIEW_STATUS_SIZE, "  ! ");
    if (count <= 2)
        wording_add_pieces(text, position, drowning, true);
    else
        wording_add_squares(text, drowning, "and");
    text_append(text, VIEW_STATUS_SIZE, " may drown: leave the river.");
}

/* Returns whether a human at this terminal is to move in a game, which is no lesson or puzzle. */
static bool human_is_to_move(const App *app, Color side) {
    return app->session != NULL && !app_is_suspended(app) && !app->board.browsing &&
           app_is_human(app, side);
}

/* Adds that the side to move can take the lion, or that its own lion is attacked. */
static void add_lion_danger(char *text, const App *app, const Position *position) {
    Color side = position_side(position);
    size_t used = strlen(text) + strlen("  ! ");
    if (position_can_capture_lion(position))
        text_append(text, VIEW_STATUS_SIZE, "  ! %s can take the lion.", wording_who(app, side));
    else if (position_attacks_lion(position, color_other(side)))
        text_append(text, VIEW_STATUS_SIZE, "  ! %s lion is attacked.", wording_whose(app, side));
    else
        return;
    wording_capitalise(text + used);
}

void narration_add_warnings(char *text, const App *app, const Position *position) {
    Color side = position_side(position);
    Color you;
    if (position_lions_face(position, NULL))
        text_append(text, VIEW_STATUS_SIZE, "  ! Lions face each other: %s can win.",
                    wording_who(app, side));
    else if (human_is_to_move(app, side))
        add_lion_danger(text, app, position);
    if (!wording_you(app, &you) || you == side)
        add_drowning(text, position);
}

/* Writes what your own move drowned, and then what the reply did. */
static void describe_last_moves(const App *app, DetailLevel detail, char text[VIEW_STATUS_SIZE]) {
    const Record *record = app_record(app);
    size_t ply = record->current;
    text[0] = '\0';
    if (ply > 1) {
        const Position *before = record_position_at(record, ply - 2);
        if (wording_is_you(app, position_side(before)))
            add_drowned(text, app, before, record->plies[ply - 2].move, BOARD_MASK);
    }
    add_made_move(text, app, ply, detail);
}

void narration_announcement(const App *app, char text[VIEW_STATUS_SIZE]) {
    for (int detail = 0; detail < DETAIL_COUNT; detail++) {
        describe_last_moves(app, (DetailLevel)detail, text);
        if (!outcome_is_over(app_outcome(app)))
            narration_add_warnings(text, app, record_position(app_record(app)));
        if (painter_status_fits(&app->screen, text))
            break;
    }
}

void narration_undo(const App *app, size_t ply, char text[VIEW_STATUS_SIZE]) {
    const Record *record = app_record(app);
    const Position *position = record_position(record);
    Color side = position_side(position);
    snprintf(text, VIEW_STATUS_SIZE, "Took back ");
    if (wording_is_you(app, side))
        text_append(text, VIEW_STATUS_SIZE, "your %s's move",
                    piece_type_name(move_piece(record->plies[record->current].move),
                                    position->variant->pawns));
    else
        text_append(text, VIEW_STATUS_SIZE, "%s move", wording_whose(app, side));
    if (ply > record->current + 1)
        text_append(text, VIEW_STATUS_SIZE, " and %s reply", wording_whose(app, color_other(side)));
    text_append(text, VIEW_STATUS_SIZE, ".");
}

/* ---- advice ---- */

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
        text_append(text, VIEW_STATUS_SIZE, " and takes %s pieces",
                    text_number_word(jumps, number));
    }
}

/* Adds ", where it drowns" for the moved piece and "; pawn d4 drowns" for others. */
static void add_advised_drowning(char *text, const Position *position, Move move) {
    Bitboard drowned = position_drowned(position, move);
    Bitboard others = drowned & ~square_bit(move_to(move));
    if (drowned != others)
        text_append(text, VIEW_STATUS_SIZE, "%s",
                    move_jumps(move) > 0 ? ", then drowns"
                    : move_is_stop(move) ? " and drowns"
                                         : ", where it drowns");
    if (others == 0)
        return;
    text_append(text, VIEW_STATUS_SIZE, "; ");
    wording_add_pieces(text, position, others, false);
    text_append(text, VIEW_STATUS_SIZE, popcount64(others) == 1 ? " drowns" : " drown");
}

void narration_advice(const Position *position, Move move, char text[VIEW_STATUS_SIZE]) {
    PawnFamily pawns = position->variant->pawns;
    char from[SQUARE_TEXT_SIZE], to[SQUARE_TEXT_SIZE];
    Bitboard captured = position_captured(position, move);
    snprintf(text, VIEW_STATUS_SIZE, "%s %s ", piece_type_name(move_piece(move), pawns),
             square_write(move_from(move), from));
    square_write(move_to(move), to);
    if (move_jumps(move) > 0)
        add_jumps(text, position, move);
    else if (move_is_stop(move))
        text_append(text, VIEW_STATUS_SIZE, "stops there");
    else if (captured != 0)
        text_append(text, VIEW_STATUS_SIZE, "takes the %s on %s",
                    piece_type_name(position_piece_at(position, move_to(move)), pawns), to);
    else
        text_append(text, VIEW_STATUS_SIZE, "moves to %s", to);
    if ((captured & position_pieces(position, color_other(position_side(position)), LION)) != 0)
        text_append(text, VIEW_STATUS_SIZE, " and wins");
    else
        add_advised_drowning(text, position, move);
}

/* ---- what is expected ---- */

void narration_score(const App *app, Score white_score, bool is_short, char text[VIEW_SCORE_SIZE]) {
    Color better = white_score >= 0 ? WHITE : BLACK;
    int points = abs(white_score), moves = (abs(score_win_plies(white_score)) + 1) / 2;
    bool you = wording_is_you(app, better);
    char who[16];
    snprintf(who, sizeof who, "%s", wording_who(app, better));
    wording_capitalise(who);
    const char *unit = is_short ? "" : moves == 1 ? " move" : " moves";
    if (moves > 0)
        snprintf(text, VIEW_SCORE_SIZE, "%s win%s in %d%s", who, you ? "" : "s", moves, unit);
    else if (points < EVEN_BELOW)
        snprintf(text, VIEW_SCORE_SIZE, "about even");
    else
        snprintf(text, VIEW_SCORE_SIZE, "%s %s %sahead", who, you ? "are" : "is",
                 is_short                   ? ""
                 : points < A_BIT_BELOW     ? "a bit "
                 : points >= FAR_AHEAD_FROM ? "far "
                                            : "");
}

/* Adds "Black: pawn takes d5." */
static void add_expected(char *text, const App *app, const Position *position, Move move) {
    char to[SQUARE_TEXT_SIZE];
    SquareList captured = list_captured(position, move);
    begin_sentence(text);
    size_t used = strlen(text);
    text_append(text, VIEW_STATUS_SIZE, "%s: ", wording_who(app, position_side(position)));
    wording_capitalise(text + used);
    text_append(text, VIEW_STATUS_SIZE, "%s",
                piece_type_name(move_piece(move), position->variant->pawns));
    if (move_is_stop(move))
        text_append(text, VIEW_STATUS_SIZE, " stops");
    else
        text_append(text, VIEW_STATUS_SIZE, captured.count > 0 ? " takes " : " to ");
    if (captured.count > 0)
        add_square_list(text, &captured, "and");
    else if (!move_is_stop(move))
        text_append(text, VIEW_STATUS_SIZE, "%s", square_write(move_to(move), to));
    if (bitboard_has(position_drowned(position, move), move_to(move)))
        text_append(text, VIEW_STATUS_SIZE, " and drowns");
    text_append(text, VIEW_STATUS_SIZE, ".");
}

void narration_line(const App *app, const SearchSnapshot *thought, int first,
                    char text[VIEW_MOVES_SIZE]) {
    const SearchLine *line = &thought->info.lines[0];
    Position position = thought->position;
    text[0] = '\0';
    for (int i = 0; i < line->length && i < first + EXPECTED_MOVES; i++) {
        if (!move_is_legal(&position, line->pv[i]))
            break;
        if (i >= first)
            add_expected(text, app, &position, line->pv[i]);
        position_make(&position, line->pv[i]);
    }
    if (text[0] == '\0' && line->length > 0)
        add_expected(text, app, &thought->position, line->pv[0]);
}

/* ---- the end of the game ---- */

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
                    piece_type_name(move_piece(move), before->variant->pawns),
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
                    "nothing was captured or drowned, and no pawn moved, in %d move%s each",
                    plies / 2, text_plural((uint64_t)plies / 2));
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

void narration_notify_outcome(App *app) {
    char text[VIEW_STATUS_SIZE];
    narration_outcome(app, text);
    app_notify(app, "%s", text);
}
