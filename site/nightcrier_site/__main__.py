"""Runs `./run site`: builds the box for a tab of a browser, as a folder of files, and shows it if asked."""

import sys
from pathlib import Path

from nightcrier.kernel.command import Parser, run_to_end
from nightcrier_site.folder import build_site
from nightcrier_site.serve import PORT, site_server

BUILT = Path("build/site")


def site_parser() -> Parser:
    parser = Parser(prog="site", description="The box in a tab of a browser, as a folder of files for any web server.")
    parser.add_argument("--out", type=Path, default=BUILT, metavar="DIR", help=f"the folder to build ({BUILT})")
    parser.add_argument("--serve", action="store_true", help="then show it on this machine")
    parser.add_argument("--lan", action="store_true", help="with --serve: to the home's network")
    return parser


def main() -> int:
    arguments = site_parser().parse_args()
    build_site(arguments.out)
    if arguments.serve:
        server, address = site_server(arguments.out, PORT, lan=arguments.lan)
        print(f"Open {address} (Ctrl-C ends it).", flush=True)
        server.serve_forever()
    return 0


if __name__ == "__main__":
    sys.exit(run_to_end(main))
