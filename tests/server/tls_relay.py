#!/usr/bin/env python3
"""An encrypted server in front of a plain one, for tests, and servers that misbehave.

usage: tls_relay.py MODE CERTIFICATE KEY SERVER_PORT [COUNT]

Prints its port, then a line for each connection: "tls" or "plain" by its first byte, and "end" or
"cut" as the client's stream has ended with or without a proper end. MODE is
  relay     forwards everything; with COUNT, cuts each of the first connections off after so many
            plain bytes from the client
  garbage   sends bytes after the handshake that are not encrypted
  huge      sends a record after the handshake that is longer than allowed
  silent    never answers
  trickle   answers with a byte now and then, which begin a record that never ends
  hangup    hangs up at once
"""
import os
import select
import socket
import ssl
import sys
import threading

mode, certificate, key, server_port = sys.argv[1:5]
cut_after = int(sys.argv[5]) if len(sys.argv) > 5 else 0
cuts_left = 3 if cut_after else 0


def say(word):
    os.write(1, (word + "\n").encode())


def read_some(client):
    """Returns bytes, b"" at the proper end of the stream, or None if there are none now."""
    try:
        return client.recv(65536)
    except ssl.SSLWantReadError:
        return None


def relay(client):
    """Carries bytes both ways on one thread: two would need a lock around the TLS connection."""
    global cuts_left
    server = socket.create_connection(("127.0.0.1", int(server_port)))
    seen = 0
    try:
        while True:
            client.setblocking(False)
            data = read_some(client)
            client.settimeout(120)
            if data == b"":
                say("end")
                break
            if data is None:
                ready, _, _ = select.select([client, server], [], [])
                if server in ready:
                    answer = server.recv(65536)
                    if not answer:
                        break
                    client.sendall(answer)
                continue
            server.sendall(data)
            seen += len(data)
            if cuts_left > 0 and seen > cut_after:
                cuts_left -= 1
                say("severed")
                break
    except (ssl.SSLError, OSError):
        say("cut")
    for end in (server, client):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        end.close()


def serve(raw):
    raw.settimeout(120)
    first = raw.recv(1, socket.MSG_PEEK)
    say("tls" if first == b"\x16" else "plain" if first else "nothing")
    if mode == "hangup":
        raw.close()
    elif mode == "silent":
        while raw.recv(4096):
            pass
    elif mode == "trickle":
        try:
            for byte in b"\x16\x03\x03\x40\x00" + bytes(0x4000):
                raw.sendall(bytes([byte]))
                raw.settimeout(0.2)
                try:
                    raw.recv(4096)
                except TimeoutError:
                    pass
        except OSError:
            pass
    else:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        if mode == "relay":
            try:
                client = context.wrap_socket(raw, server_side=True, suppress_ragged_eofs=False)
            except (ssl.SSLError, OSError):
                say("refused")
                return
            relay(client)
            return
        incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        client = context.wrap_bio(incoming, outgoing, server_side=True)
        while True:
            try:
                client.do_handshake()
                break
            except ssl.SSLWantReadError:
                raw.sendall(outgoing.read())
                incoming.write(raw.recv(4096))
        raw.sendall(outgoing.read())
        raw.sendall(os.urandom(5000) if mode == "garbage" else b"\x17\x03\x03\xff\xff" + bytes(70000))
        try:
            while raw.recv(4096):
                pass
        except OSError:
            pass


listener = socket.create_server(("127.0.0.1", 0))
say(str(listener.getsockname()[1]))
while True:
    connection, _ = listener.accept()
    threading.Thread(target=serve, args=(connection,), daemon=True).start()
