/* Logs written by SQLite, whole and damaged: each damage that hides transactions is noticed, and
 * nothing that a power failure leaves is taken for damage. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "../support/scratch.h"
#include "base/file.h"
#include "base/memory.h"
#include "server/store/wal.h"

enum {
    PAGE = 1024,
    FRAME = PAGE + 24,
    HEADER = 32,
    TRANSACTIONS = 6,
    STEP = 53 /* bytes between the flipped bits of a page */
};

static uint8_t *wal; /* of TRANSACTIONS transactions, the odd ones of several frames */
static size_t size;
static char *database; /* the file as of its beginning */
static size_t database_size;

static size_t frame_count(void) {
    return (size - HEADER) / FRAME;
}

/* The number of the transaction, from 0, that a frame belongs to. */
static size_t transaction_of(size_t frame) {
    size_t transaction = 0;
    for (size_t i = 0; i < frame; i++)
        transaction += memcmp(wal + HEADER + i * FRAME + 4, "\0\0\0", 4) != 0;
    return transaction;
}

/* The number of rows that SQLite finds with the log: one for each transaction. */
static size_t rows_with_log(void) {
    sqlite3 *connection;
    sqlite3_stmt *statement;
    Error error = {0};
    assert_true(
        file_write_atomic(scratch_path("b.db"), database, database_size, 0600, true, &error));
    assert_true(file_write_atomic(scratch_path("b.db-wal"), (char *)wal, size, 0600, true, &error));
    assert_int_equal(sqlite3_open(scratch_path("b.db"), &connection), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(connection, "SELECT count(*) FROM t", -1, &statement, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    size_t rows = (size_t)sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(connection);
    return rows;
}

static void execute(sqlite3 *connection, const char *sql) {
    assert_int_equal(sqlite3_exec(connection, sql, NULL, NULL, NULL), SQLITE_OK);
}

static int begin(void **state) {
    sqlite3 *connection;
    char sql[100];
    if (scratch_make(state) != 0)
        return -1;
    assert_int_equal(sqlite3_open(scratch_path("a.db"), &connection), SQLITE_OK);
    execute(connection, "PRAGMA page_size=1024; PRAGMA journal_mode=WAL;"
                        "PRAGMA wal_autocheckpoint=0; CREATE TABLE t(a);"
                        /* The log begins again, over the frames of an older one. */
                        "INSERT INTO t VALUES(zeroblob(20000)); DELETE FROM t;"
                        "PRAGMA wal_checkpoint(RESTART)");
    database = file_read(scratch_path("a.db"), &database_size, NULL);
    for (int i = 0; i < TRANSACTIONS; i++) {
        snprintf(sql, sizeof sql, "INSERT INTO t VALUES(randomblob(%d))", i % 2 ? 2500 : 100);
        execute(connection, sql);
    }
    wal = (uint8_t *)file_read(scratch_path("a.db-wal"), &size, NULL);
    sqlite3_close(connection);
    return wal && database ? 0 : -1;
}

static int end(void **state) {
    free(wal);
    free(database);
    return scratch_remove(state);
}

/* The frames of this log, without those of the older one behind it. */
static size_t own_frames(void) {
    size_t count = 0;
    while (count < frame_count() && memcmp(wal + HEADER + count * FRAME + 8, wal + 16, 8) == 0)
        count++;
    return count;
}

static void test_whole_log(void **state) {
    (void)state;
    assert_true(own_frames() > TRANSACTIONS && own_frames() + 5 < frame_count());
    assert_int_equal(transaction_of(own_frames()), TRANSACTIONS);
    assert_int_equal(rows_with_log(), TRANSACTIONS);
    assert_int_equal(wal_count_hidden(wal, size, PAGE), 0);
    for (size_t length = 0; length <= size; length += 11)
        assert_int_equal(wal_count_hidden(wal, length, PAGE), 0);
}

/* SQLite reads the transactions before the damaged one. All others but the last are known to be
 * hidden, as a later one follows them; and the damaged one, unless that is its last frame, whose
 * page is not what it was. */
static void test_flipped_bits(void **state) {
    (void)state;
    for (size_t at = 0; at < HEADER; at++) {
        wal[at] ^= 0x80;
        assert_int_equal(wal_count_hidden(wal, size, PAGE), TRANSACTIONS - 2);
        wal[at] ^= 0x80;
    }
    for (size_t frame = 0; frame < own_frames(); frame++)
        for (size_t at = 0; at < FRAME; at += at < 24 ? 1 : STEP) {
            uint8_t *byte = wal + HEADER + frame * FRAME + at;
            size_t transaction = transaction_of(frame), expected = TRANSACTIONS - 1 - transaction;
            if (expected > 0 && (at < 8 || at >= 24))
                expected -= transaction_of(frame + 1) > transaction;
            *byte ^= 0x80;
            size_t hidden = wal_count_hidden(wal, size, PAGE);
            if (at % 8 == 0)
                assert_int_equal(rows_with_log(), transaction);
            *byte ^= 0x80;
            if (hidden != expected)
                fail_msg("frame %zu, byte %zu: %zu transactions, not %zu", frame, at, hidden,
                         expected);
        }
}

/* Parts of pages, and several of them, that are another file's. */
static void test_lost_places(void **state) {
    (void)state;
    size_t last = own_frames();
    while (transaction_of(last - 1) == TRANSACTIONS - 1)
        last--;
    uint8_t *copy = memory_allocate(size);
    memcpy(copy, wal, size);
    for (size_t frame = 0; frame < own_frames(); frame++)
        for (size_t length = 512; length <= 8192; length *= 2) {
            uint8_t *place = wal + HEADER + frame * FRAME + 40;
            memset(place, 0xe5, length);
            size_t hidden = wal_count_hidden(wal, size, PAGE);
            memcpy(wal, copy, size);
            if (frame >= last)
                assert_int_equal(hidden, 0);
            else if (frame + 2 + length / FRAME < last)
                if (hidden == 0 || hidden >= TRANSACTIONS)
                    fail_msg("frame %zu of %zu, %zu bytes: %zu transactions", frame, last, length,
                             hidden);
        }
    free(copy);
}

/* Words of the checksums in the other byte order, as another machine writes them. */
static void test_big_endian(void **state) {
    (void)state;
    uint32_t sum[2] = {0, 0};
    uint8_t *copy = memory_allocate(size);
    memcpy(copy, wal, size);
    bool is_big = wal[3] & 1;
    wal[3] ^= 1;
    for (size_t frame = 0; frame <= own_frames(); frame++) {
        uint8_t *start = frame ? wal + HEADER + (frame - 1) * FRAME : wal;
        uint8_t *stored = frame ? start + 16 : start + 24;
        for (size_t at = 0; at < (frame ? FRAME : 24); at += 8) {
            uint32_t words[2] = {0, 0};
            if (frame && (at == 8 || at == 16))
                continue;
            for (int i = 0; i < 8; i++)
                words[i / 4] |= (uint32_t)start[at + (size_t)i] << 8 * (is_big ? i % 4 : 3 - i % 4);
            sum[0] += words[0] + sum[1];
            sum[1] += words[1] + sum[0];
        }
        for (int i = 0; i < 8; i++)
            stored[i] = (uint8_t)(sum[i / 4] >> (24 - 8 * (i % 4)));
    }
    assert_int_equal(rows_with_log(), TRANSACTIONS);
    assert_int_equal(wal_count_hidden(wal, size, PAGE), 0);
    wal[HEADER + 100] ^= 1;
    assert_int_equal(wal_count_hidden(wal, size, PAGE), TRANSACTIONS - 2);
    wal[0] ^= 1;
    assert_int_equal(wal_count_hidden(wal, size, PAGE), TRANSACTIONS - 2);
    memcpy(wal, copy, size);
    free(copy);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_log),
        cmocka_unit_test(test_flipped_bits),
        cmocka_unit_test(test_lost_places),
        cmocka_unit_test(test_big_endian),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
