"""Reads a message of a fixed form that came from another program, which may say anything."""

from typing import TypeVar

import msgspec

_T = TypeVar("_T")


def read_message(payload: bytes, kind: type[_T]) -> _T | None:
    """Read a message of this kind; None if it is none."""
    try:
        return msgspec.json.decode(payload, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
