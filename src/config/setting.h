/* One setting of the table and what reads its text; for this folder only. */
#ifndef CONFIG_SETTING_H
#define CONFIG_SETTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config/settings.h"

/* What the configuration file writes it as. */
typedef enum SettingType {
    SETTING_NUMBER,
    SETTING_SWITCH, /* true or false */
    SETTING_WORD,   /* a string; a number too, if the string would look like one */
    SETTING_TEXT,   /* a string */
    SETTING_FILE    /* a string; a path in it is relative to the configuration file */
} SettingType;

/* A word of a setting that is an enumeration or an int. */
typedef struct SettingWord {
    const char *word; /* NULL ends the list */
    int value;
    const char *refusal; /* not NULL: the word is known, but refused with this sentence */
} SettingWord;

typedef struct Setting Setting;

/* Reads a text into its place. The error's sentence does not name the setting. */
typedef bool SettingParser(const Setting *setting, const char *text, Settings *settings,
                           Error *error);

struct Setting {
    SettingInfo info;
    SettingType type;
    SettingParser *parse;
    size_t offset;    /* of the value in Settings */
    size_t size;      /* of the value, for a text or a word; 0: the word is only checked */
    int64_t min, max; /* for a number */
    const SettingWord *words;
    const char *implied_value; /* what the option means without a value; NULL: it needs one */
};

SettingParser setting_parse_number, setting_parse_milliseconds, setting_parse_switch,
    setting_parse_word, setting_parse_text, setting_parse_name, setting_parse_player,
    setting_parse_clock, setting_parse_variant, setting_parse_game, setting_parse_load,
    setting_parse_puzzle;

/* The table: NULL past the last; NULL when there is none of that name. */
const Setting *table_row(size_t index);
const Setting *table_find(const char *name);
const Setting *table_find_path(const char *path);

#endif
