/*
 * independent_solver MEN [VARIANT]
 *
 * Solves the endings with MEN men, and prints what `congo-engine endings stats` does, without its
 * FEN. It is the yardstick of the solved endings, so it includes nothing of src: the rules are
 * written anew from their description, a board is a list of men, and the positions that lead to
 * another one are found by listing all moves, never by taking one back. There is no symmetry.
 *
 * The order of the search is the usual one: wins in 1 and positions without a move, then ply by
 * ply what follows from them.
 */
#include <config.h>

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEN = 3, MOVES = 400, LEVELS = 255 }; /* men besides the lions */
enum { WHITE, BLACK };

/* In alphabetical order, as in names of classes. */
typedef enum Kind {
    NONE,
    CROCODILE,
    ELEPHANT,
    GIRAFFE,
    MONKEY,
    PAWN,
    MEGAPAWN,
    SUPERPAWN,
    ZEBRA
} Kind;
static const char letters[] = "?cegmpqsz";
enum { KINDS = ZEBRA + 1 };

typedef struct Man {
    int owner, kind, square; /* a square is rank * 7 + file, from a1 */
} Man;

/* The men are sorted: White's, then Black's, by kind and square. */
typedef struct Position {
    int side, lions[2], count;
    Man men[MEN];
} Position;

/* A value is 0 for a draw or unknown, else plies + 1. */
typedef struct Class {
    int count;
    Man men[MEN]; /* sorted; without squares */
    uint32_t size;
    uint8_t *values; /* [2 * size]: White to move, then Black */
} Class;

static bool mega, islands, bare_lions_draw;

static Class *classes[KINDS * KINDS * KINDS * KINDS * KINDS * KINDS];

static const int directions[8][2] = {{0, 1},  {1, 1},   {1, 0},  {1, -1},
                                     {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};

static void *allocate(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (memory == NULL) {
        fputs("independent_solver: out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

/* Boards. */

static int file_of(int square) {
    return square % 7;
}

static int rank_of(int square) {
    return square / 7;
}

/* Returns a square at an offset, or -1 beyond the edge. */
static int offset(int square, int files, int ranks) {
    int file = file_of(square) + files, rank = rank_of(square) + ranks;
    return file < 0 || file > 6 || rank < 0 || rank > 6 ? -1 : rank * 7 + file;
}

static int lion_square(int owner, int place) {
    return (place / 3 + (owner == WHITE ? 0 : 4)) * 7 + 2 + place % 3;
}

static int lion_place(int owner, int square) {
    return (rank_of(square) - (owner == WHITE ? 0 : 4)) * 3 + file_of(square) - 2;
}

static bool in_castle(int owner, int square) {
    int file = file_of(square), rank = rank_of(square);
    return file >= 2 && file <= 4 && (owner == WHITE ? rank <= 2 : rank >= 4);
}

static bool deep(int square) {
    int file = file_of(square);
    return rank_of(square) == 3 && !(islands && (file <= 1 || file >= 5));
}

static int forward(int owner) {
    return owner == WHITE ? 1 : -1;
}

static int last_rank(int owner) {
    return owner == WHITE ? 6 : 0;
}

/* What stands on a square: the number of a man, or one of these. */
enum { EMPTY = -1, OFF = -2, LIONS = -3 }; /* LIONS - owner */

static int find(const Position *position, int square) {
    if (square < 0)
        return OFF;
    for (int i = 0; i < position->count; i++)
        if (position->men[i].square == square)
            return i;
    for (int owner = WHITE; owner <= BLACK; owner++)
        if (position->lions[owner] == square)
            return LIONS - owner;
    return EMPTY;
}

static bool is_enemy(const Position *position, int found) {
    if (found <= LIONS)
        return LIONS - found != position->side;
    return found >= 0 && position->men[found].owner != position->side;
}

/* Classes. */

static bool comes_before(const Man *a, const Man *b) {
    if (a->owner != b->owner)
        return a->owner < b->owner;
    if (a->kind != b->kind)
        return a->kind < b->kind;
    return a->square < b->square;
}

static void sort(Man *men, int count) {
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && comes_before(&men[j], &men[j - 1]); j--) {
            Man man = men[j];
            men[j] = men[j - 1];
            men[j - 1] = man;
        }
}

static Class **class_slot(const Man *men, int count) {
    size_t keys[2] = {0, 0};
    for (int i = 0; i < count; i++)
        keys[men[i].owner] = keys[men[i].owner] * KINDS + (size_t)men[i].kind;
    return &classes[keys[WHITE] * KINDS * KINDS * KINDS + keys[BLACK]];
}

/* White has more men, or as many and the first letters. */
static bool is_canonical(const Man *men, int count) {
    int whites = 0;
    while (whites < count && men[whites].owner == WHITE)
        whites++;
    if (2 * whites != count)
        return 2 * whites > count;
    for (int i = 0; i < whites; i++)
        if (men[i].kind != men[whites + i].kind)
            return men[i].kind < men[whites + i].kind;
    return true;
}

static int opposite(int square) {
    return offset(square, 0, 6 - 2 * rank_of(square));
}

static void exchange_colors(Position *position) {
    int white = position->lions[WHITE];
    position->lions[WHITE] = opposite(position->lions[BLACK]);
    position->lions[BLACK] = opposite(white);
    position->side = 1 - position->side;
    for (int i = 0; i < position->count; i++) {
        position->men[i].owner = 1 - position->men[i].owner;
        position->men[i].square = opposite(position->men[i].square);
    }
    sort(position->men, position->count);
}

static uint32_t index_of(const Class *class, const Position *position) {
    uint32_t index = (uint32_t)(position->side * 9 + lion_place(WHITE, position->lions[WHITE]));
    index = index * 9 + (uint32_t)lion_place(BLACK, position->lions[BLACK]);
    for (int i = 0; i < class->count; i++)
        index = index * 49 + (uint32_t)position->men[i].square;
    return index;
}

/* Returns false if the index stands for no position, or for one that has another index. */
static bool position_at(const Class *class, uint32_t index, Position *position) {
    position->count = class->count;
    for (int i = class->count - 1; i >= 0; i--) {
        position->men[i] = class->men[i];
        position->men[i].square = (int)(index % 49);
        index /= 49;
    }
    position->lions[BLACK] = lion_square(BLACK, (int)(index % 9));
    position->lions[WHITE] = lion_square(WHITE, (int)(index / 9 % 9));
    position->side = (int)(index / 81);
    for (int i = 0; i < class->count; i++) {
        const Man *man = &position->men[i];
        if (find(position, man->square) != i || man->square == position->lions[WHITE] ||
            man->square == position->lions[BLACK])
            return false;
        if (man->kind == PAWN && rank_of(man->square) == last_rank(man->owner))
            return false;
        if (i > 0 && man[-1].owner == man->owner && man[-1].kind == man->kind &&
            man[-1].square > man->square)
            return false;
    }
    return true;
}

/* Moves. */

typedef struct Moves {
    bool takes_lion; /* one of them does; the others do not matter */
    int count;
    Position after[MOVES]; /* sorted */
} Moves;

/* Ends a turn: `mover` (LIONS: the lion) goes to a square, the men in `taken` go, and what the side
 * left in the river drowns. */
static void end_turn(const Position *position, int mover, int to, unsigned taken, Moves *moves) {
    if (moves->count == MOVES)
        abort();
    Position *after = &moves->after[moves->count++];
    *after = *position;
    after->side = 1 - position->side;
    after->count = 0;
    if (mover == LIONS)
        after->lions[position->side] = to;
    for (int i = 0; i < position->count; i++) {
        Man man = position->men[i];
        bool was_in_river = deep(man.square);
        if (i == mover)
            man.square = to;
        bool drowns = man.owner == position->side && man.kind != CROCODILE && was_in_river &&
                      deep(man.square);
        if (drowns || (taken >> i & 1) != 0)
            continue;
        if (man.kind == PAWN && rank_of(man.square) == last_rank(man.owner))
            man.kind = mega ? MEGAPAWN : SUPERPAWN;
        after->men[after->count++] = man;
    }
    sort(after->men, after->count);
}

/* Moves to a square if it is empty, or if it holds an enemy that may be taken. Returns whether it
 * was empty. */
enum { MOVE = 1, CAPTURE = 2 };
static bool go(const Position *position, int mover, int to, int how, Moves *moves) {
    int found = find(position, to);
    if (found == EMPTY && (how & MOVE) != 0)
        end_turn(position, mover, to, 0, moves);
    if (is_enemy(position, found) && (how & CAPTURE) != 0) {
        if (found >= 0)
            end_turn(position, mover, to, 1U << found, moves);
        else
            moves->takes_lion = true;
    }
    return found == EMPTY;
}

static bool lions_face(const Position *position) {
    int white = position->lions[WHITE], black = position->lions[BLACK];
    int files = file_of(black) - file_of(white), ranks = rank_of(black) - rank_of(white);
    if (files != 0 && abs(files) != ranks)
        return false;
    for (int i = 1; i < ranks; i++)
        if (find(position, offset(white, files / ranks * i, i)) != EMPTY)
            return false;
    return true;
}

static void lion_moves(const Position *position, Moves *moves) {
    for (int i = 0; i < 8; i++) {
        int to = offset(position->lions[position->side], directions[i][0], directions[i][1]);
        if (to >= 0 && in_castle(position->side, to))
            go(position, LIONS, to, MOVE | CAPTURE, moves);
    }
    if (lions_face(position))
        moves->takes_lion = true;
}

static void slide(const Position *position, int mover, int files, int ranks, int most, int how,
                  Moves *moves) {
    int square = position->men[mover].square;
    for (int i = 1; i <= most; i++)
        if (!go(position, mover, offset(square, files * i, ranks * i), how, moves))
            break;
}

static void crocodile_moves(const Position *position, int mover, Moves *moves) {
    int square = position->men[mover].square, to_river = 3 - rank_of(square);
    for (int i = 0; i < 8; i++)
        go(position, mover, offset(square, directions[i][0], directions[i][1]), MOVE | CAPTURE,
           moves);
    if (to_river != 0) {
        slide(position, mover, 0, to_river > 0 ? 1 : -1, abs(to_river), MOVE | CAPTURE, moves);
    } else {
        slide(position, mover, 1, 0, 6, MOVE | CAPTURE, moves);
        slide(position, mover, -1, 0, 6, MOVE | CAPTURE, moves);
    }
}

/* The square where the monkey began is empty while it jumps. */
static void monkey_jumps(const Position *position, int mover, int square, unsigned taken,
                         Moves *moves) {
    for (int i = 0; i < 8; i++) {
        int over = find(position, offset(square, directions[i][0], directions[i][1]));
        int to = offset(square, 2 * directions[i][0], 2 * directions[i][1]);
        int beyond = find(position, to);
        bool vacant =
            beyond == EMPTY || beyond == mover || (beyond >= 0 && (taken >> beyond & 1) != 0);
        if (!is_enemy(position, over) || !vacant)
            continue;
        if (over < 0) {
            moves->takes_lion = true;
        } else if ((taken >> over & 1) == 0) {
            end_turn(position, mover, to, taken | 1U << over, moves);
            monkey_jumps(position, mover, to, taken | 1U << over, moves);
        }
    }
}

static void pawn_moves(const Position *position, int mover, Moves *moves) {
    const Man *man = &position->men[mover];
    int ahead = forward(man->owner);
    bool beyond_river = (rank_of(man->square) - 3) * ahead > 0;
    bool is_super = man->kind == SUPERPAWN;
    for (int files = -1; files <= 1; files++)
        go(position, mover, offset(man->square, files, ahead), MOVE | CAPTURE, moves);
    if (is_super || (mega && beyond_river)) {
        go(position, mover, offset(man->square, -1, 0), MOVE | CAPTURE, moves);
        go(position, mover, offset(man->square, 1, 0), MOVE | CAPTURE, moves);
    }
    if (is_super || (!mega && beyond_river))
        slide(position, mover, 0, -ahead, 2, MOVE, moves);
    if (is_super) {
        slide(position, mover, -1, -ahead, 2, MOVE, moves);
        slide(position, mover, 1, -ahead, 2, MOVE, moves);
    }
}

/* Elephants, giraffes, zebras and megapawns reach squares within two, whatever stands between. */
static void leap_moves(const Position *position, int mover, Moves *moves) {
    const Man *man = &position->men[mover];
    for (int files = -2; files <= 2; files++) {
        for (int ranks = -2; ranks <= 2; ranks++) {
            int across = abs(files), along = abs(ranks), farthest = across > along ? across : along;
            bool straight = across == 0 || along == 0 || across == along;
            int how = 0;
            if (man->kind == MEGAPAWN && farthest > 0)
                how = MOVE | CAPTURE;
            else if (man->kind == ZEBRA && !straight)
                how = MOVE | CAPTURE;
            else if (man->kind == ELEPHANT && (across == 0) != (along == 0))
                how = MOVE | CAPTURE;
            else if (man->kind == GIRAFFE && straight && farthest > 0)
                how = farthest == 2 ? MOVE | CAPTURE : MOVE;
            if (how != 0)
                go(position, mover, offset(man->square, files, ranks), how, moves);
        }
    }
}

static void list_moves(const Position *position, Moves *moves) {
    moves->takes_lion = false;
    moves->count = 0;
    lion_moves(position, moves);
    for (int i = 0; i < position->count && !moves->takes_lion; i++) {
        if (position->men[i].owner != position->side)
            continue;
        int kind = position->men[i].kind, square = position->men[i].square;
        if (kind == CROCODILE) {
            crocodile_moves(position, i, moves);
        } else if (kind == MONKEY) {
            for (int j = 0; j < 8; j++)
                go(position, i, offset(square, directions[j][0], directions[j][1]), MOVE, moves);
            monkey_jumps(position, i, square, 0, moves);
        } else if (kind == PAWN || kind == SUPERPAWN) {
            pawn_moves(position, i, moves);
        } else {
            leap_moves(position, i, moves);
        }
    }
}

/* Solving. */

typedef struct List {
    uint32_t *items;
    size_t count, capacity;
} List;

static void add(List *list, uint32_t item) {
    if (list->count == list->capacity) {
        list->capacity = list->capacity * 2 + 1000;
        list->items = realloc(list->items, list->capacity * sizeof *list->items);
        if (list->items == NULL)
            abort();
    }
    list->items[list->count++] = item;
}

typedef struct Solver {
    Class *class;
    uint16_t *open;          /* moves of a position that are not known to lose */
    uint8_t *longest;        /* of those that lead out of the class and lose */
    List moves;              /* within the class: the positions that they lead to, in order */
    uint16_t *moves_of;      /* number of a position's own ones */
    List levels[LEVELS + 1]; /* positions that may be won or lost in so many plies */
    size_t *starts;          /* by position: where its predecessors begin */
    uint32_t *predecessors;
} Solver;

static void add_move(Solver *solver, uint32_t index, Position *after) {
    if (!is_canonical(after->men, after->count))
        exchange_colors(after);
    const Class *class = *class_slot(after->men, after->count);
    if (class == NULL)
        abort();
    uint32_t target = index_of(class, after);
    solver->open[index]++;
    if (class == solver->class) {
        add(&solver->moves, target);
        solver->moves_of[index]++;
        return;
    }
    int value = class->values[target], plies = value - 1;
    if (value == 0)
        return;
    if (plies % 2 == 0) {
        add(&solver->levels[plies + 1], index);
    } else {
        solver->open[index]--;
        if (plies > solver->longest[index])
            solver->longest[index] = (uint8_t)plies;
    }
}

static void add_moves(Solver *solver, uint32_t index, const Position *position) {
    static Moves moves;
    list_moves(position, &moves);
    if (position->count == 0 && (bare_lions_draw || !moves.takes_lion))
        return;
    if (moves.takes_lion) {
        add(&solver->levels[1], index);
        return;
    }
    for (int i = 0; i < moves.count; i++)
        add_move(solver, index, &moves.after[i]);
    if (moves.count == 0)
        add(&solver->levels[0], index);
    else if (solver->open[index] == 0)
        add(&solver->levels[solver->longest[index] + 1], index);
}

/* Sorts the moves by the position that they lead to. */
static void turn_moves(Solver *solver, uint32_t positions) {
    const List *moves = &solver->moves;
    solver->starts = allocate(positions + 2, sizeof *solver->starts);
    solver->predecessors = allocate(moves->count + 1, sizeof *solver->predecessors);
    for (size_t i = 0; i < moves->count; i++)
        solver->starts[moves->items[i] + 2]++;
    for (uint32_t i = 2; i < positions + 2; i++)
        solver->starts[i] += solver->starts[i - 1];
    size_t i = 0;
    for (uint32_t from = 0; from < positions; from++)
        for (int count = solver->moves_of[from]; count > 0; count--)
            solver->predecessors[solver->starts[moves->items[i++] + 1]++] = from;
}

static void settle(Solver *solver, uint32_t index, int plies) {
    uint8_t *values = solver->class->values;
    if (values[index] != 0)
        return;
    if (plies >= LEVELS - 1)
        abort();
    values[index] = (uint8_t)(plies + 1);
    for (size_t i = solver->starts[index]; i < solver->starts[index + 1]; i++) {
        uint32_t before = solver->predecessors[i];
        if (plies % 2 == 0) {
            add(&solver->levels[plies + 1], before);
        } else if (--solver->open[before] == 0) {
            int longest = solver->longest[before] > plies ? solver->longest[before] : plies;
            add(&solver->levels[longest + 1], before);
        }
    }
}

static void solve(Class *class) {
    uint32_t positions = 2 * class->size;
    Solver solver = {.class = class};
    solver.open = allocate(positions, sizeof *solver.open);
    solver.longest = allocate(positions, sizeof *solver.longest);
    solver.moves_of = allocate(positions, sizeof *solver.moves_of);
    class->values = allocate(positions, 1);
    for (uint32_t index = 0; index < positions; index++) {
        Position position;
        if (position_at(class, index, &position))
            add_moves(&solver, index, &position);
    }
    turn_moves(&solver, positions);
    for (int level = 0; level < LEVELS; level++)
        for (size_t i = 0; i < solver.levels[level].count; i++)
            settle(&solver, solver.levels[level].items[i], level);
    for (int level = 0; level <= LEVELS; level++)
        free(solver.levels[level].items);
    free(solver.open);
    free(solver.longest);
    free(solver.moves_of);
    free(solver.moves.items);
    free(solver.starts);
    free(solver.predecessors);
}

static void print(const Class *class) {
    char name[MEN + 8] = "L", *end = name + 1;
    int i = 0;
    while (i < class->count && class->men[i].owner == WHITE)
        *end++ = letters[class->men[i++].kind];
    *end++ = '_';
    *end++ = 'l';
    while (i < class->count)
        *end++ = letters[class->men[i++].kind];
    for (int side = WHITE; side <= BLACK; side++) {
        uint32_t n = 0, wins = 0, losses = 0;
        int longest = 0;
        for (uint32_t index = 0; index < class->size; index++) {
            Position position;
            int value = class->values[(uint32_t)side * class->size + index];
            if (!position_at(class, index, &position))
                continue;
            n++;
            wins += value != 0 && value % 2 == 0;
            losses += value % 2 != 0;
            if (value - 1 > longest)
                longest = value - 1;
        }
        printf("%s %c n=%u win=%u draw=%u loss=%u max=%d\n", name, "wb"[side], n, wins,
               n - wins - losses, losses, longest);
    }
    fflush(stdout);
}

/* Makes the classes with `pawns` pawns whose first men are given, and solves them. */
static void make_classes(Man *men, int count, int total, int pawns, bool printed) {
    if (count < total && count < MEN) {
        for (int owner = WHITE; owner <= BLACK; owner++)
            for (int kind = CROCODILE; kind <= ZEBRA; kind++) {
                men[count] = (Man){owner, kind, 0};
                bool exists = kind != (mega ? SUPERPAWN : MEGAPAWN);
                if (exists && (count == 0 || !comes_before(&men[count], &men[count - 1])))
                    make_classes(men, count + 1, total, pawns - (kind == PAWN), printed);
            }
        return;
    }
    if (pawns != 0 || !is_canonical(men, count))
        return;
    Class *class = allocate(1, sizeof *class);
    class->count = count;
    class->size = 81;
    for (int i = 0; i < count; i++) {
        class->men[i] = men[i];
        class->size *= 49;
    }
    *class_slot(men, count) = class;
    solve(class);
    if (printed)
        print(class);
}

int main(int argc, char **argv) {
    const char *variant = argc > 2 ? argv[2] : "congo";
    int men = argc > 1 ? atoi(argv[1]) : 0;
    if (men < 2 || men > MEN + 2) {
        fputs("usage: independent_solver MEN [congo|wits|islands|megapawn-draw]\n", stderr);
        return 2;
    }
    bare_lions_draw = strcmp(variant, "wits") == 0;
    mega = strcmp(variant, "megapawn-draw") == 0;
    islands = mega || strcmp(variant, "islands") == 0;
    /* A promotion leads to a class with fewer pawns. */
    for (int total = 0; total <= men - 2; total++)
        for (int pawns = 0; pawns <= total; pawns++)
            make_classes((Man[MEN]){{0, 0, 0}}, 0, total, pawns, total == men - 2);
    return 0;
}
