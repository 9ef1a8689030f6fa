/* The manual pages of the commands and of congo.conf describe exactly the rows of the table of
 * settings. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/display.h"
#include "config/admin_verbs.h"
#include "config/options.h"
#include "config/configfile.h"
#include "config/settings.h"
#include "config/variantfile.h"
#include "rules/variant.h"
#include "tui/action.h"

enum { PAGE_SIZE = 128 * 1024, NAME_SIZE = 64, LINE_SIZE = 512, WORDS_MAX = 16 };

/* Returns the text of a source file without the backslashes before hyphens, in static memory. */
static char *read_source(const char *name) {
    static char text[PAGE_SIZE];
    const char *source = getenv("CONGO_SOURCE");
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", source ? source : ".", name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t length = 0;
    for (int c; (c = getc(file)) != EOF && length + 1 < sizeof text;)
        if (c != '\\' || (c = getc(file)) == '-')
            text[length++] = (char)c;
    assert_true(length + 1 < sizeof text);
    text[length] = '\0';
    fclose(file);
    return text;
}

static char *read_page(const char *name) {
    char path[NAME_SIZE];
    snprintf(path, sizeof path, "man/%s", name);
    return read_source(path);
}

static bool is_name_end(char c) {
    return strchr(" ,\n", c) != NULL;
}

/* Returns the ".It" line that names `word`, or NULL. */
static const char *find_item(const char *page, const char *macro, const char *word) {
    size_t length = strlen(word);
    for (const char *item = page; (item = strstr(item, "\n.It ")) != NULL; item++) {
        const char *end = strchr(item + 1, '\n');
        if (strncmp(item + 5, macro, strlen(macro)) != 0)
            continue;
        for (const char *found = item; (found = strstr(found, word)) != NULL && found < end;
             found++)
            if (found[-1] == ' ' && is_name_end(found[length]))
                return item;
    }
    return NULL;
}

/* Returns whether the item has the word, between blanks, line ends or punctuation. */
static bool item_says(const char *item, const char *word) {
    const char *end = strstr(item + 1, "\n.It ");
    size_t length = strlen(word);
    for (const char *found = item; (found = strstr(found, word)) != NULL; found++) {
        if (end && found >= end)
            return false;
        if (strchr(" \n", found[-1]) && strchr(" \n,.;", found[length]))
            return true;
    }
    return false;
}

/* ---- options ---- */

/* The page that describes each command. */
static const char *const command_pages[COMMAND_COUNT] = {
    [COMMAND_CONGO] = "congo.6",
    [COMMAND_FILE] = "congo-file.6",
    [COMMAND_FILE_CHECK] = "congo-file.6",
    [COMMAND_FILE_CONVERT] = "congo-file.6",
    [COMMAND_FILE_FIND] = "congo-file.6",
    [COMMAND_FILE_MERGE] = "congo-file.6",
    [COMMAND_FILE_REVIEW] = "congo-file.6",
    [COMMAND_FILE_TREE] = "congo-file.6",
    [COMMAND_FEN] = "congo-fen.6",
    [COMMAND_ENGINE] = "congo-engine.6",
    [COMMAND_MATCH] = "congo-engine.6",
    [COMMAND_PERFT] = "congo-engine.6",
    [COMMAND_BENCH] = "congo-engine.6",
    [COMMAND_ENDINGS] = "congo-engine.6",
    [COMMAND_ENDINGS_BUILD] = "congo-engine.6",
    [COMMAND_ENDINGS_STATS] = "congo-engine.6",
    [COMMAND_ENDINGS_VERIFY] = "congo-engine.6",
    [COMMAND_CONGOD] = "congod.8",
};

static void every_option_is_described(void **state) {
    (void)state;
    for (int id = 0; id < COMMAND_COUNT; id++) {
        const char *page = read_page(command_pages[id]);
        const SettingTable *table = &table_commands[id].table;
        for (size_t i = 0; i < table->count; i++) {
            char name[NAME_SIZE];
            if (!setting_is_option(&table->rows[i]))
                continue;
            snprintf(name, sizeof name, "-%s", table->rows[i].name);
            if (!find_item(page, "Fl", name))
                fail_msg("%s does not describe -%s", command_pages[id], name);
        }
    }
}

static void every_request_is_described(void **state) {
    (void)state;
    const char *page = strstr(read_page("congod.8"), "\n.Ss Administration");
    assert_non_null(page);
    for (int verb = 0; verb < ADMIN_VERB_COUNT; verb++)
        if (!find_item(page, "Ic", admin_words[verb]))
            fail_msg("congod.8 does not describe %s", admin_words[verb]);
}

/* Whether a command that the page describes has the option. */
static bool page_has_option(const char *page, const char *name) {
    bool found = strcmp(name, "help") == 0 || strcmp(name, "version") == 0;
    for (int id = 0; id < COMMAND_COUNT && !found; id++)
        found = strcmp(command_pages[id], page) == 0 &&
                setting_table_find(&table_commands[id].table, name);
    return found;
}

/* Checks the options that stand after `from` in a line that begins with `macro`. */
static void check_option_names(const char *page, const char *from, const char *end,
                               const char *macro) {
    for (const char *line = from; (line = strstr(line, macro)) != NULL && line < end; line++) {
        const char *line_end = strchr(line + 1, '\n');
        for (const char *at = line; (at = strstr(at, "Fl -")) != NULL && at < line_end; at++) {
            char name[NAME_SIZE];
            snprintf(name, sizeof name, "%.*s", (int)strcspn(at + 4, " ,\n"), at + 4);
            if (name[0] && !page_has_option(page, name))
                fail_msg("%s describes --%s, which no command has", page, name);
        }
    }
}

static void no_other_option_is_described(void **state) {
    (void)state;
    for (int id = 0; id < COMMAND_COUNT; id++) {
        const char *text = read_page(command_pages[id]);
        check_option_names(command_pages[id], text, text + strlen(text), "\n.It Fl ");
        check_option_names(command_pages[id], text, strstr(text, "\n.Sh DESCRIPTION"), "\n.Op Fl ");
    }
}

/* The synopsis of a command that is used in scripts names all its options. */
static void synopses_are_complete(void **state) {
    (void)state;
    for (int id = COMMAND_FILE_CHECK; id <= COMMAND_FEN; id++) {
        const ShellCommand *command = &table_commands[id];
        char start[2 * NAME_SIZE];
        snprintf(start, sizeof start, "\n.Nm %s\n", command->name);
        const char *synopsis = strstr(read_page(command_pages[id]), start);
        assert_non_null(synopsis);
        const char *next = strstr(synopsis + 1, "\n.Nm "),
                   *end = strstr(synopsis, "\n.Sh DESCRIPTION");
        if (next && next < end)
            end = next;
        for (size_t i = 0; i < command->table.count; i++) {
            char option[NAME_SIZE];
            if (!setting_is_option(&command->table.rows[i]))
                continue;
            snprintf(option, sizeof option, "\n.Op Fl -%s", command->table.rows[i].name);
            const char *found = strstr(synopsis, option);
            if (!found || found >= end)
                fail_msg("the synopsis of %s lacks %s", command->name, option + 8);
        }
    }
}

static void every_command_is_named(void **state) {
    (void)state;
    assert_non_null(strstr(read_page("congo.6"), "\n.It Ic congo file"));
    assert_non_null(strstr(read_page("congo.6"), "\n.It Ic congo fen"));
}

/* ---- names of variants and themes ---- */

static void sample_names(const char *word) {
    char quoted[NAME_SIZE];
    snprintf(quoted, sizeof quoted, "\"%s\"", word);
    if (!strstr(read_source("etc/congo.conf"), quoted))
        fail_msg("etc/congo.conf does not name %s", quoted);
}

static void item_must_say(const char *page, const char *macro, const char *item, const char *word) {
    const char *found = find_item(read_page(page), macro, item);
    if (!found || !item_says(found, word))
        fail_msg("%s does not name %s under %s", page, word, item);
}

static void every_variant_is_described(void **state) {
    (void)state;
    for (size_t i = 0; variant_builtin(i); i++) {
        const char *name = variant_builtin(i)->name;
        if (!find_item(read_page("congo-rules.6"), "Sy", name))
            fail_msg("congo-rules.6 does not describe %s", name);
        item_must_say("congo.6", "Fl", "-variant", name);
        sample_names(name);
    }
}

static void every_theme_is_described(void **state) {
    (void)state;
    for (size_t i = 0; theme_names[i]; i++) {
        item_must_say("congo.6", "Fl", "-theme", theme_names[i]);
        item_must_say("congo.conf.5", "Ic", "screen.theme", theme_names[i]);
        sample_names(theme_names[i]);
    }
}

/* ---- settings ---- */

/* The item names both ends of a range and every word. */
static void check_values(const char *item, const Setting *setting) {
    for (int i = 0; setting->kind == SETTING_WORD && setting->words[i]; i++)
        if (!item_says(item, setting->words[i]))
            fail_msg("%s: %s is missing", setting->path, setting->words[i]);
    for (int end = 0; setting->kind == SETTING_NUMBER && end < 2; end++) {
        char number[NAME_SIZE];
        snprintf(number, sizeof number, "%" PRId64, end ? setting->max : setting->min);
        if (!item_says(item, number))
            fail_msg("%s: %s is missing", setting->path, number);
    }
}

static void every_setting_is_described(void **state) {
    (void)state;
    const char *page = read_page("congo.conf.5");
    for (size_t i = 0; i < table_congo.count; i++) {
        const Setting *setting = &table_congo.rows[i];
        if (!setting->path)
            continue;
        print_message("%s\n", setting->path);
        const char *item = find_item(page, "Ic", setting->path);
        assert_non_null(item);
        Buffer default_text = {0};
        if (setting->kind == SETTING_SWITCH)
            buffer_add_string(&default_text, setting->default_number ? "true" : "false");
        else
            setting_write_default(setting, &default_text);
        assert_true(item_says(item, "Default:"));
        assert_true(item_says(item, default_text.length > 0 ? default_text.bytes : "none"));
        buffer_free(&default_text);
        check_values(item, setting);
    }
}

static void no_other_setting_is_described(void **state) {
    (void)state;
    char *page = read_page("congo.conf.5");
    char *end = strstr(page, "\n.Sh KEYS");
    assert_non_null(end);
    *end = '\0';
    for (char *item = page; (item = strstr(item, "\n.It Ic ")) != NULL; item++) {
        char names[2 * NAME_SIZE];
        snprintf(names, sizeof names, "%.*s", (int)strcspn(item + 8, "\n"), item + 8);
        for (char *name = strtok(names, " ,"); name; name = strtok(NULL, " ,")) {
            print_message("%s\n", name);
            assert_non_null(setting_table_find_path(&table_congo, name));
        }
    }
}

/* ---- examples ---- */

static void read_example(const char *text, size_t length) {
    static Settings settings;
    char path[] = "settings_pages_XXXXXX.conf";
    int descriptor = mkstemps(path, 5);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, text, length), length);
    close(descriptor);
    Error error = {0};
    settings_default(&settings);
    bool is_variant = strncmp(text, "variant = {", 11) == 0;
    bool good = is_variant ? variantfile_load(path, &settings.variant, &error)
                           : settings_file_read(&settings, path, &error);
    unlink(path);
    KeyMap keys;
    good = good && keymap_build(&keys, &settings, &error);
    if (!good)
        fail_msg("%s", error.text);
}

static void every_example_can_be_read(void **state) {
    (void)state;
    const char *page = read_page("congo.conf.5");
    int count = 0;
    for (const char *at = page; (at = strstr(at, "\n.Bd -literal")) != NULL;) {
        const char *text = strchr(at + 1, '\n') + 1;
        at = strstr(text, ".Ed\n");
        assert_non_null(at);
        read_example(text, (size_t)(at - text));
        count++;
    }
    assert_true(count > 2);
}

static void read_command_line(char *line) {
    static Settings settings;
    char program[] = "congo", no_file[] = "--config=none";
    char *arguments[WORDS_MAX + 1] = {program, no_file};
    int count = 2;
    for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) {
        assert_true(count < WORDS_MAX);
        arguments[count++] = word;
    }
    OptionsRequest request;
    Error error = {0};
    if (!options_parse(count, arguments, NULL, 0, &settings, &request, &error))
        fail_msg("%s", error.text);
    assert_int_equal(request, OPTIONS_PLAY);
}

static void every_command_line_can_be_read(void **state) {
    (void)state;
    static const char prompt[] = "\n.Dl $ congo ";
    int count = 0;
    for (const char *at = read_page("congo.6"); (at = strstr(at, prompt)) != NULL; at++) {
        char line[LINE_SIZE];
        const char *words = at + strlen(prompt);
        snprintf(line, sizeof line, "%.*s", (int)strcspn(words, "\n"), words);
        print_message("%s\n", line);
        read_command_line(line);
        count++;
    }
    assert_true(count > 3);
}

static void every_key_named_is_one(void **state) {
    (void)state;
    const char *at = strstr(read_page("congo.conf.5"), " key names\n");
    assert_non_null(at);
    int count = 0;
    for (at = strchr(at, '\n') + 1; strncmp(at, ".Pp", 3) != 0; at = strchr(at, '\n') + 1) {
        char name[NAME_SIZE];
        if (sscanf(at, ".Qq %63s", name) != 1)
            continue;
        Key key;
        print_message("%s\n", name);
        assert_true(key_parse(name, &key));
        count++;
    }
    assert_true(count > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_option_is_described),
        cmocka_unit_test(every_request_is_described),
        cmocka_unit_test(no_other_option_is_described),
        cmocka_unit_test(synopses_are_complete),
        cmocka_unit_test(every_command_is_named),
        cmocka_unit_test(every_variant_is_described),
        cmocka_unit_test(every_theme_is_described),
        cmocka_unit_test(every_setting_is_described),
        cmocka_unit_test(no_other_setting_is_described),
        cmocka_unit_test(every_example_can_be_read),
        cmocka_unit_test(every_command_line_can_be_read),
        cmocka_unit_test(every_key_named_is_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
