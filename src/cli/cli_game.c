#include <config.h>

#include "cli/cli_game.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "play/player.h"
#include "play/puzzles/mistake.h"
#include "rules/coordinate.h"
#include "rules/notation.h"

/* ---- a line that is a move, as the program prints it ---- */

/* ---- sentences ---- */

/* The parts of a sentence read so far. */
typedef struct MoveSentence {
    const char *rest; /* after the current word */
    char word[16];    /* in lower case, without punctuation; "" at the end */
    bool ends;        /* a full stop follows the word */
    PieceType type;   /* PIECE_NONE: not named */
    bool has_color;
    Color color; /* if named */
    Square squares[STEP_SQUARES_MAX];
    int count;
    bool stops; /* the monkey does not jump on */
} MoveSentence;

/* Returns false for a word that is longer than any of a sentence. */
static bool next_word(MoveSentence *sentence) {
    const char *at = sentence->rest + strspn(sentence->rest, " ");
    size_t length = strcspn(at, " ");
    sentence->rest = at + length;
    sentence->ends = length > 0 && at[length - 1] == '.';
    while (length > 0 && strchr(".,:;", at[length - 1]) != NULL)
        length--;
    if (length >= sizeof sentence->word)
        return false;
    for (size_t i = 0; i < length; i++)
        sentence->word[i] = (char)text_lower((unsigned char)at[i]);
    sentence->word[length] = '\0';
    return true;
}

static bool word_is(const MoveSentence *sentence, const char *word) {
    return strcmp(sentence->word, word) == 0;
}

static bool word_is_among(const MoveSentence *sentence, const char *const *words) {
    return text_find_word(words, sentence->word) >= 0;
}

static Square word_square(const MoveSentence *sentence) {
    return strlen(sentence->word) == 2 ? square_parse(sentence->word) : SQUARE_NONE;
}

static PieceType word_piece(const MoveSentence *sentence, PawnFamily pawns) {
    PieceType type = LION;
    while (type < PIECE_NONE &&
           !text_equal_ignore_case(sentence->word, piece_type_name(type, pawns)))
        type++;
    return type;
}

/* Reads "The advice is: ", "12, White: ", and the piece with "from". */
static bool read_beginning(MoveSentence *sentence, PawnFamily pawns) {
    static const char *const introductions[] = {"the", "advice", "that", "is", NULL};
    int number;
    bool read = next_word(sentence);
    while (read && word_is_among(sentence, introductions))
        read = next_word(sentence);
    if (read && text_parse_number(sentence->word, 1, RECORD_PLIES_MAX, &number))
        read = next_word(sentence);
    for (Color color = WHITE; read && color <= BLACK; color++) {
        if (!word_is(sentence, color_word(color)))
            continue;
        sentence->has_color = true;
        sentence->color = color;
        read = next_word(sentence);
    }
    sentence->type = word_piece(sentence, pawns);
    if (read && sentence->type != PIECE_NONE)
        read = next_word(sentence);
    return read && (!word_is(sentence, "from") || next_word(sentence));
}

static bool add_square(MoveSentence *sentence, Square square) {
    if (square == SQUARE_NONE || sentence->count == STEP_SQUARES_MAX)
        return false;
    sentence->squares[sentence->count++] = square;
    return true;
}

/* Skips "the pawn c2" or "the pawn there". */
static bool skip_captured(MoveSentence *sentence, PawnFamily pawns) {
    return next_word(sentence) && word_is(sentence, "the") && next_word(sentence) &&
           word_piece(sentence, pawns) != PIECE_NONE && next_word(sentence) &&
           (word_is(sentence, "there") || word_square(sentence) != SQUARE_NONE);
}

/* Reads "takes the pawn c2", where it goes, or "takes the pawn c2 jumping to d3". */
static bool read_capture(MoveSentence *sentence, PawnFamily pawns) {
    if (!next_word(sentence) || (word_is(sentence, "the") && !next_word(sentence)) ||
        (word_piece(sentence, pawns) != PIECE_NONE && !next_word(sentence)))
        return false;
    Square captured = word_square(sentence);
    MoveSentence ahead = *sentence;
    if (captured == SQUARE_NONE || sentence->ends || !next_word(&ahead) ||
        !word_is(&ahead, "jumping"))
        return add_square(sentence, captured);
    *sentence = ahead;
    return next_word(sentence) && word_is(sentence, "to") && next_word(sentence) &&
           add_square(sentence, word_square(sentence));
}

/* Reads "stops", "stops there" or, as the only words, "stops on d3". */
static bool read_stop(MoveSentence *sentence) {
    sentence->stops = true;
    if (sentence->count > 0 && sentence->ends)
        return true;
    if (!next_word(sentence))
        return false;
    if (sentence->count > 0)
        return sentence->word[0] == '\0' || word_is(sentence, "there");
    return word_is(sentence, "on") && next_word(sentence) &&
           add_square(sentence, word_square(sentence));
}

/* Reads the current word and the words that belong to it. */
static bool read_part(MoveSentence *sentence, PawnFamily pawns) {
    static const char *const fillers[] = {"to", "jumps", "on", "then", "and", NULL};
    if (word_is_among(sentence, fillers))
        return true;
    if (word_is(sentence, "taking"))
        return skip_captured(sentence, pawns);
    if (word_is(sentence, "takes"))
        return read_capture(sentence, pawns);
    if (word_is(sentence, "stops"))
        return read_stop(sentence);
    if (word_is(sentence, "becomes"))
        return next_word(sentence) && word_is(sentence, "a") && next_word(sentence) &&
               word_piece(sentence, pawns) != PIECE_NONE;
    return add_square(sentence, word_square(sentence));
}

/* Reads the first sentence of a line; the later ones describe the consequences of the move. */
static bool read_sentence(MoveSentence *sentence, PawnFamily pawns) {
    if (!read_beginning(sentence, pawns))
        return false;
    while (sentence->word[0] != '\0') {
        if (!read_part(sentence, pawns))
            return false;
        if (sentence->ends || !next_word(sentence))
            break;
    }
    if (sentence->stops && sentence->count > 0)
        return add_square(sentence, sentence->squares[sentence->count - 1]);
    return sentence->count >= 2;
}

static bool play_sentence(Session *session, const MoveSentence *sentence, Error *error) {
    const Position *position = session_position(session);
    PawnFamily pawns = position->variant->pawns;
    Square from = sentence->squares[0];
    char name[SQUARE_TEXT_SIZE];
    if (sentence->has_color && sentence->color != position_side(position))
        return error_set(error, ERROR_ILLEGAL, "it is %s's turn",
                         color_name(position_side(position)));
    if (sentence->type != PIECE_NONE && position_piece_at(position, from) != sentence->type)
        return error_set(error, ERROR_ILLEGAL, "there is no %s on %s",
                         piece_type_name(sentence->type, pawns), square_write(from, name));
    return session_submit_steps(session, sentence->squares, sentence->count, error);
}

/* ---- moves with a number ---- */

/* Makes the moves on a copy of the game, where each must be legal and a move of a person here. */
static bool check_moves(const Session *session, const char *list, NotationStyle style,
                        Error *error) {
    Record *record = record_clone(session_record(session));
    char *copy = memory_strdup(list), *rest = copy, quoted[QUOTE_SIZE];
    bool legal = true;
    for (char *word = notation_next_move(&rest); legal && word != NULL;
         word = notation_next_move(&rest)) {
        Color side = position_side(record_position(record));
        char player[PLAYER_DESCRIPTION_SIZE];
        NotationFits fits;
        Move move;
        player_describe(session, side, player);
        legal = session_player(session, side)->kind == PLAYER_HUMAN ||
                error_set(error, ERROR_STATE, "%s would be a move of %s", text_quote(word, quoted),
                          player);
        legal = legal && record_find_moves(record, word, &fits, error) &&
                notation_choose(record_position(record), word, &fits, style, &move, NULL, error) &&
                record_play_legal(record, move, -1, -1, error);
    }
    free(copy);
    record_free(record);
    return legal;
}

static bool play_moves(Session *session, const char *list, NotationStyle style, Error *error) {
    bool is_alone = strchr(list, ' ') == NULL; /* may continue a capture */
    char *copy = memory_strdup(list), *rest = copy;
    bool played = is_alone || check_moves(session, list, style, error);
    for (char *word = notation_next_move(&rest); played && word != NULL;
         word = notation_next_move(&rest))
        played = session_submit_text(session, word, style, error);
    free(copy);
    return played;
}

/* ---- the line ---- */

static bool play_line(Session *session, char *line, NotationStyle style, Error *error) {
    MoveNumber number = notation_number(line, strlen(line));
    const char *moves = line + number.length + strspn(line + number.length, " ");
    Error unread = {0};
    if (number.digits > 0 && number.dots > 0 && *moves != '\0') {
        /* The lists of endings say after ": " what a move leads to. */
        char *remark = strstr(line, ": ");
        if (remark != NULL)
            *remark = '\0';
        return play_moves(session, moves, style, error);
    }
    if (session_submit_text(session, line, style, &unread))
        return true;
    MoveSentence sentence = {.rest = line, .type = PIECE_NONE};
    if (unread.code == ERROR_SYNTAX &&
        read_sentence(&sentence, session_position(session)->variant->pawns))
        return play_sentence(session, &sentence, error);
    if (unread.code == ERROR_SYNTAX && sentence.type != PIECE_NONE)
        return error_set(error, ERROR_ILLEGAL,
                         "expected the squares where the move begins and ends, such as "
                         "\"zebra g1 f3\"");
    return error_set(error, unread.code, "%s", unread.text);
}

bool move_line_play(Session *session, const char *line, NotationStyle style, Error *error) {
    char *copy = memory_strdup(line);
    size_t length = strlen(copy);
    if (length > 0 && copy[length - 1] == '.')
        copy[length - 1] = '\0';
    bool played = play_line(session, text_trim(copy), style, error);
    free(copy);
    return played;
}

/* ---- the game ---- */

/* ---- moves ---- */

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

void cli_game_show_changes(Cli *cli) {
    const Record *record = session_record(cli->session);
    int jumps = session_open_jumps(cli->session, NULL, NULL);
    cli_end_line(cli);
    while (cli->shown_ply < record->current) {
        show_move(cli, record_position_at(record, cli->shown_ply),
                  record->plies[cli->shown_ply].move, cli->shown_jumps, false);
        cli->shown_ply++;
        cli->shown_jumps = 0;
        cli->presenter->after_transition(&cli->out, cli->session, cli->shown_ply);
    }
    if (cli->shown_ply > record->current || cli->shown_jumps > jumps) {
        cli_game_show(cli);
    } else if (cli->shown_jumps < jumps) {
        show_move(cli, record_position(record), open_jumps(cli->session), cli->shown_jumps, true);
        cli->shown_jumps = jumps;
        cli->presenter->after_transition(&cli->out, cli->session, record->current);
    }
}

/* ---- starting ---- */

static void show_network(Cli *cli) {
    NetworkView *view = &cli->shown_network;
    cli->wants_rematch = false;
    *view = (NetworkView){0};
    if (!network_view(cli->session, view))
        return;
    cli->presenter->network(&cli->out, view);
    if (view->invitation[0] != '\0')
        cli_say(cli, "The free seat is kept for whoever has this invitation: %s", view->invitation);
}

static void show_start(Cli *cli, Session *session) {
    cli->session = session;
    cli->shown_offer = false;
    cli->moves_left = 0;
    cli->save_path[0] = '\0';
    show_network(cli);
    cli_game_show(cli);
    if (record_is_over(session_record(session)))
        cli->presenter->outcome(&cli->out, session_outcome(session));
}

bool cli_game_start(Cli *cli, SessionSetup *setup, Error *error) {
    Session *before = cli->session;
    MistakeView mistake;
    if (!cli->is_terminal)
        setup->pace_ms = 0; /* computers need not wait for a spectator */
    Session *session = session_create(&cli->loop, setup, cli->listener, cli, error);
    if (session == NULL)
        return false;
    bool exercise = mistake_view(session, &mistake);
    if (!exercise && cli->suspended != NULL && cli->suspended != before)
        session_free(cli->suspended, NULL, NULL);
    if (before != NULL && (!exercise || before != cli->suspended))
        session_free(before, NULL, NULL);
    if (!exercise)
        cli->suspended = NULL;
    show_start(cli, session);
    return true;
}

void cli_game_return(Cli *cli) {
    Session *game = cli->suspended;
    cli->suspended = NULL;
    session_suspend(game, false);
    session_free(cli->session, NULL, NULL);
    show_start(cli, game);
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

/* ---- analysis ---- */

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
