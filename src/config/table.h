/* The table of settings: every setting of the configuration files and every option of a command,
 * and the commands themselves. */
#ifndef CONFIG_TABLE_H
#define CONFIG_TABLE_H

#include "config/setting_table.h"

extern const SettingTable table_congo; /* congo and congo.conf: Settings */

/* A command of the shell. */
typedef struct ShellCommand {
    const char *name;      /* "congo file check" */
    const char *summary;   /* one line */
    const char *usage;     /* the beginning of its help */
    const char *afterword; /* the end of its help, or NULL */
    const char *marks;     /* around a default in the help, such as "[]"; NULL hides defaults */
    const char *missing;   /* expected if there is no operand; NULL: operands are optional */
    const char *surplus;   /* expected instead of a surplus operand; NULL: there is none */
    SettingTable table;    /* its options and operands */
    size_t engine_size;    /* bytes from the values of one engine to the next */
} ShellCommand;

/* In the order of their help. */
typedef enum CommandId {
    COMMAND_CONGO,
    COMMAND_FILE,
    COMMAND_FILE_CHECK,
    COMMAND_FILE_CONVERT,
    COMMAND_FILE_MERGE,
    COMMAND_FILE_REVIEW,
    COMMAND_FILE_TREE,
    COMMAND_FEN,
    COMMAND_ENGINE,
    COMMAND_MATCH,
    COMMAND_PERFT,
    COMMAND_BENCH,
    COMMAND_ENDINGS,
    COMMAND_ENDINGS_BUILD,
    COMMAND_ENDINGS_STATS,
    COMMAND_ENDINGS_VERIFY,
    COMMAND_CONGOD,
    COMMAND_COUNT
} CommandId;
extern const ShellCommand table_commands[COMMAND_COUNT];

#endif
