#include <config.h>

#include "server/store/store_open.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/monotonic.h"
#include "base/text.h"
#include "net/identity.h"
#include "server/store/game_load.h"
#include "server/store/game_replay.h"
#include "server/store/store_sqlite.h"
#include "server/store/store.h"

#ifdef HAVE_LIBPQ
#include <libpq-fe.h>
#endif

/* ---- connection strings of PostgreSQL ---- */

bool conninfo_matches(const char *database) {
    if (strncmp(database, "postgresql://", 13) == 0 || strncmp(database, "postgres://", 11) == 0)
        return true;
    size_t keyword = strspn(database, "abcdefghijklmnopqrstuvwxyz_");
    return keyword > 0 && database[keyword + strspn(database + keyword, " ")] == '=';
}

#ifdef HAVE_LIBPQ

/* libpq's sentence quotes parts of the string, of which any can be a misplaced password. */
static bool report(const char *conninfo, const char *sentence, Error *error) {
    if (!sentence)
        return error_set(error, ERROR_MEMORY, "there is no memory for the connection string");
    if (strstr(conninfo, "pass") || strchr(conninfo, '@'))
        return error_set(error, ERROR_SYNTAX,
                         "this connection string of PostgreSQL is malformed; as it may contain a "
                         "password, it is not shown");
    return error_set(error, ERROR_SYNTAX, "this connection string of PostgreSQL is malformed: %.*s",
                     (int)strcspn(sentence, "\n"), sentence);
}

bool conninfo_check(const char *conninfo, Error *error) {
    char *sentence = NULL;
    PQconninfoOption *options = PQconninfoParse(conninfo, &sentence);
    bool ok = options != NULL || report(conninfo, sentence, error);
    PQconninfoFree(options);
    PQfreemem(sentence);
    return ok;
}

/* libpq marks the values that a program should not show. */
static bool is_secret(const PQconninfoOption *option) {
    return option->val != NULL && strchr(option->dispchar, '*') != NULL;
}

bool conninfo_has_password(const char *conninfo) {
    PQconninfoOption *options = PQconninfoParse(conninfo, NULL);
    bool found = false;
    for (PQconninfoOption *option = options; option && option->keyword; option++)
        found = found || is_secret(option);
    PQconninfoFree(options);
    return found;
}

const char *conninfo_show(const char *conninfo, char shown[CONNINFO_SHOWN_SIZE]) {
    PQconninfoOption *options = PQconninfoParse(conninfo, NULL);
    shown[0] = '\0';
    for (PQconninfoOption *option = options; option && option->keyword; option++)
        if (option->val != NULL && !is_secret(option))
            text_append(shown, CONNINFO_SHOWN_SIZE, "%s%s=%s", shown[0] ? " " : "", option->keyword,
                        option->val);
    PQconninfoFree(options);
    if (strlen(shown) == CONNINFO_SHOWN_SIZE - 1)
        memcpy(shown + CONNINFO_SHOWN_SIZE - 4, "...", 4);
    return shown;
}

#else

bool conninfo_check(const char *conninfo, Error *error) {
    (void)conninfo;
    return error_set(error, ERROR_UNSUPPORTED,
                     "this congod was built without PostgreSQL (libpq): give the path of a file, "
                     "in which SQLite keeps the games, or use a congod that was built with it");
}

bool conninfo_has_password(const char *conninfo) {
    (void)conninfo;
    return false;
}

const char *conninfo_show(const char *conninfo, char shown[CONNINFO_SHOWN_SIZE]) {
    (void)conninfo;
    text_append(strcpy(shown, ""), CONNINFO_SHOWN_SIZE, "PostgreSQL");
    return shown;
}

#endif

/* ---- opening ---- */

#ifdef HAVE_LIBPQ

#include "server/store/store_postgres.h"

static Store *open_postgres(const StoreOptions *options, Error *error) {
    return conninfo_check(options->database, error) ? store_postgres_open(options, error) : NULL;
}

static bool check_postgres(const char *conninfo, StoreCompletion *completion, Error *error) {
    return conninfo_check(conninfo, error) && store_postgres_check(conninfo, completion, error);
}

#else

/* conninfo_check() says that the program was built without libpq. */
static Store *open_postgres(const StoreOptions *options, Error *error) {
    conninfo_check(options->database, error);
    return NULL;
}

static bool check_postgres(const char *conninfo, StoreCompletion *completion, Error *error) {
    (void)completion;
    return conninfo_check(conninfo, error);
}

#endif

Store *store_open(const StoreOptions *options, Error *error) {
    return conninfo_matches(options->database) ? open_postgres(options, error)
                                               : store_sqlite_open(options, error);
}

bool store_open_check(const char *database, StoreCompletion *completion, Error *error) {
    *completion = (StoreCompletion){.kind = STORE_CHECK};
    return conninfo_matches(database) ? check_postgres(database, completion, error)
                                      : store_sqlite_check(database, completion, error);
}

/* ---- copying all games into another database of either kind, for congod --copy ---- */

enum {
    BATCH_GAMES = 100,
    WAIT_MS = 10000,        /* for a database, until the user is told */
    REPORT_LINES_MAX = 1000 /* of damaged games */
};

/* One of the two databases. */
typedef struct CopySide {
    const char *database;
    StoreReport *report; /* may be NULL */
    const char *shown;   /* its name in messages */
    char shown_text[CONNINFO_SHOWN_SIZE];
    StoreWaiter waiter;
    Store *store;
    StoreTotals totals; /* at the beginning */
    size_t members;     /* servers that share the store, this program included; 0: not yet known */
    bool is_alone;      /* no server has the database, as it was found at the beginning */
} CopySide;

typedef struct Copy {
    const StoreCopyOptions *options;
    StoreCopyResult *result;
    CopySide from, to;
    bool file_is_damaged; /* that of `from` */
    uint64_t done;        /* games, in the present pass */
    int64_t reported_ms;
    /* The present batch. */
    uint64_t ids[BATCH_GAMES];
    size_t count;
    StoreCompletion from_games[BATCH_GAMES], to_games[BATCH_GAMES]; /* owned */
} Copy;

/* ---- completions ---- */

static bool fail(const CopySide *side, Error *error, const char *what) {
    return error_set(error, ERROR_STATE, "%s: %s", side->shown, what);
}

/* Handles a notification of a shared store. */
static bool on_notice(CopySide *side, StoreCompletion *completion, Error *error) {
    if (completion->kind == STORE_MEMBERS)
        side->members = completion->id_count;
    store_completion_free(completion);
    return !side->is_alone || side->members == 1 ||
           fail(side, error,
                "a congod has been started with it; stop it, and run the command again");
}

static bool check_completion(const CopySide *side, const StoreCompletion *completion,
                             Error *error) {
    if (completion->result == STORE_FULL)
        return fail(side, error,
                    "the disk is full; make room and run the command again, which goes on where "
                    "it has stopped");
    return completion->result != STORE_FAILED || error_set(error, ERROR_IO, "%s", completion->text);
}

/* Waits for the next completion, and says so if it takes long. */
static void wait_for_completion(CopySide *side, StoreCompletion *completion) {
    char sentence[sizeof(Error)];
    while (!store_waiter_take(&side->waiter, side->store, WAIT_MS, completion)) {
        snprintf(sentence, sizeof sentence, "%s: waiting for the database", side->shown);
        if (side->report)
            side->report(sentence);
    }
}

/* Takes the completion of the next request. The caller frees it in either case. */
static bool take(CopySide *side, StoreCompletion *completion, Error *error) {
    for (;;) {
        wait_for_completion(side, completion);
        if (completion->kind < STORE_NEWS)
            return check_completion(side, completion, error);
        if (!on_notice(side, completion, error))
            return false;
    }
}

static bool run_request(CopySide *side, const StoreRequest *request, StoreCompletion *completion,
                        Error *error) {
    store_submit_copy(side->store, request);
    return take(side, completion, error);
}

/* A file of SQLite is read around damaged pages. */
static void note_damaged_pages(Copy *copy, const char *what) {
    if (!copy->file_is_damaged)
        buffer_add_format(&copy->result->text, "the file: %s\n", what);
    copy->file_is_damaged = true;
}

/* A damaged service time has a next best one, that of the last move. */
static bool read_totals(Copy *copy, CopySide *side, Error *error) {
    StoreCompletion completion;
    bool good = run_request(side, &(StoreRequest){.kind = STORE_TOTALS}, &completion, error);
    side->totals = completion.totals;
    if (good && completion.result == STORE_DAMAGED && side == &copy->from &&
        !conninfo_matches(side->database))
        note_damaged_pages(copy, completion.text);
    else if (good && completion.result != STORE_OK)
        good = fail(side, error, "it is damaged");
    store_completion_free(&completion);
    return good;
}

/* ---- games ---- */

/* Returns a checksum of all that is stored of a game. */
static uint64_t game_sum(const StoreGame *game) {
    const GameRow row = {.game = *game, .moved = game->count > 0};
    uint64_t hash = game_row_sum(&row);
    for (uint32_t ply = 0; ply < game->count; ply++)
        hash = move_hash_next(hash, ply, &game->moves[ply]);
    return hash;
}

static bool is_same(const StoreCompletion *one, const StoreCompletion *other) {
    return one->game && other->game && game_sum(one->game) == game_sum(other->game);
}

/* Returns whether a loaded game can be copied. */
static bool is_whole(const StoreCompletion *loaded, Error *error) {
    if (loaded->game)
        return game_replay_check(loaded->game, error);
    return error_set(error, ERROR_STATE, "%s",
                     loaded->text ? loaded->text : "it is listed, but missing");
}

static bool fail_at_game(const CopySide *side, uint64_t id, Error *error, const char *what) {
    return error_set(error, ERROR_STATE, "%s: game %s: %s", side->shown,
                     game_id_from_number(id).text, what);
}

/* ---- batches ---- */

static void free_games(StoreCompletion games[BATCH_GAMES]) {
    for (size_t i = 0; i < BATCH_GAMES; i++)
        store_completion_free(&games[i]);
}

static void submit_loads(const Copy *copy, CopySide *side) {
    for (size_t i = 0; i < copy->count; i++)
        store_submit_copy(side->store, &(StoreRequest){.kind = STORE_LOAD, .id = copy->ids[i]});
}

static bool take_games(const Copy *copy, CopySide *side, StoreCompletion games[BATCH_GAMES],
                       Error *error) {
    for (size_t i = 0; i < copy->count; i++)
        if (!take(side, &games[i], error))
            return false;
    return true;
}

/* Loads the games of the batch from one database, or from both. */
static bool load_from(Copy *copy, Error *error) {
    submit_loads(copy, &copy->from);
    return take_games(copy, &copy->from, copy->from_games, error);
}

static bool load_both(Copy *copy, Error *error) {
    submit_loads(copy, &copy->to);
    return load_from(copy, error) && take_games(copy, &copy->to, copy->to_games, error);
}

/* Takes the ids of the next batch. */
static bool list_batch(Copy *copy, CopySide *side, uint64_t after, Error *error) {
    const StoreRequest request = {.kind = STORE_LIST_GAMES,
                                  .list = {.after = after, .limit = BATCH_GAMES}};
    StoreCompletion list;
    bool good = run_request(side, &request, &list, error);
    if (good && (list.result != STORE_OK || (list.text && side == &copy->to)))
        good = error_set(error, ERROR_STATE, "%s: its games cannot be listed: %s", side->shown,
                         list.text);
    copy->count = good ? list.id_count : 0;
    if (good && list.text)
        note_damaged_pages(copy, list.text);
    if (copy->count > 0)
        memcpy(copy->ids, list.ids, copy->count * sizeof *list.ids);
    store_completion_free(&list);
    return good;
}

static void report_progress(Copy *copy, const CopySide *side, const char *done) {
    char sentence[sizeof(Error)];
    int64_t now_ms = monotonic_ms();
    if (!copy->options->report || now_ms - copy->reported_ms < copy->options->report_every_ms)
        return;
    copy->reported_ms = now_ms;
    snprintf(sentence, sizeof sentence, "%llu of %llu games %s", (unsigned long long)copy->done,
             (unsigned long long)side->totals.games, done);
    copy->options->report(sentence);
}

typedef bool CopyStep(Copy *copy, Error *error);

/* Takes a step for all games of one of the databases, in batches by ascending id. */
static bool for_all_games(Copy *copy, CopySide *side, CopyStep *step, const char *done,
                          Error *error) {
    bool good = list_batch(copy, side, 0, error);
    copy->done = 0;
    while (good && copy->count > 0) {
        good = step(copy, error);
        if (!good)
            return false;
        free_games(copy->from_games);
        free_games(copy->to_games);
        copy->done += copy->count;
        report_progress(copy, side, done);
        good = list_batch(copy, side, copy->ids[copy->count - 1], error);
    }
    return good;
}

/* ---- the passes ---- */

/* Names the damaged games. */
static bool check_batch(Copy *copy, Error *error) {
    StoreCopyResult *result = copy->result;
    if (!load_from(copy, error))
        return false;
    for (size_t i = 0; i < copy->count; i++) {
        Error damage = {0};
        if (is_whole(&copy->from_games[i], &damage))
            continue;
        result->damaged++;
        if (result->damaged <= REPORT_LINES_MAX)
            buffer_add_format(&result->text, "%s: %s\n", game_id_from_number(copy->ids[i]).text,
                              damage.text);
        if (result->damaged == REPORT_LINES_MAX + 1)
            buffer_add_string(&result->text, "and more\n");
    }
    return true;
}

/* Accepts the games that an interrupted copy has left. */
static bool accept_batch(Copy *copy, Error *error) {
    if (!load_both(copy, error))
        return false;
    for (size_t i = 0; i < copy->count; i++)
        if (!is_same(&copy->from_games[i], &copy->to_games[i]))
            return fail_at_game(&copy->to, copy->ids[i], error,
                                "it is not among those to be copied; copy to an empty database");
    copy->result->continued += copy->count;
    return true;
}

/* Puts the games that are not there yet: those that are have been accepted. */
static bool put_batch(Copy *copy, Error *error) {
    size_t submitted = 0;
    if (!load_from(copy, error))
        return false;
    for (size_t i = 0; i < copy->count; i++) {
        const StoreGame *game = copy->from_games[i].game;
        if (!is_whole(&copy->from_games[i], NULL))
            continue;
        store_submit_copy(copy->to.store,
                          &(StoreRequest){.kind = STORE_PUT, .id = game->header.id, .put = game});
        submitted++;
    }
    bool good = true;
    while (good && submitted-- > 0) {
        StoreCompletion completion;
        good = take(&copy->to, &completion, error);
        store_completion_free(&completion);
    }
    return good;
}

static bool verify_batch(Copy *copy, Error *error) {
    StoreCopyResult *result = copy->result;
    if (!load_both(copy, error))
        return false;
    for (size_t i = 0; i < copy->count; i++) {
        if (!is_whole(&copy->from_games[i], NULL))
            continue;
        if (!is_same(&copy->from_games[i], &copy->to_games[i]) ||
            !is_whole(&copy->to_games[i], NULL))
            return fail_at_game(&copy->to, copy->ids[i], error,
                                "the copy is not the same; do not use it");
        result->games++;
        result->moves += copy->to_games[i].game->count;
    }
    return true;
}

/* Sets the service time, by which clocks run: that of the other database at the beginning. */
static bool copy_service_time(Copy *copy, Error *error) {
    const StoreRequest clock = {.kind = STORE_CLOCK, .service_ms = copy->from.totals.service_ms};
    StoreCompletion completion;
    bool good = run_request(&copy->to, &clock, &completion, error);
    store_completion_free(&completion);
    return good;
}

static bool refuse_damage(const Copy *copy, Error *error) {
    uint64_t damaged = copy->result->damaged;
    if (copy->options->leaves_out_damaged || (damaged == 0 && !copy->file_is_damaged))
        return true;
    if (damaged == 0)
        return fail(&copy->from, error,
                    "pages are damaged, and nothing was copied; --force copies the games that can "
                    "be read");
    return error_set(error, ERROR_STATE,
                     "%s: %llu game%s damaged, and nothing was copied; --force leaves %s out",
                     copy->from.shown, (unsigned long long)damaged, damaged == 1 ? " is" : "s are",
                     damaged == 1 ? "it" : "them");
}

/* The service time goes on in a shared store, and is set again when all is done. */
static bool copy_games(Copy *copy, Error *error) {
    CopySide *from = &copy->from, *to = &copy->to;
    return read_totals(copy, from, error) && read_totals(copy, to, error) &&
           for_all_games(copy, from, check_batch, "checked", error) && refuse_damage(copy, error) &&
           for_all_games(copy, to, accept_batch, "compared", error) &&
           copy_service_time(copy, error) &&
           for_all_games(copy, from, put_batch, "copied", error) &&
           for_all_games(copy, from, verify_batch, "verified", error) &&
           copy_service_time(copy, error);
}

/* ---- the databases ---- */

static bool check_name(CopySide *side, Error *error) {
    side->shown = side->shown_text;
    if (!conninfo_matches(side->database)) {
        side->shown = text_shorten_path(side->database, side->shown_text);
        return true;
    }
    if (!conninfo_check(side->database, error))
        return false;
    conninfo_show(side->database, side->shown_text);
    return !conninfo_has_password(side->database) ||
           fail(side, error,
                "everybody on this machine can see a password in an argument; write it to the file "
                "~/.pgpass instead");
}

static bool is_same_file(const char *one, const char *other) {
    struct stat first, second;
    return stat(one, &first) == 0 && stat(other, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

static bool check_names(Copy *copy, Error *error) {
    if (!check_name(&copy->from, error) || !check_name(&copy->to, error))
        return false;
    if (strcmp(copy->from.database, copy->to.database) == 0 ||
        is_same_file(copy->from.database, copy->to.database))
        return fail(&copy->to, error, "this is the database whose games are to be copied");
    return true;
}

/* Waits until no server has a shared database. One that was killed is forgotten after a while. */
static bool wait_until_alone(CopySide *side, int64_t patience_ms, Error *error) {
    int64_t end_ms = monotonic_ms() + patience_ms;
    while (side->store->is_shared && side->members != 1) {
        StoreCompletion completion;
        int64_t left_ms = end_ms - monotonic_ms();
        if (left_ms <= 0 || !store_waiter_take(&side->waiter, side->store, left_ms, &completion))
            return fail(side, error, "a congod has it open; stop it first");
        if (!on_notice(side, &completion, error))
            return false;
    }
    side->is_alone = true;
    return true;
}

static bool open_side(CopySide *side, bool is_existing, bool is_forced, int64_t patience_ms,
                      Error *error) {
    const StoreOptions store = {.database = side->database,
                                .is_read_only = is_existing,
                                .is_forced = is_forced,
                                .notify = store_waiter_notify,
                                .context = &side->waiter};
    side->store = store_open(&store, error);
    return side->store && wait_until_alone(side, patience_ms, error);
}

static void close_side(CopySide *side) {
    if (side->store)
        store_close(side->store);
    store_waiter_end(&side->waiter);
}

bool store_copy_run(const StoreCopyOptions *options, StoreCopyResult *result, Error *error) {
    Copy *copy = memory_allocate(sizeof *copy);
    *result = (StoreCopyResult){0};
    copy->options = options;
    copy->result = result;
    copy->from.report = copy->to.report = options->report;
    copy->from.database = options->from;
    copy->to.database = options->to;
    copy->reported_ms = monotonic_ms();
    store_waiter_begin(&copy->from.waiter);
    store_waiter_begin(&copy->to.waiter);
    bool good =
        check_names(copy, error) &&
        open_side(&copy->from, true, options->leaves_out_damaged, options->patience_ms, error) &&
        open_side(&copy->to, false, false, options->patience_ms, error) && copy_games(copy, error);
    close_side(&copy->from);
    close_side(&copy->to);
    free_games(copy->from_games);
    free_games(copy->to_games);
    free(copy);
    return good;
}
