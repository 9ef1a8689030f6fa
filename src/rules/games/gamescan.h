/* Scans the text of a GameReader: lines, words and the elements of a list of moves. For the reader
 * of games only. */
#ifndef RULES_GAMES_GAMESCAN_H
#define RULES_GAMES_GAMESCAN_H

#include "base/compiler.h"
#include "rules/games/gamereader.h"

/* --- bytes --- */

bool gamescan_at_end(const GameReader *reader);
/* Returns the next byte, or NUL at the end. */
char gamescan_peek(const GameReader *reader);
void gamescan_advance(GameReader *reader, size_t bytes);
/* Returns the number of bytes up to the end of the line. */
size_t gamescan_rest_of_line(const GameReader *reader);
/* Skips blanks, lines that begin with '%' and, in a foreign text, notes and boards. */
void gamescan_skip_blanks(GameReader *reader);
/* Returns whether the next byte may begin the tags of another game. */
bool gamescan_at_tags(const GameReader *reader);

bool gamescan_is_break(char c);

/* --- faults --- */

/* What is wrong with a game, as far as it was read. */
typedef struct GameFaults {
    GameReader *reader;
    bool strict; /* slips are errors */
    bool wrong;  /* there was an error */
    Error *first;
} GameFaults;

/* Reports an error, at the end of reading or before it goes on. Always returns false. */
bool gamescan_fail(GameFaults *faults, GamePlace place, ErrorCode code, const char *format, ...)
    PRINTF_LIKE(4, 5);
/* The same for an error without a place. */
bool gamescan_fail_with(GameFaults *faults, GamePlace place, const Error *error);

/* Reports a slip: an error for a strict reader. */
void gamescan_slip(GameFaults *faults, GamePlace place, const char *format, ...) PRINTF_LIKE(3, 4);

/* --- the elements of a list of moves --- */

typedef struct GameToken {
    GamePlace place;
    const char *bytes; /* in the reader's text */
    size_t length;
} GameToken;

typedef enum GameElement {
    ELEMENT_MOVE,         /* a word that should be a move */
    ELEMENT_NUMBER,       /* a move's number, dots, or both */
    ELEMENT_RESULT,       /* "1-0"; the token is a result_text() */
    ELEMENT_COMMENT,      /* the text between two braces */
    ELEMENT_LINE_COMMENT, /* the text after ';' */
    ELEMENT_ANNOTATION,   /* "!?", "$14" */
    ELEMENT_VARIATION,    /* "(2. D3)" */
    ELEMENT_END,          /* a foreign text may end here without a result */
    ELEMENT_NONE          /* none of these: an error, which gamescan_reject() explains */
} GameElement;

/* Takes the next element. Nothing is taken at ELEMENT_END and ELEMENT_NONE. */
GameElement gamescan_next(GameReader *reader, GameToken *token);
/* Takes a comment if one is next. */
bool gamescan_comment(GameReader *reader, GameElement *element, GameToken *token);
/* Reports why the next bytes are no element. Returns false. */
bool gamescan_reject(GameFaults *faults);

bool gamescan_token_is(GameToken token, const char *text);
bool gamescan_token_result(GameToken token, Result *result);

/* Returns the glyph of a RecordPly that marks mean, "!?", or that a word ends with, "D3!?"; 0 if
 * there are none. More than two marks mean the first two. */
unsigned char gamescan_mark(GameToken token);
/* Returns the glyph that ELEMENT_ANNOTATION means, or 0 for a number that a RecordPly does not
 * have. */
unsigned char gamescan_glyph(GameToken token);

/* Splits ELEMENT_NUMBER; *number is -1 without digits. */
void gamescan_number(GameToken token, long *number, size_t *dots);

#endif
