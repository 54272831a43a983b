"""Provides a built site, and the browsers that open it. If either is missing, the tests that need it are skipped."""

import fcntl
import shutil
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest

from bench.net_phone import BROWSERS
from nightcrier_site.__main__ import site_server
from nightcrier_site.folder import FETCHED, build_site

PROGRAMS = {"chromium": "chromedriver", "firefox": "firefox-esr"}


@pytest.fixture(scope="session")
def served():
    @contextmanager
    def served(folder):
        server, address = site_server(folder, 0, lan=False)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield address
        server.shutdown()
        server.server_close()

    return served


@pytest.fixture(scope="session")
def site(tmp_path_factory, served):
    if not FETCHED.is_dir() or not shutil.which("node"):
        pytest.skip("./run site has not fetched what the page needs yet, or there is no node")
    shared = tmp_path_factory.getbasetemp()
    shared = shared.parent if shared.name.startswith("popen-") else shared
    with (shared / "site.lock").open("w") as lock:  # the first process of a run builds it for all
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder := shared / "site" / "built").is_dir():
            build_site(folder)
            shutil.copy(Path(__file__).with_name("evening.js"), folder)
    with served(folder) as address:
        yield address


@pytest.fixture
def opened():
    """Return a function that opens a page in the browser with this name, if that is installed."""

    @contextmanager
    def opened(name):
        if not shutil.which(PROGRAMS[name]):
            pytest.skip(f"{name} is not installed")
        with BROWSERS[name](dark=True) as page:
            yield page

    return opened


@pytest.fixture
def cut_slot():
    class CutSlot:
        """Simulates a file in the browser's storage that keeps only the first bytes, like when a tab ends."""

        def __init__(self, left=None, content=b""):
            self.content, self.left, self.why = content, left, ""

        def read(self):
            return memoryview(self.content)

        def write(self, content):
            if self.left is None:
                self.content = self.content if self.why else content
            elif self.left[0]:
                self.content = content[: self.left[0]]
                self.left[0] = max(0, self.left[0] - len(content))
            return self.why

    return CutSlot
