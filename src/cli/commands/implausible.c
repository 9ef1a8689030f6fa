#include <config.h>

#include "cli/commands/implausible.h"

#include <stdlib.h>

#include "base/number.h"
#include "base/text.h"
#include "cli/description.h"
#include "rules/describe.h"
#include "rules/coordinate.h"

typedef struct PositionCheck {
    const Position *position;
    Position start; /* of the variant's games */
    Color color;    /* whose pieces are checked */
    Buffer *text;
} PositionCheck;

/* Appends a sentence if no game can lead to the color's pieces. */
typedef void ImplausibilityFinder(PositionCheck *check);

static int count(const Position *position, Color color, PieceType type) {
    return popcount64(position_pieces(position, color, type));
}

/* After its own turn a side has at most one piece in deep river: the one that has just entered. A
 * monkey in the middle of a capture counts where it started. */
static void find_several_in_river(PositionCheck *check) {
    const Position *position = check->position;
    Color color = check->color;
    Bitboard pieces = description_in_river(position, color);
    int before = popcount64(pieces);
    if (description_in_river(&check->start, color))
        return;
    if (position_in_capture(position) && position_side(position) == color) {
        Bitboard began = square_bit((Square)position->jump_start) & variant_deep(position->variant);
        before += (began != 0) - bitboard_has(pieces, (Square)position->jump_at);
    }
    if (before <= 1)
        return;
    buffer_add_format(check->text,
                      "%s has %d pieces in the river after its own turn, but only one "
                      "can have moved there in that turn: ",
                      color_name(color), before);
    describe_piece_list(position, pieces, check->text);
    buffer_add_string(check->text, ".");
}

static void find_too_many(PositionCheck *check) {
    for (PieceType type = LION; type < PIECE_NONE; type++) {
        int now = count(check->position, check->color, type);
        int first = count(&check->start, check->color, type);
        if (type == PAWN || type == SUPERPAWN || now <= first)
            continue;
        const char *name = piece_type_name(type, check->position->variant->pawns);
        buffer_add_string(check->text, check->text->length > 0 ? " " : "");
        buffer_add_format(check->text, "%s has %d %s%s, and began with %d.",
                          color_name(check->color), now, name, text_plural((uint64_t)now), first);
    }
}

static void find_too_many_pawns(PositionCheck *check) {
    const Position *position = check->position;
    Color color = check->color;
    int pawns = count(position, color, PAWN), supers = count(position, color, SUPERPAWN);
    int first = count(&check->start, color, PAWN);
    int all_first = first + count(&check->start, color, SUPERPAWN);
    if (pawns > first)
        buffer_add_format(check->text, "%s has %d pawn%s, and began with %d.", color_name(color),
                          pawns, text_plural((uint64_t)pawns), first);
    else if (pawns + supers > all_first)
        buffer_add_format(check->text, "%s has %d pawns and %ss, and began with %d.",
                          color_name(color), pawns + supers,
                          piece_type_name(SUPERPAWN, position->variant->pawns), all_first);
}

/* Returns the rank as the color counts it, from its own side. */
static int relative_rank(Square square, Color color) {
    return color == WHITE ? square_rank(square) : BOARD_RANKS + 1 - square_rank(square);
}

/* The rank to which pawns that can retreat (PAWNS_CONGO) come back from beyond the river. */
enum { RETREAT_RANK = 3 };

static void find_pawns_behind(PositionCheck *check) {
    const Position *position = check->position;
    Color color = check->color;
    int least = BOARD_RANKS;
    for (Bitboard set = position_pieces(&check->start, color, PAWN); set;)
        least = min_int(least, relative_rank(bitboard_pop(&set), color));
    if (position->variant->pawns == PAWNS_CONGO)
        least = min_int(least, RETREAT_RANK);
    Bitboard behind = 0;
    for (Bitboard set = position_pieces(position, color, PAWN); set;) {
        Square square = bitboard_pop(&set);
        if (relative_rank(square, color) < least)
            behind |= square_bit(square);
    }
    if (!behind)
        return;
    buffer_add_format(check->text, "%s's ", color_name(color));
    describe_piece_list(position, behind, check->text);
    buffer_add_string(check->text, popcount64(behind) == 1
                                       ? " stands where no pawn of its colour can get."
                                       : " stand where no pawn of their colour can get.");
}

/* Returns the fewest jumps between two squares, or back to the same square. */
static int jumps_between(Square from, Square to) {
    enum { ROUND_TRIP_JUMPS = 3 };
    int files = abs(square_file(from) - square_file(to)) / 2;
    int ranks = abs(square_rank(from) - square_rank(to)) / 2;
    int most = max_int(files, ranks);
    return most > 0 ? most : ROUND_TRIP_JUMPS;
}

static void find_missing_captures(PositionCheck *check) {
    const Position *position = check->position;
    Color enemy = color_other(check->color);
    if (!position_in_capture(position) || position_side(position) != check->color)
        return;
    int jumps = jumps_between((Square)position->jump_start, (Square)position->jump_at);
    int missing = popcount64(check->start.by_color[enemy]) - popcount64(position->by_color[enemy]);
    if (missing >= jumps)
        return;
    buffer_add_format(check->text, "%s's monkey must have captured ", color_name(check->color));
    buffer_add_format(check->text, "%d so far, but %s has lost ", jumps, color_name(enemy));
    buffer_add_format(check->text, missing > 0 ? "only %d." : "none.", missing);
}

static ImplausibilityFinder *const finders[] = {find_several_in_river, find_too_many,
                                                find_too_many_pawns, find_pawns_behind,
                                                find_missing_captures};

int implausible_list(const Position *position, const char *prefix, Buffer *text) {
    int found = 0;
    for (size_t i = 0; i < COLOR_COUNT * sizeof finders / sizeof finders[0]; i++) {
        Buffer sentence = {0};
        PositionCheck check = {.position = position, .color = (Color)(i % 2), .text = &sentence};
        position_start(&check.start, position->variant);
        finders[i / 2](&check);
        if (sentence.length > 0) {
            buffer_add_string(text, prefix);
            buffer_add(text, sentence.bytes, sentence.length);
            buffer_add_string(text, "\n");
            found++;
        }
        buffer_free(&sentence);
    }
    return found;
}
