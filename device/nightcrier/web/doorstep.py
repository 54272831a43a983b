"""Answers, in the box's own Wi-Fi, the requests by which phones test a network, so that they stay in it without the
internet.

- Android: status 204 for `/generate_204` and `/gen_204` (AOSP, NetworkStack, NetworkMonitor.java);
- Apple: a page *Success* at captive.apple.com (support.apple.com/101555);
- Windows: a text at `/connecttest.txt`, before Windows 10 at `/ncsi.txt` (learn.microsoft.com, *NCSI overview*).

Any other request is redirected to the page. Nobody but the owner of a name can answer its HTTPS requests."""

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
        """Return the answer that says that the network works, whatever name was requested, or redirect to the page."""
        return _ANSWERS.get(request.path.partition("?")[0]) or redirect(self._page)
