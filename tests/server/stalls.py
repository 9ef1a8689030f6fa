"""Stops congod for longer than players have time.

Usage: stalls.py PORT PROCESS. Prints what is wrong and fails.
"""

import os
import signal
import sys
import time

from second_client import Client

CLOCK, STALL = 20, 23  # seconds for a game, and of the stall


def begin(port, clock, count=1):
    """Begins games whose clocks run for White; returns (game, White's client, Black's) of each.

    The clocks start last and together: on a slow disk, each of the commands before takes long.
    """
    games = []
    for _ in range(count):
        white, black = Client("127.0.0.1", port), Client("127.0.0.1", port)
        game = white.command("NEW", "standard", seat="w", clock=f"{clock}+0").words[0]
        black.command("JOIN", game, "b")
        white.command("MOVE", game, 0, "b2b3")
        games.append((game, white, black))
    tags = [black.begin("MOVE", game, 1, "b6b5") for game, _, black in games]
    for (_, _, black), tag in zip(games, tags):
        black.finish(tag)
    return games


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
    [(game, _, black)] = begin(port, 1)
    ended = wait_for(black, "END", game)
    assert (ended["result"], ended["reason"]) == ("0-1", "time"), ended

    # Stopped, with a move that waits in a socket, and without anybody's doing anything.
    (moved, mover, opponent), (silent, thinker, _) = begin(port, CLOCK, 2)
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
