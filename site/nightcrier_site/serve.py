"""Shows a built site to this machine, or with a certificate of its own to the home's network."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from nightcrier.kernel.clock import trusted_time
from nightcrier.kernel.errors import NightcrierError
from nightcrier.web.own_address import own_address
from nightcrier.web.own_certificate import own_certificate

PORT = 8470
KINDS = {**SimpleHTTPRequestHandler.extensions_map, ".js": "text/javascript", ".mjs": "text/javascript"}


class SiteFiles(SimpleHTTPRequestHandler):
    """Sends the files of one folder, and says nothing. Someone who is slow holds up nobody else."""

    extensions_map = KINDS
    timeout = 30

    def log_message(self, *_: object) -> None: ...


def site_server(folder: Path, port: int, *, lan: bool) -> tuple[ThreadingHTTPServer, str]:
    """Return a server, and the address to open. Raises NightcrierError."""
    files = partial(SiteFiles, directory=str(folder))
    try:
        server = ThreadingHTTPServer(("" if lan else "127.0.0.1", port), files)
    except OSError as refused:
        raise NightcrierError(f"Port {port} cannot be had ({refused.strerror}); end what has it.") from None
    if not lan:
        return server, f"http://localhost:{server.server_port}/"
    context = own_certificate(folder.parent, trusted_time()).context
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    return server, f"https://{own_address()}:{server.server_port}/"
