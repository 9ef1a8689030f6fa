#include <config.h>

#include "server/loop/admin_verbs.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/compiler.h"
#include "base/text.h"
#include "net/identity.h"
#include "server/core/administration.h"
#include "server/loop/loop_parts.h"

enum { DRAIN_MINUTES_MAX = 7 * 24 * 60 };

/* A request that runs. */
typedef struct AdminCall {
    Loop *loop;
    char *rest; /* the arguments that are not read yet, without blanks at their ends */
    Buffer *answer;
} AdminCall;

/* ---- arguments ---- */

static void PRINTF_LIKE(2, 3) finish(const AdminCall *call, const char *format, ...) {
    char text[400];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    buffer_add_format(call->answer, "%s\n", text);
}

/* Ends a request with what was expected. Returns false. */
static bool reject(const AdminCall *call, const char *expected, const char *found) {
    char shown[QUOTE_SIZE];
    finish(call, "failed: expected %s, found %s", expected,
           found && *found ? text_quote_value(found, shown) : "nothing");
    return false;
}

static bool is_at_end(AdminCall *call) {
    return !*call->rest || reject(call, "no further argument", call->rest);
}

static bool read_filter(AdminCall *call, ClientFilter *filter) {
    const char *word = text_next_word(&call->rest);
    Error error;
    int64_t number = 0;
    *filter = (ClientFilter){0};
    if (word && subnet_parse(word, &filter->subnet))
        return true;
    if (!word || strspn(word, "0123456789") != strlen(word) ||
        !text_parse_clamped("number", word, 0, INT64_MAX, &number, &error) || number == 0)
        return reject(call,
                      "the number of a connection, an address, or a network such as "
                      "192.0.2.0/24",
                      word);
    filter->number = (uint64_t)number;
    return true;
}

static bool read_game(AdminCall *call, GameId *id) {
    const char *word = text_next_word(&call->rest);
    return (word && game_id_parse(word, strlen(word), id)) ||
           reject(call, "the id of a game such as 7Q2KM4XDT1", word);
}

/* Takes the rest as text for people. */
static bool read_text(AdminCall *call, char text[LINE_CLIENT_MAX + 1]) {
    text_sanitize_into(call->rest, strlen(call->rest), text, LINE_CLIENT_MAX + 1);
    return text[0] || reject(call, "a text", NULL);
}

/* ---- verbs ---- */

static void run_help(AdminCall *call) {
    for (int verb = 0; verb < ADMIN_VERB_COUNT; verb++)
        buffer_add_format(call->answer, "%s%s%s: %s\n", admin_words[verb],
                          *admin_verbs[verb].arguments ? " " : "", admin_verbs[verb].arguments,
                          admin_verbs[verb].summary);
    finish(call, "ok: %d requests", ADMIN_VERB_COUNT);
}

static void run_connections(AdminCall *call) {
    ClientFilter filter;
    bool is_narrow = *call->rest != '\0';
    if ((is_narrow && !read_filter(call, &filter)) || !is_at_end(call))
        return;
    size_t count =
        administration_list_clients(call->loop->core, is_narrow ? &filter : NULL, call->answer);
    finish(call, "ok: %zu connection%s", count, text_plural(count));
}

static void run_connection(AdminCall *call) {
    ClientFilter filter;
    if (!read_filter(call, &filter) || !is_at_end(call))
        return;
    if (filter.number == 0) {
        reject(call, "the number of a connection", "an address");
        return;
    }
    if (administration_list_clients(call->loop->core, &filter, call->answer) == 0) {
        finish(call, "failed: there is no connection %" PRIu64, filter.number);
        return;
    }
    administration_list_games_of(call->loop->core, filter.number, call->answer);
    finish(call, "ok: connection %" PRIu64, filter.number);
}

static void run_games(AdminCall *call) {
    if (!is_at_end(call))
        return;
    size_t count = administration_list_games(call->loop->core, call->answer);
    finish(call, "ok: %zu game%s", count, text_plural(count));
}

static void run_game(AdminCall *call) {
    GameId id;
    if (!read_game(call, &id) || !is_at_end(call))
        return;
    if (administration_show_game(call->loop->core, game_id_number(&id), call->answer))
        finish(call, "ok: game %s", id.text);
    else
        finish(call, "failed: nobody plays or watches a game %s here", id.text);
}

static void run_kick(AdminCall *call) {
    ClientFilter filter;
    char reason[LINE_CLIENT_MAX + 1];
    if (!read_filter(call, &filter))
        return;
    text_sanitize_into(call->rest, strlen(call->rest), reason, sizeof reason);
    size_t count = administration_kick(call->loop->core, &filter,
                                       reason[0] ? reason : "closed by the administrator");
    log_line(LOG_NOTICE, "the administrator has closed %zu connection%s", count,
             text_plural(count));
    finish(call, "%s: %zu connection%s closed", count > 0 ? "ok" : "failed", count,
           text_plural(count));
}

static void run_announce(AdminCall *call) {
    char text[LINE_CLIENT_MAX + 1];
    if (!read_text(call, text))
        return;
    administration_announce(call->loop->core, text);
    log_line(LOG_NOTICE, "the administrator has announced: %s", text);
    finish(call, "ok: announced");
}

static void run_drain(AdminCall *call) {
    const char *word = text_next_word(&call->rest);
    int minutes = -1;
    if (!word ||
        (strcmp(word, "off") != 0 && !text_parse_number(word, 0, DRAIN_MINUTES_MAX, &minutes))) {
        reject(call, "minutes from 0 to 10080, or \"off\"", word);
        return;
    }
    if (!is_at_end(call))
        return;
    if (minutes < 0 && !loop_is_draining(call->loop)) {
        finish(call, "failed: the server is not about to stop");
        return;
    }
    loop_drain_in(call->loop, minutes);
    if (minutes < 0)
        finish(call, "ok: the server does not stop");
    else
        finish(call, "ok: no new games, and the server stops in %d minute%s", minutes,
               text_plural((uint64_t)minutes));
}

void admin_verb_run(Loop *loop, AdminVerb verb, char *arguments, Buffer *answer) {
    static void (*const runs[ADMIN_VERB_COUNT])(AdminCall * call) = {
        [ADMIN_HELP] = run_help,
        [ADMIN_CONNECTIONS] = run_connections,
        [ADMIN_CONNECTION] = run_connection,
        [ADMIN_GAMES] = run_games,
        [ADMIN_GAME] = run_game,
        [ADMIN_KICK] = run_kick,
        [ADMIN_ANNOUNCE] = run_announce,
        [ADMIN_DRAIN] = run_drain,
    };
    AdminCall call = {loop, text_trim(arguments), answer};
    runs[verb](&call);
    loop_update(loop);
}
