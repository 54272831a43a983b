"""Finds where experiments run: in the machine on which the box is installed, or on a card made by image/build."""

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
    """Prepares itself once, and starts a machine for each run."""

    plan: Plan
    built: Path
    page: Path
    inside: str
    """The path of the shared folder in its machines."""

    def make(self) -> Results:
        """Prepare the place, and return the earlier results for the present box."""
        ...

    def head(self, date: str) -> str:
        """Return the head of the page, which says what was tested."""
        ...

    def start(self, folder: Path, wiring: Wiring) -> Machine: ...


class InstalledPlace:
    """Starts plain Debian on which the box of the last commit is installed, like the README says."""

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
    """Starts a card's own system with Debian's own kernel."""

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
