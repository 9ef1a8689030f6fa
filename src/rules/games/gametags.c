#include <config.h>

#include "rules/games/gametags.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "rules/record.h"
#include "rules/variant.h"

/* ---- the list ---- */

void gametags_free(GameTags *tags) {
    for (size_t i = 0; i < tags->count; i++) {
        free(tags->tags[i].name);
        free(tags->tags[i].value);
    }
    free(tags->tags);
    *tags = (GameTags){0};
}

const GameTag *gametags_find(const GameTags *tags, const char *name) {
    for (size_t i = 0; i < tags->count; i++)
        if (strcmp(tags->tags[i].name, name) == 0)
            return &tags->tags[i];
    return NULL;
}

void gametags_write(const char *name, const char *value, Buffer *file) {
    buffer_add_string(file, "[");
    buffer_add_string(file, name);
    buffer_add_string(file, " \"");
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            buffer_add_string(file, "\\");
        buffer_add(file, value, 1);
    }
    buffer_add_string(file, "\"]\n");
}

/* ---- reading ---- */

enum { TAGS_MAX = RECORD_TAGS_MAX + 20 }; /* with those that a record does not keep */

static bool is_name(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

static bool read_name(GameFaults *faults, Buffer *name) {
    GameReader *reader = faults->reader;
    while (is_name(gamescan_peek(reader))) {
        buffer_add(name, &reader->text[reader->at.offset], 1);
        gamescan_advance(reader, 1);
    }
    if (name->length == 0 || name->length > RECORD_TAG_NAME_MAX)
        return gamescan_fail(faults, reader->at, ERROR_SYNTAX,
                             "expected a tag's name of 1 to %d letters, digits and '_'",
                             RECORD_TAG_NAME_MAX);
    return true;
}

static bool read_value(GameFaults *faults, Buffer *value) {
    GameReader *reader = faults->reader;
    GamePlace place = reader->at;
    if (gamescan_peek(reader) != '"')
        return gamescan_fail(faults, place, ERROR_SYNTAX, "expected the tag's value in quotes");
    gamescan_advance(reader, 1);
    for (; gamescan_peek(reader) != '"'; gamescan_advance(reader, 1)) {
        if (gamescan_peek(reader) == '\\') {
            const char *next = reader->text + reader->at.offset + 1;
            if (reader->at.offset + 1 < reader->length && (*next == '"' || *next == '\\'))
                gamescan_advance(reader, 1);
        }
        if (gamescan_peek(reader) == '\0' || gamescan_is_break(gamescan_peek(reader)))
            return gamescan_fail(faults, place, ERROR_SYNTAX,
                                 "the value that begins here has no closing quote in its line");
        buffer_add(value, &reader->text[reader->at.offset], 1);
    }
    gamescan_advance(reader, 1);
    return true;
}

/* Takes over the tag's strings. */
static bool keep(GameFaults *faults, GameTags *tags, GameTag tag) {
    GamePlace place = {0, tag.line, tag.column};
    if (gametags_find(tags, tag.name)) {
        gamescan_fail(faults, place, ERROR_SYNTAX, "the tag %s is given twice", tag.name);
    } else if (tags->count == TAGS_MAX) {
        gamescan_fail(faults, place, ERROR_RANGE, "a game has at most %d tags", RECORD_TAGS_MAX);
    } else {
        tags->tags = memory_resize(tags->tags, tags->count + 1, sizeof *tags->tags);
        tags->tags[tags->count++] = tag;
        return true;
    }
    free(tag.name);
    free(tag.value);
    return false;
}

bool gametags_read(GameFaults *faults, GameTags *tags) {
    GameReader *reader = faults->reader;
    GamePlace place = reader->at;
    Buffer name = {0}, value = {0};
    gamescan_advance(reader, 1);
    gamescan_skip_blanks(reader);
    bool good = read_name(faults, &name);
    gamescan_skip_blanks(reader);
    good = good && read_value(faults, &value);
    gamescan_skip_blanks(reader);
    if (good && gamescan_peek(reader) != ']')
        good =
            gamescan_fail(faults, reader->at, ERROR_SYNTAX, "expected ']' after the tag's value");
    if (!good) {
        buffer_free(&name);
        buffer_free(&value);
        return false;
    }
    gamescan_advance(reader, 1);
    return keep(faults, tags,
                (GameTag){buffer_take(&name), buffer_take(&value), place.line, place.column});
}

/* ---- how a game ended ---- */

bool gametags_read_termination(const char *value, Result result, Reason *reason) {
    /* REASON_NONE: the value contradicts such a result. */
    static const struct {
        const char *value;
        Reason won, drawn, open;
    } terminations[] = {
        {"normal", REASON_RESIGNED, REASON_AGREED, REASON_NONE},
        {"time forfeit", REASON_TIME, REASON_NONE, REASON_NONE},
        {"abandoned", REASON_RESIGNED, REASON_AGREED, REASON_ABORTED},
        {"adjudication", REASON_RESIGNED, REASON_AGREED, REASON_NONE},
        {"rules infraction", REASON_RESIGNED, REASON_NONE, REASON_NONE},
        {"death", REASON_RESIGNED, REASON_AGREED, REASON_ABORTED},
        {"emergency", REASON_RESIGNED, REASON_AGREED, REASON_ABORTED},
    };
    *reason = REASON_NONE;
    if (text_equal_ignore_case(value, "unterminated"))
        return result == RESULT_OPEN;
    for (size_t i = 0; i < sizeof terminations / sizeof terminations[0]; i++) {
        if (!text_equal_ignore_case(value, terminations[i].value))
            continue;
        *reason = result == RESULT_OPEN   ? terminations[i].open
                  : result == RESULT_DRAW ? terminations[i].drawn
                                          : terminations[i].won;
        return *reason != REASON_NONE;
    }
    return true;
}

bool gametags_termination_agrees(const char *value, Outcome outcome) {
    Reason reason;
    return gametags_read_termination(value, outcome.result, &reason) &&
           (reason != REASON_TIME || outcome.reason == REASON_TIME);
}

const char *gametags_termination(Outcome outcome) {
    switch (outcome.reason) {
    case REASON_NONE:
        return "unterminated";
    case REASON_TIME:
        return "time forfeit";
    case REASON_ABORTED:
        return "abandoned";
    default:
        return "normal";
    }
}

/* ---- the roster of PGN ---- */

const char *const gametags_roster[ROSTER_TAGS] = {"Event", "Site",  "Date",
                                                  "Round", "White", "Black"};

const char *gametags_unknown(const char *name) {
    for (int i = 0; i < ROSTER_TAGS; i++)
        if (strcmp(gametags_roster[i], name) == 0)
            return strcmp(name, "Date") == 0 ? "????.??.??" : "?";
    return NULL;
}

/* ---- the definition of a variant ---- */

/* An empty value is written as "-". */
static const char nothing[] = "-";

static const char variant_tag[] = "Variant";

static const VariantField *find_variant_field(const char *tag) {
    for (int i = 0; i < VARIANT_FIELD_COUNT; i++)
        if (strcmp(variant_fields[i].tag, tag) == 0)
            return &variant_fields[i];
    return NULL;
}

/* Reads the tag if it is a field of a variant, and sets *defines if so. */
static bool read_variant_field(const GameTag *tag, Variant *variant, bool *defines, Error *error) {
    char excerpt[EXCERPT_SIZE];
    if (strncmp(tag->name, variant_tag, strlen(variant_tag)) != 0 ||
        strcmp(tag->name, variant_tag) == 0)
        return true;
    const VariantField *field = find_variant_field(tag->name);
    if (!field)
        return error_set(error, ERROR_SYNTAX, "%s is not a tag that defines a variant", tag->name);
    bool empty = field->kind != VARIANT_FIELD_TEXT && strcmp(tag->value, nothing) == 0;
    if (!variant_field_parse(field, empty ? "" : tag->value, variant))
        return error_set(error, ERROR_SYNTAX, "the %s tag: expected %s, found \"%s\"", tag->name,
                         field->tag_form, text_excerpt(tag->value, strlen(tag->value), excerpt));
    *defines = true;
    return true;
}

static bool check_definition(const Variant *variant, Error *error) {
    Error why = {0};
    const char *field;
    const Variant *builtin = variant_find(variant->name);
    if (!variant_check(variant, &field, &why))
        return error_set(error, why.code, "the variant %s: %s: %s", variant->name, field, why.text);
    if (builtin && !variant_same_rules(builtin, variant))
        return error_set(error, ERROR_STATE,
                         "the variant %s is built in and cannot be defined otherwise",
                         variant->name);
    return true;
}

bool gametags_read_variant(const GameTags *tags, Variant *variant, const GameTag **wrong_tag,
                           Error *error) {
    char excerpt[EXCERPT_SIZE];
    Variant defined = *variant_default();
    bool defines = false;
    for (size_t i = 0; i < tags->count; i++) {
        *wrong_tag = &tags->tags[i];
        if (!read_variant_field(*wrong_tag, &defined, &defines, error))
            return false;
        if (defines && !gametags_find(tags, variant_tag))
            return error_set(error, ERROR_SYNTAX, "%s without a Variant tag that names it",
                             (*wrong_tag)->name);
    }
    *wrong_tag = gametags_find(tags, variant_tag);
    const char *name = *wrong_tag ? (*wrong_tag)->value : defined.name;
    if (!defines && variant_find(name)) {
        *variant = *variant_find(name);
        return true;
    }
    if (strlen(name) >= sizeof defined.name)
        return error_set(error, ERROR_RANGE, "a variant's name has at most %d letters",
                         VARIANT_NAME_SIZE - 1);
    if (!defines)
        return error_set(error, ERROR_SYNTAX,
                         "there is no variant \"%s\", and the tags do not define it",
                         text_excerpt(name, strlen(name), excerpt));
    memcpy(defined.name, name, strlen(name) + 1);
    if (!check_definition(&defined, error))
        return false;
    *variant = defined;
    return true;
}

void gametags_write_variant(const Variant *variant, Buffer *file) {
    const Variant *builtin = variant_find(variant->name);
    gametags_write(variant_tag, variant->name, file);
    if (builtin && variant_same_rules(builtin, variant))
        return;
    Buffer value = {0};
    for (int i = 0; i < VARIANT_FIELD_COUNT; i++) {
        buffer_clear(&value);
        variant_field_write(&variant_fields[i], variant, &value);
        gametags_write(variant_fields[i].tag, value.length > 0 ? value.bytes : nothing, file);
    }
    buffer_free(&value);
}
