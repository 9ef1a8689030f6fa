/* The names of players on the screen. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "rules/fen.h"
#include "play/player.h"
#include "rules/player_names.h"

static SessionSetup setup_of(PlayerKind white, PlayerKind black) {
    const SessionPlayer white_player = {white, ADVISOR_NEGAMAX, LEVEL_MAX, "", false};
    const SessionPlayer black_player = {black, ADVISOR_NEGAMAX, LEVEL_MAX, "", false};
    return (SessionSetup){.player = {white_player, black_player}, .limits = {.movetime_ms = 1000}};
}

static void check(const SessionSetup *setup, Color color, const char *full, const char *brief) {
    char text[PLAYER_NAME_SIZE];
    player_name_in_setup(setup, color, PLAYER_NAME_FULL, text);
    assert_string_equal(text, full);
    player_name_in_setup(setup, color, PLAYER_NAME_SHORT, text);
    assert_string_equal(text, brief);
}

static void the_one_human_is_you(void **state) {
    (void)state;
    SessionSetup setup = setup_of(PLAYER_HUMAN, PLAYER_COMPUTER);
    check(&setup, WHITE, "You", "You");
    setup = setup_of(PLAYER_REMOTE, PLAYER_HUMAN);
    check(&setup, WHITE, "", "");
    check(&setup, BLACK, "You", "You");
}

static void two_people_are_told_by_their_colors(void **state) {
    (void)state;
    SessionSetup setup = setup_of(PLAYER_HUMAN, PLAYER_HUMAN);
    check(&setup, WHITE, "", "");
    check(&setup, BLACK, "", "");
}

static void a_name_that_was_given_is_kept(void **state) {
    (void)state;
    SessionSetup setup = setup_of(PLAYER_HUMAN, PLAYER_COMPUTER);
    setup.player[WHITE] = (SessionPlayer){.kind = PLAYER_HUMAN, .name = "Ada"};
    setup.player[BLACK] = (SessionPlayer){.kind = PLAYER_COMPUTER, .name = "Deep Green"};
    check(&setup, WHITE, "Ada", "Ada");
    check(&setup, BLACK, "Deep Green", "Deep Green");
}

static void a_computer_has_its_level(void **state) {
    (void)state;
    SessionSetup setup = setup_of(PLAYER_HUMAN, PLAYER_COMPUTER);
    check(&setup, BLACK, "Computer, level 10", "Computer 10");
    setup.player[BLACK].level = 3;
    check(&setup, BLACK, "Computer, level 3", "Computer 3");
    setup.limits.depth = 6;
    check(&setup, BLACK, "Computer, level 3", "Computer 3");
}

static void a_computer_of_full_strength_has_its_limits(void **state) {
    (void)state;
    SessionSetup setup = setup_of(PLAYER_COMPUTER, PLAYER_HUMAN);
    setup.limits.movetime_ms = 2000;
    check(&setup, WHITE, "Computer, 2 seconds", "Computer 2 s");
    setup.limits.movetime_ms = 1500;
    check(&setup, WHITE, "Computer, 1.5 seconds", "Computer 1.5 s");
    setup.clock.base_ms = 60000;
    check(&setup, WHITE, "Computer, level 10", "Computer 10");
    setup.limits.depth = 6;
    check(&setup, WHITE, "Computer, looks 6 ahead", "Computer 6 deep");
}

static void simple_computers_say_what_they_do(void **state) {
    (void)state;
    SessionSetup setup = setup_of(PLAYER_COMPUTER, PLAYER_COMPUTER);
    setup.player[WHITE].advisor = ADVISOR_GREEDY;
    setup.player[BLACK].advisor = ADVISOR_RANDOM;
    check(&setup, WHITE, "Computer, takes what it can", "Computer");
    check(&setup, BLACK, "Computer, plays anything", "Computer");
}

/* Sets both tags of a record, NULL for none, and compares what people read. */
static void check_tags(const char *white, const char *black, const char *shown) {
    Position start;
    char text[2 * PLAYER_NAME_SIZE];
    position_start(&start, variant_default());
    Record *record = record_create(&start);
    record_set_tag(record, "White", white);
    record_set_tag(record, "Black", black);
    snprintf(text, sizeof text, "%s - %s", player_names_shown(record, WHITE),
             player_names_shown(record, BLACK));
    assert_string_equal(text, shown);
    record_free(record);
}

static void records_name_players_for_people(void **state) {
    (void)state;
    check_tags("Ada", "Bo", "Ada - Bo");
    check_tags("Ada", "Computer, level 3", "Ada - Computer, level 3");
    check_tags(NULL, "Computer, level 3", "You - Computer, level 3");
    check_tags("Computer, 2 seconds", "?", "Computer, 2 seconds - You");
    check_tags(NULL, "Bo", "White - Bo");
    check_tags("?", NULL, "White - Black");
    check_tags("Computerists", "-", "Computerists - Black");
    check_tags("White", "Computer, level 3", "You - Computer, level 3");
    check_tags("black", "Bo", "White - Bo");
}

/* Whatever label a player has is read as the name that the player has now. */
static void labels_of_old_files_are_not_shown(void **state) {
    (void)state;
    for (PlayerKind kind = PLAYER_HUMAN; kind <= PLAYER_COMPUTER; kind++)
        for (AdvisorKind advisor = ADVISOR_RANDOM; advisor_name(advisor) != NULL; advisor++) {
            const SessionPlayer player = {kind, advisor, LEVEL_MAX, "", false};
            char label[PLAYER_NAME_SIZE];
            player_kind_label(&player, label);
            check_tags(label, NULL,
                       kind == PLAYER_HUMAN         ? "White - Black"
                       : advisor == ADVISOR_NEGAMAX ? "Computer - You"
                       : advisor == ADVISOR_GREEDY  ? "Computer, takes what it can - You"
                                                    : "Computer, plays anything - You");
        }
    check_tags("hi/negamax", "ai/negamax", "You - Computer");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_one_human_is_you),
        cmocka_unit_test(two_people_are_told_by_their_colors),
        cmocka_unit_test(a_name_that_was_given_is_kept),
        cmocka_unit_test(a_computer_has_its_level),
        cmocka_unit_test(a_computer_of_full_strength_has_its_limits),
        cmocka_unit_test(simple_computers_say_what_they_do),
        cmocka_unit_test(records_name_players_for_people),
        cmocka_unit_test(labels_of_old_files_are_not_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
