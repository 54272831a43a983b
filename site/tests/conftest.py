"""A built site, and the browsers that open it. Where either is missing, the tests that need them are left out."""

import shutil
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest

from bench.net_phone import BROWSERS
from nightcrier_site.__main__ import site_server
from nightcrier_site.folder import FETCHED, build_site

PROGRAMS = {"chromium": "chromedriver", "firefox": "firefox-esr"}
HERE = Path(__file__).parent


@pytest.fixture(name="served")
def fixture_served():
    return served


@contextmanager
def served(folder):
    server, address = site_server(folder, 0, lan=False)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield address
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The address of a built site."""
    if not FETCHED.is_dir() or not shutil.which("node"):
        pytest.skip("./run site has not fetched what the page needs yet, or there is no node")
    folder = tmp_path_factory.mktemp("built") / "site"
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
