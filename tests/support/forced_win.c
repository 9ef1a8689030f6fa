#include <config.h>

#include "forced_win.h"

#include <stdlib.h>
#include <string.h>

#include "rules/coordinate.h"

FILE *forced_win_open(void) {
    char path[4096];
    snprintf(path, sizeof path, "%s/tests/data/forced-wins.txt", getenv("CONGO_SOURCE"));
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    return file;
}

bool forced_win_read(FILE *file, ForcedWin *win) {
    char line[FEN_SIZE + FORCED_WIN_MOVES_SIZE];
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#')
            continue;
        const char *fen = strtok(line, ";");
        const char *plies = strtok(NULL, ";");
        const char *moves = strtok(NULL, "\n");
        if (!fen || !plies || !moves)
            return false;
        snprintf(win->fen, sizeof win->fen, "%s", fen);
        snprintf(win->moves, sizeof win->moves, " %s ", moves);
        win->plies = atoi(plies);
        return true;
    }
    return false;
}

bool forced_win_by(const ForcedWin *win, Move move) {
    char word[COORDINATE_SIZE + 2] = " ";
    coordinate_write(move, word + 1);
    strcat(word, " ");
    return strstr(win->moves, word) != NULL;
}
