/* FENs, with the variant chosen by the first byte. A FEN that was read is a consistent position, is
 * written as a FEN that reads the same, and has moves that can be generated and made. */
#include <config.h>

#include <string.h>

#include "fuzz.h"

#include "rules/coordinate.h"
#include "rules/fen.h"
#include "rules/movegen.h"

enum { TEXT_MAX = 200, MOVES_MAX = 300 };

static void play_each(const Position *position) {
    MoveList moves;
    movelist_init(&moves);
    movegen_some(position, MOVES_MAX, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        char text[COORDINATE_SIZE];
        Position after = *position;
        Move move;
        coordinate_write(moves.moves[i], text);
        fuzz_require(coordinate_parse(position, text, &move, NULL));
        fuzz_require(move_equal(move, moves.moves[i]));
        position_make(&after, move);
        fuzz_require(position_is_sound(&after));
    }
    movelist_free(&moves);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t variants = 0;
    while (variant_builtin(variants))
        variants++;
    char text[TEXT_MAX + 1], written[FEN_SIZE], again[FEN_SIZE];
    Position position, copy;
    if (size == 0 || size - 1 > TEXT_MAX)
        return 0;
    const Variant *variant = variant_builtin(data[0] % variants);
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    if (!fen_parse(text, variant, &position, NULL))
        return 0;
    fuzz_require(position_is_sound(&position));
    fuzz_require(fen_write(&position, written) == strlen(written));
    fuzz_require(fen_parse(written, variant, &copy, NULL));
    fuzz_require(position_same(&position, &copy));
    fen_write(&copy, again);
    fuzz_require(strcmp(written, again) == 0);
    play_each(&position);
    return 0;
}
