"""Reads the forms of the page as wishes. A form that the box has refused is kept with the reason until it is corrected.
Each kind of wish accepts only its own fields."""

import json
import re
from collections.abc import Mapping

import msgspec
from msgspec import Struct

from nightcrier.kernel.ids import Language
from nightcrier.kernel.people import MOST_LETTERS, is_taken, tidy_name
from nightcrier.kernel.refusal import Refusal
from nightcrier.web.exchange import RequestRefused
from nightcrier.web.forms import FormWriter
from nightcrier.web.markup import NO_MARKUP, Markup
from nightcrier.wire.public_record import Phase, TableOffers, TableShown
from nightcrier.wire.wishes import Do, PhoneWish, is_heard

PLAYERS = "screen.players"
"""The name of the setting that the page shows inside the ring of people."""
_PLACE = re.compile(r"[a-z0-9._-]{1,80}", re.ASCII)
_WON = re.compile(r"won-(\d{1,2})", re.ASCII)
_FIELD = re.compile(r"(points|died|holds)-([1-9]\d?)", re.ASCII)


def form_wish(fields: Mapping[str, str]) -> PhoneWish:
    """Return the wish that a form contains. Raises RequestRefused for a wish that no page of the program sends."""
    try:
        wish: PhoneWish = msgspec.convert(_plain(fields), type=PhoneWish, strict=False)
    except msgspec.ValidationError:
        raise RequestRefused(400) from None
    if not is_heard(Do(1_000_000_000, wish)):
        raise RequestRefused(400)
    return wish


def touched_place(fields: Mapping[str, str]) -> str:
    """Return the place on the page of the form that was touched, so that the keyboard focus returns there. The place is
    empty if the form has none."""
    match fields:
        case {"more": card} | {"fewer": card}:
            touched = f"card-{card.partition(' ')[0]}"
        case {"person": person}:
            touched = f"person-{person}"
        case _:
            touched = fields.get("item", fields.get("deck", "").replace(" ", "-"))
    return f"#{touched}" if _PLACE.fullmatch(touched) else ""


def names_file(offers: TableOffers, language: Language, fields: Mapping[str, str]) -> tuple[str, bytes]:
    """Return the file of the names that a form gives to roles of the offered game, as people could write it: its name
    and its content. A role without a new name keeps the name that its game gives it. Raises RequestRefused for another
    game."""
    if fields.get("game") != offers.game or not fields.keys() <= {"game", *offers.names}:
        raise RequestRefused(400)
    rows = ["format = 1"]
    for key in offers.names:
        table, _, named = key.partition(".")
        if name := tidy_name(fields.get(key, "")):
            rows.append(f"{table}.{json.dumps(named)} = {json.dumps(name, ensure_ascii=False)}")
    return f"{offers.game}.{language}.names.toml", "\n".join((*rows, "")).encode()


def taken_name(names: Mapping[str, str], fields: Mapping[str, str]) -> str:
    """Return the field whose name already belongs to something else of its kind in this form, or in the game, because
    the box would refuse it. Return "" if there is no such field."""
    typed = {key: tidy_name(fields.get(key, "")) or name for key, name in names.items()}
    for key in (key for key, name in typed.items() if name != names[key]):
        others = [at for at in names if at != key and at.partition(".")[0] == key.partition(".")[0]]
        if is_taken(typed[key], [each[at] for at in others for each in (typed, names)]):
            return key
    return ""


def _plain(fields: Mapping[str, str]) -> Mapping[str, object]:
    """Return the fields of the wish, computed from the fields of the form."""
    match fields:
        case {"type": "scenario", "deck": deck, **others}:
            game, _, scenario = deck.partition(" ")
            return {**others, "type": "scenario", "game": game, "scenario": scenario}
        case {"type": "card", "more": pressed, **others} | {"type": "card", "fewer": pressed, **others}:
            card, _, count = pressed.rpartition(" ")
            return {**others, "type": "card", "card": card, "count": count}
        case {"type": "mend", **others}:
            ticked = {name: _WON.fullmatch(name) for name in others}
            winners = [found[1] for found in ticked.values() if found]
            return {"type": "mend", "winners": winners, **{name: others[name] for name in others if not ticked[name]}}
        case {"type": "answer", "at": at, **others}:
            values = [name.removeprefix("value-") for name in others if name.startswith("value-")]
            unknown = {name: others[name] for name in others if not name.startswith("value-")}
            return {"type": "answer", "at": at, "values": values, **unknown}
        case {"type": "result", "at": at, "send": "points" | "died" | "cards" as send, **others}:
            return result_fields(at, send, others)
        case {"type": "strike", "sure": "yes", **others}:
            return {**others, "type": "strike"}
        case {"type": "strike"}:
            raise RequestRefused(400)
    return fields


def result_fields(at: str, send: str, fields: Mapping[str, str]) -> Mapping[str, object]:
    """Return the fields of a `ResultWish`. An unknown field of the form is passed on, so that the wish is refused."""
    points, dead, cards = (_by_seat(kind, fields) for kind in ("points", "died", "holds"))
    pointed = [points[seat] for seat in sorted(points)] if all(points.values()) and send != "died" else []
    told = [*dead] if send == "died" or (send == "cards" and dead and not pointed) else None
    held = [cards[seat] for seat in sorted(cards)] if send == "cards" else []
    unknown = {name: value for name, value in fields.items() if not _FIELD.fullmatch(name)}
    return {"type": "result", "at": at, "points": pointed, "dead": told, "cards": held, **unknown}


def _by_seat(kind: str, fields: Mapping[str, str]) -> Mapping[int, str]:
    """Return what the fields of a kind say about each seat, in the order of the form."""
    found = filter(None, map(_FIELD.fullmatch, fields))
    return {int(each[2]): fields[each[0]] for each in found if each[1] == kind}


_MOST_KEPT = 64
"""The maximum number of forms that are kept: one for each phone."""
ALERT = "untaken"
WRONG = {"aria_invalid": "true", "aria_describedby": ALERT}
"""The id of the alert on the page, and the attributes of a field that must be corrected, which the alert describes."""


class KeptForm(Struct, frozen=True):
    """A form to show again, because its wish was refused, or because it holds a part of a result. `word` is the reason
    for a refusal, and `part` is the form's part of the page."""

    word: Refusal | None
    fields: Mapping[str, str]
    part: str

    @property
    def is_of_result(self) -> bool:
        return self.fields.get("type") == "result"


class KeptForms:
    """Keeps the last form of each phone that its page shows again, by the phone's pass. A form is kept until the
    phone's next wish, or until the glass shows another page."""

    def __init__(self) -> None:
        self._kept = dict[str, KeptForm]()
        self._stands: tuple[object, ...] | None = None

    def look(self, table: TableShown | None) -> None:
        """Forget the kept forms when the glass shows another page. Keep those of a result until nothing is asked about
        it."""
        stands = (table.phase, table.page, table.question and table.question.at) if table else None
        if self._stands != stands:
            asks = table is not None and table.phase is Phase.ASKED
            self._kept = {each: form for each, form in self._kept.items() if asks and form.is_of_result}
        self._stands = stands

    def settle(self, digest: str, word: Refusal | None, fields: Mapping[str, str], part: str) -> None:
        """Keep the form with the reason why its wish was refused, or if it belongs to a result. Nothing is kept if the
        box is gone."""
        self._kept.pop(digest, None)
        form = KeptForm(word, dict(fields), part)
        if self._stands and (word or form.is_of_result):
            self._kept[digest] = form
        while len(self._kept) > _MOST_KEPT:
            del self._kept[next(iter(self._kept))]

    def of(self, digest: str, part: str) -> KeptForm | None:
        found = self._kept.get(digest)
        return found if found and found.part == part else None


def refusal_alert(writer: FormWriter, refused: KeptForm) -> Markup:
    """Return an alert with the reason for a refused wish. If a name was refused, the alert says which person's name."""
    if refused.word is None:
        return NO_MARKUP
    said = writer.word(refused.word, n=writer.figures(MOST_LETTERS))
    if refused.fields.get("type") != "name":
        return writer.alert(said, ALERT)
    whose = f"{writer.figures(refused.fields['person'])}. {writer.word('people.name')}"
    return writer.alert(f"{whose}: {said}", ALERT)


def field_attributes(refused: KeptForm | None, kind: str, person: int, name: str, value: str) -> dict[str, str]:
    """Return the attributes of a field that exists for each person. The value is the person's, or the refused text that
    was typed."""
    fields = refused.fields if refused else {}
    is_meant = (fields.get("type"), fields.get("person")) == (kind, str(person))
    return {"value": fields[name], **WRONG} if is_meant and name in fields else {"value": value}
