/* "How Congo works": the part of a page of games that explains the rules and the notation to a
 * reader who knows chess only. */
#ifndef EXPORT_RULES_SECTION_H
#define EXPORT_RULES_SECTION_H

#include <stdbool.h>

#include "base/buffer.h"
#include "export/board_svg.h"

/* What the games of a page have. Starts as {0}. */
typedef struct RulesTopics {
    bool families[2]; /* by PawnFamily */
    bool islands;
} RulesTopics;

/* Adds what games of a variant have. */
void rules_section_note(const Variant *variant, RulesTopics *topics);

/* Returns the pieces that the section shows. */
SymbolSet rules_section_symbols(const RulesTopics *topics);

/* Appends the ground of the diagrams, for the definitions of the page. */
void rules_section_add_ground(Buffer *svg);

/* Appends the section, with the id "how". Its diagrams use the ground and the symbols. */
void rules_section_add(const RulesTopics *topics, Buffer *html);

#endif
