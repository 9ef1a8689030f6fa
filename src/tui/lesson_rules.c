/* What the data of the lessons mean. */
#include <config.h>

#include "tui/lessons.h"

#include <stdio.h>
#include <string.h>

#include "rules/coordinate.h"
#include "rules/fen.h"
#include "rules/movegen.h"

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

/* The first legal move that is right, of that kind of piece (PIECE_NONE: of any). */
static Move find_solution(const LessonStep *step, const Position *position, PieceType kind) {
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
    return find_solution(step, position, PIECE_NONE);
}

/* Whether a piece of that kind can do what the step asks for. */
static bool has_solution(const LessonStep *step, const Position *position, PieceType kind) {
    return !move_is_none(find_solution(step, position, kind));
}

void lesson_refusal(const LessonStep *step, const Position *position, Move move, char *text,
                    size_t size) {
    const LessonMistake *mistake = find_mistake(step, move);
    PawnFamily pawns = position->variant->pawns;
    PieceType moved = move_piece(move);
    if (mistake != NULL)
        snprintf(text, size, "%s", mistake->explanation);
    else if (!has_solution(step, position, moved))
        snprintf(text, size, "That was the %s. This time the %s should move.",
                 piece_type_name(moved, pawns),
                 piece_type_name(move_piece(lesson_move(step, position)), pawns));
    else if (step->default_refusal != NULL)
        snprintf(text, size, "%s", step->default_refusal);
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
