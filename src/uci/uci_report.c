#include <config.h>

#include "uci/uci_report.h"

#include <inttypes.h>

#include "rules/buffer.h"
#include "rules/coordinate.h"
#include "uci/output.h"

static void add_move(Buffer *text, Move move) {
    char written[COORDINATE_SIZE];
    coordinate_write(move, written);
    buffer_add_string(text, written);
}

/* The protocol counts moves, not plies: the mover's own to the end. */
static void add_score(Buffer *text, Score score) {
    int plies = score_win_plies(score);
    if (plies == 0)
        buffer_add_format(text, " score cp %d", score);
    else
        buffer_add_format(text, " score mate %d", (plies > 0 ? plies + 1 : plies) / 2);
}

static void add_variation(Buffer *text, const SearchInfo *info, int number) {
    const SearchLine *line = &info->lines[number];
    buffer_add_format(text, "info depth %d seldepth %d multipv %d", info->depth, info->seldepth,
                      number + 1);
    add_score(text, line->score);
    buffer_add_format(text, " nodes %" PRIu64 " nps %" PRIu64 " hashfull %d time %" PRId64 " pv",
                      info->nodes, info->nps, info->hashfull, info->time_ms);
    for (int i = 0; i < line->length; i++) {
        buffer_add_string(text, " ");
        add_move(text, line->pv[i]);
    }
    buffer_add_string(text, "\n");
}

static void add_best_move(Buffer *text, const SearchInfo *info) {
    buffer_add_string(text, "bestmove ");
    if (!info->has_move) {
        buffer_add_string(text, "(none)\n");
        return;
    }
    const SearchLine *line = &info->lines[0];
    add_move(text, line->pv[0]);
    if (line->length > 1) {
        buffer_add_string(text, " ponder ");
        add_move(text, line->pv[1]);
    }
    buffer_add_string(text, "\n");
}

void uci_go_report(void *context, const SearchInfo *info) {
    (void)context;
    Buffer text = {0};
    for (int i = 0; i < info->line_count; i++)
        add_variation(&text, info, i);
    if (info->final)
        add_best_move(&text, info);
    uci_io_print_buffer(&text);
}
