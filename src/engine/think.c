#include <config.h>

#include "engine/think.h"

#include <string.h>

#include "base/monotonic.h"
#include "base/number.h"
#include "engine/engine.h"
#include "engine/solver.h"

enum {
    PROOF_PLIES_MAX = 21,
    PROOF_NODES = 3000,    /* minimum budget */
    PROOF_SCORE = 250,     /* from this score on, proofs get a larger share of the nodes */
    SCORE_DROP = 25,       /* larger drops get extra time */
    TICK_NODES = 1024,     /* between checks of the limits */
    REPORT_EVERY_MS = 100, /* during an iteration */
    LONG_SEARCH_MS = 1000  /* from here on, root moves and bounds are reported */
};

int think_thread_count(const SearchRequest *request, int available) {
    bool alone = request->advisor != ADVISOR_NEGAMAX || request->level < LEVEL_MAX;
    return alone ? 1 : available;
}

/* ---- reports; the caller holds the lock --------------------------------- */

static int64_t think_elapsed(const Think *think) {
    return monotonic_ms() - think->started_ms;
}

static uint64_t think_nodes(const Think *think) {
    uint64_t nodes = 0;
    for (int i = 0; i < think->search_count; i++)
        nodes += search_nodes(think->searches[i]);
    return nodes;
}

static uint64_t think_tbhits(const Think *think) {
    uint64_t tbhits = 0;
    for (int i = 0; i < think->search_count; i++)
        tbhits += search_tbhits(think->searches[i]);
    return tbhits;
}

static void think_update_counters(Think *think) {
    SearchInfo *info = &think->info;
    info->nodes = think_nodes(think);
    info->tbhits = think_tbhits(think);
    info->time_ms = think_elapsed(think);
    info->nps = info->nodes * 1000 / (uint64_t)(info->time_ms > 0 ? info->time_ms : 1);
    info->hashfull = tt_hashfull(think->table);
}

static void think_collect_lines(Think *think, const Search *search) {
    SearchInfo *info = &think->info;
    info->seldepth = max_int(info->seldepth, search->seldepth);
    info->line_count = 0;
    for (size_t i = 0; i < search->move_count && i < (size_t)think->request.multipv; i++) {
        const RootMove *move = &search->moves[i];
        SearchLine *line = &info->lines[info->line_count++];
        line->score = search_true_score(search, move);
        line->length = move->pv.length;
        memcpy(line->pv, move->pv.moves, sizeof move->pv.moves);
        probe_complete_line(&search->scope, &search->root, search_is_draw(search, move), line);
    }
}

static void think_report(Think *think, const SearchInfo *info) {
    atomic_store(&think->reported_ms, think_elapsed(think));
    if (!atomic_load(think->muted))
        think->report(think->context, info);
}

/* Takes the lock for a report during an iteration of the thread with the best result. Returns false
 * if another thread reports now, or has a better result. */
static bool think_begin_report(Think *think, const Search *search) {
    if (pthread_mutex_trylock(think->lock) != 0)
        return false;
    if (think->best == search && think->info.depth > 0 && !think->info.final) {
        think_update_counters(think);
        think->info.seldepth = max_int(think->info.seldepth, search->seldepth);
        return true;
    }
    pthread_mutex_unlock(think->lock);
    return false;
}

static void think_report_progress(Think *think, const Search *search) {
    if (!think_begin_report(think, search))
        return;
    think_report(think, &think->info);
    pthread_mutex_unlock(think->lock);
}

static bool reports_details(const Think *think) {
    return think->request.verbose || think_elapsed(think) >= LONG_SEARCH_MS;
}

static void on_root_move(void *context, const Search *search, size_t index) {
    Think *think = context;
    if (!reports_details(think) || !think_begin_report(think, search))
        return;
    SearchInfo info = think->info;
    info.current_move = search->moves[index].move;
    info.current_number = (int)index + 1;
    think_report(think, &info);
    pthread_mutex_unlock(think->lock);
}

/* A weak level's bounds include its errors, and those of a solved draw are not its score: they are
 * not reported. */
static void on_window_missed(void *context, const Search *search, Score score, Bound bound) {
    Think *think = context;
    const RootMove *move = &search->moves[search->pv_index];
    const PvLine *pv = &move->pv;
    if (think->request.level < LEVEL_MAX || search_is_draw(search, move) ||
        !reports_details(think) || !think_begin_report(think, search))
        return;
    SearchInfo info = think->info;
    info.bound = bound;
    info.bound_number = (int)search->pv_index + 1;
    info.bound_line = (SearchLine){.score = score, .length = pv->length};
    memcpy(info.bound_line.pv, pv->moves, sizeof pv->moves);
    think_report(think, &info);
    pthread_mutex_unlock(think->lock);
}

/* ---- limits ------------------------------------------------------------- */

/* Returns whether `percent` of a time limit are used. Pondering uses no time. */
static bool think_time_is_up(const Think *think, int64_t limit_ms, int percent) {
    int64_t from_ms = atomic_load(think->clock_started_ms);
    return from_ms != INT64_MAX && (monotonic_ms() - from_ms) * 100 / percent >= limit_ms;
}

/* Every thread checks the limits, because the others may be waiting for a processor. Each may use
 * its share of the nodes that are left until its next check. */
static uint64_t on_tick(void *context, const Search *search) {
    Think *think = context;
    uint64_t pause = TICK_NODES;
    if (think->nodes < UINT64_MAX) {
        uint64_t nodes = think_nodes(think);
        uint64_t left = think->nodes - min_u64(nodes, think->nodes);
        uint64_t share = left / (uint64_t)think->search_count;
        if (left == 0)
            atomic_store(think->stop, true);
        pause = min_u64(TICK_NODES, share > 0 ? share : 1);
    }
    if (think_time_is_up(think, think->plan.hard_limit_ms, 100) && atomic_load(&think->has_depth))
        atomic_store(think->stop, true);
    else if (think_elapsed(think) - atomic_load(&think->reported_ms) >= REPORT_EVERY_MS)
        think_report_progress(think, search);
    return search_nodes(search) + pause;
}

/* Returns whether all lines are exact by the tables of endings; or decided within the depth of the
 * last iteration while the best score is unchanged: then all other moves were searched for a
 * shorter win. */
static bool think_is_decided(const Think *think, const Search *search) {
    if (search_is_solved(search, think->request.multipv))
        return true;
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

static bool think_should_end(const Think *think, const Search *search) {
    bool clock = think->request.limits.clock_ms[position_side(&search->root)] > 0;
    bool forced = search_rank_count(search, 0) == 1 &&
                  (search->move_count == 1 || think->request.multipv == 1);
    pthread_mutex_lock(think->lock);
    bool end = think_is_decided(think, search) || think_has_mate(think) ||
               think_time_is_up(think, think->plan.soft_limit_ms, think_time_factor(think)) ||
               (clock && forced);
    pthread_mutex_unlock(think->lock);
    return end;
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

void think_prepare(Think *think, Color side) {
    const SearchLimits *limits = &think->request.limits;
    think->level = level_find(think->request.level, think->request.seed);
    think->plan = timeman_plan(limits, side);
    think->nodes = limits->nodes > 0 ? limits->nodes : UINT64_MAX;
    if (think->level->nodes > 0)
        think->nodes = min_u64(think->nodes, think->level->nodes);
    think->depth = think_depth(think);
    think->observer = (SearchObserver){on_tick, on_root_move, on_window_missed, think};
    think->proof_plies = 3;
    think->best_move = MOVE_NONE;
    for (int i = 0; i < think->search_count; i++) {
        atomic_store_explicit(&think->searches[i]->nodes, 0, memory_order_relaxed);
        atomic_store_explicit(&think->searches[i]->tbhits, 0, memory_order_relaxed);
    }
}

/* ---- the result --------------------------------------------------------- */

/* Returns whether the last iteration of a thread makes its result the common one: the shortest win,
 * or else the deepest iteration, or else the best score. Of the same thread the newest counts. */
static bool think_is_improved_by(const Think *think, const Search *search) {
    const Score score = search_true_score(search, &search->moves[0]);
    const Score best = think->info.lines[0].score;
    if (search == think->best)
        return true;
    if (score != best && (score >= SCORE_WIN_LEAST || best >= SCORE_WIN_LEAST))
        return score > best;
    return search->depth > think->info.depth ||
           (search->depth == think->info.depth && score > best);
}

static void think_set_result(Think *think, const Search *search) {
    const bool deeper = search->depth > think->info.depth;
    if (deeper)
        think->previous = think->info.depth > 0 ? think->info.lines[0].score : SCORE_NONE;
    think->best = search;
    think->info.depth = search->depth;
    atomic_store(&think->has_depth, true);
    think->info.seldepth = 0;
    think_collect_lines(think, search);
    think_update_counters(think);
    think_report(think, &think->info);
    if (deeper)
        think_update_stability(think);
}

/* Publishes the result of an iteration. Returns false if another thread's is better. */
static bool think_publish(Think *think, const Search *search) {
    pthread_mutex_lock(think->lock);
    bool improved = !think->info.final && think_is_improved_by(think, search);
    if (improved)
        think_set_result(think, search);
    pthread_mutex_unlock(think->lock);
    return improved;
}

/* ---- the search --------------------------------------------------------- */

static void think_misjudge(Think *think, Search *search) {
    uint64_t seed = think->request.seed ^ search->root.key;
    for (size_t i = 0; i < search->move_count; i++) {
        RootMove *move = &search->moves[i];
        rootmove_misjudge(move, level_misjudge(think->level, seed, move->move));
    }
}

/* From here on there is a move to answer with. */
static void think_begin(Think *think, Search *search) {
    think_misjudge(think, search);
    pthread_mutex_lock(think->lock);
    if (think->best == NULL) {
        think->best = search;
        think->info.has_move = search->move_count > 0 && !think->game_over;
        think_collect_lines(think, search);
    }
    pthread_mutex_unlock(think->lock);
}

/* Returns the node budget of all proofs together: the better the position, the larger. */
static uint64_t think_proof_nodes(const Think *think, Score score) {
    uint64_t nodes = search_nodes(think->searches[0]);
    int share = score >= SCORE_WIN_LEAST ? 1 : score >= PROOF_SCORE ? 3 : 16;
    return PROOF_NODES + nodes / (uint64_t)share;
}

/* Tries to prove a win shorter than the known one, if any. Weak levels and requests for several
 * lines try no proofs, and a solved ending has no shorter win. */
static bool think_prove(Think *think) {
    Search *search = think->searches[0];
    const Score score = search_true_score(search, &search->moves[0]);
    int known = score_win_plies(score);
    if (think->request.level < LEVEL_MAX || think->request.multipv > 1 || search->root_probed ||
        known < 0)
        return false;
    while (think->proof_plies <= PROOF_PLIES_MAX && (known == 0 || think->proof_plies < known)) {
        uint64_t all = think_proof_nodes(think, score);
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

/* Every other thread is an iteration ahead, so that threads search different trees. */
static void think_negamax(Think *think, int index) {
    Search *search = think->searches[index];
    int depth = min_int(1 + index % 2, think->depth);
    for (; depth <= think->depth && search_iterate(search, depth, think->request.multipv);
         depth++) {
        bool published = think_publish(think, search);
        if (index == 0 && think_prove(think)) {
            think_publish(think, search);
            break;
        }
        if (atomic_load(think->stop) || (published && think_should_end(think, search)))
            break;
    }
}

bool think_is_finished(Think *think) {
    pthread_mutex_lock(think->lock);
    bool finished = atomic_load(think->stop) && think->best;
    pthread_mutex_unlock(think->lock);
    return finished;
}

/* ---- the answer --------------------------------------------------------- */

/* An unfinished iteration of the thread with the best result may have found a better move. */
static bool think_end(Think *think, const Search *search) {
    atomic_store(think->stop, true);
    pthread_mutex_lock(think->lock);
    bool best = think->best == search && !think->info.final;
    if (best)
        think_collect_lines(think, search);
    pthread_mutex_unlock(think->lock);
    return best;
}

bool think_run(Think *think, int index) {
    Search *search = think->searches[index];
    search->observer = &think->observer;
    think_begin(think, search);
    if (search->move_count > 0 && !think->game_over && think->request.advisor == ADVISOR_NEGAMAX)
        think_negamax(think, index);
    return think_end(think, search);
}

static void think_choose_move(Think *think) {
    const SearchRequest *request = &think->request;
    const RootMove *move = advisor_choose(request->advisor, think->best, request->seed);
    think->info.line_count = 1;
    think->info.lines[0] =
        (SearchLine){.score = rootmove_score(move), .length = 1, .pv = {move->move}};
}

void think_finish(Think *think) {
    pthread_mutex_lock(think->lock);
    if (think->info.has_move && think->request.advisor != ADVISOR_NEGAMAX)
        think_choose_move(think);
    if (!think->info.has_move)
        think->info.line_count = 0;
    think_update_counters(think);
    think->info.final = true;
    think_report(think, &think->info);
    pthread_mutex_unlock(think->lock);
}

/* Time management: how long to think about a move. */

enum {
    MOVES_EXPECTED = 25,  /* until the end of the game */
    HARD_LIMIT_FACTOR = 4 /* of the planned time */
};

/* The hard limit leaves at least half of the clock for later moves, unless this is the last move
 * before the time control. */
static TimePlan plan_clock(const SearchLimits *limits, Color side) {
    int64_t left = limits->clock_ms[side], increment = limits->increment_ms[side];
    int64_t overhead = limits->move_overhead_ms;
    int64_t moves = limits->moves_to_go > 0 ? limits->moves_to_go : MOVES_EXPECTED;
    int64_t usable = left > 2 * overhead ? left - overhead : left / 2;
    int64_t share = min_i64(usable / moves + increment * 3 / 4, usable);
    int64_t most = moves == 1 ? usable : usable / 2;
    return (TimePlan){.soft_limit_ms = share / 2,
                      .hard_limit_ms = min_i64(share * HARD_LIMIT_FACTOR, most)};
}

TimePlan timeman_plan(const SearchLimits *limits, Color side) {
    TimePlan plan = {INT64_MAX, INT64_MAX};
    if (limits->clock_ms[side] > 0)
        plan = plan_clock(limits, side);
    if (limits->movetime_ms > 0)
        plan.hard_limit_ms = min_i64(plan.hard_limit_ms, limits->movetime_ms);
    return plan;
}
