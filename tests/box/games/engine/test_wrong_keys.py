"""Tests each rule of a file at its limit: valid values are accepted, and invalid ones are refused with their key."""

import pytest

from nightcrier.kernel.errors import BadFile, all_faults
from tests.box.games.engine.small import ADDED, MANY, SMALL, read

CALL = '[[call]]\nid = "more"\nwho = "fox"\n'
NAMES = "".join('"hen", ' for _ in range(40))
TWO = MANY.replace("format = 1", "format = 2")
SHOT = "[[death]]\nid = 'x'\nof = 'all'\ntakes = 'all'\n"
SHARED = CALL.replace("more", "one") + "do = { verb = 'view', %s }\n" + CALL
ONE, OUTCOME = SMALL.replace("format = 1", "format = 2"), "[[outcome]]\nid = 'x'\nwins = []\n"
GUESS = "[[outcome]]\nid = 'y'\nwins = 'all'\nguess = { by = 'fox', of = 'hen', right = 'x' }\n"
LED = {
    "rounds": "[]",
    "defence": 1,
    "last_words": "{}",
    "ballots": "'open'",
    "self": "true",
    "again": 1,
    "one": "'out'",
}
LED |= {"tied_vote": "true", "tie_by": "'bitten'", "rest": "'none'", "spared": "'bitten'"}
"""The keys of a day that the first format does not have."""
WRONG_BY_DAY = {"defence": 301, "ballots": "'hidden'", "self": 1, "again": 3, "tied_vote": 1, "tie_by": "'fox'"}
WRONG_BY_DAY |= {"one": "'out'", "rest": "'last'", "spared": "'bitten'", "rounds": "1", "last_words": "1"}
WRONG_FOR_VOTE = [
    ("'three'\nagain = 1", "day.again"),
    ("'three'\ntie = 'lift'", "day.tie"),
    ("'three'\ntie_by = 'hen'", "day.tie_by"),
    ("'run-off'\ntied_vote = 0", "day.tied_vote"),
    ("'nomination'\nballots = 'secret'", "day.ballots"),
    ("'listed'\nneed = 'half'", "day.need"),
    ("'listed'\none = 'first'", "day.one"),
    ("'listed'\nrest = 'first'", "day.rest"),
    ("'majority'\nlast_words = { night = 'later' }", "day.last_words.night"),
    ("'majority'\nlast_words = { seconds = 301 }", "day.last_words.seconds"),
    ("'majority'\nlast_words = { day = true }", "day.last_words.day"),
    ("'majority'\nrounds = [{}, {}, {}, {}]", "day.rounds"),
]
LASTING = (
    "[mark.badge]\nlasts = 'game'\nannounced = true\n[mark.secret]\nlasts = 'game'\n[mark.told]\nannounced = true\n"
)
WRONG_ROUNDS = [
    ("seconds = 4", "seconds"),
    ("seconds = 301", "seconds"),
    ("nights = 'often'", "nights"),
    ("first = 'secret'", "first"),
    ("first = 'fox'", "first"),
    ("way = 'left'", "way"),
    ("way = 'asked'", "way"),
    ("nominates = true", "nominates"),
    ("speaks = 1", "speaks"),
]
WRONG_ELECTIONS = [
    ("stand = true", "elect[0].mark"),
    ("mark = 'secret'", "elect[0].mark"),
    ("mark = 'told'", "elect[0].mark"),
    ("mark = 'badge'\nnights = 0", "elect[0].nights"),
    ("mark = 'badge'\nmoment = 'later'", "elect[0].moment"),
    ("mark = 'badge'\nseconds = 301", "elect[0].seconds"),
    ("mark = 'badge'\nagain = 3", "elect[0].again"),
    ("mark = 'badge'\nswitch = 'fast'", "elect[0].switch"),
    ("mark = 'badge'\n[[elect]]\nmark = 'badge'", "elect[1].id"),
    ("mark = 'badge'\nvotes = 2", "elect[0].votes"),
]
WRONG_WEIGHTS = ("1.0", "0.4", "3.5", "true", "'1'")
WRONG = [
    # text, key: what the text adds to a small game is wrong at that key
    (SMALL + "level = 6\n", "words.en.level"),
    (SMALL.replace("format = 1", "format = true"), "format"),
    (SMALL.replace("format = 1\n", ""), "format"),
    (SMALL.replace("[5, 8]", "[5, 51]"), "players"),
    (SMALL.replace("[5, 8]", "[8, 5]"), "players"),
    (SMALL.replace("[5, 8]", "[5.0, 8]"), "players"),
    (SMALL.replace("[side.town]", '[side.town]\ncount = "1"'), "side.town.count"),
    (SMALL.replace("count = 1", "count = { 1 = 1 }"), "side.foxes.count.1"),
    (SMALL.replace("count = 1", "count = { 6 = 51 }"), "side.foxes.count.6"),
    (SMALL.replace("count = 1", "count = 9"), "players"),
    (SMALL.replace("[side.town]", "[side]\ntown = 1"), "side.town"),
    (SMALL.replace("count = 1", "count = 2").replace("fills = true\n[[", "count = 1\n[["), "players"),
    (SMALL.replace("count = 1", "count = 1\n[side.more]\ncount = 9"), "players"),
    (SMALL.replace("fills = true", "count = 4", 1), "players"),
    (SMALL.replace("fills = true", "fills = true\nmax = 6", 1), "players"),
    (SMALL.replace("fills = true", 'fills = true\nexcludes = ["fox"]', 1), "players"),
    (SMALL.replace("fills = true", f"tags = {[f't{tag}' for tag in range(11)]}", 1), "role.hen.tags"),
    (SMALL.split("[words")[0] + "[words]", "words"),
    (SMALL + "".join(f"[role.r{role}]\nside = 'town'\n" for role in range(59)), "role"),
    (MANY.replace("format = 1", "format = 1\nend = 1"), "end"),
    (MANY.replace("format = 1", 'format = 1\nend = ["night", {}]'), "end"),
    (SMALL + "[words.de]\nabout = 1\n", "words.de.about"),
    (SMALL.replace("fills = true\n[[", "fills = true\nmax = 0\n[["), "role.fox.max"),
    (SMALL.replace("fills = true\n[[", 'needs = ["cat"]\n[['), "role.fox.needs"),
    (SMALL.replace("fills = true\n[[", "votes = 4\n[["), "role.fox.votes"),
    (SMALL.replace("fills = true\n[[", 'tags = ["town"]\n[['), "role.fox.tags"),
    (SMALL.replace("fills = true\n[[", 'tags = ["self"]\n[['), "role.fox.tags"),
    (SMALL.replace("[[call]]", '[role.cock]\nside = "town"\nfills = true\n[[call]]'), "role.cock.fills"),
    (SMALL.replace("[[call]]", "[role.center]\n[[call]]"), "role.center.side"),
    (SMALL.replace("[[call]]", '[role.center]\nside = "town"\n[[call]]'), "role.center"),
    (SMALL.replace("[[call]]", '[role.Cock]\nside = "town"\n[[call]]'), "role.Cock"),
    (SMALL + CALL.replace('"more"', '"fox"'), "call[1].id"),
    (SMALL + CALL.replace('id = "more"\n', ""), "call[1].id"),
    (SMALL + CALL + "seconds = 1\n", "call[1].seconds"),
    (SMALL + CALL + 'switch = "fast"\n', "call[1].switch"),
    (SMALL + CALL.replace('"fox"', '["-fox", "hen"]'), "call[1].who"),
    (SMALL + CALL.replace('"fox"', "[]"), "call[1].who"),
    (SMALL + CALL.replace('"fox"', "[1]"), "call[1].who"),
    (SMALL + CALL.replace('"fox"', f'[{NAMES} "fox"]'), "call[1].who"),
    (SMALL + CALL + 'do = { verb = "view", of = "center" }\n', "call[1].do.of"),
    (SMALL + CALL + 'do = { verb = "look", of = "hen" }\n', "call[1].do.of"),
    (SMALL + CALL + 'do = { verb = "take", count = [0, 2] }\n', "call[1].do.count"),
    (SMALL + CALL + 'do = { verb = "swap", count = [1, 2] }\n', "call[1].do.count"),
    (SMALL + CALL + 'do = { verb = "number", learns = "side" }\n', "call[1].do.learns"),
    (SMALL + CALL + 'do = "ask"\n', "call[1].do.learns"),
    (SMALL + CALL + 'meets = { how = "eyes", of = "hen" }\n', "call[1].meets.of"),
    (SMALL + CALL + 'meets = { how = "thumbs" }\n', "call[1].meets.of"),
    (SMALL + CALL + 'meets = { how = "pointed", of = "hen" }\n', "call[1].meets.by"),
    (SMALL + CALL + "when = { nights = 61 }\n", "call[1].when.nights"),
    (SMALL + CALL + 'when = { in_deck = ["hen", "-fox"] }\n', "call[1].when.in_deck"),
    (SMALL + CALL + "after = 'fox'\n", "call[1].after"),
    (SMALL + CALL.replace('"fox"', '["fox", "hen"]'), "words.en.calls.more"),
    (SMALL + CALL + 'meets = { how = "thumbs", of = ["hen", "fox"] }\n', "words.en.calls.more"),
    (MANY + CALL + 'when = { without = "bitten" }\n', "call[1].when.without"),
    (MANY.replace("format = 1", "format = 1\ncenter = 1"), "center"),
    (MANY + "[mark.hen]\n", "mark.hen"),
    (MANY + "[[dawn]]\ndies = 'hen'\n", "dawn[0].dies"),
    (MANY + "[[dawn]]\ndies = 'bitten'\nunless = 'bitten'\n", "dawn[0].unless"),
    (MANY + "[[dawn]]\ndies = 'bitten'\ncause = 'vote'\n", "dawn[0].cause"),
    (MANY + "[[dawn]]\ndies = 'bitten'\n[[death]]\nid = 'bitten'\nof = 'all'\ntakes = 'all'\n", "death[0].id"),
    (MANY + "[[death]]\nid = 'x'\nof = 'all'\n", "death[0]"),
    (MANY + "[[death]]\nid = 'x'\nof = 'all'\ntakes = 'all'\npowerless = 'fox'\n", "death[0]"),
    (MANY + "[[death]]\nid = 'x'\nof = 'all'\ntakes = 'all'\nmark = 'bitten'\n", "death[0].mark"),
    (MANY + "[[death]]\nid = 'x'\nof = 'all'\ncause = []\ntakes = 'all'\n", "death[0].cause"),
    (MANY + "[[death]]\nid = 'x'\nof = 'all'\nbecomes = { who = 'hen' }\n", "death[0].becomes.into"),
    (MANY + "[day]\nneed = 'half'\n", "day.need"),
    (MANY + "[[dawn]]\ndies = 'bitten'\nwith = ['bitten']\n", "dawn[0].with"),
    (TWO + "[[dawn]]\ndies = 'bitten'\nwith = []\n", "dawn[0].with"),
    (TWO + "[[dawn]]\ndies = 'bitten'\nwith = ['fox']\n", "dawn[0].with"),
    (TWO + SHOT + "cause = ['vote', 'x']\nnot_cause = ['x']\n", "death[0].not_cause"),
    (TWO + SHOT + "not_cause = []\n", "death[0].not_cause"),
    (TWO + CALL + "do = { verb = 'mark', mark = 'bitten', shares = 'more' }\n", "call[1].do.shares"),
    (TWO + SHARED % "uses = 1" + "do = { verb = 'view', uses = 2, shares = 'one' }\n", "call[2].do.shares"),
    (
        TWO + (SHARED % "uses = 0").replace("fox", "hen", 1) + "do = { verb = 'view', shares = 'one' }\n",
        "call[2].do.shares",
    ),
    (TWO + CALL + "do = { verb = 'view', not_with = 'nosuch' }\n", "call[1].do.not_with"),
    (
        ADDED.replace("= 1\n", "= 2\n").replace("after =", "do = { verb = 'view', shares = 'x' }\nafter ="),
        "call[0].do.shares",
    ),
    (MANY + "[day]\nless_each = 601\n", "day.less_each"),
    *((MANY + f"[day]\nvote = 'majority'\n{key} = {value}\n", f"day.{key}") for key, value in LED.items()),
    *((TWO + f"[day]\nvote = 'majority'\n{key} = {value}\n", f"day.{key}") for key, value in WRONG_BY_DAY.items()),
    *((TWO + f"[day]\nvote = {vote}\n", key) for vote, key in WRONG_FOR_VOTE),
    *((TWO + LASTING + f"[day]\nrounds = [{{ {row} }}]\n", f"day.rounds[0].{key}") for row, key in WRONG_ROUNDS),
    *((TWO + LASTING + f"[[elect]]\n{row}\n", key) for row, key in WRONG_ELECTIONS),
    (MANY + "[[elect]]\nmark = 'bitten'\n", "elect"),
    (SMALL.replace("= 1\n", "= 2\n", 1) + "[[leave]]\nid = 'x'\n", "leave"),
    (TWO + LASTING + "[[elect]]\nmark = 'badge'\n" * 6, "elect"),
    (MANY + "[[leave]]\nid = 'x'\n", "leave"),
    (TWO + "[words.en.lines]\nfloor = '{name}, speak.'\n", "words.en.lines.floor"),
    (TWO + "[words.en.lines]\nfloor = '{seat}, '\n", "words.en.lines.floor"),
    (TWO + "[words.en.lines]\nwarn = 'Ten seconds, {seat}.'\n", "words.en.lines.warn"),
    (TWO + "[words.en.lines]\n'leave.x' = '{seat}, go.'\n", "words.en.lines.leave.x"),
    (TWO + "[words.en.lines]\n'elect.x' = 'Vote.'\n", "words.en.lines.elect.x"),
    (TWO + "[[leave]]\nof = 'hen'\n", "leave[0].id"),
    (TWO + "[[leave]]\nid = 'vote'\n", "leave[0].id"),
    (TWO + SHOT + "[[leave]]\nid = 'x'\n", "leave[0].id"),
    (TWO + "[[leave]]\nid = 'x'\nof = 'nosuch'\n", "leave[0].of"),
    (TWO + "[[leave]]\nid = 'x'\nends_day = 1\n", "leave[0].ends_day"),
    (TWO + "[[leave]]\nid = 'x'\n" * 6, "leave"),
    (MANY.replace("[mark.bitten]", "[mark.bitten]\nvotes = 1.5"), "mark.bitten.votes"),
    *(
        (TWO.replace("[mark.bitten]", f"[mark.bitten]\nvotes = {n}"), "mark.bitten.votes")
        for n in ("1.0", "0.4", "3.5")
    ),
    (TWO.replace("[mark.bitten]", "[mark.bitten]\nvotes = true"), "mark.bitten.votes"),
    (MANY + "[[end]]\nid = 'x'\nif = 'alive(hen)'\nwins = []\n", "end[0].if"),
    (MANY + "[[end]]\nid = 'x'\nif = 'night == 1'\n", "end[0].wins"),
    (MANY + "[[end]]\nid = 'x'\nif = 'night == 1'\nwins = []\n" * 2, "end[1].id"),
    (SMALL + OUTCOME, "outcome"),
    (TWO + OUTCOME, "outcome"),
    (ONE + OUTCOME * 2, "outcome[1].id"),
    (ONE + OUTCOME.replace("'x'", "['x']"), "outcome[0].id"),
    (ONE + OUTCOME.replace("wins", "win"), "outcome[0].win"),
    (ONE + OUTCOME + GUESS.replace("'x'", "'y'"), "outcome[1].guess.right"),
    (ONE + OUTCOME + GUESS.replace("'x'", "'z'"), "outcome[1].guess.right"),
    (ONE + OUTCOME + GUESS.replace("by = 'fox', ", ""), "outcome[1].guess.by"),
    (ONE + OUTCOME + GUESS.replace("'fox'", "'foxes'"), "outcome[1].guess.by"),
    (ONE + OUTCOME + "in_deck = ['owl']\n", "outcome[0].in_deck"),
    (ONE + OUTCOME + "[words.en.outcomes]\ny = 'Y'\n", "words.en.outcomes.y"),
    (SMALL + "[words.xx]\n", "words.xx"),
    (SMALL + "[words.de.lines]\nfox.wake = 'x'\n", "words.de.lines.fox"),
    (SMALL + "[words.de.lines]\nopen = { say = 'x' }\n", "words.de.lines.open"),
    (SMALL + "[words.de.lines]\nopen = ' '\n", "words.de.lines.open"),
    (SMALL + "[words.de]\nabout = ''\n", "words.de.about"),
    (SMALL + CALL + "switch = ''\n", "call[1].switch"),
    (SMALL + CALL + "when = { in_deck = [] }\n", "call[1].when.in_deck"),
    (SMALL + f"[words.de]\nname = '{'x' * 41}'\n", "words.de.name"),
    (SMALL + "[words.de]\nname = 'x\u202e'\n", "words.de.name"),
    (SMALL + "[words.de]\nname = 'x\u0301\u0301\u0301\u0301'\n", "words.de.name"),
    (SMALL + "[words.de]\nroles = { cat = 'x' }\n", "words.de.roles.cat"),
    (SMALL + "[words.de]\ncalls = { fox = { of = 'x' } }\n", "words.de.calls.fox"),
    (SMALL.replace("format = 1", 'format = 1\nid = "small"'), "id"),
    (SMALL.replace("format = 1", "format = 1\nmany_nights = true"), "many_nights"),
    (SMALL.replace("fills = true\n[[", 'id = "fox"\n[['), "role.fox.id"),
    (SMALL.replace("fills = true\n[[", "judged = false\n[["), "role.fox.judged"),
    (SMALL.replace("fills = true\n[[", "count = 3\nmax = 2\n[["), "role.fox.max"),
    (MANY + CALL + "do = { verb = 'convert', into = 'fox', spares = 'all' }\n", "call[1].do.spares"),
    (
        SMALL.replace("= 1\n", "= 1\ncenter = 1\n", 1) + CALL + "do = { verb = 'swap', of = 'center' }\n",
        "call[1].do.of",
    ),
    (SMALL.replace('name = "Fox"\n', ""), "words.en.name"),
    (ADDED + "[side.town]\n", "side"),
    (ADDED.replace('"one-night"', '"growl"'), "extends"),
    (ADDED.replace('"minion"', '"villager"'), "call[0].after"),
    (ADDED.replace('after = "minion"\n', ""), "call[0].after"),
    (ADDED.replace("after =", 'copied = "later"\nafter ='), "call[0].copied"),
    (ADDED.replace("after =", 'copied = "at once"\ndo = "peek"\nafter ='), "call[0].copied"),
    (ADDED.replace("after =", 'copied = "at once"\nmeets = { how = "eyes" }\nafter ='), "call[0].copied"),
    (ADDED.replace("after =", 'id = "doppelganger-fox"\nafter ='), "call[0].id"),
    (SMALL + CALL + 'copied = "with"\n', "call[1].copied"),
    (
        ADDED.replace('"squire"\nafter', '["squire", "minion"]\ndo = "peek"\nafter')
        + '[words.en.lines]\n"squire.wake" = "x"\n"squire.close" = "x"\n',
        "words.en.calls.squire",
    ),
    (ADDED.replace("squire", "seer"), "role.seer"),
    (ADDED.replace("after =", 'do = "copy"\nafter ='), "call[0].do.verb"),
    (ADDED.replace('who = "squire"', 'who = "village"'), "call[0].who"),
]
RIGHT = [
    ONE + OUTCOME + GUESS + "[words.en.outcomes]\nx = 'X'\n[words.en.lines]\n'outcome.y.guess' = 'Fox, guess.'\n",
    TWO + SHOT + "cause = ['vote']\nnot_cause = ['x']\n[[dawn]]\ndies = 'bitten'\nwith = ['bitten']\n",
    TWO + SHARED % "uses = 1" + "do = { verb = 'view', uses = 1, shares = 'one', not_with = 'one' }\n",
    SMALL.replace("\n", "\r\n"),
    "\ufeff" + SMALL,
    SMALL.replace("count = 1", "count = { 2 = 1 }"),
    SMALL + CALL.replace('"fox"', f"[{NAMES[:-2]}]") + "[words.en.calls]\nmore = 'More'\n",
    SMALL + CALL.replace('"fox"', '"all"') + "do = 'rest'\n",
    SMALL + CALL + "[call.do]\nverb = 'shift'\ncount = [0, 1]\n",
    SMALL + "[words.de]\nname = 'x\u0301\u0301\u0301\u200d'\n",
    MANY + CALL.replace('"fox"', '"bitten"') + "switch = '-quick'\n[words.en.marks]\nbitten = 'Bitten'\n",
    MANY + "[[death]]\nid = 'x'\nof = 'all'\nchooses = 'others'\nmark = 'bitten'\ncause = ['vote', 'x']\n",
    MANY + "[[end]]\nid = 'x'\nif = 'night == 1'\nwins = []\n",
    MANY
    + CALL
    + "do = { verb = 'convert', into = 'fox', spares = 'bitten', uses = 9, not_twice = true, together = 'most' }\n",
    MANY + CALL + "do = { verb = 'ask', learns = 'role', of = ['all', '-bitten', 'dead'] }\n",
    SMALL.replace("format", "credits = { by = 'x' }\nformat"),
    ADDED.replace("after =", 'do = { verb = "swap", of = ["wolf", "center"] }\nafter ='),
]


@pytest.mark.parametrize(("text", "key"), WRONG, ids=[f"{place}-{key}" for place, (_, key) in enumerate(WRONG)])
def test_a_wrong_key_is_named(text, key):
    with pytest.raises(BadFile) as refused:
        read(text)
    assert refused.value.key == key
    assert len(refused.value.others) == (key in {"role.center.side", "many_nights", "role.seer"}), "nothing hangs on it"


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        # text, the keys that are told at once, in this order
        (SMALL.replace("players", "player").replace("= 1\n", "= 1\nlevel = 6\n", 1), "player level"),
        (SMALL.replace('"town"', '"twon"') + "[words.de]\nabout = ''\n", "role.hen.side words.de.about"),
        (SMALL.replace('who = "fox"', 'who = "fix"').replace('"read"', '"reed"'), "call[0].who call[0].do.verb"),
        (
            SMALL + "about = ''\n" + CALL + "second = 1\n" + CALL + "seconds = 1\n",
            "call[1].second call[2].id words.en.about",
        ),
        (SMALL + CALL + "seconds = 1\nmeets = { how = 'wink' }\n", "call[1].seconds call[1].meets.how"),
        (SMALL.replace("[[call]]", "[role.Cock]\n[call]"), "role.Cock role.Cock.side call"),
        (
            SMALL.replace("fills = true\n[[", 'max = 0\ntags = ["A"]\nseen = "x"\n[['),
            "role.fox.seen role.fox.max role.fox.tags",
        ),
        (
            MANY.replace('"many"', '"one"') + "[day]\nneed = 'half'\n[[end]]\nid = 'x'\nif = 'x'\n",
            "mark day.need end end[0].if",
        ),
        (MANY + "[[dawn]]\ndies = 'x'\n[[death]]\nid = 'x'\nof = 'all'\n", "dawn[0].dies death[0]"),
        (SMALL + "[words.xx]\n[words.de.lines]\nx = 'x'\nopen = ''\n", "words.xx words.de.lines.x words.de.lines.open"),
    ],
)
def test_all_that_is_wrong_is_told_at_once(text, keys):
    with pytest.raises(BadFile) as refused:
        read(text)
    assert [fault.key for fault in all_faults([refused.value])] == keys.split()


def test_of_too_many_faults_the_first_are_told_and_the_rest_are_counted(monkeypatch):
    looked = []
    monkeypatch.setattr("difflib.get_close_matches", lambda *asked: looked.append(asked) or [])
    with pytest.raises(BadFile) as refused:
        read(SMALL + (CALL.replace('"fox"', '"fix"') + "x = 1\n") * 50)
    told = [str(fault) for fault in all_faults([refused.value])]
    assert (len(told), told[-1]) == (21, "small.game.toml: and 80 more.")
    assert len([names for _, names, _ in looked if names]) <= 20, (
        "what was meant is looked for in few, because it takes long"
    )


@pytest.mark.parametrize("text", RIGHT)
def test_what_is_right_at_an_edge_is_taken(text):
    assert read(text).id == "small"


@pytest.mark.parametrize(
    ("verb", "copied"),
    [*((verb, "with") for verb in ("look", "rest", "point", "read")), ("peek", "after"), ("view", "at once")],
)
def test_when_a_doppelganger_acts_as_an_added_role_follows_from_its_verb(verb, copied):
    assert read(ADDED.replace("after =", f'do = "{verb}"\nafter =')).calls[0].copied == copied


@pytest.mark.parametrize("name", ["one-night", "Fox", "a--b", "x" * 33, "fox_den", ""])
def test_a_file_with_a_wrong_name_is_refused(name):
    with pytest.raises(BadFile) as refused:
        read(SMALL, name)
    assert refused.value.key == ""


def test_a_file_may_begin_with_a_figure():
    assert read(SMALL, "7-" + "x" * 30).id == "7-" + "x" * 30
