"""Phones at a page."""

from tests.phone.conftest import phones

__all__ = ["phones"]
