"""Draws valid game files that the box can deal, with any roles, cards in the middle, and verbs in passes."""

from collections.abc import Sequence
from random import Random

_COUNTS = {
    "view": (0, 3),
    "turn": (0, 2),
    "shield": (1, 2),
    "ask": (1, 2),
    "trail": (1, 2),
    "block": (1, 1),
    "convert": (0, 1),
    "take": (0, 1),
    "trade": (1, 1),
    "copy": (1, 1),
    "swap": (2, 2),
    "compare": (0, 2),
}
"""The verbs that choose seats, each with the range from which its `count` is drawn."""
_IDLE = ("look", "point", "rest", "peek")
_PLAYERS = (3, 8)


def drawn_file(seed: int) -> str:
    """Return the text of a random game file for 3 to 8 players, in which somebody usually chooses."""
    rng = Random(seed)
    roles = ["hen", "fox", "owl", "cat", "elk"][: rng.randint(3, 5)]
    sides = {role: rng.choice(("day", "dusk")) for role in roles} | {"hen": "day"}
    names = [*roles, *dict.fromkeys(sides.values()), "all"]
    rows = [f"players = [{_PLAYERS[0]}, {_PLAYERS[1]}]", 'deal = "box"', f"center = {rng.choice((0, 0, 1, 3))}"]
    rows += [f"[side.{side}]" for side in dict.fromkeys(sides.values())]
    for role in roles:
        often = (
            "fills = true" if role == "hen" else "count = { 3 = 1, 7 = 2 }" if role == "fox" else "count = { 4 = 1 }"
        )
        often = "count = { 5 = 1 }" if role == "cat" else "count = { 6 = 1 }" if role == "elk" else often
        rows += [f"[role.{role}]", f'side = "{sides[role]}"', often, f'seen = "{rng.choice(list(sides.values()))}"']
    center, calls = "center = 0" not in rows, list[str]()
    for number in range(rng.randint(1, 6)):
        met = rng.choice(("", "eyes", "thumbs"))
        of = f", of = {_selection(rng, names[:-1])}" if met == "thumbs" else ""
        rows += ["[[call]]", f'id = "call-{number}"', f"who = {_selection(rng, names)}"]
        rows += [f'meets = {{ how = "{met}"{of} }}'] * bool(met)
        rows.append(f"do = {_doing(rng, names[:-1], roles, center)}")
        calls += [f'call-{number} = "Call {number}"', *([f'"call-{number}.of" = "Met {number}"'] if of else [])]
    titles = ", ".join(f'{role} = "{role.title()}"' for role in roles)
    rows += ["[words.en]", 'name = "Drawn"', f"roles = {{ {titles} }}", f"calls = {{ {', '.join(calls)} }}"]
    return "\n".join(("format = 1", *rows))


def _selection(rng: Random, names: Sequence[str]) -> str:
    first, other = rng.choice(names), rng.choice([name for name in names if name != "all"])
    return f'["{first}", "{rng.choice(("", "-"))}{other}"]' if rng.random() < 0.3 and other != first else f'"{first}"'


def _doing(rng: Random, seats: Sequence[str], roles: Sequence[str], center: bool) -> str:
    verb = rng.choice((*_COUNTS, *_COUNTS, "trail", *_IDLE, "shift", "number"))
    if verb in _IDLE:
        return f'"{verb}"'
    if verb == "number":
        return f'{{ verb = "number", learns = {_selection(rng, seats)} }}'
    if verb == "shift":
        return f'{{ verb = "shift", count = [{rng.choice((0, 1))}, 1] }}'
    least, most = _COUNTS[verb]
    reach = rng.choice(("others", "others", "all", "neighbours", rng.choice(seats), "center" if center else "all"))
    reach = reach if reach != "center" or verb in ("view", "trade") else "others"
    parts = [f'verb = "{verb}"', f'of = "{reach}"', f"count = [{rng.choice((0, least))}, {most}]"]
    parts += [f'together = "{rng.choice(("each", "each", "all", "most", "first"))}"']
    if verb == "ask":
        parts.append("learns = " + rng.choice(('"role"', '"side"', _selection(rng, seats))))
    if verb == "convert":
        parts += [f'into = "{rng.choice(roles)}"', f"spares = {_selection(rng, seats)}"]
    return "{ " + ", ".join(parts) + " }"
