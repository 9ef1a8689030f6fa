/*
 * The game record: a variant, a start position, a list of moves with their times and comments, and
 * how the game ended where the moves do not say it. Everything else is derived.
 *
 * A record has a current ply, up to which its moves are made; the moves after it are there for redo
 * until another move is appended. Positions are numbered 0 (start) to `count` (after the last
 * move).
 */
#ifndef RULES_RECORD_H
#define RULES_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/error.h"
#include "rules/move.h"
#include "rules/movegen.h"
#include "rules/position.h"

typedef struct RecordPly {
    Move move;
    int64_t time_ms;  /* time used; -1: not known */
    int64_t clock_ms; /* what the mover's clock showed after the move; -1: no clock or not known */
    char *comment;    /* owned; NULL: none */
} RecordPly;

typedef struct RecordTag {
    char *name;  /* owned */
    char *value; /* owned, UTF-8 */
} RecordTag;

typedef struct Record {
    Variant
        variant; /* own copy, which the positions borrow: a record must not be moved in memory */
    RecordTag *tags; /* Event, Site, Date, White, Black, ...: none that the game itself says
                        (Variant, FEN, Result, Reason) */
    size_t tag_count;
    char *comment; /* before the first move; owned; NULL: none */
    RecordPly *plies;
    Position *positions; /* count + 1 */
    size_t count;        /* plies known */
    size_t current;      /* plies made */
    size_t capacity;
    Outcome declared; /* resigned, agreed, time, aborted; or open */
} Record;

/* A new record of a game from a position (copied, with its variant). NULL never; see
 * rules/memory.h. */
Record *record_create(const Position *start);
Record *record_clone(const Record *record);
void record_free(Record *record); /* NULL is allowed */

/* The position after `current` plies. */
const Position *record_position(const Record *record);
/* The position after `ply` plies, 0..count. */
const Position *record_position_at(const Record *record, size_t ply);

/*
 * Appends a move at the current ply, cuts off the plies after it, and forgets a declared outcome.
 * Fails (ERROR_ILLEGAL, ERROR_STATE when the game is over) without a change if the move is not
 * legal here, also by repetition.
 */
bool record_play(Record *record, Move move, int64_t time_ms, int64_t clock_ms, Error *error);

/* One ply back or forward; false at the end. Undo takes back a declared outcome first... with the
 * move. */
bool record_undo(Record *record);
bool record_redo(Record *record);
/* Goes to a ply 0..count. */
void record_go(Record *record, size_t ply);

/* Declares the end of an open game: REASON_RESIGNED, REASON_AGREED, REASON_TIME, REASON_ABORTED. */
bool record_declare(Record *record, Outcome outcome, Error *error);

/* How the game stands at the current ply, with repetition and quiet plies; a declared outcome
 * counts when the current ply is the last. */
Outcome record_outcome(const Record *record);
Outcome record_outcome_at(const Record *record, size_t ply);

/* How many times the position at that ply has occurred up to there, itself included. */
int record_occurrences(const Record *record, size_t ply);

/* Whether the move leads to a position that already occurred (up to the current ply). */
bool record_repeats(const Record *record, Move move);

/* The legal moves at the current ply, without those that repetition forbids. None when it is over.
 */
void record_moves(const Record *record, MoveList *list);
/* Whether the whole-turn move is legal at the current ply, repetition included. */
bool record_is_legal(const Record *record, Move move, Error *error);

/*
 * As notation_parse at the current ply, but with repetition applied: a move that would repeat where
 * that is illegal is refused with a sentence that says so.
 */
bool record_parse_move(const Record *record, const char *text, Move *move, unsigned *slips,
                       Error *error);

const char *record_tag(const Record *record, const char *name);           /* NULL: not there */
void record_set_tag(Record *record, const char *name, const char *value); /* NULL removes */
void record_set_comment(Record *record, size_t ply, const char *text);    /* ply 0: before the first
                                                                            move; NULL removes */

/* Two records hold the same game: rules, start, tags, moves, times, comments, outcome. */
bool record_equal(const Record *a, const Record *b);

#endif
