/* The game that is being played, and what is told of it. */
#include <config.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli_state.h"
#include "cli/remote.h"
#include "play/puzzle.h"
#include "play/sentence.h"
#include "rules/movegen.h"

/* --- saying --- */

void game_say(Cli *cli, const char *format, ...) {
    char sentence[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    remote_end_line(cli);
    cli->voice->say(&cli->out, sentence);
}

void game_say_error(Cli *cli, const Error *error) {
    char sentence[ERROR_SENTENCE_SIZE];
    remote_end_line(cli);
    cli->voice->say(&cli->out, error_sentence(error, sentence));
}

/* Takes what follows for told. */
static void follow(Cli *cli) {
    cli->seen_ply = session_record(cli->session)->current;
    cli->seen_jumps = session_open_jumps(cli->session, NULL, NULL);
}

void game_show(Cli *cli) {
    cli->voice->game(&cli->out, cli->session);
    follow(cli);
}

/* --- what has been played --- */

/* Tells a turn, or what is made of it, from its first jumps on, which were told before. */
static void tell_move(Cli *cli, const Position *base, Move move, int told, bool open) {
    Position before = *base;
    Transition transition = transition_of(&before, move, told, open);
    cli->voice->transition(&cli->out, &transition);
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

static void tell_ply(Cli *cli) {
    const Record *record = session_record(cli->session);
    tell_move(cli, record_position_at(record, cli->seen_ply), record->plies[cli->seen_ply].move,
              cli->seen_jumps, false);
    cli->seen_ply++;
    cli->seen_jumps = 0;
    cli->voice->after(&cli->out, cli->session, record_position_at(record, cli->seen_ply));
}

static void tell_jumps(Cli *cli) {
    const Record *record = session_record(cli->session);
    tell_move(cli, record_position(record), open_jumps(cli->session), cli->seen_jumps, true);
    cli->seen_jumps = session_open_jumps(cli->session, NULL, NULL);
    cli->voice->after(&cli->out, cli->session, session_position(cli->session));
}

bool game_tell_last(Cli *cli) {
    const Record *record = session_record(cli->session);
    if (session_open_jumps(cli->session, NULL, NULL) > 0)
        tell_move(cli, record_position(record), open_jumps(cli->session), 0, true);
    else if (record->current > 0)
        tell_move(cli, record_position_at(record, record->current - 1),
                  record->plies[record->current - 1].move, 0, false);
    else
        return false;
    return true;
}

/* The game has gone on, or back, since it was told last. */
static void hear_position(Cli *cli) {
    const Record *record = session_record(cli->session);
    int jumps = session_open_jumps(cli->session, NULL, NULL);
    remote_end_line(cli);
    while (cli->seen_ply < record->current)
        tell_ply(cli);
    if (cli->seen_ply > record->current || cli->seen_jumps > jumps)
        game_show(cli);
    else if (cli->seen_jumps < jumps)
        tell_jumps(cli);
}

/* --- hearing the session --- */

static void hear_offer(Cli *cli) {
    Color by;
    bool offered = session_draw_offered(cli->session, &by);
    if (offered && !cli->offer_told)
        game_say(cli, "%s offers a draw: \"draw\" accepts it, a move declines it.", color_name(by));
    cli->offer_told = offered;
}

/* What it says before the defender's move would only be in the way. */
static void hear_puzzle(Cli *cli) {
    static const char *const ways_on[] = {[PUZZLE_TO_MOVE] = "",
                                          [PUZZLE_FAILED] = " Consult \"help undo\".",
                                          [PUZZLE_GIVEN_UP] = " Consult \"help undo\".",
                                          [PUZZLE_SOLVED] = " Consult \"help next\"."};
    PuzzleView puzzle;
    char sentence[PUZZLE_SENTENCE_SIZE];
    if (!puzzle_view(cli->session, &puzzle) || puzzle.state == PUZZLE_DEFENDING)
        return;
    game_say(cli, "%s%s", puzzle_sentence(&puzzle, cli->session, sentence), ways_on[puzzle.state]);
    bool shown = puzzle.state == PUZZLE_TO_MOVE && puzzle.hint == PUZZLE_HINT_MOVE;
    Move named = shown ? puzzle.hint_move : puzzle.answer;
    if (!move_is_none(named))
        cli->voice->named(&cli->out, record_position(session_record(cli->session)), named);
}

/* Two computers that were to make a number of moves. */
static void hear_step(Cli *cli) {
    if (cli->steps_left > 0 && --cli->steps_left > 0)
        session_single_step(cli->session, NULL);
}

static void hear_session(void *context, Session *session, SessionEvent event) {
    Cli *cli = context;
    Error trouble;
    if (session != cli->session)
        return; /* of a game that has been left */
    switch (event) {
    case SESSION_POSITION:
        hear_position(cli);
        hear_step(cli);
        break;
    case SESSION_ADVICE:
        cli->voice->advice(&cli->out, session_position(session), session_advice(session));
        break;
    case SESSION_STATE:
        hear_offer(cli);
        break;
    case SESSION_OVER:
        cli->voice->over(&cli->out, session_outcome(session));
        break;
    case SESSION_NOTICE:
        error_set(&trouble, ERROR_STATE, "%s", session_notice(session));
        game_say_error(cli, &trouble);
        break;
    case SESSION_PUZZLE:
        hear_puzzle(cli);
        break;
    case SESSION_NETWORK:
        remote_hear_network(cli);
        break;
    case SESSION_TALK:
        remote_hear_talk(cli);
        break;
    case SESSION_THINKING:
    case SESSION_CLOCK:
        break;
    }
}

/* --- starting --- */

bool game_start(Cli *cli, SessionSetup *setup, Error *error) {
    Session *before = cli->session;
    bool passing = !cli->is_terminal && setup->resumed == NULL;
    if (!cli->is_terminal)
        setup->pace_ms = 0; /* nobody watches */
    Session *session = session_create(&cli->loop, setup, hear_session, cli, error);
    if (session == NULL)
        return false;
    if (before != NULL)
        session_free(before, NULL, NULL);
    if (passing)
        session_discard_autosave(session);
    cli->session = session;
    cli->offer_told = false;
    cli->steps_left = 0;
    cli->save_path[0] = '\0';
    remote_begin(cli);
    game_show(cli);
    if (record_is_over(session_record(session)))
        cli->voice->over(&cli->out, session_outcome(session));
    return true;
}

bool game_start_by(Cli *cli, const Settings *settings, Error *error) {
    SessionSetup setup;
    if (settings->place == PLACE_NETWORK)
        return remote_open(cli, settings, error);
    return session_setup_from_settings(settings, &setup, error) && game_start(cli, &setup, error);
}

bool game_find_human(const Cli *cli, Color *color) {
    *color = position_side(session_position(cli->session));
    if (session_player(cli->session, *color)->kind != PLAYER_HUMAN)
        *color = color_other(*color);
    return session_player(cli->session, *color)->kind == PLAYER_HUMAN;
}

/* --- analysis --- */

static void tell_thought(Cli *cli) {
    const SearchSnapshot *thought = session_search_snapshot(cli->session);
    if (thought == NULL || thought->purpose != THINKING_ANALYSIS || thought->info.depth == 0) {
        game_say(cli, "Nothing has been found yet.");
        return;
    }
    game_say(cli, "Depth %d, %llu positions.", thought->info.depth,
             (unsigned long long)thought->info.nodes);
    for (int line = 0; line < thought->info.line_count; line++)
        cli->voice->line(&cli->out, session_record(cli->session), thought, line);
}

void game_end_analysis(Cli *cli) {
    if (!cli->analysing)
        return;
    cli->analysing = false;
    uv_timer_stop(&cli->patience);
    tell_thought(cli);
    session_stop_analysis(cli->session);
}
