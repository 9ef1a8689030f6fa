/* How the values of fields are read and written: what value.c is made of. */
#ifndef NET_FIELD_TYPE_H
#define NET_FIELD_TYPE_H

#include "net/field.h"

typedef struct FieldRow FieldRow;

/* What a kind of values has in common. */
typedef struct FieldType {
    bool (*read)(const FieldRow *row, const char *text, size_t length, Fields *fields);
    size_t (*write)(const FieldRow *row, const Fields *fields, char text[FIELD_VALUE_SIZE]);
    const char *expected;
    enum { TAKES_WORD, TAKES_ANY_WORD, TAKES_BLANKS, TAKES_REST } takes;
} FieldType;

/* A row of the table of fields. */
struct FieldRow {
    const char *key;  /* of key=value, else NULL */
    const char *name; /* if it has no key */
    const FieldType *type;
    size_t offset;            /* of the member in Fields */
    size_t size;              /* of a text with its NUL */
    const char *const *words; /* of a choice; the values are their places in the list */
    const char *expected;     /* if the type's does not say it */
    ProtocolError error;      /* PROTO_ERR_NONE: BADARG */
};

/* The member of a field. */
static inline char *field_member(const FieldRow *row, Fields *fields) {
    return (char *)fields + row->offset;
}

static inline const char *field_member_const(const FieldRow *row, const Fields *fields) {
    return (const char *)fields + row->offset;
}

/* value_number.c */
extern const FieldType field_type_number;
extern const FieldType field_type_ms;
extern const FieldType field_type_clock;
extern const FieldType field_type_hash;
extern const FieldType field_type_protocol;

/* value_word.c */
extern const FieldType field_type_choice;
extern const FieldType field_type_standard;
extern const FieldType field_type_flag;
extern const FieldType field_type_topic;
extern const FieldType field_type_result;
extern const FieldType field_type_reason;
extern const FieldType field_type_id;
extern const FieldType field_type_key;
extern const FieldType field_type_square;

/* value_text.c */
extern const FieldType field_type_move;
extern const FieldType field_type_word;
extern const FieldType field_type_fen;
extern const FieldType field_type_phrase;
extern const FieldType field_type_echo;
extern const FieldType field_type_text;
extern const FieldType field_type_name;
extern const FieldType field_type_speaker;

#endif
