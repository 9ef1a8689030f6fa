"""Two servers on a database, one of them behind a proxy: outage.py CONGOD FOLDER, that of a private PostgreSQL."""
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time

congod, database = sys.argv[1:]
MOVES = ["b2b3", "b6b5", "c2c3", "c6c5", "d2d3", "d6d5", "e2e3", "e6e5"]
KEY = "4F9Z0B7N3K8RTW2V5XQ1M6HCDE"


class Proxy:
    """Stands before the database. While it is cut, nothing passes and no connection ends."""

    def __init__(self, folder):
        os.mkdir(folder)
        self.folder, self.passes = os.path.abspath(folder), threading.Event()
        self.passes.set()
        self.listening = socket.socket(socket.AF_UNIX)
        os.chdir(folder)  # the path may be too long for a socket
        self.listening.bind(".s.PGSQL.5432")
        os.chdir("..")
        self.listening.listen(20)
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client = self.listening.accept()[0]
            threading.Thread(target=self.connect, args=(client,), daemon=True).start()

    def connect(self, client):
        server = socket.socket(socket.AF_UNIX)
        server.connect(database + "/.s.PGSQL.5432")
        for ends in (client, server), (server, client):
            threading.Thread(target=self.forward, args=ends, daemon=True).start()

    def forward(self, source, sink):
        try:
            while received := source.recv(65536):
                self.passes.wait()
                sink.sendall(received)
        except OSError:
            pass
        for end in source, sink:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class Server:
    def __init__(self, name, folder):
        with open(name + ".conf", "w", encoding="utf-8") as conf:
            conf.write(f'listen = ["127.0.0.1:0"]; admin = "";\n'
                       f'database = "host={folder} dbname=congo user=congo";\n'
                       'limits: { games = 0; commands = 0; outage = 6; outage_bye = 9; };\n')
        with open(name + ".log", "w", encoding="utf-8") as log:
            self.process = subprocess.Popen([congod, f"--config={name}.conf"], stderr=log)
        self.port = None
        while not self.port:
            assert self.process.poll() is None, open(name + ".log", encoding="utf-8").read()
            time.sleep(0.05)
            with open(name + ".log", encoding="utf-8") as log:
                self.port = re.search(r"listening on 127\.0\.0\.1:(\d+)", log.read())
        self.port = int(self.port[1])


class Client:
    def __init__(self, server):
        self.socket = socket.create_connection(("127.0.0.1", server.port))
        self.socket.settimeout(300)
        self.file = self.socket.makefile("r", encoding="utf-8")
        self.greeting = self.line()

    def line(self):
        return self.file.readline().rstrip("\n")

    def say(self, text):
        self.socket.sendall(text.encode() + b"\n")

    def ask(self, text):
        """Returns the lines up to the end of the reply, events too."""
        self.say(text)
        lines = [self.line()]
        while lines[-1] and lines[-1][0] not in "+-":
            lines.append(self.line())
        return lines

    def wait_for(self, begin):
        """Returns the lines before one that begins so."""
        lines = []
        while not (line := self.line()).startswith(begin):
            assert line, f"closed without {begin}: {lines}"
            lines.append(line)
        return lines

    def close(self):
        self.file.close()
        self.socket.close()


def expect(lines, pattern):
    assert any(re.search(pattern, line) for line in lines), f"expected {pattern}: {lines}"


def check_reads(one, other):
    """A GET sent at once on the other server shows the move, on an old connection and on a new one."""
    old = Client(other)
    for _ in range(5):
        white, black = Client(one), Client(one)
        game = white.ask("NEW standard seat=w")[-1].split()[1]
        black.ask(f"JOIN {game} b")
        for ply, move in enumerate(MOVES):
            expect((black if ply % 2 else white).ask(f"MOVE {game} {ply} {move}"), r"^\+MOVE ")
            expect(old.ask(f"GET {game}"), f"^=GAME .* ply={ply + 1} ")
            expect(Client(other).ask(f"WATCH {game} from={ply}"), f"^=MOVE {game} {ply} {move} ")


def check_late_join(one, other):
    """White's client asks a stopped server for its seat, gives up and takes it on the other server."""
    game = Client(one).ask("NEW standard seat=none")[-1].split()[1]
    first = Client(one)
    expect(first.ask(f"JOIN {game} w key={KEY}"), r"^\+JOIN")
    first.close()
    dead = Client(other)
    expect(dead.ask(f"GET {game}"), r"^\+GET")
    other.process.send_signal(signal.SIGSTOP)
    dead.say(f"JOIN {game} w key={KEY}")
    time.sleep(3)
    alive = Client(one)
    expect(alive.ask(f"JOIN {game} w key={KEY}"), r"^\+JOIN")
    other.process.send_signal(signal.SIGCONT)
    dead.wait_for("-BUSY retry=later ")
    dead.close()
    lines = alive.ask(f"MOVE {game} 0 b2b3")
    assert lines[-1].startswith("+MOVE "), lines
    assert not any(line.startswith("!REPLACED") for line in lines), lines


def check_cut(one, other, proxy):
    game = Client(one).ask("NEW standard seat=w")[-1].split()[1]
    reader, player = Client(other), Client(other)
    expect(reader.ask(f"GET {game}"), r"^\+GET")
    proxy.passes.clear()
    reader.say(f"GET {game}")
    player.wait_for("!OUTAGE")
    player.say("PING\nLIST")
    assert Client(other).greeting.startswith("!BYE the server cannot reach its database"), "greeted"
    for client in reader, player:
        lines = client.wait_for("!BYE the server cannot reach its database")
        assert not any(line[0] in "=+" for line in lines), f"answered: {lines}"
        assert client.line() == "", "not closed"
    proxy.passes.set()
    while not (client := Client(other)).greeting.startswith("!HELLO"):
        time.sleep(0.2)
    expect(client.ask(f"GET {game}"), r"^\+GET")
    expect(client.ask("PING x"), r"^\+PONG x")


between = Proxy("proxy")
servers = [Server("one", database), Server("other", between.folder)]
try:
    check_reads(*servers)
    check_late_join(*servers)
    check_cut(*servers, between)
finally:
    for server in servers:
        server.process.kill()
