#include <config.h>

#include "tools/puzzle_selection.h"

#include <stdlib.h>

#include "base/memory.h"
#include "play/puzzles/puzzle.h"
#include "rules/coordinate.h"
#include "rules/fen.h"

enum {
    DISTINCT_SQUARES_MIN = 7, /* boards that differ in fewer squares are alike */
    TYPE_SHARE_PERCENT = 30   /* of first moves by one type of piece, per length */
};

void puzzle_selection_add(CandidateList *candidates, const PuzzleCandidate *candidate) {
    if (candidates->count == candidates->capacity) {
        candidates->capacity = candidates->capacity ? 2 * candidates->capacity : 256;
        candidates->list =
            memory_resize(candidates->list, candidates->capacity, sizeof *candidates->list);
    }
    candidates->list[candidates->count++] = *candidate;
}

void puzzle_selection_free(CandidateList *candidates) {
    free(candidates->list);
    *candidates = (CandidateList){0};
}

/* ---- the choice ---- */

/* Counts of the chosen candidates. */
typedef struct SelectionCounts {
    int color[COLOR_COUNT];
    int by_type[PIECE_TYPE_COUNT];
} SelectionCounts;

static int differing_squares(const Position *a, const Position *b) {
    Bitboard same = 0;
    for (int color = 0; color < COLOR_COUNT; color++)
        for (int type = 0; type < PIECE_TYPE_COUNT; type++)
            same |= position_pieces(a, (Color)color, (PieceType)type) &
                    position_pieces(b, (Color)color, (PieceType)type);
    return popcount64((position_occupied(a) | position_occupied(b)) & ~same);
}

static bool is_distinct(const CandidateList *chosen, const PuzzleCandidate *candidate) {
    for (size_t i = 0; i < chosen->count; i++)
        if (differing_squares(&chosen->list[i].position, &candidate->position) <
            DISTINCT_SQUARES_MIN)
            return false;
    return true;
}

/* Sorts the best first. Ties are broken by key, to be reproducible. */
static int by_quality(const void *left, const void *right) {
    const PuzzleCandidate *a = left, *b = right;
    if (a->quality != b->quality)
        return a->quality > b->quality ? -1 : 1;
    return (a->position.key > b->position.key) - (a->position.key < b->position.key);
}

static void choose_length(const CandidateList *all, int moves, int wanted, CandidateList *chosen) {
    SelectionCounts counts = {0};
    for (size_t i = 0; i < all->count; i++) {
        const PuzzleCandidate *candidate = &all->list[i];
        Color side = position_side(&candidate->position);
        PieceType type = move_piece(candidate->move);
        if (candidate->moves != moves || 2 * counts.color[side] >= wanted ||
            100 * counts.by_type[type] >= TYPE_SHARE_PERCENT * wanted ||
            !is_distinct(chosen, candidate))
            continue;
        counts.color[side]++;
        counts.by_type[type]++;
        puzzle_selection_add(chosen, candidate);
    }
}

/* ---- grades ---- */

static int by_difficulty(const void *left, const void *right) {
    const PuzzleCandidate *a = left, *b = right;
    if (a->difficulty != b->difficulty)
        return a->difficulty - b->difficulty;
    return a->moves != b->moves ? a->moves - b->moves : by_quality(a, b);
}

static int by_grade(const void *left, const void *right) {
    const PuzzleCandidate *a = left, *b = right;
    if (a->grade != b->grade)
        return a->grade - b->grade;
    return a->moves != b->moves ? a->moves - b->moves : by_difficulty(a, b);
}

/* Assigns equally many of each grade, but the same grade to equal difficulty. */
static void assign_grades(CandidateList *set) {
    qsort(set->list, set->count, sizeof *set->list, by_difficulty);
    for (size_t i = 0; i < set->count; i++) {
        PuzzleCandidate *candidate = &set->list[i];
        bool equal = i > 0 && set->list[i - 1].difficulty == candidate->difficulty;
        candidate->grade =
            equal ? set->list[i - 1].grade : 1 + (int)(i * PUZZLE_GRADE_MAX / set->count);
    }
    qsort(set->list, set->count, sizeof *set->list, by_grade);
}

void puzzle_selection_choose(CandidateList *candidates, int wanted) {
    CandidateList chosen = {0};
    qsort(candidates->list, candidates->count, sizeof *candidates->list, by_quality);
    /* Long puzzles are rare and take precedence over short ones that are alike. */
    for (int moves = PUZZLE_MOVES_MAX; moves >= PUZZLE_MOVES_MIN; moves--)
        choose_length(candidates, moves, wanted, &chosen);
    puzzle_selection_free(candidates);
    *candidates = chosen;
    assign_grades(candidates);
}

/* ---- output ---- */

void puzzle_selection_write(const CandidateList *candidates, FILE *file) {
    fputs("# The puzzles: position, first move, number of moves to win, grade; sorted by grade, "
          "then by "
          "moves.\n# Made by \"make puzzle-set\", which also proves them.\n",
          file);
    for (size_t i = 0; i < candidates->count; i++) {
        const PuzzleCandidate *candidate = &candidates->list[i];
        char fen[FEN_SIZE], move[COORDINATE_SIZE];
        fen_write(&candidate->position, fen);
        coordinate_write(candidate->move, move);
        fprintf(file, "%s %s %d %d\n", fen, move, candidate->moves, candidate->grade);
    }
}

static void report_length(const CandidateList *candidates, int moves) {
    int grades[PUZZLE_GRADE_MAX + 1] = {0};
    SelectionCounts counts = {0};
    for (size_t i = 0; i < candidates->count; i++) {
        const PuzzleCandidate *candidate = &candidates->list[i];
        if (candidate->moves != moves)
            continue;
        grades[candidate->grade]++;
        counts.color[position_side(&candidate->position)]++;
        counts.by_type[move_piece(candidate->move)]++;
    }
    printf("%5d %6d %6d  ", moves, counts.color[WHITE], counts.color[BLACK]);
    for (int grade = 1; grade <= PUZZLE_GRADE_MAX; grade++)
        printf(" %4d", grades[grade]);
    printf("  ");
    for (int type = 0; type < PIECE_TYPE_COUNT; type++)
        printf(" %4d", counts.by_type[type]);
    putchar('\n');
}

void puzzle_selection_report(const CandidateList *candidates) {
    printf("moves  White  Black   grade 1..%d                 first move by", PUZZLE_GRADE_MAX);
    for (int type = 0; type < PIECE_TYPE_COUNT; type++)
        printf(" %c", piece_type_letter((PieceType)type, PAWNS_CONGO));
    putchar('\n');
    for (int moves = PUZZLE_MOVES_MIN; moves <= PUZZLE_MOVES_MAX; moves++)
        report_length(candidates, moves);
    printf("%zu puzzles\n", candidates->count);
}
