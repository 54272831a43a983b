"""A question about a result on the page: as it stands on the glass, with every answer to be touched."""

import pytest
from msgspec.structs import replace

from nightcrier.wire.public_record import Phase, PublicQuestion
from tests.phone.phones import HOME, QUESTION
from tests.phone.test_page import Tags, writer


def page(question: PublicQuestion | None, phase: Phase = Phase.ASKED) -> str:
    return writer().table(replace(HOME, phase=phase, question=question), None)


def test_one_answer_is_a_touch():
    tags = Tags(page(QUESTION))
    buttons = [(each.get("name"), each.get("value")) for tag, each in tags.tags if tag == "button"]
    assert buttons == [("value-1", "yes"), ("value-2", "yes"), ("value-several", "yes"), (None, None)]
    assert {"name": "at", "value": "61.5", "type": "hidden"} in [each for _, each in tags.tags]
    text = page(QUESTION)
    assert "<legend>Who &lt;died&gt;?</legend>" in text
    assert "<b>" not in text


def test_several_are_ticked_and_sent_at_once():
    tags = Tags(page(replace(QUESTION, marked=True, least=0, most=3)))
    ticks = [each["name"] for tag, each in tags.tags if each.get("type") == "checkbox"]
    assert ticks == ["value-1", "value-2", "value-several"]
    assert tags.unlabelled == []


@pytest.mark.parametrize("phase", [Phase.HOME, Phase.NIGHT])
def test_none_stands_at_home_or_in_a_night(phase):
    assert 'value="answer"' not in page(QUESTION, phase)


def test_without_one_the_box_is_in_charge():
    assert "A game is on" in page(None)
    assert "A game is on" not in page(QUESTION)
