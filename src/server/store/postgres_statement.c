#include <config.h>

#include "server/store/postgres_statement.h"

#include <stddef.h>

/* The database's clock, and the service time: it stands still when no server has shown itself for
 * two seconds (SERVICE_CLOCK_GRACE_MS), and never goes back. */
#define NOW_MS "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
#define SERVICE_MS                                                                                 \
    "(SELECT least(greatest(" NOW_MS ", last_ms), last_ms + 2000) - stopped_ms FROM clock)"

/* A server that has not shown itself for eight seconds is dead. */
#define IS_DEAD "(beat_ms < " SERVICE_MS " - 8000)"

/* Somebody has a role. The index `present` has the same condition. */
#define PRESENT "(white_server <> 0 OR black_server <> 0 OR creator_server <> 0)"
#define LISTED  "(NOT hidden AND reason IS NULL AND " PRESENT ")"

/* Moves change neither what is indexed nor what an index depends on, so that they need no new
 * entries. */
const char *const postgres_schema[] = {
    "CREATE TABLE congo(version integer NOT NULL)",
    "CREATE TABLE game("
    " id bigint PRIMARY KEY,"
    " version bigint NOT NULL,"
    " created_ms bigint NOT NULL,"
    " variant text NOT NULL,"
    " start text NOT NULL,"
    " base_ms bigint NOT NULL,"
    " increment_ms bigint NOT NULL,"
    " per_move boolean NOT NULL,"
    " claim_minutes bigint NOT NULL,"
    " hidden boolean NOT NULL,"
    " invite bytea,"
    " maker bytea,"
    " rematch_of bigint NOT NULL,"
    " white_hash bytea,"
    " white_name text NOT NULL,"
    " black_hash bytea,"
    " black_name text NOT NULL,"
    " moved boolean NOT NULL DEFAULT false,"
    " plies integer NOT NULL DEFAULT 0,"
    " draw text NOT NULL DEFAULT 'none',"
    " draw_by text NOT NULL DEFAULT 'w',"
    " draw_ply bigint NOT NULL DEFAULT 0,"
    " draw_decline_ply bigint NOT NULL DEFAULT 0,"
    " result text NOT NULL DEFAULT '*',"
    " reason text,"
    " end_by text NOT NULL DEFAULT 'w',"
    " end_ply bigint NOT NULL DEFAULT 0,"
    " end_ms bigint NOT NULL DEFAULT 0,"
    " rematch text NOT NULL DEFAULT 'none',"
    " rematch_by text NOT NULL DEFAULT 'w',"
    " rematch_game bigint NOT NULL DEFAULT 0,"
    " white_server integer NOT NULL DEFAULT 0,"
    " white_generation bigint NOT NULL DEFAULT 0,"
    " white_left_ms bigint NOT NULL DEFAULT 0,"
    " black_server integer NOT NULL DEFAULT 0,"
    " black_generation bigint NOT NULL DEFAULT 0,"
    " black_left_ms bigint NOT NULL DEFAULT 0,"
    " creator_server integer NOT NULL DEFAULT 0,"
    " creator_generation bigint NOT NULL DEFAULT 0,"
    " creator_left_ms bigint NOT NULL DEFAULT 0)"
    " WITH (fillfactor = 80)",
    "CREATE UNIQUE INDEX maker ON game(maker)",
    "CREATE INDEX clocked ON game(id) WHERE base_ms > 0 AND reason IS NULL",
    "CREATE INDEX unmoved ON game(id, created_ms) WHERE NOT moved",
    "CREATE INDEX present ON game(id) WHERE " PRESENT "",
    "CREATE TABLE move("
    " game bigint NOT NULL,"
    " at_ms bigint NOT NULL,"
    " ms bigint NOT NULL,"
    " ply integer NOT NULL,"
    " path text NOT NULL,"
    " PRIMARY KEY(game, ply))",
    "CREATE TABLE probe(id integer PRIMARY KEY, count bigint NOT NULL, room bytea NOT NULL)",
    /* Rows of servers that have ended are kept for a while. */
    "CREATE TABLE server("
    " id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
    " number bigint NOT NULL DEFAULT 0," /* of its last batch */
    " beat_ms bigint NOT NULL,"          /* service time of its last heartbeat */
    " ended_ms bigint)",                 /* service time */
    /* The first event of each batch, item 0, is the batch itself. */
    "CREATE TABLE event("
    " number bigint NOT NULL,"
    " game bigint NOT NULL,"
    " version bigint NOT NULL,"
    " server integer NOT NULL,"
    " item integer NOT NULL,"
    " listed boolean NOT NULL,"
    " kind text NOT NULL,"
    " text text,"
    " PRIMARY KEY(server, number, item))"
    " WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 100000)",
    /* The service time is the database's clock, at most 2 s after `last_ms`, less `stopped_ms`. */
    "CREATE TABLE clock("
    " id integer PRIMARY KEY,"
    " last_ms bigint NOT NULL,"
    " stopped_ms bigint NOT NULL)",
    "INSERT INTO clock SELECT 1, now_ms, now_ms FROM (SELECT " NOW_MS " AS now_ms) AS now",
    "ALTER TABLE probe ALTER COLUMN room SET STORAGE EXTERNAL",
    NULL,
};

/* ---- changes of one game ----
 *
 * $1 and $2 are the game's id and version, $3 the server, $4 the number of its batch, $5 the place
 * in the batch. An event's text is the generation, if the change has one.
 */

#define TOLD(kind)                                                                                 \
    "told AS (INSERT INTO event(server, number, item, game, version, kind, listed, text)"          \
    " SELECT $3::integer, $4::bigint, $5::integer, $1::bigint, version, '" kind                    \
    "', listed, generation::text FROM changed)"
#define RESULT                                                                                     \
    " SELECT $5, (SELECT version FROM changed), (SELECT generation FROM changed),"                 \
    " (SELECT version FROM game WHERE id = $1)"
#define CHANGE(set, condition, generation)                                                         \
    "WITH changed AS (UPDATE game SET version = version + 1, " set                                 \
    " WHERE id = $1::bigint AND " condition " RETURNING version, " generation                      \
    " AS generation, " LISTED " AS listed), " TOLD("change") RESULT
#define SAME_VERSION  "version = $2::bigint"
#define ANY_VERSION   "$2::bigint IS NOT NULL"
#define NO_GENERATION "NULL::bigint"

/* The role is $6, or `role` of a list: 0 and 1 are the colors, 2 the creator; above, there is none.
 */
#define ROLE_ARRIVES(role, name)                                                                   \
    name "_server = CASE WHEN $6::integer = " role " THEN $3::integer ELSE " name                  \
         "_server END, " name "_generation = " name "_generation + ($6::integer = " role           \
         ")::integer"
#define ARRIVES                                                                                    \
    ROLE_ARRIVES("0", "white") ", " ROLE_ARRIVES("1", "black") ", " ROLE_ARRIVES("2", "creator")
#define GENERATION                                                                                 \
    "CASE $6::integer WHEN 0 THEN white_generation WHEN 1 THEN black_generation"                   \
    " WHEN 2 THEN creator_generation END"

#define ROLE_LEAVES(number, name)                                                                  \
    name "_server = CASE WHEN role = " number " THEN 0 ELSE " name "_server END, " name            \
         "_left_ms = CASE WHEN role = " number " THEN " SERVICE_MS " ELSE " name "_left_ms END"
#define HAS_ROLE                                                                                   \
    "CASE role WHEN 0 THEN white_server <> 0 AND white_generation = generation"                    \
    " WHEN 1 THEN black_server <> 0 AND black_generation = generation"                             \
    " WHEN 2 THEN creator_server <> 0 AND creator_generation = generation ELSE false END"

/* ---- whole games ---- */

#define HEADER_COLUMNS                                                                             \
    "created_ms, variant, start, base_ms, increment_ms, per_move, claim_minutes, hidden, invite,"  \
    " maker, rematch_of, white_hash, white_name, black_hash, black_name"
#define STATE_COLUMNS                                                                              \
    "draw, draw_by, draw_ply, draw_decline_ply, result, reason, end_by, end_ply, end_ms,"          \
    " rematch, rematch_by, rematch_game"
#define PRESENCE_COLUMNS                                                                           \
    "white_server, white_generation, white_left_ms, black_server, black_generation,"               \
    " black_left_ms, creator_server, creator_generation, creator_left_ms"

/* $7 to $21. */
#define HEADER_PARAMETERS                                                                          \
    "$7::bigint, $8::text, $9::text, $10::bigint, $11::bigint, $12::boolean, $13::bigint,"         \
    " $14::boolean, $15::bytea, $16::bytea, $17::bigint, $18::bytea, $19::text, $20::bytea,"       \
    " $21::text"
/* $22 to $33. */
#define STATE_PARAMETERS                                                                           \
    "$22::text, $23::text, $24::bigint, $25::bigint, $26::text, $27::text, $28::text, "            \
    "$29::bigint,"                                                                                 \
    " $30::bigint, $31::text, $32::text, $33::bigint"

#define ROLE_CREATES(role)                                                                         \
    "CASE WHEN $6::integer = " role " THEN $3::integer ELSE 0 END, ($6::integer = " role           \
    ")::integer"

#define LIST(condition)                                                                            \
    "SELECT id FROM game WHERE id > $1::bigint AND " condition " ORDER BY id LIMIT $2::bigint"

#define ROLE_ENDS(name)                                                                            \
    name "_left_ms = CASE WHEN " name "_server = dead.id THEN beat_ms ELSE " name                  \
         "_left_ms END, " name "_server = CASE WHEN " name "_server = dead.id THEN 0 ELSE " name   \
         "_server END"

#define EVENT_COLUMNS "server, number, item, game, version, kind, listed, text"

const char *const postgres_statement_text[STATEMENT_COUNT] = {
    [STATEMENT_BEGIN] = "BEGIN",
    [STATEMENT_COMMIT] = "COMMIT",
    [STATEMENT_ROLLBACK] = "ROLLBACK",
    [STATEMENT_MARK] =
        "WITH mine AS (UPDATE server SET number = $2::bigint WHERE id = $1::integer"
        " AND number = $2 - 1 AND ended_ms IS NULL RETURNING 1), marked AS"
        " (INSERT INTO event(" EVENT_COLUMNS ") SELECT $1, $2, 0, 0, 0, 'batch', false, NULL"
        " FROM mine) SELECT 1 / count(*) FROM mine",
    /* A notification that is lost comes a second later with the heartbeat, so it need not be
     * durable; and as a part of the transaction it would make the commits of all servers wait for
     * each other. */
    [STATEMENT_NOTIFY] = "SELECT set_config('synchronous_commit', 'off', true),"
                         " pg_notify('congo', $1::text)",
    [STATEMENT_CREATE] =
        "WITH parent AS (SELECT version, rematch_game FROM game WHERE id = $17::bigint FOR UPDATE),"
        " changed AS (INSERT INTO game(id, version, " HEADER_COLUMNS
        ", white_server, white_generation, black_server, black_generation, creator_server,"
        " creator_generation) SELECT $1::bigint, 1, " HEADER_PARAMETERS
        ", " ROLE_CREATES("0") ", " ROLE_CREATES("1") ", " ROLE_CREATES(
            "2") " WHERE $17 = 0 OR EXISTS"
                 " (SELECT FROM parent WHERE version = $2::bigint AND rematch_game = 0)"
                 " ON CONFLICT DO NOTHING RETURNING version, " GENERATION " AS generation, " LISTED
                 " AS listed), " TOLD(
                     "change") ", linked AS (UPDATE game SET version = version + 1,"
                               " rematch_game = $1 WHERE id = $17 AND EXISTS (SELECT FROM changed) "
                               "RETURNING id, version,"
                               " " LISTED
                               " AS listed), told_linked AS (INSERT INTO event(" EVENT_COLUMNS ")"
                               " SELECT $3::integer, $4::bigint, $5::integer + 1, id, version, "
                               "'change', listed, NULL"
                               " FROM linked)" RESULT ", (SELECT id FROM game WHERE maker = $16),"
                               " (SELECT version FROM parent), (SELECT rematch_game FROM parent)",
    [STATEMENT_PUT] =
        "WITH changed AS (INSERT INTO game(id, version, " HEADER_COLUMNS ", " STATE_COLUMNS
        ", moved, plies) SELECT $1::bigint, $2::bigint, " HEADER_PARAMETERS ", " STATE_PARAMETERS
        ", $6::integer > 0, $6 ON CONFLICT DO NOTHING RETURNING version, " NO_GENERATION
        " AS generation, " LISTED " AS listed), moved AS (INSERT INTO move(game, ply, ms, at_ms,"
        " path) SELECT $1, m.ply - 1, m.ms, m.at_ms, m.path FROM changed, unnest($34::bigint[],"
        " $35::bigint[], $36::text[]) WITH ORDINALITY AS m(ms, at_ms, path, ply)), " TOLD("change")
            RESULT,
    [STATEMENT_SEAT] = CHANGE(
        "white_hash = CASE WHEN $7::integer = 0 THEN $8::bytea ELSE white_hash END,"
        " white_name = CASE WHEN $7 = 0 THEN $9::text ELSE white_name END,"
        " black_hash = CASE WHEN $7 = 1 THEN $8 ELSE black_hash END,"
        " black_name = CASE WHEN $7 = 1 THEN $9 ELSE black_name END, " ARRIVES,
        SAME_VERSION " AND CASE WHEN $7::integer = 0 THEN coalesce(white_hash = $8::bytea, true)"
                     " ELSE coalesce(black_hash = $8::bytea, true) END",
        GENERATION),
    [STATEMENT_ARRIVE] = CHANGE(ARRIVES, SAME_VERSION, GENERATION),
    [STATEMENT_DRAW] = CHANGE("draw = $6::text, draw_by = $7::text, draw_ply = $8::bigint,"
                              " draw_decline_ply = $9::bigint",
                              SAME_VERSION " AND reason IS NULL", NO_GENERATION),
    [STATEMENT_END] =
        CHANGE("end_ply = $6::bigint, result = $7::text, reason = $8::text,"
               " end_by = $9::text, end_ms = $10::bigint",
               SAME_VERSION " AND reason IS NULL AND plies = $6::bigint", NO_GENERATION),
    [STATEMENT_REMATCH] =
        CHANGE("rematch = $6::text, rematch_by = $7::text",
               SAME_VERSION " AND reason IS NOT NULL AND rematch_game = 0", NO_GENERATION),
    [STATEMENT_HIDE] = CHANGE("hidden = $6::boolean", ANY_VERSION, NO_GENERATION),
    [STATEMENT_DELETE] =
        "WITH changed AS (DELETE FROM game WHERE id = $1::bigint AND " ANY_VERSION
        " AND (NOT moved OR reason IS NOT NULL) AND NOT " PRESENT
        " RETURNING version + 1 AS version, " NO_GENERATION
        " AS generation, false AS listed, rematch_of), unmoved AS (DELETE FROM move WHERE game ="
        " $1 AND EXISTS (SELECT FROM changed)), " TOLD(
            "delete") ", linked AS (UPDATE game SET version = version + 1, rematch_game = 0 WHERE"
                      " id = (SELECT rematch_of FROM changed) RETURNING id, version, " LISTED
                      " AS listed), told_linked AS (INSERT INTO event(" EVENT_COLUMNS
                      ") SELECT $3::integer, $4::bigint, $5::integer + 1, id, version, 'change',"
                      " listed, NULL FROM linked)" RESULT,
    [STATEMENT_TELL] =
        "INSERT INTO event(" EVENT_COLUMNS ") VALUES($3::integer, $4::bigint, $5::integer,"
        " $1::bigint, $2::bigint, 'talk', false, $6::text) RETURNING item, version, NULL, version",
    /* Of a copy: by the service time of the other store, which may be earlier, clocks go on. */
    [STATEMENT_CLOCK] = "WITH shown AS (UPDATE server SET beat_ms = $1::bigint,"
                        " ended_ms = CASE WHEN ended_ms IS NOT NULL THEN $1 END)"
                        " UPDATE clock SET stopped_ms = stopped_ms + " SERVICE_MS
                        " - $1 RETURNING $2::integer, 0, NULL, 0",
    [STATEMENT_PROBE] =
        "INSERT INTO probe(id, count, room) VALUES(1, 1, decode(repeat('00', 65536), 'hex'))"
        " ON CONFLICT(id)"
        " DO UPDATE SET count = probe.count + 1, room = excluded.room"
        " RETURNING $1::integer, 0, NULL, 0",
    [STATEMENT_MOVES] =
        "WITH wanted AS (SELECT * FROM unnest($3::integer[], $4::bigint[], $5::bigint[],"
        " $6::integer[], $7::bigint[], $8::bigint[], $9::text[], $10::text[], $11::text[],"
        " $12::text[], $13::bigint[], $14::text[]) AS w(item, wanted_id, known, ply, ms, at_ms,"
        " path, new_result, new_reason, new_by, new_ms, text)), changed AS (UPDATE game SET"
        " version = known + 1, plies = ply + 1, moved = true, result = coalesce(new_result, "
        "result),"
        " reason = coalesce(new_reason, reason), end_by = coalesce(new_by, end_by),"
        " end_ply = CASE WHEN new_reason IS NULL THEN end_ply ELSE ply + 1 END,"
        " end_ms = coalesce(new_ms, end_ms) FROM wanted WHERE id = wanted_id AND version = known"
        " AND plies = ply AND reason IS NULL RETURNING item, id, ply, ms, at_ms, path, text,"
        " version, " LISTED " AS listed), moved AS (INSERT INTO move(game, ply, ms, at_ms, path)"
        " SELECT id, ply, ms, at_ms, path FROM changed), told AS (INSERT INTO event(" EVENT_COLUMNS
        ") SELECT $1::integer, $2::bigint, item, id, version, 'move', listed, text FROM changed)"
        " SELECT item, version FROM changed",
    [STATEMENT_LEAVES] =
        "WITH gone AS (SELECT * FROM unnest($3::integer[], $4::bigint[], $5::integer[],"
        " $6::bigint[]) AS g(item, gone_id, role, generation)), changed AS (UPDATE game SET"
        " version = version + 1, " ROLE_LEAVES("0", "white") ", " ROLE_LEAVES(
            "1", "black") ", " ROLE_LEAVES("2", "creator") " FROM gone WHERE id = gone_id"
                                                           " AND " HAS_ROLE
                                                           " RETURNING item, id, version, " LISTED
                                                           " AS listed), told AS (INSERT INTO"
                                                           " event(" EVENT_COLUMNS
                                                           ") SELECT $1::integer, $2::bigint, "
                                                           "item, id, version, 'change',"
                                                           " listed, NULL FROM changed) SELECT "
                                                           "item, version FROM changed",
    [STATEMENT_VERSIONS] = "SELECT id, version FROM game WHERE id = ANY($1::bigint[])",
    [STATEMENT_LOCK_GAMES] = "SELECT count(*) FROM (SELECT FROM game WHERE id = ANY($1::bigint[]"
                             " || array(SELECT rematch_of FROM game WHERE id = ANY($2::bigint[])))"
                             " ORDER BY id FOR UPDATE) AS locked",
    /* One row in any case: moves without a game are what is left of one. */
    [STATEMENT_LOAD] =
        "SELECT wanted_id, " HEADER_COLUMNS ", " STATE_COLUMNS ", " PRESENCE_COLUMNS
        ", version, plies,"
        " moved, (SELECT string_agg(ply || ' ' || ms || ' ' || at_ms || ' ' || path, ';'"
        " ORDER BY ply) FROM move WHERE game = wanted_id AND ply >= $2::bigint)"
        " FROM (SELECT $1::bigint AS wanted_id) AS wanted LEFT JOIN game ON id = wanted_id",
    [STATEMENT_LIST_GAMES] = LIST("true"),
    [STATEMENT_LIST_TIMED] = LIST("base_ms > 0 AND reason IS NULL"),
    [STATEMENT_LIST_UNSTARTED] = LIST("NOT moved AND created_ms < $3::bigint"),
    /* No index has them: with the games between them, so that none takes long. */
    [STATEMENT_LIST_FINISHED] =
        "SELECT id, reason IS NOT NULL AND created_ms < $3::bigint FROM game"
        " WHERE id > $1::bigint ORDER BY id LIMIT $2::bigint",
    [STATEMENT_LIST_PRESENT] = LIST(PRESENT " AND NOT hidden AND reason IS NULL"),
    /* Counting takes long, so that the number is an estimate when there are many. */
    [STATEMENT_COUNT_GAMES] =
        "SELECT CASE WHEN count < 10001 THEN count ELSE (SELECT greatest(reltuples, 10001)::bigint"
        " FROM pg_class WHERE oid = 'game'::regclass) END, " SERVICE_MS
        " FROM (SELECT count(*) AS count FROM (SELECT FROM game LIMIT 10001) AS first) AS counted",
    [STATEMENT_STRAY_MOVES] = "SELECT DISTINCT game FROM move AS m WHERE game > $1::bigint"
                              " AND game < $2::bigint"
                              " AND NOT EXISTS (SELECT FROM game WHERE id = m.game)"
                              " ORDER BY game LIMIT 100",
    [STATEMENT_REGISTER] = "INSERT INTO server(beat_ms) VALUES(" SERVICE_MS ") RETURNING id",
    [STATEMENT_NAME] = "SELECT set_config('application_name', 'congod ' || $1::integer, false)",
    [STATEMENT_END_OTHERS] =
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
        " AND usename = current_user AND application_name = 'congod ' || $1::integer"
        " AND pid <> pg_backend_pid()",
    [STATEMENT_LOCK_SERVER] = "UPDATE server SET number = number WHERE id = $1::integer"
                              " RETURNING number, ended_ms IS NOT NULL",
    [STATEMENT_LOCK_SERVERS] = "SELECT count(*) FROM (SELECT FROM server WHERE id IN ($1::integer,"
                               " $2::integer) ORDER BY id FOR UPDATE) AS locked",
    [STATEMENT_BATCH_EVENTS] =
        "SELECT " EVENT_COLUMNS " FROM event WHERE server = $1::integer AND number = $2::bigint"
        " AND item > 0 ORDER BY item",
    /* The row stays, so that others find the last number. The server itself may end itself. */
    [STATEMENT_BURY] =
        "UPDATE server SET ended_ms = " SERVICE_MS " WHERE id = $1::integer AND ended_ms IS NULL"
        " AND (id = $2::integer OR " IS_DEAD ")",
    /* Statements after STATEMENT_BURY, because they have to see the server's last batch. */
    [STATEMENT_LOCK_PRESENT] =
        "SELECT count(*) FROM (SELECT FROM game WHERE " PRESENT
        " AND $1::integer IN (white_server, black_server, creator_server)"
        " AND EXISTS (SELECT FROM server WHERE server.id = $1 AND ended_ms IS NOT NULL)"
        " ORDER BY id FOR UPDATE) AS locked",
    [STATEMENT_END_PRESENCES] =
        "WITH ended AS (UPDATE game SET version = version + 1, " ROLE_ENDS("white") ", " ROLE_ENDS(
            "black") ", " ROLE_ENDS("creator") " FROM server AS dead WHERE dead.id = $1::integer"
                                               " AND dead.ended_ms IS NOT NULL AND " PRESENT
                                               " AND dead.id IN (white_server, black_server, "
                                               "creator_server)"
                                               " RETURNING game.id, version, " LISTED
                                               " AS listed) INSERT INTO event(" EVENT_COLUMNS
                                               ") SELECT $2::integer, $3::bigint, row_number() "
                                               "OVER (), id, version, 'change', listed,"
                                               " NULL FROM ended",
    /* Time in which nobody had a heartbeat, and steps of the database's clock, are left out. Of
     * several servers, not every one has to write. */
    [STATEMENT_TICK] =
        "UPDATE clock SET stopped_ms = stopped_ms + CASE WHEN " NOW_MS " < last_ms THEN " NOW_MS
        " - last_ms ELSE greatest(" NOW_MS " - last_ms - 2000, 0) END, last_ms = " NOW_MS
        " WHERE id = 1 AND " NOW_MS " NOT BETWEEN last_ms AND last_ms + 500",
    [STATEMENT_BEAT] = "UPDATE server SET beat_ms = " SERVICE_MS
                       " WHERE id = $1::integer AND ended_ms IS NULL RETURNING id",
    [STATEMENT_MEMBERS] =
        "SELECT id, number, ended_ms IS NOT NULL, " IS_DEAD " FROM server ORDER BY id",
    [STATEMENT_TIME] = "SELECT " SERVICE_MS,
    [STATEMENT_NEWS] =
        "SELECT " EVENT_COLUMNS " FROM unnest($1::integer[], $2::bigint[], $3::integer[])"
        " AS position(id, last_number, last_item) CROSS JOIN LATERAL (SELECT * FROM event"
        " WHERE server = id AND (number, item) > (last_number, last_item)"
        " ORDER BY number, item LIMIT $4::bigint) AS next",
    [STATEMENT_LISTEN] = "LISTEN congo",
    [STATEMENT_RELAX] = "SELECT set_config('synchronous_commit', 'off', true)",
    [STATEMENT_CLEAR_EVENTS] = "DELETE FROM event WHERE server = $1::integer"
                               " AND number > $2::bigint AND number <= $3::bigint",
    /* In portions, and by one server at a time. */
    [STATEMENT_CLEAR_BURIED] =
        "WITH buried AS (SELECT id FROM server WHERE ended_ms < " SERVICE_MS " - 600000"
        " ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED), cleared AS (DELETE FROM event"
        " WHERE (server, number, item) IN (SELECT server, number, item FROM event WHERE server ="
        " (SELECT id FROM buried) ORDER BY number, item LIMIT 1000) RETURNING 1)"
        " DELETE FROM server WHERE id = (SELECT id FROM buried)"
        " AND (SELECT count(*) FROM cleared) < 1000",
};

#define ANSWER_CHANGE "1 iIII"
#define ANSWER_MANY   "SELECT * ii"
#define ANSWER_IDS    "SELECT * i"
#define ANSWER_EVENTS "SELECT * iiiiitbT"

const char *const postgres_statement_answer[STATEMENT_COUNT] = {
    [STATEMENT_BEGIN] = "BEGIN",
    [STATEMENT_COMMIT] = "COMMIT",
    [STATEMENT_ROLLBACK] = "ROLLBACK",
    [STATEMENT_MARK] = "SELECT 1 i",
    [STATEMENT_NOTIFY] = "SELECT 1 tt",
    [STATEMENT_CREATE] = "SELECT " ANSWER_CHANGE "III",
    [STATEMENT_PUT] = "SELECT " ANSWER_CHANGE,
    [STATEMENT_SEAT] = "SELECT " ANSWER_CHANGE,
    [STATEMENT_ARRIVE] = "SELECT " ANSWER_CHANGE,
    [STATEMENT_DRAW] = "SELECT " ANSWER_CHANGE,
    [STATEMENT_END] = "SELECT " ANSWER_CHANGE,
    [STATEMENT_REMATCH] = "SELECT " ANSWER_CHANGE,
    [STATEMENT_HIDE] = "SELECT " ANSWER_CHANGE,
    [STATEMENT_DELETE] = "SELECT " ANSWER_CHANGE,
    [STATEMENT_TELL] = "INSERT " ANSWER_CHANGE,
    [STATEMENT_CLOCK] = "UPDATE " ANSWER_CHANGE,
    [STATEMENT_PROBE] = "INSERT " ANSWER_CHANGE,
    [STATEMENT_MOVES] = ANSWER_MANY,
    [STATEMENT_LEAVES] = ANSWER_MANY,
    [STATEMENT_VERSIONS] = ANSWER_MANY,
    [STATEMENT_LOCK_GAMES] = "SELECT 1 i",
    [STATEMENT_LOAD] = "SELECT 1 i"
                       "ITTIIBIBXXIXTXT" /* HEADER_COLUMNS */
                       "TTIITTTIITTI"    /* STATE_COLUMNS */
                       "IIIIIIIII"       /* PRESENCE_COLUMNS */
                       "IIBT",
    [STATEMENT_LIST_GAMES] = ANSWER_IDS,
    [STATEMENT_LIST_TIMED] = ANSWER_IDS,
    [STATEMENT_LIST_UNSTARTED] = ANSWER_IDS,
    [STATEMENT_LIST_FINISHED] = "SELECT * ib",
    [STATEMENT_LIST_PRESENT] = ANSWER_IDS,
    [STATEMENT_COUNT_GAMES] = "SELECT 1 ii",
    [STATEMENT_STRAY_MOVES] = ANSWER_IDS,
    [STATEMENT_REGISTER] = "INSERT 1 i",
    [STATEMENT_NAME] = "SELECT 1 t",
    [STATEMENT_END_OTHERS] = "SELECT * b",
    [STATEMENT_LOCK_SERVER] = "UPDATE ? ib",
    [STATEMENT_LOCK_SERVERS] = "SELECT 1 i",
    [STATEMENT_BATCH_EVENTS] = ANSWER_EVENTS,
    [STATEMENT_BURY] = "UPDATE",
    [STATEMENT_LOCK_PRESENT] = "SELECT 1 i",
    [STATEMENT_END_PRESENCES] = "INSERT",
    [STATEMENT_TICK] = "UPDATE",
    [STATEMENT_BEAT] = "UPDATE ? i",
    [STATEMENT_MEMBERS] = "SELECT * iibb",
    [STATEMENT_TIME] = "SELECT 1 i",
    [STATEMENT_NEWS] = ANSWER_EVENTS,
    [STATEMENT_LISTEN] = "LISTEN",
    [STATEMENT_RELAX] = "SELECT 1 t",
    [STATEMENT_CLEAR_EVENTS] = "DELETE",
    [STATEMENT_CLEAR_BURIED] = "DELETE",
};
