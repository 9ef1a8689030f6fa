#include <config.h>

#include "term/cells.h"

#include <curses.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "base/buffer.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"

/* ---- UTF-8 text in cells ---- */

static const wchar_t UNKNOWN = L'?';

/* Advances by one character, or by one malformed byte, which counts as U+FFFD. */
static unsigned next_code_point(const char **text) {
    unsigned code;
    size_t length = text_decode_utf8(*text, UTF8_MAX, &code);
    *text += length > 0 ? length : 1;
    return length > 0 ? code : 0xfffd;
}

static wchar_t nearest_ascii(unsigned code) {
    static const struct {
        unsigned code;
        wchar_t ascii;
    } replacements[] = {{0x2026, L'.'},  {0x2013, L'-'}, {0x2014, L'-'}, {0x2018, L'\''},
                        {0x2019, L'\''}, {0x201c, L'"'}, {0x201d, L'"'}, {0x00d7, L'x'},
                        {0x2192, L'>'},  {0x2190, L'<'}, {0x00b7, L'.'}, {0x2022, L'*'},
                        {0x2212, L'-'},  {0x00a0, L' '}};
    for (size_t i = 0; i < sizeof replacements / sizeof replacements[0]; i++)
        if (replacements[i].code == code)
            return replacements[i].ascii;
    return UNKNOWN;
}

/* Returns the character to show and sets its columns: 0 for a combining mark. */
static wchar_t displayable_character(unsigned code, bool utf8, int *width) {
    *width = 1;
    if (code < 0x80)
        return code >= 0x20 && code < 0x7f ? (wchar_t)code : UNKNOWN;
    if (!utf8)
        return nearest_ascii(code);
    *width = wcwidth((wchar_t)code);
    if (*width >= 0)
        return (wchar_t)code;
    *width = 1;
    return UNKNOWN;
}

bool celltext_next(const char **text, bool utf8, TextCell *cell) {
    if (**text == '\0')
        return false;
    cell->chars[0] = displayable_character(next_code_point(text), utf8, &cell->width);
    int count = 1;
    if (cell->width == 0) { /* a combining mark without a base */
        cell->chars[0] = UNKNOWN;
        cell->width = 1;
    }
    while (utf8 && (unsigned char)**text >= 0x80) {
        const char *after = *text;
        int width;
        wchar_t mark = displayable_character(next_code_point(&after), utf8, &width);
        if (width != 0)
            break;
        *text = after;
        if (count < CELLTEXT_CHARS_MAX)
            cell->chars[count++] = mark;
    }
    cell->chars[count] = L'\0';
    return true;
}

int celltext_width(const char *text, bool utf8) {
    int width = 0;
    TextCell cell;
    while (celltext_next(&text, utf8, &cell))
        width += cell.width;
    return width;
}

size_t celltext_break(const char *text, int width, bool utf8, const char **rest) {
    const char *at = text, *word_end = NULL;
    int used = 0;
    TextCell cell;
    for (;;) {
        if (*at == '\0' || *at == '\n') {
            *rest = *at == '\n' ? at + 1 : NULL;
            return (size_t)(at - text);
        }
        if (*at == ' ')
            word_end = at;
        const char *next = at;
        celltext_next(&next, utf8, &cell);
        if (used + cell.width > width && used > 0)
            break;
        used += cell.width;
        at = next;
    }
    if (*at == ' ' || word_end == NULL || word_end == text)
        word_end = at;
    *rest = word_end + strspn(word_end, " ");
    while (word_end > text && word_end[-1] == ' ')
        word_end--;
    if (**rest == '\0')
        *rest = NULL;
    else if (**rest == '\n')
        *rest = (*rest)[1] == '\0' ? NULL : *rest + 1;
    return (size_t)(word_end - text);
}

/* ---- the window ---- */

typedef enum CellPart { PART_NARROW, PART_LEFT, PART_RIGHT } CellPart;

/* The part of a character in each cell. */
static struct {
    unsigned char *drawn; /* in the window */
    unsigned char *shown; /* on the screen */
    int lines, columns;
    bool wide_drawn, wide_shown; /* whether there are parts of wide characters at all */
} parts;

static cchar_t ground; /* of the window */

static unsigned char *part_at(int y, int x) {
    return &parts.drawn[y * parts.columns + x];
}

static void fit_size(void) {
    size_t count = (size_t)LINES * (size_t)COLS;
    if (parts.lines == LINES && parts.columns == COLS)
        return;
    parts.lines = LINES;
    parts.columns = COLS;
    parts.drawn = memory_resize(parts.drawn, count, 1);
    parts.shown = memory_resize(parts.shown, count, 1);
    memset(parts.shown, PART_NARROW, count); /* a new size clears the screen */
    parts.wide_drawn = true;                 /* cleared with the window */
    parts.wide_shown = false;
}

void cells_clear(const cchar_t *blank) {
    ground = *blank;
    bkgrndset(blank);
    erase();
    fit_size();
    if (parts.wide_drawn)
        memset(parts.drawn, PART_NARROW, (size_t)parts.lines * (size_t)parts.columns);
    parts.wide_drawn = false;
}

/* Replaces a character, or half of a wide one, by a blank on the same ground. */
static void blank_cell(int y, int x) {
    cchar_t cell;
    wchar_t chars[CCHARW_MAX + 1];
    attr_t attributes;
    short pair;
    if (mvin_wch(y, x, &cell) == OK && getcchar(&cell, chars, &attributes, &pair, NULL) == OK &&
        setcchar(&cell, L" ", attributes, pair, NULL) == OK)
        mvadd_wch(y, x, &cell);
    *part_at(y, x) = PART_NARROW;
}

/* Blanks the other halves of wide characters that columns cover in part. */
static void split_wide(int y, int first, int last) {
    if (*part_at(y, first) == PART_RIGHT)
        blank_cell(y, first - 1);
    if (*part_at(y, last) == PART_LEFT)
        blank_cell(y, last + 1);
}

void cells_put_wide(int y, int x, const cchar_t *cell) {
    split_wide(y, x, x + 1);
    mvadd_wch(y, x, cell);
    *part_at(y, x) = PART_LEFT;
    *part_at(y, x + 1) = PART_RIGHT;
    parts.wide_drawn = true;
}

void cells_put_narrow(int y, int x, int count, const cchar_t *cells) {
    split_wide(y, x, x + count - 1);
    mvadd_wchnstr(y, x, cells, count);
    memset(part_at(y, x), PART_NARROW, (size_t)count);
}

/* Returns whether a cell has a character of a word, not one that draws a line or a piece. */
static bool is_of_word(int y, int x) {
    enum { DRAWING_FIRST = 0x2500 };
    cchar_t cell;
    wchar_t chars[CCHARW_MAX + 1] = L"";
    attr_t attributes;
    short pair;
    return x >= 0 && x < COLS && mvin_wch(y, x, &cell) == OK &&
           getcchar(&cell, chars, &attributes, &pair, NULL) == OK && chars[0] > L' ' &&
           chars[0] < DRAWING_FIRST;
}

/* Blanks a text from a column on, in steps of 1 or -1, up to a gap of two blanks; nothing if the
 * text does not begin before the column. */
static void blank_rest(int y, int x, int step) {
    if (!is_of_word(y, x - step) && !is_of_word(y, x - 2 * step))
        return;
    for (; is_of_word(y, x) || is_of_word(y, x + step); x += step)
        if (is_of_word(y, x))
            blank_cell(y, x);
}

void cells_blank_cut_text(int top, int bottom, int left, int right) {
    for (int y = top; y < bottom; y++) {
        blank_rest(y, left - 1, -1);
        blank_rest(y, right, 1);
    }
}

void cells_uncover(void) {
    WINDOW *patch = NULL;
    if (!parts.wide_drawn && !parts.wide_shown)
        return;
    for (int i = 0; i < parts.lines * parts.columns; i++) {
        if (parts.shown[i] != PART_LEFT || parts.drawn[i] == PART_LEFT || is_cleared(curscr))
            continue;
        int y = i / parts.columns, x = i % parts.columns;
        if (patch == NULL)
            patch = newwin(1, 2, y, x);
        if (patch == NULL || mvwin(patch, y, x) != OK)
            continue;
        wbkgrndset(patch, &ground);
        werase(patch);
        wnoutrefresh(patch);
    }
    if (patch != NULL) {
        doupdate();
        delwin(patch);
    }
    memcpy(parts.shown, parts.drawn, (size_t)parts.lines * (size_t)parts.columns);
    parts.wide_shown = parts.wide_drawn;
}

/* ---- the screen as text ---- */

/* ---- the characters ---- */

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

/* ---- the colours ---- */

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

/* ---- side by side ---- */

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
