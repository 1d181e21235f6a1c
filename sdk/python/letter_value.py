"""A sample player of the Letter Game: bids the letter's value, plays its best word."""

import lettergame_player


class LetterValue(lettergame_player.Player):
    def bid(self, view):
        return lettergame_player.LETTER_VALUES[view.letter]


if __name__ == "__main__":
    lettergame_player.run(LetterValue, name="letter-value")
