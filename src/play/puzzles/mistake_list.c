#include <config.h>

#include "play/puzzles/mistake_list.h"

#include <stdlib.h>

#include "base/memory.h"

MistakeList *mistake_list_create(const Record *record, const Review *review,
                                 const bool sides[COLOR_COUNT]) {
    MistakeList *list = memory_allocate(sizeof *list);
    list->record = record_clone(record);
    list->review = review_clone(review);
    for (size_t ply = 1; ply <= review->count; ply++) {
        const ReviewMove *move = &review->moves[ply - 1];
        if (move->mark < REVIEW_MISTAKE || move_is_none(move->best) ||
            !sides[review_mover(record, ply)])
            continue;
        list->items = memory_resize(list->items, list->count + 1, sizeof *list->items);
        list->items[list->count++] = (MistakeItem){.ply = ply};
    }
    return list;
}

void mistake_list_free(MistakeList *list) {
    if (!list)
        return;
    record_free(list->record);
    review_free(list->review);
    free(list->items);
    free(list);
}

bool mistake_list_setup(MistakeList *list, size_t index, const Settings *settings,
                        SessionSetup *setup, Error *error) {
    list->at = index;
    return mistake_setup(settings, list->record, list->review, list->items[index].ply, setup,
                         error);
}

void mistake_list_note(MistakeList *list, const MistakeView *view) {
    if (view->state == MISTAKE_SOLVED && !view->helped)
        list->items[list->at].solved = true;
}

size_t mistake_list_solved(const MistakeList *list) {
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++)
        count += list->items[i].solved;
    return count;
}
