"""Tests the layers of the program: a room imports only from rooms below it, and pure rooms use no outside world."""

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from nightcrier.box.games.growl.cards import GROWL_CARDS
from nightcrier.box.games.one_night.rules.roles import ARTIFACTS
from nightcrier.box.games.one_night.rules.roles import ROLES as ONE_NIGHT_ROLES
from nightcrier.box.games.wherewolf.rulebook import ROLE_TABLE
from nightcrier.box.plugs import find_plugs
from nightcrier.box.table.core.state import Table

HOUSE = Path("device/nightcrier")
PROGRAMS = ("nightcrier_hall", "nightcrier_studio")
"""Packages of their own, beside that of the box."""
SOURCES = {"device": "nightcrier", "hall": "nightcrier_hall", "studio": "nightcrier_studio"}
MODULES = {
    ".".join(file.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): file
    for root, package in SOURCES.items()
    for file in Path(root, package).rglob("*.py")
}

IN_THE_BOX = {"show", "games", "panel", "sound", "memory", "table"}
"""Folders of `box` that count as rooms of their own."""
ALL_OF_THE_BOX = IN_THE_BOX | {"words", "wire", "events"}
MAY_IMPORT = {
    "kernel": set(),
    "words": set(),
    "wire": {"words"},
    "events": {"wire"},
    "show": set(),
    "panel": {"events"},
    "sound": {"events"},
    "memory": {"events"},
    "games": {"show"},
    "table": {"show", "words", "wire", "events"},
    "box": ALL_OF_THE_BOX,
    "web": {"words", "wire"},
    "broker": {"words", "wire"},
    "phone": {"words", "wire", "web", "broker"},
    "hall": {"words", "wire", "web", "broker"},
    "takes": {"words", "sound", "web"},
    "care": ALL_OF_THE_BOX | {"box"},
    "tools": ALL_OF_THE_BOX | {"box", "web", "broker", "phone", "care", "takes"},
    "studio": ALL_OF_THE_BOX | {"box", "takes", "care", "tools"},
}
"""The rooms that each room may import, besides the kernel."""

WORLD = {
    *("asyncio", "datetime", "io", "multiprocessing", "os", "pathlib", "random", "secrets", "select", "shutil"),
    *("signal", "socket", "sqlite3", "subprocess", "tempfile", "threading", "time", "uuid"),
    *("gpiod", "gpiozero", "gpiozero_gpiod", "lgpio", "luma", "numpy", "PIL", "pygame", "RPi", "soundfile"),
}
"""Modules that pure rooms must not import: time, chance, files, threads, wires."""

PURE = ("nightcrier.box.games", "nightcrier.box.show", "nightcrier.box.table")
DRAWING = "nightcrier.box.table.drawing"
"""The only part of the table that reads a file: its letters, from `assets/fonts`."""

VOICE_COMMANDS = {f"nightcrier.tools.{name}" for name in ("voices", "voice_checks", "voice_files", "voice_people")}
"""The commands for voices. All others run without the libraries for recording."""


def room_of(module: str) -> str:
    """Return the room of a module. The package, with only the version, counts as kernel, the command line as a tool."""
    match module.split("."):
        case ["nightcrier_hall" | "nightcrier_studio" as program, *_]:
            return program.removeprefix("nightcrier_")
        case [_]:
            return "kernel"
        case [_, "cli" | "__main__"]:
            return "tools"
        case [_, "box", inside, *_] if inside in IN_THE_BOX | {"events"}:
            return inside
        case [_, room, *_]:
            return room
    raise AssertionError(module)


@cache
def imports_of(module: str) -> list[str]:
    """Return the full names of everything a module imports, even inside functions."""
    return [name for node in ast.walk(tree_of(module)) for name in named_imports(node)]


def named_imports(node: ast.AST) -> Iterator[str]:
    """Yield the full names of what this line imports."""
    if isinstance(node, ast.Import):
        yield from (name.name for name in node.names)
    if isinstance(node, ast.ImportFrom):
        assert node.level == 0, f"imports are written out in full: {node.names[0].name}"
        for name in node.names:
            full = f"{node.module}.{name.name}"
            yield full if full in MODULES else str(node.module)


@cache
def tree_of(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text("utf-8"))


def own_imports(module: str) -> Iterator[str]:
    return (name for name in imports_of(module) if name.split(".")[0] in SOURCES.values())


def reached_modules(tree: ast.Module) -> set[str]:
    """Return the project's modules that a module imports, anywhere or only for types, or names in texts if it calls
    `import_module`. A text such as `f"nightcrier.tools.{name}"` names all that fit."""
    nodes = [*ast.walk(tree)]
    named = {name for node in nodes for name in named_imports(node)}
    if any(isinstance(node, ast.Name) and node.id == "import_module" for node in nodes):
        # What the parts are is not asked: any text of the module may be one, whole or as the end of a name.
        texts = [text for text in texts_in_code(tree) if re.fullmatch(r"[\w.]+", text)]
        starts = [text for text in texts if text.startswith("nightcrier.") and text.endswith(".")]
        named |= {start + text for start in ("", *starts) for text in texts}
    return named & MODULES.keys()


def circles(imports: Mapping[str, set[str]]) -> list[set[str]]:
    """Return the sets of modules that all import each other, directly or not."""
    reached = {module: set(found) for module, found in imports.items()}
    for middle in imports:
        for module in imports:
            if middle in reached[module]:
                reached[module] |= reached[middle]
    rings = (frozenset(other for other in reached[module] if module in reached[other]) for module in imports)
    return [set(ring) for ring in dict.fromkeys(rings) if ring]


def circles_of_the_house() -> list[set[str]]:
    return circles({module: reached_modules(tree_of(module)) - {module} for module in MODULES})


def test_no_modules_import_each_other_in_a_circle():
    assert circles_of_the_house() == []


def test_a_circle_would_be_found():
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set()}) == [{"b", "c"}]
    ears = "nightcrier.box.ear"
    for code in (
        f"def f():\n    from {ears} import Ear",
        f"def f():\n    import_module('{ears}')",
        "names = ('ear', 'loop')\nimport_module(f'nightcrier.box.{names[0]}')",
        f"if TYPE_CHECKING:\n    import {ears}",
    ):
        assert ears in reached_modules(ast.parse(code)), code


def test_a_room_imports_only_from_the_floors_below():
    assert [
        f"{module} imports {imported}"
        for module in MODULES
        for imported in own_imports(module)
        if room_of(imported) not in MAY_IMPORT[room_of(module)] | {room_of(module), "kernel"}
    ] == []


def test_every_room_has_its_floor():
    assert {room_of(module) for module in MODULES} == set(MAY_IMPORT)


def in_rooms(*rooms: str) -> list[str]:
    """Return the modules of these rooms."""
    return [module for module in MODULES if room_of(module) in rooms]


SHARED_MODULES = (
    *("model", "calls", "story", "sayings", "secret_turns", "referee.records", "referee.standing", "referee.votes"),
    *(f"hosted.{module}" for module in ("dealing", "hands", "host_steps", "placing", "waits")),
    *("sheets.judge_sheet", "sheets.judge_story"),
)
VALUES_OF_FILES = {f"nightcrier.box.games.engine.{module}" for module in SHARED_MODULES}
"""Modules for games in files that any game may use: what extends one, secret turns, a moderator's steps, and how a
game of many nights is stored and its votes are counted."""


def test_games_do_not_know_each_other():
    assert [
        f"{module} imports {imported}"
        for module in in_rooms("games")
        for imported in own_imports(module)
        if room_of(imported) == "games" and imported.split(".")[:4] != module.split(".")[:4]
        if imported not in VALUES_OF_FILES
    ] == []


def test_only_the_commands_for_voices_and_the_proof_open_what_masters_takes():
    assert {
        module for module in in_rooms("tools") if any(room_of(imported) == "takes" for imported in own_imports(module))
    } <= VOICE_COMMANDS | {"nightcrier.tools.proof"}, "the proof goes on by hand where these libraries are missing"


def test_only_its_own_command_opens_the_second_program():
    opening = [module for module in in_rooms("tools") if any(room_of(name) == "phone" for name in own_imports(module))]
    assert opening == ["nightcrier.tools.net_program"]


def reached_from(module: str) -> set[str]:
    """Return all modules that are imported along with this one."""
    found, waiting = set[str](), [module]
    while waiting:
        name = waiting.pop()
        if name in MODULES and name not in found:
            found.add(name)
            waiting += own_imports(name)
    return found


def test_the_program_of_a_hall_reads_nothing_of_a_box_or_its_tools():
    rooms = {room_of(module) for module in reached_from("nightcrier_hall.__main__")}
    assert rooms == {"hall", "web", "broker", "wire", "words", "kernel"}


def test_no_file_of_a_box_knows_the_programs_beside_it():
    assert [
        (module, name)
        for module in MODULES
        if not module.startswith(PROGRAMS)
        for name in own_imports(module)
        if name.startswith(PROGRAMS)
    ] == []


def test_pure_rooms_touch_no_world():
    found = []
    for module in (module for module in MODULES if module.startswith(PURE)):
        touched = {name.split(".")[0] for name in imports_of(module)} & WORLD
        called = {node.func.id for node in ast.walk(tree_of(module)) if is_call_by_name(node)}
        worldly = called & {"open", "print", "input", "exec", "eval", "__import__"}
        found += [(module, name) for name in worldly | (set() if module.startswith(DRAWING) else touched)]
    assert found == []


def is_call_by_name(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name)


PACKAGES = {plug.parent.name for plug in HOUSE.glob("box/games/*/plug.py")}
GAME_IDS = PACKAGES | {game.replace("_", "-") for game in PACKAGES}
FOR_ALL_FILES = "nightcrier.box.games.engine."
"""The start of the names of modules that run games in files. They are no game, so commands may import them."""
OUTSIDE = [module for module in MODULES if room_of(module) != "games"]
EXAMPLES = {"nightcrier.takes.take_import"}
"""Modules in which a sentence for people names a game's file as an example."""


OWN_WORDS = {*ONE_NIGHT_ROLES, *ARTIFACTS, *GROWL_CARDS, *ROLE_TABLE} - {"medium"}  # letters have that size too
OWN_KEYS = (*(f"{game}." for game in GAME_IDS), *(start for found in find_plugs() for start in found.plug.shown_only))
"""The beginnings of words' keys that belong to one game."""


def texts_in_code(tree: ast.Module) -> Iterator[str]:
    """Yield every text that the code uses, without docstrings, which are for people."""
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and type(node.value) is str and id(node) not in told:
            yield node.value


def texts_where(modules: Iterable[str], is_wrong: Callable[[str], bool]) -> list[tuple[str, str]]:
    """Return the texts for which `is_wrong` holds, each with its module."""
    return [(module, text) for module in modules for text in texts_in_code(tree_of(module)) if is_wrong(text)]


def test_nobody_outside_the_games_opens_one():
    opened = [(module, name) for module in OUTSIDE for name in own_imports(module)]
    inside = [(module, name) for module, name in opened if name.startswith("nightcrier.box.games.")]
    assert [(module, name) for module, name in inside if not name.startswith(FOR_ALL_FILES)] == []


def test_nobody_outside_the_games_names_one():
    assert texts_where(set(OUTSIDE) - EXAMPLES, lambda text: any(game in text for game in GAME_IDS)) == []


def test_no_word_of_one_game_stands_in_the_table():
    assert texts_where(in_rooms("table", "show"), lambda text: text in OWN_WORDS or text.startswith(OWN_KEYS)) == []


FEATURES = "nightcrier.box.table.plugs"
REGISTRY = f"{FEATURES}.registry"
TABLE_ALONE = [module for module in in_rooms("table") if not module.startswith((FEATURES, DRAWING))]
FOR_ALL = {"nightcrier.box.table.core.effects"}
"""The one module that lists all that the box can do for the table, including features."""
FEATURE_WORDS = {"booth", "recording", "stick", "chore", "wifi", "organiser"}


def words_in_code(tree: ast.Module) -> set[str]:
    """Return the words in the names and texts of a module."""
    names = [*texts_in_code(tree)]
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.alias(name=name):
                names.append(name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                names.append(name)
    return {word.lower() for name in names for word in re.findall("[A-Z]?[a-z]+", name)}


def test_no_feature_that_few_boxes_have_is_named_in_the_table():
    assert {name for module in TABLE_ALONE for name in own_imports(module) if name.startswith(FEATURES)} == {REGISTRY}
    assert {
        module: found for module in TABLE_ALONE if (found := words_in_code(tree_of(module)) & FEATURE_WORDS)
    }.keys() <= FOR_ALL


def test_the_table_keeps_what_every_evening_has():
    assert len(Table.__struct_fields__) <= 25


def test_features_do_not_know_each_other():
    assert [
        (module, name)
        for module in MODULES
        if module.startswith(f"{FEATURES}.") and module != REGISTRY
        for name in own_imports(module)
        if name.count(".") > 4
        and name.split(".")[:4] == FEATURES.split(".")
        and name.split(".")[4] != module.split(".")[4]
    ] == []


def test_a_feature_that_is_named_would_be_found():
    for code in ("x = OpenedBooth()", "table.own_wifi", "y = 'stick.working'"):
        assert words_in_code(ast.parse(code)) & FEATURE_WORDS
    assert {
        word for module in MODULES if module.startswith(FEATURES) for word in words_in_code(tree_of(module))
    } >= FEATURE_WORDS


def test_a_game_that_is_named_would_be_found():
    for code in ("if game == 'one-night': pass", "x: dict = {'growl': 1}", "match g:\n case 'wherewolf': pass"):
        assert any(game in text for text in texts_in_code(ast.parse(code)) for game in GAME_IDS)
    assert list(texts_in_code(ast.parse("def f():\n    'one-night'"))) == []


TABLE_FLOORS = ("drawing", "core", "evening", "heard", "game", "over", "plugs", "ground", "")
"""The folders of the table from the bottom up; the last one is the table's own folder."""
RAISED = {"heard.read_aloud": "ground", "heard.scanning": "over"}
"""Modules that read pages aloud or offer their gestures to one switch, with the higher folder they count in."""


def table_floor(module: str) -> int:
    inside = module.split(".")[3:]
    room = RAISED.get(".".join(inside), inside[0] if inside else "")
    return TABLE_FLOORS.index(room if room in TABLE_FLOORS else "")


def test_no_import_in_the_table_climbs():
    """Imports inside functions must not climb either."""
    assert [
        f"{module} imports {imported}"
        for module in in_rooms("table")
        for imported in own_imports(module)
        if room_of(imported) == "table" and table_floor(imported) > table_floor(module)
    ] == []
