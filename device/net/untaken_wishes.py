"""Wishes that the box has refused: the page says why, in the word of the box, and keeps what was typed."""

from collections.abc import Mapping

from msgspec import Struct

from device.kernel.markup import Markup
from device.kernel.names import MOST_LETTERS
from device.kernel.public_record import TableShown
from device.kernel.refusal import Refusal
from device.net.form_writer import FormWriter

_MOST_KEPT = 64
"""As many as there are phones."""
_ALERT = "untaken"
"""Its place on the page: a field that is to be mended is described by it."""


class Untaken(Struct, frozen=True):
    """The word for why, the fields of the form as they were sent, and the part of the page it stands on; `stood` is
    what the glass showed."""

    word: Refusal
    fields: Mapping[str, str]
    part: str
    stood: object = None


class UntakenWishes:
    """The last of each phone, by the digest of its pass, until it wishes for something else or the glass shows another
    page."""

    def __init__(self) -> None:
        self._kept: dict[str, Untaken] = {}

    def settle(
        self, digest: str, word: Refusal | None, fields: Mapping[str, str], part: str, table: TableShown | None
    ) -> None:
        """Keep why the wish was refused; one that was not, or a box that is gone, leaves nothing to say."""
        self._kept.pop(digest, None)
        if word and table is not None:
            self._kept[digest] = Untaken(word, dict(fields), part, _standing(table))
        while len(self._kept) > _MOST_KEPT:
            del self._kept[next(iter(self._kept))]

    def of(self, digest: str, part: str, table: TableShown | None) -> Untaken | None:
        found = self._kept.get(digest)
        return found if found and (found.part, found.stood) == (part, _standing(table)) else None


def _standing(table: TableShown | None) -> object:
    return (table.phase, table.page, table.question and table.question.at) if table else None


def untaken_alert(writer: FormWriter, untaken: Untaken) -> Markup:
    """Return the word for a refused wish; if the form has one for each person, with the person."""
    said = writer.word(untaken.word, n=writer.figures(MOST_LETTERS))
    if untaken.fields.get("type") != "name":
        return writer.alert(said, _ALERT)
    whose = f"{writer.figures(untaken.fields['person'])}. {writer.word('people.name')}"
    return writer.alert(f"{whose}: {said}", _ALERT)


def field_attributes(untaken: Untaken | None, kind: str, person: int, name: str, value: str) -> dict[str, str]:
    """Return the attributes of a field of a person: with its value, or with what was typed into it and refused."""
    fields = untaken.fields if untaken else {}
    is_meant = (fields.get("type"), fields.get("person")) == (kind, str(person))
    if not is_meant or name not in fields:
        return {"value": value}
    return {"value": fields[name], "aria_invalid": "true", "aria_describedby": _ALERT}
