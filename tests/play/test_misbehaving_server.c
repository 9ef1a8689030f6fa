/* Network games and the lobby on a server that misbehaves: it sends prepared replies. Every mistake
 * is reported in a sentence. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../support/loop_helper.h"
#include "../support/sample_seat.h"
#include "../support/scratch.h"

#include "base/buffer.h"
#include "base/memory.h"
#include "play/online/lobby.h"
#include "play/online/network_open.h"

enum { SOCKETS_MAX = 32, LINES_MAX = 2048 };

static uv_loop_t loop;

/* ---- the server ---- */

/* A reply to a command. Several replies for one command are sent in turn, the last one repeatedly.
 */
typedef struct CannedReply {
    const char *command;
    const char *lines; /* NULL to hang up */
} CannedReply;

typedef struct Socket {
    uv_pipe_t pipe;
    bool open;
    char input[LINES_MAX];
    size_t length;
} Socket;

static struct {
    uv_pipe_t listening;
    const char *greeting;
    CannedReply replies[16];
    size_t count;
    Socket sockets[SOCKETS_MAX];
    size_t socket_count;
    unsigned mutes;      /* received MUTEs */
    char unanswered[16]; /* a command that has no reply, which fails the test, or "" */
} server;

static void on_written(uv_write_t *write, int status) {
    (void)status;
    free(write->data);
    free(write);
}

/* Sends lines, with the tag of the request, "@1 ", after the first byte of replies. */
static void send_lines(Socket *socket, const char *lines, const char *tag) {
    Buffer text = {0};
    for (const char *line = lines; *line;) {
        size_t length = strcspn(line, "\n") + 1;
        buffer_add(&text, line, 1);
        buffer_add_string(&text, line[0] == '!' ? "" : tag);
        buffer_add(&text, line + 1, length - 1);
        line += length;
    }
    uv_buf_t buffer = uv_buf_init(NULL, (unsigned)text.length);
    uv_write_t *write = memory_allocate(sizeof *write);
    write->data = buffer.base = buffer_take(&text);
    uv_write(write, (uv_stream_t *)&socket->pipe, &buffer, 1, on_written);
}

static void hang_up(Socket *socket) {
    if (socket->open)
        uv_close((uv_handle_t *)&socket->pipe, NULL);
    socket->open = false;
}

static void hang_up_all(void) {
    for (size_t i = 0; i < server.socket_count; i++)
        hang_up(&server.sockets[i]);
}

static void send_to_all(const char *lines) {
    for (size_t i = 0; i < server.socket_count; i++)
        if (server.sockets[i].open)
            send_lines(&server.sockets[i], lines, "");
}

/* Returns the next reply to a command, or NULL to hang up. Uses it up unless it is the last one. */
static const char *next_reply(const char *command) {
    CannedReply *found = NULL;
    for (size_t i = 0; i < server.count; i++) {
        CannedReply *reply = &server.replies[i];
        if (!reply->command || strcmp(reply->command, command) != 0)
            continue;
        if (found) {
            const char *lines = found->lines;
            found->command = NULL;
            return lines;
        }
        found = reply;
    }
    if (!found)
        snprintf(server.unanswered, sizeof server.unanswered, "%s", command);
    return found ? found->lines : NULL;
}

static void on_request_line(Socket *socket, char *line) {
    char tag[32] = "", command[16];
    if (line[0] == '@') {
        size_t length = strcspn(line, " ") + 1;
        snprintf(tag, sizeof tag, "%.*s", (int)length, line);
        line += length;
    }
    snprintf(command, sizeof command, "%.*s", (int)strcspn(line, " \r"), line);
    server.mutes += strcmp(command, "MUTE") == 0;
    const char *lines = next_reply(command);
    if (lines)
        send_lines(socket, lines, tag);
    else
        hang_up(socket);
}

static void on_alloc(uv_handle_t *handle, size_t size, uv_buf_t *buffer) {
    (void)size;
    Socket *socket = handle->data;
    *buffer = uv_buf_init(socket->input + socket->length,
                          (unsigned)(sizeof socket->input - socket->length));
}

static void on_read(uv_stream_t *stream, ssize_t got, const uv_buf_t *buffer) {
    Socket *socket = stream->data;
    (void)buffer;
    if (got < 0) {
        hang_up(socket);
        return;
    }
    socket->length += (size_t)got;
    char *end;
    while (socket->open && (end = memchr(socket->input, '\n', socket->length)) != NULL) {
        *end++ = '\0';
        on_request_line(socket, socket->input);
        socket->length -= (size_t)(end - socket->input);
        memmove(socket->input, end, socket->length);
    }
}

static void on_client(uv_stream_t *listening, int status) {
    assert_int_equal(status, 0);
    assert_true(server.socket_count < SOCKETS_MAX);
    Socket *socket = &server.sockets[server.socket_count++];
    *socket = (Socket){.open = true};
    uv_pipe_init(&loop, &socket->pipe, 0);
    socket->pipe.data = socket;
    assert_int_equal(uv_accept(listening, (uv_stream_t *)&socket->pipe), 0);
    uv_read_start((uv_stream_t *)&socket->pipe, on_alloc, on_read);
    send_lines(socket, server.greeting, "");
}

#define ID    "7Q2KM4XDT1"
#define KEY   "0123456789ABCDEFGHJKMNPQRS"
#define START "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1"
/* Returns the =GAME at a ply with additional fields. */
#define GAME(ply, more)                                                                            \
    "=GAME " ID " variant=congo first=" START " ply=" ply " turn=w w=Ada b=Bo " more "\n"
#define GET_GAME(ply, more) GAME(ply, more) "+GET " ID "\n"
#define NO_MOVES            "+MOVES " ID " next=0\n"
#define WATCHED             GAME("0", "") "+WATCH " ID " ply=0\n"
#define SEATED              GAME("0", "") "+JOIN " ID " seat=w key=" KEY " ply=0\n"

/* Sets the replies, ended by one without a command. */
static void set_replies(const CannedReply *replies) {
    server.count = 0;
    server.replies[server.count++] = (CannedReply){"HELLO", "+HELLO congo/1 maxline=512\n"};
    for (; replies->command; replies++)
        server.replies[server.count++] = *replies;
}
/* Makes the server one that offers everything. */
static void offer_features(void) {
    server.replies[0].lines = "+HELLO congo/1 maxline=512 features=rematch,claim,invite,permove,"
                              "mute,names,subscribe,readonly\n";
}

#define REPLIES(...) set_replies((const CannedReply[]){__VA_ARGS__, {NULL, NULL}})

/* ---- the client ---- */

static struct {
    Session *session;
    Network *opening;
    Error failure;
    bool opened;
    char notice[4000]; /* those not checked yet */
    Lobby *lobby;
    int lobby_events;
    int network_events;
} client;

static void on_event(void *context, Session *session, SessionEvent event) {
    (void)context;
    size_t length = strlen(client.notice);
    client.network_events += event == SESSION_NETWORK;
    if (event == SESSION_NOTICE)
        snprintf(client.notice + length, sizeof client.notice - length, "%s\n",
                 session_notice(session));
}

static void on_opened(void *context, SessionSetup *setup, const Error *error,
                      const UntrustedServer *untrusted) {
    (void)untrusted; /* there is none without encryption */
    (void)context;
    client.opening = NULL;
    client.opened = true;
    client.failure = *error;
    if (setup)
        client.session = session_create(&loop, setup, on_event, NULL, &client.failure);
}

static bool holds_or_failed(void *context) {
    bool (*const *is_so)(void) = context;
    return server.unanswered[0] != '\0' || (*is_so)();
}

static void run_until(bool (*is_so)(void)) {
    bool reached = loop_run_until(&loop, holds_or_failed, &is_so);
    if (server.unanswered[0] != '\0')
        fail_msg("the server has no reply to %s", server.unanswered);
    if (!reached)
        fail_msg("a condition was not reached in time; last notices: %s", client.notice);
}

static void set(Settings *settings, const char *name, const char *text) {
    Error error = {0};
    settings_set(settings, name, text, &error);
    assert_string_equal(error.text, "");
}

static bool is_opened(void) {
    return client.opened;
}

static void set_odd_server(Settings *settings) {
    settings_default(settings);
    set(settings, "place", "network");
    set(settings, "host", "./odd");
}

/* Opens the game as a spectator or as White. */
static void open_game(bool watch) {
    static Settings settings;
    NetworkOptions options;
    Error error = {0};
    set_odd_server(&settings);
    set(&settings, "hash", "1");
    set(&settings, "game", ID);
    if (watch)
        set(&settings, "watch", "on");
    else
        set(&settings, "white", "hi/random");
    settings.side_given[WHITE] = !watch;
    assert_true(network_options_from_settings(&settings, &options, &error));
    client.opened = false;
    client.opening = network_open(&loop, &settings, &options, on_opened, NULL);
    run_until(is_opened);
}

static void assert_opened(bool watch) {
    open_game(watch);
    assert_string_equal(client.failure.text, "");
    assert_non_null(client.session);
}

/* Expects that opening fails with an error that contains a text. */
static void assert_fails(const char *why) {
    open_game(true);
    assert_null(client.session);
    if (strstr(client.failure.text, why) == NULL)
        fail_msg("expected \"%s\", found \"%s\"", why, client.failure.text);
}

static bool has_notice(void) {
    return client.notice[0] != '\0';
}

static void assert_notice(const char *why) {
    run_until(has_notice);
    if (strstr(client.notice, why) == NULL)
        fail_msg("expected \"%s\", found \"%s\"", why, client.notice);
    client.notice[0] = '\0';
}

static NetworkView view(void) {
    NetworkView view;
    assert_true(network_view(client.session, &view));
    return view;
}

static size_t ply(void) {
    return session_record(client.session)->count;
}

static int start_session(void **state) {
    if (scratch_make(state) != 0 || chdir(scratch_path("")) != 0 || uv_loop_init(&loop) != 0)
        return -1;
    memset(&client, 0, sizeof client);
    memset(&server, 0, sizeof server);
    server.greeting = "!HELLO congo/1 odd/1 maxline=512\n";
    uv_pipe_init(&loop, &server.listening, 0);
    return uv_pipe_bind(&server.listening, "odd") ||
           uv_listen((uv_stream_t *)&server.listening, 16, on_client);
}

static int stop_session(void **state) {
    if (client.opening)
        network_cancel(client.opening);
    if (client.session)
        session_free(client.session, NULL, NULL);
    lobby_free(client.lobby);
    hang_up_all();
    uv_close((uv_handle_t *)&server.listening, NULL);
    return loop_finish(&loop) || chdir("..") || scratch_remove(state);
}

/* ---- opening a game ---- */

static void a_missing_server_is_reported(void **state) {
    (void)state;
    REPLIES({"GET", NULL});
    assert_fails("lost the connection to ./odd");
    server.greeting = "nonsense\n";
    assert_fails("nonsense");
    server.greeting = "!HELLO congo/2 odd/1 maxline=512\n";
    assert_fails("another version of the protocol");
}

static void a_refused_greeting_is_reported(void **state) {
    (void)state;
    set_replies(&(CannedReply){NULL, NULL});
    server.replies[0].lines = "-VERSION retry=no msg=this server supports congo/9 only\n";
    assert_fails("this server supports congo/9 only");
    server.replies[0].lines = "-BUSY retry=later msg=come again\n";
    assert_fails("come again");
}

static void an_error_has_the_words_of_the_server(void **state) {
    (void)state;
    REPLIES({"GET", "-NOGAME retry=no msg=there is no such game\n"});
    assert_fails("Server response error: there is no such game");
    REPLIES({"GET", GET_GAME("1", "")}, {"MOVES", "-INTERNAL retry=no msg=the game is damaged\n"});
    assert_fails("Server response error: the game is damaged");
}

static void unreadable_games_are_reported(void **state) {
    (void)state;
    REPLIES({"GET", "+GET " ID "\n"});
    assert_fails("did not send the game");
    REPLIES({"GET", "=GAME " ID " variant=draughts first=" START " ply=0 turn=w\n+GET " ID "\n"});
    assert_fails("does not know the game's variant, \"draughts\"");
    REPLIES({"GET", "=GAME " ID " variant=congo first=7/7/7/7/7/7/7/w/-1 ply=0\n+GET " ID "\n"});
    assert_fails("the server's game cannot be read: ");
    REPLIES({"GET", GET_GAME("2", "")}, {"MOVES", "=MOVE " ID " 1 b2b3 by=w\n+MOVES " ID "\n"});
    assert_fails("left out a move");
    REPLIES({"GET", GET_GAME("2", "")}, {"MOVES", "=MOVE " ID " 0 a1g7 by=w\n+MOVES " ID "\n"});
    assert_fails("the server's game cannot be read: ");
    REPLIES({"GET", GET_GAME("0", "result=1-0 reason=agreed")}, {"MOVES", NO_MOVES});
    assert_fails("the server's game cannot be read: ");
}

static void missing_moves_are_reported(void **state) {
    (void)state;
    REPLIES({"GET", GET_GAME("2", "")}, {"MOVES", NO_MOVES});
    assert_fails("left out a move");
}

static void moves_come_in_several_replies(void **state) {
    (void)state;
    REPLIES({"GET", GET_GAME("2", "")},
            {"MOVES", "=MOVE " ID " 0 b2b3 by=w\n+MOVES " ID " next=1\n"},
            {"MOVES", "=MOVE " ID " 1 b6b5 by=b\n+MOVES " ID " next=2\n"},
            {"WATCH", GAME("2", "") "+WATCH " ID " ply=2\n"});
    assert_opened(true);
    assert_int_equal(session_record(client.session)->count, 2);
}

static void a_cancelled_open_reports_nothing(void **state) {
    (void)state;
    static Settings settings;
    NetworkOptions options;
    settings_default(&settings);
    set(&settings, "host", "./odd");
    set(&settings, "game", ID);
    set(&settings, "watch", "on");
    assert_true(network_options_from_settings(&settings, &options, NULL));
    network_cancel(network_open(&loop, &settings, &options, on_opened, NULL));
    uv_run(&loop, UV_RUN_NOWAIT);
    assert_false(client.opened);
}

/* ---- playing ---- */

static void watch_game(void) {
    REPLIES({"GET", GET_GAME("0", "")}, {"MOVES", NO_MOVES}, {"WATCH", WATCHED});
    assert_opened(true);
}

#define AS_PLAYER                                                                                  \
    {"JOIN", SEATED}, {"GET", GET_GAME("0", "")}, {"MOVES", NO_MOVES}, {                           \
        "WATCH", WATCHED                                                                           \
    }

static bool is_settled(void) {
    NetworkView now = view();
    return now.online && !now.waiting;
}

static void illegal_moves_make_the_game_reload(void **state) {
    (void)state;
    watch_game();
    for (int i = 0; i < 3; i++) {
        send_to_all("!MOVE " ID " 0 a1g7 by=w next=1\n");
        assert_notice("was loaded again");
        assert_false(view().game_lost);
    }
    send_to_all("!MOVE " ID " 0 a1g7 by=w next=1\n");
    assert_notice("a1g7");
    assert_true(view().game_lost); /* reloading has a limit */
}

static void invalid_squares_are_requested_again(void **state) {
    (void)state;
    watch_game();
    send_to_all("!MOVE " ID " 0 a4a5 by=w next=1\n");
    assert_notice("was loaded again");
}

static void a_different_position_makes_the_game_reload(void **state) {
    (void)state;
    watch_game();
    send_to_all("!MOVE " ID " 0 b2b3 by=w next=1 hash=0000000000000001\n");
    assert_notice("was loaded again");
    assert_int_equal(ply(), 0);
    send_to_all("!MOVE " ID " 0 b2b3 by=w next=1 hash=d9b47619696a4b26\n");
    while (ply() < 1)
        uv_run(&loop, UV_RUN_ONCE);
}

static void a_lost_game_is_reported(void **state) {
    (void)state;
    Error error = {0};
    REPLIES({"GET", GET_GAME("0", "")}, {"MOVES", NO_MOVES},
            {"WATCH", "-NOGAME retry=no msg=the game was deleted\n"});
    assert_opened(true);
    assert_notice("Server response error: the game was deleted.");
    assert_true(view().game_lost);
    assert_false(network_say(client.session, "hello", &error));
    assert_string_equal(error.text, "the server no longer has this game");
}

static void an_impossible_end_is_reported(void **state) {
    (void)state;
    watch_game();
    send_to_all("!END " ID " result=1-0 reason=agreed\n");
    assert_notice("agreed");
    assert_false(record_is_over(session_record(client.session)));
}

static void a_refused_seat_leaves_a_spectator(void **state) {
    (void)state;
    Error error = {0};
    REPLIES(AS_PLAYER, {"JOIN", "-TAKEN retry=no msg=the seat is another's\n"});
    assert_opened(false);
    assert_notice("the seat is another's; you are now only watching.");
    assert_int_equal(view().seat, SEAT_NONE);
    assert_false(session_submit_text(client.session, "b2b3", notation_congo, &error));
}

/* A server that stood still refuses what waited meanwhile. */
static void a_deferred_seat_is_asked_for_again(void **state) {
    (void)state;
    REPLIES({"JOIN", "-BUSY retry=later msg=the server stood still; send the command again\n"},
            AS_PLAYER);
    assert_opened(false);
    run_until(is_settled);
    assert_int_equal(view().seat, SEAT_WHITE);
}

static void a_refused_move_is_taken_back(void **state) {
    (void)state;
    REPLIES(AS_PLAYER, {"MOVE", "-ILLEGAL retry=no msg=that is no move of White\n"});
    assert_opened(false);
    run_until(is_settled);
    assert_true(session_submit_text(client.session, "b2b3", notation_congo, NULL));
    assert_int_equal(ply(), 1);
    assert_notice("Server response error: That is no move of White.");
    assert_int_equal(ply(), 0);
    assert_true(session_awaits_human(client.session));
}

#define BUSY                                                                                       \
    { "MOVE", "-BUSY retry=later msg=the server is busy\n" }
#define MOVED                                                                                      \
    { "MOVE", "+MOVE " ID " 0 next=1 hash=d9b47619696a4b26\n" }

/* The user hears of it only if that takes long. */
static void a_deferred_move_is_sent_again(void **state) {
    (void)state;
    REPLIES(AS_PLAYER, BUSY, MOVED);
    assert_opened(false);
    run_until(is_settled);
    assert_true(session_submit_text(client.session, "b2b3", notation_congo, NULL));
    run_until(is_settled);
    assert_int_equal(ply(), 1);
    assert_false(has_notice());
}

static void a_move_deferred_twice_is_told(void **state) {
    (void)state;
    REPLIES(AS_PLAYER, BUSY, BUSY, MOVED);
    assert_opened(false);
    run_until(is_settled);
    assert_true(session_submit_text(client.session, "b2b3", notation_congo, NULL));
    assert_notice("the server is busy; trying again.");
    run_until(is_settled);
    assert_int_equal(ply(), 1);
}

static bool is_offline(void) {
    return !view().online;
}

/* Makes a move while the server is away, and leaves the game with it. */
static void leave_with_a_move(void) {
    REPLIES(AS_PLAYER, {"MOVE", NULL});
    assert_opened(false);
    run_until(is_settled);
    assert_false(view().unconfirmed);
    assert_true(session_submit_text(client.session, "b2b3", notation_congo, NULL));
    assert_true(view().unconfirmed);
    run_until(is_offline);
    session_free(client.session, NULL, NULL);
    client.session = NULL;
    client.notice[0] = '\0';
}

#define AFTER(move)                                                                                \
    {"JOIN", GAME("1", "") "+JOIN " ID " seat=w key=" KEY " ply=1\n"}, {"GET", GET_GAME("1", "")}, \
        {"MOVES", "=MOVE " ID " 0 " move " by=w\n+MOVES " ID " next=1\n"}, {                       \
        "WATCH", GAME("1", "") "+WATCH " ID " ply=1\n"                                             \
    }

/* Leaves a game that was resumed, and expects that nothing is left to be sent. */
static void expect_no_move_left(void) {
    run_until(is_settled);
    assert_false(view().unconfirmed);
    assert_true(view().key_saved);
    session_free(client.session, NULL, NULL);
    client.session = NULL;
    client.notice[0] = '\0';
    REPLIES(AS_PLAYER);
    assert_opened(false);
    run_until(is_settled);
    assert_int_equal(ply(), 0);
    assert_string_equal(client.notice, "");
}

static void a_move_is_sent_by_the_program_that_resumes_the_game(void **state) {
    (void)state;
    leave_with_a_move();
    REPLIES(AS_PLAYER, {"MOVE", "+MOVE " ID " 0 next=1 hash=d9b47619696a4b26\n"});
    assert_opened(false);
    assert_notice("Your move b2b3, which had not reached the server, is sent now.");
    run_until(is_settled);
    assert_int_equal(ply(), 1);
    expect_no_move_left();
}

static void a_move_that_the_server_has_is_not_sent_again(void **state) {
    (void)state;
    leave_with_a_move();
    REPLIES(AFTER("b2b3"));
    assert_opened(false);
    run_until(is_settled);
    assert_string_equal(client.notice, "");
    assert_int_equal(ply(), 1);
    expect_no_move_left();
}

/* The same seat has made another move, or the server has lost some. */
static void a_move_that_no_longer_fits_is_dropped(void **state) {
    (void)state;
    leave_with_a_move();
    REPLIES(AFTER("c2c3"));
    assert_opened(false);
    assert_notice("Your move b2b3 had not reached the server; the game has gone on without it.");
    assert_int_equal(ply(), 1);
    expect_no_move_left();
}

static void a_move_is_not_sent_to_a_game_that_is_over(void **state) {
    (void)state;
    leave_with_a_move();
    REPLIES({"JOIN", SEATED}, {"GET", GET_GAME("0", "result=0-1 reason=resigned")},
            {"MOVES", NO_MOVES},
            {"WATCH", GAME("0", "result=0-1 reason=resigned") "+WATCH " ID "\n"});
    assert_opened(false);
    assert_notice("the game has gone on without it.");
    assert_int_equal(ply(), 0);
}

static void a_draw_offer_is_known_at_once(void **state) {
    (void)state;
    Color by;
    REPLIES({"JOIN", SEATED}, {"GET", GET_GAME("0", "offer=b")}, {"MOVES", NO_MOVES},
            {"WATCH", GAME("0", "offer=b") "+WATCH " ID " ply=0\n"});
    assert_opened(false);
    run_until(is_settled);
    assert_true(session_draw_offered(client.session, &by));
    assert_int_equal(by, BLACK);
}

static void talk_may_be_lost_with_the_connection(void **state) {
    (void)state;
    REPLIES(AS_PLAYER, {"SAY", NULL});
    assert_opened(false);
    run_until(is_settled);
    assert_true(network_say(client.session, "hello", NULL));
    assert_false(network_say(client.session, "  ", NULL));
    assert_notice("Reconnecting: ");
    network_retry_now(client.session);
    assert_notice("Connected to the server again; your last words may have been lost.");
    hang_up_all();
    assert_notice("Reconnecting: ");
    network_retry_now(client.session);
    assert_notice("Connected to the server again.");
    assert_int_equal(view().talk_count, 0);
}

static void a_server_of_another_version_is_final(void **state) {
    (void)state;
    watch_game();
    run_until(is_settled);
    server.greeting = "!HELLO congo/2 odd/2 maxline=512\n";
    hang_up_all();
    assert_notice("Reconnecting: ");
    network_retry_now(client.session);
    assert_notice("another version of the protocol");
    assert_true(view().game_lost);
}

static bool is_idle(void) {
    return session_is_idle(client.session);
}

static void nothing_waits_for_a_server_of_another_version(void **state) {
    (void)state;
    Error error = {0};
    REPLIES(AS_PLAYER, {"MOVE", NULL});
    offer_features();
    assert_opened(false);
    run_until(is_settled);
    server.greeting = "!HELLO congo/2 odd/2 maxline=512\n";
    assert_true(session_submit_text(client.session, "b2b3", notation_congo, NULL));
    assert_notice("Reconnecting: ");
    assert_true(view().waiting);
    network_retry_now(client.session);
    assert_notice("another version of the protocol");
    assert_false(network_mute(client.session, SEAT_BLACK, true, &error));
    assert_string_equal(error.text, "the connection to the server has ended");
    assert_false(view().waiting);
    run_until(is_idle); /* the line interface reads on */
}

/* ---- what later servers offer ---- */

/* Expects that an old server is not asked to make a game with an option. */
static void assert_not_asked(const char *option, const char *value, const char *why) {
    static Settings settings;
    NetworkOptions options;
    Error error = {0};
    set_odd_server(&settings);
    set(&settings, option, value);
    assert_true(network_options_from_settings(&settings, &options, &error));
    client.opened = false;
    client.opening = network_open(&loop, &settings, &options, on_opened, NULL);
    run_until(is_opened);
    if (strstr(client.failure.text, why) == NULL)
        fail_msg("expected \"%s\", found \"%s\"", why, client.failure.text);
    assert_null(client.session);
}

/* NEW has no reply, so that sending it fails the test. */
static void an_old_server_is_asked_for_nothing_new(void **state) {
    (void)state;
    REPLIES({"GET", GET_GAME("0", "")});
    assert_not_asked("invite", "on", "this server cannot keep a seat for somebody who is invited");
    assert_not_asked("clock", "3d", "this server cannot give a player days for each move");
    assert_not_asked("claim", "5", "this server cannot let a player claim the game");
}

static bool is_read_only(void) {
    return view().read_only;
}

static bool is_writable(void) {
    return !view().read_only;
}

static void a_full_disk_is_known(void **state) {
    (void)state;
    server.greeting = "!HELLO congo/1 odd/1 maxline=512\n!READONLY\n";
    watch_game();
    assert_true(view().read_only);
    send_to_all("!WRITABLE\n");
    run_until(is_writable);
    send_to_all("!READONLY\n");
    run_until(is_read_only);
}

static bool is_delayed(void) {
    return view().delayed;
}

static void a_slow_answer_is_reported(void **state) {
    (void)state;
    REPLIES(AS_PLAYER, {"MOVE", ""});
    assert_opened(false);
    run_until(is_settled);
    assert_true(session_submit_text(client.session, "b2b3", notation_congo, NULL));
    assert_true(view().waiting);
    client.network_events = 0;
    run_until(is_delayed);
    assert_true(client.network_events > 0);
    send_to_all("+@9 PONG\n"); /* an unexpected reply ends the connection */
    assert_notice("Reconnecting: ");
}

static RematchState expected_rematch;

static bool is_rematch(void) {
    return view().rematch == expected_rematch && !view().waiting;
}

static void assert_rematch(RematchState state) {
    expected_rematch = state;
    run_until(is_rematch);
}

#define OVER "result=0-1 reason=resigned"

static void a_rematch_is_offered_and_made(void **state) {
    (void)state;
    Error error = {0};
    NetworkOptions options;
    SavedSeat seat;
    REPLIES({"JOIN", SEATED}, {"GET", GET_GAME("0", OVER)}, {"MOVES", NO_MOVES},
            {"WATCH", GAME("0", OVER) "+WATCH " ID " ply=0\n"},
            {"REMATCH", "+REMATCH " ID " offer\n"},
            {"REMATCH", "+REMATCH " ID " accept game=7Q2KM4XDT2 seat=b\n"});
    assert_opened(false);
    run_until(is_settled);
    assert_false(network_rematch(client.session, &error));
    assert_string_equal(error.text, "this server has no rematches");
    offer_features();
    hang_up_all();
    assert_notice("Reconnecting: ");
    network_retry_now(client.session);
    run_until(is_settled);
    assert_true(view().can_rematch);
    assert_false(network_decline_rematch(client.session, &error));
    assert_true(network_rematch(client.session, NULL));
    assert_rematch(REMATCH_OFFERED);
    assert_false(network_rematch(client.session, &error));
    send_to_all("!REMATCH " ID " b decline\n");
    assert_rematch(REMATCH_DECLINED);
    assert_false(network_rematch(client.session, &error));
    assert_string_equal(error.text, "the opponent has declined a rematch");
    assert_false(network_rematch_options(client.session, &options));
    send_to_all("!REMATCH " ID " b offer\n");
    assert_rematch(REMATCH_ASKED);
    assert_true(network_rematch(client.session, NULL));
    assert_rematch(REMATCH_MADE);
    assert_string_equal(view().rematch_id.text, "7Q2KM4XDT2");
    assert_true(network_rematch_options(client.session, &options));
    assert_int_equal(options.action, NETWORK_JOIN);
    assert_int_equal(options.seat, SEAT_BLACK);
    assert_string_equal(options.id.text, "7Q2KM4XDT2");
    /* The seat is kept even if the program ends now. */
    assert_true(saved_seats_find(&options.servers, &options.id, SEAT_BLACK, NULL, &seat));
    assert_string_equal(seat.key.text, options.key.text);
}

static void an_offer_of_a_rematch_keeps_the_seat(void **state) {
    (void)state;
    SavedSeat seat;
    ServerList servers;
    GameId id = {ID};
    assert_true(server_list_parse("./odd", &servers, NULL));
    REPLIES({"JOIN", SEATED}, {"GET", GET_GAME("0", OVER)}, {"MOVES", NO_MOVES},
            {"WATCH", GAME("0", OVER " rematch=w") "+WATCH " ID " ply=0\n"});
    offer_features();
    assert_opened(false);
    assert_rematch(REMATCH_OFFERED);
    session_free(client.session, NULL, NULL);
    client.session = NULL;
    assert_true(saved_seats_find(&servers, &id, SEAT_WHITE, NULL, &seat));
    REPLIES({"JOIN", SEATED}, {"GET", GET_GAME("0", OVER)}, {"MOVES", NO_MOVES},
            {"WATCH", GAME("0", OVER) "+WATCH " ID " ply=0\n"});
    assert_opened(false);
    run_until(is_settled);
    session_free(client.session, NULL, NULL);
    client.session = NULL;
    assert_false(saved_seats_find(&servers, &id, SEAT_WHITE, NULL, &seat));
}

/* Another server may answer at the address of the user's own, which is not running. */
static void a_saved_seat_outlives_a_server_without_the_game(void **state) {
    (void)state;
    SavedSeat seat;
    ServerList servers;
    GameId id = {ID};
    assert_true(server_list_parse("./odd", &servers, NULL));
    REPLIES({"JOIN", "-NOGAME retry=no msg=there is no such game\n"});
    open_game(false);
    assert_string_equal(client.failure.text, "Server response error: there is no such game");
    assert_false(
        saved_seats_find(&servers, &id, SEAT_ANY, NULL, &seat)); /* a new one is not kept */
    seat = (SavedSeat){.servers = servers, .id = id, .key = sample_seat.key, .seat = SEAT_WHITE};
    saved_seat_close(saved_seat_create(&seat, NULL), false);
    open_game(false);
    assert_null(client.session);
    assert_true(saved_seats_find(&servers, &id, SEAT_WHITE, &sample_seat.key, &seat));
}

#define AWAY                                                                                       \
    "=GAME " ID " variant=congo first=" START " ply=1 turn=b w=Ada b=Bo won=1 claim=1 "            \
    "away=59900\n"
#define ONE_MOVE "=MOVE " ID " 0 b2b3 by=w\n"

static bool can_claim(void) {
    return view().claim_s == 0;
}

static bool is_over(void) {
    return record_is_over(session_record(client.session));
}

static void a_game_is_claimed_when_the_opponent_is_away(void **state) {
    (void)state;
    Error error = {0};
    REPLIES(
        {"JOIN", AWAY "+JOIN " ID " seat=w key=" KEY " ply=1\n"}, {"GET", AWAY "+GET " ID "\n"},
        {"MOVES", ONE_MOVE "+MOVES " ID " next=1\n"}, {"WATCH", AWAY "+WATCH " ID " ply=1\n"},
        {"CLAIM", "+CLAIM " ID " 1 result=1-0 reason=time\n!END " ID " result=1-0 reason=time\n"});
    offer_features();
    assert_opened(false);
    run_until(can_claim); /* the passing of time is reported */
    assert_int_equal(view().claim_minutes, 1);
    send_to_all("!JOIN " ID " b name=Bo\n");
    while (view().claim_s == 0)
        uv_run(&loop, UV_RUN_ONCE);
    assert_int_equal(view().claim_s, -1);
    assert_false(network_claim(client.session, &error));
    assert_string_equal(error.text,
                        "a game can be claimed while the opponent is away and has to move");
    send_to_all("!LEAVE " ID " b\n");
    while (view().claim_s < 0)
        uv_run(&loop, UV_RUN_ONCE);
    assert_in_range(view().claim_s, 1, 60); /* it counts anew */
    assert_false(network_claim(client.session, &error));
    hang_up_all(); /* the server knows better how long it has been */
    network_retry_now(client.session);
    run_until(can_claim);
    assert_true(network_claim(client.session, &error));
    run_until(is_over);
    assert_int_equal(session_outcome(client.session).reason, REASON_TIME);
}

static bool is_muted_twice(void) {
    return server.mutes == 2;
}

static bool is_muted(void) {
    return view().muted[BLACK];
}

static void muting_survives_a_lost_connection(void **state) {
    (void)state;
    Error error = {0};
    REPLIES(AS_PLAYER, {"MUTE", "+MUTE " ID " b\n"});
    offer_features();
    assert_opened(false);
    run_until(is_settled);
    assert_false(network_mute(client.session, SEAT_WHITE, true, &error));
    assert_string_equal(error.text, "you cannot mute yourself");
    assert_true(network_mute(client.session, SEAT_BLACK, true, &error));
    run_until(is_muted);
    assert_false(view().spectators_muted);
    hang_up_all();
    assert_notice("Reconnecting: ");
    network_retry_now(client.session);
    run_until(is_muted_twice);
}

/* ---- the lobby ---- */

static void on_lobby(void *context, Lobby *lobby) {
    (void)context;
    (void)lobby;
    client.lobby_events++;
}

static void open_lobby(void) {
    ServerList place;
    assert_true(server_list_parse("./odd", &place, NULL));
    client.lobby = lobby_create(&loop, &place, on_lobby, NULL);
}

static bool lobby_is_read(void) {
    return lobby_is_online(client.lobby) && !lobby_is_busy(client.lobby);
}

static bool lobby_has_error(void) {
    return lobby_error_text(client.lobby)[0] != '\0';
}

static void a_long_list_comes_in_pages(void **state) {
    (void)state;
    LobbyList list;
    REPLIES({"LIST", "=LIST " ID " variant=congo w=Ada ply=0\n+LIST next=1\n"},
            {"LIST", "+LIST\n"}, /* games in progress */
            {"LIST", "=LIST 7Q2KM4XDT2 variant=congo b=Bo ply=0 clock=60+1\n+LIST next=2\n"},
            {"LIST", "+LIST next=3\n"});
    open_lobby();
    run_until(lobby_is_read);
    list = lobby_list(client.lobby, LIST_OPEN);
    assert_int_equal(list.count, 2);
    assert_string_equal(list.games[0].player[WHITE], "Ada");
    assert_false(list.games[0].taken[BLACK]);
    assert_string_equal(list.games[1].id.text, "7Q2KM4XDT2");
    assert_int_equal(list.games[1].clock.seconds, 60);
    assert_int_equal(lobby_list(client.lobby, LIST_LIVE).count, 0);
    assert_string_equal(lobby_error_text(client.lobby), "");
}

static size_t expected_open;

static bool has_open_games(void) {
    return lobby_list(client.lobby, LIST_OPEN).count == expected_open;
}

static void assert_open_games(size_t count) {
    expected_open = count;
    run_until(has_open_games);
}

#define LISTED(word, id, more) word "LIST " id " variant=congo w=Ada " more "ply=0\n"

static void the_server_tells_what_changes(void **state) {
    (void)state;
    REPLIES({"SUBSCRIBE", LISTED("=", ID, "") LISTED("=", "7Q2KM4XDT2", "") "+SUBSCRIBE\n"},
            {"SUBSCRIBE", LISTED("=", "7Q2KM4XDT3", "") "+SUBSCRIBE\n"});
    offer_features();
    open_lobby();
    run_until(lobby_is_read);
    assert_true(lobby_is_subscribed(client.lobby));
    assert_open_games(2);
    send_to_all(LISTED("!", "7Q2KM4XDT4", ""));
    assert_open_games(3);
    send_to_all(LISTED("!", "7Q2KM4XDT4", "b=Bo ")); /* is played now */
    assert_open_games(2);
    assert_int_equal(lobby_list(client.lobby, LIST_LIVE).count, 1);
    send_to_all("!UNLIST " ID "\n!UNLIST 0000000000\n");
    assert_open_games(1);
    send_to_all("!RELIST\n" LISTED("!", ID, "") LISTED("!", "7Q2KM4XDT5", ""));
    assert_open_games(2);
    assert_int_equal(lobby_list(client.lobby, LIST_LIVE).count, 0);
    hang_up_all();
    run_until(lobby_has_error);
    lobby_refresh(client.lobby);
    assert_open_games(1); /* what is listed after the reconnect */
    assert_string_equal(lobby_list(client.lobby, LIST_OPEN).games[0].id.text, "7Q2KM4XDT3");
}

static void an_interrupted_page_is_read_once(void **state) {
    (void)state;
    REPLIES({"LIST", "=LIST " ID " variant=congo w=Ada ply=0\n"}, {"LIST", NULL},
            {"LIST", "=LIST " ID " variant=congo w=Ada ply=0\n+LIST\n"}, {"LIST", "+LIST\n"});
    open_lobby();
    run_until(lobby_has_error);
    assert_in_range(lobby_retry_s(client.lobby), 0, 2);
    lobby_refresh(client.lobby); /* no request is doubled */
    run_until(lobby_is_read);
    assert_int_equal(lobby_list(client.lobby, LIST_OPEN).count, 1);
    assert_string_equal(lobby_error_text(client.lobby), "");
}

static void a_refused_list_is_reported(void **state) {
    (void)state;
    REPLIES({"LIST", "-BUSY retry=later msg=too much to do\n"}, {"LIST", "+LIST\n"});
    open_lobby();
    run_until(lobby_is_read);
    assert_false(lobby_list(client.lobby, LIST_OPEN).loaded);
    assert_true(lobby_list(client.lobby, LIST_LIVE).loaded);
    lobby_refresh(client.lobby);
    run_until(lobby_is_read);
    assert_true(lobby_list(client.lobby, LIST_OPEN).loaded);
    assert_string_equal(lobby_error_text(client.lobby), "");
}

static void a_lobby_of_another_version_is_final(void **state) {
    (void)state;
    REPLIES({"LIST", "+LIST\n"});
    server.greeting = "!HELLO congo/2 odd/2 maxline=512\n";
    open_lobby();
    run_until(lobby_has_error);
    assert_non_null(strstr(lobby_error_text(client.lobby), "another version of the protocol"));
    assert_int_equal(lobby_retry_s(client.lobby), -1);
}

#define AT_SERVER(test) cmocka_unit_test_setup_teardown(test, start_session, stop_session)

int main(void) {
    const struct CMUnitTest tests[] = {
        AT_SERVER(a_missing_server_is_reported),
        AT_SERVER(a_refused_greeting_is_reported),
        AT_SERVER(an_error_has_the_words_of_the_server),
        AT_SERVER(unreadable_games_are_reported),
        AT_SERVER(missing_moves_are_reported),
        AT_SERVER(moves_come_in_several_replies),
        AT_SERVER(a_cancelled_open_reports_nothing),
        AT_SERVER(illegal_moves_make_the_game_reload),
        AT_SERVER(invalid_squares_are_requested_again),
        AT_SERVER(a_different_position_makes_the_game_reload),
        AT_SERVER(a_lost_game_is_reported),
        AT_SERVER(an_impossible_end_is_reported),
        AT_SERVER(a_refused_seat_leaves_a_spectator),
        AT_SERVER(a_deferred_seat_is_asked_for_again),
        AT_SERVER(a_refused_move_is_taken_back),
        AT_SERVER(a_deferred_move_is_sent_again),
        AT_SERVER(a_move_deferred_twice_is_told),
        AT_SERVER(a_move_is_sent_by_the_program_that_resumes_the_game),
        AT_SERVER(a_move_that_the_server_has_is_not_sent_again),
        AT_SERVER(a_move_that_no_longer_fits_is_dropped),
        AT_SERVER(a_move_is_not_sent_to_a_game_that_is_over),
        AT_SERVER(a_draw_offer_is_known_at_once),
        AT_SERVER(talk_may_be_lost_with_the_connection),
        AT_SERVER(a_server_of_another_version_is_final),
        AT_SERVER(nothing_waits_for_a_server_of_another_version),
        AT_SERVER(an_old_server_is_asked_for_nothing_new),
        AT_SERVER(a_full_disk_is_known),
        AT_SERVER(a_slow_answer_is_reported),
        AT_SERVER(a_rematch_is_offered_and_made),
        AT_SERVER(an_offer_of_a_rematch_keeps_the_seat),
        AT_SERVER(a_saved_seat_outlives_a_server_without_the_game),
        AT_SERVER(a_game_is_claimed_when_the_opponent_is_away),
        AT_SERVER(muting_survives_a_lost_connection),
        AT_SERVER(the_server_tells_what_changes),
        AT_SERVER(a_long_list_comes_in_pages),
        AT_SERVER(an_interrupted_page_is_read_once),
        AT_SERVER(a_refused_list_is_reported),
        AT_SERVER(a_lobby_of_another_version_is_final),
    };
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
