"""Provides phones at a page."""

from tests.phone.conftest import key, phones

__all__ = ["key", "phones"]
