/*
 * A feature of the full screen, such as the review or the lobby: one value with its operations, and
 * a state of its own. The shell (the other files of src/tui) knows features only through this
 * interface; features.c lists them in their order of precedence.
 */
#ifndef TUI_FEATURE_H
#define TUI_FEATURE_H

#include "tui/app.h"

/* Something that a feature may show instead of a game. */
typedef struct Occasion {
    enum {
        OCCASION_PROGRAM,    /* the program begins */
        OCCASION_FIRST_GAME, /* there is no game yet, and the settings name none */
        OCCASION_NEW_GAME    /* a game of the last kind is about to begin */
    } type;
    SessionSetup *setup; /* at OCCASION_PROGRAM: of what the settings ask for */
} Occasion;

typedef enum Beginning {
    BEGINNING_NONE, /* the feature has nothing to show */
    BEGINNING_SHOWN,
    BEGINNING_FAILED
} Beginning;

/* The parts of the status line, in their order. */
typedef enum StatusPart {
    STATUS_BEGIN, /* what stands before everything else, also before a message */
    STATUS_LINE,  /* in place of the game and the square under the cursor */
    STATUS_GAME,  /* how the game stands; after the move if an earlier position is shown */
    STATUS_OFFER, /* what else there is to do, after all about the game except warnings */
    STATUS_END    /* additions to the complete line */
} StatusPart;

/* What an action does; action.h has its keys and texts. One of the two functions is set. */
typedef struct FeatureAction {
    Action action;
    void (*run)(App *app);
    void (*run_with)(App *app, int argument);
    int argument;
} FeatureAction;

/* A command that takes an argument. */
typedef struct FeatureCommand {
    const char *name;
    /* NULL: sets the setting of its name. */
    bool (*run)(App *app, const char *argument, Error *error);
    bool for_game;            /* not allowed while the game is suspended */
    const char *const *words; /* that it takes, or NULL; the list ends with NULL */
    const char *help;         /* what it does; NULL if that is what the action of its name does */
} FeatureCommand;

/*
 * The operations. All may be NULL, and are called for all features in the order of the table, also
 * for those that are not in use. Where one returns true for "done", later features are not asked.
 */
typedef struct Feature {
    size_t state_size; /* of the state, zeroed at the start of the program; see app_state() */

    /* ---- keys ---- */
    const FeatureAction *actions;   /* the last one has the action ACTION_NONE */
    const FeatureCommand *commands; /* the last one has the name NULL */
    /* Runs an action in another way than usual. Returns false to leave it to others. */
    bool (*run_action)(App *app, Action action);
    /* Handles a click on the board or the panels, or the wheel there (`wheel` is 1 for down, -1 for
     * up, 0 for a click). Returns false to leave it to others. */
    bool (*on_mouse)(App *app, const Hit *hit, int wheel);
    void (*before_key)(App *app); /* the user is present */
    void (*after_input)(App *app);
    /* Returns whether no move may be made in the position shown now. Says why or, if `error` is not
     * NULL, sets that. */
    bool (*refuses_move)(App *app, Error *error);

    /* ---- begin and end ---- */
    Beginning (*begin)(App *app, const Occasion *occasion, Error *error);
    void (*after_start)(App *app); /* the first screen is chosen: what there is to say about it */
    void (*before_game)(App *app); /* the game on the board is about to be replaced */
    void (*after_game)(App *app);  /* ... was replaced */
    void (*close)(App *app);       /* the program ends; the loop still closes what runs */
    void (*free)(App *app);        /* the loop has ended; the state is freed afterwards */

    /* ---- events ---- */
    /* Called for all features. Returns whether the feature says what there is to say about the
     * event; `session` may be one that is not on the board. */
    bool (*on_event)(App *app, const Session *session, SessionEvent event);
    /* Called once a second. Returns whether what the screen shows still depends on the time. */
    bool (*on_tick)(App *app);
    bool (*holds_game)(const App *app); /* the game waits for the feature */

    /* ---- the screen ---- */
    void (*sync)(App *app); /* adapts the state to the position shown, before the view is filled */
    void (*fill_view)(App *app, View *view);
    void (*mark_board)(App *app, View *view); /* after app->screen was arranged */
    /* Appends a part of the status line. Returns whether that completes the part. */
    bool (*status)(const App *app, StatusPart part, const View *view, char text[VIEW_STATUS_SIZE]);
    /* Adds all hints of the situation. Returns false if it is none of the feature's. */
    bool (*hints)(const App *app, View *view);
    /* Returns whether the action, one of the feature's own or not, would do something now. Called
     * for all features. */
    bool (*allows)(const App *app, Action action);
    /* Returns a word for the hint of an action that fits better than the usual one, or NULL. */
    const char *(*hint_word)(const App *app, Action action);
    /* Returns what becomes of the game if the program ends, or NULL. */
    const char *(*quit_question)(const App *app);
} Feature;

/* The features of the program, the first ones going first; ends with NULL. See features.c. The
 * shell does not know the list: app_run() is given it. */
extern const Feature *const features[];

/* Runs a statement for every feature of the App that has the operation, in their order. */
/* NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names */
#define FOR_FEATURES_WITH(app, operation, feature)                                                 \
    for (const Feature *const *at = (app)->features, *feature; (feature = *at) != NULL; at++)      \
        if (feature->operation != NULL)
/* NOLINTEND(bugprone-macro-parentheses) */

/* Returns the state of a feature. */
void *app_state(const App *app, const Feature *feature);

/* Gives the App its features and allocates their states. */
void features_create(App *app, const Feature *const *list);
void features_free(App *app);

/* Returns whether a feature, such as the position editor, holds the game. */
bool features_hold_game(const App *app);

/* Returns a command of the features by its index, or NULL past the last. */
const FeatureCommand *features_command(const App *app, size_t index);

/* Returns whether no feature says that the action would do nothing now. */
bool features_allow(const App *app, Action action);

/* Asks the features for a part of the status line. Returns whether one has completed it. */
bool features_status(const App *app, StatusPart part, const View *view,
                     char text[VIEW_STATUS_SIZE]);

/* Lets a feature show something instead of a game. */
Beginning features_begin(App *app, const Occasion *occasion, Error *error);

#endif
