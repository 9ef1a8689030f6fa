#include <config.h>

#include "config/setting_print.h"

#include <inttypes.h>
#include <string.h>

#include "config/settings.h"

/* A choice is a word, a switch, an int or an int64_t, or is parsed. */
bool setting_print(const Setting *setting, const void *values, Buffer *text) {
    const void *value = setting_value(setting, values);
    bool wide = setting->size == sizeof(int64_t);
    switch (setting->kind) {
    case SETTING_NUMBER:
        buffer_add_format(text, "%" PRId64, wide ? *(const int64_t *)value : *(const int *)value);
        return true;
    case SETTING_SWITCH:
        buffer_add_string(text, *(const bool *)value ? "true" : "false");
        return true;
    case SETTING_WORD:
        buffer_add_format(text, "\"%s\"", setting->words[*(const int *)value]);
        return true;
    default:
        return setting->print && setting->print(setting, values, text);
    }
}

bool setting_print_player(const Setting *setting, const void *values, Buffer *text) {
    const PlayerSetting *player = setting_value(setting, values);
    buffer_add_format(text, "\"%s/%s\"", player->control == CONTROL_COMPUTER ? "ai" : "hi",
                      player->advisor);
    return true;
}

bool setting_print_variant(const Setting *setting, const void *values, Buffer *text) {
    const Settings *settings = values;
    const Variant *variant = setting_value(setting, values);
    bool known = variant_find(variant->name) != NULL;
    for (int i = 0; i < settings->custom_variant_count; i++)
        known = known || strcmp(settings->custom_variants[i].name, variant->name) == 0;
    if (known)
        buffer_add_format(text, "\"%s\"", variant->name);
    return known;
}
