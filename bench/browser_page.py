"""One page of a browser, driven over WebDriver BiDi: a few commands, the same for Chromium and Firefox."""

import json
import time
from base64 import b64decode
from collections.abc import Callable
from typing import Any, Self, TypeVar

from websocket import WebSocket, create_connection

TAB, ENTER, SPACE, DOWN = "\ue004", "\ue007", " ", "\ue015"
PATIENCE, _STEP = 300.0, 0.1
T = TypeVar("T")


class PageTrouble(Exception):
    """A command that the browser refuses, or a script that breaks."""


class BrowserPage:
    """`name` is that of its browser, with the version."""

    def __init__(self, address: str, *, begins: bool) -> None:
        """`begins`: where nobody has begun the session yet."""
        self._socket: WebSocket = create_connection(address, timeout=PATIENCE, suppress_origin=True)
        self._number, self.name = 0, ""
        if begins:
            told = self.command("session.new", {"capabilities": {}})["capabilities"]
            self.name = f"{told['browserName'].capitalize()} {told['browserVersion']}"
        self.tab = self.command("browsingContext.create", {"type": "window"})["context"]  # Firefox's first has no focus
        self.command("browsingContext.activate", {"context": self.tab})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def command(self, method: str, parameters: dict[str, Any]) -> Any:
        """Its result, past whatever is told meanwhile."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while (answer := json.loads(self._socket.recv())).get("id") != self._number:
            pass
        if answer["type"] == "error":
            raise PageTrouble(f"{method}: {answer['error']}: {answer['message'][:300]}")
        return answer["result"]

    def ask(self, expression: str) -> Any:
        """What a script says, which may take its time."""
        told = {"expression": f"(async () => JSON.stringify({expression}))()", "target": {"context": self.tab}}
        answer = self.command("script.evaluate", {**told, "awaitPromise": True})
        if answer["type"] != "success":
            raise PageTrouble(f"{expression[:80]}: {answer['exceptionDetails']['text']}")
        return json.loads(answer["result"].get("value", "null"))

    def open(self, address: str) -> None:
        self.command("browsingContext.navigate", {"context": self.tab, "url": address, "wait": "complete"})

    def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height}
        self.command("browsingContext.setViewport", {"context": self.tab, "viewport": size, "devicePixelRatio": 1})

    def type(self, *keys: str) -> None:
        """On the keyboard, whatever has the focus."""
        moves = [{"type": move, "value": key} for key in keys for move in ("keyDown", "keyUp")]
        hands = [{"type": "key", "id": "keyboard", "actions": moves}]
        self.command("input.performActions", {"context": self.tab, "actions": hands})

    def picture(self) -> bytes:
        """A PNG of what is seen of it."""
        return b64decode(self.command("browsingContext.captureScreenshot", {"context": self.tab})["data"])

    def until(self, expression: str) -> None:
        """A page that is loaded anew in the midst of it is asked again."""
        until(lambda: self._holds(expression), f"{self.name}: {expression}")

    def _holds(self, expression: str) -> bool:
        try:
            return bool(self.ask(expression))
        except PageTrouble:
            return False


def until(found: Callable[[], T], what: str) -> T:
    """What is found in the end."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if answer := found():
            return answer
        time.sleep(_STEP)
    raise SystemExit(f"It did not come to this: {what}")
