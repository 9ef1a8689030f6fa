#include <config.h>

#include "server/base/service_clock.h"

/* Two clocks drift apart by less than 1 ms in this time. */
enum { DRIFT_INTERVAL_MS = 10 * 1000 };

/* Of two readings that can both be right, the one that was answered faster is closer. */
static void set_offset(ServiceClock *clock, int64_t offset_ms, int64_t error_ms, int64_t now_ms) {
    int64_t old_error = clock->error_ms + (now_ms - clock->read_ms) / DRIFT_INTERVAL_MS;
    int64_t difference = offset_ms - clock->offset_ms;
    if (difference < 0)
        difference = -difference;
    if (clock->limit_ms != 0 && error_ms > old_error && difference <= error_ms + old_error)
        return;
    clock->offset_ms = offset_ms;
    clock->error_ms = error_ms;
    clock->read_ms = now_ms;
}

void service_clock_add(ServiceClock *clock, int64_t asked_ms, int64_t answered_ms,
                       int64_t service_ms) {
    int64_t middle_ms = asked_ms + (answered_ms - asked_ms) / 2;
    set_offset(clock, service_ms - middle_ms, (answered_ms - asked_ms + 1) / 2, answered_ms);
    if (service_ms + SERVICE_CLOCK_GRACE_MS > clock->limit_ms)
        clock->limit_ms = service_ms + SERVICE_CLOCK_GRACE_MS;
}

bool service_clock_is_stopped(const ServiceClock *clock, int64_t now_ms) {
    return now_ms + clock->offset_ms >= clock->limit_ms;
}

int64_t service_clock_now(ServiceClock *clock, int64_t now_ms) {
    int64_t service_ms = now_ms + clock->offset_ms;
    if (service_ms > clock->limit_ms)
        service_ms = clock->limit_ms;
    if (service_ms > clock->shown_ms)
        clock->shown_ms = service_ms;
    return clock->shown_ms;
}
