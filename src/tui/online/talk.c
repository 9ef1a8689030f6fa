#include <config.h>

#include "tui/online/talk.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "board/talk_panel.h"
#include "term/draw.h"
#include "term/frame.h"
#include "term/text_field.h"
#include "tui/dialogs.h"
#include "tui/online/online_game.h"

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

/* --- who is heard --- */

/* The speakers that can be muted. The first two equal the colors. */
enum { SPEAKER_COUNT = SEAT_NONE + 1 };

static bool is_muted(const NetworkView *view, int speaker) {
    return speaker == SEAT_NONE ? view->spectators_muted : view->muted[speaker];
}

/* Writes "muted: Black, spectators"; "" if everybody is heard. */
static const char *write_muted(const NetworkView *view, char text[VIEW_MUTED_SIZE]) {
    static const char *const names[SPEAKER_COUNT] = {
        [SEAT_WHITE] = "White", [SEAT_BLACK] = "Black", [SEAT_NONE] = "spectators"};
    text[0] = '\0';
    for (int i = 0; i < SPEAKER_COUNT; i++)
        if (is_muted(view, i))
            text_append(text, VIEW_MUTED_SIZE, "%s%s", text[0] == '\0' ? "muted: " : ", ",
                        names[i]);
    return text;
}

typedef struct MuteForm {
    int item[SPEAKER_COUNT]; /* -1 for the user's own side */
} MuteForm;

static void mute(Dialog *dialog, void *context) {
    App *app = context;
    const MuteForm *form = dialog_data(dialog);
    NetworkView view;
    Error error = {0};
    dialog_close(dialog);
    if (!network_view(app->session, &view))
        return;
    for (int i = 0; i < SPEAKER_COUNT; i++) {
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
    for (int i = 0; i < SPEAKER_COUNT; i++) {
        const char *name = i == SEAT_NONE ? "Spectators" : online_game_player(app, (Color)i);
        form->item[i] = (Seat)i == view.seat && i != SEAT_NONE
                            ? -1
                            : dialog_add_choice(dialog, name, choices, is_muted(&view, i));
    }
    dialog_add_button(dialog, "OK", mute);
    dialog_add_button(dialog, "Cancel", NULL);
    app_push_layer(app, dialog_layer(dialog));
}

/* --- the lines --- */

static const char *format_line_at(void *context, size_t number, char text[VIEW_TALK_SIZE]) {
    const TalkLine *line = network_talk(context, number);
    return line != NULL ? talk_format(line, text) : NULL;
}

ViewTalk talk_view(Session *session) {
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
    if (online_game_is_player(app->session) || !can_mute(app) ||
        outcome_is_over(session_outcome(app->session)))
        return "Nothing has been said yet.";
    return "Nothing has been said yet. The players hear spectators when the game is over.";
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

static void draw_hints(const App *app, Rect box) {
    const char *hints = can_mute(app) ? " Tab mutes  Esc closes " : " Esc closes ";
    if (box.width >= draw_width(hints) + 4)
        draw_text(box.y + box.height - 1, box.x + 2, box.width - 4, ROLE_KEY, hints);
}

static void talk_draw(Layer *layer) {
    TalkWindow *talk = (TalkWindow *)layer;
    Rect box = window_rect(talk);
    Rect inside = {box.y + 1, box.x + 2, box.height - 2, box.width - 4};
    char title[VIEW_MUTED_SIZE + 8];
    draw_set_surface(COLOR_DIALOG);
    ViewTalk lines = talk_view(talk->app->session);
    snprintf(title, sizeof title, "Talk%s%s", lines.muted[0] != '\0' ? ", " : "", lines.muted);
    frame_box(box, 1, title);
    if (lines.count == 0)
        draw_wrapped(inside, ROLE_DIALOG, empty_text(talk->app), 0);
    else if (talk_panel_paint(&lines, lines.count - talk->back, inside, ROLE_DIALOG) > 0)
        draw_text(box.y, box.width - 6, 4, ROLE_CHIP, "more");
    draw_hints(talk->app, box);
    if (talk->error[0] != '\0') {
        Rect bottom = {box.y + box.height - 1, 0, 1, box.width};
        draw_fill(bottom, ROLE_ERROR);
        draw_text(bottom.y, 0, bottom.width, ROLE_ERROR, talk->error);
    }
    draw_set_surface(COLOR_SCREEN);
    int used = draw_text(draw_lines() - 1, 0, 5, ROLE_KEY, "Say: ");
    text_field_draw(&talk->field, draw_lines() - 1, used, draw_columns() - used, ROLE_INPUT, true);
}

/* --- input --- */

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

void talk_open(App *app) {
    TalkWindow *talk = memory_allocate(sizeof *talk);
    talk->layer.ops = &talk_ops;
    talk->app = app;
    app_push_layer(app, &talk->layer);
}
