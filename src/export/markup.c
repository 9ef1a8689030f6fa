#include <config.h>

#include "export/markup.h"

#include <stddef.h>

static const char *entity(char c) {
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    case '\n':
    case '\t':
        return NULL;
    default:
        return (unsigned char)c < ' ' || c == '\x7f' ? " " : NULL;
    }
}

void markup_add_text(Buffer *markup, const char *text) {
    const char *from = text;
    for (; *text; text++) {
        const char *escaped = entity(*text);
        if (!escaped)
            continue;
        buffer_add(markup, from, (size_t)(text - from));
        buffer_add_string(markup, escaped);
        from = text + 1;
    }
    buffer_add(markup, from, (size_t)(text - from));
}

void markup_add_json(Buffer *json, const char *text) {
    buffer_add_string(json, "\"");
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            buffer_add_format(json, "\\%c", *text);
        else if (*text == '\n')
            buffer_add_string(json, "\\n");
        else if ((unsigned char)*text < ' ' || *text == '\x7f')
            buffer_add_format(json, "\\u%04x", (unsigned)(unsigned char)*text);
        else
            buffer_add(json, text, 1);
    }
    buffer_add_string(json, "\"");
}
