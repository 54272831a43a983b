"""Tells a judged game as a story, for all games: rows of what was chosen and what followed, in the game's words."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

Row = dict[str, Any]
_PLAIN = {True: "yes", False: "no", None: "nothing"}
_SHARED = {
    "told": "learns in the call {as}{about}: {answer}",
    "killed": "",
    "out": "",
    "causes": "{who} dies: {what}",
    "turned": "{who} becomes {what}",
    "burned": "{who} burns",
    "end": "The game ends in round {round}: {how}.",
    "open": "The game goes on.",
}
"""The sentences for keys that several games share. A sentence is empty if another key already says the same."""


def join_names(names: Sequence[str]) -> str:
    """Return names as part of a sentence, for example `P1, P2 and P4`."""
    *first, last = names or ["nobody"]
    return f"{', '.join(first)} and {last}" if first else last


class Teller(Struct, frozen=True):
    """Turns rows into sentences. `words` has the sentence for a `key` of a row, and the words for a value as
    `key.value`. A sentence with {who} is repeated for each place of the value, with its name from `names`."""

    words: Mapping[str, str] = {}
    names: Mapping[str, str] = {}

    def tell(self, title: str, row: Row) -> list[str]:
        """Return a title, and below it the sentences of a row."""
        return [title, *([f"  {line}." for line in self.sentences(row)] or ["  Nothing happens."])]

    def tell_end(self, report: Row) -> list[str]:
        """Return sentences that say how a game ended and why its winners won."""
        end = report["end"]
        ended = self._word("end" if end["how"] else "open")
        return [ended.format(round=end["round"], how=self._plain(end["how"], "end")), *report["reasons"]]

    def sentences(self, row: Row) -> Iterator[str]:
        """Yield the sentences of a row. A choice is a row of its own with `seat`, `as` and `targets`, and often with
        what it `does` and the turn `during` which it was made. A fact that a seat learned has an `answer`, and often a
        `target` and the `kind` of its sentence."""
        for key, value in row.items():
            said = self._word(key, f"{key.replace('_', ' ').capitalize()}: {{what}}")
            if not value or not said:
                continue
            if "{who}" in said:
                for who in [value] if isinstance(value, str) else value:
                    what = value[who] if isinstance(value, Mapping) else who
                    if what != []:
                        yield said.format(who=self.names.get(who, who), what=self._plain(what, key))
            elif isinstance(value, list) and isinstance(value[0], Mapping):
                yield from (self._learnt(each) if "answer" in each else self._choice(each) for each in value)
            else:
                yield said.format(what=self._plain(value, key))

    def _word(self, key: str, otherwise: str = "") -> str:
        return self.words.get(key, _SHARED.get(key, otherwise))

    def _choice(self, entry: Row) -> str:
        turn = f" in the turn of {entry['during']}" if entry.get("during") else ""
        does = entry.get("does", "chooses {targets}")
        if not entry["targets"] and "{targets}" in does:
            does = "opens the eyes" if turn else "does nothing"
        did = does.format_map({**entry, "targets": join_names(entry["targets"])})
        return f"{entry['seat']}, as {entry['as']}{turn}, {did}"

    def _learnt(self, entry: Row) -> str:
        seat, answer, turn = entry["seat"], self._plain(entry["answer"]), entry.get("kind", entry["as"])
        said = self._word(f"told.{turn}.{answer}", self._word(f"told.{turn}", self._word("told")))
        about = f" about {self._plain(entry['target'])}" if "target" in entry else ""
        return f"{self.names.get(seat, seat)} {said.format_map({**entry, 'answer': answer, 'about': about})}"

    def _plain(self, value: Any, key: str = "") -> str:
        if isinstance(value, Mapping):
            return ", ".join(f"{name} {self._plain(each, key)}" for name, each in value.items())
        if isinstance(value, list | tuple):
            return join_names([self._plain(each, key) for each in value])
        plain = _PLAIN[value] if value is None or isinstance(value, bool) else str(value)
        return self._word(f"{key}.{plain}", plain)
