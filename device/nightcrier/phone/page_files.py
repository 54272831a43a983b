"""Writes the part of the page for files that a phone sends and fetches. The words for news are the same as for a
stick."""

from collections.abc import Iterator

from nightcrier.kernel.chores import REPORT_OUT, SAVED_OUT, Chore, ChoreDone
from nightcrier.phone.file_desk import FilesShown
from nightcrier.web.forms import FormWriter, hidden_field
from nightcrier.web.markup import NO_MARKUP, Markup, tag

_MILLION = 1_000_000


def files_section(writer: FormWriter, shown: FilesShown) -> Iterator[Markup]:
    yield writer.word_alert(shown.told)
    if shown.news:
        yield _came_of(writer, shown.news)
    yield writer.file_form("/file", "net.file.send", ".toml,.zip")
    if shown.updates:
        yield writer.file_form("/file", "net.file.update", ".xz,.sig")
    asked = hidden_field("type", "chore") + hidden_field("chore", Chore.SAVE_OUT)
    yield writer.form("/wish", asked, "net.file.save")
    for name, word in ((SAVED_OUT, "net.file.saved"), (REPORT_OUT, "net.file.report")):
        if name in shown.kept:
            size = f"{writer.figures(round(shown.kept[name] / _MILLION, 1))} MB"
            yield tag("p", tag("a", writer.word(word), href=f"/{name}", download=True), f" {size}")
    if shown.records:
        yield tag("p", tag("a", writer.word("net.record"), href="/record"))


def _came_of(writer: FormWriter, news: ChoreDone) -> Markup:
    """Return the news of root in the words of the box. The reasons of a refusal are in English, because the files are
    in English, too."""
    counted = ((f"stick.{kind}", count) for kind, count in news.new.items())
    rows = [tag("li", f"{writer.word(key)}: {writer.figures(count)}") for key, count in counted]
    rows += [tag("li", reason, lang="en", dir="ltr") for reason in news.reasons]
    counts = tag("p", writer.word("help.stick.taken")) if news.new else NO_MARKUP
    rows += [tag("li", *(tag("bdi", name) for name in (ask.was, ask.now) if name)) for ask in news.asks]
    return tag("div", tag("p", writer.word(_word(news))), tag("ul", *rows), counts, role="status")


def _word(news: ChoreDone) -> str:
    if news.asks or not news.good:
        return "net.file.asks" if news.asks else "stick.failed"
    if news.chore is Chore.TAKE_SENT:
        return "stick.taken" if news.new else "stick.refused" if news.reasons else "stick.none"
    return "stick.saved" if news.chore is Chore.SAVE_OUT else "stick.switched"
