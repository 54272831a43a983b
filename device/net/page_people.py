"""The people of the evening on the page: names, who plays, and places."""

from collections.abc import Iterator, Sequence

from device.kernel.people import Presence
from device.kernel.public_record import PublicPerson
from device.net.form_writer import FormWriter, hidden_field, options_of
from device.net.page_untaken import kept_attributes, kept_field
from device.net.untaken_wishes import Untaken


def people_section(writer: FormWriter, people: Sequence[PublicPerson], untaken: Untaken | None = None) -> Iterator[str]:
    """What was typed and not taken stands in its field still."""
    yield f"<h2>{writer.word('menu.people')}</h2>"
    for person in people:
        yield _person(writer, person, len(people), untaken)
    yield writer.form("/wish", hidden_field("type", "newcomer"), "who.newcomer")


def _person(writer: FormWriter, person: PublicPerson, people: int, untaken: Untaken | None) -> str:
    name_typed = kept_field(untaken, "name", person.person, "name")
    place_typed = kept_field(untaken, "move", person.person, "place")
    number, shown = hidden_field("person", str(person.person)), writer.figures(person.person)
    name = (
        f'<label>{shown}. {writer.word("people.name")}<input name="name" maxlength="48" dir="auto" '
        f"{kept_attributes(name_typed, person.name)}></label>"
    )
    states = [(state.value, writer.plain(f"people.{state}")) for state in Presence]
    there = writer.select("presence", "people.next", options_of(states, person.presence.value))
    place = (
        f'<label>{writer.word("people.place")}<input type="number" name="place" min="1" max="{people}" '
        f"{kept_attributes(place_typed, str(person.person))} required></label>"
    )
    about = [f"{shown}. {writer.word(f'people.{what}')}" for what in ("name", "next", "place")]
    comes = f"<p>{writer.word('score.out')}</p>" if person.out else writer.wish("presence", number + there, about[1])
    moves = writer.wish("move", number + place, about[2]) if people > 1 else ""
    return writer.wish("name", number + name, about[0]) + comes + moves
