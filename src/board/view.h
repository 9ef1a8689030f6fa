/*
 * What is on the screen, as plain data: the program fills a View, the painter draws it. The painter
 * knows no session; the program knows no cell.
 */
#ifndef BOARD_VIEW_H
#define BOARD_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config/settings.h"
#include "play/network.h"
#include "play/session.h"
#include "rules/position.h"
#include "rules/record.h"

enum { VIEW_STATUS_SIZE = 512, VIEW_TITLE_SIZE = 48 };

typedef struct ViewPlayer {
    const char *name; /* "hi/negamax", or the player's name */
    const char *note; /* of a network game: "you", "away"; NULL: none */
    bool has_clock;
    int64_t clock_ms;
    bool thinking;  /* a computer at work on its move */
    bool pondering; /* ... on its answer to the move that it expects */
} ViewPlayer;

/* A text to read beside the board, and what to do on it: see tui/study.h. All texts are borrowed.
 */
typedef struct ViewLesson {
    const char *title;
    const char *progress; /* a number or two, at the other end of the title's line */
    const char *text;     /* paragraphs have an empty line between them; "": none, as below */
    const char *task;     /* what is to be done, in a few words */
    const char *remark;   /* about what was tried */
    const char *key;      /* the key that goes on, and what it does */
} ViewLesson;

typedef struct View {
    /* the board */
    const Position *position; /* shown; may be an earlier one while browsing */
    const Record *record;     /* for the moves panel */
    size_t ply;               /* position number shown */
    bool browsing;            /* ply is not the current one */
    bool flipped;             /* Black at the bottom */
    Square cursor;
    Square selected;     /* SQUARE_NONE: nothing */
    Bitboard targets;    /* where the selected piece can go without capturing */
    Bitboard captures;   /* ... capturing */
    Bitboard last;       /* squares of the last move */
    Bitboard drowning;   /* will drown at the end of this turn unless they leave */
    Bitboard lions_line; /* squares between the lions when they face each other, and theirs */
    Bitboard advised;    /* squares of the advised move */
    /* the panels */
    ViewPlayer player[COLOR_COUNT];
    Outcome outcome;
    const SearchSnapshot *thought;        /* NULL: none */
    char thinking_title[VIEW_TITLE_SIZE]; /* what it is about: "Analysis", ... */
    int analysis_lines;                   /* that an analysis is to show; 0: there is none */
    bool (*score_at)(void *context, size_t ply, Score *white_score); /* for bar and graph */
    void *score_context;
    bool paused;
    const char *game_id; /* of a network game; NULL: it is none */
    const TalkLine *(*talk_at)(void *context, size_t number); /* of talk_count; NULL: forgotten */
    void *talk_context;
    size_t talk_count;
    const ViewLesson *lesson; /* instead of the panels; NULL: none */
    const char *hints;        /* short key hints for this moment, fields separated by two blanks */
    char status[VIEW_STATUS_SIZE]; /* a sentence, and perhaps a warning that begins with "  ! " */
    /* looks */
    int zoom; /* 1..5; 0: by the room */
    GlyphSet glyphs;
    ThemeId theme;
} View;

/* What lies under a cell of the screen. */
typedef enum HitKind { HIT_NOTHING, HIT_SQUARE, HIT_PLY } HitKind;
typedef struct Hit {
    HitKind kind;
    Square square;
    size_t ply; /* position number after the move clicked on */
} Hit;

#endif
