#include <config.h>

#include "term/celltext.h"

#include <string.h>

#include "base/text.h"

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
