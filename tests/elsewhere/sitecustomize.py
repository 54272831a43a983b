"""Hides a box that is installed on this machine from tests and the programs they start, so that playing on it cannot
make a test fail. Python reads this file at startup; `tests/conftest.py` puts it on the path."""

import builtins
import errno
import io
import os
import re
from collections.abc import Callable
from functools import wraps
from pathlib import Path, PurePath
from typing import Any

_PLACES = (
    "/(etc|opt)/nightcrier",
    "/run/nightcrier(-told|-stick)?",
    "/var/(lib|cache)/nightcrier(-net|-out|-hall|-card)?",
    re.escape(f"{os.environ.get('XDG_STATE_HOME') or Path.home() / '.local/state'}/nightcrier"),
)
OWN = re.compile(f"({'|'.join(_PLACES)})(/|$)")
"""Matches this machine's own folders of a box, as systemd, the installer and the simulated box make them."""

_CALLS = ((os, ("stat", "lstat", "access", "open", "mkdir", "scandir", "listdir")), (io, ("open",)))
"""All calls with which the program looks at a path. `pathlib` uses them, too."""


def _hides_own(call: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(call)
    def looked_at(path: Any = ".", *rest: Any, **named: Any) -> Any:
        if isinstance(path, str | PurePath) and OWN.match(os.fspath(path)):
            if call.__name__ == "access":
                return False
            raise FileNotFoundError(errno.ENOENT, "hidden from tests", os.fspath(path))
        return call(path, *rest, **named)

    for able in (os.supports_dir_fd, os.supports_effective_ids, os.supports_fd, os.supports_follow_symlinks):
        able.update({looked_at} if call in able else ())
    return looked_at


for module, names in _CALLS:
    for name in names:
        setattr(module, name, _hides_own(getattr(module, name)))
builtins.open = io.open
