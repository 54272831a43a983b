"""For all tests: hypothesis draws the same examples everywhere, and judges no speed."""

from hypothesis import settings

settings.load_profile("ci")
