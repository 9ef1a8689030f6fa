/*
 * A PostgreSQL server whose bytes are wrong. It answers each statement as the table of answers
 * says, and then some bytes are changed, left out, inserted, or sent twice. Stores go on or fail
 * with a sentence, nothing crashes, and what they answer is within its limits.
 *
 * CONGO_MUTATIONS=N makes N mutations, by default some hundreds; see bench/FUZZING.md.
 */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <arpa/inet.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buffer.h"
#include "base/random.h"
#include "server/store/game_replay.h"
#include "server/store/postgres_statement.h"
#include "server/store/store_open.h"
#include "../support/workload.h"

enum {
    STORES = 8,
    ID = 1000,
    PARAMETERS_MAX = 64,
    OWN_SERVER = 7,
    OTHER_SERVER = 8,
    WAIT_MS = 300 * 1000,
    STALL_MS = 3 /* a store that waits for what a mutation has taken away sees the end instead */
};

static char socket_path[80];
static atomic_long mutations, connections;
static long mutations_wanted = 300;

/* cmocka's assertions are for its own thread. */
#define REQUIRE(condition) ((condition) ? (void)0 : end_program(__LINE__, #condition))

static void end_program(int line, const char *condition) {
    fprintf(stderr, "line %d: it does not hold that %s\n", line, condition);
    abort();
}

/* ---- the server: one thread for each connection ---- */

typedef struct Session {
    int fd;
    uint64_t chance;
    Buffer input, output;
    size_t taken; /* bytes of `input` */
    bool is_starting;
    /* Of the statement that was bound last. */
    int statement; /* -1: a text, which is in `sql` */
    char sql[200];
    char values[PARAMETERS_MAX][400];
} Session;

static atomic_long last_number, other_number; /* of batches of the servers */

static void add_uint32(Buffer *buffer, uint32_t number) {
    uint32_t bytes = htonl(number);
    buffer_add(buffer, (const char *)&bytes, sizeof bytes);
}

static void add_uint16(Buffer *buffer, uint16_t number) {
    uint16_t bytes = htons(number);
    buffer_add(buffer, (const char *)&bytes, sizeof bytes);
}

static void add_message(Session *session, char type, const char *bytes, size_t length) {
    buffer_add(&session->output, &type, 1);
    add_uint32(&session->output, (uint32_t)length + 4);
    buffer_add(&session->output, bytes, length);
}

/* Describes columns, of which PostgreSQL's reader looks only at the format. */
static void describe(Session *session, size_t columns) {
    Buffer body = {0};
    if (columns == 0) {
        add_message(session, 'n', "", 0);
        return;
    }
    add_uint16(&body, (uint16_t)columns);
    for (size_t i = 0; i < columns; i++) {
        buffer_add(&body, "c", 2); /* with its NUL */
        add_uint32(&body, 0);
        add_uint16(&body, 0);
        add_uint32(&body, 25);
        add_uint16(&body, 0xffff);
        add_uint32(&body, 0xffffffff);
        add_uint16(&body, 0);
    }
    add_message(session, 'T', body.bytes, body.length);
    buffer_free(&body);
}

/* Adds a row of values with '|' between; "~" is NULL. Returns 1. */
static int add_row(Session *session, const char *format, ...) PRINTF_LIKE(2, 3);

static int add_row(Session *session, const char *format, ...) {
    char text[1200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    Buffer body = {0};
    uint16_t count = 1;
    for (const char *at = text; *at; at++)
        count = (uint16_t)(count + (*at == '|'));
    add_uint16(&body, count);
    const char *at = text;
    for (int i = 0; i < count; i++) {
        size_t length = strcspn(at, "|");
        bool is_null = length == 1 && *at == '~';
        add_uint32(&body, is_null ? 0xffffffff : (uint32_t)length);
        buffer_add(&body, at, is_null ? 0 : length);
        at += length + 1;
    }
    add_message(session, 'D', body.bytes, body.length);
    buffer_free(&body);
    return 1;
}

static long number_of(const Session *session, int parameter) {
    return strtol(session->values[parameter - 1], NULL, 10);
}

/* Rows for each element of two arrays of numbers. */
static int add_many(Session *session, int items, int versions) {
    const char *item = session->values[items - 1], *version = session->values[versions - 1];
    int rows = 0;
    while (*item && *version && item[1] != '}' && rows < 100) {
        rows += add_row(session, "%ld|%ld", strtol(item + 1, NULL, 10),
                        strtol(version + 1, NULL, 10) + 1);
        item += 1 + strcspn(item + 1, ",");
        version += 1 + strcspn(version + 1, ",");
    }
    return rows;
}

static int add_events(Session *session, int server, long number) {
    int rows = add_row(session, "%d|%ld|0|0|0|batch|f|~", server, number);
    rows += add_row(session, "%d|%ld|1|%d|3|move|t|1 20 5000 b6b5", server, number, ID);
    rows += add_row(session, "%d|%ld|3|%d|4|talk|f|1 Bo\nhello", server, number, ID);
    rows += add_row(session, "%d|%ld|5|%d|5|change|f|2", server, number, ID + 1);
    return rows;
}

static int add_game(Session *session) {
    static const char header[] =
        "1700000000000|congo|gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1|60000|1000|f|30|f|~|~|0|"
        "\\xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa|Ada|~|";
    static const char state[] = "none|w|0|0|*|~|w|0|0|none|w|0|7|1|0|8|1|0|0|0|0|9|2|t";
    return add_row(session, "%ld|%s|%s|%s", number_of(session, 1), header, state,
                   number_of(session, 2) == 0   ? "0 5 4000 a2a3;1 6 5000 a6a5"
                   : number_of(session, 2) == 1 ? "1 6 5000 a6a5"
                                                : "~");
}

static int add_ids(Session *session) {
    long after = number_of(session, 1);
    const char *old = session->statement == STATEMENT_LIST_FINISHED ? "|t" : "";
    return after >= ID + 3 ? 0
                           : add_row(session, "%ld%s", after < ID ? (long)ID : after + 1, old) +
                                 add_row(session, "%ld%s", after < ID ? ID + 1 : after + 2, old);
}

/* Adds the rows of a statement. Returns how many. */
static int add_rows(Session *session) {
    switch ((PostgresStatement)session->statement) {
    case STATEMENT_MARK:
        atomic_store(&last_number, number_of(session, 2));
        return add_row(session, "1");
    case STATEMENT_NOTIFY:
        return add_row(session, "off|");
    case STATEMENT_CREATE:
        return add_row(session, "%s|1|1|~|~|~|~", session->values[4]);
    case STATEMENT_PUT:
    case STATEMENT_SEAT:
    case STATEMENT_ARRIVE:
    case STATEMENT_DRAW:
    case STATEMENT_END:
    case STATEMENT_REMATCH:
    case STATEMENT_DELETE:
        return add_row(session, "%s|%ld|1|~", session->values[4], number_of(session, 2) + 1);
    case STATEMENT_TELL:
        return add_row(session, "%s|2|~|2", session->values[4]);
    case STATEMENT_CLOCK:
        return add_row(session, "%s|0|~|0", session->values[1]);
    case STATEMENT_PROBE:
        return add_row(session, "%s|0|~|0", session->values[0]);
    case STATEMENT_MOVES:
        return add_many(session, 3, 5);
    case STATEMENT_LEAVES:
        return add_many(session, 3, 6);
    case STATEMENT_LOAD:
        return add_game(session);
    case STATEMENT_LIST_GAMES:
    case STATEMENT_LIST_TIMED:
    case STATEMENT_LIST_UNSTARTED:
    case STATEMENT_LIST_FINISHED:
    case STATEMENT_LIST_PRESENT:
        return add_ids(session);
    case STATEMENT_COUNT_GAMES:
        return add_row(session, "5|1000");
    case STATEMENT_REGISTER:
    case STATEMENT_BEAT:
        return add_row(session, "%d", OWN_SERVER);
    case STATEMENT_NAME:
    case STATEMENT_RELAX:
        return add_row(session, "off");
    case STATEMENT_LOCK_SERVER:
        return add_row(session, "%ld|f", atomic_load(&last_number));
    case STATEMENT_BATCH_EVENTS:
        return add_events(session, OWN_SERVER, number_of(session, 2));
    case STATEMENT_LOCK_GAMES:
    case STATEMENT_LOCK_SERVERS:
    case STATEMENT_LOCK_PRESENT:
        return add_row(session, "0");
    case STATEMENT_MEMBERS:
        return add_row(session, "%d|%ld|f|f", OWN_SERVER, atomic_load(&last_number)) +
               add_row(session, "%d|%ld|f|f", OTHER_SERVER, atomic_fetch_add(&other_number, 1) / 2);
    case STATEMENT_TIME:
        return add_row(session, "100000");
    case STATEMENT_NEWS:
        return add_events(session, OTHER_SERVER, atomic_load(&other_number) / 2);
    default:
        return 0;
    }
}

/* What is sent as text, by its beginning. */
static const struct {
    const char *sql, *answer, *row;
} texts[] = {
    {"SELECT set_config('client_enc", "SELECT 1 ttttttttttttt",
     "UTF8|8000|10000|5|2|3|10000|off|off|off|generic|off|read committed"},
    {"SELECT current_setting('sync", "SELECT 1 ttt", "on|UTF8|15.4"},
    {"SELECT current_setting('fsync", "SELECT 1 ttt", "on|on|on"},
    {"SELECT to_regclass", "SELECT 1 b", "t"},
    {"SELECT max(version)", "SELECT 1 i", "1"},
    {"SELECT pg_advisory", "SELECT 1 t", ""},
    {"BEGIN", "BEGIN", NULL},
    {"COMMIT", "COMMIT", NULL},
    {"", "ROLLBACK", NULL},
};

static size_t text_row(const Session *session) {
    size_t row = 0;
    while (strncmp(session->sql, texts[row].sql, strlen(texts[row].sql)) != 0)
        row++;
    return row;
}

static const char *answer_of(const Session *session) {
    return session->statement < 0 ? texts[text_row(session)].answer
                                  : postgres_statement_answer[session->statement];
}

static void execute(Session *session) {
    const char *answer = answer_of(session);
    char tag[40];
    int rows = 0;
    if (session->statement >= 0)
        rows = add_rows(session);
    else if (texts[text_row(session)].row)
        rows = add_row(session, "%s", texts[text_row(session)].row);
    int word = (int)strcspn(answer, " ");
    bool counts = strstr("SELECT UPDATE DELETE INSERT", answer) || answer[word];
    snprintf(tag, sizeof tag, counts ? "%.*s%s %d" : "%.*s", word, answer,
             strncmp(answer, "INSERT", 6) == 0 ? " 0" : "", rows);
    add_message(session, 'C', tag, strlen(tag) + 1);
}

/* Reads "PORTAL STATEMENT FORMATS VALUES". */
static void bind_statement(Session *session, const char *body) {
    const char *name = body + 1; /* the portal has no name */
    uint16_t count;
    session->statement = *name == 's' ? atoi(name + 1) : -1;
    body = name + strlen(name) + 3;
    memcpy(&count, body, sizeof count);
    body += sizeof count;
    memset(session->values, 0, sizeof session->values);
    for (int i = 0; i < ntohs(count); i++) {
        uint32_t length;
        memcpy(&length, body, sizeof length);
        length = ntohl(length);
        body += sizeof length;
        if (length == UINT32_MAX)
            continue;
        snprintf(session->values[i], sizeof session->values[i], "%.*s", (int)length, body);
        body += length;
    }
}

/* Answers a message. */
static void answer(Session *session, char type, const char *body) {
    const char *forms;
    switch (type) {
    case 'P':
        if (!*body)
            snprintf(session->sql, sizeof session->sql, "%s", body + 1);
        add_message(session, '1', "", 0);
        break;
    case 'B':
        bind_statement(session, body);
        add_message(session, '2', "", 0);
        break;
    case 'D':
        forms = strrchr(answer_of(session), ' ');
        describe(session, forms ? strlen(forms + 1) : 0);
        break;
    case 'E':
        execute(session);
        break;
    case 'S':
        add_message(session, 'Z', "I", 1);
        break;
    default:
        break;
    }
}

static void start(Session *session) {
    static const char *const parameters[] = {"server_version",
                                             "15.4",
                                             "client_encoding",
                                             "UTF8",
                                             "in_hot_standby",
                                             "off",
                                             "default_transaction_read_only",
                                             "off"};
    add_message(session, 'R', "\0\0\0\0", 4);
    for (size_t i = 0; i < sizeof parameters / sizeof *parameters; i += 2) {
        Buffer body = {0};
        buffer_add(&body, parameters[i], strlen(parameters[i]) + 1);
        buffer_add(&body, parameters[i + 1], strlen(parameters[i + 1]) + 1);
        add_message(session, 'S', body.bytes, body.length);
        buffer_free(&body);
    }
    add_message(session, 'K', "\0\0\0\1\0\0\0\1", 8);
    add_message(session, 'Z', "I", 1);
    session->is_starting = false;
}

/* ---- mutations ---- */

/* Returns where one of the messages begins, and its length. Behind an earlier mutation, the rest
 * may be none, and counts as one. */
static size_t find_message(Session *session, size_t *length) {
    const Buffer *output = &session->output;
    size_t count = 0, chosen = 0, size;
    for (size_t at = 0; at < output->length; at += size) {
        uint32_t told = 0;
        size_t left = output->length - at;
        if (left > 5)
            memcpy(&told, output->bytes + at + 1, sizeof told);
        size = (size_t)ntohl(told) + 1;
        size = size < 5 || size > left ? left : size;
        if (random_below(&session->chance, ++count) == 0) {
            chosen = at;
            *length = size;
        }
    }
    return chosen;
}

/* Replaces a part of what will be sent. */
static void replace(Session *session, size_t at, size_t length, const char *bytes, size_t count) {
    Buffer next = {0};
    buffer_add(&next, session->output.bytes, at);
    buffer_add(&next, bytes, count);
    buffer_add(&next, session->output.bytes + at + length, session->output.length - at - length);
    buffer_free(&session->output);
    session->output = next;
}

static void mutate(Session *session) {
    static const char *const numbers[] = {"0",
                                          "-1",
                                          "99999999999999999999",
                                          "4294967296",
                                          "2",
                                          "9223372036854775807",
                                          "-9223372036854775808"};
    Buffer *output = &session->output;
    atomic_fetch_add(&mutations, 1);
    if (output->length == 0)
        return;
    size_t length, message = find_message(session, &length);
    size_t at = message + random_below(&session->chance, length);
    char byte = (char)random_next(&session->chance);
    Buffer copy = {0};
    buffer_add(&copy, output->bytes + message, length);
    switch (random_below(&session->chance, 9)) {
    case 0:
        output->bytes[at] = byte;
        break;
    case 1:
        output->bytes[at] ^= (char)(1 << random_below(&session->chance, 8));
        break;
    case 2: /* a digit, or a letter of the text */
        at = message + (length > 5 ? 5 + random_below(&session->chance, length - 5) : 0);
        output->bytes[at] = (char)('0' + random_below(&session->chance, 10));
        break;
    case 3:
        replace(session, at, 1, "", 0);
        break;
    case 4:
        replace(session, at, 0, &byte, 1);
        break;
    case 5: /* a message comes twice */
        replace(session, message, 0, copy.bytes, length);
        break;
    case 6: /* or not at all */
        replace(session, message, length, "", 0);
        break;
    case 7: /* the connection is cut */
        output->length = at;
        break;
    default: /* a row of one number */
        if (*copy.bytes == 'D') {
            const char *number =
                numbers[random_below(&session->chance, sizeof numbers / sizeof *numbers)];
            Buffer whole = session->output;
            session->output = (Buffer){0};
            add_row(session, "%s", number);
            Buffer row = session->output;
            session->output = whole;
            replace(session, message, length, row.bytes, row.length);
            buffer_free(&row);
        }
        break;
    }
    buffer_free(&copy);
}

/* ---- connections ---- */

/* Handles whole messages; answers are sent at each end of a series. Returns whether they are. */
static bool handle_input(Session *session) {
    while (true) {
        const char *bytes = session->input.bytes + session->taken;
        size_t left = session->input.length - session->taken, before = session->is_starting ? 0 : 1;
        uint32_t length;
        if (left < before + 4)
            return false;
        memcpy(&length, bytes + before, sizeof length);
        length = ntohl(length);
        if (left < length + before)
            return false;
        session->taken += length + before;
        if (session->is_starting) {
            start(session);
            return true;
        }
        answer(session, *bytes, bytes + 5);
        if (*bytes == 'S')
            return true;
    }
}

/* Makes some mutations in one of a few answers, and in fewer while the connection is made. */
static bool send_output(Session *session, bool may_mutate) {
    size_t rarely = session->statement < 0 ? 60 : 6;
    bool mutates = may_mutate && random_below(&session->chance, rarely) == 0;
    for (size_t left = 1 + random_below(&session->chance, 16); mutates && left > 0; left--)
        mutate(session);
    ssize_t sent = send(session->fd, session->output.bytes, session->output.length, MSG_NOSIGNAL);
    (void)sent;
    buffer_clear(&session->output);
    return mutates;
}

static void *serve(void *context) {
    Session session = {.fd = (int)(intptr_t)context, .is_starting = true, .statement = -1};
    session.chance = (uint64_t)mutations_wanted << 32 | (uint64_t)atomic_fetch_add(&connections, 1);
    char bytes[16384];
    bool is_spoiled = false;
    for (;;) {
        struct pollfd file = {.fd = session.fd, .events = POLLIN};
        if (poll(&file, 1, is_spoiled ? STALL_MS : -1) == 0)
            break;
        ssize_t received = recv(session.fd, bytes, sizeof bytes, 0);
        if (received <= 0)
            break;
        buffer_add(&session.input, bytes, (size_t)received);
        while (handle_input(&session))
            is_spoiled =
                send_output(&session, atomic_load(&mutations) < mutations_wanted) || is_spoiled;
        memmove(session.input.bytes, session.input.bytes + session.taken,
                session.input.length - session.taken);
        session.input.length -= session.taken;
        session.taken = 0;
    }
    close(session.fd);
    buffer_free(&session.input);
    buffer_free(&session.output);
    return NULL;
}

static void *accept_connections(void *context) {
    int listener = (int)(intptr_t)context, fd;
    pthread_attr_t detached;
    pthread_t thread;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    while ((fd = accept(listener, NULL, NULL)) >= 0)
        if (pthread_create(&thread, &detached, serve, (void *)(intptr_t)fd) != 0)
            close(fd);
    pthread_attr_destroy(&detached);
    return NULL;
}

/* ---- the stores ---- */

static StoreRequest with(StoreRequest request, uint64_t version, Role role) {
    request.version = version;
    request.role = role;
    return request;
}

static size_t make_requests(StoreRequest requests[24]) {
    size_t count = 0;
    StoreRequest leave = with(request_of(STORE_LEAVE, ID + 3), 0, ROLE_BLACK);
    StoreRequest tell = request_of(STORE_TELL, ID + 4), load = request_of(STORE_LOAD, ID + 6);
    leave.leave.generation = 2;
    tell.tell = (StoreTalk){SEAT_NONE, "Bo", "hello"};
    load.load.first = 1;
    requests[count++] = with(request_create(ID, 60000), 0, ROLE_WHITE);
    requests[count++] = with(request_seat(ID + 1, WHITE, 1, "Ada"), 1, ROLE_WHITE);
    requests[count++] = with(request_of(STORE_ARRIVE, ID + 2), 1, ROLE_BLACK);
    requests[count++] = leave;
    requests[count++] = tell;
    requests[count++] = with(request_move(ID + 7, 0, "a2a3"), 1, ROLE_NONE);
    requests[count++] = with(request_move(ID + 8, 0, "a2a3"), 4, ROLE_NONE);
    requests[count++] = with(request_draw(ID + 9, STORE_OFFER_OPEN, 1), 3, ROLE_NONE);
    requests[count++] = request_of(STORE_LOAD, ID + 5);
    requests[count++] = load;
    requests[count++] = request_of(STORE_TOTALS, 0);
    StoreRequest list = request_of(STORE_LIST_PRESENT, 0);
    list.list.limit = 100;
    requests[count++] = list;
    return count;
}

/* Checks what a program may rely on, and reads all of it. */
static void check(const StoreCompletion *completion) {
    Error error = {0};
    REQUIRE(completion->result <= STORE_FAILED);
    if (completion->kind == STORE_LOAD)
        REQUIRE((completion->game != NULL) == (completion->result == STORE_OK));
    if (completion->game) {
        REQUIRE(completion->game->header.id == completion->id);
        game_replay_check(completion->game, &error);
    }
    if (completion->kind == STORE_NEWS && completion->news->kind == NEWS_MOVE)
        REQUIRE(memchr(completion->news->move.move.path, '\0',
                       sizeof completion->news->move.move.path));
    if (completion->kind == STORE_NEWS && completion->news->kind == NEWS_TALK)
        REQUIRE(memchr(completion->news->talk.name, '\0', sizeof completion->news->talk.name));
}

/* Runs requests until the store fails or the mutations are made. */
static void run(Store *store, StoreWaiter *waiter) {
    StoreRequest requests[24];
    size_t count = make_requests(requests), waiting = 0;
    bool failed = false;
    while (!failed && atomic_load(&mutations) < mutations_wanted) {
        for (; waiting < count; waiting++)
            store_submit_copy(store, &requests[waiting]);
        for (StoreCompletion completion; waiting > 0;) {
            REQUIRE(store_waiter_take(waiter, store, WAIT_MS, &completion));
            check(&completion);
            waiting -= store_is_change(completion.kind) || completion.kind < STORE_BACKUP;
            failed = failed || completion.result == STORE_FAILED;
            store_completion_free(&completion);
        }
    }
}

static void *run_stores(void *context) {
    long *failures = context;
    char conninfo[120];
    snprintf(conninfo, sizeof conninfo, "host=%.*s dbname=congo user=congo sslmode=disable",
             (int)(strrchr(socket_path, '/') - socket_path), socket_path);
    while (atomic_load(&mutations) < mutations_wanted) {
        StoreWaiter waiter;
        Error error = {0};
        store_waiter_begin(&waiter);
        StoreOptions options = {
            .database = conninfo, .notify = store_waiter_notify, .context = &waiter};
        Store *store = store_open(&options, &error);
        if (store) {
            run(store, &waiter);
            store_close(store);
        } else {
            REQUIRE(error.text[0] != '\0');
        }
        store_waiter_end(&waiter);
        ++*failures;
    }
    return NULL;
}

static void test_wrong_bytes(void **state) {
    (void)state;
    pthread_t acceptor, threads[STORES];
    long failures[STORES] = {0}, opened = 0;
    char folder[] = "/tmp/congo-bytes-XXXXXX";
    assert_non_null(mkdtemp(folder));
    snprintf(socket_path, sizeof socket_path, "%s/.s.PGSQL.5432", folder);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", socket_path);
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(bind(listener, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(listener, 64), 0);
    assert_int_equal(
        pthread_create(&acceptor, NULL, accept_connections, (void *)(intptr_t)listener), 0);
    for (int i = 0; i < STORES; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, run_stores, &failures[i]), 0);
    for (int i = 0; i < STORES; i++) {
        pthread_join(threads[i], NULL);
        opened += failures[i];
    }
    shutdown(listener, SHUT_RDWR);
    pthread_join(acceptor, NULL);
    close(listener);
    unlink(socket_path);
    rmdir(folder);
    print_message("%ld mutations, %ld connections, %ld stores\n", atomic_load(&mutations),
                  atomic_load(&connections), opened);
}

/* libpq itself loses results when messages contradict each other. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) {
    return "leak:libpq";
}

int main(void) {
    const char *wanted = getenv("CONGO_MUTATIONS");
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_wrong_bytes)};
    if (wanted)
        mutations_wanted = atol(wanted);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
