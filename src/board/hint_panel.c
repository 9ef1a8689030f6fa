#include <config.h>

#include "board/hint_panel.h"

#include "base/number.h"
#include "term/draw.h"

enum { COLUMN_WIDTH_MIN = 12 };

HintPlaces hint_panel_arrange(const View *view, Rect area) {
    HintPlaces places = {0};
    int columns = clamp_int(area.width / COLUMN_WIDTH_MIN, 1, VIEW_HINTS_MAX);
    if (columns > 3 && columns < VIEW_HINTS_MAX)
        columns = 3;
    places.count = min_int(view->hint_count, columns * area.height);
    for (int i = 0; i < places.count; i++) {
        int index = i + 1 == places.count ? view->hint_count - 1 : i;
        int width = area.width / columns;
        places.area[i] = (Rect){area.y + i / columns, area.x + i % columns * width, 1, width};
        places.index[i] = index;
        places.action[i] = view->hint[index].action;
    }
    return places;
}

void hint_panel_paint(const View *view, const HintPlaces *places) {
    for (int i = 0; i < places->count; i++) {
        const ViewHint *hint = &view->hint[places->index[i]];
        Rect area = places->area[i];
        int used = draw_text(area.y, area.x, area.width, ROLE_KEY, hint->key) + 1;
        draw_text(area.y, area.x + used, max_int(area.width - used, 0), ROLE_DIM, hint->word);
    }
}

bool hint_panel_hit(const HintPlaces *places, int y, int x, int *action) {
    for (int i = 0; i < places->count; i++)
        if (rect_contains(places->area[i], y, x)) {
            *action = places->action[i];
            return true;
        }
    return false;
}
