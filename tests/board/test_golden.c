/* The board and its panels, compared with golden screens. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/painter.h"
#include "fake_terminal.h"
#include "golden.h"
#include "term/capability.h"
#include "term/terminal.h"
#include "views.h"

static const char first_fen[] = "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1";
static const char first_moves[] = "g1f3 f6e5 d2d3 b6b5 d3d4 c6c5";
static const char monkey_fen[] = "2gle2/p1p2p1/1p1m1p1/2P1Z2/3P3/P1e1M2/G2LE2/b/-1";
static const char long_game[] = "g1f3 f6e5 d2d3 b6b5 d3d4 c6c5 f3e5 d6e5 e2e3 b5b4";
static const char lions_fen[] = "3l3/7/7/7/7/7/2PL3/w/-1";

typedef struct Golden {
    const char *name;
    const char *term, *locale;
    int lines, columns;
    const char *variant, *fen, *moves;
    Square cursor, selected;
    GlyphSet glyphs;
    bool flipped;
    int back; /* plies browsed back */
    const ViewLesson *lesson;
} Golden;

/* A lesson in progress, and a finished one. */
static const char lesson_fen[] = "2l4/4p2/7/3p3/7/2p4/1M2L2/w/-1";
static const ViewLesson lesson = {
    .title = "8. The monkey",
    .progress = "2/5",
    .text = "After a jump it may jump on from where it landed, in any direction.\n\n"
            "Go jump by jump, with Enter on each marked square.",
    .task = "Capture all three pawns in one turn.",
    .remark = "The monkey stopped too early: there was more to take.",
    .key = "",
};
static const ViewLesson lesson_over = {
    .title = "8. The monkey",
    .progress = "2/5",
    .text = "Three at one go!",
    .task = "",
    .remark = "",
    .key = "Enter goes on.",
};

static const Golden goldens[] = {
    {"80x24-mono-ascii", "vt100", "C", 24, 80, "congo", first_fen, first_moves, F3, F3, 0, 0, 0,
     NULL},
    {"80x24-mono-utf8", "vt100", "C.UTF-8", 24, 80, "congo", first_fen, first_moves, F3, F3, 0, 0,
     0, NULL},
    {"80x24-color-ascii", "xterm-256color", "C", 24, 80, "congo", first_fen, first_moves, F3, F3, 0,
     0, 0, NULL},
    {"80x24-color-utf8", "xterm-256color", "C.UTF-8", 24, 80, "congo", first_fen, first_moves, F3,
     F3, 0, 0, 0, NULL},
    {"80x24-animals", "xterm-256color", "C.UTF-8", 24, 80, "islands", NULL, first_moves, F3, F3,
     GLYPHS_ANIMALS, 0, 0, NULL},
    {"80x24-flipped", "vt100", "C", 24, 80, "megapawn", NULL, "", D3, D1, 0, true, 0, NULL},
    {"80x24-browsing", "vt100", "C", 24, 80, "congo", first_fen, long_game, E5, SQUARE_NONE, 0, 0,
     4, NULL},
    {"80x24-black-begins", "vt100", "C", 24, 80, "congo", monkey_fen, "", D5, D5, 0, 0, 0, NULL},
    {"80x24-lions", "vt100", "C", 24, 80, "congo", lions_fen, "", D1, D1, 0, 0, 0, NULL},
    {"46x19-mono-ascii", "vt100", "C", 19, 46, "congo", first_fen, first_moves, F3, F3, 0, 0, 0,
     NULL},
    {"46x19-color-utf8", "xterm-256color", "C.UTF-8", 19, 46, "congo", first_fen, first_moves, F3,
     F3, 0, 0, 0, NULL},
    {"24x10-mono-ascii", "vt100", "C", 10, 24, "congo", first_fen, first_moves, F3, F3, 0, 0, 0,
     NULL},
    {"24x10-color-utf8", "xterm-256color", "C.UTF-8", 10, 24, "congo", first_fen, first_moves, F3,
     F3, 0, 0, 0, NULL},
    {"60x50-mono-ascii", "vt100", "C", 50, 60, "congo", first_fen, first_moves, F3, F3, 0, 0, 0,
     NULL},
    {"120x40-mono-utf8", "vt100", "C.UTF-8", 40, 120, "congo", first_fen, first_moves, F3, F3, 0, 0,
     0, NULL},
    {"120x40-drawn", "xterm-256color", "C.UTF-8", 40, 120, "congo", first_fen, first_moves, F3, F3,
     GLYPHS_DRAWN, 0, 0, NULL},
    {"200x60-drawn", "xterm-256color", "C.UTF-8", 60, 200, "megapawn", NULL, "", D3, D1,
     GLYPHS_DRAWN, 0, 0, NULL},
    {"80x24-lesson", "vt100", "C", 24, 80, "congo", lesson_fen, "", B1, B1, 0, 0, 0, &lesson},
    {"120x40-lesson", "xterm-256color", "C.UTF-8", 40, 120, "congo", lesson_fen, "", B1, B1, 0, 0,
     0, &lesson_over},
    {"46x19-lesson", "vt100", "C", 19, 46, "congo", lesson_fen, "", B1, B1, 0, 0, 0, &lesson},
    {"24x10-lesson", "vt100", "C", 10, 24, "congo", lesson_fen, "", B1, B1, 0, 0, 0, &lesson},
};

static void check_screen(const Golden *golden) {
    Error error;
    View *view = view_create(golden->variant, golden->fen, golden->moves, &error);
    if (view == NULL)
        fail_msg("%s: %s", golden->name, error.text);
    view_show_ply(view, view->record->count - (size_t)golden->back);
    view->cursor = golden->cursor;
    view->glyphs = golden->glyphs;
    view->flipped = golden->flipped;
    view_select(view, golden->selected);
    view_think(view, "f3e5 d6e5 d4c5");
    view_score(view);
    view_clock(view, 271000, 312000);
    view_describe(view);
    view->lesson = golden->lesson;
    fake_terminal_open(golden->term, golden->locale, golden->lines, golden->columns, COLORS_AUTO);
    view_paint(view);
    char found[GOLDEN_SIZE];
    golden_read(found);
    fake_terminal_close();
    view_free(view);
    golden_check(golden->name, found);
}

static void the_screen_matches_its_golden_file(void **state) {
    const Golden *golden = *state;
    setenv("TERM", golden->term, 1);
    if (!capability_probe(NULL) || setlocale(LC_CTYPE, golden->locale) == NULL)
        skip();
    check_screen(golden);
}

static int close_terminal(void **state) {
    (void)state;
    fake_terminal_close();
    return 0;
}

int main(void) {
    enum { COUNT = sizeof goldens / sizeof goldens[0] };
    struct CMUnitTest tests[COUNT];
    for (size_t i = 0; i < COUNT; i++)
        tests[i] = (struct CMUnitTest){.name = goldens[i].name,
                                       .test_func = the_screen_matches_its_golden_file,
                                       .teardown_func = close_terminal,
                                       .initial_state = (void *)(uintptr_t)&goldens[i]};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
