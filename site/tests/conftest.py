"""A built site, and the browsers that open it. Where either is missing, the tests that need them are left out."""

import shutil
import threading
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from bench.net_phone import BROWSERS
from nightcrier_site.fetched import KEPT
from nightcrier_site.folder import build_site

PROGRAMS = {"chromium": "chromedriver", "firefox": "firefox-esr"}
HERE = Path(__file__).parent


class QuietFolder(SimpleHTTPRequestHandler):
    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".js": "text/javascript", ".mjs": "text/javascript"}

    def log_message(self, *_):
        pass


@contextmanager
def served(folder):
    """Any web server: this one knows no ranges."""

    def handler(*words, **named):
        return QuietFolder(*words, directory=folder, **named)

    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_address[1]}/"
        server.shutdown()


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The address of a built site."""
    if not KEPT.is_dir() or not shutil.which("node"):
        pytest.skip("./run site has not fetched what the page needs yet, or there is no node")
    folder = tmp_path_factory.mktemp("site")
    build_site(folder)
    shutil.copy(HERE / "evening.js", folder)
    with served(folder) as address:
        yield address


@pytest.fixture
def opened():
    """Opens a page in a browser of this name, if that is installed."""

    @contextmanager
    def opened(name):
        if not shutil.which(PROGRAMS[name]):
            pytest.skip(f"{name} is not installed")
        with BROWSERS[name](dark=True) as page:
            yield page

    return opened
