#include <config.h>

#include "tui/games/games_screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "board/painter.h"
#include "collection/game_statistics.h"
#include "play/job.h"
#include "play/storage.h"
#include "term/draw.h"
#include "term/frame.h"
#include "term/layer.h"
#include "term/list.h"
#include "term/text_field.h"
#include "tui/app_game.h"
#include "tui/app_loop.h"
#include "tui/dialogs.h"
#include "tui/game_form.h"
#include "tui/games/file_dialogs.h"
#include "tui/help.h"
#include "tui/online/connect_dialog.h"

enum { GAMES_MESSAGE_SIZE = 512, AHEAD_MAX = 8 };

typedef struct GamesScreen {
    Layer layer;
    App *app;
    Collection *collection; /* NULL while it is read, and if it cannot be */
    Key ahead[AHEAD_MAX];   /* typed meanwhile: done when it is read */
    int ahead_count;
    char message[GAMES_MESSAGE_SIZE];
    bool failed; /* the message is an error */
    /* The list. */
    size_t *found; /* numbers of the games that are listed */
    List list;     /* of `found` */
    TextField search;
    bool searching; /* keys go to the search */
    Rect field;     /* of the search as last drawn, of height 0 without one */
    /* The page of the results. */
    bool shows_results;
    GameStatistics results;
    int results_top;              /* first line in sight */
    int results_lines, page_rows; /* of the page, and of its area as last drawn */
} GamesScreen;

/* What an action does here, and its hints in the list and on the page of the results; NULL: no
 * hint. */
typedef struct GamesBinding {
    Action action;
    const char *word, *results_word;
    void (*act)(GamesScreen *screen);
} GamesBinding;

/* ---- reading games on another thread ---- */

/* Freed when its job has ended. */
typedef struct GamesReader {
    App *app;
    GamesRequest request; /* with a path of its own */
    char path[SETTING_PATH_SIZE];
    Settings *settings; /* a copy */
    Job job;
    bool slow;      /* it takes long enough to be shown */
    GamesRead read; /* of the job until it has ended */
    SLIST_ENTRY(GamesReader) next;
} GamesReader;

/* The state of the feature: those that run. */
SLIST_HEAD(ReaderList, GamesReader);

/* ---- on the thread ---- */

static void read_games(void *context) {
    GamesReader *reader = context;
    GamesRead *read = &reader->read;
    StorageWatch watch = {job_report, &reader->job};
    if (reader->request.path == NULL) {
        read->collection = collection_open(reader->settings, &watch, &read->error);
        if (read->collection != NULL && reader->request.tree) {
            read->tree = game_tree_create();
            game_tree_add_collection(read->tree, read->collection);
        }
        return;
    }
    read->tree = game_tree_create();
    if (!game_tree_add_file(read->tree, reader->path, &watch, &read->damaged, &read->error)) {
        game_tree_free(read->tree);
        read->tree = NULL;
    }
}

/* ---- on the loop ---- */

static struct ReaderList *readers_of(const App *app) {
    return app_state(app, &games_feature);
}

static void on_job_done(void *context, bool stopped) {
    GamesReader *reader = context;
    App *app = reader->app;
    if (!stopped) {
        SLIST_REMOVE(readers_of(app), reader, GamesReader, next);
        reader->request.handler(app, reader->request.context, &reader->read);
        layers_free_closed(&app->layers);
        app_invalidate(app);
    }
    game_tree_free(reader->read.tree);
    collection_close(reader->read.collection);
    free(reader->settings);
    free(reader);
}

static void show_progress(void *context) {
    GamesReader *reader = context;
    reader->slow = true;
    app_invalidate(reader->app);
}

static GamesReader *find(const App *app, const void *context) {
    GamesReader *reader;
    SLIST_FOREACH(reader, readers_of(app), next)
        if (reader->request.context == context)
            return reader;
    return NULL;
}

bool games_reader_progress(const App *app, const void *context, size_t *done, size_t *total) {
    GamesReader *reader = find(app, context);
    if (reader == NULL || !reader->slow)
        return false;
    *done = atomic_load(&reader->job.now);
    *total = atomic_load(&reader->job.total);
    return true;
}

void games_reader_start(App *app, const GamesRequest *request) {
    static const JobOps reading = {read_games, show_progress, on_job_done};
    GamesReader *reader = memory_allocate(sizeof *reader);
    reader->app = app;
    reader->request = *request;
    if (request->path != NULL) {
        snprintf(reader->path, sizeof reader->path, "%s", request->path);
        reader->request.path = reader->path;
    }
    reader->settings = memory_allocate(sizeof *reader->settings);
    *reader->settings = app->settings;
    SLIST_INSERT_HEAD(readers_of(app), reader, next);
    job_start(&reader->job, &app->loop, &reading, reader);
}

void games_reader_stop(App *app, const void *context) {
    GamesReader *reader, *after;
    for (reader = SLIST_FIRST(readers_of(app)); reader != NULL; reader = after) {
        after = SLIST_NEXT(reader, next);
        if (context != NULL && reader->request.context != context)
            continue;
        job_stop(&reader->job);
        SLIST_REMOVE(readers_of(app), reader, GamesReader, next);
    }
}

/* ---- the list ---- */

/* Shows an error below the list. */
static void games_screen_fail(GamesScreen *screen, const Error *error) {
    char text[ERROR_SENTENCE_SIZE];
    snprintf(screen->message, sizeof screen->message, "%s", error_sentence(error, text));
    screen->failed = true;
}

/* Returns the selected game, or NULL if none is listed. */
static const GameInfo *games_screen_selected(const GamesScreen *screen) {
    return screen->list.selected < screen->list.count
               ? collection_game(screen->collection, screen->found[screen->list.selected])
               : NULL;
}

/* Lists the games that the search finds, and selects the one with a number, or the next one. */
static void list_found(GamesScreen *screen, size_t number) {
    List *list = &screen->list;
    list->count = collection_search(screen->collection, screen->search.text, screen->found);
    list->selected = 0;
    while (list->selected + 1 < list->count && screen->found[list->selected] < number)
        list->selected++;
}

/* Lists the games again after a change of the collection, and selects one by its number in that, or
 * the next one that the search finds. */
static void games_screen_update(GamesScreen *screen, size_t number) {
    size_t all = collection_count(screen->collection);
    free(screen->found);
    screen->found = memory_allocate((all + 1) * sizeof *screen->found);
    list_found(screen, number);
    game_statistics_free(&screen->results);
    game_statistics_count(screen->collection, &screen->results);
}

static void search_again(GamesScreen *screen) {
    const GameInfo *game = games_screen_selected(screen);
    list_found(screen, game != NULL ? screen->found[screen->list.selected] : 0);
}

/* Scrolls the results, or moves the selection. */
static void scroll(GamesScreen *screen, int by) {
    int most = max_int(screen->results_lines - screen->page_rows, 0);
    if (screen->shows_results)
        screen->results_top = clamp_int(screen->results_top + by, 0, most);
    else
        list_move(&screen->list, by);
}

/* ---- actions ---- */

static size_t selected_number(const GamesScreen *screen) {
    return screen->found[screen->list.selected];
}

/* ---- opening ---- */

/* Puts the game on the board. Takes over the setup. */
static bool start(GamesScreen *screen, SessionSetup *setup, Error *error) {
    App *app = screen->app;
    if (!app_start_game(app, setup, error))
        return false;
    screen->layer.closed = true;
    file_dialogs_paths(app)->save[0] = '\0';
    return true;
}

static bool resume(GamesScreen *screen, Error *error) {
    SessionSetup setup;
    return collection_resume(screen->collection, selected_number(screen), &screen->app->settings,
                             &setup, error) &&
           start(screen, &setup, error);
}

static bool show(GamesScreen *screen, Error *error) {
    App *app = screen->app;
    SessionSetup setup;
    char back[KEY_NAME_SIZE];
    if (!collection_show(screen->collection, selected_number(screen), &app->settings, &setup,
                         error) ||
        !start(screen, &setup, error))
        return false;
    app_note(app, "This game is over: %s goes back through its moves.",
             action_key_name(app, ACTION_BACK, back));
    return true;
}

static bool rejoin(GamesScreen *screen, Error *error) {
    App *app = screen->app;
    NetworkOptions options;
    if (!network_options_from_settings(&app->settings, &options, error))
        return false;
    network_options_use_seat(&options,
                             collection_seat(screen->collection, selected_number(screen)));
    screen->layer.closed = true;
    connect_dialog_open(app, &options);
    return true;
}

static bool open_game(GamesScreen *screen, const GameInfo *game, Error *error) {
    switch (game->kind) {
    case GAME_UNFINISHED:
        return resume(screen, error);
    case GAME_ON_SERVER:
        return rejoin(screen, error);
    case GAME_KEPT:
        return show(screen, error);
    case GAME_IN_PLAY:
        return error_set(error, ERROR_STATE,
                         "this game is on a board already: if it is yours, Esc goes back to it");
    case GAME_UNREADABLE:
        break;
    }
    return error_set(error, ERROR_STATE, "%s", game->problem);
}

/* Shows a game that is over on the board, and begins its review. */
static void act_review(GamesScreen *screen) {
    App *app = screen->app;
    Error error = {0};
    if (screen->shows_results || games_screen_selected(screen) == NULL)
        return;
    if (show(screen, &error))
        action_run(app, ACTION_REVIEW);
    else
        games_screen_fail(screen, &error);
}

/* ---- saving ---- */

static bool save_copy(App *app, const char *path, bool overwrite, void *context, Error *error) {
    GamesScreen *screen = context;
    char shown[FILE_PATH_SIZE], text[FILE_PATH_SIZE + 16];
    if (!collection_save(screen->collection, selected_number(screen), path, overwrite, error))
        return false;
    snprintf(text, sizeof text, "Saved as %s.", storage_whole_path(path, shown));
    if (strlen(text) < sizeof screen->message && draw_width(text) < draw_columns())
        text_copy(screen->message, sizeof screen->message, text);
    else /* the line has no room for the whole path */
        app_show_message(app, "My games", text);
    screen->failed = false;
    return true;
}

/* Asks where to save a copy. */
static void act_save(GamesScreen *screen) {
    const GameInfo *game = games_screen_selected(screen);
    if (screen->shows_results || game == NULL)
        return;
    if (game->path == NULL) {
        Error error = {0};
        error_set(&error, ERROR_STATE,
                  "the moves of this game are on its server: open it, then save it");
        games_screen_fail(screen, &error);
        return;
    }
    file_dialogs_save_with(screen->app, "Save a copy", "game.congo", save_copy, screen);
}

/* ---- deleting ---- */

static void act_delete(GamesScreen *screen) {
    const GameInfo *game = games_screen_selected(screen);
    char players[GAME_WORDS_SIZE], undo[KEY_NAME_SIZE];
    Error error = {0};
    if (screen->shows_results || game == NULL)
        return;
    game_words_players(game, true, players);
    size_t number = selected_number(screen);
    if (!collection_delete(screen->collection, number, &error)) {
        games_screen_fail(screen, &error);
        return;
    }
    games_screen_update(screen, number);
    action_key_name_on(screen->app, GROUP_GAMES, ACTION_UNDO, undo);
    snprintf(screen->message, sizeof screen->message, "Deleted%s%s. %s brings it back.",
             players[0] != '\0' ? ": " : "", players, undo[0] != '\0' ? undo : "No key");
}

/* Brings back the game that was deleted last. */
static void act_undo(GamesScreen *screen) {
    Error error = {0};
    size_t number;
    if (screen->shows_results)
        return;
    if (collection_deleted(screen->collection) == 0) {
        snprintf(screen->message, sizeof screen->message,
                 "No game has been deleted since the list was opened.");
        return;
    }
    if (!collection_undelete(screen->collection, &number, &error)) {
        games_screen_fail(screen, &error);
        return;
    }
    games_screen_update(screen, number);
    snprintf(screen->message, sizeof screen->message, "The game is back.");
}

/* Goes on with an unfinished game, or shows one that is over on the board. */
static void act_enter(GamesScreen *screen) {
    const GameInfo *game = screen->shows_results ? NULL : games_screen_selected(screen);
    Error error = {0};
    if (game != NULL && !open_game(screen, game, &error))
        games_screen_fail(screen, &error);
}

static void act_search(GamesScreen *screen) {
    screen->shows_results = false;
    screen->searching = true;
}

static void act_results(GamesScreen *screen) {
    screen->shows_results = !screen->shows_results;
    screen->results_top = 0;
}

/* Closes the list; without a game, what was there before comes back. */
static void leave(GamesScreen *screen) {
    App *app = screen->app;
    screen->layer.closed = true;
    if (app->session == NULL && layers_top(&app->layers) == NULL)
        app_start_first_game(app);
}

/* Goes back one step: from the results, from a search, from the list. */
static void act_back(GamesScreen *screen) {
    if (screen->shows_results) {
        screen->shows_results = false;
    } else if (screen->search.text[0] != '\0') {
        text_field_set(&screen->search, "");
        search_again(screen);
    } else {
        leave(screen);
    }
}

static void act_home(GamesScreen *screen) {
    screen->layer.closed = true;
    action_run(screen->app, ACTION_WELCOME);
}

static void act_help(GamesScreen *screen) {
    help_open(screen->app, "games");
}

/* ---- keys ---- */

/* Hints in order of usefulness: a small screen shows the first that fit. */
static const GamesBinding bindings[] = {
    {ACTION_SELECT, "open", NULL, act_enter},
    {ACTION_ESCAPE, "back", "back", act_back},
    {ACTION_GAMES_FIND, "find", NULL, act_search},
    {ACTION_GAMES_REVIEW, "review", NULL, act_review},
    {ACTION_GAMES_RESULTS, "results", "games", act_results},
    {ACTION_SAVE, "save", NULL, act_save},
    {ACTION_GAMES_DELETE, "delete", NULL, act_delete},
    {ACTION_UNDO, "undo", NULL, act_undo},
    {ACTION_WELCOME, "home", "home", act_home},
    {ACTION_GAMES, NULL, NULL, leave},
    {ACTION_QUIT, NULL, NULL, leave},
    {ACTION_HELP, NULL, NULL, act_help},
};

enum { BINDING_COUNT = sizeof bindings / sizeof bindings[0] };

/* A key of the search: the list follows what is typed. Returns false for a key of the list. */
static bool search_key(GamesScreen *screen, Key key) {
    if (key == K_ENTER || key == K_TAB) {
        screen->searching = false;
        return true;
    }
    if (key == K_ESCAPE) {
        screen->searching = false;
        act_back(screen);
        return true;
    }
    if (!text_field_key(&screen->search, key))
        return false;
    search_again(screen);
    return true;
}

static void run_binding(GamesScreen *screen, Action action, Key key) {
    for (size_t i = 0; i < BINDING_COUNT; i++)
        if (bindings[i].action == action) {
            bindings[i].act(screen);
            return;
        }
    Key moves = action == ACTION_DOWN ? K_DOWN : action == ACTION_UP ? K_UP : key;
    int by =
        list_key_rows(moves, screen->shows_results ? screen->page_rows : screen->list.area.height);
    if (by != 0)
        scroll(screen, by);
    else
        snprintf(screen->message, sizeof screen->message,
                 "That key does nothing in the list of games.");
}

static void games_screen_key(Layer *layer, Key key) {
    GamesScreen *screen = (GamesScreen *)layer;
    Action action = keymap_action_on(&screen->app->keymap, GROUP_GAMES, key);
    if (screen->collection == NULL) {
        /* There is nothing to act on yet, or never if the games cannot be read. */
        if (screen->failed || action == ACTION_ESCAPE || action == ACTION_GAMES ||
            action == ACTION_QUIT)
            leave(screen);
        else if (screen->ahead_count < AHEAD_MAX)
            screen->ahead[screen->ahead_count++] = key;
        return;
    }
    screen->message[0] = '\0';
    screen->failed = false;
    if (screen->searching && search_key(screen, key))
        return;
    run_binding(screen, action, key);
}

/* ---- the page of the user's results ---- */

enum {
    LABEL_MIN = 10,
    LABEL_MAX = 34,
    NUMBER = 6,      /* columns of a number and the blanks before it */
    PERCENT = 5,     /* ... of the share of the points */
    RESULTS_GAP = 2, /* before it, if there is room */
    BAR_MIN = 10,
    BAR_MAX = 40,
    LINE_SIZE = 256
};

/* Where the next line of the page goes; lines above and below the area are only counted. */
typedef struct ResultsPage {
    Rect area;
    int line;     /* of the page */
    int top;      /* line of the page at the top of the area */
    int label;    /* columns */
    bool numbers; /* there is room for won, drawn and lost, ... */
    int bar;      /* width of the bar */
} ResultsPage;

/* Returns whether the next line is in sight, and where. */
static bool next_line(ResultsPage *page, Rect *line) {
    int y = page->line++ - page->top;
    *line = (Rect){page->area.y + y, page->area.x, 1, page->area.width};
    return y >= 0 && y < page->area.height;
}

static void add_gap(ResultsPage *page) {
    if (page->line > 0)
        page->line++;
}

static int draw_number(int y, int x, UiRole role, size_t number) {
    char text[24];
    snprintf(text, sizeof text, "%*zu", NUMBER, number);
    draw_text(y, x, NUMBER, role, text);
    return x + NUMBER;
}

/* Draws the games won as full cells, the draws as shaded ones, and those lost as dots. */
static void draw_bar(int y, int x, int width, const GameResults *results) {
    size_t all = results->won + results->drawn + results->lost;
    int won = (int)((results->won * (size_t)width + all / 2) / all);
    int lost = (int)((results->lost * (size_t)width + all / 2) / all);
    lost = min_int(lost, width - won);
    for (int i = 0; i < width; i++) {
        const char *cell = i < won            ? draw_select("█", "#")
                           : i < width - lost ? draw_select("▒", "=")
                                              : draw_select("·", ".");
        draw_text(y, x + i, 1, i < won ? ROLE_ACCENT : ROLE_DIALOG, cell);
    }
}

static void add_row(ResultsPage *page, const GameResults *results, const char *label) {
    Rect line;
    char percent[16];
    int share = game_results_percent(results);
    if (!next_line(page, &line))
        return;
    int x = line.x + page->label;
    draw_text(line.y, line.x, page->label - 1, ROLE_DIALOG, label);
    if (page->numbers) {
        x = draw_number(line.y, x, ROLE_DIALOG, results->won);
        x = draw_number(line.y, x, ROLE_DIALOG, results->drawn);
        x = draw_number(line.y, x, ROLE_DIALOG, results->lost);
    }
    if (share < 0)
        return;
    x += page->numbers ? RESULTS_GAP : 0;
    snprintf(percent, sizeof percent, "%*d %%", PERCENT - 2, share);
    draw_text(line.y, x, PERCENT, ROLE_DIALOG, percent);
    if (page->bar > 0)
        draw_bar(line.y, x + PERCENT + RESULTS_GAP, page->bar, results);
}

static void add_heading(ResultsPage *page, const char *title, bool with_columns) {
    static const char *const columns[] = {"won", "drawn", "lost"};
    Rect line;
    add_gap(page);
    if (!next_line(page, &line))
        return;
    draw_text(line.y, line.x, page->label - 1, ROLE_TITLE, title);
    for (int i = 0; with_columns && page->numbers && i < 3; i++) {
        int end = line.x + page->label + (i + 1) * NUMBER;
        int width = draw_width(columns[i]);
        draw_text(line.y, end - width, width, ROLE_TITLE, columns[i]);
    }
}

static void add_table(ResultsPage *page, const char *title, const GameResultsTable *table) {
    if (table->count == 0)
        return;
    add_heading(page, title, false);
    for (size_t i = 0; i < table->count; i++)
        add_row(page, &table->rows[i], table->rows[i].label);
}

static void add_text(ResultsPage *page, const char *text) {
    int height = draw_wrapped_height(text, page->area.width);
    int y = page->line - page->top;
    Rect area = page->area;
    area.y += max_int(y, 0);
    area.height -= max_int(y, 0);
    if (area.height > 0 && y + height > 0)
        draw_scrolled(area, ROLE_DIALOG, text, max_int(-y, 0));
    page->line += height;
}

static int widest_label(const GameResultsTable *table, int widest) {
    for (size_t i = 0; i < table->count; i++)
        widest = max_int(widest, draw_width(table->rows[i].label));
    return widest;
}

static void arrange(ResultsPage *page, const GameStatistics *results) {
    int label = widest_label(&results->by_opponent, LABEL_MIN);
    label = widest_label(&results->by_level, label);
    label = widest_label(&results->by_variant, label);
    int room = page->area.width - PERCENT;
    page->numbers = room >= LABEL_MIN + 3 * NUMBER + RESULTS_GAP;
    room -= page->numbers ? 3 * NUMBER + RESULTS_GAP : 0;
    page->label = min_int(min_int(label, LABEL_MAX) + 1, room);
    room -= page->label + RESULTS_GAP;
    page->bar = room >= BAR_MIN ? min_int(room, BAR_MAX) : 0;
}

static void add_suggestion(ResultsPage *page, const GameStatistics *results) {
    char text[LINE_SIZE];
    if (results->next_level == 0)
        return;
    snprintf(text, sizeof text, "You have won three games in a row at level %d: try level %s.",
             results->next_level - 1, game_form_level_name(results->next_level));
    add_gap(page);
    add_text(page, text);
}

static void add_two_people(ResultsPage *page, const GameTreeCount *count) {
    char text[LINE_SIZE];
    if (count->games == 0)
        return;
    add_heading(page, "Two people", false);
    snprintf(text, sizeof text,
             "%zu game%s at this computer: White won %zu, %zu drawn, Black won %zu.", count->games,
             text_plural(count->games), count->white, count->draws, count->black);
    add_text(page, text);
}

/* Draws the page from its line `screen->results_top` on, and stores how long it is. */
static void draw_results(GamesScreen *screen, Rect area) {
    const GameStatistics *results = &screen->results;
    ResultsPage page = {.area = area, .top = screen->results_top};
    char text[LINE_SIZE];
    arrange(&page, results);
    if (game_results_percent(&results->all) < 0) {
        if (results->two_people.games == 0)
            add_text(&page, "There is no result yet: finish a game, and it is counted here.");
    } else {
        add_heading(&page, "Your results", true);
        add_row(&page, &results->all, "All games");
        add_suggestion(&page, results);
        add_table(&page, "By opponent", &results->by_opponent);
        add_table(&page, "By level", &results->by_level);
        add_table(&page, "By side", &results->by_color);
        add_table(&page, "By variant", &results->by_variant);
    }
    add_two_people(&page, &results->two_people);
    add_heading(&page, "Puzzles", false);
    snprintf(text, sizeof text, "%d of %d solved.", results->puzzles_solved, results->puzzle_count);
    add_text(&page, text);
    screen->results_lines = page.line;
    screen->page_rows = area.height;
}

/* ---- drawing the list ---- */

enum {
    WIDTH_MAX = 132,
    HEIGHT_MAX = 44,
    ROOMY = 14, /* a box of this inner height has blank lines */
    TITLED = 8, /* rows of a list with titles above its columns */
    GAP = 2,    /* columns between the list and the board */
    LIST_MIN = 34,
    WIDE = 78, /* a list of this width has the long form of each column */
    RESULT_COLUMN = 13,
    MOVES_COLUMN = 6,
    WHEN_COLUMN = 17,
    SHORT_RESULT_COLUMN = 10,
    SHORT_WHEN_COLUMN = 9,
    SENTENCE_SIZE = 3 * GAME_WORDS_SIZE,
    SENTENCE_CELLS = 130 /* of most sentences, and of blanks at the ends of lines */
};

/* ---- sentences ---- */

/* Writes what the selected game is and how it stands. */
static void describe_game(const GameInfo *game, char text[SENTENCE_SIZE]) {
    char words[GAME_WORDS_SIZE];
    size_t moves = (game->plies + 1) / 2;
    text[0] = '\0';
    if (game->kind == GAME_UNREADABLE) {
        text_append(text, SENTENCE_SIZE, "%s", game->problem);
        return;
    }
    text_append(text, SENTENCE_SIZE, "%s.", game_words_players(game, true, words));
    text_append(text, SENTENCE_SIZE, " %s", game_words_how(game, words));
    if (game->path != NULL)
        text_append(text, SENTENCE_SIZE, " %zu move%s, %s.", moves, text_plural(moves),
                    game_words_when(game->played, time(NULL), true, words));
}

/* Writes the message, what there is to wait for, or what is selected. Returns its role. */
static UiRole write_sentence(const GamesScreen *screen, char text[SENTENCE_SIZE]) {
    const GameInfo *game = games_screen_selected(screen);
    size_t done, total;
    text[0] = '\0';
    if (screen->message[0] != '\0')
        snprintf(text, SENTENCE_SIZE, "%s", screen->message);
    else if (games_reader_progress(screen->app, screen, &done, &total))
        snprintf(text, SENTENCE_SIZE, "Reading your games: %zu of %zu.", done, total);
    else if (game != NULL)
        describe_game(game, text);
    else if (screen->collection != NULL && collection_count(screen->collection) > 0)
        snprintf(text, SENTENCE_SIZE, "No game has these words. Esc shows all games.");
    else if (screen->collection != NULL)
        snprintf(text, SENTENCE_SIZE,
                 "There is no game yet. The games that you play are kept here.");
    bool bad = screen->failed || (game != NULL && game->kind == GAME_UNREADABLE);
    return bad ? ROLE_ERROR : ROLE_DIALOG;
}

/* ---- rows ---- */

/* Draws a text at the right end of a line, and takes its columns from that. */
static void put_right(Rect *line, int width, UiRole role, const char *text) {
    line->width -= width;
    draw_text(line->y, line->x + line->width + 1, width - 1, role, text);
}

/* Writes the players; on the smallest screens "Computer 3" for the opponent. */
static void write_players(const GameInfo *game, int width, char text[GAME_WORDS_SIZE]) {
    Color other = color_other(game->user);
    if (width < LIST_MIN && game->has_user && game->known[other] &&
        game->player[other] == PLAYER_COMPUTER && game->advisor[other] == ADVISOR_NEGAMAX)
        snprintf(text, GAME_WORDS_SIZE, "Computer %d", game->level[other]);
    else
        game_words_players(game, width >= WIDE, text);
}

static void draw_game(const GameInfo *game, Rect line, UiRole role) {
    char text[GAME_WORDS_SIZE], moves[24];
    const int width = line.width;
    bool wide = width >= WIDE;
    bool unreadable = game->kind == GAME_UNREADABLE;
    game_words_when(game->played, time(NULL), wide, text);
    if (line.width >= LIST_MIN)
        put_right(&line, wide ? WHEN_COLUMN : SHORT_WHEN_COLUMN, role, text);
    if (wide) {
        snprintf(moves, sizeof moves, "%4zu", (game->plies + 1) / 2);
        put_right(&line, MOVES_COLUMN, role, unreadable ? "" : moves);
    }
    put_right(&line, wide ? RESULT_COLUMN : SHORT_RESULT_COLUMN, role,
              unreadable ? "damaged" : game_words_result(game, text));
    if (unreadable)
        snprintf(text, sizeof text, "%s", file_base_name(game->path));
    else
        write_players(game, width, text);
    draw_text(line.y, line.x, line.width, role, text);
}

/* Draws the titles of the columns in the line above the list. */
static void draw_titles(Rect line) {
    bool wide = line.width - LIST_MARK >= WIDE;
    line.y--;
    put_right(&line, wide ? WHEN_COLUMN : SHORT_WHEN_COLUMN, ROLE_TITLE, "Played");
    if (wide)
        put_right(&line, MOVES_COLUMN, ROLE_TITLE, "Moves");
    put_right(&line, wide ? RESULT_COLUMN : SHORT_RESULT_COLUMN, ROLE_TITLE, "Result");
    draw_text(line.y, line.x + LIST_MARK, line.width - LIST_MARK, ROLE_TITLE,
              wide ? "Game" : "Against");
}

static void draw_row(const void *context, size_t row, Rect line, UiRole role) {
    const GamesScreen *screen = context;
    draw_game(collection_game(screen->collection, screen->found[row]), line, role);
    if (row == screen->list.selected && !screen->searching)
        draw_place_cursor(line.y, line.x - LIST_MARK);
}

/* ---- the last position ---- */

/* Draws the board of the selected game at the top of an area. */
static void draw_board(const GamesScreen *screen, Rect area) {
    const GameInfo *game = games_screen_selected(screen);
    Position position;
    if (game == NULL || !game_info_position(game, &position))
        return;
    View view = {.position = &position,
                 .flipped = game->has_user && game->user == BLACK,
                 .cursor = SQUARE_NONE,
                 .selected = SQUARE_NONE,
                 .glyphs = screen->app->settings.glyphs,
                 .theme = screen->app->settings.theme};
    painter_small_board(area, &view);
}

/* Returns the columns of the board beside a list, or 0 if there is no room for one. */
static int board_width(Rect inner) {
    static const struct { int columns, lines; } boards[] = {{43, 22}, {29, 15}, {15, 7}};
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++)
        if (inner.width - boards[i].columns - GAP >= LIST_MIN && inner.height >= boards[i].lines)
            return boards[i].columns;
    return 0;
}

/* ---- the box ---- */

static void draw_hints(const GamesScreen *screen, Rect box) {
    int x = box.x + frame_margin(box.width);
    bool deleted = screen->collection != NULL && collection_deleted(screen->collection) > 0;
    for (const GamesBinding *binding = bindings; binding < bindings + BINDING_COUNT; binding++) {
        char name[KEY_NAME_SIZE];
        const char *word = screen->shows_results ? binding->results_word : binding->word;
        bool idle = binding->action == ACTION_UNDO && !deleted;
        if (word != NULL && !idle)
            frame_hint(box, &x, action_key_name_on(screen->app, GROUP_GAMES, binding->action, name),
                       word);
    }
}

/* Draws the search above the list. Returns the lines used. */
static int draw_search(GamesScreen *screen, Rect inner) {
    static const char label[] = "Search ";
    screen->field = (Rect){0};
    if (!screen->searching && screen->search.text[0] == '\0')
        return 0;
    int used = draw_text(inner.y, inner.x, inner.width, ROLE_TITLE, label);
    screen->field = (Rect){inner.y, inner.x + used, 1, inner.width - used};
    text_field_draw(&screen->search, inner.y, inner.x + used, inner.width - used, ROLE_INPUT,
                    screen->searching);
    return 1;
}

/* Draws the sentence below the list. Returns its lines, a blank one included: nothing moves with
 * the selection. */
static int draw_sentence(Rect inner, UiRole role, const char *text) {
    int gap = inner.height >= ROOMY ? 1 : 0;
    int lines = max_int((SENTENCE_CELLS + inner.width - 1) / inner.width,
                        draw_wrapped_height(text, inner.width));
    lines = min_int(lines, inner.height / 2);
    draw_wrapped((Rect){inner.y + inner.height - lines, inner.x, lines, inner.width}, role, text);
    return lines + gap;
}

/* Draws the list, the board beside it and the sentence below. */
static void draw_games(GamesScreen *screen, Rect inner, int border) {
    char text[SENTENCE_SIZE];
    UiRole role = write_sentence(screen, text);
    inner.height -= draw_sentence(inner, role, text);
    int side = board_width(inner);
    if (side > 0) {
        draw_board(screen, (Rect){inner.y, inner.x + inner.width - side, inner.height, side});
        draw_set_surface(COLOR_DIALOG);
        inner.width -= side + GAP;
    }
    int search = draw_search(screen, inner);
    if (search == 0 && screen->list.count > 0 && inner.height >= TITLED)
        draw_titles(inner);
    inner.y += search;
    inner.height -= search;
    list_arrange(&screen->list, inner);
    list_draw(&screen->list, ROLE_DIALOG, border, draw_row, screen);
}

/* Stores where the parts of the screen lie for the mouse. */
static void games_draw(Layer *layer) {
    GamesScreen *screen = (GamesScreen *)layer;
    char count[48];
    int width = min_int(draw_columns(), WIDTH_MAX), height = min_int(draw_lines(), HEIGHT_MAX);
    Rect box = {(draw_lines() - height) / 2, (draw_columns() - width) / 2, height, width};
    int margin = frame_margin(box.width);
    int top = box.height < ROOMY + 4 ? 1 : frame_top(0);
    Rect inner = {box.y + top, box.x + margin, box.height - top - 1, box.width - 2 * margin};
    draw_set_surface(COLOR_DIALOG);
    frame_box(box, top, screen->shows_results ? "My results" : "My games");
    if (screen->collection != NULL && !screen->shows_results) {
        size_t all = collection_count(screen->collection);
        if (screen->search.text[0] != '\0')
            snprintf(count, sizeof count, " %zu of %zu ", screen->list.count, all);
        else
            snprintf(count, sizeof count, " %zu game%s ", all, text_plural(all));
        int used = draw_width(count);
        draw_text(box.y + (top > 1), box.x + box.width - used - 1, used, ROLE_DIALOG, count);
    }
    draw_hints(screen, box);
    if (inner.height >= ROOMY) {
        inner.y++;
        inner.height -= 2;
    }
    if (screen->shows_results)
        draw_results(screen, inner);
    else
        draw_games(screen, inner, box.x + box.width - 1);
    draw_set_surface(COLOR_SCREEN);
}

/* ---- the mouse ---- */

/* Selects a game with the first click and opens it with the second one. */
static void click(GamesScreen *screen, int y, int x) {
    size_t row;
    if (rect_contains(screen->field, y, x)) {
        screen->searching = true;
        text_field_click(&screen->search, x - screen->field.x);
    } else if (!screen->shows_results && list_hit(&screen->list, y, x, &row)) {
        screen->searching = false;
        if (row == screen->list.selected)
            act_enter(screen);
        else
            screen->list.selected = row;
    }
}

static void games_screen_mouse(Layer *layer, MouseEvent mouse) {
    GamesScreen *screen = (GamesScreen *)layer;
    if (screen->collection == NULL)
        return;
    screen->message[0] = '\0';
    screen->failed = false;
    if (mouse.kind == MOUSE_CLICK)
        click(screen, mouse.y, mouse.x);
    else
        scroll(screen, mouse.kind == MOUSE_WHEEL_UP ? -LIST_WHEEL_ROWS : LIST_WHEEL_ROWS);
}

/* Pasted words are searched for. */
static void games_screen_paste(Layer *layer, const char *text) {
    GamesScreen *screen = (GamesScreen *)layer;
    if (screen->collection == NULL)
        return;
    act_search(screen);
    text_field_insert(&screen->search, text);
    search_again(screen);
}

/* ---- opening and closing ---- */

static void on_read(App *app, void *context, GamesRead *read) {
    GamesScreen *screen = context;
    screen->collection = read->collection;
    read->collection = NULL;
    if (screen->collection == NULL) {
        games_screen_fail(screen, &read->error);
        return;
    }
    games_screen_update(screen, 0);
    for (int i = 0; i < screen->ahead_count && layers_top(&app->layers) == &screen->layer; i++)
        games_screen_key(&screen->layer, screen->ahead[i]);
}

static void games_screen_free(Layer *layer) {
    GamesScreen *screen = (GamesScreen *)layer;
    games_reader_stop(screen->app, screen);
    collection_close(screen->collection);
    game_statistics_free(&screen->results);
    free(screen->found);
    free(screen);
}

static const LayerOps games_screen_ops = {
    .draw = games_draw,
    .dims = layer_dims,
    .key = games_screen_key,
    .mouse = games_screen_mouse,
    .paste = games_screen_paste,
    .free = games_screen_free,
};

void games_screen_open(App *app) {
    GamesScreen *screen = memory_allocate(sizeof *screen);
    GamesRequest request = {.handler = on_read, .context = screen};
    screen->layer.ops = &games_screen_ops;
    screen->app = app;
    app_push_layer(app, &screen->layer);
    app_save_game(app); /* the list shows it as it is */
    games_reader_start(app, &request);
}

static void stop_reading(App *app) {
    games_reader_stop(app, NULL);
}

static const FeatureAction actions[] = {{ACTION_GAMES, .run = games_screen_open},
                                        {.action = ACTION_NONE}};

const Feature games_feature = {
    .state_size = sizeof(struct ReaderList),
    .actions = actions,
    .close = stop_reading,
};
