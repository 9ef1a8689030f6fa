#include <config.h>

#include "scratch_endings.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include "scratch.h"
#include "endings/ending_build.h"

Endings *scratch_endings_make(void **state, int men) {
    const char *folder;
    Error error = {0};
    EndingBuildRequest request = {.variant = variant_default(), .men = men, .threads = 1};
    scratch_make(state);
    folder = request.folder = scratch_path("endings");
    if (!ending_build(&request, &error))
        fail_msg("%s", error.text);
    Endings *endings = endings_open(&folder, 1, variant_default(), &error);
    assert_non_null(endings);
    assert_int_equal(error.code, ERROR_NONE);
    assert_int_equal(endings_men(endings), men);
    return endings;
}

int scratch_endings_remove(void **state, Endings *endings) {
    endings_close(endings);
    return scratch_remove(state);
}
