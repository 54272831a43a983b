"""For whom the files are that are written meanwhile, whatever the mask of whoever called: what systemd runs before the
box starts has that of the box, by which nobody else could read them, and to root's files the box is somebody else."""

import os
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def for_everybody() -> Iterator[None]:
    """Settings, decks, sounds: root writes them, and the box reads them."""
    with _masked(0o022):
        yield


@contextmanager
def for_group() -> Iterator[None]:
    """Their owner and the group alone."""
    with _masked(0o137):
        yield


@contextmanager
def for_nobody_else() -> Iterator[None]:
    """Names of people stand in them."""
    with _masked(0o077):
        yield


@contextmanager
def _masked(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)
