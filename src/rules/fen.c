#include <config.h>

#include "rules/fen.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/fnv.h"
#include "base/text.h"
#include "rules/position.h"

/* ---- placement ---- */

static const struct {
    Bitboard squares;
    const char *first, *last;
} castles[COLOR_COUNT] = {{WHITE_CASTLE, "c1", "e3"}, {BLACK_CASTLE, "c5", "e7"}};

const char *placement_castle_first(Color color) {
    return castles[color].first;
}

const char *placement_castle_last(Color color) {
    return castles[color].last;
}

typedef struct FaultList {
    PlacementFault *faults;
    int count;
} FaultList;

static void add(FaultList *list, PlacementFaultType type, Color color, Bitboard squares) {
    list->faults[list->count++] = (PlacementFault){type, color, squares};
}

static void check_pieces(const Position *position, Color color, FaultList *list) {
    Bitboard foreign = 0, lions = position_pieces(position, color, LION);
    for (PieceType type = LION; type < PIECE_NONE; type++)
        if (!variant_has_piece(position->variant, type))
            foreign |= position_pieces(position, color, type);
    Bitboard pawns = position_pieces(position, color, PAWN) & last_rank(color);
    if (foreign)
        add(list, PLACEMENT_FOREIGN_PIECE, color, foreign);
    if (popcount64(lions) > 1)
        add(list, PLACEMENT_SECOND_LION, color, lions);
    if (pawns)
        add(list, PLACEMENT_LAST_RANK, color, pawns);
}

/* The last lion may stand where it captured the other one. */
static void check_lions(const Position *position, FaultList *list) {
    bool both = position_has_both_lions(position);
    if (!position->by_type[LION])
        add(list, PLACEMENT_NO_LIONS, WHITE, 0);
    for (int color = 0; color < COLOR_COUNT; color++) {
        Bitboard lions = position_pieces(position, (Color)color, LION);
        Bitboard allowed = both ? castles[color].squares : WHITE_CASTLE | BLACK_CASTLE;
        if (lions & ~allowed)
            add(list, PLACEMENT_LION_OUTSIDE, (Color)color, lions & ~allowed);
    }
}

int placement_check(const Position *position, PlacementFault faults[PLACEMENT_FAULTS_MAX]) {
    FaultList list = {faults, 0};
    for (int color = 0; color < COLOR_COUNT; color++)
        check_pieces(position, (Color)color, &list);
    check_lions(position, &list);
    for (int color = 0; color < COLOR_COUNT; color++)
        if (popcount64(position->by_color[color]) > PIECES_MAX)
            add(&list, PLACEMENT_TOO_MANY, (Color)color, 0);
    return list.count;
}

/* Returns whether a piece may join those on the board; if not, *fault is the first fault of the
 * board with it that is about the piece itself. The square must be empty. */
static bool placement_allows(const Position *position, Color color, PieceType type, Square square,
                             PlacementFault *fault) {
    PlacementFault faults[PLACEMENT_FAULTS_MAX];
    Position with = *position;
    FaultList list = {faults, 0};
    placement_put(&with, color, type, square);
    check_pieces(&with, color, &list);
    for (int i = 0; i < list.count; i++)
        if (bitboard_has(faults[i].squares, square)) {
            *fault = faults[i];
            return false;
        }
    return true;
}

void placement_put(Position *position, Color color, PieceType type, Square square) {
    position->by_type[type] |= square_bit(square);
    position->by_color[color] |= square_bit(square);
}

void placement_remove(Position *position, Square square) {
    for (int type = 0; type < PIECE_TYPE_COUNT; type++)
        position->by_type[type] &= ~square_bit(square);
    for (int color = 0; color < COLOR_COUNT; color++)
        position->by_color[color] &= ~square_bit(square);
}

/* ---- FEN ---- */

enum { TOKEN_EXCERPT = 24 }; /* bytes of a field that a message quotes */

typedef struct FenParser {
    const char *at; /* the rest of the text */
    const Variant *variant;
    Position *position;
    const char *wrong; /* the place of the error */
    Error *error;
} FenParser;

static void skip_blanks(FenParser *parser) {
    while (text_is_space(*parser->at))
        parser->at++;
}

/* The length of the next field. */
static size_t token_length(const FenParser *parser) {
    size_t length = 0;
    while (parser->at[length] && parser->at[length] != '/' && !text_is_space(parser->at[length]))
        length++;
    return length;
}

/* The next field for a message, with '?' for unprintable bytes, and cut if it is long. */
static const char *token_excerpt(const FenParser *parser, char text[TOKEN_EXCERPT + 4]) {
    size_t length = token_length(parser), shown = length < TOKEN_EXCERPT ? length : TOKEN_EXCERPT;
    for (size_t i = 0; i < shown; i++)
        text[i] = parser->at[i] >= ' ' && parser->at[i] <= '~' ? parser->at[i] : '?';
    memcpy(text + shown, length > shown ? "..." : "", length > shown ? 4 : 1);
    return text;
}

/* ---- ranks ---- */

static bool reject_letter(FenParser *parser, char letter, int rank) {
    const Variant *variant = parser->variant;
    return error_set(parser->error, ERROR_SYNTAX,
                     "rank %d: '%c' is not a piece of %s; its letters are L Z E G C M P %c%s", rank,
                     letter >= ' ' && letter <= '~' ? letter : '?', variant->name,
                     piece_type_letter(SUPERPAWN, variant->pawns), variant->elephante ? " T" : "");
}

static bool add_piece(FenParser *parser, char letter, int file, int rank) {
    Position *position = parser->position;
    PieceType type = piece_type_from_letter(letter, parser->variant->pawns);
    Color color = letter >= 'a' ? BLACK : WHITE;
    Square square = square_at(file, rank);
    PlacementFault fault;

    if (type == PIECE_NONE || !variant_has_piece(parser->variant, type))
        return reject_letter(parser, letter, rank);
    if (placement_allows(position, color, type, square, &fault)) {
        placement_put(position, color, type, square);
        return true;
    }
    return fault.type == PLACEMENT_SECOND_LION
               ? error_set(parser->error, ERROR_SYNTAX, "rank %d: a second lion for %s", rank,
                           color_name(color))
               : error_set(parser->error, ERROR_SYNTAX,
                           "rank %d: a pawn of %s cannot stand on its promotion rank", rank,
                           color_name(color));
}

static bool parse_rank(FenParser *parser, int rank) {
    size_t length = token_length(parser);
    int file = 0;

    for (size_t i = 0; i < length; i++) {
        char c = parser->at[i];
        parser->wrong = parser->at + i;
        if (c >= '1' && c <= '7') {
            file += c - '0';
        } else if (file >= BOARD_FILES) {
            file++;
        } else if (!add_piece(parser, c, file++, rank)) {
            return false;
        }
        if (file > BOARD_FILES)
            return error_set(parser->error, ERROR_SYNTAX,
                             "rank %d: expected 7 squares, found more in \"%s\"", rank,
                             token_excerpt(parser, (char[TOKEN_EXCERPT + 4]){0}));
    }
    parser->wrong = parser->at + length;
    if (file < BOARD_FILES)
        return error_set(parser->error, ERROR_SYNTAX,
                         "rank %d: expected 7 squares, found %d in \"%s\"", rank, file,
                         token_excerpt(parser, (char[TOKEN_EXCERPT + 4]){0}));
    parser->at += length;
    return true;
}

static bool parse_ranks(FenParser *parser) {
    for (int rank = 7; rank >= 1; rank--) {
        if (*parser->at == '\0' || text_is_space(*parser->at))
            return error_set(parser->error, ERROR_SYNTAX,
                             "ranks: expected 7 separated by '/', found %d", 7 - rank);
        if (!parse_rank(parser, rank))
            return false;
        if (rank > 1 && *parser->at == '/')
            parser->at++;
    }
    return true;
}

/* ---- side ---- */

static bool parse_side(FenParser *parser) {
    char shown[TOKEN_EXCERPT + 4];
    size_t length;

    if (*parser->at == '/')
        parser->at++;
    skip_blanks(parser);
    parser->wrong = parser->at;
    length = token_length(parser);
    if (length == 1 && (*parser->at == 'w' || *parser->at == 'b')) {
        parser->position->side = *parser->at == 'w' ? WHITE : BLACK;
        parser->at++;
        return true;
    }
    if (length == 0 && *parser->at == '\0')
        return error_set(parser->error, ERROR_SYNTAX,
                         "side: expected w or b after the ranks, found nothing");
    token_excerpt(parser, shown);
    if (length > 0 && strspn(shown, "1234567LZEGCMPSQTlzegcmpsqt") == length)
        return error_set(parser->error, ERROR_SYNTAX, "ranks: expected 7, found more: \"%s\"",
                         shown);
    return error_set(parser->error, ERROR_SYNTAX, "side: expected w or b, found \"%s\"", shown);
}

/* ---- jump ---- */

/* Reads a number of at most six digits. Returns -1 if there is none. */
static int parse_number(const char **at) {
    int number = 0, digits = 0;
    while (**at >= '0' && **at <= '9' && digits < 6) {
        number = number * 10 + *(*at)++ - '0';
        digits++;
    }
    return digits > 0 && !(**at >= '0' && **at <= '9') ? number : -1;
}

/* Returns the monkeys of the side to move that can have begun a capture on the square: it moves
 * them by an even number of files and ranks. */
static Bitboard monkeys_from(const Position *position, Square start) {
    Bitboard fitting = 0;
    Bitboard monkeys = position_pieces(position, position_side(position), MONKEY);
    if (position_occupied(position) & square_bit(start))
        monkeys &= square_bit(start);
    while (monkeys) {
        Square square = bitboard_pop(&monkeys);
        if (((square_file(square) ^ square_file(start)) & 1) == 0 &&
            ((square_rank(square) ^ square_rank(start)) & 1) == 0)
            fitting |= square_bit(square);
    }
    return fitting;
}

static bool set_jump(FenParser *parser, int start_number, int at_number, const char *shown) {
    Position *position = parser->position;
    const char *side = color_name(position_side(position));
    Square start = square_from_number(start_number);
    Square at = square_from_number(at_number);

    if (start == SQUARE_NONE || (at_number >= 0 && at == SQUARE_NONE))
        return error_set(parser->error, ERROR_RANGE,
                         "jump: expected -1 or square numbers from 0 to 48, found \"%s\"", shown);
    Bitboard fitting = monkeys_from(position, start);
    if (at_number < 0 && popcount64(fitting) > 1)
        return error_set(parser->error, ERROR_AMBIGUOUS,
                         "jump: several monkeys of %s could have begun on square %d; write "
                         "start@current, such as %d@%d",
                         side, start_number, start_number, square_number(bitboard_first(fitting)));
    if (at_number >= 0)
        fitting &= square_bit(at);
    if (!fitting)
        return error_set(parser->error, ERROR_RANGE,
                         "jump: no monkey of %s can be in the middle of the capture \"%s\"", side,
                         shown);
    position->jump_start = (uint8_t)start;
    position->jump_at = (uint8_t)bitboard_first(fitting);
    return true;
}

static bool parse_jump(FenParser *parser) {
    char shown[TOKEN_EXCERPT + 4];
    bool after_slash = *parser->at == '/';

    if (after_slash)
        parser->at++;
    else
        skip_blanks(parser);
    size_t length = token_length(parser);
    if (length == 0 && !after_slash)
        return true;
    token_excerpt(parser, shown);
    parser->wrong = parser->at;
    const char *rest = parser->at;
    parser->at += length;
    if (length == 2 && memcmp(rest, "-1", 2) == 0)
        return true;
    int start = parse_number(&rest), at = -1;
    bool numbers = start >= 0;
    if (numbers && *rest == '@') {
        rest++;
        at = parse_number(&rest);
        numbers = at >= 0;
    } else if (numbers && !after_slash && rest == parser->at) {
        return true; /* a move number */
    }
    if (!numbers || rest != parser->at)
        return error_set(parser->error, ERROR_SYNTAX,
                         "jump: expected -1, a square number or start@current, found \"%s\"",
                         shown);
    return set_jump(parser, start, at, shown);
}

/* ---- the complete text ---- */

/* Checks conditions on several pieces. */
static bool check_placement(FenParser *parser) {
    const Position *position = parser->position;
    PlacementFault fault[PLACEMENT_FAULTS_MAX];

    parser->wrong = NULL;
    if (placement_check(position, fault) == 0)
        return true;
    const char *side = color_name(fault->color);
    switch (fault->type) {
    case PLACEMENT_NO_LIONS:
        return error_set(parser->error, ERROR_SYNTAX, "ranks: both lions are missing");
    case PLACEMENT_TOO_MANY:
        return error_set(parser->error, ERROR_RANGE,
                         "ranks: %s has %d pieces, but at most %d are allowed", side,
                         popcount64(position->by_color[fault->color]), PIECES_MAX);
    default:
        return error_set(parser->error, ERROR_SYNTAX,
                         "rank %d: the lion of %s is outside its castle %s-%s",
                         square_rank(bitboard_first(fault->squares)), side,
                         placement_castle_first(fault->color), placement_castle_last(fault->color));
    }
}

static bool parse_end(FenParser *parser) {
    char shown[TOKEN_EXCERPT + 4];
    skip_blanks(parser);
    parser->wrong = parser->at;
    if (*parser->at == '\0')
        return true;
    if (*parser->at == '/')
        parser->at++;
    return error_set(parser->error, ERROR_SYNTAX,
                     "after the jump: expected nothing more, found \"%s\"",
                     token_excerpt(parser, shown));
}

bool fen_parse_at(const char *text, const Variant *variant, Position *position, const char **wrong,
                  Error *error) {
    Position read = {.variant = variant, .jump_start = SQUARE_NONE, .jump_at = SQUARE_NONE};
    FenParser parser = {text, variant, &read, text, error};

    skip_blanks(&parser);
    if (!parse_ranks(&parser) || !parse_side(&parser) || !check_placement(&parser) ||
        !parse_jump(&parser) || !parse_end(&parser)) {
        if (wrong)
            *wrong = parser.wrong;
        return false;
    }
    read.key = position_compute_key(&read);
    assert(position_is_sound(&read));
    *position = read;
    return true;
}

bool fen_parse(const char *text, const Variant *variant, Position *position, Error *error) {
    return fen_parse_at(text, variant, position, NULL, error);
}

static char *write_rank(const Position *position, int rank, char *at) {
    int empty = 0;
    for (int file = 0; file < BOARD_FILES; file++) {
        Square square = square_at(file, rank);
        PieceType type = position_piece_at(position, square);
        if (type == PIECE_NONE) {
            empty++;
            continue;
        }
        if (empty > 0)
            *at++ = (char)('0' + empty);
        empty = 0;
        *at++ = piece_letter(position_color_at(position, square), type, position->variant->pawns);
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
        at = strcpy(at, "/-1") + strlen("/-1");
    else if (popcount64(position_pieces(position, us, MONKEY)) > 1)
        at += snprintf(at, room, "/%d@%d", square_number((Square)position->jump_start),
                       square_number((Square)position->jump_at));
    else
        at += snprintf(at, room, "/%d", square_number((Square)position->jump_start));
    return (size_t)(at - text);
}

uint64_t fen_hash(const char *fen) {
    return fnv_bytes(FNV_START, fen, strlen(fen));
}

uint64_t fen_hash_position(const Position *position) {
    char fen[FEN_SIZE];
    fen_write(position, fen);
    return fen_hash(fen);
}

/* ---- a diagram: lines of letters, as the manual draws it ---- */

static char square_letter(const Position *position, Square square) {
    PieceType type = position_piece_at(position, square);
    if (type != PIECE_NONE)
        return piece_letter(position_color_at(position, square), type, position->variant->pawns);
    if (bitboard_has(position->variant->islands, square))
        return '^';
    return bitboard_has(RIVER_MASK, square) ? '+' : '-';
}

void diagram_board(const Position *position, Buffer *text) {
    for (int rank = BOARD_RANKS; rank >= 1; rank--) {
        buffer_add_format(text, " %d  ", rank);
        for (int file = 0; file < BOARD_FILES; file++)
            buffer_add_format(text, " %c", square_letter(position, square_at(file, rank)));
        buffer_add_string(text, "\n");
    }
    buffer_add_string(text, "\n /   a b c d e f g\n");
}

/* Appends the number of a colour's pieces of each type: "2E 1Z 1G 1C 7P 0S 1L 1M". T is left out
 * unless the variant has it. */
static void add_pieces(const Position *position, Color color, Buffer *text) {
    static const PieceType order[] = {ELEPHANT,  ZEBRA, GIRAFFE, CROCODILE, PAWN,
                                      SUPERPAWN, LION,  MONKEY,  ELEPHANTE};
    const Variant *variant = position->variant;
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
        if (order[i] != ELEPHANTE || variant->elephante)
            buffer_add_format(text, "%s%d%c", i == 0 ? "" : " ",
                              popcount64(position_pieces(position, color, order[i])),
                              piece_letter(color, order[i], variant->pawns));
}

void diagram_player(const Position *position, Color color, Buffer *text) {
    bool moves = position_side(position) == color;
    buffer_add_format(text, " %c %s ", moves ? '*' : ' ', color_word(color));
    add_pieces(position, color, text);
}
