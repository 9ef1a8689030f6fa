#include <config.h>

#include "cli/line_setup.h"

#include <string.h>

#include "base/text.h"
#include "cli/cli_game.h"
#include "cli/line_game.h"
#include "rules/position_editor.h"

/* ---- messages ---- */

enum { CHANGES_LISTED = 6 }; /* changed squares that are listed one by one */

static Bitboard changed_squares(const Position *before, const Position *after) {
    Bitboard changed = 0;
    for (int type = 0; type < PIECE_TYPE_COUNT; type++)
        changed |= before->by_type[type] ^ after->by_type[type];
    for (int color = 0; color < COLOR_COUNT; color++)
        changed |= before->by_color[color] ^ after->by_color[color];
    return changed;
}

static void describe_square(Cli *cli, const Position *board, Square square) {
    char name[SQUARE_TEXT_SIZE];
    square_write(square, name);
    if (bitboard_has(position_occupied(board), square))
        cli_say(cli, "%s %s %s.", color_name(position_color_at(board, square)),
                piece_type_name(position_piece_at(board, square), board->variant->pawns), name);
    else
        cli_say(cli, "%s is empty.", name);
}

/* Lists what an edit has changed, or shows the board. */
static void show_edit(Cli *cli, const Position *before) {
    const Position *after = position_editor_board(cli->setup);
    Bitboard changed = changed_squares(before, after);
    if (cli->presenter->draws || popcount64(changed) > CHANGES_LISTED)
        cli->presenter->position(&cli->out, after);
    else
        while (changed)
            describe_square(cli, after, bitboard_pop(&changed));
}

/* Says whose turn it is, and what is not legal, or that a game can be played. */
static void say_verdict(Cli *cli) {
    const Position *board = position_editor_board(cli->setup);
    const char *side = color_name(position_side(board));
    char sentence[POSITION_EDITOR_SENTENCE_SIZE];
    size_t count = 0;
    if (cli->presenter->draws)
        output_blank_line(&cli->out);
    cli_say(cli, "%s is to move.", side);
    while (position_editor_explain(cli->setup, count, sentence)) {
        cli_say(cli, "%s", sentence);
        count++;
    }
    if (count > 0)
        return;
    if (position_can_capture_lion(board))
        cli_say(cli, "%s can capture the lion at once.", side);
    cli_say(cli, "\"setup play\" begins a game from here.");
}

bool line_setup_reject(Error *error) {
    return error_set(error, ERROR_STATE,
                     "a position is being set up: \"setup play\" begins a game from it, and "
                     "\"setup cancel\" goes back to your game");
}

/* ---- beginning and ending ---- */

static void begin(Cli *cli) {
    if (cli->setup != NULL)
        return;
    cli->setup = position_editor_create(session_position(cli->session));
    session_suspend(cli->session, true);
}

static void end(Cli *cli) {
    position_editor_free(cli->setup);
    cli->setup = NULL;
    session_suspend(cli->session, false);
}

/* ---- setup ---- */

static const struct {
    const char *word;
    void (*edit)(PositionEditor *editor); /* NULL: ends the set-up */
} setup_words[] = {
    {"empty", position_editor_clear},
    {"start", position_editor_start},
    {"mirror", position_editor_mirror},
    {"swap", position_editor_exchange},
    {"play", NULL},
    {"cancel", NULL},
};
enum { SETUP_WORDS = sizeof setup_words / sizeof setup_words[0] };

static LineResult run_word(Cli *cli, int word, Error *error) {
    bool was_open = cli->setup != NULL;
    if (setup_words[word].edit == NULL && !was_open)
        return cli_result(
            error_set(error, ERROR_STATE, "no position is being set up; \"setup\" begins"));
    if (strcmp(setup_words[word].word, "play") == 0) {
        Position position;
        if (!position_editor_get(cli->setup, &position, error) ||
            !line_game_start_position(cli, &position, error))
            return LINE_RESULT_ERROR;
        end(cli);
        return LINE_RESULT_OK;
    }
    if (setup_words[word].edit == NULL) {
        end(cli);
        cli_say(cli, "The game goes on.");
        cli_game_show(cli);
        return LINE_RESULT_OK;
    }
    begin(cli);
    setup_words[word].edit(cli->setup);
    cli->presenter->position(&cli->out, position_editor_board(cli->setup));
    say_verdict(cli);
    return LINE_RESULT_OK;
}

LineResult line_setup(Cli *cli, const LineArguments *arguments, Error *error) {
    bool was_open = cli->setup != NULL;
    for (int i = 0; i < SETUP_WORDS; i++)
        if (arguments->count == 1 &&
            text_equal_ignore_case(arguments->word[0], setup_words[i].word))
            return run_word(cli, i, error);
    if (arguments->count > 0 && strchr(arguments->text, '/') == NULL)
        return LINE_RESULT_USAGE;
    begin(cli);
    if (arguments->count > 0 && !position_editor_paste(cli->setup, arguments->text, error)) {
        if (!was_open)
            end(cli);
        return LINE_RESULT_ERROR;
    }
    cli->presenter->position(&cli->out, position_editor_board(cli->setup));
    say_verdict(cli);
    return LINE_RESULT_OK;
}

void line_setup_complete(const Cli *cli, const LineArguments *before, CompletionList *completions) {
    for (int i = 0; i < SETUP_WORDS && before->count == 0; i++)
        if (setup_words[i].edit != NULL || cli->setup != NULL)
            completion_add(completions, setup_words[i].word);
}

/* ---- put, remove, turn ---- */

static Square read_square(const char *word) {
    return strlen(word) == 2 ? square_parse(word) : SQUARE_NONE;
}

static bool read_color(const char *word, Color *color) {
    for (int i = 0; i < COLOR_COUNT; i++)
        if (text_equal_ignore_case(word, color_word((Color)i))) {
            *color = (Color)i;
            return true;
        }
    return false;
}

/* The piece that the next squares get. A letter has a colour, and so has a name after a colour. */
typedef struct PutPiece {
    PieceType type;
    Color color;
    bool has_color;
    bool is_used;
} PutPiece;

/* Reads a colour or piece of `put`. Returns false if the word is neither. */
static bool read_piece(const Variant *variant, const char *word, PutPiece *piece) {
    bool is_letter = word[1] == '\0';
    if (read_color(word, &piece->color)) {
        piece->has_color = true;
        piece->type = PIECE_NONE;
        return true;
    }
    piece->type = line_show_piece_type(variant, word);
    if (is_letter) {
        piece->color = word[0] >= 'a' ? BLACK : WHITE;
        piece->has_color = true;
    }
    piece->is_used = false;
    return piece->type != PIECE_NONE && piece->has_color;
}

/* Puts the pieces, or with editor NULL only checks the words. */
static bool put_pieces(const Variant *variant, const LineArguments *arguments,
                       PositionEditor *editor) {
    PutPiece piece = {.type = PIECE_NONE};
    for (int i = 0; i < arguments->count; i++) {
        Square square = read_square(arguments->word[i]);
        if (square == SQUARE_NONE && !read_piece(variant, arguments->word[i], &piece))
            return false;
        if (square == SQUARE_NONE)
            continue;
        if (piece.type == PIECE_NONE)
            return false;
        piece.is_used = true;
        if (editor != NULL)
            position_editor_put(editor, piece.color, piece.type, square, NULL);
    }
    return piece.is_used;
}

/* Rejects words among which there should be squares. */
static LineResult reject_words(const LineArguments *arguments, Error *error) {
    LineResult result = LINE_RESULT_USAGE;
    for (int i = 0; i < arguments->count && i < LINE_ARGUMENTS_MAX; i++)
        if (result == LINE_RESULT_USAGE)
            result = cli_reject_squares(arguments->word[i], error);
    return result;
}

/* Says what an edit has changed; it had begun with a copy of the board. */
static LineResult finish_edit(Cli *cli, const Position *before) {
    show_edit(cli, before);
    say_verdict(cli);
    return LINE_RESULT_OK;
}

LineResult line_setup_put(Cli *cli, const LineArguments *arguments, Error *error) {
    const Variant *variant = &session_record(cli->session)->variant;
    if (arguments->count > LINE_ARGUMENTS_MAX || !put_pieces(variant, arguments, NULL))
        return reject_words(arguments, error);
    begin(cli);
    Position before = *position_editor_board(cli->setup);
    put_pieces(variant, arguments, cli->setup);
    return finish_edit(cli, &before);
}

void line_setup_complete_put(const Cli *cli, const LineArguments *before,
                             CompletionList *completions) {
    if (before->count == 0)
        for (int i = 0; i < COLOR_COUNT; i++)
            completion_add(completions, color_word((Color)i));
    else if (before->count == 1)
        line_show_complete_piece(cli, &(LineArguments){.text = ""}, completions);
}

LineResult line_setup_remove(Cli *cli, const LineArguments *arguments, Error *error) {
    if (arguments->count > LINE_ARGUMENTS_MAX)
        return LINE_RESULT_USAGE;
    for (int i = 0; i < arguments->count; i++)
        if (read_square(arguments->word[i]) == SQUARE_NONE)
            return reject_words(arguments, error);
    begin(cli);
    Position before = *position_editor_board(cli->setup);
    for (int i = 0; i < arguments->count; i++)
        position_editor_remove(cli->setup, read_square(arguments->word[i]));
    return finish_edit(cli, &before);
}

LineResult line_setup_turn(Cli *cli, const LineArguments *arguments, Error *error) {
    Color side = WHITE;
    (void)error;
    if (arguments->count == 1 && !read_color(arguments->word[0], &side))
        return LINE_RESULT_USAGE;
    begin(cli);
    Position before = *position_editor_board(cli->setup);
    if (arguments->count == 0)
        side = color_other(position_side(&before));
    position_editor_set_side(cli->setup, side);
    return finish_edit(cli, &before);
}

/* ---- commands of a game that are about the position meanwhile ---- */

static LineResult step_back(Cli *cli, bool (*step)(PositionEditor *editor), const char *word,
                            Error *error) {
    Position before = *position_editor_board(cli->setup);
    if (!step(cli->setup))
        return cli_result(
            error_set(error, ERROR_STATE, "there is nothing to %s in the set-up", word));
    return finish_edit(cli, &before);
}

static LineResult run_undo(Cli *cli, const LineArguments *arguments, Error *error) {
    (void)arguments;
    return step_back(cli, position_editor_undo, "undo", error);
}

static LineResult run_redo(Cli *cli, const LineArguments *arguments, Error *error) {
    (void)arguments;
    return step_back(cli, position_editor_redo, "redo", error);
}

static LineResult run_fen(Cli *cli, const LineArguments *arguments, Error *error) {
    char fen[FEN_SIZE];
    (void)arguments;
    if (!position_editor_write_fen(cli->setup, fen, error))
        return LINE_RESULT_ERROR;
    cli_say(cli, "%s", fen);
    return LINE_RESULT_OK;
}

static LineResult run_show(Cli *cli, const LineArguments *arguments, Error *error) {
    if (!text_equal_ignore_case(arguments->word[0], "board"))
        return cli_result(line_setup_reject(error));
    cli->presenter->position(&cli->out, position_editor_board(cli->setup));
    return LINE_RESULT_OK;
}

LineCommandHandler *line_setup_handler(LineCommandHandler *in_game) {
    static const struct {
        LineCommandHandler *in_game, *in_setup;
    } handlers[] = {
        {line_setup, line_setup},
        {line_setup_put, line_setup_put},
        {line_setup_remove, line_setup_remove},
        {line_setup_turn, line_setup_turn},
        {line_play_undo, run_undo},
        {line_play_redo, run_redo},
        {line_game_fen, run_fen},
        {line_show, run_show},
    };
    for (size_t i = 0; i < sizeof handlers / sizeof handlers[0]; i++)
        if (handlers[i].in_game == in_game)
            return handlers[i].in_setup;
    return NULL;
}
