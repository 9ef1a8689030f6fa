#include <config.h>

#include "rules/notation_parts.h"

#include <ctype.h>
#include <string.h>

#include "rules/buffer.h"
#include "rules/clean.h"

enum {
    SQUARES_MAX = 1 + MOVE_JUMPS_MAX, /* an origin and the landings */
    MOVES_LISTED = 8                  /* in a message */
};

/* --- a text taken apart --- */

/* The squares of a text and the marks before them, as they stand there. */
typedef struct Body {
    size_t count;
    Square squares[SQUARES_MAX];
    char marks[SQUARES_MAX]; /* '-', ':', '='; 0: none */
    int file;                /* a lone file before the first square, 0..6; -1: none */
    int rank;                /* a lone rank there, 1..7; -1: none */
} Body;

/* What stands after them. */
typedef struct Tail {
    bool all_captures; /* a final 'x' */
    bool names_drowned;
    bool drowned_disordered;
    Bitboard drowned;
    bool lion;
} Tail;

/* One way to understand a text. */
typedef struct Reading {
    Kind kind;       /* KIND_NONE: the piece on the origin, whatever it is */
    bool has_letter; /* the piece's letter is in the text */
    bool is_congo;   /* Congo notation, not the mindsports form: the tail and the origin count */
    Origin origin;
    Bitboard from; /* squares where it may begin */
    size_t count;
    const Square *landings;
    const char *marks;
    const Tail *tail;
} Reading;

/* The moves found so far; those that the text contradicts count only if there are no others. */
typedef struct Search {
    const Position *position;
    NotationFits agreeing;
    NotationFits contradicted;
} Search;

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

static bool is_file(char letter) {
    return letter >= 'a' && letter <= 'g';
}

/* Reads squares, each with or without a mark before it, up to the end of the text. Before the first
 * there may be a lone file or rank. */
static bool read_body(const char *text, Body *body) {
    *body = (Body){.file = -1, .rank = -1};
    char mark = take_mark(&text);
    if (is_rank(text[0]))
        body->rank = *text++ - '0';
    else if (is_file(text[0]) && !is_rank(text[1]))
        body->file = *text++ - 'a';
    for (; *text; text += 2, body->count++) {
        if (body->count > 0)
            mark = take_mark(&text);
        Square square = square_parse(text);
        if (square == SQUARE_NONE || body->count == SQUARES_MAX)
            return false;
        body->squares[body->count] = square;
        body->marks[body->count] = mark;
    }
    return body->count > 0;
}

/* Reads the drowned, ",:D4,:E4", up to the end of the text. */
static bool read_drowned(const char *text, Tail *tail) {
    for (; *text; text += 2) {
        if (*text++ != ',')
            return false;
        text += *text == ':';
        Square square = square_parse(text);
        if (square == SQUARE_NONE)
            return false;
        tail->names_drowned = true;
        tail->drowned_disordered |= tail->drowned >> square != 0;
        tail->drowned |= square_bit(square);
    }
    return true;
}

/* Cuts the tail off the text. */
static bool take_tail(char *text, Tail *tail) {
    *tail = (Tail){0};
    size_t length = strlen(text);
    while (length > 0 && strchr("#!?", text[length - 1]))
        tail->lion |= text[--length] == '#';
    text[length] = '\0';
    char *comma = strchr(text, ',');
    if (comma) {
        *comma = '\0';
        length = (size_t)(comma - text);
        *comma = ',';
        if (!read_drowned(comma, tail))
            return false;
    }
    if (length > 0 && text[length - 1] == 'x') {
        tail->all_captures = true;
        length--;
    }
    text[length] = '\0';
    return true;
}

/* --- the moves that fit --- */

/* What the text must be forgiven to mean that move; *contradicted: it says something else. */
static unsigned find_slips(const Reading *reading, const Spoken *spoken, bool *contradicted) {
    const Tail *tail = reading->tail;
    bool needs_marks = reading->is_congo && (reading->has_letter || !spoken_is_bare(spoken));
    bool wrong_mark = false, missing_mark = false;
    for (size_t i = 0; i < reading->count; i++) {
        char mark = tail->all_captures ? ':' : reading->marks[i];
        wrong_mark |= mark && mark != spoken->mark;
        missing_mark |= !mark && needs_marks;
    }
    bool wrong_drowned = tail->names_drowned && tail->drowned != spoken->drowned;
    bool missing_drowned = reading->is_congo && !tail->names_drowned && spoken->drowned;
    bool wrong_lion = tail->lion && !spoken->lion;
    bool missing_lion = reading->is_congo && !tail->lion && spoken->lion;
    *contradicted = wrong_mark || wrong_drowned || wrong_lion;
    unsigned slips = SLIP_NONE;
    if (wrong_mark || missing_mark)
        slips |= SLIP_CAPTURE_MARK;
    if (wrong_drowned || missing_drowned || tail->drowned_disordered)
        slips |= SLIP_DROWNED;
    if (wrong_lion || missing_lion)
        slips |= SLIP_LION_MARK;
    if (reading->is_congo && reading->origin != spoken->origin)
        slips |= SLIP_ORIGIN;
    return slips;
}

static void add_fit(NotationFits *fits, NotationFit fit) {
    for (size_t i = 0; i < fits->count; i++)
        if (move_equal(fits->fit[i].move, fit.move))
            return;
    if (fits->count < NOTATION_FITS_MAX)
        fits->fit[fits->count++] = fit;
}

static void search_reading(Search *search, const Reading *reading) {
    const Position *position = search->position;
    Bitboard pieces = position->by_color[position->side] & reading->from;
    if (reading->kind != KIND_NONE)
        pieces &= position->by_type[reading->kind];
    while (pieces) {
        Square from = bitboard_pop(&pieces);
        Move move;
        if (!coordinate_walk(position, from, reading->landings, reading->count, &move))
            continue;
        Spoken spoken = notation_speak(position, move);
        bool contradicted;
        unsigned slips = find_slips(reading, &spoken, &contradicted);
        add_fit(contradicted ? &search->contradicted : &search->agreeing,
                (NotationFit){move, slips});
    }
}

static Bitboard file_mask(int file) {
    return BOARD_MASK & (UINT64_C(0x0101010101010101) << file);
}

/* All squares are landings; a lone file or rank is the origin. */
static void search_landings(Search *search, Reading reading, const Body *body) {
    reading.origin = body->file >= 0 ? ORIGIN_FILE : body->rank >= 0 ? ORIGIN_RANK : ORIGIN_NONE;
    reading.from = body->file >= 0   ? file_mask(body->file)
                   : body->rank >= 0 ? ROW_MASK(BOARD_RANKS - body->rank)
                                     : BOARD_MASK;
    reading.landings = body->squares;
    reading.marks = body->marks;
    reading.count = body->count;
    search_reading(search, &reading);
}

/* The first square is the origin, if there is no other; a mark before it belongs to the target. */
static void search_from_square(Search *search, Reading reading, Body *body) {
    if (body->count < 2 || body->file >= 0 || body->rank >= 0)
        return;
    if (!body->marks[1])
        body->marks[1] = body->marks[0];
    reading.origin = ORIGIN_SQUARE;
    reading.from = square_bit(body->squares[0]);
    reading.landings = body->squares + 1;
    reading.marks = body->marks + 1;
    reading.count = body->count - 1;
    search_reading(search, &reading);
}

/* Each of the two returns whether the text is a move of its form at all. */

static bool search_with_letter(Search *search, const char *text, const Tail *tail) {
    PawnFamily pawns = search->position->variant->pawns;
    bool mega_pawn = pawns == PAWNS_MEGA && strncmp(text, "mp", 2) == 0;
    Kind kind = mega_pawn ? SUPERPAWN : kind_from_letter(text[0], pawns);
    Body body;
    if (kind == KIND_NONE || !read_body(text + (mega_pawn ? 2 : 1), &body))
        return false;
    Reading reading = {.kind = kind, .has_letter = true, .is_congo = true, .tail = tail};
    search_landings(search, reading, &body);
    search_from_square(search, reading, &body);
    return true;
}

static bool search_without_letter(Search *search, const char *text, const Tail *tail) {
    Body body;
    if (!read_body(text, &body) || body.marks[0])
        return false;
    if (body.count == 1)
        search_landings(search, (Reading){.kind = PAWN, .is_congo = true, .tail = tail}, &body);
    else
        search_from_square(search, (Reading){.kind = KIND_NONE, .tail = tail}, &body);
    return true;
}

/* --- the whole --- */

static bool is_blank(char letter) {
    return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r';
}

static const char *skip_blanks(const char *text) {
    while (is_blank(*text))
        text++;
    return text;
}

/* The text without the blanks around it. */
static size_t trim(const char **text) {
    *text = skip_blanks(*text);
    size_t length = strlen(*text);
    while (length > 0 && is_blank((*text)[length - 1]))
        length--;
    return length;
}

/* Reads "(a2, a3)", or with more squares, and writes "a2a3". */
static bool take_parentheses(const char **text, char **to) {
    char before = '(';
    const char *from = *text;
    do {
        if (*from != before)
            return false;
        from = skip_blanks(from + 1);
        if (square_parse(from) == SQUARE_NONE)
            return false;
        *(*to)++ = from[0];
        *(*to)++ = from[1];
        from = skip_blanks(from + 2);
        before = ',';
    } while (*from != ')');
    *text = skip_blanks(from + 1);
    return true;
}

/* "(b1,d3) -> (d3,f5)", as steps are told, becomes "b1d3f5", and so it does with the stop that may
 * follow, "-> (f5,f5)"; false if it is not of that form. */
static bool open_parentheses(char *text) {
    const char *from = text;
    char *to = text;
    if (!take_parentheses(&from, &to))
        return false;
    while (*from != '\0') {
        char *last = to - 2;
        if (strncmp(from, "->", 2) != 0)
            return false;
        from = skip_blanks(from + 2);
        if (!take_parentheses(&from, &to) || strncmp(last, last + 2, 2) != 0)
            return false;
        to -= 2;
        memmove(last, last + 2, (size_t)(to - last));
    }
    bool stops = to - text > 4 && strncmp(to - 4, to - 2, 2) == 0;
    to[stops ? -2 : 0] = '\0';
    return true;
}

static bool find_fits(Search *search, char *text) {
    if (text[0] == '(' && !open_parentheses(text))
        return false;
    Move move;
    if (coordinate_parse(search->position, text, &move, NULL)) {
        add_fit(&search->agreeing, (NotationFit){move, SLIP_NONE});
        return true;
    }
    Tail tail;
    if (!take_tail(text, &tail))
        return false;
    bool with_letter = search_with_letter(search, text, &tail);
    return search_without_letter(search, text, &tail) || with_letter;
}

bool notation_find(const Position *position, const char *text, NotationFits *fits, Error *error) {
    size_t length = trim(&text);
    char lower[NOTATION_LONGEST + 1] = "";
    for (size_t i = 0; i < length && length <= NOTATION_LONGEST; i++)
        lower[i] = (char)(text[i] >= 'A' && text[i] <= 'Z' ? text[i] | 0x20 : text[i]);
    for (size_t i = length; i > 0 && i <= NOTATION_LONGEST && strchr("!?", lower[i - 1]); i--)
        lower[i - 1] = '\0';
    Search search = {.position = position};
    if (!find_fits(&search, lower)) {
        char excerpt[EXCERPT_SIZE];
        return error_set(error, ERROR_SYNTAX,
                         "\"%s\" is not a move; expected one such as D3, Z-F3, M:D3:F5 or a2a3",
                         text_excerpt(text, length, excerpt));
    }
    *fits = search.agreeing.count > 0 ? search.agreeing : search.contradicted;
    return true;
}

/* Two moves or more: the first of them and how many there are. */
static bool refuse_ambiguous(const Position *position, const char *excerpt,
                             const NotationFits *fits, Error *error) {
    Buffer list = {0};
    size_t listed = fits->count <= MOVES_LISTED ? fits->count : MOVES_LISTED;
    for (size_t i = 0; i < listed; i++) {
        char move[NOTATION_SIZE];
        notation_write(position, fits->fit[i].move, move);
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
                     Move *move, unsigned *slips, Error *error) {
    size_t length = trim(&text);
    char excerpt[EXCERPT_SIZE];
    text_excerpt(text, length, excerpt);
    if (fits->count == 0)
        return error_set(error, ERROR_ILLEGAL, "no legal move fits \"%s\"", excerpt);
    if (fits->count > 1)
        return refuse_ambiguous(position, excerpt, fits, error);
    *move = fits->fit[0].move;
    if (slips)
        *slips = fits->fit[0].slips;
    return true;
}

bool notation_parse(const Position *position, const char *text, Move *move, unsigned *slips,
                    Error *error) {
    NotationFits fits;
    fits.count = 0;
    return notation_find(position, text, &fits, error) &&
           notation_choose(position, text, &fits, move, slips, error);
}
