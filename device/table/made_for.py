"""A scenario that is not for as many as sit at this table: for how many it is, as that is shown, said and asked. Nobody
has chosen the number that it would take."""

from device.kernel.ids import LineId, number_line
from device.show.facts import Number, Word
from device.table.chosen_number import scenario_now
from device.table.house import Choices, House
from device.table.pages.names import number


def is_for_others(choices: Choices) -> bool:
    return choices.players not in (0, choices.setup.players)


def made_for_text(house: House, choices: Choices) -> str:
    """In the figures of the language."""
    players = scenario_now(house, choices).players
    text = f"{players[0]}-{players[-1]}" if len(players) > 1 else str(players[0])
    return number(house.words, choices.language, text)


def made_for_lines(house: House, choices: Choices) -> tuple[LineId, ...]:
    players = scenario_now(house, choices).players
    least, most = number_line(players[0]), number_line(players[-1])
    if least == most:
        return LineId("players.only"), least
    return LineId("players.least"), least, LineId("players.most"), most


def other_number(house: House, choices: Choices) -> tuple[Word, ...]:
    """What START asks before it plays with the nearest number; and where the others may go."""
    if not is_for_others(choices):
        return ()
    scenario, nearest = scenario_now(house, choices), choices.setup.players
    counts = {"least": scenario.players[0], "most": scenario.players[-1], "n": nearest}
    said = (*made_for_lines(house, choices), LineId("players.start"), number_line(nearest))
    name = "advice.only-number" if len(scenario.players) == 1 else "advice.other-number"
    asked = Word(name, {value: Number(count) for value, count in counts.items()}, said)
    beyond = f"advice.beyond.{scenario.id}"
    more = choices.players > scenario.players[-1] and house.words.has(beyond)
    return (asked, Word(beyond)) if more else (asked,)
