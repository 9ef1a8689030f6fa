/* The value types of fields: parsers and writers of their text. Private to field.c. */
#ifndef NET_FIELD_TYPE_H
#define NET_FIELD_TYPE_H

#include "net/protocol.h"

typedef struct FieldRow FieldRow;

typedef struct FieldType {
    bool (*read)(const FieldRow *row, const char *text, size_t length, Fields *fields);
    size_t (*write)(const FieldRow *row, const Fields *fields, char text[FIELD_VALUE_SIZE]);
} FieldType;

/* A row of the table of fields. */
struct FieldRow {
    const char *key;  /* of key=value, or NULL for a positional field ... */
    const char *name; /* ... which has a name for messages */
    const FieldType *type;
    size_t offset, size; /* of the member in Fields; size 0: only the presence counts */
    FieldExtent extent;
    const char *expected;                   /* for messages: "a number" */
    ProtocolError error;                    /* for an invalid value; PROTO_ERR_NONE: BADARG */
    const char *prefix;                     /* of a number, or NULL */
    uint32_t least, most;                   /* of a number; most 0: whatever its member holds */
    const char *const *words;               /* of a choice, ended by NULL, or else ... */
    const char *(*word_of)(unsigned value); /* ... a function that ends its words with NULL */
    bool is_name, has_colon;                /* of a UTF-8 text: '_' stands for a blank; "Ada:" */
};

extern const FieldType field_type_number; /* uint32_t or, of 8 bytes, a non-negative int64_t */
extern const FieldType field_type_clock;
extern const FieldType field_type_hash;
extern const FieldType field_type_choice; /* an enum, by its words */
extern const FieldType field_type_base32; /* the text of an id or key */
extern const FieldType field_type_square;
extern const FieldType field_type_move;
extern const FieldType field_type_ascii;
extern const FieldType field_type_utf8;

#endif
