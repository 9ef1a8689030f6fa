/* Dialogs: items that depend on others, the focus, and where typed and pasted text goes. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "term/dialog.h"

typedef struct Form {
    Dialog *dialog;
    Layers layers;
    int first, second, more, inner, field, button;
    int changes, presses;
} Form;

static const char *const words[] = {"one", "two", "three", NULL};

/* The second choice is shown unless the first one is "two". */
static void on_change(Dialog *dialog, void *context) {
    Form *form = context;
    form->changes++;
    dialog_set_shown(dialog, form->second, dialog_choice(dialog, form->first) != 1);
}

static void on_press(Dialog *dialog, void *context) {
    Form *form = context;
    (void)dialog;
    form->presses++;
}

static int set_up(void **state) {
    static Form form;
    form = (Form){.dialog = dialog_create("Test", &form)};
    form.first = dialog_add_choice(form.dialog, "First", words, 0);
    form.second = dialog_add_choice(form.dialog, "Second", words, 0);
    form.more = dialog_add_expander(form.dialog, "More", false);
    form.inner = dialog_add_choice(form.dialog, "Inner", words, 0);
    form.field = dialog_add_field(form.dialog, "Field", "");
    form.button = dialog_add_button(form.dialog, "Press", on_press);
    dialog_set_change_handler(form.dialog, on_change);
    layers_push(&form.layers, dialog_layer(form.dialog));
    *state = &form;
    return 0;
}

static int tear_down(void **state) {
    Form *form = *state;
    layers_clear(&form->layers);
    return 0;
}

static void press(Form *form, Key key) {
    assert_true(layers_key(&form->layers, key));
}

static void hidden_items_are_passed_over(void **state) {
    Form *form = *state;
    press(form, K_RIGHT); /* "two" hides the second choice */
    assert_int_equal(form->changes, 1);
    press(form, K_DOWN);
    press(form, ' '); /* More */
    press(form, K_DOWN);
    press(form, K_RIGHT);
    assert_int_equal(dialog_choice(form->dialog, form->first), 1);
    assert_int_equal(dialog_choice(form->dialog, form->second), 0);
    assert_int_equal(dialog_choice(form->dialog, form->inner), 1);
}

static void a_hidden_item_keeps_its_value(void **state) {
    Form *form = *state;
    press(form, K_DOWN);
    press(form, K_RIGHT);
    press(form, K_UP);
    press(form, K_RIGHT);
    press(form, K_RIGHT); /* "three" shows it again */
    assert_int_equal(dialog_choice(form->dialog, form->second), 1);
    press(form, K_DOWN);
    press(form, K_RIGHT);
    assert_int_equal(dialog_choice(form->dialog, form->second), 2);
}

/* The arrows stop at the first and the last line; Space goes through all. */
static void a_choice_ends(void **state) {
    Form *form = *state;
    press(form, K_LEFT);
    assert_int_equal(dialog_choice(form->dialog, form->first), 0);
    for (int i = 0; i < 5; i++)
        press(form, K_RIGHT);
    assert_int_equal(dialog_choice(form->dialog, form->first), 2);
    press(form, '+');
    assert_int_equal(dialog_choice(form->dialog, form->first), 2);
    press(form, ' ');
    assert_int_equal(dialog_choice(form->dialog, form->first), 0);
    press(form, '-');
    assert_int_equal(dialog_choice(form->dialog, form->first), 0);
}

/* Left and right do not leave a row of buttons for the items above it. */
static void a_row_of_buttons_ends(void **state) {
    Form *form = *state;
    press(form, K_UP); /* from the first item to the last button */
    press(form, K_RIGHT);
    press(form, K_RIGHT);
    assert_int_equal(dialog_choice(form->dialog, form->first), 0);
    press(form, K_LEFT);
    press(form, K_LEFT);
    press(form, ' ');
    assert_int_equal(form->presses, 1);
}

static void a_closed_group_is_passed_over(void **state) {
    Form *form = *state;
    press(form, K_DOWN);
    press(form, K_DOWN); /* More */
    press(form, K_DOWN); /* the button */
    press(form, ' ');
    assert_int_equal(form->presses, 1);
    press(form, K_UP);
    press(form, K_ENTER); /* opens More instead of pressing the button */
    assert_int_equal(form->presses, 1);
    press(form, K_DOWN);
    press(form, K_RIGHT);
    assert_int_equal(dialog_choice(form->dialog, form->inner), 1);
    press(form, K_UP);
    press(form, K_LEFT);
    press(form, K_DOWN);
    press(form, ' ');
    assert_int_equal(form->presses, 2);
}

static void an_error_opens_the_group(void **state) {
    Form *form = *state;
    dialog_set_error(form->dialog, form->field, "Wrong.");
    press(form, 'x');
    assert_string_equal(dialog_field(form->dialog, form->field), "x");
}

static void pasted_text_goes_to_its_field(void **state) {
    Form *form = *state;
    assert_true(layers_paste(&form->layers, "lost"));
    assert_string_equal(dialog_field(form->dialog, form->field), ""); /* the group is closed */
    dialog_set_paste_field(form->dialog, form->field);
    assert_true(layers_paste(&form->layers, "found"));
    press(form, '!');
    assert_string_equal(dialog_field(form->dialog, form->field), "found!");
}

static void letters_typed_in_a_list_go_to_the_field(void **state) {
    (void)state;
    Layers layers = {0};
    Form form = {0};
    Dialog *dialog = dialog_create("Test", &form);
    int list = dialog_add_list(dialog, 3, on_press);
    int field = dialog_add_field(dialog, "Field", "");
    dialog_set_list(dialog, list, words, 3, 0);
    layers_push(&layers, dialog_layer(dialog));
    layers_key(&layers, 'a');
    assert_string_equal(dialog_field(dialog, field), "");
    dialog_set_typing_field(dialog, field);
    layers_key(&layers, K_DOWN);
    layers_key(&layers, 'a');
    layers_key(&layers, 'b');
    assert_string_equal(dialog_field(dialog, field), "ab");
    assert_int_equal(dialog_selection(dialog, list), 1);
    layers_clear(&layers);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(hidden_items_are_passed_over, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_hidden_item_keeps_its_value, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_choice_ends, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_row_of_buttons_ends, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_closed_group_is_passed_over, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_error_opens_the_group, set_up, tear_down),
        cmocka_unit_test_setup_teardown(pasted_text_goes_to_its_field, set_up, tear_down),
        cmocka_unit_test(letters_typed_in_a_list_go_to_the_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
