#include <config.h>

#include "script/script.h"

#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/file.h"
#include "base/memory.h"
#include "play/storage.h"

/* A temporary folder in which a script is played or recorded. It isolates the run from the user's
 * files. */

enum { FOLDER_MODE = 0700, FILE_MODE = 0600, OPEN_FOLDERS = 16 };

static char sandbox[SETTING_PATH_SIZE]; /* or "" */

static char original_folder[SETTING_PATH_SIZE];

static bool make_folder(Error *error) {
    const char *place = getenv("TMPDIR");
    int length = snprintf(sandbox, sizeof sandbox, "%s/congo-script-XXXXXX",
                          place != NULL && place[0] == '/' ? place : "/tmp");
    if (length < (int)sizeof sandbox && getcwd(original_folder, sizeof original_folder) != NULL &&
        mkdtemp(sandbox) != NULL)
        return true;
    error_set(error, ERROR_IO, "%s: cannot create the folder: %s", sandbox, strerror(errno));
    sandbox[0] = '\0';
    return false;
}

/* Creates the folders in a file's path. */
static bool make_parent_folders(const char *name, Error *error) {
    char path[SETTING_PATH_SIZE];
    for (const char *slash = strchr(name, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        snprintf(path, sizeof path, "%.*s", (int)(slash - name), name);
        if (mkdir(path, FOLDER_MODE) != 0 && errno != EEXIST)
            return error_set(error, ERROR_IO, "%s: cannot be created: %s", path, strerror(errno));
    }
    return true;
}

static bool write_files(const Script *script, Error *error) {
    for (size_t i = 0; i < script->count; i++) {
        const ScriptLine *line = &script->lines[i];
        if (line->verb == SCRIPT_FILE &&
            (!make_parent_folders(line->text, error) ||
             !file_write_atomic(line->text, line->block, strlen(line->block), FILE_MODE, true,
                                error)))
            return script_error_at(script, line, error);
    }
    return true;
}

/* Writes an empty file of choices: a script's start is never the first one ever. */
static bool write_choices(Error *error) {
    char path[FILE_PATH_SIZE];
    return storage_state_path("choices.conf", path, error) &&
           file_write_atomic(path, "", 0, FILE_MODE, true, error);
}

bool sandbox_enter(const Script *script, Error *error) {
    char state[SETTING_PATH_SIZE + 8];
    if (!make_folder(error))
        return false;
    snprintf(state, sizeof state, "%s/state", sandbox);
    setenv("XDG_STATE_HOME", state, 1);
    if (mkdir(state, FOLDER_MODE) != 0 || (script != NULL && chdir(sandbox) != 0))
        return error_set(error, ERROR_IO, "%s: cannot be used: %s", sandbox, strerror(errno));
    if (!write_choices(error) || script == NULL)
        return error->code == ERROR_NONE;
    setenv("HOME", sandbox, 1);
    return write_files(script, error);
}

bool sandbox_outside_path(const char *path, char outside[SETTING_PATH_SIZE]) {
    int length = path[0] == '/'
                     ? snprintf(outside, SETTING_PATH_SIZE, "%s", path)
                     : snprintf(outside, SETTING_PATH_SIZE, "%s/%s", original_folder, path);
    return length < SETTING_PATH_SIZE;
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *where) {
    (void)status;
    (void)kind;
    (void)where;
    remove(path);
    return 0;
}

void sandbox_leave(void) {
    if (sandbox[0] == '\0')
        return;
    if (chdir(original_folder) == 0)
        nftw(sandbox, remove_one, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS);
    sandbox[0] = '\0';
}

/* Rule for the block: the lines with '|' below a line. */
typedef enum BlockRule {
    BLOCK_NONE,
    BLOCK_MAYBE,
    BLOCK_ALWAYS,
    BLOCK_OR_TEXT /* if there is no text after the verb */
} BlockRule;

typedef struct VerbInfo {
    const char *name;
    const char *form; /* of the text after the verb; NULL: no text */
    bool is_optional; /* the text may be missing */
    int numbers;      /* count of numbers in the text; 0 if it is not numeric */
    char separator;   /* between two numbers */
    int max;          /* of each number; the minimum is 1 */
    BlockRule block;
    bool is_head; /* only allowed before the first line that acts */
} VerbInfo;

static const VerbInfo verbs[SCRIPT_VERBS] = {
    [SCRIPT_OPTION] = {.name = "option", .form = "an option such as --theme=dark", .is_head = true},
    [SCRIPT_FILE] = {.name = "file",
                     .form = "a relative name without \"..\" or \"~\"",
                     .block = BLOCK_ALWAYS,
                     .is_head = true},
    [SCRIPT_SIZE] = {.name = "size",
                     .form = "columns and lines such as 80x24",
                     .numbers = 2,
                     .separator = 'x',
                     .max = SCRIPT_SIDE_MAX},
    [SCRIPT_KEYS] = {.name = "keys", .form = "names of keys such as Tab Enter Down*3 n"},
    [SCRIPT_TYPE] = {.name = "type", .form = "a text"},
    [SCRIPT_PASTE] = {.name = "paste",
                      .form = "a text",
                      .is_optional = true,
                      .block = BLOCK_OR_TEXT},
    [SCRIPT_CLICK] = {.name = "click",
                      .form = "a column and a line, from 1, such as 12,3",
                      .numbers = 2,
                      .separator = ',',
                      .max = SCRIPT_SIDE_MAX},
    [SCRIPT_RIGHT] = {.name = "right-click",
                      .form = "a column and a line, from 1, such as 12,3",
                      .numbers = 2,
                      .separator = ',',
                      .max = SCRIPT_SIDE_MAX},
    [SCRIPT_DRAG] = {.name = "drag",
                     .form = "a column and a line, from 1, such as 12,3",
                     .numbers = 2,
                     .separator = ',',
                     .max = SCRIPT_SIDE_MAX},
    [SCRIPT_DROP] = {.name = "drop",
                     .form = "a column and a line, from 1, such as 12,3",
                     .numbers = 2,
                     .separator = ',',
                     .max = SCRIPT_SIDE_MAX},
    [SCRIPT_WHEEL] = {.name = "wheel", .form = "up or down"},
    [SCRIPT_WAIT] = {.name = "wait", .form = "a text"},
    [SCRIPT_GONE] = {.name = "gone", .form = "a text"},
    [SCRIPT_SCREEN] = {.name = "screen",
                       .form = "a name",
                       .is_optional = true,
                       .block = BLOCK_MAYBE},
    [SCRIPT_COLORS] = {.name = "colors",
                       .form = "a name",
                       .is_optional = true,
                       .block = BLOCK_MAYBE},
    [SCRIPT_MASK] = {.name = "mask", .form = "a regular expression"},
    [SCRIPT_PATIENCE] = {.name = "patience",
                         .form = "a number of seconds from 1 to 3600",
                         .numbers = 1,
                         .max = 3600},
    [SCRIPT_STAY] = {.name = "stay"},
};

const char *script_verb_name(ScriptVerb verb) {
    return verbs[verb].name;
}

bool script_error_at(const Script *script, const ScriptLine *line, Error *error) {
    return error_prefix(error, "%s:%d: ", script->shown, line->line);
}

const ScriptLine *script_find_line(const Script *script, ScriptVerb verb, size_t from) {
    for (size_t i = from; i < script->count; i++)
        if (script->lines[i].verb == verb)
            return &script->lines[i];
    return NULL;
}

OptionLine *script_options(const Script *script, size_t *count) {
    OptionLine *options = memory_resize(NULL, script->count + 1, sizeof *options);
    *count = 0;
    for (size_t i = 0; i < script->count; i++) {
        const ScriptLine *line = &script->lines[i];
        if (line->verb == SCRIPT_OPTION)
            options[(*count)++] = (OptionLine){line->text, script->shown, line->line};
    }
    return options;
}

/* ---- reading ---- */

typedef struct ScriptReader {
    Script *script;
    const char *at;     /* the next line */
    const char *source; /* end of the previous line with a verb, and its block */
    int number;         /* of the next line */
    Error *error;
} ScriptReader;

static char *copy(const char *begin, size_t length) {
    char *text = memory_allocate(length + 1);
    memcpy(text, begin, length);
    return text;
}

/* Returns the length of the line without its line ending. */
static size_t line_length(const ScriptReader *reader) {
    size_t length = strcspn(reader->at, "\n");
    return length > 0 && reader->at[length - 1] == '\r' ? length - 1 : length;
}

static void next_line(ScriptReader *reader) {
    reader->at += strcspn(reader->at, "\n");
    reader->at += *reader->at == '\n';
    reader->number++;
}

static bool report(ScriptReader *reader, const char *expected, const char *found) {
    char shown[QUOTE_SIZE];
    return error_set(reader->error, ERROR_SYNTAX, "%s:%d: expected %s, found %s",
                     reader->script->shown, reader->number, expected,
                     found[0] ? text_quote(found, shown) : "nothing");
}

static bool find_verb(ScriptReader *reader, const char *word, ScriptVerb *verb) {
    Suggestion closest = {word, "", INT_MAX};
    char shown[QUOTE_SIZE], suggested[SUGGESTION_SIZE];
    for (int i = 0; i < SCRIPT_VERBS; i++) {
        *verb = (ScriptVerb)i;
        if (strcmp(word, verbs[i].name) == 0)
            return true;
        text_suggest(&closest, verbs[i].name);
    }
    return error_set(reader->error, ERROR_SYNTAX, "%s:%d: a script has no command %s%s",
                     reader->script->shown, reader->number, text_quote(word, shown),
                     text_suggestion(&closest, "", suggested));
}

static bool parse_numbers(const VerbInfo *info, const char *text, int number[2]) {
    for (int i = 0; i < info->numbers; i++) {
        char *end;
        long value = *text >= '0' && *text <= '9' ? strtol(text, &end, 10) : 0;
        if (value < 1 || value > info->max || *end != (i + 1 < info->numbers ? info->separator : 0))
            return false;
        number[i] = (int)value;
        text = end + 1;
    }
    return true;
}

/* Returns whether a file name stays inside the sandbox. */
static bool is_safe_name(const char *name) {
    return name[0] != '/' && name[0] != '~' && !strstr(name, "..") && name[strlen(name) - 1] != '/';
}

static bool check_text(ScriptReader *reader, ScriptLine *line) {
    const VerbInfo *info = &verbs[line->verb];
    bool good = true;
    if (!info->form)
        return !line->text[0] || report(reader, "nothing after it", line->text);
    if (!line->text[0])
        good = info->is_optional;
    else if (info->numbers)
        good = parse_numbers(info, line->text, line->number);
    else if (line->verb == SCRIPT_WHEEL)
        good = strcmp(line->text, "up") == 0 || strcmp(line->text, "down") == 0;
    else if (line->verb == SCRIPT_FILE)
        good = is_safe_name(line->text);
    return good || report(reader, info->form, line->text);
}

static bool check_order(ScriptReader *reader, const ScriptLine *line) {
    const Script *script = reader->script;
    for (size_t i = 0; verbs[line->verb].is_head && i < script->count; i++)
        if (!verbs[script->lines[i].verb].is_head && script->lines[i].verb != SCRIPT_SIZE)
            return error_set(reader->error, ERROR_SYNTAX,
                             "%s:%d: expected \"%s\" only before the first action", script->shown,
                             reader->number, verbs[line->verb].name);
    return true;
}

/* Reads the block that begins here. Returns NULL if none does. */
static char *read_block(ScriptReader *reader) {
    Buffer block = {0};
    if (*reader->at != '|')
        return NULL;
    for (; *reader->at == '|'; next_line(reader)) {
        buffer_add(&block, reader->at + 1, line_length(reader) - 1);
        buffer_add(&block, "\n", 1);
    }
    return buffer_take(&block);
}

static bool check_block(ScriptReader *reader, const ScriptLine *line) {
    BlockRule rule = verbs[line->verb].block;
    const char *has = line->block ? "no " : "", *found = "";
    bool good = rule == BLOCK_MAYBE || (line->block != NULL) == (rule == BLOCK_ALWAYS);
    if (rule == BLOCK_OR_TEXT) {
        good = (line->block != NULL) != (line->text[0] != '\0');
        has = "a text, or ";
        found = line->block ? ", found both" : "";
    }
    return good ||
           error_set(reader->error, ERROR_SYNTAX, "%s:%d: expected %slines with | below \"%s\"%s",
                     reader->script->shown, line->line, has, verbs[line->verb].name, found);
}

static bool read_verb(ScriptReader *reader, const char *begin, size_t length) {
    Script *script = reader->script;
    script->lines = memory_resize(script->lines, script->count + 1, sizeof *script->lines);
    ScriptLine *line = &script->lines[script->count];
    *line = (ScriptLine){.line = reader->number};
    char *word = copy(begin, length);
    size_t word_length = strcspn(word, " \t");
    size_t text_at = word_length + strspn(word + word_length, " \t");
    line->text = copy(word + text_at, length - text_at);
    word[word_length] = '\0';
    bool good = find_verb(reader, word, &line->verb) && check_text(reader, line) &&
                check_order(reader, line);
    free(word);
    script->count++;
    next_line(reader);
    line->source = copy(reader->source, (size_t)(reader->at - reader->source));
    line->block = read_block(reader);
    reader->source = reader->at;
    return good && check_block(reader, line);
}

static bool read_line(ScriptReader *reader) {
    size_t length = line_length(reader);
    const char *begin = reader->at;
    for (; length > 0 && (*begin == ' ' || *begin == '\t'); begin++)
        length--;
    while (length > 0 && (begin[length - 1] == ' ' || begin[length - 1] == '\t'))
        length--;
    if (length > 0 && *begin == '|')
        return error_set(reader->error, ERROR_SYNTAX,
                         "%s:%d: expected lines with | only below a screen or a file",
                         reader->script->shown, reader->number);
    if (length > 0 && *begin != '#')
        return read_verb(reader, begin, length);
    next_line(reader);
    return true;
}

Script *script_read(const char *path, Error *error) {
    Script *script = memory_allocate(sizeof *script);
    text_shorten_path(path, script->shown);
    char *text = file_read_text(path, script->shown, SCRIPT_SIZE_MAX, error);
    ScriptReader reader = {script, text, text, 1, error};
    bool good = text != NULL;
    while (good && *reader.at)
        good = read_line(&reader);
    if (good)
        script->rest = memory_strdup(reader.source);
    free(text);
    if (good)
        return script;
    script_free(script);
    return NULL;
}

void script_free(Script *script) {
    if (!script)
        return;
    for (size_t i = 0; i < script->count; i++) {
        free(script->lines[i].source);
        free(script->lines[i].text);
        free(script->lines[i].block);
    }
    free(script->lines);
    free(script->rest);
    free(script);
}
