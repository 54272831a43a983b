"""The blueprints for Home Assistant go by what everybody hears, and name nothing that the table does not say."""

import re
from pathlib import Path

import pytest

from nightcrier.wire.public_record import Phase

FOLDER = Path("docs/home-assistant")
TEXTS = {file.name: file.read_text("utf-8") for file in sorted(FOLDER.glob("*.yaml"))}
INPUTS = re.compile(r"^    (\w+):\n      name:", re.MULTILINE)


def test_there_is_one_for_the_lights_and_one_for_the_calls():
    assert set(TEXTS) == {"lights.yaml", "call-lamp.yaml"}


@pytest.mark.parametrize("name", TEXTS)
def test_what_is_asked_for_is_used_and_what_is_used_is_asked_for(name):
    assert set(re.findall(r"!input (\w+)", TEXTS[name])) == set(INPUTS.findall(TEXTS[name]))


@pytest.mark.parametrize("name", TEXTS)
def test_it_is_plain_text_of_two_spaces_a_step(name):
    for line in TEXTS[name].splitlines():
        assert line == line.rstrip()
        assert "\t" not in line
        assert (len(line) - len(line.lstrip(" "))) % 2 == 0


def test_the_lights_know_only_phases_that_there_are():
    named = re.findall(r"^    (?:to|from): \[?([\w, ]+)\]?$", TEXTS["lights.yaml"], re.MULTILINE)
    assert {phase for row in named for phase in row.split(", ")} == {phase.value for phase in Phase}


def test_the_lights_have_a_sequence_for_each_moment():
    text = TEXTS["lights.yaml"]
    triggers = re.findall(r"^    id: (\w+)$", text, re.MULTILINE)
    chosen = re.findall(r"^            id: (\w+)\n        sequence: !input (\w+)$", text, re.MULTILINE)
    assert chosen == [(moment, moment) for moment in triggers]
    assert triggers == ["night", "dawn", "vote", "verdict", "end"]


def test_the_lamp_blinks_the_number_of_the_call():
    assert "trigger.to_state.attributes.number" in TEXTS["call-lamp.yaml"]
    assert 'count: "{{ count // 5 + count % 5 }}"' in TEXTS["call-lamp.yaml"]
    assert "blink * 3 if repeat.index <= count // 5 else blink" in TEXTS["call-lamp.yaml"]
