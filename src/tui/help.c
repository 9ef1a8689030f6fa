#include <config.h>

#include "tui/help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "board/painter.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "term/draw.h"
#include "term/frame.h"
#include "tui/help_pages.h"

enum {
    WIDTH_MAX = 78,
    HEIGHT_MAX = 40,
    TEXT_BESIDE = 26, /* columns of a text beside a board */
    WIDE = 58,        /* inner width from which the text is beside the board */
    KEYS_COLUMN = 21,
    KEYS_WIDE = 56, /* inner width from which the help of a key is beside the key */
    WHEEL_LINES = 3,
    TEXT_SIZE = 2048
};

typedef struct Help {
    Layer layer;
    App *app;
    int page; /* 0: the keys; else help_pages_get(page - 1) */
    int pages;
    int scroll;     /* lines */
    int scroll_max; /* for the page as last drawn */
    Rect inner;     /* inside the frame */
} Help;

/* --- a scrolled column of paragraphs --- */

typedef struct TextFlow {
    Rect area;
    int y; /* line of the next paragraph, from the top of `area`; negative if scrolled out */
} TextFlow;

/* Draws the visible part of a paragraph. Returns the height of the whole paragraph. */
static int flow_put(const TextFlow *flow, int indent, int width, UiRole role, const char *text) {
    Rect area = {flow->area.y + (flow->y > 0 ? flow->y : 0), flow->area.x + indent, 0, width};
    int skip = flow->y < 0 ? -flow->y : 0;
    area.height = flow->area.y + flow->area.height - area.y;
    return draw_wrapped(area, role, text, area.height > 0 ? skip : 0);
}

static void flow_paragraph(TextFlow *flow, int indent, UiRole role, const char *text) {
    flow->y += flow_put(flow, indent, flow->area.width - indent, role, text);
}

/* --- the pages --- */

static const Variant *variant_of(const Help *help) {
    return &app_record(help->app)->variant;
}

static const HelpPage *page_of(const Help *help) {
    return help->page == 0 ? NULL : help_pages_get(variant_of(help), help->page - 1);
}

static void draw_key(TextFlow *flow, const char *keys, const char *text) {
    if (flow->area.width >= KEYS_WIDE) {
        flow_put(flow, 0, KEYS_COLUMN - 1, ROLE_KEY, keys);
        flow_paragraph(flow, KEYS_COLUMN, ROLE_NORMAL, text);
    } else {
        flow_paragraph(flow, 0, ROLE_KEY, keys);
        flow_paragraph(flow, 2, ROLE_NORMAL, text);
    }
}

static void draw_keys(const Help *help, TextFlow *flow) {
    char text[256], key[KEY_NAME_SIZE];
    snprintf(text, sizeof text,
             "Left and Right turn these pages, Up and Down read on; a piece's letter opens its "
             "page. %s begins the guided tour, which shows Congo step by step.",
             keymap_key_name(&help->app->keymap, ACTION_TOUR, key));
    flow_paragraph(flow, 0, ROLE_NORMAL, text);
    for (int group = 0; group < ACTION_GROUP_COUNT; group++) {
        flow->y++;
        flow_paragraph(flow, 0, ROLE_TITLE, action_group_title((ActionGroup)group));
        for (int i = 0; i < ACTION_COUNT; i++) {
            char keys[64];
            if (action_info((Action)i)->group == (ActionGroup)group)
                draw_key(flow, keymap_key_names(&help->app->keymap, (Action)i, keys, sizeof keys),
                         action_info((Action)i)->help);
        }
    }
}

static const char *text_of(const Help *help, const HelpPage *page, char text[TEXT_SIZE]) {
    return keymap_expand(&help->app->keymap, page->text, text, TEXT_SIZE);
}

static bool read_position(const Help *help, const HelpPage *page, Position *position) {
    const Variant *variant = variant_of(help);
    char fen[FEN_SIZE];
    if (page->marks == HELP_MARK_START) {
        position_start(position, variant);
        return true;
    }
    snprintf(fen, sizeof fen, "%s/w/-1", page->ranks);
    return fen_parse(fen, variant, position, NULL);
}

static void set_marks(const HelpPage *page, const Position *position, View *view) {
    Bitboard between = 0;
    if (page->marks == HELP_MARK_MOVES) {
        movegen_steps(position, page->square, &view->targets, &view->captures);
        view->targets &= ~view->captures;
    }
    if (page->marks == HELP_MARK_DROWNING)
        view->drowning = position_endangered(position);
    if (position_lions_face(position, &between))
        view->lions_line = between | position->by_type[LION];
}

/* Draws the small board of a page at the top left of an area. Returns the area it covers. */
static Rect draw_board(const Help *help, const HelpPage *page, Rect area) {
    const Settings *settings = &help->app->settings;
    Position position;
    if (!read_position(help, page, &position))
        return (Rect){area.y, area.x, 0, 0};
    View view = {.position = &position,
                 .cursor = SQUARE_NONE,
                 .selected = SQUARE_NONE,
                 .glyphs = settings->glyphs,
                 .theme = settings->theme};
    set_marks(page, &position, &view);
    return painter_small_board(area, &view);
}

static int excess(int content, int room) {
    return content > room ? content - room : 0;
}

static void draw_text_page(Help *help, Rect area, const char *text) {
    TextFlow flow = {area, -help->scroll};
    flow_paragraph(&flow, 0, ROLE_NORMAL, text);
    help->scroll_max = excess(flow.y + help->scroll, area.height);
}

/* Draws the board on the left and the text beside it. */
static void draw_beside(Help *help, const HelpPage *page) {
    Rect area = help->inner;
    Rect left = area;
    left.width -= TEXT_BESIDE + 2;
    int taken = draw_board(help, page, left).width + 2;
    area.x += taken;
    area.width -= taken;
    draw_text_page(help, area, text_of(help, page, (char[TEXT_SIZE]){0}));
}

/* Draws the board and the text below it; scrolling by a line removes the board. */
static void draw_below(Help *help, const HelpPage *page) {
    bool with_board = help->scroll == 0;
    int board = with_board ? draw_board(help, page, help->inner).height + 1 : 0;
    TextFlow flow = {help->inner, with_board ? board : 1 - help->scroll};
    int top = flow.y;
    flow_paragraph(&flow, 0, ROLE_NORMAL, text_of(help, page, (char[TEXT_SIZE]){0}));
    bool fits = with_board && flow.y <= help->inner.height;
    help->scroll_max = fits ? 0 : 1 + excess(flow.y - top, help->inner.height);
}

static void draw_page(Help *help) {
    const HelpPage *page = page_of(help);
    if (page == NULL) {
        TextFlow flow = {help->inner, -help->scroll};
        draw_keys(help, &flow);
        help->scroll_max = excess(flow.y + help->scroll, help->inner.height);
    } else if (page->ranks == NULL && page->marks != HELP_MARK_START) {
        draw_text_page(help, help->inner, text_of(help, page, (char[TEXT_SIZE]){0}));
    } else if (help->inner.width >= WIDE) {
        draw_beside(help, page);
    } else {
        draw_below(help, page);
    }
}

/* --- the layer --- */

static Rect frame_rect(void) {
    int width = draw_columns() < WIDTH_MAX + 6 ? draw_columns() : WIDTH_MAX;
    int height = draw_lines() < HEIGHT_MAX ? draw_lines() : HEIGHT_MAX;
    return (Rect){(draw_lines() - height) / 2, (draw_columns() - width) / 2, height, width};
}

static void draw_frame(const Help *help, Rect box) {
    char title[80];
    char keys[80];
    const HelpPage *page = page_of(help);
    snprintf(title, sizeof title, "%d/%d %s", help->page + 1, help->pages,
             page != NULL ? page->title : "Keys");
    frame_box(box, title);
    snprintf(keys, sizeof keys, " Esc close  %s page  %s read ", draw_select("←→", "<>"),
             draw_select("↑↓", "Up Down"));
    draw_text(box.y + box.height - 1, box.x + 2, box.width - 4, ROLE_KEY, keys);
}

static void help_draw(Layer *layer) {
    Help *help = (Help *)layer;
    Rect box = frame_rect();
    int margin = box.width >= 40 ? 2 : 1;
    help->inner = (Rect){box.y + 1, box.x + margin, box.height - 2, box.width - 2 * margin};
    draw_set_surface(COLOR_DIALOG);
    draw_frame(help, box);
    draw_page(help);
    if (help->scroll < help->scroll_max)
        draw_text(box.y + box.height - 1, box.x + box.width - 7, 6, ROLE_KEY, " more ");
    draw_place_cursor(box.y, box.x + 3);
    draw_set_surface(COLOR_SCREEN);
}

static void show_page(Help *help, int page) {
    help->page = (page + help->pages) % help->pages;
    help->scroll = 0;
}

static void scroll_by(Help *help, int lines) {
    help->scroll = clamp_int(help->scroll + lines, 0, help->scroll_max);
}

static void open_letter(Help *help, Key key) {
    for (int i = 1; i < help->pages; i++)
        if (help_pages_get(variant_of(help), i - 1)->letter == text_lower((int)key))
            show_page(help, i);
}

static void begin_tour(Help *help) {
    help->layer.closed = true;
    action_run(help->app, ACTION_TOUR);
}

static void help_key(Layer *layer, Key key) {
    Help *help = (Help *)layer;
    int page = help->inner.height > 1 ? help->inner.height - 1 : 1;
    Action action = keymap_action(&help->app->keymap, key);
    if (key == K_ESCAPE || key == K_ENTER || action == ACTION_HELP || action == ACTION_QUIT)
        layer->closed = true;
    else if (action == ACTION_TOUR)
        begin_tour(help);
    else if (key == K_RIGHT || key == K_TAB)
        show_page(help, help->page + 1);
    else if (key == K_LEFT || key == K_SHIFT_TAB)
        show_page(help, help->page - 1);
    else if (key == K_DOWN || key == K_UP)
        scroll_by(help, key == K_DOWN ? 1 : -1);
    else if (key == K_PAGE_DOWN || key == ' ')
        scroll_by(help, page);
    else if (key == K_PAGE_UP || key == K_BACKSPACE)
        scroll_by(help, -page);
    else if (key == K_HOME || key == K_END)
        scroll_by(help, key == K_END ? help->scroll_max : -help->scroll);
    else
        open_letter(help, key);
}

static void help_mouse(Layer *layer, MouseEvent mouse) {
    if (mouse.kind != MOUSE_CLICK)
        scroll_by((Help *)layer, mouse.kind == MOUSE_WHEEL_UP ? -WHEEL_LINES : WHEEL_LINES);
}

static const LayerOps help_ops = {
    .draw = help_draw,
    .key = help_key,
    .mouse = help_mouse,
};

static bool find_page(Help *help, const char *name) {
    for (int i = 1; i < help->pages; i++)
        if (strcmp(help_pages_get(variant_of(help), i - 1)->name, name) == 0) {
            show_page(help, i);
            return true;
        }
    return strcmp(name, "keys") == 0;
}

bool help_open(App *app, const char *page) {
    Help *help = memory_allocate(sizeof *help);
    help->layer.ops = &help_ops;
    help->app = app;
    help->pages = 1;
    while (help_pages_get(variant_of(help), help->pages - 1) != NULL)
        help->pages++;
    if (page != NULL && !find_page(help, page)) {
        free(help);
        return false;
    }
    app_push_layer(app, &help->layer);
    return true;
}
