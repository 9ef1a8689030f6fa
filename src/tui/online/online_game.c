#include <config.h>

#include "tui/online/online_game.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "board/panels.h"
#include "term/draw.h"
#include "term/frame.h"
#include "term/terminal.h"
#include "term/text_field.h"
#include "tui/app_loop.h"
#include "tui/dialogs.h"
#include "tui/narration.h"
#include "tui/online/connect_dialog.h"
#include "tui/online/invite.h"
#include "tui/online/own_server.h"

static const char *player_name(const App *app, Color color);

enum {
    ABORT_PLIES = 2,    /* then both sides have moved */
    SETTLING_MS = 10000 /* after a reconnect, or the start of a rematch: others come too */
};

typedef struct OnlineGame {
    NetworkView view;        /* of the session, as of its last event */
    size_t talk_announced;   /* number of lines of talk that were announced */
    uint64_t announce_after; /* who comes and goes is announced from this time of the loop on */
    bool leaves_own_server;  /* it is over and is being replaced, and that server had it */
} OnlineGame;

static OnlineGame *online_game(const App *app) {
    return app_state(app, &online_feature);
}

static bool get_view(const App *app, NetworkView *view) {
    return app->session != NULL && network_view(app->session, view);
}

/* ---- rematches ---- */

RematchState rematch_state(const App *app) {
    NetworkView view;
    return get_view(app, &view) ? view.rematch : REMATCH_NONE;
}

bool rematch_is_possible(const App *app) {
    NetworkView view;
    return get_view(app, &view) && (view.can_rematch || view.rematch == REMATCH_MADE);
}

/* ---- sentences ---- */

const char *rematch_describe(const App *app, bool keys, char text[VIEW_STATUS_SIZE]) {
    NetworkView view;
    char yes[KEY_NAME_SIZE], no[KEY_NAME_SIZE];
    text[0] = '\0';
    if (!get_view(app, &view))
        return text;
    const char *white = player_name(app, WHITE), *black = player_name(app, BLACK);
    const char *opponent = view.seat == SEAT_BLACK ? white : black;
    action_key_name(app, ACTION_RESIGN, yes);
    action_key_name(app, ACTION_DRAW, no);
    if (view.rematch == REMATCH_OFFERED && keys)
        snprintf(text, VIEW_STATUS_SIZE, "You offer a rematch: %s has to answer, %s withdraws it.",
                 opponent, no);
    else if (view.rematch == REMATCH_OFFERED)
        snprintf(text, VIEW_STATUS_SIZE, "You offer a rematch: %s has to answer.", opponent);
    else if (view.rematch == REMATCH_ASKED && keys)
        snprintf(text, VIEW_STATUS_SIZE, "%s offers a rematch: %s accepts, %s declines.", opponent,
                 yes, no);
    else if (view.rematch == REMATCH_ASKED)
        snprintf(text, VIEW_STATUS_SIZE, "%s offers a rematch.", opponent);
    else if (view.rematch == REMATCH_DECLINED)
        snprintf(text, VIEW_STATUS_SIZE, "%s wants no rematch.", opponent);
    else if (view.rematch == REMATCH_MADE && view.seat == SEAT_NONE)
        snprintf(text, VIEW_STATUS_SIZE, "%s and %s play a rematch%s%s%s", white, black,
                 keys ? ": " : ".", keys ? yes : "", keys ? " watches it." : "");
    else if (view.rematch == REMATCH_MADE)
        snprintf(text, VIEW_STATUS_SIZE, "The rematch has begun%s%s%s", keys ? ": " : ".",
                 keys ? yes : "", keys ? " goes there." : "");
    return text;
}

/* ---- actions ---- */

static void open_rematch(App *app) {
    NetworkOptions options;
    if (!network_rematch_options(app->session, &options))
        return;
    connect_dialog_open(app, &options);
    seat_key_clear(&options.key);
}

void rematch_run(App *app) {
    Error error = {0};
    if (rematch_state(app) == REMATCH_MADE)
        open_rematch(app);
    else if (!network_rematch(app->session, &error))
        app_notify_error(app, &error);
}

void rematch_decline(App *app) {
    RematchState state = rematch_state(app);
    Error error = {0};
    if (state != REMATCH_ASKED && state != REMATCH_OFFERED)
        app_note(app, "Nobody offers a rematch.");
    else if (!network_decline_rematch(app->session, &error))
        app_notify_error(app, &error);
    else
        app_note(app, state == REMATCH_ASKED ? "You decline the rematch."
                                             : "You withdraw the offer of a rematch.");
}

/* ---- events ---- */

/* Announces a change since `before`, and opens the rematch for its players, but not while they
 * answer a question about the game on the board. */
static void rematch_on_change(App *app, const NetworkView *before) {
    NetworkView view;
    char text[VIEW_STATUS_SIZE];
    if (!get_view(app, &view) || view.rematch == before->rematch)
        return;
    if (rematch_describe(app, true, text)[0] != '\0')
        app_note(app, "%s", text);
    if (view.rematch == REMATCH_ASKED && app->settings.bell)
        terminal_bell();
    if (view.rematch == REMATCH_MADE && view.seat != SEAT_NONE && !features_hold_game(app) &&
        !layers_ask(&app->layers))
        open_rematch(app);
}

/* ---- talk: a window with what was said, and a line to say something ---- */

enum { ROWS_MAX = 12 };

static_assert(NAME_MAX_BYTES + LINE_CLIENT_MAX + 32 <= VIEW_TALK_SIZE, "a line of talk fits");

typedef struct TalkWindow {
    Layer layer;
    App *app;
    TextField field;
    size_t back; /* number of lines scrolled back */
    char error[ERROR_SENTENCE_SIZE];
} TalkWindow;

/* A spectator cannot pass for a player by the name of one. */
const char *talk_format(const TalkLine *line, char text[VIEW_TALK_SIZE]) {
    static const char *const speakers[] = {
        [SEAT_WHITE] = "White", [SEAT_BLACK] = "Black", [SEAT_NONE] = "Spectator"};
    bool named = talk_line_has_name(line);
    const char *name = line->mine ? "You" : named ? line->name : speakers[line->seat];
    const char *kind = named && !line->mine && line->seat == SEAT_NONE ? " (spectator)" : "";
    char *to = text + snprintf(text, VIEW_TALK_SIZE, "%s%s: ", name, kind);
    /* In the status line two blanks separate hints. */
    for (const char *from = line->text; *from != '\0'; from++)
        if (*from != ' ' || to[-1] != ' ')
            *to++ = *from;
    *to = '\0';
    return text;
}

/* ---- muting ---- */

static bool is_muted(const NetworkView *view, int speaker) {
    return speaker == SEAT_NONE ? view->spectators_muted : view->muted[speaker];
}

/* Writes "muted: Black, spectators"; "" if everybody is heard. */
static const char *write_muted(const NetworkView *view, char text[VIEW_MUTED_SIZE]) {
    static const char *const names[MUTED_COUNT] = {
        [SEAT_WHITE] = "White", [SEAT_BLACK] = "Black", [SEAT_NONE] = "spectators"};
    text[0] = '\0';
    for (int i = 0; i < MUTED_COUNT; i++)
        if (is_muted(view, i))
            text_append(text, VIEW_MUTED_SIZE, "%s%s", text[0] == '\0' ? "muted: " : ", ",
                        names[i]);
    return text;
}

typedef struct MuteForm {
    int item[MUTED_COUNT]; /* -1 for the user's own side */
} MuteForm;

static void mute(Dialog *dialog, void *context) {
    App *app = context;
    const MuteForm *form = dialog_data(dialog);
    NetworkView view;
    Error error = {0};
    dialog_close(dialog);
    if (!network_view(app->session, &view))
        return;
    for (int i = 0; i < MUTED_COUNT; i++) {
        bool wanted = form->item[i] >= 0 && dialog_choice(dialog, form->item[i]) == 1;
        if (wanted != is_muted(&view, i) && !network_mute(app->session, (Seat)i, wanted, &error))
            app_notify_error(app, &error);
    }
}

static bool can_mute(const App *app) {
    NetworkView view;
    return network_view(app->session, &view) && view.can_mute;
}

static void open_mute_dialog(App *app) {
    static const char *const choices[] = {"heard", "muted", NULL};
    NetworkView view;
    if (!can_mute(app) || !network_view(app->session, &view))
        return;
    Dialog *dialog = dialog_create("Who is heard", app);
    MuteForm *form = memory_allocate(sizeof *form);
    dialog_set_data(dialog, form, free);
    for (int i = 0; i < MUTED_COUNT; i++) {
        const char *name = i == SEAT_NONE ? "Spectators" : player_name(app, (Color)i);
        form->item[i] = (Seat)i == view.seat && i != SEAT_NONE
                            ? -1
                            : dialog_add_choice(dialog, name, choices, is_muted(&view, i));
    }
    dialog_add_button(dialog, "OK", mute);
    dialog_add_button(dialog, "Cancel", NULL);
    app_push_layer(app, dialog_layer(dialog));
}

/* ---- the lines ---- */

static const char *format_line_at(void *context, size_t number, char text[VIEW_TALK_SIZE]) {
    const TalkLine *line = network_talk(context, number);
    return line != NULL ? talk_format(line, text) : NULL;
}

/* Returns the talk of a session's game; empty if it is not a network game. */
static ViewTalk talk_view(Session *session) {
    NetworkView network;
    ViewTalk talk = {.line_at = format_line_at, .context = session};
    if (network_view(session, &network)) {
        talk.count = network.talk_count;
        write_muted(&network, talk.muted);
    }
    return talk;
}

/* Returns what stands in place of the lines before the first one. */
static const char *empty_text(const App *app) {
    /* Players hear spectators at once on a server that cannot mute. */
    if (app_is_network_player(app->session) || !can_mute(app) ||
        outcome_is_over(session_outcome(app->session)))
        return "Nothing has been said since you came.";
    return "Nothing has been said since you came. The players hear spectators when the game is "
           "over.";
}

static Rect window_rect(const TalkWindow *window) {
    ViewTalk talk = talk_view(window->app->session);
    int most = draw_lines() - 3 < ROWS_MAX ? draw_lines() - 3 : ROWS_MAX;
    int rows = 0;
    char text[VIEW_TALK_SIZE];
    for (size_t end = talk.count; end > 0 && rows < most; end--) {
        if (talk.line_at(talk.context, end - 1, text) == NULL)
            break;
        rows += draw_wrapped_height(text, draw_columns() - 4);
    }
    if (rows == 0)
        rows = draw_wrapped_height(empty_text(window->app), draw_columns() - 4);
    rows = rows < 1 ? 1 : rows > most ? most : rows;
    return (Rect){draw_lines() - rows - 3, 0, rows + 2, draw_columns()};
}

static void talk_draw(Layer *layer) {
    TalkWindow *talk = (TalkWindow *)layer;
    Rect box = window_rect(talk);
    Rect inside = {box.y + 1, box.x + 2, box.height - 2, box.width - 4};
    char title[VIEW_MUTED_SIZE + 8];
    draw_set_surface(COLOR_DIALOG);
    ViewTalk lines = talk_view(talk->app->session);
    if (talk->back >= lines.count) /* a rematch begins without lines */
        talk->back = lines.count > 0 ? lines.count - 1 : 0;
    snprintf(title, sizeof title, "Talk%s%s", lines.muted[0] != '\0' ? ", " : "", lines.muted);
    frame_box(box, 1, title);
    if (lines.count == 0)
        draw_wrapped(inside, ROLE_DIALOG, empty_text(talk->app));
    else if (talk_panel_paint(&lines, lines.count - talk->back, inside, ROLE_DIALOG) > 0)
        draw_text(box.y, box.width - 6, 4, ROLE_CHIP, "more");
    int x = box.x + frame_margin(box.width);
    if (can_mute(talk->app))
        frame_hint(box, &x, "Tab", "mutes");
    frame_hint(box, &x, "Esc", "closes");
    if (talk->error[0] != '\0') {
        Rect bottom = {box.y + box.height - 1, 0, 1, box.width};
        draw_fill(bottom, ROLE_ERROR);
        draw_text(bottom.y, 0, bottom.width, ROLE_ERROR, talk->error);
    }
    draw_set_surface(COLOR_SCREEN);
    int used = draw_text(draw_lines() - 1, 0, 5, ROLE_KEY, "Say: ");
    text_field_draw(&talk->field, draw_lines() - 1, used, draw_columns() - used, ROLE_INPUT, true);
}

/* ---- input ---- */

static void send_line(TalkWindow *talk) {
    Error error = {0};
    if (talk->field.text[0] == '\0')
        talk->layer.closed = true;
    else if (strlen(talk->field.text) > LINE_CLIENT_MAX / 2)
        snprintf(talk->error, sizeof talk->error, "That is too long for one line.");
    else if (network_say(talk->app->session, talk->field.text, &error))
        text_field_set(&talk->field, "");
    else
        error_sentence(&error, talk->error);
}

static void scroll(TalkWindow *talk, int by) {
    size_t count = talk_view(talk->app->session).count;
    size_t most = count < TALK_KEPT ? count : TALK_KEPT;
    if (by > 0 && talk->back + 1 < most)
        talk->back++;
    else if (by < 0 && talk->back > 0)
        talk->back--;
}

static void talk_key(Layer *layer, Key key) {
    TalkWindow *talk = (TalkWindow *)layer;
    talk->error[0] = '\0';
    if (key == K_ESCAPE || (key == K_BACKSPACE && talk->field.text[0] == '\0'))
        layer->closed = true;
    else if (key == K_ENTER)
        send_line(talk);
    else if (key == K_TAB)
        open_mute_dialog(talk->app);
    else if (key == K_UP || key == K_PAGE_UP)
        scroll(talk, 1);
    else if (key == K_DOWN || key == K_PAGE_DOWN)
        scroll(talk, -1);
    else
        text_field_key(&talk->field, key);
}

static void talk_mouse(Layer *layer, MouseEvent mouse) {
    TalkWindow *talk = (TalkWindow *)layer;
    if (mouse.kind != MOUSE_CLICK)
        scroll(talk, mouse.kind == MOUSE_WHEEL_UP ? 1 : -1);
    else if (mouse.y < window_rect(talk).y)
        layer->closed = true;
    else if (mouse.y == draw_lines() - 2)
        open_mute_dialog(talk->app);
}

static void talk_paste(Layer *layer, const char *text) {
    text_field_insert(&((TalkWindow *)layer)->field, text);
}

static const LayerOps talk_ops = {
    .draw = talk_draw,
    .key = talk_key,
    .mouse = talk_mouse,
    .paste = talk_paste,
};

/* ---- the game ---- */

/* ---- state ---- */

static bool is_open(const App *app) {
    return !outcome_is_over(session_outcome(app->session));
}

/* Returns whether the client tries to restore a lost connection, and the game is open or a move is
 * unconfirmed. */
static bool is_offline(const App *app, const NetworkView *view) {
    return !view->online && !view->game_lost && (is_open(app) || view->waiting);
}

/* Returns whether the game on the board can still be ended without a result. */
static bool can_abort(const App *app) {
    return app_is_network_player(app->session) && session_record(app->session)->count < ABORT_PLIES;
}

/* Returns the name of a player of the game on the board, or the side if the player has none. */
static const char *player_name(const App *app, Color color) {
    const SessionPlayer *player = session_player(app->session, color);
    return player->is_named ? player->name : color_name(color);
}

/* ---- events ---- */

/* The user's own server is not needed for a game that is over and leaves the board, unless for the
 * next one: a rematch. */
static void before_game(App *app) {
    online_game(app)->leaves_own_server =
        own_server_hosts(app, app->session) && outcome_is_over(session_outcome(app->session));
}

static void announce_presence(App *app, const NetworkView *view, Color color) {
    const NetworkView *before = &online_game(app)->view;
    if ((Seat)color == view->seat)
        return;
    bool is_named = session_player(app->session, color)->is_named;
    if (view->taken[color] && !before->taken[color] && is_named)
        app_note(app, "%s plays %s: the game can begin.", player_name(app, color),
                 color_name(color));
    else if (view->taken[color] && !before->taken[color])
        app_note(app, "%s is here: the game can begin.", color_name(color));
    else if (view->taken[color] && view->present[color] && !before->present[color])
        app_note(app, "%s is back.", player_name(app, color));
    else if (!view->present[color] && before->present[color] && view->claim_s >= 0)
        app->message[0] = '\0'; /* the status line says more */
    else if (!view->present[color] && before->present[color] && session_has_clock(app->session))
        app_note(app, "%s is away; the clock goes on.", player_name(app, color));
    else if (!view->present[color] && before->present[color])
        app_note(app, "%s is away: the game waits on its server.", player_name(app, color));
}

/* Returns whether what the screen says about the game changes with the time. */
static bool depends_on_time(App *app) {
    NetworkView view;
    return get_view(app, &view) && (is_offline(app, &view) || view.claim_s > 0);
}

/* Called when the state of the connection or of the seats has changed. */
static void on_change(App *app) {
    NetworkView view;
    if (!get_view(app, &view))
        return;
    if (view.online && !online_game(app)->view.online)
        online_game(app)->announce_after = uv_now(&app->loop) + SETTLING_MS;
    if (view.online && uv_now(&app->loop) >= online_game(app)->announce_after && is_open(app))
        for (int color = 0; color < COLOR_COUNT; color++)
            announce_presence(app, &view, (Color)color);
    NetworkView before = online_game(app)->view;
    online_game(app)->view = view;
    if (view.claim_s == 0 && before.claim_s != 0)
        app->message[0] = '\0'; /* the status line says that the game can be claimed */
    rematch_on_change(app, &before);
    if (depends_on_time(app))
        app_loop_start_tick(app);
}

/* Announces new lines of talk. */
static void on_talk(App *app) {
    NetworkView view;
    char text[VIEW_TALK_SIZE];
    if (!get_view(app, &view))
        return;
    for (; online_game(app)->talk_announced < view.talk_count; online_game(app)->talk_announced++) {
        const TalkLine *line = network_talk(app->session, online_game(app)->talk_announced);
        if (line != NULL)
            app_note(app, "%s", talk_format(line, text));
    }
}

/* Handles the events of a session that is not on the board. */
static void on_background_event(App *app, const Session *session, SessionEvent event) {
    if (!app_is_suspended(app) || session != app_game(app) || !app_is_network_player(session))
        return;
    if (event == SESSION_OVER)
        app_note(app, "Your network game is over: %s", outcome_sentence(session_outcome(session)));
    else if (event == SESSION_POSITION && session_awaits_human(session))
        app_note(app, "Your network game waits for your move.");
}

/* Retries a lost connection at once, as the user is present. */
static void retry_now(App *app) {
    NetworkView view;
    if (get_view(app, &view) && is_offline(app, &view) && view.retry_s > 1)
        network_retry_now(app->session);
}

/* ---- sentences ---- */

static void write_offline(const NetworkView *view, char *text, size_t size) {
    char waits[64] = "";
    if (view->undecided != NULL)
        snprintf(waits, sizeof waits, "; your %s waits", view->undecided);
    else if (view->unconfirmed)
        snprintf(waits, sizeof waits, "; your move waits");
    if (view->game_lost)
        snprintf(text, size, "The connection to %s has ended. ", view->server);
    else if (view->retry_s == 0 && view->tried[0] != '\0') {
        snprintf(text, size, "No connection to %s: ", view->server);
        text_append(text, size, "trying %s%s. ", view->tried, waits);
    } else if (view->retry_s == 0)
        snprintf(text, size, "No connection to %s: trying again%s. ", view->server, waits);
    else
        snprintf(text, size, "No connection to %s: next try in %d s%s. ", view->server,
                 view->retry_s, waits);
}

static void write_free_seat(const App *app, const NetworkView *view, Color color, char *text,
                            size_t size) {
    char key[KEY_NAME_SIZE];
    action_key_name(app, ACTION_ID, key);
    if (own_server_hosts(app, app->session))
        snprintf(text, size, "Nobody plays %s yet: %s shows how to join. ", color_name(color), key);
    else if (view->invitation[0] != '\0')
        snprintf(text, size, "%s is kept for whom you invite: %s shows the invitation. ",
                 color_name(color), key);
    else if (view->kept)
        snprintf(text, size, "%s is kept for somebody who was invited. ", color_name(color));
    else
        snprintf(text, size, "%s waits for somebody to play %s. ", view->id.text,
                 color_name(color));
}

static void write_away(const App *app, const NetworkView *view, char *text, size_t size) {
    const char *opponent = player_name(app, color_other((Color)view->seat));
    char key[KEY_NAME_SIZE], limit[TEXT_DURATION_SIZE];
    int limit_s = 60 * view->claim_minutes;
    int unit_s = (int)text_write_exact_duration(limit_s, limit);
    int passed = (limit_s - view->claim_s) / unit_s;
    action_key_name(app, ACTION_CLAIM, key);
    if (view->claim_s == 0)
        snprintf(text, size, "%s has been away for %s: %s claims the game. ", opponent, limit, key);
    else if (passed == 0)
        snprintf(text, size, "%s is away: after %s you can claim the game. ", opponent, limit);
    else
        snprintf(text, size, "%s has been away for %d of %s. ", opponent, passed, limit);
}

/* Writes whom the game waits for, if anybody. */
static void write_waiting(const App *app, const NetworkView *view, char *text, size_t size) {
    for (int color = 0; color < COLOR_COUNT; color++)
        if (!view->taken[color])
            write_free_seat(app, view, (Color)color, text, size);
    if (view->claim_s >= 0)
        write_away(app, view, text, size);
}

/* Writes the beginning of the status line, with a blank after it, if the game cannot simply go on:
 * the connection is lost, the server does not answer or takes no moves, a seat is free, or the
 * opponent is away in a game that can be claimed. "" otherwise. */
static const char *write_state(const App *app, char text[VIEW_STATUS_SIZE]) {
    NetworkView view;
    text[0] = '\0';
    if (!get_view(app, &view))
        return text;
    if (view.game_lost ? is_open(app) : is_offline(app, &view))
        write_offline(&view, text, VIEW_STATUS_SIZE);
    else if (view.delayed)
        snprintf(text, VIEW_STATUS_SIZE, "Sending ... ");
    else if (view.read_only)
        snprintf(text, VIEW_STATUS_SIZE, "The disk of %s is full: it takes no moves for now. ",
                 view.server);
    else if (is_open(app) && app->message[0] == '\0' && !app->board.browsing)
        write_waiting(app, &view, text, VIEW_STATUS_SIZE);
    return text;
}

/* Writes that a side offers a draw, and how to answer. */
static const char *describe_offer(const App *app, Color by, char text[VIEW_STATUS_SIZE]) {
    NetworkView view;
    char key[KEY_NAME_SIZE];
    action_key_name(app, ACTION_DRAW, key);
    if (!get_view(app, &view))
        text[0] = '\0';
    else if (view.seat == (Seat)by)
        snprintf(text, VIEW_STATUS_SIZE, "You offer a draw; %s has to answer.",
                 player_name(app, color_other(by)));
    else if (view.seat == SEAT_NONE)
        snprintf(text, VIEW_STATUS_SIZE, "%s offers a draw.", player_name(app, by));
    else
        snprintf(text, VIEW_STATUS_SIZE, "%s offers a draw: %s answers, a move declines it.",
                 player_name(app, by), key);
    return text;
}

/* ---- actions ---- */

static void open_talk(App *app) {
    if (!app_is_network_game(app)) {
        app_notify(app, "There is nobody to talk to except in a network game.");
        return;
    }
    TalkWindow *talk = memory_allocate(sizeof *talk);
    talk->layer.ops = &talk_ops;
    talk->app = app;
    app_push_layer(app, &talk->layer);
}

/* Shows the id of the game, or the invitation to it, and copies the id to the clipboard. */
static void show_id(App *app) {
    NetworkView view;
    if (!get_view(app, &view)) {
        app_notify(app, "Only network games have an id.");
        return;
    }
    if (invite_show(app))
        return;
    bool copied = terminal_copy(view.id.text);
    app_notify(app, "Game %s at %s%s%s", view.id.text, view.server,
               view.encrypted ? ", encrypted" : "", copied ? "; the id is on the clipboard." : ".");
}

static void announce_game(App *app, const NetworkView *view, bool is_rematch) {
    const char *how = view->encrypted ? "; the connection is encrypted" : "";
    if (view->created)
        show_id(app);
    else if (view->seat == SEAT_NONE)
        app_note(app, "You are watching game %s%s.", view->id.text, how);
    else if (is_rematch)
        app_note(app, "The rematch begins: you play %s.", color_name((Color)view->seat));
    else
        app_note(app, "You play %s in game %s%s.", color_name((Color)view->seat), view->id.text,
                 how);
}

/* Called when a game begins on the board. */
static void after_game(App *app) {
    NetworkView view, before = online_game(app)->view;
    if (online_game(app)->leaves_own_server && !own_server_hosts(app, app->session))
        own_server_stop(app);
    *online_game(app) = (OnlineGame){0};
    if (!get_view(app, &view))
        return;
    online_game(app)->view = view;
    online_game(app)->talk_announced = view.talk_count;
    bool is_rematch =
        before.rematch == REMATCH_MADE && strcmp(before.rematch_id.text, view.id.text) == 0;
    if (is_rematch)
        online_game(app)->announce_after = uv_now(&app->loop) + SETTLING_MS;
    announce_game(app, &view, is_rematch);
}

static void abort_game(Dialog *dialog, void *context) {
    App *app = context;
    Error error = {0};
    dialog_close(dialog);
    if (!network_abort(app->session, &error))
        app_notify_error(app, &error);
}

/* Aborts the game, after asking. */
static void confirm_abort(App *app) {
    if (can_abort(app))
        dialogs_confirm(app, "Abort", "Does the game end here, without a result?", "Abort",
                        abort_game, NULL);
    else
        app_notify(app, "Both sides have moved: the game can be resigned, not aborted.");
}

static void claim(Dialog *dialog, void *context) {
    App *app = context;
    Error error = {0};
    dialog_close(dialog);
    if (!network_claim(app->session, &error))
        app_notify_error(app, &error);
}

/* Claims the game against an opponent who has been away for too long, after asking. */
static void confirm_claim(App *app) {
    NetworkView view;
    char text[VIEW_STATUS_SIZE];
    if (!get_view(app, &view) || view.claim_minutes == 0) {
        app_notify(app, "This game cannot be claimed from a player who is away.");
    } else if (view.claim_s < 0) {
        app_notify(app, "A game can be claimed when the opponent is to move and away.");
    } else if (view.claim_s > 0) {
        write_away(app, &view, text, sizeof text);
        app_notify(app, "%s", text);
    } else {
        snprintf(text, sizeof text,
                 "%s has been away for too long. Do you claim the game, and win?",
                 player_name(app, color_other((Color)view.seat)));
        dialogs_confirm(app, "Claim", text, "Claim", claim, NULL);
    }
}

static void answer(Dialog *dialog, App *app, bool accept) {
    Color color = app_is_network_player(app->session) ? (Color)online_game(app)->view.seat : WHITE;
    Color by;
    Error error = {0};
    dialog_close(dialog);
    if (!session_draw_offered(app->session, &by) || by == color) { /* as by a premove */
        app_note(app, "The draw is no longer offered.");
        return;
    }
    bool done = accept ? session_draw(app->session, color, &error)
                       : session_decline_draw(app->session, color, &error);
    if (!done)
        app_notify_error(app, &error);
    else if (!accept)
        app_note(app, "You decline the draw.");
}

static void accept_draw(Dialog *dialog, void *context) {
    answer(dialog, context, true);
}

static void decline_draw(Dialog *dialog, void *context) {
    answer(dialog, context, false);
}

/* Asks the player of a side about the other side's offer of a draw. */
static void answer_draw(App *app, Color color) {
    char text[128];
    Dialog *dialog = dialog_create("Draw", app);
    snprintf(text, sizeof text, "%s offers a draw.", player_name(app, color_other(color)));
    dialog_add_text(dialog, text);
    int accept = dialog_add_button(dialog, "Accept", accept_draw);
    dialog_set_question(dialog, accept, dialog_add_button(dialog, "Decline", decline_draw));
    dialog_focus(dialog, dialog_add_button(dialog, "Later", NULL));
    app_push_layer(app, dialog_layer(dialog));
}

/* Says why nobody at this terminal can move in the position shown. */
static void explain_no_move(App *app) {
    NetworkView view;
    char key[KEY_NAME_SIZE];
    Color side = position_side(session_position(app->session));
    if (!get_view(app, &view))
        return;
    if (view.seat == SEAT_NONE)
        app_notify(app, "You are only watching this game.");
    else if (app->board.browsing)
        app_notify(app, "A network game continues from its last move only; %s shows it.",
                   action_key_name(app, ACTION_END, key));
    else if (app_is_human(app, color_other(side)))
        app_notify(app, "It is the turn of %s, not yours.", player_name(app, side));
    else
        app_notify(app, "Your computer plays this game.");
}

/* ---- the view ---- */

static void fill_player(const NetworkView *view, ViewPlayer *player, Color color, bool open) {
    if ((Seat)color == view->seat) {
        player->note = strcmp(player->name, "You") != 0 ? "you" : NULL;
        player->is_you = true;
    } else if (!view->taken[color]) {
        player->name = player->short_name = "nobody yet";
    } else if (view->online && open) {
        player->note = view->present[color] ? "here" : "away";
    }
}

/* Fills the part of the view that shows a network game. */
static void fill_view(App *app, View *view) {
    NetworkView network;
    if (!get_view(app, &network))
        return;
    for (int color = 0; color < COLOR_COUNT; color++)
        fill_player(&network, &view->player[color], (Color)color, is_open(app));
    view->game_id = online_game(app)->view.id.text;
    view->encrypted = online_game(app)->view.encrypted;
    view->talk = talk_view(app->session);
}

/* ---- the feature ---- */

static bool on_event(App *app, const Session *session, SessionEvent event) {
    Color by;
    char text[VIEW_STATUS_SIZE];
    if (session != app->session) {
        on_background_event(app, session, event);
        return false;
    }
    if (event == SESSION_NETWORK)
        on_change(app);
    else if (event == SESSION_TALK)
        on_talk(app);
    else if (event == SESSION_NOTICE)
        return strncmp(session_notice(session), NETWORK_RECONNECTING,
                       strlen(NETWORK_RECONNECTING)) == 0; /* the status line says so */
    if (event != SESSION_STATE || !app_is_network_game(app) || !session_draw_offered(session, &by))
        return false;
    app_note(app, "%s", describe_offer(app, by, text));
    return true;
}

static bool status(const App *app, StatusPart part, const View *view, char text[VIEW_STATUS_SIZE]) {
    char sentence[VIEW_STATUS_SIZE];
    NetworkView network;
    Color by;
    bool over = outcome_is_over(app_outcome(app));
    char *warning = strstr(text, "  ! ");
    (void)view;
    if (!app_is_network_game(app))
        return false;
    if (part == STATUS_BEGIN)
        text_append(text, VIEW_STATUS_SIZE, "%s", write_state(app, sentence));
    if (part == STATUS_END && warning != NULL && get_view(app, &network) &&
        is_offline(app, &network))
        *warning = '\0'; /* the connection's state needs the room */
    if (part != STATUS_GAME || app->board.browsing)
        return false;
    if (over && rematch_describe(app, true, sentence)[0] != '\0')
        text_append(text, VIEW_STATUS_SIZE, "%s ", sentence);
    if (over || !session_draw_offered(app->session, &by))
        return false;
    text_append(text, VIEW_STATUS_SIZE, "%s ", describe_offer(app, by, sentence));
    return true;
}

/* A network game has no undo, and its players cannot be made to move. */
static bool allows_in_game(const App *app, const NetworkView *view, Action action) {
    bool over = outcome_is_over(app_outcome(app));
    bool has_human = app_is_human(app, WHITE) || app_is_human(app, BLACK);
    bool analyses = app->analysing && app->board.selected == SQUARE_NONE;
    bool is_full = view->taken[WHITE] && view->taken[BLACK];
    Color by;
    switch (action) {
    case ACTION_ID:
        return has_human && !is_full;
    case ACTION_DRAW:
        if (over)
            return has_human &&
                   (view->rematch == REMATCH_ASKED || view->rematch == REMATCH_OFFERED);
        return has_human && is_full &&
               !(session_draw_offered(app->session, &by) && app_is_human(app, by));
    case ACTION_RESIGN:
        return over ? rematch_is_possible(app) : has_human;
    case ACTION_CLAIM:
        return view->claim_s == 0 && !over;
    case ACTION_CANCEL:
        return session_thinking_purpose(app->session) == THINKING_MOVE;
    case ACTION_ANALYSIS:
    case ACTION_ADVICE:
        return (over && !app->board.browsing && !analyses) || view->seat == SEAT_NONE;
    case ACTION_UNDO:
    case ACTION_REDO:
        return false;
    default:
        return true;
    }
}

static bool allows(const App *app, Action action) {
    NetworkView view;
    if (get_view(app, &view))
        return allows_in_game(app, &view, action);
    return action != ACTION_TALK && action != ACTION_DRAW && action != ACTION_RESIGN &&
           action != ACTION_CLAIM && action != ACTION_ID;
}

/* Returns a word for an answer about a rematch. */
static const char *hint_word(const App *app, Action action) {
    bool answers = action == ACTION_RESIGN || action == ACTION_DRAW;
    RematchState state = answers ? rematch_state(app) : REMATCH_NONE;
    if (action == ACTION_RESIGN)
        return state == REMATCH_ASKED ? "accept" : state == REMATCH_MADE ? "go there" : NULL;
    return state == REMATCH_OFFERED ? "withdraw" : NULL;
}

static bool refuses_move(App *app, Error *error) {
    const Position *position = app_position(app);
    if (!app_is_network_game(app) ||
        (!app->board.browsing && (error != NULL || outcome_is_over(app_outcome(app)) ||
                                  app_is_human(app, position_side(position)))))
        return false;
    if (error != NULL)
        error_set(error, ERROR_STATE, "a network game continues from its last move only");
    else
        explain_no_move(app);
    return true;
}

static void abort_instead(Dialog *dialog, void *context) {
    dialog_close(dialog);
    confirm_abort(context);
}

/* Resigns, with the offer to abort a game that has only begun. Returns false if it has not. */
static bool resign(App *app) {
    Color color;
    if (!can_abort(app) || outcome_is_over(app_outcome(app)))
        return false;
    if (app_find_human(app, &color))
        dialogs_resign(app, color, "Abort it", abort_instead);
    return true;
}

/* Answers the opponent's offer of a draw. Returns false if there is none. */
static bool answer_offer(App *app) {
    Color color = position_side(session_position(app->session)), by;
    if (!app_is_human(app, color))
        color = color_other(color);
    if (!app_is_human(app, color) || !session_draw_offered(app->session, &by) || by == color)
        return false;
    answer_draw(app, color);
    return true;
}

/* Once the game is over, the keys of resigning and of draws are about a rematch. */
static bool run_action(App *app, Action action) {
    if (!app_is_network_game(app) || (action != ACTION_RESIGN && action != ACTION_DRAW))
        return false;
    if (!rematch_is_possible(app))
        return action == ACTION_RESIGN ? resign(app) : answer_offer(app);
    if (action == ACTION_RESIGN)
        rematch_run(app);
    else
        rematch_decline(app);
    return true;
}

/* Asks whether to end the game on the board in another way than by resigning. */
static void end_game(App *app, int action) {
    bool aborts = action == ACTION_ABORT;
    Color color;
    if (outcome_is_over(app_outcome(app)))
        narration_notify_outcome(app);
    else if (!app_is_network_game(app))
        app_notify(app, "Only a network game can be %s.", aborts ? "aborted" : "claimed");
    else if (!app_find_human(app, &color))
        return; /* which said so */
    else if (aborts)
        confirm_abort(app);
    else
        confirm_claim(app);
}

static const char *quit_question(const App *app) {
    const Session *game = app_game(app);
    NetworkView view;
    if (network_view(game, &view) && view.unconfirmed && view.key_saved)
        return view.unsaved
                   ? "The game is not over, and your move has not reached its server. The game is "
                     "offered at the next start, but your move could not be kept: you have to make "
                     "it again. Your clock, if there is one, keeps running."
                   : "The game is not over, and your move has not reached its server. Both are "
                     "kept: the game is offered at the next start, and opening it sends your move. "
                     "Your clock, if there is one, keeps running.";
    if (own_server_hosts(app, game))
        return "The game is not over. It stays on this computer and is offered at the next start; "
               "until then the other player cannot continue.";
    if (app_is_network_player(game))
        return "The game is not over. It stays on its server and is offered at the next start; "
               "your clock, if there is one, keeps running.";
    return NULL;
}

static const FeatureAction actions[] = {
    {ACTION_TALK, .run = open_talk},
    {ACTION_ID, .run = show_id},
    {ACTION_ABORT, .run_with = end_game, .argument = ACTION_ABORT},
    {ACTION_CLAIM, .run_with = end_game, .argument = ACTION_CLAIM},
    {.action = ACTION_NONE},
};

const Feature online_feature = {
    .state_size = sizeof(OnlineGame),
    .actions = actions,
    .run_action = run_action,
    .before_key = retry_now,
    .refuses_move = refuses_move,
    .before_game = before_game,
    .after_game = after_game,
    .on_event = on_event,
    .on_tick = depends_on_time,
    .fill_view = fill_view,
    .status = status,
    .allows = allows,
    .hint_word = hint_word,
    .quit_question = quit_question,
};
