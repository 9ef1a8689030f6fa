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
    TITLE_COLUMN = 2,    /* in a line of the contents */
    SUMMARY_COLUMN = 15, /* ... */
    SUMMARY_WIDE = 44,   /* inner width from which the contents have summaries */
    TEXT_SIZE = 2048
};

enum { PAGE_CONTENTS, PAGE_KEYS, PAGE_FIRST_TEXT };

typedef struct Help {
    Layer layer;
    App *app;
    int page; /* PAGE_CONTENTS, PAGE_KEYS, or PAGE_FIRST_TEXT + an index of help_pages_get() */
    int pages;
    int selected;   /* page that the contents point to */
    int scroll;     /* lines */
    int scroll_max; /* for the page as last drawn */
    Rect inner;     /* inside the frame */
    Rect list;      /* lines of the contents as last drawn, ... */
    int list_first; /* ... and the page in the first of them */
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
    return help_pages_get(variant_of(help), help->page - PAGE_FIRST_TEXT);
}

static const char *title_of(const Help *help, int page) {
    return page == PAGE_KEYS ? "Keys"
                             : help_pages_get(variant_of(help), page - PAGE_FIRST_TEXT)->title;
}

static const char *summary_of(const Help *help, int page) {
    return page == PAGE_KEYS ? "what every key does"
                             : help_pages_get(variant_of(help), page - PAGE_FIRST_TEXT)->summary;
}

/* --- the contents --- */

static void draw_entry(const Help *help, int page, Rect line) {
    bool here = page == help->selected;
    UiRole role = here ? ROLE_HIGHLIGHT : ROLE_NORMAL;
    draw_fill(line, role);
    if (here) {
        draw_text(line.y, line.x, TITLE_COLUMN, role, "> ");
        draw_place_cursor(line.y, line.x + TITLE_COLUMN);
    }
    draw_text(line.y, line.x + TITLE_COLUMN, line.width - TITLE_COLUMN, role, title_of(help, page));
    if (line.width >= SUMMARY_WIDE)
        draw_text(line.y, line.x + SUMMARY_COLUMN, line.width - SUMMARY_COLUMN,
                  here ? role : ROLE_DIM, summary_of(help, page));
}

/* Returns the height of the text above the list, which is left out where the list needs the room.
 */
static int draw_introduction(const Help *help, int entries) {
    char text[256], key[KEY_NAME_SIZE];
    snprintf(text, sizeof text,
             "Go to a page with the arrows and Enter, or with a click; a piece's page also by the "
             "piece's letter. "
             "%s begins the guided tour, which shows Congo step by step.",
             keymap_key_name(&help->app->keymap, ACTION_TOUR, key));
    int height = draw_wrapped_height(text, help->inner.width) + 1;
    if (height + entries > help->inner.height)
        return 0;
    draw_wrapped(help->inner, ROLE_NORMAL, text, 0);
    return height;
}

static void draw_contents(Help *help) {
    int entries = help->pages - PAGE_KEYS;
    int above = draw_introduction(help, entries);
    Rect list = {help->inner.y + above, help->inner.x, help->inner.height - above,
                 help->inner.width};
    int last_first = help->pages - list.height;
    help->list_first =
        clamp_int(help->list_first, help->selected - list.height + 1, help->selected);
    help->list_first =
        clamp_int(help->list_first, PAGE_KEYS, last_first > PAGE_KEYS ? last_first : PAGE_KEYS);
    if (list.height > entries)
        list.height = entries;
    help->list = list;
    for (int i = 0; i < list.height; i++)
        draw_entry(help, help->list_first + i, (Rect){list.y + i, list.x, 1, list.width});
    help->scroll_max = 0;
    help->scroll = 0;
}

/* --- the page of the keys --- */

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
    for (int group = 0; group < ACTION_GROUP_COUNT; group++) {
        if (group > 0)
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

/* --- the other pages --- */

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
    if (help->page == PAGE_CONTENTS) {
        draw_contents(help);
        return;
    }
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

/* Lines above the text. */
static int help_top(void) {
    enum { ROOMY_LINES = 20 };
    return draw_lines() < ROOMY_LINES ? 1 : frame_top(0);
}

static void draw_frame(const Help *help, Rect box) {
    char title[80];
    char keys[80];
    if (help->page == PAGE_CONTENTS) {
        frame_box(box, help_top(), "Help");
        snprintf(keys, sizeof keys, " Esc close  %s choose  Enter read ",
                 draw_select("↑↓", "Up Down"));
    } else {
        snprintf(title, sizeof title, "%d/%d %s", help->page, help->pages - 1,
                 title_of(help, help->page));
        frame_box(box, help_top(), title);
        snprintf(keys, sizeof keys, " Esc contents  %s page  %s read ", draw_select("←→", "<>"),
                 draw_select("↑↓", "Up Down"));
    }
    draw_text(box.y + box.height - 1, box.x + 2, box.width - 4, ROLE_KEY, keys);
}

static void help_draw(Layer *layer) {
    Help *help = (Help *)layer;
    Rect box = frame_rect();
    int margin = box.width >= 40 ? 2 : 1;
    int top = help_top();
    help->inner = (Rect){box.y + top, box.x + margin, box.height - top - 1, box.width - 2 * margin};
    draw_set_surface(COLOR_DIALOG);
    draw_frame(help, box);
    draw_place_cursor(box.y, box.x + 3);
    draw_page(help);
    if (help->scroll < help->scroll_max)
        frame_more(box.y + box.height - 1, box);
    draw_set_surface(COLOR_SCREEN);
}

static void show_page(Help *help, int page) {
    help->page = page;
    help->scroll = 0;
    if (page != PAGE_CONTENTS)
        help->selected = page;
}

/* Shows the page before or after, without the contents. */
static void turn_page(Help *help, int by) {
    int pages = help->pages - PAGE_KEYS;
    show_page(help, PAGE_KEYS + (help->page - PAGE_KEYS + by + pages) % pages);
}

static void scroll_by(Help *help, int lines) {
    help->scroll = clamp_int(help->scroll + lines, 0, help->scroll_max);
}

static void open_letter(Help *help, Key key) {
    for (int i = PAGE_FIRST_TEXT; i < help->pages; i++)
        if (help_pages_get(variant_of(help), i - PAGE_FIRST_TEXT)->letter == text_lower((int)key))
            show_page(help, i);
}

/* Without a game the layer below, such as the first screen, begins the tour in its own way. */
static void begin_tour(Help *help, Key key) {
    help->layer.closed = true;
    if (help->app->session == NULL)
        layers_key(&help->app->layers, key);
    else
        action_run(help->app, ACTION_TOUR);
}

static void select_entry(Help *help, int page) {
    help->selected = clamp_int(page, PAGE_KEYS, help->pages - 1);
}

static void contents_key(Help *help, Key key) {
    int page = help->list.height > 1 ? help->list.height - 1 : 1;
    if (key == K_ESCAPE)
        help->layer.closed = true;
    else if (key == K_ENTER || key == ' ' || key == K_RIGHT)
        show_page(help, help->selected);
    else if (key == K_DOWN || key == K_TAB)
        select_entry(help, help->selected + 1);
    else if (key == K_UP || key == K_SHIFT_TAB)
        select_entry(help, help->selected - 1);
    else if (key == K_PAGE_DOWN || key == K_END)
        select_entry(help, key == K_END ? help->pages : help->selected + page);
    else if (key == K_PAGE_UP || key == K_HOME)
        select_entry(help, key == K_HOME ? 0 : help->selected - page);
    else
        open_letter(help, key);
}

static void page_key(Help *help, Key key) {
    int page = help->inner.height > 1 ? help->inner.height - 1 : 1;
    if (key == K_ESCAPE || key == K_ENTER)
        show_page(help, PAGE_CONTENTS);
    else if (key == K_RIGHT || key == K_TAB)
        turn_page(help, 1);
    else if (key == K_LEFT || key == K_SHIFT_TAB)
        turn_page(help, -1);
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

static void help_key(Layer *layer, Key key) {
    Help *help = (Help *)layer;
    Action action = keymap_action(&help->app->keymap, key);
    if (action == ACTION_HELP || action == ACTION_QUIT)
        layer->closed = true;
    else if (action == ACTION_TOUR)
        begin_tour(help, key);
    else if (help->page == PAGE_CONTENTS)
        contents_key(help, key);
    else
        page_key(help, key);
}

static void help_mouse(Layer *layer, MouseEvent mouse) {
    Help *help = (Help *)layer;
    int by = mouse.kind == MOUSE_WHEEL_UP ? -1 : 1;
    int row = mouse.y - help->list.y;
    if (help->page != PAGE_CONTENTS && mouse.kind != MOUSE_CLICK)
        scroll_by(help, by * WHEEL_LINES);
    else if (help->page == PAGE_CONTENTS && mouse.kind != MOUSE_CLICK)
        select_entry(help, help->selected + by);
    else if (help->page == PAGE_CONTENTS && row >= 0 && row < help->list.height &&
             mouse.x >= help->list.x && mouse.x < help->list.x + help->list.width)
        show_page(help, help->list_first + row);
}

static const LayerOps help_ops = {
    .draw = help_draw,
    .key = help_key,
    .mouse = help_mouse,
};

static bool find_page(Help *help, const char *name) {
    for (int i = PAGE_FIRST_TEXT; i < help->pages; i++)
        if (strcmp(help_pages_get(variant_of(help), i - PAGE_FIRST_TEXT)->name, name) == 0) {
            show_page(help, i);
            return true;
        }
    if (strcmp(name, "keys") != 0)
        return false;
    show_page(help, PAGE_KEYS);
    return true;
}

bool help_open(App *app, const char *page) {
    Help *help = memory_allocate(sizeof *help);
    help->layer.ops = &help_ops;
    help->app = app;
    help->selected = PAGE_KEYS;
    help->pages = PAGE_FIRST_TEXT;
    while (help_pages_get(variant_of(help), help->pages - PAGE_FIRST_TEXT) != NULL)
        help->pages++;
    if (page != NULL && !find_page(help, page)) {
        free(help);
        return false;
    }
    app_push_layer(app, &help->layer);
    return true;
}
