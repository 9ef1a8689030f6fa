/* Games as JSON; congo-file(5) describes the members. */
#ifndef EXPORT_GAME_JSON_H
#define EXPORT_GAME_JSON_H

#include "base/buffer.h"
#include "rules/record.h"

/* Appends a game as an object, without a line break after it. */
void game_json_add(const Record *record, Buffer *json);

#endif
