#include <config.h>

#include "tui/feature.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void *app_state(const App *app, const Feature *feature) {
    size_t i = 0;
    while (app->features[i] != feature)
        i++;
    return app->state[i];
}

void features_create(App *app, const Feature *const *list) {
    app->features = list;
    for (size_t i = 0; list[i] != NULL; i++) {
        assert(i < FEATURE_STATES);
        if (list[i]->state_size > 0)
            app->state[i] = memory_allocate(list[i]->state_size);
    }
}

void features_free(App *app) {
    FOR_FEATURES_WITH(app, free, feature)
        feature->free(app);
    for (size_t i = 0; i < FEATURE_STATES; i++) {
        free(app->state[i]);
        app->state[i] = NULL;
    }
}

bool features_hold_game(const App *app) {
    FOR_FEATURES_WITH(app, holds_game, feature)
        if (feature->holds_game(app))
            return true;
    return false;
}

const FeatureCommand *features_command(const App *app, size_t index) {
    FOR_FEATURES_WITH(app, commands, feature)
        for (const FeatureCommand *own = feature->commands; own->name != NULL; own++)
            if (index-- == 0)
                return own;
    return NULL;
}

bool features_allow(const App *app, Action action) {
    FOR_FEATURES_WITH(app, allows, feature)
        if (!feature->allows(app, action))
            return false;
    return true;
}

bool features_status(const App *app, StatusPart part, const View *view,
                     char text[VIEW_STATUS_SIZE]) {
    FOR_FEATURES_WITH(app, status, feature)
        if (feature->status(app, part, view, text))
            return true;
    return false;
}

Beginning features_begin(App *app, const Occasion *occasion, Error *error) {
    FOR_FEATURES_WITH(app, begin, feature) {
        Beginning beginning = feature->begin(app, occasion, error);
        if (beginning != BEGINNING_NONE)
            return beginning;
    }
    return BEGINNING_NONE;
}
