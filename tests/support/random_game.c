#include <config.h>

#include "random_game.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buffer.h"
#include "games.h"
#include "rules/games/gamefile.h"
#include "rules/games/gamereader.h"

char *random_game_text(uint64_t *seed, size_t longest) {
    static const char *const pieces[] = {
        "a",
        "word",
        " ",
        "  ",
        "}",
        "{",
        "\\",
        "\n",
        "\t",
        "\"",
        "%",
        ";",
        "\xc3\xa9",
        "\xf0\x9f\xa6\x81",
        "[%clk 0:00:01]",
        "[%emt",
        "[%eval -0.3,4]",
        ")",
        "\\n",
        "\\x7d",
        "1-0",
        "(",
        "]",
        "averylongwordwithoutanyblankthatcanbebroken\\\\\\inanyplace"};
    Buffer text = {0};
    size_t length = random_below(seed, longest);
    size_t kinds = 1 + random_below(seed, sizeof pieces / sizeof pieces[0]);
    while (text.length < length)
        buffer_add_string(&text, pieces[random_below(seed, kinds)]);
    return buffer_take(&text);
}

/* Adds a variation, sometimes a deep one, around any text. Returns false if that made it another.
 */
static bool note_variation(Record *record, size_t ply, uint64_t *seed) {
    size_t depth = 1 + random_below(seed, random_below(seed, 20) == 0 ? 120 : 3);
    char *text = random_game_text(seed, 150);
    Buffer variations = {0};
    for (size_t i = 0; i < depth; i++)
        buffer_add_string(&variations, random_below(seed, 2) ? "(1. D2 {quiet} " : "(");
    bool comment = random_below(seed, 3) > 0;
    buffer_add_string(&variations, comment ? "{" : "");
    buffer_add_string(&variations, text);
    buffer_add_string(&variations, comment ? "}" : "");
    for (size_t i = 0; i < depth; i++)
        buffer_add_string(&variations, ")");
    bool kept = record_set_variations(record, ply, variations.bytes);
    buffer_free(&variations);
    free(text);
    return kept;
}

/* Adds glyphs, variations and a score. */
static void note(Record *record, size_t ply, uint64_t *seed) {
    record_set_score(
        record, ply,
        &(RecordScore){random_below(seed, 2) == 0, (int)random_below(seed, 40),
                       random_below(seed, 3) > 0 ? 0 : (int)random_below(seed, 99) - 49,
                       (int)random_below(seed, 20001) - 10000});
    if (ply == 0)
        return;
    unsigned char glyphs[RECORD_GLYPHS_MAX + 1] = {0};
    for (size_t i = random_below(seed, RECORD_GLYPHS_MAX + 1); i > 0; i--)
        glyphs[i - 1] = (unsigned char)(1 + random_below(seed, random_below(seed, 2) ? 6 : 255));
    record_set_glyphs(record, ply, glyphs);
    while (!note_variation(record, ply, seed)) {
    }
}

void random_game_decorate(Record *record, uint64_t *seed) {
    for (size_t ply = 0; ply <= record->count; ply++) {
        if (random_below(seed, 4) == 0) {
            char *text = random_game_text(seed, 300);
            record_set_comment(record, ply, text);
            free(text);
        }
        if (ply > 0 && random_below(seed, 3) == 0)
            record_set_times(record, ply, (int64_t)random_next(seed) >> random_below(seed, 64),
                             (int64_t)random_next(seed) >> random_below(seed, 64));
        if (random_below(seed, 4) == 0)
            note(record, ply, seed);
    }
    static const char *const names[] = {"White", "Black", "Event", "Date", "Annotator", "Z9"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char *text = random_game_text(seed, 40);
        if (random_below(seed, 2) == 0)
            record_set_tag(record, names[i], text);
        free(text);
    }
    static const Outcome ends[] = {{RESULT_WHITE, REASON_RESIGNED},
                                   {RESULT_BLACK, REASON_TIME},
                                   {RESULT_DRAW, REASON_AGREED},
                                   {RESULT_OPEN, REASON_ABORTED}};
    if (random_below(seed, 2) == 0)
        record_declare(record, ends[random_below(seed, 4)], NULL);
}

Variant random_game_variant(uint64_t *seed) {
    Variant variant = *variant_builtin(random_below(seed, 7));
    strcpy(variant.name, "made.up_1");
    variant.islands = random_next(seed) & RIVER_MASK;
    variant.elephante = random_below(seed, 2) == 0;
    if (variant.elephante)
        strcpy(variant.start, "ezclcte/1ppppp1/p5p/7/P5P/1PPPPP1/ETCLCZE");
    variant.repetition = (Repetition)random_below(seed, 3);
    variant.quiet_plies = (int)random_below(seed, 200);
    variant.bare_lions = (BareLions)random_below(seed, 3);
    return variant;
}

/* Makes a random first jump, if there is one that leaves the capture open. */
static void enter_capture(Position *position, uint64_t *seed) {
    Bitboard monkeys = position_pieces(position, position_side(position), MONKEY);
    while (monkeys) {
        Square from = bitboard_pop(&monkeys);
        Bitboard captures;
        movegen_steps(position, from, NULL, &captures);
        if (!captures)
            continue;
        for (size_t skip = random_below(seed, (size_t)popcount64(captures)); skip > 0; skip--)
            captures &= captures - 1;
        Square to = bitboard_first(captures);
        Bitboard over = square_bit((Square)(((int)from + (int)to) / 2));
        if (!(over & position->by_type[LION]))
            position_make_jump(position, from, to);
        return;
    }
}

Record *random_game_create(const Variant *variant, size_t plies, uint64_t *seed) {
    Position start;
    position_start(&start, variant);
    Record *record = record_create(&start);
    games_play_random(record, random_below(seed, plies), seed);
    if (random_below(seed, 3) == 0 && !record_is_over(record)) {
        Position middle = *record_position(record);
        enter_capture(&middle, seed);
        Record *rest = record_create(&middle);
        record_free(record);
        record = rest;
        games_play_random(record, random_below(seed, plies), seed);
    }
    random_game_decorate(record, seed);
    return record;
}

char *random_game_write(const Record *record) {
    size_t length;
    char *text = gamefile_write(record, GAME_CONGO, &length);
    assert_int_equal(strlen(text), length);
    return text;
}

static Record *read_back(const char *text, size_t length) {
    GameReader reader;
    Error error = {0};
    gamereader_init(&reader, "saved", text, length);
    Record *record = gamereader_next(&reader, true, &error);
    if (!record)
        fail_msg("%s\n%s", error.text, text);
    assert_false(gamereader_more(&reader));
    return record;
}

static void check_lines(const char *text) {
    const char *line = strstr(text, "]\n\n") + 3;
    for (; *line; line += strcspn(line, "\n") + 1)
        if (strcspn(line, "\n") >= 80)
            fail_msg("a long line: %s", line);
}

/* In Congo notation, and in coordinates or PGN. */
void random_game_check_round_trip(const Record *record) {
    GameFormat formats[] = {GAME_CONGO, record_hash(record) % 2 ? GAME_PGN : GAME_COORDINATES};
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        size_t length;
        char *text = gamefile_write(record, formats[i], &length);
        assert_int_equal(strlen(text), length);
        Record *back = read_back(text, length);
        if (!record_equal(record, back))
            fail_msg("not the same:\n%s", text);
        assert_int_equal(record_hash(record), record_hash(back));
        assert_string_equal(text + length - 2, "\n\n");
        check_lines(text);
        record_free(back);
        free(text);
    }
}
