"""Answers, in the box's own Wi-Fi, what phones ask of a network, so that they stay in it without the internet.

- Android: status 204 for `/generate_204` and `/gen_204` (AOSP, NetworkStack, NetworkMonitor.java);
- Apple: a page *Success* at captive.apple.com (support.apple.com/101555);
- Windows: a text at `/connecttest.txt`, before Windows 10 at `/ncsi.txt` (learn.microsoft.com, *NCSI overview*).

Whoever asks for anything else is led to the page. What is asked by HTTPS nobody but its owner can answer."""

from nightcrier.web.exchange import PageAnswer, PageRequest, page_answer, redirect
from nightcrier.web.markup import tag

_SUCCESS = tag("HTML", tag("HEAD", tag("TITLE", "Success")), tag("BODY", "Success"))
_ANSWERS = {
    "/generate_204": PageAnswer(204),
    "/gen_204": PageAnswer(204),
    "/hotspot-detect.html": page_answer(_SUCCESS),
    "/connecttest.txt": PageAnswer(body=b"Microsoft Connect Test", kind="text/plain"),
    "/ncsi.txt": PageAnswer(body=b"Microsoft NCSI", kind="text/plain"),
}


class Doorstep:
    def __init__(self, page: str) -> None:
        self._page = page

    def answer(self, request: PageRequest) -> PageAnswer:
        """Return the answer that says that all is well, whatever name was asked for, or lead to the page."""
        return _ANSWERS.get(request.path.partition("?")[0]) or redirect(self._page)
