/* Games are claimed while their servers are killed. The shortest absence is a minute, so several
 * servers wait for it together; then each is killed among the replies to its claims, which are
 * repeated. Acknowledged claims are kept, and the others begin anew with the server or are there.
 * An opponent who is present loses nothing. CONGO_KILLS / 50 is the number of servers, 4 by
 * default. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/memory.h"
#include "daemon.h"
#include "history_message.h"
#include "scratch.h"

enum {
    SERVERS = 4,
    GAMES = 20,
    LAST = GAMES - 1,
    KILLS_A_SERVER = 50,
    MINUTE_MS = 60000,
    HANG_SECONDS = 600
};

static const char config[] = "listen = [ \"%s\" ];\n"
                             "database = \"%u.db\";\n"
                             "admin = \"\";\n"
                             "limits = { commands = 0; games = 0; };\n";

static char program[SCRATCH_PATH_SIZE];

typedef struct Peer {
    int socket; /* -1: none */
    FILE *stream;
    Message message; /* the last one */
} Peer;

typedef struct Game {
    char id[GAME_ID_LENGTH + 1];
    bool present; /* Black comes back before the claim */
    bool acknowledged;
    Peer white, black;
} Game;

typedef struct Server {
    unsigned number;
    char address[sizeof((struct sockaddr_un){0}.sun_path)], config[32], log[32];
    pid_t process;
    Game games[GAMES];
} Server;

static int begin(void **state) {
    const char *build = getenv("CONGO_BUILD");
    snprintf(program, sizeof program, "%s/src/congod", build ? build : ".");
    return scratch_make(state) == 0 && chdir(scratch_path("")) == 0 ? 0 : -1;
}

static void wait_ms(long ms) {
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

/* ---- connections ---- */

static void leave(Peer *peer) {
    if (peer->socket < 0)
        return;
    fclose(peer->stream);
    peer->socket = -1;
}

static void come(Peer *peer, const Server *server) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", server->address);
    peer->socket = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(connect(peer->socket, (const struct sockaddr *)&address, sizeof address), 0);
    peer->stream = fdopen(peer->socket, "r");
    assert_non_null(peer->stream);
}

static void say(Peer *peer, const char *line) {
    size_t length = strlen(line);
    assert_int_equal(send(peer->socket, line, length, MSG_NOSIGNAL), length);
}

/* Reads the next line. Returns false at the end of the stream. */
static bool read_message(Peer *peer) {
    char line[LINE_SERVER_MAX + LINE_END_SIZE + 1];
    if (!fgets(line, sizeof line, peer->stream))
        return false;
    size_t length = strcspn(line, "\n");
    if (line[length] != '\n')
        return false; /* the server was killed within the line */
    assert_true(message_parse(line, length, &peer->message, NULL));
    return true;
}

static bool is_last_line(const Peer *peer) {
    return peer->message.kind == MESSAGE_OK || peer->message.kind == MESSAGE_ERROR;
}

/* Reads up to the end of a reply. Returns false at the end of the stream. */
static bool hear(Peer *peer) {
    while (read_message(peer))
        if (is_last_line(peer))
            return true;
    return false;
}

static void ask(Peer *peer, Verb verb, const char *line) {
    say(peer, line);
    if (!hear(peer) || peer->message.type != message_success(verb))
        fail_msg("%s: %s", line, peer->message.fields.text);
}

static void join(Peer *peer, const Server *server, size_t game, Color color) {
    char line[100];
    come(peer, server);
    snprintf(line, sizeof line, "JOIN %s %c key=%c%025zu\n", server->games[game].id,
             color == WHITE ? 'w' : 'b', color == WHITE ? 'W' : 'B', game);
    ask(peer, VERB_JOIN, line);
}

/* ---- games ---- */

static void start(Server *server) {
    server->process = daemon_start(program, server->config, server->log);
    while (!daemon_is_listening(server->address)) {
        wait_ms(10);
        if (daemon_has_ended(server->process))
            fail_msg("the server has ended by itself");
    }
}

/* Begins a game in which it is Black's turn, and Black is away. */
static void begin_game(Server *server, size_t number, History *history) {
    Game *game = &server->games[number];
    char line[100];
    game->black.socket = -1;
    come(&game->white, server);
    snprintf(line, sizeof line, "NEW standard key=W%025zu claim=1\n", number);
    ask(&game->white, VERB_NEW, line);
    memcpy(game->id, game->white.message.fields.id.text, sizeof game->id);
    history_acknowledged_game(history, game->id);
    join(&game->black, server, number, BLACK);
    snprintf(line, sizeof line, "MOVE %s 0 b2b3\n", game->id);
    history_sent(history, game->id, 0, "b2b3");
    ask(&game->white, VERB_MOVE, line);
    history_acknowledged(history, game->id, 0, "b2b3");
    leave(&game->black);
}

static void begin_server(Server *server, unsigned number, History *history) {
    char text[SCRATCH_PATH_SIZE + sizeof config], name[16];
    server->number = number;
    snprintf(name, sizeof name, "%u", number);
    snprintf(server->address, sizeof server->address, "%s", scratch_path(name));
    snprintf(server->config, sizeof server->config, "%u.conf", number);
    snprintf(server->log, sizeof server->log, "%u.log", number);
    snprintf(text, sizeof text, config, server->address, number);
    scratch_write(server->config, text);
    start(server);
    for (size_t i = 0; i < GAMES; i++)
        begin_game(server, i, history);
}

static void leave_all(Server *server) {
    for (size_t i = 0; i < GAMES; i++) {
        leave(&server->games[i].white);
        leave(&server->games[i].black);
    }
}

static void send_claim(Game *game) {
    char line[60];
    snprintf(line, sizeof line, "CLAIM %s 1\n", game->id);
    say(&game->white, line);
}

/* Waits until Black has been away long enough in the last game, and so in all of them. Its claim is
 * not killed. */
static void wait_for_absence(Server *server, History *history) {
    Game *game = &server->games[LAST];
    for (;;) {
        send_claim(game);
        assert_true(hear(&game->white));
        if (game->white.message.type != MESSAGE_REJECTED)
            break;
        assert_int_equal(game->white.message.error, PROTO_ERR_RATE);
        assert_in_range(game->white.message.fields.wait_ms, 1, MINUTE_MS);
        wait_ms(game->white.message.fields.wait_ms);
    }
    history_allowed_time(history, game->id, WHITE);
}

static void on_claimed(Game *game, History *history) {
    const Fields *fields = &game->white.message.fields;
    assert_int_equal(game->white.message.type, message_success(VERB_CLAIM));
    game->acknowledged = true;
    history_acknowledged_end(history, game->id, result_text(fields->result),
                             reason_word(fields->reason));
}

static void hear_claim(Game *game, History *history) {
    if (!hear(&game->white))
        return;
    if (game->present)
        assert_int_equal(game->white.message.fields.wait_ms, MINUTE_MS);
    else
        on_claimed(game, history);
}

/* Claims some games one by one, and the others while the server is killed. */
static void claim_and_kill(Server *server, History *history, size_t alone) {
    for (size_t i = 0; i < LAST; i++) {
        Game *game = &server->games[i];
        game->present = i % 4 == 0;
        if (game->present)
            join(&game->black, server, i, BLACK);
        else
            history_allowed_time(history, game->id, WHITE);
    }
    for (size_t i = 0; i < LAST; i++) {
        send_claim(&server->games[i]);
        if (i < alone)
            hear_claim(&server->games[i], history);
    }
    daemon_kill(server->process);
    for (size_t i = alone; i < LAST; i++)
        hear_claim(&server->games[i], history);
    leave_all(server);
}

/* Claims again. What was not acknowledged is there, or the absence has begun with the server. */
static void claim_again(Server *server, size_t number, History *history) {
    Game *game = &server->games[number];
    join(&game->white, server, number, WHITE);
    history_present(history, game->id, WHITE);
    if (game->present) {
        join(&game->black, server, number, BLACK);
        history_present(history, game->id, BLACK);
    }
    send_claim(game);
    assert_true(hear(&game->white));
    if (game->acknowledged || game->white.message.type != MESSAGE_REJECTED) {
        on_claimed(game, history);
        assert_true(fields_has(&game->white.message.fields, FIELD_DUP));
    } else {
        assert_int_equal(game->white.message.error, PROTO_ERR_RATE);
        assert_true(game->white.message.fields.wait_ms > 0);
    }
}

static void record_stored(Game *game, History *history) {
    char line[60];
    snprintf(line, sizeof line, "GET %s\nMOVES %s\n", game->id, game->id);
    say(&game->white, line);
    for (int replies = 0; replies < 2; replies += is_last_line(&game->white)) {
        assert_true(read_message(&game->white));
        history_stored_message(history, game->id, &game->white.message);
    }
}

static void end_server(Server *server, History *history) {
    start(server);
    for (size_t i = 0; i < GAMES; i++)
        claim_again(server, i, history);
    for (size_t i = 0; i < GAMES; i++)
        record_stored(&server->games[i], history);
    leave_all(server);
    assert_true(daemon_stop(server->process));
    assert_true(daemon_run(program, server->config, "--check", server->log));
}

static void test_claims(void **state) {
    (void)state;
    const char *wanted = getenv("CONGO_KILLS");
    unsigned count = wanted ? (unsigned)(atoi(wanted) / KILLS_A_SERVER) + 1 : SERVERS;
    Server *servers = memory_allocate(count * sizeof *servers);
    History *history = history_create();
    Buffer faults = {0};
    unsigned acknowledged = 0;
    for (unsigned i = 0; i < count; i++)
        begin_server(&servers[i], i, history);
    for (unsigned i = 0; i < count; i++) {
        wait_for_absence(&servers[i], history);
        on_claimed(&servers[i].games[LAST], history);
        claim_and_kill(&servers[i], history, 1 + i * 7 % LAST);
        end_server(&servers[i], history);
        for (size_t game = 0; game < GAMES; game++)
            acknowledged += servers[i].games[game].acknowledged;
    }
    print_message("%u kills, %u acknowledged claims\n", count, acknowledged);
    if (!history_check(history, &faults))
        fail_msg("promises were broken:\n%s", faults.bytes);
    assert_true(acknowledged > count);
    history_free(history);
    buffer_free(&faults);
    free(servers);
}

int main(void) {
    alarm(HANG_SECONDS); /* a hang is a failure */
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_claims)};
    return cmocka_run_group_tests(tests, begin, scratch_remove);
}
