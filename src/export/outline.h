/*
 * Traces a picture of pixels: smooth outlines as the path of an SVG. After P. Selinger, "Potrace: a
 * polygon-based tracing algorithm", 2003: the edges of the pixels become polygons with as few
 * corners as possible, and their corners become curves unless they are sharp.
 */
#ifndef EXPORT_OUTLINE_H
#define EXPORT_OUTLINE_H

#include "base/buffer.h"
#include "board/silhouettes.h"

enum { OUTLINE_UNITS = 10 }; /* of the path, in the width of a pixel; a pixel is twice as high */

/* Appends the path's commands. Holes run the other way round, so that either rule fills it. */
void outline_trace(const Silhouette *picture, Buffer *path);

#endif
