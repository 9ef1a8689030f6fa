/* Parsers of settings whose text is more than a number, a word or a name. */
#ifndef CONFIG_SETTING_PARSE_H
#define CONFIG_SETTING_PARSE_H

#include "config/setting.h"

/* Parses a whole number without blanks: digits, after a sign if there is one. */
bool setting_parse_integer(const char *text, int64_t *number);

/* For Settings. */
SettingParser setting_parse_player; /* "hi/negamax" */
SettingParser setting_parse_clock;  /* "none", "SECONDS" or "SECONDS+SECONDS" */
SettingParser setting_parse_variant;
SettingParser setting_parse_load;   /* "FILE" or "FILE#NUMBER" */
SettingParser setting_parse_puzzle; /* a number or "next" */

/* For ServerSettings. */
SettingParser setting_parse_listen; /* "ADDRESS:PORT" or a path from / on */
SettingParser setting_parse_admin;  /* a path from / on, or "" */

/* For MatchSetup; those of an engine get its member. */
SettingParser setting_parse_engine_option; /* "Name=value" */
SettingParser setting_parse_engine_clock;  /* "SECONDS" or "SECONDS+INCREMENT" */
SettingParser setting_parse_match_variant; /* adds one */
SettingParser setting_parse_patience;      /* "SECONDS" */
SettingParser setting_parse_resign;        /* "SCORE,COUNT" */
SettingParser setting_parse_draw;          /* "SCORE,COUNT,MOVE" */
SettingParser setting_parse_sprt;          /* "ELO0,ELO1" or "ELO0,ELO1,ALPHA,BETA" */

#endif
