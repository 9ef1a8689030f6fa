#include <config.h>

#include "cli/move_words.h"

#include "cli/words.h"
#include "rules/coordinate.h"
#include "rules/movegen.h"

static const char *name_of(const Position *position, PieceType kind) {
    return piece_type_name(kind, position->variant->pawns);
}

static void append_square(Buffer *text, const char *before, Square square) {
    char name[SQUARE_TEXT_SIZE];
    buffer_add_string(text, before);
    buffer_add_string(text, square_write(square, name));
}

static Square square_between(Square a, Square b) {
    return (Square)(((int)a + (int)b) / 2);
}

/* ---- a move ---- */

static void add_captured(const Position *position, Square square, Buffer *text) {
    buffer_add_format(text, ", taking the %s",
                      name_of(position, position_piece_at(position, square)));
    append_square(text, " ", square);
}

static void add_jumps(const Position *position, Move move, Buffer *text) {
    Square landings[MOVE_JUMPS_MAX];
    int count = move_landings(move, landings);
    Square from = move_from(move);
    buffer_add_string(text, position_in_capture(position) ? " jumps on to " : " jumps to ");
    for (int i = 0; i < count; i++) {
        append_square(text, i > 0 ? ", then to " : "", landings[i]);
        add_captured(position, square_between(from, landings[i]), text);
        from = landings[i];
    }
}

static bool promotes(Move move, Color color) {
    int rank = square_rank(move_to(move));
    return move_piece(move) == PAWN && rank == (color == WHITE ? BOARD_RANKS : 1);
}

void description_move(const Position *position, Move move, Buffer *text) {
    Square to = move_to(move);
    buffer_add_string(text, name_of(position, move_piece(move)));
    if (move_is_stop(move)) {
        append_square(text, " stops on ", to);
        return;
    }
    append_square(text, " from ", move_from(move));
    if (move_jumps(move) > 0) {
        add_jumps(position, move, text);
        return;
    }
    append_square(text, " to ", to);
    if (position_captured(position, move)) {
        PieceType captured = position_piece_at(position, to);
        buffer_add_format(text, ", taking the %s there", name_of(position, captured));
    }
    if (promotes(move, position_side(position)))
        buffer_add_format(text, ", and becomes a %s", name_of(position, SUPERPAWN));
}

/* ---- what has been played ---- */

static void add_drowned(const Transition *transition, Buffer *text) {
    for (Bitboard set = transition->drowned; set;) {
        Square square = bitboard_pop(&set);
        buffer_add_format(text, " %s's %s", color_name(position_side(transition->before)),
                          transition_drowned_name(transition, square));
        append_square(text, " ", square);
        buffer_add_string(text, " drowns.");
    }
}

/* Where the monkey stands, and what it may do. */
static void add_continuations(const Transition *transition, Buffer *text) {
    Position after = *transition->before;
    Square landings[MOVE_JUMPS_MAX], from = move_from(transition->move);
    Bitboard targets;
    int count = move_landings(transition->move, landings);
    for (int i = 0; i < count; i++) {
        position_make_jump(&after, from, landings[i]);
        from = landings[i];
    }
    movegen_steps(&after, from, &targets, NULL);
    buffer_add_string(text, " It may jump on to ");
    description_square_list(targets & ~square_bit(from), "or", text);
    append_square(text, ", or stop with \"move ", from);
    append_square(text, " ", from);
    buffer_add_string(text, "\".");
}

void description_transition(const Transition *transition, Buffer *text) {
    buffer_add_format(text, "%s: ", color_name(position_side(transition->before)));
    description_move(transition->before, transition->move, text);
    if (transition->stopped_early && !move_is_stop(transition->move))
        buffer_add_string(text, ", and stops there");
    buffer_add_string(text, ".");
    if (transition->open)
        add_continuations(transition, text);
    add_drowned(transition, text);
}

/* ---- what can be played ---- */

/* A monkey goes two squares only by jumping. */
static bool is_jump(const Position *position, BoardStep step) {
    int files = square_file(step.from) - square_file(step.to);
    int ranks = square_rank(step.from) - square_rank(step.to);
    bool far = files > 1 || files < -1 || ranks > 1 || ranks < -1;
    return far && position_piece_at(position, step.from) == MONKEY;
}

static void add_capture(const Position *position, BoardStep step, Buffer *text) {
    Square captured = is_jump(position, step) ? square_between(step.from, step.to) : step.to;
    buffer_add_string(text, ", takes the ");
    buffer_add_string(text, name_of(position, position_piece_at(position, captured)));
    append_square(text, " ", captured);
    if (captured != step.to)
        append_square(text, " jumping to ", step.to);
}

void description_steps(const Position *position, const BoardStepList *steps, int *index,
                       Buffer *text) {
    Square from = steps->step[*index].from;
    Bitboard quiet = 0;
    Buffer captures = {0};
    bool stop = false;
    for (; *index < steps->count && steps->step[*index].from == from; ++*index) {
        BoardStep step = steps->step[*index];
        bool captured = position_piece_at(position, step.to) != PIECE_NONE;
        if (step.to == from)
            stop = true;
        else if (captured || is_jump(position, step))
            add_capture(position, step, &captures);
        else
            quiet |= square_bit(step.to);
    }
    buffer_add_string(text, name_of(position, position_piece_at(position, from)));
    append_square(text, " ", from);
    buffer_add_string(text, quiet ? " to " : "");
    description_square_list(quiet, "or", text);
    if (captures.length > 0)
        buffer_add_string(text, captures.bytes + (quiet ? 0 : 1));
    buffer_add_string(text, stop ? ", or stops." : ".");
    buffer_free(&captures);
}
