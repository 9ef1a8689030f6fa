/* Macros for the rows of tables of settings. */
#ifndef CONFIG_SETTING_ROWS_H
#define CONFIG_SETTING_ROWS_H

#include <stddef.h>

#include "config/setting.h"

#define MEMBER(type, member) .offset = offsetof(type, member), .size = sizeof((type *)0)->member
#define NUMBER(type, member, minimum, maximum, initial)                                            \
    .kind = SETTING_NUMBER, MEMBER(type, member), .min = (minimum), .max = (maximum),              \
    .default_number = (initial)
#define SWITCH(type, member, initial)                                                              \
    .kind = SETTING_SWITCH, MEMBER(type, member), .default_number = (initial)
#define WORD(type, member, names, initial)                                                         \
    .kind = SETTING_WORD, MEMBER(type, member), .words = (names), .default_number = (initial)
#define TEXT(type, member, initial)                                                                \
    .kind = SETTING_TEXT, MEMBER(type, member), .default_text = (initial)
#define FLAG(type, member) .value = "", .implied_value = "on", SWITCH(type, member, false)
#define ARGUMENT(type, member, initial)                                                            \
    .kind = SETTING_ARGUMENT, MEMBER(type, member), .default_text = (initial)
#define OPERANDS(type, member) .kind = SETTING_OPERANDS, MEMBER(type, member)
#define CHOICE                 .flags = SETTING_CHOICE
#define REQUEST                .value = "", .implied_value = "on", .flags = SETTING_REQUEST
#define COUNT(rows)            (sizeof(rows) / sizeof(rows)[0])
#define TABLE(rows, type, groups)                                                                  \
    { rows, COUNT(rows), sizeof(type), groups, 0 }
#define PARSED(type, member, parser, initial)                                                      \
    .kind = SETTING_PARSED, MEMBER(type, member), .parse = (parser), .default_text = (initial)

#endif
