"""Where the experiments are run: on the machine in which the box is installed, or on a card that image/build wrote."""

import subprocess
from pathlib import Path
from typing import Protocol

from lab.host.card_image import CardImage, make_card
from lab.host.card_machine import CardMachine
from lab.host.installing import install_box, installed_commit
from lab.host.vm import Machine, Wiring
from lab.plan import GUEST, HERE, Plan, card_plan, installed_plan
from lab.results import Results
from lab.table import CARD_HEAD, INSTALLED_HEAD

_PROOFS = HERE.parent / "docs" / "proofs"


class Place(Protocol):
    """Makes itself ready once, and starts a machine for each run."""

    plan: Plan
    built: Path
    page: Path
    inside: str
    """Where its machines have the shared folder."""

    def make(self) -> Results:
        """What was found here before, of the box that is there now."""
        ...

    def head(self, date: str) -> str:
        """Of the page: what was looked at."""
        ...

    def start(self, folder: Path, wiring: Wiring) -> Machine: ...


class InstalledPlace:
    """Plain Debian, in which the box of the last commit is installed as README tells."""

    page, inside = _PROOFS / "kernel.md", Machine.inside

    def __init__(self, folder: Path) -> None:
        self.plan, self.built = installed_plan(), folder

    def make(self) -> Results:
        subprocess.run([HERE / "machine" / "build", self.built, HERE.parent], check=True)
        install_box(self.built)
        return Results(self.built / "results", installed_commit(self.built), "vm")

    def head(self, date: str) -> str:
        return INSTALLED_HEAD % {"on": date, "box": installed_commit(self.built)[:7]}

    def start(self, folder: Path, wiring: Wiring) -> Machine:
        return Machine(self.built, folder, GUEST, wiring)


class CardPlace:
    """A card, and Debian's own kernel on it."""

    page, inside = _PROOFS / "kernel-card.md", CardMachine.inside

    def __init__(self, folder: Path, image: CardImage) -> None:
        self.plan, self.built, self._image = card_plan(), folder / "card", image

    def make(self) -> Results:
        make_card(self.built, self._image)
        return Results(self.built / "results", self._image.mark, "card_machine")

    def head(self, date: str) -> str:
        image = self._image
        of = {"version": image.version, "box": image.commit[:7], "sha256": image.sha256}
        return CARD_HEAD % {"on": date, **of}

    def start(self, folder: Path, wiring: Wiring) -> Machine:
        return CardMachine(self.built, folder, GUEST, wiring)
