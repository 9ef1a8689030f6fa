#include <config.h>

#include "cli/line_show.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "cli/cli_game.h"
#include "cli/description.h"
#include "rules/describe.h"
#include "rules/coordinate.h"
#include "rules/record_notes.h"

/* --- show --- */

static void show_board(Cli *cli) {
    cli->presenter->board(&cli->out, cli->session);
}

static void show_players(Cli *cli) {
    cli->presenter->players(&cli->out, cli->session);
}

static void show_moves(Cli *cli) {
    BoardStepList steps;
    transition_list_steps(cli->session, &steps);
    cli->presenter->moves(&cli->out, session_position(cli->session), &steps);
}

static void show_game(Cli *cli) {
    show_board(cli);
    show_players(cli);
    show_moves(cli);
}

static const struct {
    const char *name;
    void (*show)(Cli *cli);
} show_commands[] = {
    {"board", show_board}, {"players", show_players}, {"moves", show_moves}, {"game", show_game}};
enum { SHOW_COMMAND_COUNT = sizeof show_commands / sizeof show_commands[0] };

LineResult line_show(Cli *cli, const LineArguments *arguments, Error *error) {
    (void)error;
    for (int i = 0; i < SHOW_COMMAND_COUNT; i++) {
        if (!text_equal_ignore_case(show_commands[i].name, arguments->word[0]))
            continue;
        show_commands[i].show(cli);
        return LINE_RESULT_OK;
    }
    return LINE_RESULT_USAGE;
}

void line_show_complete(const Cli *cli, const LineArguments *before, CompletionList *completions) {
    (void)cli;
    for (int i = 0; i < SHOW_COMMAND_COUNT && before->count == 0; i++)
        completion_add(completions, show_commands[i].name);
}

/* --- the game's moves --- */

LineResult line_show_moves(Cli *cli, const LineArguments *arguments, Error *error) {
    const Record *record = session_record(cli->session);
    (void)arguments, (void)error;
    if (record->current == 0) {
        cli_say(cli, "No move has been made.");
        return LINE_RESULT_OK;
    }
    cli->presenter->history(&cli->out, record);
    return LINE_RESULT_OK;
}

/* --- help --- */

/* "help advise | exit | ..." */
static void print_help_usage(Output *out) {
    Buffer usage = {0};
    buffer_add_string(&usage, "help");
    for (size_t i = 0; line_commands_get(i) != NULL; i++)
        buffer_add_format(&usage, "%s %s", i > 0 ? " |" : "", line_commands_get(i)->name);
    output_wrapped(out, usage.bytes);
    buffer_free(&usage);
}

static void print_help_page(Output *out, const LineCommand *command) {
    output_text(out, " NAME\n");
    output_wrapped(out, command->name);
    output_text(out, " DESCRIPTION\n");
    output_wrapped(out, command->summary);
    if (command->details != NULL)
        output_wrapped(out, command->details);
    output_text(out, " USAGE\n");
    if (command->usage != NULL)
        output_wrapped(out, command->usage);
    else
        print_help_usage(out);
}

/* Lists the commands by what they are for, each with a sentence. */
static void print_commands(Cli *cli) {
    static const char *const groups[GROUP_COUNT] = {[GROUP_MOVES] = "Playing",
                                                    [GROUP_BOARD] = "Looking at the game",
                                                    [GROUP_COMPUTER] = "Computers",
                                                    [GROUP_GAMES] = "Other games, and files",
                                                    [GROUP_SETUP] = "Setting up a position",
                                                    [GROUP_PUZZLES] = "Puzzles",
                                                    [GROUP_NETWORK] = "Over the network",
                                                    [GROUP_PROGRAM] = "The program"};
    for (int group = 0; group < GROUP_COUNT; group++) {
        cli->presenter->list_title(&cli->out, groups[group]);
        for (size_t i = 0; line_commands_get(i) != NULL; i++)
            if ((int)line_commands_get(i)->group == group)
                cli->presenter->list_entry(&cli->out, line_commands_get(i)->name,
                                           line_commands_get(i)->summary);
    }
    output_blank_line(&cli->out);
    cli_say(cli, "\"help move\" says more about a command, here \"move\".");
    cli_say(cli, "A move needs no command: \"d2 d3\" is enough.");
}

LineResult line_show_help(Cli *cli, const LineArguments *arguments, Error *error) {
    const LineCommand *command =
        arguments->count > 0 ? line_commands_find(arguments->word[0]) : NULL;
    (void)error;
    if (arguments->count == 0) {
        print_commands(cli);
        return LINE_RESULT_OK;
    }
    if (command == NULL)
        return LINE_RESULT_USAGE;
    print_help_page(&cli->out, command);
    return LINE_RESULT_OK;
}

void line_show_complete_help(const Cli *cli, const LineArguments *before,
                             CompletionList *completions) {
    (void)cli;
    for (size_t i = 0; before->count == 0 && line_commands_get(i) != NULL; i++)
        completion_add(completions, line_commands_get(i)->name);
}

LineResult line_show_exit(Cli *cli, const LineArguments *arguments, Error *error) {
    (void)arguments, (void)error;
    cli_end(cli);
    return LINE_RESULT_OK;
}

/* --- the board --- */

/* Prints and frees a sentence. */
static void say_buffer(Cli *cli, Buffer *text) {
    cli->presenter->say(&cli->out, text->bytes);
    buffer_free(text);
}

static LineResult say_row(Cli *cli, Buffer *text, Bitboard squares) {
    buffer_add_string(text, ": ");
    describe_row(session_position(cli->session), squares, text);
    buffer_add_string(text, ".");
    say_buffer(cli, text);
    return LINE_RESULT_OK;
}

LineResult line_show_rank(Cli *cli, const LineArguments *arguments, Error *error) {
    enum { RIVER_RANK = 4 };
    int rank;
    Buffer text = {0};
    (void)error;
    if (!text_parse_number(arguments->word[0], 1, BOARD_RANKS, &rank))
        return LINE_RESULT_USAGE;
    buffer_add_format(&text, rank == RIVER_RANK ? "rank %d, the river" : "rank %d", rank);
    return say_row(cli, &text, ROW_MASK(BOARD_RANKS - rank));
}

LineResult line_show_file(Cli *cli, const LineArguments *arguments, Error *error) {
    const char *word = arguments->word[0];
    Buffer text = {0};
    Bitboard squares = 0;
    char file = (char)(word[0] | 0x20);
    (void)error;
    if (file < 'a' || file > 'g' || word[1] != '\0')
        return LINE_RESULT_USAGE;
    for (int rank = 1; rank <= BOARD_RANKS; rank++)
        squares |= square_bit(square_at(file - 'a', rank));
    buffer_add_format(&text, "file %c", file);
    return say_row(cli, &text, squares);
}

/* Returns whether a word is a name or its plural. */
static bool names_type(const char *word, const char *name) {
    size_t length = strlen(name);
    return text_equal_ignore_case_n(word, name, length) &&
           (word[length] == '\0' || text_equal_ignore_case(word + length, "s"));
}

PieceType line_show_piece_type(const Variant *variant, const char *word) {
    for (PieceType type = LION; type < PIECE_NONE; type++) {
        bool letter = word[0] != '\0' && word[1] == '\0' &&
                      piece_type_from_letter(word[0], variant->pawns) == type;
        if (variant_has_piece(variant, type) &&
            (letter || names_type(word, piece_type_name(type, variant->pawns)) ||
             (type == PAWN && variant->pawns == PAWNS_MEGA && names_type(word, "mpawn")) ||
             strcmp(word, piece_type_emoji(type)) == 0))
            return type;
    }
    return PIECE_NONE;
}

LineResult line_show_piece(Cli *cli, const LineArguments *arguments, Error *error) {
    const Position *position = session_position(cli->session);
    const Variant *variant = position->variant;
    PieceType type = line_show_piece_type(variant, arguments->word[0]);
    Buffer text = {0};
    (void)error;
    if (type == PIECE_NONE)
        return LINE_RESULT_USAGE;
    buffer_add_format(&text, "%ss: white ", piece_type_name(type, variant->pawns));
    describe_squares(position_pieces(position, WHITE, type), &text);
    buffer_add_string(&text, "; black ");
    describe_squares(position_pieces(position, BLACK, type), &text);
    buffer_add_string(&text, ".");
    say_buffer(cli, &text);
    return LINE_RESULT_OK;
}

void line_show_complete_piece(const Cli *cli, const LineArguments *before,
                              CompletionList *completions) {
    const Variant *variant = session_position(cli->session)->variant;
    for (PieceType type = LION; type < PIECE_NONE && before->count == 0; type++)
        if (variant_has_piece(variant, type))
            completion_add(completions, piece_type_name(type, variant->pawns));
}

LineResult line_show_attackers(Cli *cli, const LineArguments *arguments, Error *error) {
    const char *word = arguments->word[0];
    Square square = strlen(word) == 2 ? square_parse(word) : SQUARE_NONE;
    Buffer text = {0};
    (void)error;
    if (square == SQUARE_NONE)
        return LINE_RESULT_USAGE;
    description_attackers(session_position(cli->session), square, &text);
    say_buffer(cli, &text);
    return LINE_RESULT_OK;
}

LineResult line_show_drowning(Cli *cli, const LineArguments *arguments, Error *error) {
    const Position *position = session_position(cli->session);
    Color side = position_side(position);
    (void)arguments, (void)error;
    for (int i = 0; i < COLOR_COUNT; i++) {
        Buffer text = {0};
        description_drowning(position, i == 0 ? side : color_other(side), &text);
        say_buffer(cli, &text);
    }
    return LINE_RESULT_OK;
}

LineResult line_show_last(Cli *cli, const LineArguments *arguments, Error *error) {
    (void)arguments;
    bool over = outcome_is_over(session_outcome(cli->session));
    if (!cli_game_show_last_move(cli) && !over)
        return line_commands_result(error_set(error, ERROR_STATE, "no move has been made"));
    if (record_notes_exist(session_record(cli->session), session_record(cli->session)->current))
        cli->presenter->notes(&cli->out, session_record(cli->session),
                              session_record(cli->session)->current);
    if (over)
        cli->presenter->outcome(&cli->out, session_outcome(cli->session));
    return LINE_RESULT_OK;
}
