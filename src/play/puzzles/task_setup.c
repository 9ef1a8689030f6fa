#include <config.h>

#include "play/puzzles/task_setup.h"

#include "play/puzzles/puzzle.h"
#include "play/puzzles/training.h"

bool task_setup_from_settings(const Settings *settings, SessionSetup *setup, Error *error) {
    if (settings->puzzle != 0)
        return puzzle_setup(settings, settings->puzzle, setup, error);
    if (settings->train[0] != '\0')
        return training_setup_from_settings(settings, setup, error);
    return session_setup_from_settings(settings, setup, error);
}
