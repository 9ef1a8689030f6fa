#include <config.h>

#include "config/settings.h"

#include <string.h>

#include "base/text.h"
#include "config/table.h"
#include "rules/fen.h"

void settings_default(Settings *settings) {
    setting_table_store_defaults(&table_congo, settings);
}

SettingSource settings_source(const Settings *settings, const char *name) {
    return setting_table_source(&table_congo, setting_table_find(&table_congo, name), settings);
}

bool settings_set(Settings *settings, const char *name, const char *text, Error *error) {
    const Setting *setting = setting_table_find(&table_congo, name);
    char shown[QUOTE_SIZE], suggested[SUGGESTION_SIZE];
    Suggestion closest = setting_table_closest(&table_congo, name);
    if (!setting)
        return error_set(error, ERROR_SYNTAX, "there is no setting %s%s", text_quote(name, shown),
                         text_suggestion(&closest, "", suggested));
    return setting_store_text(setting, text, settings, error);
}

static bool is_standard(const Settings *settings) {
    return strcmp(settings->game, "standard") == 0;
}

/* Ids have no '/', and every FEN has. */
bool settings_game_is_id(const Settings *settings) {
    return settings->place == PLACE_NETWORK && !is_standard(settings) &&
           !strchr(settings->game, '/');
}

bool settings_check_game(const Settings *settings, Error *error) {
    Position position;
    if (is_standard(settings) || settings_game_is_id(settings))
        return true;
    if (!fen_parse(settings->game, &settings->variant, &position, error))
        return false;
    Outcome outcome = position_outcome(&position);
    return outcome.result == RESULT_OPEN ||
           error_set(error, ERROR_STATE, "the game is over in this position: %s",
                     outcome_sentence(outcome));
}
