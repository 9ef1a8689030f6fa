#include <config.h>

#include "export/page_graph.h"

#include "export/game_text.h"
#include "export/markup.h"

enum { WIDTH = 720, HEIGHT = 110, MARGIN = 9 };

static double across(const Record *record, size_t ply) {
    return (double)ply * WIDTH / (double)record->count;
}

static double down(const RecordScore *score) {
    return MARGIN + (HEIGHT - 2 * MARGIN) * (1 - game_text_chance(score) / 100);
}

/* White's part lies below the line. Positions without a score are bridged. */
static void add_area(const Record *record, Buffer *html) {
    double y = HEIGHT / 2.0;
    for (size_t ply = record->count + 1; ply-- > 0;)
        if (record->scores[ply].known)
            y = down(&record->scores[ply]);
    buffer_add_format(html, "<path class=\"ahead\" d=\"M0 %dV%.1f", HEIGHT, y);
    for (size_t ply = 0; ply <= record->count; ply++)
        if (record->scores[ply].known) {
            y = down(&record->scores[ply]);
            buffer_add_format(html, "L%.1f %.1f", across(record, ply), y);
        }
    buffer_add_format(html, "L%d %.1fV%dz\"/>\n", WIDTH, y, HEIGHT);
}

/* A dot for each doubtful move, larger for worse ones. */
static void add_dots(const Record *record, Buffer *html) {
    enum { MARK_MISTAKE = 2, MARK_BLUNDER = 4, MARK_INACCURACY = 6 };
    for (size_t ply = 1; ply <= record->count; ply++) {
        int mark = record_mark(record, ply);
        int radius = mark == MARK_BLUNDER      ? 8
                     : mark == MARK_MISTAKE    ? 6
                     : mark == MARK_INACCURACY ? 5
                                               : 0;
        if (radius == 0 || !record->scores[ply].known)
            continue;
        buffer_add_format(html,
                          "<circle class=\"dot m%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"%d\"><title>",
                          mark, across(record, ply), down(&record->scores[ply]), radius);
        game_text_number(record, ply, html);
        buffer_add_string(html, " ");
        game_text_move(record, ply, html);
        buffer_add_format(html, " %s</title></circle>\n", game_text_glyph((unsigned char)mark));
    }
}

void page_graph_add(const Record *record, Buffer *html) {
    if (game_text_count_scores(record) < 2)
        return;
    buffer_add_format(html,
                      "<figure class=\"graph\">\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
                      "viewBox=\"0 0 %d %d\" data-step=\"%.3f\" role=\"img\" "
                      "aria-label=\"White's chances of winning over the game\">\n"
                      "<rect class=\"behind\" width=\"%d\" height=\"%d\"/>\n",
                      WIDTH, HEIGHT, across(record, 1), WIDTH, HEIGHT);
    add_area(record, html);
    buffer_add_format(html,
                      "<path class=\"even\" d=\"M0 %dH%d\"/>\n"
                      "<line class=\"now\" y1=\"0\" y2=\"%d\"/>\n",
                      HEIGHT / 2, WIDTH, HEIGHT);
    add_dots(record, html);
    buffer_add_string(html, "</svg>\n<figcaption>White's chances of winning after each "
                            "move</figcaption>\n</figure>\n");
}
