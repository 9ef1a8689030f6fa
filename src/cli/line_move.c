/* Commands that play: moves in every form, and what else changes the game. */
#include <config.h>

#include <string.h>

#include "cli/line_commands.h"
#include "rules/notation.h"

/* --- moves --- */

/* The path of a whole capture; the last square twice, as a stop is entered, is the same path. */
static bool submit_path(Cli *cli, const Square *squares, int count, Error *error) {
    Move move;
    if (squares[count - 1] == squares[count - 2])
        count--;
    const Position *position = session_position(cli->session);
    if (!coordinate_find_move(position, squares[0], squares + 1, (size_t)count - 1, &move))
        return error_set(error, ERROR_ILLEGAL, "no piece can go like that");
    return session_submit(cli->session, move, error);
}

LineResult line_play_move(Cli *cli, const LineArguments *arguments, Error *error) {
    Square squares[LINE_ARGUMENTS_MAX];
    int count = arguments->count;
    if (count < 2 || count > MOVE_JUMPS_MAX + 2)
        return LINE_STATUS_USAGE;
    for (int i = 0; i < count; i++) {
        squares[i] =
            strlen(arguments->word[i]) == 2 ? square_parse(arguments->word[i]) : SQUARE_NONE;
        if (squares[i] == SQUARE_NONE)
            return LINE_STATUS_USAGE;
    }
    bool done = count == 2 ? session_step(cli->session, squares[0], squares[1], error)
                           : submit_path(cli, squares, count, error);
    return line_status_of_move(done, error);
}

/* What is no move at all must not be taken for one that comes at the wrong time. */
static bool is_move(const Cli *cli, const char *text, Error *error) {
    NotationFits fits;
    return notation_find(session_position(cli->session), text, &fits, error);
}

LineResult line_play_notation(Cli *cli, const char *text, Error *error) {
    if (!is_move(cli, text, error))
        return LINE_STATUS_ERROR;
    return line_status_of_move(session_submit_text(cli->session, text, error), error);
}

void line_play_complete_move(const Cli *cli, const LineArguments *before,
                             CompletionList *completions) {
    completion_squares(cli->session, before->word, before->count, completions);
}

/* --- back and forth --- */

LineResult line_play_undo(Cli *cli, const LineArguments *arguments, Error *error) {
    if (arguments->count > 0)
        return LINE_STATUS_USAGE;
    if (!session_undo(cli->session, error))
        return LINE_STATUS_ERROR;
    cli_game_show(cli);
    return LINE_STATUS_OK;
}

LineResult line_play_redo(Cli *cli, const LineArguments *arguments, Error *error) {
    return arguments->count > 0 ? LINE_STATUS_USAGE
                                : line_status(session_redo(cli->session, error));
}

/* --- ends --- */

LineResult line_play_resign(Cli *cli, const LineArguments *arguments, Error *error) {
    Color color;
    if (arguments->count > 0)
        return LINE_STATUS_USAGE;
    if (!cli_game_find_human(cli, &color))
        return line_status(
            error_set(error, ERROR_STATE, "two computers are playing: nobody here can resign"));
    return line_status(session_resign(cli->session, color, error));
}

LineResult line_play_draw(Cli *cli, const LineArguments *arguments, Error *error) {
    Color color, by;
    if (arguments->count > 0)
        return LINE_STATUS_USAGE;
    if (!cli_game_find_human(cli, &color))
        return line_status(error_set(error, ERROR_STATE,
                                     "two computers are playing: nobody here can offer a draw"));
    bool offered = session_draw_offered(cli->session, &by);
    if (offered && session_player(cli->session, color_other(by))->kind == PLAYER_HUMAN)
        color = color_other(by);
    return line_status(session_draw(cli->session, color, error));
}
