"""A client of congod, written from congo-protocol(7) alone: an example for authors of bots.

    client = Client("127.0.0.1", 7153)
    game = client.command("NEW", "standard", seat="w", name="Ada").words[0]
    reply = client.command("LEGAL", game)     # reply.data are the lines before the last one
    client.command("MOVE", game, 0, reply.data[0].words[0])
    event = client.event()                    # what others did

Every command has a tag. A client whose connection ends comes back: it takes its seats with their keys, watches
from the ply it knows, and repeats the one line that got no reply, unless that is SAY. second_dialog.py uses
all of this.
"""

import collections
import itertools
import secrets
import socket
import ssl
import time

LATE = " msg=the server stood still"  # why a NEW or JOIN was refused that is to be sent again
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
# Counts of what clients have sent and received, by which a test finds out whether it has tried everything.
seen = collections.Counter()


def new_key():
    """Returns a key of a seat, or an invitation: 128 random bits as 26 digits of base 32."""
    bits = secrets.randbits(128)
    return "".join(ALPHABET[bits >> shift & 31] for shift in range(125, -1, -5))


def fen_hash(fen):
    """Returns the 64-bit FNV-1a hash of a position."""
    value = 0xCBF29CE484222325
    for byte in fen.encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{value:016x}"


def decode_name(text):
    return text.replace("_", " ")


class Line:
    """A line of the server: its kind, its tag or None, its word, further words, and fields by their keys."""

    def __init__(self, text):
        self.text = text
        self.kind = text[:1]
        text = text[1:]
        self.tag = None
        if text.startswith("@"):
            self.tag, _, text = text[1:].partition(" ")
        self.word, _, self.rest = text.partition(" ")
        self.words = []
        self.fields = {}
        self.data = []  # of the last line of a reply: the lines before it
        if self.kind == "#" or self.word in ("", "PONG") or not self.rest:
            return
        if self.kind + self.word == "!SAY":
            game, seat, talk = self.rest.split(" ", 2)
            name, _, self.rest = talk.partition(": ")
            self.words = [game, seat, decode_name(name), self.rest]
            return
        before, is_error, message = (" " + self.rest).partition(" msg=")
        key = None
        for part in before.split(" ")[1:]:
            if key is None or "=" in part:
                key, is_field, value = part.partition("=")
                if is_field:
                    self.fields[key] = value
                else:
                    self.words.append(part)
                    key = None
            else:
                self.fields[key] += " " + part
        for key in self.fields.keys() & {"name", "w", "b"}:
            self.fields[key] = decode_name(self.fields[key])
        if is_error:
            self.fields["msg"] = message

    def __getitem__(self, key):
        return self.fields[key]

    def __contains__(self, key):
        return key in self.fields

    def __repr__(self):
        return repr(self.text)


class Refused(Exception):
    """The server answered a command with an error; `word` is for programs, `reply` has its fields."""

    def __init__(self, line, reply):
        super().__init__(f"{line}: {reply.text}")
        self.word = reply.word
        self.reply = reply


class Connection:
    """Lines over a socket, which may be encrypted (`tls` is an ssl.SSLContext) or a Unix socket (no port)."""

    def __init__(self, host, port=None, tls=None, timeout=300):
        if port is None:
            self.socket = socket.socket(socket.AF_UNIX)
            self.socket.settimeout(timeout)
            self.socket.connect(host)
        else:
            self.socket = socket.create_connection((host, port), timeout)
            # A line is sent at once: the answer to the one before is not waited for.
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if tls:
            self.socket = tls.wrap_socket(self.socket, server_hostname=host)
        self.bytes = b""

    def send(self, line):
        self.socket.sendall(line.encode() + b"\n")

    def receive(self):
        """Waits for the next line; raises ConnectionError when the connection has ended, even within a line."""
        while b"\n" not in self.bytes:
            try:
                more = self.socket.recv(65536)
            except ssl.SSLError as error:
                if isinstance(error, TimeoutError):
                    raise
                raise ConnectionError("the connection was cut") from error
            if not more:
                raise ConnectionError("the server has closed the connection")
            self.bytes += more
        line, _, self.bytes = self.bytes.partition(b"\n")
        return line.decode().removesuffix("\r")

    def close(self):
        self.socket.close()


class Client:
    """Commands and their replies, and the events that come between them.

    `keys` are the keys of its seats by the ids of their games, `plies` the next ply of each game that it follows,
    `missed` the =MOVE lines of the last return, of which there were `returns`. Events are lost with a
    connection, and so are MUTE and SUBSCRIBE, which are for the caller to say again.
    """

    def __init__(self, host, port=None, tls=None):
        self.place = (host, port, tls)
        self.tags = itertools.count(1)
        self.keys = {}
        self.plies = {}
        self.missed = []
        self.returns = 0
        self.events = collections.deque()
        self.commands = {}  # the lines without a reply, by their tags
        self.replies = {}
        self.connect()

    def connect(self):
        self.connection = Connection(*self.place)
        self.data = []
        hello = self.read()
        if hello.kind + hello.word != "!HELLO" or hello.words[0] != "congo/1":
            raise ConnectionError(f"no server of Congo: {hello}")
        self.events.clear()

    def close(self):
        self.connection.close()

    def read(self):
        """Reads a line; replies and events go where they belong."""
        line = Line(self.connection.receive())
        seen[line.kind + line.word] += 1
        if line.kind == "!":
            if self.data:
                raise AssertionError(f"{line} within the reply that began with {self.data[0]}")
            self.events.append(line)
            self.follow(line)
        elif line.kind == "=" or (line.kind == "#" and line.tag):  # a comment without a tag is for people
            self.data.append(line)
        elif line.kind in ("+", "-"):
            line.data, self.data = self.data, []
            self.replies[line.tag] = line
        return line

    def follow(self, line):
        """Remembers what is needed to take up a lost connection where it ended."""
        what = line.kind + line.word
        if what in ("!MOVE", "+MOVE"):
            self.plies[line.words[0]] = int(line["next"])
        elif what in ("+JOIN", "+WATCH") or (what == "+NEW" and "key" in line):
            self.plies[line.words[0]] = int(line["ply"])
            if "key" in line:
                self.keys[line.words[0]] = line["key"]
        elif what in ("!REPLACED", "+UNWATCH"):
            self.keys.pop(line.words[0], None)
            if what == "+UNWATCH":
                self.plies.pop(line.words[0], None)

    def send(self, line):
        tag = str(next(self.tags))
        seen[line.split()[0].upper()] += 1
        self.commands[tag] = line
        self.connection.send(f"@{tag} {line}")
        return tag

    def begin(self, verb, *words, **fields):
        """Sends a command without waiting for its reply, and returns its tag.

        A seat is taken with a key that is chosen here, so that the line can be repeated.
        """
        if verb == "JOIN":
            fields.setdefault("key", self.keys.get(words[0]) or new_key())
        elif verb == "NEW" and fields.get("seat") != "none":
            fields.setdefault("key", new_key())
        if "name" in fields:
            fields["name"] = fields["name"].replace(" ", "_")
        fields = [f"{key.rstrip('_')}={value}" for key, value in fields.items()]
        return self.send(" ".join([verb, *map(str, words), *fields]))

    def finish(self, tag):
        """Waits for the reply to a command; raises Refused if it is an error.

        What a server that stood still refuses is sent again.
        """
        while tag not in self.replies:
            self.read()
        reply = self.replies.pop(tag)
        line = self.commands.pop(tag)
        if LATE in reply.text:
            time.sleep(0.1)
            return self.finish(self.send(line))
        if reply.kind == "-":
            raise Refused(line, reply)
        self.follow(reply)
        return reply

    def command(self, verb, *words, **fields):
        """Sends a command and returns its reply. The key from= is written from_=.

        If the connection ends meanwhile, it comes back and repeats the line; for SAY it returns None then.
        """
        try:
            return self.finish(self.begin(verb, *words, **fields))
        except OSError:
            line = next(reversed(self.commands.values()))
        return self.resume(None if verb == "SAY" else line)

    def resume(self, line=None, attempts=600):
        """Comes back after the connection has ended. Returns the reply to the line, if there is one to repeat."""
        known = list(self.plies.items())
        while True:
            self.commands, self.replies = {}, {}
            try:
                self.close()
                self.connect()
                for game, key in list(self.keys.items()):
                    self.finish(self.begin("JOIN", game, "any", key=key))
                self.missed = []
                for game, ply in known:
                    self.missed += self.finish(self.begin("WATCH", game, from_=ply)).data[1:]
                self.returns += 1
                return self.finish(self.send(line)) if line else None
            except OSError:
                attempts -= 1
                if not attempts:
                    raise
                time.sleep(0.1)

    def event(self):
        """Returns the next event, and waits for it if need be."""
        while not self.events:
            self.read()
        return self.events.popleft()
