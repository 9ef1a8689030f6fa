#include <config.h>

#include "board/panels.h"

#include <stdio.h>
#include <string.h>

#include "board/theme.h"
#include "play/clock.h"
#include "rules/diagram.h"
#include "term/frame.h"
#include "term/terminal.h"

enum {
    TEXT_SIZE = 128,
    STATE_WIDTH = 10 /* columns of a player's state that are always left to it */
};

static bool is_over(const View *view) {
    return outcome_is_over(view->outcome);
}

static bool is_to_move(const View *view, Color color) {
    return !is_over(view) && position_side(view->position) == color;
}

/* What the one to move is at. A computer can also think while the game is paused: at a single move.
 */
static const char *turn_state(const View *view, Color color) {
    return view->player[color].thinking ? "thinking" : view->paused ? "paused" : "to move";
}

/* How the game ended, in a word each; of the reasons, those that the word alone does not tell. */
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
    Result win = color == WHITE ? RESULT_WHITE : RESULT_BLACK;
    if (view->outcome.result == win)
        snprintf(text, size, "won");
    else
        snprintf(text, size, "%s%s",
                 view->outcome.result == RESULT_OPEN   ? "stopped"
                 : view->outcome.result == RESULT_DRAW ? "draw"
                                                       : "lost",
                 reason == NULL ? "" : reason);
}

/* "* to move", "lost (time)", ...; empty for the one who waits. */
static void write_state(const View *view, Color color, char *text, size_t size) {
    *text = '\0';
    if (is_over(view))
        write_result(view, color, text, size);
    else if (is_to_move(view, color))
        snprintf(text, size, "* %s", turn_state(view, color));
    else if (view->player[color].pondering)
        snprintf(text, size, "pondering");
    const char *note = view->player[color].note;
    size_t used = strlen(text);
    if (note != NULL)
        snprintf(text + used, size - used, used > 0 ? " (%s)" : "%s", note);
}

/* The colour's name looks like its pieces' plates. */
static void put_color_name(TitlePlace *place, Color color, const char *name, int width) {
    Style style = {theme_piece_role(color), theme_plate_role(color), STYLE_BOLD};
    int used =
        draw_styled(place->y, place->x, width < place->width ? width : place->width, style, name);
    place->x += used;
    place->width -= used;
}

static const char *clock_text(const ViewPlayer *player, char text[CLOCK_TEXT_SIZE]) {
    *text = '\0';
    if (player->has_clock)
        clock_write(player->clock_ms, text);
    return text;
}

static void put_player_title(const View *view, Rect section, Color color, bool first, bool star) {
    const ViewPlayer *player = &view->player[color];
    UiRole role = is_to_move(view, color) ? ROLE_TITLE : ROLE_NORMAL;
    char clock[CLOCK_TEXT_SIZE];
    TitlePlace place = frame_separator(section, first);
    frame_right_title(&place, role, clock_text(player, clock));
    if (star)
        frame_title(&place, ROLE_TITLE, "*");
    bool chip = terminal_capabilities()->colors > 0;
    const char *name = color == WHITE ? " WHITE " : " BLACK ";
    put_color_name(&place, color, name, chip ? 7 : 6);
    frame_title(&place, role, player->name);
}

/* The same where every column counts: no name, no blanks. */
static void put_narrow_title(const View *view, Rect section, Color color, bool first, bool star) {
    char clock[CLOCK_TEXT_SIZE];
    TitlePlace place = frame_separator(section, first);
    clock_text(&view->player[color], clock);
    int right = section.x + section.width - 1;
    int width = draw_width(clock);
    if (star)
        draw_text(section.y, section.x + 1, 1, ROLE_TITLE, "*");
    put_color_name(&place, color, color == WHITE ? "WHITE" : "BLACK", 5);
    if (width <= right - place.x)
        draw_text(section.y, right - width, width, ROLE_NORMAL, clock);
}

/* Columns and blanks alike: what a line cannot hold goes to the next. */
static int count_lines(const char *text, int width) {
    return draw_wrapped((Rect){0, 0, 0, width}, ROLE_NORMAL, text, 0);
}

void player_panel_paint(const View *view, Rect section, Color color, bool first) {
    Rect inside = section_inside(section);
    char text[TEXT_SIZE];
    Buffer counts = {0};
    diagram_pieces(view->position, color, &counts);
    bool has_state_line = count_lines(counts.bytes, inside.width) < inside.height;
    bool star = !has_state_line && is_to_move(view, color);
    if (section.width < NARROW_SECTION)
        put_narrow_title(view, section, color, first, star);
    else
        put_player_title(view, section, color, first, star);

    int used = draw_wrapped(inside, ROLE_NORMAL, counts.bytes, 0);
    buffer_free(&counts);
    if (!has_state_line)
        return;
    write_state(view, color, text, sizeof text);
    UiRole role = view->player[color].pondering ? ROLE_DIM : ROLE_TITLE;
    draw_text(inside.y + used, inside.x, inside.width, role, text);
}

static int int_max(int a, int b) {
    return a > b ? a : b;
}

void player_panel_paint_quiet(const View *view, Rect section) {
    Rect inside = section_inside(section);
    char text[TEXT_SIZE];
    if (section.height < 3 || view->position->variant->quiet_plies == 0 || is_over(view))
        return;
    int length = snprintf(text, sizeof text, "quiet plies %d", view->position->quiet);
    char state[TEXT_SIZE];
    Color lower = view->flipped ? BLACK : WHITE;
    write_state(view, lower, state, sizeof state);
    if (length + 2 + int_max(draw_width(state), STATE_WIDTH) <= inside.width)
        draw_text(inside.y + inside.height - 1, inside.x + inside.width - length, length, ROLE_DIM,
                  text);
}

/* In a network game the one who is at this terminal is "You". */
static const char *side_name(const View *view, Color side) {
    const char *note = view->player[side].note;
    return note != NULL && strcmp(note, "you") == 0 ? "You" : color_name(side);
}

void player_panel_paint_turn(const View *view, Rect area) {
    char text[TEXT_SIZE], clock[CLOCK_TEXT_SIZE];
    Color side = position_side(view->position);
    Result result = view->outcome.result;
    if (view->lesson != NULL) {
        draw_text(area.y, area.x, area.width, ROLE_TITLE, panels_lesson_task(view->lesson));
        return;
    }
    if (!is_over(view))
        snprintf(text, sizeof text, "* %s %s", side_name(view, side), turn_state(view, side));
    else if (result == RESULT_OPEN || result == RESULT_DRAW)
        snprintf(text, sizeof text, result == RESULT_DRAW ? "Draw" : "Stopped");
    else
        snprintf(text, sizeof text, "%s won", color_name(result == RESULT_WHITE ? WHITE : BLACK));
    int used = draw_text(area.y, area.x, area.width, ROLE_TITLE, text);
    if (!view->player[side].has_clock)
        return;
    int width = draw_width(clock_text(&view->player[side], clock));
    if (used + 2 + width <= area.width)
        draw_text(area.y, area.x + area.width - width, width, ROLE_NORMAL, clock);
}
