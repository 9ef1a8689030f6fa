/* Common mistakes in congo.conf and on the command line, and the exact sentences about them. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "config/options.h"
#include "../support/scratch.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

enum { WORDS_MAX = 10, LINE_SIZE = 400 };

/* Parses a command line of words separated by blanks, after a first option. */
static void check_line(const char *first, const char *line, const char *sentence) {
    static Settings settings;
    char text[LINE_SIZE], option[LINE_SIZE], program[] = "congo";
    char *words[WORDS_MAX] = {program, option};
    int count = 2;
    OptionsRequest request;
    Error error = {0};
    snprintf(option, sizeof option, "%s", first);
    snprintf(text, sizeof text, "%s", line);
    char *rest;
    for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        assert_true(count < WORDS_MAX);
        words[count++] = word;
    }
    assert_false(options_parse(count, words, NULL, 0, &settings, &request, &error));
    if (strcmp(error.text, sentence) != 0)
        fail_msg("%s\n said: %s\n expected: %s", line, error.text, sentence);
}

static void wrong_configurations_are_explained(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"theme = dark;", "congo.conf:1: theme: dark needs double quotes: \"dark\""},
        {"screen = { theme = dark; };",
         "congo.conf:1: screen.theme: dark needs double quotes: \"dark\""},
        {"screen = { theme = 'dark'; };",
         "congo.conf:1: screen.theme: dark needs double quotes: \"dark\""},
        {"screen = { bell = yes; };",
         "congo.conf:1: screen.bell: yes needs double quotes: \"yes\""},
        {"screen = { zoom = 8x4; };",
         "congo.conf:1: screen.zoom: 8x4 is not a number; a text needs double quotes: \"8x4\""},
        {"clock = 300+5;",
         "congo.conf:1: clock: 300+5 is not a number; a text needs double quotes: \"300+5\""},
        {"clock = 300;", "congo.conf:1: clock: 300 needs double quotes: \"300\""},
        {"players = { name = 5; };", "congo.conf:1: players.name: 5 needs double quotes: \"5\""},
        {"clock = 0;",
         "congo.conf:1: clock: expected \"none\", days for each move (1 to 30) such as \"3d\", "
         "or seconds for the game (1 to "
         "86400) and for each move (0 to 3600) such as \"300+5\", found 0"},
        {"screen = { theme = \"dark\"; theme = \"light\"; };",
         "congo.conf:1: screen.theme stands here for the second time; the first is in line 1"},
        {"screen = {\n  bell = true; };\nsearch = { depth = 3; };\n\nscreen : { mouse = true; };",
         "congo.conf:5: screen stands here for the second time; the first is in line 1"},
        {"screen.theme = \"dark\";",
         "congo.conf:1: screen: expected = after this name, found .theme = \"dark\";"},
        {"screen { theme = \"dark\"; };",
         "congo.conf:1: screen: expected = after this name, found { theme = \"dark\"; };"},
        {"screen = \"dark\";",
         "congo.conf:1: screen: expected a group { name = value; }, found \"dark\""},
        {"screen = [ \"dark\" ];",
         "congo.conf:1: screen: expected a group { name = value; }, found an array [ ... ]"},
        {"variant = \"islnds\";",
         "congo.conf:1: variant: expected a variant (congo, wits, islands, simpler, crowded, "
         "megapawn-draw, megapawn) or a file (with a \"/\" in its name, or ending in .conf or "
         ".cfg), found \"islnds\""},
        {"variant = islands;", "congo.conf:1: variant: islands needs double quotes: \"islands\""},
        {"variant = \"islands.conf\";",
         "congo.conf:1: variant: islands.conf: cannot be read: No such file or directory"},
        {"variant = { name = \"x\"; };", "congo.conf:1: variant: expected the name of a variant; "
                                         "they are defined by variants = ( { ... } );"},
        {"variants = { name = \"x\"; };",
         "congo.conf:1: variants: expected a list of at most 16 variants ( { name = ...; }, ... ), "
         "found a group { ... }"},
        {"variants = ( { name = \"x\" }, { name = \"x\" } );",
         "congo.conf:1: variants.name: there is a variant \"x\" already; choose another name"},
        {"variants = ( name = \"x\" );",
         "congo.conf:1: variants: settings stand in braces: { name = ...; }"},
        {"variants = ( { name = \"x\"; );",
         "congo.conf:1: variants: the { that begins here is not closed"},
        {"variants = [ { name = \"x\"; } ];",
         "congo.conf:1: variants: a list of groups stands in parentheses: ( { ... }, { ... } )"},
        {"variants = ( { name = \"x\"; start = \"gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1\"; } "
         ");",
         "congo.conf:1: variants.start: expected the seven ranks alone, without the side to move "
         "or anything else after them"},
        {"variants = ( { name = \"x\"; start = \"gmelecz/ppppppp/7/7/7/PPPPPPP\"; } );",
         "congo.conf:1: variants.start: expected seven ranks with '/' between them, found 6"},
        {"variants = ( { name = \"x\"; start = \"gmelecz/ppppppp/7/7/7/PPPPPPP/GMELEC\"; } );",
         "congo.conf:1: variants.start: rank 1: expected 7 squares, found 6 in \"GMELEC\""},
        {"variants = ( { name = \"x\"; start = \"gmelecz ppppppp 7 7 7 PPPPPPP GMELECZ\"; } );",
         "congo.conf:1: variants.start: expected seven ranks with '/' between them, found 1"},
        {"variants = ( { name = \"x\"; start = \"gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 1\"; } );",
         "congo.conf:1: variants.start: expected the seven ranks alone, without the side to move "
         "or anything else after them"},
        {"variants = ( { name = \"x\"; start = \"gmelecz/ppppppp/7/7/7/7/PPPPPPP/GMELECZ\"; } );",
         "congo.conf:1: variants.start: expected seven ranks with '/' between them, found 8"},
        {"variants = ( { name = \"x\"; start = \"standard\"; } );",
         "congo.conf:1: variants.start: expected seven ranks with '/' between them, found 1"},
        {"variants = ( { name = \"x\"; start = \"\"; } );",
         "congo.conf:1: variants.start: expected seven ranks with '/' between them, found 1"},
        {"variants = ( { name = \"x\"; islands = [ \"a4\", 5 ]; } );",
         "congo.conf:1: the values of an array [ ... ] are all numbers, or all texts"},
        {"variants = ( { name = \"x\"; islands = [ a4, b4 ]; } );",
         "congo.conf:1: variants.islands: a4 needs double quotes: \"a4\""},
        {"variants = ( { name = \"x\"; islands = ( \"a4\", 5 ); } );",
         "congo.conf:1: variants.islands: expected squares of rank 4 such as [ \"a4\", \"g4\" ], "
         "each once, found 5"},
        {"variants = ( { name = \"x\"; islands = \"a4 b4\"; } );",
         "congo.conf:1: variants.islands: expected squares of rank 4 such as [ \"a4\", \"g4\" ], "
         "each once, found \"a4 b4\""},
        {"variants = ( { name = \"my variant\"; } );",
         "congo.conf:1: variants.name: expected letters, digits, '-', '_' and '.', found \"my "
         "variant\""},
        {"variants = ( { name = \"\"; } );",
         "congo.conf:1: variants.name: expected letters, digits, '-', '_' and '.', found \"\""},
        {"variants = ( { start = \"gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ\"; } );",
         "congo.conf:1: variants: a variant needs a name, as in name = \"mine\";"},
        {"variants = ( { name = \"x\"; quiet_plies = \"100\"; } );",
         "congo.conf:1: variants.quiet_plies: expected a whole number from 0 to 10000, found "
         "\"100\""},
        {"variants = ( { name = \"x\"; quiet_plies = -5; } );",
         "congo.conf:1: variants.quiet_plies: expected a whole number from 0 to 10000, found -5"},
        {"variants = ( { name = \"x\"; repetition = \"third\"; } );",
         "congo.conf:1: variants.repetition: expected \"draw\", \"illegal\" or \"none\", found "
         "\"third\""},
        {"variants = ( { name = \"x\"; extra = \"E\"; } );",
         "congo.conf:1: variants.extra: expected \"T\" or \"\", found \"E\""},
        {"variants = ( { name = \"x\"; base = \"x\"; } );",
         "congo.conf:1: variants.base: expected the name of a variant, built in or defined before "
         "this one, found \"x\""},
        {"players = { white = \"human\"; };",
         "congo.conf:1: players.white: expected \"hi/random\", \"hi/greedy\", \"hi/negamax\", "
         "\"ai/random\", \"ai/greedy\" or \"ai/negamax\", found \"human\""},
        {"players = { white = \"ai\"; };",
         "congo.conf:1: players.white: expected \"hi/random\", \"hi/greedy\", \"hi/negamax\", "
         "\"ai/random\", \"ai/greedy\" or \"ai/negamax\", found \"ai\""},
        {"players = { white = ai/negamax; };",
         "congo.conf:1: players.white: ai/negamax needs double quotes: \"ai/negamax\""},
        {"players = { white = \"ai/minimax\"; };",
         "congo.conf:1: players.white: expected \"hi/random\", \"hi/greedy\", \"hi/negamax\", "
         "\"ai/random\", \"ai/greedy\" or \"ai/negamax\", found \"ai/minimax\""},
        {"search = { depth = \"5\"; };", "congo.conf:1: search.depth: expected a whole number from "
                                         "0 to 100 without quotes, found \"5\""},
        {"search = { depth = 1000; };",
         "congo.conf:1: search.depth: expected a whole number from 0 to 100, found 1000"},
        {"search = { level = 0; };",
         "congo.conf:1: search.level: expected a whole number from 1 to 10, found 0"},
        {"search = { level = \"easy\"; };", "congo.conf:1: search.level: expected a whole number "
                                            "from 1 to 10 without quotes, found \"easy\""},
        {"search = { threads = -1; };",
         "congo.conf:1: search.threads: expected a whole number from 0 to 256, found -1"},
        {"search = { hash = 1.5; };",
         "congo.conf:1: search.hash: expected a whole number from 1 to 16384, found a fraction"},
        {"search = { movetime = 1s; };",
         "congo.conf:1: search.movetime: 1s is not a number; a text needs double quotes: \"1s\""},
        {"search = ( depth = 5 );",
         "congo.conf:1: search: settings stand in braces: { depth = ...; }"},
        {"pace = \"fast\";", "congo.conf:1: pace: expected a whole number from 0 to 60000 without "
                             "quotes, found \"fast\""},
        {"ui = \"screen\";",
         "congo.conf:1: ui: expected \"auto\", \"tui\" or \"cli\", found \"screen\""},
        {"ui = true;", "congo.conf:1: ui: expected \"auto\", \"tui\" or \"cli\", found true"},
        {"plain = 1;", "congo.conf:1: plain: expected true or false, found 1"},
        {"keys = { undo = 5; };", "congo.conf:1: keys.undo: expected a key in quotes, such as "
                                  "\"u\" or \"Ctrl-L\", or several as [ \"u\", \"x\" ], found 5"},
        {"keys = { undo = Ctrl-U; };",
         "congo.conf:1: keys.undo: Ctrl-U needs double quotes: \"Ctrl-U\""},
        {"keys = { undo = [ \"u\", 5 ]; };",
         "congo.conf:1: the values of an array [ ... ] are all numbers, or all texts"},
        {"keys = { undo = \"\"; };",
         "congo.conf:1: keys.undo: expected a key in quotes, such as \"u\" or \"Ctrl-L\", or "
         "several as [ \"u\", \"x\" ], found \"\""},
        {"keys = { undo = [ \"u\"; \"x\" ]; };",
         "congo.conf:1: keys.undo: the [ that begins here is not closed"},
        {"keys = { undo = [ 1 2 ]; };",
         "congo.conf:1: keys.undo: expected a comma or ], found 2 ]; };"},
        {"keys = { undo = ( \"u\"\n5 ); };",
         "congo.conf:2: keys.undo: expected a comma or ), found 5 ); };"},
        {"keys = { undo = [ , \"u\" ]; };",
         "congo.conf:1: keys.undo: expected a value, found , \"u\" ]; };"},
        {"keys = ( \"u\" );",
         "congo.conf:1: keys: expected a group { action = \"key\"; }, found a list ( ... )"},
        {"keys = { \"undo\" = \"u\"; };",
         "congo.conf:1: keys: expected a setting (name = value;), found \"undo\" = \"u\"; };"},
        {"network = { port = \"7153\"; };", "congo.conf:1: network.port: expected a whole number "
                                            "from 0 to 65535 without quotes, found \"7153\""},
        {"network = { port = 99999; };",
         "congo.conf:1: network.port: expected a whole number from 0 to 65535, found 99999"},
        {"network = { port = 0x; };",
         "congo.conf:1: network.port: 0x is not a number; a text needs double quotes: \"0x\""},
        {"network = { host = 127.0.0.1; };", "congo.conf:1: network.host: 127.0.0.1 is not a "
                                             "number; a text needs double quotes: \"127.0.0.1\""},
        {"network = { host = L; };", "congo.conf:1: network.host: L needs double quotes: \"L\""},
        {"network = { host = e5; };", "congo.conf:1: network.host: e5 needs double quotes: \"e5\""},
        {"screen = { theme = “dark mode”; };",
         "congo.conf:1: screen.theme: ???dark needs double quotes: \"???dark\""},
        {"network = { host = \"\"; };", "congo.conf:1: network.host: expected host, host:port or "
                                        "the path of a socket, found \"\""},
        {"network = { host = \"a b\"; };", "congo.conf:1: network.host: expected host, host:port "
                                           "or the path of a socket, found \"a b\""},
        {"network = {\n  host = \"a.example,b.example:71530\"; };",
         "congo.conf:2: network.host: server \"b.example:71530\": expected a port from 1 to 65535, "
         "found \"71530\""},
        {"game = \"standard\";",
         "congo.conf:1: game: this is an option, --game, not a setting of the file"},
        {"load = \"file\";",
         "congo.conf:1: load: this is an option, --load, not a setting of the file"},
        {"include \"other.conf\"",
         "congo.conf:1: include: expected = after this name, found \"other.conf\""},
        {"@include \"other.conf\"", "congo.conf:1: a file cannot include another"},
        {"/* open comment", "congo.conf:1: the comment that begins here has no end: */ is missing"},
        {"variant = \"open",
         "congo.conf:1: the text that begins here has no closing quote on its line"},
        {"variant \"congo\";",
         "congo.conf:1: variant: expected = after this name, found \"congo\";"},
        {"variant == \"congo\";", "congo.conf:1: variant: there is no value after the ="},
        {"= 5;", "congo.conf:1: expected a setting (name = value;), found = 5;"},
        {"{ }", "congo.conf:1: expected a setting (name = value;), found { }"},
        {"search = { depth = 5; ", "congo.conf:1: search: the { that begins here is not closed"},
        {"search = { depth = 5; } }",
         "congo.conf:1: this } closes nothing: there is no { before it"},
        {"[screen]", "congo.conf:1: expected a setting (name = value;), found [screen]"},
        {"--theme=dark", "congo.conf:1: expected a setting (name = value;), found --theme=dark"},
        {"plain = true;; bell = true;",
         "congo.conf:1: expected a setting (name = value;), found ; bell = true;"},
        {"variant", "congo.conf:2: variant: expected = after this name, found the end of the file"},
        {"variant = # \"congo\";", "congo.conf:2: variant: there is no value after the ="},
        {"größe = 5;", "congo.conf:1: gr: expected = after this name, found ????e = 5;"},
        {"set theme dark", "congo.conf:1: set: expected = after this name, found theme dark"},
        {"search = { depth = };", "congo.conf:1: search.depth: there is no value after the ="},
        {"players = { white = ; };", "congo.conf:1: players.white: there is no value after the ="},
        {"variants = ( { name = \"x\"; } ;",
         "congo.conf:1: variants: the ( that begins here is not closed"},
        {"screen = { theme = “dark”; };",
         "congo.conf:1: screen.theme: dark needs double quotes: \"dark\""},
        {"plain = on;", "congo.conf:1: plain: on needs double quotes: \"on\""},
        {"variant = congo", "congo.conf:1: variant: congo needs double quotes: \"congo\""},
        {"network = { host = localhost; };",
         "congo.conf:1: network.host: localhost needs double quotes: \"localhost\""},
        {"network = { port = 71 53; };",
         "congo.conf:1: network: expected a setting (name = value;), found 53; };"},
        {"keys = { undo = u; };", "congo.conf:1: keys.undo: u needs double quotes: \"u\""},
        {"clock = \"5 minutes\";",
         "congo.conf:1: clock: expected \"none\", days for each move (1 to 30) such as \"3d\", "
         "or seconds for the game (1 to 86400) and for "
         "each move (0 to 3600) such as \"300+5\", found \"5 minutes\""},
        {"screen = { colors = true; };", "congo.conf:1: screen.colors: expected \"auto\", "
                                         "\"mono\", \"8\", \"256\" or \"rgb\", found true"},
        {"search = { ponder = \"perhaps\"; };",
         "congo.conf:1: search.ponder: expected true or false, found \"perhaps\""},
        {"variants = \"mine.conf\";", "congo.conf:1: variants: expected a list of at most 16 "
                                      "variants ( { name = ...; }, ... ), found \"mine.conf\""},
        {"variants = ( \"mine\" );",
         "congo.conf:1: variants: expected a variant as a group { name = ...; }, found \"mine\""},
        {"search = { depth = 3; depth = 4; };",
         "congo.conf:1: search.depth stands here for the second time; the first is in line 1"},
        {"players = ( \"hi/negamax\" );",
         "congo.conf:1: players: expected a group { name = value; }, found a list ( ... )"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char text[LINE_SIZE];
        snprintf(text, sizeof text, "%s\n", rows[i][0]);
        scratch_write("congo.conf", text);
        check_line("--config=congo.conf", "", rows[i][1]);
    }
}

static void wrong_options_are_explained(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"--game=7/7 --load=x", "--game cannot be combined with --load"},
        {"--load=x --puzzle=3", "--load cannot be combined with --puzzle"},
        {"--puzzle=3 --game=7/7", "--game cannot be combined with --puzzle"},
        {"--variant=wits --puzzle", "--variant cannot be combined with --puzzle"},
        {"--variant=wits --load=x", "--variant cannot be combined with --load"},
        {"--tour --load=x", "--load cannot be combined with --tour"},
        {"--tour --puzzle", "--puzzle cannot be combined with --tour"},
        {"--train --load=x", "--load cannot be combined with --train"},
        {"--train --game=7/7", "--game cannot be combined with --train"},
        {"--train=Lz_l --puzzle=3", "--puzzle cannot be combined with --train"},
        {"--tour --train", "--train cannot be combined with --tour"},
        {"--train --place=network", "--train cannot be combined with --place=network"},
        {"--tour --game=7/7", "--game cannot be combined with --tour"},
        {"--tour --place=network", "--tour cannot be combined with --place=network"},
        {"--puzzle --place=network", "--puzzle cannot be combined with --place=network"},
        {"--load=x --place=network", "--load cannot be combined with --place=network"},
        {"--watch", "--watch needs --place=network"},
        {"--watch --game=ABCDEFGHIJ", "--watch needs --place=network"},
        {"--watch --place=network", "--watch needs --game=ID, the id of a network game"},
        {"--watch --place=network --game=7Q2KM4XDT1 --white=hi/negamax",
         "--watch cannot be combined with --white"},
        {"--watch --place=network --game=7Q2KM4XDT1 --key-file=k",
         "--watch cannot be combined with --key-file"},
        {"--invite", "--invite needs --place=network"},
        {"--invite --place=network --game=7Q2KM4XDT1",
         "--invite keeps the seat of a new game and --game=ID joins one: give one of them"},
        {"--key-file=k", "--key-file needs --place=network"},
        {"--key-file=k --place=network", "--key-file needs --game=ID, the id of a network game"},
        {"--place=network --white=hi/negamax --black=hi/negamax",
         "--place=network needs --white or --black, for the side that is played here, not both"},
        {"--place=net", "--place: expected \"local\" or \"network\", found \"net\""},
        {"--game=7/7", "--game: ranks: expected 7 separated by '/', found 2"},
        {"--game=hello", "--game: expected \"standard\" or a position as Congo FEN, found "
                         "\"hello\"; the id of a network game needs --place=network"},
        {"--game=7Q2KM4XDT1", "--game: expected \"standard\" or a position as Congo FEN, found "
                              "\"7Q2KM4XDT1\"; the id of a network game needs --place=network"},
        {"--game=", "--game: expected \"standard\", a position as Congo FEN, or the id of a "
                    "network game, found \"\""},
        {"--game", "--game: expected \"standard\", a position as Congo FEN, or the id of a network "
                   "game, found nothing"},
        {"--game=gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ",
         "--game: side: expected w or b after the ranks, found nothing"},
        {"--game=gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECX/w/-1",
         "--game: rank 1: 'X' is not a piece of congo; its letters are L Z E G C M P S"},
        {"--game=gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/x/-1",
         "--game: side: expected w or b, found \"x\""},
        {"--game=3l3/7/7/7/7/7/7/w/-1",
         "--game: the game is over in this position: Black captured the lion and won."},
        {"--game=7/7/7/7/7/7/3L3/w/-1",
         "--game: the game is over in this position: White captured the lion and won."},
        {"--load=", "--load: expected a game file, or FILE#N with the number of a game in it from "
                    "1, found \"\""},
        {"--load=x#0", "--load: expected a game file, or FILE#N with the number of a game in it "
                       "from 1, found \"x#0\""},
        {"--puzzle=0", "--puzzle: expected the number of a puzzle, or \"next\", found 0"},
        {"--puzzle=x", "--puzzle: expected the number of a puzzle, or \"next\", found \"x\""},
        {"--white=hi", "--white: expected \"hi/random\", \"hi/greedy\", \"hi/negamax\", "
                       "\"ai/random\", \"ai/greedy\" or \"ai/negamax\", found \"hi\""},
        {"--white=human", "--white: expected \"hi/random\", \"hi/greedy\", \"hi/negamax\", "
                          "\"ai/random\", \"ai/greedy\" or \"ai/negamax\", found \"human\""},
        {"--white", "--white: expected \"hi/random\", \"hi/greedy\", \"hi/negamax\", "
                    "\"ai/random\", \"ai/greedy\" or \"ai/negamax\", found nothing"},
        {"--white=ai/stockfish",
         "--white: expected \"hi/random\", \"hi/greedy\", \"hi/negamax\", \"ai/random\", "
         "\"ai/greedy\" or \"ai/negamax\", found \"ai/stockfish\""},
        {"--clock=5:00", "--clock: expected \"none\", days for each move (1 to 30) such as \"3d\", "
                         "or seconds for the game (1 to 86400) and for "
                         "each move (0 to 3600) such as \"300+5\", found \"5:00\""},
        {"--clock=0", "--clock: expected \"none\", days for each move (1 to 30) such as \"3d\", "
                      "or seconds for the game (1 to 86400) and for "
                      "each move (0 to 3600) such as \"300+5\", found 0"},
        {"--clock=300+", "--clock: expected \"none\", days for each move (1 to 30) such as \"3d\", "
                         "or seconds for the game (1 to 86400) and for "
                         "each move (0 to 3600) such as \"300+5\", found \"300+\""},
        {"--clock=-5", "--clock: expected \"none\", days for each move (1 to 30) such as \"3d\", "
                       "or seconds for the game (1 to 86400) and for "
                       "each move (0 to 3600) such as \"300+5\", found -5"},
        {"--depth=-1", "--depth: expected a whole number from 0 to 100, found -1"},
        {"--depth=3.5", "--depth: expected a whole number from 0 to 100, found \"3.5\""},
        {"--depth=", "--depth: expected a whole number from 0 to 100, found \"\""},
        {"--movetime=1s", "--movetime: expected a whole number from 0 to 86400000, found \"1s\""},
        {"--level=11", "--level: expected a whole number from 1 to 10, found 11"},
        {"--level=hard", "--level: expected a whole number from 1 to 10, found \"hard\""},
        {"--threads=1000", "--threads: expected a whole number from 0 to 256, found 1000"},
        {"--hash=0", "--hash: expected a whole number from 1 to 16384, found 0"},
        {"--pace=slow", "--pace: expected a whole number from 0 to 60000, found \"slow\""},
        {"--seed=x", "--seed: expected a whole number from 0 to 2147483647, found \"x\""},
        {"--lines=9", "--lines: expected a whole number from 1 to 8, found 9"},
        {"--ui=gui", "--ui: expected \"auto\", \"tui\" or \"cli\", found \"gui\""},
        {"--plain=maybe", "--plain: expected \"on\" or \"off\", found \"maybe\""},
        {"--mouse=1", "--mouse: expected \"on\" or \"off\", found 1"},
        {"--theme=blue",
         "--theme: expected \"dark\", \"light\", \"contrast\" or \"colorblind\", found \"blue\""},
        {"--glyphs=emoji", "--glyphs: expected \"auto\", \"letters\", \"animals\", \"drawn\", "
                           "\"quadrants\", \"sextants\" or \"octants\", found \"emoji\""},
        {"--colors=16",
         "--colors: expected \"auto\", \"mono\", \"8\", \"256\" or \"rgb\", found 16"},
        {"--charset=latin1",
         "--charset: expected \"auto\", \"ascii\" or \"utf8\", found \"latin1\""},
        {"--zoom=9", "--zoom: expected \"auto\", \"2x1\", \"4x2\", \"6x3\", \"8x4\", \"10x5\", "
                     "\"14x7\", \"18x9\" or \"24x12\", found 9"},
        {"--zoom=20x10", "--zoom: expected \"auto\", \"2x1\", \"4x2\", \"6x3\", \"8x4\", \"10x5\", "
                         "\"14x7\", \"18x9\" or \"24x12\", found \"20x10\""},
        {"--panels=some", "--panels: expected \"auto\", \"full\" or \"none\", found \"some\""},
        {"--host=", "--host: expected host, host:port or the path of a socket, found \"\""},
        {"--host=a.example:0", "--host: expected a port from 1 to 65535, found \"0\""},
        {"--host=a,,b", "--host: expected a server before and after each comma, found \"a,,b\""},
        {"--host=a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q",
         "--host: expected at most 16 servers, found \"a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q\""},
        {"--port=65536", "--port: expected a whole number from 0 to 65535, found 65536"},
        {"--port=http", "--port: expected a whole number from 0 to 65535, found \"http\""},
        {"--tls=yes", "--tls: expected \"auto\", \"on\" or \"off\", found \"yes\""},
        {"--fingerprint=ab:cd", "--fingerprint: expected 64 hexadecimal digits, the SHA-256 of the "
                                "server's certificate, found \"ab:cd\""},
        {"--version=1", "--version: expected no value, found \"1\""},
        {"--help=keys", "--help: expected no value, found \"keys\""},
        {"-d 5", "there is no option \"-d\"; --help lists them"},
        {"-x", "there is no option \"-x\"; --help lists them"},
        {"--", "expected an option such as --level=3 or --load=FILE, found \"--\""},
        {"game.congo", "expected an option such as --level=3 or --load=FILE, found \"game.congo\""},
        {"--white-name=01234567890123456789012345678901234567890123456789012345678901234567890",
         "--white-name: expected a text of at most 63 bytes without control characters, found "
         "\"0123456789012345678901234567890123456789012345678901234567...\""},
        {"--name=01234567890123456789012345678901234567890123456789x",
         "--name: expected a text of at most 48 bytes without control characters, found "
         "\"01234567890123456789012345678901234567890123456789x\""},
        {"--tour=yes", "--tour: expected no value, found \"yes\""},
    };
    for (size_t i = 0; i < LENGTH(rows); i++)
        check_line("--config=none", rows[i][0], rows[i][1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_configurations_are_explained),
        cmocka_unit_test(wrong_options_are_explained),
    };
    return cmocka_run_group_tests(tests, scratch_enter, scratch_leave);
}
