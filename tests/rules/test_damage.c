/* Files of games are damaged at every byte. Each is read, or rejected with a line and a column. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/memory.h"
#include "../support/games.h"
#include "rules/games/gamereader.h"
#include "../support/random_game.h"

/* Together they have every element of a file. */
static const char *const samples[] = {
    /* Tags, times, comments with every escape, annotations, a custom variant, a declared end. */
    "\xef\xbb\xbf%a line\n"
    "[White \"Ada \\\"L\\\" \\\\\"]\n[Black \"M\xc3\xbc\"]\n[Result \"0-1\"]\n"
    "[Variant \"x\"]\n[VariantStart \"gmelecz/ppppppp/7/7/7/PPPPPPP/TMELECZ\"]\n"
    "[VariantIslands \"a4 g4\"]\n[VariantPawns \"congo\"]\n[VariantExtra \"T\"]\n"
    "[VariantRepetition \"illegal\"]\n[VariantQuietPlies \"100\"]\n"
    "[VariantBareLions \"draw\"]\n[Reason \"time\"]\n\n"
    "{All \\x7d \\\\ \\n of\nit\\\n} 1. Z-F3 {[%emt 0:00:04.2] [%clk 0:05:00.8] x} ; y\n"
    "1... P-DD5 $4 2. g2g3! 0-1\n",
    /* Marks, glyphs, scores, variations. */
    "[Result \"*\"]\n\n{[%eval 0.2,12]} 1. Z-F3?! $14 {[%eval #-4] so} (1. P-DD3 {[%eval 0.3] "
    "\\x7d}\n"
    "( 1. C3 P-DD5 $1 ; or\n) P-CC5) (1. E3)\n1... P-DD5!! 2. g2g3 $255 ({a\\\nb}) *\n",
    /* Several games, a start in a capture, a chain, drowned pieces, a captured lion, no tags. */
    "[FEN \"3l3/7/7/4p2/3M3/7/M2L3/w/43@31\"]\n\n1. M:F5 L-C7 *\n\n"
    "[Result \"1-0\"]\n[Variant \"megapawn\"]\n[FEN \"7/3l3/7/Z6/7/7/3L3/w/-1\"]\n"
    "[Reason \"lion\"]\n\n1. L:D6,:A4# 1-0 {end}\r\n\r\n"
    "1. d2-d3 d6-d5 2. Z-F3 \xe2\x80\xa6 Z-F5 *\n\n"
    "[Variant \"wits\"]\n[Reason \"agreed\"]\n1. b2b3 1... b6-b5 1/2-1/2\n",
};
enum { SAMPLE_COUNT = sizeof samples / sizeof samples[0] };

/* Replaces a byte, or is inserted before it. */
static const char bytes[] = "[]{}()\"\\;%$.*-:,#!?<>=/\n\r \t019aDLMPxz_\0\x7f\x80\xc3\xe2\xff";

static size_t reads, rejections;

/* Checks that an error names the file, one of its lines, and a column of that line. */
static void check_sentence(const Error *error, const char *text, size_t length) {
    size_t line, column, lines = 1;
    int at = 0;
    for (size_t i = 0; i < length; i++)
        lines += text[i] == '\n' || (text[i] == '\r' && (i + 1 == length || text[i + 1] != '\n'));
    if (sscanf(error->text, "any:%zu:%zu: %n", &line, &column, &at) != 2 || at == 0 ||
        error->text[at] == '\0')
        fail_msg("no place: %s", error->text);
    if (line < 1 || line > lines || column < 1 || column > length + 1)
        fail_msg("not a place among %zu lines: %s", lines, error->text);
}

/* Reads what can be read, from a block of exactly that length. What is read can be written and read
 * back. */
static void read_text(const char *text, size_t length, bool foreign) {
    char *exact = memcpy(memory_allocate(length), text, length);
    GameReader reader;
    gamereader_init(&reader, "any", exact, length);
    reader.foreign = foreign;
    for (bool more = gamereader_more(&reader); more;) {
        Error error = {0};
        Record *record = gamereader_next(&reader, false, &error);
        if (record)
            random_game_check_round_trip(record);
        else
            check_sentence(&error, exact, length);
        *(record ? &reads : &rejections) += 1;
        more = record ? gamereader_more(&reader) : gamereader_recover(&reader);
        record_free(record);
    }
    free(exact);
}

static void read_both_ways(const char *text, size_t length) {
    read_text(text, length, false);
    read_text(text, length, true);
}

static void for_every_byte(void (*damage)(const char *text, size_t length, size_t at)) {
    reads = rejections = 0;
    for (size_t i = 0; i < SAMPLE_COUNT; i++)
        for (size_t at = 0, length = strlen(samples[i]); at < length; at++)
            damage(samples[i], length, at);
    print_message("%zu games read, %zu rejected\n", reads, rejections);
    assert_true(reads > 0 && rejections > 0);
}

/* ---- kinds of damage ---- */

static void flip_bits(const char *text, size_t length, size_t at) {
    char *copy = memory_strdup(text);
    for (int bit = 0; bit < 8; bit++) {
        copy[at] = (char)(text[at] ^ 1 << bit);
        read_both_ways(copy, length);
    }
    free(copy);
}

static void replace(const char *text, size_t length, size_t at) {
    char *copy = memory_strdup(text);
    for (size_t i = 0; i < sizeof bytes - 1; i++) {
        copy[at] = bytes[i];
        read_both_ways(copy, length);
    }
    free(copy);
}

static void insert(const char *text, size_t length, size_t at) {
    char *copy = memory_allocate(length + 2);
    memcpy(copy, text, at);
    memcpy(copy + at + 1, text + at, length - at);
    for (size_t i = 0; i < sizeof bytes - 1; i++) {
        copy[at] = bytes[i];
        read_both_ways(copy, length + 1);
    }
    free(copy);
}

static void delete_some(const char *text, size_t length, size_t at) {
    char *copy = memory_strdup(text);
    for (size_t cut = 1; cut <= 3 && at + cut <= length; cut++) {
        memcpy(copy, text, at);
        memcpy(copy + at, text + at + cut, length - at - cut);
        read_both_ways(copy, length - cut);
    }
    free(copy);
}

static void truncate_at(const char *text, size_t length, size_t at) {
    (void)length;
    read_both_ways(text, at);
}

static void bits_flipped_at_every_byte(void **state) {
    (void)state;
    for_every_byte(flip_bits);
}

static void every_byte_replaced(void **state) {
    (void)state;
    for_every_byte(replace);
}

static void bytes_inserted_at_every_place(void **state) {
    (void)state;
    for_every_byte(insert);
}

static void every_byte_deleted(void **state) {
    (void)state;
    for_every_byte(delete_some);
}

static void truncated_at_every_byte(void **state) {
    (void)state;
    for_every_byte(truncate_at);
}

/* The undamaged samples are read to the end, so the damage reaches every part. */
static void the_samples_are_read_to_the_end(void **state) {
    (void)state;
    for (size_t i = 0; i < SAMPLE_COUNT; i++) {
        reads = rejections = 0;
        read_text(samples[i], strlen(samples[i]), false);
        assert_int_equal(reads, i == 2 ? 4 : 1);
        assert_int_equal(rejections, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_samples_are_read_to_the_end),
        cmocka_unit_test(bits_flipped_at_every_byte),
        cmocka_unit_test(every_byte_replaced),
        cmocka_unit_test(bytes_inserted_at_every_place),
        cmocka_unit_test(every_byte_deleted),
        cmocka_unit_test(truncated_at_every_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
