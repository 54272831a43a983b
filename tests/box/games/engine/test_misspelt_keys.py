"""Tests the faults reported for a game file: which key was probably meant, and what is allowed in its place."""

import pytest

from nightcrier.kernel.errors import BadFile, all_faults
from tests.box.games.engine.small import ADDED, MANY, SMALL, read
from tests.box.games.engine.test_wrong_keys import CALL, SHOT, TWO


@pytest.mark.parametrize(
    ("text", "key", "meant"),
    [
        # text, the key in it that nobody knows, the key that was meant
        (MANY.replace("nights =", "nigths ="), "nigths", "nights"),
        (SMALL.replace("players =", "player ="), "player", "players"),
        (SMALL.replace("format =", "fromat ="), "fromat", "format"),
        (SMALL.replace("[role.", "[roles."), "roles", "role"),
        (SMALL.replace("[side.", "[sides."), "sides", "side"),
        (SMALL.replace("[[call]]", "[[calls]]"), "calls", "call"),
        (SMALL.replace("[words.", "[word."), "word", "words"),
        (ADDED.replace("extends", "extend"), "extend", "extends"),
        (SMALL.replace("side =", "sid ="), "role.hen.sid", "side"),
        (SMALL.replace("count =", "conut ="), "side.foxes.conut", "count"),
        (MANY.replace("[mark.bitten]", "[mark.bitten]\nlast = 'day'"), "mark.bitten.last", "lasts"),
        (MANY + "defualt = true\n", "switch.quick.defualt", "default"),
        (ADDED.replace("side =", "sid ="), "role.squire.sid", "side"),
        (SMALL.replace("who =", "whom ="), "call[0].whom", "who"),
        (SMALL + CALL + "second = 9\n", "call[1].second", "seconds"),
        (SMALL + CALL + "secs = 9\n", "call[1].secs", "seconds"),
        (ADDED.replace("after =", "afters ="), "call[0].afters", "after"),
        (SMALL + CALL + "do = { vreb = 'look' }\n", "call[1].do.vreb", "verb"),
        (SMALL + CALL + "do = { verb = 'ask', learn = 'role' }\n", "call[1].do.learn", "learns"),
        (SMALL + CALL + "meets = { how = 'pointed', off = 'hen' }\n", "call[1].meets.off", "of"),
        (MANY + "[[dawn]]\ndie = 'bitten'\n", "dawn[0].die", "dies"),
        (MANY + "[[death]]\nid = 'x'\nof = 'all'\ntake = 'all'\n", "death[0].take", "takes"),
        (
            MANY + "[[death]]\nid = 'x'\nof = 'all'\nbecomes = { whom = 'hen', into = 'fox' }\n",
            "death[0].becomes.whom",
            "who",
        ),
        (MANY + "[day]\nvotes = 'majority'\nneed = 'half'\n", "day.votes", "vote"),
        (MANY + "[[end]]\nid = 'x'\nif = 'night == 1'\nwin = []\n", "end[0].win", "wins"),
        (MANY + "[[election]]\nmark = 'bitten'\n", "election", "elect"),
        (TWO + "[[election]]\nmark = 'bitten'\n", "election", "elect"),
    ],
)
def test_a_misspelt_key_is_told_before_what_it_leaves_missing(text, key, meant):
    with pytest.raises(BadFile) as refused:
        read(text)
    said = f"is no key that is known here; did you mean '{meant}'?"
    assert (refused.value.key, refused.value.expected) == (key, said)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (MANY.replace("format = 1", "format = 1\ncenter = 3"), "center: is only for games of one night."),
        (MANY + '[[death]]\nid = "shot"\nof = "hen"\ncause = ["voted"]\ntakes = "fox"\n', "did you mean 'vote'?"),
        (MANY + '[[dawn]]\ndies = "bitten"\nunless = ["safe"]\n', "at most 100; choose one of: bitten."),
        (TWO + "[day]\nrounds = 1\n", "day.rounds: must be a list of tables, [[day.rounds]], at most 3."),
        (MANY + "[day]\nvote = 'majorty'\n", "\"three\"; did you mean 'majority'?"),
        (SMALL + "[switch.quick]\ndefault = 1\n", "switch.quick.default: must be true or false."),
        (MANY + SHOT + "not_cause = ['x']\n", "is a key of format 2: write format = 2 at the top of the file."),
        (
            ADDED.replace('"werewolf"', '"vilage"'),
            "role.squire.side: must be the name of a side in this file; did you mean 'village'?",
        ),
    ],
)
def test_a_fault_tells_what_may_stand_there(text, said):
    with pytest.raises(BadFile) as refused:
        read(text)
    assert str(refused.value).endswith(said)


def test_after_many_faults_no_name_is_looked_for_and_none_is_said_to_be_missing():
    rows = "".join(f'[role.r{n}]\nside = "twon"\n' for n in range(12))
    with pytest.raises(BadFile) as refused:
        read(SMALL + rows)
    assert not [fault for fault in all_faults([refused.value]) if "none yet" in str(fault)]
