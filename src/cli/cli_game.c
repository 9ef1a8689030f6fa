#include <config.h>

#include "cli/cli_game.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "cli/cli_network.h"
#include "cli/cli_state.h"
#include "play/autosave.h"
#include "play/puzzle.h"
#include "rules/movegen.h"

/* The game that is being played, and what is told of it. */

/* --- saying --- */

void cli_say(Cli *cli, const char *format, ...) {
    char sentence[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    cli_network_end_line(cli);
    cli->presenter->say(&cli->out, sentence);
}

void cli_say_error(Cli *cli, const Error *error) {
    char sentence[ERROR_SENTENCE_SIZE];
    cli_network_end_line(cli);
    cli->presenter->say(&cli->out, error_sentence(error, sentence));
}

/* Takes what follows for told. */
static void mark_shown(Cli *cli) {
    cli->shown_ply = session_record(cli->session)->current;
    cli->shown_jumps = session_open_jumps(cli->session, NULL, NULL);
}

void cli_game_show(Cli *cli) {
    cli->presenter->game(&cli->out, cli->session);
    mark_shown(cli);
}

/* --- what has been played --- */

/* Tells a turn, or what is made of it, from its first jumps on, which were told before. */
static void show_move(Cli *cli, const Position *base, Move move, int shown, bool open) {
    Position before = *base;
    Transition transition = transition_make(&before, move, shown, open);
    cli->presenter->transition(&cli->out, &transition);
}

/* The jumps of the open turn. */
static Move open_jumps(const Session *session) {
    Square origin, landings[MOVE_JUMPS_MAX];
    int count = session_open_jumps(session, &origin, landings);
    Move move = move_capture_start(origin);
    Square from = origin;
    for (int i = 0; i < count; from = landings[i++])
        move = move_with_jump(move, move_jump_between(from, landings[i]));
    return move;
}

static void show_ply(Cli *cli) {
    const Record *record = session_record(cli->session);
    show_move(cli, record_position_at(record, cli->shown_ply), record->plies[cli->shown_ply].move,
              cli->shown_jumps, false);
    cli->shown_ply++;
    cli->shown_jumps = 0;
    cli->presenter->warnings(&cli->out, cli->session, record_position_at(record, cli->shown_ply));
}

static void show_open_jumps(Cli *cli) {
    const Record *record = session_record(cli->session);
    show_move(cli, record_position(record), open_jumps(cli->session), cli->shown_jumps, true);
    cli->shown_jumps = session_open_jumps(cli->session, NULL, NULL);
    cli->presenter->warnings(&cli->out, cli->session, session_position(cli->session));
}

bool cli_game_show_last_move(Cli *cli) {
    const Record *record = session_record(cli->session);
    if (session_open_jumps(cli->session, NULL, NULL) > 0)
        show_move(cli, record_position(record), open_jumps(cli->session), 0, true);
    else if (record->current > 0)
        show_move(cli, record_position_at(record, record->current - 1),
                  record->plies[record->current - 1].move, 0, false);
    else
        return false;
    return true;
}

/* The game has gone on, or back, since it was told last. */
static void on_position(Cli *cli) {
    const Record *record = session_record(cli->session);
    int jumps = session_open_jumps(cli->session, NULL, NULL);
    cli_network_end_line(cli);
    while (cli->shown_ply < record->current)
        show_ply(cli);
    if (cli->shown_ply > record->current || cli->shown_jumps > jumps)
        cli_game_show(cli);
    else if (cli->shown_jumps < jumps)
        show_open_jumps(cli);
}

/* --- hearing the session --- */

static void on_draw_offer(Cli *cli) {
    Color by;
    bool offered = session_draw_offered(cli->session, &by);
    if (offered && !cli->shown_offer)
        cli_say(cli, "%s offers a draw: \"draw\" accepts it, a move declines it.", color_name(by));
    cli->shown_offer = offered;
}

/* What it says before the defender's move would only be in the way. */
static void on_puzzle(Cli *cli) {
    static const char *const help_hints[] = {[PUZZLE_TO_MOVE] = "",
                                             [PUZZLE_FAILED] = " Consult \"help undo\".",
                                             [PUZZLE_GIVEN_UP] = " Consult \"help undo\".",
                                             [PUZZLE_SOLVED] = " Consult \"help next\"."};
    PuzzleView puzzle;
    char sentence[PUZZLE_SENTENCE_SIZE];
    if (!puzzle_view(cli->session, &puzzle) || puzzle.state == PUZZLE_DEFENDING)
        return;
    cli_say(cli, "%s%s", puzzle_sentence(&puzzle, cli->session, sentence),
            help_hints[puzzle.state]);
    bool shown = puzzle.state == PUZZLE_TO_MOVE && puzzle.hint == PUZZLE_HINT_MOVE;
    Move named_move = shown ? puzzle.hint_move : puzzle.refutation;
    if (!move_is_none(named_move))
        cli->presenter->named_move(&cli->out, record_position(session_record(cli->session)),
                                   named_move);
}

/* Two computers that were to make a number of moves. */
static void continue_moves(Cli *cli) {
    if (cli->moves_left > 0 && --cli->moves_left > 0)
        session_single_step(cli->session, NULL);
}

static void on_session_event(void *context, Session *session, SessionEvent event) {
    Cli *cli = context;
    Error trouble;
    if (session != cli->session)
        return; /* of a game that has been left */
    switch (event) {
    case SESSION_POSITION:
        on_position(cli);
        continue_moves(cli);
        break;
    case SESSION_ADVICE:
        cli->presenter->advice(&cli->out, session_position(session), session_advice(session));
        break;
    case SESSION_STATE:
        on_draw_offer(cli);
        break;
    case SESSION_OVER:
        cli->presenter->over(&cli->out, session_outcome(session));
        break;
    case SESSION_NOTICE:
        error_set(&trouble, ERROR_STATE, "%s", session_notice(session));
        cli_say_error(cli, &trouble);
        break;
    case SESSION_PUZZLE:
        on_puzzle(cli);
        break;
    case SESSION_NETWORK:
        cli_network_on_change(cli);
        break;
    case SESSION_TALK:
        cli_network_on_talk(cli);
        break;
    case SESSION_THINKING:
    case SESSION_CLOCK:
        break;
    }
}

/* --- starting --- */

bool cli_game_start(Cli *cli, SessionSetup *setup, Error *error) {
    Session *before = cli->session;
    bool ephemeral = !cli->is_terminal && setup->resumed == NULL;
    if (!cli->is_terminal)
        setup->pace_ms = 0; /* nobody watches */
    Session *session = session_create(&cli->loop, setup, on_session_event, cli, error);
    if (session == NULL)
        return false;
    if (before != NULL)
        session_free(before, NULL, NULL);
    if (ephemeral)
        session_discard_autosave(session);
    cli->session = session;
    cli->shown_offer = false;
    cli->moves_left = 0;
    cli->save_path[0] = '\0';
    cli_network_on_start(cli);
    cli_game_show(cli);
    if (record_is_over(session_record(session)))
        cli->presenter->over(&cli->out, session_outcome(session));
    return true;
}

bool cli_game_start_from_settings(Cli *cli, const Settings *settings, Error *error) {
    SessionSetup setup;
    if (settings->place == PLACE_NETWORK)
        return cli_network_open(cli, settings, error);
    return session_setup_from_settings(settings, &setup, error) &&
           cli_game_start(cli, &setup, error);
}

bool cli_game_find_human(const Cli *cli, Color *color) {
    *color = position_side(session_position(cli->session));
    if (session_player(cli->session, *color)->kind != PLAYER_HUMAN)
        *color = color_other(*color);
    return session_player(cli->session, *color)->kind == PLAYER_HUMAN;
}

/* --- analysis --- */

static void show_analysis(Cli *cli) {
    const SearchSnapshot *thought = session_search_snapshot(cli->session);
    if (thought == NULL || thought->purpose != THINKING_ANALYSIS || thought->info.depth == 0) {
        cli_say(cli, "Nothing has been found yet.");
        return;
    }
    cli_say(cli, "Depth %d, %llu positions.", thought->info.depth,
            (unsigned long long)thought->info.nodes);
    for (int line = 0; line < thought->info.line_count; line++)
        cli->presenter->line(&cli->out, session_record(cli->session), thought, line);
}

void cli_game_stop_analysis(Cli *cli) {
    if (!cli->analysing)
        return;
    cli->analysing = false;
    uv_timer_stop(&cli->analysis_timer);
    show_analysis(cli);
    session_stop_analysis(cli->session);
}

/* The game that was left unfinished the last time. */

void cli_game_offer_resume(Cli *cli) {
    UnfinishedGame left;
    Error error = {0};
    if (autosave_find_unfinished(&left, &error)) {
        output_blank_line(&cli->out);
        cli_say(cli,
                "A game was left unfinished: White %s, Black %s, variant %s, %zu %s played. "
                "\"resume\" goes on with it.",
                record_tag_or_unknown(left.record, "White"),
                record_tag_or_unknown(left.record, "Black"), left.record->variant.name,
                left.record->current, left.record->current == 1 ? "move" : "moves");
        autosave_release_unfinished(&left);
    }
    if (error.code != ERROR_NONE)
        cli_say_error(cli, &error);
    cli_network_list_resumable(cli);
}

bool cli_game_resume_unfinished(Cli *cli, Error *error) {
    UnfinishedGame left;
    SessionSetup setup;
    if (!autosave_find_unfinished(&left, error))
        return error->code == ERROR_NONE && cli_network_resume(cli, NULL, error);
    error_clear(error);
    bool ready =
        session_setup_resume(&cli->settings, left.autosave, left.text, left.length, &setup, error);
    if (ready)
        left.autosave = NULL; /* the session has it */
    bool started = ready && cli_game_start(cli, &setup, error);
    autosave_release_unfinished(&left);
    return started;
}
