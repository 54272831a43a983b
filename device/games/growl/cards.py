"""The Night cards and the Final Night cards, and the lines that tell what each does, in the order they are said."""

from msgspec import Struct

from device.kernel.ids import LineId
from device.show.facts import Fact, RoleName


class GrowlCard(Struct, frozen=True):
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


GROWL_CARDS = {
    card.id: card
    for card in (
        GrowlCard("gift"),
        GrowlCard("truth-serum"),
        GrowlCard("caged", ()),
        GrowlCard("blood-hound", ()),
        GrowlCard("insomnia", ()),
        GrowlCard("silver-bullet"),
        GrowlCard("seance"),
        GrowlCard("hypnosis"),
        GrowlCard("unwanted", final=True),
        GrowlCard("tempest", final=True),
        GrowlCard("accused", final=True),
        GrowlCard("sleepwalkers", final=True),
        GrowlCard("unsaved", final=True),
        GrowlCard("all-hallows-eve", final=True),
        GrowlCard("trusted", final=True),
        GrowlCard("purge", final=True),
    )
}
NIGHT_CARDS = tuple(card.id for card in GROWL_CARDS.values() if not card.final)
FINAL_CARDS = tuple(card.id for card in GROWL_CARDS.values() if card.final)
SECRETS = frozenset({"truth-serum", "blood-hound"})
"""What somebody saw by these is not spoken of until the night is over."""
WOUNDING = frozenset({"silver-bullet", "tempest", "all-hallows-eve"})
"""By these a Wound reaches somebody before cards are passed: who dies of it may end the game there."""
