#include <config.h>

#include "config/setting.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

#include "base/text.h"
#include "rules/fen.h"

const SettingInfo *settings_info(size_t index) {
    const Setting *setting = table_row(index);
    return setting ? &setting->info : NULL;
}

void settings_default(Settings *settings) {
    memset(settings, 0, sizeof *settings);
    const Setting *setting;
    for (size_t i = 0; (setting = table_row(i)); i++) {
        if (!setting->info.default_text)
            continue;
        bool good = setting->parse(setting, setting->info.default_text, settings, NULL);
        assert(good);
        (void)good;
    }
}

static const char *closest_name(const char *name) {
    Suggestion closest = {name, "", INT_MAX};
    const Setting *setting;
    for (size_t i = 0; (setting = table_row(i)); i++)
        text_suggest(&closest, setting->info.name);
    return closest.known;
}

bool settings_set(Settings *settings, const char *name, const char *text, Error *error) {
    const Setting *setting = table_find(name);
    if (!setting) {
        char shown[QUOTE_SIZE];
        return error_set(error, ERROR_SYNTAX, "expected a setting such as \"%s\", found %s",
                         closest_name(name), text_quote(name, shown));
    }
    if (!setting->parse(setting, text, settings, error))
        return error_prefix(error, "%s: ", name);
    return true;
}

static bool is_standard(const Settings *settings) {
    return strcmp(settings->game, "standard") == 0;
}

/* Ids have no '/', and every FEN has. */
bool settings_game_is_id(const Settings *settings) {
    return settings->place == PLACE_NETWORK && !is_standard(settings) &&
           !strchr(settings->game, '/');
}

/* What is said of a game that is not in the network. */
static bool check_local_game(const Settings *settings, Error *error) {
    if (settings->watch)
        return error_set(error, ERROR_STATE,
                         "watch: expected --place=network beside it, for games on a server only");
    if (settings->key_path[0])
        return error_set(
            error, ERROR_STATE,
            "key-file: expected --place=network beside it, for games on a server only");
    return true;
}

static bool check_network_game(const Settings *settings, Error *error) {
    bool is_id = settings_game_is_id(settings);
    if (settings->start_mode == START_TOUR || settings->load_path[0] || settings->puzzle != 0)
        return error_set(error, ERROR_STATE,
                         "place: expected \"local\" beside --load, --puzzle or --tour, for these "
                         "are played here");
    if (settings->named[WHITE] && settings->named[BLACK])
        return error_set(error, ERROR_STATE,
                         "place: expected --white or --black beside \"network\", the side that is "
                         "played here, found both");
    if (settings->watch && !is_id)
        return error_set(error, ERROR_STATE, "watch: expected --game=ID beside it");
    if (settings->watch && (settings->named[WHITE] || settings->named[BLACK]))
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

bool settings_file_report_key(const Settings *settings, const KeyBinding *binding, Error *error) {
    char shown[SHORT_PATH_SIZE];
    return error_prefix(error, "%s:%d: keys.%s: ", text_shorten_path(settings->config_path, shown),
                        binding->line, binding->action);
}
