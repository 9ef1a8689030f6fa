#include <config.h>

#include "base/lookalike.h"

#include <string.h>

#include "base/text.h"

typedef struct LookalikeRow {
    unsigned first;
    const char *shown;
} LookalikeRow;

#include "base/lookalike_table.h"

typedef struct CodeRange {
    unsigned first, last;
} CodeRange;

/* Unicode's Default_Ignorable_Code_Point. */
static const CodeRange invisible[] = {
    {0xad, 0xad},       {0x34f, 0x34f},     {0x61c, 0x61c},   {0x115f, 0x1160}, {0x17b4, 0x17b5},
    {0x180b, 0x180f},   {0x200b, 0x200f},   {0x202a, 0x202e}, {0x2060, 0x206f}, {0x3164, 0x3164},
    {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0}, {0xfff0, 0xfff8}, {0x1bca0, 0x1bca3},
    {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
};

/* Blanks, and the pattern of Braille without dots. */
static const CodeRange blanks[] = {
    {' ', ' '},       {0xa0, 0xa0},     {0x1680, 0x1680}, {0x2000, 0x200a}, {0x2028, 0x2029},
    {0x202f, 0x202f}, {0x205f, 0x205f}, {0x2800, 0x2800}, {0x3000, 0x3000},
};

/* Accents, which stand behind their letters. */
static const CodeRange accents[] = {
    {0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},   {0x64b, 0x65f},
    {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x20d0, 0x20ff}, {0xfe20, 0xfe2f},
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool is_among(unsigned code, const CodeRange *ranges, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    return false;
}

size_t lookalike_clean(char *name) {
    char *to = name;
    for (size_t size, at = 0, length = strlen(name); at < length; at += size) {
        unsigned code;
        size = text_decode_utf8(name + at, length - at, &code);
        if (size == 0)
            size = code = 1;
        if (is_among(code, invisible, COUNT(invisible)))
            continue;
        bool is_blank = is_among(code, blanks, COUNT(blanks));
        memmove(to, is_blank ? " " : name + at, is_blank ? 1 : size);
        to += is_blank ? 1 : size;
    }
    *to = '\0';
    return (size_t)(to - name);
}

/* ---- skeletons ---- */

/* A name whose skeleton is read one letter after the other. */
typedef struct SkeletonReader {
    const char *name, *shown; /* the rest of the name, and of what its last character looks like */
    size_t left;              /* bytes of `shown` */
} SkeletonReader;

/* Sets `shown` to what a character looks like, unless that is the character itself. */
static void find_shown(SkeletonReader *reader, unsigned code) {
    size_t row = COUNT(lookalike_rows);
    while (row > 0 && lookalike_rows[row - 1].first > code)
        row--;
    if (row == 0)
        return;
    const char *at = lookalike_rows[row - 1].shown;
    for (unsigned next = lookalike_rows[row - 1].first; *at; next++) {
        unsigned shown;
        bool has_several = *at == '[';
        size_t size = has_several ? strcspn(at, "]") + 1 : text_decode_utf8(at, UTF8_MAX, &shown);
        if (next == code && *at != ' ') {
            reader->shown = at + has_several;
            reader->left = has_several ? size - 2 : size;
        }
        if (next == code)
            return;
        at += size;
    }
}

/* In ASCII, 'I', 'l', '1' and '|' look alike, and so do 'O' and '0'. */
static unsigned ascii_skeleton(unsigned code) {
    unsigned lower = (unsigned)text_lower((unsigned char)code);
    return strchr("i1|", (int)lower) ? 'l' : lower == '0' ? 'o' : lower;
}

/* Returns the next letter of the skeleton, 0 at the end. */
static unsigned next_letter(SkeletonReader *reader) {
    unsigned code = 0;
    while (reader->left == 0 && *reader->name) {
        size_t size = text_decode_utf8(reader->name, strlen(reader->name), &code);
        reader->shown = reader->name;
        reader->left = size ? size : 1;
        reader->name += reader->left;
        if (is_among(code, invisible, COUNT(invisible)) || is_among(code, blanks, COUNT(blanks)) ||
            is_among(code, accents, COUNT(accents)))
            reader->left = 0;
        else if (size > 1)
            find_shown(reader, code);
    }
    if (reader->left == 0)
        return 0;
    size_t size = text_decode_utf8(reader->shown, reader->left, &code);
    if (size == 0)
        size = code = 1;
    reader->shown += size;
    reader->left -= size;
    return code < 0x80 ? ascii_skeleton(code) : code;
}

/* "rn" looks like 'm', and "vv" like 'w'. */
static unsigned next_shape(SkeletonReader *reader) {
    unsigned letter = next_letter(reader);
    if (letter != 'r' && letter != 'v')
        return letter;
    SkeletonReader behind = *reader;
    if (next_letter(&behind) != (letter == 'r' ? 'n' : 'v'))
        return letter;
    *reader = behind;
    return letter == 'r' ? 'm' : 'w';
}

bool lookalike_equal(const char *one, const char *other) {
    SkeletonReader first = {.name = one}, second = {.name = other};
    unsigned letter;
    do {
        letter = next_shape(&first);
        if (letter != next_shape(&second))
            return false;
    } while (letter != 0);
    return true;
}
