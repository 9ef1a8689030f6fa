#include <config.h>

#include "uci/match_game.h"

#include <stdio.h>
#include <stdlib.h>

#include "rules/coordinate.h"

typedef struct Game {
    Record *record;
    Player *const *players;
    const MatchSetup *setup;
    GameResult *result;
    int64_t clock_us[COLOR_COUNT];
    int losing[COLOR_COUNT];  /* moves in a row at which its own score said so */
    int winning[COLOR_COUNT]; /* the same */
    int drawish[COLOR_COUNT];
} Game;

const char *gameend_words(GameEnd end) {
    static const char *const words[END_COUNT] = {
        [END_LION] = "lion",
        [END_NO_MOVES] = "no moves",
        [END_REPETITION] = "repetition",
        [END_QUIET] = "quiet",
        [END_BARE_LIONS] = "bare lions",
        [END_RESIGNED] = "resigned by score",
        [END_AGREED] = "drawn by score",
        [END_LENGTH] = "too long",
        [END_TIME] = "time",
        [END_ILLEGAL] = "illegal move",
        [END_CRASH] = "crash",
        [END_HANG] = "hang",
    };
    return words[end];
}

/* ---- ends --------------------------------------------------------------- */

static Result win_of(Color color) {
    return color == WHITE ? RESULT_WHITE : RESULT_BLACK;
}

static void end_by_rules(Game *game) {
    static const GameEnd ends[] = {
        [REASON_LION] = END_LION,
        [REASON_NO_MOVES] = END_NO_MOVES,
        [REASON_REPETITION] = END_REPETITION,
        [REASON_QUIET] = END_QUIET,
        [REASON_BARE_LIONS] = END_BARE_LIONS,
    };
    Outcome outcome = record_outcome(game->record);
    game->result->end = ends[outcome.reason];
    game->result->result = outcome.result;
}

/* What no rule of the board ends, the record has to be told. */
static void end_declared(Game *game, GameEnd end, Outcome outcome) {
    game->result->end = end;
    game->result->result = outcome.result;
    record_declare(game->record, outcome, NULL);
}

static void end_lost(Game *game, GameEnd end, Color loser) {
    Reason reason = end == END_TIME ? REASON_TIME : REASON_RESIGNED;
    game->result->blamed = loser;
    end_declared(game, end, (Outcome){win_of(color_other(loser)), reason});
}

static void end_drawn(Game *game, GameEnd end) {
    end_declared(game, end, (Outcome){RESULT_DRAW, REASON_AGREED});
}

static void end_failed(Game *game, PlayerFate fate, Color loser, const char *how) {
    GameResult *result = game->result;
    const char *name = game->players[loser]->side->name;
    switch (fate) {
    case PLAYER_CRASHED:
        snprintf(result->sentence, sizeof result->sentence, "%s %s", name,
                 how[0] ? how : "closed its output");
        end_lost(game, END_CRASH, loser);
        break;
    case PLAYER_HUNG:
        snprintf(result->sentence, sizeof result->sentence, "%s did not answer and was killed",
                 name);
        end_lost(game, END_HANG, loser);
        break;
    default:
        result->end = END_INTERRUPTED;
        break;
    }
}

/* ---- adjudication ------------------------------------------------------- */

static void count_scores(Game *game, Color color, const PlayerMove *move) {
    const MatchAdjudication *rules = &game->setup->adjudication;
    bool losing = move->has_score && move->score <= -rules->resign_score;
    bool winning = move->has_score && move->score >= rules->resign_score;
    bool drawish = move->has_score && abs(move->score) <= rules->draw_score &&
                   (int)(game->record->count + 1) / 2 >= rules->draw_from;
    game->losing[color] = losing ? game->losing[color] + 1 : 0;
    game->winning[color] = winning ? game->winning[color] + 1 : 0;
    game->drawish[color] = drawish ? game->drawish[color] + 1 : 0;
}

/* After a move of `color`: whether both agree how the game ends. */
static bool adjudicate(Game *game, Color color) {
    const MatchAdjudication *rules = &game->setup->adjudication;
    for (Color loser = WHITE; rules->resign_count > 0 && loser <= BLACK; loser++) {
        if (game->losing[loser] >= rules->resign_count &&
            game->winning[color_other(loser)] >= rules->resign_count) {
            end_lost(game, END_RESIGNED, loser);
            return true;
        }
    }
    if (rules->draw_count > 0 && game->drawish[color] >= rules->draw_count &&
        game->drawish[color_other(color)] >= rules->draw_count) {
        end_drawn(game, END_AGREED);
        return true;
    }
    return false;
}

/* ---- moves -------------------------------------------------------------- */

void gameuse_add(GameUse *sum, const GameUse *use) {
    sum->moves += use->moves;
    sum->elapsed_us += use->elapsed_us;
    sum->depth_sum += use->depth_sum;
    sum->depth_moves += use->depth_moves;
    sum->nodes += use->nodes;
    sum->nodes_us += use->nodes_us;
    if (use->overstep_us > sum->overstep_us)
        sum->overstep_us = use->overstep_us;
    if (use->left_us < sum->left_us)
        sum->left_us = use->left_us;
}

static GameUse use_of_move(const Game *game, Color color, const PlayerMove *move) {
    const MatchLimits *limits = &game->players[color]->side->limits;
    GameUse use = GAME_USE_NONE;
    use.moves = 1;
    use.elapsed_us = move->elapsed_us;
    use.depth_sum = move->depth;
    use.depth_moves = move->depth > 0;
    use.nodes = move->nodes;
    use.nodes_us = move->nodes > 0 ? move->elapsed_us : 0;
    if (limits->base_ms > 0) {
        use.left_us = game->clock_us[color] - move->elapsed_us;
        use.overstep_us = -use.left_us;
    } else if (limits->movetime_ms > 0) {
        use.overstep_us = move->elapsed_us - limits->movetime_ms * 1000;
    }
    return use;
}

/* Takes the time from the clock; false when it was not enough. */
static bool run_clock(Game *game, Color color, const PlayerMove *move) {
    const MatchLimits *limits = &game->players[color]->side->limits;
    int64_t *clock_us = &game->clock_us[color];
    if (limits->base_ms == 0)
        return true;
    *clock_us -= move->elapsed_us;
    if (*clock_us + game->setup->margin_ms * 1000 < 0) {
        snprintf(game->result->sentence, sizeof game->result->sentence,
                 "%s overstepped its clock by %.1f ms", game->players[color]->side->name,
                 (double)-*clock_us / 1000);
        return false;
    }
    if (*clock_us < 0)
        *clock_us = 0;
    *clock_us += limits->increment_ms * 1000;
    return true;
}

static bool enter_move(Game *game, Color color, const PlayerMove *move) {
    Error error = {0};
    Move found;
    bool clocked = game->players[color]->side->limits.base_ms > 0;
    if (coordinate_parse(record_position(game->record), move->text, &found, &error) &&
        record_play(game->record, found, (move->elapsed_us + 500) / 1000,
                    clocked ? game->clock_us[color] / 1000 : -1, &error))
        return true;
    snprintf(game->result->sentence, sizeof game->result->sentence, "%s played an illegal move: %s",
             game->players[color]->side->name, error.text);
    return false;
}

/* One move; false when the game has ended otherwise than by the rules of the board. */
static bool play_move(Game *game) {
    char how[PROCESS_HOW_SIZE] = "";
    PlayerMove move;
    Color color = position_side(record_position(game->record));
    PlayerFate fate = player_think(game->players[color], game->record, game->clock_us, &move, how);
    if (fate != PLAYER_MOVED) {
        end_failed(game, fate, color, how);
        return false;
    }
    GameUse use = use_of_move(game, color, &move);
    gameuse_add(&game->result->use[color], &use);
    if (!run_clock(game, color, &move)) {
        end_lost(game, END_TIME, color);
        return false;
    }
    if (!enter_move(game, color, &move)) {
        end_lost(game, END_ILLEGAL, color);
        return false;
    }
    count_scores(game, color, &move);
    return true;
}

static void play_on(Game *game) {
    while (!record_is_over(game->record)) {
        if ((int)game->record->count >= game->setup->plies_max) {
            end_drawn(game, END_LENGTH);
            return;
        }
        Color color = position_side(record_position(game->record));
        if (!play_move(game))
            return;
        if (!record_is_over(game->record) && adjudicate(game, color))
            return;
    }
    end_by_rules(game);
}

void game_play(Record *record, Player *const players[COLOR_COUNT], const MatchSetup *setup,
               GameResult *result) {
    Game game = {.record = record, .players = players, .setup = setup, .result = result};
    *result = (GameResult){.use = {GAME_USE_NONE, GAME_USE_NONE}};
    for (Color color = WHITE; color <= BLACK; color++)
        game.clock_us[color] = players[color]->side->limits.base_ms * 1000;
    play_on(&game);
}
