#include <config.h>

#include "server/core/restrictions.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lookalike.h"
#include "base/memory.h"
#include "base/text.h"
#include "server/core/administration.h"
#include "server/core/core_parts.h"

/* ---- lines ---- */

bool restriction_parse(const char *line, Restriction *restriction) {
    char copy[LINE_CLIENT_MAX + 1], *rest = copy;
    Error error;
    *restriction = (Restriction){0};
    if (!text_copy(copy, sizeof copy, line))
        return false;
    const char *kind = text_next_word(&rest);
    char *subject = text_next_word(&rest);
    const char *until = text_next_word(&rest);
    restriction->is_mute = kind && strcmp(kind, "mute") == 0;
    if (!kind || !subject || !until || (!restriction->is_mute && strcmp(kind, "ban") != 0) ||
        !text_parse_clamped("until", until, 0, restriction_forever, &restriction->until_s, &error))
        return false;
    text_sanitize_into(rest, strlen(rest), restriction->reason, sizeof restriction->reason);
    if (!restriction->is_mute)
        return subnet_parse(subject, &restriction->subnet);
    text_replace(subject, strlen(subject), '_', ' ');
    text_sanitize_into(subject, strlen(subject), restriction->name, sizeof restriction->name);
    return restriction->name[0] != '\0';
}

void restriction_write(const Restriction *restriction, Buffer *text) {
    char subject[SUBNET_TEXT_SIZE];
    if (restriction->is_mute)
        strcpy(subject, restriction->name);
    else
        subnet_write(&restriction->subnet, subject);
    text_replace(subject, strlen(subject), ' ', '_');
    buffer_add_format(text, "%s %s %" PRId64 "%s%s", restriction->is_mute ? "mute" : "ban", subject,
                      restriction->until_s, restriction->reason[0] ? " " : "", restriction->reason);
}

/* ---- what is in force ---- */

static bool has_ended(const Core *core, const Restriction *restriction) {
    return restriction->until_s <= core->unix_ms / 1000;
}

static bool is_same(const Restriction *one, const Restriction *other) {
    return one->is_mute == other->is_mute &&
           (one->is_mute ? lookalike_equal(one->name, other->name)
                         : memcmp(&one->subnet, &other->subnet, sizeof one->subnet) == 0);
}

/* Removes those that have ended, and this one. Returns whether this one was in force. */
static bool remove_old(Core *core, const Restriction *restriction) {
    Restrictions *all = &core->restrictions;
    size_t kept = 0;
    bool found = false;
    for (size_t i = 0; i < all->count; i++) {
        bool ended = has_ended(core, &all->items[i]), same = is_same(&all->items[i], restriction);
        found = found || (same && !ended);
        if (!ended && !same)
            all->items[kept++] = all->items[i];
    }
    all->count = kept;
    return found;
}

bool restrictions_set(Core *core, const Restriction *restriction, size_t *closed) {
    Restrictions *all = &core->restrictions;
    bool found = remove_old(core, restriction);
    *closed = 0;
    all->changed = true;
    if (has_ended(core, restriction))
        return found;
    if (all->count == RESTRICTIONS_MAX)
        return false;
    all->items = memory_resize(all->items, all->count + 1, sizeof *all->items);
    all->items[all->count++] = *restriction;
    if (!restriction->is_mute)
        *closed =
            administration_kick(core, &(ClientFilter){.subnet = restriction->subnet}, BAN_REASON);
    return true;
}

bool restrictions_have_changed(const Core *core) {
    return core->restrictions.changed;
}

void restrictions_set_kept(Core *core) {
    core->restrictions.changed = false;
}

size_t restrictions_list(const Core *core, Buffer *text) {
    size_t count = 0;
    for (size_t i = 0; i < core->restrictions.count; i++)
        if (!has_ended(core, &core->restrictions.items[i])) {
            restriction_write(&core->restrictions.items[i], text);
            buffer_add_string(text, "\n");
            count++;
        }
    return count;
}

bool restrictions_ban(const Core *core, const Address *address) {
    for (size_t i = 0; i < core->restrictions.count; i++) {
        const Restriction *ban = &core->restrictions.items[i];
        if (!ban->is_mute && subnet_contains(&ban->subnet, address) && !has_ended(core, ban))
            return true;
    }
    return false;
}

bool restrictions_mute(const Core *core, const char *name) {
    for (size_t i = 0; i < core->restrictions.count; i++) {
        const Restriction *mute = &core->restrictions.items[i];
        if (mute->is_mute && lookalike_equal(mute->name, name) && !has_ended(core, mute))
            return true;
    }
    return false;
}
