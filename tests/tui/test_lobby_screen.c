/* The lobby with made-up lists: golden screens, and the selection by keys. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "board/theme.h"
#include "../support/fake_terminal.h"
#include "../support/golden.h"
#include "term/capability.h"
#include "tui/online/lobby_screen.h"

/* ---- a fake of play/online/lobby.h: a server with the games of the test ---- */

struct Lobby {
    int unused;
};

static Lobby fake_lobby;
static struct {
    LobbyList list[2];
    OwnGameList own;
    bool online;
    int retry_s;
    const char *error;
} server;

Lobby *lobby_create(uv_loop_t *loop, const ServerList *place, LobbyListener *listener,
                    void *context) {
    (void)loop;
    (void)place;
    (void)listener;
    (void)context;
    return &fake_lobby;
}

void lobby_free(Lobby *lobby) {
    (void)lobby;
}

void lobby_refresh(Lobby *lobby) {
    (void)lobby;
}

bool lobby_is_online(const Lobby *lobby) {
    (void)lobby;
    return server.online;
}

int lobby_retry_s(const Lobby *lobby) {
    (void)lobby;
    return server.retry_s;
}

const ServerAddress *lobby_server(const Lobby *lobby) {
    static const ServerAddress address = {.host = "localhost", .port = SERVER_PORT};
    (void)lobby;
    return &address;
}

const UntrustedServer *lobby_untrusted_server(const Lobby *lobby) {
    (void)lobby;
    return NULL;
}

bool lobby_is_busy(const Lobby *lobby) {
    (void)lobby;
    return false;
}

const char *lobby_error_text(const Lobby *lobby) {
    (void)lobby;
    return server.error;
}

LobbyList lobby_list(const Lobby *lobby, ListChoice choice) {
    (void)lobby;
    return server.list[choice];
}

OwnGameList lobby_own_games(const Lobby *lobby) {
    (void)lobby;
    return server.own;
}

bool lobby_is_subscribed(const Lobby *lobby) {
    (void)lobby;
    return true;
}

/* ---- lists ---- */

static const LobbyGame open_games[] = {
    {{"7Q2KM4XDT1"}, "congo", {true, false}, {"Ada", ""}, 0, {300, 5}, false, 0},
    {{"0A1B2C3D4E"}, "islands", {false, true}, {"", "Bo"}, 0, {0, 0}, false, 0},
    {{"ZZZZZZZZZZ"}, "megapawn", {true, false}, {"", ""}, 0, {60, 0}, false, 0},
};
static LobbyGame live_games[40];

/* One of each state. Nothing here depends on the time: no clock runs. */
static const SavedSeat white_seat = {.seat = SEAT_WHITE}, black_seat = {.seat = SEAT_BLACK},
                       any_seat = {.seat = SEAT_ANY};
#define PLAYERS                                                                                    \
    {true, true}, {                                                                                \
        "Ada", "Bo"                                                                                \
    }
#define FREE_SEAT                                                                                  \
    {true, false}, {                                                                               \
        "Ada", ""                                                                                  \
    }
#define DAYS(count) {(count)*86400, 0}, true, 0
static const OwnGame own_games[] = {
    {&white_seat,
     OWN_GAME_OVER,
     {{"0VER000001"}, "congo", PLAYERS, 30, {300, 3}, false, 0},
     {RESULT_BLACK, REASON_RESIGNED},
     REMATCH_NONE,
     false,
     0,
     0},
    {&white_seat,
     OWN_GAME_THEIR_MOVE,
     {{"THE1R00001"}, "congo", PLAYERS, 7, DAYS(3)},
     {RESULT_OPEN, REASON_NONE},
     REMATCH_NONE,
     true, /* out of time */
     0,
     0},
    {&black_seat,
     OWN_GAME_MY_MOVE,
     {{"M1NE000001"}, "congo", PLAYERS, 7, DAYS(14)},
     {RESULT_OPEN, REASON_NONE},
     REMATCH_NONE,
     false,
     0,
     0},
    {&white_seat,
     OWN_GAME_NO_OPPONENT,
     {{"FREE000001"}, "congo", FREE_SEAT, 0, DAYS(1)},
     {RESULT_OPEN, REASON_NONE},
     REMATCH_NONE,
     false,
     0,
     0},
    {&black_seat,
     OWN_GAME_OVER,
     {{"REMATCH001"}, "congo", PLAYERS, 41, {900, 10}, false, 0},
     {RESULT_BLACK, REASON_LION},
     REMATCH_ASKED,
     false,
     0,
     0},
    {&any_seat,
     OWN_GAME_NOT_JOINED,
     {{"1NV1TED001"}, "congo", FREE_SEAT, 0, {300, 5}, false, 0},
     {RESULT_OPEN, REASON_NONE},
     REMATCH_NONE,
     false,
     0,
     0},
    {&white_seat,
     OWN_GAME_UNKNOWN,
     {.id = {"NKN0WN0001"}},
     {RESULT_OPEN, REASON_NONE},
     REMATCH_NONE,
     false,
     0,
     0},
    {&white_seat,
     OWN_GAME_GONE,
     {.id = {"G0NE000001"}},
     {RESULT_OPEN, REASON_NONE},
     REMATCH_NONE,
     false,
     0,
     0},
};
enum { OWN_COUNT = sizeof own_games / sizeof own_games[0] };

static void fill_live_games(void) {
    for (int i = 0; i < 40; i++) {
        LobbyGame *game = &live_games[i];
        *game = (LobbyGame){.variant = "congo", .taken = {true, true}, .ply = (uint32_t)i};
        snprintf(game->id.text, sizeof game->id.text, "LVGAME%04u", (unsigned)i % 10000U);
        snprintf(game->player[WHITE], sizeof game->player[WHITE], "White player %d", i);
        snprintf(game->player[BLACK], sizeof game->player[BLACK], "Black player %d", i);
    }
}

static void report_games(size_t open, size_t live) {
    server.list[LIST_OPEN] = (LobbyList){true, open_games, open};
    server.list[LIST_LIVE] = (LobbyList){true, live_games, live};
    server.own = (OwnGameList){NULL, 0};
    server.online = true;
    server.error = "";
}

static void report_error(void) {
    memset(&server, 0, sizeof server);
    server.error = "Cannot connect to localhost:7153: connection refused.";
    server.retry_s = 7;
}

/* ---- the screens ---- */

typedef struct LobbyCase {
    const char *name, *term, *locale;
    int lines, columns;
    size_t own, open, live;
    bool error;
    int down; /* number of times that the key is pressed */
} LobbyCase;

static const LobbyCase screens[] = {
    {"80x24-lobby", "vt100", "C", 24, 80, 0, 3, 2, false, 1},
    {"80x24-lobby-empty", "xterm-256color", "C.UTF-8", 24, 80, 0, 0, 0, false, 0},
    {"80x24-lobby-trouble", "vt100", "C", 24, 80, 0, 0, 0, true, 0},
    {"24x10-lobby", "vt100", "C", 10, 24, 0, 3, 2, false, 2},
    {"24x10-lobby-trouble", "vt100", "C", 10, 24, 0, 0, 0, true, 0},
    {"120x40-lobby", "xterm-256color", "C.UTF-8", 40, 120, 0, 3, 40, false, 30},
    {"80x24-lobby-own", "vt100", "C", 24, 80, OWN_COUNT, 1, 0, false, 0},
    {"24x10-lobby-own", "xterm-256color", "C.UTF-8", 10, 24, OWN_COUNT, 1, 0, false, 1},
    {"120x40-lobby-own", "xterm-256color", "C.UTF-8", 40, 120, OWN_COUNT, 3, 2, false, 1},
};

static App *open_app(void) {
    App *app = memory_allocate(sizeof *app);
    features_create(app, features);
    settings_default(&app->settings);
    assert_true(keymap_build(&app->keymap, &app->settings, NULL));
    lobby_screen_open(app);
    return app;
}

static void close_app(App *app) {
    lobby_screen_close(app);
    layers_clear(&app->layers);
    features_free(app);
    free(app);
}

static void press(App *app, Key key) {
    layers_key(&app->layers, key);
}

static void test_screen(void **state) {
    const LobbyCase *screen = *state;
    char found[GOLDEN_SIZE];
    setenv("TERM", screen->term, 1);
    if (!capability_probe(NULL) || setlocale(LC_CTYPE, screen->locale) == NULL)
        skip();
    if (screen->error)
        report_error();
    else
        report_games(screen->open, screen->live);
    server.own = (OwnGameList){own_games, screen->own};
    fake_terminal_open(screen->term, screen->locale, screen->lines, screen->columns, COLORS_AUTO);
    App *app = open_app();
    draw_set_palette(theme_colors(THEME_DARK));
    draw_clear();
    layers_draw(&app->layers);
    for (int i = 0; i < screen->down; i++)
        press(app, K_DOWN);
    draw_clear();
    layers_draw(&app->layers);
    golden_read(found);
    close_app(app);
    fake_terminal_close();
    golden_check(screen->name, found);
}

/* ---- the selection ---- */

/* The selection stays on its game while others come and go; if the game goes, the nearest one is
 * selected. */
static void test_selection(void **state) {
    (void)state;
    LobbyGame fewer[2] = {open_games[1], open_games[2]};
    report_games(3, 2);
    fake_terminal_open("vt100", "C", 24, 80, COLORS_AUTO);
    App *app = open_app();
    layers_draw(&app->layers);
    assert_string_equal(lobby_screen_selected_row(lobby_screen(app))->game.id.text, "7Q2KM4XDT1");
    press(app, 'j');
    assert_string_equal(lobby_screen_selected_row(lobby_screen(app))->game.id.text, "0A1B2C3D4E");
    server.list[LIST_OPEN] = (LobbyList){true, fewer, 2};
    lobby_screen_update_rows(lobby_screen(app));
    assert_string_equal(lobby_screen_selected_row(lobby_screen(app))->game.id.text, "0A1B2C3D4E");
    server.list[LIST_OPEN] = (LobbyList){true, &fewer[1], 1};
    lobby_screen_update_rows(lobby_screen(app));
    assert_non_null(lobby_screen_selected_row(lobby_screen(app)));
    server.list[LIST_OPEN].count = server.list[LIST_LIVE].count = 0;
    lobby_screen_update_rows(lobby_screen(app));
    assert_null(lobby_screen_selected_row(lobby_screen(app)));
    press(app, 'w');
    assert_string_equal(lobby_screen(app)->message, "There is no game to choose.");
    press(app, K_DOWN);
    press(app, K_PAGE_UP);
    report_games(3, 2);
    lobby_screen_update_rows(lobby_screen(app));
    press(app, K_PAGE_DOWN);
    assert_int_equal(lobby_screen_selected_row(lobby_screen(app))->section, LOBBY_LIVE);
    close_app(app);
    fake_terminal_close();
}

/* Games that wait for the user stand first, then the other unfinished ones, then those that are
 * over. */
static void test_own_games(void **state) {
    static const char *const order[] = {"M1NE000001", "REMATCH001", "1NV1TED001", "THE1R00001",
                                        "FREE000001", "NKN0WN0001", "0VER000001", "G0NE000001"};
    char text[256];
    (void)state;
    report_games(0, 0);
    server.own = (OwnGameList){own_games, OWN_COUNT};
    fake_terminal_open("vt100", "C", 24, 80, COLORS_AUTO);
    App *app = open_app();
    layers_draw(&app->layers);
    assert_string_equal(lobby_screen(app)->rows[0].text, "My games (3 wait for you)");
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        assert_string_equal(lobby_screen(app)->rows[1 + i].game.id.text, order[i]);
        assert_int_equal(lobby_screen(app)->rows[1 + i].section, LOBBY_OWN);
    }
    lobby_screen_describe_selection(lobby_screen(app), text, sizeof text);
    assert_string_equal(text, "Your move against Ada: Enter opens the game.");
    press(app, K_DOWN);
    lobby_screen_describe_selection(lobby_screen(app), text, sizeof text);
    assert_string_equal(text, "Ada offers a rematch: Enter opens the game.");
    press(app, 'd');
    assert_true(layers_top(&app->layers) != &lobby_screen(app)->layer); /* asks first */
    close_app(app);
    fake_terminal_close();
}

static void change_key(App *app, const char *action, const char *key) {
    KeyBinding *binding = &app->settings.keys[app->settings.key_count++];
    snprintf(binding->action, sizeof binding->action, "%s", action);
    snprintf(binding->key, sizeof binding->key, "%s", key);
}

/* Keys that the user has changed are named and do what they say; a key that the lobby has for
 * itself is not named for what it does in a game. */
static void test_changed_keys(void **state) {
    char text[256], screen[GOLDEN_SIZE];
    (void)state;
    report_games(0, 0);
    server.own = (OwnGameList){own_games, OWN_COUNT};
    fake_terminal_open("vt100", "C", 24, 80, COLORS_AUTO);
    App *app = open_app();
    change_key(app, "lobby-remove", "n");
    change_key(app, "lobby-join", "F7");
    change_key(app, "lobby-refresh", "");
    change_key(app, "select", "F8");
    change_key(app, "down", "F9");
    assert_true(keymap_build(&app->keymap, &app->settings, NULL));
    draw_set_palette(theme_colors(THEME_DARK));
    layers_draw(&app->layers);
    golden_read(screen);
    assert_non_null(strstr(screen, "F8 open  Esc back  w watch  F7 by id  s server  n remove"));
    press(app, K_F1 + 8);
    lobby_screen_describe_selection(lobby_screen(app), text, sizeof text);
    assert_string_equal(text, "Ada offers a rematch: F8 opens the game.");
    press(app, 'd');
    assert_non_null(strstr(lobby_screen(app)->message, "That key does nothing"));
    press(app, 'r');
    assert_non_null(strstr(lobby_screen(app)->message, "That key does nothing"));
    press(app, 'n');
    assert_true(layers_top(&app->layers) != &lobby_screen(app)->layer); /* asks first */
    close_app(app);
    fake_terminal_close();
}

static int close_terminal(void **state) {
    (void)state;
    fake_terminal_close();
    return 0;
}

int main(void) {
    enum { COUNT = sizeof screens / sizeof screens[0] };
    struct CMUnitTest tests[COUNT + 3];
    for (size_t i = 0; i < COUNT; i++)
        tests[i] = (struct CMUnitTest){.name = screens[i].name,
                                       .test_func = test_screen,
                                       .teardown_func = close_terminal,
                                       .initial_state = (void *)(uintptr_t)&screens[i]};
    tests[COUNT] = (struct CMUnitTest)cmocka_unit_test_teardown(test_selection, close_terminal);
    tests[COUNT + 1] = (struct CMUnitTest)cmocka_unit_test_teardown(test_own_games, close_terminal);
    tests[COUNT + 2] =
        (struct CMUnitTest)cmocka_unit_test_teardown(test_changed_keys, close_terminal);
    fill_live_games();
    /* There are no saved seats. */
    setenv("XDG_STATE_HOME", "/dev/null", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
