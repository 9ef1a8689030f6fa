#include <config.h>

#include "rules/fen.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "rules/position.h"

enum { FIELD_SHOWN = 24 }; /* bytes of a wrong field that a message quotes */

/* The rest of the text, one field after the other. */
typedef struct Fields {
    const char *at;
    const Variant *variant;
    Position *position; /* being put together */
    const char *wrong;  /* the place of the error */
    Error *error;
} Fields;

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void skip_blanks(Fields *fields) {
    while (is_blank(*fields->at))
        fields->at++;
}

/* The length of the field at hand. */
static size_t field_length(const Fields *fields) {
    size_t length = 0;
    while (fields->at[length] && fields->at[length] != '/' && !is_blank(fields->at[length]))
        length++;
    return length;
}

/* For messages: the field at hand with anything unprintable replaced, cut when it is long. */
static const char *field_shown(const Fields *fields, char text[FIELD_SHOWN + 4]) {
    size_t length = field_length(fields), shown = length < FIELD_SHOWN ? length : FIELD_SHOWN;
    for (size_t i = 0; i < shown; i++)
        text[i] = fields->at[i] >= ' ' && fields->at[i] <= '~' ? fields->at[i] : '?';
    strcpy(text + shown, length > shown ? "..." : "");
    return text;
}

/* ---- ranks ---- */

static bool add_piece(Fields *fields, char letter, int file, int rank) {
    Position *position = fields->position;
    PawnFamily family = fields->variant->pawns;
    Kind kind = kind_from_letter(letter, family);
    Color color = letter >= 'a' ? BLACK : WHITE;
    Bitboard bit = square_bit(square_at(file, rank));

    if (kind == KIND_NONE || (kind == ELEPHANTE && !fields->variant->elephante))
        return error_set(fields->error, ERROR_SYNTAX,
                         "rank %d: '%c' is not a piece of %s; its letters are L Z E G C M P %c%s",
                         rank, letter >= ' ' && letter <= '~' ? letter : '?', fields->variant->name,
                         kind_letter(SUPERPAWN, family), fields->variant->elephante ? " T" : "");
    if (kind == LION && position_pieces(position, color, LION))
        return error_set(fields->error, ERROR_SYNTAX, "rank %d: a second lion of %s", rank,
                         color_name(color));
    if (kind == PAWN && rank == (color == WHITE ? 7 : 1))
        return error_set(fields->error, ERROR_SYNTAX,
                         "rank %d: a pawn of %s stands on its promotion rank", rank,
                         color_name(color));
    position->by_type[kind] |= bit;
    position->by_color[color] |= bit;
    return true;
}

static bool parse_rank(Fields *fields, int rank) {
    size_t length = field_length(fields);
    int file = 0;

    for (size_t i = 0; i < length; i++) {
        char c = fields->at[i];
        fields->wrong = fields->at + i;
        if (c >= '1' && c <= '7') {
            file += c - '0';
        } else if (file >= BOARD_FILES) {
            file++;
        } else if (!add_piece(fields, c, file++, rank)) {
            return false;
        }
        if (file > BOARD_FILES)
            return error_set(fields->error, ERROR_SYNTAX,
                             "rank %d: expected 7 squares, found more in \"%s\"", rank,
                             field_shown(fields, (char[FIELD_SHOWN + 4]){0}));
    }
    fields->wrong = fields->at + length;
    if (file < BOARD_FILES)
        return error_set(fields->error, ERROR_SYNTAX,
                         "rank %d: expected 7 squares, found %d in \"%s\"", rank, file,
                         field_shown(fields, (char[FIELD_SHOWN + 4]){0}));
    fields->at += length;
    return true;
}

static bool parse_ranks(Fields *fields) {
    for (int rank = 7; rank >= 1; rank--) {
        if (*fields->at == '\0' || is_blank(*fields->at))
            return error_set(fields->error, ERROR_SYNTAX,
                             "ranks: expected 7 separated by '/', found %d", 7 - rank);
        if (!parse_rank(fields, rank))
            return false;
        if (rank > 1 && *fields->at == '/')
            fields->at++;
    }
    return true;
}

/* ---- side ---- */

static bool parse_side(Fields *fields) {
    char shown[FIELD_SHOWN + 4];
    size_t length;

    if (*fields->at == '/')
        fields->at++;
    skip_blanks(fields);
    fields->wrong = fields->at;
    length = field_length(fields);
    if (length == 1 && (*fields->at == 'w' || *fields->at == 'b')) {
        fields->position->side = *fields->at == 'w' ? WHITE : BLACK;
        fields->at++;
        return true;
    }
    if (length == 0 && *fields->at == '\0')
        return error_set(fields->error, ERROR_SYNTAX,
                         "side: expected w or b after the ranks, found the end");
    field_shown(fields, shown);
    if (length > 0 && strspn(shown, "1234567LZEGCMPSQTlzegcmpsqt") == length)
        return error_set(fields->error, ERROR_SYNTAX, "ranks: expected 7, found an eighth, \"%s\"",
                         shown);
    return error_set(fields->error, ERROR_SYNTAX, "side: expected w or b, found \"%s\"", shown);
}

/* ---- jump ---- */

/* Reads a whole number without sign of at most six digits; -1 if there is none. */
static int parse_number(const char **at) {
    int number = 0, digits = 0;
    while (**at >= '0' && **at <= '9' && digits < 6) {
        number = number * 10 + *(*at)++ - '0';
        digits++;
    }
    return digits > 0 && !(**at >= '0' && **at <= '9') ? number : -1;
}

/* A capture moves a monkey by an even number of files and ranks. */
static bool same_parity(Square a, Square b) {
    return ((square_file(a) ^ square_file(b)) & 1) == 0 &&
           ((square_rank(a) ^ square_rank(b)) & 1) == 0;
}

/* The monkeys of the side to move that can have begun a capture on the square. */
static Bitboard monkeys_from(const Position *position, Square start) {
    Bitboard fitting = 0;
    Bitboard monkeys = position_pieces(position, position_side(position), MONKEY);
    if (position_occupied(position) & square_bit(start))
        monkeys &= square_bit(start);
    while (monkeys) {
        Square square = bitboard_pop(&monkeys);
        if (same_parity(square, start))
            fitting |= square_bit(square);
    }
    return fitting;
}

static bool set_jump(Fields *fields, int start_number, int at_number, const char *shown) {
    Position *position = fields->position;
    const char *side = color_name(position_side(position));
    Square start = square_from_number(start_number);
    Square at = square_from_number(at_number);

    if (start == SQUARE_NONE || (at_number >= 0 && at == SQUARE_NONE))
        return error_set(fields->error, ERROR_RANGE,
                         "jump: expected -1 or square numbers from 0 to 48, found \"%s\"", shown);
    Bitboard fitting = monkeys_from(position, start);
    if (at_number < 0 && popcount64(fitting) > 1)
        return error_set(fields->error, ERROR_AMBIGUOUS,
                         "jump: more than one monkey of %s can have begun on square %d; write "
                         "start@current, for example %d@%d",
                         side, start_number, start_number, square_number(bitboard_first(fitting)));
    if (at_number >= 0)
        fitting &= square_bit(at);
    if (!fitting)
        return error_set(fields->error, ERROR_RANGE, "jump: no monkey of %s fits a capture \"%s\"",
                         side, shown);
    position->jump_start = (uint8_t)start;
    position->jump_at = (uint8_t)bitboard_first(fitting);
    return true;
}

static bool parse_jump(Fields *fields) {
    char shown[FIELD_SHOWN + 4];
    bool after_slash = *fields->at == '/';

    if (after_slash)
        fields->at++;
    else
        skip_blanks(fields);
    size_t length = field_length(fields);
    if (length == 0 && !after_slash)
        return true;
    field_shown(fields, shown);
    fields->wrong = fields->at;
    const char *rest = fields->at;
    fields->at += length;
    if (length == 2 && memcmp(rest, "-1", 2) == 0)
        return true;
    int start = parse_number(&rest), at = -1;
    bool numbers = start >= 0;
    if (numbers && *rest == '@') {
        rest++;
        at = parse_number(&rest);
        numbers = at >= 0;
    } else if (numbers && !after_slash && rest == fields->at) {
        return true; /* a move number */
    }
    if (!numbers || rest != fields->at)
        return error_set(fields->error, ERROR_SYNTAX,
                         "jump: expected -1, a square number or start@current, found \"%s\"",
                         shown);
    return set_jump(fields, start, at, shown);
}

/* ---- the whole ---- */

static bool check_lions(Fields *fields) {
    static const Bitboard castle[COLOR_COUNT] = {WHITE_CASTLE, BLACK_CASTLE};
    static const char *const castle_name[COLOR_COUNT] = {"c1-e3", "c5-e7"};
    const Position *position = fields->position;
    bool both = position_pieces(position, WHITE, LION) && position_pieces(position, BLACK, LION);

    fields->wrong = NULL;
    if (!position->by_type[LION])
        return error_set(fields->error, ERROR_SYNTAX, "ranks: both lions are missing");
    for (int color = 0; color < COLOR_COUNT; color++) {
        Bitboard lion = position_pieces(position, (Color)color, LION);
        Bitboard allowed = both ? castle[color] : castle[WHITE] | castle[BLACK];
        if (lion & ~allowed)
            return error_set(
                fields->error, ERROR_SYNTAX, "rank %d: the lion of %s is outside its castle %s",
                square_rank(bitboard_first(lion)), color_name((Color)color), castle_name[color]);
    }
    return true;
}

static bool check_men(const Fields *fields) {
    for (int color = 0; color < COLOR_COUNT; color++) {
        int men = popcount64(fields->position->by_color[color]);
        if (men > MEN_MAX)
            return error_set(fields->error, ERROR_RANGE,
                             "ranks: %s has %d men, more than the %d allowed",
                             color_name((Color)color), men, MEN_MAX);
    }
    return true;
}

static bool parse_end(Fields *fields) {
    char shown[FIELD_SHOWN + 4];
    skip_blanks(fields);
    fields->wrong = fields->at;
    if (*fields->at == '\0')
        return true;
    if (*fields->at == '/')
        fields->at++;
    return error_set(fields->error, ERROR_SYNTAX, "after the jump: expected the end, found \"%s\"",
                     field_shown(fields, shown));
}

bool fen_parse_at(const char *text, const Variant *variant, Position *position, const char **wrong,
                  Error *error) {
    Position read = {.variant = variant, .jump_start = SQUARE_NONE, .jump_at = SQUARE_NONE};
    Fields fields = {text, variant, &read, text, error};

    skip_blanks(&fields);
    if (!parse_ranks(&fields) || !parse_side(&fields) || !check_lions(&fields) ||
        !check_men(&fields) || !parse_jump(&fields) || !parse_end(&fields)) {
        *wrong = fields.wrong;
        return false;
    }
    read.key = position_compute_key(&read);
    assert(position_is_sound(&read));
    *position = read;
    return true;
}

bool fen_parse(const char *text, const Variant *variant, Position *position, Error *error) {
    const char *wrong;
    return fen_parse_at(text, variant, position, &wrong, error);
}

static char *write_rank(const Position *position, int rank, char *at) {
    int empty = 0;
    for (int file = 0; file < BOARD_FILES; file++) {
        Square square = square_at(file, rank);
        Kind kind = position_kind_at(position, square);
        if (kind == KIND_NONE) {
            empty++;
            continue;
        }
        if (empty > 0)
            *at++ = (char)('0' + empty);
        empty = 0;
        *at++ = piece_letter(position_color_at(position, square), kind, position->variant->pawns);
    }
    if (empty > 0)
        *at++ = (char)('0' + empty);
    *at++ = '/';
    return at;
}

size_t fen_write(const Position *position, char text[FEN_SIZE]) {
    char *at = text;
    Color us = position_side(position);

    for (int rank = 7; rank >= 1; rank--)
        at = write_rank(position, rank, at);
    *at++ = us == WHITE ? 'w' : 'b';
    size_t room = FEN_SIZE - (size_t)(at - text);
    if (!position_in_capture(position))
        at += snprintf(at, room, "/-1");
    else if (popcount64(position_pieces(position, us, MONKEY)) > 1)
        at += snprintf(at, room, "/%d@%d", square_number((Square)position->jump_start),
                       square_number((Square)position->jump_at));
    else
        at += snprintf(at, room, "/%d", square_number((Square)position->jump_start));
    return (size_t)(at - text);
}
