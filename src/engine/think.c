#include <config.h>

#include "engine/think.h"

#include <string.h>

#include "base/monotonic.h"
#include "base/number.h"
#include "engine/advisor.h"
#include "engine/solver.h"

enum {
    PROOF_PLIES_MAX = 21,
    PROOF_NODES = 3000,    /* minimum budget */
    PROOF_SCORE = 250,     /* from this score on, proofs get a larger share of the nodes */
    SCORE_DROP = 25,       /* larger drops get extra time */
    TICK_NODES = 1024,     /* between checks of the limits */
    REPORT_EVERY_MS = 100, /* during an iteration */
};

static Search *main_search(const Think *think) {
    return think->searches[0];
}

int think_thread_count(const SearchRequest *request, int available) {
    bool alone = request->advisor != ADVISOR_NEGAMAX || request->level < LEVEL_MAX;
    return alone ? 1 : available;
}

/* ---- reports ------------------------------------------------------------ */

static int64_t think_elapsed(const Think *think) {
    return monotonic_ms() - think->started_ms;
}

/* Returns the time used, or -1, which is below every limit, while pondering. */
static int64_t think_time_used(const Think *think) {
    int64_t from_ms = atomic_load(think->clock_started_ms);
    return from_ms == INT64_MAX ? -1 : monotonic_ms() - from_ms;
}

static uint64_t think_nodes(const Think *think) {
    uint64_t nodes = 0;
    for (int i = 0; i < think->search_count; i++)
        nodes += search_nodes(think->searches[i]);
    return nodes;
}

static void think_update_counters(Think *think) {
    SearchInfo *info = &think->info;
    info->nodes = think_nodes(think);
    info->time_ms = think_elapsed(think);
    info->nps = info->nodes * 1000 / (uint64_t)(info->time_ms > 0 ? info->time_ms : 1);
    info->hashfull = tt_hashfull(think->table);
    info->seldepth = max_int(info->seldepth, main_search(think)->seldepth);
}

static void think_collect_lines(Think *think) {
    const Search *search = main_search(think);
    SearchInfo *info = &think->info;
    info->line_count = 0;
    for (size_t i = 0; i < search->move_count && i < (size_t)think->request.multipv; i++) {
        const RootMove *move = &search->moves[i];
        SearchLine *line = &info->lines[info->line_count++];
        line->score = rootmove_true_score(move);
        line->length = move->pv.length;
        memcpy(line->pv, move->pv.moves, sizeof line->pv);
    }
}

static void think_report(Think *think) {
    think->reported_ms = think_elapsed(think);
    if (atomic_load(think->muted))
        return;
    think->report(think->context, &think->info);
}

/* ---- limits ------------------------------------------------------------- */

static uint64_t think_tick(void *context, const Search *search) {
    Think *think = context;
    uint64_t nodes = think_nodes(think);
    int64_t elapsed = think_elapsed(think);
    if (nodes >= think->nodes || think_time_used(think) >= think->plan.hard_limit_ms) {
        atomic_store(think->stop, true);
    } else if (think->info.line_count > 0 && elapsed - think->reported_ms >= REPORT_EVERY_MS) {
        think_update_counters(think);
        think_report(think);
    }
    return search_nodes(search) + min_u64(TICK_NODES, think->nodes - min_u64(nodes, think->nodes));
}

/* Returns whether all lines are decided within the depth of the last iteration and the best score
 * is unchanged: then all other moves were searched for a shorter win. */
static bool think_is_decided(const Think *think) {
    for (int i = 0; i < think->info.line_count; i++) {
        int plies = score_win_plies(think->info.lines[i].score);
        if (plies == 0 || plies > think->info.depth || -plies > think->info.depth)
            return false;
    }
    return think->info.lines[0].score == think->previous;
}

/* Returns whether a win in SearchLimits.mate moves was found. */
static bool think_has_mate(const Think *think) {
    int plies = score_win_plies(think->info.lines[0].score);
    return plies > 0 && plies < 2 * think->request.limits.mate;
}

static void think_update_stability(Think *think) {
    Move best = think->info.lines[0].pv[0];
    think->stability = move_equal(best, think->best_move) ? think->stability + 1 : 0;
    think->best_move = best;
}

/* Returns the share of the planned time to use, in percent: less while the best move is stable,
 * more if the score has dropped. */
static int think_time_factor(const Think *think) {
    int percent = 130 - 12 * min_int(think->stability, 5);
    bool falls =
        think->previous != SCORE_NONE && think->info.lines[0].score < think->previous - SCORE_DROP;
    return falls ? percent + 40 : percent;
}

static bool think_should_end(const Think *think) {
    bool clock = think->request.limits.clock_ms[position_side(&main_search(think)->root)] > 0;
    return think_is_decided(think) || think_has_mate(think) ||
           think_time_used(think) * 100 / think_time_factor(think) >= think->plan.soft_limit_ms ||
           (clock && main_search(think)->move_count == 1);
}

/* Returns the lower of two limits; 0 as `other` means no limit. */
static int lower_limit(int limit, int other) {
    return other > 0 && other < limit ? other : limit;
}

static int think_depth(const Think *think) {
    const SearchLimits *limits = &think->request.limits;
    int depth = lower_limit(SEARCH_DEPTH_MAX, limits->depth);
    if (limits->mate > 0 && limits->mate < SEARCH_DEPTH_MAX)
        depth = lower_limit(depth, 2 * limits->mate - 1);
    return lower_limit(depth, think->level->depth);
}

static void think_misjudge(Think *think) {
    Search *search = main_search(think);
    uint64_t seed = think->request.seed ^ search->root.key;
    for (size_t i = 0; i < search->move_count; i++) {
        RootMove *move = &search->moves[i];
        rootmove_misjudge(move, level_misjudge(think->level, seed, move->move));
    }
}

static void think_prepare(Think *think) {
    const SearchLimits *limits = &think->request.limits;
    Search *search = main_search(think);
    think->level = level_find(think->request.level, think->request.seed);
    think->plan = timeman_plan(limits, position_side(&search->root));
    think->nodes = limits->nodes > 0 ? limits->nodes : UINT64_MAX;
    if (think->level->nodes > 0)
        think->nodes = min_u64(think->nodes, think->level->nodes);
    think->reported_ms = 0;
    think->proof_plies = 3;
    think->best_move = MOVE_NONE;
    think_misjudge(think);
    think->info = (SearchInfo){.has_move = search->move_count > 0 && !think->game_over};
    search->tick = think_tick;
    search->tick_context = think;
}

/* ---- the search --------------------------------------------------------- */

/* Returns the node budget of all proofs together: the better the position, the larger. */
static uint64_t think_proof_nodes(const Think *think) {
    uint64_t nodes = search_nodes(main_search(think));
    Score score = think->info.lines[0].score;
    int share = score >= SCORE_WIN_LEAST ? 1 : score >= PROOF_SCORE ? 3 : 16;
    return PROOF_NODES + nodes / (uint64_t)share;
}

/* Tries to prove a win shorter than the known one, if any. Weak levels and requests for several
 * lines try no proofs. */
static bool think_prove(Think *think) {
    Search *search = main_search(think);
    int known = score_win_plies(think->info.lines[0].score);
    if (think->request.level < LEVEL_MAX || think->request.multipv > 1 || known < 0)
        return false;
    while (think->proof_plies <= PROOF_PLIES_MAX && (known == 0 || think->proof_plies < known)) {
        uint64_t all = think_proof_nodes(think);
        uint64_t budget = all > think->proof_nodes ? all - think->proof_nodes : 0;
        if (budget == 0 || budget < think->proof_budget * 2)
            return false;
        uint64_t before = search_nodes(search);
        if (solver_prove(search, think->proof_plies, budget))
            return true;
        uint64_t spent = search_nodes(search) - before;
        think->proof_nodes += spent;
        if (spent >= budget)
            think->proof_budget = budget;
        else
            think->proof_plies += 2;
    }
    return false;
}

static void think_publish(Think *think) {
    think_collect_lines(think);
    think_update_counters(think);
    think_report(think);
}

static void think_negamax(Think *think) {
    Search *search = main_search(think);
    int depth = think_depth(think);
    while (think->info.depth < depth &&
           search_iterate(search, think->info.depth + 1, think->request.multipv)) {
        think->previous = think->info.depth > 0 ? think->info.lines[0].score : SCORE_NONE;
        think->info.depth++;
        think->info.seldepth = 0;
        think_publish(think);
        think_update_stability(think);
        if (think_prove(think)) {
            think_publish(think);
            break;
        }
        if (think_should_end(think) || atomic_load(think->stop))
            break;
    }
}

void think_run(Think *think) {
    think_prepare(think);
    if (think->info.has_move && think->request.advisor == ADVISOR_NEGAMAX)
        think_negamax(think);
}

/* Every other helper is an iteration ahead, so that threads search different trees. */
void think_help(Search *search, int index) {
    search->tick = NULL;
    for (int depth = 1 + index % 2; depth <= SEARCH_DEPTH_MAX; depth++) {
        if (!search_iterate(search, depth, 1))
            break;
    }
}

/* ---- the answer --------------------------------------------------------- */

static void think_choose_move(Think *think) {
    const SearchRequest *request = &think->request;
    const RootMove *move = advisor_choose(request->advisor, main_search(think), request->seed);
    think->info.line_count = 1;
    think->info.lines[0] =
        (SearchLine){.score = rootmove_score(move), .length = 1, .pv = {move->move}};
}

void think_finish(Think *think) {
    think_update_counters(think);
    think->info.final = true;
    if (!think->info.has_move)
        return;
    if (think->request.advisor == ADVISOR_NEGAMAX)
        think_collect_lines(think); /* an unfinished iteration may have found a better move */
    else
        think_choose_move(think);
}
