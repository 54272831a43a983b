"""What is given as NAME=VALUE, one by one, each name once."""

from collections import Counter
from collections.abc import Iterable, Mapping

from device.kernel.errors import WrongUse


def named_values(flag: str, given: Iterable[str], more: Mapping[str, str] | None = None) -> dict[str, str]:
    """All of them, with `more` that was given under flags of its own. Raises WrongUse."""
    named = [*(_named_value(flag, words) for words in given), *(more or {}).items()]
    twice = next((name for name, times in Counter(name for name, _ in named).items() if times > 1), None)
    if twice is not None:
        raise WrongUse(f"The {flag.strip('-')} {twice} is given twice; give it once.")
    return dict(named)


def _named_value(flag: str, words: str) -> tuple[str, str]:
    name, equals, value = words.partition("=")
    if not equals:
        raise WrongUse(f"{flag}: '{words}' has no value; write NAME=VALUE.")
    return name, value
