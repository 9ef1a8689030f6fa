/*
 * Lists the commands and options of the programs for tools/completions, one a line:
 *
 *     COMMAND|WORD|LETTER|TAKES|VALUES|HELP
 *
 * WORD is an option, a command after COMMAND, or "@operands" if files follow. LETTER is the short
 * option. TAKES is "must" or "may" if there is a value, and VALUES has the words for it; "@file"
 * and "@host" stand for all files and hosts.
 */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "config/settings.h"
#include "rules/variant.h"

enum { NUMBERS_MAX = 11 }; /* of a range that is listed */

/* Prints the quoted words of the expected form, up to its example. */
static void print_form_words(const Setting *setting) {
    Buffer form = {0};
    setting_write_form(setting, false, &form);
    char *end = strstr(form.bytes, " such as");
    if (end)
        *end = '\0';
    for (char *at = form.bytes; (at = strchr(at, '"')) != NULL; at += strcspn(at, "\"") + 1) {
        at++;
        printf("%.*s ", (int)strcspn(at, "\""), at);
    }
    buffer_free(&form);
}

static void print_values(const Setting *setting) {
    if (setting->flags & SETTING_VARIANT) {
        for (size_t i = 0; variant_builtin(i); i++)
            printf("%s ", variant_builtin(i)->name);
        printf("@file ");
    } else if (setting->flags & SETTING_FOLDER) {
        print_form_words(setting);
        printf("@file ");
    } else if (setting->flags & (SETTING_FILE | SETTING_HOST)) {
        fputs(setting->flags & SETTING_FILE ? "@file" : "@host", stdout);
    } else if (setting->kind == SETTING_NUMBER) {
        for (int64_t i = setting->min;
             setting->max - setting->min < NUMBERS_MAX && i <= setting->max; i++)
            printf("%" PRId64 " ", i);
    } else if (setting->words && setting->kind == SETTING_ARGUMENT) {
        for (int i = 0; setting->words[i]; i++)
            printf("%s ", setting->words[i]);
    } else if (setting->form || setting->kind == SETTING_WORD || setting->kind == SETTING_SWITCH) {
        print_form_words(setting);
    }
}

static void print_option(const ShellCommand *command, const Setting *setting) {
    bool takes_value = setting_takes_value(setting);
    int help_length = (int)strlen(setting->help);
    const char *standard = strstr(setting->help, " (");
    if (standard && setting->help[help_length - 1] == ')')
        help_length = (int)(standard - setting->help);
    printf("%s|--%s|", command->name, setting->name);
    if (setting->letter)
        printf("-%c", setting->letter);
    printf("|%s|", !takes_value ? "" : setting->implied_value ? "may" : "must");
    if (takes_value)
        print_values(setting);
    printf("|%.*s\n", help_length, setting->help);
}

static void print_rows(const ShellCommand *command) {
    for (size_t i = 0; i < command->table.count; i++) {
        const Setting *setting = &command->table.rows[i];
        if (setting->kind == SETTING_OPERANDS && setting->flags & SETTING_FILE)
            printf("%s|@operands||must|@file|\n", command->name);
        else if (setting_is_option(setting))
            print_option(command, setting);
    }
}

/* Prints the commands after the words of this one. */
static void print_commands(const ShellCommand *command) {
    size_t length = strlen(command->name);
    for (int i = 0; i < COMMAND_COUNT; i++) {
        const char *name = table_commands[i].name;
        if (strncmp(name, command->name, length) == 0 && name[length] == ' ' &&
            !strchr(name + length + 1, ' '))
            printf("%s|%s||||%s\n", command->name, name + length + 1, table_commands[i].summary);
    }
}

int main(void) {
    for (int i = 0; i < COMMAND_COUNT; i++) {
        const ShellCommand *command = &table_commands[i];
        if (!setting_table_find(&command->table, "help"))
            printf("%s|--help|-h|||show this help\n%s|--version|-V|||show the version\n",
                   command->name, command->name);
        print_rows(command);
        print_commands(command);
    }
    return 0;
}
