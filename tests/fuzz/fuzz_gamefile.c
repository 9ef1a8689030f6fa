/*
 * Files of games. A game that was read, strictly or leniently, is written in either notation as
 * text that a strict reader reads as the same game; a lenient reader accepts whatever a strict one
 * does. The first byte chooses how the text is read.
 */
#include <config.h>

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

#include "rules/games/gamefile.h"
#include "rules/games/gamereader.h"

/* Bits of the first byte. */
enum { BIT_STRICT = 1, BIT_FOREIGN = 2, BIT_START = 4 };

static GameReader reader_of(const char *text, size_t length, bool foreign) {
    GameReader reader;
    gamereader_init(&reader, "game", text, length);
    reader.foreign = foreign;
    return reader;
}

/* Checks that lines of moves have less than 80 bytes and the text ends with an empty line. */
static void check_lines(const char *text, size_t length) {
    fuzz_require(length == strlen(text) && length > 2);
    fuzz_require(strcmp(text + length - 2, "\n\n") == 0);
    const char *line = strstr(text, "]\n\n");
    fuzz_require(line);
    for (line += 3; *line; line += strcspn(line, "\n") + 1)
        fuzz_require(strcspn(line, "\n") < 80);
}

static void check_round_trip(const Record *record, GameFormat format) {
    size_t length, again_length;
    char *text = gamefile_write(record, format, &length);
    check_lines(text, length);
    GameReader reader = reader_of(text, length, false);
    Record *back = gamereader_next(&reader, true, NULL);
    fuzz_require(back && reader.deviations == 0 && !gamereader_more(&reader));
    fuzz_require(record_equal(record, back) && record_hash(record) == record_hash(back));
    char *again = gamefile_write(back, format, &again_length);
    fuzz_require(length == again_length && memcmp(text, again, length) == 0);
    record_free(back);
    free(again);
    free(text);
}

/* Checks that undoing and redoing the whole game does not change it. */
static void check_walk(Record *record) {
    uint64_t hash = record_hash(record);
    Outcome end = record_outcome(record);
    fuzz_require(record->current == record->count);
    while (record_undo(record))
        fuzz_require(position_is_sound(record_position(record)));
    fuzz_require(record->current == 0);
    for (size_t ply = 0; ply < record->count; ply++) {
        fuzz_require(record_is_legal(record, record->plies[ply].move, NULL));
        record_go_to(record, ply + 1);
    }
    Outcome again = record_outcome(record);
    fuzz_require(record->current == record->count && record_hash(record) == hash);
    fuzz_require(end.result == again.result && end.reason == again.reason);
}

/* Checks that the error begins with "game:LINE:COLUMN: ". */
static void check_sentence(const Error *error, const GameReader *reader) {
    char *at;
    fuzz_require(strncmp(error->text, "game:", 5) == 0);
    unsigned long line = strtoul(error->text + 5, &at, 10);
    fuzz_require(line >= 1 && *at == ':' && isdigit((unsigned char)at[1]));
    strtoul(at + 1, &at, 10);
    fuzz_require(at[0] == ':' && at[1] == ' ' && at[2] != '\0');
    fuzz_require(reader->at.offset <= reader->length && reader->failed.line > 0);
}

/* Checks that a lenient reader reads the same game. */
static void check_lenient(const GameReader *before, const Record *record) {
    GameReader reader = *before;
    Record *again = gamereader_next(&reader, false, NULL);
    fuzz_require(again && record_equal(record, again));
    record_free(again);
}

/* Reads a game. Returns false at the end. */
static bool read_one(GameReader *reader, bool strict) {
    Error error = {0};
    GameReader before = *reader;
    Record *record = gamereader_next(reader, strict, &error);
    fuzz_require(!record == (error.code != ERROR_NONE));
    if (!record) {
        check_sentence(&error, reader);
        return gamereader_recover(reader);
    }
    fuzz_require(reader->at.offset > before.at.offset && (!strict || reader->deviations == 0));
    if (strict)
        check_lenient(&before, record);
    check_walk(record);
    check_round_trip(record, GAME_CONGO);
    check_round_trip(record, GAME_COORDINATES);
    check_round_trip(record, GAME_PGN);
    record_free(record);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    /* A block of the exact size lets a sanitizer find every overrun. */
    size_t length = size - 1;
    char *text = malloc(length > 0 ? length : 1);
    if (!text)
        return 0;
    memcpy(text, data + 1, length);
    Position start;
    position_start(&start, variant_find("megapawn"));
    GameReader reader = reader_of(text, length, (data[0] & BIT_FOREIGN) != 0);
    reader.start = data[0] & BIT_START ? &start : NULL;
    while (gamereader_more(&reader) && read_one(&reader, (data[0] & BIT_STRICT) != 0)) {
    }
    free(text);
    return 0;
}
