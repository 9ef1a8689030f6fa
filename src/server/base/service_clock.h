/*
 * The service time of a shared store, estimated from readings of it (STORE_TIME). It is the time in
 * which at least one server has reached the database, so it stands still when there are no readings
 * for SERVICE_CLOCK_GRACE_MS. It never goes back. Times are in milliseconds.
 */
#ifndef SERVER_BASE_SERVICE_CLOCK_H
#define SERVER_BASE_SERVICE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* The database's clock stands still after the same time without a reading by any server. */
enum { SERVICE_CLOCK_GRACE_MS = 2000 };

/* Zero-initialized, it shows 0 until the first reading. */
typedef struct ServiceClock {
    int64_t offset_ms; /* service time less monotonic time */
    int64_t error_ms;  /* the offset is at most this wrong ... */
    int64_t read_ms;   /* ... at this monotonic time */
    int64_t limit_ms;  /* of the service time, without a further reading */
    int64_t shown_ms;
} ServiceClock;

/* Adds a reading of the service time, made between two monotonic times. */
void service_clock_add(ServiceClock *clock, int64_t asked_ms, int64_t answered_ms,
                       int64_t service_ms);

/* Returns the service time at a monotonic time. */
int64_t service_clock_now(ServiceClock *clock, int64_t now_ms);

/* Returns whether it stands still at a monotonic time. */
bool service_clock_is_stopped(const ServiceClock *clock, int64_t now_ms);

#endif
