#include <config.h>

#include "board/talk_panel.h"

size_t talk_panel_paint(const ViewTalk *talk, size_t end, Rect area, UiRole role) {
    while (end > 0 && area.height > 0) {
        char text[VIEW_TALK_SIZE];
        if (talk->line_at(talk->context, end - 1, text) == NULL)
            break;
        int height = draw_wrapped_height(text, area.width);
        int cut = height > area.height ? height - area.height : 0;
        area.height -= height - cut;
        draw_wrapped((Rect){area.y + area.height, area.x, height - cut, area.width}, role, text,
                     cut);
        end--;
    }
    return end;
}
