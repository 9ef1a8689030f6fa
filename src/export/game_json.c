#include <config.h>

#include "export/game_json.h"

#include <inttypes.h>

#include "export/game_text.h"
#include "export/markup.h"
#include "rules/coordinate.h"
#include "rules/fen.h"
#include "rules/variant.h"

/* An object that is being written. */
typedef struct JsonObject {
    Buffer *json;
    const char *separator; /* before the next member */
    const char *between;   /* members */
} JsonObject;

static void add_name(JsonObject *object, const char *name) {
    buffer_add_string(object->json, object->separator);
    markup_add_json(object->json, name);
    buffer_add_string(object->json, ": ");
    object->separator = object->between;
}

/* Adds a member, unless the text is NULL. */
static void add_string(JsonObject *object, const char *name, const char *text) {
    if (!text)
        return;
    add_name(object, name);
    markup_add_json(object->json, text);
}

static void add_number(JsonObject *object, const char *name, int64_t number) {
    add_name(object, name);
    buffer_add_format(object->json, "%" PRId64, number);
}

static void add_fen(JsonObject *object, const char *name, const Position *position) {
    char fen[FEN_SIZE];
    fen_write(position, fen);
    add_string(object, name, fen);
}

static void add_score(JsonObject *object, const RecordScore *score) {
    if (!score->known)
        return;
    add_name(object, "score");
    JsonObject inner = {object->json, "{", ", "};
    if (score->win_moves != 0)
        add_number(&inner, "win_moves", score->win_moves);
    else
        add_number(&inner, "hundredths", score->hundredths);
    if (score->depth > 0)
        add_number(&inner, "depth", score->depth);
    buffer_add_string(object->json, "}");
}

/* ---- the game ---- */

static void add_variant(JsonObject *object, const Variant *variant) {
    const Variant *builtin = variant_find(variant->name);
    add_string(object, "variant", variant->name);
    if (builtin && variant_same_rules(builtin, variant))
        return;
    add_name(object, "variant_rules");
    JsonObject rules = {object->json, "{", ", "};
    for (int i = 0; i < VARIANT_FIELD_COUNT; i++) {
        const VariantField *field = &variant_fields[i];
        Buffer value = {0};
        variant_field_write(field, variant, &value);
        add_name(&rules, field->name);
        if (field->kind == VARIANT_FIELD_NUMBER)
            buffer_add_string(object->json, value.bytes);
        else
            markup_add_json(object->json, value.length > 0 ? value.bytes : "");
        buffer_free(&value);
    }
    buffer_add_string(object->json, "}");
}

static void add_tags(JsonObject *object, const Record *record) {
    add_name(object, "tags");
    JsonObject tags = {object->json, "", ", "};
    buffer_add_string(object->json, "{");
    for (size_t i = 0; i < record->tag_count; i++)
        add_string(&tags, record->tags[i].name, record->tags[i].value);
    buffer_add_string(object->json, "}");
}

static void add_glyphs(JsonObject *object, const RecordPly *played) {
    if (!played->glyphs[0])
        return;
    add_name(object, "glyphs");
    for (int i = 0; i < RECORD_GLYPHS_MAX && played->glyphs[i]; i++)
        buffer_add_format(object->json, "%s%d", i > 0 ? ", " : "[", played->glyphs[i]);
    buffer_add_string(object->json, "]");
}

static void add_move(const Record *record, size_t ply, Buffer *json) {
    const RecordPly *played = &record->plies[ply - 1];
    const Position *before = record_position_at(record, ply - 1);
    char move[NOTATION_SIZE], coordinates[COORDINATE_SIZE];
    JsonObject object = {json, "{", ", "};
    notation_write(before, played->move, notation_congo, move);
    coordinate_write(played->move, coordinates);
    add_number(&object, "ply", (int64_t)ply);
    add_string(&object, "color", color_word(position_side(before)));
    add_string(&object, "move", move);
    add_string(&object, "coordinates", coordinates);
    add_fen(&object, "fen", record_position_at(record, ply));
    if (played->time_ms >= 0)
        add_number(&object, "time_ms", played->time_ms);
    if (played->clock_ms >= 0)
        add_number(&object, "clock_ms", played->clock_ms);
    add_glyphs(&object, played);
    add_string(&object, "comment", played->comment);
    add_string(&object, "variations", played->variations);
    add_score(&object, &record->scores[ply]);
    buffer_add_string(json, "}");
}

void game_json_add(const Record *record, Buffer *json) {
    Outcome outcome = record_outcome_at(record, record->count);
    JsonObject object = {json, "{", ",\n "};
    add_tags(&object, record);
    add_variant(&object, &record->variant);
    add_string(&object, "result", result_text(outcome.result));
    if (outcome_is_over(outcome))
        add_string(&object, "reason", reason_word(outcome.reason));
    add_fen(&object, "start", record_position_at(record, 0));
    add_string(&object, "comment", record->comment);
    add_score(&object, &record->scores[0]);
    add_name(&object, "moves");
    buffer_add_string(json, "[");
    for (size_t ply = 1; ply <= record->count; ply++) {
        buffer_add_string(json, ply > 1 ? ",\n  " : "\n  ");
        add_move(record, ply, json);
    }
    buffer_add_string(json, "]}");
}
