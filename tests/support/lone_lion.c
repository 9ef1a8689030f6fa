#include <config.h>

#include "lone_lion.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"
#include "rules/fen.h"
#include "rules/movegen.h"

enum {
    LIONS = 9, /* squares of a castle */
    PLACES = LIONS * LIONS * SQUARE_COUNT,
    HOLDER = 0, /* the side with the piece is to move */
    BARE = 1    /* the bare lion is to move */
};

/* The end of a position under perfect play, from the side to move's view. */
typedef struct End {
    bool exists;
    Result result; /* RESULT_OPEN: not known; RESULT_WHITE: the side to move wins */
    int plies;     /* to the end */
} End;

struct LoneTable {
    Position positions[PIECE_TYPE_COUNT][COLOR_COUNT][PLACES]; /* White has the piece */
    End ends[PIECE_TYPE_COUNT][COLOR_COUNT][PLACES];
};

static const End win_now = {true, RESULT_WHITE, 1};
static const End draw_now = {true, RESULT_DRAW, 0};
static const End open_end = {true, RESULT_OPEN, 0};

/* ---- places ---- */

/* Returns the number of a square, mirrored if Black has the piece. */
static int number_of(Bitboard piece, Color holder) {
    int number = square_number(bitboard_first(piece));
    return holder == WHITE ? number : (6 - number / 7) * 7 + number % 7;
}

static int castle_index(int number, int first_row) {
    return (number / 7 - first_row) * 3 + number % 7 - 2;
}

static int castle_number(int index, int first_row) {
    return (first_row + index / 3) * 7 + 2 + index % 3;
}

static Bitboard piece_of(const Position *position) {
    return position_occupied(position) & ~position->by_type[LION];
}

/* Returns the entry of a position with one piece besides the lions. */
static End *end_of(LoneTable *table, const Position *position) {
    Square square = bitboard_first(piece_of(position));
    Color holder = position_color_at(position, square);
    int own = castle_index(number_of(position_pieces(position, holder, LION), holder), 4);
    int other =
        castle_index(number_of(position_pieces(position, color_other(holder), LION), holder), 0);
    int place = (own * LIONS + other) * SQUARE_COUNT + number_of(square_bit(square), holder);
    PieceType type = position_piece_at(position, square);
    return &table->ends[type][position_side(position) == holder ? HOLDER : BARE][place];
}

/* Sets up the position of a place, for Black if `turned`. Returns false if there is none. */
static bool place_position(int place, PieceType type, int turn, bool turned, Position *position) {
    char fen[] = "1111111/1111111/1111111/1111111/1111111/1111111/1111111/w/-1";
    const int numbers[] = {castle_number(place / SQUARE_COUNT / LIONS, 4),
                           castle_number(place / SQUARE_COUNT % LIONS, 0), place % SQUARE_COUNT};
    const char letters[] = {'L', 'l', piece_type_letter(type, PAWNS_CONGO)};
    for (int i = 0; i < 3; i++) {
        int row = numbers[i] / 7;
        char *square = &fen[(turned ? 6 - row : row) * 8 + numbers[i] % 7];
        if (*square != '1')
            return false;
        *square = turned ? (char)(letters[i] ^ ('a' ^ 'A')) : letters[i];
    }
    fen[56] = (turn == HOLDER) != turned ? 'w' : 'b';
    return fen_parse(fen, variant_find("congo"), position, NULL);
}

/* ---- the table ---- */

static End end_after(LoneTable *table, const Position *child) {
    if (piece_of(child))
        return *end_of(table, child);
    return position_outcome(child).result == RESULT_DRAW ? draw_now : win_now;
}

/* Returns the end of a position if it comes after `plies`, else open_end. */
static End end_in(LoneTable *table, const Position *position, int plies) {
    End lost = {true, RESULT_BLACK, plies};
    bool all_lose = true;
    bool won = false;
    MoveList list;
    if (position_can_capture_lion(position))
        return plies == 1 ? win_now : open_end;
    movelist_init(&list);
    movegen_distinct(position, &list);
    for (size_t i = 0; i < list.count; i++) {
        Position child = *position;
        position_make(&child, list.moves[i]);
        End end = end_after(table, &child);
        won = won || (end.result == RESULT_BLACK && end.plies == plies - 1);
        all_lose = all_lose && end.result == RESULT_WHITE && end.plies <= plies - 1;
    }
    movelist_free(&list);
    return won ? (End){true, RESULT_WHITE, plies} : all_lose ? lost : open_end;
}

/* Finds the positions that end after `plies` from those that end a ply earlier. Returns whether
 * there are any. */
static bool table_extend(LoneTable *table, int plies) {
    int found = 0;
    for (int i = 0; i < PIECE_TYPE_COUNT * COLOR_COUNT * PLACES; i++) {
        int type = i / (COLOR_COUNT * PLACES);
        int turn = i / PLACES % COLOR_COUNT;
        End *end = &table->ends[type][turn][i % PLACES];
        if (!end->exists || end->result != RESULT_OPEN)
            continue;
        *end = end_in(table, &table->positions[type][turn][i % PLACES], plies);
        found += end->result != RESULT_OPEN;
    }
    return found > 0;
}

LoneTable *lone_table_create(void) {
    LoneTable *table = memory_allocate(sizeof *table);
    for (PieceType type = ZEBRA; type <= SUPERPAWN; type++)
        for (int turn = 0; turn < COLOR_COUNT; turn++)
            for (int place = 0; place < PLACES; place++)
                table->ends[type][turn][place].exists =
                    place_position(place, type, turn, false, &table->positions[type][turn][place]);
    bool before = true;
    bool now = table_extend(table, 0);
    for (int plies = 1; before || now; plies++) {
        before = now;
        now = table_extend(table, plies);
    }
    return table;
}

static bool is_won(End end, int turn) {
    return end.result == (turn == HOLDER ? RESULT_WHITE : RESULT_BLACK);
}

LoneCount lone_count(const LoneTable *table, PieceType type) {
    LoneCount count = {.positions = 0};
    for (int i = 0; i < COLOR_COUNT * PLACES; i++) {
        End end = table->ends[type][i / PLACES][i % PLACES];
        count.positions += end.exists;
        if (!is_won(end, i / PLACES))
            continue;
        count.won++;
        count.mean += end.plies;
        count.longest = end.plies > count.longest ? end.plies : count.longest;
    }
    count.mean /= count.won > 0 ? count.won : 1;
    return count;
}

Position lone_choose(const LoneTable *table, PieceType type, uint64_t *state) {
    for (;;) {
        int turn = (int)random_below(state, COLOR_COUNT);
        int place = (int)random_below(state, PLACES);
        bool turned = random_below(state, 2) == 1;
        Position position;
        End end = table->ends[type][turn][place];
        if (is_won(end, turn) && end.plies > 0 &&
            place_position(place, type, turn, turned, &position))
            return position;
    }
}

/* ---- games ---- */

static Move search_move(Engine *engine, const Record *record, uint64_t nodes) {
    Error error = {0};
    SearchInfo info;
    SearchRequest request = {
        .advisor = ADVISOR_NEGAMAX,
        .positions = record->positions,
        .position_count = record->current + 1,
        .limits = {.nodes = nodes},
        .level = LEVEL_MAX,
        .multipv = 1,
    };
    if (!engine_search(engine, &request, NULL, &info, &error)) {
        fprintf(stderr, "%s\n", error.text);
        exit(EXIT_FAILURE);
    }
    return info.lines[0].pv[0];
}

/* Returns a move of the bare lion that draws, or else loses last. */
static Move longest_defence(LoneTable *table, const Record *record) {
    MoveList list;
    Move best = MOVE_NONE;
    int longest = -1;
    movelist_init(&list);
    record_moves(record, &list);
    for (size_t i = 0; i < list.count; i++) {
        Position child = *record_position(record);
        position_make(&child, list.moves[i]);
        End end = end_after(table, &child);
        int lasts = end.result == RESULT_WHITE ? end.plies : INT16_MAX;
        if (lasts > longest) {
            longest = lasts;
            best = list.moves[i];
        }
    }
    movelist_free(&list);
    return best;
}

int lone_play(LoneTable *table, const Position *position, Engine *attack, Engine *defence,
              uint64_t nodes) {
    Record *record = record_create(position);
    Color holder = position_color_at(position, bitboard_first(piece_of(position)));
    int moves = 0;
    while (record_outcome(record).result == RESULT_OPEN && moves <= LONE_MOVES_MAX) {
        bool own = position_side(record_position(record)) == holder;
        Engine *engine = own ? attack : defence;
        Move move = engine ? search_move(engine, record, nodes) : longest_defence(table, record);
        moves += own;
        if (!record_play(record, move, -1, -1, NULL))
            break;
    }
    Result result = record_outcome(record).result;
    record_free(record);
    bool won = result == (holder == WHITE ? RESULT_WHITE : RESULT_BLACK);
    return won && moves <= LONE_MOVES_MAX ? moves : 0;
}
