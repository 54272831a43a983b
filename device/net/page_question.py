"""A question about a result on the page, with its answers to be touched, while it stands on the glass."""

from collections.abc import Mapping

from device.kernel.markup import NO_MARKUP, Markup, tag
from device.kernel.public_question import OfferedAnswer, PublicQuestion
from device.net.form_writer import NO_FIELDS, FormWriter, fieldset, hidden_field, tick
from device.net.page_picture import picture_section


def question_section(
    writer: FormWriter, question: PublicQuestion | None, draft: Mapping[str, str] = NO_FIELDS
) -> Markup:
    """With the picture in which all of the result is entered at once, where there is one."""
    if question is None:
        return NO_MARKUP
    answers = _answers(writer, question) if question.answers else NO_MARKUP
    return answers + picture_section(writer, question, draft)


def _answers(writer: FormWriter, question: PublicQuestion) -> Markup:
    """One is given at once; several are ticked first."""
    meant = hidden_field("type", "answer") + hidden_field("at", repr(question.at))
    if question.marked:
        ticks = fieldset(question.text, *map(_tick, question.answers))
        return writer.form("/wish", meant + ticks, "net.set", question.text)
    return writer.bare_form("/wish", meant + fieldset(question.text, *map(_button, question.answers)))


def _tick(answer: OfferedAnswer) -> Markup:
    return tick(f"value-{answer.value}", tag("bdi", answer.text))


def _button(answer: OfferedAnswer) -> Markup:
    return tag("button", tag("bdi", answer.text), name=f"value-{answer.value}", value="yes")
