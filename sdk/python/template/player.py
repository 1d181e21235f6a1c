"""A player of the Letter Game: pays for letters that improve its best word.

Change `bid` to make it yours. `view` holds what you may know: `letter`, `points`, `hidden`, `won`,
`letters` (both), `held`, `all_points`, `round`, `rounds`, `auctions_left`, `banned`.
"""

import lettergame_player

# A word of seven letters earns a bonus of 50 points. Until there is one, every letter may bring it
# closer: that chance is worth this many points.
HOPE = 7


class MyPlayer(lettergame_player.Player):
    def bid(self, view):
        best = self.words.best(view.letters)
        better = self.words.best(view.letters + [view.letter])
        gain = self.words.points(better) - self.words.points(best)
        hope = HOPE if len(best) < 7 else 0
        # Half of the gain, as other letters may bring it too; and never all points at once, as
        # later rounds need some.
        return min(max(gain // 2, hope), view.points // 4)

    # The word at the end of a round is the best one of your letters. To choose it yourself, add a
    # method `word(self, view)`.


if __name__ == "__main__":
    lettergame_player.run(MyPlayer)
