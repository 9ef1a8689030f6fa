#include <config.h>

#include "tui/command_line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "play/variation.h"
#include "term/draw.h"
#include "term/frame.h"
#include "term/list.h"
#include "term/text_field.h"
#include "tui/choices.h"
#include "tui/feature.h"
#include "tui/help.h"
#include "tui/move_entry.h"

enum {
    CANDIDATES_MAX = 160,
    LIST_ROWS = 10,      /* of the list above the line, at most */
    LIST_NAME_MAX = 24,  /* columns of a name; its help follows */
    CANDIDATE_SIZE = 64, /* bytes of its text */
    SEARCHED_FROM = 3    /* bytes of a word that is also searched in names and helps */
};

/* A command, or a word that a command takes. */
typedef struct CompletionEntry {
    const char *text;   /* "theme", or "dark" */
    const char *prefix; /* before it: "help " for a page, else "" */
    const char *help;   /* or "" */
} CompletionEntry;

enum { COMMAND_HISTORY_MAX = 32, COMMAND_HISTORY_LINE = 256 };

/* The lines entered before: the state of the feature. */
typedef struct CommandHistory {
    char line[COMMAND_HISTORY_MAX][COMMAND_HISTORY_LINE]; /* the newest last */
    size_t count;
} CommandHistory;

static CommandHistory *history_of(const App *app) {
    return app_state(app, &command_line_feature);
}

/* What the last word of the line may become; the list narrows while one types. */
typedef struct Completion {
    char before[TEXT_FIELD_SIZE]; /* the line up to that word */
    char draft[TEXT_FIELD_SIZE];  /* the line as typed */
    CompletionEntry candidate[CANDIDATES_MAX];
    int count;
    int beginning; /* number that begin with the word, counted from the first; others contain it */
    int chosen;    /* the one in the line; -1 for the draft */
    List list;     /* of the candidates, as last drawn */
} Completion;

typedef struct CommandLine {
    Layer layer;
    App *app;
    TextField field;
    bool lists_all;              /* the list is there before anything is typed */
    size_t history_line;         /* index of the line shown; the history's count for a new line */
    char draft[TEXT_FIELD_SIZE]; /* the new line while an older one is shown */
    Completion completion;
    char error[ERROR_SENTENCE_SIZE];
} CommandLine;

/* ---- running a line ---- */

static const FeatureCommand *find_command(const App *app, const char *name) {
    const FeatureCommand *command;
    for (size_t i = 0; (command = features_command(app, i)) != NULL; i++)
        if (strcmp(command->name, name) == 0)
            break;
    return command;
}

static bool run_command(App *app, const FeatureCommand *command, const char *argument,
                        Error *error) {
    if (app_is_suspended(app) && command->for_game)
        return error_set(error, ERROR_STATE, "\"%s\" is for games, not for %s", command->name,
                         app->suspended.by);
    if (command->run != NULL)
        return command->run(app, argument, error);
    if (!settings_set(&app->settings, command->name, argument, error))
        return error_prefix(error, "%s: ", command->name);
    if (setting_table_find(&table_congo, command->name)->flags & SETTING_CHOICE)
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

static Action find_action(const char *name) {
    Action action = action_find(name);
    return action_is_of_screen(action) ? ACTION_NONE : action;
}

static bool run_line(App *app, const char *line, Error *error) {
    char name[32] = "";
    size_t length = strcspn(line, " ");
    const char *argument = line + length + strspn(line + length, " ");
    for (size_t i = 0; length < sizeof name && i < length; i++)
        name[i] = (char)text_lower((unsigned char)line[i]);
    const FeatureCommand *command = find_command(app, name);
    if (*argument != '\0' && command != NULL)
        return run_command(app, command, argument, error);
    Action action = find_action(name);
    if (action != ACTION_NONE && *argument != '\0')
        return error_set(error, ERROR_SYNTAX, "\"%s\" must stand alone; leave out what follows it",
                         name);
    if (action != ACTION_NONE) {
        action_run(app, action);
        return true;
    }
    return looks_like_fen(line) ? run_command(app, find_command(app, "new"), line, error)
                                : run_move(app, line, error);
}

/* ---- the history ---- */

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
    const CommandHistory *history = history_of(command->app);
    if (command->history_line == history->count)
        text_copy(command->draft, sizeof command->draft, command->field.text);
    if (direction < 0 && command->history_line > 0)
        command->history_line--;
    else if (direction > 0 && command->history_line < history->count)
        command->history_line++;
    bool old = command->history_line < history->count;
    text_field_set(&command->field, old ? history->line[command->history_line] : command->draft);
}

/* ---- completion ---- */

static bool is_listed(const Completion *completion, CompletionEntry candidate) {
    for (int i = 0; i < completion->count; i++)
        if (strcmp(completion->candidate[i].text, candidate.text) == 0 &&
            strcmp(completion->candidate[i].prefix, candidate.prefix) == 0)
            return true;
    return false;
}

/* Returns whether a candidate has the word somewhere. A short word is not searched: it only begins
 * the names of pages. */
static bool contains(CompletionEntry candidate, const char *word) {
    size_t length = strlen(word);
    if (length < SEARCHED_FROM)
        return candidate.prefix[0] != '\0' && length > 0 &&
               strncmp(candidate.text, word, length) == 0;
    return text_contains_ignore_case(candidate.text, word, length) ||
           text_contains_ignore_case(candidate.help, word, length);
}

/* Adds a candidate that begins with the word, or behind those, if it `searches`, one that contains
 * it. */
static void consider(Completion *completion, CompletionEntry candidate, const char *word,
                     bool searches) {
    bool begins = candidate.prefix[0] == '\0' && strncmp(candidate.text, word, strlen(word)) == 0;
    if ((!begins && !(searches && contains(candidate, word))) ||
        completion->count == CANDIDATES_MAX || is_listed(completion, candidate))
        return;
    int at = begins ? completion->beginning++ : completion->count;
    memmove(&completion->candidate[at + 1], &completion->candidate[at],
            (size_t)(completion->count++ - at) * sizeof candidate);
    completion->candidate[at] = candidate;
}

static void add_pages(Completion *completion, const App *app, const char *prefix, const char *word,
                      bool searches) {
    const HelpPage *page;
    for (int i = 0; (page = help_pages_get(&app_record(app)->variant, i)) != NULL; i++)
        consider(completion, (CompletionEntry){page->name, prefix, page->summary}, word, searches);
}

static void add_commands(Completion *completion, const App *app, const char *word) {
    const FeatureCommand *command;
    for (int i = 0; i < ACTION_COUNT; i++) {
        const ActionInfo *info = action_info((Action)i);
        bool listed = word[0] != '\0' || info->group != GROUP_BOARD; /* those have known keys */
        if (listed && !action_is_of_screen((Action)i))
            consider(completion, (CompletionEntry){info->name, "", info->help}, word, true);
    }
    for (size_t i = 0; (command = features_command(app, i)) != NULL; i++)
        if (command->help != NULL) /* its action is listed otherwise */
            consider(completion, (CompletionEntry){command->name, "", command->help}, word, true);
    add_pages(completion, app, "help ", word, true);
}

/* Returns the words that a command takes, or NULL. */
static const char *const *words_of(const FeatureCommand *command) {
    static const char *const on_off[] = {"on", "off", NULL};
    if (command->run != NULL)
        return command->words;
    const Setting *setting = setting_table_find(&table_congo, command->name);
    return setting->kind == SETTING_SWITCH ? on_off : setting->words;
}

/* Adds what the command takes that stands before the word. */
static void add_arguments(Completion *completion, const App *app, const char *word) {
    char name[TEXT_FIELD_SIZE];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(completion->before, " "), completion->before);
    const FeatureCommand *command = find_command(app, name);
    const char *const *words = command != NULL ? words_of(command) : NULL;
    for (int i = 0; words != NULL && words[i] != NULL; i++)
        consider(completion, (CompletionEntry){words[i], "", ""}, word, false);
    if (strcmp(name, "help") == 0)
        add_pages(completion, app, "", word, false);
}

/* Lists what the line may become. */
static void update_list(CommandLine *command) {
    Completion *completion = &command->completion;
    const char *line = command->field.text, *blank = strrchr(line, ' ');
    const char *word = blank != NULL ? blank + 1 : line;
    completion->count = completion->beginning = 0;
    completion->chosen = -1;
    completion->list = (List){0};
    text_copy(completion->draft, sizeof completion->draft, line);
    snprintf(completion->before, sizeof completion->before, "%.*s", (int)(word - line), line);
    if (line[0] == '\0' && !command->lists_all)
        return;
    if (blank != NULL)
        add_arguments(completion, command->app, word);
    else
        add_commands(completion, command->app, word);
}

static size_t common_length(const Completion *completion) {
    const char *first = completion->candidate[0].text;
    size_t common = strlen(first);
    for (int i = 1; i < completion->beginning; i++) {
        size_t same = 0;
        while (same < common && completion->candidate[i].text[same] == first[same])
            same++;
        common = same;
    }
    return common;
}

/* Puts a candidate, or the draft, into the line. */
static void choose(CommandLine *command, int index) {
    Completion *completion = &command->completion;
    completion->chosen = index;
    text_field_set(&command->field, index < 0 ? completion->draft : completion->before);
    if (index < 0)
        return;
    text_field_insert(&command->field, completion->candidate[index].prefix);
    text_field_insert(&command->field, completion->candidate[index].text);
}

/* Goes to the next candidate; the draft is between the last one and the first. */
static void choose_next(CommandLine *command, int direction) {
    int places = command->completion.count + 1;
    choose(command, (command->completion.chosen + 1 + direction + places) % places - 1);
}

/* Completes the last word as far as all candidates agree, or goes to the next candidate. */
static void complete(CommandLine *command, int direction) {
    Completion *completion = &command->completion;
    size_t typed = strlen(completion->draft) - strlen(completion->before);
    size_t common = completion->beginning > 0 ? common_length(completion) : 0;
    if (completion->count == 0)
        return;
    if (completion->chosen >= 0 || common <= typed || typed == 0) {
        choose_next(command, direction);
        return;
    }
    char word[CANDIDATE_SIZE];
    snprintf(word, sizeof word, "%.*s", (int)common, completion->candidate[0].text);
    text_field_set(&command->field, completion->before);
    text_field_insert(&command->field, word);
    update_list(command);
}

static void draw_candidate(const CompletionEntry *candidate, Rect line, int names, bool chosen) {
    char name[CANDIDATE_SIZE];
    UiRole role = chosen ? ROLE_HIGHLIGHT : ROLE_NORMAL;
    snprintf(name, sizeof name, "%s%s", candidate->prefix, candidate->text);
    draw_fill(line, role);
    draw_text(line.y, line.x, names, chosen ? role : ROLE_KEY, name);
    if (line.width > names + 2)
        draw_text(line.y, line.x + names + 2, line.width - names - 2, chosen ? role : ROLE_DIM,
                  candidate->help);
}

/* Draws the list above the line `y`. */
static void draw_list(Completion *completion, int y) {
    int names = 0, rows = min_int(min_int(completion->count, LIST_ROWS), max_int(y / 2, 1));
    for (int i = 0; i < completion->count; i++)
        names = max_int(names, draw_width(completion->candidate[i].prefix) +
                                   draw_width(completion->candidate[i].text));
    names = min_int(names, LIST_NAME_MAX);
    List *list = &completion->list;
    list->count = (size_t)completion->count;
    list->selected = (size_t)max_int(completion->chosen, 0);
    list_arrange(list, (Rect){y - rows, 0, rows, draw_columns()});
    draw_cover(list->area);
    draw_set_surface(COLOR_DIALOG);
    for (int i = 0; i < rows; i++) {
        int index = (int)list->top + i;
        draw_fill((Rect){y - rows + i, 0, 1, draw_columns()}, ROLE_NORMAL);
        draw_candidate(&completion->candidate[index],
                       (Rect){y - rows + i, 1, 1, draw_columns() - 2}, names,
                       index == completion->chosen);
    }
    if ((int)list->top + rows < completion->count)
        frame_more(y - 1, (Rect){y - 1, 0, 1, draw_columns()});
    draw_set_surface(COLOR_SCREEN);
}

/* ---- the layer ---- */

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
    history_add(history_of(command->app), line);
    command->history_line = history_of(command->app)->count;
    command->layer.closed = run_line(command->app, line, &error);
    if (!command->layer.closed)
        error_sentence(&error, command->error);
}

/* Completes the beginning of a command, and a command that lacks its argument; runs any other
 * line. */
static void enter(CommandLine *command) {
    const char *line = command->field.text;
    const FeatureCommand *found = find_command(command->app, line);
    bool is_action = find_action(line) != ACTION_NONE;
    bool is_beginning = strchr(line, ' ') == NULL && command->completion.beginning > 0;
    if (found != NULL && !is_action) {
        text_field_insert(&command->field, " ");
        update_list(command);
    } else if (line[0] != '\0' && found == NULL && !is_action && is_beginning) {
        choose(command, 0);
    } else {
        submit(command);
    }
}

/* The arrows choose from the list. In an empty line the one up, and in an older line both, go
 * through the older lines. */
static void arrow(CommandLine *command, int direction) {
    bool is_old = command->history_line < history_of(command->app)->count;
    bool is_empty = command->field.text[0] == '\0' && command->completion.chosen < 0;
    bool recalls = is_old || (is_empty && direction < 0 && history_of(command->app)->count > 0);
    if (!recalls && command->completion.count > 0) {
        choose_next(command, direction);
        return;
    }
    history_recall(command, direction);
    if (command->history_line < history_of(command->app)->count)
        command->completion.count = 0; /* the arrows go on in the history */
    else
        update_list(command);
}

static void command_line_key(Layer *layer, Key key) {
    CommandLine *command = (CommandLine *)layer;
    command->error[0] = '\0';
    if (key == K_TAB || key == K_SHIFT_TAB) {
        complete(command, key == K_TAB ? 1 : -1);
    } else if (key == K_ESCAPE || (key == K_BACKSPACE && command->field.text[0] == '\0')) {
        layer->closed = true;
    } else if (key == K_ENTER) {
        enter(command);
    } else if (key == K_UP || key == K_DOWN) {
        arrow(command, key == K_UP ? -1 : 1);
    } else if (text_field_key(&command->field, key)) {
        command->history_line = history_of(command->app)->count;
        update_list(command);
    }
}

static void command_line_paste(Layer *layer, const char *text) {
    CommandLine *command = (CommandLine *)layer;
    text_field_insert(&command->field, text);
    update_list(command);
}

static void command_line_mouse(Layer *layer, MouseEvent mouse) {
    CommandLine *command = (CommandLine *)layer;
    size_t row;
    if (mouse.kind == MOUSE_WHEEL_UP || mouse.kind == MOUSE_WHEEL_DOWN) {
        choose_next(command, mouse.kind == MOUSE_WHEEL_UP ? -1 : 1);
    } else if (mouse.kind == MOUSE_CLICK &&
               list_hit(&command->completion.list, mouse.y, mouse.x, &row)) {
        choose(command, (int)row);
        enter(command);
    } else if (mouse.kind == MOUSE_CLICK && mouse.y == draw_lines() - 1 && mouse.x > 0)
        text_field_click(&command->field, mouse.x - 1);
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
    } else if (command->completion.count > 0)
        draw_list(&command->completion, y);
    draw_text(y, 0, 1, ROLE_KEY, ":");
    text_field_draw(&command->field, y, 1, width - 1, ROLE_INPUT, true);
}

static const LayerOps command_line_ops = {
    .draw = command_line_draw,
    .key = command_line_key,
    .mouse = command_line_mouse,
    .paste = command_line_paste,
    .asks = true,
};

static void open_line(App *app, const char *text, bool lists_all) {
    CommandLine *command = memory_allocate(sizeof *command);
    command->layer.ops = &command_line_ops;
    command->app = app;
    command->lists_all = lists_all;
    command->history_line = history_of(app)->count;
    text_field_insert(&command->field, text);
    update_list(command);
    app_push_layer(app, &command->layer);
}

void command_line_open(App *app, const char *text) {
    open_line(app, text, false);
}

/* Opens it empty, with the list of all commands, which narrows while one types. */
static void open_list(App *app) {
    open_line(app, "", true);
}

/* After the end of a game moves can be made in earlier positions only. */
static void act_type(App *app) {
    char key[KEY_NAME_SIZE];
    if (app->board.browsing || !outcome_is_over(app_outcome(app)))
        command_line_open(app, "");
    else
        app_note(app, "The game is over, so no move can be typed; %s shows earlier positions.",
                 action_key_name(app, ACTION_BACK, key));
}

static const FeatureAction actions[] = {
    {ACTION_TYPE, .run = act_type},
    {ACTION_COMMAND, .run = open_list},
    {.action = ACTION_NONE},
};

const Feature command_line_feature = {
    .state_size = sizeof(CommandHistory),
    .actions = actions,
};
