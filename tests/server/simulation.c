#include <config.h>

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "simulation_parts.h"

enum {
    INSPECTION_MS = 1000,
    DRAIN_MS = 15000,    /* as in src/server/loop/loop.c */
    SETTLING_MS = 90000, /* within which everything is answered when nothing fails any more */
    FLAGS_MS = 150000,   /* within which all flags fall when everybody has left */
    FAULT_TEXT = 400,
    FAULTS_REPORTED = 20
};

static const int64_t unix_start_ms = INT64_C(1800000000000);

static const char *const server_faults[SERVER_FAULTS] = {
    "good",    "forgets-news", "delivers-twice", "keeps-old-seats",
    "runs-on", "loses-lines",  "repeats-lines",  "answers-unstored"};

const char *server_fault_name(ServerFault fault) {
    return fault < SERVER_FAULTS ? server_faults[fault] : NULL;
}

/* ---- reports ---- */

void simulation_trace(const Simulation *simulation, const char *format, ...) {
    if (!simulation->trace)
        return;
    va_list arguments;
    va_start(arguments, format);
    fprintf(simulation->trace, "%9.3f ", (double)simulation->schedule.now_ms / 1000);
    vfprintf(simulation->trace, format, arguments);
    fputc('\n', simulation->trace);
    va_end(arguments);
}

void simulation_fault(Simulation *simulation, const char *format, ...) {
    char text[FAULT_TEXT];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    simulation_trace(simulation, "FAULT %s", text);
    Buffer *faults = &simulation->result->faults;
    if (faults->bytes && strstr(faults->bytes, text))
        return;
    size_t lines = 0;
    for (size_t i = 0; i < faults->length; i++)
        lines += faults->bytes[i] == '\n';
    if (lines >= FAULTS_REPORTED)
        return;
    buffer_add_string(faults, text);
    buffer_add_string(faults, "\n");
}

static void on_report(void *context, const char *text) {
    simulation_fault(context, "%s", text);
}

static void on_trace(void *context, const char *text) {
    simulation_trace(context, "%s", text);
}

/* ---- servers ---- */

static void fill_random(void *context, void *bytes, size_t size) {
    unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        at[i] = (unsigned char)random_next(context);
}

static int64_t machine_ms(const SimulatedServer *server) {
    return machine_clock_now(&server->clock, server->simulation->schedule.now_ms);
}

/* Returns the server's estimate of the service time. */
static int64_t service_now(SimulatedServer *server) {
    if (server->simulation->plan->server_fault == RUNS_ON)
        server->service.limit_ms = INT64_MAX / 2;
    return service_clock_now(&server->service, machine_ms(server));
}

static void start_core(SimulatedServer *server) {
    Simulation *simulation = server->simulation;
    ServerSettings settings;
    server_settings_default(&settings);
    settings.limits.commands_per_s = 0;
    settings.limits.games_per_minute = 0;
    settings.limits.talk_per_minute = settings.limits.heard_per_s = 0;
    settings.limits.first_line_s = 3600;
    settings.limits.idle_s = 5;
    CoreOptions options = {.limits = settings.limits,
                           .store = server->store,
                           .version = "0",
                           .random = fill_random,
                           .random_context = &simulation->random,
                           .now_ms = service_now(server),
                           .unix_ms = unix_start_ms + simulation->schedule.now_ms};
    server->core = core_create(&options);
    for (size_t i = 0; i < server->early_count; i++)
        core_complete(server->core, &server->early[i]);
    server->early_count = 0;
}

/* Returns whether the planted fault swallows a completion or lets it come again. */
static void deliver(SimulatedServer *server, StoreCompletion *completion) {
    Simulation *simulation = server->simulation;
    ServerFault fault = simulation->plan->server_fault;
    bool is_news = completion->kind == STORE_NEWS && completion->news->kind != NEWS_TALK;
    if ((fault == FORGETS_NEWS && is_news && random_once_in(&simulation->random, 12)) ||
        (fault == KEEPS_OLD_SEATS && is_news && completion->news->kind == NEWS_CHANGE)) {
        store_completion_free(completion);
        return;
    }
    if (fault == ANSWERS_UNSTORED && completion->kind == STORE_MOVE &&
        completion->result == STORE_CONFLICT)
        completion->result = STORE_OK;
    if (fault == DELIVERS_TWICE && completion->kind == STORE_NEWS && !is_news &&
        random_once_in(&simulation->random, 3)) {
        StoreCompletion again = *completion;
        again.news = memory_allocate(sizeof *again.news);
        *again.news = *completion->news;
        core_complete(server->core, &again);
    }
    core_complete(server->core, completion);
}

static bool take_completions(SimulatedServer *server) {
    bool progress = false;
    StoreCompletion completion;
    while (store_take(server->store, &completion)) {
        progress = true;
        if (completion.kind == STORE_TIME) {
            service_clock_add(&server->service, completion.time.asked_ms,
                              completion.time.answered_ms, completion.time.service_ms);
            server->has_time = true;
        }
        if (server->core) {
            core_set_time(server->core, service_now(server),
                          unix_start_ms + server->simulation->schedule.now_ms);
            deliver(server, &completion);
        } else if (completion.kind != STORE_TIME) {
            server->early =
                memory_resize(server->early, server->early_count + 1, sizeof *server->early);
            server->early[server->early_count++] = completion;
        }
    }
    if (!server->core && server->has_time)
        start_core(server);
    return progress;
}

static bool run_connections(SimulatedServer *server) {
    bool progress = false;
    Client *peer;
    while ((peer = core_next_changed(server->core)))
        progress = network_pump(client_user_data(peer)) || progress;
    for (Connection *connection = server->connections, *next; connection; connection = next) {
        next = connection->next;
        progress = network_pump(connection) || progress;
    }
    return progress;
}

static void set_next_step(SimulatedServer *server) {
    int64_t due_ms = core_next_deadline(server->core), wait_ms = CORE_WATCH_MS;
    if (due_ms - service_now(server) < wait_ms)
        wait_ms = due_ms - service_now(server);
    schedule_after(&server->simulation->schedule, &server->step, wait_ms < 20 ? 20 : wait_ms);
}

static void drop_early(SimulatedServer *server) {
    for (size_t i = 0; i < server->early_count; i++)
        store_completion_free(&server->early[i]);
    server->early_count = 0;
}

static void stop_server(SimulatedServer *server) {
    if (server->core) {
        network_server_died(server);
        core_free(server->core);
    }
    server->core = NULL;
    drop_early(server);
    server->is_running = false;
    server->drain_end_ms = 0;
    schedule_cancel(&server->simulation->schedule, &server->step);
}

/* The server ends when nobody waits for an answer, or after a time. */
static void finish_draining(SimulatedServer *server) {
    Schedule *schedule = &server->simulation->schedule;
    if (!core_is_drained(server->core) && schedule->now_ms < server->drain_end_ms) {
        schedule_after(schedule, &server->step, 100);
        return;
    }
    store_close(server->store);
    stop_server(server);
    schedule_after(schedule, &server->start, server->down_ms);
}

static void on_step(void *owner) {
    SimulatedServer *server = owner;
    Simulation *simulation = server->simulation;
    int64_t frozen_ms = server->frozen_until - simulation->schedule.now_ms;
    if (!server->is_running)
        return;
    if (frozen_ms > 0) {
        schedule_after(&simulation->schedule, &server->step, frozen_ms);
        return;
    }
    bool progress = true;
    while (progress) {
        progress = take_completions(server);
        if (!server->core)
            return;
        core_set_time(server->core, service_now(server),
                      unix_start_ms + simulation->schedule.now_ms);
        core_watch(server->core, machine_ms(server));
        progress = run_connections(server) || progress;
        core_tick(server->core);
        while (core_has_deferred(server->core)) {
            core_run_deferred(server->core);
            progress = true;
        }
    }
    if (server->drain_end_ms > 0) {
        finish_draining(server);
        return;
    }
    if (core_failure(server->core))
        simulation_fault(simulation, "server %u has failed: %s", server->number,
                         core_failure(server->core));
    set_next_step(server);
}

void simulation_wake(SimulatedServer *server) {
    if (server->is_running)
        schedule_after(&server->simulation->schedule, &server->step, 0);
}

static void on_notify(void *context) {
    simulation_wake(context);
}

static void on_start(void *owner) {
    SimulatedServer *server = owner;
    server->is_running = true;
    server->has_time = false;
    server->service = (ServiceClock){0};
    server->frozen_until = server->cut_from = server->cut_until = 0;
    server->store =
        shared_database_open(server->simulation->database, &server->clock, on_notify, server);
    simulation_trace(server->simulation, "machine %u starts its server", server->number);
}

static void kill_server(SimulatedServer *server, int64_t down_ms) {
    if (!server->is_running)
        return;
    Simulation *simulation = server->simulation;
    simulation_trace(simulation, "machine %u loses its server, which was number %u", server->number,
                     shared_database_number(server->store));
    server->dead_number = shared_database_number(server->store);
    server->dead_since = shared_database_service_ms(simulation->database);
    shared_database_kill(server->store);
    stop_server(server);
    simulation->result->kills++;
    schedule_after(&simulation->schedule, &server->start, down_ms);
}

/* An orderly restart, as for an upgrade. */
static void restart_server(SimulatedServer *server, int64_t down_ms) {
    if (!server->is_running || !server->core || server->drain_end_ms > 0)
        return;
    simulation_trace(server->simulation, "machine %u stops its server", server->number);
    server->drain_end_ms = server->simulation->schedule.now_ms + DRAIN_MS;
    server->down_ms = down_ms;
    core_drain(server->core);
    simulation_wake(server);
}

/* ---- faults ---- */

static const char *const fault_words[FAULT_KINDS] = {
    [FAULT_KILL] = "kills the server of machine",
    [FAULT_RESTART] = "restarts the server of machine",
    [FAULT_FREEZE] = "stops for a while the server of machine",
    [FAULT_WRITER_BEFORE] = "loses the connection, before a commit, of machine",
    [FAULT_WRITER_AFTER] = "loses the connection, after a commit, of machine",
    [FAULT_LISTENER] = "loses the connection for news of machine",
    [FAULT_PARTITION] = "separates from the database machine",
    [FAULT_STOP] = "restarts the database",
    [FAULT_FAILOVER] = "fails over to another database",
    [FAULT_FULL] = "fills the disk of the database",
    [FAULT_LOSE] = "loses the connection of client",
    [FAULT_AWAY] = "keeps away client"};

static void plan_fault(PlannedFault *fault, int64_t ms, uint64_t *random) {
    /* Of 100. */
    static const unsigned weights[FAULT_KINDS] = {14, 4, 8, 8, 8, 10, 6, 4, 6, 3, 16, 13};
    size_t choice = random_below(random, 100);
    FaultKind kind = FAULT_KILL;
    for (; choice >= weights[kind]; kind++)
        choice -= weights[kind];
    fault->kind = kind;
    fault->at_ms = random_between(random, 2000, ms);
    fault->server = (unsigned)random_below(random, SIMULATION_SERVERS);
    fault->client = (unsigned)random_below(random, SIMULATION_CLIENTS);
    bool is_long = random_once_in(random, 4);
    fault->ms = is_long ? random_between(random, 9000, 20000) : random_between(random, 10, 7000);
    fault->jump_ms = random_between(random, -3000, 3000);
    if (kind == FAULT_LISTENER && is_long && random_once_in(random, 2))
        fault->ms += 60000; /* the news are gone when it comes back */
    if (kind != FAULT_AWAY)
        return;
    fault->client = (unsigned)(random_below(random, SIMULATION_TABLES) * SIMULATION_SEATS +
                               random_below(random, PLAYERS));
    if (random_once_in(random, 2)) { /* so long that the game can be claimed */
        fault->at_ms = random_between(random, 2000, ms / 3);
        fault->ms += 70000;
    }
}

static void strike(void *owner) {
    PlannedFault *fault = owner;
    Simulation *simulation = fault->simulation;
    SimulatedServer *server = &simulation->servers[fault->server];
    Actor *client = &simulation->clients[fault->client];
    simulation_trace(simulation, "FAILURE %s %u, %lld ms", fault_words[fault->kind],
                     fault->kind >= FAULT_LOSE ? fault->client : fault->server,
                     (long long)fault->ms);
    /* A later loss may end an earlier one. */
    for (unsigned i = 0; i < SIMULATION_SERVERS && fault->kind <= FAULT_FAILOVER; i++)
        simulation->servers[i].cut_until = 0;
    switch (fault->kind) {
    case FAULT_KILL:
        kill_server(server, fault->ms);
        return;
    case FAULT_RESTART:
        restart_server(server, fault->ms);
        return;
    case FAULT_STOP:
    case FAULT_FAILOVER:
        shared_database_stop(simulation->database, fault->ms,
                             fault->kind == FAULT_FAILOVER ? fault->jump_ms : 0);
        return;
    case FAULT_FULL:
        shared_database_fill(simulation->database, fault->ms);
        return;
    case FAULT_LOSE:
        if (client->connection)
            network_lose(client->connection);
        return;
    case FAULT_AWAY:
        actor_leave(client, fault->ms);
        return;
    default:
        break;
    }
    if (!server->is_running)
        return;
    switch (fault->kind) {
    case FAULT_FREEZE:
        server->frozen_until = simulation->schedule.now_ms + fault->ms;
        shared_database_freeze(server->store, fault->ms);
        simulation_wake(server);
        break;
    case FAULT_WRITER_BEFORE:
        shared_database_lose(server->store, LOSS_BEFORE_COMMIT, fault->ms);
        break;
    case FAULT_WRITER_AFTER:
        shared_database_lose(server->store, LOSS_AFTER_COMMIT, fault->ms);
        break;
    case FAULT_LISTENER:
        shared_database_lose(server->store, LOSS_OF_NEWS, fault->ms);
        break;
    default:
        server->cut_from = simulation->schedule.now_ms;
        server->cut_until = server->cut_from + fault->ms;
        shared_database_lose(server->store, LOSS_OF_ALL, fault->ms);
    }
}

/* ---- plans ---- */

SimulationPlan simulation_plan(uint64_t seed) {
    uint64_t random = seed;
    return (SimulationPlan){.seed = seed,
                            .ms = random_between(&random, 60000, 180000),
                            .clients = (UINT32_C(1) << SIMULATION_CLIENTS) - 1,
                            .faults = (UINT32_C(1) << SIMULATION_FAULTS) - 1};
}

/* The faults of a seed do not depend on the rest of the plan. */
static void plan_faults(uint64_t seed, PlannedFault faults[SIMULATION_FAULTS]) {
    uint64_t random = seed ^ UINT64_C(0x6661756c7473);
    int64_t ms = simulation_plan(seed).ms;
    for (size_t i = 0; i < SIMULATION_FAULTS; i++)
        plan_fault(&faults[i], ms, &random);
}

void simulation_describe(const SimulationPlan *plan, Buffer *text) {
    PlannedFault faults[SIMULATION_FAULTS] = {0};
    plan_faults(plan->seed, faults);
    for (unsigned i = 0; i < SIMULATION_FAULTS; i++) {
        const PlannedFault *fault = &faults[i];
        if (!(plan->faults >> i & 1) || fault->at_ms > plan->ms)
            continue;
        buffer_add_format(text, "fault %u, after %lld ms: %s", i, (long long)fault->at_ms,
                          fault_words[fault->kind]);
        if (fault->kind < FAULT_STOP || fault->kind >= FAULT_LOSE)
            buffer_add_format(text, " %u",
                              fault->kind >= FAULT_LOSE ? fault->client : fault->server);
        if (fault->kind != FAULT_LOSE)
            buffer_add_format(text, ", for %lld ms", (long long)fault->ms);
        buffer_add_string(text, "\n");
    }
}

/* ---- a run ---- */

static void on_inspection(void *owner) {
    Simulation *simulation = owner;
    check_now(simulation);
    schedule_after(&simulation->schedule, &simulation->inspection, INSPECTION_MS);
}

void simulation_advance(Simulation *simulation, int64_t ms) {
    schedule_run(&simulation->schedule, simulation->schedule.now_ms + ms);
}

static void create_servers(Simulation *simulation) {
    for (unsigned i = 0; i < SIMULATION_SERVERS; i++) {
        SimulatedServer *server = &simulation->servers[i];
        server->simulation = simulation;
        server->number = i;
        server->clock = (MachineClock){random_between(&simulation->random, 0, 100000000),
                                       random_between(&simulation->random, -80, 80)};
        server->step = task_for(on_step, server);
        server->start = task_for(on_start, server);
        schedule_after(&simulation->schedule, &server->start, 1 + i);
    }
}

static void create_faults(Simulation *simulation) {
    plan_faults(simulation->plan->seed, simulation->faults);
    for (unsigned i = 0; i < SIMULATION_FAULTS; i++) {
        PlannedFault *fault = &simulation->faults[i];
        fault->simulation = simulation;
        fault->task = task_for(strike, fault);
        if (simulation->plan->faults >> i & 1 && fault->at_ms <= simulation->plan->ms)
            schedule_after(&simulation->schedule, &fault->task, fault->at_ms);
    }
}

static Simulation *create(const SimulationPlan *plan, FILE *trace, SimulationResult *result) {
    Simulation *simulation = memory_allocate(sizeof *simulation);
    simulation->plan = plan;
    simulation->random = plan->seed;
    simulation->trace = trace;
    simulation->result = result;
    simulation->history = history_create();
    simulation->schedule.now_ms = 1000;
    simulation->database = shared_database_create(
        &(SharedDatabaseOptions){.schedule = &simulation->schedule,
                                 .seed = random_next(&simulation->random) + plan->delays,
                                 .fault = plan->database_fault,
                                 .report = on_report,
                                 .trace = trace ? on_trace : NULL,
                                 .context = simulation});
    create_servers(simulation);
    for (unsigned i = 0; i < SIMULATION_CLIENTS; i++)
        actor_create(simulation, i);
    create_faults(simulation);
    simulation->inspection = task_for(on_inspection, simulation);
    schedule_after(&simulation->schedule, &simulation->inspection, INSPECTION_MS);
    return simulation;
}

static void destroy(Simulation *simulation) {
    for (unsigned i = 0; i < SIMULATION_SERVERS; i++) {
        if (simulation->servers[i].is_running)
            shared_database_kill(simulation->servers[i].store);
        stop_server(&simulation->servers[i]);
        free(simulation->servers[i].early);
    }
    for (unsigned i = 0; i < SIMULATION_CLIENTS; i++)
        actor_destroy(&simulation->clients[i]);
    shared_database_free(simulation->database);
    history_free(simulation->history);
    schedule_free(&simulation->schedule);
    free(simulation);
}

static bool is_anybody_waiting(const Simulation *simulation) {
    for (unsigned i = 0; i < SIMULATION_CLIENTS; i++)
        if (actor_is_waiting(&simulation->clients[i]))
            return true;
    for (unsigned i = 0; i < SIMULATION_SERVERS; i++)
        if (!simulation->servers[i].core)
            return true;
    return false;
}

/* Lets everything finish when nothing fails any more. */
static void settle(Simulation *simulation) {
    for (unsigned i = 0; i < SIMULATION_FAULTS; i++)
        schedule_cancel(&simulation->schedule, &simulation->faults[i].task);
    for (unsigned i = 0; i < SIMULATION_CLIENTS; i++)
        simulation->clients[i].away_until = 0;
    shared_database_heal(simulation->database);
    simulation->is_ending = true;
    int64_t end_ms = simulation->schedule.now_ms + SETTLING_MS;
    simulation_advance(simulation, 30000); /* what began earlier ends */
    while (is_anybody_waiting(simulation) && simulation->schedule.now_ms < end_ms)
        simulation_advance(simulation, 1000);
    simulation_advance(simulation, 5000);
}

static void leave(Simulation *simulation) {
    simulation->is_leaving = true;
    for (unsigned i = 0; i < SIMULATION_CLIENTS; i++)
        actor_leave(&simulation->clients[i], INT64_MAX / 2);
    simulation_advance(simulation, 3000);
    for (unsigned i = 0; i < SIMULATION_SERVERS && simulation->plan->seed % 2 == 0; i++)
        kill_server(&simulation->servers[i], 500); /* only the database knows what clocks run */
    simulation_advance(simulation, FLAGS_MS);
}

void simulation_run(const SimulationPlan *plan, FILE *trace, SimulationResult *result) {
    *result = (SimulationResult){0};
    Simulation *simulation = create(plan, trace, result);
    simulation_advance(simulation, plan->ms);
    settle(simulation);
    check_quiet(simulation);
    leave(simulation);
    check_end(simulation);
    result->simulated_ms = simulation->schedule.now_ms;
    shared_database_stats(simulation->database, &result->database);
    destroy(simulation);
}

void simulation_result_free(SimulationResult *result) {
    buffer_free(&result->faults);
}
