/* Who may not connect, and who may not talk: bans and mutes of the administrator's, with an end.
 * The owner of the core keeps them; in a shared store the other servers are told. */
#ifndef SERVER_CORE_RESTRICTIONS_H
#define SERVER_CORE_RESTRICTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "net/protocol.h"
#include "net/subnet.h"

typedef struct Core Core;

enum { RESTRICTIONS_MAX = 10000, RESTRICTION_REASON_SIZE = 200 };

#define BAN_REASON "this address is banned" /* told to those whom a ban disconnects or refuses */

/* "forever" */
static const int64_t restriction_forever = INT64_C(253402300799); /* the end of the year 9999 */

typedef struct Restriction {
    bool is_mute;
    Subnet subnet;                 /* of a ban */
    char name[NAME_MAX_BYTES + 1]; /* of a mute; the case of ASCII letters does not count */
    int64_t until_s;               /* Unix time; 0: it is lifted */
    char reason[RESTRICTION_REASON_SIZE];
} Restriction;

typedef struct Restrictions {
    Restriction *items; /* owned */
    size_t count;
    bool changed; /* since restrictions_set_kept() */
} Restrictions;

/* Parses "ban SUBNET UNTIL [REASON]" or "mute NAME UNTIL", where '_' in a name stands for a blank.
 * Returns false if it is neither. */
bool restriction_parse(const char *line, Restriction *restriction);

/* Adds the line that is parsed, without its end. */
void restriction_write(const Restriction *restriction, Buffer *text);

/* Sets or lifts a restriction. A ban closes the connections that it is about, and returns their
 * number in *closed. Returns false if there is none to be lifted, or if there are too many. */
bool restrictions_set(Core *core, const Restriction *restriction, size_t *closed);

/* Returns whether restrictions have changed since the last restrictions_set_kept(). */
bool restrictions_have_changed(const Core *core);
void restrictions_set_kept(Core *core);

/* Adds a line for each that has not ended, and returns their number. */
size_t restrictions_list(const Core *core, Buffer *text);

bool restrictions_ban(const Core *core, const Address *address);

bool restrictions_mute(const Core *core, const char *name);

#endif
