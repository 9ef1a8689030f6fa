#include <config.h>

#include "board/panels.h"

#include <stdio.h>
#include <string.h>

#include "play/variation.h"

enum {
    SCORE_SIZE = 32,
    WIDE = 40 /* columns in which a score in words leaves room for moves */
};

static Score white_score(const SearchSnapshot *thought, int line) {
    Score score = thought->info.lines[line].score;
    return position_side(&thought->position) == WHITE ? score : -score;
}

/* Chance has no opinion. */
static bool has_score(const SearchSnapshot *thought) {
    return thought != NULL && thought->info.line_count > 0 && thought->info.depth > 0;
}

/* --- the title's right end --- */

/* "950", "12k", "1.2M"; rounded down "1M". */
static void write_speed(uint64_t nps, bool rounded, char *text, size_t size) {
    if (nps < 1000)
        snprintf(text, size, "%d", (int)nps);
    else if (nps < 1000000)
        snprintf(text, size, "%dk", (int)(nps / 1000));
    else if (rounded)
        snprintf(text, size, "%dM", (int)(nps / 1000000));
    else
        snprintf(text, size, "%d.%dM", (int)(nps / 1000000), (int)(nps / 100000 % 10));
}

/* What a summary tells. */
typedef struct Summary {
    bool is_short; /* the score */
    bool depth, seldepth;
    const char *unit; /* of the speed; NULL: not told */
    bool rounded;
} Summary;

/* The richest first. */
static const Summary summaries[] = {
    {false, true, true, "n/s", false}, {true, true, true, "n/s", false},
    {true, true, false, "n/s", false}, {true, true, false, "/s", false},
    {true, true, false, "/s", true},   {true, true, false, NULL, false},
    {true, false, false, NULL, false},
};
/* That a game is won is told in words as long as there is room. */
static const Summary summaries_of_wins[] = {
    {false, true, true, "n/s", false}, {false, true, false, "n/s", false},
    {false, true, false, "/s", false}, {false, true, false, "/s", true},
    {false, true, false, NULL, false}, {false, false, false, NULL, false},
    {true, false, false, NULL, false},
};
enum { SUMMARY_COUNT = sizeof summaries / sizeof summaries[0] };

static void write_summary(const SearchSnapshot *thought, const Summary *summary, char *text,
                          size_t size) {
    const SearchInfo *info = &thought->info;
    char score[SCORE_SIZE], depth[32] = "", speed[32], rate[48] = "";
    variation_write_score(white_score(thought, 0), summary->is_short, score, sizeof score);
    if (summary->seldepth && info->seldepth > info->depth)
        snprintf(depth, sizeof depth, " d%d/%d", info->depth, info->seldepth);
    else if (summary->depth)
        snprintf(depth, sizeof depth, " d%d", info->depth);
    write_speed(info->nps, summary->rounded, speed, sizeof speed);
    if (summary->unit != NULL)
        snprintf(rate, sizeof rate, " %s%s", speed, summary->unit);
    snprintf(text, size, "%s%s%s", score, depth, rate);
}

void thinking_panel_summary(const View *view, int width, char *text, size_t size) {
    *text = '\0';
    if (!has_score(view->thought))
        return;
    bool won = score_win_plies(view->thought->info.lines[0].score) != 0;
    for (int i = 0; i < SUMMARY_COUNT; i++) {
        write_summary(view->thought, won ? &summaries_of_wins[i] : &summaries[i], text, size);
        if ((int)strlen(text) <= width)
            return;
    }
    *text = '\0';
}

/* --- the variations --- */

/* Where there are several lines, their scores have a column; its width, 0 where there is one. */
static int score_column(const SearchSnapshot *thought, bool is_short) {
    int width = 0;
    for (int i = 0; thought->info.line_count > 1 && i < thought->info.line_count; i++) {
        char score[SCORE_SIZE];
        variation_write_score(white_score(thought, i), is_short, score, sizeof score);
        if (draw_width(score) >= width)
            width = draw_width(score) + 1;
    }
    return width;
}

static void paint_line(const View *view, int line, Rect area) {
    const SearchSnapshot *thought = view->thought;
    bool is_short = area.width < WIDE;
    int column = score_column(thought, is_short);
    char score[SCORE_SIZE], moves[VARIATION_SIZE];
    variation_write_score(white_score(thought, line), is_short, score, sizeof score);
    draw_text(area.y, area.x, column, line == 0 ? ROLE_TITLE : ROLE_NORMAL, score);
    bool numbered = area.width >= NARROW_SECTION || column == 0;
    variation_write(view->record, thought,
                    (VariationOptions){.line = line, .count = PV_MAX, .numbered = numbered}, moves);
    area.x += column;
    area.width -= column;
    draw_wrapped(area, ROLE_NORMAL, moves, 0);
}

void thinking_panel_paint(const View *view, Rect section) {
    Rect inside = section_inside(section);
    if (view->thought == NULL || inside.height <= 0)
        return;
    int count = view->thought->info.line_count;
    int lines = count < inside.height ? count : inside.height;
    for (int i = 0; i < lines; i++) {
        /* The better lines have what is left over. */
        int rows = inside.height / lines + (i < inside.height % lines ? 1 : 0);
        paint_line(view, i, (Rect){inside.y, inside.x, rows, inside.width});
        inside.y += rows;
    }
}
