#include <config.h>

#include "engine/probe.h"

#include <limits.h>
#include <stdlib.h>

#include "base/number.h"
#include "endings/ending_moves.h"

enum {
    UNCERTAIN_WIN = 20000, /* score of an uncertain win, less what is to be feared */
    PLY_TOO_MANY = 16      /* what a ply beyond the limit of quiet plies costs */
};

static bool scope_has(const ProbeScope *scope, const Position *position) {
    return popcount64(position_occupied(position)) <= scope->men && !position_in_capture(position);
}

/* Returns the side that wins a position. */
static Color winner_of(const Position *position, EndingValue value) {
    Color side = position_side(position);
    return value.result == ENDING_WIN ? side : color_other(side);
}

/* ---- the scope ---------------------------------------------------------- */

static void scope_note_repeated(ProbeScope *scope, const Position *position) {
    EndingValue value;
    if (!endings_probe(scope->endings, position, &value) || value.result == ENDING_DRAW)
        return;
    int *plies = &scope->certain_plies[winner_of(position, value)];
    *plies = min_int(*plies, value.plies);
}

/* Returns the first position of the game with the men of the last one. Men never return. */
static size_t first_with_same_men(const Position *positions, size_t last) {
    const int men = popcount64(position_occupied(&positions[last]));
    size_t first = last;
    while (first > 0 && popcount64(position_occupied(&positions[first - 1])) == men)
        first--;
    return first;
}

/* Notes the positions that equal an earlier one. Those with more men never return. */
static void scope_note_game(ProbeScope *scope, const Position *positions, size_t last) {
    const size_t first = first_with_same_men(positions, last);
    for (size_t i = first; i <= last && scope_has(scope, &positions[i]); i++) {
        size_t earlier = first;
        while (positions[earlier].key != positions[i].key)
            earlier++;
        if (earlier < i)
            scope_note_repeated(scope, &positions[i]);
    }
}

void probe_scope_init(ProbeScope *scope, const Endings *endings, const Position *positions,
                      size_t position_count) {
    const Position *root = &positions[position_count - 1];
    *scope = (ProbeScope){.certain_plies = {INT_MAX, INT_MAX}};
    if (endings == NULL || !endings_fit(endings, root->variant))
        return;
    scope->endings = endings;
    scope->men = endings_men(endings);
    if (root->variant->repetition == REPETITION_DRAW)
        scope_note_game(scope, positions, position_count - 1);
}

/* ---- positions ---------------------------------------------------------- */

/* Returns by how many plies a win comes later than the limit of quiet plies, or 0. */
static int plies_too_many(const Position *position, EndingValue value) {
    int limit = position->variant->quiet_plies;
    return limit > 0 ? max_int(position->quiet + value.plies - limit, 0) : 0;
}

bool probe_position(const ProbeScope *scope, const Position *position, Probe *probe) {
    if (!scope_has(scope, position) || !endings_probe(scope->endings, position, &probe->value))
        return false;
    const EndingValue value = probe->value;
    probe->certain = value.result == ENDING_DRAW ||
                     (plies_too_many(position, value) == 0 &&
                      value.plies <= scope->certain_plies[winner_of(position, value)]);
    return true;
}

/* An uncertain win is worth more the fewer plies it has too many, since the next capture, drowning
 * or pawn move gives back those that are used up; and then, the shorter it is. */
Score probe_score(const Probe *probe, const Position *position, int ply) {
    const EndingValue value = probe->value;
    if (value.result == ENDING_DRAW)
        return SCORE_DRAW;
    const Score win = probe->certain ? score_win_at(ply + value.plies)
                                     : UNCERTAIN_WIN - value.plies -
                                           PLY_TOO_MANY * plies_too_many(position, value);
    return value.result == ENDING_WIN ? win : -win;
}

/* ---- lines -------------------------------------------------------------- */

/* The line of a transposition table may be shorter than the win, or belong to another one. */
static void continue_win(const ProbeScope *scope, const Position *end, SearchLine *line) {
    EndingValue value;
    const int left = abs(score_win_plies(line->score)) - line->length;
    if (left > 0 && ending_moves_value(scope->endings, end, &value) && value.plies == left)
        line->length +=
            ending_moves_line(scope->endings, end, &line->pv[line->length], PV_MAX - line->length);
}

void probe_complete_line(const ProbeScope *scope, const Position *root, bool root_is_draw,
                         SearchLine *line) {
    Position position = *root;
    if (scope->men == 0 || (!root_is_draw && !score_is_decided(line->score)))
        return;
    for (int i = 0; i < line->length; i++) {
        EndingValue value;
        position_make(&position, line->pv[i]);
        if (!position_has_both_lions(&position))
            return;
        if (root_is_draw && i > 0 && endings_probe(scope->endings, &position, &value) &&
            value.result != ENDING_DRAW) {
            line->length = i;
            return;
        }
    }
    if (!root_is_draw && popcount64(position_occupied(&position)) <= scope->men)
        continue_win(scope, &position, line);
}
