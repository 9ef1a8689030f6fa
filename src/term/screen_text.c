#include <config.h>

#include "term/screen_text.h"

#include <curses.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "base/buffer.h"
#include "base/memory.h"
#include "base/number.h"
#include "term/celltext.h"

/* --- the characters --- */

/* Appends the text of a cell and returns its columns. */
static int add_cell(Buffer *line, int y, int x, bool *blank) {
    cchar_t cell;
    wchar_t text[CCHARW_MAX + 1] = L"";
    attr_t attributes;
    short pair;
    char bytes[16]; /* at least MB_CUR_MAX */
    mvin_wch(y, x, &cell);
    getcchar(&cell, text, &attributes, &pair, NULL);
    for (int i = 0; text[i] != L'\0'; i++) {
        int size = wctomb(bytes, text[i]);
        buffer_add(line, bytes, size > 0 ? (size_t)size : 0);
    }
    *blank = text[0] == L' ' && text[1] == L'\0';
    return wcwidth(text[0]) == 2 ? 2 : 1;
}

char *screen_text_line(int y) {
    Buffer line = {0};
    size_t end = 0;
    bool blank;
    for (int x = 0; x < COLS;) {
        x += add_cell(&line, y, x, &blank);
        end = blank ? end : line.length;
    }
    char *text = buffer_take(&line);
    text[end] = '\0';
    return text;
}

char *screen_text_read(void) {
    Buffer text = {0};
    for (int y = 0; y < LINES; y++) {
        char *line = screen_text_line(y);
        buffer_add_string(&text, line);
        buffer_add(&text, "\n", 1);
        free(line);
    }
    return buffer_take(&text);
}

/* --- the colours --- */

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

typedef struct CellStyle {
    attr_t attributes;
    short pair;
} CellStyle;

/* The styles found, in the order of their letters. */
typedef struct CellStyles {
    CellStyle style[sizeof letters - 1];
    size_t count;
} CellStyles;

enum { SHOWN_ATTRIBUTES = A_BOLD | A_REVERSE | A_UNDERLINE | A_DIM };

/* Returns the letter of a style, or '?' if there are more styles than letters. */
static char style_letter(CellStyles *styles, CellStyle style) {
    size_t i = 0;
    while (i < styles->count &&
           (styles->style[i].pair != style.pair || styles->style[i].attributes != style.attributes))
        i++;
    if (i == sizeof letters - 1)
        return '?';
    if (i == styles->count)
        styles->style[styles->count++] = style;
    return letters[i];
}

static CellStyle style_at(int y, int x) {
    cchar_t cell;
    wchar_t text[CCHARW_MAX + 1];
    CellStyle style = {0, 0};
    mvin_wch(y, x, &cell);
    getcchar(&cell, text, &style.attributes, &style.pair, NULL);
    style.attributes &= SHOWN_ATTRIBUTES;
    return style;
}

static void add_style(Buffer *text, char letter, CellStyle style) {
    static const struct {
        attr_t attribute;
        const char *name;
    } names[] = {
        {A_BOLD, "bold"}, {A_REVERSE, "reverse"}, {A_UNDERLINE, "underlined"}, {A_DIM, "dim"}};
    int foreground = -1, background = -1;
    if (style.pair != 0)
        extended_pair_content(style.pair, &foreground, &background);
    if (foreground < 0)
        buffer_add_format(text, "%c: usual", letter);
    else
        buffer_add_format(text, "%c: %d on %d", letter, foreground, background);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (style.attributes & names[i].attribute)
            buffer_add_format(text, ", %s", names[i].name);
    buffer_add(text, "\n", 1);
}

char *screen_text_colors(void) {
    Buffer text = {0};
    CellStyles styles = {.count = 0};
    for (int y = 0; y < LINES; y++) {
        for (int x = 0; x < COLS; x++) {
            char letter = style_letter(&styles, style_at(y, x));
            buffer_add(&text, &letter, 1);
        }
        buffer_add(&text, "\n", 1);
    }
    for (size_t i = 0; i < styles.count; i++)
        add_style(&text, letters[i], styles.style[i]);
    return buffer_take(&text);
}

/* --- side by side --- */

/* Copies the next line and advances past it. Returns "" at the end. The caller frees the line. */
static char *next_line(const char **text) {
    size_t length = strcspn(*text, "\n");
    char *line = memory_allocate(length + 1);
    memcpy(line, *text, length);
    *text += length + ((*text)[length] == '\n');
    return line;
}

static int widest(const char *text) {
    int width = 0;
    while (*text != '\0') {
        char *line = next_line(&text);
        width = max_int(width, celltext_width(line, true));
        free(line);
    }
    return width;
}

void screen_text_compare(FILE *out, const char *expected, const char *found) {
    int width = widest(expected);
    for (int number = 1; *expected != '\0' || *found != '\0'; number++) {
        char *left = next_line(&expected);
        char *right = next_line(&found);
        bool same = strcmp(left, right) == 0;
        fprintf(out, "%3d%c %s%*s %s %s\n", number, same ? ' ' : '*', left,
                width - celltext_width(left, true), "", same ? "|" : "*", right);
        free(left);
        free(right);
    }
}
