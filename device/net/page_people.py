"""The people of the evening on the page: names, who plays, and places."""

from collections.abc import Iterator, Sequence

from device.kernel.markup import NO_MARKUP, Markup, tag
from device.kernel.people import Presence
from device.kernel.public_record import PublicPerson
from device.net.form_writer import FormWriter, hidden_field, options_of
from device.net.page_untaken import kept_attributes, kept_field
from device.net.untaken_wishes import Untaken


def people_section(
    writer: FormWriter, people: Sequence[PublicPerson], untaken: Untaken | None = None
) -> Iterator[Markup]:
    """What was typed and not taken stands in its field still."""
    yield tag("h2", writer.word("menu.people"))
    for person in people:
        yield _person(writer, person, len(people), untaken)
    yield writer.form("/wish", hidden_field("type", "newcomer"), "who.newcomer")


def _person(writer: FormWriter, person: PublicPerson, people: int, untaken: Untaken | None) -> Markup:
    number, shown = hidden_field("person", str(person.person)), writer.figures(person.person)
    about = [f"{shown}. {writer.word(f'people.{what}')}" for what in ("name", "next", "place")]
    typed = kept_attributes(kept_field(untaken, "name", person.person, "name"), person.name)
    name = tag("label", about[0], tag("input", name="name", maxlength=48, dir="auto", **typed))
    states = [(state.value, writer.word(f"people.{state}")) for state in Presence]
    there = writer.select("presence", "people.next", options_of(states, person.presence.value))
    typed = kept_attributes(kept_field(untaken, "move", person.person, "place"), str(person.person))
    number_of = tag("input", type="number", name="place", min=1, max=people, **typed, required=True)
    place = tag("label", writer.word("people.place"), number_of)
    comes = tag("p", writer.word("score.out")) if person.out else writer.wish("presence", number + there, about[1])
    moves = writer.wish("move", number + place, about[2]) if people > 1 else NO_MARKUP
    return writer.wish("name", number + name, about[0]) + comes + moves
