/* Commands that ask about the board: what stands where, what attacks, what drowns. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "cli/line_commands.h"
#include "cli/words.h"
#include "rules/ascii.h"
#include "rules/coordinate.h"

/* Says and frees the sentence. */
static void say_buffer(Cli *cli, Buffer *text) {
    cli->voice->say(&cli->out, text->bytes);
    buffer_free(text);
}

static const Position *position_of(const Cli *cli) {
    return session_position(cli->session);
}

/* ---- a rank, a file ---- */

static Verdict tell_squares(Cli *cli, Buffer *text, Bitboard squares) {
    buffer_add_string(text, ": ");
    words_row(position_of(cli), squares, text);
    buffer_add_string(text, ".");
    say_buffer(cli, text);
    return VERDICT_DONE;
}

Verdict run_rank(Cli *cli, const Arguments *arguments, Error *error) {
    enum { RIVER_RANK = 4 };
    int rank;
    Buffer text = {0};
    (void)error;
    if (arguments->count != 1 || !argument_number(arguments->word[0], 1, BOARD_RANKS, &rank))
        return VERDICT_FORMAT;
    buffer_add_format(&text, rank == RIVER_RANK ? "rank %d, the river" : "rank %d", rank);
    return tell_squares(cli, &text, ROW_MASK(BOARD_RANKS - rank));
}

Verdict run_file(Cli *cli, const Arguments *arguments, Error *error) {
    const char *word = arguments->count == 1 ? arguments->word[0] : "";
    Buffer text = {0};
    Bitboard squares = 0;
    char file = (char)(word[0] | 0x20);
    (void)error;
    if (file < 'a' || file > 'g' || word[1] != '\0')
        return VERDICT_FORMAT;
    for (int rank = 1; rank <= BOARD_RANKS; rank++)
        squares |= square_bit(square_at(file - 'a', rank));
    buffer_add_format(&text, "file %c", file);
    return tell_squares(cli, &text, squares);
}

/* ---- pieces of a kind ---- */

/* A kind by its letter or name; PIECE_NONE if the variant has none such. */
static PieceType find_kind(const Variant *variant, const char *word) {
    for (PieceType kind = LION; kind < PIECE_NONE; kind++) {
        bool letter = word[0] != '\0' && word[1] == '\0' &&
                      piece_type_from_letter(word[0], variant->pawns) == kind;
        if ((kind != ELEPHANTE || variant->elephante) &&
            (letter || text_equal_ignore_case(word, piece_type_name(kind, variant->pawns))))
            return kind;
    }
    return PIECE_NONE;
}

Verdict run_piece(Cli *cli, const Arguments *arguments, Error *error) {
    const Position *position = position_of(cli);
    const Variant *variant = position->variant;
    PieceType kind = arguments->count == 1 ? find_kind(variant, arguments->word[0]) : PIECE_NONE;
    Buffer text = {0};
    (void)error;
    if (kind == PIECE_NONE)
        return VERDICT_FORMAT;
    buffer_add_format(&text, "%ss: white ", piece_type_name(kind, variant->pawns));
    words_squares(position_pieces(position, WHITE, kind), &text);
    buffer_add_string(&text, "; black ");
    words_squares(position_pieces(position, BLACK, kind), &text);
    buffer_add_string(&text, ".");
    say_buffer(cli, &text);
    return VERDICT_DONE;
}

void complete_piece(const Cli *cli, const Arguments *before, Candidates *candidates) {
    const Variant *variant = position_of(cli)->variant;
    for (PieceType kind = LION; kind < PIECE_NONE && before->count == 0; kind++)
        if (kind != ELEPHANTE || variant->elephante)
            candidates_add(candidates, piece_type_name(kind, variant->pawns));
}

/* ---- attacks ---- */

Verdict run_attackers(Cli *cli, const Arguments *arguments, Error *error) {
    const char *word = arguments->count == 1 ? arguments->word[0] : "";
    Square square = strlen(word) == 2 ? square_parse(word) : SQUARE_NONE;
    Buffer text = {0};
    (void)error;
    if (square == SQUARE_NONE)
        return VERDICT_FORMAT;
    words_attackers(position_of(cli), square, &text);
    say_buffer(cli, &text);
    return VERDICT_DONE;
}

/* ---- drowning ---- */

Verdict run_drowning(Cli *cli, const Arguments *arguments, Error *error) {
    const Position *position = position_of(cli);
    Color side = position_side(position);
    (void)error;
    if (arguments->count > 0)
        return VERDICT_FORMAT;
    for (int i = 0; i < COLOR_COUNT; i++) {
        Buffer text = {0};
        words_drowning(position, i == 0 ? side : color_other(side), &text);
        say_buffer(cli, &text);
    }
    return VERDICT_DONE;
}

/* ---- the last move ---- */

Verdict run_last(Cli *cli, const Arguments *arguments, Error *error) {
    if (arguments->count > 0)
        return VERDICT_FORMAT;
    return verdict_of(game_tell_last(cli) ||
                      error_set(error, ERROR_STATE, "no move has been made"));
}
