"""Talks TLS with congod.

Usage: tls.py STEP PORT [ARGUMENT]. The steps are the functions below; a step prints what is wrong and fails.
"""

import hashlib
import os
import socket
import ssl
import sys
import time

from second_client import LATE

HOST = "127.0.0.1"
SECONDS = 300  # until an answer that does not come is missed


def connect(port, **options):
    """Returns an encrypted connection that accepts any certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    if "version" in options:
        context.maximum_version = options["version"]
    raw = socket.socket()
    raw.settimeout(SECONDS)
    if "room" in options:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, options["room"])
    raw.connect((HOST, port))
    return context.wrap_socket(raw)


class Client:
    """A client that speaks in lines."""

    def __init__(self, port, **options):
        self.socket = connect(port, **options)
        self.text = b""
        self.expect("!HELLO ")

    def send(self, *lines):
        self.socket.sendall("".join(line + "\n" for line in lines).encode())

    def line(self):
        """Returns the next line, or None at the end of the connection."""
        while b"\n" not in self.text:
            got = self.socket.recv(65536)
            if not got:
                return None
            self.text += got
        line, self.text = self.text.split(b"\n", 1)
        return line.decode()

    def expect(self, *beginnings):
        """Skips lines up to one with one of these beginnings, and returns it."""
        while True:
            line = self.line()
            assert line is not None, f"the connection ended before {beginnings}"
            if line.startswith(beginnings):
                return line

    def ask(self, line, beginning):
        reply = LATE
        while LATE in reply:
            self.send(line)
            reply = self.expect(beginning, "-BUSY")
        assert reply.startswith(beginning), reply
        return reply

    def half_close(self):
        """Closes the sending side of TCP, without telling TLS."""
        with socket.socket(fileno=os.dup(self.socket.fileno())) as same:
            same.shutdown(socket.SHUT_WR)


def play(port, address=None):
    """Two players and a spectator, by both versions of TLS; the game goes on over the plain port."""
    ada = Client(port)
    assert ada.socket.version() == "TLSv1.3", ada.socket.version()
    identity = ada.ask("NEW standard seat=w name=Ada", "+NEW ").split()[1]
    bo = Client(port, version=ssl.TLSVersion.TLSv1_2)
    assert bo.socket.version() == "TLSv1.2", bo.socket.version()
    bo.ask(f"JOIN {identity} b name=Bo", "+JOIN ")
    ada.ask(f"MOVE {identity} 0 b2b3", f"+MOVE {identity} 0 ")
    bo.expect(f"!MOVE {identity} 0 b2b3 ")
    bo.ask(f"MOVE {identity} 1 b6b5", f"+MOVE {identity} 1 ")
    ada.expect(f"!MOVE {identity} 1 b6b5 ")
    ada.ask(f"RESIGN {identity} 2", f"+RESIGN {identity} 2 ")
    bo.expect(f"!END {identity} result=0-1 ")
    # Both ends say that they end.
    assert ada.ask("QUIT", "+BYE") and ada.line() is None


def old_versions(port):
    """Versions before 1.2 are refused."""
    try:
        connect(port, version=ssl.TLSVersion.TLSv1_1)
    except (ssl.SSLError, OSError):
        return
    raise AssertionError("TLS 1.1 was accepted")


def streams(port):
    """A record that is longer than a read, replies that are longer than what the socket takes, half-closed
    connections, and a line that comes byte by byte."""
    count = 2500
    client = Client(port)
    client.send(*["PING"] * count)  # 12,500 bytes
    for _ in range(count):
        client.expect("+PONG")
    count = 400
    client.send(*["HELP"] * count)
    time.sleep(0.5)  # the server has to wait for a client that does not read
    for _ in range(count):
        client.expect("+HELP")
    for byte in "PING slowly\n":
        client.socket.sendall(byte.encode())
    client.expect("+PONG slowly")
    client.send("HELP", "PING last")
    client.half_close()
    client.expect("+PONG last")
    assert client.line() is None, "the server did not end a connection that was half closed"
    # By an alert of TLS: what was asked before is answered.
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    tls = context.wrap_bio(incoming, outgoing)
    with socket.create_connection((HOST, port), timeout=SECONDS) as raw:

        def run(step):
            while True:
                try:
                    result = step()
                    raw.sendall(outgoing.read())
                    return result
                except ssl.SSLWantReadError:
                    raw.sendall(outgoing.read())
                    got = raw.recv(65536)
                    if not got:
                        incoming.write_eof()
                    incoming.write(got)

        run(tls.do_handshake)
        run(lambda: tls.write(b"PING notified\n"))
        try:
            tls.unwrap()
        except ssl.SSLError:
            pass
        raw.sendall(outgoing.read())
        text = b""
        while True:
            try:
                got = run(lambda: tls.read(65536))
            except (ssl.SSLZeroReturnError, ssl.SSLEOFError):
                break
            if not got:
                break
            text += got
        assert b"+PONG notified\n" in text, f"after close_notify: {text}"


def ends(raw):
    """Reads to the end of a connection; a reset is one, too. Returns what came."""
    text = b""
    try:
        while got := raw.recv(65536):
            text += got
    except ConnectionResetError:
        pass
    return text


def hello():
    """Returns the first message of a handshake."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).wrap_bio(incoming, outgoing, server_hostname="x").do_handshake()
    except ssl.SSLWantReadError:
        pass
    return outgoing.read()


def garbage(port, plain_port):
    """Whatever is no handshake ends the connection, and the server lives."""
    pieces = [
        (b"PING\n", b"!BYE this port is for encrypted connections (TLS)\n"),
        (b"GET / HTTP/1.1\r\n\r\n", b"!BYE "),
        (b"\x16\x03\x01\xff\xff" + b"\x00" * 70000, b""),
        (b"\x16" * 100, b""),
        (hello()[:50] + b"\xff" * 500, b""),
        (hello() * 2, b""),
        (b"\x00", b""),
    ]
    for sent, answer in pieces:
        with socket.create_connection((HOST, port), timeout=SECONDS) as raw:
            try:
                raw.sendall(sent)
                raw.shutdown(socket.SHUT_WR)
            except OSError:
                pass
            got = ends(raw)
            assert got.startswith(answer), f"to {sent[:20]} came {got[:100]}, expected {answer}"
    # A handshake at the plain port.
    with socket.create_connection((HOST, int(plain_port)), timeout=SECONDS) as raw:
        raw.sendall(hello())
        assert ends(raw).startswith(b"!HELLO ")
    # Garbage after a handshake.
    client = Client(port)
    raw = socket.socket(fileno=os.dup(client.socket.fileno()))
    raw.settimeout(SECONDS)
    raw.sendall(b"nonsense that is no record\n")
    ends(raw)
    Client(port).ask("PING", "+PONG")


def crowd(port, count):
    """Half-begun handshakes, of three kinds, do not keep others from playing. Prints a line when they are there, and
    keeps them until standard input ends."""
    first = hello()
    player = Client(port)
    identity = player.ask("NEW standard seat=w", "+NEW ").split()[1]
    begun = []
    for number in range(int(count)):
        raw = socket.create_connection((HOST, port), timeout=SECONDS)
        if number % 3 > 0:
            raw.sendall(first if number % 3 == 1 else first[:7])
        begun.append(raw)
    player.ask(f"MOVE {identity} 0 b2b3", f"+MOVE {identity} 0 ")
    newcomer = Client(port)
    newcomer.ask(f"JOIN {identity} b", "+JOIN ")
    newcomer.ask(f"MOVE {identity} 1 b6b5", f"+MOVE {identity} 1 ")
    player.expect(f"!MOVE {identity} 1 ")
    print("ready", flush=True)
    sys.stdin.read()
    player.ask("PING still", "+PONG still")


def vanish(port):
    """Clients that are gone in the middle of a handshake, of a line, and of a reply."""
    for text in (b"", hello()):
        with socket.create_connection((HOST, port), timeout=SECONDS) as raw:
            raw.sendall(text)
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    for text in ("PING wi", "HELP\n" * 200):
        client = Client(port)
        client.socket.sendall(text.encode())
        client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        client.socket.close()


def slow_clients(admin):
    """Returns how many clients were disconnected because they did not read."""
    with socket.socket(socket.AF_UNIX) as raw:
        raw.connect(admin)
        raw.sendall(b"metrics\n")
        return int(ends(raw).split(b"\ncongod_clients_slow_total ")[1].split(b"\n")[0])


def slow(port, admin):
    """A client that does not read is told so, behind what was on its way in a record."""
    player, watcher = Client(port), Client(port, room=4096)
    identity = player.ask("NEW standard seat=w", "+NEW ").split()[1]
    watcher.ask(f"WATCH {identity}", "+WATCH ")
    text = "x" * 400
    before = slow_clients(admin)
    while slow_clients(admin) == before:
        for _ in range(10):
            player.send(*[f"SAY {identity} {text}"] * 20)
            for _ in range(20):
                player.expect("+SAY ")
            time.sleep(0.01)  # otherwise it is behind before its socket is full
    while True:
        line = watcher.line()
        assert line is not None, "the connection ended without a word"
        if not line.startswith("!SAY "):
            break
        assert line == f"!SAY {identity} w White: {text}", line
    assert line.startswith("!BYE slow "), line
    assert watcher.line() is None


def hold(port):
    """Keeps a connection: says "held", and for each line of standard input whether it still answers. At its end it prints
    what the server says."""
    client = Client(port)
    print("held", flush=True)
    for line in sys.stdin:
        print(client.ask(f"PING {line.strip()}", "+PONG"), flush=True)
    print(client.expect("!BYE"), flush=True)


def fingerprint(port):
    """Prints the hash of the server's certificate."""
    with connect(port) as client:
        print(hashlib.sha256(client.getpeercert(binary_form=True)).hexdigest())


globals()[sys.argv[1]](int(sys.argv[2]), *sys.argv[3:])
