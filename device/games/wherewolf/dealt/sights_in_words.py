"""The answers of Seer, Mage and Medium as they read them."""

from collections.abc import Iterable

from device.games.wherewolf.referee.records import ToldEntry
from device.games.wherewolf.table.phrases import seat_number, wolf_word
from device.show.facts import Fact

_WORDS = {
    "seer": ("white-aura", "dark-aura"),
    "medium": ("white-aura", "dark-aura"),
    "mage": ("is-no-mystic", "is-mystic"),
}


def answer_facts(told: Iterable[ToldEntry]) -> tuple[Fact, ...]:
    """The facts that answer every question about a seat."""
    return tuple(
        wolf_word(_WORDS[entry.power][bool(entry.answer)], n=seat_number(entry.target))
        for entry in told
        if entry.target is not None
    )
