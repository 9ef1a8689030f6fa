/*
 * Layers: what lies over the board (a dialog, the help, the command line). The topmost layer gets
 * the keys, the mouse and pasted text; all are drawn, the lowest first. Nothing here waits: a layer
 * is pushed, hears events, and is closed.
 */
#ifndef TERM_LAYER_H
#define TERM_LAYER_H

#include <stdbool.h>

#include "term/key.h"

typedef enum MouseAction { MOUSE_CLICK, MOUSE_WHEEL_UP, MOUSE_WHEEL_DOWN } MouseAction;

typedef struct MouseEvent {
    MouseAction kind;
    int y, x; /* cell of the screen */
} MouseEvent;

typedef struct Layer Layer;

typedef struct LayerOps {
    void (*draw)(Layer *layer);
    void (*key)(Layer *layer, Key key);
    void (*mouse)(Layer *layer, MouseEvent mouse);
    void (*paste)(Layer *layer, const char *text);
    void (*free)(Layer *layer);
} LayerOps;

/* The first member of every layer. */
struct Layer {
    const LayerOps *kind;
    bool closed; /* freed at the next layers_free_closed */
};

enum { LAYERS_MAX = 16 };

typedef struct Layers {
    Layer *layer[LAYERS_MAX];
    int count;
} Layers;

/* Puts a layer on top; it is owned from now on. */
void layers_push(Layers *layers, Layer *layer);

/* The topmost open layer; NULL: none, the board has the keys. */
Layer *layers_top(const Layers *layers);

void layers_draw(const Layers *layers);

/* Frees the layers that closed, and only here, so that a layer may close itself while it hears an
 * event. */
void layers_free_closed(Layers *layers);

/* Closes and frees all. */
void layers_clear(Layers *layers);

#endif
