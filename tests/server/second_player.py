"""What the checks of second_dialog.py are made of: servers, players and matches that notice what is wrong."""

import os
import re
import ssl
import subprocess
import sys
import tempfile
import threading

from second_client import Client, Refused, fen_hash

SOCKETS = tempfile.TemporaryDirectory()
OTHER = {"w": "b", "b": "w"}


def check(is_so, *what):
    if not is_so:
        raise AssertionError(" ".join(map(str, what)))


class Server:
    """A congod in a folder of its own, which ends with this program; its ports stay the same."""

    def __init__(self, congod, certificates, folder, *lines):
        os.mkdir(folder)
        self.congod = congod
        self.certificates = certificates
        self.folder = folder
        self.ports = ["0", "0"]
        self.socket = f"{SOCKETS.name}/{folder}"  # a short path
        self.lines = lines
        self.start()

    def start(self):
        with open(f"{self.folder}/congod.conf", "w", encoding="ascii") as file:
            file.write(f'listen = [ "127.0.0.1:{self.ports[0]}", "{self.socket}" ];\n')
            file.write(f'listen_tls = [ "127.0.0.1:{self.ports[1]}" ];\n')
            file.write(f'certificate = "{self.certificates}/server.pem";\n')
            file.write(f'certificate_key = "{self.certificates}/server.key";\n')
            file.write('database = "games.db";\nadmin = "";\n')
            file.writelines(f"{line}\n" for line in self.lines)
        self.process = subprocess.Popen(
            [self.congod, "--config=congod.conf", "--until-eof"],
            cwd=self.folder, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        found = {}
        while len(found) < 2:
            line = self.process.stderr.readline()
            sys.stderr.write(line)
            check(line, "congod has ended")
            if match := re.search(r"listening on 127\.0\.0\.1:(\d+)(, encrypted)?$", line):
                found[match[2]] = match[1]
        self.ports = [found[None], found[", encrypted"]]
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def end(self, is_kill=False):
        (self.process.kill if is_kill else self.process.terminate)()
        self.process.wait()
        self.process.stdin.close()

    def restart(self):
        self.end(is_kill=True)
        self.start()

    def plain(self):
        return Player("127.0.0.1", int(self.ports[0]))

    def encrypted(self):
        trusted = ssl.create_default_context(cafile=f"{self.certificates}/authority.pem")
        return Player("127.0.0.1", int(self.ports[1]), trusted)

    def local(self):
        return Player(self.socket)


class Player(Client):
    """A client that knows what it expects."""

    def refused(self, word, *words, **fields):
        """Sends a command that is answered with this error, and returns the reply."""
        try:
            reply = self.command(*words, **fields)
        except Refused as refusal:
            reply = refusal.reply
        check(reply.kind + reply.word == f"-{word}", words, fields, "expected", word, "got", reply)
        check(reply["retry"] in ("no", "sync", "later") and reply["msg"], reply)
        return reply

    def soon_refused(self, word, *words, **fields):
        """Sends a command again and again until it is answered with this error."""
        while True:
            try:
                self.command(*words, **fields)
            except Refused as refusal:
                check(refusal.word == word, refusal)
                return refusal.reply

    def expect(self, word, *words, **fields):
        """The next event is this one, in this order."""
        event = self.event()
        is_so = event.kind + event.word == word and event.words == [str(part) for part in words]
        check(is_so and fields.items() <= event.fields.items(), "expected", word, words, fields, "got", event)
        return event

    def silent(self):
        """No event is waiting: those that happened before a command was run come before its reply."""
        self.command("PING")
        check(not self.events, self.events)

    def game(self, game):
        """Returns the fields of =GAME."""
        reply = self.command("GET", game)
        check(reply.words == [game] and len(reply.data) == 1, reply.data)
        return check_state(reply.data[0], game)

    def moves(self, game, **fields):
        reply = self.command("MOVES", game, **fields)
        return [line.words[2] for line in reply.data], int(reply["next"])

    def legal(self, game, *square):
        reply = self.command("LEGAL", game, *square)
        moves = [move for line in reply.data for move in line.words]
        check(len(moves) == int(reply["count"]) and "more" not in reply, reply)
        return moves


def check_state(line, game):
    """The fields of =GAME that follow from each other."""
    check(line.kind + line.word == "=GAME" and line.words == [game], line)
    check(line["hash"] == fen_hash(line["fen"]), line)
    check(line["turn"] == line["fen"].split("/")[-2], line)
    check(("reason" in line) == (line["result"] != "*") and line["offer"] in "wb-", line)
    if "clock" in line:
        check(0 <= int(line["wms"]) and 0 <= int(line["bms"]), line)
    return line


class Match:
    """A game between two players, with those who watch it, checked turn by turn."""

    def __init__(self, game, players, watchers=()):
        self.game = game
        self.players = players  # by the letters of their sides
        self.watchers = list(watchers)
        self.state = players["w"].game(game)
        self.played = players["w"].moves(game)[0]
        self.result = None

    def everybody(self, *besides):
        return [one for one in (*self.players.values(), *self.watchers) if one not in besides]

    def turn(self, chance):
        """Plays a legal move, and checks what everybody is told."""
        before, ply = self.state, len(self.played)
        side = before["turn"]
        mover, other = self.players[side], self.players[OTHER[side]]
        moves = mover.legal(self.game)
        move = chance.choice(moves)
        if ply % 8 == 0:
            square = move[:2]
            check(sorted(mover.legal(self.game, square)) == sorted(m for m in moves if m[:2] == square), moves)
            other.refused("TURN", "MOVE", self.game, ply, move)
            mover.refused("ILLEGAL", "MOVE", self.game, ply, "a1a1")
            right = mover.refused("DESYNC", "MOVE", self.game, ply, move, hash="0" * 16)["hash"]
            reply = mover.command("MOVE", self.game.lower(), ply, move.upper(), hash=right)
            again = mover.command("MOVE", self.game, ply, move)
            check(again.words == reply.words and again["dup"] == "1" and again["fen"] == reply["fen"], again)
        else:
            reply = mover.command("MOVE", self.game, ply, move)
        check(reply.words == [self.game, str(ply)] and int(reply["next"]) == ply + 1 and "dup" not in reply, reply)
        check(reply["hash"] == fen_hash(reply["fen"]), reply)
        self.check_clocks(before, reply, side)
        same = {key: reply[key] for key in ("next", "fen", "hash", "wms", "bms") if key in reply}
        for one in self.everybody(mover):
            one.expect("!MOVE", self.game, ply, move, by=side, **same)
        self.played.append(move)
        if "result" in reply:
            self.over(reply)
        self.state = check_state(other.game(self.game), self.game)
        check(int(self.state["ply"]) == ply + 1 and self.state["fen"] == reply["fen"], self.state)
        check(self.state["result"] == reply.fields.get("result", "*"), self.state)
        check(self.result or self.state["turn"] == OTHER[side], self.state)
        self.check_clocks(reply, self.state, OTHER[side])

    def check_clocks(self, before, after, side):
        """Time passes for one side only, which gets at most its increment, or a new turn."""
        check(("clock" in self.state) == ("wms" in after), after)
        if "wms" in after:
            seconds, increment = map(int, self.state["clock"].split("+"))
            most = seconds * 1000 if "permove" in self.state else int(before[f"{side}ms"]) + increment * 1000
            check(0 <= int(after[f"{side}ms"]) <= most, before, after)
            check(after[f"{OTHER[side]}ms"] == before[f"{OTHER[side]}ms"], before, after)

    def over(self, reply):
        """Everybody is told of the result, including the one who ended the game."""
        self.result = reply["result"]
        for one in self.everybody():
            one.expect("!END", self.game, result=reply["result"], reason=reply["reason"])

    def play(self, chance, turns=2000):
        for _ in range(turns):
            if self.result:
                return
            self.turn(chance)
