#!/bin/sh
# "A theme" in HACKING, followed: forest. The tests that go over all themes measure its contrasts, and
# paint every kind of board in it; it is known as a setting and described.
set -u
. "$CONGO_SOURCE/tests/recipes/lib.sh"
with_copies man
with_copies etc

for test in tui/test_theme man/test_settings_pages tui/test_paint config/test_settings; do
    files=tests/$test.c
    case $test in
    tui/test_paint) files="$files tests/tui/fake_terminal.c tests/tui/views.c" ;;
    config/test_settings) files="$files tests/config/scratch.c" ;;
    esac
    build "${test##*/}" 'tui config' "$files" 'tui/libtui.a play/libplay.a engine/libengine.a
        net/libnet.a config/libconfiguration.a rules/librules.a'
    run_test "${test##*/}"
done
