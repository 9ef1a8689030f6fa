#include <config.h>

#include "tui/cards/card.h"

#include "board/squares.h"
#include "term/draw.h"
#include "term/frame.h"
#include "term/terminal.h"

enum { MARGIN_WIDE = 3, MARGIN_NARROW = 1, NARROW_COLUMNS = 60 };

int card_margin(void) {
    return draw_columns() < NARROW_COLUMNS ? MARGIN_NARROW : MARGIN_WIDE;
}

static bool has_colors(void) {
    return terminal_capabilities()->colors > 0;
}

bool card_has_pictures(void) {
    return terminal_capabilities()->rich && terminal_capabilities()->colors >= 256;
}

Rect card_begin(Rect area) {
    draw_set_surface(COLOR_DIALOG);
    frame_box(area, CARD_EDGE, "");
    int margin = card_margin();
    return (Rect){area.y + CARD_EDGE, area.x + margin, area.height - 2 * CARD_EDGE,
                  area.width - 2 * margin};
}

void card_end(void) {
    draw_set_surface(COLOR_SCREEN);
}

void card_row_begin(Rect area, bool focused) {
    if (!focused)
        return;
    if (has_colors())
        draw_set_surface(COLOR_CARD);
    draw_fill(area, ROLE_NORMAL);
    draw_text(area.y, area.x, 1, ROLE_ACCENT, has_colors() ? draw_select("▌", ">") : ">");
    draw_place_cursor(area.y, area.x);
}

void card_row_end(void) {
    draw_set_surface(COLOR_DIALOG);
}

/* --- buttons --- */

void card_paint_piece(const App *app, Rect area, PieceType type, Color color, Square on) {
    GlyphSet glyphs = app->settings.glyphs == GLYPHS_AUTO ? GLYPHS_DRAWN : app->settings.glyphs;
    const Record *record = app_record(app);
    const Variant *variant = record == NULL ? &app->settings.variant : &record->variant;
    squares_paint_piece(area, glyphs, type, color, variant, on);
}

int card_button_width(const char *label) {
    return frame_button_width(label);
}

Rect card_button(int y, int x, const char *label, int key, bool focused) {
    frame_button(y, x, label, key, focused);
    return (Rect){y, x, 1, frame_button_width(label)};
}
