/* The tables of one set of rules: which class is where, and the values that are in memory. */
#ifndef ENDINGS_ENDING_TABLE_H
#define ENDINGS_ENDING_TABLE_H

#include "endings/ending_index.h"
#include "endings/ending_value.h"

typedef struct EndingTable {
    EndingClass class;
    EndingIndex index;
    uint8_t *values[COLOR_COUNT]; /* by side to move and number; owned; NULL: not in memory */
} EndingTable;

enum {
    ENDING_TABLES_MAX = 1024,
    ENDING_TABLE_SLOTS =
        4096 /* a power of two, at least twice the classes with exchanged colours */
};

typedef struct EndingTables {
    EndingRules rules;
    EndingTable *tables; /* owned; by number of men, then in the order of ending_class_list */
    int count;
    /* An open hash table of the classes and of those with exchanged colours: 2 * table + exchanged
     * + 1, or 0. */
    uint16_t slots[ENDING_TABLE_SLOTS];
} EndingTables;

/* Lists the classes of a variant up to a number of men, without values. */
void ending_tables_init(EndingTables *tables, const Variant *variant, int men);
void ending_tables_free(EndingTables *tables);

/* Returns the table of a class, or NULL if there is none. *exchanged: the table has the colours
 * exchanged. */
EndingTable *ending_tables_find(const EndingTables *tables, const EndingClass *class,
                                bool *exchanged);

/* Where the value of a position is. */
typedef struct EndingPlace {
    EndingTable *table; /* NULL: nowhere */
    Color side;
    uint32_t number;
} EndingPlace;

/* The position has both lions and no open capture. */
EndingPlace ending_tables_place(const EndingTables *tables, const Position *position);

#endif
