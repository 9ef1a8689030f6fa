#include <config.h>

#include "tools/weightfile.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "engine/weight_fields.h"

enum {
    WEIGHT_MAX = 8000, /* sums must fit in 16 bits */
    PAIRS_PER_LINE = 4
};

static int round_weight(double value) {
    if (value > WEIGHT_MAX)
        return WEIGHT_MAX;
    return value < -WEIGHT_MAX ? -WEIGHT_MAX : (int)lround(value);
}

void weightfile_round(const double x[2 * WEIGHT_COUNT], Weights *to) {
    Weight all[WEIGHT_COUNT];
    for (size_t i = 0; i < WEIGHT_COUNT; i++)
        all[i] = WEIGHT(round_weight(x[2 * i]), round_weight(x[2 * i + 1]));
    memcpy(to, all, sizeof all);
}

static void write_columns(Buffer *text, const Weight *row, int columns) {
    for (int i = 0; i < columns; i++) {
        buffer_add_string(text, i % PAIRS_PER_LINE == 0 ? "\n            " : " ");
        buffer_add_format(text, "WEIGHT(%4d, %4d),", weight_middle(row[i]), weight_end(row[i]));
    }
    buffer_add_string(text, "\n        ");
}

static void write_row(Buffer *text, const WeightField *field, int row, const Weight *values) {
    buffer_add_string(text, "        [");
    if (field->row_names)
        buffer_add_string(text, field->row_names[row]);
    else
        buffer_add_format(text, "%d", row);
    buffer_add_string(text, "] = {");
    if (field->columns == 1)
        buffer_add_format(text, "WEIGHT(%d, %d)", weight_middle(values[0]), weight_end(values[0]));
    else
        write_columns(text, values, field->columns);
    buffer_add_string(text, "},\n");
}

static void write_field(Buffer *text, const WeightField *field, const Weight *all) {
    buffer_add_format(text, "    .%s = {\n", field->name);
    for (int row = 0; row < field->rows; row++)
        write_row(text, field, row, &all[field->first + (size_t)(row * field->columns)]);
    buffer_add_string(text, "    },\n");
}

static char *make_text(const Weights *from, const char *comment) {
    Buffer text = {0};
    Weight all[WEIGHT_COUNT];
    memcpy(all, from, sizeof all);
    buffer_add_string(&text, "/* ");
    buffer_add_string(&text, comment);
    buffer_add_string(&text, " */\n"
                             "#include <config.h>\n\n"
                             "#include \"engine/weights.h\"\n\n"
                             "/* clang-format off */\n"
                             "const Weights weights = {\n");
    for (const WeightField *field = weight_fields; field->name; field++)
        write_field(&text, field, all);
    buffer_add_string(&text, "};\n/* clang-format on */\n");
    return buffer_take(&text);
}

static bool write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    bool failed = fputs(text, file) == EOF;
    failed |= fclose(file) != 0;
    return !failed;
}

bool weightfile_write(const char *path, const Weights *from, const char *comment, Error *error) {
    Buffer temporary = {0};
    buffer_add_string(&temporary, path);
    buffer_add_string(&temporary, ".new");
    char *text = make_text(from, comment);
    bool written = write_text(temporary.bytes, text) && rename(temporary.bytes, path) == 0;
    if (!written)
        remove(temporary.bytes);
    free(text);
    buffer_free(&temporary);
    return written || error_set(error, ERROR_IO, "%s cannot be written", path);
}
