"""Opens pages of games in a browser and plays through them with keys, buttons and the mouse.

Usage: page.py CONGO GAMES [PICTURES]: the program, the files of games in a folder, and a folder for pictures of the
page on a phone and on a desktop. Prints what is wrong and fails; ends with status 77 where no browser is.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile

import browser

PHONE, DESKTOP = (360, 740), (1200, 800)
FINGER = 44  # least size of a button on a phone, in pixels

# The position on the board as the ranks of a FEN, and the squares of the last move, from what is drawn.
BOARD = """(() => {
    const board = document.querySelector(".chosen .start .board");
    const labels = Array.from(board.querySelectorAll(".labels text")).map((label) => label.textContent);
    const files = labels.slice(0, 7), ranks = labels.slice(7);
    const men = {};
    for (const man of board.querySelectorAll(".men use")) {
        const column = Math.floor(Number(man.getAttribute("x")) / 100);
        const row = Math.floor(Number(man.getAttribute("y")) / 100);
        const letter = man.getAttribute("href").slice(1);
        men[files[column] + ranks[row]] =
            man.getAttribute("class") === "white" ? letter : letter.toLowerCase();
    }
    const rows = [];
    for (let rank = 7; rank >= 1; rank--) {
        let row = "", empty = 0;
        for (const file of "abcdefg") {
            const man = men[file + rank];
            if (man && empty > 0)
                row += empty;
            row += man || "";
            empty = man ? 0 : empty + 1;
        }
        rows.push(row + (empty > 0 ? empty : ""));
    }
    return {ranks: rows.join("/"), flipped: files[0] === "g"};
})()"""

failures = 0


def fail(words):
    global failures
    failures += 1
    print("FAIL: " + words, file=sys.stderr)


def equal(found, expected, what):
    if found != expected:
        fail(f"{what}: expected {expected!r}, found {found!r}")


def ranks_of(fen):
    return "/".join(fen.split("/")[:7])


class Page:
    """A page in the browser, and its games as the program tells them."""

    def __init__(self, tab, congo, games, folder, *options):
        self.tab = tab
        self.path = os.path.join(folder, "page.html")
        subprocess.run([congo, "file", "convert", "--to=html", "--force", "--output=" + self.path, *options, *games],
                       check=True)
        told = subprocess.run([congo, "file", "convert", "--to=json", *games], check=True, capture_output=True)
        self.games = json.loads(told.stdout)
        self.name = os.path.basename(games[0])
        self.source = subprocess.run([congo, "file", "convert", *games], check=True,
                                     capture_output=True).stdout.decode()
        self.open()

    def open(self, address=""):
        self.tab.requests.clear()
        self.tab.open("about:blank")
        self.tab.open("file://" + self.path + address)
        self.game = 1

    def text(self, selector):
        return self.tab.evaluate(f"document.querySelector({json.dumps(selector)}).textContent")

    def check(self, ply, how):
        """The board, the list and what is said are those of a ply."""
        game = self.games[self.game - 1]
        moves = game["moves"]
        where = f"{self.name}, game {self.game}, ply {ply}, {how}"
        fen = moves[ply - 1]["fen"] if ply > 0 else game["start"]
        equal(self.tab.evaluate(BOARD)["ranks"], ranks_of(fen), where + ": the board")
        equal(self.text(".chosen .fen"), fen, where + ": the FEN")
        current = self.tab.evaluate("Array.from(document.querySelectorAll('.chosen .moves [aria-current]'))"
                                    ".map((link) => link.firstChild.textContent)")
        equal(current, [moves[ply - 1]["move"]] if ply > 0 else [], where + ": the marked move")
        said = self.text(".chosen .said")
        if (moves[ply - 1]["move"] if ply > 0 else "Start") not in said:
            fail(f"{where}: this is said: {said!r}")

    def press(self, key, ply):
        self.tab.press(key)
        self.check(ply, "key " + key)

    def button(self, action, ply):
        self.tab.click_on(f".chosen [data-do={action}]")
        self.check(ply, "button " + action)


def play_with_keys(page):
    """Every ply of every game, forwards and backwards."""
    for number, game in enumerate(page.games, 1):
        count = len(game["moves"])
        page.open(f"#g{number}")
        page.game = number
        page.check(0, "opened")
        for ply in range(1, count + 1):
            page.press("ArrowRight", ply)
        page.press("ArrowRight", count)
        for ply in range(count - 1, max(count - 5, 0), -1):
            page.press("ArrowLeft", ply)
        page.press("Home", 0)
        page.press("ArrowLeft", 0)
        page.press("End", count)


def flip(page):
    count = len(page.games[0]["moves"])
    page.open()
    before = page.tab.evaluate(BOARD)["flipped"]
    page.press("ArrowRight", 1)
    for how, flipped in (("f", not before), ("button", before), ("f", not before)):
        if how == "f":
            page.press("f", 1)
        else:
            page.button("flip", 1)
        equal(page.tab.evaluate(BOARD)["flipped"], flipped, "flipped with " + how)
    page.press("End", count)


def play_with_mouse(page):
    count = len(page.games[0]["moves"])
    page.open()
    page.button("next", 1)
    page.button("next", 2)
    page.button("back", 1)
    page.button("last", count)
    page.button("next", count)
    page.button("first", 0)
    page.button("back", 0)
    page.tab.click_on("#g1-3")
    page.check(3, "a click on the move")
    # By itself, until it is stopped.
    page.tab.click_on(".chosen [data-do=play]")
    page.tab.wait_for("document.querySelector('#g1-5').hasAttribute('aria-current')")
    page.tab.click_on(".chosen [data-do=play]")
    equal(page.tab.evaluate("document.querySelector('[data-do=play]').getAttribute('aria-pressed')"), "false",
          "the button after the game was stopped")
    # To the end, where it stops.
    page.tab.click_on(f"#g1-{count - 1}")
    page.tab.press(" ")
    page.tab.wait_for(f"document.querySelector('#g1-{count}').hasAttribute('aria-current')")
    equal(page.tab.evaluate("document.querySelector('[data-do=play]').getAttribute('aria-pressed')"), "false",
          "the button at the end")
    page.check(count, "played by itself")


def graph(page):
    """A click on the graph shows that move."""
    count = len(page.games[0]["moves"])
    page.open()
    if not page.tab.evaluate("document.querySelector('.chosen .graph') !== null"):
        fail("a game with scores has no graph")
        return
    page.tab.click_on(".chosen .graph svg")
    page.check(round(count / 2), "a click in the middle of the graph")


def address(page):
    """A link to a move shows it, and the address follows."""
    page.open("#g1-4")
    page.check(4, "opened with an address")
    page.press("ArrowRight", 5)
    here = page.tab.evaluate("location.hash")
    page.press("Home", 0)
    page.open(here)
    page.check(5, "opened with the address of a move")
    # The address of a move in the list shows the board too, not the list.
    for device, size in (("phone", PHONE), ("desktop", DESKTOP)):
        page.tab.resize(*size, phone=device == "phone")
        page.open("#g1-40")
        page.tab.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))", wait=True)
        equal(page.tab.evaluate("[window.scrollX, window.scrollY]"), [0, 0], f"scrolled on a {device}")
        page.check(40, "opened with the address of a link of the list on a " + device)


def rests(page):
    """On a phone, the board and the buttons rest while the game is stepped through, and all while a move is tried."""
    where = ("['.board', '.controls', '.graph', '.copies'].map((name) => document.querySelector('.chosen ' + name)"
             ".getBoundingClientRect().top)")
    page.tab.resize(390, 844, phone=True)
    page.open()
    before = page.tab.evaluate(where)
    for ply in range(1, len(page.games[0]["moves"]) + 1):
        page.tab.press("ArrowRight")
        after = page.tab.evaluate(where)
        equal(after[:2], before[:2], f"the board and the buttons at ply {ply}")
    for width, height in ((390, 844), DESKTOP):
        page.tab.resize(width, height, phone=width < height)
        page.open("#g1-40")
        before = page.tab.evaluate(where)
        page.tab.evaluate(f"({TRY})('b2', 'b3')")
        if not page.text("#g1 .said").startswith("A try"):
            fail("no try: " + page.text("#g1 .said"))
        equal(page.tab.evaluate(where), before, f"what is where after a try, on a screen {width} pixels wide")


def looks(page, pictures):
    """Fits a phone and a desktop; light and dark differ."""
    colors = set()
    for device, (width, height), scheme in (("phone", PHONE, "light"), ("phone", PHONE, "dark"),
                                            ("desktop", DESKTOP, "light"), ("desktop", DESKTOP, "dark")):
        page.tab.resize(width, height, phone=device == "phone")
        page.tab.set_media(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
        page.open("#game1-move6")
        wide = page.tab.evaluate("document.documentElement.scrollWidth")
        if wide > width:
            fail(f"{page.name}: {wide} pixels wide on a {device} of {width}")
        sizes = page.tab.evaluate("Array.from(document.querySelectorAll('.chosen button:not([hidden])')).map("
                                  "(button) => [button.offsetWidth, button.offsetHeight])")
        if device == "phone" and min(min(size) for size in sizes) < FINGER:
            fail(f"{page.name}: a button is too small for a finger: {sizes}")
        bottom = page.tab.evaluate("document.querySelector('.chosen .controls').getBoundingClientRect().bottom")
        if bottom > height:
            fail(f"{page.name}: the buttons end {bottom} pixels below the top of a {device}")
        colors.add(page.tab.evaluate("getComputedStyle(document.body).backgroundColor"))
        if pictures:
            page.tab.screenshot(os.path.join(pictures, f"{page.name}-{device}-{scheme}.png"))
    equal(len(colors), 2, page.name + ": backgrounds, light and dark")
    page.tab.set_media()
    page.tab.resize(*DESKTOP)


def without_script(page, pictures):
    """A list of moves between two pictures."""
    page.tab.call("Emulation.setScriptExecutionDisabled", value=True)
    page.open()
    seen = page.tab.evaluate("Array.from(document.querySelectorAll('.game figure .board')).map("
                             "(board) => board.getBoundingClientRect().width > 100)")
    equal(seen, [True, True] * len(page.games), "pictures without the script")
    equal(page.tab.evaluate("document.querySelector('.controls').offsetHeight"), 0, "buttons without the script")
    moves = page.tab.evaluate("Array.from(document.querySelectorAll('#g1 .moves li > a')).map("
                              "(link) => link.firstChild.textContent)")
    equal(moves, [move["move"] for move in page.games[0]["moves"]], "moves without the script")
    equal(page.tab.evaluate("document.querySelector('#g1-20').title"), "Black: giraffe from b5 to c4; it drowns next "
          "turn unless it leaves the river.", "a move in words without the script")
    if pictures:
        page.tab.screenshot(os.path.join(pictures, page.name + "-script-off.png"))
    page.tab.call("Emulation.setScriptExecutionDisabled", value=False)


def teaches(page):
    """Without the script too, the page begins with the game, and explains the rules to who knows only chess."""
    page.tab.call("Emulation.setScriptExecutionDisabled", value=True)
    page.open()
    equal(page.text("title"), "Ada Lovelace – Bo, a game of Congo", "the title")
    equal(page.tab.evaluate("Array.from(document.querySelectorAll('h1')).map((head) => head.textContent)"),
          ["A game of Congo"], "the heading")
    equal(page.text("#g1 .summary"), "Ada Lovelace (White) and Bo (Black) played Congo on 12 April 2026 (Spring "
          "tournament, Leiden, round 3). 0-1: Black captured the lion and won. The game has 47 moves.", "the summary")
    link = page.tab.evaluate("document.querySelector('a[href=\"#how\"]').getBoundingClientRect().bottom")
    if not 0 < link < 200:
        fail(f"the link to the rules is {link} pixels below the top")
    equal(page.text("#how h2"), "How Congo works", "the rules")
    for diagram in diagrams(page):
        if diagram["pieces"].count("C") > 1:
            fail(f"more than one crocodile: {diagram}")
    found = {diagram["label"]: (diagram["takes"], diagram["goes"]) for diagram in diagrams(page)}
    for label, dots in DIAGRAMS.items():
        equal(found.get(label), dots, "the diagram " + label)
    for words in ("drowns", "castle", "Z-F3", "M:D3:F5", "b1d3f5", "C-F3,:D4", "squares are small letters"):
        if words not in page.text("#how"):
            fail("the rules do not tell " + words)
    page.tab.call("Emulation.setScriptExecutionDisabled", value=False)
    page.open("#g1-7")
    page.tab.click_on("a[href='#how']")
    page.check(7, "after the link to the rules")
    page.tab.click_on("#g1 a[href='#notation']")
    page.check(7, "after the link to the notation")
    top = page.tab.evaluate("document.querySelector('#notation').getBoundingClientRect().top")
    if not 0 <= top < DESKTOP[1]:
        fail(f"the notation is {top} pixels below the top after the link to it")
    for ending in ("In the variant congo a game is drawn when", "in 100 turns", "resign"):
        if ending not in page.text("#how"):
            fail("the rules do not tell " + ending)
    equal("Termination" in page.text("#g1 .more dl"), False, "the tag Termination is shown")
    equal(page.tab.evaluate("Array.from(document.querySelectorAll('.scale text')).map((text) => text.textContent)"),
          ["100", "50", "0"], "the scale of the graph")
    if "chances: 49\u00a0%" not in page.tab.evaluate("document.querySelector('#g1-1').dataset.score"):
        fail("chances: " + page.tab.evaluate("document.querySelector('#g1-1').dataset.score"))


# The squares of full dots and of rings.
DIAGRAMS = {
    "A zebra on d5": ("b4 b6 c3 c7 e3 e7 f4 f6", ""),
    "An elephant on c3": ("a3 b3 c1 c2 c4 c5 d3 e3", ""),
    "A giraffe on c3": ("a1 a3 a5 c1 c5 e1 e3 e5", "b2 b3 b4 c2 c4 d2 d3 d4"),
    "A crocodile on land, on b1": ("a1 a2 b2 b3 b4 c1 c2", ""),
    "A crocodile in the river, on b4": ("a3 a4 a5 b3 b5 c3 c4 c5 d4 e4 f4 g4", ""),
    "A lion on c3 and the other lion on the open diagonal": ("c2 d2 d3 e5", ""),
    "A monkey on b1 jumps to d3 and to f5 and takes two pawns": ("d3 f5", "a1 a2 b2 c1"),
    "A pawn on c2": ("b3 c3 d3", ""),
    "A pawn beyond the river, on d6": ("c7 d7 e7", "d4 d5"),
    "A superpawn on d4": ("c4 c5 d5 e4 e5", "b2 c3 d2 d3 e3 f2"),
}


def diagrams(page):
    return page.tab.evaluate("""Array.from(document.querySelectorAll(".diagram")).map((diagram) => {
        const squares = (name) => Array.from(diagram.querySelectorAll(name)).map((dot) =>
            "abcdefg"[Math.floor(dot.getAttribute("cx") / 100)] + (7 - Math.floor(dot.getAttribute("cy") / 100)))
            .sort().join(" ");
        return {
            label: diagram.getAttribute("aria-label"), takes: squares(".takes"), goes: squares(".goes"),
            pieces: Array.from(diagram.querySelectorAll(".men use")).map((man) => man.getAttribute("href").slice(1))
        };
    })""")


class Engine:
    """The rules, asked through the protocol of congo-engine."""

    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def show(self, fen, moves=()):
        """Returns the FEN and the legal moves after some moves."""
        self.process.stdin.write(f"position fen {fen} moves {' '.join(moves)}\nd\n")
        self.process.stdin.flush()
        shown = {}
        while "Legal moves" not in shown:
            name, _, value = self.process.stdout.readline().rstrip("\n").partition(": ")
            shown[name.rstrip(":")] = value
        return shown["FEN"], shown["Legal moves"].split()

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


# Taps two squares of the chosen board.
TRY = """(...squares) => {
    const board = document.querySelector(".chosen .start .board"), box = board.getBoundingClientRect();
    for (const square of squares)
        board.dispatchEvent(new MouseEvent("click", {bubbles: true,
            clientX: box.left + ("abcdefg".indexOf(square[0]) * 100 + 84) / 746 * box.width,
            clientY: box.top + ((7 - square[1]) * 100 + 62) / 746 * box.height}));
}"""

# Positions of the chosen game and its other lines, all of a short game, with what is shown and said after each try,
# and the mark of its end: [[FEN, {"a2a3": [FEN, words, "takes" or "goes"]}], ...].
TRIES = """((step) => {
    const game = document.querySelector(".chosen"), board = game.querySelector(".start .board");
    const tap = (square) => {
        const box = board.getBoundingClientRect(), flipped = board.querySelector(".labels text").textContent === "g";
        const file = "abcdefg".indexOf(square[0]), row = 7 - square[1];
        const at = (count) => ((flipped ? 6 - count : count) * 100 + 50);
        board.dispatchEvent(new MouseEvent("click", {bubbles: true,
            clientX: box.left + (at(file) + 34) / 746 * box.width,
            clientY: box.top + (at(row) + 12) / 746 * box.height}));
    };
    const fen = () => game.querySelector(".fen").textContent;
    window.history.replaceState = () => {};  // which a browser allows only so often
    const all = Array.from(game.querySelectorAll(".moves a"));
    const links = all.filter((link, i) => i % step === 0 || all.length < 10);
    return links.map((link) => {
        const tries = {};
        link.click();
        const start = fen();
        for (let from = 0; from < 49; from++) {
            const name = "abcdefg"[from % 7] + (1 + Math.floor(from / 7));
            tap(name);
            const dots = Array.from(board.querySelectorAll(".takes, .goes"));
            for (const [x, y, mark] of dots.map((dot) => ["cx", "cy", "class"].map((key) => dot.getAttribute(key)))) {
                const flipped = board.querySelector(".labels text").textContent === "g";
                const file = Math.floor(x / 100), row = Math.floor(y / 100);
                const end = "abcdefg"[flipped ? 6 - file : file] + (flipped ? row + 1 : 7 - row);
                tap(end);
                tries[name + end] = [fen(), game.querySelector(".said").textContent, mark];
                game.querySelector("[data-do=back]").click();
                if (fen() !== start)
                    tries[name + end][0] = "no way back";
                tap(name);
            }
            if (dots.length > 0)
                tap(name);  // no longer chosen
        }
        return [start, tries];
    });
})"""


NAMES = {"L": "lion", "Z": "zebra", "E": "elephant", "G": "giraffe", "C": "crocodile", "M": "monkey", "P": "pawn",
         "S": "superpawn"}


def piece_at(fen, square):
    rank = "".join(" " * int(c) if c.isdigit() else c for c in fen.split("/")[7 - int(square[1])])
    return rank["abcdefg".index(square[0])]


def mark_of(piece, start, end):
    """The mark of the end of a move: a ring where the piece could take nothing."""
    rows = (int(end[1]) - int(start[1])) * (1 if piece.isupper() else -1)
    distance = max(abs(rows), abs(ord(end[0]) - ord(start[0])))
    peaceful = rows < 0 if piece in "PpSs" else piece in "GgMm" and distance == 1
    return "goes" if peaceful else "takes"


def words_of(piece, move):
    squares = [move[i:i + 2] for i in range(0, len(move), 2)]
    return f"You try the {NAMES[piece.upper()]} from {squares[0]} to {' and '.join(squares[1:])}."


def tries(page, engine, step):
    """The page offers just the legal moves of every position, and each leads where the rules say."""
    for number in range(1, len(page.games) + 1):
        if page.games[number - 1]["variant"] != "congo":
            continue
        page.open(f"#g{number}")
        for fen, found in page.tab.evaluate(f"{TRIES}({step})"):
            moves = {}
            for move in engine.show(fen)[1]:
                moves.setdefault(move[:2] + move[-2:], []).append(move)
            equal(sorted(found), sorted(moves), f"{page.name}, game {number}, {fen}: the legal moves")
            for ends, (after, said, mark) in found.items():
                piece = piece_at(fen, ends)
                equal(mark, mark_of(piece, ends[:2], ends[2:]), f"{fen}: the mark of {ends}")
                after_each = {engine.show(fen, [move])[0]: move for move in moves.get(ends, [])}
                if after not in after_each:
                    fail(f"{page.name}, game {number}, {fen}: {ends} leads to {after}")
                    continue
                if words_of(piece, after_each[after]) not in said and len(after_each) == len(moves[ends]):
                    fail(f"{fen}: after {ends} this is said: {said!r}")
                if ("takes the lion and wins" in said) != ("l" not in after.lower().replace("l", "", 1)):
                    fail(f"{fen}: after {ends}, about the lion: {said!r}")


def lines(page, engine):
    """Other lines are played through with their comments; clocks and pieces are shown; texts can be copied."""
    page.open()
    page.tab.evaluate("document.querySelectorAll('#g1 .line a')[0].click()")
    start = page.games[0]["start"]
    for moves, title, remark in ((["c2c3"], "1. P-CC3", "solid {"), (["c2c3", "c6c5"], "1... P-CC5", ""),
                                 (["c2c3", "c6c5", "c3c4"], "2. C4", "")):
        equal(page.text("#g1 .fen"), engine.show(start, moves)[0], "the line at " + title)
        said = page.text("#g1 .said")
        if not said.startswith(title) or remark not in said:
            fail(f"{title}: this is said: {said!r}")
        page.tab.press("ArrowRight")
    for back in (["c2c3", "c6c5"], ["c2c3"], []):
        page.tab.press("ArrowLeft")
        equal(page.text("#g1 .fen"), engine.show(start, back)[0], "back in the line")
    page.check(0, "back from the line")
    # A line inside a line, and back to the game from it.
    page.tab.evaluate("document.querySelector('#g1 .line .line a').click()")
    equal(page.text("#g1 .fen"), engine.show(start, ["c2c3", "d6d5"])[0], "a line inside a line")
    page.tab.click_on("#g1 [data-do=leave]")
    page.check(0, "back to the game")
    equal(page.tab.evaluate("Array.from(document.querySelectorAll('#g1 .other')).map((note) => note.textContent)"),
          ["(1. P-CC3 solid { P-CC5 (1... P-DD5 2. D4 $1) 2. C4) (1. Z-F3 Z-F9 (1... Z-F5) 2. E4)",
           "(6... Z-G3 7. P-FF3)"], "the text of the lines")
    page.open("#g1-1")
    if not page.text("#g1 .said").endswith("quiet"):
        fail("a comment is not said: " + page.text("#g1 .said"))
    sides = "Array.from(document.querySelectorAll('#g1 .side')).map((side) => side.textContent)"
    equal(page.tab.evaluate(sides), ["Bo", "Ada4:57"], "the clock after a move")
    page.open("#g1-4")
    equal(page.tab.evaluate(sides), ["Botook 1:04:50", "Ada4:40"], "the clocks")
    page.open("#g1-11")
    pieces = ("Array.from(document.querySelectorAll('#g1 .side .pieces')).map((pieces) => pieces.getAttribute("
              "'aria-label') + ' ' + Array.from(pieces.querySelectorAll('use')).map((piece) => piece.getAttribute("
              "'class')).join(' '))")
    equal(page.tab.evaluate(pieces), ["took P P white white", "took P black", "lost in the river P white"],
          "the pieces")
    for scheme in ("", "Object.defineProperty(navigator, 'clipboard', {value: undefined});",
                   "Object.defineProperty(navigator, 'clipboard', {value: {writeText: () => Promise.reject()}});"):
        page.open("#g1-11")
        page.tab.evaluate(scheme + """
            window.copied = [];
            document.addEventListener("copy", () => window.copied.push(window.getSelection().toString().trim()));
            if (navigator.clipboard && !("value" in (Object.getOwnPropertyDescriptor(navigator, "clipboard") || {})))
                navigator.clipboard.writeText = (text) => Promise.resolve(window.copied.push(text.trim()));""")
        for action, text in (("copyFen", page.games[0]["moves"][10]["fen"]), ("copyText", page.source)):
            page.tab.click_on(f"#g1 [data-do={action}]")
            page.tab.wait_for(f"document.querySelector('#g1 [data-do={action}]').textContent === 'Copied'")
            equal(page.tab.evaluate("window.copied.pop()"), text.strip(), action)


def review(page):
    """What a move does is told in words, and the better move is an arrow."""
    for ply, words in ((6, "Black: giraffe from a7 to a5."), (21, "White: zebra from f3 to e5. The pawn b4 drowns."),
                       (20, "Black: giraffe from b5 to c4; it drowns next turn unless it leaves the river."),
                       (93, "Black can take the lion now.")):
        page.open(f"#g1-{ply}")
        if words not in page.text("#g1 .said"):
            fail(f"ply {ply}: expected {words!r}, found {page.text('#g1 .said')!r}")
    arrow = "(document.querySelector('#g1 .arrow') || document.body).getAttribute('d')"
    page.open("#g1-21")
    if not (page.tab.evaluate(arrow) or "").startswith("M150 350L150 250"):
        fail(f"the arrow from b4 to b5 is {page.tab.evaluate(arrow)}")
    page.tab.click_on("#g1 .review a")
    page.check(65, "the turning point")
    page.open("#g1-21")
    page.press("ArrowRight", 22)
    equal(page.tab.evaluate(arrow), None, "an arrow after a good move")


def machines(tab, congo, folder):
    """Games of programs: their notes and clocks that never ran are not shown; the rules are those of the variant."""
    path = os.path.join(folder, "machines.congo")
    with open(path, "w") as file:
        file.write('[Variant "megapawn"]\n[Result "*"]\n\n1. E-A2 {[%emt 0:00:00] +0.10/2 0.017s} E-A6 {[%emt 0:00:00] '
                   'book} 2. E-G2 {+0.10 is little} *\n')
    page = Page(tab, congo, [path], folder)
    page.open("#g1-2")
    equal(tab.evaluate("document.querySelectorAll('.clock').length"), 0, "clocks that never ran")
    equal(tab.evaluate("Array.from(document.querySelectorAll('.note')).map((note) => note.textContent)"),
          ["+0.10 is little"], "the notes of programs")
    rules = page.text("#how")
    if ("In the variant megapawn no move may bring back an earlier position of the game, and no game is drawn by "
            "itself." not in rules or "In the variant megapawn nothing drowns on a4, b4, f4 and g4" not in rules):
        fail("the rules of megapawn: " + rules[:2000])
    equal(tab.evaluate("document.querySelectorAll('#how .ground .men use[href=\"#P\"]').length"), 10,
          "pawns where a game of megapawn begins")


def silent(page):
    """Nothing but the page was asked for, and the browser has no complaint."""
    equal(set(url.split("#")[0] for url in page.tab.requests), {"file://" + page.path}, page.name + ": requests")
    equal(page.tab.complaints, [], page.name + ": complaints of the browser")


def hostile(page):
    """What a file says stays text."""
    game = page.games[0]
    page.open()
    equal(page.text("#g1 h2"), f"{game['tags']['White']} – {game['tags']['Black']}", "the names")
    equal(page.tab.evaluate("window.broken === undefined"), True, "nothing of the file was run")
    notes = page.tab.evaluate("Array.from(document.querySelectorAll('#g1 .note')).map((note) => note.textContent)")
    expected = [text for move in game["moves"] for text in (move.get("comment"), move.get("variations")) if text]
    equal(notes, ([game["comment"]] if "comment" in game else []) + expected, "the notes")
    equal(page.tab.evaluate("document.querySelectorAll('img, iframe, main script').length"), 0, "foreign elements")
    # The policy stops a script even if it gets into the page.
    page.tab.evaluate("""(() => {
        const script = document.createElement("script");
        script.textContent = "window.broken = true";
        document.body.append(script);
    })()""")
    equal(page.tab.evaluate("window.broken === undefined"), True, "a foreign script was not run")
    page.tab.complaints.clear()


def picture(tab, congo, games, folder):
    path = os.path.join(folder, "picture.svg")
    subprocess.run([congo, "file", "convert", "--to=svg", "--number=1", "--force", "--output=" + path, games],
                   check=True)
    tab.requests.clear()
    tab.open("file://" + path)
    equal(tab.requests, ["file://" + path], "requests of a picture")
    equal(tab.evaluate("document.documentElement.tagName + document.querySelectorAll('parsererror').length"), "svg0",
          "the picture")
    if not tab.evaluate("Array.from(document.querySelectorAll('use')).every((man) => "
                        "man.getBoundingClientRect().width > 20)"):
        fail("a piece of the picture is not drawn")


def main():
    congo, games = sys.argv[1:3]
    pictures = sys.argv[3] if len(sys.argv) > 3 else None
    path = browser.find()
    if not path:
        print("skipped: there is no chromium")
        return 77
    # Processes of the browser may outlive it for a moment and still write into the folder.
    folder = tempfile.mkdtemp()
    try:
        tab = browser.Browser(path, folder)
        try:
            engine = Engine(congo + "-engine")
            tab.resize(*DESKTOP)
            tab.set_media(prefers_reduced_motion="reduce")
            reviewed = Page(tab, congo, [os.path.join(games, "reviewed.congo")], folder)
            for test in (teaches, review, play_with_keys, flip, play_with_mouse, graph, address, rests, silent):
                test(reviewed)
            looks(reviewed, pictures)
            without_script(reviewed, pictures)
            silent(reviewed)
            tries(reviewed, engine, 60)
            several = Page(tab, congo, [os.path.join(games, "several.congo")], folder, "--flip")
            play_with_keys(several)
            looks(several, pictures)
            silent(several)
            tries(several, engine, 25)
            other = Page(tab, congo, [os.path.join(games, "lines.congo")], folder)
            lines(other, engine)
            tries(other, engine, 5)
            silent(other)
            machines(tab, congo, folder)
            hostile(Page(tab, congo, [os.path.join(games, "hostile.congo")], folder))
            picture(tab, congo, os.path.join(games, "several.congo"), folder)
            equal(tab.complaints, [], "complaints of the browser")
            engine.close()
        finally:
            tab.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return 1 if failures else 0


sys.exit(main())
