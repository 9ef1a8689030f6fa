/* "How Congo works": the part of a page of games that explains the rules and the notation to a
 * reader who knows chess only. */
#ifndef EXPORT_RULES_SECTION_H
#define EXPORT_RULES_SECTION_H

#include <stdbool.h>

#include "base/buffer.h"
#include "export/board_svg.h"
#include "rules/notation.h"

/* Features of the games of a page that need an explanation. Starts as {0}. */
typedef struct RulesTopics {
    Variant variant;       /* of the first one */
    bool families[2];      /* by PawnFamily */
    Buffer islands, draws; /* descriptions of their variants; markup */
} RulesTopics;

/* Adds what games of a variant have. */
void rules_section_note(const Variant *variant, RulesTopics *topics);

void rules_section_free(RulesTopics *topics);

/* Returns the pieces that the section shows. */
SymbolSet rules_section_symbols(const RulesTopics *topics);

/* Appends the ground of the diagrams, for the definitions of the page. */
void rules_section_add_ground(Buffer *svg);

/* Appends the section, with the id "how". Its diagrams use the ground and the symbols. `notation`
 * is that of the page's moves. */
void rules_section_add(const RulesTopics *topics, Notation notation, Buffer *html);

#endif
