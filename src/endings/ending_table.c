#include <config.h>

#include "endings/ending_table.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"

static EndingClass exchange(const EndingClass *class) {
    return (EndingClass){{class->counts[BLACK], class->counts[WHITE]}};
}

static unsigned first_slot(const EndingClass *class) {
    uint64_t mixed = class->counts[WHITE] * UINT64_C(0x9e3779b97f4a7c15) ^
                     class->counts[BLACK] * UINT64_C(0xc2b2ae3d27d4eb4f);
    return (unsigned)((mixed ^ mixed >> 32) % ENDING_TABLE_SLOTS);
}

static void insert(EndingTables *tables, const EndingClass *class, int entry) {
    unsigned slot = first_slot(class);
    while (tables->slots[slot])
        slot = (slot + 1) % ENDING_TABLE_SLOTS;
    tables->slots[slot] = (uint16_t)entry;
}

void ending_tables_init(EndingTables *tables, const Variant *variant, int men) {
    EndingClass classes[ENDING_CLASSES_MAX];
    *tables = (EndingTables){.tables = memory_allocate(ENDING_TABLES_MAX * sizeof(EndingTable))};
    ending_rules_of(variant, &tables->rules);
    for (int n = ENDING_MEN_MIN; n <= men; n++) {
        size_t count = ending_class_list(variant, n, classes);
        for (size_t i = 0; i < count; i++) {
            assert(tables->count < ENDING_TABLES_MAX);
            EndingTable *table = &tables->tables[tables->count++];
            table->class = classes[i];
            ending_index_init(&table->index, &table->class, &tables->rules);
            EndingClass exchanged = exchange(&table->class);
            insert(tables, &table->class, 2 * tables->count - 1);
            if (!ending_class_same(&exchanged, &table->class))
                insert(tables, &exchanged, 2 * tables->count);
        }
    }
}

void ending_tables_free(EndingTables *tables) {
    for (int i = 0; i < tables->count; i++) {
        free(tables->tables[i].values[WHITE]);
        free(tables->tables[i].values[BLACK]);
    }
    free(tables->tables);
    *tables = (EndingTables){0};
}

EndingTable *ending_tables_find(const EndingTables *tables, const EndingClass *class,
                                bool *exchanged) {
    for (unsigned slot = first_slot(class); tables->slots[slot];
         slot = (slot + 1) % ENDING_TABLE_SLOTS) {
        EndingTable *table = &tables->tables[(tables->slots[slot] - 1) / 2];
        *exchanged = tables->slots[slot] % 2 == 0;
        const Color white = *exchanged ? BLACK : WHITE;
        if (class->counts[white] == table->class.counts[WHITE] &&
            class->counts[color_other(white)] == table->class.counts[BLACK])
            return table;
    }
    return NULL;
}

EndingPlace ending_tables_place(const EndingTables *tables, const Position *position) {
    const EndingClass class = ending_class_of(position);
    const Color side = position_side(position);
    bool exchanged;
    EndingTable *table = ending_tables_find(tables, &class, &exchanged);
    if (table == NULL)
        return (EndingPlace){NULL, side, 0};
    if (exchanged)
        return (EndingPlace){table, color_other(side),
                             ending_index_of_exchanged(&table->index, position)};
    return (EndingPlace){table, side, ending_index_of(&table->index, position)};
}
