"""Stops congod for longer than players have time.

Usage: stalls.py PORT PROCESS. Prints what is wrong and fails.
"""

import os
import re
import signal
import socket
import sys
import time

SECONDS = 300  # until an answer that does not come is missed
CLOCK, STALL = 10, 13  # seconds for a game, and of the stall


class Client:
    """A client that speaks in lines."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=SECONDS)
        self.lines = self.socket.makefile("r")

    def send(self, line):
        self.socket.sendall(f"{line}\n".encode())

    def expect(self, beginning):
        """Skips lines up to one with this beginning, and returns it."""
        for line in self.lines:
            if line.startswith(beginning):
                return line.strip()
        raise AssertionError(f"the connection ended before {beginning}")

    def ask(self, line, beginning):
        self.send(line)
        return self.expect(beginning)


def begin(port, clock):
    """Begins a game whose clock runs for White. Returns it and the players."""
    white, black = Client(port), Client(port)
    game = white.ask(f"NEW standard seat=w clock={clock}+0", "+NEW ").split()[1]
    black.ask(f"JOIN {game} b", "+JOIN ")
    for ply, (player, move) in enumerate(((white, "b2b3"), (black, "b6b5"))):
        player.ask(f"MOVE {game} {ply} {move}", f"+MOVE {game} {ply} ")
    return game, white, black


def left(client, game, side):
    """Returns the milliseconds that a side has, and the result."""
    line = client.ask(f"GET {game}", f"=GAME {game} ")
    return int(re.search(rf" {side}ms=(\d+)", line)[1]), re.search(r" result=(\S+)", line)[1]


def main(port, server):
    # The clock runs, and flags fall.
    game, white, black = begin(port, 1)
    ended = black.expect(f"!END {game} ")
    assert ended.endswith("result=0-1 reason=time"), ended

    # Stopped, with a move that waits in a socket, and without anybody's doing anything.
    moved, mover, opponent = begin(port, CLOCK)
    silent, thinker, _ = begin(port, CLOCK)
    before = left(thinker, silent, "w")[0]
    os.kill(server, signal.SIGSTOP)
    mover.send(f"MOVE {moved} 2 f2f3")
    time.sleep(STALL)
    os.kill(server, signal.SIGCONT)
    answer = mover.expect(f"+MOVE {moved} 2 ")
    assert " result=" not in answer, answer
    opponent.expect(f"!MOVE {moved} 2 f2f3 ")
    after, result = left(thinker, silent, "w")
    assert result == "*", f"lost on time while the server was stopped: {result}"
    assert after < before, f"{before} ms, and {after} ms after the stall: the clock stands still for good"
    thinker.ask(f"MOVE {silent} 2 f2f3", f"+MOVE {silent} 2 ")


main(int(sys.argv[1]), int(sys.argv[2]))
