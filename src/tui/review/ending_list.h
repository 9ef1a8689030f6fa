/*
 * Looking into solved endings: the value of the position shown, and the list of its moves with what
 * each leads to.
 */
#ifndef TUI_REVIEW_ENDING_LIST_H
#define TUI_REVIEW_ENDING_LIST_H

#include "play/ending_verdict.h"
#include "tui/feature.h"

extern const Feature ending_feature;

/* What the solved endings say about the position shown. */
typedef struct EndingList {
    bool known; /* `choices` has the moves of the position; else `error` says why not */
    bool stale; /* the position must be looked up again */
    EndingChoices choices;
    Error error;
    struct {
        const Session *session; /* only compared; NULL: nothing was looked up */
        size_t ply;
        uint64_t key;
    } at; /* the position looked up */
    char verdict[3][ENDING_TEXT_SIZE];
    char remark[ERROR_SENTENCE_SIZE];
    ViewCandidates view;
} EndingList;

EndingList *ending_list(const App *app);

#endif
