#include <config.h>

#include "config/settings.h"

#include <string.h>

#include "base/text.h"
#include "config/table.h"
#include "rules/fen.h"

void settings_default(Settings *settings) {
    table_store_defaults(&table_congo, settings);
}

SettingSource settings_source(const Settings *settings, const char *name) {
    return table_source(&table_congo, table_find(&table_congo, name), settings);
}

bool settings_set(Settings *settings, const char *name, const char *text, Error *error) {
    const Setting *setting = table_find(&table_congo, name);
    char shown[QUOTE_SIZE], suggested[SUGGESTION_SIZE];
    Suggestion closest = table_closest(&table_congo, name);
    if (!setting)
        return error_set(error, ERROR_SYNTAX, "there is no setting %s%s", text_quote(name, shown),
                         text_suggestion(&closest, "", suggested));
    return setting_store_text(setting, text, settings, error) || error_prefix(error, "%s: ", name);
}

static bool is_standard(const Settings *settings) {
    return strcmp(settings->game, "standard") == 0;
}

/* Ids have no '/', and every FEN has. */
bool settings_game_is_id(const Settings *settings) {
    return settings->place == PLACE_NETWORK && !is_standard(settings) &&
           !strchr(settings->game, '/');
}

static bool check_local_game(const Settings *settings, Error *error) {
    const char *option = settings->watch ? "watch" : settings->key_path[0] ? "key-file" : NULL;
    return !option ||
           error_set(error, ERROR_STATE,
                     "%s: expected --place=network beside it, for games on a server only", option);
}

static bool check_network_game(const Settings *settings, Error *error) {
    bool is_id = settings_game_is_id(settings);
    if (settings->start_mode == START_TOUR || settings->load_path[0] || settings->puzzle != 0)
        return error_set(error, ERROR_STATE,
                         "place: expected \"local\" beside --load, --puzzle or --tour, for these "
                         "are played here");
    if (settings->side_given[WHITE] && settings->side_given[BLACK])
        return error_set(error, ERROR_STATE,
                         "place: expected --white or --black beside \"network\", the side that is "
                         "played here, found both");
    if (settings->watch && !is_id)
        return error_set(error, ERROR_STATE, "watch: expected --game=ID beside it");
    if (settings->watch && (settings->side_given[WHITE] || settings->side_given[BLACK]))
        return error_set(error, ERROR_STATE,
                         "watch: expected neither --white nor --black beside it, for whoever "
                         "watches does not play");
    if (settings->key_path[0] && (!is_id || settings->watch))
        return error_set(error, ERROR_STATE,
                         "key-file: expected --game=ID beside it, and no --watch");
    return true;
}

bool settings_check(const Settings *settings, Error *error) {
    bool network = settings->place == PLACE_NETWORK;
    if (!(network ? check_network_game(settings, error) : check_local_game(settings, error)))
        return false;
    if (is_standard(settings) || settings_game_is_id(settings))
        return true;
    Position position;
    if (!fen_parse(settings->game, &settings->variant, &position, error))
        return error_prefix(error, "game: ");
    Outcome outcome = position_outcome(&position);
    if (outcome.result != RESULT_OPEN)
        return error_set(error, ERROR_STATE,
                         "game: expected a position in which the game goes on, found its end: %s",
                         outcome_sentence(outcome));
    return true;
}
