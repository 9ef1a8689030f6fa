#include <config.h>

#include "tui/help_pages.h"

#include <stddef.h>

/* The variants that a page is for. */
typedef enum Audience { FOR_ALL, FOR_CONGO_PAWNS, FOR_MEGA_PAWNS, FOR_ELEPHANTE } Audience;

static const struct {
    Audience audience;
    HelpPage page;
} page_rows[] = {
    {FOR_ALL,
     {"game", 0, "The game", "what it is about, and how it starts",
      "Two sides of animals face each other across a river. White begins, and the sides move in "
      "turn; there is no passing. Whoever captures the other side's lion wins.\n\n"
      "There is no check: a lion may stay where it can be taken, and nobody has to warn you.\n\n"
      "This is the start of the game. The next pages show the river, the castles and how each "
      "piece moves; the guided tour ({tour}) has you try it all.",
      NULL, HELP_MARK_START, SQUARE_NONE}},
    {FOR_ALL,
     {"river", 'r', "The river", "what drowns, and when",
      "The middle rank is the river. A piece that stands in it when its side's turn begins, and "
      "still stands in the river when that turn ends, drowns: it is taken off the board. It does "
      "not help to move along the river.\n\n"
      "Only crocodiles never drown. On an island, which some variants have, nothing drowns.\n\n"
      "The zebra and the pawn marked here drown unless they leave with this very move; only one "
      "of them can.",
      "3l3/7/7/1Z1P1C1/7/7/3L3", HELP_MARK_DROWNING, SQUARE_NONE}},
    {FOR_ALL,
     {"castle", 0, "The castles", "where the lions live",
      "Each side has a castle: the nine squares in the middle of its three rows, with a wall "
      "around them.\n\n"
      "A lion never leaves its castle. All other pieces go in and out of both castles as they "
      "like.\n\n"
      "Here the lion can go where it is marked, and take the pawn beside it. The other pawn is "
      "safe: it stands outside.",
      "3l3/7/7/7/1pp4/2L4/7", HELP_MARK_MOVES, C2}},
    {FOR_ALL,
     {"lion", 'l', "Lion", "who loses it loses the game",
      "One step in any direction, but only within its own castle.\n\n"
      "When nothing stands between the two lions on a file, or on a diagonal that crosses the "
      "river, the lion to move may leap along that line and capture the other: it wins the game. "
      "So be careful when you move a piece from between them.",
      "3l3/7/7/7/7/7/3L3", HELP_MARK_MOVES, D1}},
    {FOR_ALL,
     {"zebra", 'z', "Zebra", "jumps like a chess knight",
      "A chess knight: two squares along a rank or file and one to the side, over anything "
      "between.",
      "3l3/7/2p1p2/7/3Z3/7/3L3", HELP_MARK_MOVES, D3}},
    {FOR_ALL,
     {"elephant", 'e', "Elephant", "walks straight, one square or two",
      "One or two squares along a rank or file, with or without a capture. The longer move leaps "
      "over whatever stands between.",
      "2l4/7/1p5/1P5/1E5/7/3L3", HELP_MARK_MOVES, B3}},
    {FOR_ALL,
     {"giraffe", 'g', "Giraffe", "leaps two squares in any direction",
      "Two squares straight in any of the eight directions, leaping over anything, with or "
      "without a capture. Also a single step in any direction, which cannot capture.",
      "3l3/7/1p1p3/2p4/3G3/7/3L3", HELP_MARK_MOVES, D3}},
    {FOR_ALL,
     {"crocodile", 'c', "Crocodile", "slides to the river and along it",
      "One step in any direction. On land it also slides straight towards the river and into "
      "it; in the river it slides along it. It captures in all these ways, and never drowns.",
      "2l4/7/7/1p5/7/1C5/3L3", HELP_MARK_MOVES, B2}},
    {FOR_ALL,
     {"monkey", 'm', "Monkey", "takes by jumping, and may jump on",
      "One step in any direction without capturing. It captures by jumping over an enemy beside "
      "it to the free square behind, and may jump on from there, in any direction, or stop after "
      "any jump. No piece is jumped twice.\n\n"
      "Here it can jump over the pawn beside it onto the river, and from there on over the other "
      "one.\n\n"
      "On the screen a capture goes jump by jump: {select} on a marked square jumps, {escape} "
      "takes the last jump back, and {select} on the monkey's own square ends the turn there. A "
      "capture that begins in the river and ends in it drowns the monkey; what it took stays "
      "taken.",
      "2l4/7/4p2/7/2p4/1M5/3L3", HELP_MARK_MOVES, B2}},
    {FOR_CONGO_PAWNS,
     {"pawn", 'p', "Pawn", "goes forward, and back once beyond the river",
      "One step forward, straight or diagonally, with or without a capture. Beyond the river it "
      "may also go one or two squares straight back, neither capturing nor leaping.\n\n"
      "On the last rank it becomes a superpawn.",
      "3l3/2p4/3P3/7/7/7/3L3", HELP_MARK_MOVES, D5}},
    {FOR_CONGO_PAWNS,
     {"superpawn", 's', "Superpawn", "what a pawn becomes at the far end",
      "A pawn that has reached the last rank. It steps and captures forward like a pawn, and "
      "sideways too. From anywhere it may go one or two squares back, straight or diagonally, "
      "neither capturing nor leaping.",
      "3l3/7/2pS3/7/7/7/3L3", HELP_MARK_MOVES, D5}},
    {FOR_MEGA_PAWNS,
     {"pawn", 'p', "Pawn", "goes forward, and sideways beyond the river",
      "One step forward, straight or diagonally, with or without a capture. Beyond the river it "
      "may also step straight sideways and capture there. It never goes back.\n\n"
      "On the last rank it becomes a megapawn.",
      "3l3/2p4/3P3/7/7/7/3L3", HELP_MARK_MOVES, D5}},
    {FOR_MEGA_PAWNS,
     {"megapawn", 'q', "Megapawn", "what a pawn becomes at the far end",
      "A pawn that has reached the last rank. It moves or leaps to any square within two squares "
      "of its own, with or without a capture.",
      "2l4/7/4p2/7/2Q4/1p5/3L3", HELP_MARK_MOVES, C3}},
    {FOR_ELEPHANTE,
     {"elephante", 't', "Elephante", "charges forward like a rook",
      "One step sideways or back, two squares sideways as a leap, and forward as far as the way "
      "is free. All of these may capture.",
      "2l4/4p2/7/7/1p2T2/7/3L3", HELP_MARK_MOVES, E3}},
    {FOR_ALL,
     {"ends", 0, "The end", "how a game is won, lost or drawn",
      "Whoever captures the lion wins. A side that has no move left loses. A player may resign, "
      "both may agree on a draw, and with clocks whoever runs out of time loses.\n\n"
      "Depending on the variant, a game is drawn when a position comes up for the third time, when "
      "for long enough nothing is captured, nothing drowns and no pawn moves, or when only the "
      "two lions are left. Some variants forbid a move that repeats a position.",
      NULL, HELP_MARK_NOTHING, SQUARE_NONE}},
    {FOR_ALL,
     {"endings", 0, "Endings", "who wins when few pieces are left",
      "When only few pieces are left, the program knows the result of every position if both sides "
      "play their best moves: such an ending is solved. \"White wins in 12 moves\" means that "
      "White "
      "captures the lion with its twelfth move, whatever Black does.\n\n"
      "{endings} lists every move with what it leads to for the side that makes it, the best "
      "first. "
      "Up and Down choose a move, which is marked on the board, {select} plays it, Left and Right "
      "go "
      "through the game, and {escape} closes the list. \"May win\" means that a draw, after many "
      "moves without a capture or by repetition, may come first.\n\n"
      "When you look back at a game, analyse it or watch two computers, the result stands beside "
      "the board; in your own games {panels} shows it, too. Network games, the tour and unsolved "
      "puzzles are played without this help.\n\n"
      "{train} trains endings: you win one, or hold a draw, against a perfect defence, and see "
      "after "
      "each move whether another one was better.",
      NULL, HELP_MARK_NOTHING, SQUARE_NONE}},
    {FOR_ALL,
     {"review", 0, "Review", "what was good and bad in a game",
      "{review}, or Review at the end of a game, has the computer go through the game. That takes "
      "about half a minute; you can look at the moves meanwhile, and {review} stops it and goes "
      "on.\n\n"
      "A mark stands behind a move that gave away a part of the chance to win: ?! an inaccuracy, "
      "? a mistake, ?? a blunder. ! is the only good move. For the move shown you read what was "
      "wrong "
      "and what was better; the better move is marked on the board as advice is. The graph is "
      "White's chance in the course of the game, with the mistakes below it; a click goes there. "
      "Accuracy is 100 % for a side that always chose the best move.\n\n"
      "{prev-mistake} and {next-mistake} go from mistake to mistake. {mistakes} makes exercises of "
      "yours: find a better move.\n\n"
      "The marks are saved with the game.",
      NULL, HELP_MARK_NOTHING, SQUARE_NONE}},
    {FOR_ALL,
     {"setup", 0, "Setting up", "any position on the board, to play or analyse",
      "{setup} shows the position on the board with pieces beside it, to change it as you like. "
      "Your "
      "game waits.\n\n"
      "A letter puts a piece on the square under the cursor: Z a white zebra, z a black one. Enter "
      "picks a piece up and puts it down, x removes it, Tab says which side is to move. With the "
      "mouse: click a piece and then a square, or drag it; off the board, or with the right "
      "button, "
      "it is removed.\n\n"
      "b empties the board, d sets up the start position, v exchanges left and right, o the two "
      "sides. u and r undo and redo. A pasted position is set up at once; i lets you type one, and "
      "choose the variant.\n\n"
      "A sentence says what is not legal yet. Then n plays from the position, A analyses it, w "
      "copies it as text, and Esc goes back to your game.",
      NULL, HELP_MARK_NOTHING, SQUARE_NONE}},
    {FOR_ALL,
     {"games", 0, "My games", "all games of this computer, and what was played in them",
      "{games} lists all games, unfinished and over, the most recent first. Enter goes on with a "
      "game, or puts one that is over on the board, / searches for words such as a name, \"lost\" "
      "or a variant, v reviews a game, s saves a copy, x deletes a game and u brings it back, t "
      "shows your results, "
      "Esc closes the list.\n\n"
      "{openings} shows what was played from the position on the board, in your games or in the "
      "file that you opened last: each move with how often it was played, and how many of these "
      "games, in percent, White won, were drawn, and Black won. Up and Down choose a move, "
      "{select} tries it on the board, Left takes it back, {openings} changes between your games "
      "and the file, and {escape} returns to your game, which has not changed.",
      NULL, HELP_MARK_NOTHING, SQUARE_NONE}},
    {FOR_ALL,
     {"screen", 0, "The screen", "the marks on the board, the mouse, typed moves",
      "White's pieces are ivory, Black's ebony; a letter is in upper case for White. A frame is "
      "the cursor. The selected piece stands between bars on violet, a dot is where it can go, "
      "bright corners are what it can capture. Red corners: the piece drowns unless it leaves. "
      "The last move is gold with ticks at the sides, the advised one green with ticks all "
      "around. A dotted line is the way of a capture, or in dark red the open line between the "
      "lions.\n\n"
      "Without colours, and on the smallest board, characters say the same: [ ] the cursor, ( ) "
      "the selected piece, o where it can go, x what it can capture, ! what drowns, > < the "
      "piece that moved last, a dot where it came from, * the advised move, | the lions' line. ~ "
      "is the river, ^ an island, and # a castle's wall.\n\n"
      "The mouse: a click is the same as going there and pressing {select}; a click in the list "
      "of moves or in the graph shows that position, and the wheel goes through the moves.\n\n"
      "In dialogs Tab and the arrows go from item to item, the arrows left and right or Space "
      "change a choice, Enter accepts, Esc cancels.\n\n"
      "After : a move can be typed in any notation: d2d3, D3, Z-F3, M:D3:F5, (d2,d3). Commands "
      "are the actions' names; these take an argument too: open FILE, save FILE, new FEN, go "
      "NUMBER (of a move in the list, 20 or 20... for Black's), theme NAME, glyphs "
      "auto|letters|animals|drawn, zoom 10x5, help PAGE, puzzle NUMBER, train ENDING. Tab "
      "completes a command, "
      "Up and Down bring back earlier lines.\n\n"
      "Your choices, such as the theme, the size and the level, are remembered for the next "
      "start; :forget-choices forgets them.",
      NULL, HELP_MARK_NOTHING, SQUARE_NONE}},
};
enum { PAGE_COUNT = sizeof page_rows / sizeof page_rows[0] };

static bool is_for(Audience audience, const Variant *variant) {
    switch (audience) {
    case FOR_CONGO_PAWNS:
        return variant->pawns == PAWNS_CONGO;
    case FOR_MEGA_PAWNS:
        return variant->pawns == PAWNS_MEGA;
    case FOR_ELEPHANTE:
        return variant->elephante;
    case FOR_ALL:
        break;
    }
    return true;
}

const HelpPage *help_pages_get(const Variant *variant, int index) {
    for (int i = 0; i < PAGE_COUNT; i++)
        if (is_for(page_rows[i].audience, variant) && index-- == 0)
            return &page_rows[i].page;
    return NULL;
}
