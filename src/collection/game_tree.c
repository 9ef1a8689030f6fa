#include <config.h>

#include "collection/game_tree.h"

#include <stdlib.h>

#include "base/memory.h"
#include "collection/game_index.h"
#include "collection/variant_set.h"
#include "rules/fen.h"
#include "rules/movegen.h"

/*
 * All positions of all games lie one after the other, as their keys, and a look-up passes over them
 * all: 600,000 of them take half a millisecond, and nothing has to be built.
 */
struct GameTree {
    VariantSet variants;
    uint64_t *keys;
    Move *moves; /* the move played in each position; MOVE_NONE at the end of a game */
    size_t count, capacity;
    struct TreeGame *games;
    size_t game_count, game_capacity;
};

typedef struct TreeGame {
    size_t first; /* position */
    const Variant *variant;
    Result result;
} TreeGame;

enum {
    CAPACITY_INITIAL = 1024,
    PROGRESS_STEP = 1 << 20 /* bytes */
};

GameTree *game_tree_create(void) {
    return memory_allocate(sizeof(GameTree));
}

void game_tree_free(GameTree *tree) {
    if (tree == NULL)
        return;
    variant_set_free(&tree->variants);
    free(tree->keys);
    free(tree->moves);
    free(tree->games);
    free(tree);
}

size_t game_tree_games(const GameTree *tree) {
    return tree->game_count;
}

/* ---- adding games ---- */

static size_t grown(size_t capacity) {
    return capacity > 0 ? 2 * capacity : CAPACITY_INITIAL;
}

static void begin_game(GameTree *tree, const Variant *variant, Result result) {
    if (tree->game_count == tree->game_capacity) {
        tree->game_capacity = grown(tree->game_capacity);
        tree->games = memory_resize(tree->games, tree->game_capacity, sizeof *tree->games);
    }
    tree->games[tree->game_count++] =
        (TreeGame){.first = tree->count,
                   .variant = variant_set_add(&tree->variants, variant),
                   .result = result};
}

static void add_position(GameTree *tree, uint64_t key, Move move) {
    if (tree->count == tree->capacity) {
        tree->capacity = grown(tree->capacity);
        tree->keys = memory_resize(tree->keys, tree->capacity, sizeof *tree->keys);
        tree->moves = memory_resize(tree->moves, tree->capacity, sizeof *tree->moves);
    }
    tree->keys[tree->count] = key;
    tree->moves[tree->count++] = move;
}

void game_tree_add(GameTree *tree, const Record *record) {
    begin_game(tree, &record->variant, record_outcome_at(record, record->count).result);
    for (size_t ply = 0; ply < record->count; ply++)
        add_position(tree, record_position_at(record, ply)->key, record->plies[ply].move);
    add_position(tree, record_position_at(record, record->count)->key, MOVE_NONE);
}

/* A game of the index stops at a move that is not legal. */
static void add_indexed(GameTree *tree, const IndexedGame *game) {
    Position position;
    size_t offset = 0;
    Move move;
    if (!fen_parse(game->start, game->info.variant, &position, NULL))
        return;
    begin_game(tree, game->info.variant, game->info.outcome.result);
    while (game_index_next_move(game, &offset, &move) && move_is_legal(&position, move)) {
        add_position(tree, position.key, move);
        position_make(&position, move);
    }
    add_position(tree, position.key, MOVE_NONE);
}

void game_tree_add_collection(GameTree *tree, const Collection *collection) {
    for (size_t i = 0; i < collection_count(collection); i++) {
        const IndexedGame *game = collection_kept(collection, i);
        if (game != NULL && game->info.kind == GAME_KEPT)
            add_indexed(tree, game);
    }
}

bool game_tree_add_games(GameTree *tree, GameReader *reader, const StorageWatch *watch,
                         size_t *damaged, Error *error) {
    size_t reported = 0;
    *damaged = 0;
    for (bool more = gamereader_more(reader); more;) {
        Record *record = gamereader_next(reader, false, NULL);
        if (record != NULL)
            game_tree_add(tree, record);
        else
            ++*damaged;
        more = record != NULL ? gamereader_more(reader) : gamereader_recover(reader);
        record_free(record);
        if (watch == NULL || reader->at.offset - reported < PROGRESS_STEP)
            continue;
        reported = reader->at.offset;
        if (!watch->on_progress(watch->context, reported, reader->length))
            return error_set(error, ERROR_STATE, "%s: reading was stopped", reader->name);
    }
    return true;
}

bool game_tree_add_file(GameTree *tree, const char *path, const StorageWatch *watch,
                        size_t *damaged, Error *error) {
    GameReader reader;
    size_t length, before = tree->game_count;
    char *text = file_read(path, &length, error);
    if (text == NULL)
        return false;
    gamereader_init(&reader, path, text, length);
    bool done = game_tree_add_games(tree, &reader, watch, damaged, error);
    free(text);
    return done && (tree->game_count > before || *damaged > 0 ||
                    error_set(error, ERROR_RANGE, "%s: no games found", path));
}

/* ---- looking up ---- */

void game_tree_count_result(GameTreeCount *count, Result result) {
    count->games++;
    count->white += result == RESULT_WHITE;
    count->draws += result == RESULT_DRAW;
    count->black += result == RESULT_BLACK;
}

/* Returns the last game that begins at or before a place. */
static const TreeGame *find_game(const GameTree *tree, size_t place) {
    size_t low = 0, high = tree->game_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (tree->games[middle].first <= place)
            low = middle;
        else
            high = middle;
    }
    return &tree->games[low];
}

static void count_move(GameTreeNode *node, Move move, Result result) {
    size_t i = 0;
    while (i < node->move_count && !move_equal(node->moves[i].move, move))
        i++;
    if (i == node->move_count) {
        node->moves = memory_resize(node->moves, node->move_count + 1, sizeof *node->moves);
        node->moves[node->move_count++] = (GameTreeMove){.move = move};
    }
    game_tree_count_result(&node->moves[i].count, result);
}

static int most_played_first(const void *left, const void *right) {
    const GameTreeMove *a = left, *b = right;
    if (a->count.games != b->count.games)
        return a->count.games < b->count.games ? 1 : -1;
    return (a->move.bits > b->move.bits) - (a->move.bits < b->move.bits);
}

void game_tree_look_up(const GameTree *tree, const Position *position, GameTreeNode *node) {
    const Variant *variant = variant_set_find(&tree->variants, position->variant);
    const TreeGame *last = NULL;
    uint64_t key = position->key;
    *node = (GameTreeNode){0};
    for (size_t place = 0; variant != NULL && place < tree->count; place++) {
        if (tree->keys[place] != key)
            continue;
        const TreeGame *game = find_game(tree, place);
        if (game->variant != variant || game == last)
            continue;
        last = game;
        game_tree_count_result(&node->count, game->result);
        /* Keys of different positions may be equal. */
        if (!move_is_none(tree->moves[place]) && move_is_legal(position, tree->moves[place]))
            count_move(node, tree->moves[place], game->result);
    }
    if (node->move_count > 0)
        qsort(node->moves, node->move_count, sizeof *node->moves, most_played_first);
}

void game_tree_free_node(GameTreeNode *node) {
    free(node->moves);
    *node = (GameTreeNode){0};
}
