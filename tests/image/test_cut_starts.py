"""Where the first start is cut: at the table first, which says how far it came."""

from image.cut_starts import cut_moments

OFFSETS = [4096, 0, 8192, 8192, 0, 12288]


def test_before_and_after_each_write_of_the_table() -> None:
    assert cut_moments(OFFSETS, 4) == [1, 2, 4, 5]


def test_the_others_lie_anywhere_in_it() -> None:
    moments = cut_moments(OFFSETS, 500)
    assert set(moments) == set(range(len(OFFSETS) + 1))
    assert len(moments) == 500


def test_fewer_cuts_than_writes_of_the_table() -> None:
    assert cut_moments(OFFSETS, 3) == [1, 2, 4]


def test_a_card_that_writes_no_table_is_cut_too() -> None:
    assert len(cut_moments([512, 512], 30)) == 30
