"""Drives a chromium without a window through a pipe: its protocol is a line of JSON, ended by a NUL."""

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import time

PATIENCE = 300  # seconds for an answer, which takes milliseconds


def find():
    """Returns the path of a chromium, or None."""
    for name in ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"):
        path = shutil.which(name)
        if path:
            return path
    return None


class BrowserError(Exception):
    pass


class Browser:
    """A browser with one tab. What it reports is kept in `requests` and `complaints`."""

    def __init__(self, path, folder):
        self.number = 0
        self.session = None
        self.requests = []
        self.complaints = []
        self.events = []
        # Its sandbox works neither for root nor in every container; the pages are our own.
        for sandbox in ([], ["--no-sandbox"]):
            if os.geteuid() == 0 and not sandbox:
                continue
            try:
                self.start(path, folder, sandbox)
                target = self.call("Target.createTarget", url="about:blank")["targetId"]
                break
            except BrowserError:
                self.close()
                if sandbox:
                    raise
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(domain + ".enable")

    def start(self, path, folder, options):
        read_end, self.write_end = os.pipe()
        self.read_end, write_end = os.pipe()
        ours = [fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 20) for fd in (self.write_end, self.read_end)]
        theirs = [fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 20) for fd in (read_end, write_end)]
        for fd in (read_end, write_end, self.read_end, self.write_end):
            os.close(fd)
        self.write_end, self.read_end = ours
        # It reads from 3 and writes to 4.
        for i, fd in enumerate(theirs):
            os.dup2(fd, 3 + i)
            os.close(fd)
        self.log = open(os.path.join(folder, "browser.log"), "w")
        self.process = subprocess.Popen(
            [path, "--headless=new", "--remote-debugging-pipe", "--disable-gpu", "--no-first-run",
             "--disable-dev-shm-usage", "--disable-extensions", "--hide-scrollbars",
             "--disable-background-networking", "--user-data-dir=" + os.path.join(folder, "profile"),
             *options],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, pass_fds=(3, 4))
        os.close(3)
        os.close(4)
        self.pending = b""

    def close(self):
        try:
            self.session = None
            self.call("Browser.close")
            while True:  # until its last process has ended
                self.receive()
        except BrowserError:
            self.process.terminate()
        self.process.wait()
        self.log.close()
        os.close(self.read_end)
        os.close(self.write_end)

    # --- messages ---

    def receive(self):
        deadline = time.monotonic() + PATIENCE
        while b"\0" not in self.pending:
            if not select.select([self.read_end], [], [], max(0, deadline - time.monotonic()))[0]:
                raise BrowserError("the browser does not answer")
            data = os.read(self.read_end, 1 << 16)
            if not data:
                raise BrowserError("the browser has ended")
            self.pending += data
        message, self.pending = self.pending.split(b"\0", 1)
        return json.loads(message)

    def note(self, event):
        method, details = event["method"], event["params"]
        if method == "Network.requestWillBeSent":
            self.requests.append(details["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            self.complaints.append(json.dumps(details["exceptionDetails"]))
        elif method == "Log.entryAdded":
            self.complaints.append(details["entry"]["text"])
        elif method == "Runtime.consoleAPICalled":
            self.complaints.append(json.dumps(details["args"]))
        self.events.append(method)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        try:
            os.write(self.write_end, json.dumps(message).encode() + b"\0")
        except BrokenPipeError:
            raise BrowserError("the browser has ended") from None
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise BrowserError(method + ": " + answer["error"]["message"])
                return answer["result"]
            if "method" in answer:
                self.note(answer)

    # --- a page ---

    def open(self, url):
        self.events = []
        self.call("Page.navigate", url=url)
        while "Page.loadEventFired" not in self.events:
            message = self.receive()
            if "method" in message:
                self.note(message)

    def evaluate(self, expression, wait=False):
        """Returns the value of an expression, or that of a promise if it is to wait for it."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=wait)
        if "exceptionDetails" in answer:
            raise BrowserError(expression + ": " + json.dumps(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def wait_for(self, expression):
        """Waits until an expression is true."""
        deadline = time.monotonic() + PATIENCE
        while not self.evaluate(expression):
            if time.monotonic() > deadline:
                raise BrowserError("this does not become true: " + expression)
            time.sleep(0.02)

    def press(self, key):
        text = {"text": key} if len(key) == 1 else {}
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, **(text if kind == "keyDown" else {}))

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1,
                      clickCount=1)

    def click_on(self, selector):
        """Clicks in the middle of an element, as a user can: it must be in sight and not covered."""
        name = json.dumps(selector)
        self.evaluate(f"document.querySelector({name}).scrollIntoView({{block: 'nearest'}})")
        x, y = self.evaluate(f"""(() => {{
            const box = document.querySelector({name}).getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2];
        }})()""")
        if not self.evaluate(f"document.querySelector({name}).contains(document.elementFromPoint({x}, {y}))"):
            raise BrowserError(selector + " is covered")
        self.click(x, y)

    def resize(self, width, height, phone=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=2 if phone else 1, mobile=phone)
        self.call("Emulation.setTouchEmulationEnabled", enabled=phone)

    def set_media(self, **features):
        self.call("Emulation.setEmulatedMedia", media="",
                  features=[{"name": name.replace("_", "-"), "value": value}
                            for name, value in features.items()])

    def screenshot(self, path):
        picture = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(picture))
