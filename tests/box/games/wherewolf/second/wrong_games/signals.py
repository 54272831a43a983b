"""Makes wrong signals: without the card, besides a vote, at oneself, while Accused, twice."""

from random import Random

from tests.box.games.wherewolf.second.wrong_games.finding import Game, any_of, by_day, days_of, role_of, seat, sheets_of


def signal_without_the_card(rng: Random, game: Game, verdict: Game) -> bool:
    number = any_of(rng, days_of(game))
    if number is None:
        return False
    others = [place for place in by_day(verdict, number) if role_of(verdict, place) != "pettifogger"]
    people = rng.sample(others, 2) if len(others) > 1 else []
    sheet = game["rounds"][number - 1]["day"]["accusation"]
    if people:
        sheet.get("votes", {}).pop(people[0][1:], None)
        sheet["signals"] = [{"seat": seat(people[0]), "as": "pettifogger", "target": people[1]}]
    return bool(people)


def signal_and_vote(rng: Random, game: Game, verdict: Game) -> bool:
    found = [(number, sheet) for number, sheet in sheets_of(game, "accusation") if sheet.get("signals")]
    chosen = any_of(rng, found)
    if chosen is not None:
        chosen[1]["votes"][str(chosen[1]["signals"][0]["seat"])] = [by_day(verdict, chosen[0])[0]]
    return chosen is not None


def signal_at_oneself(rng: Random, game: Game, _verdict: Game) -> bool:
    sheets = [game["rounds"][number - 1]["day"]["accusation"] for number in days_of(game)]
    chosen = any_of(rng, [sheet for sheet in sheets if sheet.get("signals")])
    if chosen is not None:
        chosen["signals"][0]["target"] = f"P{chosen['signals'][0]['seat']}"
    return chosen is not None


def signal_as_orator_although_accused(rng: Random, game: Game, verdict: Game) -> bool:
    found = []
    for number in days_of(game):
        accused = verdict["days"][number - 1]["accused"]
        orators = [place for place in accused if role_of(verdict, place) == "orator"]
        if orators and "run_off" in game["rounds"][number - 1]["day"]:
            found.append((game["rounds"][number - 1]["day"]["run_off"], orators[0], accused))
    chosen = any_of(rng, found)
    if chosen is not None:
        sheet, orator, accused = chosen
        sheet.get("votes", {}).pop(orator[1:], None)
        others = [place for place in accused if place != orator]
        sheet["signals"] = [{"seat": seat(orator), "as": "orator", "targets": others}]
    return chosen is not None


def let_the_pettifogger_signal_too_often(rng: Random, game: Game, _verdict: Game) -> bool:
    sheets = [game["rounds"][number - 1]["day"]["accusation"] for number in days_of(game)]
    found = [sheet for sheet in sheets if sheet.get("signals")]
    if not found:
        return False
    rng.choice(found)["signals"] *= 2
    return True


WRONG_SIGNALS = (
    signal_without_the_card,
    signal_and_vote,
    signal_at_oneself,
    signal_as_orator_although_accused,
    let_the_pettifogger_signal_too_often,
)
