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
#include <wchar.h>

#include "board/painter.h"
#include "../support/fake_terminal.h"
#include "../support/golden.h"
#include "../support/scenes.h"
#include "term/capability.h"
#include "term/terminal.h"
#include "../support/views.h"

/* The kinds of terminals, as they stand in the names of the files. */
typedef enum GoldenTerminal {
    COLOR_UTF8,
    COLOR_ASCII,
    EIGHT_COLORS,
    MONO_UTF8,
    MONO_ASCII
} GoldenTerminal;

static const struct {
    const char *name, *term, *locale;
    ColorDepth colors;
} terminals[] = {[COLOR_UTF8] = {"", "xterm-256color", "C.UTF-8", COLORS_256},
                 [COLOR_ASCII] = {"-ascii", "xterm-256color", "C", COLORS_256},
                 [EIGHT_COLORS] = {"-8", "xterm-256color", "C.UTF-8", COLORS_8},
                 [MONO_UTF8] = {"-mono", "vt100", "C.UTF-8", COLORS_AUTO},
                 [MONO_ASCII] = {"-mono-ascii", "vt100", "C", COLORS_AUTO}};

typedef struct Golden {
    int columns, lines;
    const char *scene;
    GoldenTerminal terminal;
    GlyphSet glyphs;
    ThemeId theme;
    bool flipped;
    Notation notation;
} Golden;

static const Golden goldens[] = {
    {.columns = 80, .lines = 24, .scene = "turn"},
    {.columns = 80, .lines = 24, .scene = "selected"},
    {.columns = 80, .lines = 24, .scene = "chain"},
    {.columns = 80, .lines = 24, .scene = "thinking"},
    {.columns = 80, .lines = 24, .scene = "browsing"},
    {.columns = 80, .lines = 24, .scene = "notes"},
    {.columns = 120, .lines = 40, .scene = "notes"},
    {.columns = 46, .lines = 19, .scene = "notes"},
    {.columns = 24, .lines = 10, .scene = "notes"},
    {.columns = 80, .lines = 24, .scene = "computers"},
    {.columns = 80, .lines = 24, .scene = "paused"},
    {.columns = 80, .lines = 24, .scene = "analysis"},
    {.columns = 80, .lines = 24, .scene = "advice"},
    {.columns = 80, .lines = 24, .scene = "over"},
    {.columns = 80, .lines = 24, .scene = "over", .glyphs = GLYPHS_ANIMALS},
    {.columns = 46, .lines = 19, .scene = "over", .glyphs = GLYPHS_ANIMALS},
    {.columns = 80, .lines = 24, .scene = "draw"},
    {.columns = 120, .lines = 40, .scene = "taken"},
    {.columns = 80, .lines = 24, .scene = "taken", .notation = NOTATION_PLAIN},
    {.columns = 80, .lines = 24, .scene = "analysis", .notation = NOTATION_LETTERS},
    {.columns = 200, .lines = 60, .scene = "taken", .glyphs = GLYPHS_ANIMALS, .flipped = true},
    {.columns = 80, .lines = 24, .scene = "network"},
    {.columns = 80, .lines = 24, .scene = "notice"},
    {.columns = 80, .lines = 24, .scene = "review"},
    {.columns = 80, .lines = 24, .scene = "review", .terminal = MONO_ASCII},
    {.columns = 80, .lines = 24, .scene = "summary"},
    {.columns = 80, .lines = 24, .scene = "reviewing"},
    {.columns = 46, .lines = 19, .scene = "review"},
    {.columns = 60, .lines = 20, .scene = "review"},
    {.columns = 60, .lines = 50, .scene = "review"},
    {.columns = 140, .lines = 45, .scene = "review", .theme = THEME_LIGHT},
    {.columns = 80, .lines = 24, .scene = "ending"},
    {.columns = 80, .lines = 24, .scene = "ending-moves"},
    {.columns = 80, .lines = 24, .scene = "ending-moves", .terminal = MONO_ASCII},
    {.columns = 46, .lines = 19, .scene = "ending"},
    {.columns = 46, .lines = 19, .scene = "ending-moves"},
    {.columns = 60, .lines = 50, .scene = "ending-moves"},
    {.columns = 120, .lines = 40, .scene = "ending"},
    {.columns = 120, .lines = 40, .scene = "ending-moves", .theme = THEME_LIGHT},
    {.columns = 200, .lines = 60, .scene = "ending-moves", .glyphs = GLYPHS_ANIMALS},
    {.columns = 80, .lines = 24, .scene = "lesson"},
    {.columns = 80, .lines = 24, .scene = "lesson-over"},
    {.columns = 80, .lines = 24, .scene = "puzzle"},
    {.columns = 80, .lines = 24, .scene = "training"},
    {.columns = 120, .lines = 40, .scene = "training", .theme = THEME_LIGHT},
    {.columns = 24, .lines = 10, .scene = "setup"},
    {.columns = 46, .lines = 19, .scene = "setup"},
    {.columns = 60, .lines = 50, .scene = "setup", .glyphs = GLYPHS_ANIMALS},
    {.columns = 80, .lines = 24, .scene = "setup"},
    {.columns = 80, .lines = 24, .scene = "setup", .glyphs = GLYPHS_LETTERS},
    {.columns = 80, .lines = 24, .scene = "setup", .terminal = MONO_ASCII},
    {.columns = 120, .lines = 40, .scene = "setup", .theme = THEME_LIGHT},
    {.columns = 140, .lines = 45, .scene = "setup"},
    {.columns = 80, .lines = 24, .scene = "lions"},
    {.columns = 80, .lines = 24, .scene = "black-begins"},
    {.columns = 80, .lines = 24, .scene = "megapawn", .flipped = true},
    {.columns = 80, .lines = 24, .scene = "selected", .glyphs = GLYPHS_DRAWN},
    {.columns = 80, .lines = 24, .scene = "islands", .glyphs = GLYPHS_ANIMALS},
    {.columns = 80, .lines = 24, .scene = "selected", .theme = THEME_LIGHT},
    {.columns = 80, .lines = 24, .scene = "selected", .terminal = COLOR_ASCII},
    {.columns = 80, .lines = 24, .scene = "selected", .terminal = EIGHT_COLORS},
    {.columns = 80, .lines = 24, .scene = "analysis", .terminal = EIGHT_COLORS},
    {.columns = 80, .lines = 24, .scene = "selected", .terminal = MONO_UTF8},
    {.columns = 80, .lines = 24, .scene = "selected", .terminal = MONO_ASCII},
    {.columns = 80, .lines = 24, .scene = "analysis", .terminal = MONO_ASCII},
    {.columns = 80, .lines = 24, .scene = "over", .terminal = MONO_ASCII},
    {.columns = 80, .lines = 24, .scene = "lesson", .terminal = MONO_ASCII},
    {.columns = 80, .lines = 24, .scene = "lions", .terminal = MONO_ASCII},
    {.columns = 80, .lines = 24, .scene = "black-begins", .terminal = MONO_ASCII},
    {.columns = 24, .lines = 10, .scene = "selected"},
    {.columns = 24, .lines = 10, .scene = "over"},
    {.columns = 24, .lines = 10, .scene = "lesson"},
    {.columns = 24, .lines = 10, .scene = "selected", .terminal = MONO_ASCII},
    {.columns = 46, .lines = 19, .scene = "selected"},
    {.columns = 46, .lines = 19, .scene = "network"},
    {.columns = 46, .lines = 19, .scene = "analysis"},
    {.columns = 46, .lines = 19, .scene = "lesson"},
    {.columns = 46, .lines = 19, .scene = "selected", .terminal = MONO_ASCII},
    {.columns = 60, .lines = 50, .scene = "selected"},
    {.columns = 60, .lines = 50, .scene = "selected", .terminal = MONO_ASCII},
    {.columns = 100, .lines = 30, .scene = "selected"},
    {.columns = 100, .lines = 30, .scene = "network"},
    {.columns = 100, .lines = 30, .scene = "summary"},
    {.columns = 100, .lines = 30, .scene = "islands", .glyphs = GLYPHS_ANIMALS},
    {.columns = 120, .lines = 40, .scene = "selected"},
    {.columns = 120, .lines = 40, .scene = "analysis"},
    {.columns = 120, .lines = 40, .scene = "lesson-over"},
    {.columns = 120, .lines = 40, .scene = "selected", .theme = THEME_LIGHT},
    {.columns = 120, .lines = 40, .scene = "selected", .terminal = MONO_UTF8},
    {.columns = 200, .lines = 60, .scene = "notice"},
    {.columns = 200, .lines = 60, .scene = "megapawn"},
    {.columns = 200, .lines = 60, .scene = "islands", .glyphs = GLYPHS_ANIMALS},
    {.columns = 300, .lines = 90, .scene = "selected"},
    {.columns = 46, .lines = 19, .scene = "selected", .glyphs = GLYPHS_SEXTANTS},
    {.columns = 80, .lines = 24, .scene = "selected", .glyphs = GLYPHS_SEXTANTS},
    {.columns = 80, .lines = 24, .scene = "chain", .glyphs = GLYPHS_SEXTANTS},
    {.columns = 80, .lines = 24, .scene = "megapawn", .glyphs = GLYPHS_SEXTANTS},
    {.columns = 80, .lines = 24, .scene = "setup", .glyphs = GLYPHS_SEXTANTS},
    {.columns = 46, .lines = 19, .scene = "selected", .glyphs = GLYPHS_OCTANTS},
    {.columns = 80, .lines = 24, .scene = "selected", .glyphs = GLYPHS_OCTANTS},
    {.columns = 80, .lines = 24, .scene = "chain", .glyphs = GLYPHS_OCTANTS},
    {.columns = 80, .lines = 24, .scene = "megapawn", .glyphs = GLYPHS_OCTANTS},
    {.columns = 80, .lines = 24, .scene = "setup", .glyphs = GLYPHS_OCTANTS},
    {.columns = 100, .lines = 30, .scene = "selected", .glyphs = GLYPHS_SEXTANTS},
    {.columns = 100, .lines = 30, .scene = "lions", .glyphs = GLYPHS_SEXTANTS},
    {.columns = 100, .lines = 30, .scene = "megapawn", .glyphs = GLYPHS_SEXTANTS},
    {.columns = 120, .lines = 40, .scene = "islands", .glyphs = GLYPHS_QUADRANTS},
    {.columns = 300, .lines = 90, .scene = "analysis", .terminal = MONO_ASCII},
};
enum { GOLDEN_COUNT = sizeof goldens / sizeof goldens[0], NAME_SIZE = 64 };

/* Writes "80x24-selected", with what differs from colours, UTF-8 and the defaults. */
static void write_name(const Golden *golden, char name[NAME_SIZE]) {
    bool glyphs = golden->glyphs != GLYPHS_AUTO, theme = golden->theme != THEME_DARK;
    snprintf(name, NAME_SIZE, "%dx%d-%s%s%s%s%s%s%s%s%s", golden->columns, golden->lines,
             golden->scene, terminals[golden->terminal].name, glyphs ? "-" : "",
             glyphs ? glyph_set_names[golden->glyphs] : "", theme ? "-" : "",
             theme ? theme_names[golden->theme] : "", golden->flipped ? "-flipped" : "",
             golden->notation ? "-notation-" : "",
             golden->notation ? notation_names[golden->notation] : "");
}

static void check_screen(const Golden *golden) {
    static char found[GOLDEN_SIZE];
    char name[NAME_SIZE];
    Error error;
    View *view = scene_create(golden->scene, &error);
    if (view == NULL)
        fail_msg("%s: %s", golden->scene, error.text);
    view->glyphs = golden->glyphs;
    view->theme = golden->theme;
    view->flipped = golden->flipped;
    view->notation.notation = golden->notation;
    fake_terminal_open(terminals[golden->terminal].term, terminals[golden->terminal].locale,
                       golden->lines, golden->columns, terminals[golden->terminal].colors);
    view_paint(view);
    golden_read(found);
    fake_terminal_close();
    view_free(view);
    write_name(golden, name);
    golden_check(name, found);
}

/* A C library that does not know octants draws sextants, which have files of their own. */
static bool is_drawn_here(const Golden *golden) {
    enum { FIRST_OCTANT = 0x1cd00 };
    setenv("TERM", terminals[golden->terminal].term, 1);
    return capability_probe(NULL) &&
           setlocale(LC_CTYPE, terminals[golden->terminal].locale) != NULL &&
           (golden->glyphs != GLYPHS_OCTANTS || wcwidth(FIRST_OCTANT) == 1);
}

static void the_screen_matches_its_golden_file(void **state) {
    const Golden *golden = *state;
    if (!is_drawn_here(golden))
        skip();
    check_screen(golden);
}

static int close_terminal(void **state) {
    (void)state;
    fake_terminal_close();
    return 0;
}

int main(void) {
    static char names[GOLDEN_COUNT][NAME_SIZE];
    struct CMUnitTest tests[GOLDEN_COUNT];
    for (size_t i = 0; i < GOLDEN_COUNT; i++) {
        write_name(&goldens[i], names[i]);
        tests[i] = (struct CMUnitTest){.name = names[i],
                                       .test_func = the_screen_matches_its_golden_file,
                                       .teardown_func = close_terminal,
                                       .initial_state = (void *)(uintptr_t)&goldens[i]};
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
