#include <config.h>

#include "tui/help.h"

#include <stddef.h>
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
#include "term/list.h"
#include "term/text_field.h"
#include "tui/feature.h"

/* ---- the pages about the game, as data; that of the keys comes from action.h ---- */

/* The variants that a page is for. */
typedef enum Audience { FOR_ALL, FOR_CONGO_PAWNS, FOR_MEGA_PAWNS, FOR_ELEPHANTE } Audience;

static const struct {
    Audience audience;
    HelpPage page;
} page_rows[] = {
    {FOR_ALL,
     {"game", 0, "The game", "what it is about, and how it starts",
      "Two sides of animals face each other across a river. White begins, and the sides move in "
      "turn; there is no passing. Whoever captures the other side's lion wins.\n\n"
      "There is no check: a lion may stay where it can be taken, and nobody has to warn you.\n\n"
      "This is the start of the game. The next pages show the river, the castles and how each "
      "piece moves; the guided tour ({tour}) has you try it all.",
      NULL, HELP_MARK_START, SQUARE_NONE}},
    {FOR_ALL,
     {"river", 'r', "The river", "what drowns, and when",
      "The middle rank is the river. A piece that stands in it when its side's turn begins, and "
      "still stands in the river when that turn ends, drowns: it is taken off the board. It does "
      "not help to move along the river.\n\n"
      "Only crocodiles never drown. On an island, which some variants have, nothing drowns.\n\n"
      "The zebra and the pawn marked here drown unless they leave with this very move; only one "
      "of them can.",
      "3l3/7/7/1Z1P1C1/7/7/3L3", HELP_MARK_DROWNING, SQUARE_NONE}},
    {FOR_ALL,
     {"castle", 0, "The castles", "where the lions live",
      "Each side has a castle: the nine squares in the middle of its three rows, with a wall "
      "around them.\n\n"
      "A lion never leaves its castle. All other pieces go in and out of both castles as they "
      "like.\n\n"
      "Here the lion can go where it is marked, and take the pawn beside it. The other pawn is "
      "safe: it stands outside.",
      "3l3/7/7/7/1pp4/2L4/7", HELP_MARK_MOVES, C2}},
    {FOR_ALL,
     {"lion", 'l', "Lion", "who loses it loses the game",
      "One step in any direction, but only within its own castle.\n\n"
      "When nothing stands between the two lions on a file, or on a diagonal that crosses the "
      "river, the lion to move may leap along that line and capture the other: it wins the game. "
      "So be careful when you move a piece from between them.",
      "3l3/7/7/7/7/7/3L3", HELP_MARK_MOVES, D1}},
    {FOR_ALL,
     {"zebra", 'z', "Zebra", "jumps like a chess knight",
      "A chess knight: two squares along a rank or file and one to the side, over anything "
      "between.",
      "3l3/7/2p1p2/7/3Z3/7/3L3", HELP_MARK_MOVES, D3}},
    {FOR_ALL,
     {"elephant", 'e', "Elephant", "walks straight, one square or two",
      "One or two squares along a rank or file, with or without a capture. The longer move leaps "
      "over whatever stands between.",
      "2l4/7/1p5/1P5/1E5/7/3L3", HELP_MARK_MOVES, B3}},
    {FOR_ALL,
     {"giraffe", 'g', "Giraffe", "leaps two squares in any direction",
      "Two squares straight in any of the eight directions, leaping over anything, with or "
      "without a capture. Also a single step in any direction, which cannot capture.",
      "3l3/7/1p1p3/2p4/3G3/7/3L3", HELP_MARK_MOVES, D3}},
    {FOR_ALL,
     {"crocodile", 'c', "Crocodile", "slides to the river and along it",
      "One step in any direction. On land it also slides straight towards the river and into "
      "it; in the river it slides along it. It captures in all these ways, and never drowns.",
      "2l4/7/7/1p5/7/1C5/3L3", HELP_MARK_MOVES, B2}},
    {FOR_ALL,
     {"monkey", 'm', "Monkey", "takes by jumping, and may jump on",
      "One step in any direction without capturing. It captures by jumping over an enemy beside "
      "it to the free square behind, and may jump on from there, in any direction, or stop after "
      "any jump. No piece is jumped twice.\n\n"
      "Here it can jump over the pawn beside it onto the river, and from there on over the other "
      "one.\n\n"
      "On the screen a capture goes jump by jump: {select} on a marked square jumps, {escape} "
      "takes the last jump back, and {select} on the monkey's own square ends the turn there. A "
      "capture that begins in the river and ends in it drowns the monkey; what it took stays "
      "taken.",
      "2l4/7/4p2/7/2p4/1M5/3L3", HELP_MARK_MOVES, B2}},
    {FOR_CONGO_PAWNS,
     {"pawn", 'p', "Pawn", "goes forward, and back once beyond the river",
      "One step forward, straight or diagonally, with or without a capture. Beyond the river it "
      "may also go one or two squares straight back, neither capturing nor leaping.\n\n"
      "On the last rank it becomes a superpawn.",
      "3l3/2p4/3P3/7/7/7/3L3", HELP_MARK_MOVES, D5}},
    {FOR_CONGO_PAWNS,
     {"superpawn", 's', "Superpawn", "what a pawn becomes at the far end",
      "A pawn that has reached the last rank. It steps and captures forward like a pawn, and "
      "sideways too. From anywhere it may go one or two squares back, straight or diagonally, "
      "neither capturing nor leaping.",
      "3l3/7/2pS3/7/7/7/3L3", HELP_MARK_MOVES, D5}},
    {FOR_MEGA_PAWNS,
     {"pawn", 'p', "Pawn", "goes forward, and sideways beyond the river",
      "One step forward, straight or diagonally, with or without a capture. Beyond the river it "
      "may also step straight sideways and capture there. It never goes back.\n\n"
      "On the last rank it becomes a megapawn.",
      "3l3/2p4/3P3/7/7/7/3L3", HELP_MARK_MOVES, D5}},
    {FOR_MEGA_PAWNS,
     {"megapawn", 'q', "Megapawn", "what a pawn becomes at the far end",
      "A pawn that has reached the last rank. It moves or leaps to any square within two squares "
      "of its own, with or without a capture.",
      "2l4/7/4p2/7/2Q4/1p5/3L3", HELP_MARK_MOVES, C3}},
    {FOR_ELEPHANTE,
     {"elephante", 't', "Elephante", "charges forward like a rook",
      "One step sideways or back, two squares sideways as a leap, and forward as far as the way "
      "is free. All of these may capture.",
      "2l4/4p2/7/7/1p2T2/7/3L3", HELP_MARK_MOVES, E3}},
    {FOR_ALL,
     {"ends", 0, "The end", "how a game is won, lost or drawn",
      "Whoever captures the lion wins. A side that has no move left loses. A player may resign, "
      "both may agree on a draw, and with clocks whoever runs out of time loses.\n\n"
      "Depending on the variant, a game is drawn when a position comes up for the third time, when "
      "for long enough nothing is captured, nothing drowns and no pawn moves, or when only the "
      "two lions are left. Some variants forbid a move that repeats a position.",
      NULL, HELP_MARK_NOTHING, SQUARE_NONE}},
    {FOR_ALL,
     {"endings", 0, "Endings", "who wins when few pieces are left",
      "When only few pieces are left, the program knows the result of every position if both sides "
      "play their best moves: such an ending is solved. \"White wins in 12 moves\" means that "
      "White "
      "captures the lion with its twelfth move, whatever Black does.\n\n"
      "{endings} lists every move with what it leads to for the side that makes it, the best "
      "first. "
      "Up and Down choose a move, which is marked on the board, {select} plays it, Left and Right "
      "go "
      "through the game, and {escape} closes the list. \"May win\" means that a draw, after many "
      "moves without a capture or by repetition, may come first.\n\n"
      "When you look back at a game, analyse it or watch two computers, the result stands beside "
      "the board; in your own games {panels} shows it, too. Network games, the tour and unsolved "
      "puzzles are played without this help.\n\n"
      "{train} trains endings: you win one, or hold a draw, against a perfect defence, and see "
      "after "
      "each move whether another one was better.",
      NULL, HELP_MARK_NOTHING, SQUARE_NONE}},
    {FOR_ALL,
     {"review", 0, "Review", "what was good and bad in a game",
      "{review}, or Review at the end of a game, has the computer go through the game. That takes "
      "about half a minute; you can look at the moves meanwhile, and {review} stops it and goes "
      "on.\n\n"
      "A mark stands behind a move that gave away a part of the chance to win: ?! an inaccuracy, "
      "? a mistake, ?? a blunder. ! is the only good move. For the move shown you read what was "
      "wrong "
      "and what was better; the better move is marked on the board as advice is. The graph is "
      "White's chance in the course of the game, with the mistakes below it; a click goes there. "
      "Accuracy is 100 % for a side that always chose the best move.\n\n"
      "{prev-mistake} and {next-mistake} go from mistake to mistake. {mistakes} makes exercises of "
      "yours: find a better move.\n\n"
      "The marks are saved with the game.",
      NULL, HELP_MARK_NOTHING, SQUARE_NONE}},
    {FOR_ALL,
     {"setup", 0, "Setting up", "any position on the board, to play or analyse",
      "{setup} shows the position on the board with pieces beside it, to change it as you like. "
      "Your "
      "game waits.\n\n"
      "A letter puts a piece on the square under the cursor: Z a white zebra, z a black one. "
      "{select} picks a piece up and puts it down, {setup-remove} removes it, {setup-turn} says "
      "which side is to move. With the "
      "mouse: click a piece and then a square, or drag it; off the board, or with the right "
      "button, "
      "it is removed.\n\n"
      "{setup-empty} empties the board, {setup-start} sets up the start position, {setup-mirror} "
      "exchanges left and right, {setup-swap} the two sides. {undo} and {redo} undo and redo. A "
      "pasted position is set up at once; {setup-text} lets you type one, and choose the "
      "variant.\n\n"
      "A sentence says what is not legal yet. Then {new} plays from the position, {analysis} "
      "analyses it, {share} copies it as text, and {escape} goes back to your game.",
      NULL, HELP_MARK_NOTHING, SQUARE_NONE}},
    {FOR_ALL,
     {"games", 0, "My games", "all games of this computer, and what was played in them",
      "{games} lists all games, unfinished and over, the most recent first. {select} goes on with "
      "a "
      "game, or puts one that is over on the board, {games-find} searches for words such as a "
      "name, \"lost\" or a variant, {games-review} reviews a game, {save} saves a copy, "
      "{games-delete} deletes a game and {undo} brings it back, {games-results} shows your "
      "results, {escape} closes the list.\n\n"
      "{openings} shows what was played from the position on the board, in your games or in the "
      "file that you opened last: each move with how often it was played, and how many of these "
      "games, in percent, White won, were drawn, and Black won. Up and Down choose a move, "
      "{select} tries it on the board, Left takes it back, {openings} changes between your games "
      "and the file, and {escape} returns to your game, which has not changed.",
      NULL, HELP_MARK_NOTHING, SQUARE_NONE}},
    {FOR_ALL,
     {"screen", 0, "The screen", "the marks on the board, the mouse, typed moves",
      "White's pieces are ivory, Black's ebony; a letter is in upper case for White. Pale blue "
      "brackets are the cursor. The selected piece stands on a bar on violet, a dot is where it "
      "can go, bright corners are what it can capture. Red corners: the piece drowns unless it "
      "leaves. The last move is gold with ticks at the sides, the advised one green with ticks "
      "all around. A dotted line is the way of a capture, or in dark red the open line between "
      "the "
      "lions.\n\n"
      "Without colours, and on the smallest board, characters say the same: [ ] the cursor, ( ) "
      "the selected piece, o where it can go, x what it can capture, ! what drowns, > < the "
      "piece that moved last, a dot where it came from, * the advised move, | the lions' line. ~ "
      "is the river, ^ an island, and # a castle's wall.\n\n"
      "The mouse: a click is the same as going there and pressing {select}; a click in the list "
      "of moves or in the graph shows that position, and the wheel goes through the moves.\n\n"
      "In dialogs Tab and the arrows go from item to item, the arrows left and right change a "
      "choice up to its ends, Space goes round, Enter accepts, Esc cancels.\n\n"
      "After {command} a move can be typed in any notation: d2-d3, D3, Z-F3, M:D3:F5, (d2,d3). "
      "Commands "
      "are the actions' names; these take an argument too: open FILE, save FILE, new FEN, go "
      "NUMBER (of a move in the list, 20 or 20... for Black's), theme NAME, glyphs "
      "auto|letters|animals|drawn|quadrants|sextants|octants, zoom 10x5, help PAGE, puzzle NUMBER, "
      "train "
      "ENDING. The list above the line narrows while one types: Up and Down choose from it, Tab "
      "completes. In an empty line Up brings back earlier lines.\n\n"
      "Your choices, such as the theme, the size and the level, are remembered for the next "
      "start; {forget-choices} forgets them.",
      NULL, HELP_MARK_NOTHING, SQUARE_NONE}},
};

enum { PAGE_COUNT = sizeof page_rows / sizeof page_rows[0] };

static bool is_for(Audience audience, const Variant *variant) {
    switch (audience) {
    case FOR_CONGO_PAWNS:
        return variant->pawns == PAWNS_CONGO;
    case FOR_MEGA_PAWNS:
        return variant->pawns == PAWNS_MEGA;
    case FOR_ELEPHANTE:
        return variant->elephante;
    case FOR_ALL:
        break;
    }
    return true;
}

const HelpPage *help_pages_get(const Variant *variant, int index) {
    for (int i = 0; i < PAGE_COUNT; i++)
        if (is_for(page_rows[i].audience, variant) && index-- == 0)
            return &page_rows[i].page;
    return NULL;
}

enum {
    WIDTH_MAX = 78,
    HEIGHT_MAX = 40,
    TEXT_BESIDE = 26, /* columns of a text beside a board */
    WIDE = 58,        /* inner width from which the text is beside the board */
    KEYS_COLUMN = 21,
    KEYS_WIDE = 56,      /* inner width from which the help of a key is beside the key */
    SUMMARY_COLUMN = 13, /* in a row of the contents */
    SUMMARY_WIDE = 44,   /* inner width from which the contents have summaries */
    KEYS_SIZE = 64,      /* bytes of the names of an action's keys */
    TEXT_SIZE = 2048
};

enum { PAGE_CONTENTS, PAGE_KEYS, PAGE_FIRST_TEXT };

/* A line of the contents: a page, or a place on the page of the keys. */
typedef struct HelpEntry {
    int page;
    int row; /* an Action, or ACTION_COUNT + the index of a command; ACTION_NONE: the whole page */
} HelpEntry;

enum { ENTRIES_MAX = 192 };

typedef struct Help {
    Layer layer;
    App *app;
    int page; /* PAGE_CONTENTS, PAGE_KEYS, or PAGE_FIRST_TEXT + an index of help_pages_get() */
    int pages;
    TextField filter; /* narrows the contents */
    HelpEntry entry[ENTRIES_MAX];
    List list;      /* of the entries */
    int wanted_row; /* brought into sight when the keys are drawn next, or ACTION_NONE */
    int scroll;     /* lines */
    int scroll_max; /* for the page as last drawn */
    Rect inner;     /* inside the frame */
} Help;

/* ---- a scrolled column of paragraphs ---- */

typedef struct TextFlow {
    Rect area;
    int y; /* line of the next paragraph, from the top of `area`; negative if scrolled out */
} TextFlow;

/* Draws the visible part of a paragraph. Returns the height of the whole paragraph. */
static int flow_put(const TextFlow *flow, int indent, int width, UiRole role, const char *text) {
    Rect area = {flow->area.y + (flow->y > 0 ? flow->y : 0), flow->area.x + indent, 0, width};
    int skip = flow->y < 0 ? -flow->y : 0;
    area.height = flow->area.y + flow->area.height - area.y;
    return draw_scrolled(area, role, text, area.height > 0 ? skip : 0);
}

static void flow_paragraph(TextFlow *flow, int indent, UiRole role, const char *text) {
    flow->y += flow_put(flow, indent, flow->area.width - indent, role, text);
}

/* ---- the pages ---- */

static const Variant *variant_of(const Help *help) {
    return &app_record(help->app)->variant;
}

static const char *title_of(const Help *help, int page) {
    return page == PAGE_KEYS ? "Keys"
                             : help_pages_get(variant_of(help), page - PAGE_FIRST_TEXT)->title;
}

static const char *summary_of(const Help *help, int page) {
    return page == PAGE_KEYS ? "what every key does"
                             : help_pages_get(variant_of(help), page - PAGE_FIRST_TEXT)->summary;
}

/* --- the contents: all pages; while one types, also the keys and commands that have the words ---
 */

static bool has_word(const char *text, const char *word) {
    return text_contains_ignore_case(text, word, strlen(word));
}

static const char *row_keys(const Help *help, int row, char text[KEYS_SIZE]) {
    if (row < ACTION_COUNT)
        return keymap_key_names(&help->app->keymap, (Action)row, text, KEYS_SIZE);
    snprintf(text, KEYS_SIZE, ":%s",
             features_command(help->app, (size_t)(row - ACTION_COUNT))->name);
    return text;
}

static const char *row_help(const Help *help, int row) {
    return row < ACTION_COUNT ? action_info((Action)row)->help
                              : features_command(help->app, (size_t)(row - ACTION_COUNT))->help;
}

static void add_entry(Help *help, int page, int row) {
    if (help->list.count < ENTRIES_MAX)
        help->entry[help->list.count++] = (HelpEntry){page, row};
}

/* Adds the pages that have the words in their titles, or elsewhere. */
static void add_pages(Help *help, const char *words, bool in_title) {
    for (int page = PAGE_KEYS; page < help->pages; page++)
        if (has_word(title_of(help, page), words)
                ? in_title
                : !in_title && has_word(summary_of(help, page), words))
            add_entry(help, page, ACTION_NONE);
}

static void add_rows(Help *help, const char *words) {
    char keys[KEYS_SIZE];
    for (int i = 0; i < ACTION_COUNT; i++)
        if (has_word(action_info((Action)i)->name, words) || has_word(row_help(help, i), words))
            add_entry(help, PAGE_KEYS, i);
    for (size_t i = 0; features_command(help->app, i) != NULL; i++)
        if (action_find(features_command(help->app, i)->name) == ACTION_NONE &&
            (has_word(row_keys(help, ACTION_COUNT + (int)i, keys), words) ||
             has_word(row_help(help, ACTION_COUNT + (int)i), words)))
            add_entry(help, PAGE_KEYS, ACTION_COUNT + (int)i);
}

static void list_entries(Help *help) {
    const char *words = help->filter.text;
    help->list.count = help->list.selected = help->list.top = 0;
    for (int page = PAGE_KEYS; words[0] == '\0' && page < help->pages; page++)
        add_entry(help, page, ACTION_NONE);
    if (words[0] == '\0')
        return;
    add_pages(help, words, true);
    add_pages(help, words, false);
    add_rows(help, words);
}

static void draw_entry(const void *context, size_t index, Rect line, UiRole role) {
    const Help *help = context;
    char keys[KEYS_SIZE];
    const HelpEntry *entry = &help->entry[index];
    bool here = index == help->list.selected, is_page = entry->row == ACTION_NONE;
    const char *title = is_page ? title_of(help, entry->page) : row_keys(help, entry->row, keys);
    bool wide = help->inner.width >= SUMMARY_WIDE;
    int room = wide ? SUMMARY_COLUMN - 1 : line.width;
    if (here && help->filter.text[0] == '\0')
        draw_place_cursor(line.y, line.x);
    draw_text(line.y, line.x, room, here || is_page ? role : ROLE_KEY, title);
    if (wide)
        draw_text(line.y, line.x + SUMMARY_COLUMN, line.width - SUMMARY_COLUMN,
                  here ? role : ROLE_DIM,
                  is_page ? summary_of(help, entry->page) : row_help(help, entry->row));
}

/* Returns the height of the text above the list, which is left out where the list needs the room.
 */
static int draw_introduction(const Help *help, int entries) {
    char text[256], key[KEY_NAME_SIZE];
    snprintf(text, sizeof text,
             "Go to a page with the arrows and Enter, or with a click. Type a word, and the list "
             "narrows to the pages, keys and commands that have it. "
             "%s begins the guided tour, which shows Congo step by step.",
             action_key_name(help->app, ACTION_TOUR, key));
    int height = draw_wrapped_height(text, help->inner.width) + 1;
    if (height + entries > help->inner.height)
        return 0;
    draw_wrapped(help->inner, ROLE_NORMAL, text);
    return height;
}

/* Draws what was typed, or how to begin. Returns the lines used. */
static int draw_filter(Help *help) {
    static const char label[] = "Find: ";
    Rect inner = help->inner;
    if (help->filter.text[0] == '\0')
        return draw_introduction(help, (int)help->list.count);
    int used = draw_text(inner.y, inner.x, inner.width, ROLE_TITLE, label);
    text_field_draw(&help->filter, inner.y, inner.x + used, inner.width - used, ROLE_INPUT, true);
    if (help->list.count == 0)
        draw_text(inner.y + 1, inner.x, inner.width, ROLE_NORMAL, "Nothing has these letters.");
    return 1;
}

static void draw_contents(Help *help) {
    int above = draw_filter(help);
    Rect list = {help->inner.y + above, help->inner.x, help->inner.height - above,
                 help->inner.width};
    list_arrange(&help->list, list);
    list_draw(&help->list, ROLE_NORMAL, -1, draw_entry, help);
    help->scroll_max = 0;
    help->scroll = 0;
}

/* ---- the page of the keys ---- */

static void draw_key(TextFlow *flow, const char *keys, const char *text) {
    if (flow->area.width >= KEYS_WIDE) {
        flow_put(flow, 0, KEYS_COLUMN - 1, ROLE_KEY, keys);
        flow_paragraph(flow, KEYS_COLUMN, ROLE_NORMAL, text);
    } else {
        flow_paragraph(flow, 0, ROLE_KEY, keys);
        flow_paragraph(flow, 2, ROLE_NORMAL, text);
    }
}

/* Draws a key or a command and what it does. The wanted one sets the scrolling. */
static void draw_row(Help *help, TextFlow *flow, int row) {
    char keys[KEYS_SIZE];
    if (row == help->wanted_row)
        help->scroll += flow->y;
    draw_key(flow, row_keys(help, row, keys), row_help(help, row));
}

static void draw_keys(Help *help, TextFlow *flow) {
    for (int group = 0; group < ACTION_GROUP_COUNT; group++) {
        if (group > 0)
            flow->y++;
        flow_paragraph(flow, 0, ROLE_TITLE, action_group_title((ActionGroup)group));
        for (int i = 0; i < ACTION_COUNT; i++)
            if (action_info((Action)i)->group == (ActionGroup)group)
                draw_row(help, flow, i);
    }
    flow->y++;
    flow_paragraph(flow, 0, ROLE_TITLE, "Commands with an argument");
    for (size_t i = 0; features_command(help->app, i) != NULL; i++)
        if (action_find(features_command(help->app, i)->name) == ACTION_NONE)
            draw_row(help, flow, ACTION_COUNT + (int)i);
}

/* Draws the page again if a key on it is wanted. */
static void draw_keys_page(Help *help) {
    for (bool again = true; again;) {
        TextFlow flow = {help->inner, -help->scroll};
        int before = help->scroll;
        draw_fill(help->inner, ROLE_NORMAL);
        draw_keys(help, &flow);
        help->scroll_max = max_int(flow.y + before - help->inner.height, 0);
        help->scroll = min_int(help->scroll, help->scroll_max);
        again = help->wanted_row != ACTION_NONE && help->scroll != before;
        help->wanted_row = ACTION_NONE;
    }
}

/* ---- the other pages ---- */

static const char *text_of(const Help *help, const HelpPage *page, char text[TEXT_SIZE]) {
    return action_expand_keys(help->app, page->text, text, TEXT_SIZE);
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

static void draw_text_page(Help *help, Rect area, const char *text) {
    TextFlow flow = {area, -help->scroll};
    flow_paragraph(&flow, 0, ROLE_NORMAL, text);
    help->scroll_max = max_int(flow.y + help->scroll - area.height, 0);
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
    help->scroll_max = fits ? 0 : 1 + max_int(flow.y - top - help->inner.height, 0);
}

static void draw_page(Help *help) {
    if (help->page == PAGE_CONTENTS) {
        draw_contents(help);
        return;
    }
    const HelpPage *page = help_pages_get(variant_of(help), help->page - PAGE_FIRST_TEXT);
    if (page == NULL) {
        draw_keys_page(help);
    } else if (page->ranks == NULL && page->marks != HELP_MARK_START) {
        draw_text_page(help, help->inner, text_of(help, page, (char[TEXT_SIZE]){0}));
    } else if (help->inner.width >= WIDE) {
        draw_beside(help, page);
    } else {
        draw_below(help, page);
    }
}

/* ---- the layer ---- */

/* Lines above the text. */
static int help_top(void) {
    enum { ROOMY_LINES = 20 };
    return draw_lines() < ROOMY_LINES ? 1 : frame_top(0);
}

static void draw_frame(const Help *help, Rect box) {
    const char *up_down = draw_select("↑↓", "Up Down");
    char title[80];
    int x = box.x + frame_margin(box.width);
    if (help->page == PAGE_CONTENTS) {
        frame_box(box, help_top(), "Help");
        (void)(frame_hint(box, &x, "Esc", "close") && frame_hint(box, &x, up_down, "choose") &&
               frame_hint(box, &x, "Enter", "read"));
    } else {
        snprintf(title, sizeof title, "%d/%d %s", help->page, help->pages - 1,
                 title_of(help, help->page));
        frame_box(box, help_top(), title);
        (void)(frame_hint(box, &x, "Esc", "contents") &&
               frame_hint(box, &x, draw_select("←→", "<>"), "page") &&
               frame_hint(box, &x, up_down, "read"));
    }
}

static void help_draw(Layer *layer) {
    Help *help = (Help *)layer;
    int width = draw_columns() < WIDTH_MAX + 6 ? draw_columns() : WIDTH_MAX;
    int height = min_int(draw_lines(), HEIGHT_MAX);
    Rect box = {(draw_lines() - height) / 2, (draw_columns() - width) / 2, height, width};
    int margin = frame_margin(box.width);
    int top = help_top();
    help->inner = (Rect){box.y + top, box.x + margin, box.height - top - 1, box.width - 2 * margin};
    draw_set_surface(COLOR_DIALOG);
    draw_frame(help, box);
    draw_page(help);
    if (help->scroll < help->scroll_max)
        frame_more(box.y + box.height - 1, box);
    draw_set_surface(COLOR_SCREEN);
}

static void show_page(Help *help, int page) {
    help->page = page;
    help->scroll = 0;
    if (page != PAGE_CONTENTS && help->filter.text[0] == '\0')
        list_select(&help->list, page - PAGE_KEYS);
}

/* Shows the page of an entry, at its row. */
static void open_entry(Help *help, size_t index) {
    if (index >= help->list.count)
        return;
    help->list.selected = index;
    help->wanted_row = help->entry[index].row;
    show_page(help, help->entry[index].page);
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

/* Esc takes back what was typed, and then closes the help. */
static void contents_key(Help *help, Key key) {
    bool filtered = help->filter.text[0] != '\0';
    Key moves = key == K_TAB ? K_DOWN : key == K_SHIFT_TAB ? K_UP : key;
    int by = list_key_rows(moves, help->list.area.height);
    if (key == K_ESCAPE && !filtered) {
        help->layer.closed = true;
    } else if (key == K_ESCAPE) {
        text_field_set(&help->filter, "");
        list_entries(help);
    } else if (key == K_ENTER || key == K_RIGHT || (key == ' ' && !filtered)) {
        open_entry(help, help->list.selected);
    } else if (by != 0) {
        list_move(&help->list, by);
    } else if (text_field_key(&help->filter, key)) {
        list_entries(help);
    }
}

static void page_key(Help *help, Key key) {
    Key moves = key == ' ' ? K_PAGE_DOWN : key == K_BACKSPACE ? K_PAGE_UP : key;
    int by = list_key_rows(moves, help->inner.height);
    if (key == K_ESCAPE || key == K_ENTER)
        show_page(help, PAGE_CONTENTS);
    else if (key == K_RIGHT || key == K_TAB)
        turn_page(help, 1);
    else if (key == K_LEFT || key == K_SHIFT_TAB)
        turn_page(help, -1);
    else if (by != 0)
        scroll_by(help, by);
    else
        open_letter(help, key);
}

static void help_key(Layer *layer, Key key) {
    Help *help = (Help *)layer;
    Action action = keymap_action(&help->app->keymap, key);
    bool types = help->page == PAGE_CONTENTS && key_is_text(key) &&
                 (help->filter.text[0] != '\0' || (action != ACTION_HELP && action != ACTION_TOUR));
    if (!types && (action == ACTION_HELP || action == ACTION_QUIT))
        layer->closed = true;
    else if (!types && action == ACTION_TOUR)
        begin_tour(help, key);
    else if (help->page == PAGE_CONTENTS)
        contents_key(help, key);
    else
        page_key(help, key);
}

static void help_mouse(Layer *layer, MouseEvent mouse) {
    Help *help = (Help *)layer;
    int by = mouse.kind == MOUSE_WHEEL_UP ? -1 : 1;
    size_t row;
    if (help->page != PAGE_CONTENTS && mouse.kind != MOUSE_CLICK)
        scroll_by(help, by * LIST_WHEEL_ROWS);
    else if (help->page == PAGE_CONTENTS && mouse.kind != MOUSE_CLICK)
        list_move(&help->list, by);
    else if (help->page == PAGE_CONTENTS && list_hit(&help->list, mouse.y, mouse.x, &row))
        open_entry(help, row);
}

static const LayerOps help_ops = {
    .draw = help_draw,
    .dims = layer_dims,
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
    help->wanted_row = ACTION_NONE;
    help->pages = PAGE_FIRST_TEXT;
    while (help_pages_get(variant_of(help), help->pages - PAGE_FIRST_TEXT) != NULL)
        help->pages++;
    list_entries(help);
    if (page != NULL && !find_page(help, page)) {
        free(help);
        return false;
    }
    app_push_layer(app, &help->layer);
    return true;
}
