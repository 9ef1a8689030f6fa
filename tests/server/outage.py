"""Two servers on a database, one of them behind a proxy: outage.py CONGOD FOLDER, that of a private PostgreSQL."""
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time

from second_client import Client, Connection

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
        self.name = name
        self.start()
        while not (listens := re.search(r"listening on 127\.0\.0\.1:(\d+)", self.log())):
            if self.process.poll() is not None:
                # A machine that stands still may have no answer in time.
                assert "the database does not answer" in self.log(), self.log()
                self.start()
            time.sleep(0.05)
        self.port = int(listens[1])

    def start(self):
        with open(self.name + ".log", "w", encoding="utf-8") as log:
            self.process = subprocess.Popen([congod, f"--config={self.name}.conf"], stderr=log)

    def log(self):
        with open(self.name + ".log", encoding="utf-8") as log:
            return log.read()

    def client(self):
        return Client("127.0.0.1", self.port)


def greeted(server):
    """Returns a connection, and the line that it begins with."""
    connection = Connection("127.0.0.1", server.port)
    return connection, connection.receive()


def wait_for(connection, beginning):
    """Returns the lines before one that begins so."""
    lines = []
    while not (line := connection.receive()).startswith(beginning):
        lines.append(line)
    return lines


def check_reads(one, other):
    """A GET sent at once on the other server shows the move, on an old connection and on a new one."""
    old = other.client()
    for _ in range(5):
        white, black = one.client(), one.client()
        game = white.command("NEW", "standard", seat="w").words[0]
        black.command("JOIN", game, "b")
        for ply, move in enumerate(MOVES):
            (black if ply % 2 else white).command("MOVE", game, ply, move)
            state = old.command("GET", game).data[0]
            assert state["ply"] == str(ply + 1), state
            told = other.client().command("WATCH", game, from_=ply).data[1]
            assert told.words == [game, str(ply), move], told


def check_late_join(one, other):
    """White's client asks a stopped server for its seat, gives up and takes it on the other server."""
    game = one.client().command("NEW", "standard", seat="none").words[0]
    first = one.client()
    first.command("JOIN", game, "w", key=KEY)
    first.close()
    dead, _ = greeted(other)
    dead.send(f"GET {game}")
    wait_for(dead, "+GET")
    other.process.send_signal(signal.SIGSTOP)
    dead.send(f"JOIN {game} w key={KEY}")
    time.sleep(3)
    alive = one.client()
    alive.command("JOIN", game, "w", key=KEY)
    other.process.send_signal(signal.SIGCONT)
    wait_for(dead, "-BUSY retry=later ")
    dead.close()
    alive.command("MOVE", game, 0, "b2b3")
    assert all(event.word != "REPLACED" for event in alive.events), alive.events


def check_cut(one, other, proxy):
    game = one.client().command("NEW", "standard", seat="w").words[0]
    reader, player = greeted(other)[0], greeted(other)[0]
    reader.send(f"GET {game}")
    wait_for(reader, "+GET")
    proxy.passes.clear()
    reader.send(f"GET {game}")
    wait_for(player, "!OUTAGE")
    player.send("PING\nLIST")
    assert greeted(other)[1].startswith("!BYE the server cannot reach its database"), "greeted"
    for client in reader, player:
        lines = wait_for(client, "!BYE the server cannot reach its database")
        assert not any(line[0] in "=+" for line in lines), f"answered: {lines}"
        try:
            raise AssertionError(f"not closed: {client.receive()}")
        except ConnectionError:
            pass
    proxy.passes.set()
    while not greeted(other)[1].startswith("!HELLO"):
        time.sleep(0.2)
    client = other.client()
    client.command("GET", game)
    assert client.command("PING", "x").rest == "x"


between = Proxy("proxy")
servers = [Server("one", database), Server("other", between.folder)]
try:
    check_reads(*servers)
    check_late_join(*servers)
    check_cut(*servers, between)
finally:
    for server in servers:
        server.process.kill()
