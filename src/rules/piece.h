/* Colours, types of pieces, and their letters and names. */
#ifndef RULES_PIECE_H
#define RULES_PIECE_H

typedef enum Color { WHITE, BLACK } Color;
enum { COLOR_COUNT = 2 };

/*
 * PAWN and SUPERPAWN are the two stages of the variant's pawn family: pawn P and superpawn S, or
 * pawn P and megapawn Q, whose pawn some texts call mPawn. A variant has one family.
 */
typedef enum PieceType {
    LION,
    ZEBRA,
    ELEPHANT,
    GIRAFFE,
    CROCODILE,
    MONKEY,
    PAWN,
    SUPERPAWN,
    ELEPHANTE,
    PIECE_NONE
} PieceType;
enum { PIECE_TYPE_COUNT = PIECE_NONE };

typedef enum PawnFamily { PAWNS_CONGO, PAWNS_MEGA } PawnFamily;
enum { PAWN_FAMILY_COUNT = 2 };

static inline Color color_other(Color color) {
    return color == WHITE ? BLACK : WHITE;
}

const char *color_name(Color color); /* "White", "Black" */
const char *color_word(Color color); /* "white", "black" */

/* The upper-case letter of a type: L Z E G C M P, S or Q by family, T. */
char piece_type_letter(PieceType type, PawnFamily family);

/* The letter of a piece, in lower case for Black. */
char piece_letter(Color color, PieceType type, PawnFamily family);

/* Accepts either case. Returns PIECE_NONE for a letter that the family does not have. */
PieceType piece_type_from_letter(char letter, PawnFamily family);

/* "lion", "superpawn", "megapawn", ... */
const char *piece_type_name(PieceType type, PawnFamily family);

/* The emoji of a type, two columns wide. */
const char *piece_type_emoji(PieceType type);

#endif
