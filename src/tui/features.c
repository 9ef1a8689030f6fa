#include <config.h>

#include "tui/feature.h"

#include "tui/attack_marks.h"
#include "tui/cards/end_card.h"
#include "tui/cards/resume.h"
#include "tui/cards/start_card.h"
#include "tui/command_line.h"
#include "tui/games/file_dialogs.h"
#include "tui/games/games_screen.h"
#include "tui/games/openings.h"
#include "tui/learn/exercise.h"
#include "tui/learn/mistake_screen.h"
#include "tui/learn/puzzle_screen.h"
#include "tui/learn/tour.h"
#include "tui/learn/training_screen.h"
#include "tui/online/connect_dialog.h"
#include "tui/online/lobby_screen.h"
#include "tui/online/online_game.h"
#include "tui/online/own_server.h"
#include "tui/online/waiting.h"
#include "tui/review/candidate_list.h"
#include "tui/review/ending_list.h"
#include "tui/review/review_screen.h"
#include "tui/setup/new_game.h"
#include "tui/setup/setup_screen.h"
#include "tui/share/share_dialog.h"
#include "tui/shell.h"

/* The order of precedence: of two features that want a key, the hints or the status line, or that
 * would show something at the start, the earlier one has it. */
const Feature *const features[] = {
    &candidate_feature, /* an open list has the cursor's keys */
    &openings_feature,
    &exercise_feature, /* allows only some of the keys of a game */
    &online_feature,
    &ending_feature,
    &review_feature,
    &setup_feature,
    &tour_feature,
    &puzzle_feature,
    &mistake_feature,
    &training_feature,
    &connect_feature,
    &resume_feature,
    &start_card_feature,
    &end_card_feature,
    &new_game_feature,
    &files_feature,
    &games_feature,
    &share_feature,
    &lobby_feature,
    &waiting_feature,
    &attack_marks_feature,
    &command_line_feature,
    &shell_feature,
    &own_server_feature, /* ends last: its games are left before */
    NULL,
};
