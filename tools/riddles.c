#include <config.h>

#include "tools/riddles.h"

#include <stdlib.h>

#include "play/puzzle.h"
#include "rules/coordinate.h"
#include "rules/fen.h"
#include "rules/memory.h"

enum {
    ALIKE_SQUARES = 7,      /* boards that differ in fewer squares look alike */
    KIND_SHARE_PERCENT = 30 /* first moves of one kind of man, of those of one length */
};

void riddles_add(Riddles *riddles, const Riddle *riddle) {
    if (riddles->count == riddles->capacity) {
        riddles->capacity = riddles->capacity ? 2 * riddles->capacity : 256;
        riddles->list = memory_resize(riddles->list, riddles->capacity, sizeof *riddles->list);
    }
    riddles->list[riddles->count++] = *riddle;
}

void riddles_free(Riddles *riddles) {
    free(riddles->list);
    *riddles = (Riddles){0};
}

/* ---- the choice --------------------------------------------------------------------------- */

/* How much of what the set may have has been taken. */
typedef struct Shares {
    int color[COLOR_COUNT];
    int kind[PIECE_TYPE_COUNT];
} Shares;

static int differing_squares(const Position *a, const Position *b) {
    Bitboard same = 0;
    for (int color = 0; color < COLOR_COUNT; color++)
        for (int kind = 0; kind < PIECE_TYPE_COUNT; kind++)
            same |= position_pieces(a, (Color)color, (PieceType)kind) &
                    position_pieces(b, (Color)color, (PieceType)kind);
    return popcount64((position_occupied(a) | position_occupied(b)) & ~same);
}

static bool looks_new(const Riddles *chosen, const Riddle *riddle) {
    for (size_t i = 0; i < chosen->count; i++)
        if (differing_squares(&chosen->list[i].position, &riddle->position) < ALIKE_SQUARES)
            return false;
    return true;
}

/* The better ones first; the order of equal ones is that of their keys: any, but always the same.
 */
static int by_quality(const void *left, const void *right) {
    const Riddle *a = left, *b = right;
    if (a->quality != b->quality)
        return a->quality > b->quality ? -1 : 1;
    return (a->position.key > b->position.key) - (a->position.key < b->position.key);
}

static void choose_length(const Riddles *all, int moves, int wanted, Riddles *chosen) {
    Shares shares = {0};
    for (size_t i = 0; i < all->count; i++) {
        const Riddle *riddle = &all->list[i];
        Color side = position_side(&riddle->position);
        PieceType kind = move_piece(riddle->move);
        if (riddle->moves != moves || 2 * shares.color[side] >= wanted ||
            100 * shares.kind[kind] >= KIND_SHARE_PERCENT * wanted || !looks_new(chosen, riddle))
            continue;
        shares.color[side]++;
        shares.kind[kind]++;
        riddles_add(chosen, riddle);
    }
}

/* ---- grades ------------------------------------------------------------------------------- */

static int by_points(const void *left, const void *right) {
    const Riddle *a = left, *b = right;
    if (a->points != b->points)
        return a->points - b->points;
    return a->moves != b->moves ? a->moves - b->moves : by_quality(a, b);
}

static int by_grade(const void *left, const void *right) {
    const Riddle *a = left, *b = right;
    if (a->grade != b->grade)
        return a->grade - b->grade;
    return a->moves != b->moves ? a->moves - b->moves : by_points(a, b);
}

/* As many of each grade, but for those that are equally hard. */
static void give_grades(Riddles *set) {
    qsort(set->list, set->count, sizeof *set->list, by_points);
    for (size_t i = 0; i < set->count; i++) {
        Riddle *riddle = &set->list[i];
        bool equal = i > 0 && set->list[i - 1].points == riddle->points;
        riddle->grade =
            equal ? set->list[i - 1].grade : 1 + (int)(i * PUZZLE_GRADE_MAX / set->count);
    }
    qsort(set->list, set->count, sizeof *set->list, by_grade);
}

void riddles_choose(Riddles *riddles, int wanted) {
    Riddles chosen = {0};
    qsort(riddles->list, riddles->count, sizeof *riddles->list, by_quality);
    /* Long ones are rare: they choose before the short ones that look like them. */
    for (int moves = PUZZLE_MOVES_MAX; moves >= PUZZLE_MOVES_MIN; moves--)
        choose_length(riddles, moves, wanted, &chosen);
    riddles_free(riddles);
    *riddles = chosen;
    give_grades(riddles);
}

/* ---- output ------------------------------------------------------------------------------- */

void riddles_write(const Riddles *riddles, FILE *file) {
    fprintf(
        file,
        "/*\n * The puzzles of the game: the position, the first move, the moves in which it "
        "wins, the grade.\n * Found and proved, and this file written, by \"make puzzle-set\".\n"
        " */\n#include <config.h>\n\n#include \"play/puzzle_set.h\"\n\n"
        "/* clang-format off */\nconst Puzzle puzzle_set[] = {\n");
    for (size_t i = 0; i < riddles->count; i++) {
        const Riddle *riddle = &riddles->list[i];
        char fen[FEN_SIZE], move[COORDINATE_SIZE];
        fen_write(&riddle->position, fen);
        coordinate_write(riddle->move, move);
        fprintf(file, "    {\"%s\", \"%s\", %d, %d},\n", fen, move, riddle->moves, riddle->grade);
    }
    fputs("};\n/* clang-format on */\n\nconst size_t puzzle_set_size = sizeof puzzle_set / sizeof "
          "puzzle_set[0];\n",
          file);
}

static void report_length(const Riddles *riddles, int moves) {
    int grades[PUZZLE_GRADE_MAX + 1] = {0};
    Shares shares = {0};
    for (size_t i = 0; i < riddles->count; i++) {
        const Riddle *riddle = &riddles->list[i];
        if (riddle->moves != moves)
            continue;
        grades[riddle->grade]++;
        shares.color[position_side(&riddle->position)]++;
        shares.kind[move_piece(riddle->move)]++;
    }
    printf("%5d %6d %6d  ", moves, shares.color[WHITE], shares.color[BLACK]);
    for (int grade = 1; grade <= PUZZLE_GRADE_MAX; grade++)
        printf(" %4d", grades[grade]);
    printf("  ");
    for (int kind = 0; kind < PIECE_TYPE_COUNT; kind++)
        printf(" %4d", shares.kind[kind]);
    putchar('\n');
}

void riddles_report(const Riddles *riddles) {
    printf("moves  White  Black   grade 1..%d                 first move by", PUZZLE_GRADE_MAX);
    for (int kind = 0; kind < PIECE_TYPE_COUNT; kind++)
        printf(" %c", piece_type_letter((PieceType)kind, PAWNS_CONGO));
    putchar('\n');
    for (int moves = PUZZLE_MOVES_MIN; moves <= PUZZLE_MOVES_MAX; moves++)
        report_length(riddles, moves);
    printf("%zu puzzles\n", riddles->count);
}
