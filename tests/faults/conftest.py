"""Makes boxes in virtual time, as in `tests/box`."""

from tests.box.conftest import stage, where

__all__ = ["stage", "where"]
