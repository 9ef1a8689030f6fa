/*
 * The game record: a variant, a start position, a list of moves with their times and comments, and
 * how the game ended where the moves do not say it. Everything else is derived.
 *
 * A record has a current ply, up to which its moves are made; the moves after it are there for redo
 * until another move is appended. Positions are numbered 0 (start) to `count` (after the last
 * move). The fields are for reading; only the functions change them.
 */
#ifndef RULES_RECORD_H
#define RULES_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "rules/move.h"
#include "rules/movegen.h"
#include "rules/outcome.h"
#include "rules/position.h"

enum {
    RECORD_PLIES_MAX = 100000, /* a longer game is no longer recorded: record_play fails */
    RECORD_TAGS_MAX = 200,
    RECORD_TAG_NAME_MAX = 60 /* letters of a tag's name */
};

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
    RecordTag *tags; /* Event, Site, Date, White, Black, ...: none that the game itself says */
    size_t tag_count;
    char *comment; /* before the first move; owned; NULL: none */
    RecordPly *plies;
    Position *positions; /* count + 1 */
    Outcome *outcomes;   /* count + 1: how the game stood when the position was reached */
    size_t count;        /* plies known */
    size_t current;      /* plies made */
    size_t capacity;
    Outcome declared; /* resigned, agreed, time, aborted; or open */
    /* Where a position occurred: chains of position numbers plus 1 (0 ends a chain), the newest
     * first. */
    uint32_t *newest; /* by the low bits of the key */
    uint32_t *older;  /* by position number */
    size_t chain_mask;
} Record;

/* A new record of a game from a position (copied, with its variant; its count of quiet plies starts
 * at 0, as it would when read from a FEN). NULL never; see rules/memory.h. */
Record *record_create(const Position *start);
Record *record_clone(const Record *record);
void record_free(Record *record); /* NULL is allowed */

/* The position after `current` plies. It is valid until the next record_play. */
const Position *record_position(const Record *record);
/* The position after `ply` plies, 0..count. */
const Position *record_position_at(const Record *record, size_t ply);

/*
 * Appends a move at the current ply and cuts off the plies after it, with a declared outcome. Fails
 * (ERROR_ILLEGAL, ERROR_STATE when the game is over or too long) without a change if the move is
 * not legal here, also by repetition. Negative times mean that they are not known.
 */
bool record_play(Record *record, Move move, int64_t time_ms, int64_t clock_ms, Error *error);

/* The same for a move that record_parse_move, record_moves or record_is_legal has found legal at
 * the current ply. Fails only if the game is too long. */
bool record_play_legal(Record *record, Move move, int64_t time_ms, int64_t clock_ms, Error *error);

/* Sets the times of ply 1..count. */
void record_set_times(Record *record, size_t ply, int64_t time_ms, int64_t clock_ms);

/* One ply back; false at the start. A declared outcome belongs to the last ply: it does not count
 * while fewer plies are made, and counts again when all are. */
bool record_undo(Record *record);
/* Goes to a ply 0..count (a larger number means count). */
void record_go_to(Record *record, size_t ply);
/* Forgets the plies after the current one, and a declared outcome: the game goes on from here. */
void record_truncate(Record *record);

/*
 * Declares the end of a game that is open at the current ply, and cuts off the plies after it:
 * REASON_RESIGNED or REASON_TIME with the winner, REASON_AGREED with RESULT_DRAW, REASON_ABORTED
 * with RESULT_OPEN. ERROR_RANGE for anything else, ERROR_STATE when the game is over.
 */
bool record_declare(Record *record, Outcome outcome, Error *error);

/* How the game stands at the current ply or at another. Computed when the move was made; a declared
 * outcome counts at the last ply. */
Outcome record_outcome(const Record *record);
Outcome record_outcome_at(const Record *record, size_t ply);
/* Whether the game has ended at the current ply (an aborted game has, though its result is open).
 */
bool record_is_over(const Record *record);

/* How many times the position at that ply has occurred up to there, itself included. */
int record_occurrences(const Record *record, size_t ply);

/* Whether the move leads to a position that already occurred (up to the current ply). */
bool record_repeats(const Record *record, Move move);
/* The same, but only where the variant forbids it. */
bool record_repetition_forbids(const Record *record, Move move);
/* Returns false with ERROR_ILLEGAL if it does. */
bool record_check_repetition(const Record *record, Move move, Error *error);

/* The legal moves at the current ply, without those that repetition forbids. None when it is over.
 */
void record_moves(const Record *record, MoveList *list);
/* Whether the whole-turn move is legal at the current ply, repetition included. Any bits are
 * allowed. */
bool record_is_legal(const Record *record, Move move, Error *error);

/*
 * As notation_parse at the current ply, but with repetition applied: a move that would repeat where
 * that is illegal does not fit, and if no other does, a sentence says so. ERROR_STATE when the game
 * is over.
 */
bool record_parse_move(const Record *record, const char *text, Move *move, unsigned *deviations,
                       Error *error);

const char *record_tag(const Record *record, const char *name); /* NULL: not there */
/* For people: "?" where there is none, or nothing in it. */
const char *record_tag_or_unknown(const Record *record, const char *name);
/* The tag with the name of a colour's player: "White", "Black". */
static inline const char *record_player_tag(Color color) {
    return color_name(color);
}
/*
 * Sets a tag; a value of NULL removes it. The value is kept as text_sanitize (rules/clean.h) leaves
 * it, in one line. False without a change for a name that is not 1 to RECORD_TAG_NAME_MAX ASCII
 * letters, digits and '_', for one that the game itself says (Result, Reason, FEN, and all that
 * begin with Variant), and when there are RECORD_TAGS_MAX tags.
 */
bool record_set_tag(Record *record, const char *name, const char *value);
/* Whether the game itself says what a tag of that name would. */
bool record_tag_is_reserved(const char *name);

/* The comment after that ply, 0: before the first move; NULL: none. */
const char *record_comment(const Record *record, size_t ply);
/* Sets it, cleaned, with its line breaks; NULL or "" removes it. */
void record_set_comment(Record *record, size_t ply, const char *text);

/* Two records hold the same game: rules and their name, start, tags (in any order), moves, times,
 * comments, declared outcome. The current ply does not matter. */
bool record_equal(const Record *a, const Record *b);
/* A number that is the same for equal records, and hardly ever for others. */
uint64_t record_hash(const Record *record);

#endif
