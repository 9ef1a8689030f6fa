#include <config.h>

#include "rules/notation.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "base/text.h"
#include "rules/coordinate.h"

const char *const notation_names[] = {"congo", "plain", "letters", NULL};

const NotationStyle notation_congo = {.notation = NOTATION_CONGO};

/* The part of the origin that the text of a move states. */
typedef enum MoveOrigin { ORIGIN_NONE, ORIGIN_FILE, ORIGIN_RANK, ORIGIN_SQUARE } MoveOrigin;

/* The elements of a move's notation. */
typedef struct MoveText {
    PieceType type;
    MoveOrigin origin;
    char mark; /* '-', ':' or '=' before every landing */
    Bitboard drowned;
    bool lion;
    int count;
    Square landings[MOVE_JUMPS_MAX];
} MoveText;

/* Returns whether the text is the target alone, as for a pawn's plain move. */
static bool movetext_is_bare(const MoveText *move_text) {
    return move_text->type == PAWN && move_text->mark == '-' && move_text->origin == ORIGIN_NONE;
}

static MoveOrigin origin_needed(const Position *position, Move move, const MoveText *move_text) {
    Square from = move_from(move);
    Bitboard others = position_pieces(position, position_side(position), move_text->type);
    others &= ~square_bit(from);
    bool any = false, same_file = false, same_rank = false;
    while (others) {
        Square other = bitboard_pop(&others);
        Move rival;
        if (!coordinate_find_move(position, other, move_text->landings, (size_t)move_text->count,
                                  &rival))
            continue;
        any = true;
        same_file |= square_file(other) == square_file(from);
        same_rank |= square_rank(other) == square_rank(from);
    }
    if (!any)
        return ORIGIN_NONE;
    return !same_file ? ORIGIN_FILE : !same_rank ? ORIGIN_RANK : ORIGIN_SQUARE;
}

static MoveText text_of_move(const Position *position, Move move) {
    Bitboard captured = position_captured(position, move);
    Bitboard enemy = position->by_color[color_other(position_side(position))];
    MoveText move_text = {
        .type = move_piece(move),
        .mark = move_is_stop(move) ? '='
                : captured         ? ':'
                                   : '-',
        .drowned = position_drowned(position, move),
        .lion = (captured & enemy & position->by_type[LION]) != 0,
    };
    move_text.count = move_landings(move, move_text.landings);
    move_text.origin = origin_needed(position, move, &move_text);
    return move_text;
}

static char *put_square(char *at, Square square) {
    char text[SQUARE_TEXT_SIZE];
    square_write(square, text);
    *at++ = (char)toupper((unsigned char)text[0]);
    *at++ = text[1];
    return at;
}

static char *put_origin(char *at, MoveOrigin origin, Square from) {
    char square[SQUARE_TEXT_SIZE];
    put_square(square, from);
    if (origin == ORIGIN_FILE || origin == ORIGIN_SQUARE)
        *at++ = square[0];
    if (origin == ORIGIN_RANK || origin == ORIGIN_SQUARE)
        *at++ = square[1];
    return at;
}

static size_t write_congo(const Position *position, Move move, char text[NOTATION_SIZE]) {
    MoveText move_text = text_of_move(position, move);
    char *at = text;
    if (!movetext_is_bare(&move_text)) {
        *at++ = piece_type_letter(move_text.type, position->variant->pawns);
        *at++ = move_text.mark;
    }
    at = put_origin(at, move_text.origin, move_from(move));
    for (int i = 0; i < move_text.count; i++) {
        if (i > 0)
            *at++ = move_text.mark;
        at = put_square(at, move_text.landings[i]);
    }
    for (Bitboard drowned = move_text.drowned; drowned;) {
        *at++ = ',';
        *at++ = ':';
        at = put_square(at, bitboard_pop(&drowned));
    }
    if (move_text.lion)
        *at++ = '#';
    *at = '\0';
    return (size_t)(at - text);
}

/* ---- plain notation and letters ---- */

static bool promotes(Move move, Color color) {
    int rank = square_rank(move_to(move));
    return move_piece(move) == PAWN && rank == (color == WHITE ? BOARD_RANKS : 1);
}

static void append_square(char *text, const char *before, Square square) {
    char name[SQUARE_TEXT_SIZE];
    text_append(text, NOTATION_SIZE, "%s%s", before, square_write(square, name));
}

static void append_list(Bitboard squares, const char *first, const char *between, char *text) {
    const char *before = first;
    for (; squares; before = between)
        append_square(text, before, bitboard_pop(&squares));
}

/* Appends "f1×e3", "b1×d3×f5" or "d2-d3". */
static void append_squares(const MoveText *move_text, Square from, NotationStyle style,
                           char *text) {
    const char *mark = move_text->mark == '-' ? "-" : style.ascii ? "x" : "×";
    append_square(text, "", from);
    for (int i = 0; i < move_text->count; i++)
        append_square(text, mark, move_text->landings[i]);
}

/* Appends "Zebra takes e3"; a monkey does not land where it takes. */
static void append_capture(const Position *position, const MoveText *move_text, Square from,
                           char *text) {
    const char *name = piece_type_name(move_text->type, position->variant->pawns);
    text_append(text, NOTATION_SIZE, "%c%s", text_upper(name[0]), name + 1);
    if (move_text->origin != ORIGIN_NONE)
        append_square(text, " ", from);
    append_square(text, move_text->lion ? " takes lion " : " takes ", move_text->landings[0]);
}

static void append_effects_in_words(const Position *position, Move move, const MoveText *move_text,
                                    char *text) {
    if (promotes(move, position_side(position)))
        text_append(text, NOTATION_SIZE, ", now a %s",
                    piece_type_name(SUPERPAWN, position->variant->pawns));
    if (move_text->lion && move_jumps(move) > 0)
        text_append(text, NOTATION_SIZE, ", lion taken");
    append_list(move_text->drowned, ", ", " ", text);
    if (move_text->drowned)
        text_append(text, NOTATION_SIZE,
                    popcount64(move_text->drowned) == 1 ? " drowns" : " drown");
}

static void append_effects(const Position *position, Move move, const MoveText *move_text,
                           char *text) {
    if (promotes(move, position_side(position)))
        text_append(text, NOTATION_SIZE, "=%c",
                    piece_type_letter(SUPERPAWN, position->variant->pawns));
    append_list(move_text->drowned, "~", ",", text);
    if (move_text->lion)
        text_append(text, NOTATION_SIZE, "#");
}

size_t notation_write(const Position *position, Move move, NotationStyle style,
                      char text[NOTATION_SIZE]) {
    if (style.notation == NOTATION_CONGO)
        return write_congo(position, move, text);
    MoveText move_text = text_of_move(position, move);
    bool words = style.words && style.notation == NOTATION_PLAIN;
    text[0] = '\0';
    if (style.notation == NOTATION_LETTERS)
        text_append(text, NOTATION_SIZE, "%c",
                    piece_type_letter(move_text.type, position->variant->pawns));
    if (move_is_stop(move)) {
        append_square(text, "", move_to(move));
        text_append(text, NOTATION_SIZE, " stops");
    } else if (words && move_text.mark == ':' && move_jumps(move) == 0) {
        append_capture(position, &move_text, move_from(move), text);
    } else {
        append_squares(&move_text, move_from(move), style, text);
    }
    if (words)
        append_effects_in_words(position, move, &move_text, text);
    else
        append_effects(position, move, &move_text, text);
    return strlen(text);
}

enum {
    SQUARES_MAX = 1 + MOVE_JUMPS_MAX, /* an origin and the landings */
    MOVES_LISTED = 8                  /* in a message */
};

/* ---- the parts of a text ---- */

/* The squares of a text and the marks before them. */
typedef struct MoveSquares {
    size_t count;
    Square squares[SQUARES_MAX];
    char marks[SQUARES_MAX]; /* '-', ':', '='; 0: none */
    int file;                /* a lone file before the first square, 0..6; -1: none */
    int rank;                /* a lone rank there, 1..7; -1: none */
} MoveSquares;

/* The text after the squares. */
typedef struct MoveSuffix {
    bool all_captures; /* a final 'x' */
    bool names_drowned;
    bool drowned_disordered;
    Bitboard drowned;
    bool lion;
    bool check; /* '+', as on mindsports.nl, wherever the author saw an attack on the lion */
} MoveSuffix;

/* One interpretation of a text. */
typedef struct MoveReading {
    PieceType type;  /* PIECE_NONE: any */
    bool has_letter; /* the piece's letter is in the text */
    bool is_congo;   /* not the form of mindsports.nl: suffix and origin are checked */
    MoveOrigin origin;
    Bitboard from; /* possible origins */
    size_t count;
    const Square *landings;
    const char *marks;
    const MoveSuffix *suffix;
} MoveReading;

/* The moves found. Those that contradict the text are used only if there are no others. */
typedef struct MatchSearch {
    const Position *position;
    NotationFits consistent;
    NotationFits contradicted;
} MatchSearch;

static char take_mark(const char **text) {
    char letter = **text;
    if (letter == '\0' || !strchr("-:x=", letter))
        return 0;
    ++*text;
    return (char)(letter == 'x' ? ':' : letter);
}

static bool is_rank(char letter) {
    return letter >= '1' && letter <= '7';
}

/* Reads squares to the end of the text, each with or without a mark before it. A lone file or rank
 * may precede the first. */
static bool read_squares(const char *text, MoveSquares *squares_text) {
    *squares_text = (MoveSquares){.file = -1, .rank = -1};
    char mark = take_mark(&text);
    if (is_rank(text[0]))
        squares_text->rank = *text++ - '0';
    else if ((text[0] >= 'a' && text[0] <= 'g') && !is_rank(text[1]))
        squares_text->file = *text++ - 'a';
    for (; *text; text += 2, squares_text->count++) {
        if (squares_text->count > 0)
            mark = take_mark(&text);
        Square square = square_parse(text);
        if (square == SQUARE_NONE || squares_text->count == SQUARES_MAX)
            return false;
        squares_text->squares[squares_text->count] = square;
        squares_text->marks[squares_text->count] = mark;
    }
    return squares_text->count > 0;
}

/* Reads the drowned squares, ",:D4,:E4", to the end of the text. */
static bool read_drowned(const char *text, MoveSuffix *suffix) {
    for (; *text; text += 2) {
        if (*text++ != ',')
            return false;
        text += *text == ':';
        Square square = square_parse(text);
        if (square == SQUARE_NONE)
            return false;
        suffix->names_drowned = true;
        suffix->drowned_disordered |= suffix->drowned >> square != 0;
        suffix->drowned |= square_bit(square);
    }
    return true;
}

/* Reads the suffix and cuts it off the text. */
static bool take_suffix(char *text, MoveSuffix *suffix) {
    *suffix = (MoveSuffix){0};
    size_t length = strlen(text);
    for (; length > 0 && strchr("#+!?", text[length - 1]); length--) {
        suffix->lion |= text[length - 1] == '#';
        suffix->check |= text[length - 1] == '+';
    }
    text[length] = '\0';
    char *comma = strchr(text, ',');
    if (comma) {
        *comma = '\0';
        length = (size_t)(comma - text);
        *comma = ',';
        if (!read_drowned(comma, suffix))
            return false;
    }
    if (length > 0 && text[length - 1] == 'x') {
        suffix->all_captures = true;
        length--;
    }
    text[length] = '\0';
    return true;
}

/* ---- the moves that fit ---- */

/* Returns the deviations of the text from the move's notation. *contradicted: it names another
 * move.
 */
static unsigned find_deviations(const MoveReading *reading, const MoveText *move_text,
                                bool *contradicted) {
    const MoveSuffix *suffix = reading->suffix;
    bool needs_marks = reading->is_congo && (reading->has_letter || !movetext_is_bare(move_text));
    bool wrong_mark = false, missing_mark = false;
    for (size_t i = 0; i < reading->count; i++) {
        char mark = suffix->all_captures ? ':' : reading->marks[i];
        wrong_mark |= mark && mark != move_text->mark;
        missing_mark |= !mark && needs_marks;
    }
    bool wrong_drowned = suffix->names_drowned && suffix->drowned != move_text->drowned;
    bool missing_drowned = reading->is_congo && !suffix->names_drowned && move_text->drowned;
    bool wrong_lion = suffix->lion && !move_text->lion;
    bool missing_lion = reading->is_congo && !suffix->lion && move_text->lion;
    bool foreign_check = reading->is_congo && suffix->check;
    *contradicted = wrong_mark || wrong_drowned || wrong_lion;
    unsigned deviations = DEVIATION_NONE;
    if (wrong_mark || missing_mark)
        deviations |= DEVIATION_CAPTURE_MARK;
    if (wrong_drowned || missing_drowned || suffix->drowned_disordered)
        deviations |= DEVIATION_DROWNED;
    if (wrong_lion || missing_lion || foreign_check)
        deviations |= DEVIATION_LION_MARK;
    if (reading->is_congo && reading->origin != move_text->origin)
        deviations |= DEVIATION_ORIGIN;
    return deviations;
}

static void add_fit(NotationFits *fits, NotationFit fit) {
    for (size_t i = 0; i < fits->count; i++)
        if (move_equal(fits->fit[i].move, fit.move))
            return;
    if (fits->count < NOTATION_FITS_MAX)
        fits->fit[fits->count++] = fit;
}

static void match_reading(MatchSearch *search, const MoveReading *reading) {
    const Position *position = search->position;
    Bitboard pieces = position->by_color[position->side] & reading->from;
    if (reading->type != PIECE_NONE)
        pieces &= position->by_type[reading->type];
    while (pieces) {
        Square from = bitboard_pop(&pieces);
        Move move;
        if (!coordinate_find_move(position, from, reading->landings, reading->count, &move))
            continue;
        MoveText move_text = text_of_move(position, move);
        bool contradicted;
        unsigned deviations = find_deviations(reading, &move_text, &contradicted);
        add_fit(contradicted ? &search->contradicted : &search->consistent,
                (NotationFit){move, deviations});
    }
}

/* Takes all squares as landings, and a lone file or rank as the origin. */
static void match_landings(MatchSearch *search, MoveReading reading,
                           const MoveSquares *squares_text) {
    reading.origin = squares_text->file >= 0   ? ORIGIN_FILE
                     : squares_text->rank >= 0 ? ORIGIN_RANK
                                               : ORIGIN_NONE;
    reading.from = squares_text->file >= 0
                       ? (BOARD_MASK & (UINT64_C(0x0101010101010101) << squares_text->file))
                   : squares_text->rank >= 0 ? ROW_MASK(BOARD_RANKS - squares_text->rank)
                                             : BOARD_MASK;
    reading.landings = squares_text->squares;
    reading.marks = squares_text->marks;
    reading.count = squares_text->count;
    match_reading(search, &reading);
}

/* Takes the first square as the origin, and a mark before it as the target's. */
static void match_from_square(MatchSearch *search, MoveReading reading, MoveSquares *squares_text) {
    if (squares_text->count < 2 || squares_text->file >= 0 || squares_text->rank >= 0)
        return;
    if (!squares_text->marks[1])
        squares_text->marks[1] = squares_text->marks[0];
    reading.origin = ORIGIN_SQUARE;
    reading.from = square_bit(squares_text->squares[0]);
    reading.landings = squares_text->squares + 1;
    reading.marks = squares_text->marks + 1;
    reading.count = squares_text->count - 1;
    match_reading(search, &reading);
}

/* The next two return whether the text has the form of a move. */

static bool match_with_letter(MatchSearch *search, const char *text, const MoveSuffix *suffix) {
    PawnFamily pawns = search->position->variant->pawns;
    bool mega_pawn = pawns == PAWNS_MEGA && strncmp(text, "mp", 2) == 0;
    PieceType type = mega_pawn ? SUPERPAWN : piece_type_from_letter(text[0], pawns);
    MoveSquares squares_text;
    if (type == PIECE_NONE || !read_squares(text + (mega_pawn ? 2 : 1), &squares_text))
        return false;
    MoveReading reading = {.type = type, .has_letter = true, .is_congo = true, .suffix = suffix};
    match_landings(search, reading, &squares_text);
    match_from_square(search, reading, &squares_text);
    return true;
}

static bool match_without_letter(MatchSearch *search, const char *text, const MoveSuffix *suffix) {
    MoveSquares squares_text;
    if (!read_squares(text, &squares_text) || squares_text.marks[0])
        return false;
    if (squares_text.count == 1)
        match_landings(search, (MoveReading){.type = PAWN, .is_congo = true, .suffix = suffix},
                       &squares_text);
    else
        match_from_square(search, (MoveReading){.type = PIECE_NONE, .suffix = suffix},
                          &squares_text);
    return true;
}

/* ---- plain notation in words ---- */

enum { PLAIN_WORDS_MAX = 16 };

/* A text in lower case that is cut into words at blanks, commas and '#', and before '~'. */
typedef struct PlainWords {
    size_t count;
    char copy[NOTATION_LONGEST + 1];
    const char *word[PLAIN_WORDS_MAX];
} PlainWords;

static bool split_plain_words(const char *text, PlainWords *words) {
    char *rest = NULL;
    words->count = 0;
    words->copy[0] = '\0';
    for (const char *at = text; *at; at++)
        text_append(words->copy, sizeof words->copy, "%s%c", *at == '~' ? " " : "", *at);
    for (char *word = strtok_r(words->copy, " ,#", &rest); word;
         word = strtok_r(NULL, " ,#", &rest)) {
        if (words->count == PLAIN_WORDS_MAX)
            return false;
        words->word[words->count++] = word;
    }
    return words->count > 0;
}

static bool words_continue(const PlainWords *words, size_t at, const char *word) {
    return at < words->count && strcmp(words->word[at], word) == 0;
}

static PieceType type_of_name(const char *name, PawnFamily pawns) {
    for (int type = 0; type < PIECE_TYPE_COUNT; type++)
        if (strcmp(piece_type_name((PieceType)type, pawns), name) == 0)
            return (PieceType)type;
    return PIECE_NONE;
}

/* Reads "zebra takes", "elephant c1 takes the lion on" before a square as "z:" or "ec1:". Returns
 * the number of words, 0 if they are others. */
static size_t read_capture_words(const PlainWords *words, PawnFamily pawns, char *text,
                                 bool *lion) {
    size_t at = 1;
    PieceType type = type_of_name(words->word[0], pawns);
    const char *origin =
        words->count > 2 && strcmp(words->word[1], "takes") != 0 ? words->word[at++] : "";
    if (type == PIECE_NONE || !words_continue(words, at, "takes"))
        return 0;
    at++;
    at += words_continue(words, at, "the");
    if (at < words->count && type_of_name(words->word[at], pawns) != PIECE_NONE)
        *lion |= type_of_name(words->word[at++], pawns) == LION;
    at += words_continue(words, at, "on");
    if (at == words->count)
        return 0;
    snprintf(text, NOTATION_LONGEST + 1, "%c%s:%s", text_lower(piece_type_letter(type, pawns)),
             origin, words->word[at]);
    return at + 1;
}

/* Reads what comes after the squares: "d4 e4 drown", "now a superpawn", "lion taken". Returns false
 * if it is something else. */
static bool read_effect_words(const PlainWords *words, size_t at, PawnFamily pawns, char *drowned,
                              bool *lion) {
    bool says_drowned = false;
    while (at < words->count) {
        if (words_continue(words, at, "now") && words_continue(words, at + 1, "a") &&
            words_continue(words, at + 2, piece_type_name(SUPERPAWN, pawns))) {
            at += 3;
        } else if (words_continue(words, at, "lion") && words_continue(words, at + 1, "taken")) {
            *lion = true;
            at += 2;
        } else if (words_continue(words, at, "drowns") || words_continue(words, at, "drown")) {
            says_drowned = true;
            at++;
        } else {
            const char *square = words->word[at++];
            says_drowned |= *square == '~';
            square += *square == '~';
            if (square_parse(square) == SQUARE_NONE || square[2] != '\0')
                return false;
            text_append(drowned, NOTATION_LONGEST + 1, ",:%s", square);
        }
    }
    return says_drowned || drowned[0] == '\0';
}

/* Reads "f5 stops" as "f5f5", and "mf5 stops" as "m=f5". Returns the number of words, or 0. */
static size_t read_stop(const PlainWords *words, char *text) {
    const char *square = words->word[0];
    if (!words_continue(words, 1, "stops"))
        return 0;
    if (*square == 'm')
        snprintf(text, NOTATION_LONGEST + 1, "m=%.2s", square + 1);
    else
        snprintf(text, NOTATION_LONGEST + 1, "%.2s%.2s", square, square);
    return 2;
}

/* Removes "=s" behind the squares. */
static void cut_promotion(char *text, PawnFamily pawns) {
    char mark[] = {'=', (char)text_lower(piece_type_letter(SUPERPAWN, pawns)), '\0'};
    char *found = strstr(text, mark);
    if (found != NULL && (found[2] == '\0' || strchr("#~", found[2])))
        memmove(found, found + 2, strlen(found + 2) + 1);
}

/* Turns what only plain notation has into what Congo notation has, too: "zebra takes e3, d4 drowns"
 * into "z:e3,:d4". Leaves other texts as they are. */
static void unwrap_plain(const Position *position, char text[NOTATION_LONGEST + 1]) {
    PawnFamily pawns = position->variant->pawns;
    PlainWords words;
    char plain[NOTATION_LONGEST + 1], drowned[NOTATION_LONGEST + 1] = "";
    bool lion = strchr(text, '#') != NULL;
    cut_promotion(text, pawns);
    if (!strpbrk(text, " ~") || !split_plain_words(text, &words))
        return;
    size_t read = read_stop(&words, plain);
    if (read == 0)
        read = read_capture_words(&words, pawns, plain, &lion);
    if (read == 0)
        snprintf(plain, sizeof plain, "%s", words.word[read++]);
    cut_promotion(plain, pawns);
    if (!read_effect_words(&words, read, pawns, drowned, &lion))
        return;
    text[0] = '\0';
    text_append(text, NOTATION_LONGEST + 1, "%s%s%s", plain, drowned, lion ? "#" : "");
}

/* ---- the complete text ---- */

/* Skips leading blanks. Returns the length without trailing ones. */
static size_t trim(const char **text) {
    while (text_is_space(**text))
        ++*text;
    size_t length = strlen(*text);
    while (length > 0 && text_is_space((*text)[length - 1]))
        length--;
    return length;
}

/* Turns steps such as "(b1,d3) -> (d3,f5)" into "b1d3f5", with or without a final stop,
 * "-> (f5,f5)". Leaves a text of another form as it is. */
static void unwrap_steps(char *text) {
    Square squares[STEP_SQUARES_MAX];
    size_t length;
    int count = coordinate_read_steps(text, strlen(text), squares, &length);
    if (count == 0 || text[length] != '\0')
        return;
    if (count > 2 && squares[count - 1] == squares[count - 2])
        count--;
    for (int i = 0; i < count; i++)
        square_write(squares[i], text + 2 * (size_t)i);
}

static bool find_fits(MatchSearch *search, char *text) {
    Move move;
    unwrap_steps(text);
    unwrap_plain(search->position, text);
    if (coordinate_parse(search->position, text, &move, NULL)) {
        add_fit(&search->consistent, (NotationFit){move, DEVIATION_NONE});
        return true;
    }
    MoveSuffix suffix;
    if (!take_suffix(text, &suffix))
        return false;
    bool with_letter = match_with_letter(search, text, &suffix);
    return match_without_letter(search, text, &suffix) || with_letter;
}

/* ---- a text that is no move ---- */

/* Returns whether the text is a letter and a digit, but no square: "h3", "a8". */
static bool is_off_board(const char *text) {
    return text[0] >= 'a' && text[0] <= 'z' && text[1] >= '0' && text[1] <= '9' &&
           square_parse(text) == SQUARE_NONE;
}

/* Explains a text that begins like a move: "e-" lacks a square, "z-f9" names none. Returns false if
 * there is nothing particular to say. */
static bool explain_fault(const Position *position, const char *lower, const char *excerpt,
                          Error *error) {
    PawnFamily pawns = position->variant->pawns;
    PieceType type = piece_type_from_letter(lower[0], pawns);
    bool from_square = square_parse(lower) != SQUARE_NONE;
    const char *rest = lower + (from_square ? 2 : type != PIECE_NONE && lower[1] != '\0' ? 1 : 0);
    bool marked = rest != lower && (rest[0] == '-' || rest[0] == ':' || rest[0] == '=');
    rest += marked;
    if (marked && *rest == '\0' && from_square)
        error_set(error, ERROR_SYNTAX, "\"%s\": expected a second square, to go to, such as d2d3",
                  excerpt);
    else if (marked && *rest == '\0')
        error_set(error, ERROR_SYNTAX,
                  "\"%s\": expected the square that the %s goes to, such as %c-D3", excerpt,
                  piece_type_name(type, pawns), piece_type_letter(type, pawns));
    else if (is_off_board(lower) || (rest != lower && is_off_board(rest)))
        error_set(error, ERROR_SYNTAX, "\"%s\": there is no square %.2s; squares are a1 to g7",
                  excerpt, is_off_board(lower) ? lower : rest);
    else
        return false;
    return true;
}

/* Copies a text of at most NOTATION_LONGEST bytes in lower case, with 'x' for the multiplication
 * sign and without trailing marks. */
static void fold_text(const char *text, size_t length, char lower[NOTATION_LONGEST + 1]) {
    size_t end = 0;
    for (size_t i = 0; i < length && length <= NOTATION_LONGEST; i++) {
        bool times = length - i >= strlen("×") && strncmp(text + i, "×", strlen("×")) == 0;
        lower[end++] = times ? 'x' : (char)text_lower((unsigned char)text[i]);
        i += times ? strlen("×") - 1 : 0;
    }
    while (end > 0 && strchr("!?", lower[end - 1]))
        end--;
    lower[end] = '\0';
}

bool notation_find(const Position *position, const char *text, NotationFits *fits, Error *error) {
    size_t length = trim(&text);
    char lower[NOTATION_LONGEST + 1] = "";
    fold_text(text, length, lower);
    MatchSearch search = {.position = position};
    if (!find_fits(&search, lower)) {
        char excerpt[EXCERPT_SIZE];
        text_excerpt(text, length, excerpt);
        if (explain_fault(position, lower, excerpt, error))
            return false;
        return error_set(error, ERROR_SYNTAX,
                         "\"%s\" is not a move; expected one such as d2-d3, Z-F3, M:D3:F5 or a2a3",
                         excerpt);
    }
    *fits = search.consistent.count > 0 ? search.consistent : search.contradicted;
    return true;
}

/* Reports how many moves fit, and the first of them. */
static bool reject_ambiguous(const Position *position, const char *excerpt,
                             const NotationFits *fits, NotationStyle style, Error *error) {
    Buffer list = {0};
    size_t listed = fits->count <= MOVES_LISTED ? fits->count : MOVES_LISTED;
    for (size_t i = 0; i < listed; i++) {
        char move[NOTATION_SIZE];
        notation_write(position, fits->fit[i].move, style, move);
        buffer_add_format(&list, "%s%s", i == 0 ? "" : ", ", move);
    }
    if (listed < fits->count)
        buffer_add_format(&list, " and %zu more", fits->count - listed);
    error_set(error, ERROR_AMBIGUOUS, "\"%s\" fits %zu moves: %s", excerpt, fits->count,
              list.bytes);
    buffer_free(&list);
    return false;
}

bool notation_choose(const Position *position, const char *text, const NotationFits *fits,
                     NotationStyle style, Move *move, unsigned *deviations, Error *error) {
    size_t length = trim(&text);
    char excerpt[EXCERPT_SIZE];
    text_excerpt(text, length, excerpt);
    if (fits->count == 0)
        return error_set(error, ERROR_ILLEGAL, "no legal move fits \"%s\"", excerpt);
    if (fits->count > 1)
        return reject_ambiguous(position, excerpt, fits, style, error);
    *move = fits->fit[0].move;
    if (deviations)
        *deviations = fits->fit[0].deviations;
    return true;
}

bool notation_parse(const Position *position, const char *text, Move *move, unsigned *deviations,
                    Error *error) {
    NotationFits fits;
    fits.count = 0;
    return notation_find(position, text, &fits, error) &&
           notation_choose(position, text, &fits, notation_congo, move, deviations, error);
}

/* ---- numbers of moves ---- */

MoveNumber notation_number(const char *text, size_t length) {
    static const char ellipsis[] = "\xe2\x80\xa6";
    MoveNumber number = {0};
    while (number.length < length && text[number.length] >= '0' && text[number.length] <= '9')
        number.length++;
    number.digits = number.length;
    for (;;) {
        size_t left = length - number.length, dots = 0;
        if (left > 0 && text[number.length] == '.')
            dots = 1;
        else if (left >= 3 && memcmp(text + number.length, ellipsis, 3) == 0)
            dots = 3;
        if (dots == 0)
            return number;
        number.length += dots;
        number.dots += dots;
    }
}

char *notation_next_move(char **list) {
    for (char *word; (word = text_next_word(list)) != NULL;) {
        MoveNumber number = notation_number(word, strlen(word));
        if (number.digits == 0 || number.dots == 0)
            return word;
        if (word[number.length] != '\0')
            return word + number.length;
    }
    return NULL;
}

/* ---- pieces, squares and moves in words; lists are appended without line breaks ---- */

static const PieceType order[] = {LION,   ELEPHANT, ZEBRA,     GIRAFFE,  CROCODILE,
                                  MONKEY, PAWN,     SUPERPAWN, ELEPHANTE};

enum { ORDER_COUNT = sizeof order / sizeof order[0] };

/* Removes and returns the next square in reading order: rank 1 first, from left to right. */
static Square pop_square(Bitboard *set) {
    for (int row = BOARD_RANKS - 1; row > 0; row--) {
        Bitboard rank = *set & ROW_MASK(row);
        if (rank) {
            Square square = bitboard_first(rank);
            *set &= ~square_bit(square);
            return square;
        }
    }
    return bitboard_pop(set);
}

static const char *name_of(const Position *position, PieceType type) {
    return piece_type_name(type, position->variant->pawns);
}

static const char *name_at(const Position *position, Square square) {
    return name_of(position, position_piece_at(position, square));
}

void describe_piece(const Position *position, Square square, Buffer *text) {
    buffer_add_format(text, "%s ", name_at(position, square));
    coordinate_add_square(text, square);
}

void describe_pieces(const Position *position, Bitboard pieces, Buffer *text) {
    size_t begin = text->length;
    for (int i = 0; i < ORDER_COUNT; i++) {
        Bitboard set = pieces & position->by_type[order[i]];
        if (!set)
            continue;
        buffer_add_string(text, text->length > begin ? ", " : "");
        buffer_add_string(text, name_of(position, order[i]));
        buffer_add_string(text, text_plural((uint64_t)popcount64(set)));
        while (set) {
            buffer_add_string(text, " ");
            coordinate_add_square(text, pop_square(&set));
        }
    }
    if (text->length == begin)
        buffer_add_string(text, "nothing");
}

void describe_piece_counts(const Position *position, Color color, Buffer *text) {
    const char *separator = "";
    for (int i = 0; i < ORDER_COUNT; i++) {
        int count = popcount64(position_pieces(position, color, order[i]));
        if (count == 0)
            continue;
        buffer_add_format(text, "%s%d %s%s", separator, count, name_of(position, order[i]),
                          text_plural((uint64_t)count));
        separator = ", ";
    }
    if (!position->by_color[color])
        buffer_add_string(text, "nothing");
}

void describe_piece_list(const Position *position, Bitboard pieces, Buffer *text) {
    Bitboard all = pieces;
    for (int i = 0; i < ORDER_COUNT; i++) {
        for (Bitboard set = all & position->by_type[order[i]]; set;) {
            Square square = pop_square(&set);
            bool first = pieces == all;
            pieces &= ~square_bit(square);
            buffer_add_string(text, first ? "" : pieces ? ", " : " and ");
            describe_piece(position, square, text);
        }
    }
}

void describe_square_list(Bitboard squares, const char *word, Buffer *text) {
    for (bool first = true; squares; first = false) {
        Square square = pop_square(&squares);
        if (!first && squares)
            buffer_add_string(text, ", ");
        else if (!first)
            buffer_add_format(text, " %s ", word);
        coordinate_add_square(text, square);
    }
}

void describe_squares(Bitboard squares, Buffer *text) {
    if (!squares)
        buffer_add_string(text, "none");
    for (bool first = true; squares; first = false) {
        buffer_add_string(text, first ? "" : " ");
        coordinate_add_square(text, pop_square(&squares));
    }
}

void describe_row(const Position *position, Bitboard row, Buffer *text) {
    Bitboard pieces = row & position_occupied(position);
    Bitboard islands = row & position->variant->islands;
    if (!pieces)
        buffer_add_string(text, "empty");
    for (bool first = true; pieces; first = false) {
        Square square = pop_square(&pieces);
        buffer_add_format(text, "%s%s ", first ? "" : ", ",
                          color_word(position_color_at(position, square)));
        describe_piece(position, square, text);
    }
    if (!islands)
        return;
    buffer_add_string(text, popcount64(islands) == 1 ? "; island " : "; islands ");
    describe_squares(islands, text);
}

/* ---- a move ---- */

static void add_square(Buffer *text, const char *before, Square square) {
    buffer_add_string(text, before);
    coordinate_add_square(text, square);
}

static void add_jumps(const Position *position, Move move, Buffer *text) {
    Square landings[MOVE_JUMPS_MAX];
    int count = move_landings(move, landings);
    Square from = move_from(move);
    for (int i = 0; i < count; i++) {
        add_square(text, i > 0 ? ", then to " : "", landings[i]);
        buffer_add_string(text, ", taking the ");
        describe_piece(position, square_between(from, landings[i]), text);
        from = landings[i];
    }
}

/* Appends the target of a move without a jump, and the captured piece. */
static void add_target(const Position *position, Move move, Buffer *text) {
    Square to = move_to(move);
    add_square(text, " to ", to);
    if (position_captured(position, move))
        buffer_add_format(text, ", taking the %s there", name_at(position, to));
}

void describe_move(const Position *position, Move move, Buffer *text) {
    buffer_add_string(text, name_of(position, move_piece(move)));
    if (move_is_stop(move)) {
        add_square(text, " stops on ", move_to(move));
        return;
    }
    add_square(text, " from ", move_from(move));
    if (move_jumps(move) > 0) {
        buffer_add_string(text, position_in_capture(position) ? " jumps on to " : " jumps to ");
        add_jumps(position, move, text);
        return;
    }
    add_target(position, move, text);
    if (promotes(move, position_side(position)))
        buffer_add_format(text, ", and becomes a %s", name_of(position, SUPERPAWN));
}

void describe_played_move(const Position *position, Move move, Buffer *text) {
    describe_piece(position, move_from(move), text);
    if (move_jumps(move) > 0) {
        buffer_add_string(text, " to ");
        add_jumps(position, move, text);
        return;
    }
    add_target(position, move, text);
    if (promotes(move, position_side(position)))
        buffer_add_format(text, ", becoming a %s", name_of(position, SUPERPAWN));
}

void describe_in_style(const Position *position, Move move, NotationStyle style, Buffer *text) {
    char written[NOTATION_SIZE];
    if (style.notation == NOTATION_PLAIN) {
        describe_played_move(position, move, text);
        return;
    }
    notation_write(position, move, style, written);
    buffer_add_string(text, written);
}
