/* The mistakes of a reviewed game, as exercises one after the other. */
#ifndef PLAY_PUZZLES_MISTAKE_LIST_H
#define PLAY_PUZZLES_MISTAKE_LIST_H

#include "play/puzzles/mistake.h"

typedef struct MistakeItem {
    size_t ply; /* of the bad move */
    bool solved;
} MistakeItem;

typedef struct MistakeList {
    Record *record; /* of the game */
    Review *review;
    MistakeItem *items;
    size_t count;
    size_t at; /* index of the item that is shown */
} MistakeList;

/* Lists the mistakes and blunders of the sides whose flag is set. Copies the record and the review.
 * The list may be empty. */
MistakeList *mistake_list_create(const Record *record, const Review *review,
                                 const bool sides[COLOR_COUNT]);
void mistake_list_free(MistakeList *list); /* NULL is allowed */

/* Gets the setup of a session for an item, which becomes the one that is shown. */
bool mistake_list_setup(MistakeList *list, size_t index, const Settings *settings,
                        SessionSetup *setup, Error *error);

/* Notes that the item is solved, unless its move was shown. Called after every SESSION_TASK. */
void mistake_list_note(MistakeList *list, const MistakeView *view);

size_t mistake_list_solved(const MistakeList *list);

#endif
