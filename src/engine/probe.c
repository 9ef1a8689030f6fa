#include <config.h>

#include "engine/probe.h"

#include <assert.h>
#include <stdlib.h>

#include "endings/endings.h"

enum {
    QUIET_EXCESS_PENALTY = 16, /* what a ply beyond the limit of quiet plies costs */
    UNCERTAIN_WIN = SCORE_UNCERTAIN_WIN_LEAST + (QUIET_EXCESS_PENALTY + 1) * ENDING_PLIES_MAX
};

static_assert((int)UNCERTAIN_WIN < (int)SCORE_WIN_LEAST, "an uncertain win is not decided");

/* ---- the scope ---- */

void probe_scope_init(ProbeScope *scope, const Endings *endings, const Position *positions,
                      size_t position_count) {
    const Position *root = &positions[position_count - 1];
    *scope = (ProbeScope){0};
    if (endings == NULL || !endings_fit(endings, root->variant))
        return;
    scope->endings = endings;
    scope->men = endings_men(endings);
    ending_certainty_init(&scope->certainty, endings, positions, position_count);
}

/* ---- positions ---- */

bool probe_position(const ProbeScope *scope, const Position *position, Probe *probe) {
    if (popcount64(position_occupied(position)) > scope->men || position_in_capture(position) ||
        !endings_probe(scope->endings, position, &probe->value))
        return false;
    probe->certain =
        ending_certainty_doubt(&scope->certainty, position, probe->value) == ENDING_DOUBT_NONE;
    return true;
}

/* An uncertain win is worth more the fewer plies it has too many, since the next capture, drowning
 * or pawn move gives back those that are used up; and then, the shorter it is. */
Score probe_score(const Probe *probe, const Position *position, int ply) {
    const EndingValue value = probe->value;
    if (value.result == ENDING_DRAW)
        return SCORE_DRAW;
    const Score win = probe->certain
                          ? score_win_at(ply + value.plies)
                          : UNCERTAIN_WIN - value.plies -
                                QUIET_EXCESS_PENALTY * ending_certainty_excess(position, value);
    return value.result == ENDING_WIN ? win : -win;
}

/* ---- lines ---- */

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
