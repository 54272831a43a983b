"""The course of a game as CSV: a line for each seat, under the number its person has in the evening."""

from device.show.stages import CourseTable
from device.table.pages.names import Seating, who_sits


def course_text(course: CourseTable, seating: Seating) -> str:
    rows = [("seat", *course.heads)]
    rows += [(str(who_sits(seating, seat).person), *row) for seat, row in enumerate(course.rows, 1)]
    return "".join(f"{','.join(row)}\n" for row in rows)
