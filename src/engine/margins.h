/*
 * The margins of the search (margins.def) under their names: constants, except in the tuner, which
 * compiles the engine with TUNED_MARGINS. There each search thread has its own, because two engines
 * of one process differ in them.
 */
#ifndef ENGINE_MARGINS_H
#define ENGINE_MARGINS_H

#ifdef TUNED_MARGINS

#include "engine/engine.h"

#define MARGIN(name, value, lowest, highest, step, unit) extern _Thread_local int(name);
#include "engine/margins.def"
#undef MARGIN

/* Sets the margins of the calling thread, in the order of margins.def. */
void margins_set(const int *values);

/* Sets the margins of an engine, from its next search on. Borrowed. */
void engine_set_margins(Engine *engine, const int *values);

#else

enum {
#define MARGIN(name, value, lowest, highest, step, unit) name = (value),
#include "engine/margins.def"
#undef MARGIN
};

#endif

#endif
