"""The Night cards and the Final Night cards, and the lines that tell what each does, in the order they are said."""

from msgspec import Struct

from device.kernel.ids import LineId
from device.show.facts import Fact, RoleName


class Card(Struct, frozen=True):
    """A card that makes a night. `rest` are the lines after its first."""

    id: str
    rest: tuple[str, ...] = (".more",)
    final: bool = False

    @property
    def lines(self) -> tuple[LineId, ...]:
        return tuple(LineId(f"growl.{self.id}{end}") for end in ("", *self.rest))

    @property
    def name(self) -> Fact:
        return RoleName(self.id)


CARDS = {
    card.id: card
    for card in (
        Card("gift"),
        Card("truth-serum"),
        Card("caged", ()),
        Card("blood-hound", ()),
        Card("insomnia", ()),
        Card("silver-bullet"),
        Card("seance"),
        Card("hypnosis"),
        Card("unwanted", final=True),
        Card("tempest", final=True),
        Card("accused", final=True),
        Card("sleepwalkers", final=True),
        Card("unsaved", final=True),
        Card("all-hallows-eve", final=True),
        Card("trusted", final=True),
        Card("purge", final=True),
    )
}
NIGHT = tuple(card.id for card in CARDS.values() if not card.final)
FINAL = tuple(card.id for card in CARDS.values() if card.final)
SECRETS = frozenset({"truth-serum", "blood-hound"})
"""What somebody saw by these is not spoken of until the night is over."""
WOUNDING = frozenset({"silver-bullet", "tempest", "all-hallows-eve"})
"""By these a Wound reaches somebody before cards are passed: who dies of it may end the game there."""
