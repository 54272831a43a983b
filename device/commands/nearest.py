"""What to say when somebody names a thing that is not there: the nearest that is, or all of them."""

from collections.abc import Sequence

from device.kernel.errors import WrongUse


def known(name: str, names: Sequence[str], kind: str) -> str:
    """The name, if there is a thing of that name."""
    if name in names:
        return name
    from difflib import get_close_matches

    near = get_close_matches(name, names, 1)
    hint = f"did you mean '{near[0]}'?" if near else f"choose one of: {', '.join(names)}."
    raise WrongUse(f"There is no {kind} '{name}'; {hint}")
