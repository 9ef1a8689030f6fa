"""Everything that congo-protocol(7) tells, said and checked by clients written from that page alone.

    second_dialog.py CONGOD PAGE CERTIFICATES

It runs servers in folders of the current one, and prints how many games with how many moves the database in
the folder kills has to contain.
"""

import collections
import random
import re
import resource
import ssl
import sys
import threading
import time

from second_client import Client, Connection, Line, Refused, fen_hash, new_key, seen
from second_player import Match, Server, check, check_state

START = "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1"


def create(white, black, **fields):
    """Creates a game in which both seats are taken; White's is the creator."""
    reply = white.command("NEW", "standard", seat="w", name="Ada L", **fields)
    game = reply.words[0]
    check(reply["seat"] == "w" and reply["key"] == white.keys[game] and reply["fen"] == START, reply)
    reply = black.command("JOIN", game[:4] + "-" + game[4:].lower(), "any", name="Bo")
    check(reply["seat"] == "b" and reply["key"] == black.keys[game] and reply["hash"] == fen_hash(START), reply)
    state = check_state(reply.data[0], game)
    check((state["w"], state["b"], state["won"], state["bon"]) == ("Ada L", "Bo", "1", "1"), state)
    white.expect("!JOIN", game, "b", name="Bo")
    return game


def whole_game(connect, chance):
    """A game to its end, a spectator who comes in the middle, and a rematch."""
    ada, bo, cy = connect(), connect(), connect()
    features = ada.command("HELLO", "congo/1", client="second_client")
    check({"rematch", "claim", "invite", "permove", "mute", "names", "subscribe", "readonly"}
          <= set(features["features"].split(",")) and "congo" in features["variants"].split(","), features)
    match = Match(create(ada, bo, clock="600+2"), {"w": ada, "b": bo})
    game = match.game
    match.play(chance, 9)
    reply = cy.command("WATCH", game, from_=4, name="Cy C")
    check_state(reply.data[0], game)
    check([line.words[1:] for line in reply.data[1:]] == [[str(ply), match.played[ply]] for ply in range(4, 9)]
          and all(line["by"] == "wb"[int(line.words[1]) % 2] and int(line["ms"]) >= 0 for line in reply.data[1:])
          and reply["ply"] == "9", reply.data)
    match.watchers.append(cy)
    match.play(chance)
    check(match.result, "the game has no end")
    last = len(match.played) - 1
    side = ada if last % 2 == 0 else bo
    check(side.command("MOVE", game, last, match.played[last])["dup"] == "1", "the last move again")
    check(side.refused("STALE", "MOVE", game, 0, "g2g3" if match.played[0] != "g2g3" else "f2f3")["next"]
          == str(last + 1), "another move at the first ply")
    check(side.refused("OVER", "MOVE", game, last + 1, "a1a2")["result"] == match.result, "over")
    paged, at = [], 0
    while at != last + 1:
        moves, at = cy.moves(game, from_=at, limit=7)
        paged += moves
    check(paged == match.played == cy.moves(game)[0], paged)
    check(any(line.text.count(" [Result ") for line in cy.command("EXPORT", game).data), "EXPORT")
    check(sum("*" in line.text for line in cy.command("BOARD", game).data) == 1, "BOARD")
    again = rematch(game, ada, bo, cy)
    check(again.state["w"] == "Bo" and again.state["b"] == "Ada L" and again.state["clock"] == "600+2", again.state)
    again.play(chance, 3)
    draws(again, ada, bo)
    return game


def rematch(game, ada, bo, cy):
    """Offers, which are declined, withdrawn and cross; returns the new game with the colors swapped."""
    cy.refused("NOTSEATED", "REMATCH", game, "offer")
    ada.refused("NOOFFER", "REMATCH", game, "accept")
    ada.command("REMATCH", game, "offer")
    bo.expect("!REMATCH", game, "w", "offer")
    check(bo.game(game)["rematch"] == "w", "the offer is not shown")
    ada.command("REMATCH", game, "decline")  # withdrawn
    bo.expect("!REMATCH", game, "w", "decline")
    check("rematch" not in bo.game(game), "the offer that was withdrawn is shown")
    bo.refused("NOOFFER", "REMATCH", game, "accept")
    ada.command("REMATCH", game, "offer")
    bo.expect("!REMATCH", game, "w", "offer")
    bo.command("REMATCH", game, "decline")
    ada.expect("!REMATCH", game, "b", "decline")
    check(ada.command("REMATCH", game, "offer")["dup"] == "1", "an offer after it was declined")
    bo.silent()
    bo.command("REMATCH", game, "offer")
    bo.command("REMATCH", game, "decline")
    tags = [(one, one.begin("REMATCH", game, "offer")) for one in (bo, ada)]  # they cross
    replies = {one: one.finish(tag) for one, tag in tags}
    news = cy.command("GET", game).data[0]["game"]
    for one, seat in ((ada, "b"), (bo, "w")):
        reply = one.command("REMATCH", game, "accept")
        check((reply["game"], reply["seat"], reply["dup"]) == (news, seat, "1"), reply)
        check("game" not in replies[one] or replies[one]["game"] == news, replies)
        reply = one.command("JOIN", news, "any", key=one.keys[game])
        check(reply["seat"] == seat, reply)
    check(sum("game" in reply for reply in replies.values()) >= 1, replies)
    cy.command("WATCH", news)
    accepted = [event.words for event in cy.events if event.fields.get("game") == news]
    check(accepted in ([[game, "w", "accept"]], [[game, "b", "accept"]]), cy.events)
    for one in (ada, bo, cy):
        one.command("PING")
        one.events.clear()
    return Match(news, {"w": bo, "b": ada}, [cy])


def draws(match, ada, bo):
    """In a game in which Ada, with Black, is to move at ply 3."""
    game = match.game
    bo.refused("NOOFFER", "DRAW", game, 3, "accept")
    bo.refused("AHEAD", "DRAW", game, 4, "offer")
    bo.refused("STALE", "DRAW", game, 2, "offer")
    bo.command("DRAW", game, 3, "offer")
    for one in match.everybody(bo):
        one.expect("!OFFER", game, "w")
    check(ada.game(game)["offer"] == "w", "the offer is not shown")
    check(bo.command("DRAW", game, 3, "offer")["dup"] == "1", "the same offer again")
    ada.command("DRAW", game, 3, "decline")
    for one in match.everybody(ada):
        one.expect("!DECLINE", game, "b")
    check(bo.command("DRAW", game, 3, "offer")["dup"] == "1", "an offer at the same ply")
    for one in match.everybody():
        one.silent()
    check(ada.game(game)["offer"] == "-", "the offer is still shown")
    match.turn(random.Random(3))
    ada.command("DRAW", game, 4, "offer")
    for one in match.everybody(ada):
        one.expect("!OFFER", game, "b")
    match.turn(random.Random(4))
    check(ada.game(game)["offer"] == "-", "the other side has moved, and the offer is still there")
    bo.refused("LATE", "ABORT", game, 5)
    tags = [(one, one.begin("DRAW", game, 5, "offer")) for one in (ada, bo)]  # they cross
    replies = [one.finish(tag) for one, tag in tags]
    ends = [reply for reply in replies if "result" in reply]
    check(len(ends) >= 1 and all((end["result"], end["reason"]) == ("1/2-1/2", "agreed") for end in ends), replies)
    for one in match.everybody():
        while (event := one.event()).word == "OFFER":
            pass
        check(event.word == "END" and event["reason"] == "agreed", event)


def kept_seats(connect):
    ada, bo, cy = connect(), connect(), connect()
    invitation = new_key()
    ada.refused("BADARG", "NEW", "standard", key=invitation, invite=invitation)
    for way in ("invite", "key"):
        game = ada.command("NEW", "standard", invite=invitation).words[0]
        check(ada.game(game)["kept"] == "1" and "b" not in ada.game(game), "the seat is not kept")
        bo.refused("TAKEN", "JOIN", game, "any")
        bo.refused("TAKEN", "JOIN", game, "b", invite=new_key())
        bo.refused("BADKEY", "JOIN", game, "b", invite="short")
        bo.silent()
        reply = bo.command("JOIN", game, "any", name="", **{way: invitation})
        check(reply["seat"] == "b" and (way == "invite") == (reply["key"] != invitation), reply)
        state = ada.game(game)
        check("kept" not in state and state["b"] == "", state)
        ada.expect("!JOIN", game, "b")
        cy.refused("TAKEN", "JOIN", game, "any", invite=invitation)
        key = bo.keys[game]
        again = ada.command("NEW", "standard", key=ada.keys[game], seat="b")
        check((again.words, again["seat"], again["dup"]) == ([game], "w", "1"), again)
        bo.command("UNWATCH", game)
        ada.expect("!LEAVE", game, "b")
        bo.command("JOIN", game, "any", key=key)  # without the invitation
        ada.expect("!JOIN", game, "b")
        cy.command("JOIN", game, "b", key=key)
        bo.expect("!REPLACED", game)
        bo.refused("NOTSEATED", "RESIGN", game, 0)
        ada.silent()  # the player was there all the time
        ada.command("ABORT", game, 0)
        check(ada.command("ABORT", game, 0)["dup"] == "1", "ABORT again")
        for one in (ada, bo, cy):
            one.expect("!END", game, result="*", reason="aborted")


def talk(connect):
    ada, bo, cy, dee = connect(), connect(), connect(), connect()
    game = create(ada, bo)
    cy.refused("NOTSEATED", "SAY", game, "hello")
    cy.command("WATCH", game, name="Cy C")
    dee.command("WATCH", game)

    def says(one, seat, name, text, *heard_by):
        one.command("SAY", game, text)
        for other in (ada, bo, cy, dee):
            if other in heard_by:
                other.expect("!SAY", game, seat, name, text)
            other.silent()

    says(ada, "w", "Ada L", "msg=1: grüße, w=2", bo, cy, dee)
    says(cy, "-", "Cy C", "who wins?", dee)
    says(dee, "-", "spectator", "Bo", cy)
    bo.command("MUTE", game, "w")
    says(ada, "w", "Ada L", "one", cy, dee)
    bo.command("UNMUTE", game, "w")
    dee.command("MUTE", game)
    says(ada, "w", "Ada L", "two", bo, cy)
    dee.command("UNMUTE", game)
    dee.command("MUTE", game, "-")
    bo.command("RESIGN", game, 0)
    check(bo.command("RESIGN", game, 0)["dup"] == "1", "RESIGN again")
    for one in (ada, bo, cy, dee):
        one.expect("!END", game, result="1-0", reason="resigned")
    says(cy, "-", "Cy C", "well played", ada, bo)
    says(bo, "b", "Bo", "thanks", ada, cy, dee)
    check(int(ada.soon_refused("RATE", "SAY", game, "again")["wait"]) > 0, "too much talk")


def lists(connect):
    """What SUBSCRIBE tells is what LIST tells."""
    ada, bo = connect(), connect()
    subscribed = {which: (connect(), {}) for which in ((), ("open",), ("live",))}

    def without_ply(line):
        return {key: value for key, value in line.fields.items() if key != "ply"}

    for which, (one, games) in subscribed.items():
        for line in one.command("SUBSCRIBE", *which).data:
            games[line.words[0]] = without_ply(line)

    def listed(which):
        games, at = {}, {}
        while True:
            reply = ada.command("LIST", *which, limit=2, **at)
            games |= {line.words[0]: without_ply(line) for line in reply.data}
            if "next" not in reply:
                return games
            at = {"from_": reply["next"]}

    def lists_agree():
        """Waits until they do: the events of lists come a moment later."""
        for which, (one, games) in subscribed.items():
            for _ in range(600):
                if games == listed(which):
                    break
                one.command("PING")
                while one.events:
                    event = one.event()
                    check(event.word in ("LIST", "UNLIST"), event)
                    if event.word == "LIST":
                        games[event.words[0]] = without_ply(event)
                    else:
                        games.pop(event.words[0], None)
                time.sleep(0.05)
            else:
                check(False, which, "SUBSCRIBE tells", games, "and LIST", listed(which))
            check(not which or all(("w" in g and "b" in g) == (which[0] == "live") for g in games.values()), games)

    lists_agree()
    key = new_key()
    game = ada.command("NEW", "standard", key=key, name="Ada", clock="86400+0", permove=1, claim=5).words[0]
    lists_agree()
    check(subscribed[()][1][game] == {"variant": "congo", "w": "Ada", "clock": "86400+0", "permove": "1", "claim": "5"},
          subscribed[()][1])
    private = ada.command("NEW", "standard", private=1).words[0]
    kept = ada.command("NEW", "standard", invite=new_key()).words[0]
    ada.command("JOIN", game, "any", key=key, name="Ada L")
    lists_agree()
    check(not {private, kept} & set(subscribed[()][1]) and subscribed[()][1][game]["w"] == "Ada L", subscribed)
    ada.command("UNWATCH", game)
    lists_agree()
    check(game not in subscribed[()][1], "a game whose creator is not there is open")
    ada.command("JOIN", game, "any", key=key)
    bo.command("JOIN", game, "any")
    lists_agree()
    check(game in subscribed[("live",)][1], "the game is not live")
    ada.events.clear()
    match = Match(game, {"w": ada, "b": bo})
    match.play(random.Random(5), 4)  # days a move
    subscribed[("open",)][0].command("SUBSCRIBE", "live")
    subscribed[("open",)][0].command("UNSUBSCRIBE")
    silent, _ = subscribed.pop(("open",))
    silent.events.clear()
    ada.command("RESIGN", game, 4)
    lists_agree()
    check(game not in subscribed[()][1], "a game that is over is listed")
    silent.silent()
    stats = collections.ChainMap(*(line.fields for line in ada.command("STATS").data))
    check(int(stats["live"]) >= 0 and int(stats["clients"]) >= 5, stats)


def begin_claim(connect):
    """The opponent leaves a game with claim=1; returns what is needed to end it."""
    ada, bo = connect(), connect()
    game = create(ada, bo, claim=1)
    ada.refused("TURN", "CLAIM", game, 0)
    ada.command("MOVE", game, 0, "b2b3")
    check(int(ada.refused("RATE", "CLAIM", game, 1)["wait"]) == 60000, "the opponent is there")
    check("away" not in ada.game(game), "a player who is there is away")
    bo.command("QUIT")
    ada.expect("!LEAVE", game, "b")
    return ada, game


def end_claim(ada, game):
    away = int(ada.game(game)["away"])
    before = 60001
    while True:
        try:
            reply = ada.command("CLAIM", game, 1)
            break
        except Refused as refusal:
            check(refusal.word == "RATE" and 0 < int(refusal.reply["wait"]) < before, refusal)
            before = int(refusal.reply["wait"])
            time.sleep(before / 1000)
            check(int(ada.game(game)["away"]) > away, "the time away stands still")
    check((reply["result"], reply["reason"]) == ("1-0", "time"), reply)
    check(ada.command("CLAIM", game, 1)["dup"] == "1", "CLAIM again")
    ada.expect("!END", game, result="1-0", reason="time")


def kills(server, connect, chance):
    """Games that go on while the server is killed again and again; returns how many, and how many moves."""
    ada, bo = connect(), connect()
    delays = [chance.uniform(0.05, 0.4) for _ in range(6)]

    def killer():
        for delay in delays:
            time.sleep(delay)
            server.restart()

    thread = threading.Thread(target=killer)
    thread.start()
    games = {}
    game = ada.command("NEW", "standard", clock="600+0").words[0]
    bo.command("JOIN", game, "any")
    white, black = ada, bo
    while thread.is_alive() or len(games) < 2:
        played = games.setdefault(game, [])
        while len(played) < 20:
            mover, other = (white, black) if len(played) % 2 == 0 else (black, white)
            move = chance.choice(mover.legal(game))
            reply = mover.command("MOVE", game, len(played), move)
            check(int(reply["next"]) == len(played) + 1 and reply["hash"] == fen_hash(reply["fen"]), reply)
            reply = other.command("WATCH", game, from_=len(played))
            check([line.words[1:] for line in reply.data[1:]] == [[str(len(played)), move]], reply.data, move)
            played.append(move)
            if reply.data[0]["result"] != "*":
                break
        else:
            reply = white.command("RESIGN", game, 20)
            check(reply["result"] == "0-1", reply)
        white.command("REMATCH", game, "offer")
        reply = black.command("REMATCH", game, "accept")
        check(reply["seat"] == "w", reply)
        for one in (white, black):
            one.command("JOIN", reply["game"], "any", key=one.keys[game])
        game = reply["game"]
        white, black = black, white
    games.setdefault(game, [])
    thread.join()
    for one in (ada, bo):
        check(one.returns, "nobody noticed that the server was killed")
        for game, played in games.items():
            check(one.moves(game) == (played, len(played)), game, "has other moves")
    return len(games), sum(map(len, games.values()))


def refusals(server):
    """The errors that whole games do not show, and a server in trouble."""
    ada, bo = server.local(), server.plain()
    ada.refused("SYNTAX", "FROBNICATE")
    ada.refused("TOOLONG", "PING", "x" * 600)
    ada.refused("VERSION", "HELLO", "congo/2")
    ada.refused("BADARG", "NEW", "standard", clock="0+0")
    ada.refused("BADARG", "NEW", "standard", clock="60+1", permove=1)
    ada.refused("BADFEN", "NEW", fen="7/7/7/7/7/7/7/w/-1")
    ada.refused("BADVARIANT", "NEW", "standard", variant="chess")
    ada.refused("NOGAME", "GET", "0000000000")
    check(ada.command("HELP").data and ada.command("HELP", "move").data, "HELP")
    ada.connection.send("\nPING a=1  b")  # no reply to the empty line, and none of these has a tag
    check(ada.read().text == "+PONG a=1  b", "PONG")
    damaged, sound = create(ada, bo), create(ada, bo)
    check(int(ada.refused("AHEAD", "REMATCH", damaged, "offer")["next"]) == 0, "REMATCH in a game")
    ada.command("MOVE", damaged, 0, "b2-b3")
    ada.refused("NOOFFER", "CLAIM", damaged, 1)
    ada.refused("FULL", "NEW", "standard")
    browser = Connection("127.0.0.1", int(server.ports[0]))
    browser.send("GET / HTTP/1.1")
    check([Line(browser.receive()).word for _ in range(2)] == ["HELLO", "BYE"], "HTTP")

    greedy = server.local()
    threading.Thread(target=send_exports, args=(greedy, damaged), daemon=True).start()
    check(ada.soon_refused("BUSY", "EXPORT", damaged)["retry"] == "later", "BUSY")
    greedy.close()

    if "READONLY" not in EXCEPTED:
        full_disk(server, ada, sound)
    ada.events.clear()
    server.end()
    while ada.event().word != "BYE":
        pass  # others have left before
    with open(f"{server.folder}/games.db", "rb+") as file:
        content = file.read()
        file.seek(0)
        file.write(content.replace(b"b2b3", b"b2b7"))
    server.start()
    ada = server.plain()
    ada.refused("INTERNAL", "GET", damaged)
    ada.game(sound)
    server.end()


def send_exports(client, game):
    """Asks for a game again and again, and reads nothing."""
    try:
        for _ in range(3000):
            client.connection.send(f"EXPORT {game}")
    except OSError:
        pass


def full_disk(server, ada, game):
    """A limit on the size of files has the effect of a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, before[1]))
    ada.events.clear()
    ada.refused("READONLY", "MOVE", game, 0, "c2c3")
    ada.expect("!READONLY")
    ada.game(game)
    late = server.encrypted()
    late.expect("!READONLY")
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, before)
    for one in (ada, late):
        one.expect("!WRITABLE")
    check(not ada.command("MOVE", game, 0, "c2c3").data, "a line for people is in a reply")


def certificates_matter(server):
    for context, host in ((ssl.create_default_context(), "127.0.0.1"),
                          (ssl.create_default_context(cafile=f"{server.certificates}/authority.pem"), "127.0.0.2")):
        try:
            Client(host, int(server.ports[1]), context)
        except OSError:
            continue
        check(False, "a certificate was not verified")


# Replies that cannot be caused from outside, and why.
EXCEPTED = {
    "!PING": "no congod sends it",
    "!NOTICE": "administration.sh has it",
    "!OUTAGE": "outage.py has it",
    "!RECOVERED": "test_core_outage.c has it",
    "!RELIST": "so many changes have to wait that the buffers of the sockets are full",
}
if not hasattr(resource, "prlimit"):
    EXCEPTED |= dict.fromkeys(["READONLY", "!READONLY", "!WRITABLE"], "the limits of a process cannot be changed")


def all_words_were_seen(page):
    with open(page, encoding="utf-8") as file:
        words = re.findall(r"^\.It (Ic|Er) (\S+)", file.read(), re.MULTILINE)
    check(len(words) > 60, "the page has only", words)
    missing = [word for macro, word in words
               if not seen["-" + word if macro == "Er" else word] and word not in EXCEPTED]
    check(not missing, "never seen:", missing)


def main():
    congod, page, certificates = sys.argv[1:]

    def start(folder, *lines):
        return Server(congod, certificates, folder, *lines)

    server = start("main", "limits = { outage = 0; games = 0; };")
    claims = [begin_claim(connect) for connect in (server.plain, server.encrypted)]
    for seed, connect in enumerate((server.plain, server.encrypted)):
        whole_game(connect, random.Random(seed))
        kept_seats(connect)
        talk(connect)
        lists(connect)
    certificates_matter(server)
    killed = start("kills", "limits = { outage = 0; games = 0; };")
    totals = [kills(killed, connect, random.Random(seed))
              for seed, connect in enumerate((killed.plain, killed.encrypted))]
    killed.end()
    refusals(start("refusals", "limits = { outage = 0; commands = 0; games = 0; exports = 0; watched = 2; };"))
    for claim in claims:
        end_claim(*claim)
    server.end()
    all_words_were_seen(page)
    print(*map(sum, zip(*totals)))


main()
