"""A question about a result on the page, with its answers to be touched, while it stands on the glass."""

from html import escape

from device.kernel.public_question import OfferedAnswer, PublicQuestion
from device.net.form_writer import FormWriter, hidden_field
from device.net.page_picture import picture_section
from device.net.result_drafts import ResultDraft


def question_section(writer: FormWriter, question: PublicQuestion | None, draft: ResultDraft | None = None) -> str:
    """With the picture in which all of the result is entered at once, where there is one."""
    if question is None:
        return ""
    answers = _answers(writer, question) if question.answers else ""
    return answers + picture_section(writer, question, draft)


def _answers(writer: FormWriter, question: PublicQuestion) -> str:
    """One is given at once; several are ticked first."""
    asked = f"<fieldset><legend>{escape(question.text)}</legend>"
    meant = hidden_field("type", "answer") + hidden_field("at", repr(question.at))
    if question.marked:
        ticks = "".join(map(_tick, question.answers))
        return writer.form("/wish", f"{meant}{asked}{ticks}</fieldset>", "net.set", escape(question.text))
    return writer.bare_form("/wish", f"{meant}{asked}{''.join(map(_button, question.answers))}</fieldset>")


def _tick(answer: OfferedAnswer) -> str:
    box = f'<input type="checkbox" name="value-{escape(answer.value)}" value="yes">'
    return f'<label class="row">{box}<bdi>{escape(answer.text)}</bdi></label>'


def _button(answer: OfferedAnswer) -> str:
    return f'<button name="value-{escape(answer.value)}" value="yes"><bdi>{escape(answer.text)}</bdi></button>'
