"""Makes wrong tables and rounds: cards, identities, items, switches, missing days or too many."""

from random import Random

from tests.box.games.wherewolf.second.wrong_games.finding import Game, possible_of


def deal_unknown_card(rng: Random, game: Game, verdict: Game) -> bool:
    game["players"][rng.randrange(len(verdict["players"]))] = "werewolf"
    return True


def deal_second_seer(_rng: Random, game: Game, _verdict: Game) -> bool:
    other = game["players"].index("pack-leader")
    game["players"][other] = "seer"
    game.pop("possible", None)
    return True


def deal_impossible_card(rng: Random, game: Game, _verdict: Game) -> bool:
    card = rng.choice(game["players"])
    game["possible"] = [role for role in possible_of(game) if role != card]
    return True


def make_hero_of_another_card(_rng: Random, game: Game, _verdict: Game) -> bool:
    game.setdefault("latent", {})[f"P{game['players'].index('seer') + 1}"] = "hero"
    return True


def make_two_heroes(_rng: Random, game: Game, _verdict: Game) -> bool:
    peasants = [f"P{seat}" for seat, role in enumerate(game["players"], start=1) if role == "peasant"]
    game["latent"] = dict.fromkeys(peasants, "hero")
    return len(peasants) == 2


def give_item_to_empty_seat(_rng: Random, game: Game, _verdict: Game) -> bool:
    game["items"] = {"amulet": f"P{len(game['players']) + 1}"}
    return True


def turn_unknown_switch(_rng: Random, game: Game, _verdict: Game) -> bool:
    game["house_rules"]["everybody_wins"] = True
    return True


def forget_a_day(rng: Random, game: Game, _verdict: Game) -> bool:
    if len(game["rounds"]) < 2:
        return False
    del rng.choice(game["rounds"][:-1])["day"]
    return True


def go_on_after_the_end(_rng: Random, game: Game, verdict: Game) -> bool:
    game["rounds"].append({"night": []})
    return verdict["end"]["how"] is not None


def vote_after_the_end(_rng: Random, game: Game, verdict: Game) -> bool:
    game["rounds"][-1]["day"] = {"accusation": {"votes": {}}}
    return verdict["end"]["how"] is not None


WRONG_TABLES = (
    deal_unknown_card,
    deal_second_seer,
    deal_impossible_card,
    make_hero_of_another_card,
    make_two_heroes,
    give_item_to_empty_seat,
    turn_unknown_switch,
    forget_a_day,
    go_on_after_the_end,
    vote_after_the_end,
)
