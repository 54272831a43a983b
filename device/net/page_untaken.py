"""On the page: that a wish was not taken, and what was typed for it."""

from device.kernel.markup import Markup
from device.kernel.names import MOST_LETTERS
from device.net.form_writer import FormWriter
from device.net.untaken_wishes import Untaken

_ALERT = "untaken"
"""Its place on the page: a field that is to be mended is described by it."""


def untaken_alert(writer: FormWriter, untaken: Untaken) -> Markup:
    """Where it is one of many fields alike, with whose it is."""
    said = writer.word(untaken.word, n=writer.figures(MOST_LETTERS))
    if untaken.fields.get("type") != "name":
        return writer.alert(said, _ALERT)
    whose = f"{writer.figures(untaken.fields['person'])}. {writer.word('people.name')}"
    return writer.alert(f"{whose}: {said}", _ALERT)


def kept_field(untaken: Untaken | None, kind: str, person: int, name: str) -> str | None:
    """What was typed into this field of a person; None where nothing was that is not taken."""
    fields = untaken.fields if untaken else {}
    is_meant = (fields.get("type"), fields.get("person")) == (kind, str(person))
    return fields.get(name) if is_meant else None


def kept_attributes(typed: str | None, value: str) -> dict[str, str]:
    """Of a field: with what it has, or with what was typed."""
    if typed is None:
        return {"value": value}
    return {"value": typed, "aria_invalid": "true", "aria_describedby": _ALERT}
