#include <config.h>

#include "rules/player_names.h"

#include <string.h>

#include "base/lookalike.h"

/* The labels of older versions, and what people read instead; "": a person. */
static const struct {
    const char *label, *shown;
} labels[] = {
    {"hi/negamax", ""},
    {"hi/greedy", ""},
    {"hi/random", ""},
    {"ai/negamax", COMPUTER_NAME},
    {"ai/greedy", COMPUTER_NAME ", takes what it can"},
    {"ai/random", COMPUTER_NAME ", plays anything"},
};

static bool is_color(const char *name) {
    return lookalike_equal(name, color_name(WHITE)) || lookalike_equal(name, color_name(BLACK));
}

/* Returns the value of a tag in words: "" for a person without a name. */
static const char *read_tag(const char *tag) {
    if (tag == NULL || strspn(tag, "?.") == strlen(tag) || strcmp(tag, "-") == 0 || is_color(tag))
        return "";
    for (size_t i = 0; i < sizeof labels / sizeof labels[0]; i++)
        if (strcmp(tag, labels[i].label) == 0)
            return labels[i].shown;
    return tag;
}

static bool is_computer(const char *name) {
    size_t length = strlen(COMPUTER_NAME);
    return strncmp(name, COMPUTER_NAME, length) == 0 &&
           (name[length] == '\0' || strncmp(name + length, ", ", 2) == 0);
}

const char *player_names_of_tags(const char *const tags[COLOR_COUNT], Color color) {
    const char *name = read_tag(tags[color]);
    if (name[0] != '\0')
        return name;
    return is_computer(read_tag(tags[color_other(color)])) ? "You" : color_name(color);
}

/* Older versions had the label "net" for a nameless player on a server. */
static const char *player_tag(const Record *record, Color color) {
    const char *tag = record_tag(record, color_name(color));
    bool is_remote = tag != NULL && strcmp(tag, "net") == 0 && record_tag(record, GAME_ID_TAG);
    return is_remote ? NULL : tag;
}

const char *player_names_given(const Record *record, Color color) {
    const char *name = read_tag(player_tag(record, color));
    return is_computer(name) ? "" : name;
}

bool player_names_known(const Record *record, Color color) {
    return read_tag(player_tag(record, color))[0] != '\0';
}

const char *player_names_shown(const Record *record, Color color) {
    const char *const tags[COLOR_COUNT] = {player_tag(record, WHITE), player_tag(record, BLACK)};
    return player_names_of_tags(tags, color);
}

const char *player_names_refusal(const char *name, const char *other) {
    if (lookalike_equal(name, ""))
        return NULL;
    if (is_color(name) || lookalike_equal(name, SPECTATOR_NAME))
        return "White, Black and spectator are nobody's name; choose another";
    return lookalike_equal(name, other) ? "it looks like the name of another player; choose another"
                                        : NULL;
}
