/* Searches for the tests of the engine. */
#ifndef TESTS_ENGINE_SEARCHING_H
#define TESTS_ENGINE_SEARCHING_H

#include "engine/engine.h"

/* An engine, or the test fails. */
Engine *engine_of(int threads);

/* The setup and teardown of a group of tests that share one engine with one thread. */
extern Engine *shared_engine;
int engine_begin(void **state);
int engine_end(void **state);

/* A position of a variant, or the test fails. */
Position position_of(const char *variant, const char *fen);

/* A full-strength request with one line for one position, which is borrowed, without limits. */
SearchRequest request_for(const Position *position);

/* What came of a search. */
typedef struct Answer {
    int reports; /* all */
    int finals;
    SearchInfo info; /* the last report */
} Answer;

/* A report that fills an Answer, its context. */
void answer_take(void *context, const SearchInfo *info);

/* Searches to the end. */
Answer search(Engine *engine, const SearchRequest *request);

/* The score and the first move of a search of one position to a depth. */
Answer search_depth(Engine *engine, const char *variant, const char *fen, int depth);

/* The move to play in coordinate form. Static storage. */
const char *answer_move(const Answer *answer);

#endif
