#include <config.h>

#include "tools/endings_blocks.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "endings/endings.h"
#include "tools/page.h"

enum { LINE_MOVES_MAX = ENDING_PLIES_MAX + 1 };

/* ---- numbers ---- */

/* Writes a percentage. Only what is exactly none or all is written as 0 or 100. */
static const char *share(uint64_t part, uint64_t whole, char text[PAGE_NUMBER_SIZE]) {
    double percent = whole > 0 ? 100.0 * (double)part / (double)whole : 0;
    if (part == 0 || part == whole)
        snprintf(text, PAGE_NUMBER_SIZE, "%s", part == 0 ? "0" : "100");
    else
        snprintf(text, PAGE_NUMBER_SIZE, "%.1f",
                 percent < 0.1    ? 0.1
                 : percent > 99.9 ? 99.9
                                  : percent);
    return text;
}

/* Aligns the points of percentages. */
static void cell_share(FILE *out, uint64_t part, uint64_t whole) {
    char text[PAGE_NUMBER_SIZE];
    share(part, whole, text);
    page_cell(out, text, strchr(text, '.') ? 5 : 3);
}

static void cell_results(FILE *out, const uint64_t results[ENDING_RESULTS]) {
    uint64_t whole = results[0] + results[1] + results[2];
    for (int i = ENDING_RESULTS - 1; i >= 0; i--)
        cell_share(out, results[i], whole);
}

/* ---- positions ---- */

static void write_fen(FILE *out, const Position *position) {
    char fen[FEN_SIZE];
    fen_write(position, fen);
    fputs(".Pp\n.Dl ", out);
    for (const char *c = fen; *c; c++)
        fputs(*c == '-' ? "\\-" : (char[]){*c, '\0'}, out);
    fputc('\n', out);
}

/* Writes a line of moves, each turn of White with its number. */
static void write_line(FILE *out, const Endings *endings, const Position *start) {
    Move line[LINE_MOVES_MAX];
    Position position = *start;
    int count = ending_moves_line(endings, start, line, LINE_MOVES_MAX);
    fputs(".\\\" form\n.Bd -filled -offset indent\n", out);
    for (int i = 0, turn = 1; i < count; i++) {
        bool white = position_side(&position) == WHITE;
        if (white || i == 0)
            fprintf(out, white ? "%d.\\ " : "%d.\\ ...\\ ", turn);
        page_move(out, &position, line[i]);
        position_make(&position, line[i]);
        turn += !white;
        fputs(i % 6 == 5 || i + 1 == count ? "\n" : " ", out);
    }
    fputs(".Ed\n", out);
}

/* ---- the blocks ---- */

/* A row for each class. */
static void write_classes(FILE *out, const MenFigures *figures) {
    for (size_t i = 0; i < figures->count; i++) {
        const ClassFigures *class = &figures->classes[i];
        char name[ENDING_CLASS_NAME_SIZE];
        fprintf(out, ".It %s",
                ending_class_name(&class->sides[0].class, class->sides[0].example.variant->pawns,
                                  name));
        for (int side = WHITE; side <= BLACK; side++) {
            const EndingStats *stats = &class->sides[side];
            cell_results(out, (const uint64_t[]){stats->losses, stats->draws, stats->wins});
            page_cell_number(out, (uint64_t)stats->longest, 3);
        }
        page_cell_number(out, class->survey.zugzwangs[ZUGZWANG_FULL], 4);
        page_cell_number(out, class->survey.zugzwangs[ZUGZWANG_HALF], 4);
        fputc('\n', out);
    }
}

/* How many men each side has besides its lion. */
typedef struct Balance {
    int men[COLOR_COUNT];
} Balance;

static Balance balance_of(const EndingClass *class) {
    Balance balance = {{0}};
    for (int color = WHITE; color <= BLACK; color++)
        for (int type = LION + 1; type < PIECE_TYPE_COUNT; type++)
            balance.men[color] += ending_class_count(class, (Color)color, (PieceType)type);
    return balance;
}

static void write_sum(FILE *out, const char *label, const char *side, const EndingStats *sum) {
    fprintf(out, ".It %s Ta %s", label, side);
    page_cell_number(out, sum->positions, 13);
    cell_results(out, (const uint64_t[]){sum->losses, sum->draws, sum->wins});
    page_cell_number(out, (uint64_t)sum->longest, 3);
    fputc('\n', out);
}

static void add_stats(EndingStats *sum, const EndingStats *stats) {
    sum->positions += stats->positions;
    sum->wins += stats->wins;
    sum->draws += stats->draws;
    sum->losses += stats->losses;
    if (stats->longest > sum->longest) {
        sum->longest = stats->longest;
        sum->example = stats->example;
        sum->class = stats->class;
        sum->side = stats->side;
    }
}

/* Sums up one side to move of the classes in which White has so many men; -1: of all. */
static EndingStats sum_up(const MenFigures *figures, Color side, int white_men) {
    EndingStats sum = {.side = side};
    for (size_t i = 0; i < figures->count; i++) {
        const EndingStats *stats = &figures->classes[i].sides[side];
        if (white_men < 0 || balance_of(&stats->class).men[WHITE] == white_men)
            add_stats(&sum, stats);
    }
    return sum;
}

/* The longest value of either side to move. */
static EndingStats sum_up_all(const MenFigures *figures) {
    EndingStats white = sum_up(figures, WHITE, -1), black = sum_up(figures, BLACK, -1);
    EndingStats sum = white;
    add_stats(&sum, &black);
    return sum;
}

/* A row for each division of the men and side to move. */
static void write_summary(FILE *out, const MenFigures *figures) {
    int pieces = figures->men - 2;
    for (int white_men = pieces; 2 * white_men >= pieces; white_men--) {
        for (int side = WHITE; side <= BLACK; side++) {
            char label[PAGE_NUMBER_SIZE];
            EndingStats sum = sum_up(figures, (Color)side, white_men);
            snprintf(label, sizeof label, "%d to %d", white_men, pieces - white_men);
            write_sum(out, label, color_name((Color)side), &sum);
        }
    }
    EndingStats all = sum_up_all(figures);
    write_sum(out, "all", "either", &all);
}

/* The letters of the pieces besides the lion, in the order of the alphabet. */
static const char *piece_letters(PawnFamily family) {
    return family == PAWNS_MEGA ? "cegmpqz" : "cegmpsz";
}

/* Writes how many percent of the positions of a class White wins and draws, whoever is to move. */
static void cell_outcome(FILE *out, const ClassFigures *class) {
    const EndingStats *white = &class->sides[WHITE], *black = &class->sides[BLACK];
    double positions = (double)(white->positions + black->positions);
    double wins = 100.0 * (double)(white->wins + black->losses) / positions;
    double draws = 100.0 * (double)(white->draws + black->draws) / positions;
    char text[PAGE_NUMBER_SIZE];
    snprintf(text, sizeof text, "%.0f/%.0f", wins, draws);
    page_cell(out, text, 5);
}

static const ClassFigures *find_class(const MenFigures *figures, const char *name) {
    for (size_t i = 0; i < figures->count; i++) {
        const EndingStats *stats = &figures->classes[i].sides[WHITE];
        char text[ENDING_CLASS_NAME_SIZE];
        ending_class_name(&stats->class, stats->example.variant->pawns, text);
        if (strcmp(text, name) == 0)
            return &figures->classes[i];
    }
    return NULL;
}

/* Two men against one: a row for each pair, a column for each defender. */
static void write_defenders(FILE *out, const MenFigures *figures) {
    const char *letters = piece_letters(figures->classes[0].sides[0].example.variant->pawns);
    for (const char *a = letters; *a; a++) {
        for (const char *b = a; *b; b++) {
            fprintf(out, ".It %c+%c", toupper(*a), toupper(*b));
            for (const char *c = letters; *c; c++) {
                char name[ENDING_CLASS_NAME_SIZE];
                snprintf(name, sizeof name, "L%c%c_l%c", *a, *b, *c);
                const ClassFigures *class = find_class(figures, name);
                if (class)
                    cell_outcome(out, class);
            }
            fputc('\n', out);
        }
    }
}

static void write_longest(FILE *out, const MenFigures *figures) {
    EndingStats all = sum_up_all(figures);
    char name[ENDING_CLASS_NAME_SIZE];
    Color winner = all.longest % 2 != 0 ? all.side : color_other(all.side);
    fprintf(out,
            "The longest win with %d men is one of\n.Li %s :\n%s is to move, and %s wins in %d "
            "plies.\n",
            figures->men, ending_class_name(&all.class, all.example.variant->pawns, name),
            color_name(all.side), color_name(winner), all.longest);
    write_fen(out, &all.example);
    write_line(out, figures->endings, &all.example);
}

/* A row with the numbers of mutual zugzwangs. */
static void write_zugzwangs(FILE *out, const MenFigures *figures) {
    const EndingSurvey *sum = &figures->sum;
    fprintf(out, ".It %d", figures->men);
    page_cell_number(out, sum->placements, 13);
    page_cell_number(out, sum->zugzwangs[ZUGZWANG_FULL], 10);
    page_cell_number(out, sum->zugzwangs[ZUGZWANG_HALF], 10);
    fputc('\n', out);
}

static void write_example(FILE *out, const EndingExample *example, const char *sentence) {
    if (example->plies == 0)
        return;
    fprintf(out, "%s\n", sentence);
    write_fen(out, &example->position);
}

static void write_zugzwang_examples(FILE *out, const MenFigures *figures) {
    const EndingExample *examples = figures->sum.zugzwang;
    write_example(out, &examples[ZUGZWANG_FULL], "Here whoever has to move loses:");
    fputs(".Pp\n", out);
    write_example(out, &examples[ZUGZWANG_HALF],
                  "Here one side loses if it has to move, and the game is drawn if the other one "
                  "has to:");
}

static void write_river_row(FILE *out, const MenFigures *figures, const char *river) {
    EndingStats all = sum_up_all(figures);
    fprintf(out, ".It %d Ta %s", figures->men, river);
    cell_results(out, figures->sum.results);
    page_cell_number(out, (uint64_t)all.longest, 3);
    page_cell_number(out, figures->sum.zugzwangs[ZUGZWANG_FULL], 7);
    page_cell_number(out, figures->sum.zugzwangs[ZUGZWANG_HALF], 9);
    fputc('\n', out);
}

static void write_river(FILE *out, const MenFigures *figures) {
    write_river_row(out, figures, "yes");
    write_river_row(out, figures->dry, "no");
}

static uint64_t total(const uint64_t results[ENDING_RESULTS]) {
    return results[0] + results[1] + results[2];
}

static void write_changes(FILE *out, const MenFigures *figures) {
    static const char *const verbs[] = {"lost", "drawn", "won"};
    uint64_t changed = 0, whole = 0;
    char text[PAGE_NUMBER_SIZE], other[PAGE_NUMBER_SIZE];
    for (int dry = 0; dry < ENDING_RESULTS; dry++) {
        whole += total(figures->sum.changes[dry]);
        changed += total(figures->sum.changes[dry]) - figures->sum.changes[dry][dry];
    }
    fprintf(out, ".Pp\nWith %d men, the river changes the result of %s %% of the positions.\n",
            figures->men, share(changed, whole, text));
    for (int dry = ENDING_RESULTS - 1; dry >= 0; dry--) {
        const uint64_t *row = figures->sum.changes[dry];
        int first = dry == 2 ? 1 : 2, second = dry == 0 ? 1 : 0;
        fprintf(out, "Of those that would be %s without it, %s %% are %s and %s %% %s.\n",
                verbs[dry], share(row[first], total(row), text), verbs[first],
                share(row[second], total(row), other), verbs[second]);
    }
    if (figures->sum.zugzwangs[ZUGZWANG_FULL] > 0 &&
        figures->dry->sum.zugzwangs[ZUGZWANG_FULL] == 0)
        fputs("Without it no mutual zugzwang would be full.\n", out);
}

static void write_wading(FILE *out, const MenFigures *figures) {
    const EndingSurvey *sum = &figures->sum;
    uint64_t wading = total(sum->wading), all = total(sum->results);
    char text[3][PAGE_NUMBER_SIZE];
    fprintf(out,
            ".Pp\nWith %d men, the side to move has a man in the river in %s %% of the "
            "positions.\nIt wins %s %% of these, and %s %% of the others.\n",
            figures->men, share(wading, all, text[0]), share(sum->wading[2], wading, text[1]),
            share(sum->results[2] - sum->wading[2], all - wading, text[2]));
    if (sum->sacrifices > 0)
        fprintf(out, "In %s won positions, every move that wins lets a man drown.\n",
                page_number(sum->sacrifices, text[0]));
}

static void write_sacrifice(FILE *out, const MenFigures *figures) {
    Move move;
    const EndingExample *example = &figures->sum.sacrifice;
    if (ending_moves_line(figures->endings, &example->position, &move, 1) == 0)
        return;
    write_example(out, example, "In this one");
    fprintf(out, ".Pp\n%s wins in %d plies by\n", color_name(position_side(&example->position)),
            example->plies);
    page_move(out, &example->position, move);
    fputs(".\n", out);
}

/* Lion and a man against the lion, with the man's side to move: what is not won, here and without
 * the river. */
static void write_lone_lion(FILE *out, const MenFigures *figures) {
    for (size_t i = 0; i < figures->count; i++) {
        const EndingStats *stats = &figures->classes[i].sides[WHITE];
        const EndingStats *dry = &figures->dry->classes[i].sides[WHITE];
        char name[ENDING_CLASS_NAME_SIZE];
        fprintf(out, ".It %s",
                ending_class_name(&stats->class, stats->example.variant->pawns, name));
        page_cell_number(out, stats->positions, 9);
        page_cell_number(out, stats->positions - stats->wins, 7);
        page_cell_number(out, dry->positions - dry->wins, 13);
        fputc('\n', out);
    }
}

/* ---- the table of blocks ---- */

typedef struct EndingsBlock {
    const char *name;
    void (*write)(FILE *out, const MenFigures *figures);
    bool needs_dry;
} EndingsBlock;

static const EndingsBlock blocks[] = {
    {"classes", write_classes, false},     {"summary", write_summary, false},
    {"defenders", write_defenders, false}, {"longest", write_longest, false},
    {"zugzwangs", write_zugzwangs, false}, {"zugzwang-examples", write_zugzwang_examples, false},
    {"lone-lion", write_lone_lion, true},  {"wading", write_wading, false},
    {"sacrifice", write_sacrifice, false}, {"river", write_river, true},
    {"changes", write_changes, true},
};

bool endings_block_write(FILE *out, const char *name, const MenFigures *figures) {
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        if (strcmp(blocks[i].name, name) != 0)
            continue;
        if (blocks[i].needs_dry && !figures->dry)
            return false;
        blocks[i].write(out, figures);
        return true;
    }
    return false;
}
