#include <config.h>

#include "server/base/event_log.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void event_logs_init(EventLogs *logs) {
    *logs = (EventLogs){0};
    TAILQ_INIT(&logs->entries);
}

/* ---- entries ---- */

static size_t entry_size(const EventEntry *entry) {
    return sizeof *entry + entry->length;
}

static void add_empty_entry(EventLog *log) {
    EventEntry *entry = memory_allocate(sizeof *entry);
    TAILQ_INIT(&entry->waiting);
    TAILQ_INIT(&entry->stuck);
    TAILQ_INSERT_TAIL(&log->entries, entry, of_log);
}

static void free_entry(EventLogs *logs, EventLog *log, EventEntry *entry) {
    if (log->next_waiting == entry)
        log->next_waiting = TAILQ_NEXT(entry, of_log);
    TAILQ_REMOVE(&log->entries, entry, of_log);
    if (entry->line) {
        TAILQ_REMOVE(&logs->entries, entry, of_all);
        log->bytes -= entry_size(entry);
        logs->bytes -= entry_size(entry);
    }
    free(entry->line);
    free(entry);
}

static void free_read(EventLogs *logs, EventLog *log) {
    EventEntry *first = TAILQ_FIRST(&log->entries), *next;
    /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): what was freed is in the list no longer */
    for (; first && TAILQ_EMPTY(&first->waiting) && TAILQ_EMPTY(&first->stuck) &&
           (first->line || log->reader_count == 0);
         first = next) {
        next = TAILQ_NEXT(first, of_log);
        free_entry(logs, log, first);
    }
}

void event_log_add(EventLogs *logs, EventLog *log, const char *line, size_t length,
                   EventAudience audience) {
    if (log->reader_count == 0)
        return;
    EventEntry *entry = TAILQ_LAST(&log->entries, EventEntryQueue);
    entry->line = memory_resize(NULL, length, 1);
    memcpy(entry->line, line, length);
    entry->length = (uint32_t)length;
    entry->audience = audience;
    TAILQ_INSERT_TAIL(&logs->entries, entry, of_all);
    log->bytes += entry_size(entry);
    logs->bytes += entry_size(entry);
    logs->count++;
    add_empty_entry(log);
}

/* ---- readers ---- */

static struct EventReaderQueue *queue_of(const EventReader *reader) {
    return reader->blocked ? &reader->at->stuck : &reader->at->waiting;
}

/* A reader reaches an entry after readers that were there before. */
static void stand_at(EventReader *reader, EventEntry *entry) {
    reader->at = entry;
    TAILQ_INSERT_TAIL(queue_of(reader), reader, of_entry);
}

void event_reader_start(EventReader *reader, EventLog *log) {
    if (log->reader_count++ == 0) {
        TAILQ_INIT(&log->entries);
        add_empty_entry(log);
        log->next_waiting = TAILQ_FIRST(&log->entries);
    }
    reader->log = log;
    reader->blocked = false;
    stand_at(reader, TAILQ_LAST(&log->entries, EventEntryQueue));
}

void event_reader_stop(EventLogs *logs, EventReader *reader) {
    EventLog *log = reader->log;
    if (!log)
        return;
    TAILQ_REMOVE(queue_of(reader), reader, of_entry);
    log->reader_count--;
    reader->log = NULL;
    reader->at = NULL;
    reader->blocked = false;
    free_read(logs, log);
}

static bool receives(const EventReader *reader, const EventAudience *audience) {
    return reader->serial != audience->except &&
           (audience->only == 0 || audience->only == reader->serial) &&
           !(audience->only_spectators && reader->is_player) &&
           (audience->speaker & reader->muted) == 0;
}

void event_reader_advance(EventLogs *logs, EventReader *reader) {
    EventEntry *next = TAILQ_NEXT(reader->at, of_log);
    TAILQ_REMOVE(queue_of(reader), reader, of_entry);
    stand_at(reader, next);
    free_read(logs, reader->log);
}

const EventEntry *event_reader_next(EventLogs *logs, EventReader *reader) {
    if (!reader->log)
        return NULL;
    while (reader->at->line && !receives(reader, &reader->at->audience))
        event_reader_advance(logs, reader);
    return reader->at->line ? reader->at : NULL;
}

void event_reader_block(EventReader *reader, bool blocked) {
    if (!reader->log || reader->blocked == blocked)
        return;
    TAILQ_REMOVE(queue_of(reader), reader, of_entry);
    reader->blocked = blocked;
    stand_at(reader, reader->at);
}

/* ---- the readers of a log ---- */

EventReader *event_log_next_waiting(EventLog *log) {
    if (log->reader_count == 0)
        return NULL;
    while (log->next_waiting->line && TAILQ_EMPTY(&log->next_waiting->waiting))
        log->next_waiting = TAILQ_NEXT(log->next_waiting, of_log);
    return log->next_waiting->line ? TAILQ_FIRST(&log->next_waiting->waiting) : NULL;
}

static EventReader *any_reader(const EventEntry *entry) {
    EventReader *reader = TAILQ_FIRST(&entry->stuck);
    return reader ? reader : TAILQ_FIRST(&entry->waiting);
}

EventReader *event_log_last_reader(const EventLog *log) {
    return log->bytes > 0 ? any_reader(TAILQ_FIRST(&log->entries)) : NULL;
}

EventReader *event_logs_last_reader(const EventLogs *logs) {
    const EventEntry *oldest = TAILQ_FIRST(&logs->entries);
    return oldest ? any_reader(oldest) : NULL;
}
