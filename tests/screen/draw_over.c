/*
 * Draws wide characters, covers halves of them, and uncovers them again: one step for each key.
 * Ctrl-L draws the screen anew, q quits. wide.sh runs it.
 */
#include <config.h>

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

#include "board/theme.h"
#include "term/draw.h"
#include "term/input.h"
#include "term/terminal.h"

enum { ROWS = 8, LEFT = 10, RIGHT = 31, CTRL_L = 12 };

/* Each row begins one column further right than the one above. */
static void draw_ground(void) {
    for (int y = 0; y < ROWS; y++) {
        for (int x = y; x < 50; x += 4)
            draw_text(y, x, 2, ROLE_TITLE, "🦁");
        draw_text(y, 60, 4, ROLE_NORMAL, "end");
    }
}

static void draw_box(void) {
    for (int y = 0; y < ROWS; y++) {
        draw_text(y, LEFT, 1, ROLE_DIALOG, "│");
        draw_fill((Rect){.y = y, .x = LEFT + 1, .width = RIGHT - LEFT - 1, .height = 1},
                  ROLE_DIALOG);
        draw_text(y, RIGHT, 1, ROLE_DIALOG, "│");
        draw_text(y, RIGHT + 8, 2, ROLE_DIALOG, "🐊");
    }
}

static void draw(int step) {
    char number[32];
    draw_clear();
    draw_ground();
    if (step % 2 == 1)
        draw_box();
    snprintf(number, sizeof number, "step %d", step);
    draw_text(ROWS + 1, 0, 20, ROLE_NORMAL, number);
    draw_place_cursor(ROWS + 1, 0);
    terminal_flush();
}

int main(void) {
    const TerminalOptions options = {.charset = CHARSET_UTF8};
    Error error = {0};
    InputEvent input = {0};
    int step = 0;
    if (!terminal_open(&options, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return EXIT_FAILURE;
    }
    input_open();
    draw_set_palette(theme_colors(THEME_DARK));
    while (input.key != 'q') {
        draw(step);
        struct pollfd wait = {.fd = terminal_input(), .events = POLLIN};
        poll(&wait, 1, -1);
        while (input_read(&input)) {
            if (input.kind == INPUT_KEY && input.key == CTRL_L)
                terminal_redraw();
            else if (input.kind == INPUT_KEY)
                step++;
        }
    }
    terminal_close();
    input_close();
    return EXIT_SUCCESS;
}
