"""The page as HTML: what the table shows now, and a form for each thing that may be changed. Whatever is told by the
box or typed by somebody is text here, and nothing else."""

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import groupby

from device.kernel.ids import Language
from device.kernel.people import Presence
from device.kernel.public_record import LineSaid, OfferedSetting, Phase, PublicPerson, TableOffers, TableShown
from device.net.page_words import WRITTEN_LEFTWARD

_HEAD = (
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    '<title>Nightcrier</title><link rel="stylesheet" href="/page.css"><script src="/page.js" defer></script>'
)


class PageWriter:
    """In one language, for one phone: `mark` is that of its pass, empty for who was not let in."""

    def __init__(self, words: Mapping[str, str], language: Language, mark: str = "") -> None:
        self._words, self._language, self._mark = words, language, mark

    def entrance(self, *, wrong: str = "") -> bytes:
        """Where the code is typed. `wrong` is the word for what was wrong with the last one."""
        told = f'<p role="alert">{self._word(wrong)}</p>' if wrong else ""
        return self._page(
            f"<h1>Nightcrier</h1>{told}<p>{self._word('net.how')}</p>"
            '<form method="post" action="/enter">'
            f'<label>{self._word("net.code")}<input name="code" inputmode="numeric" autocomplete="one-time-code" '
            'pattern="[0-9 ]{6,7}" maxlength="7" required dir="ltr"></label>'
            f'<label class="row"><input type="checkbox" name="keep" value="yes">{self._word("net.keep")}</label>'
            f"<button>{self._word('net.enter')}</button></form>"
        )

    def table(self, table: TableShown | None, offers: TableOffers | None, said: LineSaid | None = None) -> bytes:
        """By night it is dark, and says why."""
        if table is not None and table.phase is Phase.NIGHT:
            return self._page(f"<h1>{self._word('net.night')}</h1>", night=True, listens=True)
        shown = self.now(table, said) if table else [self._words["net.lost"]]
        rows = "".join(f'<p dir="auto">{escape(line)}</p>' for line in shown)
        at_home = table is not None and table.phase is Phase.HOME
        forms = "".join(self._forms(offers)) if offers and at_home else self._in_a_game(table)
        return self._page(
            f'<h1>Nightcrier</h1><div id="now">{rows}</div>{self._volume(table)}{forms}'
            f"{self._form('/leave', '', 'net.leave')}",
            listens=True,
        )

    def now(self, table: TableShown, said: LineSaid | None) -> list[str]:
        """What stands on the glass, who has won, and what was said last, each once; the code stands on the glass
        alone."""
        if table.code or table.phase is Phase.NIGHT:
            return []
        won = ", ".join(person.name or str(person.person) for person in table.winners)
        winners = [self._words["verdict.winners"].format(seats=won)] if won else []
        return list(dict.fromkeys((*table.lines, *winners, *([said.text] if said else []))))

    def _in_a_game(self, table: TableShown | None) -> str:
        return f"<p>{self._word('net.playing')}</p>" if table and table.phase is not Phase.HOME else ""

    def _volume(self, table: TableShown | None) -> str:
        """Where a hand could change it too."""
        if table is None or table.phase not in {Phase.HOME, Phase.DAY, Phase.VERDICT}:
            return ""
        values = [(str(n), str(n)) for n in range(1, table.ceiling + 1)]
        chosen = _options(values, str(table.loudness))
        return self._wish("loudness", self._select("loudness", "loudness", chosen), self._word("loudness"))

    def _forms(self, offers: TableOffers) -> Iterator[str]:
        yield f"<h2>{self._word('scenario')}</h2>"
        yield self._deck(offers)
        yield f"<h2>{self._word('menu.people')}</h2>"
        for person in offers.people:
            yield self._person(person, len(offers.people))
        yield self._form("/wish", _hidden("type", "newcomer"), "who.newcomer")
        for menu, settings in groupby(offers.settings, lambda setting: setting.menu):
            yield f"<h2>{self._word(f'menu.{menu}')}</h2>"
            yield from (self._setting(setting) for setting in settings)

    def _deck(self, offers: TableOffers) -> str:
        groups = []
        for game, scenarios in groupby(offers.scenarios, lambda each: each.game):
            decks = [(f"{game} {each.id}", each.title) for each in scenarios]
            chosen = _options(decks, f"{offers.game} {offers.scenario}")
            groups.append(f'<optgroup label="{self._word(f"game.{game}")}">{chosen}</optgroup>')
        return self._wish("scenario", self._select("deck", "scenario", "".join(groups)), self._word("scenario"))

    def _person(self, person: PublicPerson, people: int) -> str:
        number = _hidden("person", str(person.person))
        name = (
            f'<label>{person.person}. {self._word("people.name")}<input name="name" maxlength="48" dir="auto" '
            f'value="{escape(person.name)}"></label>'
        )
        states = [(state.value, self._words[f"people.{state}"]) for state in Presence]
        there = self._select("presence", "people.next", _options(states, person.presence.value))
        place = (
            f'<label>{self._word("people.place")}<input type="number" name="place" min="1" max="{people}" '
            f'value="{person.person}" required></label>'
        )
        about = [f"{person.person}. {self._word(f'people.{what}')}" for what in ("name", "next", "place")]
        comes = f"<p>{self._word('score.out')}</p>" if person.out else self._wish("presence", number + there, about[1])
        moves = self._wish("move", number + place, about[2]) if people > 1 else ""
        return self._wish("name", number + name, about[0]) + comes + moves

    def _setting(self, setting: OfferedSetting) -> str:
        values = [(value, value) for value in setting.values]
        chosen = _options(values, setting.values[setting.now])
        named = _hidden("menu", setting.menu) + _hidden("item", setting.item)
        label = escape(setting.label)
        fields = f'{named}<label>{label}<select name="value">{chosen}</select></label>'
        return self._wish("setting", fields, label)

    def _select(self, name: str, label: str, options: str) -> str:
        return f'<label>{self._word(label)}<select name="{name}">{options}</select></label>'

    def _wish(self, kind: str, fields: str, about: str) -> str:
        """Its button says what it sets, to whoever hears it."""
        return self._form("/wish", _hidden("type", kind) + fields, "net.set", about)

    def _form(self, action: str, fields: str, button: str, about: str = "") -> str:
        mark, text = _hidden("mark", self._mark), self._word(button)
        named = f' aria-label="{about}: {text}"' if about else ""
        return f'<form method="post" action="{action}">{mark}{fields}<button{named}>{text}</button></form>'

    def _word(self, key: str) -> str:
        return escape(self._words.get(key, key))

    def _page(self, main: str, *, night: bool = False, listens: bool = False) -> bytes:
        way = "rtl" if self._language in WRITTEN_LEFTWARD else "ltr"
        marks = (' class="night"' if night else "") + (' data-listens="yes"' if listens else "")
        return (
            f'<!doctype html><html lang="{self._language}" dir="{way}"><head>{_HEAD}</head>'
            f"<body{marks}><main>{main}</main></body></html>"
        ).encode()


def _options(values: Iterable[tuple[str, str]], chosen: str) -> str:
    return "".join(
        f'<option value="{escape(value)}"{" selected" if value == chosen else ""}>{escape(shown)}</option>'
        for value, shown in values
    )


def _hidden(name: str, value: str) -> str:
    return f'<input type="hidden" name="{name}" value="{escape(value)}">'
