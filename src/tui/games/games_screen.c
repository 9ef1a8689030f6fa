#include <config.h>

#include "tui/games/games_screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/number.h"
#include "tui/games/games_actions.h"
#include "tui/games/games_draw.h"
#include "tui/games/games_reader.h"
#include "tui/help.h"

enum { WHEEL_ROWS = 3 };

void games_screen_fail(GamesScreen *screen, const Error *error) {
    char text[ERROR_SENTENCE_SIZE];
    snprintf(screen->message, sizeof screen->message, "%s", error_sentence(error, text));
    screen->failed = true;
}

/* --- the list --- */

const GameInfo *games_screen_selected(const GamesScreen *screen) {
    return screen->selected < screen->count
               ? collection_game(screen->collection, screen->found[screen->selected])
               : NULL;
}

/* Lists the games that the search finds, and selects the one with a number, or the next one. */
static void list_found(GamesScreen *screen, size_t number) {
    screen->count = collection_search(screen->collection, screen->search.text, screen->found);
    screen->selected = 0;
    while (screen->selected + 1 < screen->count && screen->found[screen->selected] < number)
        screen->selected++;
}

void games_screen_update(GamesScreen *screen, size_t number) {
    size_t all = collection_count(screen->collection);
    free(screen->found);
    screen->found = memory_allocate((all + 1) * sizeof *screen->found);
    list_found(screen, number);
    game_statistics_free(&screen->results);
    game_statistics_count(screen->collection, &screen->results);
}

static void search_again(GamesScreen *screen) {
    const GameInfo *game = games_screen_selected(screen);
    list_found(screen, game != NULL ? screen->found[screen->selected] : 0);
}

static void move_by(GamesScreen *screen, long rows) {
    long last = (long)screen->count - 1;
    long row = (long)screen->selected + rows;
    screen->selected = last <= 0 || row < 0 ? 0 : (size_t)(row < last ? row : last);
}

/* Scrolls the results, or moves the selection. */
static void scroll(GamesScreen *screen, long by) {
    if (!screen->shows_results) {
        move_by(screen, by);
        return;
    }
    int most = max_int(screen->results_lines - screen->page_rows, 0);
    long top = screen->results_top + by;
    screen->results_top = top < 0 ? 0 : top > most ? most : (int)top;
}

static int page_rows(const GamesScreen *screen) {
    return max_int(1, (screen->shows_results ? screen->page_rows : screen->list.height) - 1);
}

/* --- actions --- */

static void act_enter(GamesScreen *screen) {
    if (!screen->shows_results)
        games_actions_open(screen);
}

static void act_search(GamesScreen *screen) {
    screen->shows_results = false;
    screen->searching = true;
}

static void act_results(GamesScreen *screen) {
    screen->shows_results = !screen->shows_results;
    screen->results_top = 0;
}

static void act_review(GamesScreen *screen) {
    if (!screen->shows_results)
        games_actions_review(screen);
}

static void act_save(GamesScreen *screen) {
    if (!screen->shows_results)
        games_actions_save(screen);
}

static void act_delete(GamesScreen *screen) {
    if (!screen->shows_results)
        games_actions_delete(screen);
}

static void act_undo(GamesScreen *screen) {
    if (!screen->shows_results)
        games_actions_undo(screen);
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

static void act_up(GamesScreen *screen) {
    scroll(screen, -1);
}

static void act_down(GamesScreen *screen) {
    scroll(screen, 1);
}

static void act_page_up(GamesScreen *screen) {
    scroll(screen, -page_rows(screen));
}

static void act_page_down(GamesScreen *screen) {
    scroll(screen, page_rows(screen));
}

static void act_first(GamesScreen *screen) {
    scroll(screen, -(long)screen->count - screen->results_lines);
}

static void act_last(GamesScreen *screen) {
    scroll(screen, (long)screen->count + screen->results_lines);
}

/* --- keys --- */

/* Hints in order of usefulness: a small screen shows only the first ones. */
static const GamesBinding keys[] = {
    {K_ENTER, "Enter", "open", NULL, act_enter},
    {'/', "/", "search", NULL, act_search},
    {'v', "v", "review", NULL, act_review},
    {'t', "t", "results", "games", act_results},
    {'s', "s", "save", NULL, act_save},
    {'x', "x", "delete", NULL, act_delete},
    {'u', "u", "undo", NULL, act_undo},
    {K_ESCAPE, "Esc", "close", "back", act_back},
    {' ', "Space", NULL, NULL, act_enter},
    {K_DELETE, "Delete", NULL, NULL, act_delete},
    {K_TAB, "Tab", NULL, NULL, act_results},
    {K_UP, "Up", NULL, NULL, act_up},
    {K_DOWN, "Down", NULL, NULL, act_down},
    {'k', "k", NULL, NULL, act_up},
    {'j', "j", NULL, NULL, act_down},
    {K_PAGE_UP, "PageUp", NULL, NULL, act_page_up},
    {K_PAGE_DOWN, "PageDown", NULL, NULL, act_page_down},
    {K_HOME, "Home", NULL, NULL, act_first},
    {K_END, "End", NULL, NULL, act_last},
};
enum { KEY_COUNT = sizeof keys / sizeof keys[0] };

const GamesBinding *games_screen_binding(size_t index) {
    return index < KEY_COUNT ? &keys[index] : NULL;
}

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

static void run_binding(GamesScreen *screen, Key key) {
    for (size_t i = 0; i < KEY_COUNT; i++)
        if (keys[i].key == key) {
            keys[i].act(screen);
            return;
        }
    Action action = keymap_action(&screen->app->keymap, key);
    if (action == ACTION_GAMES || action == ACTION_QUIT)
        leave(screen);
    else if (action == ACTION_HELP)
        help_open(screen->app, "games");
    else
        snprintf(screen->message, sizeof screen->message,
                 "That key does nothing in the list of games.");
}

static void games_screen_key(Layer *layer, Key key) {
    GamesScreen *screen = (GamesScreen *)layer;
    screen->message[0] = '\0';
    screen->failed = false;
    if (screen->collection == NULL) {
        leave(screen);
        return;
    }
    if (screen->searching && search_key(screen, key))
        return;
    run_binding(screen, key);
}

/* --- the mouse --- */

/* Selects a game with the first click and opens it with the second one. */
static void click(GamesScreen *screen, int y, int x) {
    size_t row = screen->top + (size_t)(y - screen->list.y);
    if (rect_contains(screen->field, y, x)) {
        screen->searching = true;
        text_field_click(&screen->search, x - screen->field.x);
    } else if (!screen->shows_results && rect_contains(screen->list, y, x) && row < screen->count) {
        screen->searching = false;
        if (row == screen->selected)
            act_enter(screen);
        else
            screen->selected = row;
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
        scroll(screen, mouse.kind == MOUSE_WHEEL_UP ? -WHEEL_ROWS : WHEEL_ROWS);
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

/* --- opening and closing --- */

static void on_read(App *app, void *context, GamesRead *read) {
    GamesScreen *screen = context;
    (void)app;
    screen->collection = read->collection;
    read->collection = NULL;
    if (screen->collection != NULL)
        games_screen_update(screen, 0);
    else
        games_screen_fail(screen, &read->error);
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
