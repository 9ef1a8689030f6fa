/* The fields that define a variant, as configuration files and the tags of files of games write
 * them. The name, and the variant that a definition is based on, are not among them. */
#ifndef RULES_VARIANT_FIELD_H
#define RULES_VARIANT_FIELD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"
#include "rules/variant.h"

typedef enum VariantFieldKind {
    VARIANT_FIELD_TEXT,
    VARIANT_FIELD_WORD,
    VARIANT_FIELD_NUMBER, /* 0..VARIANT_QUIET_MAX */
    VARIANT_FIELD_SQUARES /* of rank 4, each once */
} VariantFieldKind;

typedef struct VariantField {
    VariantFieldKind kind;
    const char *name;         /* in a configuration: "quiet_plies" */
    const char *tag;          /* in a file of games: "VariantQuietPlies" */
    const char *form;         /* the expected value, in a message about a configuration */
    const char *tag_form;     /* and about a tag */
    const char *const *words; /* of VARIANT_FIELD_WORD, by value; ends with NULL */
    size_t offset, size;      /* of the member of Variant */
} VariantField;

enum { VARIANT_FIELD_COUNT = 7 };
extern const VariantField variant_fields[VARIANT_FIELD_COUNT];

/* Each returns false if the field does not accept the value. Squares are separated by single blanks
 * in text: "a4 g4". */
bool variant_field_parse(const VariantField *field, const char *text, Variant *variant);
bool variant_field_set_number(const VariantField *field, int64_t number, Variant *variant);
bool variant_field_add_square(const VariantField *field, const char *square, Variant *variant);

/* Appends the field's value as variant_field_parse reads it. */
void variant_field_write(const VariantField *field, const Variant *variant, Buffer *text);

#endif
