#include <config.h>

#include "tui/online/talk.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "board/talk_panel.h"
#include "term/draw.h"
#include "term/frame.h"
#include "term/text_field.h"

enum { ROWS_MAX = 12 };
static_assert(NAME_MAX_BYTES + LINE_CLIENT_MAX + 16 <= VIEW_TALK_SIZE, "a line of talk fits");

typedef struct TalkWindow {
    Layer layer;
    App *app;
    TextField field;
    size_t back; /* number of lines scrolled back */
    char error[ERROR_SENTENCE_SIZE];
} TalkWindow;

const char *talk_format(const TalkLine *line, char text[VIEW_TALK_SIZE]) {
    static const char *const speakers[] = {
        [SEAT_WHITE] = "White", [SEAT_BLACK] = "Black", [SEAT_NONE] = "Spectator"};
    const char *name = line->mine              ? "You"
                       : line->name[0] != '\0' ? line->name
                                               : speakers[line->seat];
    char *to = text + snprintf(text, VIEW_TALK_SIZE, "%s: ", name);
    /* In the status line two blanks separate hints. */
    for (const char *from = line->text; *from != '\0'; from++)
        if (*from != ' ' || to[-1] != ' ')
            *to++ = *from;
    *to = '\0';
    return text;
}

/* --- the lines --- */

static const char *format_line_at(void *context, size_t number, char text[VIEW_TALK_SIZE]) {
    const TalkLine *line = network_talk(context, number);
    return line != NULL ? talk_format(line, text) : NULL;
}

ViewTalk talk_view(Session *session) {
    NetworkView network;
    return (ViewTalk){.count = network_view(session, &network) ? network.talk_count : 0,
                      .line_at = format_line_at,
                      .context = session};
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
    rows = rows < 1 ? 1 : rows > most ? most : rows;
    return (Rect){draw_lines() - rows - 3, 0, rows + 2, draw_columns()};
}

static void talk_draw(Layer *layer) {
    TalkWindow *talk = (TalkWindow *)layer;
    Rect box = window_rect(talk);
    Rect inside = {box.y + 1, box.x + 2, box.height - 2, box.width - 4};
    draw_set_surface(COLOR_DIALOG);
    frame_box(box, 1, "Talk");
    ViewTalk lines = talk_view(talk->app->session);
    if (lines.count == 0)
        draw_wrapped(inside, ROLE_DIALOG, "Nothing has been said yet.", 0);
    else if (talk_panel_paint(&lines, lines.count - talk->back, inside, ROLE_DIALOG) > 0)
        draw_text(box.y, box.width - 6, 4, ROLE_CHIP, "more");
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
