#include <config.h>

#include "tui/moves/attacks.h"

#include "rules/movegen.h"
#include "tui/words/wording.h"

/* Returns the side of the player to whom attacks are described. */
static Color player_side(const App *app) {
    Color you;
    return wording_you(app, &you) ? you : position_side(app_position(app));
}

void attacks_cycle(App *app) {
    char key[KEY_NAME_SIZE];
    Color player = player_side(app), other = color_other(player);
    keymap_key_name(&app->keymap, ACTION_ATTACKS, key);
    app->attacks = (AttackMarks)((app->attacks + 1) % ATTACKS_COUNT);
    switch (app->attacks) {
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

void attacks_fill_view(const App *app, View *view) {
    const Position *position = app_position(app);
    if (app->attacks == ATTACKS_NONE)
        return;
    Color player = player_side(app);
    if (app->attacks != ATTACKS_OPPONENT)
        view->attacked = movegen_attacks(position, player);
    if (app->attacks != ATTACKS_PLAYER)
        view->threatened = movegen_attacks(position, color_other(player));
}
