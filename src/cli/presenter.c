#include <config.h>

#include "cli/presenter.h"

#include "base/text.h"
#include "cli/description.h"
#include "play/clock.h"
#include "play/player.h"
#include "play/variation.h"
#include "review/review_notes.h"
#include "rules/notation.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/record.h"

/* A step for each jump, and the stop. */
enum { TRANSITION_STEPS_MAX = MOVE_JUMPS_MAX + 1 };

/* ---- steps and transitions ---- */

/* Removes quiet moves that repetition forbids. A capture cannot repeat a position. */
static Bitboard remove_forbidden(const Session *session, Square from, Bitboard targets) {
    const Record *record = session_record(session);
    const Position *position = session_position(session);
    Bitboard allowed = targets;
    if (position_in_capture(position))
        return allowed;
    while (targets != 0) {
        Square to = bitboard_pop(&targets);
        if (record_repetition_forbids(record,
                                      move_plain(position_piece_at(position, from), from, to)))
            allowed &= ~square_bit(to);
    }
    return allowed;
}

Bitboard transition_targets(const Session *session, Square from) {
    Bitboard targets, captures;
    if (record_is_over(session_record(session)))
        return 0;
    movegen_steps(session_position(session), from, &targets, &captures);
    return captures | remove_forbidden(session, from, targets & ~captures);
}

void transition_list_steps(const Session *session, BoardStepList *list) {
    list->count = 0;
    if (record_is_over(session_record(session)))
        return;
    for (Bitboard origins = movegen_origins(session_position(session)); origins != 0;) {
        Square from = bitboard_pop(&origins);
        for (Bitboard targets = transition_targets(session, from); targets != 0;)
            list->step[list->count++] = (BoardStep){from, bitboard_pop(&targets)};
    }
}

/* Makes the first jumps of a move. Returns the rest of the move. */
static Move make_jumps(Position *position, Move move, int jumps) {
    Square from = position_make_jumps(position, move, jumps);
    if (jumps == move_jumps(move))
        return move_plain(MONKEY, from, from);
    Move rest = move_capture_start(from);
    for (int i = jumps; i < move_jumps(move); i++)
        rest = move_with_jump(rest, move_jump_direction(move, i));
    return rest;
}

/* Returns whether the monkey could make another jump after the move. */
static bool can_jump_on(const Position *before, Move move) {
    Position after = *before;
    if (move_jumps(move) == 0 || (move_jumped(move) & before->by_type[LION]) != 0)
        return false;
    position_make_jumps(&after, move, move_jumps(move));
    return position_can_jump_on(&after);
}

Transition transition_make(Position *before, Move move, int skipped_jumps, bool open) {
    Transition transition = {.before = before, .move = move, .open = open};
    if (skipped_jumps > 0)
        transition.move = make_jumps(before, move, skipped_jumps);
    transition.stopped_early = !open && can_jump_on(before, transition.move);
    if (!open)
        transition.drowned = position_drowned(before, transition.move);
    return transition;
}

const char *transition_drowned_name(const Transition *transition, Square square) {
    const Position *before = transition->before;
    bool moved = square == move_to(transition->move);
    PieceType type = moved ? move_piece(transition->move) : position_piece_at(before, square);
    return piece_type_name(type, before->variant->pawns);
}

static int transition_steps(const Transition *transition, BoardStep steps[TRANSITION_STEPS_MAX]) {
    Square landings[MOVE_JUMPS_MAX];
    Square from = move_from(transition->move);
    int count = move_landings(transition->move, landings);
    for (int i = 0; i < count; i++) {
        steps[i] = (BoardStep){from, landings[i]};
        from = landings[i];
    }
    if (transition->stopped_early)
        steps[count++] = (BoardStep){from, from};
    return count;
}

/* ---- the presenter of the manual ---- */

enum { LINE_COLUMNS = 40, STEP_COLUMNS = sizeof " (a2,a3)" - 1 };

static void manual_banner(Output *out) {
    output_text(out, "   ____\n"
                     "  / ___|___  _ __   __ _  ___\n"
                     " | |   / _ \\| '_ \\ / _` |/ _ \\\n"
                     " | |__| (_) | | | | (_| | (_) |\n"
                     "  \\____\\___/|_| |_|\\__, |\\___/\n"
                     "                   |___/\n");
}

static void manual_network(Output *out, const NetworkView *view) {
    output_blank_line(out);
    output_print(out, " network gameId %s\n", view->id.text);
}

/* ---- the board ---- */

static void draw_board(Output *out, const Position *position) {
    Buffer board = {0};
    diagram_board(position, &board);
    output_blank_line(out);
    output_text(out, board.bytes);
    buffer_free(&board);
}

/* ---- players ---- */

static void add_player(Output *out, const Session *session, Color color) {
    Buffer player = {0};
    diagram_player(session_position(session), color, &player);
    output_text(out, player.bytes);
    buffer_free(&player);
    if (session_has_clock(session)) {
        char clock[CLOCK_TEXT_SIZE];
        clock_write(session_clock_ms(session, color), clock);
        output_print(out, "  %s", clock);
    }
    output_text(out, "\n");
}

static void manual_players(Output *out, const Session *session) {
    output_blank_line(out);
    add_player(out, session, WHITE);
    add_player(out, session, BLACK);
}

static void manual_board(Output *out, const Session *session) {
    draw_board(out, session_position(session));
}

static void manual_board_and_players(Output *out, const Session *session) {
    manual_board(out, session);
    manual_players(out, session);
}

static void manual_after_transition(Output *out, const Session *session, size_t ply) {
    const Record *record = session_record(session);
    draw_board(out, ply == record->current ? session_position(session)
                                           : record_position_at(record, ply));
}

/* ---- steps ---- */

static void add_step(Output *out, BoardStep step) {
    char from[SQUARE_TEXT_SIZE], to[SQUARE_TEXT_SIZE];
    output_print(out, "(%s,%s)", square_write(step.from, from), square_write(step.to, to));
}

static void manual_moves(Output *out, const Position *position, const BoardStepList *steps) {
    int column = 0;
    (void)position;
    output_blank_line(out);
    for (int i = 0; i < steps->count; i++) {
        output_text(out, " ");
        add_step(out, steps->step[i]);
        column += STEP_COLUMNS;
        if (column + STEP_COLUMNS > LINE_COLUMNS && i + 1 < steps->count) {
            output_text(out, "\n");
            column = 0;
        }
    }
    output_text(out, steps->count > 0 ? "\n" : " There are no moves.\n");
}

static void add_steps(Output *out, const BoardStep *steps, int count) {
    for (int i = 0; i < count; i++) {
        output_text(out, i > 0 ? " -> " : "");
        add_step(out, steps[i]);
    }
}

static void add_drowned(Output *out, const Transition *transition) {
    const char *whose = color_word(position_side(transition->before));
    for (Bitboard set = transition->drowned; set != 0;) {
        char name[SQUARE_TEXT_SIZE];
        Square square = bitboard_pop(&set);
        output_print(out, " The %s %s on %s drowned.\n", whose,
                     transition_drowned_name(transition, square), square_write(square, name));
    }
}

static void manual_transition(Output *out, const Transition *transition) {
    BoardStep steps[TRANSITION_STEPS_MAX];
    output_blank_line(out);
    int count = transition_steps(transition, steps);
    output_print(out, " transition%s ", text_plural((uint64_t)count));
    add_steps(out, steps, count);
    output_text(out, "\n");
    add_drowned(out, transition);
}

/* ---- lists of moves ---- */

static void manual_notes(Output *out, const Record *record, size_t ply) {
    Buffer text = {0};
    review_notes_write(record, ply, out->notation, &text);
    output_wrapped(out, text.bytes);
    buffer_free(&text);
}

/* Returns whether more is noted on a ply than glyphs, of which the list has the marks. */
static bool has_text(const Record *record, size_t ply) {
    return record_comment(record, ply) != NULL ||
           (ply > 0 && record->plies[ply - 1].variations != NULL);
}

/* Prints "1. Z-F3!       Z-F5", or "1... Z-F5" where no move of White's is before it, and the notes
 * below the move. */
static void add_ply(Output *out, const Record *record, size_t ply) {
    const Position *before = record_position_at(record, ply);
    char number[RECORD_NUMBER_SIZE], text[NOTATION_SIZE + 2];
    bool white = position_side(before) == WHITE, noted = has_text(record, ply + 1);
    notation_write(before, record->plies[ply].move, out->notation, text);
    text_append(text, sizeof text, "%s", record_mark_text(record_mark(record, ply + 1)));
    if (white || ply == 0 || has_text(record, ply)) {
        record_write_number(record, ply, number);
        output_print(out, "%4s ", number);
    }
    bool last = ply + 1 == record->current;
    if (white && !last && !noted)
        output_print(out, "%-12s ", text);
    else
        output_print(out, "%s\n", text);
    if (noted)
        manual_notes(out, record, ply + 1);
}

static void manual_history(Output *out, const Record *record) {
    output_blank_line(out);
    if (has_text(record, 0))
        manual_notes(out, record, 0);
    for (size_t ply = 0; ply < record->current; ply++)
        add_ply(out, record, ply);
}

/* ---- sentences ---- */

/* Returns the search that found the advice, or NULL if there was none: other advisors than negamax
 * do not look ahead. */
static const SearchSnapshot *advice_search(const Session *session) {
    const SearchSnapshot *search = session_search_snapshot(session);
    Color side = position_side(session_position(session));
    bool searched = search != NULL && search->purpose == THINKING_ADVICE &&
                    session_player(session, side)->advisor == ADVISOR_NEGAMAX;
    return searched ? search : NULL;
}

static void manual_analysis_line(Output *out, const Record *record, const SearchSnapshot *search,
                                 int line);

static void manual_advice(Output *out, const Session *session, bool whole) {
    BoardStep steps[TRANSITION_STEPS_MAX];
    const SearchSnapshot *search = advice_search(session);
    Position before = *session_position(session);
    Transition advised = transition_make(&before, session_advice(session), 0, false);
    output_text(out, " Advised move is ");
    add_steps(out, steps, transition_steps(&advised, steps));
    output_text(out, ".\n");
    if (whole && search != NULL)
        manual_analysis_line(out, session_record(session), search, 0);
}

static void manual_list_title(Output *out, const char *title) {
    output_blank_line(out);
    output_print(out, " %s\n", title);
}

static void manual_list_entry(Output *out, const char *name, const char *sentence) {
    output_print(out, "    %-10s %s\n", name, sentence);
}

static void manual_say(Output *out, const char *sentence) {
    output_print(out, " %s\n", sentence);
}

static void manual_named_move(Output *out, const Position *position, Move move) {
    (void)out, (void)position, (void)move;
}

static void manual_analysis_line(Output *out, const Record *record, const SearchSnapshot *search,
                                 int line) {
    char score[32], moves[VARIATION_SIZE];
    VariationOptions options = {
        .line = line, .count = PV_MAX, .numbered = true, .notation = out->notation};
    Score value = search->info.lines[line].score;
    bool white = position_side(&search->position) == WHITE;
    variation_write_score(white ? value : -value, false, score, sizeof score);
    variation_write(record, search, options, moves);
    output_print(out, " %s: ", score);
    output_text(out, moves);
    output_text(out, "\n");
}

static void manual_ending_move(Output *out, const Position *position, size_t number,
                               const EndingChoice *choice) {
    Buffer text = {0};
    description_ending_choice(position, number, choice, out->notation, &text);
    output_print(out, " %s\n", text.bytes);
    buffer_free(&text);
}

static void manual_outcome(Output *out, Outcome outcome) {
    output_blank_line(out);
    manual_say(out, outcome_sentence(outcome));
}

static void manual_wrong_move(Output *out, const Error *error) {
    (void)error;
    manual_say(out, "Entered move is wrong. Consult \"show moves\".");
}

const Presenter presenter_manual = {
    .prompt = " > ",
    .draws = true,
    .waiting_dots = true,
    .banner = manual_banner,
    .network = manual_network,
    .board_and_players = manual_board_and_players,
    .board = manual_board,
    .position = draw_board,
    .players = manual_players,
    .moves = manual_moves,
    .history = manual_history,
    .notes = manual_notes,
    .transition = manual_transition,
    .after_transition = manual_after_transition,
    .advice = manual_advice,
    .named_move = manual_named_move,
    .analysis_line = manual_analysis_line,
    .ending_move = manual_ending_move,
    .outcome = manual_outcome,
    .wrong_move = manual_wrong_move,
    .list_title = manual_list_title,
    .list_entry = manual_list_entry,
    .say = manual_say,
};

/* ---- the presenter of plain sentences ---- */

enum { ANALYSIS_MOVES_MAX = 6 };

/* Prints and frees a line. */
static void print_line(Output *out, Buffer *text) {
    output_text(out, text->bytes);
    output_text(out, "\n");
    buffer_free(text);
}

static void plain_list_title(Output *out, const char *title) {
    output_blank_line(out);
    output_print(out, "%s.\n", title);
}

static void plain_list_entry(Output *out, const char *name, const char *sentence) {
    output_print(out, "%s: %s\n", name, sentence);
}

static void plain_say(Output *out, const char *sentence) {
    output_text(out, sentence);
    output_text(out, "\n");
}

static void plain_outcome(Output *out, Outcome outcome) {
    plain_say(out, outcome_sentence(outcome));
}

static void plain_banner(Output *out) {
    output_text(out, "Congo. Type help for a list of commands.\n");
}

static void plain_network(Output *out, const NetworkView *view) {
    static const char *const seats[] = {"You play White.", "You play Black.",
                                        "You are only watching."};
    output_print(out, "This is network game %s at %s%s. %s\n", view->id.text, view->server,
                 view->encrypted ? ", encrypted" : "", seats[view->seat]);
}

/* ---- the board ---- */

static void print_pieces(Output *out, const Position *position, Color color) {
    Buffer text = {0};
    buffer_add_string(&text, color == WHITE ? "white: " : "black: ");
    describe_pieces(position, position->by_color[color], &text);
    buffer_add_string(&text, ".");
    print_line(out, &text);
}

static void print_side_to_move(Output *out, const Session *session) {
    const Position *position = session_position(session);
    if (!outcome_is_over(session_outcome(session)) && !position_in_capture(position))
        output_print(out, "%s is to move.\n", color_name(position_side(position)));
}

static void plain_pieces(Output *out, const Position *position) {
    output_blank_line(out);
    print_pieces(out, position, WHITE);
    print_pieces(out, position, BLACK);
}

static void print_position(Output *out, const Session *session) {
    const Position *position = session_position(session);
    Buffer text = {0};
    plain_pieces(out, position);
    if (position->variant->islands) {
        buffer_add_string(&text, "islands: ");
        describe_square_list(position->variant->islands, "and", &text);
        buffer_add_string(&text, ".");
        print_line(out, &text);
    }
    if (description_open_capture(position, &text))
        print_line(out, &text);
    print_side_to_move(out, session);
}

/* Returns whether the end of the game by the limit of quiet plies is announced again: the first
 * time, then every five moves, then before each of the last moves. */
static bool is_time_for_notice(const Position *position) {
    enum { EVERY = 10 };
    int left = outcome_announced_plies(position);
    return left <= EVERY || left % EVERY == 0 || left % EVERY == EVERY - 1;
}

/* Prints which pieces drown next, whether the lions face each other, and which draw or repetition
 * is near. */
static void print_dangers(Output *out, const Session *session, bool notice) {
    const Position *position = session_position(session);
    char sentence[OUTCOME_NOTICE_SIZE] = "";
    Buffer text = {0};
    if (outcome_is_over(session_outcome(session)))
        return;
    if (position_endangered(position)) {
        description_drowning(position, position_side(position), &text);
        print_line(out, &text);
    }
    if (position_in_capture(position))
        return;
    if (description_facing_lions(position, &text))
        print_line(out, &text);
    if (notice)
        outcome_write_notice(position, sentence);
    if (sentence[0] != '\0')
        output_print(out, "%s.\n", sentence);
    if (description_repetition(session_record(session), &text))
        print_line(out, &text);
}

/* Warns a human player who is to move. */
static void plain_after_transition(Output *out, const Session *session, size_t ply) {
    const Position *position = session_position(session);
    if (ply == session_record(session)->current && !position_in_capture(position) &&
        session_player(session, position_side(position))->kind == PLAYER_HUMAN)
        print_dangers(out, session, is_time_for_notice(position));
}

/* ---- the players ---- */

/* Rounds up, as clocks do on the screen: nothing is left only when the time is over. */
static void print_clock(Output *out, const Session *session, Color color) {
    enum { MINUTE = 60, HOUR = 3600, DAY = 24 * HOUR, SECOND = 1000 };
    if (!session_has_clock(session))
        return;
    long long seconds = (session_clock_ms(session, color) + SECOND - 1) / SECOND;
    bool days = seconds > DAY;
    long long units = days ? (seconds + HOUR - 1) / HOUR : seconds, base = days ? 24 : MINUTE;
    output_print(out, "%s has %lld %s%s and %lld %s%s left.\n", color_name(color), units / base,
                 days ? "day" : "minute", text_plural((uint64_t)(units / base)), units % base,
                 days ? "hour" : "second", text_plural((uint64_t)(units % base)));
}

static void print_player(Output *out, const Session *session, Color color) {
    char player[PLAYER_DESCRIPTION_SIZE];
    Buffer text = {0};
    player_describe(session, color, player);
    buffer_add_format(&text, "%s: ", player);
    describe_piece_counts(session_position(session), color, &text);
    buffer_add_string(&text, ".");
    print_line(out, &text);
}

static void plain_players(Output *out, const Session *session) {
    output_blank_line(out);
    for (Color color = WHITE; color <= BLACK; color++) {
        print_player(out, session, color);
        print_clock(out, session, color);
    }
    print_side_to_move(out, session);
}

static void plain_board_and_players(Output *out, const Session *session) {
    print_position(out, session);
    print_clock(out, session, WHITE);
    print_clock(out, session, BLACK);
    print_dangers(out, session, true);
}

static void plain_board(Output *out, const Session *session) {
    print_position(out, session);
    print_dangers(out, session, true);
    if (outcome_is_over(session_outcome(session)))
        plain_outcome(out, session_outcome(session));
}

/* ---- moves ---- */

static void plain_moves(Output *out, const Position *position, const BoardStepList *steps) {
    output_blank_line(out);
    if (steps->count == 0)
        output_text(out, "There are no moves.\n");
    for (int i = 0; i < steps->count;) {
        Buffer text = {0};
        description_steps(position, steps, &i, &text);
        print_line(out, &text);
    }
}

static void plain_transition(Output *out, const Transition *transition) {
    Buffer text = {0};
    description_transition(transition, &text);
    print_line(out, &text);
}

static void plain_notes(Output *out, const Record *record, size_t ply) {
    Buffer text = {0};
    buffer_add_string(&text, "Note: ");
    review_notes_write(record, ply, out->notation, &text);
    print_line(out, &text);
}

static void plain_history(Output *out, const Record *record) {
    bool black_began = position_side(record_position_at(record, 0)) == BLACK;
    if (record_notes_exist(record, 0))
        plain_notes(out, record, 0);
    for (size_t ply = 0; ply < record->current; ply++) {
        Position before = *record_position_at(record, ply);
        Transition transition = transition_make(&before, record->plies[ply].move, 0, false);
        Buffer text = {0};
        buffer_add_format(&text, "%zu, ", (ply + black_began) / 2 + 1);
        description_transition(&transition, &text);
        print_line(out, &text);
        if (record_notes_exist(record, ply + 1))
            plain_notes(out, record, ply + 1);
    }
}

static void print_move(Output *out, const char *before, const Position *position, Move move) {
    Buffer text = {0};
    buffer_add_string(&text, before);
    description_move(position, move, &text);
    buffer_add_string(&text, ".");
    print_line(out, &text);
}

static void plain_named_move(Output *out, const Position *position, Move move) {
    print_move(out, "That is: ", position, move);
}

static void add_score(const SearchSnapshot *search, int line, Buffer *text) {
    char score[VARIATION_SCORE_SIZE];
    Score found = search->info.lines[line].score;
    bool white = position_side(&search->position) == WHITE;
    variation_describe_score(white ? found : -found, score);
    score[0] = (char)text_upper(score[0]);
    buffer_add_string(text, score);
}

/* Appends "White zebra from g1 to f3; Black pawn from d6 to d5", from the move at index `first` on.
 */
static void add_variation(const SearchSnapshot *search, int line, int first, Buffer *text) {
    const SearchLine *found = &search->info.lines[line];
    Position position = search->position;
    for (int i = 0; i < found->length && i < ANALYSIS_MOVES_MAX; i++) {
        if (i >= first) {
            buffer_add_format(text, "%s%s ", i > first ? "; " : "",
                              color_name(position_side(&position)));
            description_move(&position, found->pv[i], text);
        }
        position_make(&position, found->pv[i]);
    }
}

static void plain_analysis_line(Output *out, const Record *record, const SearchSnapshot *search,
                                int line) {
    Buffer text = {0};
    (void)record;
    add_score(search, line, &text);
    buffer_add_string(&text, ": ");
    add_variation(search, line, 0, &text);
    buffer_add_string(&text, ".");
    print_line(out, &text);
}

static void plain_ending_move(Output *out, const Position *position, size_t number,
                              const EndingChoice *choice) {
    char value[ENDING_TEXT_SIZE];
    Buffer text = {0};
    ending_choice_write(choice, position_side(position), value);
    value[0] = (char)text_upper(value[0]);
    buffer_add_format(&text, "%zu, ", number);
    description_move(position, choice->move, &text);
    buffer_add_format(&text, ". %s.", value);
    print_line(out, &text);
}

/* Prints in sentences what the advice is based on. */
static void plain_advice(Output *out, const Session *session, bool whole) {
    const SearchSnapshot *search = advice_search(session);
    Buffer text = {0};
    (void)whole;
    print_move(out, "The advice is: ", session_position(session), session_advice(session));
    if (search == NULL)
        return;
    add_score(search, 0, &text);
    if (search->info.lines[0].length > 1) {
        buffer_add_string(&text, ". Expected next: ");
        add_variation(search, 0, 1, &text);
    }
    buffer_add_string(&text, ".");
    print_line(out, &text);
}

/* ---- sentences ---- */

static void plain_wrong_move(Output *out, const Error *error) {
    char sentence[ERROR_SENTENCE_SIZE];
    output_print(out, "%s The command \"show moves\" tells the legal moves.\n",
                 error_sentence(error, sentence));
}

const Presenter presenter_plain = {
    .prompt = "> ",
    .banner = plain_banner,
    .network = plain_network,
    .board_and_players = plain_board_and_players,
    .board = plain_board,
    .position = plain_pieces,
    .players = plain_players,
    .moves = plain_moves,
    .history = plain_history,
    .notes = plain_notes,
    .transition = plain_transition,
    .after_transition = plain_after_transition,
    .advice = plain_advice,
    .named_move = plain_named_move,
    .analysis_line = plain_analysis_line,
    .ending_move = plain_ending_move,
    .outcome = plain_outcome,
    .wrong_move = plain_wrong_move,
    .list_title = plain_list_title,
    .list_entry = plain_list_entry,
    .say = plain_say,
};
