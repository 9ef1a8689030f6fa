/* Event logs, compared with a queue for each reader. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "server/base/event_log.h"

static EventLogs logs;
static EventLog first, second;

static int set_up(void **state) {
    (void)state;
    event_logs_init(&logs);
    first = second = (EventLog){0};
    return 0;
}

static void start(EventReader *reader, uint64_t serial, EventLog *log) {
    *reader = (EventReader){.serial = serial};
    event_reader_start(reader, log);
}

static void add(EventLog *log, const char *line, EventAudience audience) {
    event_log_add(&logs, log, line, strlen(line), audience);
}

/* Takes the reader's next event. Fails unless it is `line`; NULL: there must be none. */
static void take(EventReader *reader, const char *line) {
    const EventEntry *event = event_reader_next(&logs, reader);
    if (!line) {
        assert_null(event);
        return;
    }
    assert_non_null(event);
    assert_int_equal(event->length, strlen(line));
    assert_memory_equal(event->line, line, event->length);
    event_reader_advance(&logs, reader);
}

static void test_order(void **state) {
    (void)state;
    EventReader a, b;
    add(&first, "nobody reads\n", (EventAudience){0});
    assert_int_equal(logs.bytes, 0);
    start(&a, 1, &first);
    add(&first, "1\n", (EventAudience){0});
    add(&first, "2\n", (EventAudience){0});
    start(&b, 2, &first);
    take(&b, NULL); /* reads what is later only */
    add(&first, "3\n", (EventAudience){0});
    take(&b, "3\n");
    take(&a, "1\n");
    take(&a, "2\n");
    assert_true(logs.bytes > 0);
    take(&a, "3\n");
    take(&a, NULL);
    assert_int_equal(logs.bytes, 0);
    event_reader_stop(&logs, &a);
    event_reader_stop(&logs, &a);
    event_reader_stop(&logs, &b);
    assert_int_equal(first.reader_count, 0);
}

static void test_audiences(void **state) {
    (void)state;
    EventReader player, guest, other;
    start(&player, 1, &first);
    start(&guest, 2, &first);
    start(&other, 3, &first);
    player.is_player = true;
    guest.muted = 1 << 2;
    add(&first, "to all\n", (EventAudience){0});
    add(&first, "not to the guest\n", (EventAudience){.except = 2});
    add(&first, "to the guest\n", (EventAudience){.only = 2});
    add(&first, "to spectators\n", (EventAudience){.only_spectators = true, .speaker = 1});
    add(&first, "of a muted speaker\n", (EventAudience){.speaker = 1 << 2});
    take(&player, "to all\n");
    take(&player, "not to the guest\n");
    take(&player, "of a muted speaker\n");
    take(&player, NULL);
    take(&guest, "to all\n");
    take(&guest, "to the guest\n");
    take(&guest, "to spectators\n");
    take(&guest, NULL);
    take(&other, "to all\n");
    take(&other, "not to the guest\n");
    take(&other, "to spectators\n");
    take(&other, "of a muted speaker\n");
    take(&other, NULL);
    assert_int_equal(logs.bytes, 0);
    event_reader_stop(&logs, &player);
    event_reader_stop(&logs, &guest);
    event_reader_stop(&logs, &other);
}

static void test_last_readers(void **state) {
    (void)state;
    EventReader a, b, c;
    start(&a, 1, &first);
    start(&b, 2, &first);
    start(&c, 3, &second);
    assert_null(event_logs_last_reader(&logs));
    assert_null(event_log_last_reader(&first));
    add(&second, "1\n", (EventAudience){0});
    add(&first, "2\n", (EventAudience){0});
    take(&a, "2\n");
    assert_ptr_equal(event_log_next_waiting(&second), &c);
    assert_ptr_equal(event_log_next_waiting(&first), &b);
    event_reader_block(&b, true);
    assert_null(event_log_next_waiting(&first));
    assert_ptr_equal(event_log_last_reader(&first), &b);
    assert_ptr_equal(event_logs_last_reader(&logs), &c);
    event_reader_stop(&logs, &c); /* frees what only it has not read */
    assert_int_equal(second.bytes, 0);
    assert_ptr_equal(event_logs_last_reader(&logs), &b);
    take(&b, "2\n");
    event_reader_block(&b, false);
    assert_int_equal(logs.bytes, 0);
    add(&first, "3\n", (EventAudience){0});
    assert_non_null(event_log_next_waiting(&first));
    event_reader_stop(&logs, &a);
    event_reader_stop(&logs, &b);
    assert_int_equal(logs.bytes, 0);
}

/* ---- at random ---- */

enum { READERS = 12, STEPS = 200000, QUEUE = 4096 };

/* A reader, and the numbers of the events that it has to receive. */
typedef struct ModelReader {
    EventReader reader;
    unsigned queue[QUEUE], from, to;
} ModelReader;

static ModelReader models[READERS];

static bool receives(const EventReader *reader, EventAudience audience) {
    if (audience.except == reader->serial || (audience.only && audience.only != reader->serial))
        return false;
    return !(audience.only_spectators && reader->is_player) && !(audience.speaker & reader->muted);
}

static void add_numbered(EventLog *log, unsigned number, EventAudience audience) {
    char line[16];
    snprintf(line, sizeof line, "%u\n", number);
    add(log, line, audience);
    for (size_t i = 0; i < READERS; i++)
        if (models[i].reader.log == log && receives(&models[i].reader, audience))
            models[i].queue[models[i].to++ % QUEUE] = number;
}

static void take_numbered(ModelReader *model) {
    char line[16];
    if (model->from == model->to) {
        take(&model->reader, NULL);
        return;
    }
    snprintf(line, sizeof line, "%u\n", model->queue[model->from++ % QUEUE]);
    take(&model->reader, line);
}

/* Takes everything; only then the reader's place in the turns and its mask may change. */
static void take_everything(ModelReader *model) {
    while (event_reader_next(&logs, &model->reader))
        take_numbered(model);
    assert_int_equal(model->from, model->to);
    event_reader_block(&model->reader, false);
}

static void restart(ModelReader *model, uint64_t *serial, uint64_t *chance) {
    event_reader_stop(&logs, &model->reader);
    model->from = model->to = 0;
    start(&model->reader, ++*serial, random_below(chance, 2) ? &first : &second);
    model->reader.is_player = random_below(chance, 3) == 0;
    model->reader.muted = (uint8_t)random_below(chance, 8);
}

/* A waiting reader is found as long as one has something to read and is not blocked. */
static void check_waiting(EventLog *log) {
    bool found = false;
    for (size_t i = 0; i < READERS; i++) {
        const EventReader *reader = &models[i].reader;
        found = found || (reader->log == log && !reader->blocked && event_reader_is_behind(reader));
    }
    assert_int_equal(event_log_next_waiting(log) != NULL, found);
}

static void run_step(unsigned number, uint64_t *serial, uint64_t *chance) {
    ModelReader *model = &models[random_below(chance, READERS)];
    EventAudience audience = {0};
    switch (random_below(chance, 8)) {
    case 0:
        restart(model, serial, chance);
        break;
    case 1:
        audience.except = model->reader.serial;
        audience.only_spectators = random_below(chance, 2);
        audience.speaker = (uint8_t)(1U << random_below(chance, 3));
        add_numbered(random_below(chance, 2) ? &first : &second, number, audience);
        break;
    case 2:
        audience.only = model->reader.serial;
        add_numbered(&first, number, audience);
        break;
    case 3:
    case 4:
        add_numbered(random_below(chance, 2) ? &first : &second, number, audience);
        break;
    case 5:
        if (model->reader.log && event_reader_is_behind(&model->reader))
            event_reader_block(&model->reader, true);
        break;
    case 6:
        if (model->reader.log)
            take_everything(model);
        break;
    default:
        if (model->reader.log && model->reader.blocked)
            take_numbered(model);
    }
    check_waiting(&first);
    check_waiting(&second);
}

static void test_random(void **state) {
    (void)state;
    uint64_t chance = 20, serial = 0;
    for (size_t i = 0; i < READERS; i++)
        models[i] = (ModelReader){0};
    for (unsigned number = 0; number < STEPS; number++) {
        run_step(number, &serial, &chance);
        EventReader *slow;
        while ((slow = event_logs_last_reader(&logs)) && logs.bytes > (size_t)200 * 1024) {
            event_reader_stop(&logs, slow);
            for (size_t i = 0; i < READERS; i++)
                if (&models[i].reader == slow)
                    models[i].from = models[i].to = 0;
        }
    }
    for (size_t i = 0; i < READERS; i++) {
        take_everything(&models[i]);
        event_reader_stop(&logs, &models[i].reader);
    }
    assert_int_equal(logs.bytes, 0);
    assert_int_equal(first.bytes + second.bytes, 0);
    assert_true(TAILQ_EMPTY(&logs.entries));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_order, set_up),
        cmocka_unit_test_setup(test_audiences, set_up),
        cmocka_unit_test_setup(test_last_readers, set_up),
        cmocka_unit_test_setup(test_random, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
