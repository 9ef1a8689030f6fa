#!/bin/sh
# "A theme" in HACKING, followed: forest. The tests that go over all themes measure its contrasts, and
# paint every kind of board in it; it is known as a setting and described.
set -u
. "$CONGO_SOURCE/tests/recipes/lib.sh"
with_copies man
with_copies etc

run_test tui/test_theme tui
run_test tui/test_paint tui
run_test config/test_settings 'tui config'
run_test man/test_settings_pages 'tui config'
