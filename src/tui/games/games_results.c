#include <config.h>

#include "tui/games/games_results.h"

#include <stdio.h>

#include "base/number.h"
#include "base/text.h"
#include "tui/level_name.h"

enum {
    LABEL_MIN = 10,
    LABEL_MAX = 34,
    NUMBER = 6,  /* columns of a number and the blanks before it */
    PERCENT = 5, /* ... of the share of the points */
    GAP = 2,     /* before it, if there is room */
    BAR_MIN = 10,
    BAR_MAX = 40,
    LINE_SIZE = 256
};

/* Where the next line of the page goes; lines above and below the area are only counted. */
typedef struct ResultsPage {
    Rect area;
    int line;     /* of the page */
    int top;      /* line of the page at the top of the area */
    int label;    /* columns */
    bool numbers; /* there is room for won, drawn and lost, ... */
    int bar;      /* ... and for a bar of so many columns */
} ResultsPage;

/* Returns whether the next line is in sight, and where. */
static bool next_line(ResultsPage *page, Rect *line) {
    int y = page->line++ - page->top;
    *line = (Rect){page->area.y + y, page->area.x, 1, page->area.width};
    return y >= 0 && y < page->area.height;
}

static void add_gap(ResultsPage *page) {
    if (page->line > 0)
        page->line++;
}

static int draw_number(int y, int x, UiRole role, size_t number) {
    char text[24];
    snprintf(text, sizeof text, "%*zu", NUMBER, number);
    draw_text(y, x, NUMBER, role, text);
    return x + NUMBER;
}

/* Draws the games won as full cells, the draws as shaded ones, and those lost as dots. */
static void draw_bar(int y, int x, int width, const GameResults *results) {
    size_t all = results->won + results->drawn + results->lost;
    int won = (int)((results->won * (size_t)width + all / 2) / all);
    int lost = (int)((results->lost * (size_t)width + all / 2) / all);
    lost = min_int(lost, width - won);
    for (int i = 0; i < width; i++) {
        const char *cell = i < won            ? draw_select("█", "#")
                           : i < width - lost ? draw_select("▒", "=")
                                              : draw_select("·", ".");
        draw_text(y, x + i, 1, i < won ? ROLE_ACCENT : ROLE_DIALOG, cell);
    }
}

static void add_row(ResultsPage *page, const GameResults *results, const char *label) {
    Rect line;
    char percent[16];
    int share = game_results_percent(results);
    if (!next_line(page, &line))
        return;
    int x = line.x + page->label;
    draw_text(line.y, line.x, page->label - 1, ROLE_DIALOG, label);
    if (page->numbers) {
        x = draw_number(line.y, x, ROLE_DIALOG, results->won);
        x = draw_number(line.y, x, ROLE_DIALOG, results->drawn);
        x = draw_number(line.y, x, ROLE_DIALOG, results->lost);
    }
    if (share < 0)
        return;
    x += page->numbers ? GAP : 0;
    snprintf(percent, sizeof percent, "%*d %%", PERCENT - 2, share);
    draw_text(line.y, x, PERCENT, ROLE_DIALOG, percent);
    if (page->bar > 0)
        draw_bar(line.y, x + PERCENT + GAP, page->bar, results);
}

static void add_heading(ResultsPage *page, const char *title, bool with_columns) {
    static const char *const columns[] = {"won", "drawn", "lost"};
    Rect line;
    add_gap(page);
    if (!next_line(page, &line))
        return;
    draw_text(line.y, line.x, page->label - 1, ROLE_TITLE, title);
    for (int i = 0; with_columns && page->numbers && i < 3; i++) {
        int end = line.x + page->label + (i + 1) * NUMBER;
        int width = draw_width(columns[i]);
        draw_text(line.y, end - width, width, ROLE_TITLE, columns[i]);
    }
}

static void add_table(ResultsPage *page, const char *title, const GameResultsTable *table) {
    if (table->count == 0)
        return;
    add_heading(page, title, false);
    for (size_t i = 0; i < table->count; i++)
        add_row(page, &table->rows[i], table->rows[i].label);
}

static void add_text(ResultsPage *page, const char *text) {
    int height = draw_wrapped_height(text, page->area.width);
    int y = page->line - page->top;
    Rect area = page->area;
    area.y += max_int(y, 0);
    area.height -= max_int(y, 0);
    if (area.height > 0 && y + height > 0)
        draw_wrapped(area, ROLE_DIALOG, text, max_int(-y, 0));
    page->line += height;
}

static int widest_label(const GameResultsTable *table, int widest) {
    for (size_t i = 0; i < table->count; i++)
        widest = max_int(widest, draw_width(table->rows[i].label));
    return widest;
}

static void arrange(ResultsPage *page, const GameStatistics *results) {
    int label = widest_label(&results->by_opponent, LABEL_MIN);
    label = widest_label(&results->by_level, label);
    label = widest_label(&results->by_variant, label);
    int room = page->area.width - PERCENT;
    page->numbers = room >= LABEL_MIN + 3 * NUMBER + GAP;
    room -= page->numbers ? 3 * NUMBER + GAP : 0;
    page->label = min_int(min_int(label, LABEL_MAX) + 1, room);
    room -= page->label + GAP;
    page->bar = room >= BAR_MIN ? min_int(room, BAR_MAX) : 0;
}

static void add_suggestion(ResultsPage *page, const GameStatistics *results) {
    char text[LINE_SIZE];
    if (results->next_level == 0)
        return;
    snprintf(text, sizeof text, "You have won three games in a row at level %d: try level %s.",
             results->next_level - 1, level_name(results->next_level));
    add_gap(page);
    add_text(page, text);
}

void games_results_draw(GamesScreen *screen, Rect area) {
    const GameStatistics *results = &screen->results;
    ResultsPage page = {.area = area, .top = screen->results_top};
    char text[LINE_SIZE];
    arrange(&page, results);
    if (game_results_percent(&results->all) < 0) {
        add_text(&page, "There is no result yet: finish a game, and it is counted here.");
    } else {
        add_heading(&page, "Your results", true);
        add_row(&page, &results->all, "All games");
        add_suggestion(&page, results);
        add_table(&page, "By opponent", &results->by_opponent);
        add_table(&page, "By level", &results->by_level);
        add_table(&page, "By side", &results->by_color);
        add_table(&page, "By variant", &results->by_variant);
    }
    add_heading(&page, "Puzzles", false);
    snprintf(text, sizeof text, "%d of %d solved.", results->puzzles_solved, results->puzzle_count);
    add_text(&page, text);
    screen->results_lines = page.line;
    screen->page_rows = area.height;
}
