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
#include "fake_terminal.h"
#include "golden.h"
#include "term/capability.h"
#include "tui/online/lobby_screen.h"

/* --- a fake of play/lobby.h: a server with the games of the test --- */

struct Lobby {
    int unused;
};

static Lobby fake_lobby;
static struct {
    LobbyList list[2];
    bool online;
    int retry_s;
    const char *error;
} server;

Lobby *lobby_create(uv_loop_t *loop, const ServerAddress *place, LobbyListener *listener,
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

/* --- lists --- */

static const LobbyGame open_games[] = {
    {{"7Q2KM4XDT1"}, "congo", {true, false}, {"Ada", ""}, 0, {300, 5}},
    {{"0A1B2C3D4E"}, "islands", {false, true}, {"", "Bo"}, 0, {0, 0}},
    {{"ZZZZZZZZZZ"}, "megapawn", {true, false}, {"", ""}, 0, {60, 0}},
};
static LobbyGame live_games[40];

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
    server.online = true;
    server.error = "";
}

static void report_error(void) {
    memset(&server, 0, sizeof server);
    server.error = "Cannot connect to localhost:7153: connection refused.";
    server.retry_s = 7;
}

/* --- the screens --- */

typedef struct LobbyCase {
    const char *name, *term, *locale;
    int lines, columns;
    size_t open, live;
    bool error;
    int down; /* number of times that the key is pressed */
} LobbyCase;

static const LobbyCase screens[] = {
    {"80x24-lobby", "vt100", "C", 24, 80, 3, 2, false, 1},
    {"80x24-lobby-empty", "xterm-256color", "C.UTF-8", 24, 80, 0, 0, false, 0},
    {"80x24-lobby-trouble", "vt100", "C", 24, 80, 0, 0, true, 0},
    {"24x10-lobby", "vt100", "C", 10, 24, 3, 2, false, 2},
    {"24x10-lobby-trouble", "vt100", "C", 10, 24, 0, 0, true, 0},
    {"120x40-lobby", "xterm-256color", "C.UTF-8", 40, 120, 3, 40, false, 30},
};

static App *open_app(void) {
    App *app = memory_allocate(sizeof *app);
    settings_default(&app->settings);
    assert_true(keymap_build(&app->keymap, &app->settings, NULL));
    lobby_screen_open(app);
    return app;
}

static void close_app(App *app) {
    lobby_screen_close(app);
    layers_clear(&app->layers);
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

/* --- the selection --- */

/* The selection stays on its game while others come and go; if the game goes, the nearest one is
 * selected. */
static void test_selection(void **state) {
    (void)state;
    LobbyGame fewer[2] = {open_games[1], open_games[2]};
    report_games(3, 2);
    fake_terminal_open("vt100", "C", 24, 80, COLORS_AUTO);
    App *app = open_app();
    layers_draw(&app->layers);
    assert_string_equal(lobby_screen_selected_row(app->lobby)->game.id.text, "7Q2KM4XDT1");
    press(app, 'j');
    assert_string_equal(lobby_screen_selected_row(app->lobby)->game.id.text, "0A1B2C3D4E");
    server.list[LIST_OPEN] = (LobbyList){true, fewer, 2};
    lobby_screen_update_rows(app->lobby);
    assert_string_equal(lobby_screen_selected_row(app->lobby)->game.id.text, "0A1B2C3D4E");
    server.list[LIST_OPEN] = (LobbyList){true, &fewer[1], 1};
    lobby_screen_update_rows(app->lobby);
    assert_non_null(lobby_screen_selected_row(app->lobby));
    server.list[LIST_OPEN].count = server.list[LIST_LIVE].count = 0;
    lobby_screen_update_rows(app->lobby);
    assert_null(lobby_screen_selected_row(app->lobby));
    press(app, K_ENTER);
    assert_string_equal(app->lobby->message, "There is no game to choose.");
    press(app, K_DOWN);
    press(app, K_PAGE_UP);
    report_games(3, 2);
    lobby_screen_update_rows(app->lobby);
    press(app, K_PAGE_DOWN);
    assert_int_equal(lobby_screen_selected_row(app->lobby)->section, LOBBY_LIVE);
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
    struct CMUnitTest tests[COUNT + 1];
    for (size_t i = 0; i < COUNT; i++)
        tests[i] = (struct CMUnitTest){.name = screens[i].name,
                                       .test_func = test_screen,
                                       .teardown_func = close_terminal,
                                       .initial_state = (void *)(uintptr_t)&screens[i]};
    tests[COUNT] = (struct CMUnitTest)cmocka_unit_test_teardown(test_selection, close_terminal);
    fill_live_games();
    /* There are no saved seats. */
    setenv("XDG_STATE_HOME", "/dev/null", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
