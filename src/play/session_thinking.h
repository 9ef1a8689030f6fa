/* Searches on behalf of a session: a computer's moves, pondering, advice, analysis. */
#ifndef PLAY_SESSION_THINKING_H
#define PLAY_SESSION_THINKING_H

#include "play/searcher.h"
#include "play/session.h"

/* The score of a position from White's view, as its last search found it. */
typedef struct KnownScore {
    bool known;
    Score white;
} KnownScore;

typedef struct SessionThinking {
    ThinkingPurpose purpose; /* of the search that runs or is about to start */
    AdvisorKind advisor;
    size_t ply; /* number of the position searched */
    Position position;
    int lines;             /* requested variations */
    bool has_latest;       /* `latest` is valid: see session_search_snapshot */
    SearchSnapshot latest; /* the newest report */
    Move advice;           /* for the position on the board, or MOVE_NONE */
    Move expected;         /* the reply that a computer expects, or MOVE_NONE ... */
    Position expected_at;  /* ... in this position */
    KnownScore *scores;    /* by position number */
    size_t score_count;
    uint64_t seed;
} SessionThinking;

/* Called by the searcher; a copy needs the session as its context. */
extern const SearcherListener session_thinking_listener;

void session_thinking_init(SessionThinking *thinking, int seed);
void session_thinking_free(SessionThinking *thinking);

/* Returns how long a computer may think about a move, in milliseconds; 0 if none of them searches.
 */
int64_t session_thinking_limit_ms(const Session *session);

/* Starts the search for the move of the side to move, or turns pondering on it into that search. */
void session_thinking_start_move(Session *session);

/* Starts to ponder the move that a computer expects of the person to move, if the setup enables
 * pondering and the engine is free. */
void session_thinking_start_ponder(Session *session);

/* Called when the position has changed: ends the searches of other positions. */
void session_thinking_update(Session *session);

/* Cancels a search of that purpose; its results are dropped. */
void session_thinking_stop(Session *session, ThinkingPurpose purpose);

/* Drops the scores and the analysis of positions after `ply`. Called when a new move replaces the
 * moves there. */
void session_thinking_truncate(Session *session, size_t ply);

#endif
