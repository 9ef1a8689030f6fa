/*
 * The fields of a protocol line (congo-protocol(7)) and their values. Requests and messages share
 * one set of fields; the line formats of verb.c and message.c say which line has which.
 */
#ifndef NET_PROTOCOL_H
#define NET_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "net/identity.h"
#include "net/line.h"
#include "net/protocol_error.h"
#include "net/verb.h"
#include "rules/coordinate.h"
#include "rules/fen.h"
#include "rules/position.h"

enum {
    PROTOCOL_VERSION = 1, /* congo/1 */
    TAG_MAX = 16,         /* A-Z a-z 0-9 _ - */
    NAME_MAX_BYTES = 48,  /* of a player's name in UTF-8 */
    FEN_INPUT_SIZE = 128, /* a FEN as a user may write it, and a NUL */
    PROGRAM_MAX = 48      /* name and version of a program */
};

/* Each comment names the key of a key=value, if there is one, and the member of Fields. The fields
 * without a key are positional. */
typedef enum Field {
    FIELD_NONE,
    FIELD_PROTOCOL,     /* "congo/1": uint32_t protocol */
    FIELD_STANDARD,     /* "standard": presence only */
    FIELD_ID,           /* GameId id */
    FIELD_PLY_ARG,      /* uint32_t ply */
    FIELD_MOVE,         /* squares in coordinate form, lower case: char move[] */
    FIELD_SEAT_ARG,     /* w b any: Seat seat */
    FIELD_SIDE_ARG,     /* w b -: Seat seat */
    FIELD_ACTION,       /* offer accept decline: DrawAction action */
    FIELD_CHOICE,       /* open live: ListChoice choice */
    FIELD_SQUARE,       /* Square square */
    FIELD_TOPIC,        /* a verb to explain: Verb topic */
    FIELD_PROGRAM,      /* "congod/0.1.0": char program[] */
    FIELD_SPEAKER,      /* "Ada:": char name[] */
    FIELD_BYE_REASON,   /* words up to the next key: char text[] */
    FIELD_ECHO,         /* the rest of the line in ASCII: char text[] */
    FIELD_TEXT,         /* the rest of the line in UTF-8: char text[] */
    FIELD_CLIENT,       /* client= char program[] */
    FIELD_MAXLINE,      /* maxline= uint32_t maxline */
    FIELD_VARIANTS,     /* variants= names with commas between: char text[] */
    FIELD_FEATURES,     /* features= words with commas between: char features[] */
    FIELD_VARIANT,      /* variant= char variant[] */
    FIELD_SEAT,         /* seat= w b none: Seat seat */
    FIELD_KEY,          /* key= SeatKey key */
    FIELD_NAME,         /* name= char name[] */
    FIELD_PRIVATE,      /* private=1 */
    FIELD_INVITE,       /* invite= SeatKey invite */
    FIELD_CLOCK,        /* clock= seconds+increment: GameClock clock */
    FIELD_PER_MOVE,     /* permove=1: the seconds of the clock are for each move */
    FIELD_CLAIM,        /* claim= minutes: uint32_t claim_minutes */
    FIELD_PLY,          /* ply= uint32_t ply */
    FIELD_FIRST,        /* first= char first[] */
    FIELD_FEN,          /* fen= char fen[] */
    FIELD_HASH,         /* hash= uint64_t hash */
    FIELD_FROM,         /* from= uint32_t from */
    FIELD_LIMIT,        /* limit= uint32_t limit */
    FIELD_NEXT,         /* next= uint32_t next */
    FIELD_AMOUNT,       /* count= uint32_t count */
    FIELD_MORE,         /* more=1 */
    FIELD_BY,           /* by= w b: Seat by */
    FIELD_USED_MS,      /* ms= int64_t used_ms */
    FIELD_WMS,          /* wms= int64_t left_ms[WHITE] */
    FIELD_BMS,          /* bms= int64_t left_ms[BLACK] */
    FIELD_TURN,         /* turn= w b: Seat turn */
    FIELD_WHITE,        /* w= char player[WHITE] */
    FIELD_BLACK,        /* b= char player[BLACK] */
    FIELD_WHITE_ONLINE, /* won=1: White is present */
    FIELD_BLACK_ONLINE, /* bon=1: Black is present */
    FIELD_KEPT,         /* kept=1: a free seat is for whoever was invited */
    FIELD_AWAY,         /* away= milliseconds: int64_t away_ms */
    FIELD_OFFER,        /* offer= w b -: Seat offer */
    FIELD_REMATCH,      /* rematch= w b -: Seat rematch, the side that offers one */
    FIELD_GAME,         /* game= GameId game, the rematch of a game */
    FIELD_RESULT,       /* result= Result result */
    FIELD_REASON,       /* reason= Reason reason */
    FIELD_DUP,          /* dup=1 */
    FIELD_WAIT,         /* wait= milliseconds: uint32_t wait_ms */
    FIELD_RETRY,        /* retry= no sync later: Retry retry */
    FIELD_RETRY_IN,     /* retry= seconds: uint32_t retry_seconds */
    FIELD_MSG,          /* msg= to the end of the line: char text[] */
    FIELD_END
} Field;

/* The first two equal the colors. */
typedef enum Seat { SEAT_WHITE = WHITE, SEAT_BLACK = BLACK, SEAT_NONE, SEAT_ANY } Seat;
typedef enum DrawAction { DRAW_OFFER, DRAW_ACCEPT, DRAW_DECLINE } DrawAction;
typedef enum ListChoice { LIST_OPEN, LIST_LIVE } ListChoice;

typedef struct GameClock {
    uint32_t seconds;   /* for the game, 1..CLOCK_SECONDS_MAX */
    uint32_t increment; /* seconds for each move, 0..CLOCK_INCREMENT_MAX */
} GameClock;

/* 30 days, for correspondence. */
enum { CLOCK_SECONDS_MAX = 30 * 24 * 60 * 60, CLOCK_INCREMENT_MAX = CLOCK_SECONDS_MAX };

enum { CLAIM_MINUTES_MAX = 30 * 24 * 60, FEATURES_MAX = 400 };

/* A member is valid if its field is in `has`; otherwise it is 0 or "". Texts end with a NUL. */
typedef struct Fields {
    uint64_t has; /* a set of fields: see fields_has */
    uint64_t hash;
    int64_t used_ms;
    int64_t left_ms[COLOR_COUNT];
    uint32_t protocol;
    uint32_t maxline;
    uint32_t ply;
    uint32_t from;
    uint32_t limit;
    uint32_t next;
    uint32_t count;
    uint32_t wait_ms;
    uint32_t retry_seconds;
    uint32_t claim_minutes; /* 1..CLAIM_MINUTES_MAX */
    int64_t away_ms;
    GameClock clock;
    Seat seat;
    Seat by;
    Seat turn;
    Seat offer;
    Seat rematch;
    DrawAction action;
    ListChoice choice;
    Square square;
    Verb topic;
    Retry retry;
    Result result;
    Reason reason;
    GameId id;
    GameId game;
    SeatKey key;
    SeatKey invite;
    char move[COORDINATE_SIZE];
    char variant[VARIANT_NAME_SIZE];
    char first[FEN_INPUT_SIZE];
    char fen[FEN_INPUT_SIZE];
    char name[NAME_MAX_BYTES + 1];
    char player[COLOR_COUNT][NAME_MAX_BYTES + 1];
    char program[PROGRAM_MAX + 1];
    char features[FEATURES_MAX + 1];
    char text[LINE_CLIENT_MAX + 1];
} Fields;

static inline bool fields_has(const Fields *fields, Field field) {
    return fields->has >> field & 1;
}

/* Marks a field as present. */
static inline void fields_set(Fields *fields, Field field) {
    fields->has |= UINT64_C(1) << field;
}

/* ---- the text of a value ---- */

enum { FIELD_VALUE_SIZE = LINE_CLIENT_MAX + 2 };

/* Extent of a value in a line. */
typedef enum FieldExtent {
    EXTENT_WORD,     /* to the next blank */
    EXTENT_ANY_WORD, /* to the next blank; a positional value may look like key=value */
    EXTENT_PHRASE,   /* to the next key=value */
    EXTENT_REST      /* to the end of the line */
} FieldExtent;

FieldExtent field_extent(Field field);

/* Returns the key of a field, or NULL for a positional one. */
const char *field_key(Field field);

/* Parses a value into its member and sets the field; a flag of 0 is valid and not set. Returns
 * false if the text is invalid. */
bool field_read(Field field, const char *text, size_t length, Fields *fields);

/* Returns the error for an invalid value, and what was expected: "a number". */
ProtocolError field_error(Field field);
const char *field_expected(Field field);
/* Returns the name of a field in messages: its key, or "ply". */
const char *field_display_name(Field field);

/* Writes the value of a field that is set, without its key; returns its length. */
size_t field_write(Field field, const Fields *fields, char text[FIELD_VALUE_SIZE]);

#endif
