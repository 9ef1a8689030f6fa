/* The graph of White's chances over a game, with its mistakes. */
#ifndef EXPORT_PAGE_GRAPH_H
#define EXPORT_PAGE_GRAPH_H

#include "base/buffer.h"
#include "rules/record.h"

/* Appends the graph as a figure. Appends nothing if fewer than two positions have scores. */
void page_graph_add(const Record *record, Buffer *html);

#endif
