"""Reads a game of GROWL as people write it down for `nightcrier judge`, and checks everything that does not depend on
how the game went."""

from typing import Annotated

from msgspec import Meta, Raw, Struct

from nightcrier.box.games.growl.cards import GROWL_CARDS, GROWL_FEWEST, GROWL_MOST, NIGHTS, Supplies, supplies_for
from nightcrier.kernel.errors import RefusedGame, near_word, quote_word
from nightcrier.kernel.reading import read_written

_GOLD_OF_SETS = (10, 12)
Count = Annotated[int, Meta(ge=-999_999, le=999_999)]
"""A number on the sheet. It is bounded: a refusal may quote it, and nobody reads a line of a thousand digits."""


class GrowlNight(Struct, frozen=True, forbid_unknown_fields=True):
    """A night as written on the sheet, and the deaths on the day before it."""

    active: Count
    card: str
    answers: list[str] = []
    card_deaths: list[Count] = []
    cannot_pass: list[Count] = []
    night_deaths: list[Count] = []
    day_deaths: list[Count] = []


class GrowlSheet(Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    players: Count
    start: Count = 1
    gold_cards: Count = 12
    nights: list[GrowlNight] = []
    day_deaths: list[Count] = []
    humans_stand: bool | None = None
    gold_in_hand: list[Count | None] | None = None

    @property
    def supplies(self) -> Supplies:
        return supplies_for(self.players, self.gold_cards)


def read_growl_sheet(content: bytes | Raw) -> GrowlSheet:
    """Read a sheet, and check that its game can be dealt and that its cards can come up. Raises RefusedGame."""
    sheet = read_written(content, GrowlSheet)
    _check_set(sheet)
    _check_cards(sheet)
    return sheet


def _check_set(sheet: GrowlSheet) -> None:
    if not GROWL_FEWEST <= sheet.players <= GROWL_MOST:
        raise RefusedGame(f"GROWL is for {GROWL_FEWEST} to {GROWL_MOST} players, not {sheet.players}", place="players")
    if not 1 <= sheet.start <= sheet.players:
        raise RefusedGame(
            f"the first turn is that of a seat from 1 to {sheet.players}, not {sheet.start}", place="start"
        )
    if sheet.gold_cards not in _GOLD_OF_SETS:
        raise RefusedGame(f"a set has 10 or 12 Gold cards, not {sheet.gold_cards}", place="gold_cards")
    if sheet.gold_in_hand is not None and len(sheet.gold_in_hand) != sheet.players:
        rule = f"there is a number or null for each of the {sheet.players} seats, not {len(sheet.gold_in_hand)}"
        raise RefusedGame(rule, place="gold_in_hand")


def _check_cards(sheet: GrowlSheet) -> None:
    """Check that each card exists, belongs to its night, and comes up once."""
    if len(sheet.nights) > NIGHTS + 1:
        raise RefusedGame(f"a game has {NIGHTS + 1} nights at most, not {len(sheet.nights)}")
    seen = set[str]()
    for number, card in enumerate((night.card for night in sheet.nights), 1):
        if card not in GROWL_CARDS:
            raise RefusedGame(
                f"there is no card {quote_word(card)}{near_word(card, GROWL_CARDS)}", place=f"night {number}"
            )
        if GROWL_CARDS[card].final is not (number > NIGHTS):
            kind = "a Final Night card, for the third night" if GROWL_CARDS[card].final else "no Final Night card"
            raise RefusedGame(f"{card_title(card)} is {kind}", place=f"night {number}")
        if card in seen:
            raise RefusedGame(f"{card_title(card)} came up before, and there is one of it", place=f"night {number}")
        seen.add(card)


def card_title(card: str) -> str:
    """Return the name of a card in an English sentence."""
    return card.replace("-", " ").title().replace("Hallows", "Hallows'")
