/* A game being read, and what the parts of the reader do for each other; for them only. */
#ifndef RULES_GAMEREADING_H
#define RULES_GAMEREADING_H

#include "rules/buffer.h"
#include "rules/gamecomment.h"
#include "rules/gamefile.h"
#include "rules/gametags.h"

/* A word of the moves. */
typedef struct Word {
    GamePlace place;
    const char *bytes; /* in the reader's text */
    size_t length;
} Word;

/* A game being read. */
typedef struct Reading {
    GameReader *reader;
    bool strict;
    Error *error;
    GameTags tags;
    Record *record; /* NULL before the moves */
    Buffer comment; /* since the last move */
    MoveTimes times;
    bool slipped; /* the number before the next move is wrong */
    bool ended;   /* by its result */
    Word result;
} Reading;

/* Sets an error with the place before its sentence; always false. */
bool reading_fail(const Reading *reading, GamePlace place, ErrorCode code, const char *format, ...)
    PRINTF_LIKE(4, 5);
/* Puts the place before the sentence that the error holds; always false. */
bool reading_blame(const Reading *reading, GamePlace place);
GamePlace reading_place_of_tag(const GameTag *tag);

/* Each of these reads its part of the game, and fails with the error. */
bool reading_tags(Reading *reading);
bool reading_moves(Reading *reading);
bool reading_check_result(Reading *reading);

/* Reads a comment if there is one; false if it is broken. */
bool reading_comment(Reading *reading, bool *taken);
/* Gives the comment read to the last move. */
bool reading_keep_comment(Reading *reading);

bool reading_word_is(Word word, const char *text);
bool reading_find_result(Word word, Result *result);

#endif
