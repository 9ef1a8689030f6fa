#include <config.h>

#include "board/thinking_panel.h"

#include <ctype.h>
#include <stdio.h>

#include "base/number.h"
#include "board/layout.h"
#include "term/draw.h"

enum {
    LONG_SCORE_WIDTH_MIN = 40, /* columns that leave room for moves beside a long score */
    NUMBERED_WIDTH_MIN = 20
};

static const char *score_text(const ViewVariation *variation, bool is_short) {
    return is_short ? variation->short_score : variation->long_score;
}

/* --- the summary --- */

/* The longest first. A forced win keeps its long score ("White wins in 3") while there is room. */
typedef struct SummaryForm {
    bool short_score, depth;
} SummaryForm;
static const SummaryForm summary_forms[] = {{false, true}, {true, true}, {true, false}};
static const SummaryForm win_summary_forms[] = {{false, true}, {false, false}, {true, false}};
static const SummaryForm worded_summary_forms[] = {{false, false}, {true, false}, {true, false}};
enum { SUMMARY_FORM_COUNT = sizeof summary_forms / sizeof summary_forms[0] };

void thinking_panel_summary(const ViewThinking *thinking, int width,
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

/* --- the variations --- */

/* Returns the width of the column of scores; 0 for a single variation, whose title has its score.
 */
static int score_column_width(const ViewThinking *thinking, bool is_short) {
    int width = 0;
    for (int i = 0; thinking->variation_count > 1 && i < thinking->variation_count; i++)
        width = max_int(width, draw_width(score_text(&thinking->variation[i], is_short)) + 1);
    return width;
}

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
    int column = score_column_width(thinking, is_short);
    bool numbered = area.width >= NUMBERED_WIDTH_MIN || column == 0;
    char moves[VIEW_MOVES_SIZE];
    draw_text(area.y, area.x, column, index == 0 ? ROLE_TITLE : ROLE_NORMAL,
              score_text(variation, is_short));
    if (!numbered)
        remove_numbers(variation->moves, moves);
    area.x += column;
    area.width -= column;
    draw_wrapped(area, ROLE_NORMAL, numbered ? variation->moves : moves, 0);
}

void thinking_panel_paint(const ViewThinking *thinking, Rect section) {
    Rect inside = layout_inside(section);
    int count = min_int(thinking->variation_count, inside.height);
    for (int i = 0; i < count; i++) {
        int rows = inside.height / count + (i < inside.height % count ? 1 : 0);
        paint_variation(thinking, i, (Rect){inside.y, inside.x, rows, inside.width});
        inside.y += rows;
    }
}
