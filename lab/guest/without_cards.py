"""Plays an evening in which the box deals, from the first press to the verdict."""

from evening import Person

person = Person()
person.play("without-cards")
person.judge()
