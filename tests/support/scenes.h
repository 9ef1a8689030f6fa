/* Whole screens in every state of a game, with made-up players, clocks and thoughts: for the golden
 * screens, and for pictures of them by show_view. */
#ifndef TESTS_SUPPORT_SCENES_H
#define TESTS_SUPPORT_SCENES_H

#include "base/error.h"
#include "board/view.h"

/* Creates the view of a scene; NULL if there is none of that name. Released by view_free. */
View *scene_create(const char *name, Error *error);

#endif
