#include <config.h>

#include "reference.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool on_board(int file, int rank) {
    return file >= 0 && file < 7 && rank >= 1 && rank <= 7;
}

static char at(const Reference *p, int file, int rank) {
    return on_board(file, rank) ? p->board[rank][file] : '#';
}

static bool is_mine(const Reference *p, char c) {
    return p->side == 'w' ? isupper((unsigned char)c) : islower((unsigned char)c);
}

static bool is_theirs(const Reference *p, char c) {
    return p->side == 'w' ? islower((unsigned char)c) : isupper((unsigned char)c);
}

static bool in_castle(char side, int file, int rank) {
    return file >= 2 && file <= 4 &&
           (side == 'w' ? rank >= 1 && rank <= 3 : rank >= 5 && rank <= 7);
}

static bool is_deep(const Reference *p, int file, int rank) {
    return rank == 4 && !(p->variant->islands >> (3 * 8 + file) & 1);
}

void reference_set(Reference *p, const Variant *variant, const char *ranks, char side) {
    memset(p, 0, sizeof *p);
    memset(p->board, ' ', sizeof p->board);
    p->variant = variant;
    p->side = side;
    int file = 0, rank = 7;
    for (; *ranks && rank >= 1; ranks++) {
        if (*ranks == '/') {
            rank--;
            file = 0;
        } else if (isdigit((unsigned char)*ranks)) {
            file += *ranks - '0';
        } else {
            p->board[rank][file++] = *ranks;
        }
    }
}

void reference_start(Reference *p, const Variant *variant) {
    reference_set(p, variant, variant->start, 'w');
}

static ReferenceMove *append(ReferenceMoves *moves) {
    if (moves->count == moves->capacity) {
        moves->capacity = moves->capacity ? moves->capacity * 2 : 64;
        moves->moves = realloc(moves->moves, (size_t)moves->capacity * sizeof *moves->moves);
        if (!moves->moves)
            abort();
    }
    return &moves->moves[moves->count++];
}

static void add(ReferenceMoves *moves, int f, int r, int tf, int tr) {
    ReferenceMove *move = append(moves);
    move->count = 2;
    move->file[0] = f;
    move->rank[0] = r;
    move->file[1] = tf;
    move->rank[1] = tr;
    move->jump = false;
}

/* Adds the move if the square is empty or has an enemy. */
static void go_or_take(const Reference *p, ReferenceMoves *moves, int f, int r, int tf, int tr) {
    if (on_board(tf, tr) && !is_mine(p, at(p, tf, tr)))
        add(moves, f, r, tf, tr);
}

static void only_go(const Reference *p, ReferenceMoves *moves, int f, int r, int tf, int tr) {
    if (at(p, tf, tr) == ' ')
        add(moves, f, r, tf, tr);
}

static void lion(const Reference *p, ReferenceMoves *moves, int f, int r) {
    for (int df = -1; df <= 1; df++)
        for (int dr = -1; dr <= 1; dr++)
            if ((df || dr) && in_castle(p->side, f + df, r + dr))
                go_or_take(p, moves, f, r, f + df, r + dr);
    char prey = p->side == 'w' ? 'l' : 'L';
    int up = p->side == 'w' ? 1 : -1;
    for (int df = -1; df <= 1; df++) {
        int tf = f + df, tr = r + up;
        while (at(p, tf, tr) == ' ') {
            tf += df;
            tr += up;
        }
        /* Only lines that cross the river reach the enemy lion. */
        if (at(p, tf, tr) == prey && (p->side == 'w' ? tr > 4 : tr < 4))
            add(moves, f, r, tf, tr);
    }
}

static void zebra(const Reference *p, ReferenceMoves *moves, int f, int r) {
    for (int df = -2; df <= 2; df++)
        for (int dr = -2; dr <= 2; dr++)
            if (abs(df * dr) == 2)
                go_or_take(p, moves, f, r, f + df, r + dr);
}

static void elephant(const Reference *p, ReferenceMoves *moves, int f, int r) {
    for (int n = -2; n <= 2; n++) {
        if (n == 0)
            continue;
        go_or_take(p, moves, f, r, f + n, r);
        go_or_take(p, moves, f, r, f, r + n);
    }
}

static void giraffe(const Reference *p, ReferenceMoves *moves, int f, int r) {
    for (int df = -1; df <= 1; df++)
        for (int dr = -1; dr <= 1; dr++)
            if (df || dr) {
                only_go(p, moves, f, r, f + df, r + dr);
                go_or_take(p, moves, f, r, f + 2 * df, r + 2 * dr);
            }
}

static void slide(const Reference *p, ReferenceMoves *moves, int f, int r, int df, int dr,
                  int last) {
    /* The first step is the king's and listed there. */
    int tf = f + df, tr = r + dr;
    for (int n = 1; on_board(tf, tr); n++) {
        if (n > 1)
            go_or_take(p, moves, f, r, tf, tr);
        if (at(p, tf, tr) != ' ' || (dr && tr == last))
            return;
        tf += df;
        tr += dr;
    }
}

static void crocodile(const Reference *p, ReferenceMoves *moves, int f, int r) {
    for (int df = -1; df <= 1; df++)
        for (int dr = -1; dr <= 1; dr++)
            if (df || dr)
                go_or_take(p, moves, f, r, f + df, r + dr);
    if (r == 4) {
        slide(p, moves, f, r, 1, 0, 0);
        slide(p, moves, f, r, -1, 0, 0);
    } else {
        slide(p, moves, f, r, 0, r < 4 ? 1 : -1, 4);
    }
}

/* Adds the jumps from the last square of the path; `taken` marks the pieces already jumped over. */
static void jumps(const Reference *p, ReferenceMoves *moves, const ReferenceMove *path,
                  bool taken[8][8]) {
    int f = path->file[path->count - 1], r = path->rank[path->count - 1];
    for (int df = -1; df <= 1; df++) {
        for (int dr = -1; dr <= 1; dr++) {
            int of = f + df, or = r + dr, tf = f + 2 * df, tr = r + 2 * dr;
            if ((!df && !dr) || !is_theirs(p, at(p, of, or)) || taken[or][of])
                continue;
            bool own_start = tf == path->file[0] && tr == path->rank[0];
            if (at(p, tf, tr) != ' ' && !own_start)
                continue;
            ReferenceMove longer = *path;
            longer.file[longer.count] = tf;
            longer.rank[longer.count++] = tr;
            longer.jump = true;
            *append(moves) = longer;
            if (tolower((unsigned char)at(p, of, or)) == 'l')
                continue;
            taken[or][of] = true;
            jumps(p, moves, &longer, taken);
            taken[or][of] = false;
        }
    }
}

static void monkey_jumps(const Reference *p, ReferenceMoves *moves, int f, int r) {
    bool taken[8][8] = {{false}};
    ReferenceMove path = {1, {f}, {r}, false};
    jumps(p, moves, &path, taken);
}

static void monkey(const Reference *p, ReferenceMoves *moves, int f, int r) {
    for (int df = -1; df <= 1; df++)
        for (int dr = -1; dr <= 1; dr++)
            if (df || dr)
                only_go(p, moves, f, r, f + df, r + dr);
    monkey_jumps(p, moves, f, r);
}

static void retreat(const Reference *p, ReferenceMoves *moves, int f, int r, int df, int dr) {
    for (int n = 1; n <= 2 && at(p, f + n * df, r + n * dr) == ' '; n++)
        only_go(p, moves, f, r, f + n * df, r + n * dr);
}

static void pawn(const Reference *p, ReferenceMoves *moves, int f, int r, bool super) {
    int up = p->side == 'w' ? 1 : -1;
    bool mega = p->variant->pawns == PAWNS_MEGA;
    bool beyond = p->side == 'w' ? r >= 5 : r <= 3;
    for (int df = -1; df <= 1; df++)
        go_or_take(p, moves, f, r, f + df, r + up);
    if (super || (mega && beyond)) {
        go_or_take(p, moves, f, r, f - 1, r);
        go_or_take(p, moves, f, r, f + 1, r);
    }
    if (!mega && super) {
        for (int df = -1; df <= 1; df++)
            retreat(p, moves, f, r, df, -up);
    } else if (!mega && beyond) {
        retreat(p, moves, f, r, 0, -up);
    }
}

static void megapawn(const Reference *p, ReferenceMoves *moves, int f, int r) {
    for (int df = -2; df <= 2; df++)
        for (int dr = -2; dr <= 2; dr++)
            if (df || dr)
                go_or_take(p, moves, f, r, f + df, r + dr);
}

static void elephante(const Reference *p, ReferenceMoves *moves, int f, int r) {
    int up = p->side == 'w' ? 1 : -1;
    go_or_take(p, moves, f, r, f, r - up);
    for (int n = -2; n <= 2; n++)
        if (n)
            go_or_take(p, moves, f, r, f + n, r);
    for (int n = 1; on_board(f, r + n * up); n++) {
        go_or_take(p, moves, f, r, f, r + n * up);
        if (at(p, f, r + n * up) != ' ')
            break;
    }
}

static bool has(const Reference *p, char letter) {
    for (int r = 1; r <= 7; r++)
        for (int f = 0; f < 7; f++)
            if (p->board[r][f] == letter)
                return true;
    return false;
}

static void piece(const Reference *p, ReferenceMoves *moves, int f, int r) {
    switch (tolower((unsigned char)at(p, f, r))) {
    case 'l':
        lion(p, moves, f, r);
        break;
    case 'z':
        zebra(p, moves, f, r);
        break;
    case 'e':
        elephant(p, moves, f, r);
        break;
    case 'g':
        giraffe(p, moves, f, r);
        break;
    case 'c':
        crocodile(p, moves, f, r);
        break;
    case 'm':
        monkey(p, moves, f, r);
        break;
    case 'p':
        pawn(p, moves, f, r, false);
        break;
    case 's':
        pawn(p, moves, f, r, true);
        break;
    case 'q':
        megapawn(p, moves, f, r);
        break;
    case 't':
        elephante(p, moves, f, r);
        break;
    default:
        break;
    }
}

void reference_moves(const Reference *p, ReferenceMoves *moves) {
    moves->count = 0;
    if (!has(p, 'l') || !has(p, 'L'))
        return;
    if (p->start_rank) {
        add(moves, p->at_file, p->at_rank, p->at_file, p->at_rank);
        monkey_jumps(p, moves, p->at_file, p->at_rank);
        return;
    }
    for (int r = 1; r <= 7; r++)
        for (int f = 0; f < 7; f++)
            if (is_mine(p, at(p, f, r)))
                piece(p, moves, f, r);
}

void reference_free(ReferenceMoves *moves) {
    free(moves->moves);
    *moves = (ReferenceMoves){0};
}

static void take_jumped(Reference *p, const ReferenceMove *move, int count) {
    for (int i = 1; i < count; i++)
        p->board[(move->rank[i] + move->rank[i - 1]) / 2][(move->file[i] + move->file[i - 1]) / 2] =
            ' ';
}

void reference_jump(Reference *p, const ReferenceMove *move) {
    char letter = p->board[move->rank[0]][move->file[0]];
    take_jumped(p, move, 2);
    p->board[move->rank[0]][move->file[0]] = ' ';
    p->board[move->rank[1]][move->file[1]] = letter;
    if (!p->start_rank) {
        p->start_file = move->file[0];
        p->start_rank = move->rank[0];
    }
    p->at_file = move->file[1];
    p->at_rank = move->rank[1];
}

/* Marks the present squares of the pieces that stood in the deep river when the turn began. */
static void mark_endangered(const Reference *p, bool endangered[8]) {
    for (int f = 0; f < 7; f++) {
        char c = p->board[4][f];
        endangered[f] = is_mine(p, c) && tolower((unsigned char)c) != 'c' && is_deep(p, f, 4);
    }
    if (p->start_rank && p->at_rank == 4)
        endangered[p->at_file] = false; /* where its capture began decides */
}

void reference_make(Reference *p, const ReferenceMove *move) {
    bool endangered[8] = {false};
    int last = move->count - 1;
    int f = move->file[0], r = move->rank[0], tf = move->file[last], tr = move->rank[last];
    char letter = p->board[r][f];
    bool mover_endangered;

    mark_endangered(p, endangered);
    if (p->start_rank)
        mover_endangered = is_deep(p, p->start_file, p->start_rank);
    else
        mover_endangered = r == 4 && endangered[f];
    if (r == 4)
        endangered[f] = false;
    if (move->jump)
        take_jumped(p, move, move->count);
    p->board[r][f] = ' ';
    if (letter == 'P' && tr == 7)
        letter = p->variant->pawns == PAWNS_MEGA ? 'Q' : 'S';
    if (letter == 'p' && tr == 1)
        letter = p->variant->pawns == PAWNS_MEGA ? 'q' : 's';
    p->board[tr][tf] = letter;
    for (int file = 0; file < 7; file++)
        if (endangered[file])
            p->board[4][file] = ' ';
    if (mover_endangered && is_deep(p, tf, tr))
        p->board[tr][tf] = ' ';
    p->side = p->side == 'w' ? 'b' : 'w';
    p->start_rank = 0;
}

void reference_fen(const Reference *p, char text[96]) {
    char *out = text;
    int monkeys = 0;
    for (int r = 7; r >= 1; r--) {
        int empty = 0;
        for (int f = 0; f < 7; f++) {
            char c = p->board[r][f];
            monkeys += c == (p->side == 'w' ? 'M' : 'm');
            if (c == ' ') {
                empty++;
                continue;
            }
            if (empty)
                out += sprintf(out, "%d", empty);
            empty = 0;
            *out++ = c;
        }
        if (empty)
            out += sprintf(out, "%d", empty);
        *out++ = '/';
    }
    int start = (7 - p->start_rank) * 7 + p->start_file;
    int now = (7 - p->at_rank) * 7 + p->at_file;
    if (!p->start_rank)
        sprintf(out, "%c/-1", p->side);
    else if (monkeys > 1)
        sprintf(out, "%c/%d@%d", p->side, start, now);
    else
        sprintf(out, "%c/%d", p->side, start);
}

void reference_coordinates(const ReferenceMove *move, char text[40]) {
    for (int i = 0; i < move->count; i++)
        sprintf(text + 2 * i, "%c%d", 'a' + move->file[i], move->rank[i]);
}
