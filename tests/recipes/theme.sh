#!/bin/sh
# Follows "A theme" in HACKING with the theme forest. The tests over all themes measure its contrasts and
# paint every kind of board in it; the setting knows it and the manual describes it.
set -u
. "$CONGO_SOURCE/tests/recipes/lib.sh"
with_copies man
with_copies etc

run_test tui/test_theme tui
run_test tui/test_paint tui
run_test config/test_settings 'tui config'
run_test man/test_settings_pages 'tui config'
