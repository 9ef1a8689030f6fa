/*
 * The game record: a variant, a start position, moves with their times, comments and other notes,
 * and the end of the game if it was declared.
 *
 * The moves up to the current ply are made; those after it are kept for redo until another move is
 * played. Positions are numbered from 0 (start) to `count` (after the last move). Callers may read
 * the fields; only the functions change them.
 */
#ifndef RULES_RECORD_H
#define RULES_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/error.h"
#include "rules/move.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "rules/outcome.h"
#include "rules/position.h"

enum {
    RECORD_PLIES_MAX = 100000,
    RECORD_TAGS_MAX = 200,
    RECORD_TAG_NAME_MAX = 60, /* characters */
    RECORD_GLYPHS_MAX = 8,
    RECORD_MARK_MAX = 6,
    RECORD_DEPTH_MAX = 10000,        /* of a RecordScore */
    RECORD_HUNDREDTHS_MAX = 10000000 /* of a RecordScore, and its negative */
};

typedef struct RecordPly {
    Move move;
    int64_t time_ms;  /* time used; -1: unknown */
    int64_t clock_ms; /* the mover's clock after the move; -1: unknown */
    char *comment;    /* owned; NULL: none */
    /* The numeric annotation glyphs of PGN, in order, each once; 0: no more. The first six are
     * marks: 1 "!", 2 "?", 3 "!!", 4 "??", 5 "!?", 6 "?!". */
    unsigned char glyphs[RECORD_GLYPHS_MAX];
    char *variations; /* instead of the move, as tidy variations (comment.h); owned; NULL: none */
} RecordPly;

/* The score of a position, from a file or a review. */
typedef struct RecordScore {
    bool known;
    int depth;     /* plies searched; 0: unknown */
    int win_moves; /* moves of the winner to the lion's capture: positive if White wins, negative if
                      Black; 0: no forced win */
    int hundredths; /* of a pawn from White's view, if win_moves is 0 */
} RecordScore;

typedef struct RecordTag {
    char *name;  /* owned */
    char *value; /* owned, UTF-8 */
} RecordTag;

typedef struct Record {
    Variant variant; /* borrowed by the positions, so a record must not be moved in memory */
    RecordTag *tags; /* Event, Site, Date, White, Black, ...; no reserved ones */
    size_t tag_count;
    char *comment; /* before the first move; owned; NULL: none */
    RecordPly *plies;
    Position *positions; /* count + 1 */
    Outcome *outcomes;   /* count + 1: of the game at each position, without `declared` */
    RecordScore *scores; /* count + 1: of each position */
    size_t count;        /* plies */
    size_t current;      /* plies made */
    size_t capacity;
    Outcome declared; /* resigned, agreed, time or aborted; REASON_NONE: not declared */
    /* A hash table of the positions, with chains of position numbers plus 1, newest first; 0 ends a
     * chain. */
    uint32_t *newest; /* by the low bits of the key */
    uint32_t *older;  /* by position number */
    size_t chain_mask;
} Record;

/* Creates a record that starts at a copy of the position, with its variant and no quiet plies. */
Record *record_create(const Position *start);

Record *record_clone(const Record *record);

void record_free(Record *record); /* NULL is allowed */

/* Returns the current position. It is valid until the next record_play. */
const Position *record_position(const Record *record);

/* Returns the position after `ply` plies, 0..count. */
const Position *record_position_at(const Record *record, size_t ply);

/* Returns the number, from 1, of the move from the position after `ply` plies, which may be more
 * than were played. If Black began the game, its first move is "1...". */
size_t record_move_number(const Record *record, size_t ply);

enum { RECORD_NUMBER_SIZE = 32 };

/* Writes that number: "3." for White, "3..." for Black. Returns the length. */
size_t record_write_number(const Record *record, size_t ply, char text[RECORD_NUMBER_SIZE]);

/*
 * Plays a move at the current ply and removes the plies after it, with all that was noted on them,
 * and a declared outcome. Negative times are unknown. Fails with ERROR_ILLEGAL for a move that is
 * illegal, also by repetition, and with ERROR_STATE if the game is over or too long; the record is
 * unchanged then.
 */
bool record_play(Record *record, Move move, int64_t time_ms, int64_t clock_ms, Error *error);

/* Like record_play, for a move known to be legal at the current ply, as from record_parse_move,
 * record_moves or record_is_legal. Fails only if the game is too long. */
bool record_play_legal(Record *record, Move move, int64_t time_ms, int64_t clock_ms, Error *error);

/* Plays random legal moves. Advances *random. Returns false if the game has ended. */
bool record_play_random(Record *record, int plies, uint64_t *random);

/* Like record_play, for a move in coordinate form; see coordinate_parse. */
bool record_play_coordinates(Record *record, const char *text, int64_t time_ms, int64_t clock_ms,
                             Error *error);

/* Sets the times of ply 1..count. */
void record_set_times(Record *record, size_t ply, int64_t time_ms, int64_t clock_ms);

/* Goes back one ply. Returns false at the start. */
bool record_undo(Record *record);

/* Goes to a ply; a number beyond the last means the last. */
void record_go_to(Record *record, size_t ply);

/* Removes the plies after the current one and a declared outcome. */
void record_truncate(Record *record);

/*
 * Declares the end of a game at the current ply and removes the plies after it: REASON_RESIGNED or
 * REASON_TIME with the winner, REASON_AGREED with RESULT_DRAW, REASON_ABORTED with RESULT_OPEN.
 * Fails with ERROR_RANGE for any other outcome and with ERROR_STATE if the game is over.
 */
bool record_declare(Record *record, Outcome outcome, Error *error);

/* Returns the outcome at the current or another ply. It was computed when the move was played; at
 * the last ply, a declared outcome replaces it. */
Outcome record_outcome(const Record *record);

Outcome record_outcome_at(const Record *record, size_t ply);

/* Returns whether the game is over at the current ply. An aborted game is. */
bool record_is_over(const Record *record);

/* Returns how often the position at a ply has occurred up to there, itself included. */
int record_occurrences(const Record *record, size_t ply);

/* Returns whether the move leads to a position that has occurred up to the current ply. */
bool record_repeats(const Record *record, Move move);

/* Returns whether the variant forbids the move as a repetition. */
bool record_repetition_forbids(const Record *record, Move move);

/* Fails with ERROR_ILLEGAL if it does. */
bool record_check_repetition(const Record *record, Move move, Error *error);

/* Appends the legal moves at the current ply, without those that repetition forbids. Appends
 * nothing if the game is over. */
void record_moves(const Record *record, MoveList *list);

/* Returns whether the move is legal at the current ply, repetition included. Any bits are allowed.
 */
bool record_is_legal(const Record *record, Move move, Error *error);

/* Finds the moves that a text fits at the current ply, as notation_find does, without those that
 * repetition forbids. Fails if none is left, or with ERROR_STATE if the game is over. */
bool record_find_moves(const Record *record, const char *text, NotationFits *fits, Error *error);

/*
 * As notation_parse at the current ply, without the moves that repetition forbids. If only such a
 * move fits, the error says so. Fails with ERROR_STATE if the game is over.
 */
bool record_parse_move(const Record *record, const char *text, Move *move, unsigned *deviations,
                       Error *error);

const char *record_tag(const Record *record, const char *name); /* NULL if absent */

/* Returns "?" for a tag that is missing or empty. */
const char *record_tag_or_unknown(const Record *record, const char *name);

/*
 * Sets a tag, or removes it if the value is NULL. The value is sanitized to one line. Returns false
 * and changes nothing if the name is reserved, is not 1 to RECORD_TAG_NAME_MAX ASCII letters,
 * digits and '_', or would be the name of tag number RECORD_TAGS_MAX + 1.
 */
bool record_set_tag(Record *record, const char *name, const char *value);

/* Returns whether the tag is derived from the game: Result, Reason, SetUp, FEN, and names that
 * begin with Variant. */
bool record_tag_is_reserved(const char *name);

/* Returns the comment after a ply, or before the first move for ply 0. NULL if absent. */
const char *record_comment(const Record *record, size_t ply);

/* Sets a comment, sanitized, with its line breaks. NULL or "" removes it. */
void record_set_comment(Record *record, size_t ply, const char *text);

/* Sets the glyphs of ply 1..count: the first RECORD_GLYPHS_MAX different ones up to a 0. */
void record_set_glyphs(Record *record, size_t ply, const unsigned char *glyphs);

/* Returns the first mark, 1..RECORD_MARK_MAX, of ply 1..count, or 0 if there is none. */
unsigned char record_mark(const Record *record, size_t ply);

/* Puts a mark in place of the first one, or before the other glyphs; 0 removes it. */
void record_set_mark(Record *record, size_t ply, unsigned char mark);

/* Returns a mark as it is written, "!?", or "" for any other glyph. */
const char *record_mark_text(unsigned char glyph);

/* Sets the variations of ply 1..count, tidied. NULL or "" removes them. Returns false and changes
 * nothing if the text is anything but variations. */
bool record_set_variations(Record *record, size_t ply, const char *text);

/* Sets the score of the position at ply 0..count, clamped to what a file can express. */
void record_set_score(Record *record, size_t ply, const RecordScore *score);

/* Returns whether variant, start, tags in any order, moves, declared outcome and all that is noted
 * on the moves are equal. The current ply does not matter. */
bool record_equal(const Record *a, const Record *b);

/* Returns a hash that equal records share. It covers all that record_equal compares except the
 * rules of the variant, whose name stands for them. */
uint64_t record_hash(const Record *record);

/* Returns whether glyphs, a comment or variations are noted on ply 0..count. */
bool record_notes_exist(const Record *record, size_t ply);

#endif
