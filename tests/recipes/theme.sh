#!/bin/sh
# Follows HACKING's recipe for a theme, with one called forest. Tests of all themes measure its contrasts
# and paint boards in it; others find it among the settings and in the manual.
set -u
. "$CONGO_SOURCE/tests/recipes/lib.sh"
with_copies man
with_copies etc

run_test board/test_theme 'base board'
run_test board/test_painter 'base board'
run_test board/test_contrast 'base board'
run_test config/test_settings 'base config'
run_test man/test_settings_pages 'base config'
