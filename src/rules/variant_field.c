#include <config.h>

#include "rules/variant_field.h"

#include <assert.h>
#include <string.h>

#include "base/text.h"
#include "rules/coordinate.h"

static const char *const pawns_words[] = {
    [PAWNS_CONGO] = "congo", [PAWNS_MEGA] = "mega", [PAWNS_MEGA + 1] = NULL};

static const char *const extra_words[] = {"", "T", NULL};

static const char *const repetition_words[] = {[REPETITION_NONE] = "none",
                                               [REPETITION_DRAW] = "draw",
                                               [REPETITION_ILLEGAL] = "illegal",
                                               [REPETITION_ILLEGAL + 1] = NULL};

static const char *const bare_lions_words[] = {[BARE_LIONS_PLAY] = "play",
                                               [BARE_LIONS_DRAW] = "draw",
                                               [BARE_LIONS_DRAW_UNLESS_CAPTURE] =
                                                   "draw-unless-capture",
                                               [BARE_LIONS_DRAW_UNLESS_CAPTURE + 1] = NULL};

#define MEMBER(name) offsetof(Variant, name), sizeof((Variant *)0)->name

#define PAWNS_FORM      "\"congo\" or \"mega\""
#define REPETITION_FORM "\"draw\", \"illegal\" or \"none\""
#define BARE_LIONS_FORM "\"draw\", \"draw-unless-capture\" or \"play\""

const VariantField variant_fields[VARIANT_FIELD_COUNT] = {
    {VARIANT_FIELD_TEXT, "start", "VariantStart",
     "seven ranks such as \"gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ\"",
     "seven ranks such as gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ", NULL, MEMBER(start)},
    {VARIANT_FIELD_SQUARES, "islands", "VariantIslands",
     "squares of rank 4 such as [ \"a4\", \"g4\" ], each once",
     "squares of rank 4 such as \"a4 g4\", each once, or \"-\"", NULL, MEMBER(islands)},
    {VARIANT_FIELD_WORD, "pawns", "VariantPawns", PAWNS_FORM, PAWNS_FORM, pawns_words,
     MEMBER(pawns)},
    {VARIANT_FIELD_WORD, "extra", "VariantExtra", "\"T\" or \"\"", "\"T\" or \"-\"", extra_words,
     MEMBER(elephante)},
    {VARIANT_FIELD_WORD, "repetition", "VariantRepetition", REPETITION_FORM, REPETITION_FORM,
     repetition_words, MEMBER(repetition)},
    {VARIANT_FIELD_NUMBER, "quiet_plies", "VariantQuietPlies", "a whole number from 0 to 10000",
     "a number from 0 to 10000", NULL, MEMBER(quiet_plies)},
    {VARIANT_FIELD_WORD, "bare_lions", "VariantBareLions", BARE_LIONS_FORM, BARE_LIONS_FORM,
     bare_lions_words, MEMBER(bare_lions)},
};

static_assert(VARIANT_QUIET_MAX == 10000, "the forms of quiet_plies state it");

/* A word's member is a bool or an enumeration of the size of an int. */
static void set_word(const VariantField *field, int word, Variant *variant) {
    char *member = (char *)variant + field->offset;
    if (field->size == sizeof(bool))
        memcpy(member, &(bool){word != 0}, sizeof(bool));
    else
        memcpy(member, &word, sizeof word);
}

static int word_of(const VariantField *field, const Variant *variant) {
    const char *member = (const char *)variant + field->offset;
    int word;
    if (field->size == sizeof(bool))
        return *(const bool *)member;
    memcpy(&word, member, sizeof word);
    return word;
}

static bool parse_word(const VariantField *field, const char *text, Variant *variant) {
    int word = text_find_word(field->words, text);
    if (word >= 0)
        set_word(field, word, variant);
    return word >= 0;
}

bool variant_field_set_number(const VariantField *field, int64_t number, Variant *variant) {
    if (number < 0 || number > VARIANT_QUIET_MAX)
        return false;
    *(int *)((char *)variant + field->offset) = (int)number;
    return true;
}

static bool parse_squares(const VariantField *field, const char *text, Variant *variant) {
    *(Bitboard *)((char *)variant + field->offset) = 0;
    while (*text) {
        char square[SQUARE_TEXT_SIZE] = {text[0], text[1]};
        if (!variant_field_add_square(field, square, variant))
            return false;
        text += 2;
        if (*text == ' ' && text[1])
            text++;
        else if (*text)
            return false;
    }
    return true;
}

bool variant_field_add_square(const VariantField *field, const char *text, Variant *variant) {
    Bitboard *squares = (Bitboard *)((char *)variant + field->offset);
    Square square = strlen(text) == 2 ? square_parse(text) : SQUARE_NONE;
    if (square == SQUARE_NONE || square_rank(square) != 4 || bitboard_has(*squares, square))
        return false;
    *squares |= square_bit(square);
    return true;
}

bool variant_field_parse(const VariantField *field, const char *text, Variant *variant) {
    switch (field->kind) {
    case VARIANT_FIELD_TEXT:
        return text_copy((char *)variant + field->offset, field->size, text);
    case VARIANT_FIELD_WORD:
        return parse_word(field, text, variant);
    case VARIANT_FIELD_NUMBER:
        return text_parse_number(text, 0, VARIANT_QUIET_MAX,
                                 (int *)((char *)variant + field->offset));
    case VARIANT_FIELD_SQUARES:
        return parse_squares(field, text, variant);
    }
    return false;
}

static void write_squares(Bitboard squares, Buffer *text) {
    for (const char *blank = ""; squares; blank = " ") {
        char square[SQUARE_TEXT_SIZE];
        buffer_add_string(text, blank);
        buffer_add_string(text, square_write(bitboard_pop(&squares), square));
    }
}

void variant_field_write(const VariantField *field, const Variant *variant, Buffer *text) {
    const char *member = (const char *)variant + field->offset;
    switch (field->kind) {
    case VARIANT_FIELD_TEXT:
        buffer_add_string(text, member);
        break;
    case VARIANT_FIELD_WORD:
        buffer_add_string(text, field->words[word_of(field, variant)]);
        break;
    case VARIANT_FIELD_NUMBER:
        buffer_add_format(text, "%d", *(const int *)member);
        break;
    case VARIANT_FIELD_SQUARES:
        write_squares(*(const Bitboard *)member, text);
        break;
    }
}
