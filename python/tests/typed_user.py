"""A program that uses the package according to its types; checked by mypy, never run."""

import lettergame


class Mine(lettergame.Player):
    """A strategy."""

    def bid(self, view: lettergame.View) -> int:
        """What the letter adds to the best word."""
        gain = self.words.best_points([*view.letters, view.letter]) - self.words.best_points(view.letters)
        return gain + self.rng.randrange(2)


def main() -> None:
    """Calls the functions that users call."""
    results: lettergame.Results = lettergame.tournament(players=["letter-value", Mine], games=10, seed=1)
    frame: object = results.scores.__arrow_c_stream__()
    faults: list[lettergame.Fault] = results.faults
    verdict: bool | None = lettergame.compare(Mine, "random", margin=1.0).passes
    best: lettergame.BestWord | None = lettergame.Lexicon().best_word("qzart")
    part: lettergame.Results = lettergame.play_games(players=[Mine], start=10)
    row: lettergame.Row = results.scores[0]
    tail: list[lettergame.Row] = results.scores[-5:]
    players = [row["player"] for row in results.standings]
    print(frame, faults, verdict, best, part.benched, row, tail, players, len(results), len(results.scores))
