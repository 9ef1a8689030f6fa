#include <config.h>

#include "play/variation.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"
#include "rules/movegen.h"
#include "rules/notation.h"

size_t variation_write(const Record *record, const SearchSnapshot *latest, VariationOptions options,
                       char text[VARIATION_SIZE]) {
    const SearchLine *line = &latest->info.lines[options.line];
    Position position = latest->position;
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; i < line->length && i < options.first + options.count; i++) {
        Move move = line->pv[i];
        if (!move_is_legal(&position, move) ||
            length + NOTATION_SIZE + RECORD_NUMBER_SIZE > VARIATION_SIZE)
            break;
        if (i > options.first)
            text[length++] = ' ';
        if (i >= options.first) {
            bool first = i == options.first || position_side(&position) == WHITE;
            if (options.numbered && first)
                length += record_write_number(record, latest->ply + (size_t)i, text + length);
            length += notation_write(&position, move, options.notation, text + length);
        }
        position_make(&position, move);
    }
    return length;
}

void variation_write_score(Score white_score, bool is_short, char *text, size_t size) {
    static const char *const names[] = {"White", "Black"}, *const letters[] = {"W", "B"};
    int plies = score_win_plies(white_score);
    int centipawns = abs(white_score), moves = (abs(plies) + 1) / 2;
    const char *better = (is_short ? letters : names)[white_score < 0];
    if (plies != 0)
        snprintf(text, size, is_short ? "%s#%d" : "%s wins in %d", better, moves);
    else if (score_is_uncertain(white_score))
        snprintf(text, size, is_short ? "%s#?" : "%s may win", better);
    else if (centipawns == 0)
        snprintf(text, size, "0.00");
    else
        snprintf(text, size, "%s%s+%d.%02d", better, is_short ? "" : " ", centipawns / 100,
                 centipawns % 100);
}

void variation_describe_score(Score white_score, char text[VARIATION_SCORE_SIZE]) {
    enum { HALF_PAWN = 50, EVEN_BELOW = 30 };
    Color better = white_score >= 0 ? WHITE : BLACK;
    int plies = score_win_plies(white_score), moves = (abs(plies) + 1) / 2;
    int halves = (abs(white_score) + HALF_PAWN / 2) / HALF_PAWN;
    if (plies != 0)
        snprintf(text, VARIATION_SCORE_SIZE, "%s wins in %d move%s", color_name(better), moves,
                 text_plural((uint64_t)moves));
    else if (score_is_uncertain(white_score))
        snprintf(text, VARIATION_SCORE_SIZE, "%s wins unless a draw comes first",
                 color_name(better));
    else if (abs(white_score) < EVEN_BELOW)
        snprintf(text, VARIATION_SCORE_SIZE, "the game is about even");
    else if (halves == 1)
        snprintf(text, VARIATION_SCORE_SIZE, "%s is better by about half a pawn",
                 color_name(better));
    else
        snprintf(text, VARIATION_SCORE_SIZE, "%s is better by about %d%s pawn%s",
                 color_name(better), halves / 2, halves % 2 == 1 ? ".5" : "",
                 halves == 2 ? "" : "s");
}
