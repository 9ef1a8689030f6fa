#include <config.h>

#include "review/review_notes.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "review/review_store.h"
#include "review/review_words.h"
#include "rules/comment.h"

void review_notes_comment(const Record *record, size_t ply, NotationStyle style, Buffer *text) {
    size_t length;
    const char *comment = record_comment(record, ply);
    const char *line = review_stored_line(record, ply, &length);
    if (line == NULL) {
        buffer_add_string(text, comment != NULL ? comment : "");
        return;
    }
    assert(comment != NULL && record->plies != NULL);
    char styled[REVIEW_SENTENCE_SIZE];
    char *sentence = memory_allocate(length + 1);
    memcpy(sentence, line, length);
    review_words_in_style(sentence, record_position_at(record, ply - 1),
                          record->plies[ply - 1].move, style, styled);
    buffer_add(text, comment, (size_t)(line - comment));
    buffer_add_string(text, styled);
    buffer_add_string(text, line + length);
    free(sentence);
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

void review_notes_write(const Record *record, size_t ply, NotationStyle style, Buffer *text) {
    const size_t start = text->length;
    const RecordPly *noted = ply > 0 ? &record->plies[ply - 1] : NULL;
    for (size_t i = 0; noted != NULL && i < RECORD_GLYPHS_MAX && noted->glyphs[i]; i++) {
        if (i > 0)
            buffer_add_string(text, " ");
        write_glyph(noted->glyphs[i], text);
    }
    if (record_comment(record, ply) != NULL) {
        begin_line(text, start);
        review_notes_comment(record, ply, style, text);
    }
    if (noted != NULL && noted->variations != NULL) {
        begin_line(text, start);
        variation_write_plain(noted->variations, record_position_at(record, ply - 1), style, text);
    }
}
