#include <config.h>

#include "board/player_card.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "board/panels.h"
#include "board/theme.h"
#include "term/draw.h"
#include "term/terminal.h"

enum {
    TEXT_SIZE = 128,
    COUNT_SIZE = 24,
    MARGIN = 2,        /* columns left of a card's texts, the accent's column included */
    SWATCH_WIDTH = 3,  /* with the blank after it */
    BALANCE_WIDTH = 5, /* columns that are kept free for the result or balance beside the counts */
    NAME_MIN = 6,      /* columns that a name needs to be shown */
    NARROW = 24        /* a card of fewer columns has a margin of 1 */
};

static const Position *game_position(const View *view) {
    return view->game != NULL ? view->game : view->position;
}

static bool is_over(const View *view) {
    return outcome_is_over(view->outcome);
}

static bool is_to_move(const View *view, Color color) {
    return !is_over(view) && position_side(game_position(view)) == color;
}

static bool has_colors(void) {
    return terminal_capabilities()->colors > 0;
}

/* ---- texts ---- */

static const char *result_word(const View *view, Color color) {
    switch (view->outcome.result) {
    case RESULT_OPEN:
        return "stopped";
    case RESULT_DRAW:
        return "draw";
    default:
        return view->outcome.result == (color == WHITE ? RESULT_WHITE : RESULT_BLACK) ? "won"
                                                                                      : "lost";
    }
}

/* Returns what the player does or is: "thinking", "paused", "away"; "" for nothing. */
static const char *state_word(const View *view, Color color) {
    const ViewPlayer *player = &view->player[color];
    if (player->note != NULL)
        return player->note;
    if (is_over(view))
        return "";
    if (player->thinking || player->pondering)
        return "thinking";
    return view->paused && is_to_move(view, color) ? "paused" : "";
}

/* ---- the balance of material ---- */

/* Returns the worth of a piece in pawns, by the rule of thumb. */
static int piece_worth(PieceType type, PawnFamily family) {
    static const int worth[PIECE_TYPE_COUNT] = {
        [ZEBRA] = 3, [ELEPHANT] = 4, [GIRAFFE] = 4,   [CROCODILE] = 4,
        [PAWN] = 1,  [MONKEY] = 3,   [SUPERPAWN] = 2, [ELEPHANTE] = 4};
    if (family == PAWNS_MEGA && type == SUPERPAWN)
        return 9;
    return family == PAWNS_MEGA && type == PAWN ? 2 : worth[type];
}

static int count_of(const Position *position, Color color, PieceType type) {
    return popcount64(position_pieces(position, color, type));
}

static int material(const Position *position, Color color) {
    int sum = 0;
    for (int type = 0; type < PIECE_TYPE_COUNT; type++)
        sum += count_of(position, color, (PieceType)type) *
               piece_worth((PieceType)type, position->variant->pawns);
    return sum;
}

/* ---- the counts ---- */

/* The forms of the counts, from the longest to the shortest. */
typedef struct CountForm {
    int blank;    /* columns between counts */
    bool letters; /* instead of emoji */
    bool brief;   /* without types that neither are nor were on the board */
} CountForm;
static const CountForm count_forms[] = {{1, false, false}, {0, false, false}, {0, false, true},
                                        {1, true, false},  {1, true, true},   {0, true, true}};
enum { COUNT_FORMS = sizeof count_forms / sizeof count_forms[0], FIRST_LETTERS = 3 };

static bool has_emoji(const View *view) {
    return view->glyphs == GLYPHS_ANIMALS && terminal_capabilities()->rich;
}

/* Writes a count with the sign of its type: "E2", or with an animal. */
static void write_count(const View *view, Color color, PieceType type, CountForm form,
                        char text[COUNT_SIZE]) {
    const Position *position = game_position(view);
    const char *emoji = has_emoji(view) && !form.letters ? piece_type_emoji(type) : NULL;
    char letter[2] = {piece_type_letter(type, position->variant->pawns), '\0'};
    snprintf(text, COUNT_SIZE, "%s%d", emoji != NULL ? emoji : letter,
             count_of(position, color, type));
}

static int count_at_start(const View *view, Color color, PieceType type) {
    return count_of(record_position_at(view->record, 0), color, type);
}

/* The order of the counts; elephantes only where the variant has them. */
static const PieceType count_order[] = {LION,      MONKEY, ELEPHANT,  ZEBRA,    GIRAFFE,
                                        CROCODILE, PAWN,   SUPERPAWN, ELEPHANTE};
enum { COUNT_TYPES = sizeof count_order / sizeof count_order[0] };

static bool is_listed(const View *view, Color color, PieceType type, CountForm form) {
    if (!variant_has_piece(game_position(view)->variant, type))
        return false;
    return !form.brief || count_of(game_position(view), color, type) > 0 ||
           count_at_start(view, color, type) > 0;
}

static int counts_width(const View *view, Color color, CountForm form) {
    int width = 0;
    for (int i = 0; i < COUNT_TYPES; i++) {
        char text[COUNT_SIZE];
        if (!is_listed(view, color, count_order[i], form))
            continue;
        write_count(view, color, count_order[i], form, text);
        width += draw_width(text) + (width > 0 ? form.blank : 0);
    }
    return width;
}

/* Paints the counts into an area of one or more lines, or only measures them; lost pieces are
 * dimmed. Returns the lines of all counts. Sets *end to the column after the last one. */
static int put_counts(const View *view, Color color, Rect area, CountForm form, bool paint,
                      int *end) {
    int x = 0, y = 0;
    for (int i = 0; i < COUNT_TYPES; i++) {
        char text[COUNT_SIZE];
        if (!is_listed(view, color, count_order[i], form))
            continue;
        write_count(view, color, count_order[i], form, text);
        int width = draw_width(text);
        if (x + width > area.width && x > 0) {
            x = 0;
            y++;
        }
        int now = count_of(game_position(view), color, count_order[i]);
        bool reduced = now == 0 || now < count_at_start(view, color, count_order[i]);
        if (paint && y < area.height)
            draw_text(area.y + y, area.x + x, min_int(width, area.width),
                      reduced ? ROLE_DIM : ROLE_NORMAL, text);
        *end = area.x + x + width;
        x += width + form.blank;
    }
    return y + 1;
}

/* Paints the longest form that fits, or the last one. Returns the column after the last count. */
static int paint_counts(const View *view, Color color, Rect area) {
    int form = has_emoji(view) ? 0 : FIRST_LETTERS, end = area.x;
    while (form + 1 < COUNT_FORMS &&
           put_counts(view, color, area, count_forms[form], false, &end) > area.height)
        form++;
    put_counts(view, color, area, count_forms[form], true, &end);
    return end;
}

/* ---- the first line ---- */

/* Paints the colour of the pieces, with grass all around it because a card may have the same
 * colour; without colours a sign for the side to move. */
static int paint_swatch(const View *view, Color color, int y, int x) {
    if (!has_colors()) {
        draw_text(y, x, 1, ROLE_TITLE, is_to_move(view, color) ? "*" : " ");
        return x + 2;
    }
    Style style = {theme_piece_role(color), COLOR_GRASS, STYLE_EXACT};
    draw_styled(y, x, 2, style, draw_select("▬▬", "##"));
    return x + SWATCH_WIDTH;
}

/* Paints a text that ends before column `right` if at least `least` columns stay free on its left.
 * Returns the new right end. */
static int paint_at_right(int y, int left, int right, int least, UiRole role, const char *text) {
    int width = draw_width(text);
    if (width == 0 || right - width < left + least)
        return right;
    draw_text(y, right - width, width, role, text);
    return right - width - 1;
}

/* Returns the name, or the short one if only that fits beside the state, or only that fits. */
static const char *name_beside(const ViewPlayer *player, const char *state, int width) {
    int state_width = *state != '\0' ? draw_width(state) + 2 : 0;
    int full = draw_width(player->name);
    bool short_fits = player->short_name != NULL &&
                      draw_width(player->short_name) <= width - (full > width ? 0 : state_width);
    return full > width - state_width && short_fits ? player->short_name : player->name;
}

/* Returns the name that stands in the place of the colour's word, beside its swatch, where only one
 * of them has room; or NULL. */
static const char *name_for_color(const ViewPlayer *player, Color color, int width) {
    const char *name = player->short_name;
    int rest = width - draw_width(color_name(color)) - 2;
    if (player->clock[0] != '\0')
        width -= draw_width(player->clock) + 1;
    bool fits = name != NULL && *name != '\0' && draw_width(name) <= width;
    return has_colors() && fits && draw_width(name) > rest && player->note == NULL ? name : NULL;
}

/* Paints colour, name, state and clock. A note of a network game goes before a long name. */
static void paint_first_line(const View *view, Color color, Rect line) {
    const ViewPlayer *player = &view->player[color];
    const char *state = state_word(view, color);
    bool moves = is_to_move(view, color);
    UiRole role = moves ? ROLE_TITLE : ROLE_NORMAL;
    int margin = line.width < NARROW - MARGIN ? 0 : 1; /* on the right, outside the line */
    int right = line.x + line.width + 1 - margin;
    int x = paint_swatch(view, color, line.y, line.x);
    const char *alone = name_for_color(player, color, right - x);
    x += draw_text(line.y, x, right - x, moves || !has_colors() ? ROLE_TITLE : ROLE_STRONG,
                   alone != NULL ? alone : color_name(color));
    right = paint_at_right(line.y, x, right, 1, role, player->clock);
    if (alone != NULL)
        return;
    x += 2;
    const char *name = name_beside(player, state, right - x);
    right = paint_at_right(line.y, x, right, player->note != NULL ? 0 : draw_width(name) + 2,
                           ROLE_DIM, state);
    if (right - x >= min_int(NAME_MIN, draw_width(name)))
        draw_text(line.y, x, right - x, role, name);
}

/* ---- the card ---- */

/* Paints the counts, and the result or the balance on the right of their last line. */
static void paint_lower_lines(const View *view, Color color, Rect lines) {
    const Position *position = game_position(view);
    int more = material(position, color) - material(position, color_other(color));
    char balance[COUNT_SIZE] = "";
    if (more > 0)
        snprintf(balance, sizeof balance, "+%d", more);
    const char *text = is_over(view) ? result_word(view, color) : balance;
    int right = lines.x + lines.width;
    if (lines.height > 1) {
        int end = paint_counts(view, color, lines);
        paint_at_right(lines.y + lines.height - 1, end, right, 1, ROLE_ACCENT, text);
        return;
    }
    if (counts_width(view, color, count_forms[0]) + SWATCH_WIDTH + BALANCE_WIDTH <= lines.width)
        lines.x += has_colors() ? SWATCH_WIDTH : SWATCH_WIDTH - 1; /* below the colour */
    lines.width = paint_at_right(lines.y, lines.x, right, 1, ROLE_ACCENT, text) - lines.x;
    paint_counts(view, color, lines);
}

void player_card_paint(const View *view, Rect card, Color color) {
    bool moves = is_to_move(view, color);
    int left = card.width < NARROW ? 1 : MARGIN;
    Rect inside = {card.y, card.x + left, card.height, card.width - left - 1};
    draw_set_surface(moves ? COLOR_CARD : COLOR_PANEL);
    draw_fill(card, ROLE_NORMAL);
    if (card.height >= LAYOUT_CARD_TALL) {
        inside.y++;
        inside.height -= 2;
    }
    for (int y = card.y; moves && has_colors() && y < card.y + card.height; y++)
        draw_text(y, card.x, 1, ROLE_ACCENT, draw_select("▌", "|"));
    paint_first_line(view, color, (Rect){inside.y, inside.x, 1, inside.width});
    if (inside.height > 1)
        paint_lower_lines(view, color,
                          (Rect){inside.y + 1, inside.x, inside.height - 1, inside.width});
    draw_set_surface(COLOR_SCREEN);
}

/* ---- the marker and the turn ---- */

void player_card_paint_marker(const View *view, const Layout *layout) {
    if (is_over(view) || view->lesson != NULL || layout->mark.height == 0)
        return;
    bool is_lower = (position_side(game_position(view)) == BLACK) == view->flipped;
    Rect card = is_lower ? layout->lower : layout->upper;
    Rect board = layout->board;
    int y = is_lower ? board.y + board.height - 1 - layout->square_size.y / 2
                     : board.y + layout->square_size.y / 2;
    if (card.height > 0 && card.y < board.y + board.height)
        y = card.y + (card.height >= LAYOUT_CARD_TALL ? 1 : 0);
    draw_text(y, layout->mark.x, 1, ROLE_ACCENT, draw_select("◂", "<"));
}

void player_card_paint_turn(const View *view, Rect area) {
    char text[TEXT_SIZE];
    Color side = position_side(game_position(view));
    Result result = view->outcome.result;
    if (view->lesson != NULL) {
        draw_wrapped(area, ROLE_TITLE, lesson_panel_task(view->lesson));
        return;
    }
    const char *state = view->player[side].thinking ? "thinking"
                        : view->paused              ? "paused"
                                                    : "to move";
    if (!is_over(view))
        snprintf(text, sizeof text, "* %s %s", view->player[side].is_you ? "You" : color_name(side),
                 state);
    else if (result == RESULT_OPEN || result == RESULT_DRAW)
        snprintf(text, sizeof text, result == RESULT_DRAW ? "Draw" : "Stopped");
    else
        snprintf(text, sizeof text, "%s won", color_name(result == RESULT_WHITE ? WHITE : BLACK));
    int used = draw_text(area.y, area.x, area.width, ROLE_TITLE, text);
    const char *clock = view->player[side].clock;
    int width = draw_width(clock);
    if (used + 2 + width <= area.width)
        draw_text(area.y, area.x + area.width - width, width, ROLE_NORMAL, clock);
}
