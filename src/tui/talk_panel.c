#include <config.h>

#include "tui/panels.h"
#include "tui/talk.h"

/* The newest line stands at the bottom. */
void panels_paint_talk(const View *view, Rect section) {
    Rect inside = section_inside(section);
    for (size_t number = view->talk_count; number > 0 && inside.height > 0; number--) {
        char text[TALK_TEXT_SIZE];
        const TalkLine *line = view->talk_at(view->talk_context, number - 1);
        if (line == NULL)
            return;
        talk_format(line, text);
        int rows = draw_wrapped((Rect){0, 0, 0, inside.width}, ROLE_NORMAL, text, 0);
        int cut = rows > inside.height ? rows - inside.height : 0;
        inside.height -= rows - cut;
        draw_wrapped((Rect){inside.y + inside.height, inside.x, rows - cut, inside.width},
                     ROLE_NORMAL, text, cut);
    }
}
