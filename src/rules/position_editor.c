#include <config.h>

#include "rules/position_editor.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "rules/fen.h"

typedef struct EditorState {
    Variant variant;
    Position board; /* without its variant; the key is computed when it is asked for */
} EditorState;

struct PositionEditor {
    EditorState *states; /* the oldest first */
    size_t count;
    size_t current; /* later states can be redone */
};

static EditorState *current_state(const PositionEditor *editor) {
    return &editor->states[editor->current];
}

const Position *position_editor_board(const PositionEditor *editor) {
    return &current_state(editor)->board;
}

const Variant *position_editor_variant(const PositionEditor *editor) {
    return &current_state(editor)->variant;
}

/* The states move when their array grows. */
static void borrow_variants(PositionEditor *editor) {
    for (size_t i = 0; i < editor->count; i++)
        editor->states[i].board.variant = &editor->states[i].variant;
}

PositionEditor *position_editor_create(const Position *position) {
    PositionEditor *editor = memory_allocate(sizeof *editor);
    editor->states = memory_allocate(sizeof *editor->states);
    editor->states[0] = (EditorState){*position->variant, *position};
    editor->states[0].board.quiet = 0;
    editor->count = 1;
    borrow_variants(editor);
    return editor;
}

void position_editor_free(PositionEditor *editor) {
    if (editor == NULL)
        return;
    free(editor->states);
    free(editor);
}

/* ---- edits ---- */

/* Appends a state, in place of those that could be redone, and makes it the current one. */
static void add_state(PositionEditor *editor, EditorState state) {
    state.board.key = position_compute_key(&state.board);
    state.board.quiet = 0;
    if (position_same(&state.board, &current_state(editor)->board) &&
        strcmp(state.variant.name, current_state(editor)->variant.name) == 0 &&
        variant_same_rules(&state.variant, &current_state(editor)->variant))
        return;
    editor->count = editor->current + 1;
    if (editor->count > POSITION_EDITOR_UNDO_MAX) {
        editor->count--;
        memmove(editor->states, editor->states + 1, editor->count * sizeof *editor->states);
    }
    editor->states = memory_resize(editor->states, editor->count + 1, sizeof *editor->states);
    editor->current = editor->count;
    editor->states[editor->count++] = state;
    borrow_variants(editor);
}

/* Returns a copy of the current state to be changed. */
static EditorState begin_edit(const PositionEditor *editor) {
    EditorState state = *current_state(editor);
    state.board.jump_start = state.board.jump_at = SQUARE_NONE;
    return state;
}

static void replace(Position *board, Color color, PieceType type, Square square) {
    placement_remove(board, square);
    placement_put(board, color, type, square);
}

bool position_editor_put(PositionEditor *editor, Color color, PieceType type, Square square,
                         Error *error) {
    EditorState state = begin_edit(editor);
    if (!variant_has_piece(&state.variant, type))
        return error_set(error, ERROR_RANGE, "there is no %s in %s",
                         piece_type_name(type, state.variant.pawns), state.variant.name);
    replace(&state.board, color, type, square);
    add_state(editor, state);
    return true;
}

void position_editor_move(PositionEditor *editor, Square from, Square to) {
    EditorState state = begin_edit(editor);
    PieceType type = position_piece_at(&state.board, from);
    if (type == PIECE_NONE || from == to)
        return;
    Color color = position_color_at(&state.board, from);
    placement_remove(&state.board, from);
    replace(&state.board, color, type, to);
    add_state(editor, state);
}

void position_editor_remove(PositionEditor *editor, Square square) {
    EditorState state = begin_edit(editor);
    if (!bitboard_has(position_occupied(&state.board), square))
        return;
    placement_remove(&state.board, square);
    add_state(editor, state);
}

void position_editor_set_side(PositionEditor *editor, Color side) {
    EditorState state = begin_edit(editor);
    if (position_side(&state.board) == side)
        return;
    state.board.side = (uint8_t)side;
    add_state(editor, state);
}

static void remove_all(Position *board) {
    memset(board->by_type, 0, sizeof board->by_type);
    memset(board->by_color, 0, sizeof board->by_color);
}

void position_editor_clear(PositionEditor *editor) {
    EditorState state = begin_edit(editor);
    remove_all(&state.board);
    add_state(editor, state);
}

void position_editor_start(PositionEditor *editor) {
    EditorState state = *current_state(editor);
    position_start(&state.board, &state.variant);
    add_state(editor, state);
}

/* Puts the pieces of a board onto other squares of an empty one. */
static void transform(PositionEditor *editor, bool exchange) {
    EditorState state = begin_edit(editor);
    Position from = state.board;
    remove_all(&state.board);
    for (Bitboard pieces = position_occupied(&from); pieces;) {
        Square square = bitboard_pop(&pieces);
        Color color = position_color_at(&from, square);
        placement_put(&state.board, exchange ? color_other(color) : color,
                      position_piece_at(&from, square),
                      exchange ? square_exchange(square) : square_mirror(square));
    }
    if (exchange)
        state.board.side = (uint8_t)color_other(position_side(&from));
    add_state(editor, state);
}

void position_editor_mirror(PositionEditor *editor) {
    transform(editor, false);
}

void position_editor_exchange(PositionEditor *editor) {
    transform(editor, true);
}

bool position_editor_paste(PositionEditor *editor, const char *fen, Error *error) {
    EditorState state = *current_state(editor);
    if (!fen_parse(fen, &state.variant, &state.board, error))
        return false;
    add_state(editor, state);
    return true;
}

void position_editor_set_variant(PositionEditor *editor, const Variant *variant) {
    EditorState state = begin_edit(editor);
    state.variant = *variant;
    add_state(editor, state);
}

bool position_editor_undo(PositionEditor *editor) {
    if (editor->current == 0)
        return false;
    editor->current--;
    return true;
}

bool position_editor_redo(PositionEditor *editor) {
    if (editor->current + 1 == editor->count)
        return false;
    editor->current++;
    return true;
}

/* ---- reasons against a game ---- */

/* Writes the sentence with the index that is asked for. */
typedef struct ReasonList {
    const Position *board;
    size_t index, wanted;
    char *sentence;
} ReasonList;

static void add_reason(ReasonList *list, const char *format, ...) PRINTF_LIKE(2, 3);

static void add_reason(ReasonList *list, const char *format, ...) {
    if (list->index++ != list->wanted)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(list->sentence, POSITION_EDITOR_SENTENCE_SIZE, format, arguments);
    va_end(arguments);
}

enum { SQUARES_NAMED = 4, SQUARES_TEXT_SIZE = 64 };

/* Writes "a7, c7 and d7", or "a7, b7 and 5 more". */
static const char *name_squares(Bitboard squares, char text[SQUARES_TEXT_SIZE]) {
    int count = popcount64(squares), named = count > SQUARES_NAMED ? SQUARES_NAMED - 1 : count;
    char name[SQUARE_TEXT_SIZE];
    text[0] = '\0';
    for (int i = 0; i < named; i++)
        text_append(text, SQUARES_TEXT_SIZE, "%s%s",
                    i == 0           ? ""
                    : i == count - 1 ? " and "
                                     : ", ",
                    square_write(bitboard_pop(&squares), name));
    if (named < count)
        text_append(text, SQUARES_TEXT_SIZE, " and %d more", count - named);
    return text;
}

static void explain_last_rank(ReasonList *list, const PlacementFault *fault) {
    char squares[SQUARES_TEXT_SIZE];
    const char *super = piece_type_name(SUPERPAWN, list->board->variant->pawns);
    name_squares(fault->squares, squares);
    bool one = popcount64(fault->squares) == 1;
    add_reason(list, "%s's pawn%s on %s must be %s%s%s.", color_name(fault->color), one ? "" : "s",
               squares, one ? "a " : "", super, one ? "" : "s");
}

static void explain_foreign(ReasonList *list, const PlacementFault *fault) {
    const Variant *variant = list->board->variant;
    char squares[SQUARES_TEXT_SIZE];
    PieceType type = position_piece_at(list->board, bitboard_first(fault->squares));
    name_squares(fault->squares, squares);
    add_reason(list, "There is no %s in %s: remove it from %s.",
               piece_type_name(type, variant->pawns), variant->name, squares);
}

static void explain_fault(ReasonList *list, const PlacementFault *fault) {
    const char *side = color_name(fault->color);
    switch (fault->type) {
    case PLACEMENT_FOREIGN_PIECE:
        explain_foreign(list, fault);
        break;
    case PLACEMENT_SECOND_LION:
        add_reason(list, "%s has %d lions: leave only one.", side, popcount64(fault->squares));
        break;
    case PLACEMENT_LAST_RANK:
        explain_last_rank(list, fault);
        break;
    case PLACEMENT_NO_LIONS:
        break; /* each colour's is missed already */
    case PLACEMENT_LION_OUTSIDE:
        add_reason(list, "%s's lion is outside its castle, %s to %s.", side,
                   placement_castle_first(fault->color), placement_castle_last(fault->color));
        break;
    case PLACEMENT_TOO_MANY:
        add_reason(list, "%s has %d pieces: at most %d are allowed.", side,
                   popcount64(list->board->by_color[fault->color]), PIECES_MAX);
        break;
    }
}

/* The rules say when a game is over; a missing lion is explained already. */
static void explain_outcome(ReasonList *list) {
    switch (position_outcome(list->board).reason) {
    case REASON_NO_MOVES:
        add_reason(list, "%s has no legal move, so the game is over.",
                   color_name(position_side(list->board)));
        break;
    case REASON_BARE_LIONS:
        add_reason(list, "Only lions are left: a draw. Add a piece.");
        break;
    default:
        break;
    }
}

bool position_editor_explain(const PositionEditor *editor, size_t index,
                             char sentence[POSITION_EDITOR_SENTENCE_SIZE]) {
    PlacementFault faults[PLACEMENT_FAULTS_MAX];
    ReasonList list = {position_editor_board(editor), 0, index, sentence};
    for (int color = 0; color < COLOR_COUNT; color++)
        if (position_pieces(list.board, (Color)color, LION) == 0)
            add_reason(&list, "%s has no lion: put it on %s to %s.", color_name((Color)color),
                       placement_castle_first((Color)color), placement_castle_last((Color)color));
    int count = placement_check(list.board, faults);
    for (int i = 0; i < count; i++)
        explain_fault(&list, &faults[i]);
    if (count == 0)
        explain_outcome(&list);
    return index < list.index;
}

Bitboard position_editor_faults(const PositionEditor *editor) {
    PlacementFault faults[PLACEMENT_FAULTS_MAX];
    Bitboard squares = 0;
    for (int i = placement_check(position_editor_board(editor), faults); i > 0; i--)
        squares |= faults[i - 1].squares;
    return squares;
}

static bool fail_with_reason(const PositionEditor *editor, Error *error) {
    char sentence[POSITION_EDITOR_SENTENCE_SIZE];
    position_editor_explain(editor, 0, sentence);
    sentence[strlen(sentence) - 1] = '\0'; /* errors have no full stop */
    return error_set(error, ERROR_STATE, "%s", sentence);
}

bool position_editor_get(const PositionEditor *editor, Position *position, Error *error) {
    char sentence[POSITION_EDITOR_SENTENCE_SIZE];
    if (position_editor_explain(editor, 0, sentence))
        return fail_with_reason(editor, error);
    *position = *position_editor_board(editor);
    return true;
}

bool position_editor_write_fen(const PositionEditor *editor, char fen[FEN_SIZE], Error *error) {
    PlacementFault faults[PLACEMENT_FAULTS_MAX];
    if (placement_check(position_editor_board(editor), faults) > 0)
        return fail_with_reason(editor, error);
    fen_write(position_editor_board(editor), fen);
    return true;
}
