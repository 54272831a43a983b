"""Enlarges caches when the same pages are drawn a million times: the box keeps them small because a Zero 2 W has
little memory. What is drawn stays the same."""

import pickle
import sys
from collections.abc import Callable
from functools import _lru_cache_wrapper, lru_cache
from pathlib import Path
from typing import Any, get_origin

import pytest

from nightcrier.box.games.engine import reading
from nightcrier.box.games.one_night import file_words
from nightcrier.kernel import folders
from nightcrier.kernel.kept_copies import KeptCopies

SHIPPED = Path(__file__).parent.parent


def give_room(package: str, room: int) -> None:
    """Enlarge each cache of a package, wherever its name was imported, for the rest of this process."""
    roomy: dict[_lru_cache_wrapper[object], _lru_cache_wrapper[object]] = {}
    for module in [module for name, module in sys.modules.items() if name.startswith("nightcrier.")]:
        for name, cached in list(vars(module).items()):
            if isinstance(cached, _lru_cache_wrapper) and cached.__module__.startswith(package):
                roomy.setdefault(cached, lru_cache(maxsize=room)(cached.__wrapped__))
                setattr(module, name, roomy[cached])


def copies_of(parse: Callable[[str], dict[str, Any]]) -> Callable[[str], dict[str, Any]]:
    """Return a function that parses each text once, and gives a new value each time."""

    @lru_cache(maxsize=1000)
    def packed(text: str) -> bytes:
        return pickle.dumps(parse(text))

    return lambda text: pickle.loads(packed(text)) if len(text) > 500 else parse(text)  # noqa: S301 (our own bytes)


def once(make: Callable[..., object], of: Callable[..., object]) -> Callable[..., object]:
    """Return a function that calls `make` once for each value of `of`. It keeps the arguments, so no id comes twice."""
    known = dict[object, tuple[object, object]]()

    def made(*given: Any) -> object:
        if (key := of(*given)) not in known:
            known[key] = given, make(*given)
        return known[key][1]

    return made


def remember_shipped(patch: pytest.MonkeyPatch) -> None:
    """Let all boxes of this process share what comes with the box, in place of their own caches. A game in a file is
    read only once, whatever its folder: nothing changes it, and only a fault names the folder."""
    by_text = once(reading.read_game, lambda content, file, spoken: (content, Path(file).name, frozenset(spoken)))
    by_files = once(file_words.words_of_files, lambda files, _book, _house: (folders.share("words"), *map(id, files)))
    patch.setattr(reading, "read_game", by_text)
    patch.setattr(file_words, "words_of_files", by_files)
    find, keep, known = KeptCopies.find, KeptCopies.keep, dict[tuple[Path, type[Any]], object]()

    def found(copies: KeptCopies, path: Path, kind: type[Any]) -> object:
        return known.get((path, get_origin(kind) or kind)) if path.is_relative_to(SHIPPED) else find(copies, path, kind)

    def kept(copies: KeptCopies, path: Path, value: object) -> None:
        if path.is_relative_to(SHIPPED):
            known[path, type(value)] = value
        keep(copies, path, value)

    patch.setattr(KeptCopies, "find", found)
    patch.setattr(KeptCopies, "keep", kept)
