#include <config.h>

#include "export/game_page.h"

#include <math.h>
#include <sodium.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "export/game_text.h"
#include "export/markup.h"
#include "export/moves_section.h"
#include "export/page_parts.h"
#include "review/review_store.h"
#include "review/review_words.h"
#include "rules/fen.h"
#include "rules/games/gamefile.h"
#include "rules/player_names.h"

/* ---- the graph of White's chances, with the mistakes ---- */

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
static void add_dots(const Record *record, NotationStyle style, Buffer *html) {
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
        game_text_move(record, ply, style, html);
        buffer_add_format(html, " %s</title></circle>\n", game_text_glyph((unsigned char)mark));
    }
}

/* Appends the graph as a figure. Appends nothing if fewer than two positions have scores. */
static void page_graph_add(const Record *record, NotationStyle style, Buffer *html) {
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
    add_dots(record, style, html);
    buffer_add_format(html,
                      "<g class=\"scale\"><text x=\"4\" y=\"16\">100</text><text x=\"4\" "
                      "y=\"%d\">50</text><text x=\"4\" y=\"%d\">0</text></g>\n",
                      HEIGHT / 2 + 6, HEIGHT - 4);
    buffer_add_string(html, "</svg>\n<figcaption>White's chances of winning after each "
                            "move, in per cent</figcaption>\n</figure>\n");
}

/* ---- a game ---- */

/* The words of a game, as text for markup. */
typedef void GameText(const Record *record, Buffer *text);

static void add_words(GameText *words, const Record *record, Buffer *html) {
    Buffer text = {0};
    words(record, &text);
    if (text.length > 0)
        markup_add_text(html, text.bytes);
    buffer_free(&text);
}

static void add_picture(const Record *record, size_t ply, bool flipped, NotationStyle style,
                        size_t game, const char *name, Buffer *html) {
    char id[48];
    Buffer place = {0};
    game_text_place(record, ply, style, &place);
    place.bytes[0] = (char)text_upper((unsigned char)place.bytes[0]);
    snprintf(id, sizeof id, "g%zu-%s", game, name);
    BoardPicture picture =
        board_svg_of_game(record, ply, ply == 0 ? "The board" : place.bytes, flipped);
    buffer_add_format(html, "<figure class=\"%s\">\n", name);
    board_svg_add(&picture, id, html);
    buffer_add_string(html, "<figcaption>");
    markup_add_text(html, place.bytes);
    buffer_add_string(html, "</figcaption>\n</figure>\n");
    buffer_free(&place);
}

/* A button of the page, its sign, and a drawing of 24 by 24. */
typedef struct PageButton {
    const char *action; /* in page.js */
    const char *label;
    const char *drawing;
} PageButton;

static const PageButton buttons[] = {
    {"first", "First position (Home)", "M5 5h3v14H5zM20 5v14L9 12z"},
    {"back", "Previous move (Left)", "M17 5v14L6 12z"},
    {"play", "Play the game (Space)", "M12 2a10 10 0 100 20 10 10 0 000-20zM10 7l7 5-7 5z"},
    {"next", "Next move (Right)", "M7 5v14l11-7z"},
    {"last", "Last position (End)", "M16 5h3v14h-3zM4 5v14l11-7z"},
    {"flip", "Turn the board (f)", "M8 3l5 5H9v12H7V8H3zM16 21l-5-5h4V4h2v12h4z"},
};

enum { BUTTON_COUNT = sizeof buttons / sizeof buttons[0] };

static void add_icons(Buffer *html) {
    for (int i = 0; i < BUTTON_COUNT; i++)
        buffer_add_format(html,
                          "<symbol id=\"icon-%s\" viewBox=\"0 0 24 24\"><path "
                          "fill-rule=\"evenodd\" d=\"%s\"/></symbol>\n",
                          buttons[i].action, buttons[i].drawing);
    buffer_add_string(html, "<symbol id=\"icon-pause\" viewBox=\"0 0 24 24\">"
                            "<path fill-rule=\"evenodd\" d=\"M12 2a10 10 0 100 20 10 10 0 "
                            "000-20zM8 8v8h3V8zM13 8v8h3V8z\"/></symbol>\n");
}

static void add_controls(Buffer *html) {
    buffer_add_string(html, "<div class=\"controls\" role=\"group\" "
                            "aria-label=\"Go through the game\" hidden=\"hidden\">\n");
    for (int i = 0; i < BUTTON_COUNT; i++)
        buffer_add_format(html,
                          "<button type=\"button\" data-do=\"%s\" aria-label=\"%s\" title=\"%s\">"
                          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"24\" height=\"24\" "
                          "aria-hidden=\"true\"><use href=\"#icon-%s\"/></svg></button>\n",
                          buttons[i].action, buttons[i].label, buttons[i].label, buttons[i].action);
    buffer_add_string(html, "</div>\n");
}

/* A line of the script above or below the board: a player, the clock, what the side has lost. */
static void add_side(Buffer *html) {
    buffer_add_string(html, "<p class=\"side\" hidden=\"hidden\"></p>\n");
}

static void add_stage(const Record *record, bool flipped, NotationStyle style, size_t game,
                      Buffer *html) {
    buffer_add_string(html, "<div class=\"stage\">\n");
    add_side(html);
    add_picture(record, 0, flipped, style, game, "start", html);
    add_side(html);
    if (record->count > 0)
        add_picture(record, record->count, flipped, style, game, "end", html);
    add_controls(html);
    buffer_add_string(html, "<button type=\"button\" data-do=\"leave\" hidden=\"hidden\">Back to "
                            "the game</button>\n<p class=\"said\" role=\"status\" "
                            "aria-live=\"polite\" hidden=\"hidden\"></p>\n</div>\n");
}

/* Returns the value of a tag for people. */
static const char *tag_words(const Record *record, const RecordTag *tag) {
    for (int color = 0; color < COLOR_COUNT; color++)
        if (strcmp(tag->name, color_name((Color)color)) == 0)
            return player_names_shown(record, (Color)color);
    return tag->value;
}

static void add_tags(const Record *record, Buffer *html) {
    size_t length;
    char *text = gamefile_write(record, GAME_CONGO, &length);
    buffer_add_string(html, "<details class=\"more\">\n<summary>About the game</summary>\n<dl>\n"
                            "<dt>Variant</dt><dd>");
    markup_add_text(html, record->variant.name);
    buffer_add_string(html, "</dd>\n");
    for (size_t i = 0; i < record->tag_count; i++) {
        /* The words above say how the game ended. */
        if (strcmp(record->tags[i].name, "Termination") == 0)
            continue;
        buffer_add_string(html, "<dt>");
        markup_add_text(html, record->tags[i].name);
        buffer_add_string(html, "</dt><dd>");
        markup_add_text(html, tag_words(record, &record->tags[i]));
        buffer_add_string(html, "</dd>\n");
    }
    buffer_add_string(html, "</dl>\n<pre class=\"text\">");
    markup_add_text(html, text);
    buffer_add_string(html, "</pre>\n</details>\n");
    free(text);
}

/* The position that is shown, and buttons of the script that copy it and the game. */
static void add_copies(const Record *record, Buffer *html) {
    char fen[FEN_SIZE];
    fen_write(record_position_at(record, 0), fen);
    buffer_add_format(html,
                      "<div class=\"copies\" hidden=\"hidden\">\n"
                      "<p>This position as Congo FEN: <code class=\"fen\">%s</code></p>\n"
                      "<button type=\"button\" data-do=\"copyFen\">Copy the position</button>\n"
                      "<button type=\"button\" data-do=\"copyText\">Copy the game</button>\n"
                      "</div>\n",
                      fen);
}

/* Appends what a review has found of the sides whose moves it knows. */
static void add_review(const Record *record, const Review *review, NotationStyle style, size_t game,
                       Buffer *html) {
    char text[REVIEW_SENTENCE_SIZE];
    if (game_text_count_scores(record) == 0)
        return;
    for (int color = 0; color < COLOR_COUNT; color++) {
        if (!review->sides[color].known)
            continue;
        review_words_side(review, (Color)color, text);
        buffer_add_string(html, "<p class=\"review\">");
        markup_add_text(html, text);
        buffer_add_string(html, "</p>\n");
    }
    if (review_words_turning_point(review, record, style, text) > 0) {
        buffer_add_format(html, "<p class=\"review\"><a href=\"#g%zu-%zu\">", game,
                          review->turning_point);
        markup_add_text(html, text);
        buffer_add_string(html, "</a></p>\n");
    }
}

static void add_head(const Record *record, Buffer *html) {
    size_t moves = game_text_count_moves(record);
    buffer_add_string(html, "<header class=\"head\">\n<h2>");
    add_words(game_text_players, record, html);
    buffer_add_string(html, "</h2>\n<p class=\"summary\">");
    add_words(game_text_summary, record, html);
    buffer_add_string(html, " <strong class=\"outcome\">");
    add_words(game_text_outcome, record, html);
    buffer_add_format(html, "</strong> The game has %zu move%s.</p>\n</header>\n", moves,
                      text_plural(moves));
}

static void add_game(GamePage *page, const Record *record, bool flipped) {
    size_t game = page->count;
    Buffer *html = &page->games;
    Record *shown = record_clone(record);
    Review *review = review_from_record(record);
    record_go_to(shown, 0);
    buffer_add_format(html, "<article class=\"game\" id=\"g%zu\" data-flipped=\"%s\"", game,
                      flipped ? "true" : "false");
    for (int color = 0; color < COLOR_COUNT; color++) {
        buffer_add_format(html, " data-%s=\"", color_word((Color)color));
        markup_add_text(html, player_names_shown(record, (Color)color));
        buffer_add_string(html, "\"");
    }
    moves_section_add_position(shown, html);
    buffer_add_string(html, ">\n");
    add_head(record, html);
    buffer_add_string(html, "<div class=\"table\">\n");
    add_stage(record, flipped, page->notation, game, html);
    buffer_add_string(html, "<div class=\"record\">\n");
    page_graph_add(record, page->notation, html);
    buffer_add_string(html, "<p class=\"more\"><a href=\"#notation\">How to read the "
                            "moves</a></p>\n");
    moves_section_add(shown, review, page->notation, game, html);
    add_review(record, review, page->notation, game, html);
    add_copies(record, html);
    add_tags(record, html);
    buffer_add_string(html, "</div>\n</div>\n</article>\n");
    review_free(review);
    record_free(shown);
}

void game_page_add(GamePage *page, const Record *record, bool flipped) {
    page->count++;
    rules_section_note(&record->variant, &page->topics);
    for (size_t ply = 0; ply <= record->count; ply++)
        page->symbols |= board_svg_symbols(record_position_at(record, ply));
    if (page->count == 1)
        add_words(game_text_players, record, &page->title);
    add_words(game_text_players, record, &page->list);
    buffer_add_string(&page->list, ". ");
    add_words(game_text_outcome, record, &page->list);
    buffer_add_string(&page->list, "\n");
    add_game(page, record, flipped);
}

/* ---- the page ---- */

static void add_lines(const char *const *lines, Buffer *text) {
    for (; *lines; lines++)
        buffer_add_string(text, *lines);
}

/* Appends what a policy allows: a style or script with just this text. */
static void add_digest(const Buffer *text, Buffer *html) {
    unsigned char digest[crypto_hash_sha256_BYTES];
    char encoded[sodium_base64_ENCODED_LEN(sizeof digest, sodium_base64_VARIANT_ORIGINAL)];
    crypto_hash_sha256(digest, (const unsigned char *)text->bytes, text->length);
    sodium_bin2base64(encoded, sizeof encoded, digest, sizeof digest,
                      sodium_base64_VARIANT_ORIGINAL);
    buffer_add_format(html, "'sha256-%s'", encoded);
}

/* Appends all up to the body. `title` is markup; `script` may be NULL. */
static void add_page_head(const char *title, const Buffer *style, const Buffer *script,
                          Buffer *html) {
    buffer_add_string(html,
                      "<!DOCTYPE html>\n"
                      "<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n"
                      "<meta charset=\"utf-8\"/>\n"
                      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                      "img-src data:; base-uri 'none'; form-action 'none'; style-src ");
    add_digest(style, html);
    if (script) {
        buffer_add_string(html, "; script-src ");
        add_digest(script, html);
    }
    buffer_add_format(html,
                      "\"/>\n<meta name=\"viewport\" content=\"width=device-width, "
                      "initial-scale=1\"/>\n<meta name=\"generator\" content=\"" PACKAGE_STRING
                      "\"/>\n<link rel=\"icon\" href=\"data:,\"/>\n<title>%s</title>\n<style>",
                      title);
    buffer_add(html, style->bytes, style->length);
    buffer_add_string(html, "</style>\n</head>\n");
}

/* Appends the name of a file as a relative address. */
static void add_address(const char *file, Buffer *html) {
    for (; *file; file++) {
        unsigned char c = (unsigned char)*file;
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                     c == '-' || c == '_' || c == '.';
        buffer_add_format(html, plain ? "%c" : "%%%02X", c);
    }
}

/* Appends a list of the games of a page in a file, "" for this page. `first` is the number of the
 * first one in the list. */
static void add_list(const GamePage *page, const char *file, size_t first, Buffer *html) {
    const char *line = page->list.bytes;
    buffer_add_format(html, "<ol start=\"%zu\">\n", first);
    for (size_t i = 1; i <= page->count; i++) {
        size_t length = strcspn(line, "\n");
        buffer_add_string(html, "<li><a href=\"");
        add_address(file, html);
        buffer_add_format(html, "#g%zu\">%.*s</a></li>\n", i, (int)length, line);
        line += length + 1;
    }
    buffer_add_string(html, "</ol>\n");
}

static void add_top(const GamePage *page, const char *index, Buffer *html) {
    buffer_add_string(html, "<header class=\"top\" id=\"top\">\n<h1>");
    if (page->count == 1)
        buffer_add_string(html, "A game of Congo");
    else
        buffer_add_format(html, "%zu games of Congo", page->count);
    buffer_add_string(html, "</h1>\n");
    if (index) {
        buffer_add_string(html, "<p><a href=\"");
        add_address(index, html);
        buffer_add_string(html, "\">The other games</a></p>\n");
    }
    buffer_add_string(html, "<p><a href=\"#how\">New to Congo? How it works</a></p>\n</header>\n");
    if (page->count == 1)
        return;
    buffer_add_format(html,
                      "<nav class=\"games\" aria-label=\"Games\">\n<details open=\"open\">"
                      "<summary>All %zu games</summary>\n",
                      page->count);
    add_list(page, "", 1, html);
    buffer_add_string(html, "</details>\n</nav>\n");
}

static void add_style(ExportTheme theme, Buffer *style) {
    stylesheet_add_page(theme, style);
    add_lines(page_css, style);
    stylesheet_add_board(theme, style);
}

void game_page_write(const GamePage *page, const char *index, ExportTheme theme, Buffer *html) {
    Buffer style = {0}, script = {0}, title = {0};
    add_style(theme, &style);
    /* Readers of XML need the mark around '<' and '&'. */
    buffer_add_string(&script, "//<![CDATA[\n");
    add_lines(page_js, &script);
    buffer_add_string(&script, "//]]>");
    if (page->count == 1)
        buffer_add_format(&title, "%s, a game of Congo", page->title.bytes);
    else
        buffer_add_format(&title, "%zu games of Congo", page->count);
    add_page_head(title.bytes, &style, &script, html);
    buffer_add_string(html, "<body>\n<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"symbols\" "
                            "width=\"0\" height=\"0\" aria-hidden=\"true\">\n<defs>\n");
    board_svg_add_symbols(page->symbols | rules_section_symbols(&page->topics), html);
    rules_section_add_ground(html);
    add_icons(html);
    buffer_add_string(html, "</defs>\n</svg>\n<main>\n");
    add_top(page, index, html);
    buffer_add(html, page->games.bytes, page->games.length);
    rules_section_add(&page->topics, page->notation.notation, html);
    buffer_add_string(html, "</main>\n<script>");
    buffer_add(html, script.bytes, script.length);
    buffer_add_string(html, "</script>\n</body>\n</html>\n");
    buffer_free(&style);
    buffer_free(&script);
    buffer_free(&title);
}

void game_page_free(GamePage *page) {
    buffer_free(&page->games);
    buffer_free(&page->list);
    buffer_free(&page->title);
    rules_section_free(&page->topics);
    *page = (GamePage){0};
}

/* ---- an index ---- */

void page_index_add(PageIndex *index, const GamePage *page, const char *file) {
    size_t first = index->games + 1;
    index->pages++;
    index->games += page->count;
    buffer_add_format(&index->list, "<details><summary>Games %zu to %zu</summary>\n", first,
                      index->games);
    add_list(page, file, first, &index->list);
    buffer_add_string(&index->list, "</details>\n");
}

void page_index_write(const PageIndex *index, ExportTheme theme, Buffer *html) {
    Buffer style = {0};
    char title[64];
    snprintf(title, sizeof title, "%zu games of Congo", index->games);
    add_style(theme, &style);
    add_page_head(title, &style, NULL, html);
    buffer_add_format(html,
                      "<body>\n<main>\n<h1>%s</h1>\n<nav class=\"games index\" "
                      "aria-label=\"Games\">\n",
                      title);
    buffer_add(html, index->list.bytes, index->list.length);
    buffer_add_string(html, "</nav>\n</main>\n</body>\n</html>\n");
    buffer_free(&style);
}

void page_index_free(PageIndex *index) {
    buffer_free(&index->list);
}
