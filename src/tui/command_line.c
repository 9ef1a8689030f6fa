#include <config.h>

#include "tui/command_line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "play/variation.h"
#include "term/draw.h"
#include "term/text_field.h"
#include "tui/selection.h"
#include "tui/choices.h"
#include "tui/feature.h"
#include "tui/help.h"

enum { CANDIDATES_MAX = 128, CANDIDATE_GAP = 2 };

/* Tab's candidates for the last word of the line. */
typedef struct Completion {
    char before[TEXT_FIELD_SIZE]; /* the line up to that word */
    const char *candidate[CANDIDATES_MAX];
    int count;  /* 0: nothing is offered */
    int chosen; /* the one in the line; -1 for their common beginning */
} Completion;

typedef struct CommandLine {
    Layer layer;
    App *app;
    TextField field;
    size_t history_line;         /* index of the line shown; the history's count for a new line */
    char draft[TEXT_FIELD_SIZE]; /* the new line while an older one is shown */
    Completion completion;
    char error[ERROR_SENTENCE_SIZE];
} CommandLine;

/* --- commands that take an argument --- */

static bool run_theme(App *app, const char *name, Error *error) {
    int theme = text_find_word(theme_names, name);
    if (theme >= 0) {
        app->settings.theme = (ThemeId)theme;
        choices_keep(app, "theme");
        return true;
    }
    error_set(error, ERROR_RANGE, "there is no theme \"%s\"; there are:", name);
    for (int i = 0; i < THEME_COUNT; i++)
        error_set(error, ERROR_RANGE, "%s %s", error->text, theme_names[i]);
    return false;
}

static bool run_lines(App *app, const char *number, Error *error) {
    if (!settings_set(&app->settings, "lines", number, error))
        return error_prefix(error, "lines: ");
    browse_update_analysis(app);
    return true;
}

/* Reads a move's number in the list: "20" is after White's 20th move, "20b" or "20..." after
 * Black's, 0 the start. Returns false if it is no such number. */
static bool read_move_number(const Record *record, const char *text, size_t *ply) {
    char *end;
    size_t leading = variation_move_number(record, 0) == variation_move_number(record, 1) ? 0 : 1;
    if (text[0] < '0' || text[0] > '9')
        return false;
    unsigned long number = strtoul(text, &end, 10);
    bool black = strcmp(end, "...") == 0 || text_equal_ignore_case(end, "b");
    if (!black && *end != '\0' && strcmp(end, ".") != 0 && !text_equal_ignore_case(end, "w"))
        return false;
    if (number > record->count)
        return false;
    *ply = number == 0 ? 0 : 2 * number - 1 + black - leading;
    return *ply <= record->count;
}

static bool run_go(App *app, const char *text, Error *error) {
    const Record *record = session_record(app->session);
    char last[VARIATION_NUMBER_SIZE];
    size_t ply;
    if (read_move_number(record, text, &ply)) {
        browse_to(app, ply);
        return true;
    }
    if (record->count == 0)
        return error_set(error, ERROR_RANGE, "no move has been made yet, so there is none to show");
    variation_number(record, record->count - 1, last);
    if (strstr(last, "...") == NULL)
        last[strlen(last) - 1] = '\0';
    return error_set(error, ERROR_RANGE,
                     "the list of moves has no \"%.20s\"; it goes from 0, the start, to %s%s", text,
                     last, record->count > 1 ? ", and 1b is after Black's first move" : "");
}

static bool run_help(App *app, const char *page, Error *error) {
    if (help_open(app, page))
        return true;
    return error_set(error, ERROR_RANGE, "the help has no page \"%s\"; help alone lists the pages",
                     page);
}

/* Makes a move as the line interface does: by the squares of one step, or as a text. */
static bool run_squares(App *app, const char *text, Error *error) {
    if (strlen(text) < 5 || text[2] != ' ')
        return move_entry_text(app, text, error);
    Square from = square_parse(text), to = square_parse(text + 2 + strspn(text + 2, " "));
    if (from == SQUARE_NONE || to == SQUARE_NONE)
        return error_set(error, ERROR_SYNTAX, "expected two squares after move, such as b2 b3");
    move_entry_step(app, from, to);
    return true;
}

static const char *const switch_words[] = {"on", "off", NULL};

/* Those without a function set the choice of their name. */
static const FeatureCommand shell_commands[] = {
    {"theme", run_theme, false, theme_names},
    {"glyphs", NULL, false, glyph_set_names},
    {"zoom", NULL, false, zoom_names},
    {"panels", NULL, false, panel_mode_names},
    {"bell", NULL, false, switch_words},
    {"animations", NULL, false, switch_words},
    {"move", run_squares, false, NULL},
    {"lines", run_lines, true, NULL},
    {"go", run_go, true, NULL},
    {"help", run_help, false, NULL},
    {0},
};

enum { COMMANDS_MAX = 32 };

/* Lists the commands of features and of the shell. */
static size_t list_commands(const FeatureCommand *commands[COMMANDS_MAX]) {
    size_t count = 0;
    FOR_FEATURES_WITH(commands, feature)
        for (const FeatureCommand *own = feature->commands; own->name != NULL; own++)
            commands[count++] = own;
    for (const FeatureCommand *own = shell_commands; own->name != NULL; own++)
        commands[count++] = own;
    return count;
}

static const FeatureCommand *find_command(const char *name) {
    const FeatureCommand *commands[COMMANDS_MAX];
    size_t count = list_commands(commands);
    for (size_t i = 0; i < count; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

/* --- running a line --- */

static bool run_command(App *app, const FeatureCommand *command, const char *argument,
                        Error *error) {
    if (app_is_suspended(app) && command->for_game)
        return error_set(error, ERROR_STATE, "\"%s\" is for games, not for %s", command->name,
                         app->suspended.by);
    if (command->run != NULL)
        return command->run(app, argument, error);
    if (!settings_set(&app->settings, command->name, argument, error))
        return error_prefix(error, "%s: ", command->name);
    choices_keep(app, command->name);
    return true;
}

static bool looks_like_fen(const char *text) {
    int slashes = 0;
    for (const char *at = text; *at != '\0'; at++)
        slashes += *at == '/';
    return slashes >= 6;
}

static bool run_move(App *app, const char *text, Error *error) {
    if (move_entry_text(app, text, error))
        return true;
    size_t first_word = strcspn(text, " ");
    bool may_be_command = strcspn(text, "-:=0123456789") >= first_word;
    if (error->code == ERROR_SYNTAX && may_be_command)
        error_set(error, ERROR_SYNTAX,
                  "\"%.80s\" is neither a move, such as d2d3 or Z-F3, nor a command; help lists "
                  "the commands",
                  text);
    return false;
}

static bool run_line(App *app, const char *line, Error *error) {
    char name[32] = "";
    size_t length = strcspn(line, " ");
    const char *argument = line + length + strspn(line + length, " ");
    for (size_t i = 0; length < sizeof name && i < length; i++)
        name[i] = (char)text_lower((unsigned char)line[i]);
    const FeatureCommand *command = find_command(name);
    if (*argument != '\0' && command != NULL)
        return run_command(app, command, argument, error);
    Action action = action_find(name);
    if (action != ACTION_NONE && *argument != '\0')
        return error_set(error, ERROR_SYNTAX, "\"%s\" must stand alone; leave out what follows it",
                         name);
    if (action != ACTION_NONE) {
        action_run(app, action);
        return true;
    }
    return looks_like_fen(line) ? run_command(app, find_command("new"), line, error)
                                : run_move(app, line, error);
}

/* --- the history --- */

static void history_add(CommandHistory *history, const char *line) {
    size_t last = history->count - 1;
    if (history->count > 0 && strcmp(history->line[last], line) == 0)
        return;
    if (history->count == COMMAND_HISTORY_MAX) {
        memmove(history->line[0], history->line[1],
                sizeof history->line[0] * (COMMAND_HISTORY_MAX - 1));
        history->count--;
    }
    snprintf(history->line[history->count++], COMMAND_HISTORY_LINE, "%.*s",
             COMMAND_HISTORY_LINE - 1, line);
}

static void history_recall(CommandLine *command, int direction) {
    const CommandHistory *history = &command->app->history;
    if (command->history_line == history->count)
        text_copy(command->draft, sizeof command->draft, command->field.text);
    if (direction < 0 && command->history_line > 0)
        command->history_line--;
    else if (direction > 0 && command->history_line < history->count)
        command->history_line++;
    bool old = command->history_line < history->count;
    text_field_set(&command->field, old ? history->line[command->history_line] : command->draft);
}

/* --- completion --- */

static void add_candidate(Completion *completion, const char *word, const char *candidate) {
    if (strncmp(candidate, word, strlen(word)) != 0 || completion->count == CANDIDATES_MAX)
        return;
    for (int i = 0; i < completion->count; i++)
        if (strcmp(completion->candidate[i], candidate) == 0)
            return;
    completion->candidate[completion->count++] = candidate;
}

static void add_commands(Completion *completion, const char *word) {
    for (int i = 0; i < ACTION_COUNT; i++)
        add_candidate(completion, word, action_info((Action)i)->name);
    const FeatureCommand *commands[COMMANDS_MAX];
    size_t count = list_commands(commands);
    for (size_t i = 0; i < count; i++)
        add_candidate(completion, word, commands[i]->name);
}

/* Adds what the command takes that stands before the word. */
static void add_arguments(Completion *completion, const App *app, const char *word) {
    char name[TEXT_FIELD_SIZE];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(completion->before, " "), completion->before);
    const FeatureCommand *command = find_command(name);
    if (command != NULL && command->words != NULL)
        for (const char *const *taken = command->words; *taken != NULL; taken++)
            add_candidate(completion, word, *taken);
    const Variant *variant = &app_record(app)->variant;
    for (int i = 0; strcmp(name, "help") == 0 && help_pages_get(variant, i) != NULL; i++)
        add_candidate(completion, word, help_pages_get(variant, i)->name);
}

static size_t common_length(const Completion *completion) {
    size_t common = strlen(completion->candidate[0]);
    for (int i = 1; i < completion->count; i++) {
        size_t same = 0;
        while (same < common && completion->candidate[i][same] == completion->candidate[0][same])
            same++;
        common = same;
    }
    return common;
}

/* Replaces the last word of the line by the beginning of a candidate. */
static void set_last_word(CommandLine *command, const char *candidate, size_t length) {
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)length, candidate);
    text_field_set(&command->field, command->completion.before);
    text_field_insert(&command->field, word);
}

/* The first Tab completes the last word as far as it is unambiguous, and lists the candidates if
 * there are several. The next ones go through them. */
static void complete(CommandLine *command, int direction) {
    Completion *completion = &command->completion;
    if (completion->count > 1) {
        int from = completion->chosen < 0 && direction < 0 ? 0 : completion->chosen;
        completion->chosen = (from + direction + completion->count) % completion->count;
        const char *chosen = completion->candidate[completion->chosen];
        set_last_word(command, chosen, strlen(chosen));
        return;
    }
    const char *line = command->field.text, *blank = strrchr(line, ' ');
    const char *word = blank != NULL ? blank + 1 : line;
    *completion = (Completion){.chosen = -1};
    memcpy(completion->before, line, (size_t)(word - line));
    if (blank == NULL)
        add_commands(completion, word);
    else
        add_arguments(completion, command->app, word);
    if (completion->count > 0)
        set_last_word(command, completion->candidate[0], common_length(completion));
}

/* Draws the candidates in columns above the line `y`, from the row of the chosen one if there is no
 * room for all. */
static void draw_candidates(const Completion *completion, int y) {
    int width = 0;
    for (int i = 0; i < completion->count; i++)
        if (draw_width(completion->candidate[i]) > width)
            width = draw_width(completion->candidate[i]);
    width += CANDIDATE_GAP;
    int columns = draw_columns() / width > 0 ? draw_columns() / width : 1;
    int rows = (completion->count + columns - 1) / columns;
    int shown = rows < y ? rows : y;
    int first = completion->chosen < 0 ? 0 : completion->chosen / columns;
    if (first > rows - shown)
        first = rows - shown;
    draw_fill((Rect){.y = y - shown, .width = draw_columns(), .height = shown}, ROLE_DIALOG);
    for (int i = first * columns; i < completion->count && i < (first + shown) * columns; i++)
        draw_text(y - shown + i / columns - first, i % columns * width, width,
                  i == completion->chosen ? ROLE_HIGHLIGHT : ROLE_DIALOG, completion->candidate[i]);
}

/* --- the layer --- */

static void submit(CommandLine *command) {
    char line[TEXT_FIELD_SIZE];
    Error error = {0};
    const char *text = command->field.text + strspn(command->field.text, " ");
    snprintf(line, sizeof line, "%s", text);
    for (size_t end = strlen(line); end > 0 && line[end - 1] == ' '; end--)
        line[end - 1] = '\0';
    if (line[0] == '\0') {
        command->layer.closed = true;
        return;
    }
    history_add(&command->app->history, line);
    command->history_line = command->app->history.count;
    command->layer.closed = run_line(command->app, line, &error);
    if (!command->layer.closed)
        error_sentence(&error, command->error);
}

static void command_line_key(Layer *layer, Key key) {
    CommandLine *command = (CommandLine *)layer;
    command->error[0] = '\0';
    if (key == K_TAB || key == K_SHIFT_TAB) {
        complete(command, key == K_TAB ? 1 : -1);
        return;
    }
    command->completion.count = 0;
    if (key == K_ESCAPE || (key == K_BACKSPACE && command->field.text[0] == '\0'))
        layer->closed = true;
    else if (key == K_ENTER)
        submit(command);
    else if (key == K_UP || key == K_DOWN)
        history_recall(command, key == K_UP ? -1 : 1);
    else
        text_field_key(&command->field, key);
}

static void command_line_paste(Layer *layer, const char *text) {
    CommandLine *command = (CommandLine *)layer;
    command->completion.count = 0;
    text_field_insert(&command->field, text);
}

static void command_line_mouse(Layer *layer, MouseEvent mouse) {
    if (mouse.kind == MOUSE_CLICK && mouse.y == draw_lines() - 1 && mouse.x > 0)
        text_field_click(&((CommandLine *)layer)->field, mouse.x - 1);
    else if (mouse.kind == MOUSE_CLICK)
        layer->closed = true;
}

static void command_line_draw(Layer *layer) {
    CommandLine *command = (CommandLine *)layer;
    int width = draw_columns();
    int y = draw_lines() - 1;
    if (command->error[0] != '\0') {
        Rect area = {.width = width};
        area.height = draw_wrapped(area, ROLE_ERROR, command->error);
        area.height = area.height < y ? area.height : y;
        area.y = y - area.height;
        draw_fill(area, ROLE_ERROR);
        draw_wrapped(area, ROLE_ERROR, command->error);
    }
    if (command->completion.count > 1)
        draw_candidates(&command->completion, y);
    draw_text(y, 0, 1, ROLE_KEY, ":");
    text_field_draw(&command->field, y, 1, width - 1, ROLE_INPUT, true);
}

static const LayerOps command_line_ops = {
    .draw = command_line_draw,
    .key = command_line_key,
    .mouse = command_line_mouse,
    .paste = command_line_paste,
};

void command_line_open(App *app, const char *text) {
    CommandLine *command = memory_allocate(sizeof *command);
    command->layer.ops = &command_line_ops;
    command->app = app;
    command->history_line = app->history.count;
    text_field_insert(&command->field, text);
    app_push_layer(app, &command->layer);
}
