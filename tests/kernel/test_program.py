"""Sentences name commands that exist where the program runs."""

from nightcrier.kernel.program import program_call


def test_in_a_checkout_commands_begin_with_run_and_on_a_box_with_its_name(tmp_path):
    assert program_call("check", tmp_path) == "nightcrier check"
    (tmp_path / "run").touch()
    assert program_call("check", tmp_path) == "./run check"
