#include <config.h>

#include "board/hint_panel.h"

#include "base/number.h"
#include "board/layout.h"
#include "term/draw.h"

HintPlaces hint_panel_arrange(const View *view, Rect area) {
    HintPlaces places = {0};
    int columns = layout_hint_columns(area), width = layout_hint_width(area);
    places.count = min_int(view->hint_count, columns * area.height);
    for (int i = 0; i < places.count; i++) {
        int index = i + 1 == places.count ? view->hint_count - 1 : i;
        int x = i % columns * width;
        places.area[i] =
            (Rect){area.y + i / columns, area.x + x, 1, min_int(width, area.width - x)};
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
