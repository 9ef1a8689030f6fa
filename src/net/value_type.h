/* How the values of fields are read and written: what value.c is made of. */
#ifndef NET_VALUE_TYPE_H
#define NET_VALUE_TYPE_H

#include "net/value.h"

typedef struct ValueRow ValueRow;

/* What a kind of values has in common. */
typedef struct ValueType {
    bool (*read)(const ValueRow *row, const char *text, size_t length, Fields *fields);
    size_t (*write)(const ValueRow *row, const Fields *fields, char text[VALUE_SIZE]);
    const char *expected;
    enum { TAKES_WORD, TAKES_ANY_WORD, TAKES_BLANKS, TAKES_REST } takes;
} ValueType;

/* A row of the table of fields. */
struct ValueRow {
    const char *key;  /* of key=value, else NULL */
    const char *name; /* if it has no key */
    const ValueType *type;
    size_t offset;            /* of the member in Fields */
    size_t size;              /* of a text with its NUL */
    const char *const *words; /* of a choice; the values are their places in the list */
    const char *expected;     /* if the type's does not say it */
    ErrorWord refusal;        /* WORD_NONE: BADARG */
};

/* The member of a field. */
static inline char *value_member(const ValueRow *row, Fields *fields) {
    return (char *)fields + row->offset;
}

static inline const char *value_member_of(const ValueRow *row, const Fields *fields) {
    return (const char *)fields + row->offset;
}

/* value_number.c */
extern const ValueType valuetype_number;
extern const ValueType valuetype_ms;
extern const ValueType valuetype_clock;
extern const ValueType valuetype_hash;
extern const ValueType valuetype_protocol;

/* value_word.c */
extern const ValueType valuetype_choice;
extern const ValueType valuetype_standard;
extern const ValueType valuetype_flag;
extern const ValueType valuetype_topic;
extern const ValueType valuetype_result;
extern const ValueType valuetype_reason;
extern const ValueType valuetype_id;
extern const ValueType valuetype_key;
extern const ValueType valuetype_square;

/* value_text.c */
extern const ValueType valuetype_move;
extern const ValueType valuetype_word;
extern const ValueType valuetype_fen;
extern const ValueType valuetype_why;
extern const ValueType valuetype_echo;
extern const ValueType valuetype_text;
extern const ValueType valuetype_name;
extern const ValueType valuetype_speaker;

#endif
