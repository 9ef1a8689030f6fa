/* Games whose searches are checked for claims. */
#include <config.h>

#include "claims.h"

#include <string.h>

#include "base/random.h"
#include "rules/fen.h"
#include "rules/movegen.h"

enum {
    GAME_MAX = 300,
    OPENING_MAX = 30,
    BACK_MAX = 8,
    SPARSE_MAX = 5 /* pieces besides the lions */
};

/* How a side plays. */
typedef enum PlayStyle {
    STYLE_RANDOM,
    STYLE_ENGINE,  /* the search's move */
    STYLE_RETRACE, /* takes the last own move back, if possible */
    STYLE_QUIET,   /* no captures, no progress, no lion in danger */
    STYLE_COUNT
} PlayStyle;

/* Variants with short games, derived from built-in ones. */
static const struct {
    const char *base;
    Repetition repetition;
    int quiet_plies;
    BareLions bare_lions;
} variants[] = {
    {"congo", REPETITION_DRAW, 12, BARE_LIONS_DRAW_UNLESS_CAPTURE},
    {"wits", REPETITION_NONE, 20, BARE_LIONS_DRAW},
    {"congo", REPETITION_ILLEGAL, 0, BARE_LIONS_PLAY},
    {"islands", REPETITION_NONE, 0, BARE_LIONS_PLAY},
};
enum { VARIANT_COUNT = sizeof variants / sizeof variants[0] };

static Variant choose_variant(uint64_t *state) {
    size_t builtin = 0;
    while (variant_builtin(builtin))
        builtin++;
    size_t index = (size_t)random_below(state, builtin + VARIANT_COUNT);
    if (index < builtin)
        return *variant_builtin(index);
    index -= builtin;
    Variant variant = *variant_find(variants[index].base);
    variant.repetition = variants[index].repetition;
    variant.quiet_plies = variants[index].quiet_plies;
    variant.bare_lions = variants[index].bare_lions;
    return variant;
}

/* ---- starts ---- */

/* Puts a piece on a random empty square. */
static void put(char *board, char letter, Color color, uint64_t *state) {
    char *place;
    do
        place = &board[random_below(state, SQUARE_COUNT)];
    while (*place != '1');
    *place = color == WHITE ? letter : (char)(letter - 'A' + 'a');
}

/* Sets up lions and a few pieces anywhere. Returns false if the game is over. */
static bool start_sparse(const Variant *variant, uint64_t *state, Position *position) {
    char board[SQUARE_COUNT + 1] = "1111111111111111111111111111111111111111111111111";
    char fen[FEN_SIZE];
    size_t length = 0;
    board[2 + random_below(state, 3) + 7 * random_below(state, 3)] = 'l';
    board[30 + random_below(state, 3) + 7 * random_below(state, 3)] = 'L';
    for (uint64_t pieces = 1 + random_below(state, SPARSE_MAX); pieces > 0; pieces--) {
        PieceType type = (PieceType)(LION + 1 + random_below(state, SUPERPAWN));
        put(board, piece_type_letter(type, variant->pawns), (Color)random_below(state, 2), state);
    }
    for (size_t rank = 0; rank < 7; rank++) {
        memcpy(&fen[length], &board[rank * 7], 7);
        fen[length + 7] = '/';
        length += 8;
    }
    strcpy(&fen[length], random_below(state, 2) ? "w/-1" : "b/-1");
    return fen_parse(fen, variant, position, NULL) &&
           position_outcome(position).result == RESULT_OPEN;
}

static void choose_start(const Variant *variant, uint64_t *state, Position *position) {
    position_start(position, variant);
    if (random_below(state, 2) == 0)
        while (!start_sparse(variant, state, position))
            continue;
}

/* ---- moves ---- */

static SearchLimits choose_limits(uint64_t *state) {
    SearchLimits limits = {.nodes = UINT64_C(100) << random_below(state, 8)};
    limits.nodes += random_below(state, (size_t)limits.nodes);
    if (random_below(state, 3) == 0)
        limits = (SearchLimits){.depth = 1 + (int)random_below(state, 7), .nodes = 30000};
    return limits;
}

static bool takes(const Position *position, Move move) {
    return position_captured(position, move) != 0;
}

static bool retraces(const Record *record, Move move) {
    if (record->current < 2)
        return false;
    Move last = record->plies[record->current - 2].move;
    return !takes(record_position(record), move) && move_from(move) == move_to(last) &&
           move_to(move) == move_from(last);
}

static bool is_quiet(const Record *record, Move move) {
    Position child = *record_position(record);
    position_make(&child, move);
    return child.quiet > 0 && !position_can_capture_lion(&child) && !record_repeats(record, move);
}

/* Returns a random move that suits the style, or any if none does. */
static Move choose_move(const Record *record, PlayStyle style, uint64_t *state) {
    MoveList list;
    Move chosen = MOVE_NONE;
    size_t fit = 0;
    bool greedy = random_below(state, 3) == 0;
    movelist_init(&list);
    record_moves(record, &list);
    for (size_t i = 0; i < list.count; i++) {
        Move move = list.moves[i];
        bool fits = style == STYLE_RETRACE ? retraces(record, move)
                    : style == STYLE_QUIET ? is_quiet(record, move)
                                           : greedy && takes(record_position(record), move);
        if (fits && random_below(state, ++fit) == 0)
            chosen = move;
    }
    if (move_is_none(chosen))
        chosen = list.moves[random_below(state, list.count)];
    movelist_free(&list);
    return chosen;
}

static bool is_open(const Record *record) {
    return record->current < GAME_MAX && record_outcome(record).result == RESULT_OPEN;
}

static void play_unseen(Record *record, PlayStyle style, size_t plies, uint64_t *state) {
    for (size_t i = 0; i < plies && is_open(record); i++)
        record_play(record, choose_move(record, style, state), -1, -1, NULL);
}

static PlayStyle choose_style(uint64_t *state) {
    /* At least half of the sides play the engine's moves. */
    return random_below(state, 2) ? STYLE_ENGINE : (PlayStyle)random_below(state, STYLE_COUNT);
}

/* Plays until shortly before the quiet plies draw. */
static void play_quietly(Record *record, uint64_t *state) {
    int limit = record->variant.quiet_plies;
    int wanted = limit - 1 - (int)random_below(state, 16);
    if (wanted > 0)
        play_unseen(record, STYLE_QUIET, (size_t)wanted, state);
}

/* Searches the positions of a game and of its branches. */
static void search_game(Claims *claims, Record *record, int searches) {
    uint64_t *state = &claims->state;
    const PlayStyle styles[COLOR_COUNT] = {choose_style(state), choose_style(state)};
    while (is_open(record) && claims->counts.searches < searches) {
        int multipv = random_below(state, 4) == 0 ? 2 + (int)random_below(state, 3) : 1;
        SearchInfo info = claims_search(claims, record, choose_limits(state), multipv);
        PlayStyle style = styles[record_position(record)->side];
        Move move = info.lines[0].pv[0];
        if (style != STYLE_ENGINE || random_below(state, 8) == 0)
            move = choose_move(record, style, state);
        record_play(record, move, -1, -1, NULL);
        if (random_below(state, 12) == 0) {
            uint64_t back = 1 + random_below(state, BACK_MAX);
            record_go_to(record, record->current > back ? record->current - (size_t)back : 0);
            play_unseen(record, STYLE_RANDOM, 1, state);
        }
    }
}

void claims_search_games(Claims *claims, int searches) {
    uint64_t *state = &claims->state;
    while (claims->counts.searches < searches) {
        Variant variant = choose_variant(state);
        Position start;
        choose_start(&variant, state, &start);
        Record *record = record_create(&start);
        play_unseen(record, STYLE_RANDOM, (size_t)random_below(state, OPENING_MAX), state);
        if (random_below(state, 4) == 0)
            play_quietly(record, state);
        if (random_below(state, 4) != 0)
            engine_new_game(claims->engine);
        search_game(claims, record, searches);
        record_free(record);
    }
}
