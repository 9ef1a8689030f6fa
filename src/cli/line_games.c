#include <config.h>

#include "cli/line_games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "base/text.h"
#include "cli/cli_game.h"
#include "cli/cli_network.h"
#include "collection/game_statistics.h"
#include "collection/game_tree.h"
#include "play/storage.h"
#include "rules/notation.h"

enum { SHOWN = 20, TREE_SHOWN = 20, NUMBER_SIZE = 24 };

/* Marks a number of the list whose game has been deleted. */
#define GONE SIZE_MAX

struct GamesList {
    Collection *collection;
    size_t *numbers; /* of the games that were found last, in the collection; or GONE */
    size_t count;
};

void line_games_close(Cli *cli) {
    if (cli->games == NULL)
        return;
    collection_close(cli->games->collection);
    free(cli->games->numbers);
    free(cli->games);
    cli->games = NULL;
}

/* Reads the games, or what has changed of them, with the one on the board. Returns NULL with an
 * error. */
static GamesList *read_games(Cli *cli, Error *error) {
    GamesList *games = cli->games;
    session_autosave(cli->session, NULL);
    if (games != NULL)
        return collection_refresh(games->collection, error) ? games : NULL;
    Collection *collection = collection_open(&cli->settings, NULL, error);
    if (collection == NULL)
        return NULL;
    cli->games = games = memory_allocate(sizeof *games);
    games->collection = collection;
    return games;
}

/* ---- the list ---- */

/* Writes "You are White against Computer, level 3, won, 24 moves, yesterday 18:04". */
static void write_line(const GameInfo *info, Buffer *line) {
    char words[GAME_WORDS_SIZE];
    size_t moves = (info->plies + 1) / COLOR_COUNT;
    buffer_add_string(line, game_words_players(info, true, words));
    bool over = outcome_is_over(info->outcome);
    if (info->kind == GAME_IN_PLAY && !over)
        buffer_add_string(line, ", being played now");
    else if (info->path != NULL && info->kind != GAME_UNREADABLE)
        buffer_add_format(line, ", %s", game_words_result(info, words));
    if (over)
        buffer_add_format(line, ", %zu move%s", moves, text_plural(moves));
    buffer_add_format(line, ", %s.", game_words_when(info->played, time(NULL), true, words));
}

static void show_entry(Cli *cli, size_t shown, const GameInfo *info) {
    char number[NUMBER_SIZE];
    Buffer line = {0};
    snprintf(number, sizeof number, "%zu", shown + 1);
    write_line(info, &line);
    cli->presenter->list_entry(&cli->out, number, line.bytes);
    buffer_free(&line);
}

static LineResult list_games(Cli *cli, const char *words, size_t most, Error *error) {
    GamesList *games = read_games(cli, error);
    if (games == NULL)
        return LINE_RESULT_ERROR;
    size_t all = collection_count(games->collection);
    games->numbers = memory_resize(games->numbers, all + 1, sizeof *games->numbers);
    games->count = collection_search(games->collection, words, games->numbers);
    if (games->count == 0) {
        cli_say(cli, all == 0 ? "There are no games yet." : "No game has all of these words.");
        return LINE_RESULT_OK;
    }
    cli->presenter->list_title(&cli->out, "Games, the most recent first");
    for (size_t i = 0; i < games->count && i < most; i++)
        show_entry(cli, i, collection_game(games->collection, games->numbers[i]));
    if (games->count > most)
        cli_say(cli, "There are %zu more. \"games all\" lists all, \"games WORDS\" searches.",
                games->count - most);
    return LINE_RESULT_OK;
}

/* Finds the game of a number in the last list. Reads the list if none was printed. */
static bool find_number(Cli *cli, const char *word, size_t *number, Error *error) {
    int typed;
    if (cli->games == NULL || cli->games->count == 0) {
        GamesList *games = read_games(cli, error);
        if (games == NULL)
            return false;
        size_t all = collection_count(games->collection);
        games->numbers = memory_resize(games->numbers, all + 1, sizeof *games->numbers);
        games->count = collection_search(games->collection, "", games->numbers);
    }
    if (cli->games->count == 0)
        return error_set(error, ERROR_RANGE, "there are no games yet");
    if (!text_parse_number(word, 1, (int)cli->games->count, &typed))
        return error_set(error, ERROR_RANGE, "expected a number of the list, 1 to %zu",
                         cli->games->count);
    *number = cli->games->numbers[typed - 1];
    return *number != GONE || error_set(error, ERROR_STATE,
                                        "game %d is deleted; \"games undo\" brings it back", typed);
}

/* ---- one game ---- */

static bool show_game(Cli *cli, size_t number, Error *error) {
    const GameInfo *info = collection_game(cli->games->collection, number);
    char words[GAME_WORDS_SIZE];
    Position position;
    Buffer line = {0};
    (void)error;
    write_line(info, &line);
    cli_say(cli, "%s", line.bytes);
    buffer_free(&line);
    cli_say(cli, "%s", game_words_how(info, words));
    if (game_info_position(info, &position))
        cli_say(cli, "Last position: %s", info->fen);
    if (info->path != NULL)
        cli_say(cli, "File: %s", info->path);
    return true;
}

static bool open_game(Cli *cli, size_t number, Error *error) {
    SessionSetup setup;
    return collection_show(cli->games->collection, number, &cli->settings, &setup, error) &&
           cli_game_start(cli, &setup, error);
}

static bool resume_game(Cli *cli, size_t number, Error *error) {
    const SavedSeat *seat = collection_seat(cli->games->collection, number);
    SessionSetup setup;
    if (seat != NULL && !seat->in_use)
        return cli_network_resume(cli, seat, error);
    return collection_resume(cli->games->collection, number, &cli->settings, &setup, error) &&
           cli_game_start(cli, &setup, error);
}

static bool delete_game(Cli *cli, size_t number, Error *error) {
    GamesList *games = cli->games;
    if (!collection_delete(games->collection, number, error))
        return false;
    for (size_t i = 0; i < games->count; i++)
        if (games->numbers[i] == number)
            games->numbers[i] = GONE;
        else if (games->numbers[i] != GONE && games->numbers[i] > number)
            games->numbers[i]--;
    cli_say(cli, "The game is deleted. \"games undo\" brings it back until the program ends.");
    return true;
}

static LineResult undo_delete(Cli *cli, Error *error) {
    size_t number = 0;
    if (cli->games == NULL)
        return cli_result(error_set(error, ERROR_STATE, "no game was deleted"));
    if (!collection_undelete(cli->games->collection, &number, error))
        return LINE_RESULT_ERROR;
    cli_say(cli, "The game is back.");
    return list_games(cli, "", SHOWN, error);
}

static LineResult save_game(Cli *cli, const LineArguments *arguments, Error *error) {
    char path[SETTING_PATH_SIZE], shown[FILE_PATH_SIZE];
    size_t number = 0;
    if (arguments->count < 3)
        return LINE_RESULT_USAGE;
    const char *file = strstr(arguments->text, arguments->word[1]);
    file += strlen(arguments->word[1]);
    file += strspn(file, " ");
    if (!storage_expand_home(file, path, sizeof path))
        return cli_result(error_set(error, ERROR_RANGE, "the path is too long"));
    if (!find_number(cli, arguments->word[1], &number, error) ||
        !collection_save(cli->games->collection, number, path, false, error))
        return LINE_RESULT_ERROR;
    cli_say(cli, "Saved as %s.", storage_whole_path(path, shown));
    return LINE_RESULT_OK;
}

/* ---- statistics ---- */

static size_t count_games(const GameResults *results) {
    return results->won + results->drawn + results->lost;
}

static void write_results(const GameResults *results, char text[GAME_WORDS_SIZE]) {
    snprintf(text, GAME_WORDS_SIZE, "%s: %zu won, %zu drawn, %zu lost, %d %%.", results->label,
             results->won, results->drawn, results->lost, game_results_percent(results));
}

static void show_table(Cli *cli, const char *title, const GameResultsTable *table) {
    if (table->count == 0)
        return;
    cli->presenter->list_title(&cli->out, title);
    for (size_t i = 0; i < table->count; i++) {
        char games[NUMBER_SIZE], words[GAME_WORDS_SIZE];
        size_t count = count_games(&table->rows[i]);
        snprintf(games, sizeof games, "%zu game%s", count, text_plural(count));
        write_results(&table->rows[i], words);
        cli->presenter->list_entry(&cli->out, games, words);
    }
}

/* Writes "3 games, White won 1, 1 drawn, Black won 1." */
static void write_count(const GameTreeCount *count, char text[GAME_WORDS_SIZE]) {
    snprintf(text, GAME_WORDS_SIZE, "%zu game%s, White won %zu, %zu drawn, Black won %zu.",
             count->games, text_plural(count->games), count->white, count->draws, count->black);
}

static LineResult show_statistics(Cli *cli, Error *error) {
    GamesList *games = read_games(cli, error);
    GameStatistics statistics;
    char words[GAME_WORDS_SIZE];
    if (games == NULL)
        return LINE_RESULT_ERROR;
    games->count = 0; /* the numbers have changed */
    game_statistics_count(games->collection, &statistics);
    if (statistics.by_color.count > 0) {
        write_results(&statistics.all, words);
        cli_say(cli, "You finished %zu game%s; %s", count_games(&statistics.all),
                text_plural(count_games(&statistics.all)), words);
    } else if (statistics.two_people.games == 0) {
        cli_say(cli, "You have not finished a game yet.");
    }
    if (statistics.two_people.games > 0) {
        write_count(&statistics.two_people, words);
        cli_say(cli, "Two people at this computer finished %s", words);
    }
    show_table(cli, "By opponent", &statistics.by_opponent);
    show_table(cli, "By level of the computer", &statistics.by_level);
    show_table(cli, "By your side", &statistics.by_color);
    show_table(cli, "By variant", &statistics.by_variant);
    cli_say(cli, "%d of %d puzzles are solved.", statistics.puzzles_solved,
            statistics.puzzle_count);
    if (statistics.next_level > 0)
        cli_say(cli,
                "You won three games in a row at level %d. Try \"level %d\" in your next game.",
                statistics.next_level - 1, statistics.next_level);
    game_statistics_free(&statistics);
    return LINE_RESULT_OK;
}

/* ---- the command games ---- */

typedef struct GameAction {
    const char *word;
    bool (*run)(Cli *cli, size_t number, Error *error);
} GameAction;

static const GameAction actions[] = {
    {"show", show_game}, {"resume", resume_game}, {"open", open_game}, {"delete", delete_game}};
enum { ACTION_COUNT = sizeof actions / sizeof actions[0] };

/* Returns the action of "show 3", or NULL: "show" alone may be searched for. */
static const GameAction *find_action(const LineArguments *arguments) {
    for (int i = 0; arguments->count == 2 && i < ACTION_COUNT; i++)
        if (text_equal_ignore_case(arguments->word[0], actions[i].word))
            return &actions[i];
    return NULL;
}

LineResult line_games(Cli *cli, const LineArguments *arguments, Error *error) {
    const GameAction *action = find_action(arguments);
    const char *word = arguments->count > 0 ? arguments->word[0] : "";
    size_t number = 0;
    if (action != NULL)
        return cli_result(find_number(cli, arguments->word[1], &number, error) &&
                          action->run(cli, number, error));
    if (text_equal_ignore_case(word, "save"))
        return save_game(cli, arguments, error);
    if (arguments->count == 1 && text_equal_ignore_case(word, "undo"))
        return undo_delete(cli, error);
    if (arguments->count == 1 && text_equal_ignore_case(word, "statistics"))
        return show_statistics(cli, error);
    if (arguments->count == 1 && text_equal_ignore_case(word, "all"))
        return list_games(cli, "", SIZE_MAX, error);
    return list_games(cli, arguments->text, SHOWN, error);
}

/* ---- the command tree ---- */

static void show_node(Cli *cli, const Position *position, const GameTreeNode *node) {
    char words[GAME_WORDS_SIZE];
    write_count(&node->count, words);
    cli_say(cli, "In your games with this position: %s", words);
    for (size_t i = 0; i < node->move_count && i < TREE_SHOWN; i++) {
        char move[NOTATION_SIZE];
        notation_write(position, node->moves[i].move, cli->out.notation, move);
        write_count(&node->moves[i].count, words);
        cli->presenter->list_entry(&cli->out, move, words);
        cli->presenter->named_move(&cli->out, position, node->moves[i].move);
    }
    if (node->move_count > TREE_SHOWN)
        cli_say(cli, "%zu more moves were played.", node->move_count - TREE_SHOWN);
}

LineResult line_games_tree(Cli *cli, const LineArguments *arguments, Error *error) {
    const Position *position = session_position(cli->session);
    GamesList *games = read_games(cli, error);
    GameTreeNode node;
    (void)arguments;
    if (games == NULL)
        return LINE_RESULT_ERROR;
    games->count = 0; /* the numbers have changed */
    GameTree *tree = game_tree_create();
    game_tree_add_collection(tree, games->collection);
    game_tree_look_up(tree, position, &node);
    if (node.count.games == 0)
        cli_say(cli, "None of your %zu games that are over had this position.",
                game_tree_games(tree));
    else
        show_node(cli, position, &node);
    game_tree_free_node(&node);
    game_tree_free(tree);
    return LINE_RESULT_OK;
}
