#include <config.h>

#include "cli/line_play.h"

#include <string.h>

#include "base/text.h"
#include "cli/cli_game.h"
#include "cli/cli_network.h"
#include "cli/move_line.h"
#include "play/variation.h"
#include "rules/coordinate.h"

/* --- moves --- */

/* Returns whether a word is a square and more, but not a sequence of squares. */
static bool is_broken_path(const char *word) {
    const char *at = word;
    while (square_parse(at) != SQUARE_NONE)
        at += 2;
    return at > word && *at != '\0';
}

/* Makes the move after "move" in a form other than its squares, such as b2b3 or Z-F5. */
static LineResult play_text(Cli *cli, const char *text, Error *error) {
    if (square_parse(text) != SQUARE_NONE && text[2] == '\0')
        return LINE_RESULT_USAGE;
    LineResult result = line_play_notation(cli, text, error);
    bool unread = result == LINE_RESULT_ERROR && error->code == ERROR_SYNTAX;
    return unread || (result == LINE_RESULT_ILLEGAL && is_broken_path(text)) ? LINE_RESULT_USAGE
                                                                             : result;
}

/* Reads squares, two or more. Returns false if the words are anything else. */
static bool read_squares(const LineArguments *arguments, Square squares[LINE_ARGUMENTS_MAX]) {
    for (int i = 0; i < arguments->count; i++) {
        const char *word = arguments->word[i];
        squares[i] = strlen(word) == 2 ? square_parse(word) : SQUARE_NONE;
        if (squares[i] == SQUARE_NONE)
            return false;
    }
    return arguments->count > 1;
}

LineResult line_play_move(Cli *cli, const LineArguments *arguments, Error *error) {
    Square squares[LINE_ARGUMENTS_MAX];
    if (arguments->count > LINE_ARGUMENTS_MAX || !read_squares(arguments, squares))
        return play_text(cli, arguments->text, error);
    if (arguments->count > MOVE_JUMPS_MAX + 2)
        return LINE_RESULT_USAGE;
    return line_commands_move_result(
        session_submit_path(cli->session, squares, arguments->count, error), error);
}

LineResult line_play_notation(Cli *cli, const char *text, Error *error) {
    return line_commands_move_result(move_line_play(cli->session, text, error), error);
}

void line_play_complete_move(const Cli *cli, const LineArguments *before,
                             CompletionList *completions) {
    completion_squares(cli->session, before->word, before->count, completions);
}

/* --- undo and redo --- */

LineResult line_play_undo(Cli *cli, const LineArguments *arguments, Error *error) {
    (void)arguments;
    if (!session_undo(cli->session, error))
        return LINE_RESULT_ERROR;
    cli_game_show(cli);
    return LINE_RESULT_OK;
}

LineResult line_play_redo(Cli *cli, const LineArguments *arguments, Error *error) {
    (void)arguments;
    return line_commands_result(session_redo(cli->session, error));
}

/* --- ending the game --- */

LineResult line_play_resign(Cli *cli, const LineArguments *arguments, Error *error) {
    Color color;
    (void)arguments;
    if (!cli_game_find_human(cli, &color))
        return line_commands_result(
            error_set(error, ERROR_STATE, "two computers are playing: nobody here can resign"));
    return line_commands_result(session_resign(cli->session, color, error));
}

LineResult line_play_draw(Cli *cli, const LineArguments *arguments, Error *error) {
    Color color, by;
    (void)arguments;
    if (!cli_game_find_human(cli, &color))
        return line_commands_result(error_set(
            error, ERROR_STATE, "two computers are playing: nobody here can offer a draw"));
    bool offered = session_draw_offered(cli->session, &by);
    if (offered && session_player(cli->session, color_other(by))->kind == PLAYER_HUMAN)
        color = color_other(by);
    return line_commands_result(session_draw(cli->session, color, error));
}

/* --- advice and analysis --- */

enum { SECONDS_MAX = 3600, ANALYSIS_DEFAULT_MS = 2000, RESUME_MOVES_MAX = 100000 };

LineResult line_play_advise(Cli *cli, const LineArguments *arguments, Error *error) {
    bool whole = arguments->count > 0;
    if (whole && !text_equal_ignore_case(arguments->word[0], "more"))
        return LINE_RESULT_USAGE;
    cli->whole_advice = whole;
    return line_commands_result(session_start_advice(cli->session, error));
}

static void on_analysis_timeout(uv_timer_t *timer) {
    cli_game_stop_analysis(timer->data);
}

LineResult line_play_analyse(Cli *cli, const LineArguments *arguments, Error *error) {
    int seconds = 0;
    if (arguments->count == 1 && !text_parse_number(arguments->word[0], 1, SECONDS_MAX, &seconds))
        return LINE_RESULT_USAGE;
    const Record *record = session_record(cli->session);
    if (!session_start_analysis(cli->session, record->current, cli->settings.lines, error))
        return LINE_RESULT_ERROR;
    int64_t default_ms =
        cli->settings.movetime_ms > 0 ? cli->settings.movetime_ms : ANALYSIS_DEFAULT_MS;
    cli->analysing = true;
    uv_update_time(&cli->loop);
    uv_timer_start(&cli->analysis_timer, on_analysis_timeout,
                   (uint64_t)(seconds > 0 ? 1000 * (int64_t)seconds : default_ms), 0);
    return LINE_RESULT_OK;
}

/* --- computers --- */

LineResult line_play_level(Cli *cli, const LineArguments *arguments, Error *error) {
    int level;
    SessionSetup setup;
    if (arguments->count == 1) {
        if (!text_parse_number(arguments->word[0], LEVEL_MIN, LEVEL_MAX, &level))
            return LINE_RESULT_USAGE;
        if (!session_set_level(cli->session, level, error))
            return LINE_RESULT_ERROR;
        cli->settings.level = level;
    }
    session_get_setup(cli->session, &setup);
    Color computer = setup.player[WHITE].kind == PLAYER_COMPUTER ? WHITE : BLACK;
    cli_say(cli, "The computer plays at level %d of %d.", setup.player[computer].level, LEVEL_MAX);
    return LINE_RESULT_OK;
}

LineResult line_play_pause(Cli *cli, const LineArguments *arguments, Error *error) {
    (void)arguments;
    if (!session_pause(cli->session, true, error))
        return LINE_RESULT_ERROR;
    cli->moves_left = 0;
    cli_say(cli, "The game is paused. Consult \"help resume\".");
    return LINE_RESULT_OK;
}

static bool play_moves(Cli *cli, int count, Error *error) {
    if (!session_is_paused(cli->session) && !session_pause(cli->session, true, error))
        return false;
    cli->moves_left = count;
    return session_single_step(cli->session, error);
}

LineResult line_play_resume(Cli *cli, const LineArguments *arguments, Error *error) {
    int count = 0;
    GameId id;
    SeatKey invitation;
    if (arguments->count == 1 && network_parse_id(arguments->word[0], &id, &invitation, NULL))
        return line_commands_result(cli_network_resume(cli, &id, error));
    if (arguments->count == 1 &&
        !text_parse_number(arguments->word[0], 1, RESUME_MOVES_MAX, &count))
        return LINE_RESULT_USAGE;
    cli->moves_left = 0;
    if (count > 0)
        return line_commands_result(play_moves(cli, count, error));
    if (session_can_pause(cli->session))
        return line_commands_result(session_pause(cli->session, false, error));
    return line_commands_result(cli_game_resume_unfinished(cli, error));
}
