"""Forwards connections to a port of this machine, so that it looks like another server: forward.py PORT FROM.
FROM is the port to listen at, or 0 for any; it is printed. Killed, it cuts all its connections."""
import socket
import sys
import threading

target, port = int(sys.argv[1]), int(sys.argv[2])
listening = socket.create_server(("127.0.0.1", port))
print("port", listening.getsockname()[1], flush=True)


def forward(source, sink):
    try:
        while True:
            received = source.recv(65536)
            if not received:
                break
            sink.sendall(received)
    except OSError:
        pass
    for end in source, sink:
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


while True:
    client = listening.accept()[0]
    try:
        server = socket.create_connection(("127.0.0.1", target))
    except OSError:
        client.close()
        continue
    for ends in (client, server), (server, client):
        threading.Thread(target=forward, args=ends, daemon=True).start()
