#include <config.h>

#include "rules/record_notes.h"

#include "rules/sideline.h"

bool record_notes_exist(const Record *record, size_t ply) {
    const RecordPly *noted = ply > 0 ? &record->plies[ply - 1] : NULL;
    return record_comment(record, ply) || (noted && (noted->glyphs[0] || noted->variations));
}

/* Appends what PGN's standard says of the glyph. Rare ones are named by their number. */
static void write_glyph(unsigned char glyph, Buffer *text) {
    static const char *const sentences[] = {
        [1] = "A good move.",
        [2] = "A mistake.",
        [3] = "A very good move.",
        [4] = "A blunder.",
        [5] = "An interesting move.",
        [6] = "A doubtful move.",
        [7] = "A forced move.",
        [8] = "The only move.",
        [9] = "The worst move.",
        [10] = "The game is even.",
        [11] = "The game is even and quiet.",
        [12] = "The game is even and lively.",
        [13] = "The position is unclear.",
        [14] = "White is slightly better.",
        [15] = "Black is slightly better.",
        [16] = "White is better.",
        [17] = "Black is better.",
        [18] = "White is winning.",
        [19] = "Black is winning.",
    };
    if (glyph < sizeof sentences / sizeof sentences[0])
        buffer_add_string(text, sentences[glyph]);
    else
        buffer_add_format(text, "Sign $%d of PGN.", glyph);
}

static void begin_line(Buffer *text, size_t start) {
    if (text->length > start)
        buffer_add_string(text, "\n");
}

void record_notes_write(const Record *record, size_t ply, Buffer *text) {
    size_t start = text->length;
    const RecordPly *noted = ply > 0 ? &record->plies[ply - 1] : NULL;
    for (size_t i = 0; noted && i < RECORD_GLYPHS_MAX && noted->glyphs[i]; i++) {
        if (i > 0)
            buffer_add_string(text, " ");
        write_glyph(noted->glyphs[i], text);
    }
    if (record_comment(record, ply)) {
        begin_line(text, start);
        buffer_add_string(text, record_comment(record, ply));
    }
    if (noted && noted->variations) {
        begin_line(text, start);
        sideline_write_plain(noted->variations, text);
    }
}
