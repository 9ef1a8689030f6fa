#include <config.h>

#include "tui/cards/end_card.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/monotonic.h"
#include "base/number.h"
#include "base/text.h"
#include "board/squares.h"
#include "collection/game_statistics.h"
#include "play/clock.h"
#include "play/player.h"
#include "term/draw.h"
#include "tui/app_game.h"
#include "tui/cards/start_card.h"
#include "tui/choices.h"
#include "tui/command_line.h"
#include "tui/games/games_screen.h"
#include "tui/narration.h"
#include "tui/online/lobby_screen.h"
#include "tui/online/online_game.h"

enum {
    BUTTONS_MAX = 5,
    PICTURE_GAP = 2,
    TEXT_GOOD = 36, /* columns beside the picture */
    TEXT_MIN = 26,
    COMPACT_LINES = 20, /* a lower screen shows no figures and no gaps */
    NAMES = 10,         /* column of the names, beside the number of moves */
    FIGURES = 36,       /* columns of these and of the times, at most */
    TOO_SOON_MS = 500   /* Enter so soon was meant for the board */
};

typedef struct EndCard EndCard;

typedef struct EndButton {
    const char *label;
    int letter; /* index of its key in the label */
    void (*press)(EndCard *card);
    Rect area; /* as last drawn */
} EndButton;

struct EndCard {
    Layer layer;
    App *app;
    const Session *session; /* of the game; only compared */
    int64_t opened_ms;
    EndButton button[BUTTONS_MAX];
    int count, focus;
    Rect outer; /* as last drawn */
    /* What happened. */
    const char *result;
    char reason[VIEW_STATUS_SIZE];
    char moves[32];
    char name[COLOR_COUNT][PLAYER_NAME_SIZE];
    char used[COLOR_COUNT][CLOCK_TEXT_SIZE]; /* "" if the times are unknown */
    bool decided;                            /* there is a piece that decided: */
    PieceType type;
    Color color;
    Square square;
    int next_level; /* suggested after wins in a row; or 0 */
    char next_label[16];
    char rematch[VIEW_STATUS_SIZE]; /* in a network game: who offers one; or "" */
};

/* ---- what happened ---- */

/* Finds the piece that took the lion, or else the lion that won. */
static void find_piece(EndCard *card, const Record *record, Outcome outcome) {
    if (outcome.result != RESULT_WHITE && outcome.result != RESULT_BLACK)
        return;
    const Position *position = record_position(record);
    card->decided = true;
    card->type = LION;
    card->color = outcome.result == RESULT_WHITE ? WHITE : BLACK;
    Bitboard lion = position_pieces(position, card->color, LION);
    card->square = lion != 0 ? bitboard_first(lion) : card->color == WHITE ? D1 : D7;
    if (outcome.reason != REASON_LION || record->current == 0)
        return;
    Square to = move_to(record->plies[record->current - 1].move);
    PieceType type = position_piece_at(position, to);
    if (type == PIECE_NONE || position_color_at(position, to) != card->color)
        return;
    card->type = type;
    card->square = to;
}

static void sum_times(EndCard *card, const Record *record) {
    int64_t used[COLOR_COUNT] = {0};
    bool known = record->current > 0;
    for (size_t i = 0; i < record->current; i++) {
        known = known && record->plies[i].time_ms >= 0;
        used[position_side(record_position_at(record, i))] += record->plies[i].time_ms;
    }
    for (int color = 0; known && color < COLOR_COUNT; color++)
        text_write_seconds(used[color] / 1000, card->used[color]);
}

/* Players without a name of their own are named by their colours. */
static void name_players(EndCard *card) {
    for (int color = 0; color < COLOR_COUNT; color++)
        player_name_write(card->app->session, (Color)color, PLAYER_NAME_SHORT, card->name[color]);
    bool same = strcmp(card->name[WHITE], card->name[BLACK]) == 0;
    for (int color = 0; color < COLOR_COUNT; color++)
        if (same || card->name[color][0] == '\0')
            snprintf(card->name[color], PLAYER_NAME_SIZE, "%s", color_name((Color)color));
}

static void describe(EndCard *card) {
    const App *app = card->app;
    const Record *record = session_record(app->session);
    size_t moves = (record->current + 1) / 2;
    card->result = narration_result(app);
    narration_reason(app, card->reason);
    if (card->reason[0] != '\0') {
        card->reason[0] = (char)text_upper(card->reason[0]);
        text_append(card->reason, sizeof card->reason, ".");
    }
    snprintf(card->moves, sizeof card->moves, "%zu move%s", moves, text_plural(moves));
    name_players(card);
    sum_times(card, record);
    find_piece(card, record, session_outcome(app->session));
}

/* ---- what to do next ---- */

/* Plays the same again; `level` is that of computers, or 0 for the one they have. Returns false if
 * the game cannot start. */
static bool play_again(EndCard *card, bool swap, int level) {
    App *app = card->app;
    SessionSetup setup;
    Error error = {0};
    session_get_setup(app->session, &setup);
    setup.record = record_create(record_position_at(session_record(app->session), 0));
    if (swap) {
        SessionPlayer white = setup.player[WHITE];
        setup.player[WHITE] = setup.player[BLACK];
        setup.player[BLACK] = white;
    }
    for (int color = 0; color < COLOR_COUNT; color++)
        if (level > 0 && setup.player[color].kind == PLAYER_COMPUTER)
            setup.player[color].level = level;
    bool started = app_start_game(app, &setup, &error);
    if (!started)
        app_notify_error(app, &error);
    return started;
}

static void rematch(EndCard *card) {
    play_again(card, false, 0);
}

/* The next start begins such a game, too. The sides of a resumed game can differ from the settings.
 */
static void swap_sides(EndCard *card) {
    App *app = card->app;
    PlayerSetting *player = app->settings.player, white = player[WHITE];
    if (!play_again(card, true, 0))
        return;
    bool one_person = (white.control == CONTROL_HUMAN) != (player[BLACK].control == CONTROL_HUMAN);
    if (!one_person || (white.control == CONTROL_HUMAN) != app_is_human(app, WHITE)) {
        player[WHITE] = player[BLACK];
        player[BLACK] = white;
    }
    choices_keep_game(app, app->settings.random_sides);
}

/* Plays the next level, and keeps it for the next start. */
static void play_next_level(EndCard *card) {
    App *app = card->app;
    app->settings.level = card->next_level;
    play_again(card, false, card->next_level);
    choices_keep_game(app, app->settings.random_sides);
}

static void review(EndCard *card) {
    action_run(card->app, ACTION_REVIEW);
}

static void new_game(EndCard *card) {
    action_run(card->app, ACTION_NEW);
}

static void lobby(EndCard *card) {
    lobby_screen_open(card->app);
}

static void add_button(EndCard *card, const char *label, int letter, void (*press)(EndCard *card)) {
    card->button[card->count++] = (EndButton){.label = label, .letter = letter, .press = press};
}

/* The card stays until the rematch begins. */
static void answer_rematch(EndCard *card) {
    card->layer.closed = false;
    rematch_run(card->app);
}

static void decline_rematch(EndCard *card) {
    card->layer.closed = false;
    rematch_decline(card->app);
}

static void add_network_buttons(EndCard *card) {
    RematchState state = rematch_state(card->app);
    bool watches = !app_is_network_player(card->app->session);
    if (rematch_is_possible(card->app))
        add_button(card, watches ? "Watch rematch" : "Rematch", watches ? 6 : 0, answer_rematch);
    if (state == REMATCH_ASKED)
        add_button(card, "Decline", 0, decline_rematch);
    else if (state == REMATCH_OFFERED)
        add_button(card, "Withdraw", 4, decline_rematch);
    add_button(card, "Lobby", 0, lobby);
}

static void add_buttons(EndCard *card) {
    const App *app = card->app;
    if (app_is_network_game(app)) {
        add_network_buttons(card);
    } else {
        add_button(card, "Rematch", 0, rematch);
        if (app_is_human(app, WHITE) != app_is_human(app, BLACK))
            add_button(card, "Swap sides", 0, swap_sides);
    }
    add_button(card, "Review", 2, review);
    add_button(card, "New game", 0, new_game);
}

/* Follows the offers of a rematch. The focus stays on its button. */
static void update_rematch(EndCard *card) {
    if (!app_is_network_game(card->app))
        return;
    void (*focused)(EndCard * card) = card->button[card->focus].press;
    card->count = card->focus = 0;
    add_buttons(card);
    for (int i = 0; i < card->count; i++)
        if (card->button[i].press == focused)
            card->focus = i;
    rematch_describe(card->app, false, card->rematch);
}

static void press(EndCard *card, int index) {
    card->layer.closed = true;
    card->button[index].press(card);
}

/* ---- layout ---- */

/* A picture, and each of the two of a draw, in columns. It takes at most a tenth of the screen's
 * columns and a sixth of its lines, or is the smallest. */
typedef struct EndPicture {
    int one, two;
} EndPicture;

static const EndPicture pictures[] = {
    {24, 10}, {18, 8}, {14, CARD_SQUARE_SMALL}, {CARD_SQUARE_BIG, CARD_SQUARE_SMALL}};

typedef struct EndLayout {
    EndPicture picture; /* zero without one */
    bool figures, gaps;
    int width, height; /* of the inside */
} EndLayout;

static int buttons_width(const EndCard *card) {
    int width = 0;
    for (int i = 0; i < card->count; i++)
        width += card_button_width(card->button[i].label) + (i > 0 ? CARD_BUTTON_GAP : 0);
    return width;
}

/* Places the buttons in rows, or only counts their rows if `y` is negative. */
static int place_buttons(EndCard *card, int y, int x, int width) {
    int rows = 1, used = 0;
    for (int i = 0; i < card->count; i++) {
        int columns = card_button_width(card->button[i].label);
        if (used > 0 && used + columns > width) {
            rows++;
            used = 0;
        }
        if (y >= 0)
            card->button[i].area = card_button(y + rows - 1, x + used, card->button[i].label,
                                               card->button[i].letter, card->focus == i);
        used += columns + CARD_BUTTON_GAP;
    }
    return rows;
}

static EndPicture largest_picture(void) {
    size_t i = 0, last = sizeof pictures / sizeof pictures[0] - 1;
    while (i < last &&
           (10 * pictures[i].one > draw_columns() || 3 * pictures[i].one > draw_lines()))
        i++;
    return pictures[i];
}

/* Returns the columns of a picture and of the gap beside it. */
static int picture_width(EndPicture picture) {
    return max_int(picture.one, 2 * picture.two) + PICTURE_GAP;
}

static int text_width(const EndLayout *layout) {
    return layout->width - (layout->picture.one > 0 ? picture_width(layout->picture) : 0);
}

/* Returns the lines of the result, the reason and the figures. */
static int text_height(const EndCard *card, const EndLayout *layout) {
    int height = 1 + draw_wrapped_height(card->reason, text_width(layout));
    if (card->rematch[0] != '\0')
        height += draw_wrapped_height(card->rematch, text_width(layout));
    return height + (layout->figures ? layout->gaps + COLOR_COUNT : 0);
}

/* Returns the columns that leave the list of moves and the edge of the screen in sight, or all if
 * those are too few. */
static int inner_room(const EndCard *card) {
    const Layout *layout = &card->app->screen.layout;
    int beside = layout->side.height > 0 ? layout->side.x - 2 - 2 * card_margin() : 0;
    return beside >= TEXT_GOOD ? beside : draw_columns() - 2 * card_margin();
}

static EndLayout arrange(EndCard *card) {
    EndLayout layout = {.figures = draw_lines() >= COMPACT_LINES,
                        .gaps = draw_lines() >= COMPACT_LINES};
    EndPicture picture = largest_picture();
    layout.width =
        min_int(max_int(buttons_width(card), picture_width(picture) + TEXT_GOOD), inner_room(card));
    if (layout.gaps && layout.width >= picture_width(picture) + TEXT_MIN && card_has_pictures())
        layout.picture = picture;
    layout.height = text_height(card, &layout);
    layout.height = max_int(layout.height, layout.picture.one / 2);
    /* a line above, and one below the text and the buttons */
    layout.height += place_buttons(card, -1, 0, layout.width) + 2 * layout.gaps;
    return layout;
}

/* Places the card near the middle of the board, where it leaves in sight as much as possible of the
 * status line and the hints, then of the decisive square, then of the list of moves. A low screen
 * has no room beside the first two. */
static Rect place_card(const EndCard *card, int height, int width) {
    enum { HIDES_LINE = 40000, HIDES_SQUARE = 20000, HIDES_MOVES = 10000 };
    const Layout *layout = &card->app->screen.layout;
    const Rect *board = &layout->board;
    Rect square = squares_area(layout, card->app->board.flipped, card->square);
    Rect best = {0};
    int least = -1, left = clamp_int(draw_columns() - width, 0, 1);
    for (int y = 0; y + height <= draw_lines() || y == 0; y++)
        for (int x = left; x + width <= draw_columns() || x == left; x++) {
            Rect area = {y, x, height, width};
            int cost = 2 * abs(2 * y + height - 2 * board->y - board->height) +
                       abs(2 * x + width - 2 * board->x - board->width);
            Rect around = {y - 1, x - 2, height + 2, width + 4};
            if (draw_lines() >= COMPACT_LINES)
                cost += HIDES_LINE * (rect_overlaps(around, layout->status) +
                                      rect_overlaps(around, layout->hints));
            if (card->decided && rect_overlaps(around, square))
                cost += HIDES_SQUARE;
            if (rect_overlaps(area, layout->moves))
                cost += HIDES_MOVES;
            if (least >= 0 && cost >= least)
                continue;
            least = cost;
            best = area;
        }
    return best;
}

/* ---- drawing ---- */

/* Draws the piece that decided, or both lions. */
static void draw_picture(const EndCard *card, EndPicture picture, int y, int x) {
    const int small = picture.two;
    if (card->decided) {
        card_paint_piece(card->app, (Rect){y, x, picture.one / 2, picture.one}, card->type,
                         card->color, card->square);
        return;
    }
    card_paint_piece(card->app, (Rect){y, x, small / 2, small}, LION, WHITE, D1);
    card_paint_piece(card->app, (Rect){y, x + small, small / 2, small}, LION, BLACK, E7);
}

/* Draws the number of moves, and the time of the player at the bottom of the board first. */
static void draw_figures(const EndCard *card, int y, int x, int width) {
    int end = min_int(width, FIGURES);
    draw_text(y, x, NAMES, ROLE_DIM, card->moves);
    for (int i = 0; i < COLOR_COUNT; i++) {
        int color = card->app->board.flipped ? 1 - i : i;
        if (card->used[color][0] == '\0')
            continue;
        int time = end - draw_width(card->used[color]);
        draw_text(y + i, x + NAMES, time - NAMES - 1, ROLE_DIM, card->name[color]);
        draw_text(y + i, x + time, end - time, ROLE_DIM, card->used[color]);
    }
}

static void draw_content(EndCard *card, const EndLayout *layout, Rect inner) {
    int y = inner.y + layout->gaps;
    int width = text_width(layout), x = inner.x + inner.width - width;
    if (layout->picture.one > 0)
        draw_picture(card, layout->picture, y, inner.x);
    draw_text(y++, x, width, ROLE_TITLE, card->result);
    y += draw_wrapped((Rect){y, x, inner.height, width}, ROLE_NORMAL, card->reason);
    if (card->rematch[0] != '\0')
        y += draw_wrapped((Rect){y, x, inner.height, width}, ROLE_STRONG, card->rematch);
    if (layout->figures)
        draw_figures(card, y + layout->gaps, x, width);
    int rows = place_buttons(card, -1, 0, inner.width);
    place_buttons(card, inner.y + inner.height - rows, inner.x, inner.width);
}

/* Returns whether another game is on the board, or this one goes on. */
static bool is_outdated(const EndCard *card) {
    const Session *session = card->app->session;
    return session != card->session || !outcome_is_over(session_outcome(session));
}

/* The last move is seen first. */
static bool is_in_sight(const Layer *layer) {
    const EndCard *card = (const EndCard *)layer;
    return !is_outdated(card) && !card->app->animation.running;
}

static void end_card_draw(Layer *layer) {
    EndCard *card = (EndCard *)layer;
    layer->closed = is_outdated(card);
    if (!is_in_sight(layer))
        return;
    update_rematch(card);
    EndLayout layout = arrange(card);
    card->outer = place_card(card, layout.height + 2 * CARD_EDGE, layout.width + 2 * card_margin());
    draw_content(card, &layout, card_begin(card->outer));
    card_end();
}

/* ---- keys and mouse ---- */

/* Closes the card for a key of the board. */
static void run_action(EndCard *card, Key key) {
    Action action = action_of_key(card->app, key);
    card->layer.closed = true;
    if (key != K_ESCAPE && action != ACTION_NONE)
        action_run(card->app, action);
}

static bool press_letter(EndCard *card, Key key) {
    for (int i = 0; i < card->count; i++) {
        const EndButton *button = &card->button[i];
        if (key < 128 && text_lower((int)key) == text_lower(button->label[button->letter])) {
            press(card, i);
            return true;
        }
    }
    return false;
}

static bool is_too_soon(const EndCard *card) {
    return card->app->observer == NULL && monotonic_ms() - card->opened_ms < TOO_SOON_MS;
}

static void end_card_key(Layer *layer, Key key) {
    EndCard *card = (EndCard *)layer;
    if (is_outdated(card))
        run_action(card, key);
    else if (key == K_RIGHT || key == K_DOWN || key == K_TAB)
        card->focus = (card->focus + 1) % card->count;
    else if (key == K_LEFT || key == K_UP || key == K_SHIFT_TAB)
        card->focus = (card->focus + card->count - 1) % card->count;
    else if (key != K_ENTER && key != ' ' && !press_letter(card, key))
        run_action(card, key);
    else if ((key == K_ENTER || key == ' ') && !is_too_soon(card))
        press(card, card->focus);
}

static void end_card_mouse(Layer *layer, MouseEvent mouse) {
    EndCard *card = (EndCard *)layer;
    if (mouse.kind != MOUSE_CLICK)
        return;
    if (!rect_contains(card->outer, mouse.y, mouse.x) || is_outdated(card)) {
        card->layer.closed = true;
        return;
    }
    for (int i = 0; i < card->count; i++)
        if (rect_contains(card->button[i].area, mouse.y, mouse.x)) {
            press(card, i);
            return;
        }
}

/* A pasted move or position is for the board. */
static void end_card_paste(Layer *layer, const char *text) {
    EndCard *card = (EndCard *)layer;
    layer->closed = true;
    command_line_open(card->app, text);
}

/* ---- the next level ---- */

/* Returns the level of the computer that the user has just won against, or 0. */
static int beaten_level(const App *app) {
    Outcome outcome = session_outcome(app->session);
    Color winner = outcome.result == RESULT_WHITE ? WHITE : BLACK;
    if (app_is_network_game(app) || outcome.result == RESULT_DRAW || !app_is_human(app, winner) ||
        app_is_human(app, color_other(winner)))
        return 0;
    const SessionPlayer *computer = session_player(app->session, color_other(winner));
    return computer->advisor == ADVISOR_NEGAMAX ? computer->level : 0;
}

static void on_games_read(App *app, void *context, GamesRead *read) {
    EndCard *card = context;
    GameStatistics results;
    if (read->collection == NULL || is_outdated(card))
        return;
    game_statistics_count(read->collection, &results);
    if (results.next_level == beaten_level(app) + 1) {
        card->next_level = results.next_level;
        text_append(card->reason, sizeof card->reason,
                    " That was your third win in a row at level %d: try the next one.",
                    card->next_level - 1);
        snprintf(card->next_label, sizeof card->next_label, "Level %d", card->next_level);
        add_button(card, card->next_label, 0, play_next_level);
    }
    game_statistics_free(&results);
}

/* ---- opening ---- */

static void end_card_free(Layer *layer) {
    EndCard *card = (EndCard *)layer;
    games_reader_stop(card->app, card);
    free(card);
}

static const LayerOps end_card_ops = {
    .draw = end_card_draw,
    .dims = is_in_sight,
    .key = end_card_key,
    .mouse = end_card_mouse,
    .paste = end_card_paste,
    .free = end_card_free,
};

/* Shows the card over the board, below open dialogs. */
static void open_card(App *app) {
    EndCard *card = memory_allocate(sizeof *card);
    card->layer.ops = &end_card_ops;
    card->app = app;
    card->session = app->session;
    card->opened_ms = monotonic_ms();
    describe(card);
    add_buttons(card);
    layers_push_below(&app->layers, &card->layer);
    if (beaten_level(app) != 0) { /* the earlier games tell whether the next level is due */
        app_save_game(app);       /* this game counts, too */
        games_reader_start(app, &(GamesRequest){.handler = on_games_read, .context = card});
    }
    app_invalidate(app);
}

static bool on_event(App *app, const Session *session, SessionEvent event) {
    if (event == SESSION_OVER && session == app->session && !app_is_suspended(app))
        open_card(app);
    return false;
}

const Feature end_card_feature = {.on_event = on_event};
