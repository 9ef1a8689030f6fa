/*
 * Event logs. A log keeps each event once, until its last reader has taken it. A game has a log,
 * and so has the server.
 *
 * A reader stands at an entry, and that entry lists it: an entry without readers before it or at it
 * is freed. The last entry of a log is empty. Readers that have taken everything stand there, and
 * the next event fills it. Thus adding an event takes the same time for any number of readers.
 */
#ifndef SERVER_BASE_EVENT_LOG_H
#define SERVER_BASE_EVENT_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/queue.h>

typedef struct Client Client;
typedef struct EventLog EventLog;
typedef struct EventEntry EventEntry;

/* The readers that receive an event: all for an audience of zeros. */
typedef struct EventAudience {
    uint64_t except;      /* a reader's `serial` that does not receive it, or 0 */
    uint64_t only;        /* the only `serial` that receives it, or 0: all */
    bool only_spectators; /* readers with `is_player` do not receive it */
    uint8_t speaker;      /* of talk: the bit in `muted` of readers that do not receive it, or 0 */
} EventAudience;

/* A client as a reader of a log. Zero-initialized, it reads nothing. */
typedef struct EventReader {
    LIST_ENTRY(EventReader) of_client;
    TAILQ_ENTRY(EventReader) of_entry;
    Client *client;  /* borrowed */
    uint64_t serial; /* of the client, above 0; unlike its address it is never used again */
    EventLog *log;   /* NULL: reads nothing */
    EventEntry *at;  /* the next entry */
    uint8_t muted;   /* speakers whose talk it does not receive */
    bool is_player;
    bool blocked; /* its client had no room for the next event */
} EventReader;

LIST_HEAD(EventReaderList, EventReader);
TAILQ_HEAD(EventReaderQueue, EventReader);
TAILQ_HEAD(EventEntryQueue, EventEntry);

struct EventEntry {
    TAILQ_ENTRY(EventEntry) of_log, of_all;
    struct EventReaderQueue waiting; /* readers at this entry, in the order of their turns ... */
    struct EventReaderQueue stuck;   /* ... and those that are `blocked` */
    char *line;                      /* owned; NULL: the empty entry at the end */
    uint32_t length;
    EventAudience audience;
};

/* Zero-initialized. */
struct EventLog {
    struct EventEntryQueue entries; /* initialized while there are readers */
    EventEntry *next_waiting;       /* no entry before it has waiting readers */
    TAILQ_ENTRY(EventLog) scheduled_entry;
    size_t bytes; /* memory of the events */
    uint32_t reader_count;
    bool scheduled; /* for the owner of all logs */
};

/* All logs. */
typedef struct EventLogs {
    struct EventEntryQueue entries; /* the events of all logs, the oldest first */
    size_t bytes;
    uint64_t count; /* events since the start */
} EventLogs;

void event_logs_init(EventLogs *logs);

/* Makes the reader receive all later events of the log. Its client and serial are set. */
void event_reader_start(EventReader *reader, EventLog *log);

/* Makes the reader read nothing. May be repeated. */
void event_reader_stop(EventLogs *logs, EventReader *reader);

/* Returns the next event that the reader receives, or NULL. Skips events for others. */
const EventEntry *event_reader_next(EventLogs *logs, EventReader *reader);

/* Passes over the event that event_reader_next() has returned. */
void event_reader_advance(EventLogs *logs, EventReader *reader);

/* Marks the reader as blocked, or not. */
void event_reader_block(EventReader *reader, bool blocked);

static inline bool event_reader_is_behind(const EventReader *reader) {
    return reader->log && reader->at->line;
}

/* Adds an event, a line with its end. Does nothing without readers. */
void event_log_add(EventLogs *logs, EventLog *log, const char *line, size_t length,
                   EventAudience audience);

/* Returns a reader that has not taken an event yet and is not blocked, or NULL. */
EventReader *event_log_next_waiting(EventLog *log);

/* Returns a reader of the oldest event of a log, or NULL if there is no event. */
EventReader *event_log_last_reader(const EventLog *log);
EventReader *event_logs_last_reader(const EventLogs *logs);

#endif
