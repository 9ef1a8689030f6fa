#include <config.h>

#include "tui/cards/start_card.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "board/pieces.h"
#include "board/squares.h"
#include "term/draw.h"
#include "term/frame.h"
#include "term/terminal.h"
#include "tui/app_game.h"
#include "tui/choices.h"
#include "tui/dialogs.h"
#include "tui/game_form.h"
#include "tui/games/games_screen.h"
#include "tui/help.h"
#include "tui/learn/puzzle_screen.h"
#include "tui/learn/tour.h"
#include "tui/learn/training_screen.h"
#include "tui/online/invite.h"
#include "tui/online/waiting.h"
#include "tui/setup/new_game.h"

/* ---- cards ---- */

enum { MARGIN_WIDE = 3, MARGIN_NARROW = 1, NARROW_COLUMNS = 60 };

int card_margin(void) {
    return draw_columns() < NARROW_COLUMNS ? MARGIN_NARROW : MARGIN_WIDE;
}

static bool has_colors(void) {
    return terminal_capabilities()->colors > 0;
}

bool card_has_pictures(void) {
    return terminal_capabilities()->rich && terminal_capabilities()->colors >= 256;
}

Rect card_begin(Rect area) {
    draw_set_surface(COLOR_DIALOG);
    frame_box(area, CARD_EDGE, "");
    int margin = card_margin();
    return (Rect){area.y + CARD_EDGE, area.x + margin, area.height - 2 * CARD_EDGE,
                  area.width - 2 * margin};
}

void card_end(void) {
    draw_set_surface(COLOR_SCREEN);
}

/* Begins a row, which ends with card_row_end(). A focused row has a mark at its left. */
static void card_row_begin(Rect area, bool focused) {
    if (!focused)
        return;
    if (has_colors())
        draw_set_surface(COLOR_CARD);
    draw_fill(area, ROLE_NORMAL);
    draw_text(area.y, area.x, 1, ROLE_ACCENT, has_colors() ? draw_select("▌", ">") : ">");
    draw_place_cursor(area.y, area.x);
}

static void card_row_end(void) {
    draw_set_surface(COLOR_DIALOG);
}

/* ---- buttons ---- */

void card_paint_piece(const App *app, Rect area, PieceType type, Color color, Square on) {
    GlyphSet glyphs = app->settings.glyphs == GLYPHS_AUTO ? GLYPHS_DRAWN : app->settings.glyphs;
    const Record *record = app_record(app);
    const Variant *variant = record == NULL ? &app->settings.variant : &record->variant;
    squares_paint_piece(area, glyphs, type, color, variant, on, false);
}

int card_button_width(const char *label) {
    return frame_button_width(label);
}

Rect card_button(int y, int x, const char *label, int key, bool focused) {
    frame_button(y, x, label, key, focused);
    return (Rect){y, x, 1, frame_button_width(label)};
}

/* ---- the first screen ---- */

enum {
    FIRST_LEVEL = 3, /* if none has been chosen */
    PIECES = 6,
    MARK = 2, /* columns before a label */
    LABEL = 19,
    WIDE = 56,      /* inner width from which descriptions stand beside the labels */
    TEXT_ONLY = 66, /* inner width without pictures, at most */
    LOOKS_MAX = 3,
    TEXT_WIDTH = 84, /* of the rows, at most; they are centred below wider pictures */
    KEY_GAP = 3      /* columns between the keys of the last line */
};

/* A game on a server that waits for the user has a row above the others. */
typedef enum StartRow {
    ROW_WAITING = -1,
    ROW_COMPUTER,
    ROW_LEARN,
    ROW_PUZZLES,
    ROW_ENDINGS,
    ROW_SOMEBODY,
    ROW_WATCH,
    ROW_PIECES,
    ROW_THEME,
    ROW_NOTATION,
    START_ROW_COUNT
} StartRow;

enum { LOOKS = ROW_PIECES, LOOK_COUNT = START_ROW_COUNT - ROW_PIECES };

/* The parts of the card that fit. */
typedef struct StartLayout {
    int square; /* columns of a picture; 0 without pictures */
    bool names; /* below the pictures */
    bool gaps;  /* between the parts */
    bool looks; /* the rows that choose the looks */
    bool footer;
} StartLayout;

typedef struct StartCard {
    Layer layer;
    App *app;
    bool holds;         /* the game below, which waits */
    int focus;          /* a StartRow */
    bool moved;         /* the user has moved the focus */
    Rect waiting;       /* row of the game that waits for the user */
    StartLayout layout; /* as last drawn */
    Rect row[START_ROW_COUNT];
    Rect less, more; /* of the level */
    Rect look[LOOK_COUNT][LOOKS_MAX];
} StartCard;

/* The feature's state is a pointer to the open card; NULL: none. */
static StartCard **open_card_of(const App *app) {
    return app_state(app, &start_card_feature);
}

/* ---- what is chosen ---- */

static void play_computer(App *app) {
    app_start_game_of(app, CONTROL_HUMAN, CONTROL_COMPUTER);
}

static void watch(App *app) {
    app_start_game_of(app, CONTROL_COMPUTER, CONTROL_COMPUTER);
}

static const struct {
    const char *label, *description;
    Action action; /* whose key does the same in a game */
    void (*choose)(App *app);
} choices[] = {
    [ROW_COMPUTER] = {"Play the computer", NULL, ACTION_COMPUTER, play_computer},
    [ROW_LEARN] = {"Learn Congo", "ten minutes, one animal at a time", ACTION_TOUR, tour_open},
    [ROW_PUZZLES] = {"Puzzles", "take the lion in two moves, or more", ACTION_PUZZLE,
                     puzzle_screen_open},
    [ROW_ENDINGS] = {"Endings", "few pieces, against a perfect defence", ACTION_TRAIN,
                     training_screen_open},
    [ROW_SOMEBODY] = {"Play somebody", "at this keyboard, or over a network", ACTION_SOMEBODY,
                      play_somebody_open},
    [ROW_WATCH] = {"Watch", "two computers play each other", ACTION_WATCH, watch},
};

/* Closes the card. A game below it goes on, unless something else takes its place. */
static void close_card(StartCard *card) {
    App *app = card->app;
    card->layer.closed = true;
    *open_card_of(app) = NULL;
    if (app->session != NULL && card->holds)
        session_suspend(app->session, false);
}

static void choose(StartCard *card, StartRow row) {
    close_card(card);
    choices[row].choose(card->app);
}

/* ---- games on servers ---- */

/* Writes what waits for the user. Returns its seat, or NULL if nothing is known to wait. */
static const SavedSeat *find_waiting(const StartCard *card, char text[OWN_GAME_WORDS_SIZE]) {
    const char *server;
    const OwnGame *game = waiting_first(card->app, &server);
    if (game == NULL)
        return NULL;
    own_game_clause(game, server, text);
    return game->saved;
}

static void open_waiting(StartCard *card) {
    char text[OWN_GAME_WORDS_SIZE];
    const SavedSeat *seat = find_waiting(card, text);
    if (seat == NULL)
        return;
    close_card(card);
    waiting_open(card->app, seat);
}

/* The row gets the focus when it appears, unless the user is about to choose another one. */
static void focus_waiting(StartCard *card) {
    char text[OWN_GAME_WORDS_SIZE];
    bool waits = find_waiting(card, text) != NULL;
    if (waits && !card->moved)
        card->focus = ROW_WAITING;
    else if (!waits && card->focus == ROW_WAITING)
        card->focus = ROW_COMPUTER;
}

/* ---- level and looks ---- */

static void change_level(StartCard *card, int by) {
    int *level = &card->app->settings.level;
    *level = max_int(LEVEL_MIN, min_int(LEVEL_MAX, *level + by));
}

static const struct {
    const char *label, *setting;
    Action action; /* whose key takes the next one; ACTION_NONE: without a key */
    const char *names[LOOKS_MAX];
    int values[LOOKS_MAX], count;
} looks[LOOK_COUNT] = {
    {"Pieces",
     "glyphs",
     ACTION_GLYPHS,
     {"Pictures", "Letters", "Emoji"},
     {GLYPHS_DRAWN, GLYPHS_LETTERS, GLYPHS_ANIMALS},
     3},
    {"Colours", "theme", ACTION_THEME, {"Dark", "Light"}, {THEME_DARK, THEME_LIGHT}, 2},
    {"Moves",
     "notation",
     ACTION_NONE,
     {"d2-d3", "Pd2-d3", "P-DD3"},
     {NOTATION_PLAIN, NOTATION_LETTERS, NOTATION_CONGO},
     3},
};

/* Returns the value of a look's setting; automatic pieces depend on the size of the board. */
static int look_value(const StartCard *card, int look) {
    const App *app = card->app;
    if (LOOKS + look == ROW_THEME)
        return (int)app->settings.theme;
    if (LOOKS + look == ROW_NOTATION)
        return (int)app_notation(app).notation;
    if (app->settings.glyphs == GLYPHS_AUTO) {
        SquareSize square = app->screen.layout.square_size;
        bool letters = pieces_supported_set(GLYPHS_AUTO, square.x, square.y) == GLYPHS_LETTERS;
        return letters ? GLYPHS_LETTERS : GLYPHS_DRAWN;
    }
    return min_int((int)app->settings.glyphs, GLYPHS_DRAWN); /* in whichever blocks */
}

/* Returns the number of the chosen look, or -1 if it is another one. */
static int chosen_look(const StartCard *card, int look) {
    for (int i = 0; i < looks[look].count; i++)
        if (looks[look].values[i] == look_value(card, look))
            return i;
    return -1;
}

static void set_look(StartCard *card, int look, int number) {
    App *app = card->app;
    if (LOOKS + look == ROW_PIECES)
        app->settings.glyphs = (GlyphSet)looks[look].values[number];
    else if (LOOKS + look == ROW_THEME)
        app->settings.theme = (ThemeId)looks[look].values[number];
    else
        settings_set(&app->settings, "notation", notation_names[looks[look].values[number]], NULL);
    choices_keep(app, looks[look].setting);
}

/* Takes the next look, and after the last one the first. */
static void cycle_look(StartCard *card, int look) {
    set_look(card, look, (chosen_look(card, look) + 1) % looks[look].count);
}

/* ---- drawing ---- */

static int inner_width(const StartLayout *layout) {
    int gap = layout->square > CARD_SQUARE_SMALL ? 2 : 1;
    int room = draw_columns() - 2 * card_margin();
    if (layout->square == 0)
        return min_int(room, TEXT_ONLY);
    return PIECES * layout->square + (PIECES - 1) * gap;
}

/* Returns the columns of the title and the rows. */
static int text_width(int width) {
    return min_int(width, TEXT_WIDTH);
}

static const char slogan[] = "Take the lion. Stay out of the deep river.";

static const char title[] = "Congo";

enum { TITLE_COLUMNS = 7 };

static bool slogan_is_beside(int width) {
    return width >= TITLE_COLUMNS + draw_width(slogan);
}

/* Draws the keys in lines within a width, or only counts the lines if `y` is negative. */
static int put_keys(const StartCard *card, int y, int x, int width) {
    char help[KEY_NAME_SIZE], quit[KEY_NAME_SIZE];
    bool in_game = card->app->session != NULL;
    const char *const keys[][2] = {{"Arrows", "choose"},
                                   {"Enter", "start"},
                                   {"- +", "level"},
                                   {action_key_name(card->app, ACTION_HELP, help), "help"},
                                   {in_game ? "Esc" : action_key_name(card->app, ACTION_QUIT, quit),
                                    in_game ? "back" : "quit"}};
    int lines = 1, used = 0;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        int columns = draw_width(keys[i][0]) + 1 + draw_width(keys[i][1]);
        if (keys[i][0][0] == '\0')
            continue; /* the user has left the action without a key */
        if (used > 0 && used + columns > width) {
            lines++;
            used = 0;
        }
        if (y >= 0)
            frame_key(y + lines - 1, x + used, width - used, keys[i][0], keys[i][1]);
        used += columns + KEY_GAP;
    }
    return lines;
}

/* Draws the keys, or what there is to say. Returns the lines. */
static int put_footer(const StartCard *card, int y, int x, int width) {
    const char *message = card->app->message;
    if (message[0] == '\0')
        return put_keys(card, y, x, width);
    int lines = draw_wrapped_height(message, width);
    if (y >= 0)
        draw_wrapped((Rect){y, x, lines, width}, ROLE_DIM, message);
    return lines;
}

static int inner_height(const StartCard *card, const StartLayout *layout) {
    int width = inner_width(layout), gap = layout->gaps ? 1 : 0;
    char waiting[OWN_GAME_WORDS_SIZE];
    int height = 1 + gap + LOOKS;
    if (find_waiting(card, waiting) != NULL)
        height += 1 + gap;
    if (!slogan_is_beside(width))
        height += layout->gaps ? draw_wrapped_height(slogan, width) : 0;
    if (width < WIDE)
        height++; /* the level */
    if (layout->square > 0)
        height += layout->square / 2 + layout->names + gap;
    if (layout->looks)
        height += gap + LOOK_COUNT;
    if (layout->footer)
        height += gap + put_footer(card, -1, 0, text_width(width));
    return height;
}

static bool layout_fits(const StartCard *card, const StartLayout *layout) {
    return inner_width(layout) + 2 * card_margin() <= draw_columns() &&
           inner_height(card, layout) + 2 * CARD_EDGE <= draw_lines() &&
           (card_has_pictures() || (layout->square == 0 && !layout->looks));
}

/* Chooses the richest layout that the screen has room for. */
static void arrange(StartCard *card) {
    static const StartLayout layouts[] = {
        {24, true, true, true, true}, {18, true, true, true, true},  {14, true, true, true, true},
        {10, true, true, true, true}, {10, true, true, true, false}, {10, true, true, false, true},
        {6, false, true, true, true}, {6, false, true, false, true}, {6, false, true, false, false},
        {0, false, true, true, true}, {0, false, true, false, true}, {0, false, true, false, false},
    };
    card->layout = (StartLayout){0};
    for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++) {
        if (!layout_fits(card, &layouts[i]))
            continue;
        card->layout = layouts[i];
        break;
    }
    if (!card->layout.looks && card->focus >= LOOKS)
        card->focus = ROW_COMPUTER;
}

static int draw_title(const StartCard *card, Rect inner) {
    int y = inner.y;
    const char *message = card->app->message;
    bool says = message[0] != '\0' && !card->layout.footer;
    draw_text(y, inner.x, inner.width, ROLE_TITLE, says ? message : title);
    if (slogan_is_beside(inner.width)) {
        if (!says)
            draw_text(y, inner.x + TITLE_COLUMNS, inner.width - TITLE_COLUMNS, ROLE_NORMAL, slogan);
        return y + 1;
    }
    if (!card->layout.gaps)
        return y + 1;
    Rect below = {y + 1, inner.x, inner.height - 1, inner.width};
    return y + 1 + draw_wrapped(below, ROLE_NORMAL, slogan);
}

static int draw_pictures(const StartCard *card, int y, Rect inner) {
    static const struct {
        PieceType type;
        Color color;
        Square on;
        const char *name;
    } animals[PIECES] = {
        {LION, WHITE, D1, "Lion"},       {ELEPHANT, BLACK, E7, "Elephant"},
        {GIRAFFE, WHITE, B1, "Giraffe"}, {CROCODILE, BLACK, F4, "Crocodile"},
        {MONKEY, WHITE, A1, "Monkey"},   {ZEBRA, BLACK, G6, "Zebra"},
    };
    int columns = card->layout.square, lines = columns / 2;
    int step = (inner.width - columns) / (PIECES - 1);
    for (int i = 0; i < PIECES; i++) {
        Rect area = {y, inner.x + i * step, lines, columns};
        card_paint_piece(card->app, area, animals[i].type, animals[i].color, animals[i].on);
        if (card->layout.names)
            draw_text(y + lines, area.x + (columns - draw_width(animals[i].name)) / 2, columns,
                      ROLE_NORMAL, animals[i].name);
    }
    return y + lines + card->layout.names;
}

static Rect draw_level_key(int y, int x, const char *key) {
    draw_text(y, x, 1, ROLE_KEY, key);
    return (Rect){y, x - 1, 1, 2};
}

/* Draws the level and the keys that change it: beside the label, or on a line of its own. */
static void draw_level(StartCard *card, int y, int x, bool beside) {
    enum { TEXT = 21, KEY = 2 };
    char text[32];
    snprintf(text, sizeof text, "%s%s", beside ? "level " : "",
             game_form_level_name(card->app->settings.level));
    int keys = beside ? x + TEXT : x;
    draw_text(y, beside ? x : x + 2 * KEY, TEXT, ROLE_NORMAL, text);
    card->less = draw_level_key(y, keys, "-");
    card->more = draw_level_key(y, keys + KEY, "+");
}

static void draw_key(const StartCard *card, int y, Rect inner, Action action) {
    char key[KEY_NAME_SIZE];
    action_key_name(card->app, action, key);
    int width = draw_width(key);
    draw_text(y, inner.x + inner.width - MARK + 1 - width, width, ROLE_KEY, key);
}

static void draw_row(StartCard *card, StartRow row, int y, Rect inner) {
    int x = inner.x + MARK + LABEL, right = inner.x + inner.width - MARK;
    card->row[row] = (Rect){y, inner.x, 1, inner.width};
    card_row_begin(card->row[row], card->focus == (int)row);
    draw_text(y, inner.x + MARK, LABEL, ROLE_TITLE, choices[row].label);
    draw_key(card, y, inner, choices[row].action);
    if (inner.width >= WIDE && row == ROW_COMPUTER)
        draw_level(card, y, x, true);
    else if (inner.width >= WIDE)
        draw_text(y, x, right - x, ROLE_DIM, choices[row].description);
    card_row_end();
}

static void draw_look(StartCard *card, int look, int y, Rect inner) {
    enum { NARROW_LABEL = 9, LOOK_SIZE = 16 };
    int x = inner.x + MARK + (inner.width >= WIDE ? LABEL : NARROW_LABEL);
    card->row[LOOKS + look] = (Rect){y, inner.x, 1, inner.width};
    card_row_begin(card->row[LOOKS + look], card->focus == LOOKS + look);
    draw_text(y, inner.x + MARK, LABEL, ROLE_NORMAL, looks[look].label);
    for (int i = 0; i < looks[look].count; i++) {
        char text[LOOK_SIZE];
        snprintf(text, sizeof text, " %s ", looks[look].names[i]);
        card->look[look][i] = (Rect){y, x, 1, draw_width(text)};
        x += draw_text(y, x, LOOK_SIZE, chosen_look(card, look) == i ? ROLE_HIGHLIGHT : ROLE_DIM,
                       text);
    }
    if (looks[look].action != ACTION_NONE)
        draw_key(card, y, inner, looks[look].action);
    card_row_end();
}

/* Returns the line below. */
static int draw_waiting(StartCard *card, int y, Rect inner) {
    char text[OWN_GAME_WORDS_SIZE];
    card->waiting = (Rect){0};
    if (find_waiting(card, text) == NULL)
        return y;
    card->waiting = (Rect){y, inner.x, 1, inner.width};
    card_row_begin(card->waiting, card->focus == ROW_WAITING);
    draw_text(y, inner.x + MARK, inner.width - MARK, ROLE_WARNING, text);
    card_row_end();
    return y + 1 + card->layout.gaps;
}

static void draw_rows(StartCard *card, int y, Rect inner) {
    const StartLayout *layout = &card->layout;
    y = draw_waiting(card, y, inner);
    for (int row = ROW_COMPUTER; row < LOOKS; row++) {
        draw_row(card, (StartRow)row, y++, inner);
        if (row == ROW_COMPUTER && inner.width < WIDE)
            draw_level(card, y++, inner.x + MARK, false);
    }
    y += layout->gaps && layout->looks;
    for (int look = 0; layout->looks && look < LOOK_COUNT; look++)
        draw_look(card, look, y++, inner);
    if (layout->footer)
        put_footer(card, y + layout->gaps, inner.x, inner.width);
}

static void start_card_draw(Layer *layer) {
    StartCard *card = (StartCard *)layer;
    focus_waiting(card);
    memset(card->row, 0, sizeof card->row);
    memset(card->look, 0, sizeof card->look);
    arrange(card);
    Rect outer = {.height = inner_height(card, &card->layout) + 2 * CARD_EDGE,
                  .width = inner_width(&card->layout) + 2 * card_margin()};
    outer.y = max_int(0, (draw_lines() - outer.height) / 2);
    outer.x = max_int(0, (draw_columns() - outer.width) / 2);
    draw_clear();
    Rect inner = card_begin(outer), text = inner;
    text.width = text_width(inner.width);
    text.x += (inner.width - text.width) / 2;
    int y = draw_title(card, text) + card->layout.gaps;
    if (card->layout.square > 0)
        y = draw_pictures(card, y, inner) + card->layout.gaps;
    draw_rows(card, y, text);
    card_end();
}

/* ---- keys ---- */

static void move_focus(StartCard *card, int by) {
    int first = card->waiting.height > 0 ? ROW_WAITING : ROW_COMPUTER;
    int count = (card->layout.looks ? START_ROW_COUNT : LOOKS) - first;
    card->focus = first + (card->focus - first + by + count) % count;
    card->moved = true;
}

/* Changes what is beside the focus. */
static void change(StartCard *card, int by) {
    int look = card->focus - LOOKS;
    if (look >= 0) /* the ends stop it */
        set_look(card, look, clamp_int(chosen_look(card, look) + by, 0, looks[look].count - 1));
    else
        change_level(card, by);
}

static void enter(StartCard *card) {
    if (card->focus == ROW_WAITING)
        open_waiting(card);
    else if (card->focus >= LOOKS)
        cycle_look(card, card->focus - LOOKS);
    else
        choose(card, (StartRow)card->focus);
}

/* Returns whether the key belongs to a row: a digit, or the key of its action. */
static bool row_key(StartCard *card, Key key, Action action) {
    for (int row = ROW_COMPUTER; row < LOOKS; row++) {
        if (key != '1' + row && action != choices[row].action)
            continue;
        choose(card, (StartRow)row);
        return true;
    }
    for (int look = 0; card->layout.looks && look < LOOK_COUNT; look++) {
        if (action == ACTION_NONE || action != looks[look].action)
            continue;
        cycle_look(card, look);
        return true;
    }
    return false;
}

/* Returns whether the key does here what it does in a game, too. */
static bool run_action(StartCard *card, Action action) {
    App *app = card->app;
    if (action == ACTION_HELP) {
        help_open(app, NULL);
    } else if (action == ACTION_GAMES) {
        games_screen_open(app);
    } else if (action == ACTION_QUIT) {
        action_run(app, ACTION_QUIT);
    } else if (action == ACTION_NEW) {
        close_card(card);
        new_game_open(app, "");
    } else {
        return false;
    }
    return true;
}

/* Returns whether the key moves the focus, or changes what is beside it. */
static bool focus_key(StartCard *card, Key key, Action action) {
    if (key == K_DOWN || key == K_TAB || action == ACTION_DOWN)
        move_focus(card, 1);
    else if (key == K_UP || key == K_SHIFT_TAB || action == ACTION_UP)
        move_focus(card, -1);
    else if (key == K_RIGHT || action == ACTION_RIGHT)
        change(card, 1);
    else if (key == K_LEFT || action == ACTION_LEFT)
        change(card, -1);
    else if (key == '+' || key == '=' || key == '-')
        change_level(card, key == '-' ? -1 : 1);
    else if (key == K_ENTER || key == ' ')
        enter(card);
    else
        return false;
    return true;
}

/* Names the key of the row whose letter a key is, for small screens first, and says that this one
 * does nothing here. */
static void explain_key(const StartCard *card, Key key) {
    char name[KEY_NAME_SIZE], other[KEY_NAME_SIZE];
    Action action =
        key < 128 ? keymap_action(&card->app->keymap, (Key)text_upper((int)key)) : ACTION_NONE;
    const char *label = NULL;
    for (int row = ROW_COMPUTER; row < LOOKS; row++)
        if (action == choices[row].action)
            label = choices[row].label;
    action_key_name(card->app, label != NULL ? action : ACTION_HELP, other);
    app_note(card->app, "%s: %s; %s does nothing here.", other, label != NULL ? label : "help",
             key_write_name(key, name));
}

static void start_card_key(Layer *layer, Key key) {
    StartCard *card = (StartCard *)layer;
    Action action = keymap_action(&card->app->keymap, key);
    bool goes_back = key == K_ESCAPE || action == ACTION_WELCOME;
    if (goes_back && card->app->session != NULL)
        close_card(card);
    else if (!row_key(card, key, action) && !run_action(card, action) &&
             !focus_key(card, key, action))
        explain_key(card, key);
}

/* ---- mouse ---- */

static bool click_look(StartCard *card, MouseEvent mouse) {
    for (int look = 0; look < LOOK_COUNT; look++)
        for (int i = 0; i < looks[look].count; i++)
            if (rect_contains(card->look[look][i], mouse.y, mouse.x)) {
                set_look(card, look, i);
                return true;
            }
    return false;
}

static void start_card_mouse(Layer *layer, MouseEvent mouse) {
    StartCard *card = (StartCard *)layer;
    if (mouse.kind != MOUSE_CLICK) {
        move_focus(card, mouse.kind == MOUSE_WHEEL_UP ? -1 : 1);
        return;
    }
    if (rect_contains(card->less, mouse.y, mouse.x) ||
        rect_contains(card->more, mouse.y, mouse.x)) {
        change_level(card, rect_contains(card->less, mouse.y, mouse.x) ? -1 : 1);
        return;
    }
    if (click_look(card, mouse))
        return;
    if (rect_contains(card->waiting, mouse.y, mouse.x)) {
        open_waiting(card);
        return;
    }
    for (int row = ROW_COMPUTER; row < LOOKS; row++)
        if (rect_contains(card->row[row], mouse.y, mouse.x)) {
            choose(card, (StartRow)row);
            return;
        }
}

/* ---- opening ---- */

static const LayerOps start_card_ops = {
    .draw = start_card_draw,
    .dims = layer_dims,
    .key = start_card_key,
    .mouse = start_card_mouse,
};

/* The game on the board is about to be replaced. */
static void before_game(App *app) {
    StartCard *card = *open_card_of(app);
    if (card != NULL)
        close_card(card);
}

static bool holds_game(const App *app) {
    const StartCard *card = *open_card_of(app);
    return card != NULL && card->holds;
}

/* Shows the card. Esc goes back to the game on the board, if there is one: it waits, unless others
 * play in it over a network. */
static void open_card(App *app) {
    if (*open_card_of(app) != NULL)
        return;
    StartCard *card = memory_allocate(sizeof *card);
    card->layer.ops = &start_card_ops;
    card->app = app;
    card->holds = app->session != NULL && !app_is_network_game(app);
    *open_card_of(app) = card;
    if (card->holds)
        session_suspend(app->session, true);
    if (settings_source(&app->settings, "level") == SOURCE_DEFAULT)
        app->settings.level = FIRST_LEVEL;
    waiting_ask(app, NULL);
    app_push_layer(app, &card->layer);
}

/* ---- the rows as actions in a game ---- */

static void confirm(Dialog *dialog, void *context) {
    const StartRow *row = dialog_data(dialog);
    dialog_close(dialog);
    choices[*row].choose(context);
}

/* Begins what a row begins, after asking if a game is in progress. */
static void run_row(App *app, int row) {
    char text[ERROR_SENTENCE_SIZE];
    if (!app_has_unfinished_game(app)) {
        choices[row].choose(app);
        return;
    }
    StartRow *data = memory_allocate(sizeof *data);
    *data = (StartRow)row;
    dialogs_confirm(app, choices[row].label, dialogs_describe_leaving(app, text), "Start", confirm,
                    data);
}

/* Returns whether an option or congo.conf says who plays what. */
static bool has_game_options(const Settings *settings) {
    static const char *const names[] = {"white",    "black", "white-name", "black-name", "variant",
                                        "movetime", "depth", "level",      "clock"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (settings_source(settings, names[i]) >= SOURCE_FILE)
            return true;
    return false;
}

/* The card is shown as long as nothing says what kind of game the user plays. */
static Beginning begin(App *app, const Occasion *occasion, Error *error) {
    (void)error;
    if (occasion->type != OCCASION_NEW_GAME || choices_exist(app) ||
        has_game_options(&app->settings))
        return BEGINNING_NONE;
    open_card(app);
    return BEGINNING_SHOWN;
}

static const FeatureAction actions[] = {
    {ACTION_WELCOME, .run = open_card},
    {ACTION_COMPUTER, .run_with = run_row, .argument = ROW_COMPUTER},
    {ACTION_SOMEBODY, .run = play_somebody_open},
    {ACTION_WATCH, .run_with = run_row, .argument = ROW_WATCH},
    {.action = ACTION_NONE}};

const Feature start_card_feature = {
    .state_size = sizeof(StartCard *),
    .actions = actions,
    .begin = begin,
    .before_game = before_game,
    .holds_game = holds_game,
};
