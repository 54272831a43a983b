"""Files that add roles to a game are found in folders, of which a later one is nearer."""

from pathlib import Path

from nightcrier.box.extensions import extended_plugs, read_extensions
from nightcrier.kernel.errors import BadFile

ROLE = (
    'format = 1\nextends = "one-night"\n[role.{role}]\nside = "{side}"\n'
    '[words.en]\nname = "More"\nroles = {{ {role} = "R" }}\n'
)


def put(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.game.toml").write_text(text, "utf-8")
    return folder


def test_the_nearer_file_of_an_id_counts_unless_it_is_refused(tmp_path: Path) -> None:
    far = put(tmp_path / "far", "more", ROLE.format(role="owl", side="tanner"))
    near = put(tmp_path / "near", "more", ROLE.format(role="owl", side="village"))
    faults: list[BadFile] = []
    (found,) = read_extensions((far, near, tmp_path / "none"), faults.append)
    assert (found.roles["owl"].side, faults) == ("village", [])
    put(near, "more", ROLE.format(role="owl", side="wood"))
    (found,) = read_extensions((far, near), faults.append)
    assert found.roles["owl"].side == "tanner"
    assert [fault.key for fault in faults] == ["role.owl.side"]


def test_a_role_of_two_files_is_left_out_of_the_farther_one_with_a_note(tmp_path: Path) -> None:
    far = put(tmp_path / "far", "birds", ROLE.format(role="owl", side="tanner"))
    near = put(tmp_path / "near", "more", ROLE.format(role="owl", side="village"))
    faults: list[BadFile] = []
    assert [file.id for file in read_extensions((far, near), faults.append)] == ["more", "birds"]
    assert [str(fault) for fault in faults] == [
        f"{far}/birds.game.toml: role.owl: is left out, because more has that role, too."
    ]


def test_a_file_goes_to_the_game_that_it_extends_and_no_other_file_is_read(tmp_path: Path) -> None:
    put(tmp_path, "more", ROLE.format(role="owl", side="village"))
    put(tmp_path, "broken", "this is no game")
    plugs = {found.plug.id: found.plug for found in extended_plugs((tmp_path,), print)}
    assert "owl" in dict(plugs["one-night"].table_game(()).cards())
    assert "owl" not in dict(plugs["wherewolf"].table_game(()).cards())
