"""A game that an older box began goes on after the update as the game it was."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from device.kernel.people import SeatedPerson
from device.show.setup import DeckOrigin
from device.show.stages import Count, Perform, Tell
from device.table.entries import Entry, FormerBegan
from device.table.restored_game import restore_session
from device.table.state import Table
from device.table.verdict_stage import counted_game

ENTRIES: msgspec.json.Decoder[list[Entry]] = msgspec.json.Decoder(list[Entry])
WRITTEN = """[{"type":"began","game":"one-night","setup":{"scenario":"first-game","players":3,
"deck":["werewolf","werewolf","seer","robber","troublemaker","villager"],"options":{"wording":"expert"},"fresh":["seer"],
"practice":false,"ledger":[1,0,2],"people":[{"person":1,"name":"Ada"},{"person":3,"name":"Cem"},
{"person":4,"name":"Dee"}],"evening":1,"heard":true,"told":true,"again":AGAIN,"wording":7},"seed":5}ANSWERS]"""
ANSWER = """,{"type":"answered","value":""}"""


def former(again: str, answers: int) -> list[Entry]:
    return ENTRIES.decode(WRITTEN.replace("AGAIN", again).replace("ANSWERS", ANSWER * answers))


@pytest.mark.parametrize(
    ("again", "stages"), [("false", (Perform, Count, Perform)), ("true", (Tell, Perform, Count, Perform))]
)
def test_its_answers_lead_to_the_same_stages(real_house: Any, again: str, stages: tuple[type, ...]) -> None:
    """Where its cards lay there it began with dealing them anew, else with its night."""
    for answers, stage in enumerate(stages):
        session = restore_session(real_house, former(again, answers))
        assert session
        assert isinstance(session.stage, stage)
        assert not isinstance(session.stage, Tell) or session.stage.lines == ("one-night.again",)


def test_it_counts_for_the_same_people(real_house: Any) -> None:
    session = restore_session(real_house, former("false", 1))
    assert session
    setup = session.setup
    assert setup.seated == (SeatedPerson(1, "Ada"), SeatedPerson(3, "Cem"), SeatedPerson(4, "Dee"))
    assert (setup.evening, setup.games_before, setup.ledger, setup.fresh) == (1, 7, (1, 0, 2), ("seer",))
    assert (setup.heard, setup.told) == (True, True)


def test_its_cards_are_named_as_its_scenario_and_drawn_ones_as_what_they_are(
    real_house: Any, real_table: Table
) -> None:
    (began,) = former("false", 0)
    assert isinstance(began, FormerBegan)
    assert began.today().setup.deck_id == "first-game"
    setup = replace(began.today().setup, origin=DeckOrigin.DRAWN)
    entries = ENTRIES.decode(msgspec.json.encode([replace(began.today(), setup=setup)]))
    session = restore_session(real_house, entries)
    assert session
    assert counted_game(real_table, session, (1, 0, 0)).scenario == "random-deck"


def test_what_is_written_now_is_read_as_it_is(real_house: Any) -> None:
    (began,) = former("false", 0)
    assert isinstance(began, FormerBegan)
    now = began.today()
    assert ENTRIES.decode(msgspec.json.encode([now])) == [now]
    assert restore_session(real_house, [now]) == restore_session(real_house, [began])
