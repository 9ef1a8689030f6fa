#include <config.h>

#include "tui/command_line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "board/painter.h"
#include "play/puzzle.h"
#include "term/draw.h"
#include "term/text_field.h"
#include "tui/browse.h"
#include "tui/choices.h"
#include "tui/dialogs.h"
#include "tui/file_dialogs.h"
#include "tui/help.h"
#include "tui/learn/exercise.h"
#include "tui/learn/puzzle_screen.h"
#include "tui/move_entry.h"
#include "tui/new_game.h"

typedef struct CommandLine {
    Layer layer;
    App *app;
    TextField field;
    size_t history_line; /* index of the line shown; the history's count for a new line */
    char error[ERROR_SENTENCE_SIZE];
} CommandLine;

/* --- commands that take an argument --- */

static bool run_new(App *app, const char *fen, Error *error) {
    (void)error;
    new_game_open(app, fen);
    return true;
}

static bool run_theme(App *app, const char *name, Error *error) {
    for (int i = 0; i < THEME_COUNT; i++)
        if (strcmp(theme_names[i], name) == 0) {
            app->settings.theme = (ThemeId)i;
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
        return false;
    browse_update_analysis(app);
    return true;
}

static bool run_go(App *app, const char *text, Error *error) {
    char *end;
    size_t count = session_record(app->session)->count;
    unsigned long ply = strtoul(text, &end, 10);
    if (*end != '\0' || text[0] == '-' || ply > count)
        return error_set(error, ERROR_RANGE, "go: expected a number of plies from 0 to %zu", count);
    browse_to(app, ply);
    return true;
}

static bool run_help(App *app, const char *page, Error *error) {
    if (help_open(app, page))
        return true;
    return error_set(error, ERROR_RANGE, "the help has no page \"%s\"", page);
}

static bool run_puzzle(App *app, const char *text, Error *error) {
    int number;
    if (!text_parse_number(text, 1, puzzle_count(), &number))
        return error_set(error, ERROR_RANGE, "puzzle: expected a number from 1 to %d",
                         puzzle_count());
    return puzzle_screen_show(app, number, error);
}

typedef struct ArgumentCommand {
    const char *name;
    bool (*run)(App *app, const char *argument, Error *error); /* NULL: sets the choice `name` */
    bool for_game;                                             /* not allowed during an exercise */
} ArgumentCommand;

static const ArgumentCommand argument_commands[] = {
    {"open", file_dialogs_open_path, false},
    {"save", file_dialogs_save_path, true},
    {"new", run_new, false},
    {"theme", run_theme, false},
    {"glyphs", NULL, false},
    {"zoom", NULL, false},
    {"panels", NULL, false},
    {"bell", NULL, false},
    {"animations", NULL, false},
    {"lines", run_lines, true},
    {"go", run_go, true},
    {"help", run_help, false},
    {"puzzle", run_puzzle, false},
};
enum { ARGUMENT_COUNT = sizeof argument_commands / sizeof argument_commands[0] };

/* --- running a line --- */

static bool run_command(App *app, const ArgumentCommand *command, const char *argument,
                        Error *error) {
    if (app->exercise != NULL && command->for_game)
        return error_set(error, ERROR_STATE, "%s: not for %s", command->name,
                         app->exercise->ops->name);
    if (command->run != NULL)
        return command->run(app, argument, error);
    if (!settings_set(&app->settings, command->name, argument, error))
        return false;
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
    if (error->code == ERROR_SYNTAX)
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
    if (length < sizeof name)
        memcpy(name, line, length);
    for (size_t i = 0; i < ARGUMENT_COUNT; i++)
        if (*argument != '\0' && strcmp(argument_commands[i].name, name) == 0)
            return run_command(app, &argument_commands[i], argument, error);
    Action action = action_find(name);
    if (action != ACTION_NONE && *argument != '\0')
        return error_set(error, ERROR_SYNTAX, "%s: nothing is expected after it", name);
    if (action != ACTION_NONE) {
        action_run(app, action);
        return true;
    }
    return looks_like_fen(line) ? run_new(app, line, error) : run_move(app, line, error);
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
    if (direction < 0 && command->history_line > 0)
        command->history_line--;
    else if (direction > 0 && command->history_line < history->count)
        command->history_line++;
    bool old = command->history_line < history->count;
    text_field_set(&command->field, old ? history->line[command->history_line] : "");
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

/* Completes the name of an action as far as it is unambiguous. */
static void complete_name(CommandLine *command) {
    const char *typed = command->field.text;
    size_t length = strlen(typed);
    const char *found = NULL;
    size_t common = 0;
    for (int i = 0; i < ACTION_COUNT; i++) {
        const char *name = action_info((Action)i)->name;
        if (length == 0 || strncmp(name, typed, length) != 0)
            continue;
        size_t same = 0;
        while (found != NULL && found[same] == name[same] && name[same] != '\0')
            same++;
        common = found == NULL ? strlen(name) : same < common ? same : common;
        found = name;
    }
    if (found == NULL)
        return;
    char line[64];
    snprintf(line, sizeof line, "%.*s", (int)common, found);
    text_field_set(&command->field, line);
}

static void command_line_key(Layer *layer, Key key) {
    CommandLine *command = (CommandLine *)layer;
    command->error[0] = '\0';
    if (key == K_ESCAPE || (key == K_BACKSPACE && command->field.text[0] == '\0'))
        layer->closed = true;
    else if (key == K_ENTER)
        submit(command);
    else if (key == K_UP || key == K_DOWN)
        history_recall(command, key == K_UP ? -1 : 1);
    else if (key == K_TAB)
        complete_name(command);
    else
        text_field_key(&command->field, key);
}

static void command_line_paste(Layer *layer, const char *text) {
    text_field_insert(&((CommandLine *)layer)->field, text);
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
        area.height = draw_wrapped(area, ROLE_ERROR, command->error, 0);
        area.height = area.height < y ? area.height : y;
        area.y = y - area.height;
        draw_fill(area, ROLE_ERROR);
        draw_wrapped(area, ROLE_ERROR, command->error, 0);
    }
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
