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
#include "server/core/restrictions.h"
#include "server/loop/loop_parts.h"
#include "server/loop/restrictions_file.h"

enum { DRAIN_MINUTES_MAX = 7 * 24 * 60 };

/* A request that runs. */
typedef struct AdminCall {
    Loop *loop;
    char *rest; /* the arguments that are not read yet, without blanks at their ends */
    Buffer *answer;
    AdminNews *news;
} AdminCall;

/* ---- arguments ---- */

static void PRINTF_LIKE(2, 3) finish(const AdminCall *call, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    buffer_add_arguments(call->answer, format, arguments);
    va_end(arguments);
    buffer_add_string(call->answer, "\n");
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

/* Parses "30m", "12h", "7d" or "forever". */
static bool read_end(AdminCall *call, int64_t *until_s) {
    static const struct {
        char unit;
        int seconds;
    } units[] = {{'m', 60}, {'h', 60 * 60}, {'d', 24 * 60 * 60}};
    const char *word = text_next_word(&call->rest);
    size_t length = word ? strlen(word) : 0;
    char digits[8] = "";
    int count;
    if (word && strcmp(word, "forever") == 0) {
        *until_s = restriction_forever;
        return true;
    }
    if (length >= 2 && length <= sizeof digits)
        memcpy(digits, word, length - 1);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (word && text_parse_number(digits, 1, 100000, &count) &&
            word[length - 1] == units[i].unit) {
            *until_s = loop_unix_s() + (int64_t)count * units[i].seconds;
            return true;
        }
    return reject(call, "a time such as 30m, 12h, 7d or forever", word);
}

static bool read_subnet(AdminCall *call, Subnet *subnet) {
    const char *word = text_next_word(&call->rest);
    return (word && subnet_parse(word, subnet)) ||
           reject(call, "an address, or a network such as 192.0.2.0/24", word);
}

/* Sets a restriction here and on the other servers, and keeps it. */
static void restrict_somebody(AdminCall *call, const Restriction *restriction) {
    Error error = {0};
    size_t closed;
    const char *done = restriction->until_s == 0 ? "lifted" : "in force";
    if (!restrictions_set(call->loop->core, restriction, &closed)) {
        finish(call, restriction->until_s == 0 ? "failed: it was not in force"
                                               : "failed: there are 10000 restrictions already");
        return;
    }
    restriction_write(restriction, &call->news->line);
    call->news->done = done;
    log_line(LOG_NOTICE, "the administrator: %s", call->news->line.bytes);
    if (!restrictions_file_update(call->loop, &error))
        finish(call, "failed: %s, but not kept until the file can be written: %s", done,
               error.text);
    else if (restriction->until_s == 0)
        finish(call, "ok: lifted");
    else
        finish(call, "ok: in force%s, %zu connection%s closed",
               call->loop->options.settings.restrictions[0] ? "" : " until the next start", closed,
               text_plural(closed));
}

static void run_ban(AdminCall *call) {
    Restriction ban = {0};
    if (!read_end(call, &ban.until_s) || !read_subnet(call, &ban.subnet))
        return;
    text_sanitize_into(call->rest, strlen(call->rest), ban.reason, sizeof ban.reason);
    restrict_somebody(call, &ban);
}

static void run_unban(AdminCall *call) {
    Restriction ban = {0};
    if (read_subnet(call, &ban.subnet) && is_at_end(call))
        restrict_somebody(call, &ban);
}

static void set_mute(AdminCall *call, int64_t until_s) {
    Restriction mute = {.is_mute = true, .until_s = until_s};
    char name[LINE_CLIENT_MAX + 1];
    if (!read_text(call, name))
        return;
    text_replace(name, strlen(name), '_', ' ');
    if (text_copy(mute.name, sizeof mute.name, name))
        restrict_somebody(call, &mute);
    else
        reject(call, "a name of at most 48 bytes", name);
}

static void run_mute(AdminCall *call) {
    int64_t until_s;
    if (read_end(call, &until_s))
        set_mute(call, until_s);
}

static void run_unmute(AdminCall *call) {
    set_mute(call, 0);
}

static void run_restrictions(AdminCall *call) {
    if (!is_at_end(call))
        return;
    size_t count = restrictions_list(call->loop->core, call->answer);
    finish(call, "ok: %zu restriction%s", count, text_plural(count));
}

static void run_announce(AdminCall *call) {
    char text[LINE_CLIENT_MAX + 1];
    if (!read_text(call, text))
        return;
    administration_announce(call->loop->core, text);
    buffer_add_format(&call->news->line, "announce %s", text);
    call->news->done = "announced";
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

void admin_verb_run(Loop *loop, AdminVerb verb, char *arguments, Buffer *answer, AdminNews *news) {
    static void (*const runs[ADMIN_VERB_COUNT])(AdminCall * call) = {
        [ADMIN_HELP] = run_help,
        [ADMIN_CONNECTIONS] = run_connections,
        [ADMIN_CONNECTION] = run_connection,
        [ADMIN_GAMES] = run_games,
        [ADMIN_GAME] = run_game,
        [ADMIN_KICK] = run_kick,
        [ADMIN_BAN] = run_ban,
        [ADMIN_UNBAN] = run_unban,
        [ADMIN_MUTE] = run_mute,
        [ADMIN_UNMUTE] = run_unmute,
        [ADMIN_RESTRICTIONS] = run_restrictions,
        [ADMIN_ANNOUNCE] = run_announce,
        [ADMIN_DRAIN] = run_drain,
    };
    AdminCall call = {loop, text_trim(arguments), answer, news};
    runs[verb](&call);
    loop_update(loop);
}

bool admin_verb_read_game(char *arguments, GameId *id, Buffer *answer) {
    AdminCall call = {.rest = text_trim(arguments), .answer = answer};
    return read_game(&call, id) && is_at_end(&call);
}
