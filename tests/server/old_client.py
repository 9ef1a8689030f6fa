"""Replays what programs of an earlier version sent to a server, byte for byte.

Usage: old_client.py PORT TRANSCRIPT

A line of the transcript is a connection, the direction and the line: "W> PING" was sent on W, "W< +PONG"
was received there, and "W> end" closes it. Each line that comes must have the recorded words in their order
and the recorded fields with their values; it may have further fields. Ids of games are those of this server,
and what a clock shows may differ.
"""
import re
import socket
import sys

port, transcript = int(sys.argv[1]), sys.argv[2]
varying = ("wms", "bms", "ms")
connections = {}
recorded_id = this_id = None


def receive(who):
    """Returns the next line, without events that the earlier version does not know."""
    line = connections[who][1].readline()
    if not line.endswith("\n"):
        sys.exit("the connection %s ended" % who)
    return line[:-1]


def split(line):
    """Returns the positional words of a line and its fields."""
    line = re.sub(r"congod/\S+", "congod/VERSION", line)
    fields = dict(word.split("=", 1) for word in line.split()[1:] if "=" in word)
    return ([word for word in line.split() if "=" not in word[1:]],
            {key: "" if key in varying else value for key, value in fields.items()})


for number, entry in enumerate(open(transcript), 1):
    who, direction, line = entry[0], entry[1], entry[3:-1]
    if who not in connections:
        connection = socket.create_connection(("127.0.0.1", port), 60)
        connections[who] = connection, connection.makefile("r", encoding="utf-8", newline="\n")
    if line == "end":
        connections[who][0].shutdown(socket.SHUT_RDWR)
        continue
    if direction == ">":
        if recorded_id:
            line = line.replace(recorded_id, this_id)
        connections[who][0].sendall(line.encode() + b"\n")
        continue
    found = receive(who)
    if " NEW " in line and not recorded_id:
        recorded_id, this_id = line.split()[2], found.split()[2]
    if recorded_id:
        found = found.replace(this_id, recorded_id)
    words, fields = split(line)
    found_words, found_fields = split(found)
    if words != found_words or not fields.items() <= found_fields.items():
        sys.exit("line %d: expected %s\n   found %s" % (number, line, found))
print("every line was answered as before")
