#include <config.h>

#include "play/session.h"

#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/monotonic.h"
#include "base/text.h"
#include "config/ending_folders.h"
#include "endings/endings.h"
#include "play/capture.h"
#include "play/clock.h"
#include "play/job.h"
#include "play/player.h"
#include "play/searcher.h"
#include "play/session_internal.h"
#include "play/session_setup.h"
#include "rules/coordinate.h"
#include "rules/games/gamefile.h"
#include "rules/notation.h"
#include "rules/player_names.h"

enum {
    DEFAULT_MOVETIME_MS = 2000, /* of a search without any limit */
    MOVETIME_MIN_MS = 50,       /* at the fastest pace */
    SAVED_FILE_MODE = 0666,
    ALL_MODES = 0777
};

/* The score of a position from White's view, as its last search found it. */
typedef struct KnownScore {
    bool known;
    Score white;
} KnownScore;

/* The searches on behalf of a session: a computer's moves, pondering, advice, analysis. */
typedef struct SessionThinking {
    ThinkingPurpose purpose; /* of the search that runs or is about to start */
    AdvisorKind advisor;
    size_t ply; /* number of the position searched */
    Position position;
    int lines;             /* requested variations */
    bool has_latest;       /* `latest` is valid: see session_search_snapshot */
    SearchSnapshot latest; /* the newest report */
    Move advice;           /* for the position on the board, or MOVE_NONE */
    Move expected;         /* the reply that a computer expects, or MOVE_NONE ... */
    Position expected_at;  /* ... in this position */
    KnownScore *scores;    /* by position number */
    size_t score_count;
    uint64_t seed;
} SessionThinking;

/* The solved endings of the variant: opened on libuv's pool when the session is created, and closed
 * with it. */
typedef struct SessionEndings {
    Endings *tables; /* NULL: none, or not opened yet */
    Job opening;     /* owns the members below while it runs */
    char setting[SETTING_PATH_SIZE];
    Variant variant;
    Error error;                   /* about a folder or a file that cannot be used */
    void (*closed)(void *session); /* not NULL: to be closed when they are open */
} SessionEndings;

struct Session {
    uv_loop_t *loop;
    SessionListener *listener;
    void *context;

    SessionSetup setup; /* as given, without what the session takes over */
    Record *record;
    PartialCapture capture;
    Clock clock;
    bool suspended; /* the whole program is stopped */
    bool paused;
    bool single_step; /* paused, but for one move */
    bool pacing;      /* between two computers: the last move stays visible until pace_timer */
    bool pace_limits_thinking; /* session_set_pace was called */
    bool computer_failed; /* no further request for a move until the position or state changes */
    bool draw_offered;    /* by `offerer` */
    Color offerer;
    bool end_notified; /* SESSION_OVER was posted */

    Searcher *searcher;
    SessionThinking thinking;
    SessionEndings endings;

    SessionTask *task;       /* NULL in a plain game */
    SessionNetwork *network; /* NULL for a local game */

    bool notes_changed;   /* since the file of setup.notes_path was written */
    Saver *saver;         /* NULL without autosave */
    bool has_autosave;    /* an autosave file exists or is being written */
    bool was_over;        /* when it was opened: nothing is kept unless it changes ... */
    uint64_t opened_hash; /* ... from this record */
    Error notice;
    bool notice_is_draw_declined;

    unsigned events; /* to be sent in the loop's next round: a set of 1 << SessionEvent */
    uv_idle_t idle;
    uv_timer_t clock_timer;
    uv_timer_t pace_timer;

    int open_parts; /* parts still to be closed after session_free */
    void (*done)(void *context);
    void *done_context;
};

static void on_round(uv_idle_t *idle);
static void on_clock_timer(uv_timer_t *clock_timer);

/* ---- events ---- */

void session_notify(Session *session, SessionEvent event) {
    session->events |= 1U << event;
    uv_idle_start(&session->idle, on_round);
}

void session_post_notice(Session *session, const char *sentence) {
    error_set(&session->notice, ERROR_STATE, "%s", sentence);
    session->notice_is_draw_declined = false;
    session_notify(session, SESSION_NOTICE);
}

static void post_failure(Session *session, const char *what, const Error *error) {
    char sentence[sizeof error->text];
    snprintf(sentence, sizeof sentence, "%s: %.300s", what, error->text);
    session_post_notice(session, sentence);
}

/* ---- the game ---- */

const Record *session_record(const Session *session) {
    return session->record;
}

const Position *session_position(const Session *session) {
    return capture_is_open(&session->capture) ? &session->capture.position
                                              : record_position(session->record);
}

int session_open_jumps(const Session *session, Square *origin, Square landings[MOVE_JUMPS_MAX]) {
    if (!capture_is_open(&session->capture))
        return 0;
    Move turn = capture_move(&session->capture);
    Square squares[MOVE_JUMPS_MAX];
    int count = move_landings(turn, squares);
    if (origin)
        *origin = move_from(turn);
    if (landings)
        memcpy(landings, squares, (size_t)count * sizeof *squares);
    return count;
}

const SessionPlayer *session_player(const Session *session, Color color) {
    return &session->setup.player[color];
}

bool session_is_of_others(const Session *session) {
    return session->setup.is_of_others;
}

Outcome session_outcome(const Session *session) {
    return record_outcome(session->record);
}

bool session_is_in_progress(const Session *session, Error *error) {
    Outcome outcome = record_outcome(session->record);
    if (outcome.result == RESULT_OPEN && outcome.reason == REASON_NONE)
        return true;
    return error_set(error, ERROR_STATE, "the game is over: %s", outcome_sentence(outcome));
}

/* Returns whether the moves of a side come from the person at this terminal. */
static bool is_local(const Session *session, Color color) {
    return session->setup.player[color].kind == PLAYER_HUMAN;
}

bool session_awaits_human(const Session *session) {
    return session_is_in_progress(session, NULL) &&
           is_local(session, position_side(record_position(session->record)));
}

bool session_can_pause(const Session *session) {
    return session_is_in_progress(session, NULL) && !session->network &&
           !is_local(session, WHITE) && !is_local(session, BLACK);
}

bool session_is_paused(const Session *session) {
    return session->paused;
}

const char *session_notice(const Session *session) {
    return session->notice.text;
}

bool session_notice_is_draw_declined(const Session *session) {
    return session->notice_is_draw_declined;
}

/* ---- searches end ---- */

static void set_score(SessionThinking *thinking, size_t ply, Score white) {
    if (ply >= thinking->score_count) {
        size_t count = ply + 1 + ply / 2;
        thinking->scores = memory_resize(thinking->scores, count, sizeof *thinking->scores);
        memset(thinking->scores + thinking->score_count, 0,
               (count - thinking->score_count) * sizeof *thinking->scores);
        thinking->score_count = count;
    }
    thinking->scores[ply] = (KnownScore){true, white};
}

bool session_score_at(const Session *session, size_t ply, Score *white_score) {
    const SessionThinking *thinking = &session->thinking;
    if (ply >= thinking->score_count || !thinking->scores[ply].known)
        return false;
    *white_score = thinking->scores[ply].white;
    return true;
}

static void set_purpose(Session *session, ThinkingPurpose purpose) {
    if (session->thinking.purpose == purpose)
        return;
    session->thinking.purpose = purpose;
    session_notify(session, SESSION_STATE);
}

static void stop_thinking(Session *session, ThinkingPurpose purpose) {
    if (session->thinking.purpose != purpose)
        return;
    searcher_cancel(session->searcher);
    set_purpose(session, THINKING_NONE);
}

/* Drops the scores and the analysis of positions after `ply`. Called when a new move replaces the
 * moves there. */
static void truncate_thinking(Session *session, size_t ply) {
    SessionThinking *thinking = &session->thinking;
    for (size_t i = ply + 1; i < thinking->score_count; i++)
        thinking->scores[i].known = false;
    if (thinking->ply > ply)
        stop_thinking(session, THINKING_ANALYSIS);
}

/* Returns the expected move of the side to move if it can be pondered, else MOVE_NONE. */
static Move expected_move(const Session *session) {
    const SessionThinking *thinking = &session->thinking;
    const Position *position = record_position(session->record);
    const SessionPlayer *other = &session->setup.player[color_other(position_side(position))];
    bool wanted = session->setup.ponder && other->kind == PLAYER_COMPUTER &&
                  other->advisor == ADVISOR_NEGAMAX;
    return wanted && !move_is_none(thinking->expected) &&
                   position_same(&thinking->expected_at, position) &&
                   move_is_legal(position, thinking->expected)
               ? thinking->expected
               : MOVE_NONE;
}

/* Returns whether the expected move has just been made or can still be made. */
static bool is_ponder_useful(const Session *session) {
    const SessionThinking *thinking = &session->thinking;
    const Record *record = session->record;
    if (!session_is_in_progress(session, NULL))
        return false;
    if (record->current == thinking->ply)
        return position_same(record_position(record), &thinking->position);
    return record->current + 1 == thinking->ply && !move_is_none(expected_move(session));
}

/* Returns whether the report is from the search for the last move. */
static bool explains_last_move(const Session *session, const SearchSnapshot *latest) {
    const Record *record = session->record;
    return latest->purpose == THINKING_MOVE && latest->ply + 1 == record->current &&
           position_same(&latest->position, record_position_at(record, latest->ply));
}

/* Called when the position has changed: ends the searches of other positions. */
static void update_thinking(Session *session) {
    SessionThinking *thinking = &session->thinking;
    stop_thinking(session, THINKING_MOVE);
    stop_thinking(session, THINKING_ADVICE);
    if (!is_ponder_useful(session))
        stop_thinking(session, THINKING_PONDER);
    thinking->advice = MOVE_NONE;
    if (thinking->purpose != THINKING_ANALYSIS && !explains_last_move(session, &thinking->latest))
        thinking->has_latest = false;
}

/* ---- clocks ---- */

bool session_has_clock(const Session *session) {
    return clock_is_set(&session->clock);
}

int64_t session_clock_ms(const Session *session, Color color) {
    return clock_left(&session->clock, color, monotonic_ms());
}

/* Updates the loop's time first, because timers start from it and it may be stale. */
static void start_timer(uv_timer_t *timer, uv_timer_cb callback, int64_t delay_ms) {
    uv_update_time(timer->loop);
    uv_timer_start(timer, callback, (uint64_t)delay_ms, 0);
}

static void set_clock_timer(Session *session) {
    int64_t now_ms = monotonic_ms();
    int64_t next = clock_next_change(&session->clock, now_ms);
    /* In a network game the server watches the flag. */
    if (next < 0 || (session->network && clock_flag_fell(&session->clock, now_ms))) {
        uv_timer_stop(&session->clock_timer);
        return;
    }
    start_timer(&session->clock_timer, on_clock_timer, next);
}

static void restore_clocks(Session *session) {
    const Record *record = session->record;
    bool found[COLOR_COUNT] = {false, false};
    clock_init(&session->clock, session->setup.clock);
    if (!clock_is_set(&session->clock))
        return;
    for (size_t ply = record->current; ply-- > 0 && !(found[WHITE] && found[BLACK]);) {
        Color mover = position_side(record_position_at(record, ply));
        int64_t shown = record->plies[ply].clock_ms;
        if (found[mover] || shown < 0)
            continue;
        session->clock.left_ms[mover] = shown;
        found[mover] = true;
    }
}

/* ---- what follows from a change ---- */

static bool is_running(const Session *session) {
    return session_is_in_progress(session, NULL) && !session->suspended && !session->pacing &&
           (!session->paused || session->single_step);
}

static void state_changed(Session *session) {
    int64_t now_ms = monotonic_ms();
    if (is_running(session)) {
        clock_run(&session->clock, now_ms);
    } else {
        clock_stop(&session->clock, now_ms);
        stop_thinking(session, THINKING_MOVE);
        stop_thinking(session, THINKING_PONDER);
    }
    set_clock_timer(session);
    session_notify(session, SESSION_STATE);
    if (clock_is_set(&session->clock))
        session_notify(session, SESSION_CLOCK);
}

/* Returns a copy of the game for the autosave, with what is needed to resume it. */
static Record *take_snapshot(const Session *session) {
    SessionSetup setup = session->setup;
    setup.record = session->record;
    setup.start_paused = session->paused;
    for (int color = 0; color < COLOR_COUNT && session_has_clock(session); color++)
        setup.clock_left_ms[color] = session_clock_ms(session, (Color)color);
    if (capture_is_open(&session->capture))
        setup.open_capture = capture_move(&session->capture);
    return session_setup_snapshot(&setup);
}

/* Returns whether it is a network game with a player here, who may be a computer. */
static bool has_seat(const Session *session) {
    const SessionPlayer *player = session->setup.player;
    return session->network &&
           (player[WHITE].kind != PLAYER_REMOTE || player[BLACK].kind != PLAYER_REMOTE);
}

/* Returns whether the game is saved now: a network game only when it is over, by a player of it. */
static bool is_autosaved(const Session *session) {
    return session->saver &&
           (!session->network || (has_seat(session) && autosave_is_archivable(session->record)));
}

static void save_in_background(Session *session) {
    if (!is_autosaved(session))
        return;
    session->has_autosave = true;
    saver_submit(session->saver, take_snapshot(session));
}

/* Handles a change of the position within a turn, by a jump. */
static void position_changed(Session *session) {
    bool was_over = session->end_notified;
    session->end_notified = !session_is_in_progress(session, NULL);
    session->computer_failed = false;
    update_thinking(session);
    save_in_background(session);
    session_notify(session, SESSION_POSITION);
    if (session->task)
        session->task->ops->update(session);
    if (session->end_notified && !was_over)
        session_notify(session, SESSION_OVER);
    state_changed(session);
}

/* Resets the clocks and the capture for the turn at the current ply. */
static void begin_turn(Session *session) {
    clock_begin_turn(&session->clock, position_side(record_position(session->record)),
                     session->record->current >= COLOR_COUNT);
    capture_clear(&session->capture);
}

static void stop_pacing(Session *session) {
    session->pacing = false;
    uv_timer_stop(&session->pace_timer);
}

static void on_pace_timer(uv_timer_t *pace_timer) {
    Session *session = pace_timer->data;
    stop_pacing(session);
    state_changed(session);
}

/* Between two computers: delays the next turn until the pace of the setup is kept, after a turn
 * that took used_ms. The clocks stop during the delay, which is for the spectator only. */
static void delay_next_move(Session *session, int64_t used_ms) {
    int64_t left = session->setup.pace_ms - used_ms;
    if (left <= 0 || session->paused || !session_can_pause(session))
        return;
    session->pacing = true;
    start_timer(&session->pace_timer, on_pace_timer, left);
    state_changed(session);
}

static void new_turn(Session *session) {
    stop_pacing(session);
    begin_turn(session);
    position_changed(session);
}

/* Parts the game from the finished one that was opened. */
static void becomes_another_game(Session *session) {
    session->setup.notes_path[0] = '\0';
    session->setup.is_of_others = false;
}

/* ---- the end of the game ---- */

bool session_declare(Session *session, Outcome outcome, Error *error) {
    if (!session_is_in_progress(session, error) || !record_declare(session->record, outcome, error))
        return false;
    session->draw_offered = false;
    becomes_another_game(session);
    capture_clear(&session->capture);
    position_changed(session);
    return true;
}

static Outcome win_against(Color loser, Reason reason) {
    return (Outcome){loser == WHITE ? RESULT_BLACK : RESULT_WHITE, reason};
}

/* Returns whether the flag of the side to move had fallen at `at_ms`. Always false in network
 * games, where the server decides. */
static bool flag_fell(const Session *session, int64_t at_ms) {
    return !session->network && clock_flag_fell(&session->clock, at_ms);
}

/* Ends the game: the side to move has no time left. */
static void lose_on_time(Session *session) {
    session_declare(session, win_against(session->clock.side, REASON_TIME), NULL);
}

static void on_clock_timer(uv_timer_t *clock_timer) {
    Session *session = clock_timer->data;
    /* A computer's move that was made in time may still be in the mailbox. */
    searcher_poll(session->searcher);
    if (flag_fell(session, monotonic_ms()))
        lose_on_time(session);
    session_notify(session, SESSION_CLOCK);
    set_clock_timer(session);
}

/* ---- turns ---- */

/* Returns whether a person may move now. Ends the game if the flag fell since the clock's last
 * tick. */
static bool check_human_turn(Session *session, Error *error) {
    if (!session_is_in_progress(session, error) ||
        (session->network && !session->network->ops->check_can_play(session, error)))
        return false;
    Color side = position_side(record_position(session->record));
    char player[PLAYER_DESCRIPTION_SIZE];
    player_describe(session, side, player);
    if (!is_local(session, side))
        return error_set(error, ERROR_STATE, "it is the turn of %s", player);
    if (!flag_fell(session, monotonic_ms()))
        return true;
    lose_on_time(session);
    return session_is_in_progress(session, error);
}

bool session_turn_make(Session *session, Move move, int64_t at_ms, Error *error) {
    Record *record = session->record;
    size_t ply = record->current;
    Color mover = position_side(record_position(record));
    Clock after = session->clock;
    clock_end_turn(&after, at_ms);
    int64_t used = clock_used(&after, at_ms);
    int64_t shown = clock_is_set(&after) ? after.left_ms[mover] : -1;
    if (!record_play_legal(record, move, used, shown, error))
        return false;
    session->clock = after;
    session->single_step = false;
    becomes_another_game(session);
    if (session->draw_offered && session->offerer != mover)
        session->draw_offered = false;
    truncate_thinking(session, ply);
    new_turn(session);
    delay_next_move(session, used);
    return true;
}

/* Makes a legal turn and sends it to the server of a network game. */
static bool make_and_send(Session *session, Move move, int64_t at_ms, Error *error) {
    if (!session_turn_make(session, move, at_ms, error))
        return false;
    if (session->network)
        session->network->ops->send_move(session);
    return true;
}

bool session_turn_play(Session *session, Move move, int64_t at_ms, Error *error) {
    return record_is_legal(session->record, move, error) &&
           make_and_send(session, move, at_ms, error);
}

/* Makes a turn of a person that is legal on the board; only repetition may still forbid it. In an
 * open capture, `move` is the rest of the turn. */
static bool submit(Session *session, Move move, Error *error) {
    if (capture_is_open(&session->capture))
        move = capture_move_with(&session->capture, move);
    return record_check_repetition(session->record, move, error) &&
           make_and_send(session, move, monotonic_ms(), error);
}

bool session_submit(Session *session, Move move, Error *error) {
    if (!check_human_turn(session, error))
        return false;
    if (!capture_is_open(&session->capture))
        return session_turn_play(session, move, monotonic_ms(), error);
    if (!move_is_legal(&session->capture.position, move))
        return error_set(error, ERROR_ILLEGAL, "the monkey cannot jump on like that");
    return submit(session, move, error);
}

/* Makes a whole turn, or the rest of an open capture, from its text. */
static bool submit_notation(Session *session, const char *text, NotationStyle style, Error *error) {
    const Position *position = session_position(session);
    Error unread = {0};
    NotationFits fits;
    Move move;
    bool whole = !capture_is_open(&session->capture) && session_is_in_progress(session, NULL);
    bool found = whole ? record_find_moves(session->record, text, &fits, &unread)
                       : notation_find(position, text, &fits, &unread);
    bool read = found && notation_choose(position, text, &fits, style, &move, NULL, &unread);
    /* A text that is no move at all is not an attempt to move out of turn. */
    if (unread.code != ERROR_SYNTAX && !check_human_turn(session, error))
        return false;
    return read ? submit(session, move, error) : error_set(error, unread.code, "%s", unread.text);
}

/* Sets an error that says why no step leads from one square to the other. */
static bool explain_illegal_step(const Position *position, Square from, Square to, Error *error) {
    char a[SQUARE_TEXT_SIZE], b[SQUARE_TEXT_SIZE];
    square_write(from, a);
    square_write(to, b);
    PieceType type = position_piece_at(position, from);
    if (type == PIECE_NONE)
        return error_set(error, ERROR_ILLEGAL, "there is no piece on %s", a);
    Color color = position_color_at(position, from);
    if (color != position_side(position))
        return error_set(error, ERROR_ILLEGAL, "the piece on %s belongs to %s", a,
                         color_name(color));
    if (position_in_capture(position) && from != (Square)position->jump_at)
        return error_set(error, ERROR_ILLEGAL,
                         "the monkey on %s is capturing: it must jump on or stop",
                         square_write((Square)position->jump_at, a));
    return error_set(error, ERROR_ILLEGAL, "the %s cannot go from %s to %s",
                     piece_type_name(type, position->variant->pawns), a, b);
}

/* Makes a legal jump. The turn stays open if another jump is possible, but a jump over the lion
 * ends the game. */
static bool step_jump(Session *session, Square from, Square to, Error *error) {
    int direction = move_jump_between(from, to);
    Square jumped = capture_jumped_square(from, direction);
    if (position_piece_at(session_position(session), jumped) != LION) {
        PartialCapture after = session->capture;
        capture_jump(&after, record_position(session->record), from, to);
        if (position_can_jump_on(&after.position)) {
            session->capture = after;
            position_changed(session);
            return true;
        }
    }
    return submit(session, move_with_jump(move_capture_start(from), direction), error);
}

bool session_step(Session *session, Square from, Square to, Error *error) {
    Bitboard targets, captures;
    if (!check_human_turn(session, error))
        return false;
    const Position *position = session_position(session);
    movegen_steps(position, from, &targets, &captures);
    if (!bitboard_has(targets, to))
        return explain_illegal_step(position, from, to, error);
    PieceType type = position_piece_at(position, from);
    if (type == MONKEY && bitboard_has(captures, to))
        return step_jump(session, from, to, error);
    return submit(session, move_plain(type, from, to), error);
}

static bool find_path(const Session *session, const Square *squares, int count, Move *move,
                      Error *error) {
    return coordinate_find_move(session_position(session), squares[0], squares + 1,
                                (size_t)count - 1, move) ||
           error_set(error, ERROR_ILLEGAL, "no piece can move like that");
}

bool session_submit_path(Session *session, const Square *squares, int count, Error *error) {
    Move move;
    if (count == 2)
        return session_step(session, squares[0], squares[1], error);
    if (squares[count - 1] == squares[count - 2])
        count--;
    return find_path(session, squares, count, &move, error) && check_human_turn(session, error) &&
           submit(session, move, error);
}

bool session_submit_steps(Session *session, const Square *squares, int count, Error *error) {
    Move move;
    if (count == 2 || squares[count - 1] == squares[count - 2])
        return session_submit_path(session, squares, count, error);
    if (!check_human_turn(session, error) || !find_path(session, squares, count, &move, error))
        return false;
    for (int i = 0; i + 1 < count; i++)
        if (!session_step(session, squares[i], squares[i + 1], error))
            return false;
    return true;
}

bool session_submit_text(Session *session, const char *text, NotationStyle style, Error *error) {
    Square squares[STEP_SQUARES_MAX];
    size_t length;
    int count = coordinate_read_steps(text, strlen(text), squares, &length);
    if (count > 0 && text[length] == '\0')
        return session_submit_steps(session, squares, count, error);
    return submit_notation(session, text, style, error);
}

bool session_undo_jump(Session *session, Error *error) {
    if (!capture_undo(&session->capture, record_position(session->record)))
        return error_set(error, ERROR_STATE, "there is no jump to take back");
    position_changed(session);
    return true;
}

/* ---- what is noted on the moves ---- */

void session_edit_notes(Session *session, void (*edit)(void *context, Record *record),
                        void *context) {
    edit(context, session->record);
    session->notes_changed = true;
    if (session->has_autosave)
        save_in_background(session);
}

/* Writes what was noted on a finished game into its file, whose time stays that of the game's end.
 * A failure is also a notice, and the next call tries again. */
static bool save_notes(Session *session, Error *error) {
    const char *path = session->setup.notes_path;
    struct stat before;
    bool whole = record_is_over(session->record); /* nothing was taken back */
    if (!session->notes_changed || !whole || *path == '\0' || stat(path, &before) != 0)
        return true;
    Record *copy = take_snapshot(session);
    size_t length;
    char *text = gamefile_write(copy, GAME_CONGO, &length);
    Error failure;
    bool done = file_write_atomic(path, text, length, before.st_mode & ALL_MODES, true, &failure);
    const struct timespec times[] = {before.st_atim, before.st_mtim};
    free(text);
    record_free(copy);
    session->notes_changed = !done;
    if (done) {
        utimensat(AT_FDCWD, path, times, 0);
        return true;
    }
    post_failure(session, "the review is not kept", &failure);
    return error_set(error, failure.code, "%s", failure.text);
}

/* ---- undo and redo ---- */

static void go_to_ply(Session *session, size_t ply) {
    record_go_to(session->record, ply);
    session->draw_offered = false;
    session->single_step = false;
    restore_clocks(session);
    new_turn(session);
}

/* Returns whether undo and redo may stop at a ply: against a computer, only at the human's turn. */
static bool is_undo_stop(const Session *session, size_t ply) {
    Color side = position_side(record_position_at(session->record, ply));
    return is_local(session, side) || !is_local(session, color_other(side));
}

/* Two computers would play on at once. */
static void go_to_ply_and_pause(Session *session, size_t ply) {
    go_to_ply(session, ply);
    if (session_can_pause(session))
        session->paused = true;
    state_changed(session);
}

static bool check_not_network(const Session *session, Error *error) {
    return !session->network ||
           error_set(error, ERROR_STATE, "moves of a network game cannot be taken back");
}

bool session_undo(Session *session, Error *error) {
    Record *record = session->record;
    if (session_undo_jump(session, NULL))
        return true;
    if (!check_not_network(session, error))
        return false;
    save_notes(session, NULL); /* they are of the game as it ended */
    /* A resignation, an agreed draw or a fallen flag is taken back before a move. */
    if (record->declared.reason != REASON_NONE && record->current == record->count) {
        record_truncate(record);
        go_to_ply_and_pause(session, record->current);
        return true;
    }
    size_t ply = record->current;
    if (ply == 0)
        return error_set(error, ERROR_STATE, "this is the start of the game");
    do {
        if (ply == 0)
            return error_set(error, ERROR_STATE, "you have not made a move yet");
        ply--;
    } while (!is_undo_stop(session, ply));
    go_to_ply_and_pause(session, ply);
    return true;
}

bool session_redo(Session *session, Error *error) {
    const Record *record = session->record;
    if (capture_redo(&session->capture, record_position(record))) {
        position_changed(session);
        return true;
    }
    size_t ply = record->current;
    if (ply == record->count)
        return error_set(error, ERROR_STATE, "there is nothing to redo");
    do
        ply++;
    while (ply < record->count && !is_undo_stop(session, ply));
    go_to_ply_and_pause(session, ply);
    return true;
}

bool session_go_to_ply(Session *session, size_t ply, Error *error) {
    if (!check_not_network(session, error))
        return false;
    if (ply > session->record->count)
        return error_set(error, ERROR_RANGE, "the game has no move %zu; expected 0 to %zu", ply,
                         session->record->count);
    save_notes(session, NULL);
    go_to_ply(session, ply);
    return true;
}

/* ---- searches begin ---- */

/* Returns the limits of the setup, or a default time if it sets no limit. */
static SearchLimits limits_of(const Session *session) {
    SearchLimits limits = session->setup.limits;
    if (limits.depth == 0 && limits.nodes == 0 && limits.movetime_ms == 0)
        limits.movetime_ms = DEFAULT_MOVETIME_MS;
    return limits;
}

static void limit_to_pace(const Session *session, SearchLimits *limits) {
    int64_t pace_ms = session->setup.pace_ms;
    if (!session->pace_limits_thinking || !session_can_pause(session))
        return;
    if (limits->movetime_ms == 0 || limits->movetime_ms > pace_ms)
        limits->movetime_ms = pace_ms > MOVETIME_MIN_MS ? pace_ms : MOVETIME_MIN_MS;
}

static SearchLimits limits_for_move(const Session *session) {
    const ClockSetting *clock = &session->clock.setting;
    SearchLimits limits = limits_of(session);
    /* A time for each move may be days: it only bounds the usual time. */
    if (clock_is_set(&session->clock) && !clock->per_move)
        limits = session->setup.limits;
    limit_to_pace(session, &limits);
    if (!clock_is_set(&session->clock))
        return limits;
    if (clock->per_move)
        limits.moves_to_go = 1;
    limits.move_overhead_ms = MOVE_OVERHEAD_MS;
    int64_t now_ms = monotonic_ms();
    for (int color = 0; color < COLOR_COUNT; color++) {
        int64_t left = clock_left(&session->clock, (Color)color, now_ms);
        limits.clock_ms[color] = left > 0 ? left : 1; /* 0 means no clock */
        limits.increment_ms[color] = clock->increment_ms;
    }
    return limits;
}

/* Returns the position after a ply, or in the middle of an open capture there. */
static const Position *position_at(const Session *session, size_t ply) {
    return ply == session->record->current ? session_position(session)
                                           : record_position_at(session->record, ply);
}

/* Starts a search that replaces any other. */
static bool launch(Session *session, ThinkingPurpose purpose, SearchRequest *request,
                   Error *error) {
    SessionThinking *thinking = &session->thinking;
    request->seed = thinking->seed++;
    bool started = searcher_start(session->searcher, request, error);
    if (started) {
        thinking->advisor = request->advisor;
        thinking->ply = request->position_count - 1;
        thinking->position = request->positions[thinking->ply];
        thinking->lines = request->multipv;
    }
    set_purpose(session, started ? purpose : THINKING_NONE);
    return started;
}

/* Returns a copy of the record's first positions and `last` after them, `count` in all, owned by
 * the caller. */
static Position *copy_positions(const Record *record, size_t count, const Position *last) {
    Position *copy = memory_resize(NULL, count, sizeof *copy);
    memcpy(copy, record_position_at(record, 0), (count - 1) * sizeof *copy);
    copy[count - 1] = *last;
    return copy;
}

/* Starts a search of the position after a ply. A copy of the game's positions ends in the middle of
 * an open capture. */
static bool start_search(Session *session, ThinkingPurpose purpose, size_t ply,
                         SearchRequest *request, Error *error) {
    const Position *positions = record_position_at(session->record, 0);
    const Position *last = position_at(session, ply);
    Position *copy =
        last != &positions[ply] ? copy_positions(session->record, ply + 1, last) : NULL;
    request->positions = copy ? copy : positions;
    request->position_count = ply + 1;
    session->thinking.has_latest = false;
    bool started = launch(session, purpose, request, error);
    free(copy);
    return started;
}

static void report_computer_failure(Session *session, const Error *error) {
    session->computer_failed = true;
    session_post_notice(session, error->text);
}

static SearchRequest request_for_move(const Session *session, Color side) {
    return (SearchRequest){.advisor = session->setup.player[side].advisor,
                           .limits = limits_for_move(session),
                           .level = session->setup.player[side].level,
                           .multipv = 1};
}

static void start_move_search(Session *session) {
    if (session->thinking.purpose == THINKING_PONDER) { /* on this position */
        searcher_ponder_hit(session->searcher);
        set_purpose(session, THINKING_MOVE);
        return;
    }
    Color side = position_side(record_position(session->record));
    SearchRequest request = request_for_move(session, side);
    Error error = {0};
    if (!start_search(session, THINKING_MOVE, session->record->current, &request, &error))
        report_computer_failure(session, &error);
}

static void start_ponder(Session *session) {
    Move expected = expected_move(session);
    if (session->thinking.purpose != THINKING_NONE || move_is_none(expected))
        return;
    const Record *record = session->record;
    Color side = color_other(position_side(record_position(record)));
    SearchRequest request = request_for_move(session, side);
    size_t count = record->current + 2;
    Position *positions = copy_positions(record, count, record_position(record));
    position_make(&positions[count - 1], expected);
    request.positions = positions;
    request.position_count = count;
    request.limits.ponder = true;
    if (position_outcome(&positions[count - 1]).result == RESULT_OPEN)
        launch(session, THINKING_PONDER, &request, NULL);
    free(positions);
}

bool session_start_advice(Session *session, Error *error) {
    if (!session_is_in_progress(session, error))
        return false;
    if (session->task)
        return error_set(error, ERROR_STATE, "%s have hints instead of advice",
                         session->task->ops->names);
    if (!session_awaits_human(session))
        return error_set(error, ERROR_STATE, "advice is given when it is your turn");
    if (session->thinking.purpose == THINKING_ADVICE)
        return true;
    Color side = position_side(record_position(session->record));
    SearchRequest request = {.advisor = session->setup.player[side].advisor,
                             .limits = limits_of(session),
                             .level = LEVEL_MAX,
                             .multipv = 1};
    return start_search(session, THINKING_ADVICE, session->record->current, &request, error);
}

bool session_allows_analysis(const Session *session, Error *error) {
    if (has_seat(session) && session_is_in_progress(session, NULL))
        return error_set(
            error, ERROR_STATE,
            "a network game can be analysed when it is over; until then, ask for advice");
    return !session->task || session->task->view.state == TASK_SOLVED ||
           error_set(error, ERROR_STATE, "%s", session->task->ops->analysis_refusal);
}

static bool check_can_analyse(const Session *session, size_t ply, Error *error) {
    if (ply > session->record->count)
        return error_set(error, ERROR_RANGE, "the game has no position %zu; expected 0 to %zu", ply,
                         session->record->count);
    if (position_outcome(record_position_at(session->record, ply)).result != RESULT_OPEN)
        return error_set(error, ERROR_STATE, "the game ends here: there is nothing to analyse");
    if (!session_allows_analysis(session, error))
        return false;
    return session->thinking.purpose != THINKING_MOVE ||
           error_set(error, ERROR_STATE, "the computer is thinking about its move");
}

static bool is_analysed(const Session *session, size_t ply, int lines) {
    const SessionThinking *thinking = &session->thinking;
    return thinking->purpose == THINKING_ANALYSIS && thinking->ply == ply &&
           thinking->lines == lines &&
           position_same(&thinking->position, position_at(session, ply));
}

bool session_start_analysis(Session *session, size_t ply, int lines, Error *error) {
    if (!check_can_analyse(session, ply, error))
        return false;
    if (is_analysed(session, ply, lines))
        return true;
    SearchRequest request = {.advisor = ADVISOR_NEGAMAX,
                             .limits = {.infinite = true},
                             .level = LEVEL_MAX,
                             .multipv = lines};
    return start_search(session, THINKING_ANALYSIS, ply, &request, error);
}

bool session_stop_analysis(Session *session) {
    if (session->thinking.purpose != THINKING_ANALYSIS)
        return false;
    stop_thinking(session, THINKING_ANALYSIS);
    session->thinking.has_latest = false;
    return true;
}

bool session_stop_search(Session *session, Error *error) {
    ThinkingPurpose purpose = session->thinking.purpose;
    if (purpose == THINKING_NONE || purpose == THINKING_PONDER)
        return error_set(error, ERROR_STATE, "the computer is not thinking at the moment");
    if (!session_stop_analysis(session))
        searcher_stop(session->searcher);
    return true;
}

Move session_advice(const Session *session) {
    return session->thinking.advice;
}

const SearchSnapshot *session_search_snapshot(const Session *session) {
    return session->thinking.has_latest ? &session->thinking.latest : NULL;
}

ThinkingPurpose session_thinking_purpose(const Session *session) {
    return session->thinking.purpose;
}

/* ---- searches report ---- */

static void store_report(Session *session, const SearchInfo *info) {
    SessionThinking *thinking = &session->thinking;
    thinking->latest =
        (SearchSnapshot){thinking->purpose, thinking->ply, thinking->position, *info};
    thinking->has_latest = true;
    session_notify(session, SESSION_THINKING);
    if (thinking->advisor != ADVISOR_NEGAMAX || info->line_count == 0)
        return;
    Score score = info->lines[0].score;
    bool white = position_side(&thinking->position) == WHITE;
    set_score(thinking, thinking->ply, white ? score : -score);
}

/* Plays the move that a computer has chosen. The score of the position also applies after it. */
static void on_move_found(Session *session, const SearchInfo *info, int64_t at_ms) {
    SessionThinking *thinking = &session->thinking;
    size_t ply = session->record->current;
    Score white;
    bool known = session_score_at(session, ply, &white);
    Error error = {0};
    if (flag_fell(session, at_ms)) {
        lose_on_time(session);
    } else if (!info->has_move) {
        error_set(&error, ERROR_STATE, "the computer did not find a move");
        report_computer_failure(session, &error);
    } else if (!session_turn_play(session, info->lines[0].pv[0], at_ms, &error)) {
        report_computer_failure(session, &error);
    } else {
        if (known)
            set_score(thinking, ply + 1, white);
        const SearchLine *line = &info->lines[0];
        thinking->expected = line->length > 1 ? line->pv[1] : MOVE_NONE;
        thinking->expected_at = *record_position(session->record);
    }
}

static void on_report(void *context, const SearchInfo *info, int64_t at_ms) {
    Session *session = context;
    ThinkingPurpose purpose = session->thinking.purpose;
    if (purpose == THINKING_PONDER)
        return; /* the person must not see the opponent's search */
    store_report(session, info);
    if (!info->final)
        return;
    set_purpose(session, THINKING_NONE);
    if (purpose == THINKING_MOVE)
        on_move_found(session, info, at_ms);
    if (purpose == THINKING_ADVICE && info->has_move) {
        session->thinking.advice = info->lines[0].pv[0];
        session_notify(session, SESSION_ADVICE);
    }
}

static void on_failed(void *context, const Error *error) {
    Session *session = context;
    set_purpose(session, THINKING_NONE);
    report_computer_failure(session, error);
}

/* ---- players ---- */

/* Asks the player to move. The move comes later; repeated calls within a turn have no effect. */
static void request_move(Session *session) {
    switch (session->setup.player[position_side(record_position(session->record))].kind) {
    case PLAYER_COMPUTER: /* when the solved endings are open, the round asks again */
        if (!session->endings.opening.running && !session->computer_failed &&
            session->thinking.purpose != THINKING_MOVE)
            start_move_search(session);
        break;
    case PLAYER_DEFENDER:
        assert(session->task);
        session->task->ops->defend(session);
        break;
    case PLAYER_HUMAN:
    case PLAYER_REMOTE:
        start_ponder(session); /* a computer here, in their time */
        break;
    }
}

/* Returns the score of the last search, or else the static evaluation, from the side's view. */
static Score computer_score(const Session *session, Color color) {
    const Record *record = session->record;
    const Position *position = record_position(record);
    Score white;
    if (session_score_at(session, record->current, &white) ||
        (record->current > 0 && session_score_at(session, record->current - 1, &white)))
        return color == WHITE ? white : -white;
    Score score = engine_evaluate(position);
    return position_side(position) == color ? score : -score;
}

static void ask_computer_draw(Session *session, Color color) {
    bool accepts =
        session->record->current >= SESSION_DRAW_PLIES && computer_score(session, color) <= 0;
    if (session->network) {
        session->network->ops->draw(session, accepts ? DRAW_ACCEPT : DRAW_DECLINE, NULL);
        session->draw_offered = accepts;
        return;
    }
    if (accepts) {
        session_declare(session, (Outcome){RESULT_DRAW, REASON_AGREED}, NULL);
        return;
    }
    char player[PLAYER_DESCRIPTION_SIZE], sentence[PLAYER_DESCRIPTION_SIZE + 16];
    session->draw_offered = false;
    player_describe(session, color, player);
    snprintf(sentence, sizeof sentence, "%s plays on.", player);
    session_post_notice(session, sentence);
    session->notice_is_draw_declined = true;
}

/* A person answers through session_draw, and a remote player through the server. */
void session_ask_draw(Session *session, Color color) {
    PlayerKind kind = session->setup.player[color].kind;
    if (kind == PLAYER_COMPUTER) {
        ask_computer_draw(session, color);
    } else if (kind == PLAYER_DEFENDER) {
        session->draw_offered = false;
        session_post_notice(session, session->task->ops->draw_refusal);
    }
}

static bool check_is_local(const Session *session, Color color, Error *error) {
    if (!session_is_in_progress(session, error))
        return false;
    char player[PLAYER_DESCRIPTION_SIZE];
    player_describe(session, color, player);
    return is_local(session, color) ||
           error_set(error, ERROR_STATE, "you cannot decide for %s", player);
}

bool session_resign(Session *session, Color color, Error *error) {
    if (!check_is_local(session, color, error))
        return false;
    if (session->network)
        return session->network->ops->resign(session, error);
    return session_declare(session, win_against(color, REASON_RESIGNED), error);
}

bool session_draw(Session *session, Color color, Error *error) {
    if (!check_is_local(session, color, error))
        return false;
    if (session->draw_offered && session->offerer == color)
        return error_set(error, ERROR_STATE, "%s has already offered a draw", color_name(color));
    DrawAction action = session->draw_offered ? DRAW_ACCEPT : DRAW_OFFER;
    if (session->network && !session->network->ops->draw(session, action, error))
        return false;
    if (session->draw_offered)
        return session->network ||
               session_declare(session, (Outcome){RESULT_DRAW, REASON_AGREED}, error);
    session->draw_offered = true;
    session->offerer = color;
    session_notify(session, SESSION_STATE);
    session_ask_draw(session, color_other(color));
    return true;
}

bool session_decline_draw(Session *session, Color color, Error *error) {
    if (!check_is_local(session, color, error))
        return false;
    if (!session->draw_offered || session->offerer == color)
        return error_set(error, ERROR_STATE, "no draw has been offered to %s", color_name(color));
    if (session->network && !session->network->ops->draw(session, DRAW_DECLINE, error))
        return false;
    session->draw_offered = false;
    session_notify(session, SESSION_STATE);
    return true;
}

bool session_draw_offered(const Session *session, Color *by) {
    *by = session->offerer;
    return session->draw_offered;
}

bool session_set_level(Session *session, int level, Error *error) {
    if (level < LEVEL_MIN || level > LEVEL_MAX)
        return error_set(error, ERROR_RANGE, "expected a level from %d to %d", LEVEL_MIN,
                         LEVEL_MAX);
    for (int color = 0; color < COLOR_COUNT; color++)
        session->setup.player[color].level = level;
    if (session->has_autosave)
        save_in_background(session);
    return true;
}

/* ---- rounds of the loop ---- */

/* A computer is asked for its move only in a round without events, when they have been shown. */
static void on_round(uv_idle_t *idle) {
    Session *session = idle->data;
    unsigned events = session->events;
    session->events = 0;
    if (events) {
        for (int event = 0; event < SESSION_EVENT_COUNT; event++)
            if (events >> event & 1)
                session->listener(session->context, session, (SessionEvent)event);
        return;
    }
    uv_idle_stop(idle);
    if (session->task)
        session->task->ops->save(session);
    if (is_running(session))
        request_move(session);
}

bool session_is_idle(const Session *session) {
    ThinkingPurpose purpose = session->thinking.purpose;
    return !uv_is_active((const uv_handle_t *)&session->idle) && !session->pacing &&
           !session->endings.opening.running && !(session->task && session->task->busy) &&
           !(session->network && session->network->ops->is_waiting(session)) &&
           (purpose == THINKING_NONE || purpose == THINKING_PONDER);
}

/* ---- two computers ---- */

static bool check_can_pause(const Session *session, Error *error) {
    if (!session_is_in_progress(session, error))
        return false;
    return session_can_pause(session) ||
           error_set(error, ERROR_STATE, "only a game between two computers can be paused");
}

bool session_pause(Session *session, bool pause, Error *error) {
    if (!check_can_pause(session, error))
        return false;
    stop_pacing(session);
    session->paused = pause;
    session->single_step = false;
    session->computer_failed = false;
    if (session->has_autosave)
        save_in_background(session);
    state_changed(session);
    return true;
}

bool session_single_step(Session *session, Error *error) {
    if (!check_can_pause(session, error))
        return false;
    if (!session->paused)
        return error_set(error, ERROR_STATE, "pause the game before making single moves");
    if (session->single_step)
        return error_set(error, ERROR_STATE, "the computer is still thinking about its move");
    session->single_step = true;
    state_changed(session);
    return true;
}

void session_suspend(Session *session, bool suspend) {
    session->suspended = suspend;
    state_changed(session);
}

int64_t session_pace(const Session *session) {
    SearchLimits limits = limits_of(session);
    bool searches = session->setup.player[WHITE].advisor == ADVISOR_NEGAMAX ||
                    session->setup.player[BLACK].advisor == ADVISOR_NEGAMAX;
    limit_to_pace(session, &limits);
    int64_t thinking_ms = searches ? limits.movetime_ms : 0;
    return thinking_ms > session->setup.pace_ms ? thinking_ms : session->setup.pace_ms;
}

void session_set_pace(Session *session, int ms) {
    session->setup.pace_ms = ms;
    session->pace_limits_thinking = true;
    if (!session->pacing)
        return;
    stop_pacing(session);
    delay_next_move(session, 0);
    state_changed(session);
}

/* ---- the task ---- */

SessionTask *session_task_of(const Session *session, const SessionTaskOps *ops) {
    return session->task && session->task->ops == ops ? session->task : NULL;
}

void session_task_enter(Session *session, TaskState state) {
    TaskView *view = &session->task->view;
    view->state = state;
    view->hint = TASK_HINT_NONE;
    view->hint_move = view->answer = MOVE_NONE;
    session_notify(session, SESSION_TASK);
}

bool session_task(const Session *session, TaskView *view) {
    if (session->task)
        *view = session->task->view;
    return session->task != NULL;
}

char *session_task_sentence(const Session *session, NotationStyle style,
                            char text[TASK_SENTENCE_SIZE]) {
    text[0] = '\0';
    if (session->task)
        session->task->ops->write_sentence(session, style, text);
    return text;
}

bool session_hint(Session *session, Error *error) {
    if (!session->task)
        return error_set(error, ERROR_STATE, "only puzzles and other exercises have hints");
    TaskView *view = &session->task->view;
    if (view->state != TASK_TO_MOVE)
        return error_set(error, ERROR_STATE, "hints are given when it is your turn");
    if (view->hint == TASK_HINT_NONE) {
        if (!session->task->ops->find_hint(session, &view->hint_move, error))
            return false;
        view->hint = TASK_HINT_PIECE;
    } else {
        view->hint = TASK_HINT_MOVE;
        view->helped = true;
    }
    session_notify(session, SESSION_TASK);
    return true;
}

uv_loop_t *session_loop(const Session *session) {
    return session->loop;
}

/* ---- for the network game ---- */

SessionNetwork *session_network(const Session *session) {
    return session->network;
}

void session_set_times(Session *session, size_t ply, int64_t used_ms, int64_t clock_ms) {
    record_set_times(session->record, ply, used_ms, clock_ms);
}

void session_truncate(Session *session, size_t ply) {
    record_go_to(session->record, ply);
    record_truncate(session->record);
    restore_clocks(session);
    new_turn(session);
}

void session_restart_turn(Session *session) {
    clock_begin_turn(&session->clock, session->clock.side, session->clock.counts_down);
    state_changed(session);
}

void session_set_clocks(Session *session, const int64_t left_ms[COLOR_COUNT]) {
    if (!session_has_clock(session))
        return;
    clock_begin_turn(&session->clock, session->clock.side, session->clock.counts_down);
    memcpy(session->clock.left_ms, left_ms, sizeof session->clock.left_ms);
    state_changed(session);
}

void session_set_name(Session *session, Color color, const char *name) {
    SessionPlayer *player = &session->setup.player[color];
    player_set_name(player, name);
    record_set_tag(session->record, color_name(color), player->is_named ? player->name : NULL);
}

void session_lose_seat(Session *session, Color color) {
    session->setup.player[color].kind = PLAYER_REMOTE;
    stop_thinking(session, THINKING_MOVE);
    stop_thinking(session, THINKING_ADVICE);
    state_changed(session);
}

void session_stop_computer(Session *session) {
    session->computer_failed = true;
}

void session_set_draw_offer(Session *session, bool offered, Color by) {
    session->draw_offered = offered;
    session->offerer = by;
    session_notify(session, SESSION_STATE);
}

/* ---- the solved endings ---- */

/* Runs on a thread of the pool: there are some hundreds of files, and the disk may be slow. */
static void open_tables(void *context) {
    SessionEndings *endings = &((Session *)context)->endings;
    EndingFolders folders;
    if (ending_folders_find(endings->setting, &folders, &endings->error) && folders.count > 0)
        endings->tables =
            endings_open(folders.list, folders.count, &endings->variant, &endings->error);
}

static void on_open(void *context, bool stopped) {
    Session *session = context;
    SessionEndings *endings = &session->endings;
    Error *error = &endings->error;
    (void)stopped;
    if (endings->closed) {
        endings_close(endings->tables);
        endings->closed(session);
        return;
    }
    searcher_set_endings(session->searcher, endings->tables);
    if (error->code != ERROR_NONE) {
        error_prefix(error, endings->tables ? "the solved endings are incomplete: "
                                            : "the solved endings cannot be used: ");
        session_post_notice(session, error->text);
    }
    session_notify(session, SESSION_STATE);
}

/* Begins to open the tables that the setup names, if it names any. */
static void open_endings(Session *session) {
    static const JobOps opening = {.work = open_tables, .done = on_open};
    SessionEndings *endings = &session->endings;
    if (!*session->setup.endings)
        return;
    text_copy(endings->setting, sizeof endings->setting, session->setup.endings);
    endings->variant = session->record->variant;
    job_start(&endings->opening, session->loop, &opening, session);
}

/* Closes the tables, which no search may use any more. If they are still being opened, returns at
 * once and calls `closed` with the session later. */
static void close_endings(Session *session, void (*closed)(void *session)) {
    SessionEndings *endings = &session->endings;
    if (endings->opening.running) {
        endings->closed = closed;
        job_stop(&endings->opening);
        return;
    }
    endings_close(endings->tables);
    endings->tables = NULL;
}

const Endings *session_endings(const Session *session) {
    return session->endings.opening.running ? NULL : session->endings.tables;
}

/* Lists the moves in the middle of an open capture. */
static bool list_open_capture(const Session *session, EndingChoices *list) {
    size_t count = session->record->current + 1;
    Position *positions = copy_positions(session->record, count, session_position(session));
    bool found = ending_choices_list(session->endings.tables, positions, count, list);
    free(positions);
    return found;
}

bool session_list_ending(const Session *session, size_t ply, EndingChoices *list, Error *error) {
    const Record *record = session->record;
    const SessionEndings *endings = &session->endings;
    bool in_capture = ply == record->current && capture_is_open(&session->capture);
    *list = (EndingChoices){0};
    if (!session_allows_analysis(session, error))
        return false;
    if (outcome_is_over(record->outcomes[ply]))
        return error_set(error, ERROR_STATE, "the game ends here: there is no move to look up");
    if (endings->opening.running)
        return error_set(error, ERROR_STATE, "the solved endings are being opened");
    bool found = in_capture ? list_open_capture(session, list)
                            : ending_choices_list(endings->tables, record_position_at(record, 0),
                                                  ply + 1, list);
    return found || ending_absence_explain(endings->tables, &endings->error,
                                           in_capture ? session_position(session)
                                                      : record_position_at(record, ply),
                                           error);
}

/* ---- files ---- */

bool session_save(Session *session, const char *path, bool overwrite, Error *error) {
    Record *copy = record_clone(session->record);
    if (copy->current < copy->count)
        record_truncate(copy);
    size_t length;
    char *text = gamefile_write(copy, GAME_CONGO, &length);
    bool done = file_write_atomic(path, text, length, SAVED_FILE_MODE, overwrite, error);
    free(text);
    record_free(copy);
    return done;
}

bool session_autosave(Session *session, Error *error) {
    if (!save_notes(session, error))
        return false;
    if (!session->saver || !session->has_autosave)
        return true;
    return saver_write_now(session->saver, take_snapshot(session), error);
}

bool session_check_kept(Session *session, Error *error) {
    if (session->setup.autosave && !session->saver)
        return error_set(error, ERROR_STATE, "no game of this run is kept");
    return (session->saver && saver_is_idle(session->saver)) || session_autosave(session, error);
}

/* ---- creation ---- */

static void on_saver_error(void *context, const Error *error) {
    post_failure(context, "the game is not kept", error);
}

static bool check_defender(const SessionSetup *setup, Error *error) {
    bool defended = false;
    for (int color = 0; color < COLOR_COUNT; color++)
        defended |= setup->player[color].kind == PLAYER_DEFENDER;
    return defended == (setup->task != NULL) ||
           error_set(error, ERROR_STATE, "an exercise needs a defender, and nothing else has one");
}

/* Creates both or, on failure, neither. The saver owns `resumed` in any case. */
static bool create_saver_and_searcher(Session *session, const SessionSetup *setup, Error *error) {
    SearcherListener listener = {.report = on_report, .failed = on_failed, .context = session};
    bool is_kept = setup->autosave || (setup->network && setup->keep_finished);
    bool has_file = setup->resumed || (is_kept && !setup->no_keep);
    if (has_file) {
        session->saver =
            saver_create(session->loop, setup->resumed, on_saver_error, session, error);
        if (!session->saver)
            return false;
        session->has_autosave = setup->resumed != NULL;
    }
    session->searcher =
        searcher_create(session->loop, setup->hash_mb, setup->threads, &listener, error);
    if (session->searcher)
        return true;
    if (session->saver)
        saver_close(session->saver, SAVER_UNLOCK, NULL, NULL, NULL);
    return false;
}

static void copy_setup(Session *session, const SessionSetup *setup) {
    session->setup = *setup;
    session->setup.record = NULL;
    session->setup.task = NULL;
    session->setup.resumed = NULL;
    session->setup.network = NULL;
    session->setup.open_capture = MOVE_NONE;
    for (int color = 0; color < COLOR_COUNT; color++) {
        session->setup.clock_left_ms[color] = -1;
        player_set_name(&session->setup.player[color], setup->player[color].name);
    }
}

static void begin_game(Session *session, const SessionSetup *setup) {
    session->end_notified = !session_is_in_progress(session, NULL);
    session->paused = setup->start_paused && session_can_pause(session);
    restore_clocks(session);
    begin_turn(session);
    for (int color = 0; color < COLOR_COUNT; color++)
        if (setup->clock_left_ms[color] >= 0)
            session->clock.left_ms[color] = setup->clock_left_ms[color];
    if (move_jumps(setup->open_capture) > 0 && !move_is_none(setup->open_capture))
        capture_restore(&session->capture, record_position(session->record), setup->open_capture);
    session_notify(session, SESSION_POSITION);
    if (session->task)
        session->task->ops->start(session);
    if (session->network)
        session->network->ops->attach(session);
    state_changed(session);
}

static void init_thinking(SessionThinking *thinking, int seed) {
    thinking->advice = MOVE_NONE;
    thinking->expected = MOVE_NONE;
    thinking->seed = (uint64_t)seed * UINT64_C(0x9e3779b97f4a7c15); /* levels use the upper half */
    if (seed == 0 && uv_random(NULL, NULL, &thinking->seed, sizeof thinking->seed, 0, NULL) != 0)
        thinking->seed = uv_hrtime();
}

Session *session_create(uv_loop_t *loop, const SessionSetup *setup, SessionListener *listener,
                        void *context, Error *error) {
    Session *session = memory_allocate(sizeof *session);
    session->loop = loop;
    session->listener = listener;
    session->context = context;
    session->record = setup->record;
    bool consistent = check_defender(setup, error);
    if (!consistent)
        autosave_close(setup->resumed, false);
    if (!consistent || !create_saver_and_searcher(session, setup, error)) {
        SessionSetup taken = *setup;
        session_setup_discard(&taken);
        free(session);
        return NULL;
    }
    copy_setup(session, setup);
    session_setup_untag(session->record);
    session_setup_tag_record(&session->setup, session->record);
    session->task = setup->task;
    session->network = setup->network;
    session->was_over = !session_is_in_progress(session, NULL);
    session->opened_hash = record_hash(session->record);
    init_thinking(&session->thinking, session->setup.seed);
    uv_idle_init(loop, &session->idle); /* these cannot fail */
    uv_timer_init(loop, &session->clock_timer);
    uv_timer_init(loop, &session->pace_timer);
    session->idle.data = session;
    session->clock_timer.data = session;
    session->pace_timer.data = session;
    open_endings(session);
    begin_game(session, setup);
    return session;
}

void session_get_setup(const Session *session, SessionSetup *setup) {
    *setup = session->setup;
    for (int color = 0; color < COLOR_COUNT; color++) {
        SessionPlayer *player = &setup->player[color];
        if (player->kind == PLAYER_DEFENDER || player->kind == PLAYER_REMOTE)
            *player = (SessionPlayer){
                .kind = PLAYER_COMPUTER, .advisor = ADVISOR_NEGAMAX, .level = player->level};
        if (!player->is_named)
            player->name[0] = '\0';
    }
    setup->autosave |= session->task || session->network;
    setup->notes_path[0] = '\0';
    setup->is_of_others = false;
}

/* ---- the end of the session ---- */

static void on_part_closed(void *context) {
    Session *session = context;
    if (--session->open_parts > 0)
        return;
    void (*done)(void *context) = session->done;
    void *done_context = session->done_context;
    free(session);
    if (done)
        done(done_context);
}

static void on_handle_closed(uv_handle_t *handle) {
    on_part_closed(handle->data);
}

/* Decides what becomes of the autosave. */
static SaverEnd choose_end(const Session *session) {
    const Record *record = session->record;
    bool is_new = !session->was_over || record_hash(record) != session->opened_hash;
    if (session->network) /* a last move that the server does not have ends no game */
        return is_autosaved(session) && !session->network->ops->has_unconfirmed(session)
                   ? SAVER_ARCHIVE
                   : SAVER_REMOVE;
    if (autosave_is_archivable(record))
        return is_new && session->setup.keep_finished ? SAVER_ARCHIVE : SAVER_REMOVE;
    return is_new && session_is_in_progress(session, NULL) &&
                   (record->count > 0 || capture_is_open(&session->capture))
               ? SAVER_UNLOCK
               : SAVER_REMOVE;
}

/* Returns false if a game that ended is to be kept and could not be written. */
static bool close_saver(Session *session) {
    SaverEnd end = choose_end(session);
    const char *id = session->network ? record_tag(session->record, GAME_ID_TAG) : NULL;
    /* A game that ended is not written again: the time of its file is when it ended. */
    bool written = end == SAVER_ARCHIVE && !session->network && saver_is_idle(session->saver);
    if (!written && end != SAVER_REMOVE && (session->has_autosave || session->network))
        written = saver_write_now(session->saver, take_snapshot(session), NULL);
    bool lost = end == SAVER_ARCHIVE && !written;
    saver_close(session->saver, lost ? SAVER_UNLOCK : end, id, on_part_closed, session);
    return !lost;
}

void session_free(Session *session, void (*done)(void *context), void *context) {
    session->done = done;
    session->done_context = context;
    if (session->task) {
        session->task->ops->save(session);
        session->task->ops->free(session->task); /* it may search with the endings */
        session->task = NULL;
    }
    save_notes(session, NULL);
    session->open_parts = 4 + (session->saver ? 1 : 0) + (session->endings.opening.running ? 1 : 0);
    bool kept = !session->saver || close_saver(session);
    if (session->network)
        session->network->ops->detach(session, kept);
    session->network = NULL;
    searcher_close(session->searcher, on_part_closed, session);
    close_endings(session, on_part_closed);
    uv_close((uv_handle_t *)&session->idle, on_handle_closed);
    uv_close((uv_handle_t *)&session->clock_timer, on_handle_closed);
    uv_close((uv_handle_t *)&session->pace_timer, on_handle_closed);
    /* No search reads the record from here on. */
    record_free(session->record);
    free(session->thinking.scores);
}
