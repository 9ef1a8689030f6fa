#include <config.h>

#include "match/match_game.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/buffer.h"

typedef struct MatchGame {
    Record *record;
    MatchEngine *const *opponents;
    const MatchSetup *setup;
    MatchGameResult *result;
    int64_t clock_us[COLOR_COUNT];
    /* Consecutive moves with such a score, by side. */
    int losing[COLOR_COUNT], winning[COLOR_COUNT], drawish[COLOR_COUNT];
} MatchGame;

const char *match_game_termination_text(Termination end) {
    static const char *const words[TERMINATION_COUNT] = {
        [TERMINATION_LION] = "lion",
        [TERMINATION_NO_MOVES] = "no moves",
        [TERMINATION_REPETITION] = "repetition",
        [TERMINATION_QUIET] = "quiet",
        [TERMINATION_BARE_LIONS] = "bare lions",
        [TERMINATION_RESIGNED] = "resigned by score",
        [TERMINATION_AGREED] = "drawn by score",
        [TERMINATION_LENGTH] = "too long",
        [TERMINATION_TIME] = "time",
        [TERMINATION_ILLEGAL] = "illegal move",
        [TERMINATION_CRASH] = "crash",
        [TERMINATION_HANG] = "hang",
    };
    return words[end];
}

/* ---- the end ---- */

static void terminate_by_rules(MatchGame *game) {
    static const Termination ends[] = {
        [REASON_LION] = TERMINATION_LION,
        [REASON_NO_MOVES] = TERMINATION_NO_MOVES,
        [REASON_REPETITION] = TERMINATION_REPETITION,
        [REASON_QUIET] = TERMINATION_QUIET,
        [REASON_BARE_LIONS] = TERMINATION_BARE_LIONS,
    };
    Outcome outcome = record_outcome(game->record);
    game->result->end = ends[outcome.reason];
    game->result->result = outcome.result;
}

/* Ends a game that the rules have not ended. */
static void terminate(MatchGame *game, Termination end, Outcome outcome) {
    game->result->end = end;
    game->result->result = outcome.result;
    record_declare(game->record, outcome, NULL);
}

static void terminate_lost(MatchGame *game, Termination end, Color loser) {
    Reason reason = end == TERMINATION_TIME ? REASON_TIME : REASON_RESIGNED;
    game->result->at_fault = loser;
    terminate(game, end, (Outcome){loser == WHITE ? RESULT_BLACK : RESULT_WHITE, reason});
}

static void terminate_drawn(MatchGame *game, Termination end) {
    terminate(game, end, (Outcome){RESULT_DRAW, REASON_AGREED});
}

static void terminate_failed(MatchGame *game, MatchEngineStatus status, Color loser,
                             const char *exit_text) {
    MatchGameResult *result = game->result;
    const char *name = game->opponents[loser]->config->name;
    switch (status) {
    case MATCH_ENGINE_CRASHED:
        snprintf(result->fault_text, sizeof result->fault_text, "%s %s", name,
                 exit_text[0] ? exit_text : "closed its output");
        terminate_lost(game, TERMINATION_CRASH, loser);
        break;
    case MATCH_ENGINE_TIMEOUT:
        snprintf(result->fault_text, sizeof result->fault_text, "%s did not answer and was killed",
                 name);
        terminate_lost(game, TERMINATION_HANG, loser);
        break;
    default:
        result->end = TERMINATION_INTERRUPTED;
        break;
    }
}

/* ---- adjudication ---- */

static void update_adjudication(MatchGame *game, Color color, const MatchEngineMove *move) {
    const MatchAdjudication *rules = &game->setup->adjudication;
    bool losing = move->has_score && move->score <= -rules->resign_score;
    bool winning = move->has_score && move->score >= rules->resign_score;
    bool drawish = move->has_score && abs(move->score) <= rules->draw_score &&
                   (int)(game->record->count + 1) / 2 >= rules->draw_from;
    game->losing[color] = losing ? game->losing[color] + 1 : 0;
    game->winning[color] = winning ? game->winning[color] + 1 : 0;
    game->drawish[color] = drawish ? game->drawish[color] + 1 : 0;
}

/* Ends the game if the scores of both sides agree. Called after a move of `color`. */
static bool adjudicate(MatchGame *game, Color color) {
    const MatchAdjudication *rules = &game->setup->adjudication;
    for (Color loser = WHITE; rules->resign_count > 0 && loser <= BLACK; loser++) {
        if (game->losing[loser] >= rules->resign_count &&
            game->winning[color_other(loser)] >= rules->resign_count) {
            terminate_lost(game, TERMINATION_RESIGNED, loser);
            return true;
        }
    }
    if (rules->draw_count > 0 && game->drawish[color] >= rules->draw_count &&
        game->drawish[color_other(color)] >= rules->draw_count) {
        terminate_drawn(game, TERMINATION_AGREED);
        return true;
    }
    return false;
}

/* ---- moves ---- */

void match_game_add_usage(EngineUsage *sum, const EngineUsage *usage) {
    sum->moves += usage->moves;
    sum->elapsed_us += usage->elapsed_us;
    sum->depth_sum += usage->depth_sum;
    sum->depth_moves += usage->depth_moves;
    sum->nodes += usage->nodes;
    sum->nodes_us += usage->nodes_us;
    if (usage->overrun_us > sum->overrun_us)
        sum->overrun_us = usage->overrun_us;
    if (usage->min_left_us < sum->min_left_us)
        sum->min_left_us = usage->min_left_us;
}

static EngineUsage move_usage(const MatchGame *game, Color color, const MatchEngineMove *move) {
    const MatchLimits *limits = &game->opponents[color]->config->limits;
    EngineUsage usage = ENGINE_USAGE_NONE;
    usage.moves = 1;
    usage.elapsed_us = move->elapsed_us;
    usage.depth_sum = move->depth;
    usage.depth_moves = move->depth > 0;
    usage.nodes = move->nodes;
    usage.nodes_us = move->nodes > 0 ? move->elapsed_us : 0;
    if (limits->base_ms > 0) {
        usage.min_left_us = game->clock_us[color] - move->elapsed_us;
        usage.overrun_us = -usage.min_left_us;
    } else if (limits->movetime_ms > 0) {
        usage.overrun_us = move->elapsed_us - limits->movetime_ms * 1000;
    }
    return usage;
}

/* Charges the time of a move. Returns false if it exceeds the clock. */
static bool charge_clock(MatchGame *game, Color color, const MatchEngineMove *move) {
    const MatchLimits *limits = &game->opponents[color]->config->limits;
    int64_t *clock_us = &game->clock_us[color];
    if (limits->base_ms == 0)
        return true;
    *clock_us -= move->elapsed_us;
    if (*clock_us + game->setup->margin_ms * 1000 < 0) {
        snprintf(game->result->fault_text, sizeof game->result->fault_text,
                 "%s exceeded its clock by %.1f ms", game->opponents[color]->config->name,
                 (double)-*clock_us / 1000);
        return false;
    }
    if (*clock_us < 0)
        *clock_us = 0;
    *clock_us += limits->increment_ms * 1000;
    return true;
}

/* Comments the last move as other programs for matches do: "+0.35/12 0.104s" is the score in pawns
 * from the mover's view, the depth and the time; "+M3" a win in three moves. */
static void comment_move(MatchGame *game, const MatchEngineMove *move) {
    Buffer text = {0};
    if (move->has_score && move->mate != 0)
        buffer_add_format(&text, "%cM%d", move->mate > 0 ? '+' : '-', abs(move->mate));
    else if (move->has_score)
        buffer_add_format(&text, "%+.2f", (double)move->score / 100);
    if (move->has_score && move->depth > 0)
        buffer_add_format(&text, "/%d", move->depth);
    buffer_add_format(&text, "%s%.3fs", move->has_score ? " " : "", (double)move->elapsed_us / 1e6);
    record_set_comment(game->record, game->record->count, text.bytes);
    buffer_free(&text);
}

static void comment_opening(Record *record) {
    for (size_t ply = 1; ply <= record->count; ply++)
        record_set_comment(record, ply, "book");
}

static bool apply_move(MatchGame *game, Color color, const MatchEngineMove *move) {
    Error error = {0};
    bool clocked = game->opponents[color]->config->limits.base_ms > 0;
    if (record_play_coordinates(game->record, move->text, (move->elapsed_us + 500) / 1000,
                                clocked ? game->clock_us[color] / 1000 : -1, &error)) {
        comment_move(game, move);
        return true;
    }
    snprintf(game->result->fault_text, sizeof game->result->fault_text,
             "%s played an illegal move: %s", game->opponents[color]->config->name, error.text);
    return false;
}

/* Plays a move. Returns false if the game has ended other than by the rules. */
static bool play_move(MatchGame *game) {
    char exit_text[PROCESS_EXIT_TEXT_SIZE] = "";
    MatchEngineMove move;
    Color color = position_side(record_position(game->record));
    MatchEngineStatus status =
        match_engine_go(game->opponents[color], game->record, game->clock_us, &move, exit_text);
    if (status != MATCH_ENGINE_MOVED) {
        terminate_failed(game, status, color, exit_text);
        return false;
    }
    EngineUsage usage = move_usage(game, color, &move);
    match_game_add_usage(&game->result->usage[color], &usage);
    if (!charge_clock(game, color, &move)) {
        terminate_lost(game, TERMINATION_TIME, color);
        return false;
    }
    if (!apply_move(game, color, &move)) {
        terminate_lost(game, TERMINATION_ILLEGAL, color);
        return false;
    }
    update_adjudication(game, color, &move);
    return true;
}

void match_game_play(Record *record, MatchEngine *const opponents[COLOR_COUNT],
                     const MatchSetup *setup, MatchGameResult *result) {
    MatchGame game = {.record = record, .opponents = opponents, .setup = setup, .result = result};
    *result = (MatchGameResult){.usage = {ENGINE_USAGE_NONE, ENGINE_USAGE_NONE}};
    for (Color color = WHITE; color <= BLACK; color++)
        game.clock_us[color] = opponents[color]->config->limits.base_ms * 1000;
    comment_opening(record);
    while (!record_is_over(record)) {
        Color color = position_side(record_position(record));
        if ((int)record->count >= setup->plies_max) {
            terminate_drawn(&game, TERMINATION_LENGTH);
            return;
        }
        if (!play_move(&game) || (!record_is_over(record) && adjudicate(&game, color)))
            return;
    }
    terminate_by_rules(&game);
}
