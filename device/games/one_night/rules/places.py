"""Places have numbers inside the referee: the seats from 0, then C1 C2 C3, then CW, the Alpha Wolf's card.

A card is named by the place where it was dealt, so that what it has become can travel with it."""

from functools import lru_cache

CENTER_PLACES = ("C1", "C2", "C3")
CENTER_WOLF = "CW"


@lru_cache(maxsize=64)
def place_names(seats: int) -> tuple[str, ...]:
    """Every place of a table, in the order of the numbers."""
    return (*(f"P{seat}" for seat in range(1, seats + 1)), *CENTER_PLACES, CENTER_WOLF)


@lru_cache(maxsize=64)
def place_numbers(seats: int) -> dict[str, int]:
    """The number of each name."""
    return {name: place for place, name in enumerate(place_names(seats))}
