"""Drives one page of a browser over WebDriver BiDi, with a few commands that are the same for Chromium and Firefox."""

import json
import time
from base64 import b64decode
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Self, TypeVar

from websocket import WebSocket, create_connection

TAB, ENTER, SPACE, UP, DOWN = "\ue004", "\ue007", " ", "\ue013", "\ue015"
PATIENCE, _STEP, _ONCE = 300.0, 0.1, 20.0
T = TypeVar("T")
_MIDST = """(() => {
  const at = {element};
  at.scrollIntoView({ block: "center" });
  const { x, y, width, height } = at.getBoundingClientRect();
  return [Math.round(x + width / 2), Math.round(y + height / 2)];
})()"""


class PageTrouble(Exception):
    """Raised when the browser refuses a command, or a script breaks."""


class BrowserPage:
    """Drives a page of a browser. `name` is the browser's, with its version."""

    def __init__(self, address: str, *, begins: bool) -> None:
        """Connect to a browser. With `begins`, start a session, because the browser has none yet."""
        self._socket: WebSocket = create_connection(address, timeout=PATIENCE, suppress_origin=True)
        self._number, self.name = 0, ""
        if begins:
            wanted = {"alwaysMatch": {"acceptInsecureCerts": True}}
            told = self.command("session.new", {"capabilities": wanted})["capabilities"]
            self.name = f"{told['browserName'].capitalize()} {told['browserVersion']}"
        self.tab = self.command("browsingContext.create", {"type": "window"})["context"]  # Firefox's first has no focus
        self.command("browsingContext.activate", {"context": self.tab})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def command(self, method: str, parameters: dict[str, Any]) -> Any:
        """Send a command and return its result, skipping events that arrive in between."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while (answer := json.loads(self._socket.recv())).get("id") != self._number:
            pass
        if answer["type"] == "error":
            raise PageTrouble(f"{method}: {answer['error']}: {answer['message'][:300]}")
        return answer["result"]

    def ask(self, expression: str) -> Any:
        """Evaluate an expression, which may take a while, and return its value."""
        told = {"expression": f"(async () => JSON.stringify({expression}))()", "target": {"context": self.tab}}
        answer = self.command("script.evaluate", {**told, "awaitPromise": True})
        if answer["type"] != "success":
            raise PageTrouble(f"{expression[:80]}: {answer['exceptionDetails']['text']}")
        return json.loads(answer["result"].get("value", "null"))

    def run(self, script: str) -> None:
        told = {"expression": script, "target": {"context": self.tab}, "awaitPromise": False}
        if (answer := self.command("script.evaluate", told))["type"] != "success":
            raise PageTrouble(answer["exceptionDetails"]["text"])

    def open(self, address: str) -> None:
        """Open an address, again if the page before was just reloading."""
        until(lambda: self._opens(address), f"{self.name}: {address}")

    def _opens(self, address: str) -> bool:
        try:
            self.command("browsingContext.navigate", {"context": self.tab, "url": address, "wait": "complete"})
        except PageTrouble:
            return False
        return self._holds(f"location.href === {json.dumps(address)}")

    def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height}
        self.command("browsingContext.setViewport", {"context": self.tab, "viewport": size, "devicePixelRatio": 1})

    def speak(self, language: str) -> None:
        """Set the language in which the browser asks for pages."""
        head = {"name": "Accept-Language", "value": {"type": "string", "value": language}}
        self.command("network.setExtraHeaders", {"headers": [head], "contexts": [self.tab]})

    def begin_each_with(self, script: str) -> None:
        """Run this script in every page to come, before the page's own scripts."""
        self.command("script.addPreloadScript", {"functionDeclaration": f"() => {{ {script} }}"})

    def touch(self, element: str) -> None:
        """Touch the center of an element, once the page has loaded, because before that it moves below the finger."""
        self.until("document.readyState === 'complete'")
        x, y = self.ask(_MIDST.replace("{element}", element))
        moves = [{"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0}]
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}}
        actions = [{**finger, "actions": [*moves, {"type": "pointerUp", "button": 0}]}]
        self.command("input.performActions", {"context": self.tab, "actions": actions})

    def touch_until(self, element: str, expression: str) -> None:
        """Touch an element, again if the page moved below the finger, until the expression holds."""
        self._do_until(lambda: self.touch(element), expression)

    def type_until(self, element: str, keys: Sequence[str], expression: str) -> None:
        """Replace the text of an element by typing, again if the page reloaded, until the expression holds."""
        self._do_until(lambda: self._type_at(element, keys), expression)

    def _type_at(self, element: str, keys: Sequence[str]) -> None:
        self.focus(element)
        self.run(f"{element}.select?.()")
        self.type(*keys)

    def _do_until(self, deed: Callable[[], None], expression: str) -> None:
        until(lambda: self._leads_to(deed, expression), f"{self.name}: {expression}")

    def _leads_to(self, deed: Callable[[], None], expression: str) -> bool:
        with suppress(PageTrouble):
            deed()
        with suppress(SystemExit):
            return until(lambda: self._holds(expression), expression, _ONCE)
        return False

    def focus(self, element: str) -> None:
        """Focus an element. While somebody uses it, the page does not reload."""
        self.until(f"({element}.focus(), document.activeElement === {element})")

    def come_from(self, *keys: str) -> None:
        """Press keys that lead to another page, and wait for that page."""
        self.run("window.former = true")
        self.type(*keys)
        self.until("!('former' in window) && document.readyState === 'complete'")

    def type(self, *keys: str) -> None:
        """Press keys while some element has the focus."""
        moves = [{"type": move, "value": key} for key in keys for move in ("keyDown", "keyUp")]
        hands = [{"type": "key", "id": "keyboard", "actions": moves}]
        self.command("input.performActions", {"context": self.tab, "actions": hands})

    def picture(self) -> bytes:
        """Return the visible part of the page as a PNG."""
        return b64decode(self.command("browsingContext.captureScreenshot", {"context": self.tab})["data"])

    def until(self, expression: str) -> None:
        """Wait until an expression holds. If the page reloads meanwhile, the expression is evaluated again."""
        until(lambda: self._holds(expression), f"{self.name}: {expression}")

    def _holds(self, expression: str) -> bool:
        try:
            return bool(self.ask(expression))
        except PageTrouble:
            return False


def until(found: Callable[[], T], what: str, patience: float = PATIENCE) -> T:
    end = time.monotonic() + patience
    while time.monotonic() < end:
        if answer := found():
            return answer
        time.sleep(_STEP)
    raise SystemExit(f"It did not come to this: {what}")
