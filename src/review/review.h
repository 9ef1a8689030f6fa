/*
 * The review of a game: the quality of each move. The engine searches every position of the game; a
 * move's loss is the winning chance (engine/chance.h) that the mover had before it and has no more
 * after it.
 *
 * A review is made in three steps. A coarse pass searches all positions for a tenth of the time,
 * from the first to the last, so that there is soon something to show. A deep pass goes from the
 * last position to the first, so that every search finds what the later ones have learnt in the
 * table. Beside it, the positions around a move whose mark is in doubt are searched longer. A
 * position whose score stands in the record is not searched again, so an interrupted review goes on
 * where it was stopped.
 */
#ifndef REVIEW_REVIEW_H
#define REVIEW_REVIEW_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "base/error.h"
#include "engine/engine.h"
#include "rules/record.h"

enum {
    REVIEW_MOVETIME_MS = 300, /* for a position, unless the options say otherwise */
    REVIEW_LINE_MAX = 8       /* moves of a line */
};

typedef enum ReviewMark {
    REVIEW_NONE,
    REVIEW_ONLY,       /* "!": any other move loses at least 20 % of winning chance */
    REVIEW_INACCURACY, /* "?!": loses at least 8 % */
    REVIEW_MISTAKE,    /* "?": at least 15 % */
    REVIEW_BLUNDER     /* "??": at least 25 % */
} ReviewMark;

enum { REVIEW_MARK_COUNT = REVIEW_BLUNDER + 1 };

typedef struct ReviewLine {
    int length;
    Move moves[REVIEW_LINE_MAX];
} ReviewLine;

/* The cause of a mark from REVIEW_INACCURACY on. Each follows by a rule from the position, the
 * move, and the two lines: that of the reply, and that of the best move. */
typedef enum ReviewCauseKind {
    CAUSE_UNKNOWN,         /* none of the following */
    CAUSE_LION_MISSED,     /* the lion could be captured */
    CAUSE_LINE_OPENED,     /* the lions face each other, and the opponent is to move */
    CAUSE_LION_LEFT,       /* the opponent can capture the lion */
    CAUSE_WIN_MISSED,      /* a win in `count` moves */
    CAUSE_LOSS_ALLOWED,    /* the opponent wins in `count` moves */
    CAUSE_DRAW,            /* the move ends the game in a draw */
    CAUSE_DROWNED,         /* `count` pieces drown that the best move saves */
    CAUSE_CHAIN_MISSED,    /* a monkey's capture of `count` pieces */
    CAUSE_CHAIN_SHORT,     /* the monkey captures `taken` pieces, and could capture `count` */
    CAUSE_EXCHANGE,        /* the move takes `other`, and loses in an exchange of `count` captures
                              or, with 2, of more */
    CAUSE_CHAIN_ALLOWED,   /* the best reply is a monkey's capture of `count` pieces */
    CAUSE_THREAT_MISSED,   /* the reply takes a piece that it could have taken before the move */
    CAUSE_PUT_UNDEFENDED,  /* the reply takes the piece that moved, and cannot be taken itself */
    CAUSE_PIECE_PUT,       /* the reply takes the piece that moved */
    CAUSE_LEFT_UNDEFENDED, /* the reply takes another piece, and cannot be taken itself */
    CAUSE_PIECE_LEFT,      /* the reply takes another piece */
    CAUSE_FORK_ALLOWED,    /* the reply attacks `piece` and `other` */
    CAUSE_PAWN_ALLOWED,    /* a pawn of the opponent cannot be stopped any more */
    CAUSE_CAPTURE_MISSED,  /* the capture of a piece */
    CAUSE_FORK_MISSED,     /* the best move attacks `piece` and `other` */
    CAUSE_PAWN_MISSED,     /* after the best move, a pawn cannot be stopped any more */
    CAUSE_LOSES,           /* the reply's line ends with the loss of a piece */
    CAUSE_WINS_MISSED,     /* the best line ends with the gain of a piece */
    CAUSE_REPETITION_ALLOWED, /* the reply's line repeats a position, for a draw */
    CAUSE_REPETITION_MISSED,  /* the best line does */
    CAUSE_ATTACK_ALLOWED,     /* the reply attacks a piece */
    CAUSE_ATTACK_MISSED,      /* the best move does */
    CAUSE_TRADE_ALLOWED, /* the reply takes `piece`, and the move after it the taker, `other` */
    CAUSE_TRADE_MISSED,  /* the best move does */
    CAUSE_CHANCES_LOST,  /* the reply's line; the chance falls from `count` to `taken` percent */
    CAUSE_KIND_COUNT
} ReviewCauseKind;

typedef enum ReviewFate { FATE_TAKEN, FATE_DROWNED, FATE_PROMOTED } ReviewFate;

typedef struct ReviewCause {
    ReviewCauseKind kind;
    int count;              /* moves or pieces; see ReviewCauseKind */
    int taken;              /* of CAUSE_CHAIN_SHORT and CAUSE_CHANCES_LOST */
    PieceType piece, other; /* the most valuable one that is lost or missed, or PIECE_NONE */
    Square square, at;      /* where `piece` and `other` stand when the line has been played, but
                               for its last move if that captures or drowns them */
    ReviewFate fate;        /* of `piece`, in CAUSE_LOSES and CAUSE_WINS_MISSED */
    bool for_less;          /* likewise: more than half of its value is got for it */
    ReviewLine line;        /* the moves that show it, from the best move or the reply on */
} ReviewCause;

/* A position of the game. */
typedef struct ReviewPosition {
    bool known;
    bool final;      /* searched as long as the options ask for; it changes only if a neighbour
                        brings a mark in doubt */
    bool stored;     /* the score was found in the record */
    Score score;     /* from White's view; at the end of the game SCORE_WIN, -SCORE_WIN or 0 */
    int depth;       /* plies searched; 0: not known, or the end of the game */
    ReviewLine line; /* the expected moves, the best one first; empty: not known */
} ReviewPosition;

/* A move of the game. It follows from the positions before and after it. */
typedef struct ReviewMove {
    bool known;          /* both positions are */
    bool final;          /* both are */
    Score before, after; /* of the positions before and after it, from White's view */
    double lost;         /* winning chance that the mover lost, 0..1 */
    ReviewMark mark;
    Move best; /* may be the one that was played; MOVE_NONE: not known */
    ReviewCause cause;
} ReviewMove;

typedef enum ReviewPass { REVIEW_COARSE, REVIEW_DEEP, REVIEW_DONE } ReviewPass;

/* The side's part of a review. */
typedef struct ReviewSide {
    bool known;                      /* it has a move, and all its moves are known */
    double accuracy;                 /* 0..100 */
    size_t marks[REVIEW_MARK_COUNT]; /* number of moves with each mark */
} ReviewSide;

typedef struct Review {
    size_t count;              /* plies of the game */
    ReviewPosition *positions; /* owned; count + 1 */
    ReviewMove *moves;         /* owned; moves[ply - 1] is that of ply 1..count */
    ReviewSide sides[COLOR_COUNT];
    size_t turning_point; /* the ply after which the winner's chance never fell below 60 % again; 0:
                             there is none, or not all moves are known */
    ReviewPass pass;
    size_t done;     /* positions of this pass */
    int64_t left_ms; /* estimate of the time to the end; -1: not known yet */
} Review;

typedef struct ReviewOptions {
    int64_t movetime_ms; /* for a position; 0: REVIEW_MOVETIME_MS, unless there are nodes */
    uint64_t nodes;      /* for a position, instead of a time; 0: none */
    bool again;          /* also search positions whose score stands in the record */
} ReviewOptions;

/* Called on the thread of review_game after every position. */
typedef void ReviewProgress(void *context, const Review *review);

/*
 * Reviews a game with an engine that does not search, whose table it clears first. With a limit of
 * nodes and an engine of one thread, the review depends only on the record and the options. The
 * record must not change meanwhile. Stops soon after `cancelled`, which may be NULL, is set: the
 * review is then what is known so far, its pass not REVIEW_DONE. `progress` may be NULL. Returns
 * NULL with an error if a search cannot be started.
 */
Review *review_game(const Record *record, Engine *engine, const ReviewOptions *options,
                    const atomic_bool *cancelled, ReviewProgress *progress, void *context,
                    Error *error);

/* Creates a review in which nothing is known but the end of the game. */
Review *review_create(const Record *record);

Review *review_clone(const Review *review);

void review_free(Review *review); /* NULL is allowed */

/* Returns the side that moves at ply 1..count. */
Color review_mover(const Record *record, size_t ply);

/*
 * Reviews a game in the background, on a thread and with an engine of its own, for an interface
 * with a loop. Its news arrive on the loop's thread.
 */

typedef struct Reviewer Reviewer;

/* Called on the loop's thread, for the review that was started last, until it is cancelled. */
typedef struct ReviewerListener {
    /* The newest state; at most one call in each round of the loop. The review is valid during the
     * call, and its pass is REVIEW_DONE in the last one. */
    void (*progress)(void *context, const Review *review);
    /* The review has ended early. */
    void (*failed)(void *context, const Error *error);
    void *context;
} ReviewerListener;

/* 0 threads means one for each processor. Returns NULL with an error on failure. */
Reviewer *reviewer_create(uv_loop_t *loop, int hash_mb, int threads,
                          const ReviewerListener *listener, Error *error);

/* Sets the solved endings of the next reviews; borrowed until no review runs that was started with
 * them. NULL: none. Not during a review. */
void reviewer_set_endings(Reviewer *reviewer, const Endings *endings);

/* Starts the review of a copy of the record. Cancels another one first, which takes milliseconds.
 */
bool reviewer_start(Reviewer *reviewer, const Record *record, const ReviewOptions *options,
                    Error *error);

/* Ends the review, which takes milliseconds, and drops its news. */
void reviewer_cancel(Reviewer *reviewer);

/* Cancels the review. `closed`, which may be NULL, is called from the loop when the handle is
 * closed. */
void reviewer_close(Reviewer *reviewer, void (*closed)(void *context), void *context);

/*
 * Reviews many games at the same time, each from an empty table. With a limit of nodes, each game
 * is reviewed on one thread, and its review depends neither on the other games nor on the number of
 * threads.
 */

/* The source and destination of the games. All functions but `load` are called by one thread at a
 * time. */
typedef struct ReviewGames {
    const size_t *positions; /* to search, of each game; borrowed */
    size_t count;
    /* Returns a game, owned by the caller. Called on several threads. */
    Record *(*load)(void *context, size_t index);
    /* Returns the solved endings for a game, borrowed; NULL: none. */
    const Endings *(*endings)(void *context, const Record *record);
    /* A game has been reviewed. The record is freed afterwards. */
    void (*reviewed)(void *context, size_t index, const Record *record);
    /* A game is begun, or a position has been searched. `games` of them have been reviewed;
     * `left_ms` is an estimate of the time to the end, -1: not known yet. */
    void (*progress)(void *context, size_t games, int64_t left_ms);
    void *context;
} ReviewGames;

/*
 * Reviews all games that have positions to search, on `threads` threads (1..ENGINE_THREADS_MAX). If
 * fewer games are left and there is no limit of nodes, a game gets several of them. Stops soon
 * after `cancelled` is set, without an error. Returns false with an error if memory or threads are
 * refused.
 */
bool review_batch(const ReviewGames *games, const ReviewOptions *options, int threads,
                  const atomic_bool *cancelled, Error *error);

#endif
