#include <config.h>

#include "server/core/outage.h"

#include "base/number.h"
#include "server/core/core_parts.h"

enum {
    STALL_MS = 2000,   /* between two calls of core_watch(): the process stood still */
    READING_MS = 1000, /* after a stall, until all lines that came during it have been read */
    LATE_MS = 2000
};

static void set_state(Core *core, OutageState state) {
    OutageState before = core->outage.state;
    core->outage.state = state;
    if (state == OUTAGE_NONE) {
        client_resume_waiting(core);
        client_notify_all(core, EVENT_RECOVERED, "The server reaches its database again.");
        return;
    }
    if (before == OUTAGE_NONE)
        client_notify_all(core, EVENT_OUTAGE,
                          "The server cannot reach its database: what it has told may be old, and "
                          "commands wait.");
    if (state == OUTAGE_LEFT)
        client_disconnect_all(core, OUTAGE_REASON, 5);
}

static void update(Core *core) {
    const ServerLimits *limits = &core->limits;
    const Outage *outage = &core->outage;
    int64_t since_ms = core->store->is_shared ? min_i64(outage->answered_ms, outage->heard_ms)
                                              : outage->answered_ms;
    int64_t silent_ms = outage->now_ms - since_ms;
    OutageState state = OUTAGE_NONE;
    if (limits->outage_s > 0 && silent_ms >= (int64_t)limits->outage_s * 1000)
        state = OUTAGE_TOLD;
    if (state == OUTAGE_TOLD && silent_ms >= (int64_t)limits->outage_bye_s * 1000)
        state = OUTAGE_LEFT;
    if (state == OUTAGE_NONE ? outage->state != OUTAGE_NONE : state > outage->state)
        set_state(core, state);
}

/* The first call begins to count, and so does one after a stall: nobody could have answered. */
void core_watch(Core *core, int64_t monotonic_ms) {
    Outage *outage = &core->outage;
    int64_t gap_ms = monotonic_ms - outage->now_ms;
    if (core->failure || core->draining)
        return;
    if (outage->now_ms == 0) {
        outage->answered_ms = outage->heard_ms = monotonic_ms;
    } else if (gap_ms >= STALL_MS) {
        outage->answered_ms += gap_ms;
        outage->heard_ms += gap_ms;
        outage->stalled_until_ms = monotonic_ms + READING_MS;
    }
    outage->now_ms = monotonic_ms;
    update(core);
    if (outage->asking || monotonic_ms - outage->asked_ms < CORE_WATCH_MS)
        return;
    outage->asking = true;
    outage->asked_ms = outage->now_ms;
    PendingCall *question = pending_begin(core, STORE_LIST_GAMES, NULL, NULL, NULL);
    question->request.list.limit = 1;
    pending_submit(core, question);
}

bool core_database_answers(const Core *core) {
    return core->outage.state == OUTAGE_NONE;
}

void outage_answered(Core *core, PendingCall *pending, StoreCompletion *completion) {
    (void)pending;
    (void)completion;
    core->outage.asking = false;
    core->outage.answered_ms = core->outage.now_ms;
    update(core);
}

void outage_on_time(Core *core) {
    core->outage.heard_ms = core->outage.now_ms;
    update(core);
}

bool outage_is_late(const Core *core, int64_t received_ms) {
    const Outage *outage = &core->outage;
    return received_ms < outage->stalled_until_ms || outage->now_ms - received_ms >= LATE_MS;
}
