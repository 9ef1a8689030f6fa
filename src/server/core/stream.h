/* Long replies, produced at the rate at which the client reads them. */
#ifndef SERVER_CORE_STREAM_H
#define SERVER_CORE_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "net/request.h"
#include "rules/movegen.h"

typedef struct Core Core;
typedef struct Client Client;
typedef struct CachedGame CachedGame;

/* Bytes of output at which a stream waits. With a line it is less than OUTPUT_HIGH_WATER, so that
 * the output of a client that does not read is mostly that of an unfinished stream. */
enum { STREAM_HIGH_WATER = 2 * 1024 };

typedef enum StreamKind {
    STREAM_WATCH,
    STREAM_MOVES,
    STREAM_LEGAL,
    STREAM_LIST,
    STREAM_HELP,
    STREAM_TEXT
} StreamKind;

typedef struct Stream {
    StreamKind kind;
    Verb verb;
    char tag[TAG_MAX + 1];
    CachedGame *game; /* stays in memory; NULL for a LIST */
    uint32_t at, end; /* plies, or verbs of a HELP; `at` is the next slot of a LIST */
    uint32_t limit;   /* further games of a LIST */
    uint32_t sent;    /* moves of a LEGAL */
    bool open, live;  /* listings that a LIST includes */
    bool more;        /* a LEGAL or a LIST is not complete */
    Move *moves;      /* of a LEGAL; owned */
    uint32_t move_count;
    char *text; /* of a BOARD or an EXPORT; owned */
    size_t text_at, text_length;
} Stream;

/* Begins the reply to a request; `game` may be NULL. The client owns the stream; the caller fills
 * in its other members. */
Stream *stream_begin(Core *core, Client *client, StreamKind kind, const Request *request,
                     CachedGame *game);

/* Sets the text or a copy of the moves, whose memory counts for stream_check_memory(). Takes over
 * the text. */
void stream_set_text(Core *core, Stream *stream, char *text, size_t length);
void stream_set_moves(Core *core, Stream *stream, const MoveList *moves);

/* Returns whether the memory of all streams allows another long text or list of moves. */
bool stream_check_memory(const Core *core);

/* Sends lines until the output reaches STREAM_HIGH_WATER or the reply is complete. */
void stream_run(Core *core, Client *client);

/* Frees the client's stream, if it has one. */
void stream_stop(Core *core, Client *client);

#endif
