#include <config.h>

#include "scenes.h"

#include <stdio.h>
#include <string.h>

#include "rules/fen.h"
#include "views.h"

static const char opening_fen[] = "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1";
static const char opening[] = "g1f3 f6e5 d2d3 b6b5 d3d4 c6c5";
static const char long_game[] = "g1f3 f6e5 d2d3 b6b5 d3d4 c6c5 f3e5 d6e5 e2e3 b5b4";
static const char lesson_fen[] = "2l4/4p2/7/3p3/7/2p4/1M2L2/w/-1";
static const char ending_fen[] = "2l4/7/5e1/7/4Z2/7/4L2/w/-1";

/* ---- hints ---- */

typedef struct SceneHints {
    ViewHint hint[VIEW_HINTS_MAX];
} SceneHints;

static const SceneHints turn_hints = {{{0, "Enter", "select"},
                                       {1, "Tab", "next"},
                                       {2, "u", "undo"},
                                       {3, "a", "advice"},
                                       {4, "n", "new game"},
                                       {5, "?", "help"}}};
static const SceneHints selected_hints = {{{0, "Enter", "move"},
                                           {1, "Tab", "next"},
                                           {2, "Esc", "cancel"},
                                           {3, "u", "undo"},
                                           {4, "a", "advice"},
                                           {5, "?", "help"}}};
static const SceneHints waiting_hints = {{{0, "c", "move now"},
                                          {1, "u", "undo"},
                                          {2, "[", "back"},
                                          {3, "n", "new game"},
                                          {4, "q", "quit"},
                                          {5, "?", "help"}}};
static const SceneHints browsing_hints = {{{0, "[", "back"},
                                           {1, "]", "forward"},
                                           {2, "}", "to the end"},
                                           {3, "Esc", "return"},
                                           {4, "A", "analysis"},
                                           {5, "?", "help"}}};
static const SceneHints network_hints = {{{0, "Enter", "select"},
                                          {1, "Tab", "next"},
                                          {2, "y", "talk"},
                                          {3, "D", "draw"},
                                          {4, "[", "back"},
                                          {5, "?", "help"}}};

static void put_hints(View *view, const SceneHints *hints) {
    view->hint_count = VIEW_HINTS_MAX;
    memcpy(view->hint, hints->hint, sizeof view->hint);
}

/* ---- states ---- */

static void put_turn(View *view) {
    view->cursor = F3;
    view_describe(view);
}

static void put_selected(View *view) {
    put_hints(view, &selected_hints);
    view_select(view, F3);
    view->cursor = G5;
}

static void put_chain(View *view) {
    put_hints(view, &selected_hints);
    view->cursor = F5;
    view_select(view, D3);
    view->chain = (ViewChain){.count = 2,
                              .square = {B1, D3},
                              .taken_count = 1,
                              .taken_square = {C2},
                              .taken_type = {PAWN}};
    snprintf(view->status, sizeof view->status, "Enter jumps over the pawn e4.");
}

static void put_thinking(View *view) {
    put_hints(view, &waiting_hints);
    view->player[BLACK].thinking = true;
    snprintf(view->status, sizeof view->status, "White's pawn moved to d4.");
}

static void put_browsing(View *view) {
    put_hints(view, &browsing_hints);
    view_score(view);
    view_show_ply(view, view->record->count - 4);
    view->cursor = E5;
    snprintf(view->status, sizeof view->status,
             "Black's pawn moved to c5 (move 3 of 5). Black pawn e5.");
}

/* Marks of all kinds, a long comment and variations. */
static void put_notes(View *view) {
    static const unsigned char marks[] = {1, 2, 3, 4, 5, 6};
    static char notes[400];
    put_browsing(view);
    for (size_t ply = 1; ply <= view->record->count; ply++)
        record_set_mark((Record *)view->record, ply, marks[ply % 6]);
    snprintf(
        notes, sizeof notes, "%s",
        "A mistake.\nIt leaves the giraffe in the river, and the zebra comes to the centre with "
        "all its weight.\nInstead: 3... Z-F5 4. E:F5 P-BB5 {is quiet} (4. P-EE3)");
    view->notes = notes;
    snprintf(view->notes_key, sizeof view->notes_key, "i");
}

static void put_two_computers(View *view) {
    view->player[WHITE] = (ViewPlayer){.name = "Computer, level 7", .short_name = "Computer 7"};
    put_hints(view, &waiting_hints);
    view_score(view);
    view_think(view, "f3e5 d6e5");
    snprintf(view->thinking_title, sizeof view->thinking_title, "Last move");
}

static void put_paused(View *view) {
    put_two_computers(view);
    view->paused = true;
    snprintf(view->status, sizeof view->status, "Paused: p continues, . makes one move.");
}

static void put_analysis(View *view) {
    static ViewThinking thinking;
    put_hints(view, &browsing_hints);
    view_score(view);
    view_think(view, "a1c3 g7f5 c3a3");
    thinking = *view->thinking;
    thinking.depth = 12;
    thinking.variation_count = 3;
    thinking.variation[1] = thinking.variation[2] = thinking.variation[0];
    view_set_score(&thinking.variation[1], 0);
    view_set_score(&thinking.variation[2], -125);
    view->thinking = &thinking;
    view->analysis_lines = 3;
    snprintf(view->thinking_title, sizeof view->thinking_title, "Analysis");
}

static void put_advice(View *view) {
    view_advise(view, "e2e3");
    view_think(view, "e2e3 d6d5 c2d3");
    view_word_thoughts(view, "You are a bit ahead", "Black: pawn to d5. You: pawn takes d3.");
    snprintf(view->thinking_title, sizeof view->thinking_title, "Advice");
    snprintf(view->status, sizeof view->status,
             "Advice: pawn e2 moves to e3. Press a, then Enter, to play it.");
}

static void put_over(View *view) {
    put_hints(view, &browsing_hints);
    view->outcome = (Outcome){RESULT_WHITE, REASON_RESIGNED};
    view->drowning = 0;
    snprintf(view->status, sizeof view->status, "White wins: Black resigned.");
}

static void put_draw(View *view) {
    put_over(view);
    view_score(view);
    view->outcome = (Outcome){RESULT_DRAW, REASON_AGREED};
    snprintf(view->status, sizeof view->status, "A draw by agreement.");
}

static const char *talk_line(void *context, size_t number, char text[VIEW_TALK_SIZE]) {
    static const char *const lines[] = {"Bo: Good luck!", "You: And to you.",
                                        "Bo: That zebra of yours is a nuisance.",
                                        "You: It is meant to be."};
    (void)context;
    snprintf(text, VIEW_TALK_SIZE, "%s", lines[number]);
    return text;
}

static void put_network(View *view) {
    put_hints(view, &network_hints);
    view->player[WHITE].name = "Ada";
    view->player[WHITE].note = "you";
    view->player[BLACK] = (ViewPlayer){.name = "Bo", .note = "away"};
    view->game_id = "7KQ2M4X9PD";
    view->talk = (ViewTalk){.count = 4, .line_at = talk_line};
    view_clock(view, 271000, 312000);
}

static void put_notice(View *view) {
    view->cursor = F3;
    snprintf(view->notice, sizeof view->notice,
             "Draw in 14 moves each unless something is captured or drowns, or a pawn moves.");
    view->about = "Zebra: moves like a knight in chess, two squares straight and one aside.";
    view_describe(view);
}

static ViewMark mark_at(void *context, size_t ply) {
    (void)context;
    return ply == 3 || ply == 24    ? VIEW_MARK_MISTAKE
           : ply == 12 || ply == 41 ? VIEW_MARK_BLUNDER
                                    : VIEW_MARK_NONE;
}

static const SceneHints review_hints = {{{0, ")", "mistake"},
                                         {1, "(", "previous"},
                                         {2, "M", "exercises"},
                                         {3, "[", "back"},
                                         {4, "]", "forward"},
                                         {5, "?", "help"}}};

static void show_review(View *view, const ViewReview *review) {
    view_score(view);
    put_hints(view, &review_hints);
    view->cursor = E4;
    view->review = review;
    view->about = "";
    view_describe(view);
}

/* A long game; the move shown is a blunder. */
static void put_review(View *view) {
    static const ViewReview review = {
        .title = "Review",
        .right = {"White 87 %, Black 74 %", "W 87 %, B 74 %"},
        .sentence = "Blunder: P-CC5 leaves the giraffe in the river (c4). G-C5 was better.",
        .line = "6...G-C5 7.Z:E5 P:FE5 8.P-CB3 E-C5",
        .mark_at = mark_at,
    };
    view_lengthen(view, 60);
    view_show_ply(view, 12);
    view->advice = square_bit(A7) | square_bit(C5);
    show_review(view, &review);
}

/* The longest summary, at the end of the game. */
static void put_summary(View *view) {
    static const ViewReview review = {
        .title = "Review",
        .right = {"White 87 %, Black 74 %", "W 87 %, B 74 %"},
        .sentence = "The game turned when White played 18. M:D3:F5, a blunder.\n"
                    "White: 2 blunders, 1 mistake, 3 inaccuracies.\n"
                    "Black: 4 blunders, 2 mistakes, 1 inaccuracy.",
        .line = "",
        .mark_at = mark_at,
    };
    view_lengthen(view, 60);
    show_review(view, &review);
}

/* A review that has just begun, of a game that is shorter than its graph is wide. */
static void put_reviewing(View *view) {
    static const ViewReview review = {
        .title = "Review",
        .right = {"5/11, 3 seconds left", "5/11"},
        .sentence = "First look: 5 of 11 positions, about 3 seconds left.",
        .line = "",
        .mark_at = mark_at,
    };
    show_review(view, &review);
}

/* A value that the limit of quiet plies may undo. */
static void put_ending(View *view) {
    static const ViewCandidates ending = {
        .title = "Ending",
        .summary = {"White may win in 61 moves", "White may win in 61", "W#61?"},
        .remark = "It is a draw after 40 moves unless something is captured or drowns, or a pawn "
                  "moves.",
    };
    put_hints(view, &browsing_hints);
    view->cursor = D4;
    view->candidates = &ending;
    view->about = "";
    view_describe(view);
}

/* Forty moves, some of them with the longest texts. */
static void ending_move_at(void *context, size_t index, ViewCandidate *move) {
    static const PieceType pieces[] = {ZEBRA, MONKEY, SUPERPAWN, LION, PAWN};
    static const char *const notations[] = {"Z-F3", "M:D3:F5:D7,:B4#", "S-CD4", "L-C1", "D3"};
    (void)context;
    int moves = (int)index / 3 + 9;
    *move = (ViewCandidate){.piece = pieces[index % 5], .good = index < 12};
    snprintf(move->notation, sizeof move->notation, "%s", notations[index % 5]);
    if (index == 12 || index == 13)
        snprintf(move->short_value, sizeof move->short_value, "Draw");
    else
        snprintf(move->short_value, sizeof move->short_value, "%c#%d", index < 12 ? 'W' : 'B',
                 index < 12 ? moves : 30 - moves);
    if (index == 12 || index == 13)
        snprintf(move->value, sizeof move->value, "draw");
    else
        snprintf(move->value, sizeof move->value, "%s in %d",
                 index < 10   ? "wins"
                 : index < 12 ? "may win"
                              : "loses",
                 index < 12 ? moves : 30 - moves);
}

static void put_ending_moves(View *view) {
    static const ViewCandidates ending = {
        .title = "Ending",
        .summary = {"White wins in 9 moves", "White wins in 9", "W#9"},
        .remark = "",
        .list = {.count = 40, .selected = 11, .top = 4},
        .animals = true,
        .move_at = ending_move_at,
    };
    static const SceneHints hints = {{{0, "Enter", "play"},
                                      {1, "Esc", "close"},
                                      {2, "Down", "next"},
                                      {3, "[", "back"},
                                      {4, "]", "forward"},
                                      {5, "?", "help"}}};
    put_hints(view, &hints);
    view_select(view, E3);
    view->targets = square_bit(D5);
    view->captures = 0;
    view->cursor = SQUARE_NONE;
    view->candidates = &ending;
    view->about = "";
    snprintf(view->status, sizeof view->status, "Zebra e3 moves to d5: White wins in 12 moves.");
}

static void put_lesson(View *view) {
    static const ViewLesson lesson = {
        .title = "8. The monkey",
        .progress = "2/5",
        .text = "After a jump it may jump on from where it landed, in any direction.\n\n"
                "Go jump by jump, with Enter on each marked square.",
        .task = "Capture all three pawns in one turn.",
        .remark = "The monkey stopped too early: there was more to take.",
        .key = "",
    };
    put_hints(view, &selected_hints);
    view->cursor = B1;
    view_select(view, B1);
    view_describe(view);
    view->lesson = &lesson;
}

static void put_lesson_over(View *view) {
    static const ViewLesson lesson = {.title = "8. The monkey",
                                      .progress = "2/5",
                                      .text = "Three at one go!",
                                      .task = "",
                                      .remark = "",
                                      .key = "Enter continues."};
    view->lesson = &lesson;
    view->cursor = E2;
    view_describe(view);
}

static void put_puzzle(View *view) {
    static const ViewLesson puzzle = {
        .title = "Puzzle 4",
        .progress = "3 of 120",
        .text = "Grade 2 of 5. You have not tried it yet.",
        .task = "White wins in 2 moves.",
        .remark = "",
        .key = "",
    };
    view->lesson = &puzzle;
    view->cursor = E2;
    view_describe(view);
}

static void put_training(View *view) {
    static const ViewLesson training = {
        .title = "To win",
        .progress = "2 wasted",
        .text = "That wins too, but 2 plies later than the best move.",
        .task = "White wins in 12 moves.",
        .remark = "",
        .key = "",
    };
    view->lesson = &training;
    view->cursor = E3;
    view_describe(view);
}

/* A second lion, and a white zebra to be put. */
static void put_setup(View *view) {
    static Position board;
    static const SceneHints hints = {{{0, "Enter", "put"},
                                      {1, "x", "remove"},
                                      {2, "n", "play"},
                                      {3, "A", "analyse"},
                                      {4, "Esc", "cancel"},
                                      {5, "?", "help"}}};
    static const ViewSetup setup = {
        .type = ZEBRA,
        .color = WHITE,
        .verdict = "White has 2 lions: leave only one.",
        .turn = {6, "Tab", ""},
        .command_count = 8,
        .command = {{7, "b", "empty"},
                    {8, "d", "start"},
                    {9, "v", "mirror"},
                    {10, "o", "swap sides"},
                    {11, "u", "undo"},
                    {12, "r", "redo"},
                    {13, "i", "as text"},
                    {14, "w", "copy"}},
    };
    put_hints(view, &hints);
    board = *view->position;
    placement_put(&board, WHITE, LION, D5);
    view->position = &board;
    view->drowning = board.by_type[LION] & board.by_color[WHITE];
    view->last_move = 0;
    view->cursor = E4;
    view->setup = &setup;
    snprintf(view->status, sizeof view->status, "Enter puts a white zebra on e4.");
}

/* ---- the table ---- */

typedef struct Scene {
    const char *name;
    const char *variant, *fen, *moves; /* no fen: the start position */
    void (*put)(View *view);
} Scene;

static const Scene scenes[] = {
    {"turn", "congo", opening_fen, opening, put_turn},
    {"selected", "congo", opening_fen, opening, put_selected},
    {"chain", "congo", "2l4/7/7/4p2/3M3/2p4/4L2/w/-1", "", put_chain},
    {"thinking", "congo", opening_fen, "g1f3 f6e5 d2d3 b6b5 d3d4", put_thinking},
    {"browsing", "congo", opening_fen, long_game, put_browsing},
    {"notes", "congo", opening_fen, long_game, put_notes},
    {"computers", "congo", opening_fen, long_game, put_two_computers},
    {"paused", "congo", opening_fen, long_game, put_paused},
    {"analysis", "congo", opening_fen, long_game, put_analysis},
    {"advice", "congo", opening_fen, opening, put_advice},
    {"taken", "congo", opening_fen, "g1f3 f6e5 f3e5 e6e5 d2d3 b6b5", put_turn},
    {"over", "congo", opening_fen, opening, put_over},
    {"draw", "congo", opening_fen, long_game, put_draw},
    {"network", "congo", opening_fen, opening, put_network},
    {"notice", "congo", opening_fen, opening, put_notice},
    {"review", "congo", opening_fen, long_game, put_review},
    {"summary", "congo", opening_fen, long_game, put_summary},
    {"reviewing", "congo", opening_fen, long_game, put_reviewing},
    {"ending", "congo", ending_fen, "", put_ending},
    {"ending-moves", "congo", ending_fen, "", put_ending_moves},
    {"lesson", "congo", lesson_fen, "", put_lesson},
    {"lesson-over", "congo", lesson_fen, "", put_lesson_over},
    {"puzzle", "congo", "2gle2/p1p2p1/1p1m1p1/2P1Z2/3P3/P1e1M2/G2LE2/w/-1", "", put_puzzle},
    {"training", "congo", ending_fen, "", put_training},
    {"setup", "congo", "2gle2/p1p2p1/1p1m1p1/2P4/3P3/P1e1M2/G2LE2/w/-1", "", put_setup},
    {"lions", "congo", "3l3/7/7/7/7/7/2PL3/w/-1", "", put_turn},
    {"islands", "islands", NULL, opening, put_selected},
    {"megapawn", "megapawn", NULL, "", put_turn},
    {"black-begins", "congo", "2gle2/p1p2p1/1p1m1p1/2P1Z2/3P3/P1e1M2/G2LE2/b/-1", "", put_turn},
};

View *scene_create(const char *name, Error *error) {
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
        const Scene *scene = &scenes[i];
        if (strcmp(scene->name, name) != 0)
            continue;
        View *view = view_create(scene->variant, scene->fen, scene->moves, error);
        if (view == NULL)
            return NULL;
        view->player[WHITE] = (ViewPlayer){.name = "You", .is_you = true};
        view->player[BLACK] = (ViewPlayer){.name = "Computer, level 3", .short_name = "Computer 3"};
        put_hints(view, &turn_hints);
        view_describe(view);
        scene->put(view);
        return view;
    }
    error_set(error, ERROR_RANGE, "there is no scene %s", name);
    return NULL;
}
