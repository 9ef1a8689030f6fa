#include <config.h>

#include "uci/perft_command.h"

#include <stdio.h>

#include "base/file.h"
#include "config/variantfile.h"
#include "rules/fen.h"
#include "uci/perft_divide.h"

int perft_command(const void *options, Error *error) {
    const PerftOptions *perft = options;
    Variant variant;
    Position position;
    PerftDivision division = {.leaves = 1};
    Buffer text = {0};
    if (!variantfile_load(perft->variant, &variant, error)) {
        error_prefix(error, "--variant: ");
        return COMMAND_FAILED;
    }
    position_start(&position, &variant);
    if ((perft->fen && !fen_parse(perft->fen, &variant, &position, error)) ||
        (perft->depth > 0 &&
         !perft_divide(&position, perft->depth, perft->threads, NULL, &division, error)))
        return COMMAND_FAILED;
    if (perft->divide)
        perft_divide_write_moves(&division, &text);
    perft_divide_write_total(&division, &text);
    perft_divide_free(&division);
    bool written = file_print(stdout, "standard output", text.bytes, text.length, error);
    buffer_free(&text);
    return written ? COMMAND_OK : COMMAND_FAILED;
}
