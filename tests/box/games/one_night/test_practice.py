"""Tests a practice night: it says what the real one says, with open eyes, and explains each role."""

from nightcrier.box.games.one_night.night_show import night_show
from nightcrier.box.games.one_night.practice import practice_show
from nightcrier.box.games.one_night.rules.options import Options
from nightcrier.box.games.one_night.rules.roles import ROLES
from nightcrier.box.library import shipped_words
from nightcrier.box.show.cues import Say, Show, Window
from nightcrier.box.table.over.explain import explanation
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.ids import LineId


def said(show: Show) -> list[str]:
    return [line for cue in show if isinstance(cue, Say) for line in cue.lines]


def test_every_line_of_the_real_night_is_heard_but_those_that_shut_and_open_eyes():
    """The lines keep their order, and a role with more to explain is explained before its call."""
    deck = ("sentinel", "doppelganger", "werewolf", "dream-wolf", "minion", "robber", "curator", "villager")
    for options in (Options(), Options(wording="short"), Options(name_place=True, lone_wolf=True)):
        night = said(night_show(deck, options, SeededChance(5), deck))
        practice = said(practice_show(deck, options, SeededChance(5)))
        awake = [line for line in night if not line.startswith(("one-night.open", "one-night.dawn", "day.open"))]
        assert [line for line in practice if line in night] == [line for line in awake if "nudge" not in line]
        assert practice.count("practice.nudge") == 1  # nobody is told to keep shut what is open
        assert practice.index("explain.role.robber.2") == practice.index("explain.role.robber") + 1


def test_what_the_call_says_itself_is_not_told_before_it():
    """A full call describes its role, so only the side is told before. A short call says less than that."""
    deck = ("werewolf", "seer", "robber", "villager")
    full = said(practice_show(deck, Options(), SeededChance(0)))
    assert full[:3] == ["one-night.werewolf.wake", "practice.side.werewolf", "one-night.werewolf.close"]
    assert full[3:6] == ["one-night.seer.wake", "practice.side.village", "one-night.seer.close"]
    assert full.index("explain.role.robber") < full.index("one-night.robber.wake")
    assert "explain.role.villager" in full
    assert not {"explain.role.seer", "explain.role.werewolf"} & set(full)
    short = said(practice_show(deck, Options(wording="short"), SeededChance(0)))
    assert short.index("explain.role.seer") < short.index("one-night.seer.wake.short")
    assert not [line for line in short if line.startswith("practice.side")]


def test_a_role_is_told_in_as_many_lines_as_there_are():
    for role in ROLES.values():
        assert len(explanation(shipped_words(), LineId(f"explain.role.{role.id}"))) == role.told, role.id


def test_whatever_hands_do_ends_at_start():
    show = practice_show(("werewolf", "seer", "villager"), Options(), SeededChance(0))
    windows = [cue for cue in show if isinstance(cue, Window)]
    assert [cue.name for cue in windows] == ["werewolf", "seer", "nudge"]
    assert all(cue.least == 0.0 for cue in windows)


def test_without_cards_it_is_only_heard():
    show = practice_show(("werewolf", "seer", "villager"), Options(deal=True, name_place=True), SeededChance(0))
    assert not any(isinstance(cue, Window) for cue in show)
    assert not {"practice.nudge", "one-night.places"} & set(said(show))
