#include <config.h>

#include "tui/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "board/painter.h"
#include "board/panels.h"
#include "play/variation.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "tui/learn/exercise.h"
#include "tui/online/online_game.h"
#include "tui/selection.h"

/* A text that grows sentence by sentence and is cut where its room ends. */
typedef struct StatusText {
    char *text;
    size_t size, used;
} StatusText;

static void add_text(StatusText *to, const char *format, ...) PRINTF_LIKE(2, 3);

static void add_text(StatusText *to, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(to->text + to->used, to->size - to->used, format, arguments);
    va_end(arguments);
    if (length > 0)
        to->used += (size_t)length;
    if (to->used >= to->size)
        to->used = to->size - 1;
}

/* "Monkey d3", "monkey d3"; an mPawn keeps its own capital. */
static void add_piece(StatusText *to, const Position *position, Square square, bool capital) {
    const char *kind =
        piece_type_name(position_piece_at(position, square), position->variant->pawns);
    char name[SQUARE_TEXT_SIZE];
    bool raise = capital && text_lower(kind[1]) == kind[1]; /* an mPawn stays one */
    add_text(to, "%c%s %s", raise ? text_upper(kind[0]) : kind[0], kind + 1,
             square_write(square, name));
}

/* "a4, c4 and d4" */
static void add_squares(StatusText *to, Bitboard squares) {
    char name[SQUARE_TEXT_SIZE];
    int left = popcount64(squares);
    for (; left > 0; left--) {
        Square square = bitboard_pop(&squares);
        add_text(to, "%s%s", square_write(square, name),
                 left > 2    ? ", "
                 : left == 2 ? " and "
                             : "");
    }
}

static void add_count(StatusText *to, int count, const char *thing) {
    add_text(to, "%d %s%s", count, thing, count == 1 ? "" : "s");
}

/* --- what is under the cursor --- */

static const char *ground_name(const Position *position, Square square) {
    if (bitboard_has(position->variant->islands, square))
        return ", an island";
    if (bitboard_has(RIVER_MASK, square))
        return ", river";
    if (bitboard_has(WHITE_CASTLE, square))
        return ", White's castle";
    return bitboard_has(BLACK_CASTLE, square) ? ", Black's castle" : ", empty";
}

static void add_mobility(StatusText *to, const App *app, Square square) {
    Bitboard targets, captures;
    selection_steps(app, square, &targets, &captures);
    if ((targets | captures) == 0) {
        add_text(to, " cannot move.");
        return;
    }
    add_text(to, "%s: ", square == app->selected ? " selected" : "");
    add_count(to, popcount64(targets), "move");
    if (captures != 0) {
        add_text(to, ", ");
        add_count(to, popcount64(captures), "capture");
    }
    add_text(to, ".");
}

static void add_square(StatusText *to, const App *app, const Position *position, Square square) {
    char name[SQUARE_TEXT_SIZE];
    if (position_piece_at(position, square) == PIECE_NONE) {
        add_text(to, "%s%s.", square_write(square, name), ground_name(position, square));
        return;
    }
    Color color = position_color_at(position, square);
    if (color == position_side(position) && !outcome_is_over(app_outcome(app))) {
        add_piece(to, position, square, true);
        add_mobility(to, app, square);
    } else {
        add_text(to, "%s ", color_name(color));
        add_piece(to, position, square, false);
        add_text(to, ".");
    }
}

/* --- what the key that selects would do --- */

static void add_select(StatusText *to, const App *app) {
    char text[VIEW_STATUS_SIZE];
    add_text(to, "%s", keymap_expand(&app->keys, "{select}", text, sizeof text));
}

/* ", where the zebra drowns", "; d4 drowns" */
static void add_drowned(StatusText *to, const Position *position, Move move) {
    Bitboard drowned = position_drowned(position, move);
    Bitboard others = drowned & ~square_bit(move_to(move));
    if (drowned != others)
        add_text(to, ", where the %s drowns",
                 piece_type_name(position_piece_at(position, move_from(move)),
                                 position->variant->pawns));
    if (others == 0)
        return;
    add_text(to, "; ");
    add_squares(to, others);
    add_text(to, popcount64(others) == 1 ? " drowns" : " drown");
}

/* A jump may be the first of several: what drowns is known only when the turn ends. */
static void add_jump(StatusText *to, const App *app, const Position *position, Square from,
                     Square target) {
    add_select(to, app);
    add_text(to, " jumps over the ");
    add_piece(to, position, (Square)(((int)from + (int)target) / 2), false);
    add_text(to, ".");
}

static void add_move(StatusText *to, const App *app, const Position *position, Square from,
                     Square target) {
    char name[SQUARE_TEXT_SIZE];
    Move move = move_plain(position_piece_at(position, from), from, target);
    add_select(to, app);
    if (position_piece_at(position, target) == PIECE_NONE) {
        add_text(to, " moves to %s", square_write(target, name));
    } else {
        add_text(to, " takes the ");
        add_piece(to, position, target, false);
    }
    add_drowned(to, position, move);
    add_text(to, ".");
}

/* The other side would win at once. */
static void add_lions_line(StatusText *to, const Position *position, Square from, Square target) {
    Position after = *position;
    position_make(&after, move_plain(position_piece_at(position, from), from, target));
    if (position_lions_face(&after, NULL))
        add_text(to, "  ! It %s the line between the lions%s.",
                 position_lions_face(position, NULL) ? "leaves" : "opens",
                 position_lions_face(position, NULL) ? " open" : "");
}

static bool is_jump(const Position *position, Square from, Bitboard captures, Square target) {
    return position_piece_at(position, from) == MONKEY && bitboard_has(captures, target);
}

/* Returns whether the line is complete: what would be done makes other warnings idle. */
static bool add_selection(StatusText *to, const App *app, const Position *position) {
    Bitboard targets, captures;
    Square from = app->selected, target = app->cursor;
    selection_steps(app, from, &targets, &captures);
    if (is_jump(position, from, captures, target)) {
        add_jump(to, app, position, from, target);
    } else if (bitboard_has(targets | captures, target)) {
        add_move(to, app, position, from, target);
        add_lions_line(to, position, from, target);
        return true;
    } else {
        add_square(to, app, position, from);
    }
    return false;
}

/* In the middle of a monkey's capture: what it can still take from where it landed. */
static void add_open_capture(StatusText *to, const App *app, const Position *position) {
    Bitboard targets, captures, victims = 0;
    Square at = (Square)position->jump_at;
    selection_steps(app, at, &targets, &captures);
    if (bitboard_has(captures, app->cursor)) {
        add_jump(to, app, position, at, app->cursor);
        return;
    }
    while (captures != 0)
        victims |= square_bit((Square)(((int)at + (int)bitboard_pop(&captures)) / 2));
    add_piece(to, position, at, true);
    add_text(to, " can still take ");
    add_squares(to, victims);
    add_text(to, ".");
    if (app->cursor == at) {
        add_text(to, " ");
        add_select(to, app);
        add_text(to, " stops here and ends the turn.");
    }
}

/* --- what is about to go wrong --- */

static void add_drowning(StatusText *to, const Position *position) {
    Bitboard drowning = selection_drowning(position);
    int count = popcount64(drowning);
    if (count == 0)
        return;
    add_text(to, "  ! ");
    if (count == 1) {
        add_piece(to, position, bitboard_first(drowning), true);
        add_text(to, " drowns unless it leaves the river.");
    } else {
        add_squares(to, drowning);
        add_text(to, " drown unless they leave the river.");
    }
}

/* The worst first: where the room is short, the last ones go. */
static void add_warnings(StatusText *to, const Position *position) {
    if (position_lions_face(position, NULL))
        add_text(to, "  ! The lions face each other: %s can capture.",
                 color_name(position_side(position)));
    add_drowning(to, position);
}

/* --- the line --- */

static void add_game_state(StatusText *to, const App *app) {
    char key[KEY_NAME_SIZE];
    char step[KEY_NAME_SIZE];
    char ply[NOTATION_SIZE + 32];
    Color by;
    if (app->browsing) {
        status_move(app, app->ply, ply, sizeof ply);
        add_text(to, "%s (%zu of %zu). ", ply, app->ply, app_record(app)->count);
    } else if (outcome_is_over(app_outcome(app))) {
        add_text(to, "%s ", outcome_sentence(app_outcome(app)));
    } else if (app->session != NULL && session_is_paused(app->session)) {
        add_text(to, "Paused: %s goes on, %s makes one move. ",
                 keymap_key_name(&app->keys, ACTION_PAUSE, key),
                 keymap_key_name(&app->keys, ACTION_STEP, step));
    } else if (online_game_is_active(app) && session_draw_offered(app->session, &by)) {
        add_text(to, "%s ", online_game_describe_offer(app, by, (char[VIEW_STATUS_SIZE]){0}));
    } else if (app->session != NULL && session_draw_offered(app->session, &by)) {
        add_text(to, "%s offers a draw: %s accepts. ", color_name(by),
                 keymap_key_name(&app->keys, ACTION_DRAW, key));
    }
}

/* For somebody who never was here, until the first move; where there is room for it. */
static void add_tour_offer(StatusText *to, const App *app) {
    char key[KEY_NAME_SIZE];
    size_t used = to->used;
    if (app->offer_tour && app->exercise == NULL && !online_game_is_active(app) &&
        app->session != NULL && session_record(app->session)->count == 0 &&
        app->selected == SQUARE_NONE)
        add_text(to, " New to Congo? %s begins a guided tour.",
                 keymap_key_name(&app->keys, ACTION_TOUR, key));
    if (to->used > used && !painter_status_fits(&app->screen, to->text)) {
        to->text[used] = '\0';
        to->used = used;
    }
}

static void write_line(const App *app, char text[VIEW_STATUS_SIZE]) {
    StatusText to = {text, VIEW_STATUS_SIZE, 0};
    const Position *position = app_position(app);
    text[0] = '\0';
    add_text(&to, "%s", online_game_status(app, (char[VIEW_STATUS_SIZE]){0}));
    if (app->message[0] != '\0') {
        add_text(&to, "%s", app->message);
        return;
    }
    if (position == NULL)
        return;
    if (exercise_status(app)[0] != '\0') {
        add_text(&to, "%s", exercise_status(app));
        return;
    }
    add_game_state(&to, app);
    bool complete = false;
    if (position_in_capture(position) && app->selected != SQUARE_NONE)
        add_open_capture(&to, app, position);
    else if (app->selected != SQUARE_NONE)
        complete = add_selection(&to, app, position);
    else
        add_square(&to, app, position, app->cursor);
    if (!complete && (app->browsing || !outcome_is_over(app_outcome(app))))
        add_warnings(&to, position);
    if (strstr(text, "  ! ") == NULL) /* which needs the room */
        add_tour_offer(&to, app);
}

void status_line(const App *app, char text[VIEW_STATUS_SIZE]) {
    write_line(app, text);
    char *warning = strstr(text, "  ! ");
    if (warning != NULL && online_game_is_offline(app)) /* the room is for the connection's state */
        *warning = '\0';
}

void status_move(const App *app, size_t ply, char *text, size_t size) {
    const Record *record = app_record(app);
    char move[NOTATION_SIZE];
    if (ply == 0) {
        snprintf(text, size, "Start of the game");
        return;
    }
    const Position *before = record_position_at(record, ply - 1);
    notation_write(before, record->plies[ply - 1].move, move);
    snprintf(text, size, "%s: %s", color_name(position_side(before)), move);
}

void status_announcement(const App *app, char text[VIEW_STATUS_SIZE]) {
    const Record *record = app_record(app);
    size_t ply = record->current;
    status_move(app, ply, text, VIEW_STATUS_SIZE);
    StatusText to = {text, VIEW_STATUS_SIZE, strlen(text)};
    Bitboard drowned = ply == 0 ? 0
                                : position_drowned(record_position_at(record, ply - 1),
                                                   record->plies[ply - 1].move);
    if (drowned != 0) {
        add_text(&to, "; ");
        add_squares(&to, drowned);
        add_text(&to, " drowned");
    }
    add_text(&to, ".");
    if (!outcome_is_over(app_outcome(app)))
        add_warnings(&to, record_position(record));
}

/* --- advice --- */

/* Why the advised move is good; chance has no reasons. */
static void add_reason(StatusText *to, const App *app, int plies) {
    const SearchSnapshot *thought = session_search_snapshot(app->session);
    char line[VARIATION_SIZE], score[32];
    if (thought == NULL || thought->purpose != THINKING_ADVICE || thought->info.depth == 0)
        return;
    Score best = thought->info.lines[0].score;
    bool white = position_side(&thought->position) == WHITE;
    variation_write_score(white ? best : -best, false, score, sizeof score);
    add_text(to, ", %s", score);
    VariationOptions answer = {.first = 1, .count = plies, .numbered = true};
    if (variation_write(session_record(app->session), thought, answer, line) > 0)
        add_text(to, ": %s", line);
}

void status_advice(const App *app, int plies, char text[VIEW_STATUS_SIZE]) {
    StatusText to = {text, VIEW_STATUS_SIZE, 0};
    char move[NOTATION_SIZE];
    char squares[COORDINATE_SIZE];
    char key[KEY_NAME_SIZE];
    notation_write(session_position(app->session), session_advice(app->session), move);
    coordinate_write(session_advice(app->session), squares);
    add_text(&to, "Advice: %s (%s)", move, squares);
    add_reason(&to, app, plies);
    add_text(&to, ".");
    if (plies >= 0)
        add_text(&to, " %s takes it up.", keymap_key_name(&app->keys, ACTION_ADVICE, key));
}

/* Which keys are of use at the moment. */

/* The most useful first: where the room is short, the last ones go. */
static const Action hint_order[] = {
    ACTION_SELECT,      ACTION_NEXT,    ACTION_ESCAPE,  ACTION_PAUSE,  ACTION_STEP,
    ACTION_CANCEL,      ACTION_UNDO,    ACTION_REDO,    ACTION_ADVICE, ACTION_TALK,
    ACTION_DRAW,        ACTION_RESIGN,  ACTION_FORWARD, ACTION_BACK,   ACTION_MORE_LINES,
    ACTION_FEWER_LINES, ACTION_START,   ACTION_END,     ACTION_HELP,   ACTION_QUIT,
    ACTION_COMMAND,     ACTION_NEW,     ACTION_SAVE,    ACTION_OPEN,   ACTION_ANALYSIS,
    ACTION_FLIP,        ACTION_ZOOM_IN, ACTION_GLYPHS,  ACTION_THEME,  ACTION_ZOOM_OUT,
    ACTION_TOUR,        ACTION_PUZZLE,  ACTION_LOBBY,   ACTION_ID,
};

static HintContext current_context(const App *app) {
    if (app->browsing)
        return HINT_BROWSING;
    if (outcome_is_over(app_outcome(app)))
        return HINT_OVER;
    if (app->session != NULL && session_can_pause(app->session))
        return session_is_paused(app->session) ? HINT_PAUSED : HINT_WATCHING;
    if (app->session == NULL || !session_awaits_human(app->session))
        return HINT_WAITING;
    if (app->selected == SQUARE_NONE)
        return HINT_TURN;
    return position_in_capture(app_position(app)) ? HINT_CAPTURE : HINT_SELECTED;
}

/* In a network game nothing is taken back, and nobody remote is made to move. */
static bool is_useful(const App *app, Action action, HintContext context) {
    if (!online_game_is_active(app))
        return true;
    if (action == ACTION_DRAW || action == ACTION_RESIGN)
        return context != HINT_OVER && (app_is_human(app, WHITE) || app_is_human(app, BLACK));
    if (action == ACTION_CANCEL)
        return session_thinking_purpose(app->session) == THINKING_MOVE;
    if (action == ACTION_ANALYSIS)
        return context == HINT_OVER || !online_game_has_seat(app);
    return (action != ACTION_UNDO && action != ACTION_REDO) || context == HINT_CAPTURE;
}

static const char *hint_word(Action action, HintContext context) {
    return action == ACTION_PAUSE && context == HINT_PAUSED ? "go on" : action_info(action)->hint;
}

/* Adds one, as long as there is room. */
static void add_hint(char text[VIEW_STATUS_SIZE], const char *key, const char *word) {
    size_t used = strlen(text);
    snprintf(text + used, VIEW_STATUS_SIZE - used, "%s %s  ", key, word);
}

void status_hints(const App *app, char text[VIEW_STATUS_SIZE]) {
    HintContext context = current_context(app);
    if (app->exercise != NULL) {
        exercise_hints(app, text);
        return;
    }
    unsigned contexts = context | (app->analysing ? HINT_ANALYSING : 0U) |
                        (online_game_is_active(app) ? HINT_NETWORK : 0U);
    text[0] = '\0';
    if (context == HINT_TURN && keymap_action(&app->keys, K_LEFT) == ACTION_LEFT)
        add_hint(text, "arrows", "move");
    for (size_t i = 0; i < sizeof hint_order / sizeof hint_order[0]; i++) {
        const ActionInfo *info = action_info(hint_order[i]);
        char key[KEY_NAME_SIZE];
        if ((info->contexts & contexts) != 0 && is_useful(app, hint_order[i], context) &&
            keymap_key_name(&app->keys, hint_order[i], key)[0] != '\0')
            add_hint(text, key, hint_word(hint_order[i], context));
    }
}
