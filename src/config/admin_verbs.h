/* The verbs of the administrator's socket and of congod --admin, from which the help and the
 * completions are made. src/server/loop/admin_verbs.c runs them. */
#ifndef CONFIG_ADMIN_VERBS_H
#define CONFIG_ADMIN_VERBS_H

typedef enum AdminVerb {
    ADMIN_HELP,
    ADMIN_METRICS,
    ADMIN_CONNECTIONS,
    ADMIN_CONNECTION,
    ADMIN_GAMES,
    ADMIN_GAME,
    ADMIN_HIDE,
    ADMIN_UNHIDE,
    ADMIN_KICK,
    ADMIN_BAN,
    ADMIN_UNBAN,
    ADMIN_MUTE,
    ADMIN_UNMUTE,
    ADMIN_RESTRICTIONS,
    ADMIN_ANNOUNCE,
    ADMIN_DRAIN,
    ADMIN_CHECK,
    ADMIN_BACKUP,
    ADMIN_VERB_COUNT
} AdminVerb;

typedef struct AdminVerbRow {
    const char *arguments; /* "NUMBER [REASON]", or "" */
    const char *summary;   /* one line without a full stop */
} AdminVerbRow;

extern const char *const admin_words[]; /* of the verbs, and NULL */
extern const AdminVerbRow admin_verbs[ADMIN_VERB_COUNT];

#endif
