/* Judges what servers ask of a shared store: whether the interface is used as store.h says, and
 * whether a server has a right to the change. */
#ifndef TESTS_SERVER_SHARED_JUDGE_H
#define TESTS_SERVER_SHARED_JUDGE_H

#include "../support/memory_games.h"

enum { SHARED_JUDGE_TEXT = 300 };

/* What the judge allows. */
typedef struct SharedJudgement {
    int64_t clock_error_ms;  /* a server's estimate of the service time is at most this wrong */
    bool presence_is_stored; /* not while the disk is full: then clients take seats in memory */
} SharedJudgement;

/* Returns false, with what is wrong, for a request that a server must not make of these games. */
bool shared_judge_request(const MemoryGames *games, uint32_t server, const StoreRequest *request,
                          const SharedJudgement *how, char fault[SHARED_JUDGE_TEXT]);

/* Return names for messages. */
const char *shared_judge_kind(StoreKind kind);
const char *shared_judge_result(StoreResult result);

#endif
