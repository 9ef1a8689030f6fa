/* Layers: their order, their input, and when they are freed. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "base/memory.h"
#include "term/layer.h"

enum { MANY_LAYERS = 40 };

typedef struct NumberedLayer {
    Layer layer;
    int number;
} NumberedLayer;

static int drawn[MANY_LAYERS], draw_count, freed_count, keys_of_last;

static void numbered_draw(Layer *layer) {
    drawn[draw_count++] = ((NumberedLayer *)layer)->number;
}

static void numbered_key(Layer *layer, Key key) {
    keys_of_last = ((NumberedLayer *)layer)->number;
    layer->closed = key == K_ESCAPE;
}

static void numbered_free(Layer *layer) {
    freed_count++;
    free(layer);
}

static const LayerOps numbered_ops = {
    .draw = numbered_draw, .key = numbered_key, .free = numbered_free};

static NumberedLayer *create(int number) {
    NumberedLayer *layer = memory_allocate(sizeof *layer);
    layer->layer.ops = &numbered_ops;
    layer->number = number;
    return layer;
}

static NumberedLayer *push(Layers *layers, int number) {
    NumberedLayer *layer = create(number);
    layers_push(layers, &layer->layer);
    return layer;
}

static void the_caller_may_use_every_pushed_layer(void **state) {
    (void)state;
    Layers layers = {0};
    NumberedLayer *pushed[MANY_LAYERS];
    freed_count = draw_count = 0;
    for (int i = 0; i < MANY_LAYERS; i++) {
        pushed[i] = push(&layers, i);
        assert_int_equal(freed_count, 0);
        assert_ptr_equal(layers_top(&layers), &pushed[i]->layer);
    }
    layers_draw(&layers);
    assert_int_equal(draw_count, MANY_LAYERS);
    for (int i = 0; i < MANY_LAYERS; i++)
        assert_int_equal(drawn[i], i);
    layers_clear(&layers);
    assert_int_equal(freed_count, MANY_LAYERS);
    assert_null(layers_top(&layers));
}

/* A layer that is no box, such as a line at the bottom, leaves the screen as it is. */
static void only_boxes_dim_what_lies_behind(void **state) {
    static const LayerOps box_ops = {
        .draw = numbered_draw, .dims = layer_dims, .key = numbered_key, .free = numbered_free};
    (void)state;
    Layers layers = {0};
    push(&layers, 0);
    assert_false(layers_dim(&layers));
    NumberedLayer *box = push(&layers, 1);
    box->layer.ops = &box_ops;
    push(&layers, 2);
    assert_true(layers_dim(&layers));
    box->layer.closed = true;
    assert_false(layers_dim(&layers));
    layers_clear(&layers);
}

static void a_layer_can_be_put_below_all_others(void **state) {
    (void)state;
    Layers layers = {0};
    freed_count = draw_count = 0;
    layers_push_below(&layers, &create(1)->layer);
    push(&layers, 2);
    layers_push_below(&layers, &create(0)->layer);
    layers_draw(&layers);
    for (int i = 0; i < 3; i++)
        assert_int_equal(drawn[i], i);
    assert_true(layers_key(&layers, K_ENTER));
    assert_int_equal(keys_of_last, 2);
    layers_clear(&layers);
    assert_int_equal(freed_count, 3);
}

static void a_closed_layer_is_skipped_and_then_freed(void **state) {
    (void)state;
    Layers layers = {0};
    freed_count = draw_count = 0;
    push(&layers, 0);
    NumberedLayer *middle = push(&layers, 1);
    push(&layers, 2);
    assert_true(layers_key(&layers, K_ESCAPE));
    assert_int_equal(keys_of_last, 2);
    assert_int_equal(freed_count, 0);
    assert_ptr_equal(layers_top(&layers), &middle->layer);
    layers_draw(&layers);
    assert_int_equal(draw_count, 2);
    middle->layer.closed = true;
    layers_free_closed(&layers);
    assert_int_equal(freed_count, 2);
    assert_true(layers_key(&layers, K_ENTER));
    assert_int_equal(keys_of_last, 0);
    layers_clear(&layers);
}

static void input_without_a_handler_is_ignored(void **state) {
    (void)state;
    Layers layers = {0};
    assert_false(layers_key(&layers, K_ENTER));
    assert_false(layers_mouse(&layers, (MouseEvent){.kind = MOUSE_CLICK}));
    assert_false(layers_paste(&layers, "text"));
    push(&layers, 0);
    assert_true(layers_mouse(&layers, (MouseEvent){.kind = MOUSE_CLICK}));
    assert_true(layers_paste(&layers, "text"));
    layers_clear(&layers);
}

static int mouse_count;

static void count_mouse(Layer *layer, MouseEvent mouse) {
    (void)layer, (void)mouse;
    mouse_count++;
}

static void ignore_layer(Layer *layer) {
    (void)layer;
}

/* Returns how many kinds of events of the mouse reach a layer. */
static int count_mouse_events(const LayerOps *ops) {
    static const MouseEventType kinds[] = {MOUSE_CLICK,   MOUSE_RIGHT_CLICK, MOUSE_DRAG,
                                           MOUSE_RELEASE, MOUSE_WHEEL_UP,    MOUSE_WHEEL_DOWN};
    Layers layers = {0};
    Layer layer = {.ops = ops};
    mouse_count = 0;
    layers_push(&layers, &layer);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        assert_true(layers_mouse(&layers, (MouseEvent){.kind = kinds[i]}));
    layers_clear(&layers);
    return mouse_count;
}

static void only_some_layers_take_drags_and_right_clicks(void **state) {
    static const LayerOps plain = {.mouse = count_mouse, .free = ignore_layer};
    static const LayerOps dragging = {
        .mouse = count_mouse, .takes_drags = true, .free = ignore_layer};
    (void)state;
    assert_int_equal(count_mouse_events(&plain), 3);
    assert_int_equal(count_mouse_events(&dragging), 6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_caller_may_use_every_pushed_layer),
        cmocka_unit_test(only_boxes_dim_what_lies_behind),
        cmocka_unit_test(a_layer_can_be_put_below_all_others),
        cmocka_unit_test(a_closed_layer_is_skipped_and_then_freed),
        cmocka_unit_test(input_without_a_handler_is_ignored),
        cmocka_unit_test(only_some_layers_take_drags_and_right_clicks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
