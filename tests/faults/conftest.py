"""Makes boxes in virtual time, like `tests/box`."""

from tests.box.conftest import stage, where

__all__ = ["stage", "where"]
