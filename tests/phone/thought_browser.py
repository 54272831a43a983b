"""Simulates a browser at a real page."""

from typing import Protocol

from nightcrier.web.exchange import PageAnswer, PageRequest, RequestRefused
from nightcrier.web.gate import Gate


class Answers(Protocol):
    """The part of a site that a browser needs."""

    def answer(self, request: PageRequest) -> PageAnswer: ...


class ThoughtBrowser:
    """Simulates a browser. `cookie` is the name under which the site gives keys."""

    site: Answers
    gate: Gate
    host: str
    cookie: str
    now = 0.0
    address = "192.168.1.50"

    def ask(self, path: str = "/", method: str = "GET", key: str = "", body: str = "", **headers: str) -> PageAnswer:
        """Send a well-behaved browser's request. `headers` override its own."""
        sent = {"host": self.host, **({"cookie": f"{self.cookie}={key}"} if key else {})}
        if method == "POST":
            sent |= {"origin": f"http://{self.host}", "content-type": "application/x-www-form-urlencoded"}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        return self.site.answer(PageRequest(method, path, sent, body.encode(), caller=self.address))

    def refused(self, *words: str, **more: str) -> int:
        """Return the status of the answer, even for a refusal."""
        try:
            return self.ask(*words, **more).status
        except RequestRefused as refused:
            return refused.status

    def enter(self, fields: str) -> str:
        """Send this form at the entrance, and return the key."""
        answer = self.ask("/enter", "POST", body=fields)
        assert answer.status == 303
        return answer.headers["Set-Cookie"].partition("=")[2].partition(";")[0]

    def mark(self, key: str) -> str:
        shown = self.gate.pass_of(key, self.now)
        assert shown
        return shown.mark

    def marked(self, key: str, **fields: str) -> str:
        """Return a form with these fields and the key's mark."""
        return "&".join(f"{name}={value}" for name, value in {"mark": self.mark(key), **fields}.items())
