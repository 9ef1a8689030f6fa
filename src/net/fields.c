#include <config.h>

#include "net/fields.h"

void fields_clear(Fields *fields) {
    *fields = (Fields){0};
}
