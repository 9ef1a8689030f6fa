"""Stops congod for longer than players have time.

Usage: stalls.py PORT PROCESS. Prints what is wrong and fails.
"""

import os
import signal
import sys
import time

from second_client import Client

CLOCK, STALL = 10, 13  # seconds for a game, and of the stall


def begin(port, clock):
    """Begins a game whose clock runs for White. Returns it and the players."""
    white, black = Client("127.0.0.1", port), Client("127.0.0.1", port)
    game = white.command("NEW", "standard", seat="w", clock=f"{clock}+0").words[0]
    black.command("JOIN", game, "b")
    for ply, (player, move) in enumerate(((white, "b2b3"), (black, "b6b5"))):
        player.command("MOVE", game, ply, move)
    return game, white, black


def left(client, game, side):
    """Returns the milliseconds that a side has, and the result."""
    state = client.command("GET", game).data[0]
    return int(state[f"{side}ms"]), state["result"]


def wait_for(client, word, *words):
    """Waits for an event, and returns it."""
    while (event := client.event()).word != word or event.words != list(words):
        pass
    return event


def main(port, server):
    # The clock runs, and flags fall.
    game, white, black = begin(port, 1)
    ended = wait_for(black, "END", game)
    assert (ended["result"], ended["reason"]) == ("0-1", "time"), ended

    # Stopped, with a move that waits in a socket, and without anybody's doing anything.
    moved, mover, opponent = begin(port, CLOCK)
    silent, thinker, _ = begin(port, CLOCK)
    before = left(thinker, silent, "w")[0]
    os.kill(server, signal.SIGSTOP)
    tag = mover.begin("MOVE", moved, 2, "f2f3")
    time.sleep(STALL)
    os.kill(server, signal.SIGCONT)
    answer = mover.finish(tag)
    assert "result" not in answer, answer
    wait_for(opponent, "MOVE", moved, "2", "f2f3")
    after, result = left(thinker, silent, "w")
    assert result == "*", f"lost on time while the server was stopped: {result}"
    assert after < before, f"{before} ms, and {after} ms after the stall: the clock stands still for good"
    thinker.command("MOVE", silent, 2, "f2f3")


main(int(sys.argv[1]), int(sys.argv[2]))
