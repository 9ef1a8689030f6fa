/*
 * The one table of actions, with their keys and texts. The help screen, the `keys` group of the
 * configuration, the commands typed after ':' and the manual page come from it.
 */
#ifndef TUI_ACTION_H
#define TUI_ACTION_H

struct App;

typedef enum Action {
    ACTION_NONE = -1,
    ACTION_LEFT,
    ACTION_DOWN,
    ACTION_UP,
    ACTION_RIGHT,
    ACTION_UP_LEFT,
    ACTION_UP_RIGHT,
    ACTION_DOWN_LEFT,
    ACTION_DOWN_RIGHT,
    ACTION_NEXT,
    ACTION_PREVIOUS,
    ACTION_SELECT,
    ACTION_ESCAPE,
    ACTION_ATTACKS,
    ACTION_UNDO,
    ACTION_REDO,
    ACTION_ADVICE,
    ACTION_CANCEL,
    ACTION_PAUSE,
    ACTION_STEP,
    ACTION_BACK,
    ACTION_FORWARD,
    ACTION_START,
    ACTION_END,
    ACTION_REVIEW,
    ACTION_PREVIOUS_MISTAKE,
    ACTION_NEXT_MISTAKE,
    ACTION_NEW,
    ACTION_WELCOME,
    ACTION_OPEN,
    ACTION_GAMES,
    ACTION_SAVE,
    ACTION_SHARE,
    ACTION_FEN,
    ACTION_SETUP,
    ACTION_LOBBY,
    ACTION_TALK,
    ACTION_ID,
    ACTION_ABORT,
    ACTION_CLAIM,
    ACTION_TOUR,
    ACTION_PUZZLE,
    ACTION_TRAIN,
    ACTION_MISTAKES,
    ACTION_READ,
    ACTION_FLIP,
    ACTION_GLYPHS,
    ACTION_THEME,
    ACTION_ZOOM_IN,
    ACTION_ZOOM_OUT,
    ACTION_ZOOM_AUTO,
    ACTION_PANELS,
    ACTION_BELL,
    ACTION_ANIMATIONS,
    ACTION_FORGET_CHOICES,
    ACTION_ANALYSIS,
    ACTION_ENDINGS,
    ACTION_OPENINGS,
    ACTION_MORE_LINES,
    ACTION_FEWER_LINES,
    ACTION_COMMAND,
    ACTION_RESIGN,
    ACTION_DRAW,
    ACTION_HELP,
    ACTION_QUIT,
    ACTION_REDRAW,
    ACTION_SUSPEND,
    ACTION_COUNT
} Action;

/* The headings under which actions are listed. */
typedef enum ActionGroup {
    GROUP_BOARD,
    GROUP_GAME,
    GROUP_MOVES,
    GROUP_FILES,
    GROUP_NETWORK,
    GROUP_LEARNING,
    GROUP_DISPLAY,
    GROUP_PROGRAM,
    ACTION_GROUP_COUNT
} ActionGroup;

typedef struct ActionInfo {
    const char *name; /* in the configuration and as a command */
    const char *keys; /* names of the default keys, separated by blanks */
    const char *help; /* what it does, and where it applies */
    ActionGroup group;
    /* One of the two is set. */
    void (*run)(struct App *app);
    void (*run_with)(struct App *app, int argument);
    int argument;
} ActionInfo;

const ActionInfo *action_info(Action action);
/* Returns the action of that name, or ACTION_NONE. */
Action action_find(const char *name);
const char *action_group_title(ActionGroup group);

/* Runs an action as the current exercise defines it, or as a game does. */
void action_run(struct App *app, Action action);
/* Runs an action as a game does, also during an exercise. */
void action_run_in_game(struct App *app, Action action);

#endif
