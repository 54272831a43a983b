"""What is chosen for the next game, on the page: its scenario, and the values of the menus, each with its line of
help."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from device.kernel.markup import NO_MARKUP, Markup, markup_of, tag
from device.kernel.public_record import OfferedSetting, TableOffers
from device.net.form_writer import FormWriter, hidden_field, options_of


def scenario_section(writer: FormWriter, offers: TableOffers) -> Iterator[Markup]:
    groups = []
    for game, scenarios in groupby(offers.scenarios, lambda each: each.game):
        decks = [(f"{game} {each.id}", each.title) for each in scenarios]
        chosen = options_of(decks, f"{offers.game} {offers.scenario}")
        groups.append(tag("optgroup", chosen, label=writer.word(f"game.{game}")))
    yield tag("h2", writer.word("scenario"))
    yield writer.wish("scenario", writer.select("deck", "scenario", markup_of(groups)), writer.word("scenario"))


def settings_section(writer: FormWriter, settings: Sequence[OfferedSetting]) -> Iterator[Markup]:
    for menu, listed in groupby(enumerate(settings, 1), lambda numbered: numbered[1].menu):
        yield tag("h2", writer.word(f"menu.{menu}"))
        yield from (_setting(writer, setting, f"told-{number}") for number, setting in listed)


def _setting(writer: FormWriter, setting: OfferedSetting, named: str) -> Markup:
    """Its help stands below it, and is said with it."""
    values = [(value, value) for value in setting.values]
    chosen = options_of(values, setting.values[setting.now])
    fields = hidden_field("menu", setting.menu) + hidden_field("item", setting.item)
    told = tag("p", setting.told, id=named) if setting.told else NO_MARKUP
    value = tag("select", chosen, name="value", aria_describedby=named if told else None)
    return writer.wish("setting", fields + tag("label", setting.label, value), setting.label, told)
