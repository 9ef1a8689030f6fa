#include <config.h>

#include "cli/commands/tree_command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "cli/commands/file_command.h"
#include "cli/output.h"
#include "collection/game_tree.h"
#include "config/variantfile.h"
#include "rules/fen.h"
#include "rules/notation.h"

enum { INDENT = 2, MOVE_COLUMNS = 24 };

/* ---- the games ---- */

/* Adds the games of a file, and says on standard error how many are damaged. */
static int add_file(GameTree *tree, const char *path, Error *error) {
    GameSource source;
    size_t damaged, before = game_tree_games(tree);
    if (!game_source_open(&source, path, error))
        return COMMAND_ERROR;
    StorageWatch watch = game_source_watch(&source.progress);
    game_tree_add_games(tree, &source.reader, &watch, &damaged, error);
    game_source_report_damaged(&source, damaged);
    game_source_close(&source);
    if (game_tree_games(tree) == before && damaged == 0)
        error_set(error, ERROR_RANGE, "%s: no games found", path);
    return error->code != ERROR_NONE || damaged > 0 ? COMMAND_FAILED : COMMAND_OK;
}

/* ---- the position ---- */

/* Plays moves in any notation; numbers before them are allowed. */
static bool play_moves(Record *record, char *text, Error *error) {
    for (char *word; (word = notation_next_move(&text)) != NULL;) {
        Move move;
        if (!record_parse_move(record, word, &move, NULL, error) ||
            !record_play_legal(record, move, -1, -1, error))
            return false;
    }
    return true;
}

/* Sets up the position that the options name, in a record that the caller frees. */
static Record *read_position(const FileTreeOptions *options, Error *error) {
    Variant variant;
    Position start;
    if (!variantfile_load(options->variant, &variant, error)) {
        error_prefix(error, "--variant: ");
        return NULL;
    }
    position_start(&start, &variant);
    if (options->start != NULL && !fen_parse(options->start, &variant, &start, error)) {
        error_prefix(error, "--fen: ");
        return NULL;
    }
    Record *record = record_create(&start);
    char *moves = memory_strdup(options->moves != NULL ? options->moves : "");
    if (!play_moves(record, moves, error)) {
        error_prefix(error, "--moves: ");
        record_free(record);
        record = NULL;
    }
    free(moves);
    return record;
}

/* ---- the table ---- */

static void add_row(const char *name, int indent, const GameTreeCount *count, Buffer *text) {
    buffer_add_format(text, "%*s%-*s %7zu %10zu %7zu %10zu\n", indent, "", MOVE_COLUMNS - indent,
                      name, count->games, count->white, count->draws, count->black);
}

/* Adds what was played from a position, and what was answered, `depth` moves deep. */
static void add_moves(const GameTree *tree, const Position *position, NotationStyle style,
                      int indent, int depth, Buffer *text) {
    GameTreeNode node;
    game_tree_look_up(tree, position, &node);
    for (size_t i = 0; i < node.move_count; i++) {
        char name[NOTATION_SIZE];
        Position after = *position;
        notation_write(position, node.moves[i].move, style, name);
        add_row(name, indent, &node.moves[i].count, text);
        position_make(&after, node.moves[i].move);
        if (depth > 1)
            add_moves(tree, &after, style, indent + INDENT, depth - 1, text);
    }
    game_tree_free_node(&node);
}

static void write_tree(const GameTree *tree, const Position *position,
                       const FileTreeOptions *options, Buffer *text) {
    GameTreeNode node;
    char fen[FEN_SIZE];
    game_tree_look_up(tree, position, &node);
    fen_write(position, fen);
    buffer_add_format(text, "%s\n", fen);
    if (node.count.games == 0)
        buffer_add_format(text, "None of %zu game%s had this position.\n", game_tree_games(tree),
                          text_plural(game_tree_games(tree)));
    else
        buffer_add_format(text, "\n%-*s %7s %10s %7s %10s\n", MOVE_COLUMNS, "move", "games",
                          "White won", "drawn", "Black won");
    if (node.count.games > 0)
        add_row("all", 0, &node.count, text);
    game_tree_free_node(&node);
    add_moves(tree, position, output_style(options->notation), 0, options->depth, text);
}

int tree_command(const void *given, Error *error) {
    const FileTreeOptions *options = given;
    int status = COMMAND_OK;
    if (!game_source_check(&options->files, NULL, false, error))
        return COMMAND_ERROR;
    Record *record = read_position(options, error);
    if (record == NULL)
        return COMMAND_ERROR;
    GameTree *tree = game_tree_create();
    for (size_t i = 0; i < options->files.count && status != COMMAND_ERROR; i++) {
        int result = add_file(tree, options->files.items[i], error);
        status = result > status ? result : status;
    }
    if (options->files.count == 0) {
        Collection *kept = game_source_open_kept(error);
        if (kept != NULL)
            game_tree_add_collection(tree, kept);
        else
            status = COMMAND_ERROR;
        collection_close(kept);
    }
    if (error->code == ERROR_NONE) {
        Buffer text = {0};
        write_tree(tree, record_position(record), options, &text);
        if (!output_write(&text, error))
            status = COMMAND_ERROR;
    }
    game_tree_free(tree);
    record_free(record);
    return status;
}
