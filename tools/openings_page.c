/*
 * Writes the figures of congo-openings(7) from games of tools/selfplay, in blocks (page.h):
 *   - "openings: variants": a row for each built-in variant that was played;
 *   - "openings: tree VARIANT PERCENT": the lines that so many of the variant's games have;
 *   - "openings: lines VARIANT PERCENT": the main line of each first move and answer that so many
 *     of them have.
 * Blocks of variants that were not played stay as they are.
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "rules/games/gamereader.h"
#include "tools/flags.h"
#include "tools/page.h"

enum { LINE_PLIES = 10, VARIANTS_MAX = 16 };

/* Options. */
static const char *output;

static const Flag flags[] = {
    {"--output", FLAG_TEXT, &output, 0, 0, "file to write instead of the page"},
    {0},
};

/* ---- games ---- */

typedef struct OpeningGame {
    Move moves[LINE_PLIES]; /* MOVE_NONE after the end of the game */
    Result result;
    int plies; /* of the whole game */
} OpeningGame;

/* The games of a variant, sorted by their moves: those that begin alike lie together. */
typedef struct VariantGames {
    OpeningGame *games; /* owned */
    size_t count, capacity;
} VariantGames;

typedef struct Openings {
    VariantGames variants[VARIANTS_MAX]; /* in the order of variant_builtin */
} Openings;

static int compare_moves(const void *left, const void *right) {
    const OpeningGame *a = left, *b = right;
    for (int ply = 0; ply < LINE_PLIES; ply++)
        if (!move_equal(a->moves[ply], b->moves[ply]))
            return a->moves[ply].bits < b->moves[ply].bits ? -1 : 1;
    return 0;
}

/* Returns whether the start position and the islands are their own mirror images. */
static bool is_symmetric(const Variant *variant) {
    Position start;
    position_start(&start, variant);
    for (Bitboard squares = BOARD_MASK; squares;) {
        Square square = bitboard_pop(&squares), other = square_mirror(square);
        if (position_piece_at(&start, square) != position_piece_at(&start, other) ||
            bitboard_has(variant->islands, square) != bitboard_has(variant->islands, other))
            return false;
    }
    return true;
}

static Move mirror_move(Move move) {
    Square from = square_mirror(move_from(move));
    if (move_jumps(move) == 0)
        return move_plain(move_piece(move), from, square_mirror(move_plain_to(move)));
    Move mirror = move_capture_start(from);
    for (int jump = 0; jump < move_jumps(move); jump++)
        mirror = move_with_jump(mirror, (DIRECTION_COUNT - move_jump_direction(move, jump)) %
                                            DIRECTION_COUNT);
    return mirror;
}

/* Makes a game and its mirror image the same. */
static void merge_mirror(OpeningGame *game) {
    OpeningGame mirror = *game;
    for (int ply = 0; ply < LINE_PLIES; ply++)
        if (!move_is_none(game->moves[ply]))
            mirror.moves[ply] = mirror_move(game->moves[ply]);
    if (compare_moves(&mirror, game) < 0)
        *game = mirror;
}

static void games_add(VariantGames *games, const Record *record) {
    if (games->count == games->capacity) {
        games->capacity = games->capacity > 0 ? 2 * games->capacity : 1024;
        games->games = memory_resize(games->games, games->capacity, sizeof *games->games);
    }
    OpeningGame *game = &games->games[games->count++];
    game->result = record_outcome(record).result;
    game->plies = (int)record->count;
    for (size_t ply = 0; ply < LINE_PLIES; ply++)
        game->moves[ply] = ply < record->count ? record->plies[ply].move : MOVE_NONE;
    if (is_symmetric(&record->variant))
        merge_mirror(game);
}

/* Returns the number of a built-in variant, or VARIANTS_MAX. */
static size_t variant_number(const Variant *variant) {
    for (size_t i = 0; variant_builtin(i); i++)
        if (strcmp(variant_builtin(i)->name, variant->name) == 0 &&
            variant_same_rules(variant_builtin(i), variant))
            return i;
    return VARIANTS_MAX;
}

static bool add_record(Openings *openings, const Record *record, Error *error) {
    Position start;
    size_t number = variant_number(&record->variant);
    position_start(&start, &record->variant);
    if (number == VARIANTS_MAX || !position_same(&start, record_position_at(record, 0)) ||
        record_outcome(record).result == RESULT_OPEN)
        return error_set(error, ERROR_UNSUPPORTED,
                         "expected a finished game from the start of a built-in variant");
    games_add(&openings->variants[number], record);
    return true;
}

static bool read_games(Openings *openings, const char *path, Error *error) {
    size_t length;
    GameReader reader;
    char *text = file_read(path, &length, error);
    bool good = text != NULL;
    if (good)
        gamereader_init(&reader, path, text, length);
    while (good && gamereader_more(&reader)) {
        Record *record = gamereader_next(&reader, true, error);
        good = record && (add_record(openings, record, error) ||
                          error_prefix(error, "%s: game %zu: ", path, reader.game));
        record_free(record);
    }
    free(text);
    return good;
}

/* ---- figures ---- */

/* In percent, with the half width of the interval of 95 %. */
typedef struct Estimate {
    double value, error;
} Estimate;

/* Estimates a mean from the sum of its values and that of their squares. */
static Estimate estimate(double sum, double squares, size_t count) {
    double n = (double)count, mean = sum / n, variance = squares / n - mean * mean;
    return (Estimate){100 * mean, 100 * 1.96 * sqrt(fmax(variance, 0) / n)};
}

static size_t count_result(const OpeningGame *games, size_t count, Result result) {
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        found += games[i].result == result;
    return found;
}

static Estimate points(const OpeningGame *games, size_t count, Color color) {
    double draws = (double)count_result(games, count, RESULT_DRAW);
    double wins = (double)count_result(games, count, color == WHITE ? RESULT_WHITE : RESULT_BLACK);
    return estimate(wins + draws / 2, wins + draws / 4, count);
}

static Estimate draws(const OpeningGame *games, size_t count) {
    double found = (double)count_result(games, count, RESULT_DRAW);
    return estimate(found, found, count);
}

static int compare_ints(const void *left, const void *right) {
    return *(const int *)left - *(const int *)right;
}

static int median_plies(const VariantGames *games) {
    int *plies = memory_allocate(games->count * sizeof *plies);
    for (size_t i = 0; i < games->count; i++)
        plies[i] = games->games[i].plies;
    qsort(plies, games->count, sizeof *plies, compare_ints);
    int median = plies[games->count / 2];
    free(plies);
    return median;
}

/* ---- the tree ---- */

/* The games that have the same moves up to a ply. */
typedef struct Branch {
    const OpeningGame *games;
    size_t count;
} Branch;

static int most_played_first(const void *left, const void *right) {
    const Branch *a = left, *b = right;
    if (a->count != b->count)
        return a->count < b->count ? 1 : -1;
    return (a->games > b->games) - (a->games < b->games);
}

/* Lists the moves that were played at a ply of a branch. Returns an array that the caller frees. */
static Branch *branch_list(Branch branch, int ply, size_t *count) {
    Branch *list = NULL;
    *count = 0;
    for (size_t i = 0; i < branch.count; i++) {
        const OpeningGame *game = &branch.games[i];
        if (move_is_none(game->moves[ply]))
            continue;
        if (*count == 0 || !move_equal(list[*count - 1].games->moves[ply], game->moves[ply])) {
            list = memory_resize(list, *count + 1, sizeof *list);
            list[(*count)++] = (Branch){.games = game};
        }
        list[*count - 1].count++;
    }
    if (*count > 0)
        qsort(list, *count, sizeof *list, most_played_first);
    return list;
}

/* Which lines of a variant a block has. */
typedef struct LineFilter {
    size_t games; /* of the variant */
    double percent;
} LineFilter;

static bool filter_has(const LineFilter *filter, Branch branch) {
    return 100.0 * (double)branch.count >= filter->percent * (double)filter->games;
}

static void write_row(FILE *out, const LineFilter *filter, const Position *position, Branch branch,
                      int ply) {
    enum { MOVES_WIDTH = 38 };
    Color color = position_side(position);
    Estimate estimate = points(branch.games, branch.count, color);
    char games[PAGE_NUMBER_SIZE];
    int width = fprintf(out, "%*s%d.%s ", 2 * ply, "", ply / 2 + 1, color == WHITE ? "" : "..");
    width += page_move(out, position, branch.games->moves[ply]);
    fprintf(out, "%*s %6s %6.1f %7.1f \\(+- %.1f\n", MOVES_WIDTH - width, "",
            page_number(branch.count, games), 100.0 * (double)branch.count / (double)filter->games,
            estimate.value, estimate.error);
}

static void write_tree(FILE *out, const LineFilter *filter, const Position *position, Branch branch,
                       int ply) {
    size_t count;
    if (ply == LINE_PLIES)
        return;
    Branch *list = branch_list(branch, ply, &count);
    for (size_t i = 0; i < count && filter_has(filter, list[i]); i++) {
        Position after = *position;
        write_row(out, filter, position, list[i], ply);
        position_make(&after, list[i].games->moves[ply]);
        write_tree(out, filter, &after, list[i], ply + 1);
    }
    free(list);
}

/* Follows the most played moves from a ply on. */
static Branch main_line(Branch branch, int ply) {
    for (; ply < LINE_PLIES; ply++) {
        size_t count;
        Branch *list = branch_list(branch, ply, &count);
        if (count > 0)
            branch = list[0];
        free(list);
    }
    return branch;
}

static void write_line(FILE *out, const Position *start, Branch branch) {
    Position position = *start;
    fputs(".It\n", out);
    for (int ply = 0; ply < LINE_PLIES && !move_is_none(branch.games->moves[ply]); ply++) {
        if (ply % 2 == 0)
            fprintf(out, "%d.\\ ", ply / 2 + 1);
        page_move(out, &position, branch.games->moves[ply]);
        position_make(&position, branch.games->moves[ply]);
        fputc(ply + 1 < LINE_PLIES ? ' ' : '\n', out);
    }
    fprintf(out, "(%zu\\ game%s)\n", branch.count, branch.count == 1 ? "" : "s");
}

static void write_lines(FILE *out, const LineFilter *filter, const Position *start, Branch branch,
                        int ply) {
    enum { CHOSEN_PLIES = 2 };
    size_t count;
    if (ply == CHOSEN_PLIES) {
        write_line(out, start, main_line(branch, ply));
        return;
    }
    Branch *list = branch_list(branch, ply, &count);
    for (size_t i = 0; i < count && filter_has(filter, list[i]); i++)
        write_lines(out, filter, start, list[i], ply + 1);
    free(list);
}

/* ---- blocks ---- */

static void cell_estimate(FILE *out, Estimate estimate) {
    char text[PAGE_NUMBER_SIZE];
    snprintf(text, sizeof text, "%.1f", estimate.value);
    page_cell(out, text, 4);
    fprintf(out, " \\(+- %.1f", estimate.error);
}

static void write_variants(FILE *out, const Openings *openings) {
    for (size_t i = 0; variant_builtin(i); i++) {
        const VariantGames *games = &openings->variants[i];
        if (games->count == 0)
            continue;
        fprintf(out, ".It %s", variant_builtin(i)->name);
        page_cell_number(out, games->count, 6);
        cell_estimate(out, points(games->games, games->count, WHITE));
        cell_estimate(out, draws(games->games, games->count));
        page_cell_number(out, (uint64_t)median_plies(games), 3);
        fputc('\n', out);
    }
}

static bool write_block(void *context, FILE *out, const char *arguments, Error *error) {
    const Openings *openings = context;
    char name[16], variant_name[VARIANT_NAME_SIZE];
    LineFilter filter;
    int fields = sscanf(arguments, "%15s %47s %lf", name, variant_name, &filter.percent);
    if (fields >= 1 && strcmp(name, "variants") == 0) {
        write_variants(out, openings);
        return true;
    }
    const Variant *variant = fields == 3 ? variant_find(variant_name) : NULL;
    bool tree = strcmp(name, "tree") == 0;
    if (!variant || !(tree || strcmp(name, "lines") == 0))
        return error_set(error, ERROR_SYNTAX, "unknown block: %.*s", (int)strcspn(arguments, "\n"),
                         arguments);
    const VariantGames *games = &openings->variants[variant_number(variant)];
    Branch all = {games->games, games->count};
    Position start;
    position_start(&start, variant);
    filter.games = games->count;
    if (games->count > 0)
        (tree ? write_tree : write_lines)(out, &filter, &start, all, 0);
    return games->count > 0;
}

/* ---- the program ---- */

static bool check(int file_count, Error *error) {
    return file_count >= 2 ||
           error_set(error, ERROR_SYNTAX, "expected the page and files of games");
}

static bool run(const char **files, int file_count, Error *error) {
    Openings openings = {0};
    bool good = true;
    for (int i = 1; i < file_count && good; i++)
        good = read_games(&openings, files[i], error);
    for (int i = 0; i < VARIANTS_MAX; i++) {
        VariantGames *games = &openings.variants[i];
        if (games->count > 0)
            qsort(games->games, games->count, sizeof *games->games, compare_moves);
    }
    good = good && page_rewrite(files[0], output, "openings", write_block, &openings, error);
    for (int i = 0; i < VARIANTS_MAX; i++)
        free(openings.variants[i].games);
    return good;
}

int main(int count, char *arguments[]) {
    const Tool tool = {"openings_page [OPTION...] PAGE GAMES...", flags, check, run};
    return tool_main(&tool, count, arguments);
}
