#include <config.h>

#include "cli/cli_game.h"

#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "cli/cli_network.h"
#include "cli/line_review.h"
#include "play/autosave.h"
#include "play/puzzles/puzzle.h"
#include "play/puzzles/training_words.h"
#include "rules/movegen.h"

/* --- moves --- */

void cli_game_show(Cli *cli) {
    cli->presenter->board_and_players(&cli->out, cli->session);
    cli->shown_ply = session_record(cli->session)->current;
    cli->shown_jumps = session_open_jumps(cli->session, NULL, NULL);
}

/* Prints a turn without its first `shown` jumps. `open`: the turn is not over. */
static void show_move(Cli *cli, const Position *base, Move move, int shown, bool open) {
    Position before = *base;
    Transition transition = transition_make(&before, move, shown, open);
    cli->presenter->transition(&cli->out, &transition);
}

/* Returns the jumps of the capture in progress. */
static Move open_jumps(const Session *session) {
    Square from, landings[MOVE_JUMPS_MAX];
    int count = session_open_jumps(session, &from, landings);
    Move move = move_capture_start(from);
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
    cli->presenter->after_transition(&cli->out, cli->session, cli->shown_ply);
}

static void show_open_jumps(Cli *cli) {
    const Record *record = session_record(cli->session);
    show_move(cli, record_position(record), open_jumps(cli->session), cli->shown_jumps, true);
    cli->shown_jumps = session_open_jumps(cli->session, NULL, NULL);
    cli->presenter->after_transition(&cli->out, cli->session, record->current);
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

/* Prints the moves that are new, or the board after undo. */
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

/* --- events of the session --- */

static void on_draw_offer(Cli *cli) {
    Color by;
    bool offered = session_draw_offered(cli->session, &by);
    if (offered && !cli->shown_offer)
        cli_say(cli, "%s offers a draw: \"draw\" accepts it, a move declines it.", color_name(by));
    cli->shown_offer = offered;
}

static const char help_undo[] = " Consult \"help undo\".";
static const char help_next[] = " Consult \"help next\".";

/* Says in which moves a sentence in the notation consists. */
static void name_move(Cli *cli, Move move) {
    if (!move_is_none(move))
        cli->presenter->named_move(&cli->out, record_position(session_record(cli->session)), move);
}

static void show_puzzle(Cli *cli, const PuzzleView *puzzle) {
    static const char *const help_hints[] = {[PUZZLE_TO_MOVE] = "",
                                             [PUZZLE_FAILED] = help_undo,
                                             [PUZZLE_GIVEN_UP] = help_undo,
                                             [PUZZLE_SOLVED] = help_next};
    char sentence[PUZZLE_SENTENCE_SIZE];
    cli_say(cli, "%s%s", puzzle_sentence(puzzle, cli->session, sentence),
            help_hints[puzzle->state]);
    bool shown = puzzle->state == PUZZLE_TO_MOVE && puzzle->hint == PUZZLE_HINT_MOVE;
    name_move(cli, shown ? puzzle->hint_move : puzzle->refutation);
}

static void show_training(Cli *cli, const TrainingView *training) {
    static const char *const help_hints[] = {
        [TRAINING_TO_MOVE] = "",         [TRAINING_SLIPPED] = help_undo,
        [TRAINING_GIVEN_UP] = help_undo, [TRAINING_DRAWN] = help_undo,
        [TRAINING_STUCK] = help_next,    [TRAINING_SOLVED] = help_next};
    char comment[TRAINING_WORDS_SIZE], more[TRAINING_WORDS_SIZE] = "";
    if (training->state == TRAINING_SOLVED)
        training_words_score(training, more);
    else if (training->hint == TRAINING_HINT_NONE)
        training_words_task(training, more);
    cli_say(cli, "%s%s%s%s", training_words_comment(training, cli->session, comment),
            more[0] != '\0' ? " " : "", more, help_hints[training->state]);
    name_move(cli, training->hint == TRAINING_HINT_MOVE ? training->hint_move : training->answer);
}

/* Prints nothing before the defender's move. */
static void on_task(Cli *cli) {
    PuzzleView puzzle;
    TrainingView training;
    MistakeView mistake;
    if (mistake_view(cli->session, &mistake))
        line_review_show_exercise(cli, &mistake);
    if (puzzle_view(cli->session, &puzzle) && puzzle.state != PUZZLE_DEFENDING)
        show_puzzle(cli, &puzzle);
    if (training_view(cli->session, &training) && training.state != TRAINING_DEFENDING)
        show_training(cli, &training);
}

static void continue_moves(Cli *cli) {
    if (cli->moves_left > 0 && --cli->moves_left > 0)
        session_single_step(cli->session, NULL);
}

static void on_session_event(void *context, Session *session, SessionEvent event) {
    Cli *cli = context;
    Error notice;
    if (session != cli->session)
        return; /* an event of the previous game */
    switch (event) {
    case SESSION_POSITION:
        line_review_forget(cli);
        on_position(cli);
        continue_moves(cli);
        break;
    case SESSION_ADVICE:
        cli->presenter->advice(&cli->out, session, cli->whole_advice);
        break;
    case SESSION_STATE:
        on_draw_offer(cli);
        break;
    case SESSION_OVER:
        cli->presenter->outcome(&cli->out, session_outcome(session));
        break;
    case SESSION_NOTICE:
        error_set(&notice, ERROR_STATE, "%s", session_notice(session));
        cli_say_error(cli, &notice);
        break;
    case SESSION_TASK:
        on_task(cli);
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

static void show_start(Cli *cli, Session *session) {
    cli->session = session;
    cli->shown_offer = false;
    cli->moves_left = 0;
    cli->save_path[0] = '\0';
    cli_network_on_start(cli);
    cli_game_show(cli);
    if (record_is_over(session_record(session)))
        cli->presenter->outcome(&cli->out, session_outcome(session));
}

bool cli_game_start(Cli *cli, SessionSetup *setup, Error *error) {
    Session *before = cli->session;
    bool ephemeral = !cli->is_terminal && setup->resumed == NULL;
    bool exercise = setup->mistake != NULL;
    if (!cli->is_terminal)
        setup->pace_ms = 0; /* computers need not wait for a spectator */
    Session *session = session_create(&cli->loop, setup, on_session_event, cli, error);
    if (session == NULL)
        return false;
    line_review_forget(cli);
    if (!exercise)
        line_review_drop_game(cli);
    if (before != NULL && !line_review_keeps(cli, before))
        session_free(before, NULL, NULL);
    if (ephemeral)
        session_discard_autosave(session);
    show_start(cli, session);
    return true;
}

void cli_game_return(Cli *cli, Session *session) {
    line_review_forget(cli);
    session_free(cli->session, NULL, NULL);
    show_start(cli, session);
}

bool cli_game_start_from_settings(Cli *cli, const Settings *settings, Error *error) {
    SessionSetup setup;
    if (settings->place == PLACE_NETWORK)
        return cli_network_open(cli, settings, error);
    return session_setup_from_settings(settings, &setup, error) &&
           cli_game_start(cli, &setup, error);
}

Settings *cli_game_new_settings(const Cli *cli) {
    Settings *settings = memory_allocate(sizeof *settings);
    *settings = cli->settings;
    settings->load_path[0] = settings->key_path[0] = '\0';
    settings->puzzle = 0;
    settings->train[0] = '\0';
    settings->watch = false;
    return settings;
}

bool cli_game_find_human(const Cli *cli, Color *color) {
    *color = position_side(session_position(cli->session));
    if (session_player(cli->session, *color)->kind != PLAYER_HUMAN)
        *color = color_other(*color);
    return session_player(cli->session, *color)->kind == PLAYER_HUMAN;
}

/* --- analysis --- */

static void show_analysis(Cli *cli) {
    const SearchSnapshot *search = session_search_snapshot(cli->session);
    if (search == NULL || search->purpose != THINKING_ANALYSIS || search->info.depth == 0) {
        cli_say(cli, "Nothing has been found yet.");
        return;
    }
    cli_say(cli, "The computer looked %d turn%s ahead, at %llu position%s.", search->info.depth,
            text_plural((uint64_t)search->info.depth), (unsigned long long)search->info.nodes,
            text_plural(search->info.nodes));
    for (int line = 0; line < search->info.line_count; line++)
        cli->presenter->analysis_line(&cli->out, session_record(cli->session), search, line);
}

void cli_game_stop_analysis(Cli *cli) {
    if (!cli->analysing)
        return;
    cli->analysing = false;
    uv_timer_stop(&cli->analysis_timer);
    show_analysis(cli);
    session_stop_analysis(cli->session);
}

/* --- unfinished games --- */

void cli_game_offer_resume(Cli *cli) {
    UnfinishedGame unfinished;
    Error error = {0};
    if (autosave_find_unfinished(&unfinished, &error)) {
        output_blank_line(&cli->out);
        cli_say(cli,
                "A game was left unfinished: White %s, Black %s, variant %s, %zu move%s played. "
                "\"resume\" continues it.",
                record_tag_or_unknown(unfinished.record, "White"),
                record_tag_or_unknown(unfinished.record, "Black"), unfinished.record->variant.name,
                unfinished.record->current, text_plural(unfinished.record->current));
        autosave_release_unfinished(&unfinished);
    }
    if (error.code != ERROR_NONE)
        cli_say_error(cli, &error);
    cli_network_list_resumable(cli);
}

bool cli_game_resume_unfinished(Cli *cli, Error *error) {
    UnfinishedGame unfinished;
    SessionSetup setup;
    if (!autosave_find_unfinished(&unfinished, error))
        return error->code == ERROR_NONE && cli_network_resume(cli, NULL, error);
    error_clear(error);
    bool ready = session_setup_resume(&cli->settings, unfinished.autosave, unfinished.text,
                                      unfinished.length, &setup, error);
    if (ready)
        unfinished.autosave = NULL; /* the session owns it now */
    bool started = ready && cli_game_start(cli, &setup, error);
    autosave_release_unfinished(&unfinished);
    return started;
}
