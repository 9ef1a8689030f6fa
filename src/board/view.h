/*
 * A View is the content of the screen as plain data. The program fills it and the painter draws it:
 * the painter knows no session, and the program no cells. Pointers are borrowed.
 */
#ifndef BOARD_VIEW_H
#define BOARD_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/display.h"
#include "rules/notation.h"
#include "rules/position.h"
#include "rules/record.h"
#include "term/key.h"
#include "term/list.h"
#include "term/rect.h"

enum {
    VIEW_STATUS_SIZE = 512,
    VIEW_TITLE_SIZE = 48,
    VIEW_CLOCK_SIZE = 24,
    VIEW_SCORE_SIZE = 48,
    VIEW_MOVES_SIZE = 1024,
    VIEW_NOTICE_SIZE = 128,
    VIEW_VALUE_SIZE = 32,
    VIEW_TALK_SIZE = 592,
    VIEW_MUTED_SIZE = 40,
    VIEW_LINES_MAX = 8,
    VIEW_HINTS_MAX = 6,
    VIEW_SETUP_COMMANDS_MAX = 12,
    VIEW_ACTION_NONE = -1
};

typedef struct ViewPlayer {
    const char *name;       /* "Computer, level 3", or the player's name; "" if unknown */
    const char *short_name; /* "Computer 3", where the name has no room; NULL if there is none */
    const char *note;       /* of a network game: "you", "away"; NULL if absent */
    bool is_you;            /* the only human at this terminal */
    char clock[VIEW_CLOCK_SIZE]; /* "" without a clock */
    bool thinking;               /* a computer that thinks about its move */
    bool pondering;              /* a computer that thinks in its opponent's time */
} ViewPlayer;

/* A variation with its score, which has a long form ("White +0.34") and a short one ("W+0.34"). Of
 * advice both are told in words: "You are a bit ahead", "Black: pawn to d5. You: zebra takes d5."
 */
typedef struct ViewVariation {
    char long_score[VIEW_SCORE_SIZE], short_score[VIEW_SCORE_SIZE];
    char moves[VIEW_MOVES_SIZE]; /* with their numbers: "3...Z-F5 4.E:F5" */
} ViewVariation;

/* The result of a search. */
typedef struct ViewThinking {
    int depth, seldepth; /* plies; depth 0 for an advisor that does not search */
    uint64_t nps;        /* nodes a second */
    bool won;            /* the best variation wins or loses by force */
    bool in_words;       /* advice: the depth is not shown */
    int variation_count;
    ViewVariation variation[VIEW_LINES_MAX]; /* the best first */
} ViewThinking;

/* A candidate move, and what it leads to or how often it was played. */
typedef struct ViewCandidate {
    PieceType piece;
    char notation[NOTATION_SIZE];
    char value[VIEW_VALUE_SIZE];       /* "wins in 12" */
    char short_value[VIEW_VALUE_SIZE]; /* "W#12" */
    bool good;                         /* the mover wins */
    bool has_shares;                   /* games have a result; `value` counts the games */
    int white, black;                  /* percent of them won by each side */
} ViewCandidate;

/* What is known about the moves of the position, from solved endings or from games. */
typedef struct ViewCandidates {
    const char *title;
    const char *summary[3]; /* the longest first: "White wins in 12 moves"; "" if it is unknown */
    const char *remark;     /* a sentence below, or "" */
    bool played;            /* the moves have shares of results, shown as bars */
    List list;              /* of the moves; of length 0: they are not shown */
    PawnFamily pawns;
    bool animals; /* pieces are shown by an emoji, else by their name */
    void (*move_at)(void *context, size_t index, ViewCandidate *move); /* the best first */
    void *context;
} ViewCandidates;

/* How bad a move is. */
typedef enum ViewMark { VIEW_MARK_NONE, VIEW_MARK_MISTAKE, VIEW_MARK_BLUNDER } ViewMark;

/* The review of the game, or what a file says about its moves. */
typedef struct ViewReview {
    const char *title;    /* "Review" */
    const char *right[2]; /* beside the title: accuracy or progress, in a long and a short form */
    const char *sentence; /* about the move shown, or about the game; "" without one */
    const char *line;     /* the moves that were better, or "" */
    ViewMark (*mark_at)(void *context, size_t ply);
    void *context;
} ViewReview;

/* Lines of talk, numbered from 0. */
typedef struct ViewTalk {
    size_t count;
    char muted[VIEW_MUTED_SIZE]; /* whose talk is not heard: "muted: Black"; "" for nobody */
    /* Writes a line and returns it, or NULL if it is no longer kept. */
    const char *(*line_at)(void *context, size_t number, char text[VIEW_TALK_SIZE]);
    void *context;
} ViewTalk;

/* A lesson or puzzle beside the board. An empty text is absent. */
typedef struct ViewLesson {
    const char *title;
    const char *progress; /* "2/5", at the right end of the title's line */
    const char *text;     /* paragraphs separated by an empty line */
    const char *task;     /* what to do, in a few words */
    const char *remark;   /* about the last attempt */
    const char *key;      /* the key that continues, and what it does */
} ViewLesson;

/* A monkey's capture so far, or the way of a piece on the board. */
typedef struct ViewChain {
    int count;                         /* squares; 0 without a capture in progress */
    Square square[MOVE_JUMPS_MAX + 1]; /* the origin, then the landings */
    int taken_count;                   /* pieces jumped over */
    Square taken_square[MOVE_JUMPS_MAX];
    PieceType taken_type[MOVE_JUMPS_MAX]; /* of the side not to move */
} ViewChain;

/* A piece drawn over the board: on its way between two squares, or under the mouse. Its position is
 * in pixels, half a cell each way, from the board's upper left corner. */
typedef struct ViewSprite {
    PieceType type;
    Color color;
    int y, x; /* upper left corner of the piece's square */
} ViewSprite;

/* A key, what it does in one or two words, and the action that a click runs, a number of the
 * program's own. */
typedef struct ViewHint {
    int action;
    char key[KEY_NAME_SIZE];
    const char *word;
} ViewHint;

/* The position editor beside the board, whose position may be illegal. */
typedef struct ViewSetup {
    PieceType type; /* that the next click or key puts; PIECE_NONE: none */
    Color color;
    const char *verdict; /* sentences: what is not legal, or that it can be played */
    bool legal;
    ViewHint turn; /* its word is not shown, but whose turn it is */
    int command_count;
    ViewHint command[VIEW_SETUP_COMMANDS_MAX]; /* besides the hints of the view */
} ViewSetup;

/* Panels whose titles can be clicked. */
typedef enum ViewPanel {
    PANEL_MOVES,
    PANEL_THINKING,
    PANEL_SCORE,
    PANEL_TALK,
    PANEL_LESSON,
    PANEL_CANDIDATES,
    PANEL_REVIEW,
    PANEL_NOTES,
    VIEW_PANEL_COUNT
} ViewPanel;

typedef struct View {
    /* the board */
    const Position *position; /* without a piece on its way */
    const Position *game;     /* for the panels, if it differs from what the board shows; or NULL */
    const Record *record;
    size_t ply;    /* number of the position shown */
    bool browsing; /* the position is not the current one */
    bool flipped;  /* Black at the bottom */
    Square cursor;
    Square selected;     /* SQUARE_NONE if nothing is selected */
    Bitboard targets;    /* squares to which the selected piece can go without a capture */
    Bitboard captures;   /* squares on which it can capture */
    Bitboard last_move;  /* squares of the last move */
    Bitboard drowning;   /* pieces that drown at the end of this turn unless they leave, or, in the
                            position editor, that must not stand where they are */
    Bitboard lions_line; /* the lions that face each other, and the squares between them */
    Bitboard advice;     /* squares of the advised move */
    Bitboard premove;    /* squares of the move that is made when the opponent has moved */
    Bitboard attacked;   /* squares that the player attacks; 0 unless they are shown */
    Bitboard threatened; /* squares that the opponent attacks; 0 unless they are shown */
    Bitboard flash;      /* squares on which pieces have just been captured */
    Bitboard sinking;    /* squares out of which pieces sink: they drown, or were jumped over */
    int sink_percent;    /* how far they have sunk, 0 to 100 */
    int ripple_percent;  /* size of the rings on those of them in the river, 0 to 100 */
    Rect covered;        /* of the screen, by a box: pieces, cards and sentences partly behind
                            it are left out */
    ViewChain chain;
    const ViewSprite *sprite; /* NULL without one; its piece is not on `position` */
    /* the panels */
    ViewPlayer player[COLOR_COUNT];
    Outcome outcome;
    char thinking_title[VIEW_TITLE_SIZE];
    const ViewThinking *thinking;     /* NULL if there is nothing to show */
    const ViewCandidates *candidates; /* NULL if there is nothing to show */
    const ViewReview *review;         /* NULL if there is nothing to show; has the graph in it */
    int analysis_lines;               /* variations that an analysis shows; 0 without one */
    /* Sets *share to White's share of the evaluation bar, 0 to 1. Returns false if it is unknown.
     */
    bool (*white_share_at)(void *context, size_t ply, double *share);
    void *share_context;
    bool scored; /* the bar and the graph are shown */
    bool paused;
    const char *game_id; /* of a network game; NULL otherwise */
    bool encrypted;      /* the connection of that game */
    ViewTalk talk;
    const ViewLesson *lesson; /* takes the place of the panels; NULL without one */
    const ViewSetup *setup;   /* the same */
    const char *notes; /* lines about the move shown, from a file or a review; NULL if absent */
    char notes_key[KEY_NAME_SIZE]; /* shows them whole; "" without one */
    const char *about; /* a sentence or two about the piece under the cursor, or "" where
                          there is none; NULL for no panel */
    int hint_count;
    ViewHint hint[VIEW_HINTS_MAX];
    int title_action[VIEW_PANEL_COUNT]; /* of a click on the title, or VIEW_ACTION_NONE */
    char notice[VIEW_NOTICE_SIZE];      /* about the game, beside the moves; "" without one */
    char status[VIEW_STATUS_SIZE];      /* a sentence, then warnings, each beginning with "  ! " */
    /* the display */
    Zoom zoom;
    GlyphSet glyphs;
    ThemeId theme;
    NotationStyle notation;
} View;

/* The target of a click. */
typedef enum HitType {
    HIT_NOTHING,
    HIT_SQUARE,
    HIT_PLY,
    HIT_CANDIDATE,
    HIT_PIECE,
    HIT_ACTION
} HitType;
typedef struct Hit {
    HitType type;
    Square square;    /* HIT_SQUARE */
    size_t ply;       /* HIT_PLY: number of the position after the move */
    size_t candidate; /* HIT_CANDIDATE: its index */
    PieceType piece;  /* HIT_PIECE: of the position editor */
    Color color;
    int action; /* HIT_ACTION: of a hint or a title */
} Hit;

#endif
