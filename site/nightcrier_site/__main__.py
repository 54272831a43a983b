"""Runs `./run site`: builds the box for a tab of a browser, as a folder of files, and shows it if asked."""

import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from nightcrier.kernel.clock import trusted_time
from nightcrier.kernel.command import Parser, run_to_end
from nightcrier.kernel.errors import NightcrierError
from nightcrier.web.own_address import own_address
from nightcrier.web.own_certificate import own_certificate
from nightcrier_site.folder import build_site

BUILT, PORT, _SCRIPT = Path("build/site"), 8470, "text/javascript"


class SiteFiles(SimpleHTTPRequestHandler):
    """Sends the files of one folder, and prints nothing. A slow client delays nobody else."""

    extensions_map, timeout = SimpleHTTPRequestHandler.extensions_map | dict.fromkeys((".js", ".mjs"), _SCRIPT), 30

    def log_message(self, *_: object) -> None: ...


def site_server(folder: Path, port: int, *, lan: bool) -> tuple[ThreadingHTTPServer, str]:
    """Return a server, and the address to open. Raises NightcrierError."""
    files = partial(SiteFiles, directory=str(folder))
    try:
        server = ThreadingHTTPServer(("" if lan else "127.0.0.1", port), files)
    except OSError as refused:
        why = f"Port {port} cannot be had ({refused.strerror}): end what has it, perhaps another ./run site --serve."
        raise NightcrierError(why) from None
    if not lan:
        return server, f"http://localhost:{server.server_port}/"
    context = own_certificate(folder.parent, trusted_time()).context
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    return server, f"https://{own_address()}:{server.server_port}/"


def site_parser() -> Parser:
    parser = Parser(prog="site", description="The box in a tab of a browser, as a folder of files for any web server.")
    parser.add_argument("--out", type=Path, default=BUILT, metavar="DIR", help=f"the folder to build ({BUILT})")
    parser.add_argument("--serve", action="store_true", help="then show it on this machine")
    parser.add_argument("--lan", action="store_true", help="the same, to the home's network")
    return parser


def main() -> int:
    asked = site_parser().parse_args()
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    server, address = site_server(asked.out, PORT, lan=asked.lan) if asked.serve or asked.lan else (None, "")
    print("Building the site, which takes a minute or two...", flush=True)
    build_site(asked.out)
    print(f"The site is built: {asked.out}", flush=True)
    if server:
        print(f"Open {address} (Ctrl-C ends it). Lines to judge: {address}review.html", flush=True)
        server.serve_forever()
    return 0


if __name__ == "__main__":
    sys.exit(run_to_end(main))
