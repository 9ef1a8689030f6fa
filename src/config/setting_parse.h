/* Parsers of settings whose text is more than a number, a word or a name. */
#ifndef CONFIG_SETTING_PARSE_H
#define CONFIG_SETTING_PARSE_H

#include "config/setting.h"

/* Parses a whole number: an optional sign and digits, without blanks. Returns false if it is not
 * one or does not fit. */
bool setting_parse_integer(const char *text, int64_t *number);

/* For Settings. */
SettingParser setting_parse_player; /* "hi/negamax" */
SettingParser setting_parse_game;   /* "standard", a FEN or an id */
SettingParser setting_parse_clock;  /* "none", "SECONDS", "SECONDS+SECONDS" or "DAYSd" */
SettingParser setting_parse_variant;
SettingParser setting_parse_keep_games;  /* a number of days */
SettingParser setting_parse_load;        /* "FILE" or "FILE#NUMBER" */
SettingParser setting_parse_puzzle;      /* a number or "next" */
SettingParser setting_parse_fingerprint; /* 64 hexadecimal digits, or "" */

/* For ServerSettings. */
SettingParser setting_parse_listen; /* "ADDRESS:PORT" or an absolute path */
SettingParser setting_parse_admin;  /* an absolute path, or "" */

/* For MatchSetup. For a SETTING_PER_ENGINE row, `values` is advanced to that engine. */
SettingParser setting_parse_engine_option; /* "Name=value" */
SettingParser setting_parse_engine_clock;  /* "SECONDS" or "SECONDS+INCREMENT" */
SettingParser setting_parse_match_variant; /* appends one */
SettingParser setting_parse_patience;      /* "SECONDS" */
SettingParser setting_parse_resign;        /* "SCORE,COUNT" */
SettingParser setting_parse_draw;          /* "SCORE,COUNT,MOVE" */
SettingParser setting_parse_sprt;          /* "ELO0,ELO1" or "ELO0,ELO1,ALPHA,BETA" */

#endif
