#include <config.h>

#include "cli/description.h"

#include "rules/coordinate.h"
#include "rules/notation.h"
#include "rules/movegen.h"

/* ---- attacks ---- */

/* Returns the monkeys that could capture the enemy piece there, but not with their first jump. */
static Bitboard find_later_captures(const Position *position, Square square, Color by) {
    Bitboard from = 0;
    Position own_turn = *position;
    MoveList list;
    if (!(position->by_color[color_other(by)] & square_bit(square)))
        return 0;
    own_turn.side = (uint8_t)by;
    own_turn.jump_start = own_turn.jump_at = SQUARE_NONE;
    movelist_init(&list);
    movegen_captures(&own_turn, &list);
    for (size_t i = 0; i < list.count; i++)
        if (bitboard_has(position_captured(&own_turn, list.moves[i]), square))
            from |= square_bit(move_from(list.moves[i]));
    movelist_free(&list);
    return from & ~movegen_attackers(position, square, by);
}

/* Appends the attackers, and the monkeys that need more than one jump. */
static void add_attacking_pieces(const Position *position, Bitboard attackers, Bitboard chains,
                                 const char *word, Buffer *text) {
    if (attackers) {
        buffer_add_string(text, word);
        describe_piece_list(position, attackers, text);
    }
    if (chains) {
        buffer_add_string(text, attackers ? ", and by more than one jump with "
                                          : "by more than one jump with ");
        describe_piece_list(position, chains, text);
    }
    buffer_add_string(text, ".");
}

/* Appends the pieces that attack or protect a square; `verb` is "attack" or "protect". */
static void add_attackers(const Position *position, Square square, Color by, const char *verb,
                          Buffer *text) {
    Bitboard attackers = movegen_attackers(position, square, by);
    Bitboard chains = find_later_captures(position, square, by);
    if (!attackers && !chains) {
        buffer_add_format(text, " %s does not %s it.", color_name(by), verb);
        return;
    }
    buffer_add_format(text, " %s %ss it ", color_name(by), verb);
    add_attacking_pieces(position, attackers, chains, "with ", text);
}

void description_attackers(const Position *position, Square square, Buffer *text) {
    coordinate_add_square(text, square);
    if (!bitboard_has(position_occupied(position), square)) {
        buffer_add_string(text, " is empty.");
        add_attackers(position, square, WHITE, "attack", text);
        add_attackers(position, square, BLACK, "attack", text);
        return;
    }
    Color color = position_color_at(position, square);
    buffer_add_format(
        text, ": %s %s.", color_word(color),
        piece_type_name(position_piece_at(position, square), position->variant->pawns));
    add_attackers(position, square, color_other(color), "attack", text);
    if (position_piece_at(position, square) != LION)
        add_attackers(position, square, color, "protect", text);
}

/* ---- the river ---- */

Bitboard description_in_river(const Position *position, Color color) {
    return position->by_color[color] & variant_deep(position->variant) &
           ~position->by_type[CROCODILE];
}

/* position_endangered() leaves out a monkey that entered the river in the capture in progress. */
void description_drowning(const Position *position, Color color, Buffer *text) {
    bool to_move = position_side(position) == color;
    Bitboard pieces =
        to_move ? position_endangered(position) : description_in_river(position, color);
    if (!pieces) {
        buffer_add_format(text, "%s has nothing in the river that drowns.", color_name(color));
        return;
    }
    bool one = popcount64(pieces) == 1;
    buffer_add_format(text, "%s's ", color_name(color));
    describe_piece_list(position, pieces, text);
    buffer_add_string(text, one ? " drowns at the end of " : " drown at the end of ");
    if (to_move)
        buffer_add_string(text, "this turn");
    else
        buffer_add_format(text, "%s's next turn", color_name(color));
    buffer_add_string(text, one ? " unless it leaves the river."
                                : "; at most one of them can leave the river before then.");
}

/* ---- the lions ---- */

bool description_lion_attacked(const Position *position, Buffer *text) {
    Color color = position_side(position), by = color_other(color);
    if (!position_attacks_lion(position, by))
        return false;
    Square lion = bitboard_first(position_pieces(position, color, LION));
    buffer_add_format(text, "%s's lion ", color_name(color));
    coordinate_add_square(text, lion);
    buffer_add_format(text, " is attacked by %s ", color_name(by));
    add_attacking_pieces(position, movegen_attackers(position, lion, by),
                         find_later_captures(position, lion, by), "with ", text);
    return true;
}

bool description_facing_lions(const Position *position, Buffer *text) {
    if (!position_lions_face(position, NULL))
        return false;
    buffer_add_string(text, "The line between the lions ");
    coordinate_add_square(text, bitboard_first(position_pieces(position, WHITE, LION)));
    buffer_add_string(text, " and ");
    coordinate_add_square(text, bitboard_first(position_pieces(position, BLACK, LION)));
    buffer_add_format(text, " is open: it is %s who may capture along it.",
                      color_name(position_side(position)));
    return true;
}

/* ---- a capture in progress ---- */

bool description_open_capture(const Position *position, Buffer *text) {
    if (!position_in_capture(position))
        return false;
    Square at = (Square)position->jump_at;
    Bitboard targets;
    movegen_steps(position, at, &targets, NULL);
    targets &= ~square_bit(at);
    buffer_add_format(text, "%s's monkey is capturing: it began on ",
                      color_name(position_side(position)));
    coordinate_add_square(text, (Square)position->jump_start);
    buffer_add_string(text, ", stands on ");
    coordinate_add_square(text, at);
    buffer_add_string(text,
                      targets ? ", and may stop or jump on to " : ", and has no further jump");
    describe_square_list(targets, "or", text);
    buffer_add_string(text, ".");
    return true;
}

/* ---- repetition ---- */

/* Appends the moves that the variant forbids now. Returns false if there are none. Captures never
 * repeat a position. */
static bool add_forbidden_moves(const Record *record, Buffer *text) {
    const Position *position = record_position(record);
    const char *separator = "Moves that repeat an earlier position are forbidden here: ";
    bool found = false;
    MoveList list;
    movelist_init(&list);
    movegen_quiets(position, &list);
    for (size_t i = 0; i < list.count; i++) {
        if (!record_repetition_forbids(record, list.moves[i]))
            continue;
        buffer_add_string(text, separator);
        description_move(position, list.moves[i], text);
        separator = "; ";
        found = true;
    }
    movelist_free(&list);
    if (found)
        buffer_add_string(text, ".");
    return found;
}

bool description_repetition(const Record *record, Buffer *text) {
    if (record->variant.repetition == REPETITION_ILLEGAL)
        return add_forbidden_moves(record, text);
    if (record->variant.repetition != REPETITION_DRAW ||
        record_occurrences(record, record->current) != 2)
        return false;
    buffer_add_string(text,
                      "This position has come up for the second time; the third time is a draw.");
    return true;
}

/* ---- a transition ---- */

static void add_drowned(const Transition *transition, Buffer *text) {
    for (Bitboard set = transition->drowned; set;) {
        Square square = bitboard_pop(&set);
        buffer_add_format(text, " %s's %s", color_name(position_side(transition->before)),
                          transition_drowned_name(transition, square));
        buffer_add_string(text, " ");
        coordinate_add_square(text, square);
        buffer_add_string(text, " drowns.");
    }
}

static void add_continuations(const Transition *transition, Buffer *text) {
    Position after = *transition->before;
    Bitboard targets;
    Square from = position_make_jumps(&after, transition->move, move_jumps(transition->move));
    movegen_steps(&after, from, &targets, NULL);
    buffer_add_string(text, " It may jump on to ");
    describe_square_list(targets & ~square_bit(from), "or", text);
    buffer_add_string(text, ", or stop with \"move ");
    coordinate_add_square(text, from);
    buffer_add_string(text, " ");
    coordinate_add_square(text, from);
    buffer_add_string(text, "\".");
}

static void add_turn(const Transition *transition, Buffer *text) {
    describe_move(transition->before, transition->move, text);
    if (transition->stopped_early && !move_is_stop(transition->move))
        buffer_add_string(text, ", and stops there");
}

void description_move(const Position *position, Move move, Buffer *text) {
    Position before = *position;
    Transition transition = transition_make(&before, move, 0, false);
    add_turn(&transition, text);
}

void description_transition(const Transition *transition, Buffer *text) {
    buffer_add_format(text, "%s: ", color_name(position_side(transition->before)));
    add_turn(transition, text);
    buffer_add_string(text, ".");
    if (transition->open)
        add_continuations(transition, text);
    add_drowned(transition, text);
}

/* ---- solved endings ---- */

void description_ending_choice(const Position *position, size_t number, const EndingChoice *choice,
                               NotationStyle style, Buffer *text) {
    char move[NOTATION_SIZE], value[ENDING_TEXT_SIZE];
    notation_write(position, choice->move, style, move);
    buffer_add_format(text, "%2zu. %s: %s", number, move,
                      ending_choice_write(choice, position_side(position), value));
}

/* ---- steps ---- */

/* A monkey moves two squares only by jumping. */
static bool is_jump(const Position *position, BoardStep step) {
    int files = square_file(step.from) - square_file(step.to);
    int ranks = square_rank(step.from) - square_rank(step.to);
    bool far = files > 1 || files < -1 || ranks > 1 || ranks < -1;
    return far && position_piece_at(position, step.from) == MONKEY;
}

static void add_capture(const Position *position, BoardStep step, Buffer *text) {
    Square captured = is_jump(position, step) ? square_between(step.from, step.to) : step.to;
    buffer_add_string(text, ", takes the ");
    describe_piece(position, captured, text);
    if (captured != step.to) {
        buffer_add_string(text, " jumping to ");
        coordinate_add_square(text, step.to);
    }
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
    describe_piece(position, from, text);
    buffer_add_string(text, quiet ? " to " : "");
    describe_square_list(quiet, "or", text);
    if (captures.length > 0)
        buffer_add_string(text, captures.bytes + (quiet ? 0 : 1));
    buffer_add_string(text, stop ? ", or stops." : ".");
    buffer_free(&captures);
}
