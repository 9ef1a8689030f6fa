#include <config.h>

#include "tui/panels.h"

#include <stdio.h>
#include <string.h>

#include "rules/compiler.h"
#include "rules/diagram.h"
#include "tui/terminal.h"

enum {
    TEXT_SIZE = 128,
    STATE_WIDTH = 10,    /* columns of a player's state that are always left to it */
    STATUS_ROOM_MIN = 24 /* columns of a sentence that are worth reading */
};

/* --- the frame --- */

static void draw_across(int y, Rect frame, const char *left, const char *right) {
    draw_text(y, frame.x, 1, ROLE_BORDER, left);
    for (int x = 1; x < frame.width - 1; x++)
        draw_text(y, frame.x + x, 1, ROLE_BORDER, draw_choose("─", "-"));
    draw_text(y, frame.x + frame.width - 1, 1, ROLE_BORDER, right);
}

static void draw_sides(Rect frame) {
    for (int y = frame.y + 1; y < frame.y + frame.height - 1; y++) {
        draw_text(y, frame.x, 1, ROLE_BORDER, draw_choose("│", "|"));
        draw_text(y, frame.x + frame.width - 1, 1, ROLE_BORDER, draw_choose("│", "|"));
    }
}

/* Where a section's title begins and how many columns it may have. */
typedef struct TitlePlace {
    int y, x, width;
} TitlePlace;

/* Draws the line between a section and the one above it. */
static TitlePlace draw_separator(Rect section, bool first) {
    draw_across(section.y, section, first ? draw_choose("┌", "+") : draw_choose("├", "+"),
                first ? draw_choose("┐", "+") : draw_choose("┤", "+"));
    return (TitlePlace){section.y, section.x + 2, section.width - 4};
}

/* A text on the line, with a blank at both sides, the right one of which the next text may share;
 * takes its room off the place. */
static void put_title(TitlePlace *place, Role role, const char *text) {
    if (place->width < 4 || *text == '\0')
        return;
    draw_text(place->y, place->x, 1, ROLE_BORDER, " ");
    int used = draw_text(place->y, place->x + 1, place->width - 2, role, text);
    draw_text(place->y, place->x + 1 + used, 1, ROLE_BORDER, " ");
    place->x += used + 1;
    place->width -= used + 1;
}

/* The same at the right end, if it fits. */
static void put_right_title(TitlePlace *place, Role role, const char *text) {
    int width = draw_width(text) + 2;
    if (*text == '\0' || width > place->width)
        return;
    TitlePlace end = {place->y, place->x + place->width - width, width};
    put_title(&end, role, text);
    place->width -= width - 1;
}

/* --- players --- */

static void write_clock(int64_t ms, char *text, size_t size) {
    int64_t seconds = ms <= 0 ? 0 : (ms + 999) / 1000;
    int hours = (int)(seconds / 3600), minutes = (int)(seconds / 60 % 60),
        rest = (int)(seconds % 60);
    if (hours > 0)
        snprintf(text, size, "%d:%02d:%02d", hours, minutes, rest);
    else
        snprintf(text, size, "%d:%02d", minutes, rest);
}

static bool is_over(const View *view) {
    return outcome_is_over(view->outcome);
}

static bool is_to_move(const View *view, Color color) {
    return !is_over(view) && position_side(view->position) == color;
}

/* What the one to move is at. A computer can also think while the game is paused: at a single move.
 */
static const char *turn_word(const View *view, Color color) {
    return view->player[color].thinking ? "thinking" : view->paused ? "paused" : "to move";
}

/* How the game ended, in a word each; of the reasons, those that the word alone does not tell. */
static void write_end(const View *view, Color color, char *text, size_t size) {
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
        write_end(view, color, text, size);
    else if (is_to_move(view, color))
        snprintf(text, size, "* %s", turn_word(view, color));
    else if (view->player[color].pondering)
        snprintf(text, size, "pondering");
    const char *note = view->player[color].note;
    size_t used = strlen(text);
    if (note != NULL)
        snprintf(text + used, size - used, used > 0 ? " (%s)" : "%s", note);
}

/* The colour's name looks like its pieces' plates. */
static void put_color_name(TitlePlace *place, Color color, const char *name, int width) {
    Ink ink = {theme_piece(color), theme_plate(color), INK_BOLD};
    int used = draw_ink(place->y, place->x, width < place->width ? width : place->width, ink, name);
    place->x += used;
    place->width -= used;
}

static const char *clock_text(const ViewPlayer *player, char *text, size_t size) {
    *text = '\0';
    if (player->has_clock)
        write_clock(player->clock_ms, text, size);
    return text;
}

static void put_player_title(const View *view, Rect section, Color color, bool first, bool star) {
    const ViewPlayer *player = &view->player[color];
    Role role = is_to_move(view, color) ? ROLE_TITLE : ROLE_NORMAL;
    char clock[TEXT_SIZE];
    TitlePlace place = draw_separator(section, first);
    put_right_title(&place, role, clock_text(player, clock, sizeof clock));
    if (star)
        put_title(&place, ROLE_TITLE, "*");
    bool chip = terminal_abilities()->colors > 0;
    const char *name = color == WHITE ? " WHITE " : " BLACK ";
    put_color_name(&place, color, name, chip ? 7 : 6);
    put_title(&place, role, player->name);
}

/* The same where every column counts: no name, no blanks. */
static void put_narrow_title(const View *view, Rect section, Color color, bool first, bool star) {
    char clock[TEXT_SIZE];
    TitlePlace place = draw_separator(section, first);
    clock_text(&view->player[color], clock, sizeof clock);
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

static void paint_player(const View *view, Rect section, Color color, bool first) {
    Rect inside = section_inside(section);
    char text[TEXT_SIZE];
    Buffer men = {0};
    diagram_men(view->position, color, &men);
    bool has_state_line = count_lines(men.bytes, inside.width) < inside.height;
    bool star = !has_state_line && is_to_move(view, color);
    if (section.width < NARROW)
        put_narrow_title(view, section, color, first, star);
    else
        put_player_title(view, section, color, first, star);

    int used = draw_wrapped(inside, ROLE_NORMAL, men.bytes, 0);
    buffer_free(&men);
    if (!has_state_line)
        return;
    write_state(view, color, text, sizeof text);
    Role role = view->player[color].pondering ? ROLE_DIM : ROLE_TITLE;
    draw_text(inside.y + used, inside.x, inside.width, role, text);
}

static int larger(int a, int b) {
    return a > b ? a : b;
}

/* How long nothing has happened, where that draws; at the end of the lower player's last line. */
static void paint_quiet(const View *view, Rect section) {
    Rect inside = section_inside(section);
    char text[TEXT_SIZE];
    if (section.height < 3 || view->position->variant->quiet_plies == 0 || is_over(view))
        return;
    int length = snprintf(text, sizeof text, "quiet plies %d", view->position->quiet);
    char state[TEXT_SIZE];
    Color lower = view->flipped ? BLACK : WHITE;
    write_state(view, lower, state, sizeof state);
    if (length + 2 + larger(draw_width(state), STATE_WIDTH) <= inside.width)
        draw_text(inside.y + inside.height - 1, inside.x + inside.width - length, length, ROLE_DIM,
                  text);
}

/* In a network game the one who is at this terminal is "You". */
static const char *side_name(const View *view, Color side) {
    const char *note = view->player[side].note;
    return note != NULL && strcmp(note, "you") == 0 ? "You" : color_name(side);
}

/* Where there are no sections: "* White to move", and the clocks. */
static void paint_turn(const View *view, Rect area) {
    char text[TEXT_SIZE], clocks[TEXT_SIZE] = "";
    Color side = position_side(view->position);
    Result result = view->outcome.result;
    if (view->lesson != NULL) {
        draw_text(area.y, area.x, area.width, ROLE_TITLE, lesson_line(view->lesson));
        return;
    }
    if (!is_over(view))
        snprintf(text, sizeof text, "* %s %s", side_name(view, side), turn_word(view, side));
    else if (result == RESULT_OPEN || result == RESULT_DRAW)
        snprintf(text, sizeof text, result == RESULT_DRAW ? "Draw" : "Stopped");
    else
        snprintf(text, sizeof text, "%s won", color_name(result == RESULT_WHITE ? WHITE : BLACK));
    int used = draw_text(area.y, area.x, area.width, ROLE_TITLE, text);
    if (!view->player[side].has_clock)
        return;
    write_clock(view->player[side].clock_ms, clocks, sizeof clocks);
    int width = draw_width(clocks);
    if (used + 2 + width <= area.width)
        draw_text(area.y, area.x + area.width - width, width, ROLE_NORMAL, clocks);
}

/* --- hints and status --- */

/* One field: the key's name, then what it does. */
static void draw_hint(int y, int x, const char *field, size_t length) {
    char text[TEXT_SIZE];
    snprintf(text, sizeof text, "%.*s", (int)length, field);
    size_t key = strcspn(text, " ");
    draw_text(y, x, TEXT_SIZE, ROLE_DIM, text);
    text[key] = '\0';
    draw_text(y, x, TEXT_SIZE, ROLE_KEY, text);
}

static void paint_hints(const View *view, Rect area) {
    const char *field = view->hints == NULL ? "" : view->hints;
    int y = area.y, x = area.x;
    while (*field != '\0') {
        const char *end = strstr(field, "  ");
        size_t length = end == NULL ? strlen(field) : (size_t)(end - field);
        if (x > area.x && x + (int)length > area.x + area.width) {
            y++;
            x = area.x;
        }
        if (y >= area.y + area.height)
            return;
        if ((int)length <= area.width) {
            draw_hint(y, x, field, length);
            x += (int)length + 2;
        }
        field += length;
        field += strspn(field, " ");
    }
}

/* Takes from each warning what follows "unless". */
static void shorten_warnings(char *text) {
    for (char *from = strstr(text, " unless "); from != NULL; from = strstr(from, " unless ")) {
        const char *stop = strchr(from, '.');
        if (stop == NULL)
            return;
        memmove(from, stop, strlen(stop) + 1);
    }
}

static void keep_first_warning(char *text) {
    char *second = strstr(text, "  ! ");
    if (second != NULL)
        *second = '\0';
}

static bool status_fits(const char *before, const char *warning, Rect area) {
    int width = draw_width(warning);
    if (area.height > 1)
        return width <= area.width && draw_width(before) <= area.width;
    return draw_width(before) + 2 + width <= area.width;
}

/* On one line the warnings stand at its end; the sentence is cut for them unless little would be
 * left of it. */
static void paint_status_line(const char *before, const char *warning, Rect area) {
    int width = draw_width(warning);
    int room = area.width - width - 2;
    bool both = room >= STATUS_ROOM_MIN || room >= draw_width(before);
    draw_wrapped((Rect){area.y, area.x, 1, both ? room : area.width}, ROLE_STATUS, before, 0);
    if (both)
        draw_text(area.y, area.x + area.width - width, width, ROLE_WARNING, warning);
}

/* The warnings, from "  ! " on, have a place of their own, so that they stay where they are while
 * the sentence before them changes. Where the room is short they become shorter, then fewer. */
static void paint_status(const char *status, Rect area) {
    const char *mark = strstr(status, "  ! ");
    if (mark == NULL) {
        draw_wrapped(area, ROLE_STATUS, status, 0);
        return;
    }
    char before[VIEW_STATUS_SIZE], warning[VIEW_STATUS_SIZE];
    snprintf(before, sizeof before, "%.*s", (int)(mark - status), status);
    snprintf(warning, sizeof warning, "%s", mark + 2);
    if (!status_fits(before, warning, area))
        shorten_warnings(warning);
    if (!status_fits(before, warning, area))
        keep_first_warning(warning);
    if (area.height == 1) {
        paint_status_line(before, warning, area);
        return;
    }
    draw_text(area.y, area.x, area.width, ROLE_STATUS, before);
    draw_text(area.y + 1, area.x, area.width, ROLE_WARNING, warning);
}

/* --- all of it --- */

/* Players in a network talk where a computer would think. */
static bool has_talk(const View *view) {
    return view->game_id != NULL && view->thought == NULL;
}

static void paint_thinking(const View *view, Rect section) {
    TitlePlace place = draw_separator(section, false);
    if (has_talk(view)) {
        put_title(&place, ROLE_TITLE, "Talk");
        talk_paint(view, section);
        return;
    }
    const char *title = view->thinking_title;
    char summary[TEXT_SIZE];
    thinking_summary(view, place.width - draw_width(title) - 3, summary, sizeof summary);
    put_title(&place, ROLE_TITLE, title);
    put_right_title(&place, ROLE_NORMAL, summary);
    thinking_paint(view, section);
}

static void paint_side(const View *view, const Layout *layout) {
    Color lower = view->flipped ? BLACK : WHITE;
    draw_sides(layout->side);
    paint_player(view, layout->upper, color_other(lower), true);
    if (layout->moves.height > 0) {
        TitlePlace place = draw_separator(layout->moves, false);
        put_title(&place, ROLE_TITLE, "Moves");
        if (view->browsing)
            put_right_title(&place, ROLE_WARNING, "browsing");
        else if (view->game_id != NULL)
            put_right_title(&place, ROLE_NORMAL, view->game_id);
    }
    move_list_paint(view, layout->moves);
    if (layout->thinking.height > 0)
        paint_thinking(view, layout->thinking);
    if (layout->graph.height > 0) {
        TitlePlace place = draw_separator(layout->graph, false);
        put_title(&place, ROLE_TITLE, "Score");
        score_graph_paint(view, layout->graph);
    }
    paint_player(view, layout->lower, lower, false);
    paint_quiet(view, layout->lower);
    draw_across(layout->side.y + layout->side.height - 1, layout->side, draw_choose("└", "+"),
                draw_choose("┘", "+"));
}

/* False when there is not enough room for it. */
static bool paint_lesson(const View *view, const Layout *layout) {
    Rect section = layout->lesson;
    if (section.height == 0)
        return false;
    draw_sides(section);
    TitlePlace place = draw_separator(section, true);
    put_title(&place, ROLE_TITLE, view->lesson->title);
    put_right_title(&place, ROLE_DIM, view->lesson->progress);
    draw_across(section.y + section.height - 1, section, draw_choose("└", "+"),
                draw_choose("┘", "+"));
    Rect inside = section_inside(section);
    inside.height--;
    return lesson_paint(view->lesson, inside) <= inside.height;
}

bool panels_paint(const View *view, const Layout *layout) {
    bool complete = true;
    if (view->lesson != NULL)
        complete = paint_lesson(view, layout);
    else if (layout->side.height > 0)
        paint_side(view, layout);
    if (view->lesson != NULL || layout->side.height == 0)
        move_list_paint(view, layout->moves); /* forgets the last list */
    if (layout->turn.height > 0)
        paint_turn(view, layout->turn);
    if (layout->bar.height > 0)
        score_bar_paint(view, layout->bar);
    if (layout->hints.height > 0)
        paint_hints(view, layout->hints);
    paint_status(view->status, layout->status);
    return complete;
}
