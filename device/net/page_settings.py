"""What is chosen for the next game, on the page: its scenario, and the values of the menus, each with its line of
help."""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from device.kernel.public_record import OfferedSetting, TableOffers
from device.net.form_writer import FormWriter, hidden_field, options_of


def scenario_section(writer: FormWriter, offers: TableOffers) -> Iterator[str]:
    groups = []
    for game, scenarios in groupby(offers.scenarios, lambda each: each.game):
        decks = [(f"{game} {each.id}", each.title) for each in scenarios]
        chosen = options_of(decks, f"{offers.game} {offers.scenario}")
        groups.append(f'<optgroup label="{writer.word(f"game.{game}")}">{chosen}</optgroup>')
    yield f"<h2>{writer.word('scenario')}</h2>"
    yield writer.wish("scenario", writer.select("deck", "scenario", "".join(groups)), writer.word("scenario"))


def settings_section(writer: FormWriter, settings: Sequence[OfferedSetting]) -> Iterator[str]:
    for menu, listed in groupby(enumerate(settings, 1), lambda numbered: numbered[1].menu):
        yield f"<h2>{writer.word(f'menu.{menu}')}</h2>"
        yield from (_setting(writer, setting, f"told-{number}") for number, setting in listed)


def _setting(writer: FormWriter, setting: OfferedSetting, named: str) -> str:
    """Its help stands below it, and is said with it."""
    values = [(value, value) for value in setting.values]
    chosen = options_of(values, setting.values[setting.now])
    fields = hidden_field("menu", setting.menu) + hidden_field("item", setting.item)
    label, about = escape(setting.label), f' aria-describedby="{named}"' if setting.told else ""
    told = f'<p id="{named}">{escape(setting.told)}</p>' if setting.told else ""
    fields += f'<label>{label}<select name="value"{about}>{chosen}</select></label>'
    return writer.wish("setting", fields, label, told)
