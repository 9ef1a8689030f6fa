#include <config.h>

#include "rules/variant.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "rules/fen.h"
#include "rules/position.h"

#define FOUR_ISLANDS (UINT64_C(1) << A4 | UINT64_C(1) << B4 | UINT64_C(1) << F4 | UINT64_C(1) << G4)

#define CONGO_START "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ"

#define MEGAPAWN_START "ezclcze/3p3/p1p1p1p/7/P1P1P1P/3P3/EZCLCZE"

static const Variant builtins[] = {
    {"congo", CONGO_START, 0, PAWNS_CONGO, false, REPETITION_DRAW, 100,
     BARE_LIONS_DRAW_UNLESS_CAPTURE},
    {"wits", CONGO_START, 0, PAWNS_CONGO, false, REPETITION_DRAW, 100, BARE_LIONS_DRAW},
    {"islands", CONGO_START, FOUR_ISLANDS, PAWNS_CONGO, false, REPETITION_DRAW, 100,
     BARE_LIONS_DRAW_UNLESS_CAPTURE},
    {"simpler", "ezclcze/1ppppp1/p5p/7/P5P/1PPPPP1/EZCLCZE", FOUR_ISLANDS, PAWNS_CONGO, false,
     REPETITION_DRAW, 100, BARE_LIONS_DRAW_UNLESS_CAPTURE},
    {"crowded", "ezclcze/g2p2g/p1pmp1p/7/P1PMP1P/G2P2G/EZCLCZE", FOUR_ISLANDS, PAWNS_CONGO, false,
     REPETITION_DRAW, 100, BARE_LIONS_DRAW_UNLESS_CAPTURE},
    {"megapawn-draw", MEGAPAWN_START, FOUR_ISLANDS, PAWNS_MEGA, false, REPETITION_DRAW, 100,
     BARE_LIONS_DRAW_UNLESS_CAPTURE},
    {"megapawn", MEGAPAWN_START, FOUR_ISLANDS, PAWNS_MEGA, false, REPETITION_ILLEGAL, 0,
     BARE_LIONS_PLAY},
};

const Variant *variant_builtin(size_t index) {
    return index < sizeof builtins / sizeof builtins[0] ? &builtins[index] : NULL;
}

const Variant *variant_find(const char *name) {
    for (size_t i = 0; i < sizeof builtins / sizeof builtins[0]; i++)
        if (strcmp(builtins[i].name, name) == 0)
            return &builtins[i];
    return NULL;
}

const Variant *variant_find_ignore_case(const char *name) {
    for (size_t i = 0; i < sizeof builtins / sizeof builtins[0]; i++)
        if (text_equal_ignore_case(builtins[i].name, name))
            return &builtins[i];
    return NULL;
}

const Variant *variant_default(void) {
    return &builtins[0];
}

bool variant_same_rules(const Variant *a, const Variant *b) {
    return strcmp(a->start, b->start) == 0 && a->islands == b->islands && a->pawns == b->pawns &&
           a->elephante == b->elephante && a->repetition == b->repetition &&
           a->quiet_plies == b->quiet_plies && a->bare_lions == b->bare_lions;
}

static bool check_ranks(const char *start, Error *error) {
    int ranks = 1;
    const char *rest = start + strspn(start, " ");
    for (; *rest && *rest != ' ' && (ranks < BOARD_RANKS || *rest != '/'); rest++)
        ranks += *rest == '/';
    if (*rest == '/' && !strchr("wb", rest[1]))
        ranks++;
    else if (ranks == BOARD_RANKS && rest[strspn(rest, " ")])
        return error_set(error, ERROR_SYNTAX,
                         "expected the seven ranks alone, without the side to move or anything "
                         "else after them");
    return ranks == BOARD_RANKS ||
           error_set(error, ERROR_SYNTAX, "expected seven ranks with '/' between them, found %d",
                     ranks);
}

/* Returns whether a game can begin in the start position. */
static bool check_start(const Variant *variant, Error *error) {
    char text[VARIANT_START_SIZE + 8];
    Position position;
    if (!check_ranks(variant->start, error))
        return false;
    snprintf(text, sizeof text, "%s/w/-1", variant->start);
    if (!fen_parse(text, variant, &position, error))
        return false;
    Outcome outcome = position_outcome(&position);
    if (outcome_is_over(outcome))
        return error_set(error, ERROR_STATE, "the game would be over at once: %s",
                         outcome_sentence(outcome));
    return true;
}

bool variant_check(const Variant *variant, const char **field, Error *error) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    const char *ignored;
    if (!field)
        field = &ignored;
    *field = "name";
    if (variant->name[0] == '\0' || variant->name[strspn(variant->name, letters)] != '\0')
        return error_set(error, ERROR_SYNTAX,
                         "expected letters, digits, '-', '_' and '.', found \"%s\"", variant->name);
    *field = "islands";
    if (variant->islands & ~RIVER_MASK)
        return error_set(error, ERROR_RANGE, "only squares of rank 4 can be islands");
    *field = "quiet_plies";
    if (variant->quiet_plies < 0 || variant->quiet_plies > VARIANT_QUIET_MAX)
        return error_set(error, ERROR_RANGE, "expected a number from 0 to %d, found %d",
                         VARIANT_QUIET_MAX, variant->quiet_plies);
    *field = "start";
    return check_start(variant, error);
}

/* ---- fields ---- */

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

#define PAWNS_FORM "\"congo\" or \"mega\""

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

static int word_of(const VariantField *field, const Variant *variant) {
    const char *member = (const char *)variant + field->offset;
    int word;
    if (field->size == sizeof(bool))
        return *(const bool *)member;
    memcpy(&word, member, sizeof word);
    return word;
}

/* A word's member is a bool or an enumeration of the size of an int. */
static bool parse_word(const VariantField *field, const char *text, Variant *variant) {
    char *member = (char *)variant + field->offset;
    int word = text_find_word(field->words, text);
    if (word < 0)
        return false;
    if (field->size == sizeof(bool))
        memcpy(member, &(bool){word != 0}, sizeof(bool));
    else
        memcpy(member, &word, sizeof word);
    return true;
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
