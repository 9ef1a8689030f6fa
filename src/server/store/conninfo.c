#include <config.h>

#include "server/store/conninfo.h"

#include <stdlib.h>
#include <string.h>

#ifdef HAVE_LIBPQ
#include <libpq-fe.h>
#endif

#include "base/text.h"

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
