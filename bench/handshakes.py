"""Measures what encrypted connections cost congod, and what handshakes do to those who play.

Usage: handshakes.py CONGOD. Prints the memory of an idle connection, plain and encrypted, and how long a move takes,
alone, beside 2,000 handshakes that never end, and beside clients that make handshakes as fast as they can. The load
is on the same machine. bench/SERVER.md has the results.
"""

import os
import re
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time

IDLE, HANGING, MOVES, GREEDY = 1000, 2000, 300, 4


def connect(port, encrypted):
    raw = socket.create_connection(("127.0.0.1", port), timeout=60)
    if not encrypted:
        return raw
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context.wrap_socket(raw)


class Client:
    def __init__(self, port, encrypted):
        self.socket = connect(port, encrypted)
        self.file = self.socket.makefile("r")
        self.expect("!HELLO ")

    def ask(self, line, beginning):
        self.socket.sendall(f"{line}\n".encode())
        return self.expect(beginning)

    def expect(self, beginning):
        for line in self.file:
            if line.startswith(beginning):
                return line
            assert not line.startswith("-"), line
        raise AssertionError(f"the connection ended before {beginning}")


def hello():
    outgoing = ssl.MemoryBIO()
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).wrap_bio(ssl.MemoryBIO(), outgoing, server_hostname="x").do_handshake()
    except ssl.SSLWantReadError:
        pass
    return outgoing.read()


class Server:
    def __init__(self, program, folder, kind):
        options = {"P-256": ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"], "RSA 2048": ["rsa:2048"]}[kind]
        subprocess.run(["openssl", "req", "-x509", "-newkey", *options, "-nodes", "-days", "1", "-subj", "/CN=x", "-keyout",
                        f"{folder}/key", "-out", f"{folder}/pem"], check=True, stderr=subprocess.DEVNULL)
        with open(f"{folder}/conf", "w") as file:
            file.write(f'listen = "127.0.0.1:0"; listen_tls = "127.0.0.1:0"; admin = ""; database = "{folder}/games.db";'
                       f'certificate = "{folder}/pem"; certificate_key = "{folder}/key";'
                       "limits = { commands = 0; games = 0; watched = 10000; };")
        self.process = subprocess.Popen([program, f"--config={folder}/conf"], stderr=subprocess.PIPE, text=True)
        self.ports = []
        while len(self.ports) < 2:
            self.ports += re.findall(r"listening on 127\.0\.0\.1:(\d+)", self.process.stderr.readline())
        self.plain, self.tls = map(int, self.ports)

    def memory(self):
        """Returns KiB."""
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(re.search(r"VmRSS:\s*(\d+)", file.read())[1])

    def processor(self):
        """Returns seconds."""
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.process.terminate()
        self.process.communicate()


def memory_of_idle(server, encrypted):
    port = server.tls if encrypted else server.plain
    first = Client(port, encrypted)  # what is allocated once
    before = server.memory()
    clients = [Client(port, encrypted) for _ in range(IDLE)]
    used = (server.memory() - before) / IDLE
    print(f"memory of an idle connection, {'encrypted' if encrypted else 'plain'}: {used:.1f} KiB")
    del first, clients


def moves(server, what, encrypted):
    """Plays the first moves of games."""
    port = server.tls if encrypted else server.plain
    white, black = Client(port, encrypted), Client(port, encrypted)
    taken = []
    while len(taken) < MOVES:
        game = white.ask("NEW standard seat=w", "+NEW ").split()[1]
        black.ask(f"JOIN {game} b", "+JOIN ")
        for ply, move in enumerate(("b2b3", "b6b5")):
            began = time.monotonic()
            (white, black)[ply].ask(f"MOVE {game} {ply} {move}", f"+MOVE {game} {ply} ")
            taken.append(1000 * (time.monotonic() - began))
    taken.sort()
    print(f"{what}: a move takes {taken[len(taken) // 2]:.1f} ms (p50), {taken[len(taken) * 99 // 100]:.1f} ms (p99)")


def hang(server):
    first, begun = hello(), []
    for number in range(HANGING):
        raw = socket.create_connection(("127.0.0.1", server.tls), timeout=60)
        if number % 3:
            raw.sendall(first if number % 3 == 1 else first[:7])
        begun.append(raw)
    return begun


def flood(server, kind):
    stopping, counts = threading.Event(), [0] * GREEDY

    def run(number):
        while not stopping.is_set():
            connect(server.tls, True).close()
            counts[number] += 1

    threads = [threading.Thread(target=run, args=(number,)) for number in range(GREEDY)]
    began, used = time.monotonic(), server.processor()
    for thread in threads:
        thread.start()
    moves(server, "beside a flood of handshakes", False)
    stopping.set()
    for thread in threads:
        thread.join()
    seconds, used = time.monotonic() - began, server.processor() - used
    print(f"  {sum(counts) / seconds:.0f} handshakes a second, {used / sum(counts) * 1e6:.0f} us each in the server ({kind})")


def main(program):
    for kind in ("P-256", "RSA 2048"):
        with tempfile.TemporaryDirectory() as folder:
            server = Server(program, folder, kind)
            if kind == "P-256":
                memory_of_idle(server, False)
                memory_of_idle(server, True)
                moves(server, "alone, plain", False)
                moves(server, "alone, encrypted", True)
                before = server.memory()
                begun = hang(server)
                moves(server, f"beside {HANGING} handshakes that do not end", False)
                print(f"  which took {server.memory() - before} KiB")
                del begun
            flood(server, kind)
            server.stop()


main(sys.argv[1])
