#include <config.h>

#include "board/panels.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "board/layout.h"
#include "board/lost_pieces.h"
#include "board/player_card.h"
#include "board/theme.h"
#include "board/view.h"
#include "rules/notation.h"
#include "term/draw.h"
#include "term/terminal.h"

enum { THINKING_SUMMARY_SIZE = 128 };

/* ---- the key hints, in aligned columns ---- */

/* Arranges the hints that fit: the first ones, and the last one, the help. */
static HintPlaces hint_panel_arrange(const View *view, Rect area) {
    HintPlaces places = {0};
    int columns = layout_hint_columns(area), width = layout_hint_width(area);
    places.count = min_int(view->hint_count, columns * area.height);
    for (int i = 0; i < places.count; i++) {
        int index = i + 1 == places.count ? view->hint_count - 1 : i;
        int x = i % columns * width;
        places.area[i] =
            (Rect){area.y + i / columns, area.x + x, 1, min_int(width, area.width - x)};
        places.index[i] = index;
        places.action[i] = view->hint[index].action;
    }
    return places;
}

static void hint_panel_paint(const View *view, const HintPlaces *places) {
    for (int i = 0; i < places->count; i++) {
        const ViewHint *hint = &view->hint[places->index[i]];
        Rect area = places->area[i];
        int used = draw_text(area.y, area.x, area.width, ROLE_KEY, hint->key) + 1;
        draw_text(area.y, area.x + used, max_int(area.width - used, 0), ROLE_DIM, hint->word);
    }
}

/* Sets *action to that of the hint at a cell of the screen. */
static bool hint_panel_hit(const HintPlaces *places, int y, int x, int *action) {
    for (int i = 0; i < places->count; i++)
        if (rect_contains(places->area[i], y, x)) {
            *action = places->action[i];
            return true;
        }
    return false;
}

/* ---- a lesson: its text, the last remark, the task and the key that continues ---- */

enum {
    TASK_SIZE = 1024,
    WIDE = 24, /* columns of a panel with margins */
    TALL = 14  /* lines of a panel with empty lines around its title */
};

/* Paints a paragraph at line *y of the inside and advances *y past an empty line below it. */
static void paint_paragraph(Rect inside, int *y, UiRole role, const char *text) {
    if (*text == '\0')
        return;
    int height = inside.height > *y ? inside.height - *y : 0;
    Rect area = {inside.y + *y, inside.x, height, inside.width};
    *y += draw_wrapped(area, role, text) + 1;
}

/* Returns the number of lines needed, which does not depend on the height of the inside. */
static int paint_content(const ViewLesson *lesson, Rect inside, bool with_text) {
    char task[TASK_SIZE] = "", key[KEY_NAME_SIZE];
    int y = 0;
    if (lesson->task[0] != '\0')
        snprintf(task, sizeof task, "> %s", lesson->task);
    if (with_text)
        paint_paragraph(inside, &y, ROLE_NORMAL, lesson->text);
    paint_paragraph(inside, &y, ROLE_WARNING, lesson->remark);
    paint_paragraph(inside, &y, ROLE_TITLE, task);
    int line = y;
    paint_paragraph(inside, &y, ROLE_DIM, lesson->key);
    if (line < inside.height) { /* the key at its beginning again, in the colour of keys */
        snprintf(key, sizeof key, "%.*s", (int)strcspn(lesson->key, " "), lesson->key);
        draw_text(inside.y + line, inside.x, inside.width, ROLE_KEY, key);
    }
    return y > 0 ? y - 1 : 0;
}

static int content_height(const ViewLesson *lesson, Rect inside, bool with_text) {
    inside.height = 0;
    return paint_content(lesson, inside, with_text);
}

/* Returns the area of the texts: below the title, within margins where there is room. */
static Rect inside_of(Rect section) {
    int margin = section.width < WIDE ? 1 : 2;
    int top = section.height < TALL ? 1 : 3;
    return (Rect){section.y + top, section.x + margin, section.height - top,
                  section.width - margin - (section.width < WIDE ? 0 : 1)};
}

bool lesson_panel_fits(const ViewLesson *lesson, Rect section) {
    Rect inside = inside_of(section);
    return section.height > 0 &&
           (content_height(lesson, inside, true) <= inside.height ||
            (lesson->remark[0] != '\0' && content_height(lesson, inside, false) <= inside.height));
}

/* Paints nothing in a section of height 0. A text that does not fit is left out. */
static void lesson_panel_paint(const ViewLesson *lesson, Rect section) {
    if (section.height == 0)
        return;
    Rect inside = inside_of(section);
    int y = section.y + (section.height < TALL ? 0 : 1), width = draw_width(lesson->progress);
    draw_set_surface(COLOR_PANEL);
    draw_fill(section, ROLE_NORMAL);
    for (int i = 0; i < section.height && terminal_capabilities()->colors > 0; i++)
        draw_text(section.y + i, section.x, 1, ROLE_ACCENT, draw_select("▌", "|"));
    int used = draw_text(y, inside.x, inside.width, ROLE_TITLE, lesson->title);
    if (used + 1 + width <= inside.width)
        draw_text(y, inside.x + inside.width - width, width, ROLE_DIM, lesson->progress);
    paint_content(lesson, inside, content_height(lesson, inside, true) <= inside.height);
    draw_set_surface(COLOR_SCREEN);
}

const char *lesson_panel_task(const ViewLesson *lesson) {
    return lesson->task[0] != '\0' ? lesson->task : lesson->key;
}

/* ---- the status line ---- */

enum {
    SENTENCE_WIDTH_MIN = 24, /* columns that a cut sentence keeps beside its warnings */
    MARGIN = 2,
    MARGINS_FROM = 60, /* columns of a status that begins below the board */
    NARROW_FROM = 40   /* columns of one with half the margins */
};

/* Removes a clause, which begins with a text, from each warning. */
static void remove_clause(char *text, const char *beginning) {
    for (char *from = strstr(text, beginning); from != NULL; from = strstr(from, beginning)) {
        const char *stop = strchr(from, '.');
        if (stop == NULL)
            return;
        memmove(from, stop, strlen(stop) + 1);
    }
}

static bool both_fit(const char *sentence, const char *warning, Rect area) {
    int width = draw_width(warning);
    if (area.height > 1)
        return width <= area.width && draw_width(sentence) <= area.width;
    return draw_width(sentence) + 2 + width <= area.width;
}

static bool text_fits(const char *text, Rect area) {
    return draw_wrapped_height(text, area.width) <= area.height;
}

/* Returns the start of the last sentence, or of its part after a semicolon, or NULL if there is
 * only one. */
static char *last_sentence(char *text) {
    char *found = NULL;
    for (char *at = text; *at != '\0'; at++)
        if (strchr(".;?!", *at) != NULL && at[1] == ' ' && at > text && at[-1] != ' ')
            found = at + 1;
    return found;
}

/* Returns what a sentence adds and can do without, "(move 2 of 3)" or ", which capture c6", or
 * NULL. A parenthesis alone is a key. */
static char *addition(char *sentence) {
    char *aside = strstr(sentence, " ("), *moves = strstr(sentence, " moves, ");
    while (aside != NULL && aside[2] == ' ')
        aside = strstr(aside + 2, " (");
    return aside != NULL || moves == NULL ? aside : moves + strlen(" moves");
}

/* Removes sentences from the end until the text fits, or only the first one is left, without what
 * it adds. */
static void drop_sentences(char *text, Rect area) {
    char *last;
    while (!text_fits(text, area) && (last = last_sentence(text)) != NULL) {
        *last = '\0';
        if (last[-1] == ';')
            last[-1] = '.';
    }
    if (!text_fits(text, area) && (last = addition(text)) != NULL)
        memcpy(last, ".", 2);
}

/* Paints warnings at the right end of the line. The sentence is cut to make room for them unless
 * too little of it would be left. */
static void paint_one_line(char *sentence, const char *warning, Rect area) {
    int width = draw_width(warning);
    int room = area.width - width - 2;
    bool both = room >= SENTENCE_WIDTH_MIN || room >= draw_width(sentence);
    Rect left = {area.y, area.x, 1, both ? room : area.width};
    drop_sentences(sentence, left);
    draw_wrapped(left, ROLE_NORMAL, sentence);
    if (both)
        draw_text(area.y, area.x + area.width - width, width, ROLE_WARNING, warning);
}

static void paint_with_warnings(char *sentence, char warning[VIEW_STATUS_SIZE], Rect area) {
    const char *beside = area.height > 1 ? "" : sentence; /* on the same line */
    if (!both_fit(beside, warning, area))
        remove_clause(warning, ": ");
    char *second = strstr(warning, "  ! ");
    if (second != NULL && !both_fit(beside, warning, area))
        *second = '\0';
    if (area.height == 1) {
        paint_one_line(sentence, warning, area);
        return;
    }
    area.height = 1;
    drop_sentences(sentence, area);
    drop_sentences(warning, area);
    draw_wrapped(area, ROLE_NORMAL, sentence);
    area.y++;
    draw_wrapped(area, ROLE_WARNING, warning);
}

/* Splits the status into its sentence and its warnings. Returns false if there are no warnings. */
static bool split_warnings(const char *status, char sentence[VIEW_STATUS_SIZE],
                           char warning[VIEW_STATUS_SIZE]) {
    const char *mark = strstr(status, "  ! ");
    snprintf(sentence, VIEW_STATUS_SIZE, "%s", status);
    if (mark != NULL)
        sentence[mark - status] = '\0';
    snprintf(warning, VIEW_STATUS_SIZE, "%s", mark != NULL ? mark + 2 : "");
    return mark != NULL;
}

/* Returns the area within the margins of its ground, or the whole ground for a sentence that fits
 * only there. */
static Rect padded_area(const char *sentence, Rect area) {
    int margin = area.width >= MARGINS_FROM ? MARGIN : area.width >= NARROW_FROM ? MARGIN / 2 : 0;
    Rect inside = {area.y, area.x + margin, area.height, area.width - 2 * margin};
    return !text_fits(sentence, inside) && text_fits(sentence, area) ? area : inside;
}

bool status_panel_fits(const char *status, Rect area) {
    char sentence[VIEW_STATUS_SIZE], warning[VIEW_STATUS_SIZE];
    bool warns = split_warnings(status, sentence, warning);
    Rect inside = padded_area(sentence, area);
    return warns ? both_fit(sentence, warning, inside) : text_fits(sentence, inside);
}

/*
 * Paints a sentence and its warnings, each beginning with "  ! ". Warnings stay in a place of their
 * own while the sentence changes. If there is too little room, warnings are shortened, then all but
 * the first are dropped, and then the text is cut from the end.
 */
static void status_panel_paint(const char *status, Rect area) {
    char sentence[VIEW_STATUS_SIZE], warning[VIEW_STATUS_SIZE];
    draw_set_surface(COLOR_STATUS);
    draw_fill(area, ROLE_NORMAL);
    bool warns = split_warnings(status, sentence, warning);
    area = padded_area(sentence, area);
    if (warns) {
        paint_with_warnings(sentence, warning, area);
    } else {
        drop_sentences(sentence, area);
        draw_wrapped(area, ROLE_NORMAL, sentence);
    }
    draw_set_surface(COLOR_SCREEN);
}

/* ---- the talk of players and spectators of a network game ---- */

size_t talk_panel_paint(const ViewTalk *talk, size_t end, Rect area, UiRole role) {
    while (end > 0 && area.height > 0) {
        char text[VIEW_TALK_SIZE];
        if (talk->line_at(talk->context, end - 1, text) == NULL)
            break;
        int height = draw_wrapped_height(text, area.width);
        int cut = height > area.height ? height - area.height : 0;
        area.height -= height - cut;
        draw_scrolled((Rect){area.y + area.height, area.x, height - cut, area.width}, role, text,
                      cut);
        end--;
    }
    return end;
}

/* ---- the result of a search ---- */

enum {
    LONG_SCORE_WIDTH_MIN = 40, /* columns that leave room for moves beside a long score */
    NUMBERED_WIDTH_MIN = 20
};

static const char *score_text(const ViewVariation *variation, bool is_short) {
    return is_short ? variation->short_score : variation->long_score;
}

/* ---- the summary ---- */

/* The longest first. A forced win keeps its long score ("White wins in 3") while there is room. */
typedef struct SummaryForm {
    bool short_score, depth;
} SummaryForm;

static const SummaryForm summary_forms[] = {{false, true}, {true, true}, {true, false}};

static const SummaryForm win_summary_forms[] = {{false, true}, {false, false}, {true, false}};

static const SummaryForm worded_summary_forms[] = {{false, false}, {true, false}, {true, false}};

enum { SUMMARY_FORM_COUNT = sizeof summary_forms / sizeof summary_forms[0] };

/* Writes score and depth, as much as fits in `width` columns. Writes "" if nothing fits, if
 * `thinking` is NULL, or if the advisor does not search. */
static void thinking_panel_summary(const ViewThinking *thinking, int width,
                                   char text[THINKING_SUMMARY_SIZE]) {
    *text = '\0';
    if (thinking == NULL || thinking->variation_count == 0 || thinking->depth == 0)
        return;
    const SummaryForm *forms = thinking->in_words ? worded_summary_forms
                               : thinking->won    ? win_summary_forms
                                                  : summary_forms;
    for (int i = 0; i < SUMMARY_FORM_COUNT; i++) {
        int length = snprintf(text, THINKING_SUMMARY_SIZE, "%s",
                              score_text(&thinking->variation[0], forms[i].short_score));
        if (forms[i].depth)
            snprintf(text + length, (size_t)(THINKING_SUMMARY_SIZE - length), ", depth %d",
                     thinking->depth);
        if (draw_width(text) <= width)
            return;
    }
    *text = '\0';
}

/* ---- the variations ---- */

/* Copies moves without their numbers. No move begins with a digit. */
static void remove_numbers(const char *moves, char text[VIEW_MOVES_SIZE]) {
    size_t length = 0;
    for (const char *from = moves; *from != '\0'; from++) {
        if (from == moves || from[-1] == ' ')
            while (isdigit((unsigned char)*from) || *from == '.')
                from++;
        text[length++] = *from;
    }
    text[length] = '\0';
}

static void paint_variation(const ViewThinking *thinking, int index, Rect area) {
    const ViewVariation *variation = &thinking->variation[index];
    bool is_short = area.width < LONG_SCORE_WIDTH_MIN;
    int column = 0; /* of scores; a single variation has its score in the title */
    for (int i = 0; thinking->variation_count > 1 && i < thinking->variation_count; i++)
        column = max_int(column, draw_width(score_text(&thinking->variation[i], is_short)) + 1);
    bool numbered = area.width >= NUMBERED_WIDTH_MIN || column == 0;
    char moves[VIEW_MOVES_SIZE];
    draw_text(area.y, area.x, column, index == 0 ? ROLE_TITLE : ROLE_NORMAL,
              score_text(variation, is_short));
    if (!numbered)
        remove_numbers(variation->moves, moves);
    area.x += column;
    area.width -= column;
    draw_wrapped(area, ROLE_NORMAL, numbered ? variation->moves : moves);
}

/* Paints the variations that fit, the best first. */
static void thinking_panel_paint(const ViewThinking *thinking, Rect section) {
    Rect inside = layout_inside(section);
    int count = min_int(thinking->variation_count, inside.height);
    for (int i = 0; i < count; i++) {
        int rows = inside.height / count + (i < inside.height % count ? 1 : 0);
        paint_variation(thinking, i, (Rect){inside.y, inside.x, rows, inside.width});
        inside.y += rows;
    }
}

/* ---- candidate moves: a summary and, if they are listed, all of them ---- */

enum {
    NAME_WIDTH = 10,
    EMOJI_WIDTH = 3,
    NOTATION_WIDTH = 7, /* columns that most notations need, ... */
    VALUE_WIDTH = 11,   /* ... and their values, with a blank */
    GAMES_WIDTH = 5,    /* columns of the number of games */
    BAR_LEAST = 6,
    BAR_MOST = 20,
    SUMMARIES = sizeof(((ViewCandidates *)NULL)->summary) / sizeof(const char *)
};

/* ---- arranging ---- */

/* Lines between the remark and the moves: the names of their columns. */
static int heading_lines(const ViewCandidates *candidates) {
    return candidates->played && candidates->list.count > 0 ? 1 : 0;
}

int candidate_panel_lines(const ViewCandidates *candidates, int width) {
    int remark = candidates->remark[0] != '\0' ? draw_wrapped_height(candidates->remark, width) : 0;
    return 1 + remark + heading_lines(candidates) + (int)candidates->list.count;
}

/* Arranges the panel so that the selected move is in sight. NULL or a panel of height 0 is allowed.
 */
static CandidatePlaces candidate_panel_arrange(const ViewCandidates *candidates, Rect panel) {
    CandidatePlaces places = {0};
    if (candidates == NULL || panel.height == 0)
        return places;
    Rect inside = layout_inside(panel);
    int heading = heading_lines(candidates);
    int remark =
        candidate_panel_lines(candidates, inside.width) - 1 - heading - (int)candidates->list.count;
    if (inside.height < remark + heading + (candidates->list.count > 0 ? 2 : 0))
        remark = 0; /* a cut sentence misleads */
    places.remark = (Rect){inside.y, inside.x, remark, inside.width};
    if (inside.height < heading + 1)
        heading = 0;
    places.heading = (Rect){inside.y + remark, inside.x, heading, inside.width};
    int above = remark + heading;
    places.moves = candidates->list;
    list_arrange(&places.moves,
                 (Rect){inside.y + above, inside.x, inside.height - above, inside.width});
    return places;
}

/* ---- painting ---- */

/* Returns the longest form of the summary that fits into `width` columns, or "". */
static const char *candidate_panel_summary(const ViewCandidates *candidates, int width) {
    for (int i = 0; i < SUMMARIES; i++)
        if (draw_width(candidates->summary[i]) <= width)
            return candidates->summary[i];
    return "";
}

static int value_width(const ViewCandidate *move) {
    return max_int(VALUE_WIDTH, draw_width(move->value) + 1);
}

static void paint_piece(const ViewCandidates *candidates, const ViewCandidate *move, Rect *line,
                        UiRole role) {
    const char *emoji =
        candidates->animals && terminal_capabilities()->rich ? piece_type_emoji(move->piece) : NULL;
    const char *name = piece_type_name(move->piece, candidates->pawns);
    int width = emoji != NULL ? EMOJI_WIDTH : NAME_WIDTH;
    if (line->width < width + NOTATION_WIDTH + value_width(move))
        return;
    draw_text(line->y, line->x, width - 1, role, emoji != NULL ? emoji : name);
    line->x += width;
    line->width -= width;
}

/* Paints the value at the right end. */
static void paint_value(const ViewCandidate *move, Rect *line, UiRole role) {
    const char *value =
        line->width >= NOTATION_WIDTH + value_width(move) ? move->value : move->short_value;
    int width = min_int(draw_width(value), line->width);
    draw_text(line->y, line->x + line->width - width, width, role, value);
    line->width -= min_int(width + 1, line->width);
}

/* ---- how the games went in which a move was played: White's wins, draws and Black's wins ---- */

/* Returns the columns of the bars; 0 if there is no room for any. */
static int bar_width(const ViewCandidates *candidates, int width) {
    int room = width - LIST_MARK - NOTATION_WIDTH - GAMES_WIDTH - 1;
    if (!candidates->played || room < BAR_LEAST)
        return 0;
    return min_int(room, BAR_MOST);
}

/* Names the columns: the bar's ends are the sides'. */
static void paint_heading(const ViewCandidates *candidates, Rect line) {
    static const char white[] = "White", black[] = "Black", games[] = "games";
    int bar = bar_width(candidates, line.width), end = line.x + line.width;
    draw_text(line.y, line.x + LIST_MARK, NOTATION_WIDTH, ROLE_DIM, "move");
    int games_end = bar > 0 ? end - bar - 1 : end;
    draw_text(line.y, games_end - draw_width(games), draw_width(games), ROLE_DIM, games);
    if (bar <= draw_width(white) + draw_width(black))
        return;
    draw_text(line.y, end - bar, draw_width(white), ROLE_DIM, white);
    draw_text(line.y, end - draw_width(black), draw_width(black), ROLE_DIM, black);
}

/* Paints the bar at the right end: full cells for White's wins, shaded ones for draws, dots for
 * Black's wins. */
static void paint_bar(const ViewCandidate *move, Rect *line, int width) {
    int x = line->x + line->width - width;
    int white = (move->white * width + 50) / 100, black = (move->black * width + 50) / 100;
    black = min_int(black, width - white);
    for (int i = 0; move->has_shares && i < width; i++)
        draw_text(line->y, x + i, 1, ROLE_NORMAL,
                  i < white           ? draw_select("█", "#")
                  : i < width - black ? draw_select("▒", "=")
                                      : draw_select("·", "."));
    line->width -= min_int(width + 1, line->width);
}

static void paint_move(const void *context, size_t index, Rect line, UiRole role) {
    const ViewCandidates *candidates = context;
    ViewCandidate move;
    bool here = index == candidates->list.selected;
    candidates->move_at(candidates->context, index, &move);
    if (here)
        draw_place_cursor(line.y, line.x - LIST_MARK);
    int bar = bar_width(candidates, LIST_MARK + line.width);
    if (bar > 0)
        paint_bar(&move, &line, bar);
    paint_piece(candidates, &move, &line, here ? role : ROLE_DIM);
    paint_value(&move, &line, here ? role : move.good ? ROLE_TITLE : ROLE_NORMAL);
    draw_text(line.y, line.x, line.width, role, move.notation);
}

/* Paints all but the title, and puts the terminal's cursor on the selected move. */
static void candidate_panel_paint(const ViewCandidates *candidates, const CandidatePlaces *places) {
    if (places->remark.height > 0)
        draw_wrapped(places->remark, ROLE_DIM, candidates->remark);
    if (places->heading.height > 0)
        paint_heading(candidates, places->heading);
    list_draw(&places->moves, ROLE_NORMAL, -1, paint_move, candidates);
}

/* ---- the score as White's share of a bar and of a graph, and the review below it ---- */

static bool white_share_at(const View *view, size_t ply, double *share) {
    return view->white_share_at != NULL && view->white_share_at(view->share_context, ply, share);
}

/* Returns White's steps in the `index`th character from White's end. */
static int filled_steps(double share, int height, int index, int steps) {
    int filled = (int)lround(share * height * steps) - index * steps;
    return clamp_int(filled, 0, steps);
}

/* ---- the bar ---- */

/* Paints the share of the position shown, or the result of a finished game; nothing if it is
 * unknown. Characters have seams between lines: with colours the bar is made of backgrounds. */
static void score_panel_paint_bar(const View *view, Rect area) {
    static const Style white = {COLOR_BAR_BLACK, COLOR_BAR_WHITE, STYLE_EXACT};
    static const Style black = {COLOR_BAR_WHITE, COLOR_BAR_BLACK, STYLE_EXACT};
    int colors = terminal_capabilities()->colors;
    Result result = view->outcome.result;
    double share = result == RESULT_WHITE ? 1 : result == RESULT_BLACK ? 0 : 0.5;
    if ((view->browsing || !outcome_is_over(view->outcome)) &&
        !white_share_at(view, view->ply, &share))
        return;
    for (int i = 0; i < area.height; i++) {
        bool is_white = filled_steps(share, area.height, i, 1) > 0;
        int y = view->flipped ? area.y + i : area.y + area.height - 1 - i;
        /* With few colours Black's part can have the colour of the screen. */
        const char *text = is_white ? (colors > 0 ? " " : "#") : (colors >= 256 ? " " : ":");
        draw_styled(y, area.x, 1, is_white ? white : black, text);
    }
}

/* ---- the graph ---- */

/* Sets *share to that of the last position in [first, end) with a known share. */
static bool share_of_range(const View *view, size_t first, size_t end, double *share) {
    for (size_t ply = end; ply-- > first;)
        if (white_share_at(view, ply, share))
            return true;
    return false;
}

/* Draws a column whose lower part is White's, with as many heights as a character can show on this
 * terminal; ASCII shows thirds by the weight of a character. */
static void draw_column(Rect area, double share, Style style) {
    static const char *const eighths[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    static const char *const halves[] = {" ", "▄", "█"};
    static const char *const thirds[] = {" ", ".", ":", "#"};
    const TerminalCapabilities *capabilities = terminal_capabilities();
    const char *const *levels = capabilities->rich ? eighths : capabilities->utf8 ? halves : thirds;
    int steps = capabilities->rich ? 8 : capabilities->utf8 ? 2 : 3;
    for (int i = 0; i < area.height; i++)
        draw_styled(area.y + area.height - 1 - i, area.x, 1, style,
                    levels[filled_steps(share, area.height, i, steps)]);
}

static GraphPlaces score_panel_arrange(const View *view, const Layout *layout) {
    GraphPlaces places = {.positions = view->record->count + 1};
    if (layout->graph.height > 0)
        places.columns = layout_inside(layout->graph);
    if (layout->review.height == 0)
        return places;
    Rect graph = layout_review_graph(layout->review), inside = layout_inside(layout->review);
    places.text =
        (Rect){inside.y + graph.height, inside.x, inside.height - graph.height, inside.width};
    if (graph.height == 0)
        return places;
    places.columns = (Rect){graph.y, graph.x, graph.height - 1, graph.width};
    places.marks = (Rect){graph.y + graph.height - 1, graph.x, 1, graph.width};
    return places;
}

static size_t column_count(const GraphPlaces *places) {
    size_t width = (size_t)places->columns.width;
    return places->positions < width ? places->positions : width;
}

/* Returns the first position of a column, or the one after the last of the column before. */
static size_t first_of_column(const GraphPlaces *places, size_t column) {
    return column * places->positions / column_count(places);
}

/* Paints a pointer below the position shown, and question marks below mistakes. */
static void paint_mark(const View *view, const GraphPlaces *places, size_t column) {
    static const UiRole roles[] = {
        [VIEW_MARK_MISTAKE] = ROLE_WARNING, [VIEW_MARK_BLUNDER] = ROLE_ERROR};
    size_t first = first_of_column(places, column), end = first_of_column(places, column + 1);
    int x = places->marks.x + (int)column;
    ViewMark worst = VIEW_MARK_NONE;
    for (size_t ply = first > 0 ? first : 1; ply < end; ply++) {
        ViewMark mark = view->review->mark_at(view->review->context, ply);
        worst = mark > worst ? mark : worst;
    }
    if (view->ply >= first && view->ply < end)
        draw_text(places->marks.y, x, 1, ROLE_TITLE, draw_select("▴", "^"));
    else if (worst != VIEW_MARK_NONE)
        draw_text(places->marks.y, x, 1, roles[worst], "?");
}

static void paint_columns(const View *view, const GraphPlaces *places) {
    Rect area = places->columns;
    double share = 0.5;
    for (size_t i = 0; i < column_count(places); i++) {
        size_t first = first_of_column(places, i), end = first_of_column(places, i + 1);
        if (!share_of_range(view, first, end, &share) && i > 0 && first > view->record->current)
            break;
        bool shown = view->browsing && view->ply >= first && view->ply < end;
        Style style = {shown ? COLOR_CURSOR : COLOR_BAR_WHITE, COLOR_BAR_BLACK,
                       (shown ? STYLE_MONO_BOLD : 0) | STYLE_EXACT};
        draw_column((Rect){area.y, area.x + (int)i, area.height, 1}, share, style);
    }
}

/* The line of better moves has what the sentence leaves. */
static void paint_text(const ViewReview *review, Rect area) {
    bool said = review->sentence[0] != '\0';
    int used = said ? draw_wrapped(area, ROLE_NORMAL, review->sentence) : 0;
    if (used >= area.height)
        return;
    area.y += used;
    area.height -= used;
    draw_wrapped(area, ROLE_DIM, review->line);
}

/* Paints the graph and, of a review, the marks and the text. */
static void score_panel_paint(const View *view, const GraphPlaces *places) {
    if (places->columns.height > 0)
        paint_columns(view, places);
    for (size_t i = 0; places->marks.height > 0 && i < column_count(places); i++)
        paint_mark(view, places, i);
    if (places->text.height > 0)
        paint_text(view->review, places->text);
}

/* Sets *ply to the last position of the column at a cell. */
static bool score_panel_hit(const GraphPlaces *places, int y, int x, size_t *ply) {
    size_t column = (size_t)(x - places->columns.x);
    if ((!rect_contains(places->columns, y, x) && !rect_contains(places->marks, y, x)) ||
        column >= column_count(places))
        return false;
    *ply = first_of_column(places, column + 1) - 1;
    return true;
}

/* ---- the list of the game's moves ---- */

enum {
    PAIRED_WIDTH_MIN = 26,
    NUMBER_END = 4, /* the column after the number of a pair */
    WHITE_COLUMN = 6,
    BLACK_COLUMN = 17,
    LIST_MARGIN = 1
};

static size_t entries_per_line(const MoveListPlaces *places) {
    return places->paired ? 2 : 1;
}

/* Returns the number of empty entries before the first move. */
static size_t empty_entries(const MoveListPlaces *places) {
    return places->paired ? places->leading : 0;
}

static size_t line_of(const MoveListPlaces *places, size_t ply) {
    return (ply - 1 + empty_entries(places)) / entries_per_line(places);
}

/* Puts a browsed move in the middle, so that the moves after it are in sight too. */
static size_t choose_first_line(size_t current_line, size_t line_count, size_t height) {
    if (line_count <= height)
        return 0;
    size_t above = current_line + 1 == line_count ? height - 1 : height / 2;
    size_t first = current_line > above ? current_line - above : 0;
    return first + height > line_count ? line_count - height : first;
}

/* Arranges the list so that the move of the shown position is in sight. */
static MoveListPlaces move_list_arrange(const View *view, Rect section) {
    const Record *record = view->record;
    bool awaits_move = !outcome_is_over(view->outcome) && record->current == record->count;
    Rect area = {section.y + 1, section.x, section.height - 1, section.width};
    MoveListPlaces places = {.area = area};
    char number[32];
    if (section.height == 0)
        return (MoveListPlaces){0};
    places.leading = position_side(record_position_at(record, 0)) == BLACK ? 1 : 0;
    places.paired = places.area.width >= PAIRED_WIDTH_MIN;
    places.ply_count = record->count + (awaits_move ? 1 : 0);
    if (places.paired) {
        places.white = WHITE_COLUMN;
        places.black = BLACK_COLUMN;
    } else { /* below each other, after the number of the last one and dots */
        int digits =
            snprintf(number, sizeof number, "%zu", (places.ply_count + places.leading + 1) / 2);
        places.white = places.black = LIST_MARGIN + digits + draw_width(draw_select("… ", "..."));
    }
    if (places.ply_count > 0 && places.area.height > 0) {
        size_t shown = view->ply > 0 ? view->ply : 1;
        places.first_line =
            choose_first_line(line_of(&places, view->browsing ? shown : places.ply_count),
                              line_of(&places, places.ply_count) + 1, (size_t)places.area.height);
    }
    return places;
}

static void paint_number(const MoveListPlaces *places, size_t ply, int y) {
    char number[32];
    size_t half_moves = ply - 1 + places->leading;
    const char *dots = places->paired ? "" : half_moves % 2 == 1 ? draw_select("…", "...") : ".";
    snprintf(number, sizeof number, "%zu%s", half_moves / 2 + 1, dots);
    int width = draw_width(number);
    int x = places->paired ? max_int(NUMBER_END - width, 0) : LIST_MARGIN;
    draw_text(y, places->area.x + x, width, ROLE_DIM, number);
}

/* Paints the jumps of an unfinished capture as a move's notation begins: "M:D3:F5", "b1×d3×f5". */
static void paint_chain(const View *view, int y, int x, int width) {
    const ViewChain *chain = &view->chain;
    const NotationStyle style = view->notation;
    char name[SQUARE_TEXT_SIZE], text[NOTATION_SIZE];
    bool congo = style.notation == NOTATION_CONGO;
    const char *mark = congo ? ":" : style.ascii ? "x" : "×";
    snprintf(text, NOTATION_SIZE, "%s", style.notation == NOTATION_PLAIN ? "" : "M");
    for (int i = congo ? 1 : 0; i < chain->count; i++) {
        square_write(chain->square[i], name);
        text_append(text, NOTATION_SIZE, "%s%c%s", congo || i > 0 ? mark : "",
                    congo ? text_upper(name[0]) : name[0], name + 1);
    }
    const char *dots = draw_select("…", "...");
    int used = draw_clipped(y, x, width - draw_width(dots), ROLE_NORMAL, text);
    draw_text(y, x + used, width - used, ROLE_ACCENT, dots);
}

/* Paints a move and its mark. A move that is too long is cut before the mark. */
static void paint_ply(const View *view, size_t ply, int y, int x, int width, UiRole role) {
    const Record *record = view->record;
    char text[NOTATION_SIZE];
    unsigned char glyph = record_mark(record, ply);
    const char *mark = record_mark_text(glyph);
    int room = width - draw_width(mark);
    notation_write(record_position_at(record, ply - 1), record->plies[ply - 1].move, view->notation,
                   text);
    int used = draw_text(y, x, room, role, text);
    bool good = glyph % 2 == 1; /* "!", "!!" and "!?" */
    draw_text(y, x + min_int(used, room), draw_width(mark), good ? ROLE_ACCENT : ROLE_WARNING,
              mark);
}

/* Paints an entry, on the ground of a card if its move led to the position shown. */
static void paint_entry(const View *view, size_t ply, int y, int x, int width) {
    const Record *record = view->record;
    if (ply == record->current + 1 && view->chain.count > 0) {
        paint_chain(view, y, x, width);
        return;
    }
    if (ply > record->count) { /* it is awaited */
        const Position *position = record_position_at(record, record->count);
        bool thinking = view->player[position_side(position)].thinking;
        const char *text = thinking ? draw_select("thinking…", "thinking") : "";
        if (!thinking || draw_width(text) > width)
            text = draw_select("…", "...");
        draw_text(y, x, width, ROLE_ACCENT, text);
        return;
    }
    bool shown = ply == view->ply;
    if (shown)
        draw_set_surface(COLOR_CARD);
    UiRole role = shown ? ROLE_TITLE : ply > record->current ? ROLE_DIM : ROLE_NORMAL;
    paint_ply(view, ply, y, x, width, role);
    draw_set_surface(COLOR_SCREEN);
}

static void paint_line(const View *view, const MoveListPlaces *places, size_t line, int y) {
    size_t per_line = entries_per_line(places), empty = empty_entries(places);
    for (size_t i = 0; i < per_line; i++) {
        size_t entry = line * per_line + i;
        if (entry < empty)
            continue;
        size_t ply = entry + 1 - empty;
        if (ply > places->ply_count)
            return;
        if (i == 0 || ply == 1)
            paint_number(places, ply, y);
        bool left = places->paired && i == 0;
        int column = i == 0 ? places->white : places->black;
        int end = left ? places->black - 1 : places->area.width - LIST_MARGIN;
        paint_entry(view, ply, y, places->area.x + column, end - column);
    }
}

static void move_list_paint(const View *view, const MoveListPlaces *places) {
    if (places->ply_count == 0)
        return;
    size_t line_count = line_of(places, places->ply_count) + 1;
    for (int i = 0; i < places->area.height && places->first_line + (size_t)i < line_count; i++)
        paint_line(view, places, places->first_line + (size_t)i, places->area.y + i);
}

/* Sets *ply to the number of the position after the move at a cell of the screen. */
static bool move_list_hit(const MoveListPlaces *places, int y, int x, size_t *ply) {
    if (!rect_contains(places->area, y, x))
        return false;
    int column = x - places->area.x;
    size_t per_line = entries_per_line(places), empty = empty_entries(places);
    size_t entry = (places->first_line + (size_t)(y - places->area.y)) * per_line +
                   (column < places->black ? 0 : per_line - 1);
    if (entry < empty)
        return false;
    *ply = entry + 1 - empty;
    return *ply <= places->ply_count;
}

/* ---- everything ---- */

/* Paints a panel's title, and a text at the right end if it fits. */
static void paint_title(Rect panel, const char *title, UiRole role, const char *right) {
    Rect inside = layout_inside(panel);
    int used = draw_text(panel.y, inside.x, inside.width, ROLE_HEADING, title);
    int width = draw_width(right);
    if (used + 1 + width <= inside.width)
        draw_text(panel.y, inside.x + inside.width - width, width, role, right);
}

/* The title has the id of a network game, and that it is encrypted if there is room. */
static void paint_moves(const View *view, Rect panel, const MoveListPlaces *moves) {
    int room = layout_inside(panel).width - draw_width("Moves") - 2;
    const char *id = view->game_id != NULL ? view->game_id : "";
    char encrypted[32];
    snprintf(encrypted, sizeof encrypted, "encrypted %s", id);
    if (view->browsing)
        paint_title(panel, "Moves", ROLE_WARNING, "browsing");
    else if (view->encrypted && *id != '\0' && draw_width(encrypted) <= room)
        paint_title(panel, "Moves", ROLE_DIM, encrypted);
    else
        paint_title(panel, "Moves", ROLE_DIM, id);
    move_list_paint(view, moves);
}

static void paint_thinking(const View *view, Rect panel) {
    char summary[THINKING_SUMMARY_SIZE];
    int room = layout_inside(panel).width - draw_width(view->thinking_title) - 2;
    thinking_panel_summary(view->thinking, room, summary);
    paint_title(panel, view->thinking_title, ROLE_NORMAL, summary);
    if (view->thinking != NULL)
        thinking_panel_paint(view->thinking, panel);
}

/* Leaves two columns before the summary, or one where only its shortest form fits. */
static void paint_candidates(const View *view, Rect panel, const CandidatePlaces *places) {
    int room = layout_inside(panel).width - draw_width(view->candidates->title);
    const char *summary = candidate_panel_summary(view->candidates, room - 2);
    if (summary[0] == '\0')
        summary = candidate_panel_summary(view->candidates, room - 1);
    paint_title(panel, view->candidates->title, ROLE_TITLE, summary);
    candidate_panel_paint(view->candidates, places);
}

/* Adds the longest text that fits at the right end of the title. */
static void paint_review_title(const ViewReview *review, Rect panel) {
    int room = layout_inside(panel).width - draw_width(review->title) - 1;
    const char *right = draw_width(review->right[0]) <= room ? review->right[0] : review->right[1];
    paint_title(panel, review->title, ROLE_NORMAL, right);
}

/* Names the key that shows all where there is no room for it. */
static void paint_notes(const View *view, Rect panel) {
    char right[KEY_NAME_SIZE + 16] = "";
    Rect inside = layout_inside(panel);
    if (view->notes_key[0] != '\0' &&
        draw_wrapped_height(view->notes, inside.width) > inside.height)
        snprintf(right, sizeof right, "%s: all", view->notes_key);
    paint_title(panel, "Notes", ROLE_DIM, right);
    draw_wrapped(inside, ROLE_NORMAL, view->notes);
}

/* Returns whether there is an area whose text no box cuts. */
static bool is_readable(const View *view, Rect area) {
    return area.height > 0 && !rect_is_cut(area, view->covered);
}

static void paint_cards_and_panels(const View *view, const Layout *layout,
                                   const PanelPlaces *places) {
    Color lower = view->flipped ? BLACK : WHITE;
    if (is_readable(view, layout->upper))
        player_card_paint(view, layout->upper, color_other(lower));
    if (is_readable(view, layout->lower))
        player_card_paint(view, layout->lower, lower);
    if (layout->moves.height > 0)
        paint_moves(view, layout->moves, &places->moves);
    if (is_readable(view, layout->notice))
        draw_wrapped(layout_untitled(layout->notice), ROLE_DIM, view->notice);
    if (layout->notes.height > 0)
        paint_notes(view, layout->notes);
    if (layout->candidates.height > 0)
        paint_candidates(view, layout->candidates, &places->candidates);
    if (layout->thinking.height > 0)
        paint_thinking(view, layout->thinking);
    if (layout->graph.height > 0)
        paint_title(layout->graph, "Score", ROLE_DIM, "");
    if (layout->review.height > 0)
        paint_review_title(view->review, layout->review);
    score_panel_paint(view, &places->graph);
    if (layout->talk.height > 0) {
        paint_title(layout->talk, "Talk", ROLE_DIM, view->talk.muted);
        talk_panel_paint(&view->talk, view->talk.count, layout_inside(layout->talk), ROLE_NORMAL);
    }
    if (layout->lost.height > 0) {
        paint_title(layout->lost, "Lost", ROLE_DIM, "");
        lost_pieces_paint(view, layout_inside(layout->lost));
    }
    if (is_readable(view, layout->about))
        draw_wrapped(layout_untitled(layout->about), ROLE_DIM, view->about);
}

void panels_paint(const View *view, const Layout *layout, const PanelPlaces *places) {
    if (view->lesson != NULL)
        lesson_panel_paint(view->lesson, layout->lesson);
    else if (layout->side.height > 0 && view->setup == NULL)
        paint_cards_and_panels(view, layout, places);
    if (layout->turn.height > 0 && view->setup == NULL)
        player_card_paint_turn(view, layout->turn);
    player_card_paint_marker(view, layout);
    if (layout->bar.height > 0)
        score_panel_paint_bar(view, layout->bar);
    hint_panel_paint(view, &places->hints);
    bool repeats_key = view->lesson != NULL && view->lesson->task[0] == '\0' &&
                       (layout->lesson.height > 0 || layout->turn.height > 0) &&
                       strcmp(view->status, view->lesson->key) == 0;
    bool silent = repeats_key || !is_readable(view, layout->status);
    status_panel_paint(silent ? "" : view->status, layout->status);
}

/* ---- arranging and hitting ---- */

PanelPlaces panels_arrange(const View *view, const Layout *layout) {
    return (PanelPlaces){
        .moves = move_list_arrange(view, layout->moves),
        .candidates = candidate_panel_arrange(view->candidates, layout->candidates),
        .graph = score_panel_arrange(view, layout),
        .hints = hint_panel_arrange(view, layout->hints),
    };
}

bool panels_hit(const PanelPlaces *places, int y, int x, Hit *hit) {
    if (move_list_hit(&places->moves, y, x, &hit->ply) ||
        score_panel_hit(&places->graph, y, x, &hit->ply))
        hit->type = HIT_PLY;
    else if (list_hit(&places->candidates.moves, y, x, &hit->candidate))
        hit->type = HIT_CANDIDATE;
    else if (hint_panel_hit(&places->hints, y, x, &hit->action))
        hit->type = HIT_ACTION;
    return hit->type != HIT_NOTHING;
}
