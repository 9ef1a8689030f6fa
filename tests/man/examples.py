"""Types every example of every manual page as it is written there.

An example is a display of a page (.Dl or .Bd). What it looks like says how it is run:

    $ COMMAND         in a shell, in a folder of its own with the files of FIXTURES; lines without a $
                      are what the command prints. A game on the full screen must show the board.
    C: ... S: ...     spoken to a server, with ids and keys of its own; both dialogs are one game
    option --...      a script for congo --script
    name = value;     a configuration; one that begins with "variant = {" a file of a variant
    [Tag "text"]      a file of games, in the form in which the program writes it
    a FEN             a position

A comment above a display says more where that is not enough:

    .\\" example: COMMAND   the display shows what COMMAND prints; lines with a prompt are typed
    .\\" form               not to be typed: the form of a line
    .\\" test: SCRIPT       SCRIPT follows it
    .\\" diagram: ...       of congo-rules(6); tests/man/test_rules_page.c checks it

The test fails if it does not know how to run a display. Ports and paths of servers are replaced by
those of the test. Nothing depends on time, except that a failing test waits for a minute.
"""
import codecs
import fcntl
import os
import pty
import re
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import time

SOURCE = os.environ["CONGO_SOURCE"]
PROGRAMS = os.path.join(os.environ["CONGO_BUILD"], "src")
PATIENCE = 300
COUNTS = {}

GAME = """[White "{}"]
[Black "Bo"]
[Result "1-0"]
[Variant "congo"]

1. P-DD3 P-DD5 2. C4 P:C4 3. L:D7# 1-0
"""
FIXTURES = {
    "game.congo": GAME.format("Ada"),
    "games/one.congo": GAME.format("Ada"),
    "mine.congo": GAME.format("Ada"),
    "yours.congo": GAME.format("Cy"),
    "evening.congo": GAME.format("Ada"),
    "club.congo": '[Date "2024.04.01"]\n' + GAME.format("Ada"),
    "games.congo": "\n".join(GAME.format(name) for name in ("Ada", "Cy", "Di")),
    "moves.txt": "1. (d2,d3) (d6,d5) 1-0\n",
    "slip.congo": GAME.format("Ada").replace('[Variant "congo"]\n', "").replace("P-DD5", "Z-A1"),
    "FILE": "option --white=hi/random\noption --black=hi/random\nsize 80x24\nkeys Enter\n",
}


class Failure(Exception):
    """An example that does not do what its page says."""


def check(condition, message):
    if not condition:
        raise Failure(message)


# ---- the pages ----

def plain(text):
    """Returns a line of mdoc as it is printed."""
    for escape, character in (("\\-", "-"), ("\\e", "\\"), ("\\(ti", "~"), ("\\(ha", "^"),
                              ("\\(aq", "'"), ("\\(dq", '"'), ("\\&", ""), ("\\ ", " ")):
        text = text.replace(escape, character)
    return text


def displays(path):
    """Yields the displays of a page: line number, comments above it, and lines."""
    comments, lines, start = [], None, 0
    with open(path, encoding="utf-8") as page:
        for number, line in enumerate(page, 1):
            line = line.rstrip("\n")
            if lines is not None:
                if line.startswith(".Ed"):
                    yield start, comments, lines
                    lines, comments = None, []
                else:
                    lines.append(plain(line))
            elif line.startswith('.\\" '):
                comments.append(line[4:])
            elif line.startswith(".Dl "):
                yield number, comments, [plain(line[4:])]
                comments = []
            elif line.startswith(".Bd"):
                lines, start = [], number
            elif line != ".Pp":
                comments = []


# ---- programs ----

def environment(folder):
    """Returns the environment of somebody who plays for the first time, in a folder."""
    result = {name: value for name, value in os.environ.items()
              if not name.startswith(("XDG_", "LC_", "MAKE", "MFLAGS"))}
    result.update(HOME=folder, XDG_CONFIG_HOME=folder + "/.config", XDG_STATE_HOME=folder + "/.state",
                  XDG_CONFIG_DIRS=folder, LC_ALL="C.UTF-8", TERM="xterm-256color",
                  PATH=PROGRAMS + ":" + os.environ["PATH"])
    result.pop("NO_COLOR", None)
    return result


def run(command, folder, typed=None):
    """Runs a command of the shell. Returns its status and all that it prints."""
    done = subprocess.run(["sh", "-c", command], cwd=folder, env=environment(folder), text=True,
                          input=typed, stdin=None if typed is not None else subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.returncode, done.stdout


class Terminal:
    """A command in a terminal of 120 columns and 40 lines."""

    def __init__(self, command, folder):
        self.shown = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.sequence = ""  # the beginning of an escape sequence whose end has not been read
        self.status = None
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
            os.chdir(folder)
            os.execvpe("sh", ["sh", "-c", "exec " + command], environment(folder))

    def wait(self, pattern):
        """Waits until what was printed matches, or the program has ended. Returns the match."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            match = re.search(pattern, self.shown)
            if match or self.status is not None:
                return match
            if select.select([self.terminal], [], [], 0.2)[0]:
                try:
                    self.show(os.read(self.terminal, 65536))
                except OSError:
                    self.status = os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])
        return None

    def show(self, printed):
        """Adds what was printed, with a blank in place of each escape sequence."""
        text = self.sequence + self.decoder.decode(printed)
        self.sequence = re.search("(\x1b(\\[[0-9;?<=>]*|[()])?)?\\Z", text).group()
        text = text[:len(text) - len(self.sequence)]
        self.shown += re.sub("\x1b(\\[[0-9;?<=>]*[a-zA-Z]|[()].|[=>78])", " ", text)

    def read_rest(self):
        """Reads until the terminal is closed: a program cannot end while it writes to one that is full."""
        try:
            while os.read(self.terminal, 65536):
                pass
        except OSError:
            pass

    def end(self):
        """Ends the program. Returns its exit status if it had ended before, or else None."""
        if self.status is None:
            os.kill(self.process, signal.SIGTERM)
            self.read_rest()
            os.waitpid(self.process, 0)
        os.close(self.terminal)
        return self.status


def play_on_screen(command, folder):
    """Starts the game: it shows the board or, after a script, ends with success."""
    game = Terminal(command, folder)
    seen = game.wait(r"\?\s+help\b" if "--script" not in command else "(?!)")
    network_id = game.wait(r"\b[0-9A-Z]{10}\b") if "--place=network" in command else None
    status = game.end()
    check(seen or status == 0, f"{command}\nended with {status}: {game.shown[-600:]}")
    check("congo: " not in game.shown, f"{command}\nsaid: {game.shown[-600:]}")
    return network_id


class Server:
    """A congod on a free port, with its administrator's socket."""

    def __init__(self, folder, configuration=None):
        self.folder = folder
        self.socket = folder + "/admin.socket"
        name = configuration or "server.conf"
        if not configuration:
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(f'listen = "127.0.0.1:0"; database = "games.db"; admin = "{self.socket}";')
        log = open(os.path.join(folder, "log"), "w+", encoding="utf-8")
        self.process = subprocess.Popen(["congod", "--config=" + name], cwd=folder, stderr=log,
                                        env=environment(folder))
        found, end = None, time.monotonic() + PATIENCE
        while (not found or not (configuration or os.path.exists(self.socket))) and \
                self.process.poll() is None and time.monotonic() < end:
            time.sleep(0.05)
            log.seek(0)
            found = re.search(r"listening on (?:127\.0\.0\.1|0\.0\.0\.0):(\d+)", log.read())
        if not found:
            self.end()
            raise Failure("congod does not listen")
        self.port = found.group(1)

    def end(self):
        self.process.terminate()
        self.process.wait()


# ---- examples in a shell ----

def commands_of(lines):
    """Returns the commands of a display, each with the lines that it prints or is typed."""
    result = []
    for line in lines:
        if line.startswith("$ "):
            result.append([line[2:], []])
        elif result and result[-1][0].endswith("\\") and not result[-1][1]:
            result[-1][0] = result[-1][0][:-1] + line.strip()
        else:
            check(result, "the first line is not a command")
            result[-1][1].append(line)
    return result


def heed_interrupts():
    """A program that is started in the background of a shell ignores Control-C, as do its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def run_until(begun, command, folder, expected):
    """A command that takes minutes or hours is ended by Control-C when it has begun."""
    process = subprocess.Popen(["sh", "-c", "exec " + command], cwd=folder, env=environment(folder),
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               preexec_fn=heed_interrupts)
    end = time.monotonic() + 5 * PATIENCE
    while process.poll() is None and time.monotonic() < end and not begun():
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    try:
        printed = process.communicate(timeout=PATIENCE)[0]
    except subprocess.TimeoutExpired:
        process.kill()
        printed = process.communicate()[0] + "(it did not end)"
    check(begun() and expected in printed, f"{command}\nprinted: {printed}")


def run_match(command, folder):
    saved = os.path.join(folder, re.search(r"--save=(\S+)", command).group(1))
    run_until(lambda: os.path.exists(saved) and os.path.getsize(saved) > 0, command, folder, "LOS")


def build_endings(command, folder):
    cache = os.path.join(folder, ".cache")
    run_until(lambda: any(name.endswith(".ending") for _, _, names in os.walk(cache) for name in names),
              command, folder, "continues")


def talk_with_nc(port, lines, folder):
    """Types the lines of a session with nc that are not the server's, and compares the others."""
    typed = "".join(line + "\n" for line in lines if line[0] not in "!+-=#") + "QUIT\n"
    printed = run(f"nc -N 127.0.0.1 {port}", folder, typed)[1].splitlines()
    for line in lines:
        if line[0] in "!+-=#":
            check(printed and Dialog.pattern(line).fullmatch(printed[0]),
                  f"nc, expected: {line}\nfound: {printed[:1]}")
            printed = printed[1:]


class Shell:
    """The examples of a page in the shell. A server of the test's own stands for those of the page."""

    def __init__(self):
        self.server = None
        self.server_folder = None
        self.network_id = "7Q2KM4XDT1"

    def end(self):
        if self.server:
            self.server.end()
            shutil.rmtree(self.server_folder)
        self.server = None

    def replace_places(self, command):
        """Puts the test's server in the place of the one of the page."""
        if "7153" in command or "/run/congod" in command:
            if not self.server:
                self.server_folder = tempfile.mkdtemp(prefix="congo-")
                self.server = Server(self.server_folder)
            command = command.replace("7153", self.server.port)
            command = command.replace("/run/congod/admin.socket", self.server.socket)
        return command.replace("7Q2KM4XDT1", self.network_id)

    def run_one(self, command, lines, folder):
        first = command.split()
        background = command.endswith("&")
        if first[0] == "cat" and not os.path.exists(os.path.join(folder, first[1])):
            with open(os.path.join(folder, first[1]), "w", encoding="utf-8") as file:
                file.write("\n".join(lines).replace(":7153", ":0") + "\n")
        elif first[0] == "congod" and background:
            self.end()
            self.server_folder = tempfile.mkdtemp(prefix="congo-")
            self.server = Server(folder, re.search(r"--config=(\S+)", command).group(1))
        elif first[0] == "nc":
            talk_with_nc(self.server.port, lines, folder)
        elif first[:2] == ["congo-engine", "match"]:
            run_match(command, folder)
        elif first[:3] == ["congo-engine", "endings", "build"]:
            build_endings(command, folder)
        elif first[0] == "congo" and not (len(first) > 1 and first[1] in ("file", "fen")):
            found = play_on_screen(self.replace_places(command), folder)
            if "--game=standard" in command and "--place=network" in command:
                check(found, f"{command}\nshows no id")
                self.network_id = found.group(0)
        else:
            status, printed = run(self.replace_places(command), folder)
            check("not found" not in printed, f"{command}\nprinted: {printed}")
            check(status == 0 or lines, f"{command}\nended with {status}: {printed}")
            rest = printed.splitlines()
            for line in lines:
                check(line in rest, f"{command}\nexpected: {line}\nfound: {printed}")

    def run(self, lines):
        with tempfile.TemporaryDirectory(prefix="congo-") as folder:
            for name, text in FIXTURES.items():
                os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            for name in ("congo-engine", "congo-engine.old"):
                os.symlink(os.path.join(PROGRAMS, "congo-engine"), os.path.join(folder, name))
            for command, printed in commands_of(lines):
                self.run_one(command, printed, folder)


# ---- dialogs with a server ----

class Dialog:
    """One connection to a server, and the lines of the page that are still to come."""

    names = {}  # what the ids and keys of the page are here

    def __init__(self, lines, port):
        self.lines = []
        for line in lines:
            if line.startswith(" "):
                self.lines[-1] += " " + line.strip()
            else:
                self.lines.append(line)
        self.connection = socket.create_connection(("127.0.0.1", int(port)), PATIENCE)
        self.input = self.connection.makefile("r", encoding="utf-8")

    @classmethod
    def pattern(cls, line):
        """Returns the pattern of a server's line: ids, keys and the version are the server's own."""
        def own(match):
            name = match.group(0)
            return re.escape(cls.names.get(name, "")) or rf"(?P<n{name}>\w+)"

        line = re.escape(line)
        line = re.sub(r"congod/[\d.\\]+", r"congod/[\\d.]+", line)
        return re.compile(re.sub(r"(?<=key=)\w{26}\b|\b(?=\d?[A-Z]+\d)[0-9A-Z]{10}\b", own, line))

    def send(self, line):
        for name, real in self.names.items():
            line = re.sub("-?".join(name), real, line, flags=re.I)
        self.connection.sendall((line + "\n").encode())

    def receive(self, expected):
        line = self.input.readline().rstrip("\n")
        match = self.pattern(expected).fullmatch(line)
        check(match, f"expected: {expected}\nfound: {line}")
        self.names.update((name[1:], real) for name, real in match.groupdict().items())

    def step(self):
        line = self.lines.pop(0)
        if line.startswith("C: "):
            self.send(line[3:])
        else:
            self.receive(line[3:])


def speak(dialogs_of_page):
    """Plays the game of two dialogs. What the second player is not seen to do is done when the first
    sees it."""
    with tempfile.TemporaryDirectory(prefix="congo-") as folder:
        server = Server(folder)
        try:
            first = Dialog(dialogs_of_page[0], server.port)
            second = Dialog(dialogs_of_page[1], server.port)
            while first.lines:
                seen = first.lines[0][3:].split(" ")
                if seen[0] == "!JOIN":
                    while not second.lines[0].startswith("S: +JOIN"):
                        second.step()
                    second.step()
                elif seen[0] == "!SAY":
                    second.send(f"SAY {seen[1]} " + " ".join(seen[4:]))
                elif seen[0] == "!MOVE":
                    second.send(f"MOVE {seen[1]} {seen[2]} {seen[3]}")
                elif seen[0] == "!REMATCH":
                    second.send(f"REMATCH {seen[1]} {seen[3]}")
                first.step()
            while second.lines:
                second.step()
        finally:
            server.end()


# ---- other examples ----

def play_script(lines):
    with tempfile.TemporaryDirectory(prefix="congo-") as folder:
        with open(os.path.join(folder, "FILE"), "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        play_on_screen("congo --script=FILE --pace=0", folder)


def load_configuration(lines, option):
    with tempfile.TemporaryDirectory(prefix="congo-") as folder:
        with open(os.path.join(folder, "example.conf"), "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        play_on_screen(f"congo {option}=./example.conf --white=hi/random --black=hi/random", folder)


def serve(lines):
    """Starts a server with a configuration; on any port in place of the usual one."""
    with tempfile.TemporaryDirectory(prefix="congo-") as folder:
        with open(os.path.join(folder, "example.conf"), "w", encoding="utf-8") as file:
            file.write("\n".join(lines).replace(":7153", ":0") + '\ndatabase = "games.db"; admin = "";\n')
        Server(folder, "example.conf").end()


def compare_unit(lines):
    """Every setting of a unit's drop-in is one of the unit itself."""
    with open(os.path.join(SOURCE, "etc/congod.socket"), encoding="utf-8") as file:
        settings = {line.split("=")[0].strip() for line in file}
    for line in lines:
        check(line.split("=")[0] in settings, f"congod.socket has no {line}")


def read_games(lines):
    with tempfile.TemporaryDirectory(prefix="congo-") as folder:
        status, printed = run("congo file check --strict -", folder, "\n".join(lines) + "\n")
        check(status == 0, printed)


def words(text):
    return " ".join(text.split())


def compare_output(command, lines):
    """Types the lines of a display that have a prompt, and compares the words of the whole display."""
    typed = [re.sub("^ ?> ", "", line) for line in lines if re.match(" ?> .", line)]
    with tempfile.TemporaryDirectory(prefix="congo-") as folder:
        printed = run(command, folder, "".join(line + "\n" for line in typed))[1]
    check(words("\n".join(lines)) in words(printed), f"{command}\nprinted: {printed}")


def run_display(comments, lines, shell, dialogs_of_page):
    """Runs an example. Returns its kind."""
    for comment in comments:
        name, _, rest = comment.partition(":")
        if name in ("form", "diagram"):
            return name
        if name == "test":
            check(os.path.exists(os.path.join(SOURCE, rest.strip())), f"there is no {rest.strip()}")
            return "recipe"
        if name == "example":
            compare_output(rest.strip(), lines)
            return "output"
    if lines[0].startswith("$ "):
        shell.run(lines)
        return "shell"
    if re.match("[CS]: ", lines[0]):
        dialogs_of_page.append(lines)
        return "dialog"
    if lines[0].startswith("option "):
        play_script(lines)
        return "script"
    if lines[0] == "[Socket]":
        compare_unit(lines)
        return "unit"
    if lines[0].startswith("listen = "):
        serve(lines)
        return "server"
    if lines[0].startswith("["):
        read_games(lines)
        return "game"
    if lines[0].startswith("variant = {"):
        load_configuration(lines, "--variant")
        return "variant"
    if re.match(r"\w+ = ", lines[0]):
        load_configuration(lines, "--config")
        return "configuration"
    if re.fullmatch(r"[\w/]+/[wb]/\S+", lines[0]):
        status, printed = run("congo fen " + lines[0], ".")
        check(status == 0, printed)
        return "position"
    raise Failure("how to run this display is unknown; see tests/man/examples.py")


def main():
    failures = 0
    folder = os.path.join(SOURCE, "man")
    for page in sorted(os.listdir(folder)):
        if not re.search(r"\.[1-9]$", page):
            continue
        shell, dialogs_of_page = Shell(), []
        for number, comments, lines in displays(os.path.join(folder, page)):
            try:
                kind = run_display(comments, lines, shell, dialogs_of_page)
                COUNTS[kind] = COUNTS.get(kind, 0) + 1
            except Failure as failure:
                failures += 1
                print(f"FAIL: {page}:{number}: {failure}", file=sys.stderr)
        try:
            if dialogs_of_page:
                speak(dialogs_of_page)
        except Failure as failure:
            failures += 1
            print(f"FAIL: {page}: {failure}", file=sys.stderr)
        shell.end()
    print(", ".join(f"{count} {kind}" for kind, count in sorted(COUNTS.items())))
    for kind in ("shell", "dialog", "script", "configuration", "game", "output"):
        if not COUNTS.get(kind):
            failures += 1
            print(f"FAIL: there is no example of the kind {kind}", file=sys.stderr)
    return 1 if failures else 0


sys.exit(main())
