#include <config.h>

#include "term/layer.h"

#include <stddef.h>
#include <stdlib.h>

#include "term/draw.h"

void layers_push(Layers *layers, Layer *layer) {
    SLIST_INSERT_HEAD(layers, layer, below);
}

void layers_push_below(Layers *layers, Layer *layer) {
    Layer *lowest = SLIST_FIRST(layers);
    if (lowest == NULL) {
        layers_push(layers, layer);
        return;
    }
    while (SLIST_NEXT(lowest, below) != NULL)
        lowest = SLIST_NEXT(lowest, below);
    SLIST_INSERT_AFTER(lowest, layer, below);
}

Layer *layers_top(const Layers *layers) {
    Layer *layer = SLIST_FIRST(layers);
    while (layer != NULL && layer->closed)
        layer = SLIST_NEXT(layer, below);
    return layer;
}

bool layer_dims(const Layer *layer) {
    (void)layer;
    return true;
}

/* Returns the topmost layer that dims those below it, or NULL. */
static const Layer *topmost_box(const Layers *layers) {
    Layer *layer;
    SLIST_FOREACH(layer, layers, below)
        if (!layer->closed && layer->ops->dims != NULL && layer->ops->dims(layer))
            return layer;
    return NULL;
}

bool layers_dim(const Layers *layers) {
    return topmost_box(layers) != NULL;
}

bool layers_ask(const Layers *layers) {
    const Layer *layer;
    SLIST_FOREACH(layer, layers, below)
        if (!layer->closed && layer->ops->asks)
            return true;
    return false;
}

static void draw_upwards(Layer *layer, const Layer *box) {
    if (layer == NULL)
        return;
    draw_upwards(SLIST_NEXT(layer, below), box);
    if (layer == box)
        draw_set_dimmed(false);
    if (!layer->closed)
        layer->ops->draw(layer);
}

void layers_draw(const Layers *layers) {
    draw_upwards(SLIST_FIRST(layers), topmost_box(layers));
}

bool layers_key(const Layers *layers, Key key) {
    Layer *layer = layers_top(layers);
    if (layer != NULL)
        layer->ops->key(layer, key);
    return layer != NULL;
}

bool layers_mouse(const Layers *layers, MouseEvent mouse) {
    Layer *layer = layers_top(layers);
    bool plain =
        mouse.kind == MOUSE_CLICK || mouse.kind == MOUSE_WHEEL_UP || mouse.kind == MOUSE_WHEEL_DOWN;
    if (layer != NULL && layer->ops->mouse != NULL && (plain || layer->ops->takes_drags))
        layer->ops->mouse(layer, mouse);
    return layer != NULL;
}

bool layers_paste(const Layers *layers, const char *text) {
    Layer *layer = layers_top(layers);
    if (layer != NULL && layer->ops->paste != NULL)
        layer->ops->paste(layer, text);
    return layer != NULL;
}

void layers_free_closed(Layers *layers) {
    Layer *next;
    for (Layer *layer = SLIST_FIRST(layers); layer != NULL; layer = next) {
        next = SLIST_NEXT(layer, below);
        if (!layer->closed)
            continue;
        SLIST_REMOVE(layers, layer, Layer, below);
        if (layer->ops->free != NULL)
            layer->ops->free(layer);
        else
            free(layer);
    }
}

void layers_clear(Layers *layers) {
    Layer *layer;
    SLIST_FOREACH(layer, layers, below)
        layer->closed = true;
    layers_free_closed(layers);
}
