"""Run `nightcrier hall`: say where the organiser's program is. It is none of a box."""

from argparse import ArgumentParser, Namespace

from nightcrier.kernel.errors import NightcrierError


def add_hall_arguments(_: ArgumentParser) -> None:
    return


def do_hall(_: Namespace) -> int:
    raise NightcrierError(
        "The page of many tables is a program of its own, nightcrier-hall: docs/hall.md says how it is installed; in"
        " the checkout, run: ./run hall"
    )
