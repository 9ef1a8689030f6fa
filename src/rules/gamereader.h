/* A game being read, and what the parts of the reader do for each other; for them only. */
#ifndef RULES_GAMEREADER_H
#define RULES_GAMEREADER_H

#include "base/buffer.h"
#include "rules/gamecomment.h"
#include "rules/gamefile.h"
#include "rules/gametags.h"

/* A word of the moves. */
typedef struct GameToken {
    GamePlace place;
    const char *bytes; /* in the reader's text */
    size_t length;
} GameToken;

/* A game being read. */
typedef struct GameParse {
    GameReader *reader;
    bool strict;
    Error *error;
    GameTags tags;
    Record *record; /* NULL before the moves */
    Buffer comment; /* since the last move */
    MoveTimes times;
    bool number_deviates; /* the number before the next move is wrong */
    bool ended;           /* by its result */
    GameToken result;
} GameParse;

/* Sets an error with the place before its sentence; always false. */
bool gameparse_error_at(const GameParse *parse, GamePlace place, ErrorCode code, const char *format,
                        ...) PRINTF_LIKE(4, 5);
/* Puts the place before the sentence that the error holds; always false. */
bool gameparse_locate_error(const GameParse *parse, GamePlace place);
GamePlace gametag_place(const GameTag *tag);

/* Each of these reads its part of the game, and fails with the error. */
bool gameparse_tags(GameParse *parse);
bool gameparse_moves(GameParse *parse);
bool gameparse_check_result(GameParse *parse);

/* Reads a comment if there is one; false if it is broken. */
bool gameparse_comment(GameParse *parse, bool *taken);
/* Gives the comment read to the last move. */
bool gameparse_attach_comment(GameParse *parse);

bool gametoken_is(GameToken word, const char *text);
bool gametoken_result(GameToken word, Result *result);

#endif
