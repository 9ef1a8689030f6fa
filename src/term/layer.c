#include <config.h>

#include "term/layer.h"

#include <stddef.h>

void layers_push(Layers *layers, Layer *layer) {
    if (layers->count == LAYERS_MAX) {
        layer->kind->free(layer);
        return;
    }
    layers->layer[layers->count++] = layer;
}

Layer *layers_top(const Layers *layers) {
    for (int i = layers->count; i > 0; i--)
        if (!layers->layer[i - 1]->closed)
            return layers->layer[i - 1];
    return NULL;
}

void layers_draw(const Layers *layers) {
    for (int i = 0; i < layers->count; i++)
        if (!layers->layer[i]->closed)
            layers->layer[i]->kind->draw(layers->layer[i]);
}

void layers_free_closed(Layers *layers) {
    int kept = 0;
    for (int i = 0; i < layers->count; i++) {
        Layer *layer = layers->layer[i];
        if (layer->closed)
            layer->kind->free(layer);
        else
            layers->layer[kept++] = layer;
    }
    layers->count = kept;
}

void layers_clear(Layers *layers) {
    for (int i = 0; i < layers->count; i++)
        layers->layer[i]->closed = true;
    layers_free_closed(layers);
}
