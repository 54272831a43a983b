"""Sends the tests of a file to the same process when several run them, so what the tests share is made only once."""

import re
from functools import cache
from pathlib import Path

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

LONG = re.compile("leak|led_waits|cut")
"""Matches long files whose tests share nothing: each of their tests is scheduled alone."""


class ByFile(LoadScopeScheduling):
    """Gives the tests of a file to one process, and all files that look at every page to the same process."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        if LONG.search(file):
            return nodeid
        return "pages" if looks_at_every_page(self.config.rootpath / file) else file


@cache
def looks_at_every_page(file: Path) -> bool:
    text = file.read_text("utf-8")
    return "pages_in" in text or "shown_in" in text


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByFile:
    return ByFile(config, log)
