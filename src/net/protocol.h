/*
 * The lines of the protocol (congo-protocol(7)): errors, commands, fields and their values, lines
 * of clients and of servers. Requests and messages share one set of fields; the line formats in the
 * tables of protocol.c say which line has which.
 */
#ifndef NET_PROTOCOL_H
#define NET_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/error.h"
#include "net/identity.h"
#include "net/line.h"
#include "rules/coordinate.h"
#include "rules/fen.h"
#include "rules/position.h"

/* ---- errors, and what a client can do about each ---- */

typedef enum ProtocolError {
    PROTO_ERR_NONE,
    PROTO_ERR_SYNTAX,
    PROTO_ERR_TOOLONG,
    PROTO_ERR_VERSION,
    PROTO_ERR_BADARG,
    PROTO_ERR_NOGAME,
    PROTO_ERR_BADFEN,
    PROTO_ERR_BADVARIANT,
    PROTO_ERR_BADKEY,
    PROTO_ERR_TAKEN,
    PROTO_ERR_NOTSEATED,
    PROTO_ERR_TURN,
    PROTO_ERR_ILLEGAL,
    PROTO_ERR_STALE,
    PROTO_ERR_AHEAD,
    PROTO_ERR_DESYNC,
    PROTO_ERR_OVER,
    PROTO_ERR_NOOFFER,
    PROTO_ERR_LATE,
    PROTO_ERR_RATE,
    PROTO_ERR_BUSY,
    PROTO_ERR_READONLY,
    PROTO_ERR_FULL,
    PROTO_ERR_INTERNAL,
    PROTO_ERR_COUNT
} ProtocolError;

typedef enum Retry {
    RETRY_NO,   /* the same line will never succeed */
    RETRY_SYNC, /* ask for the state of the game and decide again */
    RETRY_LATER /* send the same line again later */
} Retry;

/* Returns the word of an error: "SYNTAX"; "" for PROTO_ERR_NONE. */
const char *protocol_error_text(ProtocolError error);

/* ---- the commands, which src/server/core/commands.c runs ---- */

typedef enum Verb {
    VERB_HELLO,
    VERB_NEW,
    VERB_JOIN,
    VERB_WATCH,
    VERB_UNWATCH,
    VERB_GET,
    VERB_MOVES,
    VERB_LEGAL,
    VERB_BOARD,
    VERB_EXPORT,
    VERB_MOVE,
    VERB_RESIGN,
    VERB_DRAW,
    VERB_ABORT,
    VERB_CLAIM,
    VERB_REMATCH,
    VERB_SAY,
    VERB_MUTE,
    VERB_UNMUTE,
    VERB_LIST,
    VERB_SUBSCRIBE,
    VERB_UNSUBSCRIBE,
    VERB_STATS,
    VERB_HELP,
    VERB_PING,
    VERB_QUIT,
    VERB_NONE
} Verb;

enum { VERB_COUNT = VERB_NONE };

/* Returns the word of a verb: "MOVE". */
const char *verb_word(Verb verb);

/* Returns the arguments, for HELP: "<id> <ply> <move> [hash=]", or "". */
const char *verb_synopsis(Verb verb);

/* Returns one line of help without a full stop: "play a move". */
const char *verb_summary(Verb verb);

/* ---- fields ---- */

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

/* ---- lines of a client ---- */

typedef struct Request {
    char tag[TAG_MAX + 1]; /* or "" */
    Verb verb;             /* VERB_NONE for an empty line, which needs no reply */
    Fields fields;
} Request;

/* Returns a request about a game, without further fields. */
Request request_for_game(Verb verb, const GameId *id);

/*
 * Parses a line without its end, of any bytes. On failure returns the protocol error for the reply
 * (SYNTAX, BADARG, VERSION, BADKEY, BADFEN, BADVARIANT) and sets `error`; the tag is set in any
 * case. Only the form is checked: a FEN, a variant or a move may still be invalid.
 */
ProtocolError request_parse(const char *line, size_t length, Request *request, Error *error);

/* Reads the tag of a line, which may be cut after it; "" if it has none. */
void request_read_tag(const char *line, size_t length, char tag[TAG_MAX + 1]);

/* Returns whether a line, of which the beginning is enough, looks like the first line of an HTTP
 * request: browsers can be made to send such to any server. No request of this protocol does. */
bool request_is_http(const char *line, size_t length);

enum { REQUEST_LINE_SIZE = LINE_CLIENT_MAX + 2 }; /* with LF and NUL */

/* Writes the line with its LF and returns its length. Text that does not fit is cut. */
size_t request_write(const Request *request, char line[REQUEST_LINE_SIZE]);

/* ---- lines of a server: replies and events ---- */

/* The first byte of a line. */
typedef enum MessageKind {
    MESSAGE_OK = '+',      /* success, ends a reply */
    MESSAGE_ERROR = '-',   /* error, ends a reply */
    MESSAGE_DATA = '=',    /* a line of data in a reply */
    MESSAGE_EVENT = '!',   /* never between the lines of a reply */
    MESSAGE_COMMENT = '#', /* text for a person */
} MessageKind;

/* Kind and first word. Values below VERB_COUNT are the final lines of successful replies: see
 * message_success. */
typedef enum MessageType {
    DATA_GAME = VERB_COUNT,
    DATA_MOVE,
    DATA_LEGAL, /* text: moves separated by blanks */
    DATA_LIST,
    DATA_STAT, /* text: key=value */
    DATA_TEXT, /* text: a line of BOARD or EXPORT */
    EVENT_HELLO,
    EVENT_MOVE,
    EVENT_JOIN,
    EVENT_LEAVE,
    EVENT_OFFER,
    EVENT_DECLINE,
    EVENT_SAY,
    EVENT_END,
    EVENT_REMATCH,
    EVENT_REPLACED,
    EVENT_LIST,      /* a game is new in the lists, or has changed */
    EVENT_UNLIST,    /* a game is no longer listed */
    EVENT_RELIST,    /* forget all listed games: EVENT_LISTs follow */
    EVENT_READONLY,  /* the server's disk is full */
    EVENT_WRITABLE,  /* the disk has room again */
    EVENT_OUTAGE,    /* the server cannot reach its database */
    EVENT_RECOVERED, /* the database answers again */
    EVENT_NOTICE,    /* the administrator's words for everybody: text */
    EVENT_PING,
    EVENT_BYE,
    COMMENT_TEXT,
    MESSAGE_REJECTED, /* with `error` */
    MESSAGE_UNKNOWN   /* an unknown word: only the kind matters */
} MessageType;

typedef struct Message {
    MessageKind kind; /* follows from `type`; ignored by message_write */
    MessageType type;
    char tag[TAG_MAX + 1]; /* of the request that it answers, or "" */
    ProtocolError error;   /* of a MESSAGE_REJECTED; PROTO_ERR_NONE for an unknown word */
    Fields fields;
} Message;

/* Returns the type of the final line of a verb's reply: "+MOVE" (PING's is +PONG, QUIT's +BYE). */
static inline MessageType message_success(Verb verb) {
    return (MessageType)verb;
}

/* Starts an empty message. `tag` may be NULL or "", as for an event. */
void message_start(Message *message, MessageType type, const char *tag);

/* Starts a MESSAGE_REJECTED with the error's own retry= and a sentence. The caller may add
 * FIELD_NEXT, FIELD_HASH, FIELD_WAIT and FIELD_RESULT. */
void message_set_error(Message *message, const char *tag, ProtocolError error, const char *format,
                       ...) PRINTF_LIKE(4, 5);

enum { MESSAGE_LINE_SIZE = LINE_SERVER_MAX + 2 }; /* with LF and NUL */

/*
 * Writes the line with its LF and returns its length. Fields that are set are written in the order
 * of the manual page, as far as the line's format has them. Text is sanitized, and cut if the line
 * would become too long.
 */
size_t message_write(const Message *message, char line[MESSAGE_LINE_SIZE]);

/* Parses a line without its end, of any bytes. Unknown fields are skipped; an unknown word gives
 * MESSAGE_UNKNOWN. Returns false with an error if it is not a line of a server. */
bool message_parse(const char *line, size_t length, Message *message, Error *error);

#endif
