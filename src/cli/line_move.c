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

Verdict run_move(Cli *cli, const Arguments *arguments, Error *error) {
    Square squares[ARGUMENTS_MAX];
    int count = arguments->count;
    if (count < 2 || count > MOVE_JUMPS_MAX + 2)
        return VERDICT_FORMAT;
    for (int i = 0; i < count; i++) {
        squares[i] =
            strlen(arguments->word[i]) == 2 ? square_parse(arguments->word[i]) : SQUARE_NONE;
        if (squares[i] == SQUARE_NONE)
            return VERDICT_FORMAT;
    }
    bool done = count == 2 ? session_step(cli->session, squares[0], squares[1], error)
                           : submit_path(cli, squares, count, error);
    return verdict_on_move(done, error);
}

/* What is no move at all must not be taken for one that comes at the wrong time. */
static bool is_move(const Cli *cli, const char *text, Error *error) {
    NotationFits fits;
    return notation_find(session_position(cli->session), text, &fits, error);
}

Verdict run_notation(Cli *cli, const char *text, Error *error) {
    if (!is_move(cli, text, error))
        return VERDICT_REFUSED;
    return verdict_on_move(session_submit_text(cli->session, text, error), error);
}

void complete_move(const Cli *cli, const Arguments *before, Candidates *candidates) {
    complete_squares(cli->session, before->word, before->count, candidates);
}

/* --- back and forth --- */

Verdict run_undo(Cli *cli, const Arguments *arguments, Error *error) {
    if (arguments->count > 0)
        return VERDICT_FORMAT;
    if (!session_undo(cli->session, error))
        return VERDICT_REFUSED;
    game_show(cli);
    return VERDICT_DONE;
}

Verdict run_redo(Cli *cli, const Arguments *arguments, Error *error) {
    return arguments->count > 0 ? VERDICT_FORMAT : verdict_of(session_redo(cli->session, error));
}

/* --- ends --- */

Verdict run_resign(Cli *cli, const Arguments *arguments, Error *error) {
    Color color;
    if (arguments->count > 0)
        return VERDICT_FORMAT;
    if (!game_find_human(cli, &color))
        return verdict_of(
            error_set(error, ERROR_STATE, "two computers are playing: nobody here can resign"));
    return verdict_of(session_resign(cli->session, color, error));
}

Verdict run_draw(Cli *cli, const Arguments *arguments, Error *error) {
    Color color, by;
    if (arguments->count > 0)
        return VERDICT_FORMAT;
    if (!game_find_human(cli, &color))
        return verdict_of(error_set(error, ERROR_STATE,
                                    "two computers are playing: nobody here can offer a draw"));
    bool offered = session_draw_offered(cli->session, &by);
    if (offered && session_player(cli->session, color_other(by))->kind == PLAYER_HUMAN)
        color = color_other(by);
    return verdict_of(session_draw(cli->session, color, error));
}
