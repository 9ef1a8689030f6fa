/* Writes and reads moves in the notations that congo-rules(6) describes, and says in words what is
 * on the board and what a move does. */
#ifndef RULES_NOTATION_H
#define RULES_NOTATION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "base/error.h"
#include "rules/coordinate.h"
#include "rules/move.h"
#include "rules/position.h"

enum {
    NOTATION_SIZE = 112,    /* piece, origin, 16 landings, 7 drowned, lion mark, final NUL */
    NOTATION_LONGEST = 199, /* a longer text is not read as a move */
};

/* Congo notation is that of files. The others name the square that a piece leaves. */
typedef enum Notation {
    NOTATION_CONGO,   /* "Z-F3", "M:D3:F5" */
    NOTATION_PLAIN,   /* "g1-f3", "b1×d3×f5" */
    NOTATION_LETTERS, /* plain, after the letter of the piece: "Zg1-f3" */
    NOTATION_COUNT
} Notation;
extern const char *const notation_names[NOTATION_COUNT + 1]; /* ends with NULL */

/* How a move is written. Zero is Congo notation. */
typedef struct NotationStyle {
    Notation notation;
    bool ascii; /* 'x' instead of the multiplication sign */
    bool
        words; /* plain notation says in words what has one: "Zebra takes e3", "d5-d4, d4 drowns" */
} NotationStyle;

extern const NotationStyle notation_congo;

/*
 * Writes a legal move in UTF-8. Returns the length in bytes.
 *   - Congo: "D3", "Z-F3", "E-CD4", "M:D3:F5", "C-F3,:D4", "L:D6#", "M=F5", with its origin if
 *     another piece of the same type could land on the same squares;
 *   - plain: "d2-d3", "f1×e3", "b1×d3×f5", "d5-d4~d4" where d4 drowns, "d6-d7=S", "d6×d7#", and
 *     "f5 stops"; in words "Zebra takes e3", "Elephant c1 takes d1" where another one could,
 *     "Zebra takes lion d7", "d5-d4, d4 drowns", "d6-d7, now a superpawn"; a monkey's jumps are
 *     never in words;
 *   - letters: "Pd2-d3", "Zf1×e3", "Mb1×d3×f5", "Pd5-d4~d4", "Mf5 stops".
 */
size_t notation_write(const Position *position, Move move, NotationStyle style,
                      char text[NOTATION_SIZE]);

/* Deviations from the notation that a lenient reader accepts. */
typedef enum NotationDeviation {
    DEVIATION_NONE = 0,
    DEVIATION_CAPTURE_MARK = 1, /* '-' or ':' is missing, or the wrong one of the two */
    DEVIATION_DROWNED = 2,      /* the drowned squares are missing, wrong or out of order */
    DEVIATION_LION_MARK = 4,    /* '#' is missing or wrong, or there is a '+' */
    DEVIATION_ORIGIN = 8        /* the origin is missing, superfluous or of another form */
} NotationDeviation;

/*
 * Reads a move in any of these forms, with blanks around it:
 *   - coordinates;
 *   - Congo notation in either case, with the deviations above, "MP" for Q, and trailing '!' and
 *     '?';
 *   - plain notation and letters, in signs and in words, with 'x' or the multiplication sign;
 *   - the forms of mindsports.nl: "d2-d3", "d2xe3", "d2-e3x", "a2-c4-c6x", "b2-c4+";
 *   - the steps of the line interface, as a whole turn: see coordinate_read_steps.
 *
 * Exactly one legal move must fit. A move that contradicts a mark of the text fits only if no other
 * does. Fails with ERROR_SYNTAX for a text in none of these forms, ERROR_ILLEGAL if no move fits,
 * and ERROR_AMBIGUOUS if several do. *deviations (NULL is allowed) receives a set of
 * NotationDeviation.
 */
bool notation_parse(const Position *position, const char *text, Move *move, unsigned *deviations,
                    Error *error);

/* The two halves of notation_parse: notation_find lists the moves that fit, possibly none, and
 * notation_choose accepts the only one left, or names them in a style. A caller can remove moves in
 * between. */
enum { NOTATION_FITS_MAX = 2 * PIECES_MAX };

typedef struct NotationFit {
    Move move;
    unsigned deviations;
} NotationFit;

typedef struct NotationFits {
    size_t count;
    NotationFit fit[NOTATION_FITS_MAX];
} NotationFits;

bool notation_find(const Position *position, const char *text, NotationFits *fits, Error *error);

bool notation_choose(const Position *position, const char *text, const NotationFits *fits,
                     NotationStyle style, Move *move, unsigned *deviations, Error *error);

/* ---- numbers of moves ---- */

/* The number before a move: "12.", "12...", dots alone, or digits alone. */
typedef struct MoveNumber {
    size_t digits;
    size_t dots;   /* an ellipsis character is three */
    size_t length; /* of both */
} MoveNumber;

/* Reads the number at the start of a text that need not end with NUL. */
MoveNumber notation_number(const char *text, size_t length);

/* Takes the next move of a list, which has numbers such as "12." between the moves or at their
 * start. Returns NULL after the last. Splits the list in place. */
char *notation_next_move(char **list);

/* ---- pieces, squares and moves in words; lists are appended without line breaks ---- */

/* Appends "zebra g1". */
void describe_piece(const Position *position, Square square, Buffer *text);

/* Appends "lion d1, elephants c1 e1, zebra g1": the pieces of a set, type by type, from rank 1 up;
 * "nothing" for an empty set. */
void describe_pieces(const Position *position, Bitboard pieces, Buffer *text);

/* Appends "1 lion, 2 elephants, 7 pawns": the pieces that a color has, or "nothing". */
void describe_piece_counts(const Position *position, Color color, Buffer *text);

/* Appends "lion d1, zebra f3 and pawn a2", for use inside a sentence. */
void describe_piece_list(const Position *position, Bitboard pieces, Buffer *text);

/* Appends "d4, e4 and f4", with `word` before the last square. */
void describe_square_list(Bitboard squares, const char *word, Buffer *text);

/* Appends "d4 e4 f4", or "none". */
void describe_squares(Bitboard squares, Buffer *text);

/* Appends "white zebra c4, black pawn d4; island e4": the contents of a rank or file, or "empty".
 */
void describe_row(const Position *position, Bitboard row, Buffer *text);

/* Appends a move of the side to move: "zebra from g1 to f3", "pawn from d6 to d7, and becomes a
 * superpawn", "monkey from b1 jumps to d3, taking the pawn c2, then to f5, taking the zebra e4".
 * Drowned pieces are not mentioned. */
void describe_move(const Position *position, Move move, Buffer *text);

/* The same as the object of a sentence: "zebra g1 to f3", "pawn d6 to d7, becoming a superpawn",
 * "monkey b1 to d3, taking the pawn c2, then to f5, taking the zebra e4". */
void describe_played_move(const Position *position, Move move, Buffer *text);

/* The same for readers of plain notation, who read moves as words; else the move in the notation of
 * the style. */
void describe_in_style(const Position *position, Move move, NotationStyle style, Buffer *text);

#endif
