/*
 * The moves played from a position in many games. Games that reach it by another order of moves
 * count; mirror images do not. A game counts once for a position, where it had it first.
 */
#ifndef COLLECTION_GAME_TREE_H
#define COLLECTION_GAME_TREE_H

#include "collection/collection.h"
#include "play/storage.h"
#include "rules/games/gamereader.h"
#include "rules/record.h"

typedef struct GameTree GameTree;

GameTree *game_tree_create(void);
void game_tree_free(GameTree *tree); /* NULL is allowed */

/* Adds a game with all of its plies. */
void game_tree_add(GameTree *tree, const Record *record);

/* Adds the games of a collection that are over. */
void game_tree_add_collection(GameTree *tree, const Collection *collection);

/* Adds all games of a reader, also of foreign ones. A damaged game is left out and counted in
 * *damaged. Returns false with an error if `watch`, which may be NULL, stopped it. */
bool game_tree_add_games(GameTree *tree, GameReader *reader, const StorageWatch *watch,
                         size_t *damaged, Error *error);

/* Adds the games of a file. A damaged game is left out and counted in *damaged. Returns false with
 * an error if the file cannot be read, has no game, or `watch` stopped it. */
bool game_tree_add_file(GameTree *tree, const char *path, const StorageWatch *watch,
                        size_t *damaged, Error *error);

size_t game_tree_games(const GameTree *tree);

typedef struct GameTreeCount {
    size_t games; /* those without a result included */
    size_t white, draws, black;
} GameTreeCount;

void game_tree_count_result(GameTreeCount *count, Result result);

typedef struct GameTreeMove {
    Move move;
    GameTreeCount count;
} GameTreeMove;

/* What was played from a position. */
typedef struct GameTreeNode {
    GameTreeCount count; /* of the games that had the position */
    GameTreeMove *moves; /* the most played first */
    size_t move_count;
} GameTreeNode;

/* Looks a position up in the games of its variant. Free the node with game_tree_free_node. */
void game_tree_look_up(const GameTree *tree, const Position *position, GameTreeNode *node);
void game_tree_free_node(GameTreeNode *node);

#endif
