"""Serves a built site, to this machine, or with the box's own certificate to the home's network."""

import asyncio
import mimetypes
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

from nightcrier.kernel.clock import trusted_time
from nightcrier.kernel.errors import NightcrierError
from nightcrier.web.exchange import PageAnswer, PageRequest, RequestRefused, file_pieces
from nightcrier.web.own_address import own_address
from nightcrier.web.own_certificate import own_certificate
from nightcrier.web.server import PageServer

ServeLine: TypeAlias = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
PORT = 8470
_KINDS = {".mjs": "text/javascript", ".js": "text/javascript", ".whl": "application/zip", ".wasm": "application/wasm"}
_RANGE = re.compile(r"bytes=(\d+)-(\d+)")
_FREE = {
    "Content-Security-Policy": "frame-ancestors 'none'",  # the page has one of its own
    "Cache-Control": "no-cache",
    "Accept-Ranges": "bytes",
}


class FolderSite:
    """Answers requests for the files of a folder. Only files that were there at the start are known by a name."""

    def __init__(self, folder: Path) -> None:
        files = {f"/{file.relative_to(folder).as_posix()}": file for file in folder.rglob("*") if file.is_file()}
        self._files = {**files, "/": folder / "index.html"}

    def answer(self, request: PageRequest) -> PageAnswer:
        """Return a file, or a range of its bytes. Raises RequestRefused."""
        file = self._files.get(request.path.partition("?")[0])
        if file is None or request.method not in ("GET", "HEAD"):
            raise RequestRefused(404 if file is None else 405)
        kind = _KINDS.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        asked = _RANGE.fullmatch(request.headers.get("range", ""))
        if asked is None:
            return PageAnswer(kind=kind, headers=_FREE, stream=file_pieces(file))
        first, last = map(int, asked.groups())
        with file.open("rb") as opened:
            opened.seek(first)
            body = opened.read(max(0, last - first + 1))
        told = {"Content-Range": f"bytes {first}-{first + len(body) - 1}/{file.stat().st_size}"}
        return PageAnswer(206, body, kind, {**_FREE, **told})


def serve_folder(folder: Path, *, lan: bool, port: int = PORT) -> None:
    """Serve until somebody presses Ctrl-C. Raises NightcrierError."""
    certificate = own_certificate(folder.parent, trusted_time()) if lan else None
    serve = PageServer(FolderSite(folder), certificate=certificate).serve
    asyncio.run(_serve(serve, None if lan else "127.0.0.1", port))


def shown_at(*, lan: bool, port: int = PORT) -> str:
    """Return the address to open, on another device of the home's network or on this one."""
    return f"https://{own_address()}:{port}/" if lan else f"http://localhost:{port}/"


async def _serve(serve: ServeLine, host: str | None, port: int) -> None:
    try:
        server = await asyncio.start_server(serve, host, port)
    except OSError as refused:
        raise NightcrierError(f"Port {port} cannot be had ({refused.strerror}); end what has it.") from None
    await server.serve_forever()
