/* What the data of the lessons mean. */
#include <config.h>

#include "tui/lessons.h"

#include <stdio.h>
#include <string.h>

#include "rules/coordinate.h"
#include "rules/fen.h"
#include "rules/movegen.h"

bool lesson_list_has(const char *moves, Move move) {
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

static const LessonSlip *find_slip(const LessonStep *step, Move move) {
    for (int i = 0; i < LESSON_SLIPS; i++)
        if (lesson_list_has(step->slip[i].moves, move))
            return &step->slip[i];
    return NULL;
}

bool lesson_accepts(const LessonStep *step, Move move) {
    return find_slip(step, move) == NULL && lesson_list_has(step->moves, move);
}

/* The first legal move that is right, of that kind of piece (PIECE_NONE: of any). */
static Move find_right(const LessonStep *step, const Position *position, PieceType kind) {
    MoveList list;
    Move found = MOVE_NONE;
    movelist_init(&list);
    movegen_all(position, &list);
    for (size_t i = 0; i < list.count && move_is_none(found); i++)
        if (lesson_accepts(step, list.moves[i]) &&
            (kind == PIECE_NONE || move_piece(list.moves[i]) == kind))
            found = list.moves[i];
    movelist_free(&list);
    return found;
}

Move lesson_move(const LessonStep *step, const Position *position) {
    return find_right(step, position, PIECE_NONE);
}

/* Whether a piece of that kind can do what the step asks for. */
static bool is_for(const LessonStep *step, const Position *position, PieceType kind) {
    return !move_is_none(find_right(step, position, kind));
}

void lesson_refusal(const LessonStep *step, const Position *position, Move move, char *text,
                    size_t size) {
    const LessonSlip *slip = find_slip(step, move);
    PawnFamily pawns = position->variant->pawns;
    PieceType moved = move_piece(move);
    if (slip != NULL)
        snprintf(text, size, "%s", slip->why);
    else if (!is_for(step, position, moved))
        snprintf(text, size, "That was the %s. This time the %s should move.",
                 piece_type_name(moved, pawns),
                 piece_type_name(move_piece(lesson_move(step, position)), pawns));
    else if (step->otherwise != NULL)
        snprintf(text, size, "%s", step->otherwise);
    else
        snprintf(text, size, "The %s may go there, but something else is asked for. Try again.",
                 piece_type_name(moved, pawns));
}

/* --- the board --- */

static Record *read_board(const char *ranks, Error *error) {
    char fen[FEN_SIZE];
    Position position;
    snprintf(fen, sizeof fen, "%s/w/-1", ranks);
    return fen_parse(fen, variant_find("congo"), &position, error) ? record_create(&position)
                                                                   : NULL;
}

/* Plays a step as it is meant. */
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
    while (first > 0 && lesson->steps[first].ranks == NULL)
        first--;
    Record *record = read_board(lesson->steps[first].ranks, error);
    for (int i = first; i < step && record != NULL; i++)
        if (!play_step(record, &lesson->steps[i], error)) {
            record_free(record);
            record = NULL;
        }
    return record;
}
