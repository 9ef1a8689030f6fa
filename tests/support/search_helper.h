/* Helpers of the engine's tests. */
#ifndef TESTS_SUPPORT_SEARCH_HELPER_H
#define TESTS_SUPPORT_SEARCH_HELPER_H

#include "engine/engine.h"

/* Creates an engine, or fails the test. */
Engine *engine_of(int threads);

/* Setup and teardown of tests that share an engine with one thread. */
extern Engine *shared_engine;
int engine_begin(void **state);
int engine_end(void **state);

/* Parses a position, or fails the test. */
Position position_of(const char *variant, const char *fen);

/* Returns a full-strength request without limits for one position, which is borrowed. */
SearchRequest request_for(const Position *position);

typedef struct Answer {
    int reports; /* including the final ones */
    int finals;
    SearchInfo info; /* the last report */
} Answer;

/* A SearchReport whose context is an Answer. */
void answer_take(void *context, const SearchInfo *info);

/* Searches and waits for the end. */
Answer search(Engine *engine, const SearchRequest *request);

/* Searches a position to a depth. */
Answer search_depth(Engine *engine, const char *variant, const char *fen, int depth);

/* Returns the move to play in coordinate form. Static storage. */
const char *answer_move(const Answer *answer);

#endif
