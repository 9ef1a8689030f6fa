#include <config.h>

#include "cli/line_game.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "cli/cli_game.h"
#include "cli/cli_network.h"
#include "cli/description.h"
#include "cli/line_review.h"
#include "cli/progress.h"
#include "collection/collection.h"
#include "play/player.h"
#include "play/puzzles/puzzle.h"
#include "play/puzzles/training.h"
#include "play/storage.h"
#include "rules/notation.h"
#include "rules/fen.h"
#include "rules/record.h"

/* ---- endings ---- */

LineResult line_endings(Cli *cli, const LineArguments *arguments, Error *error) {
    bool moves = arguments->count > 0;
    char sentence[ENDING_SENTENCE_SIZE];
    EndingChoices list;
    if (moves && !text_equal_ignore_case(arguments->word[0], "moves"))
        return LINE_RESULT_USAGE;
    if (!session_list_ending(cli->session, session_record(cli->session)->current, &list, error))
        return LINE_RESULT_ERROR;
    cli_say(cli, "%s", ending_verdict_sentence(&list.choices[0].verdict, sentence));
    for (size_t i = 0; moves && i < list.count; i++)
        cli->presenter->ending_move(&cli->out, session_position(cli->session), i + 1,
                                    &list.choices[i]);
    ending_choices_free(&list);
    return LINE_RESULT_OK;
}

/* ---- moves, thinking and the end ---- */

/* ---- moves ---- */

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
    return unread || (result == LINE_RESULT_ILLEGAL && is_broken_path(text))
               ? cli_reject_squares(text, error)
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
    return cli_move_result(session_submit_path(cli->session, squares, arguments->count, error),
                           error);
}

LineResult line_play_notation(Cli *cli, const char *text, Error *error) {
    return cli_move_result(move_line_play(cli->session, text, cli->out.notation, error), error);
}

static void add_squares(CompletionList *completions, Bitboard squares) {
    char name[SQUARE_TEXT_SIZE];
    while (squares != 0)
        completion_add(completions, square_write(bitboard_pop(&squares), name));
}

/* Makes the jumps between the squares. Returns false if one is not legal. */
static bool follow_jumps(Position *position, char *const squares[], int count) {
    for (int i = 0; i + 1 < count; i++) {
        Square from = square_parse(squares[i]), to = square_parse(squares[i + 1]);
        Bitboard captures;
        if (from == SQUARE_NONE || to == SQUARE_NONE)
            return false;
        movegen_steps(position, from, NULL, &captures);
        if (position_piece_at(position, from) != MONKEY || !bitboard_has(captures, to))
            return false;
        position_make_jump(position, from, to);
    }
    return true;
}

static void complete_squares(const Session *session, char *const squares[], int count,
                             CompletionList *completions) {
    Position position = *session_position(session);
    BoardStepList steps;
    Bitboard origins = 0, targets;
    transition_list_steps(session, &steps);
    for (int i = 0; i < steps.count; i++)
        origins |= square_bit(steps.step[i].from);
    if (count == 0) {
        add_squares(completions, origins);
        return;
    }
    Square last = square_parse(squares[count - 1]);
    if (last == SQUARE_NONE || origins == 0)
        return;
    if (count == 1) {
        add_squares(completions,
                    bitboard_has(origins, last) ? transition_targets(session, last) : 0);
    } else if (follow_jumps(&position, squares, count)) {
        movegen_steps(&position, last, &targets, NULL);
        add_squares(completions, targets);
    }
}

void line_play_complete_move(const Cli *cli, const LineArguments *before,
                             CompletionList *completions) {
    complete_squares(cli->session, before->word, before->count, completions);
}

/* ---- undo and redo ---- */

LineResult line_play_undo(Cli *cli, const LineArguments *arguments, Error *error) {
    (void)arguments;
    if (!session_undo(cli->session, error))
        return LINE_RESULT_ERROR;
    cli_game_show(cli);
    return LINE_RESULT_OK;
}

LineResult line_play_redo(Cli *cli, const LineArguments *arguments, Error *error) {
    (void)arguments;
    return cli_result(session_redo(cli->session, error));
}

/* ---- ending the game ---- */

LineResult line_play_resign(Cli *cli, const LineArguments *arguments, Error *error) {
    Color color;
    (void)arguments;
    if (!cli_game_find_human(cli, &color))
        return cli_result(
            error_set(error, ERROR_STATE, "two computers are playing: nobody here can resign"));
    return cli_result(session_resign(cli->session, color, error));
}

LineResult line_play_draw(Cli *cli, const LineArguments *arguments, Error *error) {
    Color color, by;
    (void)arguments;
    if (!cli_game_find_human(cli, &color))
        return cli_result(error_set(error, ERROR_STATE,
                                    "two computers are playing: nobody here can offer a draw"));
    bool offered = session_draw_offered(cli->session, &by);
    if (offered && session_player(cli->session, color_other(by))->kind == PLAYER_HUMAN)
        color = color_other(by);
    return cli_result(session_draw(cli->session, color, error));
}

/* ---- advice and analysis ---- */

enum { SECONDS_MAX = 3600, ANALYSIS_DEFAULT_MS = 2000, RESUME_MOVES_MAX = 100000 };

LineResult line_play_advise(Cli *cli, const LineArguments *arguments, Error *error) {
    bool whole = arguments->count > 0;
    if (whole && !text_equal_ignore_case(arguments->word[0], "more"))
        return LINE_RESULT_USAGE;
    cli->whole_advice = whole;
    return cli_result(session_start_advice(cli->session, error));
}

static void on_analysis_timeout(uv_timer_t *timer) {
    cli_game_stop_analysis(timer->data);
}

LineResult line_play_analyse(Cli *cli, const LineArguments *arguments, Error *error) {
    int seconds = 0;
    LineResult read = LINE_RESULT_OK;
    if (arguments->count == 1)
        read = cli_parse_number(arguments->word[0], "seconds", 1, SECONDS_MAX, &seconds, error);
    if (read != LINE_RESULT_OK)
        return read;
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

/* ---- computers ---- */

LineResult line_play_level(Cli *cli, const LineArguments *arguments, Error *error) {
    int level;
    SessionSetup setup;
    if (arguments->count == 1) {
        LineResult read =
            cli_parse_number(arguments->word[0], "levels", LEVEL_MIN, LEVEL_MAX, &level, error);
        if (read != LINE_RESULT_OK)
            return read;
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

/* ---- unfinished games ---- */

static void say_unfinished(Cli *cli, const SessionSetup *setup) {
    char player[COLOR_COUNT][PLAYER_DESCRIPTION_SIZE];
    size_t moves = setup->record->count;
    for (int color = 0; color < COLOR_COUNT; color++)
        player_describe_in_setup(setup, (Color)color, player[color]);
    output_blank_line(&cli->out);
    cli_say(cli,
            "A game was left unfinished: %s against %s, variant %s, %zu move%s played. \"resume\" "
            "continues it.",
            player[WHITE], player[BLACK], setup->record->variant.name, moves, text_plural(moves));
}

/* Finds the game on the server `id`, or, for NULL, the one that "resume" continues: the most recent
 * one here, or else on a server. Returns the number of games if there is none. */
static size_t find_unfinished(const Collection *games, const GameId *id) {
    size_t count = collection_count(games);
    for (size_t i = 0; i < count; i++) {
        const SavedSeat *seat = collection_seat(games, i);
        if (id == NULL ? seat == NULL : seat != NULL && strcmp(seat->id.text, id->text) == 0)
            return i;
    }
    return id == NULL ? 0 : count;
}

void line_game_offer_resume(Cli *cli) {
    Error error = {0};
    SessionSetup setup;
    Collection *games = collection_open_unfinished(&cli->settings, &error);
    for (size_t i = 0; games != NULL && i < collection_count(games); i++) {
        const SavedSeat *seat = collection_seat(games, i);
        if (seat != NULL) {
            cli_network_say_resumable(cli, seat);
        } else if (i == find_unfinished(games, NULL) &&
                   collection_preview(games, i, &cli->settings, &setup)) {
            say_unfinished(cli, &setup);
            record_free(setup.record);
        }
    }
    collection_close(games);
    if (error.code != ERROR_NONE)
        cli_say_error(cli, &error);
}

static bool resume_here(Cli *cli, const char *path, Error *error) {
    UnfinishedGame unfinished;
    SessionSetup setup;
    if (!autosave_open_resumable(path, &unfinished, error))
        return false;
    bool ready = session_setup_resume(&cli->settings, unfinished.autosave, unfinished.text,
                                      unfinished.length, &setup, error);
    if (!ready)
        autosave_set_aside(unfinished.autosave); /* the next resume finds an older game */
    unfinished.autosave = NULL;
    bool started = ready && cli_game_start(cli, &setup, error);
    autosave_release_unfinished(&unfinished);
    return started;
}

static bool resume_unfinished(Cli *cli, const GameId *id, Error *error) {
    Collection *games = collection_open_unfinished(&cli->settings, error);
    if (games == NULL)
        return false;
    bool resumed;
    size_t number = find_unfinished(games, id);
    if (number == collection_count(games))
        resumed = error_set(error, ERROR_STATE, "there is no unfinished game");
    else if (collection_seat(games, number) != NULL)
        resumed = cli_network_resume(cli, collection_seat(games, number), error);
    else
        resumed = resume_here(cli, collection_game(games, number)->path, error);
    collection_close(games);
    return resumed;
}

LineResult line_play_resume(Cli *cli, const LineArguments *arguments, Error *error) {
    int count = 0;
    GameId id;
    SeatKey invitation;
    if (arguments->count == 1 && network_parse_id(arguments->word[0], &id, &invitation, NULL))
        return cli_result(resume_unfinished(cli, &id, error));
    LineResult read = LINE_RESULT_OK;
    if (arguments->count == 1)
        read = cli_parse_number(arguments->word[0], "numbers of moves", 1, RESUME_MOVES_MAX, &count,
                                error);
    if (read != LINE_RESULT_OK)
        return read;
    cli->moves_left = 0;
    if (count > 0) {
        if (!session_is_paused(cli->session) && !session_pause(cli->session, true, error))
            return LINE_RESULT_ERROR;
        cli->moves_left = count;
        return cli_result(session_single_step(cli->session, error));
    }
    if (session_can_pause(cli->session))
        return cli_result(session_pause(cli->session, false, error));
    return cli_result(resume_unfinished(cli, NULL, error));
}

/* ---- what there is to see ---- */

/* ---- show ---- */

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

/* ---- the game's moves ---- */

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

/* ---- the board ---- */

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
    LineResult read = cli_parse_number(arguments->word[0], "ranks", 1, BOARD_RANKS, &rank, error);
    if (read != LINE_RESULT_OK)
        return read;
    buffer_add_format(&text, rank == RIVER_RANK ? "rank %d, the river" : "rank %d", rank);
    return say_row(cli, &text, ROW_MASK(BOARD_RANKS - rank));
}

LineResult line_show_file(Cli *cli, const LineArguments *arguments, Error *error) {
    const char *word = arguments->word[0];
    Buffer text = {0};
    Bitboard squares = 0;
    char file = (char)(word[0] | 0x20);
    if (file < 'a' || file > 'z' || word[1] != '\0')
        return LINE_RESULT_USAGE;
    if (file > 'g')
        return cli_result(error_set(error, ERROR_RANGE, "files are a to g"));
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
    if (square == SQUARE_NONE)
        return cli_reject_squares(word, error);
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
        return cli_result(error_set(error, ERROR_STATE, "no move has been made"));
    if (record_notes_exist(session_record(cli->session), session_record(cli->session)->current))
        cli->presenter->notes(&cli->out, session_record(cli->session),
                              session_record(cli->session)->current);
    if (over)
        cli->presenter->outcome(&cli->out, session_outcome(cli->session));
    return LINE_RESULT_OK;
}

/* ---- whole games, files and exercises ---- */

/* ---- new games ---- */

static bool start_from_settings(Cli *cli, const Settings *settings, Error *error) {
    SessionSetup setup;
    if (settings->place == PLACE_NETWORK)
        return cli_network_open(cli, settings, error);
    return session_setup_from_settings(settings, &setup, error) &&
           cli_game_start(cli, &setup, error);
}

/* Starts a game with one setting changed, and keeps that setting if this succeeds. */
static bool start_with_setting(Cli *cli, const char *name, const char *text, Error *error) {
    Settings *settings = cli_game_new_settings(cli);
    if (strcmp(name, "variant") == 0)
        text_copy(settings->game, sizeof settings->game, "standard");
    bool started = settings_set(settings, name, text, error) &&
                   settings_check_game(settings, error) &&
                   start_from_settings(cli, settings, error);
    if (started)
        cli->settings = *settings;
    free(settings);
    return started;
}

bool line_game_start_position(Cli *cli, const Position *position, Error *error) {
    Settings *settings = cli_game_new_settings(cli);
    settings->variant = *position->variant;
    fen_write(position, settings->game);
    bool started = start_from_settings(cli, settings, error);
    if (started)
        cli->settings = *settings;
    free(settings);
    return started;
}

LineResult line_game_new(Cli *cli, const LineArguments *arguments, Error *error) {
    const char *game = arguments->count > 0 ? arguments->text : "standard";
    return cli_result(start_with_setting(cli, "game", game, error));
}

void line_game_complete_new(const Cli *cli, const LineArguments *before,
                            CompletionList *completions) {
    (void)cli;
    if (before->count == 0)
        completion_add(completions, "standard");
}

/* ---- variants ---- */

/* Returns the name of a variant by its number, those of the configuration last, or NULL. */
static const char *variant_name(const Cli *cli, size_t number) {
    size_t builtin = 0;
    while (variant_builtin(builtin) != NULL)
        builtin++;
    if (number < builtin)
        return variant_builtin(number)->name;
    number -= builtin;
    return number < (size_t)cli->settings.custom_variant_count
               ? cli->settings.custom_variants[number].name
               : NULL;
}

/* Says the names one below the other, or in a sentence. */
static void list_variants(Cli *cli) {
    const char *current = session_record(cli->session)->variant.name;
    Buffer text = {0};
    buffer_add_format(&text, "The variant is %s. There are", current);
    if (!cli->settings.plain) {
        cli_say(cli, "%s:", text.bytes);
        for (size_t i = 0; variant_name(cli, i) != NULL; i++)
            cli_say(cli, "   %s", variant_name(cli, i));
        buffer_free(&text);
        return;
    }
    for (size_t i = 0; variant_name(cli, i) != NULL; i++)
        buffer_add_format(&text, "%s %s",
                          i == 0                             ? ""
                          : variant_name(cli, i + 1) != NULL ? ","
                                                             : " and",
                          variant_name(cli, i));
    buffer_add_string(&text, ".");
    say_buffer(cli, &text);
}

LineResult line_game_variant(Cli *cli, const LineArguments *arguments, Error *error) {
    if (arguments->count > 0)
        return cli_result(start_with_setting(cli, "variant", arguments->text, error));
    list_variants(cli);
    return LINE_RESULT_OK;
}

void line_game_complete_variant(const Cli *cli, const LineArguments *before,
                                CompletionList *completions) {
    if (before->count > 0)
        return;
    for (size_t i = 0; variant_builtin(i) != NULL; i++)
        completion_add(completions, variant_builtin(i)->name);
    for (int i = 0; i < cli->settings.custom_variant_count; i++)
        completion_add(completions, cli->settings.custom_variants[i].name);
    completions->files = true;
}

/* ---- files ---- */

static bool expand_path(const char *text, char path[SETTING_PATH_SIZE], Error *error) {
    return storage_expand_home(text, path, SETTING_PATH_SIZE) ||
           error_set(error, ERROR_RANGE, "the path is too long");
}

/* Ctrl-C while a file is read. The loop, which handles it otherwise, waits until it is done. */
static volatile sig_atomic_t interrupted;

static void on_interrupt(int number) {
    (void)number;
    interrupted = 1;
}

static bool on_progress(void *context, size_t done, size_t total) {
    progress_update(context, done, total);
    return !interrupted;
}

/* Loads the game that the settings name. On a terminal, shows the progress and can be stopped. */
static Record *load_game(const Cli *cli, const Settings *settings, Error *error) {
    struct sigaction stop = {.sa_handler = on_interrupt}, before;
    Progress progress = {.name = settings->load_path};
    StorageWatch watch = {on_progress, &progress};
    if (!cli->is_terminal)
        return storage_load_game(settings->load_path, settings->load_number, NULL, error);
    interrupted = 0;
    sigaction(SIGINT, &stop, &before);
    Record *record = storage_load_game(settings->load_path, settings->load_number, &watch, error);
    sigaction(SIGINT, &before, NULL);
    progress_clear(&progress);
    return record;
}

LineResult line_game_load(Cli *cli, const LineArguments *arguments, Error *error) {
    char path[SETTING_PATH_SIZE], shown[SHORT_PATH_SIZE];
    Settings *settings = cli_game_new_settings(cli);
    settings->place = PLACE_LOCAL;
    SessionSetup setup;
    Record *record = NULL;
    bool loaded = expand_path(arguments->text, path, error) &&
                  settings_set(settings, "load", path, error) &&
                  (record = load_game(cli, settings, error)) != NULL &&
                  session_setup_from_record(settings, record, &setup, error) &&
                  cli_game_start(cli, &setup, error);
    if (loaded) {
        text_copy(cli->save_path, sizeof cli->save_path, settings->load_path);
        cli_say(cli, "Loaded %s.", text_shorten_path(settings->load_path, shown));
    }
    free(settings);
    return cli_result(loaded);
}

/* A file of several games is replaced only if the command names it. */
static bool check_single_game(const char *path, Error *error) {
    char shown[SHORT_PATH_SIZE];
    size_t count = storage_count_games(path);
    return count <= 1 || error_set(error, ERROR_STATE,
                                   "%s: there are %zu games in it; \"save over FILE\" replaces all "
                                   "of them",
                                   text_shorten_path(path, shown), count);
}

LineResult line_game_save(Cli *cli, const LineArguments *arguments, Error *error) {
    static const char over[] = "over ";
    const char *text = arguments->text;
    char path[SETTING_PATH_SIZE], shown[FILE_PATH_SIZE];
    bool overwrite = text_equal_ignore_case_n(text, over, strlen(over));
    if (overwrite)
        text += strlen(over) + strspn(text + strlen(over), " ");
    if (arguments->count == 0) {
        text = cli->save_path;
        overwrite = true;
    }
    if (*text == '\0' || text_equal_ignore_case(text, "over"))
        return LINE_RESULT_USAGE;
    if (!expand_path(text, path, error) ||
        (arguments->count == 0 && !check_single_game(path, error)))
        return LINE_RESULT_ERROR;
    if (!session_save(cli->session, path, overwrite, error)) {
        if (!overwrite && error->code == ERROR_STATE)
            error_set(error, ERROR_STATE, "%s; \"save over\" replaces it", error->text);
        return LINE_RESULT_ERROR;
    }
    text_copy(cli->save_path, sizeof cli->save_path, path);
    bool open = session_open_jumps(cli->session, NULL, NULL) > 0;
    cli_say(cli, "Saved as %s%s.", storage_whole_path(path, shown),
            open ? ", without the capture in progress" : "");
    return LINE_RESULT_OK;
}

LineResult line_game_fen(Cli *cli, const LineArguments *arguments, Error *error) {
    char fen[FEN_SIZE];
    (void)arguments, (void)error;
    fen_write(session_position(cli->session), fen);
    cli_say(cli, "%s", fen);
    return LINE_RESULT_OK;
}

/* ---- puzzles ---- */

static bool start_puzzle(Cli *cli, int number, Error *error) {
    SessionSetup setup;
    return puzzle_setup(&cli->settings, number, &setup, error) &&
           cli_game_start(cli, &setup, error);
}

static void say_progress(Cli *cli) {
    PuzzleView view;
    char sentence[TASK_SENTENCE_SIZE];
    if (!puzzle_view(cli->session, &view))
        return;
    cli_say(cli, "%s", session_task_sentence(cli->session, cli->out.notation, sentence));
    cli_say(cli, "This is puzzle %d%s; %d of %d puzzles are solved.", view.number,
            view.done ? ", which is solved" : "", view.solved, view.count);
}

/* Returns the number of the next unsolved puzzle after the current one. An unreadable progress file
 * is reported when that puzzle starts. */
static int find_next_puzzle(const Cli *cli, int moves) {
    PuzzleProgress *progress = memory_allocate(sizeof *progress);
    PuzzleView view = {.number = 0};
    puzzle_view(cli->session, &view);
    puzzle_progress_read(progress, NULL);
    int number = puzzle_next(progress, view.number, moves);
    free(progress);
    return number;
}

static LineResult next_puzzle(Cli *cli, const LineArguments *arguments, Error *error) {
    int moves = 0;
    LineResult read = LINE_RESULT_OK;
    if (arguments->count == 1)
        read = cli_parse_number(arguments->word[0], "the moves of a puzzle", PUZZLE_MOVES_MIN,
                                PUZZLE_MOVES_MAX, &moves, error);
    if (read != LINE_RESULT_OK)
        return read;
    return cli_result(start_puzzle(cli, find_next_puzzle(cli, moves), error));
}

LineResult line_game_puzzle(Cli *cli, const LineArguments *arguments, Error *error) {
    PuzzleView view;
    int number = PUZZLE_NEXT;
    if (arguments->count == 1 && text_equal_ignore_case(arguments->word[0], "next"))
        return next_puzzle(cli, &(LineArguments){.text = ""}, error);
    LineResult read = LINE_RESULT_OK;
    if (arguments->count == 1)
        read = cli_parse_number(arguments->word[0], "puzzles", 1, puzzle_count(), &number, error);
    if (read != LINE_RESULT_OK)
        return read;
    if (arguments->count == 0 && puzzle_view(cli->session, &view)) {
        say_progress(cli);
        return LINE_RESULT_OK;
    }
    return cli_result(start_puzzle(cli, number, error));
}

/* ---- training endings ---- */

/* Without arguments, training continues with the same kind of ending. */
LineResult line_game_train(Cli *cli, const LineArguments *arguments, Error *error) {
    TrainingView view;
    TrainingRequest request;
    uint64_t seed = training_seed(&cli->settings);
    bool trains = training_view(cli->session, &view);
    if (trains)
        seed = view.seed;
    if (trains && arguments->count == 0)
        request = view.request;
    else if (!training_request_parse(arguments->text, &cli->settings.variant, &request, error))
        return LINE_RESULT_ERROR;
    SessionSetup setup;
    TrainingEnding *ending = training_find(&cli->settings, &request, seed, error);
    return cli_result(ending != NULL && training_setup(&cli->settings, ending, &setup, error) &&
                      cli_game_start(cli, &setup, error));
}

LineResult line_game_next(Cli *cli, const LineArguments *arguments, Error *error) {
    TrainingView view;
    MistakeView mistake;
    if (training_view(cli->session, &view) && arguments->count == 0)
        return line_game_train(cli, arguments, error);
    if (mistake_view(cli->session, &mistake) && arguments->count == 0)
        return cli_result(line_review_next(cli, error));
    return next_puzzle(cli, arguments, error);
}

LineResult line_game_hint(Cli *cli, const LineArguments *arguments, Error *error) {
    (void)arguments;
    return cli_result(session_hint(cli->session, error));
}
