#include <config.h>

#include "collection/game_statistics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "play/puzzles/puzzle.h"

enum { WINS_IN_A_ROW = 3, PERCENT = 100 };

static GameResults *find_row(GameResultsTable *table, const char *label) {
    for (size_t i = 0; i < table->count; i++)
        if (strcmp(table->rows[i].label, label) == 0)
            return &table->rows[i];
    table->rows = memory_resize(table->rows, table->count + 1, sizeof *table->rows);
    table->rows[table->count] = (GameResults){.label = memory_strdup(label)};
    return &table->rows[table->count++];
}

static void count_result(GameResults *results, UserResult result) {
    results->won += result == USER_WON;
    results->drawn += result == USER_DREW;
    results->lost += result == USER_LOST;
}

/* Returns the level of the computer that the user played, or 0. */
static int level_of(const GameInfo *info) {
    Color other = color_other(info->user);
    return info->player[other] == PLAYER_COMPUTER && info->advisor[other] == ADVISOR_NEGAMAX
               ? info->level[other]
               : 0;
}

static void count_one(const GameInfo *info, GameStatistics *statistics) {
    UserResult result = game_info_user_result(info);
    const char *opponent = info->name[color_other(info->user)];
    int level = level_of(info);
    count_result(&statistics->all, result);
    count_result(find_row(&statistics->by_opponent, *opponent != '\0' ? opponent : "Somebody"),
                 result);
    count_result(find_row(&statistics->by_color, color_name(info->user)), result);
    count_result(find_row(&statistics->by_variant, info->variant->name), result);
    if (level > 0) {
        char label[32];
        snprintf(label, sizeof label, "level %d", level);
        count_result(find_row(&statistics->by_level, label), result);
    }
}

static size_t games_of(const GameResults *row) {
    return row->won + row->drawn + row->lost;
}

static int most_games_first(const void *left, const void *right) {
    const GameResults *a = left, *b = right;
    if (games_of(a) != games_of(b))
        return games_of(a) < games_of(b) ? 1 : -1;
    return strcmp(a->label, b->label);
}

/* "level 9" comes before "level 10", and White before Black. */
static int in_order(const void *left, const void *right) {
    const GameResults *a = left, *b = right;
    size_t a_length = strlen(a->label), b_length = strlen(b->label);
    if (a_length != b_length)
        return a_length < b_length ? -1 : 1;
    return strcmp(a->label, b->label);
}

static int white_first(const void *left, const void *right) {
    return in_order(right, left);
}

static void sort(GameResultsTable *table, int (*compare)(const void *, const void *)) {
    if (table->count > 0)
        qsort(table->rows, table->count, sizeof *table->rows, compare);
}

/* Looks at the games at the level that was played last. */
static int suggest_level(const Collection *collection) {
    int level = 0;
    for (size_t i = 0, wins = 0; i < collection_count(collection); i++) {
        const GameInfo *info = collection_game(collection, i);
        UserResult result = game_info_user_result(info);
        if (result == USER_NO_RESULT || level_of(info) == 0)
            continue;
        if (level == 0)
            level = level_of(info);
        if (level_of(info) != level)
            continue;
        if (result != USER_WON || level == LEVEL_MAX)
            return 0;
        if (++wins == WINS_IN_A_ROW)
            return level + 1;
    }
    return 0;
}

void game_statistics_count(const Collection *collection, GameStatistics *statistics) {
    PuzzleProgress *progress = memory_allocate(sizeof *progress);
    *statistics = (GameStatistics){.all = {.label = memory_strdup("all games")}};
    for (size_t i = 0; i < collection_count(collection); i++) {
        const GameInfo *info = collection_game(collection, i);
        if (info->kind == GAME_KEPT && game_info_user_result(info) != USER_NO_RESULT)
            count_one(info, statistics);
    }
    sort(&statistics->by_opponent, most_games_first);
    sort(&statistics->by_variant, most_games_first);
    sort(&statistics->by_level, in_order);
    sort(&statistics->by_color, white_first);
    statistics->next_level = suggest_level(collection);
    puzzle_progress_read(progress, NULL);
    statistics->puzzles_solved = progress->solved;
    statistics->puzzle_count = progress->count;
    free(progress);
}

static void free_table(GameResultsTable *table) {
    for (size_t i = 0; i < table->count; i++)
        free(table->rows[i].label);
    free(table->rows);
}

void game_statistics_free(GameStatistics *statistics) {
    free(statistics->all.label);
    free_table(&statistics->by_opponent);
    free_table(&statistics->by_level);
    free_table(&statistics->by_color);
    free_table(&statistics->by_variant);
    *statistics = (GameStatistics){0};
}

int game_results_percent(const GameResults *results) {
    size_t games = games_of(results);
    return games > 0 ? (int)((2 * results->won + results->drawn) * PERCENT / (2 * games)) : -1;
}
