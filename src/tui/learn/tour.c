#include <config.h>

#include "tui/learn/tour.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "play/storage.h"
#include "rules/coordinate.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "tui/app_game.h"
#include "tui/dialogs.h"
#include "tui/learn/exercise.h"

/* ---- the lessons, as data ---- */

static const LessonStep board[] = {
    {.ranks = "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ",
     .text = "Welcome to Congo! Two sides of animals face each other across a river.\n\n"
             "You play White, at the bottom. The sides move in turn, one piece at a time.\n\n"
             "Whoever captures the other side's lion wins."},
    {.ranks = "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ",
     .text = "The arrow keys move the cursor, two brackets [ ]. {select} picks up the piece under "
             "it, and marks where it can go. Take the cursor there and press {select} again.\n\n"
             "{escape} puts the piece down again.",
     .task = "Move a pawn one step forward.",
     .moves = "a2* b2* c2* d2* e2* f2* g2*",
     .reply = "d6d5",
     .after = "Well done! And Black has answered: the pawn on d6 went to d5. The piece that moved "
              "last is marked.\n\nThe sides move in turn like this until the game ends.",
     .default_rejection = "A pawn, please: one of the seven in your front row."},
};

static const LessonStep lion[] = {
    {.ranks = "2l4/2ppp2/7/7/7/7/3L3",
     .text = "This is your lion. It is the piece that counts: whoever loses the lion loses the "
             "game.\n\n"
             "A lion goes one step in any direction.",
     .task = "Move the lion one step.",
     .moves = "d1*",
     .reply = "d6d5",
     .after = "Yes. It may go on like that, forward, back and sideways, as long as it likes."},
    {.ranks = "2l4/2ppp2/7/7/1p1p3/2L4/7",
     .text = "A lion never leaves its castle: the nine squares in the middle of its side, which "
             "have a frame.\n\n"
             "To capture, a piece goes to the square of an enemy, which is taken off the board. "
             "Two pawns have come near. One is in the castle.",
     .task = "Capture the pawn that the lion can reach.",
     .moves = "c2d3",
     .after = "Right. The other pawn stands outside the castle, where the lion cannot go.\n\n"
              "All other pieces go in and out of both castles as they like.",
     .default_rejection =
         "That is a good step, but nothing was captured. A pawn stands beside the lion, "
         "on d3."},
};

static const LessonStep elephant[] = {
    {.ranks = "2l4/2ppp2/7/7/7/1E5/3L3",
     .text = "The elephant goes straight: forward, back or sideways. It goes one square or two.",
     .task = "Move the elephant two squares.",
     .moves = "b2b4 b2d2",
     .after = "That is how elephants walk. They never go diagonally.",
     .default_rejection = "That was one square, which is fine, too. Now try two."},
    {.ranks = "2l4/2ppp2/7/7/1EPz3/7/4L2",
     .text = "With its long step the elephant leaps over whatever stands between, friend or "
             "enemy.\n\nBlack's zebra thinks itself safe behind your pawn.",
     .task = "Leap over the pawn and capture the zebra.",
     .moves = "b3d3",
     .after = "The zebra is gone, and your pawn did not even notice.",
     .default_rejection = "The zebra is on d3, two squares to the right of the elephant."},
    {.ranks = "2l4/2ppp2/7/7/5g1/4p2/2L1E2",
     .text = "Two enemies are near: a pawn straight ahead, and a giraffe. See which of them an "
             "elephant can reach.",
     .task = "Capture what the elephant can take.",
     .moves = "e1e2",
     .after = "Yes: the pawn was straight ahead. The giraffe was neither on the elephant's file "
              "nor on its rank.",
     .default_rejection = "Nothing was captured. Look straight ahead of the elephant."},
};

static const LessonStep giraffe[] = {
    {.ranks = "2l4/2ppp2/7/7/7/3L3/1G5",
     .text = "The giraffe has two ways to go. It leaps exactly two squares, straight or "
             "diagonally, over anything.\n\n"
             "Or it goes one quiet step in any direction.",
     .task = "Leap two squares with the giraffe.",
     .moves = "b1b3 b1d3 b1d1",
     .after = "Well leapt.",
     .default_rejection = "That was the quiet step. Now the leap: exactly two squares."},
    {.ranks = "4l2/7/1Gpp3/7/7/7/3L3",
     .text = "Only the leap captures. The quiet step goes to empty squares only.\n\n"
             "Two pawns stand before the giraffe. It can take only one.",
     .task = "Capture a pawn.",
     .moves = "b5d5",
     .after = "Over one pawn and onto the other. What stands right beside a giraffe is safe from "
              "it.",
     .default_rejection = "Nothing was captured. Two squares to the right stands a pawn."},
};

static const LessonStep zebra[] = {
    {.ranks = "2l4/2ppp2/7/7/3Z3/7/4L2",
     .text = "The zebra moves like the knight of chess: two squares straight, and one to the "
             "side. It leaps over anything.\n\n{select} on the zebra shows its squares.",
     .task = "Move the zebra.",
     .moves = "d3*",
     .after = "A zebra is quick, but it never goes to the squares right beside it."},
    {.ranks = "2l4/7/3p3/7/7/7/1Z2L2",
     .text = "A zebra may need several moves to get where you want it. The pawn on d5 is two moves "
             "away.",
     .task = "Go to a square from which the zebra attacks d5.",
     .moves = "b1c3",
     .reply = "c7c6",
     .after = "Good. Black's lion has come out to guard the pawn. Now it is your turn again.",
     .default_rejection =
         "From there the zebra does not reach d5. Count back from d5: two squares down, "
         "one to the left."},
    {.ranks = NULL,
     .text = "Your zebra attacks the pawn on d5. Black's lion stands beside it and would take "
             "your zebra after that. Here we do not mind.",
     .task = "Capture the pawn on d5.",
     .moves = "c3d5",
     .after = "Got it. In a game you would think twice: a zebra is worth more than a pawn.",
     .default_rejection = "The pawn is still there, on d5."},
};

static const LessonStep river[] = {
    {.ranks = "2l4/2ppp2/7/1Z5/7/5P1/4L2",
     .text = "The row of water in the middle is the river. A piece may go in, but must "
             "be out again at the end of your next turn. If not, it drowns.\n\n"
             "Your zebra is in the river. Let us see it drown.",
     .task = "Leave the zebra there: move the pawn.",
     .moves = "f2*",
     .after = "The zebra has drowned. It stood in the river when your turn began, and still when "
              "it ended. Black had nothing to do with it.",
     .mistake = {{"b4*",
                  "You saved the zebra, as anybody would. But this once, leave it there: move "
                  "the pawn, and see."}}},
    {.ranks = "2l4/2ppp2/7/1Z5/7/5P1/4L2",
     .text = "The same once more. The game warns you: the zebra has marks, !, and the line below "
             "the board says that it drowns.",
     .task = "Save the zebra.",
     .moves = "b4*",
     .after = "Saved! Mind the marks: nobody drowns unseen.",
     .mistake = {{"f2*", "And the zebra has drowned again. Move the zebra itself."}}},
    {.ranks = "2l4/2ppp2/7/2E4/7/7/4L2",
     .text = "Going along the river does not help: from water to water is still water.",
     .task = "Take the elephant to dry land.",
     .moves = "c4c2 c4c3 c4c5 c4c6",
     .after = "On land, on either side, it is safe.",
     .mistake = {{"c4a4 c4b4 c4d4 c4e4",
                  "It went from water to water, and drowned there. Go up or down."}}},
    {.ranks = "2l4/2ppp2/7/1Z1P3/7/7/4L2",
     .text = "Two of yours are in the river, and you have one move. You cannot save both.",
     .task = "Save the one that is worth more.",
     .moves = "b4*",
     .after = "The pawn is lost, but the zebra lives. Better not to have two in the river at a "
              "time.",
     .mistake = {{"d4*", "The pawn is safe, but the zebra drowned: it is worth much more."},
                 {"e1*", "Now both have drowned. Move the zebra."}}},
};

static const LessonStep crocodile[] = {
    {.ranks = "2l4/2ppp2/1p5/7/7/5C1/4L2",
     .text = "The crocodile lives in the river: it never drowns.\n\n"
             "It goes one step in any direction. On land it also slides straight to the river "
             "and into it.",
     .task = "Slide all the way into the river.",
     .moves = "f2f4",
     .reply = "b5b4",
     .after = "There it is at home. And look: a pawn went into the water, far away on b4.",
     .default_rejection = "That is on the way. The river is the fourth row: go to f4."},
    {.ranks = NULL,
     .text = "In the river the crocodile slides along it, to the left and to the right, as far as "
             "the way is free.",
     .task = "Capture the pawn in the river.",
     .moves = "f4b4",
     .after = "Snap! And the crocodile may stay there as long as it likes.",
     .default_rejection = "The pawn is on b4. Slide along the river to it."},
};

static const LessonStep monkey[] = {
    {.ranks = "2l4/2ppp2/7/7/7/2Mp3/4L2",
     .text = "The monkey goes one step in any direction, but it does not capture like that.\n\n"
             "It captures by jumping: over an enemy right beside it, to the empty square just "
             "behind.",
     .task = "Jump over the pawn.",
     .moves = "c2e2",
     .after = "The pawn is off the board, though the monkey never stood on its square.",
     .default_rejection = "That was a step. Jump: two squares to the right, over the pawn."},
    {.ranks = "2l4/4p2/7/3p3/7/2p4/1M2L2",
     .text = "After a jump it may jump on from where it landed, in any direction, over one enemy "
             "after the other. All of that is one turn.\n\n"
             "Go jump by jump, with {select} on each marked square. {escape} takes a jump back.",
     .task = "Capture all three pawns in one turn.",
     .moves = "b1d3d5f7",
     .after = "Three at one go! When there is nothing left to jump over, the turn ends by itself.",
     .mistake = {{"b1d3 b1d3d5",
                  "The monkey stopped too early: there was more to take. Once more."}},
     .default_rejection = "That was a step. The first pawn to jump over is on c2."},
    {.ranks = "2l4/5e1/7/4p2/7/2p4/1M2L2",
     .text = "It may also stop after any jump: press {select} on the monkey's own square.\n\n"
             "Here the second jump would be a mistake: it ends beside Black's elephant.",
     .task = "Jump over the pawn on c2, then stop.",
     .moves = "b1d3",
     .after = "Well stopped. Greed has cost many a monkey.",
     .mistake = {{"b1d3f5",
                  "Two pawns, but now the elephant takes your monkey. After the first jump, "
                  "press {select} on the monkey itself."}},
     .default_rejection = "That was a step. The pawn to jump over is on c2."},
    {.ranks = "2l4/2ppp2/7/1Mp4/7/7/4L2",
     .text = "Monkeys drown, too. A capture that begins in the river and ends in the river drowns "
             "the monkey. What it took stays taken.\n\nLet us see it.",
     .task = "Jump over the pawn in the river.",
     .moves = "b4d4",
     .after = "The pawn is taken, and the monkey has drowned. An expensive pawn!",
     .default_rejection = "That saved the monkey. But this once, jump along the river, and see."},
    {.ranks = "2l4/7/3p3/1Mp4/7/7/4L2",
     .text = "The same place, with one pawn more. Now the monkey can jump on, out of the river.",
     .task = "Capture two pawns, and end on land.",
     .moves = "b4d4d6",
     .after = "Well done. Only the squares where the turn begins and ends count.",
     .mistake = {{"b4d4", "It stopped in the river, and drowned. Jump on, over the pawn on d5."}},
     .default_rejection = "The monkey is safe, but it has captured nothing."},
};

static const LessonStep pawn[] = {
    {.ranks = "2l4/2ppp2/7/7/2z4/1P5/4L2",
     .text = "A pawn goes one step forward, straight or diagonally. It captures in the same three "
             "ways.",
     .task = "Capture the zebra.",
     .moves = "b2c3",
     .after = "A small animal, but it takes the largest.",
     .default_rejection = "The zebra is on c3, one step ahead and to the right."},
    {.ranks = "2l2e1/7/5P1/7/7/7/4L2",
     .text = "A pawn that has crossed the river may also go back: one or two squares straight, "
             "without capturing, and not over other pieces.\n\n"
             "Black's elephant is about to take your pawn.",
     .task = "Go back two squares, over the river.",
     .moves = "f5f3",
     .after = "Safe at home. From there it can only go forward again.",
     .mistake = {{"f5f4", "That is the river, and next turn it would have to leave. Two squares, "
                          "please."}},
     .default_rejection =
         "That was forward. The elephant will be glad. Go back instead, two squares."},
    {.ranks = "2l4/5P1/7/7/7/7/4L2",
     .text = "A pawn that reaches the last row becomes a superpawn, at once and by itself.",
     .task = "Reach the last row.",
     .moves = "f6e7 f6f7 f6g7",
     .after = "There it is, a superpawn, S for short.",
     .default_rejection = "That was back. The last row is the one at the top."},
};

static const LessonStep superpawn[] = {
    {.ranks = "2l4/7/1pS4/7/7/7/4L2",
     .text = "A superpawn does all that a pawn does. It also goes one step sideways, and captures "
             "there, too.",
     .task = "Capture sideways.",
     .moves = "c5b5",
     .after = "A pawn could not have done that.",
     .default_rejection = "Nothing was captured. The pawn is on b5, to the left."},
    {.ranks = "2l2e1/7/5S1/7/7/7/4L2",
     .text = "And from anywhere it goes back, one or two squares, straight or diagonally, without "
             "capturing, and not over other pieces.\n\nThe elephant is there again.",
     .task = "Go back two squares diagonally.",
     .moves = "f5d3",
     .after = "Right over the river. A superpawn is hard to catch.",
     .default_rejection = "A good move, too. Now two squares diagonally back, to d3."},
};

static const LessonStep line[] = {
    {.ranks = "3l3/7/7/7/7/7/3L3",
     .text = "There is one way for a lion to cross the river: when nothing stands between the two "
             "lions on a file, the one to move may leap along it and take the other.\n\n"
             "The open line has marks.",
     .task = "Capture the lion.",
     .moves = "d1d7",
     .after = "And that wins the game.",
     .default_rejection = "A step aside. But the line was open: go to d7, all the way."},
    {.ranks = "7/7/4l2/7/2L4/7/7",
     .text = "The same holds on a diagonal that crosses the river. Only two of them join the "
             "castles: from c3 to e5, and from e3 to c5.",
     .task = "Capture the lion.",
     .moves = "c3e5",
     .after = "Won again.",
     .default_rejection = "A step aside. The lion was in reach: it stands on e5."},
    {.ranks = "3l3/7/7/7/3P3/7/3L3",
     .text = "Black's lion can do that, too. Here only your pawn keeps the line shut.\n\n"
             "Take it away, and see. The line below the board warns you before you press {select}.",
     .task = "Move the pawn off the file, diagonally.",
     .moves = "d3c4 d3e4",
     .reply = "d7d1",
     .after = "Black's lion came all the way and took yours. The game would be lost. Many first "
              "games end like that.",
     .default_rejection = "The pawn still stands between the lions. This once, open the line."},
    {.ranks = "3l3/7/7/7/3P3/1Z5/3L3",
     .text = "The same once more, and it is your move. Every move is good but those that open the "
             "line.",
     .task = "Move, but keep the line shut.",
     .moves = "*",
     .after = "Good. Before each move, look at where the lions are.",
     .mistake = {{"d3c4 d3e4", "That opens the line: Black's lion would take yours."}}},
};

static const LessonStep win[] = {
    {.ranks = "3l3/3p3/2Z4/7/1E5/5G1/4L2",
     .text = "Capture the lion, and you have won. Nobody calls check, and nobody has to warn you: "
             "look before every move whether a lion can be taken.",
     .task = "Black's lion can be taken now. Do it.",
     .hide_piece = true,
     .moves = "c5d7",
     .after = "White wins! You saw it.",
     .default_rejection = "Not that one: the lion is still on d7. Which piece reaches it? {select} "
                          "on a piece shows where it can go."},
    {.ranks = "3l3/2ppp2/7/7/1E1g3/7/3L3",
     .text = "Now it is your lion that is in danger: look at what Black's giraffe on d3 could do.",
     .task = "Save your lion.",
     .hide_piece = true,
     .moves = "b3d3 d1*",
     .after = "Safe. Stepping away is good; taking the attacker is better still.",
     .default_rejection =
         "The giraffe leaps two squares: your lion would be lost. Move it, or take the "
         "giraffe."},
    {.ranks = "7/3l3/7/2p4/1M5/7/4L2",
     .text = "A monkey takes the lion by jumping over it, also at the end of a chain.",
     .task = "Win with the monkey.",
     .moves = "b3d5d7",
     .after = "The lion has been jumped over: White wins.",
     .mistake = {{"b3d5", "One pawn. But the lion stood next in line: jump on."}},
     .default_rejection = "That was a step. The pawn on c4 is the way to the lion."},
    {.ranks = "2l4/3pp2/7/7/7/2PP3/4L2",
     .text = "Other ends are rare. A side that cannot move loses.\n\n"
             "It is a draw when the same position comes for the third time, when only the lions "
             "are left, or when for 50 moves of each side nothing is taken, nothing drowns and no "
             "pawn moves.\n\nPlayers may also agree on a draw, or resign."},
    {.ranks = "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ",
     .text = "That is all of Congo.\n\n"
             "In a game, {undo} takes a move back, {advice} asks for advice, and {help} opens the "
             "help, which has a page for every piece.\n\n"
             "Are you ready for your first game?"},
};

#define STEPS(steps) (steps), (int)(sizeof(steps) / sizeof((steps)[0]))

static const Lesson lessons[] = {
    {"board", "The board", "", STEPS(board)},
    {"lion", "The lion", " A lion goes one step, and stays in its castle.", STEPS(lion)},
    {"elephant", "The elephant", " An elephant goes one or two squares, straight.",
     STEPS(elephant)},
    {"giraffe", "The giraffe",
     " A giraffe leaps two squares in a line; its single step cannot capture.", STEPS(giraffe)},
    {"zebra", "The zebra", " A zebra goes two squares straight and one to the side.", STEPS(zebra)},
    {"river", "The river", "", STEPS(river)},
    {"crocodile", "The crocodile",
     " A crocodile goes one step, or slides to the river, or along it.", STEPS(crocodile)},
    {"monkey", "The monkey", " A monkey steps to a free square, or jumps over an enemy beside it.",
     STEPS(monkey)},
    {"pawn", "The pawn",
     " A pawn goes one step forward; beyond the river, one or two straight back.", STEPS(pawn)},
    {"superpawn", "The superpawn",
     " A superpawn steps forward and sideways, or one or two squares back.", STEPS(superpawn)},
    {"line", "The lions' line", "", STEPS(line)},
    {"win", "How to win", "", STEPS(win)},
};

const Lesson *lesson_at(int index) {
    bool exists = index >= 0 && index < (int)(sizeof lessons / sizeof lessons[0]);
    return exists ? &lessons[index] : NULL;
}

/* ---- what a lesson accepts ---- */

/* ---- moves ---- */

bool lesson_matches(const char *moves, Move move) {
    char text[COORDINATE_SIZE];
    size_t size = coordinate_write(move, text);
    while (moves != NULL && *moves != '\0') {
        size_t length = strcspn(moves, " ");
        bool begins = moves[length - 1] == '*';
        size_t compared = begins ? length - 1 : length;
        if ((begins || compared == size) && strncmp(moves, text, compared) == 0)
            return true;
        moves += length;
        moves += strspn(moves, " ");
    }
    return false;
}

static const LessonMistake *find_mistake(const LessonStep *step, Move move) {
    for (int i = 0; i < LESSON_MISTAKES; i++)
        if (lesson_matches(step->mistake[i].moves, move))
            return &step->mistake[i];
    return NULL;
}

bool lesson_accepts(const LessonStep *step, Move move) {
    return find_mistake(step, move) == NULL && lesson_matches(step->moves, move);
}

/* Returns the first legal move of a type of piece (PIECE_NONE: any) that solves the step. */
static Move find_solution(const LessonStep *step, const Position *position, PieceType type) {
    MoveList list;
    Move found = MOVE_NONE;
    movelist_init(&list);
    movegen_all(position, &list);
    for (size_t i = 0; i < list.count && move_is_none(found); i++)
        if (lesson_accepts(step, list.moves[i]) &&
            (type == PIECE_NONE || move_piece(list.moves[i]) == type))
            found = list.moves[i];
    movelist_free(&list);
    return found;
}

Move lesson_move(const LessonStep *step, const Position *position) {
    return find_solution(step, position, PIECE_NONE);
}

void lesson_rejection(const LessonStep *step, const Position *position, Move move, char *text,
                      size_t size) {
    const LessonMistake *mistake = find_mistake(step, move);
    PawnFamily pawns = position->variant->pawns;
    PieceType moved = move_piece(move);
    if (mistake != NULL)
        snprintf(text, size, "%s", mistake->explanation);
    else if (move_is_none(find_solution(step, position, moved)))
        snprintf(text, size, "That was the %s. This time the %s should move.",
                 piece_type_name(moved, pawns),
                 piece_type_name(move_piece(lesson_move(step, position)), pawns));
    else if (step->default_rejection != NULL)
        snprintf(text, size, "%s", step->default_rejection);
    else
        snprintf(text, size, "The %s may go there, but something else is asked for. Try again.",
                 piece_type_name(moved, pawns));
}

/* ---- the board ---- */

/* Plays the solution of a step, and the reply. */
static bool play_step(Record *record, const LessonStep *step, Error *error) {
    Move reply;
    if (step->task != NULL &&
        !record_play(record, lesson_move(step, record_position(record)), -1, -1, error))
        return false;
    return step->reply == NULL ||
           (coordinate_parse(record_position(record), step->reply, &reply, error) &&
            record_play(record, reply, -1, -1, error));
}

Record *lesson_record(const Lesson *lesson, int step, Error *error) {
    int first = step;
    char fen[FEN_SIZE];
    Position position;
    while (first > 0 && lesson->steps[first].ranks == NULL)
        first--;
    snprintf(fen, sizeof fen, "%s/w/-1", lesson->steps[first].ranks);
    if (!fen_parse(fen, variant_find("congo"), &position, error))
        return NULL;
    Record *record = record_create(&position);
    for (int i = first; i < step && record != NULL; i++)
        if (!play_step(record, &lesson->steps[i], error)) {
            record_free(record);
            record = NULL;
        }
    return record;
}

/* ---- the tour ---- */

enum { PROGRESS_SIZE = 64, LESSONS_MAX = 32, LINE_SIZE = 80, PROGRESS_MODE = 0600 };

static const char progress_file[] = "tour";

/* The learner's place. */
typedef struct Tour {
    int lesson, step;
} Tour;

/* The feature's state: the user has never begun the tour, nor ended a game in this run. */
static bool *is_offered(const App *app) {
    return app_state(app, &tour_feature);
}

static Tour *tour_of(const App *app) {
    return exercise_of(app)->data;
}

static const LessonStep *step_of(const Tour *tour) {
    return &lesson_at(tour->lesson)->steps[tour->step];
}

/* ---- the saved place ---- */

/* Writes a line such as "zebra 2". Errors are ignored: the place is then not saved. */
static void save_progress(const Tour *tour) {
    char path[FILE_PATH_SIZE], text[PROGRESS_SIZE];
    int length =
        snprintf(text, sizeof text, "%s %d\n", lesson_at(tour->lesson)->name, tour->step + 1);
    if (storage_state_path(progress_file, path, NULL))
        file_write_atomic(path, text, (size_t)length, PROGRESS_MODE, true, NULL);
}

/* Returns the saved text, owned by the caller, or NULL. */
static char *read_progress(void) {
    char path[FILE_PATH_SIZE];
    size_t length;
    return storage_state_path(progress_file, path, NULL) ? file_read(path, &length, NULL) : NULL;
}

static void load_progress(Tour *tour) {
    char name[PROGRESS_SIZE];
    int step;
    char *text = read_progress();
    if (text != NULL && sscanf(text, "%31s %d", name, &step) == 2)
        for (int i = 0; lesson_at(i) != NULL; i++)
            if (strcmp(lesson_at(i)->name, name) == 0 && step >= 1 && step <= lesson_at(i)->count)
                *tour = (Tour){i, step - 1};
    free(text);
}

/* ---- one step ---- */

static void show_step(App *app) {
    const Tour *tour = tour_of(app);
    const Lesson *lesson = lesson_at(tour->lesson);
    const LessonStep *step = step_of(tour);
    Exercise *exercise = exercise_of(app);
    Error error = {0};
    Record *record = lesson_record(lesson, tour->step, &error);
    if (record == NULL || !exercise_set_position(app, record, &error)) {
        exercise_leave(app);
        app_notify_error(app, &error);
        return;
    }
    Move move = lesson_move(step, session_position(app->session));
    if (!step->hide_piece && !move_is_none(move))
        app->board.cursor = move_from(move);
    app->suspended.reminder = lesson->reminder;
    snprintf(exercise->title, sizeof exercise->title, "%d. %s", tour->lesson + 1, lesson->title);
    snprintf(exercise->progress, sizeof exercise->progress, "%d/%d", tour->step + 1, lesson->count);
    action_expand_keys(app, step->text, exercise->text, sizeof exercise->text);
    action_expand_keys(app, step->task != NULL ? step->task : "", exercise->task,
                       sizeof exercise->task);
    save_progress(tour);
    exercise_show(app, step->task != NULL ? EXERCISE_TRYING : EXERCISE_READING);
}

static void show_solved(App *app) {
    Exercise *exercise = exercise_of(app);
    action_expand_keys(app, step_of(tour_of(app))->after, exercise->text, sizeof exercise->text);
    exercise->task[0] = '\0';
    exercise_show(app, EXERCISE_READING);
}

static void check_move(App *app, Move move) {
    const LessonStep *step = step_of(tour_of(app));
    const Position *before =
        record_position_at(session_record(app->session), exercise_of(app)->ply);
    char why[EXERCISE_TEXT_SIZE], remark[EXERCISE_TEXT_SIZE];
    Move reply;
    if (!lesson_accepts(step, move)) {
        lesson_rejection(step, before, move, why, sizeof why);
        exercise_reject_move(app, action_expand_keys(app, why, remark, sizeof remark));
    } else if (step->reply != NULL &&
               coordinate_parse(session_position(app->session), step->reply, &reply, NULL)) {
        exercise_reply(app, reply);
    } else {
        show_solved(app);
    }
}

static void show_help(App *app) {
    const Position *position = record_position(session_record(app->session));
    Move move = lesson_move(step_of(tour_of(app)), position);
    char text[NOTATION_SIZE], key[KEY_NAME_SIZE];
    notation_write(position, move, app_notation(app), text);
    exercise_point_to(app, move);
    app_note(app, "Try %s: %s plays it%s.", text, action_key_name(app, ACTION_SELECT, key),
             move_jumps(move) > 1 ? ", jump by jump" : "");
}

/* ---- from step to step ---- */

static void play_first_game(Dialog *dialog, void *context) {
    App *app = context;
    Settings *settings = memory_allocate(sizeof *settings);
    Error error = {0};
    *settings = app->settings;
    dialog_close(dialog);
    settings->variant = *variant_find("congo");
    settings->player[WHITE] = (PlayerSetting){CONTROL_HUMAN, "negamax", 0};
    settings->player[BLACK] = (PlayerSetting){CONTROL_COMPUTER, "negamax", 0};
    settings->level = 1;
    settings->clock = (ClockSetting){0};
    settings->load_path[0] = '\0';
    snprintf(settings->game, sizeof settings->game, "standard");
    if (app_start_game_from(app, settings, &error)) {
        app->settings = *settings;
        app_note(app, "Your first game: you are White. Good luck!");
    } else {
        app_notify_error(app, &error);
    }
    free(settings);
}

static void offer_game(App *app) {
    Tour first = {0, 0};
    Dialog *dialog = dialog_create("That was the tour", app);
    dialog_add_text(dialog, "You know all the rules now. The best next step is a game: you are "
                            "White, against the computer at its lowest level.");
    dialogs_add_kept_notice(app, dialog);
    dialog_add_button(dialog, "Play", play_first_game);
    exercise_add_leave_button(dialog, "Leave");
    save_progress(&first);
    app_push_layer(app, dialog_layer(dialog));
}

static bool has_task(const App *app, int by) {
    const Tour *tour = tour_of(app);
    return by > 0 || tour->lesson > 0 || tour->step > 0; /* after the last one comes a game */
}

static void move_by_task(App *app, int by) {
    Tour *tour = tour_of(app);
    Tour to = {tour->lesson, tour->step + by};
    if (to.step < 0 && to.lesson > 0)
        to.step = lesson_at(--to.lesson)->count - 1;
    else if (to.step >= lesson_at(to.lesson)->count)
        to = (Tour){to.lesson + 1, 0};
    if (!has_task(app, by)) {
        app_note(app, "This is where the tour begins.");
    } else if (lesson_at(to.lesson) == NULL) {
        offer_game(app);
    } else {
        *tour = to;
        show_step(app);
    }
}

static void move_by_lesson(App *app, int by) {
    Tour *tour = tour_of(app);
    int lesson = tour->lesson + by;
    if (by < 0 && tour->step > 0)
        lesson = tour->lesson;
    if (lesson < 0 || lesson_at(lesson) == NULL) {
        app_note(app, lesson < 0 ? "This is the first lesson." : "This is the last lesson.");
        return;
    }
    *tour = (Tour){lesson, 0};
    show_step(app);
}

static void advance(App *app) {
    move_by_task(app, 1);
}

static void leave(App *app) {
    free(exercise_of(app)->data);
    *is_offered(app) = false;
}

static const ExerciseOps tour_ops = {
    .name = "the tour",
    .help_hint = "show me",
    .back_hint = "back",
    .forward_hint = "forward",
    .check_move = check_move,
    .on_reply = show_solved,
    .show_help = show_help,
    .advance = advance,
    .again = show_step,
    .has_task = has_task,
    .move_by_task = move_by_task,
    .move_by_lesson = move_by_lesson,
    .leave = leave,
};

/* ---- the list of lessons ---- */

/* The list is the first item of the dialog. */
static void choose(Dialog *dialog, void *context) {
    App *app = context;
    const Exercise *exercise = exercise_of(app);
    dialog_close(dialog);
    if (exercise == NULL || exercise->ops != &tour_ops)
        return; /* the tour has ended above the dialog */
    *tour_of(app) = (Tour){(int)dialog_selection(dialog, 0), 0};
    show_step(app);
}

static void show_lessons(App *app) {
    char text[LESSONS_MAX][LINE_SIZE];
    const char *lines[LESSONS_MAX];
    int count = 0;
    for (; lesson_at(count) != NULL; count++) {
        snprintf(text[count], LINE_SIZE, "%2d. %s", count + 1, lesson_at(count)->title);
        lines[count] = text[count];
    }
    Dialog *dialog = dialog_create("The guided tour", app);
    int list = dialog_add_list(dialog, count, choose);
    dialog_set_list(dialog, list, lines, (size_t)count, (size_t)tour_of(app)->lesson);
    dialog_add_button(dialog, "Go on", choose);
    exercise_add_leave_button(dialog, "Leave the tour");
    app_push_layer(app, dialog_layer(dialog));
}

void tour_open(App *app) {
    if (exercise_of(app) != NULL && exercise_of(app)->ops == &tour_ops) {
        show_lessons(app);
        return;
    }
    Tour *tour = memory_allocate(sizeof *tour);
    char key[KEY_NAME_SIZE];
    load_progress(tour);
    exercise_begin(app, &tour_ops, tour);
    bool resumed = tour->lesson > 0 || tour->step > 0;
    show_step(app);
    if (resumed && exercise_of(app) != NULL)
        app_note(app, "The tour continues where you left it; %s lists its lessons.",
                 action_key_name(app, ACTION_TOUR, key));
}

/* ---- the feature ---- */

static Beginning begin(App *app, const Occasion *occasion, Error *error) {
    (void)error;
    if (occasion->type != OCCASION_PROGRAM)
        return BEGINNING_NONE;
    char *progress = read_progress();
    *is_offered(app) = progress == NULL;
    free(progress);
    if (app->settings.start_mode != START_TOUR)
        return BEGINNING_NONE;
    tour_open(app);
    return BEGINNING_SHOWN;
}

/* A finished game ends the offer of the tour. */
static bool on_event(App *app, const Session *session, SessionEvent event) {
    if (event == SESSION_OVER && session == app->session && !app_is_suspended(app))
        *is_offered(app) = false;
    return false;
}

static bool allows(const App *app, Action action) {
    return action != ACTION_TOUR || (*is_offered(app) && !app_is_network_game(app));
}

/* Offers the tour until the first move, if there is room. */
static bool status(const App *app, StatusPart part, const View *view, char text[VIEW_STATUS_SIZE]) {
    char key[KEY_NAME_SIZE];
    size_t used = strlen(text);
    (void)view;
    if (part != STATUS_OFFER || !allows(app, ACTION_TOUR) || app_is_suspended(app) ||
        app->session == NULL || session_record(app->session)->count > 0 ||
        app->board.selected != SQUARE_NONE)
        return false;
    text_append(text, VIEW_STATUS_SIZE, " New to Congo? %s begins a guided tour.",
                action_key_name(app, ACTION_TOUR, key));
    if (!painter_status_fits(&app->screen, text))
        text[used] = '\0';
    return false;
}

static const FeatureAction actions[] = {{ACTION_TOUR, .run = tour_open}, {.action = ACTION_NONE}};

const Feature tour_feature = {
    .state_size = sizeof(bool),
    .actions = actions,
    .begin = begin,
    .on_event = on_event,
    .status = status,
    .allows = allows,
};
