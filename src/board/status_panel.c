#include <config.h>

#include "board/status_panel.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "board/view.h"
#include "term/draw.h"

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

/* Puts another wording, such as " may drown", in the place of " drowns unless it leaves the river"
 * in each warning. */
static void reword_drowning(const char *warning, const char *wording, char text[VIEW_STATUS_SIZE]) {
    const char *from;
    text[0] = '\0';
    while ((from = strstr(warning, " drown")) != NULL) {
        text_append(text, VIEW_STATUS_SIZE, "%.*s%s", (int)(from - warning), warning, wording);
        warning = from + strcspn(from, ".");
    }
    text_append(text, VIEW_STATUS_SIZE, "%s", warning);
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

/* Removes sentences from the end, and then words, until the text fits. */
static void cut_to_fit(char *text, Rect area) {
    char *last;
    while (!text_fits(text, area) && (last = last_sentence(text)) != NULL) {
        *last = '\0';
        if (last[-1] == ';')
            last[-1] = '.';
    }
    const char *dots = draw_select("…", "...");
    while (!text_fits(text, area) && (last = strrchr(text, ' ')) != NULL)
        snprintf(last, VIEW_STATUS_SIZE - (size_t)(last - text), "%s", dots);
}

/* Paints warnings at the right end of the line. The sentence is cut to make room for them unless
 * too little of it would be left. */
static void paint_one_line(char *sentence, const char *warning, Rect area) {
    int width = draw_width(warning);
    int room = area.width - width - 2;
    bool both = room >= SENTENCE_WIDTH_MIN || room >= draw_width(sentence);
    Rect left = {area.y, area.x, 1, both ? room : area.width};
    cut_to_fit(sentence, left);
    draw_wrapped(left, ROLE_NORMAL, sentence, 0);
    if (both)
        draw_text(area.y, area.x + area.width - width, width, ROLE_WARNING, warning);
}

static void paint_with_warnings(char *sentence, char warning[VIEW_STATUS_SIZE], Rect area) {
    static const char *const drowning[] = {" must move or drown", " may drown"};
    char whole[VIEW_STATUS_SIZE];
    const char *beside = area.height > 1 ? "" : sentence; /* on the same line */
    snprintf(whole, sizeof whole, "%s", warning);
    for (int i = 0; i < 2 && !both_fit(beside, warning, area); i++)
        reword_drowning(whole, drowning[i], warning);
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
    cut_to_fit(sentence, area);
    cut_to_fit(warning, area);
    draw_text(area.y, area.x, area.width, ROLE_NORMAL, sentence);
    draw_text(area.y + 1, area.x, area.width, ROLE_WARNING, warning);
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
static Rect inside_of(const char *sentence, Rect area) {
    int margin = area.width >= MARGINS_FROM ? MARGIN : area.width >= NARROW_FROM ? MARGIN / 2 : 0;
    Rect inside = {area.y, area.x + margin, area.height, area.width - 2 * margin};
    return !text_fits(sentence, inside) && text_fits(sentence, area) ? area : inside;
}

bool status_panel_fits(const char *status, Rect area) {
    char sentence[VIEW_STATUS_SIZE], warning[VIEW_STATUS_SIZE];
    bool warns = split_warnings(status, sentence, warning);
    Rect inside = inside_of(sentence, area);
    return warns ? both_fit(sentence, warning, inside) : text_fits(sentence, inside);
}

void status_panel_paint(const char *status, Rect area) {
    char sentence[VIEW_STATUS_SIZE], warning[VIEW_STATUS_SIZE];
    draw_set_surface(COLOR_STATUS);
    draw_fill(area, ROLE_NORMAL);
    bool warns = split_warnings(status, sentence, warning);
    area = inside_of(sentence, area);
    if (warns) {
        paint_with_warnings(sentence, warning, area);
    } else {
        cut_to_fit(sentence, area);
        draw_wrapped(area, ROLE_NORMAL, sentence, 0);
    }
    draw_set_surface(COLOR_SCREEN);
}
