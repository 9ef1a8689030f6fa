/*
 * Sessions that play through a real congod: every move exactly once despite lost connections and
 * server crashes; saved, lost and retaken seats; draws, talk and ends. The environment variable
 * CONGO_CUTS sets the number of connections to cut (2000).
 */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../support/daemon.h"
#include "../support/loop_helper.h"
#include "proxy.h"
#include "../support/scratch.h"
#include "../support/sample_seat.h"

#include "base/monotonic.h"
#include "base/file.h"
#include "base/text.h"
#include "collection/collection.h"
#include "play/autosave.h"
#include "play/online/lobby.h"
#include "play/online/network_open.h"
#include "play/online/seats.h"
#include "play/online/waiting_games.h"
#include "rules/fen.h"

enum { CUTS = 2000, BYTES_TO_CUT = 1500, GAME_PLIES = 120, CLIENTS_MAX = 4 };

static const char config[] = "listen = [ \"%s\" ];\n"
                             "database = \"games.db\";\n"
                             "admin = \"\";\n"
                             "limits = { outage = 0; commands = 0; games = 0; };\n";

static char program[SCRATCH_PATH_SIZE];
static pid_t server;
static uv_loop_t loop;
static Proxy proxy;

/* The program of a player or a spectator. */
typedef struct Client {
    Session *session;
    Network *opening;
    bool opened;
    Error failure;
    int event_counts[SESSION_EVENT_COUNT];
    char notice[400]; /* the last */
    bool reconnects_at_once;
} Client;

/* Everything that a test opens is here, so that stop_session closes it even if the test fails. */
static Client clients[CLIENTS_MAX];
static Client *const white = &clients[0], *const black = &clients[1], *const third = &clients[2];
static Lobby *lobby;
static WaitingGames *waiting;

/* ---- the server ---- */

static void start_server(void) {
    unlink("server");
    server = daemon_start(program, "congod.conf", "congod.log");
    while (!daemon_is_listening("server")) {
        if (daemon_has_ended(server))
            fail_msg("the server has ended by itself");
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
}

static int set_up(void **state) {
    const char *build = getenv("CONGO_BUILD");
    char folder[SCRATCH_PATH_SIZE - 16], text[SCRATCH_PATH_SIZE + sizeof config];
    if (build)
        snprintf(program, sizeof program, "%s/src/congod", build);
    else
        snprintf(program, sizeof program, "%s/src/congod", getcwd(folder, sizeof folder));
    if (scratch_make(state) != 0)
        return -1;
    snprintf(text, sizeof text, config, scratch_path("server"));
    scratch_write("congod.conf", text);
    if (chdir(scratch_path("")) != 0)
        return -1;
    start_server();
    return 0;
}

static int tear_down(void **state) {
    bool ended = daemon_stop(server);
    if (chdir("..") != 0 || scratch_remove(state) != 0)
        return -1;
    return ended ? 0 : -1;
}

/* ---- clients ---- */

static void on_event(void *context, Session *session, SessionEvent event) {
    Client *client = context;
    NetworkView view;
    client->event_counts[event]++;
    if (event == SESSION_NOTICE)
        snprintf(client->notice, sizeof client->notice, "%s", session_notice(session));
    if (event == SESSION_NETWORK && client->reconnects_at_once && network_view(session, &view) &&
        !view.online)
        network_retry_now(session);
}

static void on_opened(void *context, SessionSetup *setup, const Error *error,
                      const UntrustedServer *untrusted) {
    (void)untrusted; /* there is none without encryption */
    Client *client = context;
    client->opening = NULL;
    client->opened = true;
    if (!setup) {
        client->failure = *error;
        return;
    }
    client->session = session_create(&loop, setup, on_event, client, &client->failure);
}

static void set(Settings *settings, const char *name, const char *text) {
    Error error = {0};
    settings_set(settings, name, text, &error);
    assert_string_equal(error.text, "");
}

static bool is_opened(void *context) {
    return ((Client *)context)->opened;
}

/* Runs the loop until the condition holds. */
static void run_until(bool (*is_so)(void *context), void *context) {
    if (!loop_run_until(&loop, is_so, context))
        fail_msg("what is waited for does not come: %s", clients[0].notice);
}

/* Opens a game with options "name=value", ended by NULL. */
static void open_with(Client *client, const char *place, const char *const *options) {
    static Settings settings;
    NetworkOptions network_options;
    Error error = {0};
    *client = (Client){0};
    settings_default(&settings);
    set(&settings, "place", "network");
    set(&settings, "host", place);
    set(&settings, "hash", "1");
    for (; *options; options++) {
        char name[64];
        size_t length = strcspn(*options, "=");
        snprintf(name, sizeof name, "%.*s", (int)length, *options);
        set(&settings, name, *options + length + 1);
        settings.side_given[WHITE] |= strcmp(name, "white") == 0;
        settings.side_given[BLACK] |= strcmp(name, "black") == 0;
    }
    assert_true(settings_check_game(&settings, &error));
    assert_true(network_options_from_settings(&settings, &network_options, &error));
    client->opening = network_open(&loop, &settings, &network_options, on_opened, client);
    run_until(is_opened, client);
}
#define OPEN(client, place, ...) open_with(client, place, (const char *const[]){__VA_ARGS__, NULL})

static const char *game_of(const Client *client) {
    static char option[32];
    NetworkView view;
    assert_true(network_view(client->session, &view));
    snprintf(option, sizeof option, "game=%s", view.id.text);
    return option;
}

static void leave(Client *client) {
    if (client->opening)
        network_cancel(client->opening);
    if (client->session)
        session_free(client->session, NULL, NULL);
    *client = (Client){0};
    uv_run(&loop, UV_RUN_NOWAIT);
}

static void close_lobby(void) {
    lobby_free(lobby);
    lobby = NULL;
}

static int start_session(void **state) {
    (void)state;
    memset(clients, 0, sizeof clients);
    lobby = NULL;
    waiting = NULL;
    assert_int_equal(setenv("XDG_STATE_HOME", scratch_path("state"), 1), 0);
    assert_int_equal(uv_loop_init(&loop), 0);
    proxy_start(&proxy, &loop, "proxy", "server");
    return 0;
}

static int stop_session(void **state) {
    (void)state;
    for (int i = 0; i < CLIENTS_MAX; i++)
        leave(&clients[i]);
    close_lobby();
    waiting_games_free(waiting);
    proxy_stop(&proxy);
    return loop_finish(&loop);
}

/* Opens a game of two named players. */
static void open_players(const char *place) {
    OPEN(white, place, "white=hi/random", "name=Ada");
    assert_string_equal(white->failure.text, "");
    OPEN(black, place, game_of(white), "black=hi/random", "name=Bo");
    assert_string_equal(black->failure.text, "");
}

static size_t count_of(const Client *client) {
    return session_record(client->session)->count;
}

/* ---- conditions ---- */

static bool all_idle(void *context) {
    size_t count = count_of(white);
    (void)context;
    for (int i = 0; i < CLIENTS_MAX; i++) {
        NetworkView view;
        const Session *session = clients[i].session;
        if (session && (!network_view(session, &view) || view.waiting || !view.online ||
                        count_of(&clients[i]) != count ||
                        record_is_over(session_record(session)) !=
                            record_is_over(session_record(white->session))))
            return false;
    }
    return true;
}

static void run_until_idle(void) {
    run_until(all_idle, NULL);
}

static bool is_over(void *context) {
    return record_is_over(session_record(((Client *)context)->session));
}

static bool has_talk(void *context) {
    NetworkView view;
    return network_view(((Client *)context)->session, &view) && view.talk_count > 0;
}

static bool has_offer(void *context) {
    Color by;
    return session_draw_offered(((Client *)context)->session, &by);
}

static bool has_no_offer(void *context) {
    return !has_offer(context);
}

static bool has_notice(void *context) {
    return ((Client *)context)->notice[0] != '\0';
}

static bool is_spectator(void *context) {
    NetworkView view;
    return network_view(((Client *)context)->session, &view) && view.seat == SEAT_NONE;
}

static bool both_present(void *context) {
    NetworkView view;
    return network_view(((Client *)context)->session, &view) && view.present[WHITE] &&
           view.present[BLACK];
}

static bool not_both_present(void *context) {
    return !both_present(context);
}

/* ---- playing ---- */

static uint64_t random_state = 50;

static uint64_t random_number(uint64_t sides) {
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (random_state >> 33) % sides;
}

/* Makes a random move if it is the player's turn. */
static void make_random_move(Client *client) {
    MoveList list;
    Error error = {0};
    if (!client->session || !session_awaits_human(client->session))
        return;
    movelist_init(&list);
    record_moves(session_record(client->session), &list);
    if (list.count > 0)
        session_submit(client->session, list.moves[random_number(list.count)], &error);
    assert_string_equal(error.text, "");
    movelist_free(&list);
}

static void submit_only(Client *client, const char *move) {
    Error error = {0};
    session_submit_text(client->session, move, notation_congo, &error);
    assert_string_equal(error.text, "");
}

static void submit(Client *client, const char *move) {
    submit_only(client, move);
    run_until_idle();
}

static void assert_same_game(const Client *a, const Client *b) {
    const Record *one = session_record(a->session), *other = session_record(b->session);
    assert_int_equal(one->count, other->count);
    for (size_t ply = 0; ply < one->count; ply++)
        assert_true(move_equal(one->plies[ply].move, other->plies[ply].move));
    assert_int_equal(session_outcome(a->session).reason, session_outcome(b->session).reason);
}

/* Expects that all clients and the server have the same game. */
static void assert_all_agree(void) {
    Client *fresh = &clients[CLIENTS_MAX - 1];
    run_until_idle();
    OPEN(fresh, "./server", game_of(white), "watch=on");
    assert_string_equal(fresh->failure.text, "");
    for (int i = 0; i < CLIENTS_MAX - 1; i++)
        if (clients[i].session)
            assert_same_game(fresh, &clients[i]);
    leave(fresh);
}

static void play_random(size_t plies, bool (*is_enough)(void)) {
    while (!is_over(white) && count_of(white) < plies && !is_enough()) {
        make_random_move(white);
        make_random_move(black);
        uv_run(&loop, UV_RUN_ONCE);
    }
}

/* ---- outcomes, counted through the linker's --wrap ---- */

static atomic_int outcomes_computed; /* kept games are read on several threads */

Outcome __real_outcome_compute(const Position *position, GameHistory history);
Outcome __wrap_outcome_compute(const Position *position, GameHistory history);

Outcome __wrap_outcome_compute(const Position *position, GameHistory history) {
    outcomes_computed++;
    return __real_outcome_compute(position, history);
}

/* ---- tests ---- */

static void each_program_computes_one_outcome_for_a_move(void **state) {
    (void)state;
    OPEN(white, "./server", "white=hi/random", "name=Ada");
    OPEN(black, "./server", game_of(white), "name=Bo");
    run_until_idle();
    outcomes_computed = 0;
    submit(white, "a2a3");
    submit(black, "a6a5");
    assert_int_equal(count_of(black), 2);
    assert_int_equal(count_of(white), 2);
    assert_int_equal(outcomes_computed, 4);
}

static void a_game_is_played_and_watched(void **state) {
    (void)state;
    NetworkView view;
    OPEN(white, "./server", "white=hi/random", "name=Ada", "clock=300+60");
    OPEN(third, "./server", game_of(white), "watch=on");
    OPEN(black, "./server", game_of(white), "name=Bo");
    run_until(both_present, third);
    assert_true(network_view(black->session, &view));
    assert_int_equal(view.seat, SEAT_BLACK);
    assert_int_equal(session_player(third->session, WHITE)->kind, PLAYER_REMOTE);
    submit(white, "a2a3");
    submit(black, "a6a5");
    submit(white, "b2b3");
    submit(black, "b6b5");
    assert_true(session_clock_ms(third->session, WHITE) > 300000);
    assert_all_agree();
    assert_string_equal(session_player(third->session, WHITE)->name, "Ada");
    assert_string_equal(session_player(third->session, BLACK)->name, "Bo");
    assert_string_equal(record_tag(session_record(white->session), "Black"), "Bo");
    assert_string_equal(record_tag(session_record(white->session), "TimeControl"), "300+60");
    assert_false(session_awaits_human(third->session));
}

static void nobody_is_charged_for_waiting_for_an_opponent(void **state) {
    (void)state;
    OPEN(white, "./server", "white=hi/random", "name=Ada");
    run_until_idle();
    nanosleep(&(struct timespec){1, 0}, NULL);
    const int64_t invited = monotonic_ms();
    OPEN(black, "./server", game_of(white), "black=hi/random", "name=Bo");
    run_until_idle();
    submit(white, "a2a3");
    run_until_idle();
    const int64_t most = monotonic_ms() - invited;
    for (size_t i = 0; i < 2; i++) {
        const Record *record = session_record(clients[i].session);
        assert_int_equal(record->count, 1);
        assert_in_range(record->plies[0].time_ms, 0, most);
    }
}

static void forbidden_actions_are_refused(void **state) {
    (void)state;
    Error error = {0};
    open_players("./server");
    submit(white, "a2a3");
    assert_false(session_undo(white->session, &error));
    assert_string_equal(error.text, "moves of a network game cannot be taken back");
    assert_false(session_redo(white->session, &error));
    assert_false(session_go_to_ply(white->session, 0, &error));
    assert_false(session_start_analysis(black->session, 1, 1, &error));
    assert_string_equal(
        error.text, "a network game can be analysed when it is over; until then, ask for advice");
    assert_false(session_submit_text(white->session, "b2b3", notation_congo, &error));
    assert_false(session_resign(white->session, BLACK, &error));
    assert_false(session_can_pause(white->session));
    error_clear(&error);
    assert_true(session_start_advice(black->session, &error));
    OPEN(third, "./server", game_of(white), "watch=on");
    assert_true(session_start_analysis(third->session, 1, 1, &error));
    assert_false(session_resign(third->session, WHITE, &error));
    assert_false(network_abort(third->session, &error));
}

static void nobody_is_offered_a_draw(void **state) {
    (void)state;
    Error error = {0};
    OPEN(white, "./server", "white=hi/random", "name=Ada");
    assert_false(session_draw(white->session, WHITE, &error));
    assert_string_equal(error.text, "nobody plays Black yet, who could accept a draw");
    OPEN(black, "./server", game_of(white), "black=hi/random", "name=Bo");
    run_until_idle();
    assert_true(session_draw(white->session, WHITE, &error));
    run_until(has_offer, black);
}

static void draws_are_offered_declined_and_accepted(void **state) {
    (void)state;
    Error error = {0};
    open_players("./server");
    submit(white, "a2a3");
    assert_true(session_draw(white->session, WHITE, &error));
    run_until(has_offer, black);
    assert_true(session_decline_draw(black->session, BLACK, &error));
    run_until(has_no_offer, white);
    run_until(has_notice, white);
    assert_string_equal(white->notice, "Black declines the draw.");
    assert_false(session_draw(white->session, WHITE, &error)); /* the server takes one a ply */
    assert_string_equal(error.text, "your offer of a draw was declined; offer it after the next "
                                    "move");
    submit(black, "a6a5");
    assert_true(session_draw(black->session, BLACK, &error));
    run_until(has_offer, white);
    assert_true(session_draw(white->session, WHITE, &error));
    run_until(is_over, black);
    run_until(is_over, white);
    assert_int_equal(session_outcome(black->session).reason, REASON_AGREED);
    assert_all_agree();
}

static void games_are_resigned_and_aborted(void **state) {
    (void)state;
    Error error = {0};
    open_players("./server");
    assert_true(network_abort(black->session, &error));
    run_until(is_over, white);
    assert_int_equal(session_outcome(white->session).reason, REASON_ABORTED);
    leave(white);
    leave(black);
    open_players("./server");
    submit(white, "a2a3");
    submit(black, "a6a5");
    assert_true(network_abort(black->session, &error));
    run_until(has_notice, black);
    assert_string_equal(black->notice, "Server response error: Both sides have moved: the game "
                                       "can only be resigned or drawn.");
    assert_true(session_resign(black->session, BLACK, &error));
    run_until(is_over, white);
    run_until(is_over, black);
    assert_int_equal(session_outcome(white->session).result, RESULT_WHITE);
    assert_false(network_abort(black->session, &error));
    assert_all_agree();
}

static void talk_reaches_everybody(void **state) {
    (void)state;
    Error error = {0};
    open_players("./server");
    assert_true(network_say(white->session, "gr\xC3\xBC\xC3\x9F dich\x1b[31m", &error));
    run_until(has_talk, black);
    run_until(has_talk, white);
    const TalkLine *line = network_talk(black->session, 0);
    assert_string_equal(line->name, "Ada");
    assert_string_equal(line->text, "gr\xC3\xBC\xC3\x9F dich [31m");
    assert_false(line->mine);
    assert_true(network_talk(white->session, 0)->mine);
    assert_null(network_talk(white->session, 1));
    assert_false(network_say(white->session, "  ", &error));
}

static void a_computer_plays_in_the_network(void **state) {
    (void)state;
    OPEN(white, "./server", "white=ai/random");
    OPEN(black, "./server", game_of(white), "black=ai/negamax", "depth=1");
    run_until(is_over, white);
    run_until(is_over, black);
    assert_all_agree();
}

/* ---- seats ---- */

static void seats_are_kept_until_the_end(void **state) {
    (void)state;
    Error error = {0};
    char id[64];
    size_t before = count_unlocked_seats();
    open_players("./server");
    submit(white, "a2a3");
    snprintf(id, sizeof id, "%s", game_of(white));
    assert_int_equal(count_unlocked_seats(), before); /* they are locked */
    leave(black);
    run_until(not_both_present, white);
    assert_int_equal(count_unlocked_seats(), before + 1);
    OPEN(black, "./server", id);
    NetworkView view;
    assert_true(network_view(black->session, &view));
    assert_int_equal(view.seat, SEAT_BLACK);
    assert_true(session_awaits_human(black->session));
    run_until(both_present, white);
    submit(black, "a6a5");
    assert_true(session_resign(black->session, BLACK, &error));
    run_until(is_over, black);
    run_until(is_over, white);
    leave(black);
    leave(white);
    assert_int_equal(count_unlocked_seats(), before);
}

/* Returns the number of autosaves in the state folder. */
static size_t count_autosaves(void) {
    FileList files;
    assert_true(file_list_folder(scratch_path("state/congo"), AUTOSAVE_SUFFIX, &files, NULL));
    size_t count = files.count;
    file_list_free(&files);
    return count;
}

/* Both players and a spectator are programs of one user. */
static void a_game_that_is_over_is_kept_once(void **state) {
    (void)state;
    static Settings settings;
    Error error = {0};
    char id[64];
    settings_default(&settings);
    Collection *collection = collection_open(&settings, NULL, &error);
    assert_string_equal(error.text, "");
    size_t before = collection_count(collection);
    collection_close(collection);
    open_players("./server");
    snprintf(id, sizeof id, "%s", game_of(white));
    OPEN(third, "./server", id, "watch=on");
    submit(white, "a2a3");
    submit(black, "a6a5");
    run_until_idle();
    assert_int_equal(count_autosaves(), 0); /* the server has it */
    assert_true(session_resign(black->session, BLACK, &error));
    for (int i = 0; i < 3; i++)
        run_until(is_over, &clients[i]);
    for (int i = 0; i < 3; i++)
        leave(&clients[i]);
    assert_int_equal(count_autosaves(), 0);
    collection = collection_open(&settings, NULL, &error);
    assert_int_equal(collection_count(collection), before + 1);
    size_t *found = malloc((before + 1) * sizeof *found);
    assert_non_null(found);
    assert_int_equal(collection_search(collection, id + strlen("game="), found), 1);
    const GameInfo *info = collection_game(collection, found[0]);
    free(found);
    assert_int_equal(info->kind, GAME_KEPT);
    assert_string_equal(info->id, id + strlen("game="));
    assert_string_equal(info->name[WHITE], "Ada");
    assert_string_equal(info->name[BLACK], "Bo");
    assert_int_equal(info->plies, 2);
    assert_true(info->has_user);
    assert_int_equal(info->player[color_other(info->user)], PLAYER_REMOTE);
    collection_close(collection);
}

static void a_game_that_cannot_be_kept_is_not_forgotten(void **state) {
    (void)state;
    Error error = {0};
    char id[64];
    size_t before = count_unlocked_seats();
    open_players("./server");
    snprintf(id, sizeof id, "%s", game_of(white));
    submit(white, "a2a3");
    submit(black, "a6a5");
    scratch_fill_disk(true);
    assert_true(session_resign(black->session, BLACK, &error));
    run_until(is_over, white);
    run_until(is_over, black);
    leave(white);
    scratch_fill_disk(false);
    leave(black);
    assert_int_equal(count_unlocked_seats(), before + 1);
    OPEN(white, "./server", id); /* the seat that is left is White's */
    assert_string_equal(white->failure.text, "");
    run_until(is_over, white);
    leave(white);
    assert_int_equal(count_unlocked_seats(), before);
}

static void the_latest_holder_of_the_key_has_the_seat(void **state) {
    (void)state;
    open_players("./server");
    submit(white, "a2a3");
    /* A second program of the same user does not use a locked key. */
    OPEN(third, "./server", game_of(white), "black=hi/random");
    assert_string_equal(third->failure.text,
                        "Server response error: the seat is taken, and this is not its key");
    /* Another user has the key. */
    char command[200], key[64] = "";
    snprintf(command, sizeof command,
             "sed -n 's/^key //p' $(grep -l 'seat b' state/congo/seats/%s-*.seat)",
             game_of(white) + strlen("game="));
    FILE *found = popen(command, "r");
    assert_non_null(found);
    assert_non_null(fgets(key, sizeof key, found));
    pclose(found);
    scratch_write("key", key);
    char option[SCRATCH_PATH_SIZE + 16];
    snprintf(option, sizeof option, "key-file=%s", scratch_path("key"));
    OPEN(third, "./server", game_of(white), option);
    assert_string_equal(third->failure.text, "");
    run_until(is_spectator, black);
    run_until(has_notice, black);
    assert_string_equal(
        black->notice,
        "Your seat was taken over from another window or computer. You are now only watching.");
    submit(third, "a6a5");
    assert_all_agree();
}

static void the_files_of_seats_are_private(void **state) {
    (void)state;
    FILE *found = popen("find state/congo/seats ! -perm 600 -type f; "
                        "find state/congo/seats ! -perm 700 -type d",
                        "r");
    char line[100];
    assert_non_null(found);
    assert_null(fgets(line, sizeof line, found));
    pclose(found);
}

static void missing_games_and_servers_are_reported(void **state) {
    (void)state;
    OPEN(white, "./server", "game=7Q2KM4XDT1");
    assert_non_null(strstr(white->failure.text, "Server response error: "));
    OPEN(white, "./server", "game=7Q2KM4XDT1", "watch=on");
    assert_non_null(strstr(white->failure.text, "Server response error: "));
    OPEN(white, "./nobody", "game=standard");
    assert_non_null(strstr(white->failure.text, "cannot connect to ./nobody"));
    assert_null(white->session);
}

/* ---- the lobby ---- */

static int lobby_events;

static void on_lobby(void *context, Lobby *changed) {
    (void)context;
    (void)changed;
    lobby_events++;
}

static bool is_read(void *context) {
    (void)context;
    return !lobby_is_busy(lobby) && lobby_is_online(lobby);
}

static const LobbyGame *find_game(ListChoice choice, const Client *client) {
    LobbyList list = lobby_list(lobby, choice);
    for (size_t i = 0; i < list.count; i++)
        if (strcmp(list.games[i].id.text, game_of(client) + strlen("game=")) == 0)
            return &list.games[i];
    return NULL;
}

/* The server tells of each list by itself: for a moment the game is in both. */
static bool is_only_live(void *context) {
    return find_game(LIST_LIVE, context) && !find_game(LIST_OPEN, context);
}

static void open_lobby(void) {
    ServerList place;
    assert_true(server_list_parse("./server", &place, NULL));
    lobby = lobby_create(&loop, &place, on_lobby, NULL);
    run_until(is_read, NULL);
}

/* Opens the lobby as somebody with other saved seats would. */
static void open_lobby_of_another_user(void) {
    assert_int_equal(setenv("XDG_STATE_HOME", scratch_path("other"), 1), 0);
    open_lobby();
    assert_int_equal(setenv("XDG_STATE_HOME", scratch_path("state"), 1), 0);
}

static const OwnGame *find_own(const char *id) {
    OwnGameList list = lobby_own_games(lobby);
    for (size_t i = 0; i < list.count; i++)
        if (strcmp(list.games[i].game.id.text, id) == 0)
            return &list.games[i];
    return NULL;
}

static void the_lobby_lists_ones_own_games(void **state) {
    (void)state;
    char id[GAME_ID_LENGTH + 1];
    SavedSeatList seats;
    OPEN(white, "./server", "name=Ada", "private=on");
    text_copy(id, sizeof id, game_of(white) + strlen("game="));
    open_lobby();
    const OwnGame *own = find_own(id);
    assert_non_null(own);
    assert_int_equal(own->state, OWN_GAME_NO_OPPONENT);
    assert_true(own->saved->in_use);
    OPEN(black, "./server", game_of(white), "black=hi/random", "name=Bo");
    leave(black);
    lobby_refresh(lobby);
    run_until(is_read, NULL);
    own = find_own(id);
    assert_string_equal(own->game.player[BLACK], "Bo");
    submit(white, "b2b3");
    leave(white);
    saved_seats_list(&seats);
    size_t count = seats.count;
    saved_seats_free(&seats);
    assert_true(count >= 2);
    lobby_refresh(lobby);
    run_until(is_read, NULL);
    OwnGameList list = lobby_own_games(lobby);
    int my_move = 0, their_move = 0;
    for (size_t i = 0; i < list.count; i++)
        if (strcmp(list.games[i].game.id.text, id) == 0) {
            my_move += list.games[i].state == OWN_GAME_MY_MOVE;
            their_move += list.games[i].state == OWN_GAME_THEIR_MOVE;
        }
    assert_int_equal(my_move, 1); /* Bo's seat is saved in the same folder */
    assert_int_equal(their_move, 1);
}

/* Without the server, the invitation is kept; the lobby lists the game when the server is there. */
static void a_game_that_could_not_be_joined_is_in_the_lobby(void **state) {
    (void)state;
    ServerList place;
    NetworkView view;
    Error error = {0};
    char id[GAME_ID_LENGTH + 1], game[sizeof "game=" + INVITATION_SIZE];
    OPEN(white, "./server", "name=Ada", "private=on", "invite=on");
    text_copy(id, sizeof id, game_of(white) + strlen("game="));
    assert_true(network_view(white->session, &view));
    snprintf(game, sizeof game, "game=%s", view.invitation);
    assert_int_equal(setenv("XDG_STATE_HOME", scratch_path("invited"), 1), 0);
    proxy_stop(&proxy);
    OPEN(black, "./proxy", game);
    assert_non_null(strstr(black->failure.text, "cannot connect to ./proxy"));
    proxy_start(&proxy, &loop, "proxy", "server");
    OPEN(third, "./proxy", "game=7Q2KM4XDT1"); /* no such game: nothing is kept */
    assert_int_equal(scratch_count("invited/congo/seats"), 1);
    assert_true(server_list_parse("./proxy", &place, NULL));
    lobby = lobby_create(&loop, &place, on_lobby, NULL);
    run_until(is_read, NULL);
    const OwnGame *own = find_own(id);
    assert_non_null(own);
    assert_int_equal(own->state, OWN_GAME_NOT_JOINED);
    assert_string_equal(own->game.player[WHITE], "Ada");
    snprintf(game, sizeof game, "game=%s", id);
    OPEN(black, "./proxy", game); /* with the invitation that is kept */
    assert_string_equal(black->failure.text, "");
    assert_true(network_view(black->session, &view));
    assert_int_equal(view.seat, SEAT_BLACK);
    assert_int_equal(scratch_count("invited/congo/seats"), 1);
    lobby_refresh(lobby);
    run_until(is_read, NULL);
    assert_int_equal(find_own(id)->state, OWN_GAME_THEIR_MOVE);
    OPEN(third, "./proxy", "name=Cy");
    assert_true(network_abort(third->session, &error));
    run_until(is_over, third);
    assert_int_equal(scratch_count("invited/congo/seats"), 2);
    snprintf(game, sizeof game, "%s", game_of(third));
    leave(third);
    OPEN(third, "./proxy", game); /* it is over: nothing is kept */
    assert_null(third->session);
    assert_int_equal(scratch_count("invited/congo/seats"), 1);
    assert_int_equal(setenv("XDG_STATE_HOME", scratch_path("state"), 1), 0);
}

static int waiting_events;

static void on_waiting(void *context, const WaitingServer *asked) {
    (void)context;
    (void)asked;
    waiting_events++;
}

static bool is_asked(void *context) {
    (void)context;
    return waiting_events > 0;
}

/* A server that cannot be reached holds nothing up. */
static void servers_are_asked_what_waits(void **state) {
    (void)state;
    char sentence[WAITING_SENTENCE_SIZE];
    SavedSeat elsewhere = {.id = {"0000000000"}, .seat = SEAT_WHITE};
    Error error = {0};
    assert_int_equal(setenv("XDG_STATE_HOME", scratch_path("waiting"), 1), 0);
    waiting_events = 0;
    assert_null(waiting_games_ask(&loop, on_waiting, NULL)); /* no seat is saved */
    OPEN(white, "./server", "name=Ada");
    OPEN(black, "./server", game_of(white), "black=hi/random", "name=Bo");
    run_until_idle();
    leave(white);
    leave(black);
    assert_true(server_list_parse("./nobody", &elsewhere.servers, NULL));
    seat_key_make(&elsewhere.key);
    saved_seat_close(saved_seat_create(&elsewhere, &error), false);
    assert_string_equal(error.text, "");
    waiting = waiting_games_ask(&loop, on_waiting, NULL);
    assert_non_null(waiting);
    run_until(is_asked, NULL);
    assert_false(waiting_games_is_done(waiting)); /* the other server is still tried */
    size_t answered = 0;
    for (size_t i = 0; i < 2; i++) {
        const WaitingServer *asked = waiting_games_server(waiting, i);
        assert_non_null(asked);
        waiting_games_sentence(asked, sentence);
        assert_string_equal(sentence,
                            asked->answered ? "It is your move in 1 game on ./server." : "");
        assert_int_equal(asked->games, asked->answered ? 2 : 0); /* both seats are saved here */
        answered += asked->answered;
    }
    assert_int_equal(answered, 1);
    assert_null(waiting_games_server(waiting, 2));
}

static void the_lobby_lists_games(void **state) {
    (void)state;
    OPEN(white, "./server", "name=Ada", "clock=60+1");
    OPEN(third, "./server", "name=Cy", "private=on");
    open_lobby();
    assert_null(find_game(LIST_OPEN, white)); /* nobody joins their own game */
    close_lobby();
    open_lobby_of_another_user();
    const LobbyGame *game = find_game(LIST_OPEN, white);
    assert_non_null(game);
    assert_string_equal(game->player[WHITE], "Ada");
    assert_false(game->taken[BLACK]);
    assert_int_equal(game->clock.seconds, 60);
    assert_null(find_game(LIST_OPEN, third));
    assert_null(find_game(LIST_LIVE, white));
    OPEN(black, "./server", game_of(white), "name=Bo");
    lobby_refresh(lobby);
    run_until(is_only_live, white);
    assert_true(lobby_events > 0);
    assert_string_equal(lobby_error_text(lobby), "");
}

/* ---- lost connections and servers ---- */

static bool never(void) {
    return false;
}

static unsigned cuts_wanted;

static bool has_enough_cuts(void) {
    return proxy.cuts >= cuts_wanted;
}

static void connections_are_cut_at_random(void **state) {
    (void)state;
    const char *wanted = getenv("CONGO_CUTS");
    cuts_wanted = wanted ? (unsigned)strtoul(wanted, NULL, 10) : CUTS;
    size_t plies = 0;
    for (int games = 1; proxy.cuts < cuts_wanted; games++) {
        proxy_cut(&proxy, 0);
        open_players("./proxy");
        OPEN(third, "./proxy", game_of(white), "watch=on");
        white->reconnects_at_once = black->reconnects_at_once = third->reconnects_at_once = true;
        proxy_cut(&proxy, BYTES_TO_CUT);
        play_random(GAME_PLIES, has_enough_cuts);
        proxy_cut(&proxy, 0);
        assert_all_agree();
        plies += count_of(white);
        for (int i = 0; i < CLIENTS_MAX; i++)
            leave(&clients[i]);
    }
    print_message("%u connections cut in %zu plies\n", proxy.cuts, plies);
}

static void the_server_is_killed(void **state) {
    (void)state;
    open_players("./server");
    OPEN(third, "./server", game_of(white), "watch=on");
    for (int i = 1; i <= 5; i++) {
        play_random(20 * (size_t)i, never);
        daemon_kill(server);
        for (int turns = 0; turns < 3; turns++) {
            uv_run(&loop, UV_RUN_NOWAIT);
            make_random_move(white);
            make_random_move(black);
        }
        start_server();
        network_retry_now(white->session);
        network_retry_now(black->session);
        network_retry_now(third->session);
        if (is_over(white))
            break;
    }
    assert_all_agree();
    assert_true(white->event_counts[SESSION_NOTICE] > 0);
}

/* Runs a shell command. */
static void run_shell(const char *command) {
    assert_int_equal(system(command), 0);
}

static bool all_have_plies(void *context) {
    const size_t *count = context;
    return count_of(white) == *count && count_of(black) == *count && all_idle(NULL);
}

/* The restored game has fewer moves than the clients', which read it again. */
static void a_server_restored_from_a_backup_reloads_the_game(void **state) {
    (void)state;
    open_players("./server");
    white->reconnects_at_once = black->reconnects_at_once = true;
    play_random(4, never);
    run_until_idle();
    size_t kept_count = count_of(white);
    daemon_kill(server);
    run_shell("rm -rf copy && mkdir copy && cp games.db* copy");
    start_server();
    play_random(kept_count + 3, never);
    run_until_idle();
    white->reconnects_at_once = black->reconnects_at_once = false;
    daemon_kill(server);
    run_shell("rm games.db* && cp copy/games.db* .");
    start_server();
    network_retry_now(white->session);
    network_retry_now(black->session);
    run_until(all_have_plies, &kept_count);
    white->reconnects_at_once = black->reconnects_at_once = true;
    play_random(30, never);
    assert_all_agree();
}

static void a_saved_seat_is_resumed_by_another_program(void **state) {
    (void)state;
    char id[64];
    open_players("./proxy");
    play_random(11, never);
    while (is_over(white)) { /* a lion was captured */
        leave(white);
        leave(black);
        open_players("./proxy");
        play_random(11, never);
    }
    snprintf(id, sizeof id, "%s", game_of(white));
    leave(black); /* the last move may or may not have arrived */
    OPEN(black, "./proxy", id);
    assert_string_equal(black->failure.text, "");
    play_random(40, never);
    assert_all_agree();
}

/* ---- several servers ---- */

static Proxy second;

static bool has_no_wires(void *context) {
    return ((Proxy *)context)->wires == NULL;
}

/* Whether a client was told that it goes on with the server of that path. */
static bool goes_on_with(const Client *client, const char *path) {
    const char *with = strstr(client->notice, " was lost. Going on with ");
    return with && strstr(with, path);
}

static const char *other_path;

static bool all_go_on(void *context) {
    (void)context;
    return goes_on_with(white, other_path) && goes_on_with(black, other_path) &&
           goes_on_with(third, other_path);
}

/* Two proxies stand for two servers with the same games. They die in turn. */
static void a_game_goes_on_when_servers_die(void **state) {
    (void)state;
    Proxy *dying = &proxy;
    proxy_start(&second, &loop, "second", "server");
    open_players("./proxy,./second");
    OPEN(third, "./second,./proxy", game_of(white), "watch=on");
    run_until_idle();
    NetworkView view;
    assert_true(network_view(white->session, &view));
    if (strcmp(view.server, "./second") == 0)
        dying = &second;
    for (size_t plies = 6; plies < 30 && !is_over(white); plies += 6) {
        Proxy *other = dying == &proxy ? &second : &proxy;
        other_path = other == &proxy ? "./proxy" : "./second";
        play_random(plies, never);
        make_random_move(white); /* is on its way */
        make_random_move(black);
        proxy_stop(dying);
        run_until(all_go_on, NULL);
        run_until(has_no_wires, dying);
        proxy_start(dying, &loop, dying == &proxy ? "proxy" : "second", "server");
        dying = other;
    }
    assert_all_agree();
    proxy_stop(&second);
}

/* The key is found whatever server of the list is named, and keeps all of them. */
static void a_seat_is_on_all_servers_of_its_list(void **state) {
    (void)state;
    char id[64];
    SavedSeatList seats;
    assert_int_equal(setenv("XDG_STATE_HOME", scratch_path("lists"), 1), 0);
    proxy_start(&second, &loop, "second", "server");
    OPEN(white, "./proxy,./second", "white=hi/random");
    snprintf(id, sizeof id, "%s", game_of(white));
    static const char *const places[] = {"./second", "./second,./server", "./server,./proxy"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        leave(white);
        OPEN(white, places[i], id);
        assert_string_equal(white->failure.text, "");
        assert_false(is_spectator(white));
        assert_int_equal(scratch_count("lists/congo/seats"), 1);
    }
    open_lobby(); /* of ./server, which the seat has been played on */
    assert_non_null(find_own(id + strlen("game=")));
    leave(white);
    saved_seats_list(&seats);
    assert_int_equal(seats.count, 1);
    assert_int_equal(seats.seats[0].servers.count, 3);
    saved_seats_free(&seats);
    proxy_stop(&second);
    assert_int_equal(setenv("XDG_STATE_HOME", scratch_path("state"), 1), 0);
}

static bool is_offline(void *context) {
    NetworkView view;
    return network_view(((Client *)context)->session, &view) && !view.online;
}

/* A server with games of its own in the list neither ends a game nor keeps it from being found. */
static void a_server_without_the_game_is_left(void **state) {
    (void)state;
    char text[SCRATCH_PATH_SIZE + sizeof config];
    snprintf(text, sizeof text, config, scratch_path("stranger"));
    char *database = strstr(text, "games.db");
    memcpy(database, "alien.db", strlen("alien.db"));
    scratch_write("stranger.conf", text);
    pid_t stranger = daemon_start(program, "stranger.conf", "stranger.log");
    while (!daemon_is_listening("stranger"))
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    OPEN(white, "./server", "white=hi/random");
    OPEN(black, "./stranger,./proxy", game_of(white), "black=hi/random", "seed=2");
    assert_string_equal(black->failure.text, "");
    OPEN(third, "./stranger,./proxy", game_of(white), "watch=on", "seed=2");
    assert_string_equal(third->failure.text, "");
    run_until_idle();
    proxy_stop(&proxy);
    run_until(has_no_wires, &proxy);
    run_until(is_offline, black);
    submit_only(white, "b2b3");
    proxy_start(&proxy, &loop, "proxy", "server");
    run_until_idle();
    assert_int_equal(count_of(black), 1);
    assert_false(is_spectator(black));
    submit(black, "b6b5");
    assert_int_equal(count_of(third), 2);
    leave(third);
    OPEN(third, "./stranger", game_of(white), "watch=on");
    assert_non_null(strstr(third->failure.text, "there is no game"));
    assert_true(daemon_stop(stranger));
}

static bool is_open_game(void *context) {
    return find_game(LIST_OPEN, context) != NULL;
}

/* The lists are told by the next server, from the start. */
static void the_lobby_goes_on_with_another_server(void **state) {
    (void)state;
    ServerList place;
    assert_int_equal(setenv("XDG_STATE_HOME", scratch_path("lobby-lists"), 1), 0);
    proxy_start(&second, &loop, "second", "server");
    OPEN(white, "./proxy,./second", "white=hi/random", "name=Ada");
    assert_true(server_list_parse("./nobody,./proxy,./second", &place, NULL));
    assert_int_equal(setenv("XDG_STATE_HOME", scratch_path("other"), 1), 0);
    lobby = lobby_create(&loop, &place, on_lobby, NULL);
    run_until(is_read, NULL);
    assert_int_equal(setenv("XDG_STATE_HOME", scratch_path("lobby-lists"), 1), 0);
    assert_non_null(find_game(LIST_OPEN, white));
    bool at_first = strcmp(lobby_server(lobby)->host, "./proxy") == 0;
    proxy_stop(at_first ? &proxy : &second);
    OPEN(third, "./server", "white=hi/random", "name=Cy");
    run_until(is_open_game, third);
    assert_string_equal(lobby_server(lobby)->host, at_first ? "./second" : "./proxy");
    if (at_first) {
        run_until(has_no_wires, &proxy);
        proxy_start(&proxy, &loop, "proxy", "server");
        proxy_stop(&second);
    }
    assert_int_equal(setenv("XDG_STATE_HOME", scratch_path("state"), 1), 0);
}

static void each_server_that_fails_is_named(void **state) {
    (void)state;
    OPEN(white, "./nobody,./server,./nowhere", "white=hi/random");
    assert_string_equal(white->failure.text, "");
    leave(white);
    OPEN(white, "./nobody,./nowhere", "white=hi/random", "seed=2");
    assert_string_equal(white->failure.text,
                        "cannot connect to ./nobody: no such file or directory; cannot connect to "
                        "./nowhere: no such file or directory");
    leave(white);
    OPEN(white, "./server,./nowhere", "game=0000000000", "seed=2");
    assert_string_equal(white->failure.text,
                        SERVER_ERROR_PREFIX "there is no game 0000000000; cannot connect to "
                                            "./nowhere: no such file or directory");
}

int main(void) {
    signal(SIGPIPE, SIG_IGN);
#define AT_TABLE(test) cmocka_unit_test_setup_teardown(test, start_session, stop_session)
    const struct CMUnitTest tests[] = {
        AT_TABLE(each_program_computes_one_outcome_for_a_move),
        AT_TABLE(a_game_is_played_and_watched),
        AT_TABLE(nobody_is_charged_for_waiting_for_an_opponent),
        AT_TABLE(forbidden_actions_are_refused),
        AT_TABLE(nobody_is_offered_a_draw),
        AT_TABLE(draws_are_offered_declined_and_accepted),
        AT_TABLE(games_are_resigned_and_aborted),
        AT_TABLE(talk_reaches_everybody),
        AT_TABLE(a_computer_plays_in_the_network),
        AT_TABLE(seats_are_kept_until_the_end),
        AT_TABLE(a_game_that_is_over_is_kept_once),
        AT_TABLE(a_game_that_cannot_be_kept_is_not_forgotten),
        AT_TABLE(the_latest_holder_of_the_key_has_the_seat),
        AT_TABLE(the_files_of_seats_are_private),
        AT_TABLE(missing_games_and_servers_are_reported),
        AT_TABLE(the_lobby_lists_games),
        AT_TABLE(the_lobby_lists_ones_own_games),
        AT_TABLE(a_game_that_could_not_be_joined_is_in_the_lobby),
        AT_TABLE(servers_are_asked_what_waits),
        AT_TABLE(connections_are_cut_at_random),
        AT_TABLE(the_server_is_killed),
        AT_TABLE(a_server_restored_from_a_backup_reloads_the_game),
        AT_TABLE(a_saved_seat_is_resumed_by_another_program),
        AT_TABLE(a_game_goes_on_when_servers_die),
        AT_TABLE(a_seat_is_on_all_servers_of_its_list),
        AT_TABLE(a_server_without_the_game_is_left),
        AT_TABLE(the_lobby_goes_on_with_another_server),
        AT_TABLE(each_server_that_fails_is_named),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
