#include <config.h>

#include "board/player_panel.h"

#include <stdio.h>

#include "base/number.h"
#include "base/text.h"
#include "board/layout.h"
#include "board/lesson_panel.h"
#include "board/theme.h"
#include "rules/diagram.h"
#include "term/frame.h"
#include "term/terminal.h"

enum {
    TEXT_SIZE = 128,
    STATE_WIDTH_MIN = 10 /* columns reserved for a player's state */
};

static bool is_over(const View *view) {
    return outcome_is_over(view->outcome);
}

static const Position *game_position(const View *view) {
    return view->game != NULL ? view->game : view->position;
}

static bool is_to_move(const View *view, Color color) {
    return !is_over(view) && position_side(game_position(view)) == color;
}

/* While the game is paused, a computer still thinks about a single move on request. */
static const char *turn_state(const View *view, Color color) {
    return view->player[color].thinking ? "thinking" : view->paused ? "paused" : "to move";
}

/* Writes a player's result. The loser, or both sides of a draw, also get the reason. */
static void write_result(const View *view, Color color, char *text, size_t size) {
    static const char *const reasons[] = {[REASON_LION] = " (lion taken)",
                                          [REASON_NO_MOVES] = " (no move)",
                                          [REASON_REPETITION] = " (repetition)",
                                          [REASON_QUIET] = " (quiet plies)",
                                          [REASON_BARE_LIONS] = " (bare lions)",
                                          [REASON_RESIGNED] = " (resigned)",
                                          [REASON_AGREED] = " (agreed)",
                                          [REASON_TIME] = " (time)",
                                          [REASON_ABORTED] = ""};
    const char *reason = reasons[view->outcome.reason];
    if (view->outcome.result == (color == WHITE ? RESULT_WHITE : RESULT_BLACK))
        snprintf(text, size, "won");
    else
        snprintf(text, size, "%s%s",
                 view->outcome.result == RESULT_OPEN   ? "stopped"
                 : view->outcome.result == RESULT_DRAW ? "draw"
                                                       : "lost",
                 reason == NULL ? "" : reason);
}

/* Writes "* to move", "lost (time)" or the like, or "" for the side that waits. */
static void write_state(const View *view, Color color, char text[TEXT_SIZE]) {
    *text = '\0';
    if (is_over(view))
        write_result(view, color, text, TEXT_SIZE);
    else if (is_to_move(view, color))
        snprintf(text, TEXT_SIZE, "* %s", turn_state(view, color));
    else if (view->player[color].pondering)
        snprintf(text, TEXT_SIZE, "pondering");
    const char *note = view->player[color].note;
    if (note != NULL)
        text_append(text, TEXT_SIZE, *text != '\0' ? " (%s)" : "%s", note);
}

/* Puts the name of a colour in the style of a piece on its plate. */
static void put_color_name(TitlePlace *place, Color color, const char *name, int width) {
    Style style = {theme_piece_role(color), theme_plate_role(color), STYLE_BOLD};
    int used = draw_styled(place->y, place->x, min_int(width, place->width), style, name);
    place->x += used;
    place->width -= used;
}

static void put_player_title(const View *view, Rect section, Color color, bool first, bool star) {
    const ViewPlayer *player = &view->player[color];
    UiRole role = is_to_move(view, color) ? ROLE_TITLE : ROLE_NORMAL;
    TitlePlace place = frame_separator(section, first);
    frame_right_title(&place, role, player->clock);
    if (star)
        frame_title(&place, ROLE_TITLE, "*");
    bool has_plate = terminal_capabilities()->colors > 0;
    put_color_name(&place, color, color == WHITE ? " WHITE " : " BLACK ", has_plate ? 7 : 6);
    frame_title(&place, role, player->name);
}

/* In a narrow section the title has neither the player's name nor blanks. */
static void put_narrow_title(const View *view, Rect section, Color color, bool first, bool star) {
    const char *clock = view->player[color].clock;
    TitlePlace place = frame_separator(section, first);
    int right = section.x + section.width - 1;
    int width = draw_width(clock);
    if (star)
        draw_text(section.y, section.x + 1, 1, ROLE_TITLE, "*");
    put_color_name(&place, color, color == WHITE ? "WHITE" : "BLACK", 5);
    if (width <= right - place.x)
        draw_text(section.y, right - width, width, ROLE_NORMAL, clock);
}

void player_panel_paint(const View *view, Rect section, Color color, bool first) {
    Rect inside = layout_inside(section);
    Buffer counts = {0};
    diagram_pieces(game_position(view), color, &counts);
    int used = draw_wrapped_height(counts.bytes, inside.width);
    bool has_state_line = used < inside.height;
    bool star = !has_state_line && is_to_move(view, color);
    if (section.width < LAYOUT_SECTION_NARROW)
        put_narrow_title(view, section, color, first, star);
    else
        put_player_title(view, section, color, first, star);
    draw_wrapped(inside, ROLE_NORMAL, counts.bytes, 0);
    buffer_free(&counts);
    if (!has_state_line)
        return;
    char text[TEXT_SIZE];
    write_state(view, color, text);
    UiRole role = view->player[color].pondering ? ROLE_DIM : ROLE_TITLE;
    draw_text(inside.y + used, inside.x, inside.width, role, text);
}

void player_panel_paint_quiet(const View *view, Rect section) {
    Rect inside = layout_inside(section);
    char text[TEXT_SIZE], state[TEXT_SIZE];
    if (section.height < 3 || game_position(view)->variant->quiet_plies == 0 || is_over(view))
        return;
    int length = snprintf(text, sizeof text, "quiet plies %d", game_position(view)->quiet);
    write_state(view, view->flipped ? BLACK : WHITE, state);
    int state_width = max_int(draw_width(state), STATE_WIDTH_MIN);
    if (length + 2 + state_width <= inside.width)
        draw_text(inside.y + inside.height - 1, inside.x + inside.width - length, length, ROLE_DIM,
                  text);
}

void player_panel_paint_turn(const View *view, Rect area) {
    char text[TEXT_SIZE];
    Color side = position_side(game_position(view));
    Result result = view->outcome.result;
    if (view->lesson != NULL) {
        draw_text(area.y, area.x, area.width, ROLE_TITLE, lesson_panel_task(view->lesson));
        return;
    }
    if (!is_over(view))
        snprintf(text, sizeof text, "* %s %s", view->player[side].is_you ? "You" : color_name(side),
                 turn_state(view, side));
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
