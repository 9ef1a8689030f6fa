#include <config.h>

#include "term/mouse.h"

enum {
    BUTTONS = 3, /* the button's number; in X10, 3 means that one is released */
    RIGHT_BUTTON = 2,
    MOTION = 32,      /* moved with the button held */
    WHEEL = 64,       /* 0 up, 1 down */
    X10_BASE = 32,    /* added to each byte */
    NUMBER_MAX = 9999 /* larger than any terminal */
};

void mouse_begin(MouseReport *report, MouseFormat format) {
    *report = (MouseReport){.begun = true, .format = format};
}

static MouseDecoding finish(MouseReport *report, bool released, MouseEvent *event) {
    int button = report->number[0];
    report->begun = false;
    event->x = report->number[1] - 1;
    event->y = report->number[2] - 1;
    if (event->x < 0 || event->y < 0)
        return MOUSE_IGNORED;
    if ((button & WHEEL) != 0 && (button & BUTTONS) <= 1 && !released)
        event->kind = (button & BUTTONS) == 0 ? MOUSE_WHEEL_UP : MOUSE_WHEEL_DOWN;
    else if ((button & (WHEEL | MOTION | BUTTONS)) == RIGHT_BUTTON && !released)
        event->kind = MOUSE_RIGHT_CLICK;
    else if ((button & (WHEEL | BUTTONS)) != 0)
        return MOUSE_IGNORED;
    else if ((button & MOTION) != 0)
        event->kind = MOUSE_DRAG;
    else
        event->kind = released ? MOUSE_RELEASE : MOUSE_CLICK;
    return MOUSE_EVENT;
}

static MouseDecoding decode_sgr(MouseReport *report, int byte, MouseEvent *event) {
    int *number = &report->number[report->field];
    if (byte >= '0' && byte <= '9' && *number <= NUMBER_MAX / 10) {
        *number = *number * 10 + byte - '0';
        return MOUSE_MORE;
    }
    if (byte == ';' && report->field < 2) {
        report->field++;
        return MOUSE_MORE;
    }
    if ((byte == 'M' || byte == 'm') && report->field == 2)
        return finish(report, byte == 'm', event);
    report->begun = false;
    return MOUSE_BROKEN;
}

static MouseDecoding decode_x10(MouseReport *report, int byte, MouseEvent *event) {
    if (byte < X10_BASE) {
        report->begun = false;
        return MOUSE_BROKEN;
    }
    report->number[report->field++] = byte - X10_BASE;
    if (report->field <= 2)
        return MOUSE_MORE;
    bool released = (report->number[0] & (WHEEL | MOTION | BUTTONS)) == BUTTONS;
    if (released) /* it does not say which one */
        report->number[0] = 0;
    return finish(report, released, event);
}

MouseDecoding mouse_decode(MouseReport *report, int byte, MouseEvent *event) {
    return report->format == MOUSE_SGR ? decode_sgr(report, byte, event)
                                       : decode_x10(report, byte, event);
}
