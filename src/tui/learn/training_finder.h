/* Looking for an ending to train, in a thread, because large tables are read for it. */
#ifndef TUI_LEARN_TRAINING_FINDER_H
#define TUI_LEARN_TRAINING_FINDER_H

#include "play/puzzles/training.h"
#include "tui/app.h"

/* What was found. A handler sets to NULL what it takes over. */
typedef struct TrainingFound {
    TrainingEnding *ending;
    EndingClass *classes; /* with tables; see training_list_classes */
    size_t class_count;
} TrainingFound;

/* Called when something was found; a failure is shown to the user instead. */
typedef void TrainingFoundHandler(App *app, TrainingFound *found);

/* Starts to look for an ending or, if `request` is NULL, for all classes with tables. An earlier
 * search is forgotten. */
void training_finder_start(App *app, const TrainingRequest *request, uint64_t seed,
                           TrainingFoundHandler *handler);

/* Forgets the search, if one runs. */
void training_finder_stop(App *app);

#endif
