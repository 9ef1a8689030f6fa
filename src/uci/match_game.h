/* One game between two engines. */
#ifndef UCI_MATCH_GAME_H
#define UCI_MATCH_GAME_H

#include "uci/match_player.h"

/* How a game ended. */
typedef enum GameEnd {
    END_LION,
    END_NO_MOVES,
    END_REPETITION,
    END_QUIET,
    END_BARE_LIONS,
    END_RESIGNED, /* by the scores of both */
    END_AGREED,   /* the same, as a draw */
    END_LENGTH,   /* too many plies: a draw */
    END_TIME,
    END_ILLEGAL, /* a move that is none, or not allowed */
    END_CRASH,
    END_HANG,
    END_COUNT,
    END_INTERRUPTED = END_COUNT /* not a game that counts */
} GameEnd;

/* How an engine spent its time, in one game or in many. */
typedef struct GameUse {
    int64_t moves;
    int64_t elapsed_us;
    int64_t depth_sum, depth_moves; /* of the moves with a depth told */
    int64_t nodes, nodes_us;        /* of those with nodes told */
    int64_t overstep_us;            /* the most beyond a clock or --movetime; negative: never */
    int64_t left_us;                /* the least that a clock showed after a move */
} GameUse;

#define GAME_USE_NONE ((GameUse){.overstep_us = INT64_MIN, .left_us = INT64_MAX})

typedef struct GameResult {
    GameEnd end;
    Result result;
    Color blamed;       /* who lost by time, crash, ... */
    char sentence[512]; /* what went wrong; "": nothing */
    GameUse use[COLOR_COUNT];
} GameResult;

/* Adds the use of one game to that of others. */
void gameuse_add(GameUse *sum, const GameUse *use);

/* Plays the game on to its end, which it declares; players are by colour, ready to play. */
void game_play(Record *game, Player *const players[COLOR_COUNT], const MatchSetup *setup,
               GameResult *result);

/* "lion", "no moves", ... */
const char *gameend_words(GameEnd end);

#endif
