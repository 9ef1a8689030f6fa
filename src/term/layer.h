/*
 * Layers lie over the board: dialogs, the help, the command line. The topmost open layer receives
 * the input; all are drawn, the lowest first. A layer may close itself while it handles an event.
 */
#ifndef TERM_LAYER_H
#define TERM_LAYER_H

#include <stdbool.h>
#include <sys/queue.h>

#include "term/input.h"

typedef struct Layer Layer;

typedef struct LayerOps {
    void (*draw)(Layer *layer);
    void (*key)(Layer *layer, Key key);
    void (*mouse)(Layer *layer, MouseEvent mouse); /* clicks and the wheel; NULL ignores them */
    bool takes_drags; /* `mouse` is called for all events: also for drags and right clicks */
    void (*paste)(Layer *layer, const char *text); /* NULL ignores pasted text */
    bool (*dims)(const Layer *layer);              /* whether it is a box over the screen, which is
                                                      dimmed behind it; NULL: it is not */
    bool asks;                  /* the answer is for what lies behind it, which has to stay there */
    void (*free)(Layer *layer); /* NULL for free() */
} LayerOps;

/* The first member of every layer. */
struct Layer {
    const LayerOps *ops;
    bool closed; /* layers_free_closed frees it */
    SLIST_ENTRY(Layer) below;
};

/* A stack of layers. Empty if zeroed. */
typedef SLIST_HEAD(Layers, Layer) Layers;

/* Puts a layer on top and takes ownership of it. */
void layers_push(Layers *layers, Layer *layer);

/* Puts a layer below all others and takes ownership of it. */
void layers_push_below(Layers *layers, Layer *layer);

/* Returns the topmost open layer, or NULL. */
Layer *layers_top(const Layers *layers);

/* Returns whether a layer dims what lies behind it. The caller then draws the screen below the
 * layers dimmed. */
bool layers_dim(const Layers *layers);

/* Returns whether a layer asks something. */
bool layers_ask(const Layers *layers);

/* Draws the layers; those below the topmost that dims are dimmed. */
void layers_draw(const Layers *layers);

/* For LayerOps: the layer is always a box. */
bool layer_dims(const Layer *layer);

/* Pass an event to the topmost open layer. Return false if there is none. */
bool layers_key(const Layers *layers, Key key);
bool layers_mouse(const Layers *layers, MouseEvent mouse);
bool layers_paste(const Layers *layers, const char *text);

/* Frees the closed layers. Call it only when no layer handles an event. */
void layers_free_closed(Layers *layers);

/* Closes and frees all layers. */
void layers_clear(Layers *layers);

#endif
