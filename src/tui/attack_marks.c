#include <config.h>

#include "tui/attack_marks.h"

#include "rules/movegen.h"
#include "tui/narration.h"

/* Whose attacks are marked: the state of the feature. */
typedef enum AttackMarks {
    ATTACKS_NONE,
    ATTACKS_OPPONENT,
    ATTACKS_PLAYER,
    ATTACKS_BOTH,
    ATTACKS_COUNT
} AttackMarks;

static AttackMarks *marks_of(const App *app) {
    return app_state(app, &attack_marks_feature);
}

/* Returns the side of the player to whom attacks are described. */
static Color player_side(const App *app) {
    Color you;
    return wording_you(app, &you) ? you : position_side(app_position(app));
}

/* Says what is marked. */
static void cycle(App *app) {
    AttackMarks *marks = marks_of(app);
    char key[KEY_NAME_SIZE];
    Color player = player_side(app), other = color_other(player);
    action_key_name(app, ACTION_ATTACKS, key);
    *marks = (AttackMarks)((*marks + 1) % ATTACKS_COUNT);
    switch (*marks) {
    case ATTACKS_OPPONENT:
        app_note(app, "Marked: where %s could capture next. %s: where %s could.",
                 wording_who(app, other), key, wording_who(app, player));
        break;
    case ATTACKS_PLAYER:
        app_note(app, "Marked: where %s could capture next. %s: where either side could.",
                 wording_who(app, player), key);
        break;
    case ATTACKS_BOTH:
        app_note(app, "Marked: where either side could capture next. %s: no marks.", key);
        break;
    default:
        app_note(app, "Attacked squares are no longer marked.");
        break;
    }
}

static void fill_view(App *app, View *view) {
    const Position *position = app_position(app);
    AttackMarks marks = *marks_of(app);
    if (marks == ATTACKS_NONE)
        return;
    Color player = player_side(app);
    if (marks != ATTACKS_OPPONENT)
        view->attacked = movegen_attacks(position, player);
    if (marks != ATTACKS_PLAYER)
        view->threatened = movegen_attacks(position, color_other(player));
}

static const FeatureAction actions[] = {{ACTION_ATTACKS, .run = cycle}, {.action = ACTION_NONE}};

const Feature attack_marks_feature = {
    .state_size = sizeof(AttackMarks),
    .actions = actions,
    .fill_view = fill_view,
};
