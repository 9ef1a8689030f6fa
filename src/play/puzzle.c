#include <config.h>

#include "play/puzzle.h"

#include <stdio.h>

#include "play/puzzle_set.h"
#include "play/session_parts.h"
#include "rules/fen.h"

/* ---- the set ------------------------------------------------------------------------------ */

int puzzle_count(void) {
    return (int)puzzle_set_size;
}

const Puzzle *puzzle_get(int number) {
    return number >= 1 && number <= puzzle_count() ? &puzzle_set[number - 1] : NULL;
}

/* ---- which one ---------------------------------------------------------------------------- */

static bool has_moves(int number, int moves) {
    return moves == 0 || puzzle_get(number)->moves == moves;
}

int puzzle_next(const PuzzleProgress *progress, int after, int moves) {
    int count = puzzle_count();
    int other = 0; /* the first that is solved already */
    for (int step = 0; step < count; step++) {
        int number = (after + step) % count + 1;
        if (!has_moves(number, moves))
            continue;
        if (!progress->done[number])
            return number;
        if (other == 0)
            other = number;
    }
    return other;
}

/* ---- the setup ---------------------------------------------------------------------------- */

static bool choose_number(int *number, Error *error) {
    PuzzleProgress progress;
    if (*number == PUZZLE_NEXT) {
        puzzle_progress_read(&progress, NULL); /* the session tells what is wrong with it */
        *number = puzzle_next(&progress, 0, 0);
    }
    return puzzle_get(*number) != NULL ||
           error_set(error, ERROR_RANGE, "puzzle: expected a number from 1 to %d, found %d",
                     puzzle_count(), *number);
}

static Record *make_record(int number, Error *error) {
    Position position;
    char event[32];
    if (!fen_parse(puzzle_get(number)->fen, variant_find("congo"), &position, error)) {
        error_prefix(error, "puzzle %d: ", number);
        return NULL;
    }
    Record *record = record_create(&position);
    snprintf(event, sizeof event, "Puzzle %d", number);
    record_set_tag(record, "Event", event);
    return record;
}

bool puzzle_setup(const Settings *settings, int number, SessionSetup *setup, Error *error) {
    if (!choose_number(&number, error) || !session_setup_defaults(settings, setup, error))
        return false;
    setup->record = make_record(number, error);
    if (!setup->record)
        return false;
    Color side = position_side(record_position(setup->record));
    setup->puzzle = number;
    setup->autosave = false;
    setup->ponder = false;
    setup->clock = (ClockSetting){0};
    setup->player[side].kind = PLAYER_HUMAN;
    snprintf(setup->player[side].name, PLAYER_NAME_SIZE, "%s", settings->player_name[side]);
    setup->player[color_other(side)].kind = PLAYER_DEFENDER;
    snprintf(setup->player[color_other(side)].name, PLAYER_NAME_SIZE, "defender");
    return true;
}
