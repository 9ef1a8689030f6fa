#include <config.h>

#include "collection/game_statistics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/memory.h"
#include "base/text.h"
#include "play/puzzles/puzzle.h"

/* Sentences and columns of a list of games. */

/* ---- players ---- */

const char *game_words_player(const GameInfo *info, Color color) {
    static const char *const online[] = {[WHITE] = "White (online)", [BLACK] = "Black (online)"};
    const char *name = info->name[color];
    if (name != NULL && name[0] != '\0')
        return name;
    bool is_remote = info->known[color] && info->player[color] == PLAYER_REMOTE;
    return is_remote ? online[color] : color_name(color);
}

static void add_variant(const GameInfo *info, char text[GAME_WORDS_SIZE]) {
    if (info->variant != NULL && strcmp(info->variant->name, variant_default()->name) != 0)
        text_append(text, GAME_WORDS_SIZE, " (%s)", info->variant->name);
}

/* A game on a server whose moves are not here. */
static void write_seat(const GameInfo *info, bool wide, char text[GAME_WORDS_SIZE]) {
    if (!wide)
        snprintf(text, GAME_WORDS_SIZE, "%s", info->id);
    else if (info->has_user)
        snprintf(text, GAME_WORDS_SIZE, "You, %s in game %s on %s", color_name(info->user),
                 info->id, info->server);
    else
        snprintf(text, GAME_WORDS_SIZE, "Invitation to game %s on %s", info->id, info->server);
}

char *game_words_players(const GameInfo *info, bool wide, char text[GAME_WORDS_SIZE]) {
    char shown[SHORT_PATH_SIZE];
    Color other = color_other(info->user);
    if (info->path == NULL) {
        write_seat(info, wide, text);
        return text;
    }
    if (info->kind == GAME_UNREADABLE)
        snprintf(text, GAME_WORDS_SIZE, "Cannot be read: %s", text_shorten_path(info->path, shown));
    else if (!info->has_user)
        snprintf(text, GAME_WORDS_SIZE, "%s - %s", game_words_player(info, WHITE),
                 game_words_player(info, BLACK));
    else if (wide)
        snprintf(text, GAME_WORDS_SIZE, "You are %s against %s", color_name(info->user),
                 game_words_player(info, other));
    else
        snprintf(text, GAME_WORDS_SIZE, "%s", game_words_player(info, other));
    add_variant(info, text);
    return text;
}

/* ---- results ---- */

char *game_words_result(const GameInfo *info, char text[GAME_WORDS_SIZE]) {
    static const char *const words[] = {
        [USER_LOST] = "lost", [USER_DREW] = "draw", [USER_WON] = "won"};
    UserResult result = game_info_user_result(info);
    if (info->kind == GAME_UNREADABLE)
        snprintf(text, GAME_WORDS_SIZE, "damaged");
    else if (info->path == NULL)
        snprintf(text, GAME_WORDS_SIZE, "online");
    else if (!outcome_is_over(info->outcome))
        snprintf(text, GAME_WORDS_SIZE, "move %zu", info->plies / COLOR_COUNT + 1);
    else if (info->outcome.result == RESULT_OPEN)
        snprintf(text, GAME_WORDS_SIZE, "no result");
    else if (info->outcome.result == RESULT_DRAW)
        snprintf(text, GAME_WORDS_SIZE, "draw");
    else if (result == USER_NO_RESULT)
        snprintf(text, GAME_WORDS_SIZE, "%s won",
                 color_name(info->outcome.result == RESULT_WHITE ? WHITE : BLACK));
    else
        snprintf(text, GAME_WORDS_SIZE, "%s", words[result]);
    return text;
}

char *game_words_how(const GameInfo *info, char text[GAME_WORDS_SIZE]) {
    if (info->kind == GAME_UNREADABLE)
        snprintf(text, GAME_WORDS_SIZE, "%.300s", info->problem);
    else if (info->kind == GAME_ON_SERVER)
        snprintf(text, GAME_WORDS_SIZE, "It can be resumed on its server.");
    else if (outcome_is_over(info->outcome))
        snprintf(text, GAME_WORDS_SIZE, "%s", outcome_sentence(info->outcome));
    else if (info->kind == GAME_IN_PLAY)
        snprintf(text, GAME_WORDS_SIZE, "It is being played in an open window.");
    else
        snprintf(text, GAME_WORDS_SIZE, "Unfinished, at move %zu.", info->plies / COLOR_COUNT + 1);
    return text;
}

/* ---- dates ---- */

/* Writes the day of an older game. */
static void write_day(const struct tm *then, bool same_year, bool wide,
                      char text[GAME_WORDS_SIZE]) {
    if (wide)
        strftime(text, GAME_WORDS_SIZE, same_year ? "%d %B" : "%d %B %Y", then);
    else
        strftime(text, GAME_WORDS_SIZE, same_year ? "%d %b" : "%b %Y", then);
}

char *game_words_when(time_t played, time_t now, bool wide, char text[GAME_WORDS_SIZE]) {
    enum { MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR };
    struct tm then, today;
    long long age = (long long)now - (long long)played;
    text[0] = '\0';
    if (localtime_r(&played, &then) == NULL || localtime_r(&now, &today) == NULL)
        return text;
    bool same_year = then.tm_year == today.tm_year;
    if (age >= 0 && age < 2 * MINUTE)
        snprintf(text, GAME_WORDS_SIZE, wide ? "just now" : "now");
    else if (age >= 0 && age < HOUR)
        snprintf(text, GAME_WORDS_SIZE, wide ? "%lld minutes ago" : "%lld min", age / MINUTE);
    else if (same_year && then.tm_yday == today.tm_yday)
        strftime(text, GAME_WORDS_SIZE, wide ? "today %H:%M" : "%H:%M", &then);
    else if (wide && same_year && then.tm_yday + 1 == today.tm_yday)
        strftime(text, GAME_WORDS_SIZE, "yesterday %H:%M", &then);
    else if (age >= 0 && age < 6 * (long long)DAY)
        strftime(text, GAME_WORDS_SIZE, wide ? "%A %H:%M" : "%a", &then);
    else
        write_day(&then, same_year, wide, text);
    return text;
}

/* ---- search ---- */

static const char *const kind_words[] = {
    [GAME_UNFINISHED] = "unfinished",         [GAME_ON_SERVER] = "unfinished on a server",
    [GAME_IN_PLAY] = "unfinished playing",    [GAME_KEPT] = "over",
    [GAME_UNREADABLE] = "damaged unreadable",
};

char *game_words_searched(const GameInfo *info) {
    char words[GAME_WORDS_SIZE];
    struct tm then;
    Buffer text = {0};
    for (int color = 0; color < COLOR_COUNT; color++)
        buffer_add_format(&text, "%s ", info->name[color] != NULL ? info->name[color] : "");
    if (info->has_user)
        buffer_add_format(&text, "you are %s ", color_name(info->user));
    buffer_add_format(&text, "%s %s %s %s %s %s ", info->variant != NULL ? info->variant->name : "",
                      game_words_result(info, words), reason_word(info->outcome.reason),
                      kind_words[info->kind], info->id != NULL ? info->id : "",
                      info->server != NULL ? info->server : "");
    if (info->outcome.result != RESULT_OPEN)
        buffer_add_format(&text, "%s ", result_text(info->outcome.result));
    if (localtime_r(&info->played, &then) != NULL &&
        strftime(words, sizeof words, "%Y-%m-%d %B %A", &then) > 0)
        buffer_add_string(&text, words);
    for (size_t i = 0; i < text.length; i++)
        text.bytes[i] = (char)text_lower((unsigned char)text.bytes[i]);
    return buffer_take(&text);
}

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
    int level = level_of(info);
    count_result(&statistics->all, result);
    count_result(
        find_row(&statistics->by_opponent, game_words_player(info, color_other(info->user))),
        result);
    count_result(find_row(&statistics->by_color, color_name(info->user)), result);
    count_result(find_row(&statistics->by_variant, info->variant->name), result);
    if (level > 0) {
        char label[32];
        snprintf(label, sizeof label, "level %d", level);
        count_result(find_row(&statistics->by_level, label), result);
    }
}

static bool is_of_two_people(const GameInfo *info) {
    for (int color = 0; color < COLOR_COUNT; color++)
        if (!info->known[color] || info->player[color] != PLAYER_HUMAN)
            return false;
    return info->outcome.result != RESULT_OPEN;
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
        if (game_info_user_result(info) != USER_NO_RESULT)
            count_one(info, statistics);
        if (is_of_two_people(info))
            game_tree_count_result(&statistics->two_people, info->outcome.result);
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
