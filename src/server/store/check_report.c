#include <config.h>

#include "server/store/check_report.h"

#include "base/error.h"
#include "net/identity.h"
#include "server/store/game_replay.h"

enum { REPORT_LINES_MAX = 1000 };

void check_report_add(StoreCheckReport *report, const char *name, const char *what) {
    report->totals.damaged++;
    if (report->totals.damaged == REPORT_LINES_MAX + 1)
        buffer_add_string(&report->text, "and more\n");
    if (report->totals.damaged <= REPORT_LINES_MAX)
        buffer_add_format(&report->text, "%s: %s\n", name, what);
}

void check_report_add_game(StoreCheckReport *report, const StoreCompletion *loaded) {
    Error error = {0};
    report->totals.games++;
    if (loaded->result == STORE_DAMAGED)
        error_set(&error, ERROR_STATE, "%s", loaded->text);
    else if (loaded->game)
        game_replay_check(loaded->game, &error);
    else
        error_set(&error, ERROR_STATE, "it is listed, but missing");
    if (error.code != ERROR_NONE)
        check_report_add(report, game_id_from_number(loaded->id).text, error.text);
    if (loaded->game)
        report->totals.moves += loaded->game->count;
}

void check_report_take(StoreCheckReport *report, StoreCompletion *completion) {
    completion->totals = report->totals;
    completion->text = buffer_take(&report->text);
}

void check_report_free(StoreCheckReport *report) {
    buffer_free(&report->text);
}
