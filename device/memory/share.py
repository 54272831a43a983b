"""Where the things that came with the program lie: beside the package in a checkout, inside it when installed."""

from pathlib import Path

_PACKAGE = Path(__file__).parents[1]


def share(name: str) -> Path:
    """The folder of this name: `assets` or `config`."""
    installed = _PACKAGE / "_share" / name
    return installed if installed.is_dir() else _PACKAGE.parent / name
